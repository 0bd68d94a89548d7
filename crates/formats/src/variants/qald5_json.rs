//! QALD-5 JSON: `body` for the wordings, the query as a string, answers as bare values.
//!
//! The tool that made the published file passed the queries through Ruby's `String#squeeze`, which
//! collapses repeated letters: `http://www.w3.org` became `http://w.w3.org`.

use lydite_model::{Action, AnswerSet, QueryForm, Question};

use super::qald_json::{dataset, push_query};
use crate::codes;
use crate::context::Context;
use crate::format::{Format, Probe, Variant, json_driver};
use crate::input::Window;
use crate::json::fields::{
    answer_type, check_paraphrases, extra_field, flag, id, id_or_position, is_entry, spelled,
    string, unknown_field, wording, wrong_type,
};
use crate::json::{JsonVariant, Kind, Value};
use crate::reader::Driver;
use crate::terms;

/// QALD-5 JSON.
pub(crate) struct Qald5Json;

impl Variant for Qald5Json {
    fn format(&self) -> Format {
        Format {
            name: "qald-5-json",
            title: "the JSON of QALD-5 (body, query as a string)",
        }
    }

    fn recognises(&self, probe: &Probe<'_>) -> bool {
        probe.json().is_some_and(|shape| {
            shape.has("questions")
                && shape.any_element(|entry| entry.get("body").is_some_and(Value::is_array))
        })
    }

    fn driver(&self, window: Window) -> Box<dyn Driver> {
        json_driver(window, Entries::default())
    }
}

#[derive(Default)]
struct Entries {
    position: usize,
    /// How many queries show that letters are missing.
    mangled: usize,
}

impl JsonVariant for Entries {
    fn element(&mut self, _key: Option<&str>, value: Value<'_>, cx: &mut Context<'_>) {
        self.position += 1;
        if !is_entry(cx, value) {
            return;
        }
        let question = question(value, self.position, cx);
        if question.queries.iter().any(|query| is_mangled(&query.text)) {
            self.mangled += 1;
        }
        cx.emit(&value, question);
    }

    fn member(&mut self, key: &str, value: Value<'_>, cx: &mut Context<'_>) {
        match key {
            "dataset" => dataset(value, cx),
            "questions" => wrong_type(cx, value, "a list of questions"),
            _ => unknown_field(cx, value, key),
        }
    }

    fn finish(&mut self, cx: &mut Context<'_>) {
        if self.mangled > 0 {
            let mangled = self.mangled;
            cx.output
                .report_file(
                    &codes::MANGLED_QUERY,
                    Action::Kept,
                    format!(
                        "repeated letters were collapsed in the queries (`http://w.w3.org`), visibly in {mangled} of them"
                    ),
                )
                .hint = Some("take the queries from the XML edition".to_owned());
        }
    }
}

/// Whether letters that the usual prefixes repeat are missing.
fn is_mangled(query: &str) -> bool {
    query.contains("//w.w3.org") || query.contains("OFSET ") || query.contains("w3.org/201/")
}

/// The fields of a question.
const KEYS: &[&str] = &[
    "id",
    "answertype",
    "body",
    "query",
    "pseudoquery",
    "answers",
];

fn question(value: Value<'_>, position: usize, cx: &mut Context<'_>) -> Question {
    let mut question = Question::default();
    let mut identifier = None;
    for (key, member) in value.members() {
        let key = spelled(cx, value, key, member, KEYS);
        match &*key {
            "id" => identifier = id(cx, member),
            "answertype" => question.answer_type = answer_type(cx, member),
            "aggregation" => question.aggregation = flag(cx, member),
            "onlydbo" => question.only_dbo = flag(cx, member),
            "hybrid" => question.hybrid = flag(cx, member),
            "body" => {
                if !member.is_array() {
                    wrong_type(cx, member, "a list of question texts");
                }
                let wordings = member.items();
                question.texts = wordings
                    .filter_map(|entry| wording(cx, entry, "string"))
                    .collect();
            }
            "query" => {
                if let Some(text) = string(cx, member) {
                    push_query(cx, &member, QueryForm::Sparql, &text, &mut question);
                }
            }
            "pseudoquery" => {
                if let Some(text) = string(cx, member) {
                    push_query(cx, &member, QueryForm::Pseudo, &text, &mut question);
                }
            }
            "answers" => question.answers = answers(member, cx),
            _ => extra_field(cx, member, &key, &mut question),
        }
    }
    question.id = id_or_position(cx, value, identifier, position);
    check_paraphrases(cx, &value, &question);
    question
}

/// `[{"string": "…"}, …]`; what the values are is told from their look.
fn answers(list: Value<'_>, cx: &mut Context<'_>) -> Option<AnswerSet> {
    match list.kind() {
        Kind::Array => {}
        Kind::Null => return None,
        _ => {
            wrong_type(cx, list, "a list of answers");
            return None;
        }
    }
    let mut terms = Vec::new();
    for entry in list.items() {
        let value = if entry.is_object() {
            entry.get("string")
        } else {
            Some(entry)
        };
        match value.and_then(Value::as_text) {
            Some(text) => {
                let term = terms::guess(text.into_owned());
                terms::check(cx, &entry, &term);
                terms.push(term);
            }
            None => {
                cx.report(
                    &entry,
                    &codes::NO_VALUE,
                    Action::Skipped,
                    "the answer has no string",
                );
            }
        }
    }
    Some(terms::bare_answers(terms))
}

#[cfg(test)]
mod tests {
    use crate::testing::{read, read_every_beginning};

    #[test]
    fn bare_values_become_terms() {
        let text = r#"{"dataset": {"id": "d"}, "questions": [
                {"id": "1", "hybrid": "false", "answertype": "resource", "aggregation": "false", "onlydbo": "true",
                 "body": [{"language": "en", "string": "Who? ", "keywords": "a, b"}],
                 "query": " SELECT ?x WHERE { ?x a <http://w.w3.org/y> } ",
                 "answers": [{"string": "http://x/A"}, {"string": "42"}]},
                {"id": "2", "body": [], "answers": [{"string": "true"}]},
                {"id": "3", "body": [], "query": "OUT OF SCOPE", "answers": []},
                {"id": "4", "body": [], "query": "SELECT", "answers": [{}, "x"]}]}"#;
        let read = read(text);
        assert_eq!(read.format, "qald-5-json");
        assert_eq!(read.questions[0].any_text(), Some("Who?"));
        assert_eq!(read.questions[0].texts[0].keywords, ["a", "b"]);
        assert!(!read.questions[2].scope.is_inside());
        let answers = [0, 1, 2, 3].map(|question| read.answers(question));
        assert_eq!(answers, ["<http://x/A> \"42\"", "Some(true)", "", "\"x\""]);
        assert_eq!(read.codes(), "Q050 A012 Q043");
        assert_eq!(read.remarks[2].place.line, 0);
        read_every_beginning(text);
    }

    #[test]
    fn wrong_values_are_told() {
        let read = read(
            r#"{"questions": [{"body": []}, {"id": 7, "body": {}, "query": [], "answers": "x", "y": 1},
                {"id": 2, "body": [{"language": "en"}], "query": "", "answers": null, "hybrid": "perhaps"}, []]}"#,
        );
        assert_eq!(read.questions.len(), 3);
        assert_eq!(read.codes(), "Q010 Q014 Q014 Q014 Q015 Q021 Q040 Q031 Q001");
    }
}
