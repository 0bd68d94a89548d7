//! The two rule sets of the template evaluator.

use std::fmt;

use serde::{Serialize, Serializer};

use crate::syntax::{Grammar, Reading};

/// By which rules templates are judged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum TemplateRules {
    /// Ours: typed terms, scopes, all aliases, connections through expressions.
    #[default]
    Lydite,
    /// Those of the evaluator published with the paper, with its slips.
    Reference,
}

impl TemplateRules {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Lydite, Self::Reference];

    /// The name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Lydite => "lydite",
            Self::Reference => "reference",
        }
    }

    /// How queries are read.
    pub(crate) fn reading(self) -> Reading<'static> {
        Reading {
            grammar: match self {
                Self::Lydite => Grammar::Standard,
                Self::Reference => Grammar::Rdflib,
            },
            prefixes: self.prefixes(),
        }
    }

    /// The prefixes that templates may use without declaring them.
    pub fn prefixes(self) -> &'static [(&'static str, &'static str)] {
        match self {
            Self::Lydite => LYDITE_PREFIXES,
            Self::Reference => REFERENCE_PREFIXES,
        }
    }
}

impl fmt::Display for TemplateRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Serialize for TemplateRules {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

/// When a template counts as SPARQL.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Validity {
    /// If it is in the grammar.
    #[default]
    Grammar,
    /// If it keeps all rules of SPARQL 1.1.
    Strict,
    /// If it is in the grammar after the repairs that the field's dialects need.
    Dialect,
}

/// Table 3 of the paper, with `rdf` for RDF and, beside its `reds`, what that was meant to be.
const LYDITE_PREFIXES: &[(&str, &str)] = &[
    ("rdf", "http://www.w3.org/1999/02/22-rdf-syntax-ns#"),
    ("rdfs", "http://www.w3.org/2000/01/rdf-schema#"),
    ("reds", "http://www.w3.org/2000/01/rdf-schema#"),
    ("owl", "http://www.w3.org/2002/07/owl#"),
    ("xsd", "http://www.w3.org/2001/XMLSchema#"),
    ("dc", "http://purl.org/dc/elements/1.1/"),
    ("foaf", "http://xmlns.com/foaf/0.1/"),
    ("obo", "http://purl.obolibrary.org/obo/"),
    ("res", "http://dbpedia.org/resource/"),
    ("onto", "http://dbpedia.org/ontology/"),
    ("prop", "http://dbpedia.org/property/"),
];

/// The table of the published code, where `rdf` is FOAF, and what rdflib 4.2.2 binds by itself.
const REFERENCE_PREFIXES: &[(&str, &str)] = &[
    ("rdf", "http://xmlns.com/foaf/0.1/"),
    ("rdfs", "http://www.w3.org/2000/01/rdf-schema#"),
    ("reds", "http://www.w3.org/2000/01/rdf-schema#"),
    ("owl", "http://www.w3.org/2002/07/owl#"),
    ("xsd", "http://www.w3.org/2001/XMLSchema#"),
    ("xml", "http://www.w3.org/XML/1998/namespace"),
    ("dc", "http://purl.org/dc/elements/1.1/"),
    ("foaf", "http://xmlns.com/foaf/0.1/"),
    ("obo", "http://purl.obolibrary.org/obo/"),
    ("res", "http://dbpedia.org/resource/"),
    ("onto", "http://dbpedia.org/ontology/"),
    ("prop", "http://dbpedia.org/property/"),
];
