//! JSON read record by record: split at the top level, then each record as a tree with places.

mod driver;
pub(crate) mod fields;
pub(crate) mod notation;
pub(crate) mod results;
mod split;
mod stops;
mod syntax;
mod term;
mod tree;

pub(crate) use driver::{JsonDriver, JsonVariant, report_error, report_replacements, report_slips};
pub(crate) use split::{Event, Splitter};
pub(crate) use syntax::{MAX_DEPTH, Parser, Reason, Slip, SlipKind, SyntaxError};
pub(crate) use tree::{Kind, Token, Tree, Value};
