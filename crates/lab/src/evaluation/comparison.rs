//! How systems compare: a leaderboard for each rule set and experiment.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use lydite_judge::{
    Comparison, Contender, Figure, Headline, Leaderboard, Report, RuleSet, compare,
};
use lydite_model::{Experiment, Language, Outcome, QuestionId};
use serde::{Deserialize, Serialize};

/// How systems compare under one rule set.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ComparedSystems {
    /// The benchmark, where there are several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dataset: Option<String>,
    /// The language, where there are several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub language: Option<String>,
    /// The rule set.
    pub rules: String,
    /// What was judged.
    pub experiment: Experiment,
    /// The part of the benchmark, under rules that average parts on their own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub part: Option<String>,
    /// The score by which they are ranked.
    pub measure: String,
    /// The systems in their order.
    pub leaderboard: Leaderboard,
    /// Every pair of them.
    pub comparison: Comparison,
}

impl ComparedSystems {
    /// The comparisons between reports of several systems under the same rules.
    pub(crate) fn of(reports: &[Report], seed: u64) -> Vec<Self> {
        Self::of_scored(reports, &Scores::default(), seed)
    }

    /// The same, with the scores of reports that hold no outcomes.
    pub(super) fn of_scored(reports: &[Report], scores: &Scores, seed: u64) -> Vec<Self> {
        let names = scores.names();
        let mut compared = Vec::new();
        let mut known = Vec::new();
        for report in reports {
            if known.contains(&report.rules) {
                continue;
            }
            known.push(report.rules.clone());
            let rivals: Vec<Rival<'_>> = reports
                .iter()
                .enumerate()
                .filter(|(_, other)| other.rules == report.rules)
                .map(|(place, report)| Rival {
                    report,
                    scores: scores.reports.get(&place),
                    names: &names,
                })
                .collect();
            if rivals.len() < 2 {
                continue;
            }
            let parts: BTreeSet<&str> = rivals
                .iter()
                .flat_map(|rival| rival.report.parts())
                .collect();
            for experiment in Experiment::ALL {
                if experiment == Experiment::Qa && !parts.is_empty() {
                    for part in &parts {
                        compared.extend(Self::between(&rivals, experiment, Some(part), seed));
                    }
                } else {
                    compared.extend(Self::between(&rivals, experiment, None, seed));
                }
            }
        }
        compared
    }

    fn between(
        rivals: &[Rival<'_>],
        experiment: Experiment,
        part: Option<&str>,
        seed: u64,
    ) -> Option<Self> {
        let views: Vec<View<'_>> = rivals
            .iter()
            .filter_map(|rival| View::of(rival, experiment, part))
            .collect();
        let first = views.first()?;
        // Reports without outcomes can be ranked, but not told apart.
        if views.len() < 2 {
            return None;
        }
        let scores = views
            .iter()
            .map(|view| (view.system.to_owned(), view.scores()));
        let contenders: Vec<Contender> = Contender::aligned(scores)
            .into_iter()
            .zip(&views)
            .map(|(contender, view)| {
                let contender = contender.with_empty_gold(view.empty_gold);
                match view.headline {
                    Some(figure) => contender.with_headline(Headline {
                        score: figure.value,
                        interval: figure.interval,
                        n: figure.n,
                    }),
                    None => contender,
                }
            })
            .collect();
        let comparison = compare(&contenders, seed);
        Some(Self {
            dataset: None,
            language: None,
            rules: first.rules.clone(),
            experiment,
            part: part.map(str::to_owned),
            measure: first.path.clone(),
            leaderboard: comparison.leaderboard(),
            comparison,
        })
    }
}

/// What is compared of outcomes that are not held: the scores of each report, by its place. Every
/// question is named once, whatever the number of systems and experiment types.
#[derive(Default)]
pub(super) struct Scores {
    numbers: HashMap<(QuestionId, Option<Language>), u32>,
    reports: BTreeMap<usize, ReportScores>,
}

/// The scores of a report: by experiment type, and by the part of the benchmark.
type ReportScores = BTreeMap<(Experiment, Option<String>), Vec<Score>>;

/// What is compared of an outcome.
#[derive(Clone, Copy)]
struct Score {
    /// The number of the question.
    question: u32,
    f1: f64,
    /// Whether the rules average over it.
    averaged: bool,
    /// Whether the question has an answer.
    answerable: bool,
}

impl Scores {
    /// Adds an outcome of the report at a place.
    pub(super) fn add(&mut self, place: usize, outcome: &Outcome, rules: &RuleSet) {
        let next = self.numbers.len() as u32;
        let name = (outcome.question.clone(), outcome.language.clone());
        let score = Score {
            question: *self.numbers.entry(name).or_insert(next),
            f1: outcome.f1,
            averaged: rules.averages(outcome),
            answerable: outcome.gold.is_answerable(),
        };
        let report = self.reports.entry(place).or_default();
        let kind = (outcome.experiment, outcome.part.clone());
        report.entry(kind).or_default().push(score);
    }

    /// Forgets what was added for a place.
    pub(super) fn forget(&mut self, place: usize) {
        self.reports.remove(&place);
    }

    /// The names of the questions by their numbers.
    fn names(&self) -> Vec<Key<'_>> {
        let mut names: Vec<_> = self.numbers.iter().collect();
        names.sort_unstable_by_key(|(_, number)| **number);
        let names = names.into_iter().map(|(name, _)| name);
        names
            .map(|(id, language)| (id, language.as_ref()))
            .collect()
    }
}

/// What tells a question from others.
type Key<'r> = (&'r QuestionId, Option<&'r Language>);

/// A report, and the scores of its questions if it holds no outcomes.
#[derive(Clone, Copy)]
struct Rival<'r> {
    report: &'r Report,
    scores: Option<&'r ReportScores>,
    names: &'r [Key<'r>],
}

/// What a report says about one experiment.
struct View<'r> {
    system: &'r str,
    rules: String,
    path: String,
    headline: Option<&'r Figure>,
    empty_gold: Option<f64>,
    outcomes: &'r [Outcome],
    part: Option<&'r str>,
    rival: Rival<'r>,
    experiment: Experiment,
}

impl<'r> View<'r> {
    fn of(rival: &Rival<'r>, experiment: Experiment, part: Option<&'r str>) -> Option<Self> {
        let report = rival.report;
        let (figures, outcomes, path) = if experiment == Experiment::Qa {
            let own = || report.headline();
            let [_, _, path] = part.map_or_else(own, |part| report.part_headline(part));
            (&report.figures, &report.outcomes, path)
        } else {
            let other = report.experiment(experiment)?;
            (&other.figures, &other.outcomes, "macro.f1".to_owned())
        };
        if figures.is_empty() {
            return None;
        }
        let find = |path: &str| figures.iter().find(|figure| figure.path == path);
        Some(Self {
            system: report.system.as_deref().unwrap_or("the answers"),
            rules: report.rules.name.clone(),
            headline: find(&path),
            empty_gold: find("empty_gold.correct").and_then(|figure| figure.value),
            path,
            outcomes,
            part,
            rival: *rival,
            experiment,
        })
    }

    /// The scores that the headline averages over.
    fn scores(&self) -> Vec<(Key<'r>, f64)> {
        let rules = self.rival.report.rules.rule_set();
        let rules = rules.filter(|_| self.experiment == Experiment::Qa);
        let of_part = |part: Option<&str>| self.part.is_none() || part == self.part;
        if self.outcomes.is_empty() {
            let kinds = self.rival.scores.into_iter().flatten();
            let own = kinds.filter(|((experiment, part), _)| {
                *experiment == self.experiment && of_part(part.as_deref())
            });
            let averaged = own
                .flat_map(|(_, scores)| scores)
                .filter(|score| match rules {
                    Some(_) => score.averaged,
                    None => score.answerable,
                });
            let names = self.rival.names;
            return averaged
                .map(|score| (names[score.question as usize], score.f1))
                .collect();
        }
        let averaged = self.outcomes.iter().filter(|outcome| {
            of_part(outcome.part.as_deref())
                && match rules {
                    Some(rules) => rules.averages(outcome),
                    None => outcome.gold.is_answerable(),
                }
        });
        averaged
            .map(|one| ((&one.question, one.language.as_ref()), one.f1))
            .collect()
    }
}
