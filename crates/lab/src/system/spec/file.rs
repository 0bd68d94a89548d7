//! A system described in a small TOML file.

use std::path::{Path, PathBuf};
use std::time::Duration;

use lydite_model::nearest;
use serde::Deserialize;
use serde_json::{Map, Value};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::line::{example, usual_name};
use super::{
    ChatOptions, Encoding, ExecOptions, GerbilOptions, MaxTokensField, OkbqaModules, OkbqaOptions,
    Price, Protocol, QanaryOptions, Spec, SpecError, SpecProblem, Text2sparqlOptions,
};
use crate::system::Kind;

/// The largest file, in bytes.
const LARGEST: usize = 1 << 20;

/// What every system has.
const COMMON: &[&str] = &[
    "name",
    "description",
    "reference",
    "protocol",
    "keywords",
    "timeout",
    "jobs",
];
/// What every system on the web has.
const WEB: &[&str] = &["address", "headers", "rate", "retries"];

/// What systems of a kind have besides.
fn keys(kind: Kind) -> &'static [&'static str] {
    match kind {
        Kind::File => &["path"],
        Kind::Gerbil => &["encoding", "question-field", "language-field", "fields"],
        Kind::Text2sparql => &["dataset"],
        Kind::Chat => &[
            "model",
            "prompt",
            "temperature",
            "seed",
            "max-tokens",
            "max-tokens-field",
            "examples",
            "shots",
            "schema-tokens",
            "repairs",
            "repair-empty",
            "query-timeout",
            "stream",
            "price",
            "extra",
        ],
        Kind::Exec => &["command", "directory"],
        Kind::Okbqa => &["modules", "graphs"],
        Kind::Qanary => &["components"],
        Kind::Pipeline => &["pipeline"],
    }
}

fn is_on_the_web(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::Gerbil | Kind::Text2sparql | Kind::Chat | Kind::Okbqa | Kind::Qanary
    )
}

/// The file as it is written.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
struct Written {
    name: Option<String>,
    description: Option<String>,
    reference: Option<String>,
    keywords: Option<bool>,
    timeout: Option<f64>,
    jobs: Option<i64>,
    address: Option<String>,
    #[serde(default)]
    headers: Map<String, Value>,
    rate: Option<f64>,
    retries: Option<i64>,
    path: Option<PathBuf>,
    encoding: Option<String>,
    question_field: Option<String>,
    language_field: Option<String>,
    #[serde(default)]
    fields: Map<String, Value>,
    dataset: Option<String>,
    model: Option<String>,
    prompt: Option<PathBuf>,
    temperature: Option<Value>,
    seed: Option<i64>,
    max_tokens: Option<i64>,
    max_tokens_field: Option<String>,
    examples: Option<PathBuf>,
    shots: Option<i64>,
    schema_tokens: Option<i64>,
    repairs: Option<i64>,
    repair_empty: Option<bool>,
    query_timeout: Option<f64>,
    stream: Option<bool>,
    price: Option<WrittenPrice>,
    #[serde(default)]
    extra: Map<String, Value>,
    command: Option<Command>,
    directory: Option<PathBuf>,
    modules: Option<WrittenModules>,
    #[serde(default)]
    graphs: Vec<(String, String)>,
    #[serde(default)]
    components: Vec<String>,
    pipeline: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenPrice {
    prompt: f64,
    completion: f64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenModules {
    tgm: Option<String>,
    dm: Option<String>,
    qgm: Option<String>,
    agm: Option<String>,
}

/// A command in words, or a program.
#[derive(Deserialize)]
#[serde(untagged)]
enum Command {
    Program(String),
    Words(Vec<String>),
}

impl Spec {
    /// Reads a system that is described in TOML. Paths in it begin in `folder`.
    ///
    /// # Errors
    /// What is wrong with it, and where.
    pub fn from_toml(text: &str, folder: &Path) -> Result<Self, SpecError> {
        let at_beginning = |problem| SpecError::at(text, 0, problem, None);
        if text.len() > LARGEST {
            let problem = SpecProblem::Wrong {
                key: "the file".to_owned(),
                expected: "smaller than a mebibyte".to_owned(),
            };
            return Err(at_beginning(problem));
        }
        let syntax = |wrong: toml::de::Error| {
            let at = wrong.span().map_or(0, |span| span.start);
            let problem = SpecProblem::Syntax(wrong.message().to_owned());
            SpecError::at(text, at, problem, None)
        };
        let document = DeTable::parse(text).map_err(syntax)?;
        let place = Places {
            text,
            table: document.get_ref(),
        };
        let kind = place.protocol()?;
        place.check_keys(kind)?;
        let written: Written = toml::from_str(text).map_err(syntax)?;
        place.system(kind, written, folder)
    }
}

/// A file with the places of its keys.
struct Places<'t> {
    text: &'t str,
    table: &'t DeTable<'t>,
}

impl<'t> Places<'t> {
    fn value(&self, key: &str) -> Option<&'t Spanned<DeValue<'t>>> {
        self.table.get(key)
    }

    fn error(&self, key: &str, problem: SpecProblem, hint: Option<String>) -> SpecError {
        let at = self.value(key).map_or(0, |value| value.span().start);
        SpecError::at(self.text, at, problem, hint)
    }

    fn wrong(&self, key: &str, expected: &str) -> SpecError {
        let problem = SpecProblem::Wrong {
            key: key.to_owned(),
            expected: expected.to_owned(),
        };
        self.error(key, problem, None)
    }

    fn protocol(&self) -> Result<Kind, SpecError> {
        let names = || Kind::ALL.iter().map(Kind::as_str);
        let all = || names().collect::<Vec<_>>().join(", ");
        let Some(value) = self.value("protocol") else {
            let hint = format!("write protocol = \"…\": one of {}", all());
            let problem = SpecProblem::Missing("`protocol`");
            return Err(SpecError::at(self.text, 0, problem, Some(hint)));
        };
        let DeValue::String(name) = value.get_ref() else {
            return Err(self.wrong("protocol", "a text"));
        };
        Kind::parse(name).ok_or_else(|| {
            let hint = match nearest(name, names()) {
                Some(nearest) => format!("did you mean `{nearest}`?"),
                None => format!("there are {}", all()),
            };
            let problem = SpecProblem::UnknownProtocol(name.to_string());
            self.error("protocol", problem, Some(hint))
        })
    }

    fn check_keys(&self, kind: Kind) -> Result<(), SpecError> {
        let web: &[&str] = if is_on_the_web(kind) { WEB } else { &[] };
        let known: Vec<&str> = [COMMON, web, keys(kind)].concat();
        let foreign: Vec<&str> = Kind::ALL.into_iter().flat_map(keys).copied().collect();
        for key in self.table.keys() {
            let name: &str = key.get_ref();
            if known.contains(&name) {
                continue;
            }
            let at = key.span().start;
            if foreign.contains(&name) || WEB.contains(&name) {
                let problem = SpecProblem::ForeignKey {
                    key: name.to_owned(),
                    protocol: kind.as_str(),
                };
                return Err(SpecError::at(self.text, at, problem, None));
            }
            let hint = match nearest(name, known.iter().copied()) {
                Some(nearest) => format!("did you mean `{nearest}`?"),
                None => format!("there are {}", known.join(", ")),
            };
            let problem = SpecProblem::UnknownKey(name.to_owned());
            return Err(SpecError::at(self.text, at, problem, Some(hint)));
        }
        Ok(())
    }

    /// A number between two others.
    fn count(&self, key: &str, given: Option<i64>, most: i64) -> Result<Option<u64>, SpecError> {
        match given {
            Some(number) if !(0..=most).contains(&number) => {
                Err(self.wrong(key, &format!("between 0 and {most}")))
            }
            given => Ok(given.and_then(|number| u64::try_from(number).ok())),
        }
    }

    fn seconds(&self, key: &str, given: Option<f64>) -> Result<Option<Duration>, SpecError> {
        let Some(seconds) = given else {
            return Ok(None);
        };
        if !(seconds > 0.0 && seconds <= 86_400.0) {
            return Err(self.wrong(key, "a number of seconds, a day at most"));
        }
        Ok(Some(Duration::from_secs_f64(seconds)))
    }

    fn required<T>(
        &self,
        given: Option<T>,
        what: &'static str,
        kind: Kind,
    ) -> Result<T, SpecError> {
        given.ok_or_else(|| {
            let hint = Some(format!("for one line: {}", example(kind.as_str())));
            SpecError::at(self.text, 0, SpecProblem::Missing(what), hint)
        })
    }

    fn address(&self, given: Option<String>, kind: Kind) -> Result<String, SpecError> {
        let address = self.required(given, "`address`", kind)?;
        self.checked("address", address)
    }

    fn checked(&self, key: &str, address: String) -> Result<String, SpecError> {
        let is_open = address.contains("${") || address.contains("{question}");
        if !is_open && lydite_http::Address::parse(&address).is_err() {
            let hint = Some("an address begins with http:// or https://".to_owned());
            return Err(self.error(key, SpecProblem::NoAddress(address), hint));
        }
        Ok(address)
    }

    fn system(&self, kind: Kind, written: Written, folder: &Path) -> Result<Spec, SpecError> {
        let mut headers = Vec::new();
        for (name, value) in &written.headers {
            match value {
                Value::String(value) => headers.push((name.clone(), value.clone())),
                _ => return Err(self.wrong("headers", "a table of texts")),
            }
        }
        let place = |path: PathBuf| folder.join(path);
        let protocol = match kind {
            Kind::File => Protocol::File {
                path: place(self.required(written.path, "`path`", kind)?),
            },
            Kind::Gerbil => {
                let mut options = GerbilOptions::at(self.address(written.address, kind)?);
                options.encoding = self.encoding(written.encoding.as_deref())?;
                options.fields = written.fields;
                if let Some(field) = written.question_field {
                    options.question_field = field;
                }
                if let Some(field) = written.language_field {
                    options.language_field = field;
                }
                Protocol::Gerbil(options)
            }
            Kind::Text2sparql => Protocol::Text2sparql(Text2sparqlOptions {
                address: self.address(written.address, kind)?,
                dataset: written.dataset,
            }),
            Kind::Chat => Protocol::Chat(Box::new(self.chat(&written, folder)?)),
            Kind::Exec => {
                let command = match self.required(written.command, "`command`", kind)? {
                    Command::Program(program) => vec![program],
                    Command::Words(words) => words,
                };
                if command.first().is_none_or(String::is_empty) {
                    return Err(self.wrong("command", "a program and its arguments"));
                }
                Protocol::Exec(ExecOptions {
                    command,
                    directory: Some(written.directory.map_or_else(|| folder.to_owned(), place)),
                })
            }
            Kind::Okbqa => {
                let modules = written.modules;
                let controller = written.address;
                if controller.is_none() && modules.is_none() {
                    return self.required(None, "`address` or `modules`", kind);
                }
                let controller = controller.map(|given| self.checked("address", given));
                let modules = modules.map(|given| self.modules(given));
                Protocol::Okbqa(OkbqaOptions {
                    controller: controller.transpose()?,
                    modules: modules.transpose()?.unwrap_or_default(),
                    graphs: written.graphs,
                })
            }
            Kind::Qanary => {
                let address = self.address(written.address, kind)?;
                if written.components.is_empty() {
                    return Err(self.wrong("components", "a list of names of components"));
                }
                Protocol::Qanary(QanaryOptions {
                    address,
                    components: written.components,
                })
            }
            Kind::Pipeline => Protocol::Pipeline {
                name: self.required(written.pipeline, "`pipeline`", kind)?,
            },
        };
        let given = format!("{kind}:{}", place_of(&protocol));
        let name = written.name.unwrap_or_else(|| usual_name(&protocol));
        let mut spec = Spec::named(Some(&name), &given, protocol);
        spec.description = written.description;
        spec.reference = written.reference;
        spec.headers = headers;
        spec.keywords = written.keywords.unwrap_or_default();
        let manners = &mut spec.manners;
        if let Some(timeout) = self.seconds("timeout", written.timeout)? {
            manners.timeout = timeout;
        }
        match self.count("jobs", written.jobs, 256)? {
            Some(0) => return Err(self.wrong("jobs", "between 1 and 256")),
            Some(jobs) => manners.jobs = usize::try_from(jobs).unwrap_or(1),
            None => {}
        }
        if let Some(rate) = written.rate {
            if !(rate > 0.0 && rate <= 1e6) {
                return Err(self.wrong("rate", "a number of requests in a second"));
            }
            manners.rate = Some(rate);
        }
        if let Some(retries) = self.count("retries", written.retries, 20)? {
            manners.retries = u32::try_from(retries).unwrap_or_default();
        }
        Ok(spec)
    }

    fn encoding(&self, given: Option<&str>) -> Result<Encoding, SpecError> {
        Ok(match given {
            None | Some("form") => Encoding::Form,
            Some("raw") => Encoding::Raw,
            Some("query") => Encoding::Query,
            Some("json") => Encoding::Json,
            Some(_) => return Err(self.wrong("encoding", "one of form, raw, query, json")),
        })
    }

    fn modules(&self, written: WrittenModules) -> Result<OkbqaModules, SpecError> {
        let check = |given: Option<String>| {
            let checked = given.map(|address| self.checked("modules", address));
            checked.transpose()
        };
        if written.tgm.is_none() || written.qgm.is_none() {
            return Err(self.wrong("modules", "a table with tgm, dm and qgm at least"));
        }
        Ok(OkbqaModules {
            tgm: check(written.tgm)?,
            dm: check(written.dm)?,
            qgm: check(written.qgm)?,
            agm: check(written.agm)?,
        })
    }

    fn chat(&self, written: &Written, folder: &Path) -> Result<ChatOptions, SpecError> {
        let address = self.address(written.address.clone(), Kind::Chat)?;
        let (address, named) = match address.split_once('#') {
            Some((address, model)) => (address.to_owned(), Some(model.to_owned())),
            None => (address, None),
        };
        let model = self.required(written.model.clone().or(named), "`model`", Kind::Chat)?;
        let mut chat = ChatOptions::of(&address, &model);
        let usual = chat.clone();
        chat.prompt = written.prompt.as_ref().map(|path| folder.join(path));
        chat.examples = written.examples.as_ref().map(|path| {
            // A name of the catalogue is no path.
            let local = folder.join(path);
            if local.exists() { local } else { path.clone() }
        });
        chat.temperature = match &written.temperature {
            None => usual.temperature,
            Some(Value::String(word)) if word == "default" => None,
            Some(value) => match value.as_f64() {
                Some(number) if (0.0..=5.0).contains(&number) => Some(number),
                _ => return Err(self.wrong("temperature", "a number from 0 to 5, or \"default\"")),
            },
        };
        chat.seed = written.seed.or(usual.seed);
        match self.count("max-tokens", written.max_tokens, 1_000_000)? {
            Some(0) => return Err(self.wrong("max-tokens", "at least 1")),
            Some(tokens) => chat.max_tokens = tokens,
            None => {}
        }
        chat.max_tokens_field = match written.max_tokens_field.as_deref() {
            None | Some("max_tokens") => MaxTokensField::MaxTokens,
            Some("max_completion_tokens") => MaxTokensField::MaxCompletionTokens,
            Some(_) => {
                let expected = "max_tokens or max_completion_tokens";
                return Err(self.wrong("max-tokens-field", expected));
            }
        };
        let size = |key: &str, given: Option<i64>, most: i64, usual: usize| {
            let count = self.count(key, given, most)?;
            Ok(count.map_or(usual, |count| usize::try_from(count).unwrap_or(usual)))
        };
        chat.shots = size("shots", written.shots, 100, usual.shots)?;
        let tokens = written.schema_tokens;
        chat.schema_tokens = size("schema-tokens", tokens, 1_000_000, usual.schema_tokens)?;
        let repairs = size("repairs", written.repairs, 20, usual.repairs as usize)?;
        chat.repairs = u32::try_from(repairs).unwrap_or(usual.repairs);
        chat.repair_empty = written.repair_empty.unwrap_or(usual.repair_empty);
        if let Some(time) = self.seconds("query-timeout", written.query_timeout)? {
            chat.query_timeout = time;
        }
        chat.stream = written.stream.unwrap_or_default();
        if let Some(WrittenPrice { prompt, completion }) = written.price {
            if !(prompt >= 0.0 && completion >= 0.0) {
                return Err(self.wrong("price", "two numbers, for a million tokens each"));
            }
            chat.price = Some(Price { prompt, completion });
        }
        chat.extra.clone_from(&written.extra);
        Ok(chat)
    }
}

/// Where a system is, for its one-line name.
fn place_of(protocol: &Protocol) -> String {
    match protocol {
        Protocol::File { path } | Protocol::Replay { path } => path.display().to_string(),
        Protocol::Gerbil(options) => options.address.clone(),
        Protocol::Text2sparql(options) => options.address.clone(),
        Protocol::Chat(options) => format!("{}#{}", options.address, options.model),
        Protocol::Exec(options) => options.command.join(" "),
        Protocol::Okbqa(options) => {
            let first = options.controller.as_ref().or(options.modules.tgm.as_ref());
            first.cloned().unwrap_or_default()
        }
        Protocol::Qanary(options) => {
            format!("{}#{}", options.address, options.components.join(","))
        }
        Protocol::Pipeline { name } => name.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Spec, SpecError> {
        Spec::from_toml(text, Path::new("conf"))
    }

    #[test]
    fn a_file_describes_a_system() {
        let spec = read(
            r#"
            name = "QAnswer"
            description = "over Wikidata"
            reference = "https://example.org/paper"
            protocol = "gerbil"
            address = "https://example.org/api/gerbil"
            encoding = "raw"
            timeout = 2.5
            jobs = 1
            rate = 0.5
            retries = 0
            keywords = true
            headers = { Authorization = "Bearer ${KEY}" }
            fields = { kb = "wikidata" }
            "#,
        )
        .unwrap();
        assert_eq!((&*spec.name, spec.keywords), ("QAnswer", true));
        assert_eq!(spec.given, "gerbil:https://example.org/api/gerbil");
        assert_eq!(
            spec.headers,
            [("Authorization".to_owned(), "Bearer ${KEY}".to_owned())]
        );
        let expected = super::super::Manners {
            timeout: Duration::from_millis(2500),
            jobs: 1,
            rate: Some(0.5),
            retries: 0,
        };
        assert_eq!(spec.manners, expected);
        let Protocol::Gerbil(options) = spec.protocol else {
            panic!("{:?}", spec.protocol)
        };
        assert_eq!(options.encoding, Encoding::Raw);
        assert_eq!(options.fields["kb"], "wikidata");
    }

    #[test]
    fn a_model_is_described_with_its_prompt() {
        let spec = read(
            r#"
            protocol = "chat"
            address = "http://localhost:8080"
            model = "smollm2"
            prompt = "prompt.txt"
            temperature = "default"
            max-tokens = 64
            max-tokens-field = "max_completion_tokens"
            price = { prompt = 0.15, completion = 0.6 }
            extra = { top_p = 0.9 }
            "#,
        )
        .unwrap();
        let Protocol::Chat(chat) = spec.protocol else {
            panic!("{:?}", spec.protocol)
        };
        assert_eq!(chat.prompt, Some("conf/prompt.txt".into()));
        assert_eq!((chat.temperature, chat.max_tokens), (None, 64));
        assert_eq!(chat.extra["top_p"], 0.9);
        assert_eq!(spec.name, "smollm2");
    }

    #[test]
    fn what_is_wrong_with_a_file_has_a_place_and_a_hint() {
        for (text, place, problem, hint) in [
            ("", (1, 1), "`protocol` is missing", "one of file, gerbil"),
            (
                "protocol = \"gerbl\"",
                (1, 12),
                "there is no protocol named `gerbl`",
                "did you mean `gerbil`?",
            ),
            (
                "protocol = \"gerbil\"\nadress = \"http://h/\"",
                (2, 1),
                "unknown key `adress`",
                "did you mean `address`?",
            ),
            (
                "protocol = \"gerbil\"\naddress = \"http://h/\"\n  model = \"x\"",
                (3, 3),
                "`model` has no meaning for the protocol `gerbil`",
                "",
            ),
            (
                "protocol = \"gerbil\"\naddress = \"localhost\"",
                (2, 11),
                "`localhost` is not a web address",
                "begins with http://",
            ),
            (
                "protocol = \"chat\"\naddress = \"http://h/\"",
                (1, 1),
                "`model` is missing",
                "#MODEL",
            ),
            (
                "protocol = \"gerbil\"\naddress = \"http://h/\"\ntimeout = -1",
                (3, 11),
                "`timeout` must be a number of seconds, a day at most",
                "",
            ),
            (
                "protocol = \"gerbil\"\naddress = \"http://h/\"\njobs = 0",
                (3, 8),
                "`jobs` must be between 1 and 256",
                "",
            ),
            (
                "protocol = \"exec\"\ncommand = []",
                (2, 11),
                "`command` must be a program and its arguments",
                "",
            ),
        ] {
            let error = read(text).unwrap_err();
            assert_eq!(error.problem.to_string(), problem, "{text}");
            assert_eq!((error.line, error.column), place, "{text}");
            let found = error.hint.unwrap_or_default();
            assert!(found.contains(hint), "{text}: {found}");
        }
        let error = read("protocol = \"gerbil\"\naddress = 1").unwrap_err();
        assert_eq!((error.line, error.column), (2, 11));
        let error = read("protocol = ").unwrap_err();
        assert!(matches!(error.problem, SpecProblem::Syntax(_)));
    }
}
