//! A language model, asked by the chat protocol of OpenAI for a SPARQL query.
//!
//! In the order in which a question passes: [`schema`] tells the model what of the graph may help,
//! [`examples`] shows it questions like this one, [`prompt`] puts it into words, [`server`] is asked
//! by the [`protocol`], [`extract`] finds the query in what the model wrote. A query that cannot be read
//! or run, or that gives nothing, goes back with the reason, a few times. [`component`] lends the
//! same connection to the components of a pipeline.

mod component;
mod examples;
mod extract;
mod prompt;
mod protocol;
mod schema;
mod server;
mod words;

use std::sync::Arc;

use lydite_graph::{KnowledgeGraph, Limits};
use lydite_model::{Cancel, Query};
use lydite_sparql::Dialect;
use serde_json::{Value, json};

use self::examples::Examples;
use self::extract::Found;
use self::prompt::{Filling, Prompt};
use self::protocol::Said;
use self::schema::Schema;
use self::server::Server;
use super::spec::ChatOptions;
use super::web::{ended, failure};
use super::{
    Asked, Descriptor, Exchange, Failure, FailureKind, Kind, QaSystem, Spec, Turn, Usage, asking,
};
use crate::execution::{Executor, Run};
use crate::{Error, Lab};

pub(crate) use component::ChatModel;

/// A language model.
pub(super) struct Chat {
    descriptor: Descriptor,
    server: Server,
    prompt: Prompt,
    examples: Examples,
    schema: Option<Schema>,
    graph: Option<Arc<dyn KnowledgeGraph>>,
    dialect: Dialect,
    cancel: Cancel,
    jobs: usize,
}

impl Chat {
    pub(super) fn open(
        lab: &Lab,
        spec: &Spec,
        options: &ChatOptions,
        graph: Option<Arc<dyn KnowledgeGraph>>,
    ) -> Result<Self, Error> {
        let server = Server::open(lab, spec, options)?;
        let template = match &options.prompt {
            None => None,
            Some(path) => Some(std::fs::read_to_string(path).map_err(Error::file(path))?),
        };
        let prompt = Prompt::read(template.as_deref()).map_err(|reason| Error::Prompt {
            path: options.prompt.clone().unwrap_or_default(),
            reason: reason.to_owned(),
        })?;
        let training = match &options.examples {
            None => Vec::new(),
            Some(path) => lab.questions(path)?,
        };
        let examples = Examples::new(&training);
        if let (Some(path), 0) = (&options.examples, examples.len()) {
            return Err(Error::NoQueries {
                source_name: path.display().to_string(),
                question: None,
            });
        }
        let cancel = lab.config.cancel.clone();
        let schema = graph.as_ref().filter(|_| options.schema_tokens > 0);
        let schema = schema.map(|graph| Schema::new(Arc::clone(graph), cancel.clone()));
        let prefixes = graph.as_ref().map(|graph| graph.prefixes());
        Ok(Self {
            descriptor: described(lab, spec, options, &prompt, graph.as_deref()),
            server,
            prompt,
            examples,
            schema,
            graph,
            dialect: Dialect::field().with_own_prefixes(prefixes.unwrap_or_default()),
            cancel,
            jobs: spec.manners.jobs,
        })
    }

    /// What the model is told first.
    fn messages(&self, asked: &Asked<'_>) -> Vec<Value> {
        let schema = self.schema.as_ref().map(|schema| {
            schema.excerpt(
                asked.text,
                asked.language,
                self.server.options.schema_tokens,
            )
        });
        let examples = self
            .examples
            .nearest(asked.text, asked.language, self.server.options.shots);
        let as_text: Vec<String> = examples
            .iter()
            .map(|one| format!("Question: {}\n```sparql\n{}\n```", one.question, one.query))
            .collect();
        let filling = Filling {
            question: asked.text,
            language: asked.language.as_str(),
            schema: schema.as_deref().unwrap_or_default(),
            examples: &as_text.join("\n\n"),
        };
        let mut messages = Vec::new();
        if let Some(text) = self.prompt.system(&filling) {
            messages.push(message("system", &text));
        }
        if !self.prompt.has_place_for_examples() {
            for example in examples {
                let shown = Filling {
                    question: &example.question,
                    language: filling.language,
                    ..Filling::default()
                };
                messages.push(message("user", &self.prompt.user(&shown)));
                let query = format!("```sparql\n{}\n```", example.query);
                messages.push(message("assistant", &query));
            }
        }
        messages.push(message("user", &self.prompt.user(&filling)));
        messages
    }

    /// How good a query is, and what the model should hear about it.
    fn tried(&self, query: &str) -> (Rank, Option<String>) {
        let Some(graph) = &self.graph else {
            return (Rank::Runs, None);
        };
        let limits = Limits::default()
            .with_time(self.server.options.query_timeout)
            .with_cancel(self.cancel.clone());
        let executor = Executor::new(graph.as_ref(), limits);
        match executor.run(&[Query::sparql(query)], None) {
            Run::Answered { answers, .. }
                if answers.is_empty() && self.server.options.repair_empty =>
            {
                let unknown = executor.unknown_iris(query);
                let unknown = match unknown.as_slice() {
                    [] => String::new(),
                    iris => format!(" The graph does not have <{}>.", iris.join(">, <")),
                };
                let complaint = format!(
                    "The query gives no results on the graph.{unknown} Look at the names of \
                     resources, classes and properties, and reply with a better query, or with the \
                     same one if you are sure."
                );
                (Rank::Empty, Some(complaint))
            }
            Run::Answered { .. } => (Rank::Runs, None),
            Run::Failed(reason) => {
                let complaint = format!("The query failed: {reason}. Reply with a better query.");
                (Rank::Fails, Some(complaint))
            }
            Run::NoQuery => (Rank::Runs, None),
        }
    }

    fn converse(&self, asked: &Asked<'_>, talk: &mut Talk) -> Result<(), Failure> {
        let mut messages = self.messages(asked);
        for round in 0..=self.server.options.repairs {
            if let Some(failure) = ended(&self.cancel) {
                return Err(failure);
            }
            let said = self.server.say(&messages, &mut talk.turns)?;
            talk.count(&said);
            let complaint = self.judge(&said, talk);
            let Some(complaint) = complaint.filter(|_| round < self.server.options.repairs) else {
                return Ok(());
            };
            messages.push(message("assistant", &said.content));
            messages.push(message("user", &complaint));
        }
        Ok(())
    }

    /// Takes the query of a reply; gives what the model should hear about it, if anything.
    fn judge(&self, said: &Said, talk: &mut Talk) -> Option<String> {
        let again = "Reply with one SPARQL query in a ```sparql block.";
        if said.truncated {
            // What is cut off may be a whole query by accident, and another one than was meant.
            talk.note(
                FailureKind::Unreadable,
                "the reply was cut off by its longest length",
            );
            return Some("Your reply was cut off. Reply with the query alone.".to_owned());
        }
        match extract::find(&said.content, &self.dialect) {
            Found::Query(query) => {
                if talk.best.as_ref().is_some_and(|(_, known)| *known == query) {
                    // The model is sure.
                    return None;
                }
                let (rank, complaint) = self.tried(&query);
                talk.propose(rank, query);
                complaint
            }
            Found::Broken(query, error) => {
                let hint = error.hint.as_deref().map(|hint| format!(" ({hint})"));
                let reason = format!("{error}{}", hint.unwrap_or_default());
                talk.note(
                    FailureKind::Query,
                    format!("the query cannot be read: {reason}"),
                );
                talk.broken = Some(query);
                Some(format!("This is not valid SPARQL: {reason}. {again}"))
            }
            Found::Nothing => {
                let reason = "there is no query in the reply";
                talk.note(FailureKind::Unreadable, reason);
                Some(format!("There is no query in your reply. {again}"))
            }
            Found::Unfinished => {
                let reason = "the reply ended before the model had done thinking";
                talk.note(FailureKind::Empty, reason);
                Some(format!("You did not answer. {again}"))
            }
        }
    }
}

impl QaSystem for Chat {
    fn descriptor(&self) -> &Descriptor {
        &self.descriptor
    }

    fn jobs(&self) -> Option<usize> {
        Some(self.jobs)
    }

    fn ask(&self, asked: &Asked<'_>) -> Exchange {
        let mut talk = Talk::default();
        let ended = self.converse(asked, &mut talk);
        let mut response = asked.unanswered();
        let is_cancelled = matches!(&ended, Err(failure) if failure.kind == FailureKind::Cancelled);
        let result = match (talk.best, ended, talk.failure) {
            // A query that was found outlives what happened when it should have been bettered.
            (Some((_, query)), _, _) if !is_cancelled => {
                response.queries = vec![Query::sparql(query)];
                Ok(response)
            }
            (_, Err(failure), _) | (_, Ok(()), Some(failure)) => Err(failure),
            (_, Ok(()), None) => Err(failure(FailureKind::Empty, "the model said nothing")),
        };
        let mut exchange = asking::finished(asked, result, talk.turns);
        if exchange.failure.is_some() {
            exchange.response.queries = talk.broken.into_iter().map(Query::sparql).collect();
        }
        exchange.usage = talk.tokens.map(|(read, written)| Usage {
            prompt_tokens: read,
            completion_tokens: written,
            cost: self.server.options.price.map(|price| {
                (read as f64 * price.prompt + written as f64 * price.completion) / 1e6
            }),
        });
        exchange
    }
}

/// How good a query is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    /// It can be read, but not be run.
    Fails,
    /// It gives nothing.
    Empty,
    /// It runs, as far as is known.
    Runs,
}

/// A conversation about one question.
#[derive(Default)]
struct Talk {
    turns: Vec<Turn>,
    tokens: Option<(u64, u64)>,
    best: Option<(Rank, String)>,
    /// What was meant for a query last, and cannot be read.
    broken: Option<String>,
    /// Why there is no query so far.
    failure: Option<Failure>,
}

impl Talk {
    fn count(&mut self, said: &Said) {
        if let Some((read, written)) = said.tokens {
            let (known_read, known_written) = self.tokens.unwrap_or_default();
            self.tokens = Some((known_read + read, known_written + written));
        }
    }

    /// Of equally good queries the last counts.
    fn propose(&mut self, rank: Rank, query: String) {
        if self.best.as_ref().is_none_or(|(best, _)| rank >= *best) {
            self.best = Some((rank, query));
        }
    }

    fn note(&mut self, kind: FailureKind, reason: impl Into<String>) {
        self.failure = Some(failure(kind, reason));
    }
}

fn message(role: &str, content: &str) -> Value {
    json!({"role": role, "content": content})
}

/// What is known about a model, with all that decides what it says.
fn described(
    lab: &Lab,
    spec: &Spec,
    options: &ChatOptions,
    prompt: &Prompt,
    graph: Option<&dyn KnowledgeGraph>,
) -> Descriptor {
    let digest = lydite_digest::sha256_of(prompt.text().as_bytes());
    let examples = options.examples.as_ref().and_then(|path| {
        let file = std::fs::File::open(lab.resolve(path).ok()?).ok()?;
        lydite_digest::sha256(file).ok()
    });
    let mut settings = std::collections::BTreeMap::new();
    let mut set = |key: &str, value: Option<String>| {
        settings.extend(value.map(|value| (key.to_owned(), value)));
    };
    set("model", Some(options.model.clone()));
    set(
        "temperature",
        options.temperature.map(|value| value.to_string()),
    );
    set("seed", options.seed.map(|value| value.to_string()));
    set("max_tokens", Some(options.max_tokens.to_string()));
    set("prompt", Some(format!("sha256:{digest}")));
    set(
        "examples",
        examples.map(|digest| format!("sha256:{digest}")),
    );
    set(
        "shots",
        options.examples.as_ref().map(|_| options.shots.to_string()),
    );
    set(
        "schema_tokens",
        graph.map(|_| options.schema_tokens.to_string()),
    );
    set("repairs", Some(options.repairs.to_string()));
    let extra = Value::Object(options.extra.clone()).to_string();
    set("extra", (!options.extra.is_empty()).then(|| extra.clone()));
    set("graph", graph.and_then(KnowledgeGraph::content_digest));
    let decides = serde_json::to_string(&settings).unwrap_or_default();
    let mut descriptor = asking::described(spec, Kind::Chat, &[&decides]);
    descriptor.version = Some(options.model.clone());
    descriptor.settings = settings;
    descriptor
}
