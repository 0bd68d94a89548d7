//! The queries that a user means: a text, a file with one query, or all queries of a benchmark.

use std::collections::VecDeque;
use std::fs::File;
use std::io::{self, Cursor, Read};
use std::path::Path;

use lydite_formats::{ReadError, Reader};
use lydite_model::{Language, Place, QueryForm};
use lydite_sparql::{Dialect, ParseError, Parsed, parse};
use serde::Serialize;

use crate::failure::Failure;
use crate::session::Session;

/// A query and where it comes from.
#[derive(Serialize)]
pub(super) struct Given {
    /// The file or catalogue name; nothing for a text on the command line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// The question it belongs to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub question: Option<String>,
    /// The language it belongs to, where a question has several queries.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub language: Option<Language>,
    /// Where the question stands.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<Place>,
    /// The query as given.
    pub text: String,
}

impl Given {
    fn text(source: Option<String>, text: String) -> Self {
        Self {
            source,
            question: None,
            language: None,
            place: None,
            text,
        }
    }

    /// How a person finds it again.
    pub(super) fn name(&self) -> String {
        let mut name = match (&self.place, &self.source) {
            (Some(place), _) => place.to_string(),
            (None, Some(source)) => source.clone(),
            (None, None) => "the query".to_owned(),
        };
        if let Some(question) = &self.question {
            name.push_str(", question ");
            name.push_str(question);
        }
        if let Some(language) = &self.language {
            name.push_str(&format!(" ({language})"));
        }
        name
    }

    /// Reads the query; a refusal says where it fails.
    pub(super) fn parse(&self) -> Result<Parsed, Failure> {
        parse(&self.text, &Dialect::field()).map_err(|error| {
            let bare = ParseError {
                hint: None,
                ..error.clone()
            };
            let failure = Failure::input(format!("{}:{}", self.name(), bare.render(&self.text)));
            match error.hint {
                Some(hint) => failure.hint(hint),
                None => failure,
            }
        })
    }
}

/// The queries behind one argument, one after the other.
pub(super) enum Queries {
    /// A single query.
    One(Option<Given>),
    /// Those of a benchmark or answer file.
    File {
        source: String,
        reader: Box<Reader>,
        pending: VecDeque<Given>,
    },
}

/// What is no longer than this may be a query.
const QUERY_BYTES: usize = 1 << 20;

impl Queries {
    /// Finds out what is meant: a file, a name of the catalogue, or else a text.
    pub(super) fn open(session: &Session, given: &str) -> Result<Self, Failure> {
        if given == "-" {
            return Self::read("(standard input)".to_owned(), io::stdin());
        }
        let path = match session.resolve(Path::new(given)) {
            Ok(path) => path,
            Err(_) if looks_like_query(given) => {
                return Ok(Self::One(Some(Given::text(None, given.to_owned()))));
            }
            Err(failure) => return Err(failure),
        };
        let file =
            File::open(&path).map_err(|error| Failure::input(format!("{given}: {error}")))?;
        Self::read(given.to_owned(), file)
    }

    fn read(source: String, mut file: impl Read + Send + 'static) -> Result<Self, Failure> {
        let mut head = Vec::new();
        let limit = QUERY_BYTES as u64 + 1;
        file.by_ref()
            .take(limit)
            .read_to_end(&mut head)
            .map_err(|error| Failure::input(format!("{source}: {error}")))?;
        let text = match head.len() <= QUERY_BYTES {
            true => std::str::from_utf8(&head).ok(),
            false => None,
        };
        let text = text.map(|text| text.trim_start_matches('\u{feff}').to_owned());
        let one = |text| Self::One(Some(Given::text(Some(source.clone()), text)));
        if let Some(text) = text.clone().filter(|text| begins_like_query(text)) {
            return Ok(one(text));
        }
        match Reader::from_reader(&source, Cursor::new(head).chain(file)) {
            Ok(reader) => Ok(Self::File {
                source,
                reader: Box::new(reader),
                pending: VecDeque::new(),
            }),
            // JSON and XML of an unknown kind are no queries.
            Err(error @ ReadError::Unrecognised { .. }) => text
                .filter(|text| !text.trim_start().starts_with(['{', '[', '<']))
                .map(one)
                .ok_or(error.into()),
            Err(error) => Err(error.into()),
        }
    }

    /// Only those of one question, if it is given.
    pub(super) fn with_id(self, id: Option<&str>) -> Result<Vec<Given>, Failure> {
        let (source, single) = match &self {
            Self::One(given) => (given.as_ref().and_then(|one| one.source.clone()), true),
            Self::File { source, .. } => (Some(source.clone()), false),
        };
        let wanted = |given: &Given| id.is_none() || single || given.question.as_deref() == id;
        let found: Vec<Given> = self.filter(wanted).collect();
        if found.is_empty() {
            let source = source.unwrap_or_default();
            return Err(match id {
                Some(id) => Failure::input(format!("{source}: no question `{id}` with a query")),
                None => Failure::input(format!("{source}: there are no queries")),
            });
        }
        Ok(found)
    }
}

impl Iterator for Queries {
    type Item = Given;

    fn next(&mut self) -> Option<Given> {
        let (source, reader, pending) = match self {
            Self::One(given) => return given.take(),
            Self::File {
                source,
                reader,
                pending,
            } => (source, reader, pending),
        };
        while pending.is_empty() {
            // What is wrong with the file itself is for `dataset check` to say.
            let question = reader.next()?;
            let place = reader.place();
            let queries = question.queries.into_iter();
            pending.extend(
                queries
                    .filter(|query| query.form != QueryForm::SExpression)
                    .map(|query| Given {
                        source: Some(source.clone()),
                        question: Some(question.id.to_string()),
                        language: query.language,
                        place: Some(place.clone()),
                        text: query.text,
                    }),
            );
        }
        pending.pop_front()
    }
}

/// Whether an argument that names no file is a query rather than a misspelt name.
fn looks_like_query(text: &str) -> bool {
    text.contains(['{', '\n']) || begins_like_query(text)
}

/// Whether a text begins with a keyword of SPARQL, comments aside.
fn begins_like_query(text: &str) -> bool {
    let line = text
        .lines()
        .map(str::trim_start)
        .find(|line| !line.is_empty() && !line.starts_with('#'))
        .unwrap_or("");
    let word: String = line
        .chars()
        .take_while(char::is_ascii_alphabetic)
        .map(|letter| letter.to_ascii_uppercase())
        .collect();
    let keywords = ["PREFIX", "BASE", "SELECT", "ASK", "CONSTRUCT", "DESCRIBE"];
    let rest = &line[word.len()..];
    // A table of questions may have a column of such a name.
    keywords.contains(&word.as_str()) && !rest.starts_with([',', '\t', ';'])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn queries_are_told_from_names_and_tables() {
        for (text, is) in [
            ("# mine\n\n  select ?x", true),
            ("ASK{?x ?p ?y}", true),
            ("PREFIX a: <b>", true),
            ("ask,answer\n1,2", false),
            ("asking", false),
            ("{\"questions\": []}", false),
            ("", false),
        ] {
            assert_eq!(begins_like_query(text), is, "{text}");
        }
        assert!(!looks_like_query("qald-9-test-multilingal"));
        assert!(!looks_like_query("my/queries.rq"));
        assert!(!looks_like_query("my queries.rq"));
        assert!(looks_like_query("SELCT ?x { ?x ?p ?y }"));
    }
}
