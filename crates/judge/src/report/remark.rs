//! What is worth knowing about the files, beside the figures.

use std::fmt;

use lydite_model::Severity;
use serde::{Deserialize, Serialize};

/// How many examples are shown to people.
const SHOWN: usize = 5;

/// What is worth knowing about the files.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Remark {
    /// What kind of remark it is.
    pub kind: RemarkKind,
    /// How many entries it is about.
    pub count: u64,
    /// The first few of them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub examples: Vec<String>,
    /// Why, where the kind does not say it all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
}

/// The kinds of remark.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RemarkKind {
    /// Something of the files could not be read; see `damage` of the report.
    Damaged,
    /// No question was judged, so the figures say nothing.
    NothingJudged,
    /// The question texts in the answer file are in another language than the one judged; such
    /// answers count as not given.
    SubmissionLanguage,
    /// The official program gives no result for these files; the figures are of what was meant.
    Stops,
    /// The answer file has no entry at all, or none of the sample that is judged.
    NoEntries,
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
    /// Answers to questions whose text was changed.
    Reformulated,
    /// Gold questions without any answers, which cannot be judged.
    NoGoldAnswers,
    /// Gold questions without a text in the chosen language, which were left out.
    NoWording,
    /// The two files name different datasets.
    DatasetNames,
    /// Queries of the system that were repaired before they were run.
    Repaired,
    /// All queries are identical to the gold queries: what was found on the way says nothing about
    /// the system.
    QueriesEqualGold,
    /// Gold queries that cannot be read; their questions are left out of the sub-experiments.
    UnreadableQueries,
    /// Experiments that the rules do not judge.
    NotJudged,
    /// The graph could not be asked what else things are called; answers were compared without it.
    GraphFailed,
}

impl RemarkKind {
    /// How bad it is: after an error the figures are not what was asked for.
    pub fn severity(self) -> Severity {
        match self {
            Self::Damaged | Self::NothingJudged | Self::SubmissionLanguage => Severity::Error,
            Self::Stops
            | Self::NoEntries
            | Self::OtherDataset
            | Self::GraphFailed
            | Self::QueriesEqualGold => Severity::Warning,
            Self::UnknownQuestions
            | Self::OtherLanguages
            | Self::RepeatedAnswers
            | Self::RepeatedQuestions
            | Self::Reformulated
            | Self::NoGoldAnswers
            | Self::NoWording
            | Self::DatasetNames
            | Self::Repaired
            | Self::UnreadableQueries
            | Self::NotJudged => Severity::Note,
        }
    }
}

/// A number and its noun, which takes an *s* in the plural.
pub(crate) fn counted(count: u64, noun: &str) -> String {
    if count == 1 {
        format!("1 {noun}")
    } else {
        format!("{count} {noun}s")
    }
}

impl fmt::Display for Remark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count = self.count;
        // The verb that goes with the number.
        let by_number = |one: &'static str, several: &'static str| {
            if count == 1 { one } else { several }
        };
        let answers = counted(count, "answer");
        let gold_questions = counted(count, "gold question");
        match self.kind {
            RemarkKind::Damaged => {
                let places = counted(count, "place");
                write!(f, "the files are damaged: {places} could not be read")
            }
            RemarkKind::NothingJudged => f.write_str("nothing was judged"),
            RemarkKind::SubmissionLanguage => {
                let texts = by_number(
                    "the question text beside it is",
                    "the question texts beside them are",
                );
                write!(
                    f,
                    "{answers} not counted, because {texts} in another language"
                )
            }
            RemarkKind::Stops => f.write_str("the official program would stop"),
            RemarkKind::NoEntries => f.write_str(
                "the answer file answers none of these questions, so all answers are missing",
            ),
            RemarkKind::OtherDataset => f.write_str("these look like answers to another dataset"),
            RemarkKind::UnknownQuestions => {
                let questions = by_number("a question that is", "questions that are");
                write!(f, "{answers} to {questions} not in the gold file")
            }
            RemarkKind::OtherLanguages => write!(f, "{answers} in other languages"),
            RemarkKind::RepeatedAnswers => {
                let questions = by_number("a question that was", "questions that were");
                write!(
                    f,
                    "{answers} to {questions} answered before; the last answer counts"
                )
            }
            RemarkKind::RepeatedQuestions => {
                let have = by_number("has", "have");
                write!(f, "{gold_questions} {have} the same identifier as another")
            }
            RemarkKind::Reformulated => {
                let have = by_number("has", "have");
                let questions = counted(count, "question");
                write!(f, "{questions} {have} a different text in the answer file")
            }
            RemarkKind::NoGoldAnswers => {
                let have = by_number("has", "have");
                write!(f, "{gold_questions} {have} no answers to compare with")
            }
            RemarkKind::NoWording => {
                let have = by_number("has", "have");
                write!(f, "{gold_questions} {have} no text in the chosen language")
            }
            RemarkKind::DatasetNames => f.write_str("the files name different datasets"),
            RemarkKind::Repaired => {
                let were = by_number("query of the system was", "queries of the system were");
                write!(f, "{count} {were} repaired before running")
            }
            RemarkKind::QueriesEqualGold => f.write_str(
                "queries identical to the gold queries: the sub-experiments say nothing about \
                 the system",
            ),
            RemarkKind::UnreadableQueries => {
                let read = by_number(
                    "gold query cannot be read; its question is left out where queries are \
                     compared",
                    "gold queries cannot be read; their questions are left out where queries \
                     are compared",
                );
                write!(f, "{count} {read}")
            }
            RemarkKind::NotJudged => {
                let not = by_number("experiment is", "experiments are");
                write!(f, "{count} {not} not judged by these rules")
            }
            RemarkKind::GraphFailed => {
                let lookups = by_number("lookup", "lookups");
                write!(
                    f,
                    "{count} {lookups} of names, labels or classes failed; those answers were \
                     compared without the graph"
                )
            }
        }?;
        if let Some(detail) = &self.detail {
            write!(f, ": {detail}")?;
        }
        if !self.examples.is_empty() {
            let shown = &self.examples[..self.examples.len().min(SHOWN)];
            write!(f, " ({}", shown.join(", "))?;
            f.write_str(if count > shown.len() as u64 {
                ", …)"
            } else {
                ")"
            })?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_is_singular_and_two_are_plural() {
        let text = |kind, count| {
            Remark {
                kind,
                count,
                examples: (1..=count.min(7)).map(|id| id.to_string()).collect(),
                detail: None,
            }
            .to_string()
        };
        for (kind, count, says) in [
            (
                RemarkKind::UnknownQuestions,
                1,
                "1 answer to a question that is not in the gold file (1)",
            ),
            (
                RemarkKind::UnknownQuestions,
                2,
                "2 answers to questions that are not in the gold file (1, 2)",
            ),
            (
                RemarkKind::NoGoldAnswers,
                1,
                "1 gold question has no answers to compare with (1)",
            ),
            (
                RemarkKind::NoWording,
                7,
                "7 gold questions have no text in the chosen language (1, 2, 3, 4, 5, …)",
            ),
            (
                RemarkKind::NotJudged,
                1,
                "1 experiment is not judged by these rules (1)",
            ),
            (
                RemarkKind::Repaired,
                1,
                "1 query of the system was repaired before running (1)",
            ),
            (
                RemarkKind::Damaged,
                2,
                "the files are damaged: 2 places could not be read (1, 2)",
            ),
        ] {
            assert_eq!(text(kind, count), says);
        }
    }
}
