//! eQALD-JSON, as printed in the GERBIL QA paper (Usbeck et al., Benchmarking Question Answering
//! Systems, Semantic Web Journal, 2019): what is said about a question is in `metadata`, wordings
//! may have annotations, and `answers` is one object that holds the bindings directly.

use lydite_model::{AnswerType, Question};

use super::entries::Entries;
use super::qald_json::{KEYS, imply_scope, query, wordings};
use crate::context::Context;
use crate::format::{Format, Probe, Variant, json_driver};
use crate::input::Window;
use crate::json::Value;
use crate::json::fields::{
    check_paraphrases, check_prefix, checked_answer_type, confidence, error, extra_field, flag, id,
    id_or_position, spelled, string, time, wrong_type,
};
use crate::json::results::single_answers;
use crate::reader::Driver;

/// eQALD-JSON.
pub(crate) struct EqaldJson;

impl Variant for EqaldJson {
    fn format(&self) -> Format {
        Format {
            name: "eqald-json",
            title: "eQALD-JSON (GERBIL QA)",
        }
    }

    fn recognises(&self, probe: &Probe<'_>) -> bool {
        probe.json().is_some_and(|shape| {
            shape.has("questions")
                && shape.any_element(|entry| {
                    let has = |outer: &str, inner: &[&str]| {
                        entry
                            .get(outer)
                            .is_some_and(|value| inner.iter().any(|key| value.get(key).is_some()))
                    };
                    // The document of QALD-6 has `query.SPARQL` and `schemaless`, too.
                    has_metadata(entry) || has("answers", &["bindings"])
                })
        })
    }

    fn driver(&self, window: Window) -> Box<dyn Driver> {
        json_driver(window, Entries::read_by(question))
    }
}

/// Whether an entry has metadata as in the paper: with its fields, or before the wordings. An extra
/// field of QALD-JSON that happens to have this name comes last.
fn has_metadata(entry: Value<'_>) -> bool {
    let fields = ["answertype", "hybrid", "aggregation", "answeritemtype"];
    let mut members = entry.members().take_while(|(key, _)| key != "question");
    entry.get("metadata").is_some_and(|metadata| {
        metadata.is_object()
            && (members.any(|(key, _)| key == "metadata")
                || fields.iter().any(|key| metadata.get(key).is_some()))
    })
}

fn question(value: Value<'_>, position: usize, cx: &mut Context<'_>) -> Option<Question> {
    let mut question = Question::default();
    let (mut identifier, mut sure) = (None, None);
    for (key, member) in value.members() {
        match &*spelled(cx, value, key, member, KEYS) {
            "id" => identifier = id(cx, member),
            "metadata" => {
                if !member.is_object() {
                    wrong_type(cx, member, "an object with answertype and flags");
                }
                for (key, member) in member.members() {
                    if !fact(&key, member, &mut question, cx) {
                        extra_field(cx, member, &key, &mut question);
                    }
                }
            }
            "question" => wordings(member, &mut question, cx),
            "query" => query(member, &mut question, cx),
            "answers" => question.answers = single_answers(cx, member),
            "confidence" => sure = confidence(cx, member),
            "error" => question.error = error(member),
            "time" => question.latency = time(cx, member),
            // As in QALD-JSON, beside rather than inside the metadata.
            key => {
                if !fact(key, member, &mut question, cx) {
                    extra_field(cx, member, key, &mut question);
                }
            }
        }
    }
    if let (Some(answers), Some(sure)) = (&mut question.answers, sure) {
        answers.confidence = answers.confidence.or(Some(sure));
    }
    question.id = id_or_position(cx, value, identifier, position);
    check_paraphrases(cx, &value, &question);
    imply_scope(value, &mut question, cx);
    Some(question)
}

/// Takes a member of the metadata; `false` if the format does not have it.
fn fact(key: &str, value: Value<'_>, question: &mut Question, cx: &mut Context<'_>) -> bool {
    match key {
        "answertype" => question.answer_type = answer_type(value, cx),
        "aggregation" => question.aggregation = flag(cx, value),
        "hybrid" => question.hybrid = flag(cx, value),
        "onlydbo" => question.only_dbo = flag(cx, value),
        "answeritemtype" => {
            question.item_types = if value.is_array() {
                value.items().filter_map(|item| string(cx, item)).collect()
            } else {
                string(cx, value).into_iter().collect()
            };
            for class in &question.item_types {
                check_prefix(cx, &value, class);
            }
        }
        _ => return false,
    }
    true
}

/// The paper writes `Date|Number|String|ListOfResource`, with capitals.
fn answer_type(value: Value<'_>, cx: &mut Context<'_>) -> Option<AnswerType> {
    let word = string(cx, value)?;
    let word = word.trim();
    match AnswerType::parse(&word.to_ascii_lowercase()) {
        AnswerType::Other(_) if word == "ListOfResource" => {
            Some(AnswerType::Other(word.to_owned()))
        }
        AnswerType::Other(_) => checked_answer_type(cx, &value, word),
        known => Some(known),
    }
}

#[cfg(test)]
mod tests {
    use lydite_model::{Annotation, AnnotationKind, QueryForm, Scope, Span};

    use super::*;
    use crate::testing::{read, read_every_beginning};

    const SAMPLE: &str = r#"{"dataset": {"id": "d", "metadata": "some", "knowledge_base": "DBpedia", "knowledge_base_version": "2016-10"},
        "questions": [
        {"id": "1", "metadata": {"answertype": "Date", "hybrid": "FALSE", "aggregation": "TRUE", "answeritemtype": ["dbo:Person"]},
         "question": [{"language": "en", "string": "Who is the mayor of Berlin?", "keywords": "mayor, Berlin",
            "annotations": [{"char_begin": "20", "char_end": 26, "URI": "dbr:Berlin", "type": "ENTITY"}]}],
         "query": {"SPARQL": "SELECT 1", "schemaless ": "SELECT 2"},
         "answers": {"head": {"vars": ["result"]}, "bindings": [{"result": {"type": "literal", "value": "2001-01-01"}}], "confidence": "0.9"}},
        {"id": "2", "metadata": {"answertype": "ListOfResource"}, "question": [], "query": {},
         "answers": []},
        {"id": "3", "metadata": {"answertype": "Colour", "x": 1}, "answertype": "number", "question": 1, "query": 2,
         "answers": {"boolean": true}},
        {"id": "4", "metadata": 1, "answers": {"bindings": 3}, "y": 2}]}"#;

    #[test]
    fn the_layout_of_the_paper_is_read() {
        let read = read(SAMPLE);
        assert_eq!(read.format, "eqald-json");
        assert_eq!(read.info.knowledge_base_version.as_deref(), Some("2016-10"));
        assert_eq!(read.info.extras["metadata"], "some");
        let first = &read.questions[0];
        assert_eq!(first.answer_type, Some(AnswerType::Date));
        assert_eq!((first.hybrid, first.aggregation), (Some(false), Some(true)));
        assert_eq!(first.item_types, ["dbo:Person"]);
        assert_eq!(
            first.texts[0].annotations,
            [Annotation {
                span: Some(Span { begin: 20, end: 26 }),
                iri: "dbr:Berlin".into(),
                kind: Some(AnnotationKind::Entity),
            }]
        );
        assert_eq!(first.query(QueryForm::Sparql), Some("SELECT 1"));
        assert_eq!(first.query(QueryForm::Schemaless), Some("SELECT 2"));
        assert_eq!(first.answers.as_ref().unwrap().confidence, Some(0.9));
        let list = AnswerType::Other("ListOfResource".into());
        assert_eq!(read.questions[1].answer_type, Some(list));
        assert_eq!(read.questions[1].scope, Scope::Implied);
        assert_eq!(read.questions[2].answer_type, Some(AnswerType::Number));
        let answers = [0, 1, 2, 3].map(|question| read.answers(question));
        assert_eq!(answers, ["\"2001-01-01\"", "", "Some(true)", ""]);
        assert_eq!(
            read.codes(),
            "Q061 Q061 Q044 Q051 Q030 Q015 Q014 Q014 Q032 Q014 Q014 Q015"
        );
        read_every_beginning(SAMPLE);
    }
}
