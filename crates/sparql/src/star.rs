//! The columns of `SELECT *`, in the order in which the query names them.

use spargebra::Query;
use spargebra::algebra::GraphPattern;

use crate::token::{Kind, Token, tokens};

/// Puts the columns of `SELECT *` in the order in which the query names them; the parser has them in
/// the order of their letters. SPARQL leaves the order open, but people read tables.
pub(crate) fn in_order(query: &mut Query, text: &str) {
    let Query::Select { pattern, .. } = query else {
        return;
    };
    let mut pattern = pattern;
    while let GraphPattern::Slice { inner, .. }
    | GraphPattern::Distinct { inner }
    | GraphPattern::Reduced { inner } = pattern
    {
        pattern = inner;
    }
    let GraphPattern::Project { variables, .. } = pattern else {
        return;
    };
    if variables.len() < 2 {
        return;
    }
    let tokens = tokens(text);
    let mut words = tokens.iter().filter(|token| !token.is_space());
    let mut is_star = || {
        words.find(|token| token.is_word("SELECT"))?;
        let mut next = words.next()?;
        if next.is_any_word(&["DISTINCT", "REDUCED"]) {
            next = words.next()?;
        }
        next.is("*").then_some(())
    };
    if is_star().is_none() {
        return;
    }
    let is_variable = |token: &&Token<'_>| token.kind == Kind::Variable;
    let named: Vec<&str> = tokens
        .iter()
        .filter(is_variable)
        .map(|token| &token.text[1..])
        .collect();
    variables.sort_by_cached_key(|variable| {
        let place = named.iter().position(|name| *name == variable.as_str());
        place.unwrap_or(named.len())
    });
}
