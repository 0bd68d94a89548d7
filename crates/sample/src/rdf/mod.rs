//! Features as RDF, in QaldGen's vocabulary.

mod graph;
mod question;
mod read;
mod write;

use lydite_model::QuestionId;
use oxrdf::{NamedNode, Term};

pub use read::{ReadRdfError, Unread, read_rdf};
pub use write::{RdfWriter, question_iri};

pub(crate) use graph::FeatureGraph;

use crate::Features;

/// A question with its features, as RDF has it.
#[derive(Clone, Debug, PartialEq)]
pub struct Described {
    /// The resource.
    pub iri: String,
    /// What comes after its last `#` or `/`.
    pub id: QuestionId,
    /// The features that we know.
    pub features: Features,
    /// What else is said about it.
    pub others: Vec<(NamedNode, Term)>,
}

impl Described {
    /// A question about which nothing is said yet.
    pub fn new(iri: impl Into<String>) -> Self {
        let iri = iri.into();
        let local = iri.rsplit(['#', '/']).next().unwrap_or_default();
        let id = match local {
            "" => QuestionId::from(iri.as_str()),
            local => QuestionId::from(local),
        };
        Self {
            iri,
            id,
            features: Features::default(),
            others: Vec::new(),
        }
    }
}
