//! Which properties name things, which describe them, and what an IRI itself says.

/// How well a property names a thing: 0 is best.
pub(in crate::embedded) fn naming(predicate: &str) -> Option<u8> {
    const PREFERRED: [&str; 4] = [
        "http://www.w3.org/2000/01/rdf-schema#label",
        "http://www.w3.org/2004/02/skos/core#prefLabel",
        "http://xmlns.com/foaf/0.1/name",
        "http://schema.org/name",
    ];
    if let Some(rank) = PREFERRED.iter().position(|known| *known == predicate) {
        return Some(rank as u8);
    }
    match &*local(predicate).to_lowercase() {
        "label" | "preflabel" => Some(4),
        "name" | "title" | "fullname" | "hasname" | "officialname" | "legalname" => Some(5),
        "altlabel" | "alias" | "alternativename" | "alternatename" | "nick" | "nickname"
        | "birthname" | "longname" | "shortname" | "synonym" => Some(6),
        _ => None,
    }
}

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

fn decode(text: &str) -> String {
    if !text.contains('%') {
        return text.to_owned();
    }
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, tail @ ..] = rest {
        let digit = |byte: &u8| char::from(*byte).to_digit(16);
        let code = match (first, tail) {
            (b'%', [high, low, ..]) => digit(high)
                .zip(digit(low))
                .map(|(high, low)| (high * 16 + low) as u8),
            _ => None,
        };
        bytes.push(code.unwrap_or(*first));
        rest = if code.is_some() { &tail[2..] } else { tail };
    }
    String::from_utf8(bytes).unwrap_or_else(|_| text.to_owned())
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
            ("urn:isbn:123", "123"),
        ] {
            assert_eq!(local_name(iri), name);
        }
    }

    #[test]
    fn naming_properties_are_recognised() {
        assert_eq!(
            naming("http://www.w3.org/2000/01/rdf-schema#label"),
            Some(0)
        );
        assert_eq!(naming("http://ld.company.org/prod-vocab/name"), Some(5));
        assert_eq!(naming("http://dbpedia.org/ontology/birthPlace"), None);
    }
}
