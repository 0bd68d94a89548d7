//! Repairs what is said twice or once too often: LIMIT, OFFSET, dots, a semicolon at the end.

use super::{Draft, RepairKind};
use crate::token::Kind;

pub(crate) fn repair(draft: &mut Draft<'_>) {
    for word in ["LIMIT", "OFFSET"] {
        while let Some((first, second)) = repeated(draft, word) {
            let value = |(_, number): (usize, usize)| {
                draft.tokens[number].text.parse::<u64>().unwrap_or(u64::MAX)
            };
            let keep_first = match word {
                "LIMIT" => value(first) <= value(second),
                _ => value(first) >= value(second),
            };
            let (keyword, number) = if keep_first { second } else { first };
            let start = draft
                .solid_before(keyword)
                .map_or(keyword, |before| before + 1);
            draft.replace(start..number + 1, Vec::new(), RepairKind::RangeRepeated);
        }
    }
    let mut at = 0;
    while let Some(dot) = (at..draft.len()).find(|&at| draft.tokens[at].is(".")) {
        at = dot + 1;
        let mut end = dot + 1;
        while let Some(next) = draft.solid(end).filter(|&i| draft.tokens[i].is(".")) {
            end = next + 1;
        }
        if end > dot + 1 {
            draft.replace(dot + 1..end, Vec::new(), RepairKind::DotRepeated);
        }
    }
    while let Some(last) = draft.solid_before(draft.len()) {
        if !draft.tokens[last].is(";") {
            break;
        }
        draft.replace(last..last + 1, Vec::new(), RepairKind::TrailingSemicolon);
    }
}

type Clause = (usize, usize);

/// Two clauses of the same kind after the same group, each as keyword and number.
fn repeated(draft: &Draft<'_>, word: &str) -> Option<(Clause, Clause)> {
    let mut last: Option<Clause> = None;
    for at in 0..draft.len() {
        let token = &draft.tokens[at];
        if token.is("{") || token.is("}") {
            last = None;
        }
        if !token.is_word(word) {
            continue;
        }
        let number = draft
            .solid(at + 1)
            .filter(|&next| draft.tokens[next].kind == Kind::Number)?;
        if let Some(first) = last {
            return Some((first, (at, number)));
        }
        last = Some((at, number));
    }
    None
}
