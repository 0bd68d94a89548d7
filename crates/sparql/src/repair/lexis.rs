//! Repairs within single words: IRIs, keywords, operators, declared namespaces.

use super::{Draft, RepairKind};
use crate::Dialect;
use crate::token::{Kind, Token};

/// Whether a token may follow a keyword.
type Follows = fn(&Token<'_>) -> bool;

/// Keywords that have been seen to grow together with the variable before them, with what follows.
const GLUED: [(&str, &str, Follows); 6] = [
    ("WHERE", "WHERE", |next| next.is("{")),
    ("HAVING", "HAVING", |next| next.is("(")),
    ("ORDER", "ORDER", |next| next.is_word("BY")),
    ("OFFSET", "OFFSET", |next| next.kind == Kind::Number),
    ("OFSET", "OFFSET", |next| next.kind == Kind::Number),
    ("LIMIT", "LIMIT", |next| next.kind == Kind::Number),
];

/// Characters that the cutter lets stand in IRIs, and SPARQL does not.
const FORBIDDEN: [char; 7] = ['{', '}', '|', '^', '`', '\\', ' '];

pub(crate) fn repair(draft: &mut Draft<'_>, dialect: &Dialect) {
    let mut at = 0;
    while at < draft.len() {
        match draft.tokens[at].kind {
            Kind::Iri => iri(draft, at, dialect),
            Kind::BareIri => at = bare_iri(draft, at),
            Kind::Variable => variable(draft, at),
            Kind::Word => word(draft, at),
            Kind::Symbol => symbol(draft, at),
            Kind::Text => text(draft, at),
            _ => {}
        }
        at += 1;
    }
}

/// `http://…`, `<http://…` or `http://…>`; returns where the IRI is then.
fn bare_iri(draft: &mut Draft<'_>, at: usize) -> usize {
    let start = if at > 0 && draft.tokens[at - 1].is("<") {
        at - 1
    } else {
        at
    };
    let closed = draft.tokens.get(at + 1).is_some_and(|next| next.is(">"));
    let end = if closed { at + 2 } else { at + 1 };
    let new = vec![(Kind::Iri, format!("<{}>", draft.tokens[at].text))];
    draft.replace(start..end, new, RepairKind::IriWithoutBrackets);
    start
}

fn iri(draft: &mut Draft<'_>, at: usize, dialect: &Dialect) {
    let one_slash = ["<http:/", "<https:/"]
        .iter()
        .find_map(|scheme| Some((scheme, draft.tokens[at].text.strip_prefix(scheme)?)))
        .filter(|(_, rest)| !rest.starts_with('/'));
    if let Some((scheme, rest)) = one_slash {
        let new = vec![(Kind::Iri, format!("{scheme}/{rest}"))];
        draft.replace(at..at + 1, new, RepairKind::IriWithOneSlash);
    }
    let text = &draft.tokens[at].text;
    let inner = &text[1..text.len() - 1];
    if inner.contains(FORBIDDEN) {
        let mut encoded = String::from("<");
        for c in inner.chars() {
            if FORBIDDEN.contains(&c) {
                encoded.push_str(&format!("%{:02X}", u32::from(c)));
            } else {
                encoded.push(c);
            }
        }
        let new = vec![(Kind::Iri, encoded + ">")];
        draft.replace(at..at + 1, new, RepairKind::IriWithForbiddenCharacters);
        return;
    }
    // PREFIX xsd: <…>
    let Some(name) = draft.solid_before(at) else {
        return;
    };
    let declared = draft
        .solid_before(name)
        .is_some_and(|prefix| draft.tokens[prefix].is_word("PREFIX"));
    if !declared {
        return;
    }
    let known = draft.tokens[name]
        .text
        .strip_suffix(':')
        .and_then(|prefix| dialect.namespace(prefix));
    if let Some(known) = known
        && known != inner
        && squeeze(known) == inner
    {
        let new = vec![(Kind::Iri, format!("<{known}>"))];
        draft.replace(at..at + 1, new, RepairKind::NamespaceSqueezed);
    }
}

/// `iri` with each run of one character after the scheme cut to one.
fn squeeze(iri: &str) -> String {
    let start = iri.find("://").map_or(0, |scheme| scheme + 3);
    let mut squeezed = iri[..start].to_owned();
    for c in iri[start..].chars() {
        if squeezed.len() == start || !squeezed.ends_with(c) {
            squeezed.push(c);
        }
    }
    squeezed
}

fn variable(draft: &mut Draft<'_>, at: usize) {
    let Some(next) = draft.solid(at + 1) else {
        return;
    };
    let text = draft.tokens[at].text.clone();
    // `?res:Charlie_Chaplin`: the cutter sees a variable and a name with an empty prefix.
    if next == at + 1 && draft.tokens[next].kind == Kind::Name {
        let name = format!("{}{}", &text[1..], draft.tokens[next].text);
        if draft.tokens[next].text.starts_with(':') {
            let new = vec![(Kind::Name, name)];
            draft.replace(at..next + 1, new, RepairKind::StrayQuestionMark);
        }
        return;
    }
    for (suffix, keyword, follows) in GLUED {
        let Some(name) = text.strip_suffix(suffix) else {
            continue;
        };
        if name.len() > 1 && follows(&draft.tokens[next]) {
            let new = vec![
                (Kind::Variable, name.to_owned()),
                (Kind::Space, " ".to_owned()),
                (Kind::Word, keyword.to_owned()),
            ];
            draft.replace(at..at + 1, new, RepairKind::WordsGlued);
            return;
        }
    }
}

fn word(draft: &mut Draft<'_>, at: usize) {
    let Some(next) = draft.solid(at + 1) else {
        return;
    };
    let token = &draft.tokens[at];
    if token.is_word("REFIX") && draft.tokens[next].text.ends_with(':') {
        draft.rewrite(at..at + 1, "PREFIX", RepairKind::KeywordMisspelt);
    } else if token.is_word("OFSET") && draft.tokens[next].kind == Kind::Number {
        draft.rewrite(at..at + 1, "OFFSET", RepairKind::KeywordMisspelt);
    } else if token.is_word("ASKWHERE") && draft.tokens[next].is("{") {
        draft.rewrite(at..at + 1, "ASK WHERE", RepairKind::WordsGlued);
    } else if token.is_word("NOT") && !draft.tokens[next].is_any_word(&["EXISTS", "IN"]) {
        draft.rewrite(at..next, "!", RepairKind::NotAsOperator);
    }
}

fn symbol(draft: &mut Draft<'_>, at: usize) {
    let token = &draft.tokens[at];
    let after_string = at > 0 && draft.tokens[at - 1].kind == Kind::String;
    if token.is("^") && after_string {
        draft.rewrite(at..at + 1, "^^", RepairKind::OperatorHalved);
    } else if token.is("\\") {
        draft.replace(at..at + 1, Vec::new(), RepairKind::StrayBackslash);
    } else if token.is("&") && at > 0 && draft.tokens[at - 1].is_space() {
        draft.rewrite(at..at + 1, "&&", RepairKind::OperatorHalved);
    }
}

/// `text:"style text:"art deco"`: the first string swallowed the prefix of the second.
fn text(draft: &mut Draft<'_>, at: usize) {
    let first = draft.tokens[at].text.clone();
    let Some(head) = first.strip_suffix(" text:\"") else {
        return;
    };
    let close = (at + 1..draft.len()).find(|&i| draft.tokens[i].text.starts_with('"'));
    let Some(close) = close else { return };
    // What follows the swallowed quote runs up to the next one, which the cutter took for a start.
    let words = draft.text(at + 1..close);
    let tail = draft.text(close..close + 1);
    let rest = &tail[1..];
    let text = format!("{head}\" text:\"{words}\"{rest}");
    draft.rewrite(at..close + 1, &text, RepairKind::QuoteUnclosed);
}
