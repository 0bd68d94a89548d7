//! How systems compare: a leaderboard for each rule set and experiment.

use std::collections::BTreeSet;

use lydite_judge::{Comparison, Contender, Figure, Headline, Leaderboard, Report, compare};
use lydite_model::{Experiment, Outcome};
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
        let mut compared = Vec::new();
        let mut known = Vec::new();
        for report in reports {
            if known.contains(&report.rules) {
                continue;
            }
            known.push(report.rules.clone());
            let rivals: Vec<&Report> = reports
                .iter()
                .filter(|other| other.rules == report.rules)
                .collect();
            if rivals.len() < 2 {
                continue;
            }
            let parts: BTreeSet<&str> = rivals.iter().flat_map(|rival| rival.parts()).collect();
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
        rivals: &[&Report],
        experiment: Experiment,
        part: Option<&str>,
        seed: u64,
    ) -> Option<Self> {
        let views: Vec<View<'_>> = rivals
            .iter()
            .filter_map(|report| View::of(report, experiment, part))
            .collect();
        let first = views.first()?;
        // Reports without outcomes can be ranked, but not told apart.
        if views.len() < 2 {
            return None;
        }
        let scores = views.iter().map(|view| {
            let outcomes = view.outcomes.iter();
            let averaged = outcomes.filter(|outcome| view.averages(outcome));
            let scores = averaged.map(|outcome| {
                let language = outcome.language.as_ref().map(ToString::to_string);
                ((outcome.question.clone(), language), outcome.f1)
            });
            (view.system.to_owned(), scores.collect::<Vec<_>>())
        });
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

/// What a report says about one experiment.
struct View<'r> {
    system: &'r str,
    rules: String,
    path: String,
    headline: Option<&'r Figure>,
    empty_gold: Option<f64>,
    outcomes: &'r [Outcome],
    part: Option<&'r str>,
    report: &'r Report,
}

impl<'r> View<'r> {
    fn of(report: &'r Report, experiment: Experiment, part: Option<&'r str>) -> Option<Self> {
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
            report,
        })
    }

    /// Whether the headline averages over an outcome.
    fn averages(&self, outcome: &Outcome) -> bool {
        if self.part.is_some() && outcome.part.as_deref() != self.part {
            return false;
        }
        match self.report.rules.rule_set() {
            Some(rules) if outcome.experiment == Experiment::Qa => rules.averages(outcome),
            _ => outcome.gold.is_answerable(),
        }
    }
}
