//! How a system is named by a user: in one line, or in a small TOML file.

mod error;
mod file;
mod line;

use std::path::PathBuf;
use std::time::Duration;

use serde_json::{Map, Value};

use super::Kind;

pub use error::{SpecError, SpecProblem};
pub(crate) use line::without_password;

/// How a system is asked, as its user says it.
///
/// ```
/// use lydite_lab::system::{Kind, Spec};
///
/// let spec = Spec::parse("mine=gerbil:http://localhost:8080/answer")?;
/// assert_eq!((spec.name.as_str(), spec.kind()), ("mine", Some(Kind::Gerbil)));
///
/// let error = Spec::parse("gerbl:http://localhost/").unwrap_err();
/// assert_eq!(error.to_string(), "1:1: there is no protocol named `gerbl`");
/// assert_eq!(error.hint.as_deref(), Some("did you mean `gerbil`?"));
/// # Ok::<(), lydite_lab::system::SpecError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Spec {
    /// What it is called.
    pub name: String,
    /// How it was given, without passwords.
    pub given: String,
    /// One sentence about it.
    pub description: Option<String>,
    /// The paper or page that describes it.
    pub reference: Option<String>,
    /// How it is asked.
    pub protocol: Protocol,
    /// What requests carry besides; `${NAME}` in a value is a secret.
    pub headers: Vec<(String, String)>,
    /// How much it is asked, and for how long.
    pub manners: Manners,
    /// Whether it gets keywords in the place of questions, where a question has some.
    pub keywords: bool,
}

impl Spec {
    /// How it is asked; unknown for a recording, which knows by itself.
    pub fn kind(&self) -> Option<Kind> {
        Some(match self.protocol {
            Protocol::File { .. } => Kind::File,
            Protocol::Gerbil(_) => Kind::Gerbil,
            Protocol::Text2sparql(_) => Kind::Text2sparql,
            Protocol::Chat(_) => Kind::Chat,
            Protocol::Exec(_) => Kind::Exec,
            Protocol::Okbqa(_) => Kind::Okbqa,
            Protocol::Qanary(_) => Kind::Qanary,
            Protocol::Pipeline { .. } => Kind::Pipeline,
            Protocol::Replay { .. } => return None,
        })
    }
}

/// How much a system is asked, and for how long.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Manners {
    /// How long a request may take.
    pub timeout: Duration,
    /// How many questions it gets at a time.
    pub jobs: usize,
    /// How many requests it gets in a second; without it as many as there are.
    pub rate: Option<f64>,
    /// How often a request is repeated that failed on its way, or that met a host which asked to
    /// come again.
    pub retries: u32,
}

impl Default for Manners {
    /// A minute, four at a time, two retries.
    fn default() -> Self {
        Self {
            timeout: Duration::from_secs(60),
            jobs: 4,
            rate: None,
            retries: 2,
        }
    }
}

/// How a system is asked.
#[derive(Clone, Debug, PartialEq)]
pub enum Protocol {
    /// It is not: its answers are in a file.
    File {
        /// The file, or a name of the catalogue.
        path: PathBuf,
    },
    /// By the protocol of GERBIL QA, or one like it.
    Gerbil(GerbilOptions),
    /// By the protocol of the TEXT2SPARQL challenge.
    Text2sparql(Text2sparqlOptions),
    /// As a language model.
    Chat(Box<ChatOptions>),
    /// As a program.
    Exec(ExecOptions),
    /// As OKBQA modules.
    Okbqa(OkbqaOptions),
    /// As a Qanary pipeline.
    Qanary(QanaryOptions),
    /// As a built-in pipeline.
    Pipeline {
        /// Its name.
        name: String,
    },
    /// Not at all: it was recorded.
    Replay {
        /// The recording.
        path: PathBuf,
    },
}

/// How a service like GERBIL's is asked.
#[derive(Clone, Debug, PartialEq)]
pub struct GerbilOptions {
    /// Its address. `{question}` and `{lang}` in it are replaced, as some services want it.
    pub address: String,
    /// How the question travels.
    pub encoding: Encoding,
    /// The name of the field with the question.
    pub question_field: String,
    /// The name of the field with the language; empty for none.
    pub language_field: String,
    /// Further fields; `${NAME}` in a text is a secret.
    pub fields: Map<String, Value>,
}

/// How a question travels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Encoding {
    /// In the body, as a form: what every server understands.
    #[default]
    Form,
    /// In the body, as GERBIL writes it: nothing is encoded, so that `&`, `%` and `+` in a question
    /// break it.
    Raw,
    /// In the address.
    Query,
    /// In the body, as a JSON object.
    Json,
}

/// How a TEXT2SPARQL endpoint is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Text2sparqlOptions {
    /// Its address.
    pub address: String,
    /// The IRI of the dataset; by default that of the benchmark.
    pub dataset: Option<String>,
}

/// How a language model is asked.
#[derive(Clone, Debug, PartialEq)]
pub struct ChatOptions {
    /// The address of the server, with or without `/v1/chat/completions`.
    pub address: String,
    /// The model.
    pub model: String,
    /// The file with the prompt; there is one for everybody.
    pub prompt: Option<PathBuf>,
    /// How much chance there is in the reply; `None` leaves it to the server.
    pub temperature: Option<f64>,
    /// What the chance begins with.
    pub seed: Option<i64>,
    /// The longest reply, in tokens.
    pub max_tokens: u64,
    /// What that is called in a request.
    pub max_tokens_field: MaxTokensField,
    /// A benchmark with queries, from which the questions most like the one that is asked are shown.
    pub examples: Option<PathBuf>,
    /// How many of them.
    pub shots: usize,
    /// How many tokens the excerpt from the graph may take; 0 for none.
    pub schema_tokens: usize,
    /// How often a query that does not work goes back to the model.
    pub repairs: u32,
    /// Whether a query without results goes back, too.
    pub repair_empty: bool,
    /// How long a query may take when it is tried.
    pub query_timeout: Duration,
    /// Whether the reply comes piece by piece, for servers behind impatient gateways.
    pub stream: bool,
    /// What tokens cost.
    pub price: Option<Price>,
    /// What requests hold besides, as the server knows it.
    pub extra: Map<String, Value>,
}

/// What the longest reply is called in a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum MaxTokensField {
    /// `max_tokens`, which most servers know.
    #[default]
    MaxTokens,
    /// `max_completion_tokens`, which OpenAI's reasoning models want.
    MaxCompletionTokens,
}

impl MaxTokensField {
    /// Its name.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::MaxTokens => "max_tokens",
            Self::MaxCompletionTokens => "max_completion_tokens",
        }
    }
}

/// What a million tokens cost, in whatever currency.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Price {
    /// Tokens that are read.
    pub prompt: f64,
    /// Tokens that are written.
    pub completion: f64,
}

/// How a program is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExecOptions {
    /// The program and its arguments.
    pub command: Vec<String>,
    /// Where it runs; by default where Lydite does.
    pub directory: Option<PathBuf>,
}

/// How a Qanary pipeline is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QanaryOptions {
    /// The address of the pipeline.
    pub address: String,
    /// The names of the components that work on a question, in their order.
    pub components: Vec<String>,
}

/// How OKBQA modules are asked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OkbqaOptions {
    /// The controller, which asks the modules; without one they are asked one by one.
    pub controller: Option<String>,
    /// The modules.
    pub modules: OkbqaModules,
    /// The graphs as addresses and names, which some modules ask for.
    pub graphs: Vec<(String, String)>,
}

/// The addresses of OKBQA modules.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OkbqaModules {
    /// The module that generates templates.
    pub tgm: Option<String>,
    /// The one that disambiguates.
    pub dm: Option<String>,
    /// The one that makes queries.
    pub qgm: Option<String>,
    /// The one that answers; without it the query is run.
    pub agm: Option<String>,
}
