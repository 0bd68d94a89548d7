//! The templates of LC-QuAD 1: queries with slots, without a wording.

use lydite_model::{QueryForm, Question};

use super::entries::Entries;
use super::qald_json::push_query;
use crate::context::Context;
use crate::format::{Format, Probe, Variant, json_driver};
use crate::input::Window;
use crate::json::Value;
use crate::json::fields::{extra_field, id, id_or_position, string};
use crate::reader::Driver;

/// The templates of LC-QuAD 1.
pub(crate) struct LcQuadTemplates;

impl Variant for LcQuadTemplates {
    fn format(&self) -> Format {
        Format {
            name: "lc-quad-templates",
            title: "the query templates of LC-QuAD 1.0",
        }
    }

    fn recognises(&self, probe: &Probe<'_>) -> bool {
        probe.json().is_some_and(|shape| {
            shape.is_list
                && shape.any_element(|entry| {
                    ["id", "n_entities", "template"]
                        .iter()
                        .all(|key| entry.get(key).is_some())
                })
        })
    }

    fn driver(&self, window: Window) -> Box<dyn Driver> {
        json_driver(window, Entries::read_by(question))
    }
}

fn question(value: Value<'_>, position: usize, cx: &mut Context<'_>) -> Option<Question> {
    let mut question = Question::default();
    let mut identifier = None;
    for (key, member) in value.members() {
        match &*key {
            "id" => identifier = id(cx, member),
            "template" => {
                if let Some(text) = string(cx, member) {
                    push_query(cx, &member, QueryForm::Template, &text, &mut question);
                }
            }
            "type" | "n_entities" => {
                question.extras.insert(key.into_owned(), member.to_json());
            }
            _ => extra_field(cx, member, &key, &mut question),
        }
    }
    question.id = id_or_position(cx, value, identifier, position);
    Some(question)
}

#[cfg(test)]
mod tests {
    use lydite_model::{Query, QueryForm};

    use crate::testing::{read, read_every_beginning};

    #[test]
    fn templates_are_questions_without_wording() {
        let text = r#"[
            {"id": 301, "n_entities": 1, "template": " SELECT <%(e_out)s> ", "type": "vanilla"},
            {"id": 2.5, "template": null, "x": true},
            "y"]"#;
        let read = read(text);
        assert_eq!(read.format, "lc-quad-templates");
        let first = &read.questions[0];
        assert_eq!(first.id.as_str(), "301");
        assert_eq!(
            first.queries,
            [Query::new(QueryForm::Template, "SELECT <%(e_out)s>")]
        );
        assert_eq!(first.extras["type"], "vanilla");
        assert_eq!(read.codes(), "Q013 Q015 Q001");
        read_every_beginning(text);
    }
}
