//! Closes brackets that were left open.

use super::{Draft, RepairKind};
use crate::token::Kind;

const CLAUSE_WORDS: [&str; 5] = ["GROUP", "HAVING", "ORDER", "LIMIT", "OFFSET"];

pub(crate) fn repair(draft: &mut Draft<'_>) {
    let mut open: Vec<(char, usize)> = Vec::new();
    let mut at = 0;
    while at < draft.len() {
        let token = &draft.tokens[at];
        let within_parentheses = open.last().is_some_and(|(bracket, _)| *bracket == '(');
        match (token.kind, &*token.text) {
            (Kind::Symbol, "(") => open.push(('(', at)),
            (Kind::Symbol, "[") => open.push(('[', at)),
            (Kind::Symbol, "{") => open.push(('{', at)),
            (Kind::Symbol, ".") if within_parentheses => {
                at = close(draft, &mut open, at, false);
                continue;
            }
            (Kind::Symbol, symbol @ (")" | "]" | "}")) => {
                let partner = match symbol {
                    ")" => '(',
                    "]" => '[',
                    _ => '{',
                };
                if !open.iter().any(|(bracket, _)| *bracket == partner) {
                    draft.replace(at..at + 1, Vec::new(), RepairKind::BracketUnmatched);
                    continue;
                }
                if open.last().is_some_and(|(bracket, _)| *bracket != partner) {
                    if partner == '{' {
                        at = close(draft, &mut open, at, false);
                    } else {
                        draft.replace(at..at + 1, Vec::new(), RepairKind::BracketUnmatched);
                    }
                    continue;
                }
                if open.len() == 1 && partner == '{' && continues(draft, at) {
                    draft.replace(at..at + 1, Vec::new(), RepairKind::BracketUnmatched);
                    continue;
                }
                open.pop();
            }
            (Kind::Word, _) if token.is_any_word(&CLAUSE_WORDS) => {
                if within_parentheses {
                    at = close(draft, &mut open, at, false);
                    continue;
                }
                // `… } ORDER BY`, one brace short: modifiers cannot stand in a group.
                if let Some(&('{', group)) = open.last() {
                    let subselect = draft
                        .solid(group + 1)
                        .is_some_and(|first| draft.tokens[first].is_word("SELECT"));
                    if !subselect {
                        at = close(draft, &mut open, at, true);
                        continue;
                    }
                }
            }
            _ => {}
        }
        at += 1;
    }
    while !open.is_empty() {
        let end = draft.len();
        close(draft, &mut open, end, true);
    }
}

/// Whether triples go on after the brace: `{ ?x ?p ?y } . ?x a dbo:Lake`.
fn continues(draft: &Draft<'_>, brace: usize) -> bool {
    let dot = draft
        .solid(brace + 1)
        .filter(|&at| draft.tokens[at].is("."));
    let next = dot.and_then(|dot| draft.solid(dot + 1));
    next.is_some_and(|next| {
        let kind = draft.tokens[next].kind;
        matches!(kind, Kind::Variable | Kind::Iri | Kind::Name | Kind::Text)
    })
}

/// Closes the innermost bracket before token `at`, or all up to the enclosing brace; returns where
/// token `at` is now.
fn close(draft: &mut Draft<'_>, open: &mut Vec<(char, usize)>, at: usize, brace: bool) -> usize {
    let mut closers = String::new();
    while let Some(&(bracket, _)) = open.last() {
        if bracket == '{' && !(brace && closers.is_empty()) {
            break;
        }
        closers.push(match bracket {
            '(' => ')',
            '[' => ']',
            _ => '}',
        });
        open.pop();
        if bracket == '{' {
            break;
        }
    }
    let place = draft.solid_before(at).map_or(0, |before| before + 1);
    let new: Vec<_> = closers
        .chars()
        .map(|closer| (Kind::Symbol, closer.to_string()))
        .collect();
    let added = new.len();
    draft.replace(place..place, new, RepairKind::BracketUnmatched);
    at + added
}
