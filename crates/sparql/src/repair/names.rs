//! Repairs local names that need backslashes.

use super::{Draft, RepairKind, statements};
use crate::token::{Kind, Token, is_name_char};

pub(crate) fn repair(draft: &mut Draft<'_>) {
    let mut at = 0;
    while at < draft.len() {
        if draft.tokens[at].kind == Kind::Name {
            punctuation(draft, at);
        }
        at += 1;
    }
    final_dots(draft);
}

/// `res:Michael_(album)`, `res:King,_Jr`, `res:Lamb_&_Harmon`: a mark next to an underscore belongs to
/// the name, since nothing else that is valid can stand there without a space.
fn punctuation(draft: &mut Draft<'_>, at: usize) {
    let mut end = at + 1;
    let mut name = escape_apostrophes(&draft.tokens[at].text);
    let mut open = 0_usize;
    while let Some(token) = draft.tokens.get(end) {
        let next = draft
            .tokens
            .get(end + 1)
            .and_then(|token| token.text.chars().next());
        let mark = token.kind == Kind::Symbol
            && matches!(
                &*token.text,
                "(" | ")" | "," | "&" | "'" | "!" | "/" | "+" | "*"
            );
        let joins = if mark {
            match &*token.text {
                ")" => open > 0,
                _ => (name.ends_with('_') || next == Some('_')) && next.is_some_and(is_name_char),
            }
        } else {
            let continues = matches!(
                token.kind,
                Kind::Word | Kind::Number | Kind::Name | Kind::Date
            );
            continues && end > at + 1
        };
        if !joins {
            break;
        }
        match &*token.text {
            "(" => open += 1,
            ")" => open -= 1,
            _ => {}
        }
        if mark {
            name.push('\\');
            name.push_str(&token.text);
        } else {
            name.push_str(&escape_apostrophes(&token.text));
        }
        end += 1;
    }
    if open != 0 {
        end = at + 1;
        name = escape_apostrophes(&draft.tokens[at].text);
    }
    if name != draft.text(at..end) {
        draft.replace(
            at..end,
            vec![(Kind::Name, name)],
            RepairKind::NameWithPunctuation,
        );
    }
}

/// The cutter takes `dbr:Schindler's_List` for one name.
fn escape_apostrophes(name: &str) -> String {
    let mut escaped = String::with_capacity(name.len() + 1);
    let mut backslash = false;
    for c in name.chars() {
        if c == '\'' && !backslash {
            escaped.push('\\');
        }
        backslash = c == '\\' && !backslash;
        escaped.push(c);
    }
    escaped
}

/// `dbr:Apple_Inc. dbo:industry ?x`: the dot cannot end a triple that lacks terms.
fn final_dots(draft: &mut Draft<'_>) {
    let mut from = 0;
    // Each merged dot may shift where the next triples end, so they are found anew, but no query
    // has many.
    for _ in 0..64 {
        let found = statements(draft).into_iter().find(|statement| {
            let dot = statement.end;
            let next = draft.solid(dot + 1).map(|next| &draft.tokens[next]);
            // `dbr:Apple_Inc. .`: the second dot ends the triple.
            let second = next.is_some_and(|token| token.is("."))
                && draft.tokens.get(dot + 1).is_some_and(Token::is_space);
            dot >= from.max(1)
                && (statement.terms.len() < 3 || second)
                && draft.tokens.get(dot).is_some_and(|token| token.is("."))
                && draft.tokens[dot - 1].kind == Kind::Name
                && next.is_some_and(|token| !token.is("}"))
        });
        let Some(statement) = found else { return };
        let dot = statement.end;
        let name = format!("{}\\.", draft.tokens[dot - 1].text);
        draft.replace(
            dot - 1..dot + 1,
            vec![(Kind::Name, name)],
            RepairKind::NameEndsWithDot,
        );
        from = dot;
    }
}
