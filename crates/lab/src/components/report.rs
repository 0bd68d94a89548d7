//! What came of judging components.

use std::collections::BTreeMap;

use lydite_compose::Resources;
use lydite_compose::component::{Component, Task};
use serde::{Deserialize, Serialize};

use super::judging::harmonic;

/// What a component found for a question, and how right it is: a cell of the outcome matrix.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Judged {
    /// The question.
    pub question: String,
    /// Its text.
    pub text: String,
    /// The component.
    pub component: String,
    /// What it does.
    pub task: Task,
    /// What should have been found.
    pub gold: Vec<String>,
    /// What was found.
    pub found: Vec<String>,
    /// The share of what was found that is right; nothing if there was nothing to find.
    pub precision: Option<f64>,
    /// The share of what is right that was found.
    pub recall: Option<f64>,
    /// Their harmonic mean.
    pub f1: Option<f64>,
    /// How long it took, in milliseconds.
    pub millis: f64,
    /// Why it could say nothing.
    pub error: Option<String>,
}

/// A component over all questions.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ComponentScore {
    /// The component.
    pub component: String,
    /// What it does.
    pub task: Task,
    /// How many questions have something to find.
    pub questions: usize,
    /// How many have not, and do not count.
    pub skipped: usize,
    /// The mean of the precisions.
    pub precision: f64,
    /// The mean of the recalls.
    pub recall: f64,
    /// The harmonic mean of these two, as Frankenstein reports it.
    pub f1: f64,
    /// The mean of the F1 of the questions.
    pub mean_f1: f64,
    /// The share of questions with an F1 of at least one half: Frankenstein's success.
    pub at_least_half: f64,
    /// How long a question took on average, in milliseconds.
    pub mean_millis: f64,
    /// How long 95 of 100 questions took at most, in milliseconds.
    pub p95_millis: f64,
    /// How many questions it failed on.
    pub errors: usize,
}

/// A component over the questions that have something in common.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ComponentSlice {
    /// What they have in common.
    pub slice: String,
    /// The component over them.
    pub score: ComponentScore,
}

/// The names among which linkers choose.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Universe {
    /// How many resources have names.
    pub entities: usize,
    /// How many different names there are.
    pub names: usize,
    /// How many of them several resources have.
    pub ambiguous: usize,
    /// How many properties there are.
    pub properties: usize,
    /// How many classes there are.
    pub classes: usize,
}

/// What came of judging components.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ComponentReport {
    /// Among how many candidates they chose: figures mean little without it.
    pub universe: Universe,
    /// Each component over all questions.
    pub components: Vec<ComponentScore>,
    /// Each component over the questions whose gold query has so many triples.
    pub slices: Vec<ComponentSlice>,
    /// Each component on each question.
    pub questions: Vec<Judged>,
}

impl ComponentReport {
    pub(super) fn new(components: &[&Component], rows: Vec<Judged>, resources: &Resources) -> Self {
        let names = resources.names();
        let score = |component: &&Component| {
            let name = component.description().name;
            let own = rows.iter().filter(|row| row.component == name);
            summed(&name, component.task(), own)
        };
        let mut slices = Vec::new();
        for component in components {
            let name = component.description().name;
            let mut by_slice: BTreeMap<String, Vec<&Judged>> = BTreeMap::new();
            for row in rows.iter().filter(|row| row.component == name) {
                if !row.gold.is_empty() {
                    by_slice
                        .entry(format!("gold {}", row.gold.len()))
                        .or_default()
                        .push(row);
                }
                let capitals = row
                    .text
                    .split_whitespace()
                    .skip(1)
                    .any(|word| word.starts_with(char::is_uppercase));
                let slice = if capitals { "capitals" } else { "no capitals" };
                by_slice.entry(slice.to_owned()).or_default().push(row);
            }
            for (slice, rows) in by_slice {
                slices.push(ComponentSlice {
                    slice,
                    score: summed(&name, component.task(), rows.into_iter()),
                });
            }
        }
        Self {
            universe: Universe {
                entities: names.len(),
                names: names.keys(),
                ambiguous: names.ambiguous(),
                properties: resources.properties().terms().len(),
                classes: resources.classes().terms().len(),
            },
            components: components.iter().map(score).collect(),
            slices,
            questions: rows,
        }
    }
}

fn summed<'r>(
    component: &str,
    task: Task,
    rows: impl Iterator<Item = &'r Judged>,
) -> ComponentScore {
    let rows: Vec<&Judged> = rows.collect();
    let counted: Vec<&&Judged> = rows.iter().filter(|row| row.f1.is_some()).collect();
    let mean = |of: &dyn Fn(&Judged) -> f64| {
        let sum: f64 = counted.iter().map(|row| of(row)).sum();
        sum / counted.len().max(1) as f64
    };
    let precision = mean(&|row| row.precision.unwrap_or(0.0));
    let recall = mean(&|row| row.recall.unwrap_or(0.0));
    let mut millis: Vec<f64> = rows.iter().map(|row| row.millis).collect();
    millis.sort_by(f64::total_cmp);
    let late = (millis.len() * 95 / 100).min(millis.len().saturating_sub(1));
    ComponentScore {
        component: component.to_owned(),
        task,
        questions: counted.len(),
        skipped: rows.len() - counted.len(),
        precision,
        recall,
        f1: harmonic(precision, recall),
        mean_f1: mean(&|row| row.f1.unwrap_or(0.0)),
        at_least_half: mean(&|row| f64::from(u8::from(row.f1.unwrap_or(0.0) >= 0.5))),
        mean_millis: millis.iter().sum::<f64>() / millis.len().max(1) as f64,
        p95_millis: millis.get(late).copied().unwrap_or(0.0),
        errors: rows.iter().filter(|row| row.error.is_some()).count(),
    }
}
