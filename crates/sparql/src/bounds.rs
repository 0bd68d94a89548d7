//! Refuses queries that would exhaust the stack, and gives those that nearly would a larger one.

use std::thread;

use crate::{Obstacle, ParseError};

/// How deeply brackets may be nested.
const MAX_DEPTH: usize = 128;

/// With no more brackets and operators than this, no nesting can overflow a stack of 2 MiB.
const SAFE_PARTS: usize = 128;

/// More brackets and operators than this are refused: the algebra nests with each of them.
const MAX_PARTS: usize = 8192;

/// How deeply `!`, `REGEX`, `SUBSTR` and `REPLACE` may be nested in each other. The parser reads what
/// follows them twice, so that each level doubles its work.
const MAX_FORKS: usize = 12;

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
    let may_fork = |byte: &&u8| matches!(byte, b'(' | b'!');
    if bytes.iter().filter(may_fork).count() > MAX_FORKS {
        refuse_forks(text)?;
    }
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

/// Refuses what the parser would read over and over.
fn refuse_forks(text: &str) -> Result<(), ParseError> {
    // For every open bracket how many forks come with it.
    let mut open: Vec<usize> = Vec::new();
    let mut forks = 0;
    let mut pending = 0;
    for token in crate::token::tokens(text) {
        match &*token.text {
            "!" => pending += 1,
            word if is_forking(word) => pending += 1,
            "(" => {
                open.push(pending);
                forks += pending;
                pending = 0;
            }
            ")" => {
                forks -= open.pop().unwrap_or(0);
                pending = 0;
            }
            space if space.trim().is_empty() => {}
            _ => pending = 0,
        }
        if forks + pending > MAX_FORKS {
            let message = format!(
                "`!`, REGEX, SUBSTR and REPLACE are nested more than {MAX_FORKS} deep in each other"
            );
            return Err(ParseError::new(Obstacle::TooDeep, text, token.at, message));
        }
    }
    Ok(())
}

fn is_forking(word: &str) -> bool {
    let words = ["REGEX", "SUBSTR", "REPLACE"];
    words
        .iter()
        .any(|forking| word.eq_ignore_ascii_case(forking))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_parser_would_read_over_and_over_is_refused() {
        let nested = |open: &str, close: &str, depth: usize| {
            format!(
                "ASK {{ FILTER({}?x{}) }}",
                open.repeat(depth),
                close.repeat(depth)
            )
        };
        for (open, close) in [
            ("!(", ")"),
            ("! ", ""),
            ("regex(", ", \"a\")"),
            ("!REPLACE (", ", \"a\", \"b\")"),
        ] {
            let few = nested(open, close, 3);
            let many = nested(open, close, 30);
            assert!(measure(&few, 1 << 20).is_ok(), "{few}");
            assert!(measure(&many, 1 << 20).is_err(), "{many}");
        }
        let beside = format!(
            "ASK {{ FILTER({} ?y) }}",
            "!regex(?x, \"a\") && ".repeat(100)
        );
        assert!(measure(&beside, 1 << 20).is_ok());
    }
}
