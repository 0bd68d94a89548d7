//! Reports as the documented JSON, and back.

use lydite_model::{Experiment, Outcome};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Map, Value, json};

use super::{ExperimentReport, FilesDamage, Remark, Report, RulesId};
use crate::measures::{ConfidenceCurve, Unit};
use crate::tally::Figure;

/// The document. `experiments` has the figures as people look for them, `figures` has everything
/// about each of them; only `figures` is read.
#[derive(Serialize, Deserialize)]
struct Document<F, Q, D, R> {
    rules: RulesId,
    dataset: Dataset,
    system: Option<String>,
    language: Option<String>,
    headline: [String; 3],
    experiments: Map<String, Value>,
    figures: F,
    questions: Q,
    damage: D,
    remarks: R,
}

#[derive(Serialize, Deserialize)]
struct Dataset {
    id: Option<String>,
    questions: u64,
}

/// A figure with the experiment that it belongs to.
#[derive(Serialize, Deserialize)]
struct Listed<F> {
    experiment: Experiment,
    #[serde(flatten)]
    figure: F,
}

/// The figures as nested objects, with their intervals beside them.
fn tree(figures: &[Figure], confidence: &ConfidenceCurve) -> Value {
    let mut tree = Map::new();
    let mut intervals = Map::new();
    for figure in figures {
        let value = match (figure.value, figure.unit) {
            (None, _) => Value::Null,
            (Some(value), Unit::Count) => json!(value as u64),
            (Some(value), _) => json!(value),
        };
        insert(&mut tree, &figure.path, value);
        if let Some(interval) = figure.interval {
            let ends = json!([interval.low, interval.high]);
            insert(&mut intervals, &figure.path, ends);
        }
    }
    if !intervals.is_empty() {
        tree.insert("intervals".to_owned(), Value::Object(intervals));
    }
    if confidence.is_rated() {
        tree.insert(CONFIDENCE.to_owned(), json!(confidence));
    }
    Value::Object(tree)
}

const CONFIDENCE: &str = "confidence";

/// Puts a value where its path says.
fn insert(tree: &mut Map<String, Value>, path: &str, value: Value) {
    // A number in the parameter of a measure may have a dot, too.
    let name = path.find('(').unwrap_or(path.len());
    match path[..name].split_once('.') {
        None => {
            tree.insert(path.to_owned(), value);
        }
        Some((head, _)) => {
            let branch = tree
                .entry(head)
                .or_insert_with(|| Value::Object(Map::new()));
            if let Value::Object(branch) = branch {
                insert(branch, &path[head.len() + 1..], value);
            }
        }
    }
}

impl Serialize for Report {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut experiments = Map::new();
        if !self.figures.is_empty() {
            let answering = tree(&self.figures, &self.confidence);
            experiments.insert(Experiment::Qa.to_string(), answering);
        }
        for report in &self.experiments {
            let figures = tree(&report.figures, &report.confidence);
            experiments.insert(report.experiment.to_string(), figures);
        }
        let listed = |experiment, figures: &'_ [Figure]| {
            let list = figures.iter().cloned();
            list.map(move |figure| Listed { experiment, figure })
                .collect::<Vec<_>>()
        };
        let mut figures = listed(Experiment::Qa, &self.figures);
        for report in &self.experiments {
            figures.extend(listed(report.experiment, &report.figures));
        }
        let others = self.experiments.iter().flat_map(|report| &report.outcomes);
        Document {
            rules: self.rules.clone(),
            dataset: Dataset {
                id: self.dataset.clone(),
                questions: self.questions,
            },
            system: self.system.clone(),
            language: self.language.clone(),
            headline: self.headline.clone(),
            experiments,
            figures,
            questions: self.outcomes.iter().chain(others).collect::<Vec<_>>(),
            damage: &self.damage,
            remarks: &self.remarks,
        }
        .serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Report {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        type Read = Document<Vec<Listed<Figure>>, Vec<Outcome>, FilesDamage, Vec<Remark>>;
        let mut document = Read::deserialize(deserializer)?;
        let mut curve = |experiment: Experiment| {
            let tree = document.experiments.get_mut(experiment.as_str());
            let points = tree.and_then(|tree| tree.get_mut(CONFIDENCE));
            points.map_or_else(
                || Ok(ConfidenceCurve::default()),
                |points| serde_json::from_value(points.take()).map_err(D::Error::custom),
            )
        };
        let confidence = curve(Experiment::Qa)?;
        let mut figures = Vec::new();
        let mut experiments: Vec<ExperimentReport> = Vec::new();
        for Listed { experiment, figure } in document.figures {
            if experiment == Experiment::Qa {
                figures.push(figure);
                continue;
            }
            let same = |report: &&mut ExperimentReport| report.experiment == experiment;
            match experiments.iter_mut().find(same) {
                Some(report) => report.figures.push(figure),
                None => experiments.push(ExperimentReport {
                    experiment,
                    figures: vec![figure],
                    confidence: curve(experiment)?,
                    outcomes: Vec::new(),
                }),
            }
        }
        let mut outcomes = Vec::new();
        for outcome in document.questions {
            let same = |report: &&mut ExperimentReport| report.experiment == outcome.experiment;
            match experiments.iter_mut().find(same) {
                Some(report) => report.outcomes.push(outcome),
                None => outcomes.push(outcome),
            }
        }
        Ok(Self {
            rules: document.rules,
            dataset: document.dataset.id,
            questions: document.dataset.questions,
            system: document.system,
            language: document.language,
            headline: document.headline,
            figures,
            confidence,
            outcomes,
            experiments,
            damage: document.damage,
            remarks: document.remarks,
        })
    }
}
