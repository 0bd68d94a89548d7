//! The knowledge graphs that benchmarks are about, and how their files shorten its names.

use lydite_model::Term;

use crate::terms::looks_like_iri;

/// A knowledge graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Graph {
    Wikidata,
    Freebase,
    Dbpedia,
    Dblp,
    Orkg,
    /// One that only the set itself has, by its name.
    Own(&'static str),
    /// Whatever the file is about.
    Any,
}

impl Graph {
    /// What reports call it.
    pub(crate) fn name(self) -> Option<&'static str> {
        match self {
            Self::Wikidata => Some("Wikidata"),
            Self::Freebase => Some("Freebase"),
            Self::Dbpedia => Some("DBpedia"),
            Self::Dblp => Some("DBLP"),
            Self::Orkg => Some("ORKG"),
            Self::Own(name) => Some(name),
            Self::Any => None,
        }
    }

    /// The term that a file of this graph writes like this: `Q42` is an item of Wikidata,
    /// `m.06w2sn5` a topic of Freebase; IRIs may stand in angle brackets.
    pub(crate) fn term(self, text: &str) -> Term {
        let bare = text.trim();
        let inner = bare
            .strip_prefix('<')
            .and_then(|rest| rest.strip_suffix('>'));
        if let Some(inner) = inner.filter(|inner| looks_like_iri(inner)) {
            return Term::iri(inner);
        }
        if matches!(self, Self::Wikidata | Self::Any) && is_item(bare) {
            return Term::iri(format!("http://www.wikidata.org/entity/{bare}"));
        }
        if matches!(self, Self::Freebase | Self::Any) && is_topic(bare) {
            return Term::iri(format!("http://rdf.freebase.com/ns/{bare}"));
        }
        if looks_like_iri(bare) && !bare.contains(' ') {
            return Term::iri(bare);
        }
        Term::literal(text)
    }
}

/// Whether this is the name of an item or property of Wikidata.
fn is_item(text: &str) -> bool {
    let digits = text.strip_prefix(['Q', 'P']);
    digits.is_some_and(|rest| !rest.is_empty() && rest.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Whether this is the name of a topic of Freebase.
fn is_topic(text: &str) -> bool {
    let name = text.strip_prefix("m.").or_else(|| text.strip_prefix("g."));
    name.is_some_and(|rest| {
        !rest.is_empty()
            && rest
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
    })
}
