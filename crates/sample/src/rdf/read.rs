//! Reading features from Turtle or N-Triples, QaldGen's dataset among them.

use lydite_model::QuestionId;
use oxrdf::{NamedNode, NamedOrBlankNode, Term, Triple};
use oxttl::{NTriplesParser, TurtleParser, TurtleSyntaxError};
use rustc_hash::FxHashMap;

use super::Described;
use crate::features::{Feature, Kind, Value};

/// Why a file gives no questions.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReadRdfError {
    /// It is not RDF that we can read.
    #[error("line {}, column {}: {}", .0.line, .0.column, .0.message)]
    Syntax(Unread),
    /// There are triples, but no features of questions.
    #[error(
        "none of its {triples} triples describes a question (with a feature such as \
         qaldgen:length)"
    )]
    NoQuestions {
        /// How many triples there are.
        triples: usize,
    },
}

/// A place in a file that could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unread {
    /// The line, from 1.
    pub line: u64,
    /// The column, from 1.
    pub column: u64,
    /// What is wrong.
    pub message: String,
}

impl From<&TurtleSyntaxError> for Unread {
    fn from(error: &TurtleSyntaxError) -> Self {
        let start = error.location().start;
        Self {
            line: start.line + 1,
            column: start.column + 1,
            message: error.message().to_owned(),
        }
    }
}

/// Reads the questions of a file in Turtle or N-Triples, in the order of their identifiers.
///
/// QaldGen's dataset is called `.nt` but is Turtle; both are read. Statements that cannot be read are
/// left out and listed, resources without any feature are not questions.
///
/// ```
/// use lydite_sample::read_rdf;
///
/// let turtle = r#"
///   @prefix qaldgen: <http://qald-gen.aksw.org/vocab#> .
///   <http://qald-gen.aksw.org/question#0> qaldgen:length 9 ; qaldgen:questionOrigin "qald9" ."#;
/// let (questions, unread) = read_rdf(turtle.as_bytes())?;
/// assert_eq!(questions[0].id.as_str(), "0");
/// assert!(unread.is_empty());
/// # Ok::<(), lydite_sample::ReadRdfError>(())
/// ```
///
/// # Errors
/// If nothing in the file describes a question.
pub fn read_rdf(bytes: &[u8]) -> Result<(Vec<Described>, Vec<Unread>), ReadRdfError> {
    let mut collector = Collector::default();
    let mut unread = Vec::new();
    let mut take = |result: Result<Triple, TurtleSyntaxError>| match result {
        Ok(triple) => collector.add(triple),
        Err(error) => unread.push(Unread::from(&error)),
    };
    if looks_like_n_triples(bytes) {
        let parser = NTriplesParser::new().lenient().for_slice(bytes);
        parser.for_each(&mut take);
    } else {
        let parser = TurtleParser::new().lenient().for_slice(bytes);
        parser.for_each(&mut take);
    }
    let triples = collector.triples;
    let questions = collector.questions();
    if questions.is_empty() {
        return Err(match unread.into_iter().next() {
            Some(first) => ReadRdfError::Syntax(first),
            None => ReadRdfError::NoQuestions { triples },
        });
    }
    Ok((questions, unread))
}

/// Whether the first lines are whole triples: N-Triples is parsed about twice as fast as Turtle.
fn looks_like_n_triples(bytes: &[u8]) -> bool {
    let sample = &bytes[..bytes.len().min(1 << 16)];
    let mut lines = sample
        .split_inclusive(|byte| *byte == b'\n')
        .filter(|line| line.ends_with(b"\n"))
        .map(<[u8]>::trim_ascii)
        .filter(|line| !line.is_empty())
        .peekable();
    lines.peek().is_some() && lines.all(|line| line.starts_with(b"<") && line.ends_with(b"."))
}

#[derive(Default)]
struct Collector {
    questions: Vec<Described>,
    places: FxHashMap<String, usize>,
    properties: FxHashMap<String, Option<&'static Feature>>,
    /// Statements about one question follow one another.
    last: Option<usize>,
    triples: usize,
}

impl Collector {
    fn add(&mut self, triple: Triple) {
        self.triples += 1;
        let NamedOrBlankNode::NamedNode(subject) = triple.subject else {
            return;
        };
        let place = match self.last {
            Some(last) if self.questions[last].iri == subject.as_str() => last,
            _ => self.place(subject),
        };
        self.last = Some(place);
        let question = &mut self.questions[place];
        let feature = match self.properties.get(triple.predicate.as_str()) {
            Some(feature) => *feature,
            None => {
                let feature = Feature::with_iri(triple.predicate.as_str());
                let property = triple.predicate.as_str().to_owned();
                self.properties.insert(property, feature);
                feature
            }
        };
        let Some(feature) = feature else {
            question.others.push((triple.predicate, triple.object));
            return;
        };
        match value(feature, triple.object) {
            Ok(Value::Names(mut names)) => {
                if let Some(Value::Names(known)) = question.features.get(feature) {
                    names.extend_from_slice(known);
                    names.sort_unstable();
                    names.dedup();
                }
                question.features.set(feature, Value::Names(names));
            }
            Ok(value) => question.features.set(feature, value),
            Err(object) => question.others.push((triple.predicate, object)),
        }
    }

    fn place(&mut self, subject: NamedNode) -> usize {
        if let Some(place) = self.places.get(subject.as_str()) {
            return *place;
        }
        let place = self.questions.len();
        self.places.insert(subject.as_str().to_owned(), place);
        self.questions.push(Described::new(subject.into_string()));
        place
    }

    fn questions(self) -> Vec<Described> {
        let mut questions = self.questions;
        questions.retain(|question| question.features.iter().next().is_some());
        let key = |question: &Described| -> QuestionId { question.id.clone() };
        if !questions.is_sorted_by_key(key) {
            questions.sort_by_cached_key(key);
        }
        questions
    }
}

/// The value that a property has, or the term back if it does not fit the feature.
fn value(feature: &Feature, object: Term) -> Result<Value, Term> {
    const BOOLEAN: &str = "http://www.w3.org/2001/XMLSchema#boolean";
    let literal = match object {
        Term::Literal(literal) => literal,
        Term::NamedNode(iri) if feature.kind == Kind::Names => {
            let name = iri.as_str().rsplit(['#', '/']).next().unwrap_or_default();
            return Ok(Value::Names(vec![name.to_owned()]));
        }
        other => return Err(other),
    };
    let found = match feature.kind {
        Kind::Integer => literal.value().trim().parse().ok().map(Value::Integer),
        Kind::Double => literal.value().trim().parse().ok().map(Value::Double),
        Kind::Boolean if literal.datatype().as_str() == BOOLEAN => match literal.value().trim() {
            "true" | "1" => Some(Value::Boolean(true)),
            "false" | "0" => Some(Value::Boolean(false)),
            _ => None,
        },
        // QaldGen writes `isNumberAnswer` as a text.
        Kind::Boolean | Kind::Text => {
            let (text, ..) = literal.destruct();
            return Ok(Value::Text(text));
        }
        Kind::Names => Some(Value::Names(vec![literal.value().to_owned()])),
    };
    found.ok_or(Term::Literal(literal))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_broken_statement_does_not_take_others_with_it() {
        let text = "\
            <http://x/question#10> <http://qald-gen.aksw.org/vocab#length> \"3\" .\n\
            <http://x/question#3> <http://qald-gen.aksw.org/vocab#length> three .\n\
            <http://x/question#2> <http://qald-gen.aksw.org/vocab#length> \"4\" .\n\
            <http://x/question#2> <http://x/colour> \"red\" .\n";
        let (questions, unread) = read_rdf(text.as_bytes()).unwrap();
        let ids: Vec<_> = questions.iter().map(|q| q.id.as_str()).collect();
        assert_eq!(ids, ["2", "10"]);
        assert_eq!(questions[0].others.len(), 1);
        assert_eq!(unread.iter().map(|at| at.line).collect::<Vec<_>>(), [2]);
    }

    #[test]
    fn what_is_not_about_questions_is_refused() {
        for (text, message) in [
            ("{\"questions\": []}", "line 1, column 1"),
            ("<a:b> <a:c> <a:d> .", "1 triples"),
            ("", "0 triples"),
        ] {
            let error = read_rdf(text.as_bytes()).unwrap_err().to_string();
            assert!(error.contains(message), "{text}: {error}");
        }
    }
}
