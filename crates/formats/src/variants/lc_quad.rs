//! LC-QuAD 1: a list of questions with the template they were made from, without answers.

use lydite_model::{Language, QueryForm, Question};

use super::entries::Entries;
use super::qald_json::push_query;
use crate::context::Context;
use crate::format::{Format, Probe, Variant, json_driver};
use crate::input::Window;
use crate::json::Value;
use crate::json::fields::{extra_field, id, id_or_position, only_wording, string};
use crate::reader::Driver;

/// LC-QuAD 1.
pub(crate) struct LcQuad;

/// What the question was made from; the second is the name in earlier releases.
const INTERMEDIATE: [&str; 2] = ["intermediary_question", "verbalized_question"];

impl Variant for LcQuad {
    fn format(&self) -> Format {
        Format {
            name: "lc-quad",
            title: "LC-QuAD 1.0",
        }
    }

    fn recognises(&self, probe: &Probe<'_>) -> bool {
        probe.json().is_some_and(|shape| {
            shape.is_list
                && shape.any_element(|entry| {
                    entry.get("sparql_query").is_some()
                        && entry.get("corrected_question").is_some()
                        && (entry.get("sparql_template_id").is_some()
                            || INTERMEDIATE.iter().any(|key| entry.get(key).is_some()))
                })
        })
    }

    fn driver(&self, window: Window) -> Box<dyn Driver> {
        json_driver(window, Entries::read_by(question))
    }
}

fn question(value: Value<'_>, position: usize, cx: &mut Context<'_>) -> Option<Question> {
    let mut question = Question::default();
    let (mut identifier, mut text) = (None, None);
    for (key, member) in value.members() {
        match &*key {
            "_id" => identifier = id(cx, member),
            "corrected_question" => text = Some(member),
            "sparql_query" => {
                if let Some(text) = string(cx, member) {
                    push_query(cx, &member, QueryForm::Sparql, &text, &mut question);
                }
            }
            "sparql_template_id" => {
                question.extras.insert(key.into_owned(), member.to_json());
            }
            name if INTERMEDIATE.contains(&name) => {
                question.extras.insert(key.into_owned(), member.to_json());
            }
            _ => extra_field(cx, member, &key, &mut question),
        }
    }
    question.id = id_or_position(cx, value, identifier, position);
    question
        .texts
        .extend(only_wording(cx, value, text, Language::new("en")));
    Some(question)
}

#[cfg(test)]
mod tests {
    use crate::testing::{read, read_every_beginning};

    #[test]
    fn the_corrected_question_is_the_wording() {
        let text = r#"[
            {"_id": "1701", "corrected_question": "Which architect? ", "intermediary_question": "What is the <architect>",
             "sparql_query": " SELECT DISTINCT ?uri WHERE {} ", "sparql_template_id": 16},
            {"_id": "2", "corrected_question": "Who?", "verbalized_question": "x", "sparql_query": "SELECT"},
            {"_id": [], "corrected_question": 7, "sparql_query": "", "entities": []},
            {"corrected_question": {}},
            {},
            12]"#;
        let read = read(text);
        assert_eq!(read.format, "lc-quad");
        let first = &read.questions[0];
        assert_eq!(first.any_text(), Some("Which architect?"));
        assert_eq!(first.queries[0].text, "SELECT DISTINCT ?uri WHERE {}");
        assert_eq!(first.extras["sparql_template_id"], 16);
        assert_eq!(
            first.extras["intermediary_question"],
            "What is the <architect>"
        );
        assert!(first.answers.is_none());
        let ids: Vec<_> = read.questions.iter().map(|q| q.id.as_str()).collect();
        assert_eq!(ids, ["1701", "2", "3", "4", "5"]);
        assert_eq!(read.codes(), "Q013 Q040 Q015 Q010 Q010 Q014 Q010 Q020 Q001");
        read_every_beginning(text);
    }
}
