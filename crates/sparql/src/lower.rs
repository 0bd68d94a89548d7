//! Writes a query in the words of the parser: free texts become IRIs, dots in names are escaped.

use std::borrow::Cow;

use lydite_model::QueryForm;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};

use crate::repair::{Draft, statements};
use crate::token::{Kind, Token};

/// The namespace of free texts in the algebra.
pub(crate) const TEXT: &str = "urn:lydite:text:";

/// The predicate, in the algebra of pseudo queries, of triples that have only a subject and a text.
pub const MENTIONS: &str = "urn:lydite:mentions";

/// What an IRI may not hold as it is: all but the unreserved characters of RFC 3986.
const RESERVED: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'_')
    .remove(b'.')
    .remove(b'~');

/// A query for the parser.
pub(crate) struct Lowered {
    pub(crate) text: String,
    pub(crate) form: QueryForm,
    /// Where each token begins in `text`, by its number in the draft.
    pub(crate) origins: Vec<usize>,
}

pub(crate) fn lower(draft: &Draft<'_>, other_forms: bool) -> Lowered {
    let mut words = vec![false; draft.len()];
    let mut mentions = vec![false; draft.len()];
    let mut form = QueryForm::Sparql;
    let slots = other_forms && has_slots(draft);
    if slots {
        form = QueryForm::Template;
    }
    if other_forms && !slots {
        let is_word = |at: usize| {
            let token = &draft.tokens[at];
            token.kind == Kind::Word && !token.is_any_word(&["a", "true", "false"])
        };
        let found = statements(draft);
        let schemaless = found.iter().filter(|s| s.terms.len() == 3).any(|s| {
            let predicate = &s.terms[1];
            let single = predicate.len() == 1;
            single
                && (is_word(predicate.start) || draft.tokens[predicate.start].kind == Kind::String)
        });
        for statement in &found {
            if schemaless {
                for (place, term) in statement.terms.iter().enumerate() {
                    let string = place < 2 && draft.tokens[term.start].kind == Kind::String;
                    words[term.start] |= term.len() == 1 && (is_word(term.start) || string);
                }
            }
            if let [_, last] = statement.terms.as_slice() {
                mentions[last.start] |= draft.tokens[last.start].kind == Kind::Text;
            }
        }
        if schemaless {
            form = QueryForm::Schemaless;
        }
    }
    let mut text = String::with_capacity(draft.len() * 6);
    let mut origins = Vec::with_capacity(draft.len());
    for (at, token) in draft.tokens.iter().enumerate() {
        origins.push(text.len());
        match token.kind {
            Kind::Text if other_forms => {
                form = QueryForm::Pseudo;
                if mentions[at] {
                    text.push_str(&format!("<{MENTIONS}> "));
                }
                push_text(&mut text, &token.text["text:".len()..]);
            }
            _ if words[at] => push_text(&mut text, &token.text),
            Kind::Iri | Kind::Word if slots && slot(token).is_some() => {
                text.push('?');
                text.push_str(slot(token).unwrap_or_default());
            }
            Kind::Name => text.push_str(&escape_dots(&token.text)),
            _ => text.push_str(&token.text),
        }
    }
    Lowered {
        text,
        form,
        origins,
    }
}

/// Whether it is one of LC-QuAD's templates.
pub(crate) fn has_slots(draft: &Draft<'_>) -> bool {
    let mut tokens = draft.tokens.iter();
    tokens.any(|token| token.kind == Kind::Iri && slot(token).is_some())
}

/// The name of an LC-QuAD placeholder: `<%(e_out)s>`, or the bare word `class`.
pub(crate) fn slot<'t>(token: &'t Token<'_>) -> Option<&'t str> {
    match token.kind {
        Kind::Iri => token.text.strip_prefix("<%(")?.strip_suffix(")s>"),
        Kind::Word if token.text == "class" => Some("class"),
        _ => None,
    }
}

/// The parser takes one group of dots in a local name; SPARQL 1.1 has no such limit.
fn escape_dots(name: &str) -> Cow<'_, str> {
    let (prefix, local) = name.split_once(':').unwrap_or(("", name));
    if local.matches('.').count() < 2 {
        return Cow::Borrowed(name);
    }
    let mut escaped = format!("{prefix}:");
    let mut backslash = false;
    for c in local.chars() {
        if c == '.' && !backslash {
            escaped.push('\\');
        }
        backslash = c == '\\' && !backslash;
        escaped.push(c);
    }
    Cow::Owned(escaped)
}

/// Writes a word or a string in quotes as an IRI.
fn push_text(out: &mut String, quoted: &str) {
    let inner = ["\"\"\"", "'''", "\"", "'"]
        .iter()
        .find_map(|quote| quoted.strip_prefix(quote)?.strip_suffix(quote))
        .unwrap_or(quoted);
    out.push('<');
    out.push_str(TEXT);
    out.extend(utf8_percent_encode(inner, RESERVED));
    out.push('>');
}

/// The free text that an IRI in the algebra of a pseudo query stands for.
pub fn free_text(iri: &str) -> Option<Cow<'_, str>> {
    let encoded = iri.strip_prefix(TEXT)?;
    Some(percent_decode_str(encoded).decode_utf8_lossy())
}

#[cfg(test)]
mod tests {
    use super::{escape_dots, free_text, push_text};

    #[test]
    fn texts_survive_the_way_through_an_iri() {
        for text in [
            "leader of the Xposé girls",
            "$350 million",
            "100%",
            "4.24 light-years",
        ] {
            let mut iri = String::new();
            push_text(&mut iri, &format!("\"{text}\""));
            assert_eq!(free_text(&iri[1..iri.len() - 1]).unwrap(), text);
        }
    }

    #[test]
    fn dots_are_escaped_where_the_parser_needs_it() {
        assert_eq!(escape_dots("res:T._E._Lawrence"), "res:T\\._E\\._Lawrence");
        assert_eq!(escape_dots("res:John_F._Kennedy"), "res:John_F._Kennedy");
        assert_eq!(escape_dots("res:A.B\\."), "res:A\\.B\\.");
    }
}
