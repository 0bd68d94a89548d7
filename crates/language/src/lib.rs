//! Tokens, tags, stems and question words in eight languages.

mod tag;
mod tagger;
mod token;

pub use tag::Tag;
pub use tagger::{ModelError, Tagger};
pub use token::{Token, treebank_tokens};
