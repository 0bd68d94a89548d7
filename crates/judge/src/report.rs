//! What scoring comes to, as a value and as the documented JSON.

use std::fmt;

use lydite_model::{DatasetInfo, Experiment, Outcome};
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
    /// The figures of question answering; none if it was not asked for.
    pub figures: Vec<Figure>,
    /// What silence below a confidence would gain, if the answers have confidences.
    pub confidence: ConfidenceCurve,
    /// The answers question by question, if they were asked for.
    pub outcomes: Vec<Outcome>,
    /// The other experiments.
    pub experiments: Vec<ExperimentReport>,
    /// What is worth knowing about the two files.
    pub remarks: Vec<Remark>,
}

/// What a system found on its way to the answer, judged.
#[derive(Debug)]
pub struct ExperimentReport {
    /// Which task it is.
    pub experiment: Experiment,
    /// The figures.
    pub figures: Vec<Figure>,
    /// What silence below a confidence would gain, if the answers have confidences.
    pub confidence: ConfidenceCurve,
    /// The questions one by one, if they were asked for.
    pub outcomes: Vec<Outcome>,
}

impl ExperimentReport {
    /// The figure at this place of the document.
    pub fn figure(&self, path: &str) -> Option<&Figure> {
        self.figures.iter().find(|figure| figure.path == path)
    }

    /// The value of the figure at this place.
    pub fn value(&self, path: &str) -> Option<f64> {
        self.figure(path)?.value
    }
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
    /// Gold queries that cannot be read; their questions are left out of the sub-experiments.
    UnreadableQueries,
    /// Experiments that the rules do not judge.
    NotJudged,
    /// The graph could not be asked what else things are called; answers were compared without it.
    GraphFailed,
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
            RemarkKind::UnreadableQueries => write!(
                f,
                "{count} gold queries cannot be read, their questions are left out where the query counts"
            ),
            RemarkKind::NotJudged => {
                write!(
                    f,
                    "{count} of the experiments asked for are not judged by these rules"
                )
            }
            RemarkKind::GraphFailed => write!(
                f,
                "the graph could not be asked {count} times about other names, labels or classes; \
                 those answers were compared without it"
            ),
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

    /// The places of the precision, recall and F1 that stand for the whole.
    pub fn headline(&self) -> [String; 3] {
        const FIRST: [&str; 3] = ["macro.f1", "global.macro.f1", "set_F"];
        let known = FIRST.into_iter().find(|path| self.figure(path).is_some());
        let path = known.map(str::to_owned).or_else(|| {
            let mut paths = self.figures.iter().map(|figure| &figure.path);
            paths.find(|path| path.ends_with("f1")).cloned()
        });
        let path = path.unwrap_or_default();
        match path.strip_suffix("f1") {
            Some(stem) => [format!("{stem}precision"), format!("{stem}recall"), path],
            None => ["set_P".to_owned(), "set_recall".to_owned(), path],
        }
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

    /// Notes what is wrong with the JSON of the answer file, which Lydite reads all the same.
    pub fn flawed_answers(&mut self, flaw: &str) {
        if self.rules.rules.needs_valid_json() {
            let detail = format!("the answer file is not valid JSON: {flaw}");
            self.remark(RemarkKind::Stops, Some(detail));
            self.remarks.sort_by_key(|remark| remark.kind);
        }
    }

    /// Notes how often the graph could not be asked for what it knows, and why the first time.
    pub fn graph_failed(&mut self, count: u64, reason: &str) {
        self.remarks.push(Remark {
            kind: RemarkKind::GraphFailed,
            count,
            examples: Vec::new(),
            detail: Some(reason.to_owned()),
        });
    }

    /// The remark that the graph failed, if it did.
    pub fn graph_failure(&self) -> Option<&Remark> {
        let mut remarks = self.remarks.iter();
        remarks.find(|remark| remark.kind == RemarkKind::GraphFailed)
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

    /// The judgement of one of the other experiments.
    pub fn experiment(&self, experiment: Experiment) -> Option<&ExperimentReport> {
        let mut experiments = self.experiments.iter();
        experiments.find(|report| report.experiment == experiment)
    }
}

/// The figures as nested objects, with their intervals beside them.
fn tree(figures: &[Figure], confidence: &ConfidenceCurve) -> Value {
    let mut tree = Map::new();
    let mut intervals = Map::new();
    for figure in figures {
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
    if confidence.is_rated() {
        tree.insert(
            "confidence".to_owned(),
            json!(confidence.points().step_by(10).collect::<Vec<_>>()),
        );
    }
    Value::Object(tree)
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
        let mut experiments = Map::new();
        if !self.figures.is_empty() {
            let answering = tree(&self.figures, &self.confidence);
            experiments.insert(Experiment::Qa.to_string(), answering);
        }
        for report in &self.experiments {
            let figures = tree(&report.figures, &report.confidence);
            experiments.insert(report.experiment.to_string(), figures);
        }
        map.serialize_entry("experiments", &experiments)?;
        let others = self.experiments.iter().flat_map(|report| &report.outcomes);
        let outcomes: Vec<&Outcome> = self.outcomes.iter().chain(others).collect();
        map.serialize_entry("questions", &outcomes)?;
        map.serialize_entry("remarks", &self.remarks)?;
        map.end()
    }
}
