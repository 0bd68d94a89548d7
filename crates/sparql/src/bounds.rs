//! Refuses queries that would exhaust the stack, and gives those that nearly would a larger one.

use std::thread;

use crate::repair::Draft;
use crate::token::{Kind, Token};
use crate::{Obstacle, ParseError};

/// Longer queries are refused.
const MAX_BYTES: usize = 1 << 20;

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
    /// Those of a query after its repair, which adds a few brackets and declarations, none of which
    /// nests.
    pub(crate) fn with(self, draft: &Draft<'_>) -> Self {
        Self {
            parts: self.parts + draft.repairs.len(),
        }
    }

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
pub(crate) fn measure(text: &str) -> Result<Bounds, ParseError> {
    if text.len() > MAX_BYTES {
        let message = format!("the query has {} bytes, more than {MAX_BYTES}", text.len());
        return Err(ParseError::new(
            Obstacle::TooLarge,
            text,
            MAX_BYTES,
            message,
        ));
    }
    let Signs {
        parts,
        forks,
        chains: most,
    } = Signs::of(text);
    let bounds = Bounds { parts };
    if forks > MAX_FORKS {
        refuse_forks(text)?;
    }
    // Slashes and hyphens chain as well, but are mostly parts of IRIs.
    if (Bounds {
        parts: parts + most,
    })
    .fit_any_stack()
    {
        return Ok(bounds);
    }
    let chained: usize = crate::token::tokens(text).iter().map(chains).sum();
    let parts = parts + chained;
    if (Bounds { parts }).fit_any_stack() {
        return Ok(Bounds { parts });
    }
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

/// How many signs of each kind a text has.
struct Signs {
    /// Those that open brackets or chain.
    parts: usize,
    /// Those that may make the parser read something twice.
    forks: usize,
    /// Those that may chain.
    chains: usize,
}

impl Signs {
    /// Counts all of them in one go, each in a third of a number: no text is long enough for a
    /// count to run over.
    fn of(text: &str) -> Self {
        const BITS: u32 = 21;
        const LOW: u64 = (1 << BITS) - 1;
        const KINDS: [u64; 256] = {
            let mut kinds = [0; 256];
            let [part, fork, chain] = [1, 1 << BITS, 1 << (2 * BITS)];
            let mut at = 0;
            while at < 256 {
                kinds[at] = match at as u8 {
                    b'(' => part + fork,
                    b'{' | b'[' | b'|' | b'&' | b'+' | b'*' => part,
                    b'!' => fork,
                    b'/' | b'-' => chain,
                    _ => 0,
                };
                at += 1;
            }
            kinds
        };
        const { assert!(MAX_BYTES as u64 <= LOW) };
        let all: u64 = text.bytes().map(|byte| KINDS[usize::from(byte)]).sum();
        let count = |place: u32| ((all >> (place * BITS)) & LOW) as usize;
        Self {
            parts: count(0),
            forks: count(1),
            chains: count(2),
        }
    }
}

/// How many slashes and hyphens of a token may chain. What looks like an IRI that has no authority
/// may be a comparison: `1 <abs(?x)-1-1> 0`.
fn chains(token: &Token<'_>) -> usize {
    match token.kind {
        Kind::Symbol => usize::from(token.is("/") || token.is("-")),
        Kind::Iri if !token.text.contains("://") => token.text.matches(['/', '-']).count(),
        _ => 0,
    }
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
            let message =
                format!("`!`, REGEX, SUBSTR and REPLACE are nested more than {MAX_FORKS} deep");
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
            assert!(measure(&few).is_ok(), "{few}");
            assert!(measure(&many).is_err(), "{many}");
        }
        let beside = format!(
            "ASK {{ FILTER({} ?y) }}",
            "!regex(?x, \"a\") && ".repeat(100)
        );
        assert!(measure(&beside).is_ok());
    }
}
