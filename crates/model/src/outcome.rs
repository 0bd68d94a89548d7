//! What a judge found about one answer.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize, Serializer};

use crate::{Language, QuestionId};

/// How good one response to one question is, under some rule set.
///
/// ```
/// use lydite_model::{Counts, Outcome, Status};
/// let mut outcome = Outcome::new("1", Status::Answered);
/// outcome.counts = Counts { tp: 1, fp: 1, fn_: 0 };
/// assert_eq!(outcome.counts.precision(), Some(0.5));
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Outcome {
    /// The question.
    #[serde(rename = "id", serialize_with = "as_text")]
    pub question: QuestionId,
    /// The language in which it was put, where the files have an entry per language.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub language: Option<Language>,
    /// Which task was judged.
    pub experiment: Experiment,
    /// What the system did.
    pub status: Status,
    /// What the gold standard has to offer.
    #[serde(default, skip_serializing_if = "Gold::is_answerable")]
    pub gold: Gold,
    /// Right, surplus and missed answers.
    #[serde(flatten)]
    pub counts: Counts,
    /// The share of the system's answers that are right.
    pub precision: f64,
    /// The share of the gold answers that were found.
    pub recall: f64,
    /// Their harmonic mean, as the rule set defines it.
    pub f1: f64,
    /// The place of the first right answer, where the answers are ranked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rank: Option<u64>,
    /// The normalised discounted cumulative gain, where the order of the answers counts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ndcg: Option<f64>,
    /// How sure the system was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub confidence: Option<f64>,
    /// How long the system took, in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub millis: Option<f64>,
    /// Why the system failed, if it did and said so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// The part of the benchmark that is averaged on its own, where there are parts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub part: Option<String>,
    /// Scores that the rule set gives beside these, by name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub scores: BTreeMap<String, f64>,
    /// Which answers matched, and why.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub evidence: Option<Box<Evidence>>,
}

/// The tasks that a system is judged on.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize,
)]
pub enum Experiment {
    /// Answering the question.
    #[default]
    #[serde(rename = "QA")]
    Qa,
    /// Finding the entities that the question is about.
    #[serde(rename = "C2KB")]
    Entities,
    /// Finding the properties that it asks for.
    #[serde(rename = "P2KB")]
    Properties,
    /// Finding the triple patterns of its query.
    #[serde(rename = "RE2KB")]
    Relations,
    /// Finding what kind of thing answers it.
    #[serde(rename = "AT", alias = "AType")]
    AnswerType,
    /// Finding the classes that its answers belong to.
    #[serde(rename = "AIT2KB")]
    ItemTypes,
}

impl Experiment {
    /// All tasks, in the order in which they are reported.
    pub const ALL: [Self; 6] = [
        Self::Qa,
        Self::Entities,
        Self::Properties,
        Self::Relations,
        Self::AnswerType,
        Self::ItemTypes,
    ];

    /// The name that GERBIL gave it, which files and output use.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Qa => "QA",
            Self::Entities => "C2KB",
            Self::Properties => "P2KB",
            Self::Relations => "RE2KB",
            Self::AnswerType => "AT",
            Self::ItemTypes => "AIT2KB",
        }
    }

    /// The task of this name, in upper or lower case.
    ///
    /// ```
    /// use lydite_model::Experiment;
    /// assert_eq!(Experiment::parse("c2kb"), Some(Experiment::Entities));
    /// assert_eq!(Experiment::parse("AType"), Some(Experiment::AnswerType));
    /// assert_eq!(Experiment::parse("A2KB"), None);
    /// ```
    pub fn parse(name: &str) -> Option<Self> {
        let name = if name.eq_ignore_ascii_case("AType") {
            "AT"
        } else {
            name
        };
        Self::ALL
            .into_iter()
            .find(|experiment| experiment.as_str().eq_ignore_ascii_case(name))
    }
}

impl fmt::Display for Experiment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// What the system did with a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// It gave answers.
    Answered,
    /// It said that there are none.
    Empty,
    /// It said nothing about the question.
    Missing,
    /// It failed.
    Error,
}

/// What the gold standard has to offer for a question.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Gold {
    /// Answers.
    #[default]
    Answerable,
    /// The empty set.
    Empty,
    /// The empty set, because the knowledge base cannot answer.
    OutOfScope,
    /// Nothing, not even the empty set.
    Missing,
    /// A query that cannot be read.
    Unreadable,
}

impl Gold {
    /// Whether there are answers to find.
    pub fn is_answerable(&self) -> bool {
        *self == Self::Answerable
    }
}

/// Right, surplus and missed answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Counts {
    /// System answers that are right.
    pub tp: u64,
    /// System answers that are wrong.
    pub fp: u64,
    /// Gold answers that were not found.
    #[serde(rename = "fn")]
    pub fn_: u64,
}

impl Counts {
    /// The counts where `tp` of the system's and of the gold answers agree one to one.
    pub fn of(tp: usize, system: usize, gold: usize) -> Self {
        Self {
            tp: tp as u64,
            fp: system.saturating_sub(tp) as u64,
            fn_: gold.saturating_sub(tp) as u64,
        }
    }

    /// The share of the system's answers that are right, if it gave any.
    pub fn precision(&self) -> Option<f64> {
        let all = self.tp + self.fp;
        (all > 0).then(|| self.tp as f64 / all as f64)
    }

    /// The share of the gold answers that were found, if there are any.
    pub fn recall(&self) -> Option<f64> {
        let all = self.tp + self.fn_;
        (all > 0).then(|| self.tp as f64 / all as f64)
    }
}

/// Which answers matched, which were missed and which were too much.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Evidence {
    /// Pairs that match.
    pub matched: Vec<Match>,
    /// Gold answers that were not found.
    pub missed: Vec<String>,
    /// System answers that are wrong.
    pub surplus: Vec<String>,
    /// What else counted: further or lacking columns, contradictions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

/// A gold and a system answer that count as the same.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Match {
    /// The gold answer.
    pub gold: String,
    /// The system's answer.
    pub system: String,
    /// Why they count as the same.
    pub rule: String,
}

impl Outcome {
    /// An outcome with nothing right and nothing wrong yet.
    pub fn new(question: impl Into<QuestionId>, status: Status) -> Self {
        Self {
            question: question.into(),
            language: None,
            experiment: Experiment::Qa,
            status,
            gold: Gold::Answerable,
            counts: Counts::default(),
            precision: 0.0,
            recall: 0.0,
            f1: 0.0,
            rank: None,
            ndcg: None,
            confidence: None,
            millis: None,
            error: None,
            part: None,
            scores: BTreeMap::new(),
            evidence: None,
        }
    }

    /// Whether everything was found and nothing was too much.
    pub fn is_exact(&self) -> bool {
        self.precision == 1.0 && self.recall == 1.0
    }
}

fn as_text<S: Serializer>(id: &QuestionId, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(id.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_document_is_as_promised() {
        let mut outcome = Outcome::new(QuestionId::number(1), Status::Answered);
        outcome.counts = Counts::of(1, 1, 1);
        (outcome.precision, outcome.recall, outcome.f1) = (1.0, 1.0, 1.0);
        assert_eq!(
            serde_json::to_string(&outcome).unwrap(),
            r#"{"id":"1","experiment":"QA","status":"answered","tp":1,"fp":0,"fn":0,"precision":1.0,"recall":1.0,"f1":1.0}"#
        );
    }
    #[test]
    fn what_is_written_can_be_read() {
        let mut outcome = Outcome::new(QuestionId::number(1), Status::Error);
        outcome.error = Some("no triple store".to_owned());
        outcome.language = Some("en".into());
        outcome.gold = Gold::OutOfScope;
        outcome.counts = Counts::of(1, 2, 3);
        (outcome.precision, outcome.recall, outcome.f1) = (0.5, 1.0 / 3.0, 0.4);
        (outcome.rank, outcome.ndcg) = (Some(2), Some(0.1));
        (outcome.confidence, outcome.millis) = (Some(0.9), Some(12.5));
        outcome.part = Some("hybrid".to_owned());
        outcome.evidence = Some(Box::new(Evidence {
            matched: vec![Match {
                gold: "5".to_owned(),
                system: "5.0".to_owned(),
                rule: "the same number".to_owned(),
            }],
            missed: vec!["6".to_owned()],
            surplus: Vec::new(),
            ..Evidence::default()
        }));
        let written = serde_json::to_string(&outcome).unwrap();
        assert!(
            written.contains(r#""error":"no triple store""#),
            "{written}"
        );
        assert_eq!(serde_json::from_str::<Outcome>(&written).unwrap(), outcome);
    }
}
