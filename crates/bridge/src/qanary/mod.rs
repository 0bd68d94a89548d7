//! Qanary: foreign components and our own work on the same question.
//!
//! A question has a named graph in which stands what was said about it (`space`, `store`); components
//! read and write it over HTTP (`graphs`), and our own read and write it as annotations
//! (`annotations`), so neither knows of the other. On top of that:
//!
//! | who | finds |
//! | --- | --- |
//! | foreign components that register | a pipeline: [`router`] |
//! | our pipelines | foreign components among their own: [`ForeignComponent`] |
//! | foreign pipelines | our components: [`offered`] |

mod annotations;
mod foreign;
mod graphs;
mod host;
pub mod offered;
mod registry;
mod running;
mod space;
mod store;

pub use foreign::{ForeignComponent, NoForeignComponent, with_foreign};
pub use host::router;
