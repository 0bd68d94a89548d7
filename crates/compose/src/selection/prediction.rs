//! What a choice model predicts for a question, and why.

use lydite_language::Lang;

use super::features::{PAPER_FEATURES, masked, question_features};
use super::model::ChoiceModel;
use super::selector::Chances;
use super::strategy::Strategy;
use crate::choosing::Reason;

/// How likely the components of each task succeed.
pub(crate) struct Predicted {
    /// For each task, for each member.
    pub(crate) members: Vec<Vec<f64>>,
    /// For sets of them, where these are predicted.
    pub(crate) sets: Option<Chances>,
}

impl ChoiceModel {
    /// What a strategy rests on: mean scores, logistic regression over the paper's features, or our selector.
    pub(crate) fn chances(&self, question: &str, lang: Lang, strategy: Strategy) -> Predicted {
        let features = question_features(question, lang);
        self.chances_of(&masked(question), &features, strategy)
    }

    fn chances_of(&self, text: &str, features: &[f64], strategy: Strategy) -> Predicted {
        let of_members = |of: &dyn Fn(&super::Member) -> f64| -> Vec<Vec<f64>> {
            let tasks = self.tasks.iter();
            tasks
                .map(|of_task| of_task.members.iter().map(of).collect())
                .collect()
        };
        match strategy {
            Strategy::Static => Predicted {
                members: of_members(&|member| member.mean_f1),
                sets: None,
            },
            Strategy::Dynamic | Strategy::Improved => Predicted {
                members: of_members(&|member| member.chance(features)),
                sets: None,
            },
            Strategy::SetAware | Strategy::CostAware { .. } | Strategy::Afterwards => {
                let sets = self.selector.chances_of_masked(text, features);
                let members = (0..self.tasks.len()).map(|task| sets.of_components(task));
                Predicted {
                    members: members.collect(),
                    sets: Some(sets),
                }
            }
        }
    }

    /// One member for each task: the pipeline with the best chance among those that usually take no longer than a
    /// budget, or the one with the best chance per millisecond; the fastest where none is within the budget.
    pub(crate) fn affordable(
        &self,
        chances: &[Vec<f64>],
        budget: Option<u32>,
    ) -> Vec<Vec<(usize, f64)>> {
        let mut pipelines: Vec<(Vec<usize>, f64, f64)> = vec![(Vec::new(), 1.0, 0.0)];
        for (of_task, chances) in self.tasks.iter().zip(chances) {
            let longer = pipelines.iter().flat_map(|(members, chance, millis)| {
                let own = of_task.members.iter().zip(chances).enumerate();
                own.map(move |(at, (member, own))| {
                    let mut members = members.clone();
                    members.push(at);
                    (members, chance * own.max(0.0), millis + member.millis)
                })
            });
            pipelines = longer.collect();
        }
        // Below a tenth of a millisecond the clock says little.
        let worth = |chance: f64, millis: f64| match budget {
            None => chance / millis.max(0.1),
            Some(budget) if millis <= f64::from(budget) => chance,
            Some(_) => -millis,
        };
        let best = pipelines
            .into_iter()
            .map(|(members, chance, millis)| (worth(chance, millis), members))
            .reduce(|best, one| if one.0 > best.0 { one } else { best });
        let members = best.map(|(_, members)| members).unwrap_or_default();
        let members = members.into_iter().zip(chances);
        members
            .map(|(at, chances)| vec![(at, chances[at])])
            .collect()
    }

    /// By how much the chance of components of a task changes when a feature of the question has its mean, or a word
    /// is left out: the largest changes.
    pub(crate) fn reasons(
        &self,
        question: &str,
        lang: Lang,
        strategy: Strategy,
        task: usize,
        chosen: &[&str],
        most: usize,
    ) -> Vec<Reason> {
        let Some(of_task) = self.tasks.get(task) else {
            return Vec::new();
        };
        let members = of_task.members.iter().enumerate();
        let set = members
            .filter(|(_, member)| chosen.contains(&member.name.as_str()))
            .fold(0u64, |bits, (at, _)| bits | 1 << at);
        let chance = |text: &str, features: &[f64]| -> f64 {
            let predicted = self.chances_of(text, features, strategy);
            let of_set = predicted
                .sets
                .as_ref()
                .and_then(|sets| sets.of_set(task, set));
            of_set.unwrap_or_else(|| {
                let own = predicted.members[task].iter().enumerate();
                let own = own.filter(|(at, _)| set & (1 << at) != 0);
                own.map(|(_, chance)| *chance).fold(0.0, f64::max)
            })
        };
        let text = masked(question);
        let features = question_features(question, lang);
        let whole = chance(&text, &features);
        let only_paper = matches!(strategy, Strategy::Dynamic | Strategy::Improved);
        let looked_at = if only_paper {
            PAPER_FEATURES.len()
        } else {
            features.len()
        };
        let mut reasons = Vec::new();
        for at in 0..looked_at {
            let mut usual = features.clone();
            usual[at] = self.means.get(at).copied().unwrap_or_default();
            if (usual[at] - features[at]).abs() < 1e-12 {
                continue;
            }
            reasons.push(Reason {
                feature: self.selector.features.get(at).cloned().unwrap_or_default(),
                value: features[at],
                effect: whole - chance(&text, &usual),
            });
        }
        let words: Vec<&str> = text.split(' ').collect();
        for (at, word) in words.iter().enumerate() {
            if only_paper || *word == "ENT" || word.is_empty() {
                continue;
            }
            let mut rest = words.clone();
            rest.remove(at);
            reasons.push(Reason {
                feature: format!("the word “{word}”"),
                value: 1.0,
                effect: whole - chance(&rest.join(" "), &features),
            });
        }
        reasons.sort_by(|one, other| other.effect.abs().total_cmp(&one.effect.abs()));
        reasons.truncate(most);
        reasons.retain(|reason| reason.effect != 0.0);
        reasons
    }
}
