//! The queries of Event-QA's generator: prefixes once for all, then a query each.

use lydite_model::{QueryForm, Question};

use super::super::qald_json::push_query;
use super::graph::Graph;
use crate::context::Context;
use crate::format::{Format, Probe, Variant, json_driver, with_value};
use crate::input::Window;
use crate::json::fields::{id, id_or_position, is_entry, string, unknown_field};
use crate::json::{JsonVariant, Value};
use crate::layouts::Layout;
use crate::reader::Driver;

/// Event-QA's generator.
pub(crate) struct EventQa;

impl Variant for EventQa {
    fn format(&self) -> Format {
        Format {
            name: "event-qa",
            title: "Event-QA generator output",
        }
    }

    fn layout(&self) -> Option<Layout> {
        Some(Layout {
            description: "An object `dataset` with `prefix`, which holds for all queries, and `queries` with `id` and `sparql_query`.",
            example: r#"{"dataset": {"prefix": "PREFIX sem: <http://semanticweb.cs.vu.nl/2009/11/sem/>", "queries": [{"id": 1, "sparql_query": "ASK { ?e sem:hasActor ?a }"}]}}
"#,
        })
    }

    fn recognises(&self, probe: &Probe<'_>) -> bool {
        let is_set = |value: Value<'_>| {
            let queries = value.get("queries");
            queries.is_some_and(|list| list.items().any(|one| one.get("sparql_query").is_some()))
        };
        probe.json().is_some_and(|shape| {
            let mut members = shape.members.iter();
            members
                .any(|(key, source)| key == "dataset" && with_value(source, is_set) == Some(true))
        })
    }

    fn driver(&self, window: Window) -> Box<dyn Driver> {
        json_driver(window, Generated)
    }
}

struct Generated;

impl JsonVariant for Generated {
    fn element(&mut self, _key: Option<&str>, value: Value<'_>, cx: &mut Context<'_>) {
        read(value, "", 1, cx);
    }

    fn member(&mut self, key: &str, value: Value<'_>, cx: &mut Context<'_>) {
        if key != "dataset" {
            unknown_field(cx, value, key);
            return;
        }
        let graph = Graph::Own("EventKG");
        cx.output.info.knowledge_base = graph.name().map(str::to_owned);
        let prefix = value.get("prefix").and_then(|prefix| string(cx, prefix));
        let prefix = prefix.unwrap_or_default();
        let queries = value.get("queries").into_iter().flat_map(Value::items);
        for (at, query) in queries.enumerate() {
            read(query, &prefix, at + 1, cx);
        }
    }
}

fn read(value: Value<'_>, prefix: &str, position: usize, cx: &mut Context<'_>) {
    if !is_entry(cx, value) {
        return;
    }
    let mut question = Question::default();
    let mut identifier = None;
    for (key, member) in value.members() {
        match &*key {
            "id" => identifier = id(cx, member),
            "sparql_query" => {
                if let Some(text) = string(cx, member) {
                    let text = format!("{prefix} {text}");
                    push_query(cx, &member, QueryForm::Sparql, &text, &mut question);
                }
            }
            _ => {
                question.extras.insert(key.into_owned(), member.to_json());
            }
        }
    }
    question.id = id_or_position(cx, value, identifier, position);
    cx.emit(&value, question);
}
