//! Which properties describe things, and what an IRI itself says.

use std::borrow::Cow;

use percent_encoding::percent_decode_str;

/// Whether a property describes a thing at length.
pub(in crate::embedded) fn describing(predicate: &str) -> bool {
    matches!(
        &*local(predicate).to_lowercase(),
        "abstract" | "comment" | "description" | "definition" | "summary" | "hasabstract"
    )
}

fn local(iri: &str) -> &str {
    iri.rsplit(['/', '#']).next().unwrap_or(iri)
}

/// What an IRI calls a thing: its last part, decoded, words apart. `prod-i40X` stays what it is,
/// `hasProductManager` becomes `has Product Manager`.
pub(in crate::embedded) fn local_name(iri: &str) -> String {
    let last = iri.rsplit(['/', '#', ':']).find(|part| !part.is_empty());
    let decoded = decode(last.unwrap_or(iri));
    let mut name = String::with_capacity(decoded.len() + 4);
    let mut before_small = false;
    for letter in decoded.chars() {
        if letter.is_uppercase() && before_small {
            name.push(' ');
        }
        before_small = letter.is_lowercase();
        name.push(if letter == '_' { ' ' } else { letter });
    }
    name
}

/// Without percent-encoding, unless what comes out is no text.
fn decode(text: &str) -> Cow<'_, str> {
    let decoded = percent_decode_str(text).decode_utf8();
    decoded.unwrap_or(Cow::Borrowed(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn iris_say_what_they_name() {
        for (iri, name) in [
            ("http://dbpedia.org/resource/Barack_Obama", "Barack Obama"),
            ("http://dbpedia.org/resource/Beyonc%C3%A9", "Beyoncé"),
            (
                "http://ld.company.org/prod-vocab/hasProductManager",
                "has Product Manager",
            ),
            ("http://a/b/", "b"),
            ("http://a/100%", "100%"),
            ("http://a/%FF", "%FF"),
            ("urn:isbn:123", "123"),
        ] {
            assert_eq!(local_name(iri), name);
        }
    }
}
