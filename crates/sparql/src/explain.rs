//! Says in our own words why a query was refused.

use crate::error::{Obstacle, ParseError};
use crate::repair::{Draft, statements};
use crate::token::{Kind, Token};

/// Rules of SPARQL 1.1 that are not about grammar, as the parser names them, and what to do.
const RULES: [(&str, &str, &str); 5] = [
    (
        "The SELECT contains a variable that is unbound",
        "a variable is selected beside an aggregate but is not in GROUP BY",
        "add it to GROUP BY, or aggregate it, for example with SAMPLE",
    ),
    (
        "The SELECT contains an expression with a variable that is unbound",
        "an expression beside an aggregate uses a variable that is not in GROUP BY",
        "add the variable to GROUP BY",
    ),
    (
        "The SELECT overrides an existing variable using an expression",
        "an alias in SELECT is already bound by the pattern",
        "choose another name after AS",
    ),
    (
        "Duplicated variable name in SELECT",
        "a variable is selected twice",
        "remove one of them",
    ),
    (
        "SELECT * is not authorized with GROUP BY",
        "SELECT * cannot be combined with GROUP BY",
        "list the variables",
    ),
];

/// The error for the parser's `message` about `lowered`.
pub(crate) fn explain(
    text: &str,
    draft: &Draft<'_>,
    lowered: &str,
    origins: &[usize],
    message: &str,
) -> ParseError {
    let offset = place(lowered, message).unwrap_or(0);
    // The token at or after the place.
    let index = origins
        .partition_point(|start| *start <= offset)
        .saturating_sub(1);
    let index = draft.solid(index);
    let at = draft.at(index.unwrap_or(draft.len())).min(text.len());
    for (rule, says, hint) in RULES {
        if message.contains(rule) {
            return ParseError::new(Obstacle::Invalid, text, at, says).with_hint(hint);
        }
    }
    if let Some(error) = bound_again(text, draft) {
        return error;
    }
    if let Some(error) = short_triple(text, draft, index) {
        return error;
    }
    let known = ["SELECT", "ASK", "CONSTRUCT", "DESCRIBE"];
    if !draft.tokens.iter().any(|token| token.is_any_word(&known)) {
        let message = "this is not a query: SELECT, ASK, CONSTRUCT or DESCRIBE is missing";
        return ParseError::new(Obstacle::Syntax, text, 0, message);
    }
    let Some(token) = index.and_then(|index| draft.tokens.get(index)) else {
        return ParseError::new(
            Obstacle::Unclosed,
            text,
            text.len(),
            "the query ends too early",
        )
        .with_hint("check that every bracket and quote is closed");
    };
    let message = format!("unexpected `{}`", token.text);
    let error = ParseError::new(Obstacle::Syntax, text, at, message);
    match (token.kind, &*token.text) {
        (Kind::Symbol, "\"" | "'") => {
            let message = "a quote is not closed";
            ParseError::new(Obstacle::Unclosed, text, at, message)
        }
        (Kind::Word, _) => error.with_hint("put it in quotes if it is a string"),
        _ => error,
    }
}

/// The error for a relative IRI, in a query without BASE.
pub(crate) fn relative(text: &str, token: &Token<'_>) -> ParseError {
    let message = format!(
        "the IRI `{}` is relative, and the query has no BASE",
        token.text
    );
    ParseError::new(Obstacle::RelativeIri, text, token.at, message)
        .with_hint("declare a base: BASE <http://…/>")
}

/// `?x ?p ?y BIND(1 AS ?x)`, which the parser reports as an error at the end of the query.
fn bound_again(text: &str, draft: &Draft<'_>) -> Option<ParseError> {
    let again = (0..draft.len()).find_map(|at| {
        let bind = draft.tokens[at].is_word("BIND").then_some(at)?;
        let open = draft
            .solid(bind + 1)
            .filter(|&open| draft.tokens[open].is("("))?;
        let alias = draft.solid_before(draft.closing(open)?)?;
        let name = &draft.tokens[alias].text;
        let group = draft.tokens[..bind]
            .iter()
            .rposition(|token| token.is("{"))?;
        let bound = draft.tokens[group..bind]
            .iter()
            .any(|token| token.kind == Kind::Variable && token.text == *name);
        bound.then_some(alias)
    })?;
    let message = format!(
        "BIND assigns {}, which is already bound",
        draft.tokens[again].text
    );
    let error = ParseError::new(
        Obstacle::Invalid,
        text,
        draft.at(again).min(text.len()),
        message,
    );
    Some(error.with_hint("choose another name after AS"))
}

fn short_triple(text: &str, draft: &Draft<'_>, index: Option<usize>) -> Option<ParseError> {
    let found = statements(draft);
    let short = found
        .iter()
        .filter(|statement| statement.terms.len() < 3)
        .find(|statement| index.is_none_or(|index| statement.end >= index))?;
    let count = match short.terms.len() {
        1 => "one term",
        _ => "two terms",
    };
    let before = match draft.tokens.get(short.end) {
        Some(token) => format!("before `{}`", token.text),
        None => "at the end".to_owned(),
    };
    let at = draft.at(short.end).min(text.len());
    let message = format!("a triple has only {count} {before}");
    Some(
        ParseError::new(Obstacle::Syntax, text, at, message)
            .with_hint("a triple needs subject, predicate and object"),
    )
}

/// The byte that the parser complains about: its messages begin `error at 3:14:`.
fn place(lowered: &str, message: &str) -> Option<usize> {
    let (place, _) = message.strip_prefix("error at ")?.split_once(": ")?;
    let (line, column) = place.split_once(':')?;
    let (line, column): (usize, usize) = (line.parse().ok()?, column.parse().ok()?);
    let start = match line.checked_sub(2) {
        None => 0,
        Some(skip) => lowered.match_indices('\n').nth(skip)?.0 + 1,
    };
    let rest = &lowered[start..];
    let within = rest.char_indices().nth(column.saturating_sub(1));
    Some(start + within.map_or(rest.len(), |(byte, _)| byte))
}
