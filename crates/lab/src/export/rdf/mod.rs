//! An experiment in RDF: Data Cube for the scores, PROV-O for the run, DCAT, DataID, VoID and ODRL
//! for the datasets.
//!
//! Every statement goes to one [sink](Statements); which syntax it becomes is decided there. What
//! must hold of the statements stands in `shapes.ttl`, in SHACL.

mod cube;
mod datasets;
mod measures;
mod provenance;
mod terms;

use std::io::{self, Write};

use oxrdf::vocab::{rdf, rdfs};
use oxrdf::{GraphNameRef, Literal, NamedNode, NamedNodeRef, QuadRef, Term};
use oxrdfio::{JsonLdProfile, RdfFormat, RdfSerializer, WriterQuadSerializer};

pub(crate) use self::measures::in_words;
use self::terms::{DCT, PREFIXES};
use super::Publication;

/// What must hold of the statements, in SHACL.
pub const SHAPES: &str = include_str!("shapes.ttl");

/// A syntax of RDF.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Syntax {
    Turtle,
    JsonLd,
}

/// Writes the experiment.
pub(super) fn write(
    publication: &Publication,
    syntax: Syntax,
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut to = Statements::new(publication.names.parts(), syntax, out)?;
    provenance::describe(publication, &mut to)?;
    datasets::describe(publication, &mut to)?;
    measures::describe(publication, &mut to)?;
    cube::describe(publication, &mut to)?;
    to.finish()
}

/// Takes statements, subject by subject.
pub(super) struct Statements<'w> {
    serializer: WriterQuadSerializer<&'w mut dyn Write>,
}

impl<'w> Statements<'w> {
    fn new(parts: &str, syntax: Syntax, out: &'w mut dyn Write) -> io::Result<Self> {
        let format = match syntax {
            Syntax::Turtle => RdfFormat::Turtle,
            Syntax::JsonLd => RdfFormat::JsonLd {
                profile: JsonLdProfile::Streaming.into(),
            },
        };
        let mut serializer = RdfSerializer::from_format(format);
        for (prefix, namespace) in PREFIXES.iter().copied().chain([("exp", parts)]) {
            serializer = serializer
                .with_prefix(prefix, namespace)
                .map_err(io::Error::other)?;
        }
        Ok(Self {
            serializer: serializer.for_writer(out),
        })
    }

    /// Begins to speak of something.
    fn about(&mut self, subject: NamedNode) -> About<'_, 'w> {
        About { to: self, subject }
    }

    fn finish(self) -> io::Result<()> {
        self.serializer.finish()?.flush()
    }
}

/// Statements about one thing.
struct About<'s, 'w> {
    to: &'s mut Statements<'w>,
    subject: NamedNode,
}

impl About<'_, '_> {
    fn says(
        &mut self,
        predicate: NamedNodeRef<'_>,
        object: impl Into<Term>,
    ) -> io::Result<&mut Self> {
        let object = object.into();
        self.to.serializer.serialize_quad(QuadRef::new(
            self.subject.as_ref(),
            predicate,
            object.as_ref(),
            GraphNameRef::DefaultGraph,
        ))?;
        Ok(self)
    }

    /// The same, if there is something to say.
    fn may_say(
        &mut self,
        predicate: NamedNodeRef<'_>,
        object: Option<impl Into<Term>>,
    ) -> io::Result<&mut Self> {
        match object {
            Some(object) => self.says(predicate, object),
            None => Ok(self),
        }
    }

    fn is_a(&mut self, class: NamedNodeRef<'_>) -> io::Result<&mut Self> {
        self.says(rdf::TYPE, class.into_owned())
    }

    fn labelled(&mut self, label: &str) -> io::Result<&mut Self> {
        self.says(rdfs::LABEL, text(label))
    }

    fn described(&mut self, description: &str) -> io::Result<&mut Self> {
        self.says(DCT.description(), text(description))
    }
}

/// A plain text.
fn text(value: &str) -> Literal {
    Literal::new_simple_literal(value)
}

/// A text in a language, where its tag is one.
fn text_in(value: &str, language: &str) -> Literal {
    let tag = language.replace('_', "-");
    let tagged = Literal::new_language_tagged_literal(value, tag);
    tagged.unwrap_or_else(|_| text(value))
}

/// The address that a text is, if it is one; otherwise the text.
fn address_or_text(value: &str) -> Term {
    let is_address = ["http://", "https://", "urn:", "doi:"]
        .iter()
        .any(|scheme| value.starts_with(scheme));
    match NamedNode::new(value) {
        Ok(iri) if is_address => iri.into(),
        _ => text(value).into(),
    }
}
