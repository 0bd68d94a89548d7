//! A question of a benchmark while it is being read: field by field, in the terms of its graph.

use lydite_model::{
    Action, AnswerSet, Language, Query, QueryForm, Question, QuestionId, Source, Syntax, Term, Text,
};

use super::super::qald_json::push_query;
use super::graph::Graph;
use crate::codes;
use crate::context::{Context, Spot};
use crate::json::Value;
use crate::json::fields::{id, string, wrong_type};
use crate::terms::bare_answers;

/// Whether the answer is yes or no: a boolean, or a list of nothing but one.
pub(crate) fn boolean(value: Value<'_>) -> Option<bool> {
    let mut items = value.items();
    match (items.next(), items.next()) {
        (Some(only), None) => only.as_bool(),
        _ => value.as_bool(),
    }
}

/// A question that is being read.
pub(crate) struct Draft<'d, 'c> {
    pub cx: &'d mut Context<'c>,
    pub spot: &'d dyn Spot,
    pub graph: Graph,
    pub question: Question,
    id: Option<QuestionId>,
    /// Wordings that come after the question itself, wherever the file has them.
    paraphrases: Vec<String>,
}

impl<'d, 'c> Draft<'d, 'c> {
    pub(crate) fn new(cx: &'d mut Context<'c>, spot: &'d dyn Spot, graph: Graph) -> Self {
        Self {
            cx,
            spot,
            graph,
            question: Question::default(),
            id: None,
            paraphrases: Vec::new(),
        }
    }

    /// The identifier. Each of these methods gives `true`, for the field is understood.
    pub(crate) fn id(&mut self, value: Value<'_>) -> bool {
        if self.id.is_none() {
            self.id = id(self.cx, value);
        }
        true
    }

    /// The identifier as text.
    pub(crate) fn named(&mut self, id: &str) {
        self.id = Some(QuestionId::from(id.trim()));
    }

    /// A wording; `null`, `[]` and empty text mean that there is none.
    pub(crate) fn text(&mut self, language: &str, value: Value<'_>) -> bool {
        if value.is_null() || value.is_array() && value.items().next().is_none() {
            return true;
        }
        if let Some(text) = string(self.cx, value) {
            self.wording(language, &text);
        }
        true
    }

    /// Another English wording.
    pub(crate) fn paraphrase(&mut self, value: Value<'_>) -> bool {
        if !(value.is_array() && value.items().next().is_none())
            && let Some(text) = string(self.cx, value)
        {
            self.paraphrases.push(text);
        }
        true
    }

    /// A wording that is not empty.
    pub(crate) fn wording(&mut self, language: &str, text: &str) {
        let text = text.trim();
        let again = |known: &Text| known.string.as_deref() == Some(text);
        if !text.is_empty() && !self.question.texts.iter().any(again) {
            let text = Text::new(Language::new(language), text.to_owned());
            self.question.texts.push(text);
        }
    }

    /// A query in this notation; `null`, `[]` and empty text mean that there is none.
    pub(crate) fn query(&mut self, form: QueryForm, value: Value<'_>) -> bool {
        if value.is_null() || value.is_array() && value.items().next().is_none() {
            return true;
        }
        if let Some(text) = string(self.cx, value)
            && !text.trim().is_empty()
        {
            push_query(self.cx, &value, form, &text, &mut self.question);
        }
        true
    }

    /// A SPARQL query.
    pub(crate) fn sparql(&mut self, value: Value<'_>) -> bool {
        self.query(QueryForm::Sparql, value)
    }

    /// The query that a system made of the question; null and empty text mean that there is none.
    pub(crate) fn predicted_query(&mut self, value: Value<'_>) -> bool {
        if !value.is_null()
            && let Some(text) = string(self.cx, value)
            && !text.trim().is_empty()
        {
            let queries = &mut self.question.predicted_queries;
            queries.push(Query::sparql(text));
        }
        true
    }

    /// A field that is kept with the question.
    pub(crate) fn keep(&mut self, key: &str, value: Value<'_>) -> bool {
        let extras = &mut self.question.extras;
        extras.insert(key.to_owned(), value.to_json());
        true
    }

    /// Answers as a column, in the order of the file, with repetitions.
    pub(crate) fn answers(&mut self, terms: Vec<Term>) -> bool {
        self.question.answers = Some(bare_answers(terms));
        true
    }

    /// Answers as bare values: a scalar, or a list of them.
    pub(crate) fn values(&mut self, value: Value<'_>) -> bool {
        if let Some(answers) = self.bare(value) {
            self.question.answers = Some(answers);
        }
        true
    }

    /// What a scalar, or a list of them, says: yes or no, or a column. `None` for null.
    pub(crate) fn bare(&mut self, value: Value<'_>) -> Option<AnswerSet> {
        if value.is_null() {
            return None;
        }
        if let Some(boolean) = boolean(value) {
            return Some(AnswerSet::boolean(boolean));
        }
        let mut terms = Vec::new();
        if value.is_array() {
            for item in value.items() {
                match item.as_text() {
                    Some(text) => terms.push(self.graph.term(&text)),
                    None => wrong_type(self.cx, item, "a text"),
                }
            }
        } else if let Some(text) = value.as_text() {
            terms.push(self.graph.term(&text));
        } else {
            wrong_type(self.cx, value, "a text or a list of texts");
            return None;
        }
        Some(bare_answers(terms))
    }

    /// Answers as objects of which one member says which: `{answer_argument: "m.06w2sn5"}`.
    pub(crate) fn members(&mut self, value: Value<'_>, keys: &[&str]) -> bool {
        if value.is_null() {
            return true;
        }
        if !value.is_array() {
            wrong_type(self.cx, value, "a list of answers");
            return true;
        }
        let mut terms = Vec::new();
        for item in value.items() {
            let found = keys.iter().find_map(|key| item.get(key)?.as_text());
            let text = if item.is_object() {
                found
            } else {
                item.as_text()
            };
            match text {
                Some(text) => terms.push(self.graph.term(&text)),
                None => {
                    let expected = format!("an answer with `{}`", keys[0]);
                    wrong_type(self.cx, item, &expected);
                }
            }
        }
        self.answers(terms)
    }

    /// Remarks on a value of the wrong type; null is no value at all.
    pub(crate) fn wrong(&mut self, value: Value<'_>, expected: &str) -> bool {
        if !value.is_null() {
            wrong_type(self.cx, value, expected);
        }
        true
    }

    /// Keeps the record as the file has it, for the benchmark's own scorer.
    pub(crate) fn record(&mut self, source: &str) {
        self.question.source = Source::new(Syntax::Record, source);
    }

    /// Hands the question over; its position stands in for an identifier, with a remark where the
    /// format has one.
    pub(crate) fn finish(mut self, position: usize, has_ids: bool) {
        for text in std::mem::take(&mut self.paraphrases) {
            self.wording("en", &text);
        }
        self.question.id = match self.id.take() {
            Some(id) => id,
            None => {
                if has_ids {
                    self.cx.report(
                        self.spot,
                        &codes::NO_ID,
                        Action::Repaired,
                        format!("the question has no id; its position {position} stands in for it"),
                    );
                }
                QuestionId::position(position)
            }
        };
        self.cx.output.checks.knows_extras = true;
        self.cx.emit(self.spot, self.question);
    }
}
