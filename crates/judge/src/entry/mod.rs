//! The two sides of a comparison: an entry of the gold file, an entry of the answer file.

mod xml;

use lydite_model::{
    Answer, AnswerSet, AnswerType, Question, QuestionId, Response, Scope, Source, Syntax, Text,
};

pub(crate) use xml::{Element, Node, parse as parse_xml};

/// An entry of a file, as far as rule sets look at it.
#[derive(Clone, Copy)]
pub(crate) struct Entry<'a> {
    pub id: &'a QuestionId,
    pub texts: &'a [Text],
    pub answers: Option<&'a AnswerSet>,
    pub answer_type: Option<&'a AnswerType>,
    pub hybrid: Option<bool>,
    pub scope: Scope,
    source: &'a Source,
}

impl<'a> From<&'a Question> for Entry<'a> {
    fn from(question: &'a Question) -> Self {
        Self {
            id: &question.id,
            texts: &question.texts,
            answers: question.answers.as_ref(),
            answer_type: question.answer_type.as_ref(),
            hybrid: question.hybrid,
            scope: question.scope,
            source: &question.source,
        }
    }
}

impl<'a> From<&'a Response> for Entry<'a> {
    fn from(response: &'a Response) -> Self {
        Self {
            id: &response.question,
            texts: &response.texts,
            answers: response
                .answers
                .as_ref()
                .filter(|_| response.error.is_none()),
            answer_type: response.answer_type.as_ref(),
            hybrid: None,
            scope: Scope::Inside,
            source: &response.source,
        }
    }
}

impl<'a> Entry<'a> {
    /// The JSON object that the file has here, where it does not simply mean what the model says.
    pub(crate) fn json(&self) -> Option<serde_json::Value> {
        match self.source.get()? {
            (Syntax::Json, text) => serde_json::from_str(text).ok(),
            (Syntax::Xml | Syntax::Record, _) => None,
        }
    }

    /// The record that the file of a benchmark with a layout of its own has here.
    pub(crate) fn record(&self) -> Option<serde_json::Value> {
        match self.source.get()? {
            (Syntax::Record, text) => serde_json::from_str(text).ok(),
            (Syntax::Xml | Syntax::Json, _) => None,
        }
    }

    /// The source of the JSON object.
    pub(crate) fn json_source(&self) -> Option<&'a str> {
        match self.source.get()? {
            (Syntax::Json, text) => Some(text),
            (Syntax::Xml | Syntax::Record, _) => None,
        }
    }

    /// The `<question>` element that the file has here.
    pub(crate) fn xml(&self) -> Option<Element> {
        match self.source.get()? {
            (Syntax::Xml, text) => xml::parse(text),
            (Syntax::Json | Syntax::Record, _) => None,
        }
    }

    /// The source of the `<question>` element.
    pub(crate) fn xml_source(&self) -> Option<&'a str> {
        match self.source.get()? {
            (Syntax::Xml, text) => Some(text),
            (Syntax::Json | Syntax::Record, _) => None,
        }
    }

    /// The texts of all values, row by row; yes and no as `true` and `false`.
    pub(crate) fn values(&self) -> Vec<&'a str> {
        match self.answers.map(|answers| &answers.answer) {
            None => Vec::new(),
            Some(Answer::Boolean(true)) => vec!["true"],
            Some(Answer::Boolean(false)) => vec!["false"],
            Some(Answer::Table(table)) => table.terms().map(lydite_model::Term::value).collect(),
        }
    }
}

/// Why an official program gives no result for a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Stop(pub String);

impl Stop {
    pub(crate) fn new(reason: impl Into<String>) -> Self {
        Self(reason.into())
    }
}
