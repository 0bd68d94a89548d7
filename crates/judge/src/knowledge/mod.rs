//! What a judge may ask about the world beyond the two files.

mod asks;
mod classes;
mod interner;
mod labels;
mod ontology;
mod same_as;
mod triples;

pub use asks::Asks;
pub use classes::Classes;
pub use labels::Labels;
pub use ontology::Ontology;
pub(crate) use ontology::Symbol;
pub use same_as::SameAs;

use std::borrow::Cow;

use lydite_model::Language;

/// What a judge may ask about the world beyond the two files.
///
/// Every question has an answer without a graph: nothing is known. A knowledge graph, a file of
/// links or a test answers as much as it can.
///
/// ```
/// use lydite_judge::{Knowledge, NoKnowledge};
/// assert!(NoKnowledge.equivalents("http://dbpedia.org/resource/Berlin").is_empty());
/// ```
pub trait Knowledge: Sync {
    /// One IRI that stands for everything that is the same as this one; `None` if nothing is.
    fn representative(&self, _iri: &str) -> Option<Cow<'_, str>> {
        None
    }

    /// The other IRIs of the same thing.
    fn equivalents(&self, _iri: &str) -> Vec<String> {
        Vec::new()
    }

    /// Whether [`equivalents`](Self::equivalents) can ever say anything.
    fn knows_equivalents(&self) -> bool {
        false
    }

    /// The resources whose label is exactly this text in this language.
    fn labelled(&self, _label: &str, _language: &Language) -> Vec<String> {
        Vec::new()
    }

    /// Whether [`labelled`](Self::labelled) can ever say anything.
    fn knows_labels(&self) -> bool {
        false
    }

    /// The classes above a class, nearest first.
    fn super_classes(&self, _class: &str) -> Vec<String> {
        Vec::new()
    }

    /// The classes and relations of Freebase, for logical forms over it.
    fn ontology(&self) -> Option<&Ontology> {
        None
    }

    /// Whether an IRI occurs in any triple; `None` if that cannot be said.
    fn has_iri(&self, _iri: &str) -> Option<bool> {
        None
    }

    /// Whether [`has_iri`](Self::has_iri) can ever say anything.
    fn knows_iris(&self) -> bool {
        false
    }

    /// Whether it helps to know beforehand what will be asked, as it does where requests travel.
    fn wants_prefetch(&self) -> bool {
        false
    }

    /// Finds out what is going to be asked, in as few requests as possible.
    fn prefetch(&self, _asks: &Asks) {}

    /// How many things could not be found out so far, and why the first time.
    fn failures(&self) -> Option<(u64, String)> {
        None
    }

    /// The classes that a resource is said to belong to (`rdf:type`).
    fn types(&self, _iri: &str) -> Vec<String> {
        Vec::new()
    }

    /// Whether [`types`](Self::types) can ever say anything.
    fn knows_types(&self) -> bool {
        false
    }
}

/// Nothing is known.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoKnowledge;

impl Knowledge for NoKnowledge {}

/// What files say: links between resources, labels, and the hierarchy of classes.
#[derive(Debug, Default)]
pub struct FileKnowledge {
    /// Which resources are the same.
    pub same_as: SameAs,
    /// What resources are called.
    pub labels: Labels,
    /// Which classes stand above which.
    pub classes: Classes,
    /// The classes and relations of Freebase.
    pub ontology: Option<Ontology>,
}

impl Knowledge for FileKnowledge {
    fn representative(&self, iri: &str) -> Option<Cow<'_, str>> {
        self.same_as.representative(iri)
    }

    fn equivalents(&self, iri: &str) -> Vec<String> {
        self.same_as.equivalents(iri)
    }

    fn knows_equivalents(&self) -> bool {
        self.same_as.knows_equivalents()
    }

    fn labelled(&self, label: &str, language: &Language) -> Vec<String> {
        self.labels.labelled(label, language)
    }

    fn knows_labels(&self) -> bool {
        self.labels.knows_labels()
    }

    fn ontology(&self) -> Option<&Ontology> {
        self.ontology.as_ref()
    }

    fn super_classes(&self, class: &str) -> Vec<String> {
        self.classes.super_classes(class)
    }
}
