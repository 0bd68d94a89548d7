//! Terms of RDF as people write them.

use lydite_sparql::Dialect;

/// A text in which IRIs in angle brackets are written with the field's prefixes, and whole numbers
/// without quotes and datatype.
pub(crate) fn shorten(text: &str) -> String {
    whole_numbers(&shorten_iris(text))
}

fn whole_numbers(text: &str) -> String {
    let mut short = String::with_capacity(text.len());
    let mut parts = text.split("\"^^xsd:integer").peekable();
    while let Some(part) = parts.next() {
        let quote = part.rfind('"').filter(|_| parts.peek().is_some());
        let Some(quote) = quote else {
            short.push_str(part);
            continue;
        };
        short.push_str(&part[..quote]);
        short.push_str(&part[quote + 1..]);
    }
    short
}

fn shorten_iris(text: &str) -> String {
    let dialect = Dialect::field();
    let mut short = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find('<') {
        let (before, iri) = rest.split_at(start);
        short.push_str(before);
        let end = iri[1..].find(['>', '<', '"', ' ']).map(|at| at + 1);
        let Some(end) = end.filter(|end| iri[*end..].starts_with('>')) else {
            short.push('<');
            rest = &iri[1..];
            continue;
        };
        match prefixed(&iri[1..end], &dialect) {
            Some(name) => short.push_str(&name),
            None => short.push_str(&iri[..=end]),
        }
        rest = &iri[end + 1..];
    }
    short + rest
}

fn prefixed(iri: &str, dialect: &Dialect) -> Option<String> {
    let (namespace, local) = iri.split_at(iri.rfind(['/', '#', ':'])? + 1);
    let plain = |c: char| c.is_alphanumeric() || "_-.(),'".contains(c);
    let prefixes = dialect.prefixes();
    let (prefix, _) = prefixes.iter().find(|(_, iri)| *iri == namespace)?;
    (!local.is_empty() && local.chars().all(plain)).then(|| format!("{prefix}:{local}"))
}

#[cfg(test)]
mod tests {
    use super::shorten;

    #[test]
    fn known_namespaces_are_short() {
        for (long, short) in [
            (
                "?x <http://dbpedia.org/ontology/author> <http://other/x>",
                "?x dbo:author <http://other/x>",
            ),
            ("?a < ?b && ?b > 2", "?a < ?b && ?b > 2"),
            (
                "\"1\"^^<http://www.w3.org/2001/XMLSchema#int>",
                "\"1\"^^xsd:int",
            ),
            (
                "<http://dbpedia.org/ontology/>",
                "<http://dbpedia.org/ontology/>",
            ),
            ("<unclosed", "<unclosed"),
            (
                "(?a > \"2\"^^<http://www.w3.org/2001/XMLSchema#integer>)",
                "(?a > 2)",
            ),
        ] {
            assert_eq!(shorten(long), short);
        }
    }
}
