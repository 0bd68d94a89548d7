//! All that is published, as one graph that can be queried.

use std::sync::Arc;

use lydite_graph::Embedded;

use super::rdf;
use super::{ExportError, Publication};
use crate::store::Store;
use crate::{Error, Lab};

impl Lab {
    /// The statements about all published experiments.
    ///
    /// # Errors
    /// An experiment cannot be read.
    pub fn published_graph(&self, store: &Arc<Store>) -> Result<Embedded, Error> {
        let mut statements = Vec::new();
        for one in store.experiments()? {
            if one.published.is_none() || one.best.is_none() {
                continue;
            }
            let publication = Publication::of(store, &one.id, None, self.config.base.as_deref())?;
            rdf::write(&publication, rdf::Syntax::Turtle, &mut statements)
                .map_err(ExportError::from)?;
            // Each document declares its prefixes again, which Turtle allows.
            statements.push(b'\n');
        }
        Ok(Embedded::from_bytes("published.ttl", statements)?)
    }
}
