//! QALD-JSON, the format of QALD-6 to QALD-10 and of most system answers.

use lydite_model::{Action, Query, QueryForm, Question, Refreshed, Scope};

use super::benchmarks::is_no_question;
use super::entries::Entries;
use super::lines::{JsonRecords, Lines, is_lines};
use super::queries::is_flat;
use crate::checks::{looks_like_query, query_elsewhere};
use crate::codes;
use crate::context::Context;
use crate::format::{Format, Probe, Variant, json_driver};
use crate::input::Window;
use crate::json::fields::{
    self, answer_type, check_paraphrases, confidence, error, extra_field, flag, id, id_or_position,
    spelled, string, time, unknown_field, wording, wrong_type,
};
use crate::json::notation;
use crate::json::results::answers;
use crate::json::{Kind, Value};
use crate::reader::Driver;
use crate::refreshed;

/// QALD-JSON.
pub(crate) struct QaldJson;

impl Variant for QaldJson {
    fn format(&self) -> Format {
        Format {
            name: "qald-json",
            title: "QALD-JSON (QALD-6 to QALD-10, QALD-9-plus, system answers)",
        }
    }

    fn recognises(&self, probe: &Probe<'_>) -> bool {
        probe.json().is_some_and(|shape| {
            if shape.is_list {
                return shape.any_element(is_entry);
            }
            shape.has("questions")
                && !shape.any_element(|entry| is_no_question(entry) || is_flat(entry))
                || is_lines(&probe.head, is_entry)
        })
    }

    fn driver(&self, window: Window) -> Box<dyn Driver> {
        let is_lines = is_lines(&String::from_utf8_lossy(window.bytes()), is_entry);
        if is_lines {
            let entries = JsonRecords::read_by(|value, at, cx| {
                if fields::is_entry(cx, value)
                    && let Some(question) = question(value, at, cx)
                {
                    cx.emit(&value, question);
                }
            });
            return Box::new(Lines::new(window, entries));
        }
        json_driver(window, Entries::read_by(question).with_dataset())
    }
}

/// Whether this is an entry of `questions`, for files that have nothing but entries.
fn is_entry(value: Value<'_>) -> bool {
    let has = |list: Value<'_>, keys: &[&str]| {
        let mut objects = list.items().filter(|one| one.is_object());
        objects.any(|one| keys.iter().any(|key| one.get(key).is_some()))
    };
    let is_worded = |list: Value<'_>| has(list, &["language", "string"]);
    let is_answered = |list: Value<'_>| has(list, &["head", "results", "boolean"]);
    value.get("question").is_some_and(is_worded)
        || value.get("id").is_some() && value.get("answers").is_some_and(is_answered)
}

/// The `dataset` object: an identifier, and whatever else the file says about itself.
pub(crate) fn dataset(value: Value<'_>, cx: &mut Context<'_>) {
    if !value.is_object() {
        wrong_type(cx, value, "an object with an id");
        return;
    }
    for (key, member) in value.members() {
        match &*key {
            "id" => {
                cx.output.info.id = member.as_text().map(std::borrow::Cow::into_owned);
            }
            "knowledge_base" => cx.output.info.knowledge_base = string(cx, member),
            "knowledge_base_version" => cx.output.info.knowledge_base_version = string(cx, member),
            "prefix" => cx.output.info.prefix = string(cx, member),
            "refreshed" if member.is_object() => {
                let text = |key: &str| member.get(key).and_then(Value::as_text);
                cx.output.info.refreshed = Some(Refreshed {
                    graph: text("graph").unwrap_or_default().into_owned(),
                    date: text("date").unwrap_or_default().into_owned(),
                    checked: member.get("checked").and_then(Value::as_bool) == Some(true),
                });
            }
            "metadata" if member.is_string() => {
                let text = member.as_str().unwrap_or_default();
                let (rest, refreshed) = refreshed::split(&text);
                cx.output.info.refreshed = refreshed.or(cx.output.info.refreshed.take());
                if let Some(rest) = rest {
                    let extras = &mut cx.output.info.extras;
                    extras.insert(key.into_owned(), rest.into());
                }
            }
            _ => {
                cx.output
                    .info
                    .extras
                    .insert(key.into_owned(), member.to_json());
            }
        }
    }
}

/// The fields of an entry that another name can be a misspelling of.
pub(crate) const KEYS: &[&str] = &[
    "id",
    "answertype",
    "aggregation",
    "onlydbo",
    "hybrid",
    "question",
    "query",
    "answers",
    "confidence",
    "metadata",
];

/// An entry of `questions`.
fn question(value: Value<'_>, position: usize, cx: &mut Context<'_>) -> Option<Question> {
    let mut question = Question::default();
    let (mut identifier, mut sure) = (None, None);
    for (key, member) in value.members() {
        let key = spelled(cx, value, key, member, KEYS);
        match &*key {
            "id" => identifier = id(cx, member),
            "answertype" => question.answer_type = answer_type(cx, member),
            "aggregation" => question.aggregation = flag(cx, member),
            "onlydbo" => question.only_dbo = flag(cx, member),
            "hybrid" => question.hybrid = flag(cx, member),
            "question" => wordings(member, &mut question, cx),
            "query" => query(member, &mut question, cx),
            "answers" => question.answers = answers(cx, member),
            "confidence" => sure = confidence(cx, member),
            "error" => question.error = error(member),
            "time" => question.latency = time(cx, member),
            _ => extra_field(cx, member, &key, &mut question),
        }
    }
    if let (Some(answers), Some(sure)) = (&mut question.answers, sure) {
        answers.confidence = answers.confidence.or(Some(sure));
    }
    question.id = id_or_position(cx, value, identifier, position);
    question.source = notation::keep(value);
    check_paraphrases(cx, &value, &question);
    imply_scope(value, &mut question, cx);
    Some(question)
}

/// QALD-6 writes out-of-scope questions with an empty query object and an empty list of answers.
pub(crate) fn imply_scope(value: Value<'_>, question: &mut Question, cx: &mut Context<'_>) {
    let no_answers = value
        .get("answers")
        .is_some_and(|answers| answers.is_array() && answers.items().next().is_none());
    if no_answers && question.queries.is_empty() {
        question.scope = Scope::Implied;
        cx.report(
            &value,
            &codes::IMPLIED_OUT_OF_SCOPE,
            Action::Kept,
            "no query and no answers",
        );
    }
}

/// The `question` list; a plain string is taken for an English wording.
pub(crate) fn wordings(value: Value<'_>, question: &mut Question, cx: &mut Context<'_>) {
    match value.kind() {
        Kind::Array => {
            question.texts = value
                .items()
                .filter_map(|entry| wording(cx, entry, "string"))
                .collect();
        }
        Kind::Object => {
            wrong_type(cx, value, "a list of question texts");
            question.texts.extend(wording(cx, value, "string"));
        }
        Kind::Null => {}
        _ => match value.as_str() {
            Some(text) => {
                let language = fields::assume_english(cx, &value);
                question
                    .texts
                    .push(lydite_model::Text::new(language, text.trim()));
            }
            None => wrong_type(cx, value, "a list of question texts"),
        },
    }
}

/// The fields of a query object, as editions write them.
const FORMS: &[&str] = &["sparql", "SPARQL", "pseudo", "schemaless", "schemaless "];

/// The `query` object, or the query itself.
pub(crate) fn query(value: Value<'_>, question: &mut Question, cx: &mut Context<'_>) {
    match value.kind() {
        Kind::Object => {
            let mut any = false;
            for (key, member) in value.members() {
                any = true;
                let key = spelled(cx, value, key, member, FORMS);
                let form = match &*key.trim().to_ascii_lowercase() {
                    "sparql" => QueryForm::Sparql,
                    "pseudo" => QueryForm::Pseudo,
                    "schemaless" => QueryForm::Schemaless,
                    "template" => QueryForm::Template,
                    "s-expression" | "s_expression" => QueryForm::SExpression,
                    _ => {
                        if member.as_str().is_some_and(|text| looks_like_query(&text)) {
                            query_elsewhere(cx, &member, &key);
                        } else {
                            unknown_field(cx, member, &key);
                        }
                        continue;
                    }
                };
                if let Some(text) = string(cx, member) {
                    push_query(cx, &member, form, &text, question);
                }
            }
            if !any {
                cx.report(
                    &value,
                    &codes::EMPTY_QUERY_OBJECT,
                    Action::Kept,
                    "the query object is empty",
                );
            }
        }
        Kind::Null => {}
        _ => {
            if let Some(text) = string(cx, value) {
                push_query(cx, &value, QueryForm::Sparql, &text, question);
            }
        }
    }
}

/// Adds a query to a question; remarks on what no engine can run.
pub(crate) fn push_query(
    cx: &mut Context<'_>,
    spot: &dyn crate::context::Spot,
    form: QueryForm,
    text: &str,
    question: &mut Question,
) {
    let text = text.trim();
    if text.is_empty() {
        cx.report(
            spot,
            &codes::EMPTY_QUERY,
            Action::Skipped,
            "the query is empty",
        );
        return;
    }
    if form == QueryForm::Sparql && text.contains("text:\"") {
        cx.report(
            spot,
            &codes::PSEUDO_AS_SPARQL,
            Action::Kept,
            "the SPARQL query has text: terms",
        )
        .hint = Some("move it to the field `pseudo`".to_owned());
    }
    question.queries.push(Query::new(form, text));
}

#[cfg(test)]
mod tests {
    use lydite_model::{QueryForm, Refreshed, Syntax};

    use crate::testing::read;

    /// The document of QALD-6 writes `SPARQL` and `schemaless`, as eQALD-JSON does.
    #[test]
    fn the_layout_of_the_challenge_document_is_read() {
        let read = read(
            r#"{"dataset": {"id": "qald-6-train-multilingual"}, "questions": [
                {"id": "1", "answertype": "boolean", "aggregation": false, "onlydbo": true, "hybrid": false,
                 "question": [{"language": "en", "string": "Is it?", "keywords": "it", "annotations": []}],
                 "query": {"SPARQL": "ASK {}", "pseudo": "ASK { }", "schemaless": "it"},
                 "answers": [{"head": {}, "boolean": "true"}], "confidence": 0.9},
                {"id": "2", "query": {"SPARQL": "SELECT 1"}, "answers": [{"results": {"bindings": [{"var": {"value": "42.0"}}]}}]}]}"#,
        );
        assert_eq!(read.format, "qald-json");
        let first = &read.questions[0];
        let forms: Vec<_> = first.queries.iter().map(|query| query.form).collect();
        assert_eq!(
            forms,
            [QueryForm::Sparql, QueryForm::Pseudo, QueryForm::Schemaless]
        );
        // To the official script the text "true" is not the truth value; it gets to see it.
        let (syntax, source) = first.source.get().unwrap();
        assert_eq!(syntax, Syntax::Json);
        assert!(source.contains(r#""boolean": "true""#), "{source}");
        assert_eq!(read.answers(1), "\"42.0\"");
    }

    #[test]
    fn answers_that_were_refreshed_are_told() {
        for dataset in [
            r#"{"id": "d", "metadata": "answers refreshed from <dbpedia-2016> on 2026-11-16 (unchecked)"}"#,
            r#"{"id": "d", "refreshed": {"graph": "dbpedia-2016", "date": "2026-11-16"}}"#,
        ] {
            let read = read(&format!(
                r#"{{"dataset": {dataset}, "questions": [{{"id": "1", "answers": [{{"boolean": true}}]}}]}}"#
            ));
            let expected = Refreshed {
                graph: "dbpedia-2016".to_owned(),
                date: "2026-11-16".to_owned(),
                checked: false,
            };
            assert_eq!(read.info.refreshed, Some(expected), "{dataset}");
            assert_eq!(read.info.extras.len(), 0);
            assert_eq!(read.codes(), "F031");
            let message = &read.remarks.last().unwrap().message;
            assert!(message.contains("dbpedia-2016 on 2026-11-16"), "{message}");
        }
    }
}
