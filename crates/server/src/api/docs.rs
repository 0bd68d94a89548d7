//! The description of the API, for people.

use lydite_lab::export::html::shown;
use maud::{Markup, html};
use serde_json::Value;

use crate::layout::bare;

/// A page about every operation, made from the document for programs.
pub(super) fn page(document: &Value) -> Markup {
    let mut operations: Vec<(&str, &str, &Value)> = Vec::new();
    let mut tags: Vec<&str> = Vec::new();
    for (path, methods) in document["paths"].as_object().into_iter().flatten() {
        for (method, operation) in methods.as_object().into_iter().flatten() {
            operations.push((path, method, operation));
            let tag = operation["tags"][0].as_str().unwrap_or_default();
            if !tags.contains(&tag) {
                tags.push(tag);
            }
        }
    }
    let content = html! {
        h1 { "API" }
        p.lead { "All that the pages can do, for programs. " a href="/api/v1/openapi.json" { "The description in OpenAPI 3.1" } "." }
        ul {
            li { "Send a token as " code { "Authorization: Bearer …" } "; on this machine alone none is needed." }
            li { "Errors are " code { "application/problem+json" } " with " code { "status" } ", " code { "detail" } " and often a " code { "hint" } "." }
            li { "Lists have " code { "page" } " and " code { "size" } "; documents have an " code { "ETag" } ", and " code { "If-None-Match" } " saves sending them again." }
            li { "What is created takes an " code { "Idempotency-Key" } ": the same key creates the same thing once." }
        }
        @for tag in tags {
            h2 { (tag) }
            @for (path, method, operation) in operations.iter().filter(|(_, _, operation)| operation["tags"][0] == *tag) {
                details.operation id=(text(&operation["operationId"])) {
                    summary { code { b { (method.to_uppercase()) } " " (path) } " " span.muted { (text(&operation["summary"])) } }
                    p { (text(&operation["description"])) }
                    (parameters(operation))
                    @for (media, body) in operation["requestBody"]["content"].as_object().into_iter().flatten() {
                        h3 { "Body, as " code { (media) } }
                        (schema(document, &body["schema"]))
                    }
                    @for (status, response) in operation["responses"].as_object().into_iter().flatten().filter(|(status, _)| *status != "default") {
                        h3 { (status) " " span.muted { (text(&response["description"])) } }
                        @for (media, body) in response["content"].as_object().into_iter().flatten() {
                            p { code { (media) } }
                            (schema(document, &body["schema"]))
                        }
                    }
                }
            }
        }
    };
    bare("API", &content)
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

fn parameters(operation: &Value) -> Markup {
    let all = operation["parameters"]
        .as_array()
        .cloned()
        .unwrap_or_default();
    html! {
        @if !all.is_empty() {
            dl.record { @for one in &all {
                dt { code { (text(&one["name"])) } @if one["required"] == true { " *" } }
                dd { (text(&one["description"])) " " span.muted { "in the " (text(&one["in"])) @if let Some(kind) = one["schema"]["type"].as_str() { ", " (kind) } } }
            } }
        }
    }
}

/// The fields of a document.
fn schema(document: &Value, schema: &Value) -> Markup {
    let name = schema["$ref"]
        .as_str()
        .and_then(|path| path.rsplit('/').next());
    let known = name.map_or(schema, |name| &document["components"]["schemas"][name]);
    html! {
        @if let Some(fields) = known["properties"].as_object() {
            dl.record { @for (name, field) in fields {
                dt { code { (name) } @if known["required"].as_array().is_some_and(|all| all.iter().any(|one| one == name)) { " *" } }
                dd { (shown(text(&field["description"]), 400)) @if let Some(kind) = field["type"].as_str() { " " span.muted { (kind) } } }
            } }
        }
    }
}
