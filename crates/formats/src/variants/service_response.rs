//! Single responses of question answering services that do not speak QALD-JSON.
//!
//! | service | response |
//! | --- | --- |
//! | TeBaQA | `{"answers": ["…"], "sparql": "…"}` |
//! | gAnswer, RuBQ | `{"queries": ["…"]}` |
//! | TEXT2SPARQL | `{"dataset": "…", "question": "…", "query": "…"}` |
//! | DeepPavlov | `[{"sparql_query": "…", "confidence": 0.9}]` |
//!
//! A response does not say which question it is about; it has the id `1`.

use lydite_model::{AnswerSet, QueryForm, Question, Term, Text};

use super::qald_json::push_query;
use crate::context::{Context, Settled};
use crate::format::{Format, Probe, Variant, json_driver};
use crate::input::Window;
use crate::json::fields::{assume_english, confidence, extra_field, is_entry, string};
use crate::json::{JsonVariant, Value};
use crate::reader::Driver;
use crate::terms;

/// The response of a service.
pub(crate) struct ServiceResponse;

/// All keys of responses that are objects; a file with others is something else.
const KEYS: [&str; 7] = [
    "answers",
    "confidence",
    "dataset",
    "queries",
    "query",
    "question",
    "sparql",
];

impl Variant for ServiceResponse {
    fn format(&self) -> Format {
        Format {
            name: "service-response",
            title: "a response of TeBaQA, gAnswer, DeepPavlov or a TEXT2SPARQL endpoint",
        }
    }

    fn recognises(&self, probe: &Probe<'_>) -> bool {
        probe.json().is_some_and(|shape| {
            if shape.is_list {
                return shape.any_element(|entry| {
                    entry.get("sparql_query").is_some() && entry.get("confidence").is_some()
                });
            }
            let has = |keys: &[&str]| keys.iter().all(|key| shape.has(key));
            let mut keys = shape.members.iter().map(|(key, _)| key).chain(&shape.lists);
            keys.all(|key| KEYS.contains(&&**key))
                && (has(&["answers", "sparql"])
                    || has(&["queries"])
                    || has(&["dataset", "question", "query"]))
        })
    }

    fn driver(&self, window: Window) -> Box<dyn Driver> {
        json_driver(window, Response::default())
    }
}

#[derive(Default)]
struct Response {
    question: Question,
    answers: Option<Vec<Term>>,
    sure: Option<f64>,
    /// Where the response begins.
    spot: Option<Settled>,
}

impl Response {
    fn query(&mut self, value: Value<'_>, cx: &mut Context<'_>) {
        if let Some(text) = string(cx, value) {
            push_query(cx, &value, QueryForm::Sparql, &text, &mut self.question);
        }
    }

    fn sure(&mut self, value: Value<'_>, cx: &mut Context<'_>) {
        // Candidates come with the best one first.
        self.sure = self.sure.or(confidence(cx, value));
    }
}

impl JsonVariant for Response {
    fn lists(&self) -> &'static [&'static str] {
        &["answers", "queries"]
    }

    fn list(&mut self, key: &str) {
        if key == "answers" {
            self.answers = Some(Vec::new());
        }
    }

    fn element(&mut self, key: Option<&str>, value: Value<'_>, cx: &mut Context<'_>) {
        self.spot.get_or_insert_with(|| cx.settle(&value));
        match key {
            Some("answers") => {
                if let Some(text) = string(cx, value) {
                    let term = terms::guess(text);
                    terms::check(cx, &value, &term);
                    self.answers.get_or_insert_default().push(term);
                }
            }
            Some(_) => self.query(value, cx),
            None => {
                if !is_entry(cx, value) {
                    return;
                }
                for (key, member) in value.members() {
                    match &*key {
                        "sparql_query" => self.query(member, cx),
                        "confidence" => self.sure(member, cx),
                        _ => extra_field(cx, member, &key, &mut self.question),
                    }
                }
            }
        }
    }

    fn member(&mut self, key: &str, value: Value<'_>, cx: &mut Context<'_>) {
        self.spot.get_or_insert_with(|| cx.settle(&value));
        match key {
            "sparql" | "query" => self.query(value, cx),
            "confidence" => self.sure(value, cx),
            "dataset" => cx.output.info.id = string(cx, value),
            "question" => {
                if let Some(text) = string(cx, value) {
                    let language = assume_english(cx, &value);
                    self.question.texts.push(Text::new(language, text.trim()));
                }
            }
            _ => extra_field(cx, value, key, &mut self.question),
        }
    }

    fn finish(&mut self, cx: &mut Context<'_>) {
        let Some(spot) = &self.spot else {
            return;
        };
        let mut question = std::mem::take(&mut self.question);
        question.id = "1".into();
        question.answers = self.answers.take().map(|terms| AnswerSet {
            confidence: self.sure,
            ..terms::bare_answers(terms)
        });
        if let (None, Some(sure)) = (&question.answers, self.sure) {
            question.extras.insert("confidence".to_owned(), sure.into());
        }
        cx.emit(spot, question);
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::{read, read_every_beginning};

    #[test]
    fn a_response_is_one_question() {
        let cases = [
            (
                r#"{"answers": ["http://x/A", "b"], "sparql": "SELECT 1"}"#,
                ("<http://x/A> \"b\"", 1, ""),
            ),
            (r#"{"sparql": "", "answers": []}"#, ("", 0, "Q040")),
            (
                r#"{"answers": ["true"], "sparql": "ASK {}"}"#,
                ("Some(true)", 1, ""),
            ),
            (r#"{"answers": [{}], "sparql": "ASK {}"}"#, ("", 1, "Q014")),
            (
                r#"{"queries": ["SELECT 1", "SELECT 2", 3]}"#,
                ("none", 3, "Q014"),
            ),
            (
                r#"{"dataset": "http://d/", "question": "Who?", "query": "SELECT 1"}"#,
                ("none", 1, "Q022"),
            ),
            (
                r#"[{"sparql_query": "SELECT 1", "confidence": 0.9}, {"sparql_query": "SELECT 2", "confidence": 0.1, "x": 1}, 1]"#,
                ("none", 2, "Q015 Q001"),
            ),
        ];
        for (text, expected) in cases {
            let read = read(text);
            assert_eq!(read.format, "service-response");
            assert_eq!(read.questions.len(), 1, "{text}");
            let (answers, codes) = (read.answers(0), read.codes());
            let queries = read.questions[0].queries.len();
            assert_eq!((&*answers, queries, &*codes), expected, "{text}");
            read_every_beginning(text);
        }
    }
}
