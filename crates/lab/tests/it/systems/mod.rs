//! Systems that are asked: real servers, real programs, a real language model.

mod chat;
mod choosing;
mod client;
mod exec;
mod files;
mod model;
mod okbqa;
mod recordings;
mod requests;
mod rude;
mod services;

use std::path::Path;
use std::sync::Arc;

use lydite_graph::KnowledgeGraph;
use lydite_lab::system::{Asked, Exchange, FailureKind, QaSystem, Secrets, Spec};
use lydite_lab::{Config, Lab};
use lydite_model::{Language, Question, Term, Text};

/// A lab that knows one secret.
fn lab() -> Lab {
    Lab::new(Config {
        secrets: Secrets::new(|name| (name == "KEY").then(|| "sk-very-secret".to_owned())),
        ..Config::default()
    })
}

/// A system that is described in TOML.
fn described(toml: &str) -> Box<dyn QaSystem> {
    with_graph(toml, None)
}

fn with_graph(toml: &str, graph: Option<Arc<dyn KnowledgeGraph>>) -> Box<dyn QaSystem> {
    let spec = Spec::from_toml(toml, Path::new("")).unwrap_or_else(|error| panic!("{error}"));
    let system = lab().system(&spec, graph);
    system.unwrap_or_else(|error| panic!("{error}"))
}

fn demo_graph() -> Arc<dyn KnowledgeGraph> {
    Arc::from(lab().graph("demo").unwrap())
}

fn question(id: &str, text: &str) -> Question {
    Question {
        texts: vec![Text::new("en", text)],
        ..Question::new(id)
    }
}

/// Asks a question in English.
fn ask(system: &dyn QaSystem, question: &Question) -> Exchange {
    let english = Language::new("en");
    system.ask(&Asked::of(question, &english).unwrap())
}

fn ask_text(system: &dyn QaSystem, text: &str) -> Exchange {
    ask(system, &question("1", text))
}

fn kind(exchange: &Exchange) -> Option<FailureKind> {
    exchange.failure.as_ref().map(|failure| failure.kind)
}

/// The answers of an exchange in one line.
fn answers(exchange: &Exchange) -> String {
    let Some(set) = &exchange.response.answers else {
        return "none".to_owned();
    };
    match set.as_table() {
        None => format!("{:?}", set.as_boolean()),
        Some(table) => {
            let terms: Vec<&str> = table.terms().map(Term::value).collect();
            terms.join(" ")
        }
    }
}

fn query(exchange: &Exchange) -> &str {
    let queries = &exchange.response.queries;
    queries.first().map_or("", |query| &query.text)
}
