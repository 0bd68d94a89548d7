//! How systems compare: a leaderboard for each rule set and experiment.

use std::collections::BTreeSet;

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
        Self::of_scored(reports, &[], seed)
    }

    /// The same, with the scores of reports that hold no outcomes, by their places.
    pub(super) fn of_scored(reports: &[Report], scores: &[Vec<Score>], seed: u64) -> Vec<Self> {
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
                    scores: scores.get(place).map_or(&[], Vec::as_slice),
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

/// What is compared of an outcome.
pub(super) struct Score {
    experiment: Experiment,
    part: Option<String>,
    question: QuestionId,
    language: Option<Language>,
    f1: f64,
    /// Whether the rules average over it.
    averaged: bool,
    /// Whether the question has an answer.
    answerable: bool,
}

impl Score {
    pub(super) fn of(outcome: &Outcome, rules: &RuleSet) -> Self {
        Self {
            experiment: outcome.experiment,
            part: outcome.part.clone(),
            question: outcome.question.clone(),
            language: outcome.language.clone(),
            f1: outcome.f1,
            averaged: rules.averages(outcome),
            answerable: outcome.gold.is_answerable(),
        }
    }
}

/// A report, and the scores of its questions if it holds no outcomes.
#[derive(Clone, Copy)]
struct Rival<'r> {
    report: &'r Report,
    scores: &'r [Score],
}

/// The key of a question and the score of its answer.
type Keyed = ((QuestionId, Option<String>), f64);

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
    fn scores(&self) -> Vec<Keyed> {
        let rules = self.rival.report.rules.rule_set();
        let by_rules = |experiment: Experiment| rules.is_some() && experiment == Experiment::Qa;
        let of_part = |part: Option<&str>| self.part.is_none() || part == self.part;
        let keyed = |id: &QuestionId, language: Option<&Language>, f1: f64| {
            ((id.clone(), language.map(ToString::to_string)), f1)
        };
        if self.outcomes.is_empty() {
            let own = self.rival.scores.iter();
            let own = own.filter(|score| score.experiment == self.experiment);
            let averaged = own.filter(|score| {
                of_part(score.part.as_deref())
                    && match by_rules(score.experiment) {
                        true => score.averaged,
                        false => score.answerable,
                    }
            });
            return averaged
                .map(|score| keyed(&score.question, score.language.as_ref(), score.f1))
                .collect();
        }
        let averaged = self.outcomes.iter().filter(|outcome| {
            of_part(outcome.part.as_deref())
                && match rules {
                    Some(rules) if by_rules(outcome.experiment) => rules.averages(outcome),
                    _ => outcome.gold.is_answerable(),
                }
        });
        averaged
            .map(|one| keyed(&one.question, one.language.as_ref(), one.f1))
            .collect()
    }
}
