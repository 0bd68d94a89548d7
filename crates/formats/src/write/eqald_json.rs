//! eQALD-JSON, the extended format of the GERBIL QA paper, with a place for metadata, annotations
//! and schemaless queries.
//!
//! Usbeck et al., *Benchmarking Question Answering Systems*, Listing 1. Where the paper writes
//! numbers and truth values as strings, JSON's own notation is used; `onlydbo`, `pseudo`, `head`
//! the knowledge base, that answers were `refreshed`, `error` and `time` (milliseconds) are added, and an empty list for `answers` beside no query says that a
//! question is out of scope, as in QALD-JSON.

use std::io::{self, Write};

use lydite_model::{Annotation, AnnotationKind, DatasetInfo, QueryForm, Question};

use super::json::{Json, Layout};
use super::losses::{self, Losses};
use super::qald_json::{extras, flags, id, implied_scope, metadata, query, run, wording};
use super::results::{Rows, answer_object};
use super::{Report, Target, Writer};
use crate::Format;

pub(super) const TARGET: Target = Target {
    format: Format {
        name: FORMAT,
        title: "eQALD-JSON, the extended format of the GERBIL QA paper",
    },
    extension: "json",
    start,
};

const FORMAT: &str = "eqald-json";

/// The fields of a question entry, here or under `metadata`; extra fields cannot have these names.
const FIELDS: &[&str] = &[
    "id",
    "metadata",
    "answertype",
    "answeritemtype",
    "aggregation",
    "onlydbo",
    "hybrid",
    "question",
    "query",
    "answers",
    "confidence",
    "error",
    "time",
    // An entry with this is QALD-5's JSON.
    "body",
];

struct EqaldJson {
    json: Json,
    /// What the dataset object says, if it is written.
    dataset: Option<DatasetInfo>,
}

fn start(sink: Box<dyn Write>, info: &DatasetInfo) -> io::Result<Box<dyn Writer>> {
    let mut json = Json::new(sink);
    json.object(Layout::Lines);
    let dataset = info.id.is_some().then(|| dataset(&mut json, info));
    json.key("questions");
    json.list(Layout::Lines);
    Ok(Box::new(EqaldJson { json, dataset }))
}

/// Writes the dataset object; gives what of it was written.
fn dataset(json: &mut Json, info: &DatasetInfo) -> DatasetInfo {
    json.key("dataset");
    json.object(Layout::Lines);
    for (key, value) in [
        ("id", &info.id),
        ("knowledge_base", &info.knowledge_base),
        ("knowledge_base_version", &info.knowledge_base_version),
    ] {
        if let Some(value) = value {
            json.string_member(key, value);
        }
    }
    let mut written = DatasetInfo {
        id: info.id.clone(),
        knowledge_base: info.knowledge_base.clone(),
        knowledge_base_version: info.knowledge_base_version.clone(),
        ..DatasetInfo::default()
    };
    if let Some(text) = metadata(info, &mut written) {
        json.string_member("metadata", text);
    }
    if let Some(refreshed) = &info.refreshed {
        json.key("refreshed");
        json.object(Layout::Inline);
        json.string_member("graph", &refreshed.graph);
        json.string_member("date", &refreshed.date);
        json.key("checked");
        json.boolean(refreshed.checked);
        json.close();
        written.refreshed = Some(refreshed.clone());
    }
    json.close();
    written
}

impl Writer for EqaldJson {
    fn question(&mut self, question: &Question, report: Report<'_>) -> io::Result<()> {
        let mut losses = Losses::new(FORMAT, question, report);
        let json = &mut self.json;
        json.element();
        json.object(Layout::Lines);
        id(json, question);
        question_metadata(json, question);
        json.key("question");
        json.list(Layout::Lines);
        for text in &question.texts {
            json.element();
            let layout = match text.annotations[..] {
                [] => Layout::Inline,
                _ => Layout::Lines,
            };
            wording(json, text, layout, &mut losses);
            annotations(json, &text.annotations);
            json.close();
        }
        json.close();
        losses.languages();
        let forms = [
            (QueryForm::Sparql, "SPARQL"),
            (QueryForm::Pseudo, "pseudo"),
            (QueryForm::Schemaless, "schemaless"),
        ];
        let queries = query(json, question, &forms, &mut losses);
        let implied = implied_scope(question, queries, &mut losses);
        if let Some(answers) = &question.answers {
            json.key("answers");
            if implied {
                json.raw("[]");
            } else {
                answer_object(json, answers, Rows::Directly, &mut losses);
            }
        }
        run(json, question, &mut losses);
        extras(json, question, FIELDS, &mut losses);
        json.close();
        json.pass_on()
    }

    fn finish(&mut self, info: &DatasetInfo, report: Report<'_>) -> io::Result<()> {
        self.json.close();
        if self.dataset.is_none() && *info != DatasetInfo::default() {
            self.dataset = Some(dataset(&mut self.json, info));
        }
        let written = self.dataset.take().unwrap_or_default();
        losses::info(FORMAT, &written, info, report);
        self.json.finish()
    }
}

/// The metadata of a question; always there, for the format is recognised by it.
fn question_metadata(json: &mut Json, question: &Question) {
    json.key("metadata");
    json.object(Layout::Inline);
    if let Some(answer_type) = &question.answer_type {
        json.string_member("answertype", answer_type.as_str());
    }
    flags(json, question);
    if !question.item_types.is_empty() {
        json.key("answeritemtype");
        json.list(Layout::Inline);
        for class in &question.item_types {
            json.element();
            json.string(class);
        }
        json.close();
    }
    json.close();
}

fn annotations(json: &mut Json, annotations: &[Annotation]) {
    if annotations.is_empty() {
        return;
    }
    json.key("annotations");
    json.list(Layout::Lines);
    for annotation in annotations {
        json.element();
        json.object(Layout::Inline);
        if let Some(span) = annotation.span {
            json.key("char_begin");
            json.raw(&span.begin.to_string());
            json.key("char_end");
            json.raw(&span.end.to_string());
        }
        json.string_member("URI", &annotation.iri);
        let kind = annotation.kind.map(|kind| match kind {
            AnnotationKind::Class => "CLASS",
            AnnotationKind::Property => "PROPERTY",
            AnnotationKind::Entity => "ENTITY",
        });
        if let Some(kind) = kind {
            json.string_member("type", kind);
        }
        json.close();
    }
    json.close();
}

#[cfg(test)]
mod tests {
    use lydite_model::{AnswerSet, AnswerType, Query, Span, Term, Text};

    use super::*;
    use crate::write::tests::written;

    #[test]
    fn a_question_is_laid_out_as_in_the_paper() {
        let mut question = Question::new("q");
        question.answer_type = Some(AnswerType::Resource);
        question.hybrid = Some(false);
        question.item_types = vec!["dbo:Person".to_owned()];
        question.texts = vec![Text {
            annotations: vec![Annotation {
                span: Some(Span { begin: 13, end: 19 }),
                iri: "dbr:Berlin".to_owned(),
                kind: Some(AnnotationKind::Entity),
            }],
            ..Text::new("en", "Who rules in Berlin?")
        }];
        question.queries = vec![
            Query::sparql("SELECT …"),
            Query::new(QueryForm::Schemaless, "?x rules Berlin"),
        ];
        question.answers = Some(AnswerSet {
            confidence: Some(0.9),
            ..AnswerSet::column("result", [Term::iri("http://x/y")])
        });
        let info = DatasetInfo {
            id: Some("d".to_owned()),
            knowledge_base: Some("DBpedia".to_owned()),
            ..DatasetInfo::default()
        };
        let (text, losses) = written(FORMAT, &info, &[question]);
        assert_eq!(losses, [""; 0]);
        assert_eq!(
            text,
            r#"{
  "dataset": {
    "id": "d",
    "knowledge_base": "DBpedia"
  },
  "questions": [
    {
      "id": "q",
      "metadata": {"answertype": "resource", "hybrid": false, "answeritemtype": ["dbo:Person"]},
      "question": [
        {
          "language": "en",
          "string": "Who rules in Berlin?",
          "annotations": [
            {"char_begin": 13, "char_end": 19, "URI": "dbr:Berlin", "type": "ENTITY"}
          ]
        }
      ],
      "query": {
        "SPARQL": "SELECT …",
        "schemaless": "?x rules Berlin"
      },
      "answers": {
        "head": {"vars": ["result"]},
        "bindings": [
          {"result": {"type": "uri", "value": "http://x/y"}}
        ],
        "confidence": 0.9
      }
    }
  ]
}
"#
        );
    }
}
