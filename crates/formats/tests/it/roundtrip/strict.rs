//! The keys that GERBIL's strict reader of QALD-JSON allows, and what it insists on.

use std::collections::BTreeMap;

use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct File {
    #[serde(rename = "dataset")]
    _dataset: Option<Dataset>,
    #[serde(rename = "questions")]
    _questions: Vec<Entry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Dataset {
    #[serde(rename = "id")]
    _id: String,
    #[serde(rename = "metadata")]
    _metadata: Option<String>,
}

/// Only here are unknown keys tolerated. Without `question`, an entry is taken for another format.
#[derive(Deserialize)]
struct Entry {
    #[serde(rename = "id")]
    _id: lydite_model::QuestionId,
    #[serde(rename = "answertype")]
    _answertype: Option<String>,
    #[serde(rename = "aggregation")]
    _aggregation: Option<bool>,
    #[serde(rename = "onlydbo")]
    _onlydbo: Option<bool>,
    #[serde(rename = "hybrid")]
    _hybrid: Option<bool>,
    #[serde(rename = "question")]
    _question: Vec<Wording>,
    #[serde(rename = "query")]
    _query: Query,
    #[serde(rename = "answers")]
    _answers: Option<Vec<Answers>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Wording {
    #[serde(rename = "language")]
    _language: String,
    #[serde(rename = "string")]
    _string: Option<String>,
    #[serde(rename = "keywords")]
    _keywords: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Query {
    #[serde(rename = "sparql")]
    _sparql: Option<String>,
    #[serde(rename = "pseudo")]
    _pseudo: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Answers {
    #[serde(rename = "head")]
    _head: Head,
    #[serde(rename = "results")]
    _results: Option<Results>,
    #[serde(rename = "boolean")]
    _boolean: Option<bool>,
    #[serde(rename = "confidence")]
    _confidence: Option<f64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Head {
    #[serde(rename = "vars")]
    _vars: Option<Vec<String>>,
    #[serde(rename = "link")]
    _link: Option<Vec<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Results {
    #[serde(rename = "bindings")]
    _bindings: Vec<BTreeMap<String, Term>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Term {
    #[serde(rename = "type")]
    _kind: String,
    #[serde(rename = "value")]
    _value: String,
    #[serde(rename = "datatype")]
    _datatype: Option<String>,
    #[serde(rename = "xml:lang")]
    _language: Option<String>,
}
