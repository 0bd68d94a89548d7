//! A question with everything a benchmark says about it.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::{AnswerSet, AnswerType, Language, Query, QueryForm, QuestionId, Source, Text};

/// Fields that only one format knows, by name.
pub type Extras = BTreeMap<String, serde_json::Value>;

/// A question of a benchmark, or what a system returned for it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Question {
    /// Its identifier within the dataset.
    pub id: QuestionId,
    /// The language that this entry is about, in files with an entry per question and language.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub language: Option<Language>,
    /// Its wordings, in the order of the file.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub texts: Vec<Text>,
    /// What kind of thing answers it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answer_type: Option<AnswerType>,
    /// The classes that its answers belong to.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub item_types: Vec<String>,
    /// Whether it needs more than matching a graph pattern: counting, filters, order.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub aggregation: Option<bool>,
    /// Whether DBpedia's ontology namespace suffices.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub only_dbo: Option<bool>,
    /// Whether it needs text besides the graph.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hybrid: Option<bool>,
    /// Its queries, in the order of the file.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub queries: Vec<Query>,
    /// Its answers; `None` if the file does not give any, not even the empty set.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answers: Option<AnswerSet>,
    /// What a system answered, in files that have gold and system answers side by side.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub predicted: Option<AnswerSet>,
    /// The queries that a system made of it, in such files.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub predicted_queries: Vec<Query>,
    /// Answers in other languages, where a file has them per language.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub localised_answers: BTreeMap<Language, AnswerSet>,
    /// Whether the order of its answers counts, also where the answers are yet to be found.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub order_matters: bool,
    /// Whether the knowledge base can answer it.
    #[serde(default, skip_serializing_if = "Scope::is_inside")]
    pub scope: Scope,
    /// Why a system has no answer, if it failed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// How long a system took; files say it in milliseconds, as `time`.
    #[serde(
        rename = "time",
        default,
        with = "crate::millis",
        skip_serializing_if = "Option::is_none"
    )]
    pub latency: Option<Duration>,
    /// Everything else the file says.
    #[serde(default, skip_serializing_if = "Extras::is_empty")]
    pub extras: Extras,
    /// The entry as the file has it, where an official script could see it otherwise.
    #[serde(skip)]
    pub source: Source,
}

/// Whether the knowledge base can answer a question.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Scope {
    /// It can, as far as the file says.
    #[default]
    Inside,
    /// It cannot: the query reads `OUT OF SCOPE`.
    Marked,
    /// It cannot: there is no query and the answer set is empty (QALD-6).
    Implied,
}

impl Scope {
    /// Whether the question can be answered.
    pub fn is_inside(&self) -> bool {
        *self == Self::Inside
    }
}

impl Question {
    /// A question about which nothing is known yet.
    pub fn new(id: impl Into<QuestionId>) -> Self {
        Self {
            id: id.into(),
            ..Self::default()
        }
    }

    /// The first wording in this language.
    pub fn text(&self, language: &Language) -> Option<&str> {
        self.texts
            .iter()
            .filter(|text| text.language.matches(language))
            .find_map(|text| text.string.as_deref())
    }

    /// The first wording in any language, English preferred.
    pub fn any_text(&self) -> Option<&str> {
        self.text(&Language::new("en"))
            .or_else(|| self.texts.iter().find_map(|text| text.string.as_deref()))
    }

    /// The first query in this notation.
    pub fn query(&self, form: QueryForm) -> Option<&str> {
        self.queries
            .iter()
            .find(|query| query.form == form)
            .map(|query| query.text.as_str())
    }

    /// Gives the question answers that were found elsewhere, such as by running its query; they are
    /// in order if [order matters](Self::order_matters).
    ///
    /// ```
    /// use lydite_model::{AnswerSet, Question};
    /// let mut question = Question { order_matters: true, ..Question::new("1") };
    /// question.fill(AnswerSet::empty());
    /// assert!(question.answers.is_some_and(|answers| answers.ordered));
    /// ```
    pub fn fill(&mut self, answers: AnswerSet) {
        self.answers = Some(AnswerSet {
            ordered: answers.ordered || self.order_matters,
            ..answers
        });
    }

    /// Whether a query or an answer set (be it empty) is there.
    pub fn is_answered(&self) -> bool {
        self.answers.is_some() || !self.queries.is_empty()
    }
}
