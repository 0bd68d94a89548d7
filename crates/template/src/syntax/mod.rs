//! The grammar of SPARQL 1.1 alone: what a query says, before any rule about scope.
//!
//! [`lydite_sparql::parse`] gives algebra, and a query that breaks a rule of scope has none: an
//! aggregate beside a plain variable without GROUP BY, a variable bound twice. Whoever has to tell
//! "not SPARQL" from "SPARQL that no store would run", as the template evaluator of JIST 2018 does,
//! needs the text as a tree. Nothing is repaired here, nothing is simplified.

mod expressions;
mod parser;
mod patterns;
mod scan;
mod terms;
mod tree;

use std::borrow::Cow;

pub use tree::{
    Block, Expr, Group, Grouping, Item, Literal, Part, Path, Projection, SyntaxTree, Term, Triple,
    ValuesBlock, Verb,
};

use lydite_sparql::Position;

/// Which reading of the grammar.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Grammar {
    /// The recommendation of 2013.
    #[default]
    Standard,
    /// That of rdflib 4.2.2, which differs in six corners: a keyword may not touch `$`; `\'` is no
    /// escape inside of `"…"`, nor `\"` inside of `'…'`; a language tag or datatype must touch its
    /// string; `?`, `*` and `+` that touch a predicate belong to it, and none that do not; `a` may
    /// touch what follows; backslashes of local names stay.
    Rdflib,
}

/// How a query is read.
#[derive(Clone, Copy, Debug)]
pub struct Reading<'p> {
    /// Which reading of the grammar.
    pub grammar: Grammar,
    /// The prefixes that hold without being declared, with their namespaces.
    pub prefixes: &'p [(&'p str, &'p str)],
}

/// What is wrong with a query.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fault {
    /// It is not in the grammar.
    Grammar,
    /// It is in the grammar, but uses a prefix that is neither declared nor known.
    UnknownPrefix,
    /// Its brackets are nested too deeply.
    TooDeep,
    /// It is longer than a query can reasonably be.
    TooLong,
}

/// Why a text is not a query.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{position}: {message}")]
pub struct SyntaxError {
    /// What kind of fault.
    pub fault: Fault,
    /// Where.
    pub position: Position,
    /// What was expected, or which prefix is unknown.
    pub message: String,
}

/// Longer texts are not read.
const MAX_BYTES: usize = 1 << 20;

/// Reads a query as the grammar has it.
///
/// ```
/// use lydite_template::syntax::{self, Grammar, Reading};
///
/// let reading = Reading { grammar: Grammar::Standard, prefixes: &[] };
/// // No store would run this: ?x is neither grouped by nor aggregated. The grammar has nothing
/// // against it.
/// let tree = syntax::parse("SELECT ?x (COUNT(?y) AS ?n) { ?x ?p ?y }", &reading)?;
/// assert_eq!(tree.block.triples().len(), 1);
/// // This is no SPARQL.
/// assert!(syntax::parse("SELECT COUNT(?y) { ?x ?p ?y }", &reading).is_err());
/// # Ok::<(), syntax::SyntaxError>(())
/// ```
///
/// # Errors
/// If the text is not in the grammar, or uses an unknown prefix.
pub fn parse<'q>(text: &'q str, reading: &Reading<'_>) -> Result<SyntaxTree<'q>, SyntaxError> {
    if text.len() > MAX_BYTES {
        return Err(SyntaxError {
            fault: Fault::TooLong,
            position: Position::of(text, 0),
            message: format!("the query has {} bytes, more than {MAX_BYTES}", text.len()),
        });
    }
    parser::Parser::new(text, reading).query()
}

/// Replaces `\u00E9` and `\U000000E9`, which SPARQL allows anywhere, by their characters.
pub fn unescape(text: &str) -> Cow<'_, str> {
    if !text.contains("\\u") && !text.contains("\\U") {
        return Cow::Borrowed(text);
    }
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        plain.push_str(&rest[..at]);
        let escape = &rest[at..];
        let digits = match escape.as_bytes().get(1) {
            Some(b'u') => 4,
            Some(b'U') => 8,
            _ => 0,
        };
        let code = escape
            .get(2..2 + digits)
            .filter(|_| digits > 0)
            .and_then(|hex| u32::from_str_radix(hex, 16).ok())
            .and_then(char::from_u32);
        match code {
            Some(code) => {
                plain.push(code);
                rest = &escape[2 + digits..];
            }
            None => {
                // An escape of something else: it stays, with what it escapes.
                let end = 1 + escape[1..].chars().next().map_or(0, char::len_utf8);
                plain.push_str(&escape[..end]);
                rest = &escape[end..];
            }
        }
    }
    plain.push_str(rest);
    Cow::Owned(plain)
}

#[cfg(test)]
mod tests;
