//! Puts back quotes that editions with answers have lost.

use std::ops::Range;

use super::{Draft, RepairKind, statements};
use crate::lower::has_slots;
use crate::token::{Kind, Token};

/// Functions whose arguments after the first are texts.
const TEXT_FUNCTIONS: [&str; 8] = [
    "REGEX",
    "CONTAINS",
    "STRSTARTS",
    "STRENDS",
    "STRBEFORE",
    "STRAFTER",
    "LANGMATCHES",
    "REPLACE",
];

pub(crate) fn repair(draft: &mut Draft<'_>) {
    typed_literals(draft);
    arguments(draft);
    dates(draft);
    if !has_slots(draft) {
        objects(draft);
    }
}

fn quote(draft: &mut Draft<'_>, range: Range<usize>) {
    let text = draft.text(range.clone());
    let escaped = text.replace('\\', "\\\\").replace('"', "\\\"");
    let escaped = escaped.replace('\n', "\\n").replace('\r', "\\r");
    let new = vec![(Kind::String, format!("\"{escaped}\""))];
    draft.replace(range, new, RepairKind::QuotesLost);
}

/// `2008^^xsd:integer`.
fn typed_literals(draft: &mut Draft<'_>) {
    let mut at = 1;
    while at < draft.len() {
        if draft.tokens[at].is("^^") {
            let bare = |token: &Token<'_>| {
                matches!(token.kind, Kind::Number | Kind::Date | Kind::Word)
                    || token.is("-")
                    || token.is("+")
            };
            let run = draft.tokens[..at].iter().rev().take_while(|t| bare(t));
            let start = at - run.count();
            if start < at {
                quote(draft, start..at);
                at = start + 1;
            }
        }
        at += 1;
    }
}

/// `regex(?x, thrash metal, i)`.
fn arguments(draft: &mut Draft<'_>) {
    let mut at = 0;
    while at < draft.len() {
        let function = &draft.tokens[at];
        let texts = function.is_any_word(&TEXT_FUNCTIONS);
        let cast = function.kind == Kind::Name && function.text.starts_with("xsd:");
        let open = draft.solid(at + 1).filter(|&i| draft.tokens[i].is("("));
        let (true, Some(open)) = (texts || cast, open) else {
            at += 1;
            continue;
        };
        let Some(close) = draft.closing(open) else {
            return;
        };
        // From the last argument to the first, so that ranges stay true.
        let ranges = split(draft, open, close);
        for (index, range) in ranges.into_iter().enumerate().rev() {
            let range = draft.trim(range);
            if is_bare_text(draft, range.clone(), texts && index > 0) {
                quote(draft, range);
            }
        }
        at = open + 1;
    }
}

/// The arguments between two brackets.
fn split(draft: &Draft<'_>, open: usize, close: usize) -> Vec<Range<usize>> {
    let mut ranges = Vec::new();
    let mut start = open + 1;
    let mut depth = 0_usize;
    for at in open + 1..close {
        let token = &draft.tokens[at];
        if token.is("(") {
            depth += 1;
        } else if token.is(")") {
            depth = depth.saturating_sub(1);
        } else if token.is(",") && depth == 0 {
            ranges.push(start..at);
            start = at + 1;
        }
    }
    ranges.push(start..close);
    ranges
}

fn is_bare_text(draft: &Draft<'_>, range: Range<usize>, wants_text: bool) -> bool {
    let tokens = &draft.tokens[range.clone()];
    if let [token] = tokens {
        return match token.kind {
            Kind::Number | Kind::Date => wants_text || token.kind == Kind::Date,
            Kind::Word => !token.is_any_word(&["true", "false"]),
            _ => false,
        };
    }
    let plain = tokens.iter().all(|token| {
        token.is_space()
            || matches!(token.kind, Kind::Word | Kind::Number | Kind::Date)
            || matches!(&*token.text, "-" | "/" | "%" | "&" | "'" | ".")
    });
    plain && tokens.iter().any(|token| token.kind == Kind::Word)
}

/// `?date >= 2010-01-01`, a subtraction to the letter, can only have been a date.
fn dates(draft: &mut Draft<'_>) {
    for at in 0..draft.len() {
        if draft.tokens[at].kind == Kind::Date {
            quote(draft, at..at + 1);
        }
    }
}

/// `?x dbo:abbreviation CPU .`
///
/// A word where a predicate should be makes the query schemaless; its words are terms of their own.
fn objects(draft: &mut Draft<'_>) {
    let is_word = |range: &Range<usize>| {
        let tokens = &draft.tokens[range.clone()];
        tokens
            .iter()
            .any(|t| (t.kind == Kind::Word && !t.is_any_word(&["a", "true", "false"])) || t.is("%"))
    };
    let found = statements(draft);
    if found.iter().any(|s| s.terms.iter().take(2).any(is_word)) {
        return;
    }
    let ranges: Vec<Range<usize>> = found
        .iter()
        .filter(|s| s.terms.len() >= 3 && s.terms[2..].iter().any(is_word))
        .filter_map(|s| Some(s.terms.get(2)?.start..s.terms.last()?.end))
        .collect();
    for range in ranges.into_iter().rev() {
        quote(draft, range);
    }
}
