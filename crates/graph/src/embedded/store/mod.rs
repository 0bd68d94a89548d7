//! What an open index holds: its terms and its triples.

mod common;
mod graphs;
mod terms;
mod triples;
mod values;

use serde::de::Error as _;

use super::file::{Index, Section};
use super::load::Facts;
use crate::GraphError;

pub(crate) use common::Common;
pub(super) use common::{Several, Sources};
pub(super) use graphs::{Found, Scope};
pub(super) use terms::Stored;
pub(super) use triples::{Ids, Matches};
pub(super) use values::INTEGERS;

/// An open index with what it says about itself.
#[derive(Debug)]
pub(super) struct Store {
    index: Index,
    pub(super) facts: Facts,
}

impl Store {
    pub(super) fn new(index: Index, place: &dyn Fn() -> String) -> Result<Self, GraphError> {
        let facts = super::stop::guard_index(place, || {
            serde_json::from_slice::<Facts>(index.section(Section::Facts).all()).and_then(|facts| {
                let terms = index.section_length(Section::TermStarts) / 4;
                let triples = index.section_length(Section::SubjectPairs) / 8;
                if terms != facts.terms as usize + 1 || triples != facts.triples as usize {
                    return Err(serde_json::Error::custom(
                        "its sections do not fit together",
                    ));
                }
                Ok(facts)
            })
        })?;
        let facts = facts.map_err(|error| GraphError::Damaged {
            place: place(),
            reason: error.to_string(),
        })?;
        Ok(Self { index, facts })
    }

    pub(super) fn index(&self) -> &Index {
        &self.index
    }
}
