//! Extended QALD-JSON (QALD-7): everything about a question, its query included, is inside
//! `question`, and the query is repeated in every language.
//!
//! QAnswer answers in the same layout, with the result object as JSON within a string.

use lydite_model::{Action, Query, QueryForm, Question};

use super::entries::Entries;
use super::qald_json::push_query;
use crate::codes;
use crate::context::Context;
use crate::format::{Format, Probe, Variant, json_driver};
use crate::input::Window;
use crate::json::Value;
use crate::json::fields::{
    answer_type, check_paraphrases, confidence, extra_field, flag, id, id_or_position, spelled,
    string, unknown_field, wording_with, wrong_type,
};
use crate::json::results::single_answers;
use crate::reader::Driver;

/// Extended QALD-JSON.
pub(crate) struct ExtendedQaldJson;

impl Variant for ExtendedQaldJson {
    fn format(&self) -> Format {
        Format {
            name: "extended-qald-json",
            title: "extended QALD-JSON (QALD-7, QAnswer)",
        }
    }

    fn recognises(&self, probe: &Probe<'_>) -> bool {
        probe.json().is_some_and(|shape| {
            shape.has("questions")
                && shape.any_element(|entry| {
                    entry.get("question").is_some_and(|question| {
                        question.get("language").is_some_and(Value::is_array)
                            || question.get("answers").is_some()
                    })
                })
        })
    }

    fn driver(&self, window: Window) -> Box<dyn Driver> {
        json_driver(window, Entries::read_by(entry))
    }
}

/// An entry: an object around the question itself.
fn entry(value: Value<'_>, position: usize, cx: &mut Context<'_>) -> Option<Question> {
    let Some(inner) = value.get("question").filter(|inner| inner.is_object()) else {
        cx.report(
            &value,
            &codes::NOT_A_QUESTION,
            Action::Skipped,
            "the entry has no `question` object",
        );
        return None;
    };
    let mut question = question(inner, position, cx);
    for (key, member) in value.members() {
        if key != "question" {
            extra_field(cx, member, &key, &mut question);
        }
    }
    Some(question)
}

/// The fields of a question.
const KEYS: &[&str] = &[
    "id",
    "answertype",
    "metadata",
    "language",
    "answers",
    "confidence",
];

fn question(value: Value<'_>, position: usize, cx: &mut Context<'_>) -> Question {
    let mut question = Question::default();
    let (mut identifier, mut sure) = (None, None);
    for (key, member) in value.members() {
        let key = spelled(cx, value, key, member, KEYS);
        match &*key {
            "id" => identifier = id(cx, member),
            "answertype" => question.answer_type = answer_type(cx, member),
            "metadata" => metadata(member, &mut question, cx),
            "language" => {
                if !member.is_array() {
                    wrong_type(cx, member, "a list of question texts");
                }
                for entry in member.items() {
                    let confidence = language_entry(entry, &mut question, cx);
                    sure = sure.or(confidence);
                }
            }
            "answers" => question.answers = single_answers(cx, member),
            "confidence" => sure = confidence(cx, member).or(sure),
            _ => extra_field(cx, member, &key, &mut question),
        }
    }
    if let (Some(answers), Some(sure)) = (&mut question.answers, sure) {
        answers.confidence = answers.confidence.or(Some(sure));
    }
    question.id = id_or_position(cx, value, identifier, position);
    join_queries(value, &mut question, cx);
    check_paraphrases(cx, &value, &question);
    question
}

fn metadata(value: Value<'_>, question: &mut Question, cx: &mut Context<'_>) {
    if !value.is_object() {
        wrong_type(cx, value, "an object with flags");
    }
    for (key, member) in value.members() {
        match &*key {
            "aggregation" => question.aggregation = flag(cx, member),
            "onlydbo" => question.only_dbo = flag(cx, member),
            "hybrid" => question.hybrid = flag(cx, member),
            _ => extra_field(cx, member, &key, question),
        }
    }
}

/// An entry of `language`: a wording, its query, or both. Gives the confidence.
fn language_entry(entry: Value<'_>, question: &mut Question, cx: &mut Context<'_>) -> Option<f64> {
    if !entry.is_object() {
        wrong_type(cx, entry, "an object with language and question");
        return None;
    }
    let mut sure = None;
    let before = question.queries.len();
    let mut other = |cx: &mut Context<'_>, key: &str, value: Value<'_>| {
        let form = match &*key.to_ascii_lowercase() {
            "sparql" => QueryForm::Sparql,
            "pseudo" => QueryForm::Pseudo,
            "schemaless" => QueryForm::Schemaless,
            "confidence" => {
                sure = confidence(cx, value);
                return;
            }
            _ => return unknown_field(cx, value, key),
        };
        if let Some(text) = string(cx, value) {
            push_query(cx, &value, form, &text, question);
        }
    };
    // QAnswer gives a query without repeating the question.
    let is_wording = ["language", "question", "keywords"]
        .iter()
        .any(|key| entry.get(key).is_some());
    if is_wording {
        if let Some(text) = wording_with(cx, entry, "question", &mut other) {
            for query in &mut question.queries[before..] {
                query.language = Some(text.language.clone());
            }
            question.texts.push(text);
        }
    } else {
        for (key, value) in entry.members() {
            other(cx, &key, value);
        }
    }
    sure
}

/// A query that is the same in all languages is one query.
fn join_queries(value: Value<'_>, question: &mut Question, cx: &mut Context<'_>) {
    let mut joined: Vec<Query> = Vec::new();
    for form in [QueryForm::Sparql, QueryForm::Pseudo, QueryForm::Schemaless] {
        let mut queries = question.queries.iter().filter(|query| query.form == form);
        let Some(first) = queries.next() else {
            continue;
        };
        if queries.all(|query| query.text == first.text) {
            joined.push(Query::new(form, &*first.text));
        } else {
            cx.report(
                &value,
                &codes::QUERIES_DIFFER,
                Action::Kept,
                "the query is not the same in all languages",
            );
            let queries = question.queries.iter().filter(|query| query.form == form);
            joined.extend(queries.cloned());
        }
    }
    question.queries = joined;
}

#[cfg(test)]
mod tests {
    use lydite_model::Language;

    use super::*;
    use crate::testing::{read, read_every_beginning};

    const SAMPLE: &str = r#"{"dataset": {"id": "d"}, "questions": [
        {"question": {"id": "0", "answertype": "date",
            "metadata": {"aggregation": false, "onlydbo": true, "hybrid": "false"},
            "language": [
                {"language": "en", "question": "When?", "keywords": "a,b", "SPARQL": "SELECT 1"},
                {"language": "fr", "SPARQL": "SELECT 1"}],
            "answers": {"head": {"vars": ["d"]}, "results": {"bindings": [
                {"d": {"type": "literal", "value": "1863-07-03"}}]}}}},
        {"question": {"id": "1", "language": [
                {"language": "en", "question": "Who?", "SPARQL": "SELECT 1"},
                {"language": "de", "question": "Wer?", "SPARQL": "SELECT 2"}],
            "answers": {"head": {}, "results": {}, "boolean": true}}},
        {"question": [1], "x": 1},
        {"question": {"id": 3, "language": 7, "answers": 1, "y": 2}, "x": 1}]}"#;

    #[test]
    fn the_query_of_all_languages_is_one() {
        let read = read(SAMPLE);
        assert_eq!(read.format, "extended-qald-json");
        let [first, second, third] = &read.questions[..] else {
            panic!("{:?}", read.questions)
        };
        assert_eq!(first.queries, [Query::sparql("SELECT 1")]);
        assert_eq!(first.texts.len(), 2);
        assert_eq!(first.texts[0].keywords, ["a", "b"]);
        assert_eq!((first.only_dbo, first.hybrid), (Some(true), Some(false)));
        assert_eq!(read.answers(0), "\"1863-07-03\"");
        let languages: Vec<_> = second
            .queries
            .iter()
            .map(|query| query.language.as_ref().map(Language::as_str))
            .collect();
        assert_eq!(languages, [Some("en"), Some("de")]);
        assert_eq!(read.answers(1), "Some(true)");
        assert_eq!(
            (&third.extras["x"], &third.extras["y"]),
            (&1.into(), &2.into())
        );
        assert_eq!(read.codes(), "Q021 A004 Q045 Q001 Q014 Q014 Q015 Q015");
        read_every_beginning(SAMPLE);
    }

    #[test]
    fn answers_within_a_string_are_read_at_its_place() {
        let case = |answers: &str| {
            read(&format!(
                "{{\"questions\": [{{\"question\": {{\n\"answers\": {},\n\"language\": [{{\"SPARQL\": \"SELECT 1\", \"confidence\": 0.98}}]}}}}]}}",
                serde_json::Value::from(answers)
            ))
        };
        let good = case(
            r#"{"head": {"vars": ["o1"]}, "results": {"bindings": [{"o1": {"type": "uri", "value": "http://x/é"}}]}}"#,
        );
        assert_eq!(good.format, "extended-qald-json");
        assert_eq!(good.answers(0), "<http://x/é>");
        assert_eq!(good.codes(), "A023 Q010");
        let question = &good.questions[0];
        assert_eq!(question.queries, [Query::sparql("SELECT 1")]);
        assert_eq!(question.answers.as_ref().unwrap().confidence, Some(0.98));
        assert!(question.texts.is_empty());

        let bad = case("{\"head\": {},\n\n \"boolean\": ");
        assert_eq!(
            (bad.answers(0), bad.codes()),
            ("none".into(), "A023 F010 Q010".into())
        );
        let place = &bad.remarks[1].place;
        assert_eq!((place.line, place.column), (2, 12));
        assert_eq!(place.path, "questions[0].question.answers");

        assert_eq!(case("").answers(0), "none");
        assert_eq!(case("[{\"boolean\": false}]").answers(0), "Some(false)");
    }
}
