//! Writing features as Turtle.

use std::io::{self, Write};

use oxrdf::{NamedNode, Term};

use super::Described;
use super::graph::terms;
use crate::Quality;
use crate::features::Vocabulary;

const RDF_TYPE: &str = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type";

/// Writes questions and their features as Turtle, one after another.
///
/// ```
/// use lydite_sample::{Described, Feature, RdfWriter, Value, read_rdf};
///
/// let mut question = Described::new("http://qald-gen.aksw.org/question#0");
/// question.features.set(Feature::find("length")?, Value::Integer(9));
/// let mut turtle = Vec::new();
/// let mut writer = RdfWriter::new(&mut turtle)?;
/// writer.question(&question)?;
/// assert_eq!(read_rdf(&turtle)?.0, [question]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct RdfWriter<W: Write> {
    out: W,
}

impl<W: Write> RdfWriter<W> {
    /// Begins the document.
    ///
    /// # Errors
    /// If `out` cannot be written.
    pub fn new(mut out: W) -> io::Result<Self> {
        for vocabulary in Vocabulary::ALL {
            let (prefix, namespace) = (vocabulary.prefix(), vocabulary.namespace());
            writeln!(out, "@prefix {prefix}: <{namespace}> .")?;
        }
        writeln!(out, "@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .")?;
        Ok(Self { out })
    }

    /// Describes a sample as FEASIBLE and its successors do.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn sample(&mut self, method: &str, quality: &Quality, seconds: f64) -> io::Result<()> {
        let namespace = Vocabulary::Qaldgen.prefix();
        writeln!(
            self.out,
            "\n<urn:lydite:sample> {namespace}:wasGeneratedUsing \"{method}\" ;\n    \
             {namespace}:hasGenerationTimeSec \"{}\"^^xsd:long ;\n    \
             {namespace}:hasSimilarityError \"{:?}\"^^xsd:double ;\n    \
             {namespace}:hasDiversityScore \"{:?}\"^^xsd:double .",
            seconds.round() as u64,
            quality.similarity_error,
            quality.diversity,
        )
    }

    /// Writes a question.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn question(&mut self, question: &Described) -> io::Result<()> {
        let subject = NamedNode::new_unchecked(escaped(&question.iri));
        let mut separator = format!("\n{subject}");
        for (feature, value) in question.features.iter() {
            for object in terms(feature, value) {
                let object = abbreviated(&object);
                write!(self.out, "{separator} {} {object}", feature.prefixed())?;
                " ;\n   ".clone_into(&mut separator);
            }
        }
        for (predicate, object) in &question.others {
            let predicate = match predicate.as_str() {
                RDF_TYPE => "a".to_owned(),
                _ => predicate.to_string(),
            };
            write!(self.out, "{separator} {predicate} {object}")?;
            " ;\n   ".clone_into(&mut separator);
        }
        if separator.starts_with(" ;") {
            writeln!(self.out, " .")?;
        }
        Ok(())
    }

    /// Ends the document.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn finish(mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Turtle for a term, with the prefixes of the document.
fn abbreviated(term: &Term) -> String {
    const XSD: &str = "http://www.w3.org/2001/XMLSchema#";
    match term {
        Term::Literal(literal) => match literal.datatype().as_str().strip_prefix(XSD) {
            Some(name) if name != "string" => format!("\"{}\"^^xsd:{name}", literal.value()),
            _ => literal.to_string(),
        },
        Term::NamedNode(iri) => {
            let namespace = Vocabulary::Lsq.namespace();
            match iri.as_str().strip_prefix(namespace) {
                Some(name) => format!("{}:{name}", Vocabulary::Lsq.prefix()),
                None => iri.to_string(),
            }
        }
        other => other.to_string(),
    }
}

/// An IRI without the characters that Turtle does not allow between angle brackets.
fn escaped(iri: &str) -> String {
    let mut escaped = String::with_capacity(iri.len());
    for character in iri.chars() {
        match character {
            '\0'..=' ' | '<' | '>' | '"' | '{' | '}' | '|' | '^' | '`' | '\\' => {
                escaped.push_str(&format!("%{:02X}", u32::from(character)));
            }
            other => escaped.push(other),
        }
    }
    escaped
}

/// The IRI of a question of a dataset.
pub fn question_iri(dataset: &str, id: &str) -> String {
    let component = |text: &str| {
        let mut encoded = String::with_capacity(text.len());
        for byte in text.bytes() {
            match byte {
                b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => {
                    encoded.push(char::from(byte));
                }
                other => encoded.push_str(&format!("%{other:02X}")),
            }
        }
        encoded
    };
    format!("urn:lydite:{}#{}", component(dataset), component(id))
}
