//! The queries that a user means: a text, a file with one query, or all queries of a benchmark.

use std::collections::VecDeque;
use std::fs::File;
use std::io::{self, Cursor, Read};
use std::path::Path;

use lydite_formats::{ReadError, Reader};
use lydite_model::{Language, Place, QueryForm};
use lydite_sparql::{Dialect, Parsed, parse};
use serde::Serialize;

use crate::{Error, Lab, demo};

/// A query and where it comes from.
#[derive(Clone, Debug, Serialize)]
pub struct GivenQuery {
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

impl GivenQuery {
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
    pub fn name(&self) -> String {
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

    /// Reads the query in the dialect of the field.
    ///
    /// # Errors
    /// It cannot be understood.
    pub fn parse(&self) -> Result<Parsed, Error> {
        self.parse_in(&Dialect::field())
    }

    /// Reads the query in a dialect.
    ///
    /// # Errors
    /// It cannot be understood.
    pub fn parse_in(&self, dialect: &Dialect) -> Result<Parsed, Error> {
        parse(&self.text, dialect).map_err(|error| Error::Query {
            name: self.name(),
            text: self.text.clone(),
            error: Box::new(error),
        })
    }
}

/// The queries behind one argument, one after the other.
pub enum GivenQueries {
    /// A single query.
    One(Option<GivenQuery>),
    /// Those of a benchmark or answer file.
    File {
        /// The file.
        source: String,
        /// Its reader.
        reader: Box<Reader>,
        /// Queries of a question that is read already.
        pending: VecDeque<GivenQuery>,
    },
}

/// What is no longer than this may be a query.
const QUERY_BYTES: usize = 1 << 20;

impl GivenQueries {
    /// Finds out what is meant: a file, a name of the catalogue, or else a text.
    ///
    /// # Errors
    /// It is neither, or the file cannot be read.
    pub fn open(lab: &Lab, given: &str) -> Result<Self, Error> {
        if given == "-" {
            return Self::read("(standard input)".to_owned(), io::stdin());
        }
        if !Path::new(given).exists()
            && let Some(file) = demo::find(given)
        {
            return Self::read(given.to_owned(), file.bytes);
        }
        let path = match lab.resolve(Path::new(given)) {
            Ok(path) => path,
            Err(_) if looks_like_query(given) => {
                return Ok(Self::One(Some(GivenQuery::text(None, given.to_owned()))));
            }
            Err(error) => return Err(error),
        };
        let file = File::open(&path).map_err(Error::file(Path::new(given)))?;
        Self::read(given.to_owned(), file)
    }

    fn read(source: String, mut file: impl Read + Send + 'static) -> Result<Self, Error> {
        let mut head = Vec::new();
        let limit = QUERY_BYTES as u64 + 1;
        file.by_ref()
            .take(limit)
            .read_to_end(&mut head)
            .map_err(Error::file(Path::new(&source)))?;
        let short = head.len() <= QUERY_BYTES;
        let text = std::str::from_utf8(&head).ok().filter(|_| short);
        let text = text.map(|text| text.trim_start_matches('\u{feff}').to_owned());
        let one = |text| Self::One(Some(GivenQuery::text(Some(source.clone()), text)));
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
    ///
    /// # Errors
    /// There are none.
    pub fn with_id(self, id: Option<&str>) -> Result<Vec<GivenQuery>, Error> {
        let (source, single) = match &self {
            Self::One(given) => (given.as_ref().and_then(|one| one.source.clone()), true),
            Self::File { source, .. } => (Some(source.clone()), false),
        };
        let wanted = |given: &GivenQuery| id.is_none() || single || given.question.as_deref() == id;
        let found: Vec<GivenQuery> = self.filter(wanted).collect();
        if found.is_empty() {
            return Err(Error::NoQueries {
                source_name: source.unwrap_or_default(),
                question: id.map(str::to_owned),
            });
        }
        Ok(found)
    }
}

impl Iterator for GivenQueries {
    type Item = GivenQuery;

    fn next(&mut self) -> Option<GivenQuery> {
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
                    .map(|query| GivenQuery {
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
