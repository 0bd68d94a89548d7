//! Strengths and weaknesses of systems by feature of the question.

use std::collections::{BTreeMap, BTreeSet};

use lydite_judge::{
    Difference, Figure, FilesDamage, Interval, Measure, Report, holm, mean_interval,
};
use lydite_model::{Experiment, Language, Outcome, QuestionId};
use lydite_sample::{Feature, Features, Value};
use serde::{Deserialize, Serialize};

use crate::sampling::{Measurer, Measuring, Source};
use crate::{Error, Evaluated, Evaluation, Lab, Notice, Record};

/// A numeric feature with more values than this is cut into ranges.
const MOST_VALUES: usize = 8;

/// How many ranges.
const RANGES: usize = 4;

/// The feature by which questions that were put in several languages are told apart.
const LANGUAGE: &str = "language";

/// The probability of calling a flip significant that is chance.
const ALPHA: f64 = 0.05;

/// By what questions are sliced.
#[derive(Clone, Debug)]
pub struct Slicing {
    /// The features by whose values questions are told apart.
    pub by: Vec<&'static Feature>,
    /// How the features are computed.
    pub measuring: Measuring,
    /// What is scored.
    pub experiment: Experiment,
    /// Only slices with at least this many questions.
    pub at_least: usize,
}

/// The scores of systems by feature of the question.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Slices {
    /// What it was run on.
    pub record: Record,
    /// What could not be read of the files, by system.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub damage: Vec<SystemDamage>,
    /// The rule set.
    pub rules: String,
    /// What is scored.
    pub experiment: Experiment,
    /// The score: the headline of the rule set.
    pub measure: String,
    /// All questions.
    pub all: Slice,
    /// The questions that have no answer, if the rules keep them apart: the share on which each
    /// system says so. They are part of no slice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub empty_gold: Option<Slice>,
    /// The questions with one value of a feature each.
    pub slices: Vec<Slice>,
}

/// What could not be read of the benchmark and of the answers of a system.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SystemDamage {
    /// The system.
    pub system: String,
    /// The damage, by file and code.
    pub files: FilesDamage,
}

/// The questions with one value of a feature.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Slice {
    /// The feature.
    pub feature: String,
    /// Its value, or a range of values.
    pub value: String,
    /// How many questions there are.
    pub n: usize,
    /// How the systems do on them.
    pub systems: Vec<SliceScore>,
    /// Whether another system is ahead here than on all questions.
    pub flips: bool,
    /// How likely such a difference is by chance, corrected for the number of flips (Holm).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub p_holm: Option<f64>,
    /// Whether the flip is probably not chance.
    pub significant: bool,
}

/// How a system does on the questions of a slice.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SliceScore {
    /// The system.
    pub system: String,
    /// Its score; nothing if it has none here.
    pub score: Option<f64>,
    /// Where the true score probably lies, if it is a mean.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub interval: Option<Interval>,
}

impl Lab {
    /// Evaluates systems and slices their scores by features of the questions: the same scores that
    /// [`evaluate`](Self::evaluate) gives, since they are made of its outcomes.
    ///
    /// # Errors
    /// A file or the graph cannot be read, or nothing was judged.
    pub fn slice(&self, evaluation: &Evaluation, slicing: &Slicing) -> Result<Slices, Error> {
        let evaluated = self.evaluate(evaluation)?;
        let measured = self.measured(evaluation, slicing)?;
        let first = evaluated.reports.first().ok_or(Error::NothingJudged)?;
        let slicer = Slicer::new(&evaluated, first, slicing.experiment);
        let all = slicer.all();
        if all.n == 0 {
            return Err(Error::NothingJudged);
        }
        let leaders = leaders(&all);
        let mut slices = Vec::new();
        for feature in &slicing.by {
            let groups = slicer.groups(feature, &measured);
            if groups.is_empty() {
                self.notice(&Notice::NoValues {
                    feature: feature.name,
                });
            }
            for (value, is_in) in groups {
                let slice = slicer.slice(feature.name, value, &is_in, &leaders);
                if slice.0.n >= slicing.at_least.max(1) {
                    slices.push(slice);
                }
            }
        }
        Ok(Slices {
            damage: damage(&evaluated),
            record: evaluated.record.clone(),
            rules: slicer.rules.clone(),
            experiment: slicing.experiment,
            measure: slicer.path.clone(),
            slices: corrected(slices),
            empty_gold: slicer.empty_gold(),
            all,
        })
    }

    /// The features of the questions of the benchmark.
    fn measured(
        &self,
        evaluation: &Evaluation,
        slicing: &Slicing,
    ) -> Result<BTreeMap<QuestionId, Features>, Error> {
        let measurer = Measurer::new(self, &slicing.measuring)?;
        let source = Source::open(self, &evaluation.gold)?;
        let mut measured = BTreeMap::new();
        source.measure(self, &measurer, Some(&slicing.by), &mut |question| {
            measured.insert(question.id, question.features);
        })?;
        Ok(measured)
    }
}

impl Evaluated {
    /// How the systems do in each language in which they were asked, under the rules of a report;
    /// nothing unless there are several.
    pub fn by_language(&self, report: &Report, experiment: Experiment) -> Vec<Slice> {
        let slicer = Slicer::new(self, report, experiment);
        let languages = slicer.languages();
        if languages.len() < 2 {
            return Vec::new();
        }
        let groups = languages.into_iter().map(in_language);
        let slices = groups.map(|(value, is_in)| slicer.slice(LANGUAGE, value, &is_in, &[]).0);
        slices.collect()
    }
}

/// What could not be read, by system.
fn damage(evaluated: &Evaluated) -> Vec<SystemDamage> {
    let damaged = evaluated.reports.iter();
    damaged
        .filter(|report| !report.damage.is_empty())
        .map(|report| SystemDamage {
            system: report.system.clone().unwrap_or_default(),
            files: report.damage.clone(),
        })
        .collect()
}

/// Slices with the p-values of their flips, corrected for their number.
fn corrected(slices: Vec<(Slice, Option<f64>)>) -> Vec<Slice> {
    let p_values: Vec<f64> = slices.iter().filter_map(|(_, p)| *p).collect();
    let mut corrected = holm(&p_values).into_iter();
    slices
        .into_iter()
        .map(|(slice, p)| {
            let p_holm = p.and_then(|_| corrected.next());
            Slice {
                p_holm,
                significant: p_holm.is_some_and(|p| p < ALPHA),
                ..slice
            }
        })
        .collect()
}

type Key<'o> = (&'o QuestionId, Option<&'o Language>);

/// A value, and which questions have it.
type Group<'g> = (String, Box<dyn Fn(&Key<'_>) -> bool + 'g>);

/// The questions that were put in a language.
fn in_language(language: &Language) -> Group<'_> {
    let is_in = move |(_, asked): &Key<'_>| *asked == Some(language);
    (language.to_string(), Box::new(is_in))
}

/// A system with its outcomes that the headline averages.
struct Sliced<'e> {
    name: String,
    outcomes: BTreeMap<Key<'e>, &'e Outcome>,
    /// The headline of the report.
    headline: Option<(Option<f64>, Option<Interval>)>,
    /// The share of right answers where there is none, and of how many questions.
    empty_gold: Option<&'e Figure>,
}

struct Slicer<'e> {
    rules: String,
    path: String,
    measure: Option<&'static Measure>,
    systems: Vec<Sliced<'e>>,
    seed: u64,
}

impl<'e> Slicer<'e> {
    /// The systems that were judged under the rules of a report.
    fn new(evaluated: &'e Evaluated, first: &Report, experiment: Experiment) -> Self {
        let path = if experiment == Experiment::Qa {
            first.headline()[2].clone()
        } else {
            "macro.f1".to_owned()
        };
        let mut slicer = Self {
            rules: first.rules.name.clone(),
            measure: None,
            systems: Vec::new(),
            path,
            seed: evaluated.record.seed,
        };
        let rules = &first.rules;
        for report in evaluated
            .reports
            .iter()
            .filter(|report| report.rules == *rules)
        {
            slicer.add(report, experiment);
        }
        slicer
    }

    fn add(&mut self, report: &'e Report, experiment: Experiment) {
        let (figures, outcomes) = if experiment == Experiment::Qa {
            (&report.figures[..], &report.outcomes[..])
        } else {
            let other = report.experiment(experiment);
            other.map_or((&[][..], &[][..]), |other| {
                (&other.figures[..], &other.outcomes[..])
            })
        };
        let headline = figures.iter().find(|figure| figure.path == self.path);
        if let Some(measure) = headline.and_then(Figure::measure) {
            self.measure = Some(measure);
        }
        // The headline of some rules is that of a part of the benchmark.
        let part = |outcome: &Outcome| {
            outcome
                .part
                .as_deref()
                .is_none_or(|part| self.path.starts_with(part) || !self.path.contains(".global."))
        };
        let averages = |outcome: &&Outcome| match report.rules.rule_set() {
            Some(rules) if experiment == Experiment::Qa => {
                (rules.averages(outcome) || outcome.part.is_some()) && part(outcome)
            }
            _ => outcome.gold.is_answerable(),
        };
        self.systems.push(Sliced {
            name: report.system.clone().unwrap_or_default(),
            outcomes: outcomes
                .iter()
                .filter(averages)
                .map(|outcome| ((&outcome.question, outcome.language.as_ref()), outcome))
                .collect(),
            headline: headline.map(|figure| (figure.value, figure.interval)),
            empty_gold: figures
                .iter()
                .find(|figure| figure.path == "empty_gold.correct" && figure.value.is_some()),
        });
    }

    /// The languages in which systems were asked.
    fn languages(&self) -> BTreeSet<&'e Language> {
        let keys = self
            .systems
            .iter()
            .flat_map(|system| system.outcomes.keys());
        keys.filter_map(|(_, language)| *language).collect()
    }

    /// The values of a feature, each with the questions that have it.
    fn groups<'g>(
        &self,
        feature: &Feature,
        measured: &'g BTreeMap<QuestionId, Features>,
    ) -> Vec<Group<'g>>
    where
        'e: 'g,
    {
        let languages = self.languages();
        // In which language a system was asked says more than in which the text is that was measured.
        if feature.name == LANGUAGE && languages.len() > 1 {
            return languages.into_iter().map(in_language).collect();
        }
        let values = values_of(feature, measured).into_iter();
        let group = |(value, ids): (String, Vec<&'g QuestionId>)| -> Group<'g> {
            (value, Box::new(move |(id, _)| ids.contains(id)))
        };
        values.map(group).collect()
    }

    /// The questions that have no answer.
    fn empty_gold(&self) -> Option<Slice> {
        let figures = || self.systems.iter().map(|system| system.empty_gold);
        let n = figures().flatten().map(|figure| figure.n).max()?;
        let scores = self.systems.iter().map(|system| SliceScore {
            system: system.name.clone(),
            score: system.empty_gold.and_then(|figure| figure.value),
            interval: system.empty_gold.and_then(|figure| figure.interval),
        });
        Some(Slice {
            feature: "all".to_owned(),
            value: "no answer".to_owned(),
            n: n as usize,
            systems: scores.collect(),
            flips: false,
            p_holm: None,
            significant: false,
        })
    }

    /// All questions: the headlines of the reports themselves.
    fn all(&self) -> Slice {
        let scores = self.systems.iter().map(|system| {
            let (score, interval) = system.headline.unwrap_or_default();
            SliceScore {
                system: system.name.clone(),
                score,
                interval,
            }
        });
        let sizes = self.systems.iter().map(|system| system.outcomes.len());
        Slice {
            feature: "all".to_owned(),
            value: "all questions".to_owned(),
            n: sizes.max().unwrap_or(0),
            systems: scores.collect(),
            flips: false,
            p_holm: None,
            significant: false,
        }
    }

    /// A slice, and the p-value of its flip.
    fn slice(
        &self,
        feature: &str,
        value: String,
        is_in: &dyn Fn(&Key<'_>) -> bool,
        overall: &[usize],
    ) -> (Slice, Option<f64>) {
        let inside = |system: &Sliced<'e>| -> Vec<&'e Outcome> {
            let outcomes = system.outcomes.iter();
            let inside = outcomes.filter(|(key, _)| is_in(key));
            inside.map(|(_, outcome)| *outcome).collect()
        };
        let outcomes: Vec<Vec<&Outcome>> = self.systems.iter().map(inside).collect();
        let systems = self.systems.iter().zip(&outcomes);
        let mut slice = Slice {
            feature: feature.to_owned(),
            value,
            n: outcomes.iter().map(Vec::len).max().unwrap_or(0),
            systems: systems
                .map(|(system, outcomes)| self.score(&system.name, outcomes))
                .collect(),
            flips: false,
            p_holm: None,
            significant: false,
        };
        let here = leaders(&slice);
        let (Some(&best), Some(&before)) = (here.first(), overall.first()) else {
            return (slice, None);
        };
        if here.iter().any(|system| overall.contains(system)) {
            return (slice, None);
        }
        slice.flips = true;
        let others = &self.systems[before].outcomes;
        let differences: Vec<f64> = outcomes[best]
            .iter()
            .filter_map(|outcome| {
                let other = others.get(&(&outcome.question, outcome.language.as_ref()))?;
                Some(outcome.f1 - other.f1)
            })
            .collect();
        let p = Difference::of(&differences, self.seed).map(|difference| difference.test.p);
        (slice, p)
    }

    fn score(&self, system: &str, outcomes: &[&Outcome]) -> SliceScore {
        let score = self
            .measure
            .map(|measure| measure.of(outcomes.iter().copied()));
        let score = score.filter(|score| score.is_finite() && !outcomes.is_empty());
        let each: Vec<f64> = outcomes.iter().map(|outcome| outcome.f1).collect();
        let mean = each.iter().sum::<f64>() / each.len().max(1) as f64;
        let is_mean = score.is_some_and(|score| (score - mean).abs() < 1e-9);
        SliceScore {
            system: system.to_owned(),
            score,
            interval: is_mean.then(|| mean_interval(&each, self.seed)).flatten(),
        }
    }
}

/// The systems with the highest score; several if they are equal.
fn leaders(slice: &Slice) -> Vec<usize> {
    let score = |system: &SliceScore| system.score.unwrap_or(f64::NEG_INFINITY);
    let best = slice
        .systems
        .iter()
        .map(score)
        .fold(f64::NEG_INFINITY, f64::max);
    let systems = slice.systems.iter().enumerate();
    systems
        .filter(|(_, system)| best.is_finite() && best - score(system) < 1e-12)
        .map(|(number, _)| number)
        .collect()
}

/// The values of a feature with the questions that have them.
fn values_of<'q>(
    feature: &Feature,
    measured: &'q BTreeMap<QuestionId, Features>,
) -> Vec<(String, Vec<&'q QuestionId>)> {
    let values = || {
        measured
            .iter()
            .filter_map(|(id, features)| Some((id, features.get(feature)?)))
    };
    let mut numbers: Vec<f64> = values()
        .filter_map(|(_, value)| value.as_number())
        .collect();
    numbers.sort_by(f64::total_cmp);
    let mut different = numbers.clone();
    different.dedup();
    let numeric = feature.kind.is_numeric() && numbers.len() == values().count();
    if numeric && different.len() > MOST_VALUES {
        let pairs: Vec<(&QuestionId, &Value)> = values().collect();
        return ranges(&numbers, &pairs);
    }
    if numeric {
        let slice = |number: f64| {
            let has = |value: &Value| value.as_number() == Some(number);
            let with = values().filter(|(_, value)| has(value));
            let shown = with.clone().next().map(|(_, value)| value.to_string());
            (shown.unwrap_or_default(), with.map(|(id, _)| id).collect())
        };
        return different.into_iter().map(slice).collect();
    }
    let mut slices: BTreeMap<String, Vec<&QuestionId>> = BTreeMap::new();
    for (id, value) in values() {
        let names = match value {
            Value::Names(names) => names.clone(),
            other => vec![other.to_string().trim().trim_end_matches(',').to_owned()],
        };
        for name in names {
            slices.entry(name).or_default().push(id);
        }
    }
    slices.into_iter().collect()
}

/// Ranges of about as many questions each.
fn ranges<'q>(
    sorted: &[f64],
    values: &[(&'q QuestionId, &'q Value)],
) -> Vec<(String, Vec<&'q QuestionId>)> {
    let mut edges: Vec<f64> = (1..RANGES)
        .map(|part| sorted[sorted.len() * part / RANGES])
        .collect();
    edges.dedup();
    let counts = sorted.iter().all(|value| value.fract() == 0.0);
    let edge = |at: usize| edges.get(at).copied();
    (0..=edges.len())
        .map(|part| {
            let from = part.checked_sub(1).and_then(edge);
            let below = edge(part);
            let inside = |number: f64| {
                from.is_none_or(|from| number >= from) && below.is_none_or(|below| number < below)
            };
            let label = match (from, below) {
                (Some(from), Some(below)) if counts && below == from + 1.0 => format!("{from}"),
                (Some(from), Some(below)) if counts => format!("{from} to {}", below - 1.0),
                (Some(from), Some(below)) => format!("{from} to < {below}"),
                (None, Some(below)) => format!("< {below}"),
                (Some(from), None) => format!(">= {from}"),
                (None, None) => "all".to_owned(),
            };
            let with = values
                .iter()
                .filter(|(_, value)| value.as_number().is_some_and(inside));
            (label, with.map(|(id, _)| *id).collect())
        })
        .filter(|(_, ids): &(String, Vec<_>)| !ids.is_empty())
        .collect()
}
