//! What a system returned for a question.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::{AnswerSet, AnswerType, Language, Query, Question, QuestionId, Scope, Source, Text};

/// A system's reaction to one question: answers, a query, or an error.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Response {
    /// The question it is about.
    pub question: QuestionId,
    /// The language in which the question was put, where known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub language: Option<Language>,
    /// The question as the system echoes it, with the system's annotations.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub texts: Vec<Text>,
    /// The answers; `None` if the system gave none, not even the empty set.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answers: Option<AnswerSet>,
    /// The queries it produced.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub queries: Vec<Query>,
    /// The answer type it expects.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answer_type: Option<AnswerType>,
    /// The classes it expects the answers to belong to.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub item_types: Vec<String>,
    /// How sure it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub confidence: Option<f64>,
    /// Why there is no answer, if the system failed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// How long it took.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub latency: Option<Duration>,
    /// The entry as the file has it, where an official script could see it otherwise.
    #[serde(skip)]
    pub source: Source,
}

impl From<Question> for Response {
    /// Takes an entry of an answer file for what the system said.
    fn from(mut question: Question) -> Self {
        // A file with gold and system answers is as an answer file what the system said.
        if let Some(predicted) = question.predicted.take() {
            question.answers = Some(predicted);
        }
        if !question.predicted_queries.is_empty() {
            question.queries = std::mem::take(&mut question.predicted_queries);
        }
        // Who marks a question as out of scope says that it has no answer.
        if question.answers.is_none() && question.scope == Scope::Marked {
            question.answers = Some(AnswerSet::empty());
        }
        Self {
            question: question.id,
            language: question.language,
            confidence: question
                .answers
                .as_ref()
                .and_then(|answers| answers.confidence),
            texts: question.texts,
            answers: question.answers,
            queries: question.queries,
            answer_type: question.answer_type,
            item_types: question.item_types,
            error: question.error,
            latency: question.latency,
            source: question.source,
        }
    }
}
