//! How tolerant parsing is, and which prefixes it may assume.

use std::collections::BTreeMap;

use crate::prefixes;

/// How tolerant parsing is.
///
/// ```
/// use lydite_sparql::{Dialect, parse};
///
/// let text = "SELECT COUNT(?x) WHERE { ?x a dbo:Lake }";
/// assert!(parse(text, &Dialect::strict()).is_err());
/// assert!(parse(text, &Dialect::field()).is_ok());
/// ```
#[derive(Clone, Debug)]
pub struct Dialect {
    pub(crate) repair: bool,
    pub(crate) prefixes: Prefixes,
    pub(crate) max_bytes: usize,
}

#[derive(Clone, Debug)]
pub(crate) enum Prefixes {
    None,
    Field,
    Own(BTreeMap<String, String>),
}

impl Dialect {
    /// What benchmarks of question answering contain: everything that `docs/queries.md` lists is
    /// repaired, and the field's prefixes are assumed where a query does not declare them.
    pub fn field() -> Self {
        Self {
            repair: true,
            prefixes: Prefixes::Field,
            max_bytes: 1 << 20,
        }
    }

    /// SPARQL 1.1 and nothing else: no repairs, no assumed prefixes. Local names with several dots,
    /// which are valid, are accepted.
    pub fn strict() -> Self {
        Self {
            repair: false,
            prefixes: Prefixes::None,
            max_bytes: 1 << 20,
        }
    }

    /// Assumes these prefixes instead; a declaration in the query always wins.
    pub fn with_prefixes<N: Into<String>, I: Into<String>>(
        mut self,
        prefixes: impl IntoIterator<Item = (N, I)>,
    ) -> Self {
        self.prefixes = Prefixes::Own(
            prefixes
                .into_iter()
                .map(|(name, iri)| (name.into(), iri.into()))
                .collect(),
        );
        self
    }

    /// Refuses queries of more than this many bytes (1 MiB unless changed).
    pub fn with_max_bytes(mut self, bytes: usize) -> Self {
        self.max_bytes = bytes;
        self
    }

    /// The namespace that an undeclared prefix stands for.
    pub fn namespace(&self, prefix: &str) -> Option<&str> {
        match &self.prefixes {
            Prefixes::None => None,
            Prefixes::Field => prefixes::FIELD
                .iter()
                .find(|(name, _)| *name == prefix)
                .map(|(_, iri)| *iri),
            Prefixes::Own(own) => own.get(prefix).map(String::as_str),
        }
    }

    /// The prefixes that may be assumed.
    pub fn prefixes(&self) -> Vec<(&str, &str)> {
        match &self.prefixes {
            Prefixes::None => Vec::new(),
            Prefixes::Field => prefixes::FIELD.to_vec(),
            Prefixes::Own(own) => own.iter().map(|(n, i)| (n.as_str(), i.as_str())).collect(),
        }
    }
}

impl Default for Dialect {
    fn default() -> Self {
        Self::field()
    }
}
