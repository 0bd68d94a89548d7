//! What scoring comes to, as a value and as the documented JSON.

use std::fmt;

use lydite_model::{DatasetInfo, Outcome};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use serde_json::{Map, Value, json};

use crate::RuleSet;
use crate::measures::{ConfidenceCurve, Unit};
use crate::tally::Figure;

/// The judgement of one answer file under one rule set.
#[derive(Debug)]
pub struct Report {
    /// The rules.
    pub rules: &'static RuleSet,
    /// The identifier of the gold file.
    pub dataset: Option<String>,
    /// The number of gold questions judged.
    pub questions: u64,
    /// The name of the system.
    pub system: Option<String>,
    /// The language that was chosen.
    pub language: Option<String>,
    /// The figures.
    pub figures: Vec<Figure>,
    /// What silence below a confidence would gain, if the answers have confidences.
    pub confidence: ConfidenceCurve,
    /// The questions one by one, if they were asked for.
    pub outcomes: Vec<Outcome>,
    /// What is worth knowing about the two files.
    pub remarks: Vec<Remark>,
}

/// What is worth knowing about the files.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Remark {
    /// What kind of remark it is.
    pub kind: RemarkKind,
    /// How many entries it is about.
    pub count: u64,
    /// The first few of them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub examples: Vec<String>,
    /// Why, where the kind does not say it all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
}

/// The kinds of remark.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum RemarkKind {
    /// The official program gives no result for these files; the figures are of what was meant.
    Stops,
    /// The answers are to other questions altogether.
    OtherDataset,
    /// Answers to questions that the gold file does not have.
    UnknownQuestions,
    /// Answers in other languages than the gold file's or the chosen one.
    OtherLanguages,
    /// Several answers to one question; the last one counted.
    RepeatedAnswers,
    /// Several gold questions with one identifier.
    RepeatedQuestions,
    /// Gold questions without any answers, which cannot be judged.
    NoGoldAnswers,
    /// Gold questions without a wording in the chosen language, which were left out.
    NoWording,
    /// The two files name different datasets.
    DatasetNames,
}

impl fmt::Display for Remark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count = self.count;
        match self.kind {
            RemarkKind::Stops => f.write_str("the official program would stop"),
            RemarkKind::OtherDataset => f.write_str("these look like answers to another dataset"),
            RemarkKind::UnknownQuestions => {
                write!(
                    f,
                    "{count} answers to questions that the gold file does not have"
                )
            }
            RemarkKind::OtherLanguages => write!(f, "{count} answers in other languages"),
            RemarkKind::RepeatedAnswers => {
                write!(
                    f,
                    "{count} answers to a question that was answered before; the last one counts"
                )
            }
            RemarkKind::RepeatedQuestions => {
                write!(
                    f,
                    "{count} gold questions with the identifier of another one"
                )
            }
            RemarkKind::NoGoldAnswers => {
                write!(f, "{count} gold questions have no answers to compare with")
            }
            RemarkKind::NoWording => {
                write!(
                    f,
                    "{count} gold questions have no wording in the chosen language"
                )
            }
            RemarkKind::DatasetNames => f.write_str("the files name different datasets"),
        }?;
        if let Some(detail) = &self.detail {
            write!(f, ": {detail}")?;
        }
        if !self.examples.is_empty() {
            write!(f, " ({}", self.examples.join(", "))?;
            f.write_str(if count > self.examples.len() as u64 {
                ", …)"
            } else {
                ")"
            })?;
        }
        Ok(())
    }
}

impl Report {
    /// The figure at this place of the document.
    ///
    /// A name such as `macro.f1` or `global.macro.f1`; see [`RuleSet::figures`].
    pub fn figure(&self, path: &str) -> Option<&Figure> {
        self.figures.iter().find(|figure| figure.path == path)
    }

    /// The value of the figure at this place.
    pub fn value(&self, path: &str) -> Option<f64> {
        self.figure(path)?.value
    }

    /// Why the official program would give no result, if so.
    pub fn stops(&self) -> Option<&str> {
        let stop = self
            .remarks
            .iter()
            .find(|remark| remark.kind == RemarkKind::Stops)?;
        stop.detail.as_deref()
    }

    /// Adds what the files say about themselves; call it when both are read to their ends.
    pub fn describe(&mut self, gold: &DatasetInfo, answers: &DatasetInfo) {
        self.dataset.clone_from(&gold.id);
        if self.rules.rules.needs_dataset() && answers.id.is_none() {
            self.remark(
                RemarkKind::Stops,
                Some("the answer file has no dataset with an id".to_owned()),
            );
        }
        if let (Some(one), Some(other)) = (&gold.id, &answers.id)
            && one != other
        {
            self.remark(
                RemarkKind::DatasetNames,
                Some(format!("`{one}` and `{other}`")),
            );
        }
        self.remarks.sort_by_key(|remark| remark.kind);
    }

    fn remark(&mut self, kind: RemarkKind, detail: Option<String>) {
        if !self.remarks.iter().any(|remark| remark.kind == kind) {
            self.remarks.push(Remark {
                kind,
                count: 1,
                examples: Vec::new(),
                detail,
            });
        }
    }

    /// The figures as nested objects, with their intervals beside them.
    fn experiment(&self) -> Value {
        let mut tree = Map::new();
        let mut intervals = Map::new();
        for figure in &self.figures {
            let value = match (figure.value, figure.measure.unit) {
                (None, _) => Value::Null,
                (Some(value), Unit::Count) => json!(value as u64),
                (Some(value), _) => json!(value),
            };
            insert(&mut tree, &figure.path, value);
            if let Some(interval) = figure.interval {
                insert(&mut intervals, &figure.path, json!(interval));
            }
        }
        if !intervals.is_empty() {
            tree.insert("intervals".to_owned(), Value::Object(intervals));
        }
        if self.confidence.is_rated() {
            tree.insert(
                "confidence".to_owned(),
                json!(self.confidence.points().step_by(10).collect::<Vec<_>>()),
            );
        }
        Value::Object(tree)
    }
}

/// Puts a value where its path says.
fn insert(tree: &mut Map<String, Value>, path: &str, value: Value) {
    match path.split_once('.') {
        None => {
            tree.insert(path.to_owned(), value);
        }
        Some((head, rest)) => {
            let branch = tree
                .entry(head)
                .or_insert_with(|| Value::Object(Map::new()));
            if let Value::Object(branch) = branch {
                insert(branch, rest, value);
            }
        }
    }
}

impl Serialize for Report {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry(
            "rules",
            &json!({"name": self.rules.name, "version": self.rules.version}),
        )?;
        map.serialize_entry(
            "dataset",
            &json!({"id": self.dataset, "questions": self.questions}),
        )?;
        map.serialize_entry("system", &self.system)?;
        map.serialize_entry("language", &self.language)?;
        map.serialize_entry("experiments", &json!({"QA": self.experiment()}))?;
        map.serialize_entry("questions", &self.outcomes)?;
        map.serialize_entry("remarks", &self.remarks)?;
        map.end()
    }
}
