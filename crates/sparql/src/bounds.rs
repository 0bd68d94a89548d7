//! Refuses queries that would exhaust the stack, and gives those that nearly would a larger one.

use std::thread;

use crate::{Obstacle, ParseError};

/// How deeply brackets may be nested.
const MAX_DEPTH: usize = 128;

/// With no more brackets and operators than this, no nesting can overflow a stack of 2 MiB.
const SAFE_PARTS: usize = 128;

/// More brackets and operators than this are refused: the algebra nests with each of them.
const MAX_PARTS: usize = 8192;

/// The stack for queries with many parts. The parser needs up to 7 KiB for each level.
const STACK_BYTES: usize = 128 << 20;

/// What was measured of a query.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bounds {
    /// Brackets that open, and operators that chain.
    pub(crate) parts: usize,
}

impl Bounds {
    fn fit_any_stack(self) -> bool {
        self.parts <= SAFE_PARTS
    }

    /// Runs `work`, which recurses with the nesting of the query, on a stack that is large enough.
    /// `None` if there is none to be had.
    ///
    /// How deep the nesting is cannot be measured for certain before parsing: a `<` is a comparison
    /// or begins an IRI depending on what precedes it.
    pub(crate) fn run<T: Send>(self, work: impl FnOnce() -> T + Send) -> Option<T> {
        if self.fit_any_stack() {
            return Some(work());
        }
        thread::scope(|scope| {
            thread::Builder::new()
                .stack_size(STACK_BYTES)
                .spawn_scoped(scope, work)
                .ok()?
                .join()
                .ok()
        })
    }
}

/// Measures `text`, whatever it is.
pub(crate) fn measure(text: &str, max_bytes: usize) -> Result<Bounds, ParseError> {
    if text.len() > max_bytes {
        let message = format!("the query has {} bytes, more than {max_bytes}", text.len());
        return Err(ParseError::new(
            Obstacle::TooLarge,
            text,
            max_bytes,
            message,
        ));
    }
    let bytes = text.as_bytes();
    let parts = bytes
        .iter()
        .filter(|byte| matches!(byte, b'(' | b'{' | b'[' | b'|' | b'&' | b'+' | b'*'))
        .count();
    let bounds = Bounds { parts };
    if bounds.fit_any_stack() {
        return Ok(bounds);
    }
    // Slashes and hyphens chain as well, but are mostly parts of IRIs.
    let chained = crate::token::tokens(text)
        .iter()
        .filter(|token| token.is("/") || token.is("-"))
        .count();
    let parts = parts + chained;
    if parts > MAX_PARTS {
        let message =
            format!("the query has {parts} brackets and operators, more than {MAX_PARTS}");
        return Err(ParseError::new(Obstacle::TooLarge, text, 0, message));
    }
    let mut depth = 0_usize;
    for token in crate::token::tokens(text) {
        match &*token.text {
            "(" | "{" | "[" => depth += 1,
            ")" | "}" | "]" => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth > MAX_DEPTH {
            let message = format!("brackets are nested more than {MAX_DEPTH} deep");
            return Err(ParseError::new(Obstacle::TooDeep, text, token.at, message));
        }
    }
    Ok(Bounds { parts })
}
