//! The protocols of the ecosystem, spoken by Lydite.
//!
//! Each protocol is a module with an axum `Router` that any server can nest; all of them work on one
//! [`Site`]: a graph with the pipelines that answer questions over it.
//!
//! | protocol | see |
//! | --- | --- |
//! | Model Context Protocol, for agents | [`mcp`] |
//! | TEXT2SPARQL's endpoint | [`text2sparql`] |
//! | GERBIL's web service for question answering | [`gerbil`] |
//! | DBpedia Spotlight's `/annotate` | [`spotlight`] |
//! | OKBQA's modules and their controller | [`okbqa`] |
//! | a Qanary pipeline with foreign and own components; our components for pipelines of others | [`qanary`] |

#![forbid(unsafe_code)]

mod form;
pub mod gerbil;
pub mod mcp;
pub mod okbqa;
pub mod qanary;
mod serving;
mod site;
pub mod spotlight;
pub mod text2sparql;

use std::sync::Arc;
use std::time::Duration;

use axum::Router;

pub use serving::{serve, serve_on};
pub use site::{Site, SiteError};

/// All protocols over one graph; `base` is the address under which others reach them, `patience` how
/// long a foreign component may take. Must be called where tasks can be started.
///
/// # Errors
/// The options of the network are none.
pub fn router(site: &Arc<Site>, base: &str, patience: Duration) -> Result<Router, SiteError> {
    Ok(Router::new()
        .merge(mcp::router(Arc::clone(site), base))
        .merge(text2sparql::router(Arc::clone(site)))
        .merge(gerbil::router(Arc::clone(site)))
        .merge(spotlight::router(Arc::clone(site)))
        .merge(okbqa::router(Arc::clone(site))?)
        .merge(qanary::offered::router(Arc::clone(site))?)
        .merge(qanary::router(Arc::clone(site), base, patience)?))
}
