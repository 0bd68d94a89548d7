//! Questions and queries as two parallel lists: CoyPu.

use lydite_model::{Action, QueryForm, Question, QuestionId};

use super::super::qald_json::push_query;
use crate::codes;
use crate::context::{Context, Settled};
use crate::format::{Format, Probe, Variant, json_driver};
use crate::input::Window;
use crate::json::fields::{string, unknown_field, wrong_type};
use crate::json::{JsonVariant, Value};
use crate::layouts::Layout;
use crate::reader::Driver;

/// Parallel lists of questions and queries.
pub(crate) struct Parallel;

impl Variant for Parallel {
    fn format(&self) -> Format {
        Format {
            name: "parallel-lists",
            title: "questions and queries as parallel lists (CoyPu)",
        }
    }

    fn layout(&self) -> Option<Layout> {
        Some(Layout {
            description: "An object with the lists `question` and `query`, which belong together by their position.",
            example: r#"{"question": ["Where is the port?"], "query": ["SELECT ?x WHERE { <https://data.coypu.org/1> ?p ?x }"]}
"#,
        })
    }

    fn recognises(&self, probe: &Probe<'_>) -> bool {
        probe.json().is_some_and(|shape| {
            let has = |key: &str| shape.lists.iter().any(|list| list == key);
            !shape.is_list && has("question") && has("query") && shape.elements.is_empty()
        })
    }

    fn driver(&self, window: Window) -> Box<dyn Driver> {
        json_driver(window, Lists::default())
    }
}

/// Both lists; one of them must be held until the other comes.
#[derive(Default)]
struct Lists {
    held: Vec<(Question, Settled)>,
    next: usize,
    at: usize,
}

impl JsonVariant for Lists {
    fn lists(&self) -> &'static [&'static str] {
        &["question", "query"]
    }

    fn list(&mut self, _key: &str) {
        self.at = 0;
    }

    fn element(&mut self, key: Option<&str>, value: Value<'_>, cx: &mut Context<'_>) {
        let at = self.at;
        self.at += 1;
        if self.held.len() <= at {
            let question = Question::new(QuestionId::position(at + 1));
            self.held.push((question, cx.settle(&value)));
        }
        let Some((question, _)) = self.held.get_mut(at) else {
            return;
        };
        let Some(text) = string(cx, value) else {
            return;
        };
        if key == Some("query") {
            push_query(cx, &value, QueryForm::Sparql, &text, question);
        } else {
            let text = lydite_model::Text::new(lydite_model::Language::new("en"), text.trim());
            question.texts.push(text);
        }
    }

    fn member(&mut self, key: &str, value: Value<'_>, cx: &mut Context<'_>) {
        match key {
            "question" | "query" => wrong_type(cx, value, "a list of texts"),
            _ => unknown_field(cx, value, key),
        }
    }

    fn finish(&mut self, cx: &mut Context<'_>) {
        let Some((question, place)) = self.held.get_mut(self.next) else {
            return;
        };
        self.next += 1;
        if question.texts.is_empty() || question.queries.is_empty() {
            let message = "one of the two lists has nothing here";
            cx.report(place, &codes::NO_WORDING, Action::Kept, message);
        }
        let question = std::mem::take(question);
        let place = place.clone();
        cx.emit(&place, question);
    }

    fn is_done(&self) -> bool {
        self.next >= self.held.len()
    }
}
