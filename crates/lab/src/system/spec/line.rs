//! A system named in one line: `[NAME=]PROTOCOL:WHERE`, or the path of an answer file.

use std::path::Path;

use lydite_model::nearest;
use serde_json::Map;

use super::{
    ChatOptions, Encoding, ExecOptions, GerbilOptions, Manners, MaxTokensField, OkbqaOptions,
    Protocol, QanaryOptions, Spec, SpecError, SpecProblem, Text2sparqlOptions,
};
use crate::system::Kind;

/// The protocol of recordings, which is no way to ask.
const REPLAY: &str = "replay";

impl Spec {
    /// Reads a system that is named in one line.
    ///
    /// # Errors
    /// What is wrong with it, and where.
    pub fn parse(text: &str) -> Result<Self, SpecError> {
        let (name, rest) = Self::split_name(text);
        let at = text.len() - rest.len();
        let failed = |offset: usize, problem, hint: Option<String>| {
            Err(SpecError::at(text, at + offset, problem, hint))
        };
        if rest.is_empty() {
            let hint = "such as gerbil:http://localhost:8080/ or answers.json".to_owned();
            return failed(0, SpecProblem::Nothing, Some(hint));
        }
        let (protocol, place) = match rest.split_once(':') {
            Some((word, place)) if is_word(word) && !Path::new(rest).exists() => (word, place),
            _ => ("file", rest),
        };
        if matches!(protocol, "http" | "https") {
            let hint = format!(
                "say how it is asked: gerbil:{0}, text2sparql:{0} or chat:{0}#MODEL",
                without_password(rest)
            );
            return failed(0, SpecProblem::NoProtocol, Some(hint));
        }
        let place = place.trim();
        let offset = rest.len() - place.len();
        if place.is_empty() {
            let hint = Some(example(protocol).to_owned());
            return failed(offset, SpecProblem::Missing("what to ask"), hint);
        }
        let needs_address = || match lydite_http::Address::parse(place) {
            Ok(_) => Ok(place.to_owned()),
            Err(_) if place.contains("${") => Ok(place.to_owned()),
            Err(_) => {
                let problem = SpecProblem::NoAddress(place.to_owned());
                let hint = Some(example(protocol).to_owned());
                Err(SpecError::at(text, at + offset, problem, hint))
            }
        };
        let kind = match Kind::parse(protocol) {
            Some(kind) => kind,
            None if protocol == REPLAY => {
                let protocol = Protocol::Replay { path: place.into() };
                return Ok(Self::named(name, rest, protocol));
            }
            None => {
                let problem = SpecProblem::UnknownProtocol(protocol.to_owned());
                let known = || Kind::ALL.iter().map(Kind::as_str).chain([REPLAY]);
                let hint = match nearest(protocol, known()) {
                    Some(nearest) => format!("did you mean `{nearest}`?"),
                    None => format!("there are {}", known().collect::<Vec<_>>().join(", ")),
                };
                return failed(0, problem, Some(hint));
            }
        };
        let protocol = match kind {
            Kind::File => Protocol::File { path: place.into() },
            Kind::Gerbil => Protocol::Gerbil(GerbilOptions::at(needs_address()?)),
            Kind::Text2sparql => Protocol::Text2sparql(Text2sparqlOptions {
                address: needs_address()?,
                dataset: None,
            }),
            Kind::Chat => {
                let address = needs_address()?;
                let (address, model) = address.split_once('#').unwrap_or((&address, ""));
                if model.is_empty() {
                    let hint = Some(example("chat").to_owned());
                    return failed(rest.len(), SpecProblem::Missing("the model"), hint);
                }
                Protocol::Chat(Box::new(ChatOptions::of(address, model)))
            }
            Kind::Exec => match words(place) {
                Some(command) => Protocol::Exec(ExecOptions {
                    command,
                    directory: None,
                }),
                None => return failed(rest.len(), SpecProblem::OpenQuote, None),
            },
            Kind::Okbqa => Protocol::Okbqa(OkbqaOptions {
                controller: Some(needs_address()?),
                ..OkbqaOptions::default()
            }),
            Kind::Qanary => {
                let address = needs_address()?;
                let (address, names) = address.split_once('#').unwrap_or((&address, ""));
                let components = component_names(names);
                if components.is_empty() {
                    let hint = Some(example("qanary").to_owned());
                    return failed(rest.len(), SpecProblem::Missing("a component"), hint);
                }
                Protocol::Qanary(QanaryOptions {
                    address: address.to_owned(),
                    components,
                })
            }
            Kind::Pipeline => Protocol::Pipeline {
                name: place.to_owned(),
            },
        };
        Ok(Self::named(name, rest, protocol))
    }

    /// A name before a system, and the rest: `NAME=SPEC`.
    pub fn split_name(text: &str) -> (Option<&str>, &str) {
        let text = text.trim();
        let fine = |c: char| c.is_alphanumeric() || " _-.+()".contains(c);
        match text.split_once('=') {
            Some((name, rest)) if !name.trim().is_empty() && name.chars().all(fine) => {
                (Some(name.trim()), rest.trim_start())
            }
            _ => (None, text),
        }
    }

    /// A system with the manners of everybody.
    pub(super) fn named(name: Option<&str>, given: &str, protocol: Protocol) -> Self {
        let mut manners = Manners::default();
        if matches!(protocol, Protocol::Exec(_)) {
            // A process each: those of a language model are not small.
            manners.jobs = 1;
        }
        Self {
            name: name.map_or_else(|| usual_name(&protocol), str::to_owned),
            given: without_password(given),
            description: None,
            reference: None,
            protocol,
            headers: Vec::new(),
            manners,
            keywords: false,
        }
    }
}

impl GerbilOptions {
    /// A service at an address that is asked as GERBIL asks, correctly encoded.
    pub(super) fn at(address: String) -> Self {
        Self {
            address,
            encoding: Encoding::Form,
            question_field: "query".to_owned(),
            language_field: "lang".to_owned(),
            fields: Map::new(),
        }
    }
}

impl ChatOptions {
    /// A model at an address, asked without chance.
    pub(super) fn of(address: &str, model: &str) -> Self {
        Self {
            address: address.to_owned(),
            model: model.to_owned(),
            prompt: None,
            temperature: Some(0.0),
            seed: Some(1),
            max_tokens: 1024,
            max_tokens_field: MaxTokensField::default(),
            examples: None,
            shots: 3,
            schema_tokens: 1500,
            repairs: 2,
            repair_empty: true,
            query_timeout: std::time::Duration::from_secs(10),
            stream: false,
            price: None,
            extra: Map::new(),
        }
    }
}

/// What a system of this kind is named like.
pub(super) fn example(protocol: &str) -> &'static str {
    match protocol {
        "file" => "such as file:answers.json",
        "text2sparql" => "such as text2sparql:http://localhost:8000/",
        "chat" => "such as chat:http://localhost:8080/v1#MODEL",
        "exec" => "such as exec:./my.py",
        "okbqa" => "such as okbqa:http://localhost:7004/cm",
        "qanary" => "such as qanary:http://localhost:8080#NED-ONE,QB-TWO",
        "pipeline" => "such as pipeline:NAME",
        REPLAY => "such as replay:recording.jsonl",
        _ => "such as gerbil:http://localhost:8080/answer",
    }
}

/// What a system is called that nobody named.
pub(super) fn usual_name(protocol: &Protocol) -> String {
    let stem = |path: &Path| {
        let stem = path.file_stem().unwrap_or(path.as_os_str());
        stem.to_string_lossy().into_owned()
    };
    let host = |address: &str| match lydite_http::Address::parse(address) {
        Ok((address, _)) => address.host().to_owned(),
        Err(_) => address.to_owned(),
    };
    match protocol {
        Protocol::File { path } | Protocol::Replay { path } => stem(path),
        Protocol::Gerbil(options) => host(&options.address),
        Protocol::Text2sparql(options) => host(&options.address),
        Protocol::Chat(options) => options.model.clone(),
        Protocol::Exec(options) => options
            .command
            .iter()
            // `python3 my.py` is `my`, not `python3`.
            .find(|word| word.ends_with(".py") || word.ends_with(".sh") || word.ends_with(".js"))
            .or(options.command.first())
            .map(|word| stem(Path::new(word)))
            .unwrap_or_default(),
        Protocol::Okbqa(options) => {
            let modules = &options.modules;
            let first = options.controller.as_ref().or(modules.tgm.as_ref());
            first.map_or_else(|| "okbqa".to_owned(), |address| host(address))
        }
        Protocol::Qanary(options) => host(&options.address),
        Protocol::Pipeline { name } => name.clone(),
    }
}

/// The names of components in a list with commas.
pub(super) fn component_names(list: &str) -> Vec<String> {
    let names = list.split(',').map(str::trim);
    names
        .filter(|name| !name.is_empty())
        .map(str::to_owned)
        .collect()
}

/// Whether this can be the name of a protocol: a path of one letter is a drive.
fn is_word(word: &str) -> bool {
    word.len() > 1 && word.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

/// A line without users and passwords.
pub(crate) fn without_password(line: &str) -> String {
    match line.find("://") {
        Some(at) => {
            let after = &line[at + 3..];
            let host = after.find(['/', '?', '#']).unwrap_or(after.len());
            match after[..host].rfind('@') {
                Some(user) => format!("{}{}", &line[..at + 3], &after[user + 1..]),
                None => line.to_owned(),
            }
        }
        None => line.to_owned(),
    }
}

/// The words of a command; quotes hold words together. Nothing if a quote is not closed.
fn words(line: &str) -> Option<Vec<String>> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    let mut characters = line.chars();
    while let Some(character) = characters.next() {
        match (quote, character) {
            (Some(open), character) if open == character => quote = None,
            (None, '"' | '\'') => {
                quote = Some(character);
                word.get_or_insert_default();
            }
            (None, character) if character.is_whitespace() => words.extend(word.take()),
            (None | Some('"'), '\\') => word.get_or_insert_default().extend(characters.next()),
            (_, character) => word.get_or_insert_default().push(character),
        }
    }
    words.extend(word);
    quote.is_none().then_some(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_names_a_system() {
        for (line, name, given) in [
            ("answers.json", "answers", "answers.json"),
            ("file:a/b.json", "b", "file:a/b.json"),
            ("gerbil:http://me:pw@h:1/x", "h:1", "gerbil:http://h:1/x"),
            ("a=gerbil:http://h/?a=b", "a", "gerbil:http://h/?a=b"),
            ("text2sparql:https://h/", "h", "text2sparql:https://h/"),
            ("chat:http://h/v1#smol", "smol", "chat:http://h/v1#smol"),
            ("my system=exec:./q.py -x", "my system", "exec:./q.py -x"),
            ("exec:python3 q.py", "q", "exec:python3 q.py"),
            ("okbqa:http://h/cm", "h", "okbqa:http://h/cm"),
            ("qanary:http://h:8/#A,B", "h:8", "qanary:http://h:8/#A,B"),
            ("pipeline:auto", "auto", "pipeline:auto"),
            ("replay:r.jsonl", "r", "replay:r.jsonl"),
        ] {
            let spec = Spec::parse(line).unwrap();
            assert_eq!((&*spec.name, &*spec.given), (name, given), "{line}");
        }
    }

    #[test]
    fn what_is_wrong_with_a_line_has_a_place_and_a_hint() {
        for (line, column, problem, hint) in [
            ("", 1, "no system is named", "such as gerbil:"),
            ("a=", 3, "no system is named", "such as gerbil:"),
            (
                "http://h/",
                1,
                "the protocol is missing",
                "gerbil:http://h/",
            ),
            (
                "x=chta:http://h/",
                3,
                "no protocol is called `chta`",
                "did you mean `chat`?",
            ),
            (
                "soap:http://h/",
                1,
                "no protocol is called `soap`",
                "there are file, gerbil",
            ),
            (
                "gerbil:localhost",
                8,
                "`localhost` is not a web address",
                "such as gerbil:http://",
            ),
            (
                "qanary:http://h/",
                17,
                "a component is missing",
                "#NED-ONE,QB-TWO",
            ),
            ("gerbil:", 8, "what to ask is missing", "such as gerbil:"),
            ("chat:http://h/", 15, "the model is missing", "#MODEL"),
            ("exec:./a 'b", 12, "a quote is not closed", ""),
        ] {
            let error = Spec::parse(line).unwrap_err();
            assert_eq!(error.problem.to_string(), problem, "{line}");
            assert_eq!((error.line, error.column), (1, column), "{line}");
            let found = error.hint.unwrap_or_default();
            assert!(found.contains(hint), "{line}: {found}");
        }
    }

    #[test]
    fn commands_have_words() {
        for (line, expected) in [
            ("a  b\tc", &["a", "b", "c"][..]),
            (r#"a "b c" 'd "e'"#, &["a", "b c", "d \"e"]),
            (r"a\ b '' c", &["a b", "", "c"]),
        ] {
            assert_eq!(words(line).unwrap(), expected);
        }
        assert_eq!(words("'a"), None);
    }
}
