//! What resources are called, and whether a question calls them so.

use std::borrow::Cow;

use percent_encoding::percent_decode_str;

/// The last part of an IRI.
pub(super) fn local_name(iri: &str) -> &str {
    for namespace in [
        "http://dbpedia.org/resource/",
        "http://dbpedia.org/ontology/",
        "http://dbpedia.org/property/",
    ] {
        if let Some(local) = iri.strip_prefix(namespace) {
            return local;
        }
    }
    let trimmed = iri.trim_end_matches(['/', '#']);
    trimmed.rsplit(['/', '#']).next().unwrap_or(trimmed)
}

/// What a resource is called as far as its IRI says: `birthPlace` is *birth place*,
/// `Berlin_(Band)` is *Berlin*.
pub(super) fn label(iri: &str) -> String {
    let local = local_name(iri);
    // What does not decode to UTF-8 was not meant as an escape.
    let decoded = percent_decode_str(local).decode_utf8();
    let decoded = decoded.unwrap_or(Cow::Borrowed(local));
    let name = decoded.strip_prefix("Category:").unwrap_or(&decoded);
    let name = match name.find("_(") {
        Some(at) if at > 0 => &name[..at],
        _ => name,
    };
    if name.contains('_') {
        return name.replace('_', " ").trim().to_owned();
    }
    let mut label = String::with_capacity(name.len() + 4);
    let mut before = ' ';
    for character in name.chars() {
        if before.is_lowercase() && character.is_uppercase() {
            label.push(' ');
        }
        label.push(character);
        before = character;
    }
    if name.starts_with(char::is_lowercase) {
        label.to_lowercase()
    } else {
        label
    }
}

/// Words of a question, lower-case, with their places.
pub(super) struct Words<'t> {
    text: &'t str,
    words: Vec<(String, usize, usize)>,
}

impl<'t> Words<'t> {
    pub(super) fn of(text: &'t str) -> Self {
        let mut words = Vec::new();
        let mut start = None;
        for (at, character) in text.char_indices().chain([(text.len(), ' ')]) {
            match (start, character.is_alphanumeric()) {
                (None, true) => start = Some(at),
                (Some(from), false) => {
                    words.push((text[from..at].to_lowercase(), from, at));
                    start = None;
                }
                _ => {}
            }
        }
        Self { text, words }
    }

    /// The words of the question that are this name, in whatever capitals.
    pub(super) fn find(&self, name: &str) -> Option<&'t str> {
        let wanted: Vec<String> = Words::of(name)
            .words
            .into_iter()
            .map(|word| word.0)
            .collect();
        if wanted.is_empty() {
            return None;
        }
        let found = self.words.windows(wanted.len()).find(|window| {
            window
                .iter()
                .zip(&wanted)
                .all(|(word, want)| word.0 == *want)
        })?;
        Some(&self.text[found.first()?.1..found.last()?.2])
    }
}

/// How a name is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Case {
    /// *Salt Lake City*, *University of Oxford*: the first word and every long one.
    Capitalised,
    /// *IBM*.
    Upper,
    /// *salt lake city*.
    Lower,
    /// *the Beatles*, *Lord of the rings*.
    Mixed,
}

impl Case {
    /// How these words are written; `None` where letters have no case.
    pub(super) fn of(words: &str) -> Option<Self> {
        /// Prepositions and articles are no longer than this.
        const SHORT: usize = 3;
        let cased = |c: &char| c.is_uppercase() || c.is_lowercase();
        let letters = || words.chars().filter(cased);
        letters().next()?;
        if letters().all(char::is_lowercase) {
            return Some(Self::Lower);
        }
        if letters().all(char::is_uppercase) && letters().count() > 1 {
            return Some(Self::Upper);
        }
        let begins = |word: &str| word.chars().find(cased).is_none_or(char::is_uppercase);
        let mut parts = words.split_whitespace();
        let first = parts.next().is_none_or(begins);
        let capitalised = first && parts.all(|part| part.chars().count() <= SHORT || begins(part));
        Some(if capitalised {
            Self::Capitalised
        } else {
            Self::Mixed
        })
    }

    pub(super) fn as_str(self) -> &'static str {
        match self {
            Self::Capitalised => "capitalised",
            Self::Upper => "upper",
            Self::Lower => "lower",
            Self::Mixed => "mixed",
        }
    }
}

/// QaldGen's rule for entities: the words with underscores are the local name, capitals aside.
pub(super) fn is_entity_name(words: &str, iri: &str) -> bool {
    same(words.chars().map(|c| if c == ' ' { '_' } else { c }), iri)
}

/// QaldGen's rule for relations and classes: the words without blanks are the local name.
pub(super) fn is_term_name(words: &str, iri: &str) -> bool {
    same(words.chars().filter(|c| *c != ' '), iri)
}

fn same(words: impl Iterator<Item = char>, iri: &str) -> bool {
    let words: String = words.flat_map(char::to_lowercase).collect();
    !words.is_empty() && words == local_name(iri).to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_from_identifiers() {
        for (iri, expected) in [
            (
                "http://dbpedia.org/resource/Salt_Lake_City",
                "Salt Lake City",
            ),
            ("http://dbpedia.org/resource/Berlin_(band)", "Berlin"),
            ("http://dbpedia.org/resource/AC/DC", "AC/DC"),
            ("http://dbpedia.org/resource/Caf%C3%A9", "Café"),
            ("http://dbpedia.org/ontology/birthPlace", "birth place"),
            (
                "http://dbpedia.org/ontology/TelevisionShow",
                "Television Show",
            ),
            ("http://www.wikidata.org/entity/Q42", "Q42"),
        ] {
            assert_eq!(label(iri), expected);
        }
    }

    #[test]
    fn names_are_capitalised_or_not() {
        for (words, expected) in [
            ("Salt Lake City", Some(Case::Capitalised)),
            ("University of Oxford", Some(Case::Capitalised)),
            ("salt lake city", Some(Case::Lower)),
            ("IBM", Some(Case::Upper)),
            ("Lord of the rings", Some(Case::Mixed)),
            ("the Beatles", Some(Case::Mixed)),
            ("iPhone", Some(Case::Mixed)),
            ("1984", None),
            ("کانادا", None),
        ] {
            assert_eq!(Case::of(words), expected, "{words}");
        }
    }

    #[test]
    fn a_name_is_found_whatever_its_capitals() {
        let words = Words::of("Who wrote the Lord of the rings, by the way?");
        assert_eq!(words.find("Lord of the Rings"), Some("Lord of the rings"));
        assert_eq!(words.find("ring"), None);
        assert_eq!(words.find(""), None);
    }
}
