//! Terms of RDF as people write them.

use lydite_graph::KnowledgeGraph;
use lydite_model::PREFIXES;

/// The prefixes with which IRIs are written: those of a graph, then the field's.
pub(crate) struct Prefixes {
    own: Vec<(String, String)>,
}

impl Prefixes {
    /// The field's alone.
    pub(crate) fn field() -> Self {
        Self { own: Vec::new() }
    }

    /// Those of a graph as well.
    pub(crate) fn of(graph: &dyn KnowledgeGraph) -> Self {
        Self {
            own: graph.prefixes(),
        }
    }

    /// A text in which IRIs in angle brackets are written with prefixes, and whole numbers without
    /// quotes and datatype.
    pub(crate) fn shorten(&self, text: &str) -> String {
        whole_numbers(&self.shorten_iris(text))
    }

    /// An IRI with a prefix, or in angle brackets.
    pub(crate) fn iri(&self, iri: &str) -> String {
        self.prefixed(iri).unwrap_or_else(|| format!("<{iri}>"))
    }

    /// The IRI that was given whole, in angle brackets or with a prefix.
    pub(crate) fn expand(&self, given: &str) -> String {
        let bare = given.trim_start_matches('<').trim_end_matches('>');
        let expanded = bare.split_once(':').and_then(|(prefix, local)| {
            let (_, namespace) = self.all().find(|(name, _)| *name == prefix)?;
            Some(format!("{namespace}{local}"))
        });
        expanded.unwrap_or_else(|| bare.to_owned())
    }

    /// All of them; what a graph calls otherwise than the field is called as the graph does.
    fn all(&self) -> impl Iterator<Item = (&str, &str)> {
        let own = || {
            self.own
                .iter()
                .map(|(name, iri)| (name.as_str(), iri.as_str()))
        };
        let is_free = move |name: &str| own().all(|(taken, _)| taken != name);
        own().chain(
            PREFIXES
                .iter()
                .copied()
                .filter(move |(name, _)| is_free(name)),
        )
    }

    fn shorten_iris(&self, text: &str) -> String {
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
            match self.prefixed(&iri[1..end]) {
                Some(name) => short.push_str(&name),
                None => short.push_str(&iri[..=end]),
            }
            rest = &iri[end + 1..];
        }
        short + rest
    }

    fn prefixed(&self, iri: &str) -> Option<String> {
        let (namespace, local) = iri.split_at(iri.rfind(['/', '#', ':'])? + 1);
        let plain = |c: char| c.is_alphanumeric() || "_-.(),'".contains(c);
        let (prefix, _) = self.all().find(|(_, iri)| *iri == namespace)?;
        (!local.is_empty() && local.chars().all(plain)).then(|| format!("{prefix}:{local}"))
    }
}

/// A text with the field's prefixes.
pub(crate) fn shorten(text: &str) -> String {
    Prefixes::field().shorten(text)
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

#[cfg(test)]
mod tests {
    use super::{Prefixes, shorten};

    #[test]
    fn a_graph_has_prefixes_of_its_own() {
        let own = [("pv", "http://x/v/"), ("dbo", "http://x/o/")];
        let own = own.map(|(name, iri)| (name.to_owned(), iri.to_owned()));
        let prefixes = Prefixes { own: own.to_vec() };
        for (long, short) in [
            ("<http://x/v/price>", "pv:price"),
            ("<http://x/o/River>", "dbo:River"),
            // What the graph calls `dbo:` is something else, but the field has another name.
            ("<http://dbpedia.org/ontology/River>", "dbpedia-owl:River"),
            ("<http://dbpedia.org/resource/Rhine>", "dbr:Rhine"),
        ] {
            assert_eq!(prefixes.shorten(long), short);
            assert_eq!(format!("<{}>", prefixes.expand(short)), long);
        }
    }

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
