//! XML read record by record: split into records, then each record as a tree with places.

pub(crate) mod answers;
mod driver;
mod outline;
mod rows;
mod scan;
mod split;
mod syntax;
mod text;
mod tree;

pub(crate) use driver::{XmlVariant, spelled, unknown_element, xml_driver};
pub(crate) use outline::{XmlShape, outline};
pub(crate) use rows::Rows;
pub(crate) use tree::{Attribute, Element};
