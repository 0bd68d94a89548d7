//! How classes and properties are called: phrases of weighted words.

use lydite_language::{Lang, stem};

use crate::fold::{fold, identifier_words, singular, words_of};
use crate::knowledge::gradable::gradable;
use crate::knowledge::units;

/// Which end of a property a phrase names.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Side {
    /// The value: *manager* for `hasManager`.
    Object,
    /// The owner: *member* for `memberOf`.
    Subject,
}

impl Side {
    /// The other end.
    pub(crate) fn other(self) -> Self {
        match self {
            Self::Object => Self::Subject,
            Self::Subject => Self::Object,
        }
    }
}

/// A word of a phrase.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct PhraseWord {
    /// In the singular, folded.
    pub(crate) root: String,
    pub(crate) stem: String,
    /// How much of the meaning it carries.
    pub(crate) weight: f32,
}

/// A way to call a class or a property.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Phrase {
    pub(crate) words: Vec<PhraseWord>,
    pub(crate) side: Side,
    /// How good the source of the phrase is.
    pub(crate) base: f32,
}

/// Heads that say little: in *birth date* it is *birth* that tells.
const GENERIC: &[&str] = &[
    "date", "year", "place", "name", "number", "code", "total", "index", "level", "id", "text",
    "type", "status", "value", "amount", "no", "size", "class", "city", "country", "time", "rate",
    "count", "address", "unit",
];

/// Heads that only say how something is written.
const FORMAL: &[&str] = &["text", "value", "string", "literal"];

const LEADING: &[&str] = &["has", "is", "get", "was", "are", "have", "in"];
const PREPOSITIONS: &[&str] = &[
    "of", "by", "in", "for", "to", "at", "from", "with", "on", "through", "as",
];
const ARTICLES: &[&str] = &["the", "a", "an"];

impl Phrase {
    /// A phrase of these words, the last of which is its head.
    pub(crate) fn new(words: &[String], side: Side, base: f32) -> Self {
        let last = words.len().saturating_sub(1);
        let generic = words.len() > 1 && GENERIC.contains(&words[last].as_str());
        let words_before = words.len() > 1;
        let words = words.iter().enumerate().map(|(at, word)| {
            let heavy = words.len() > 1 && ((at == last) != generic);
            PhraseWord {
                root: word.clone(),
                stem: stem(word, Lang::En),
                weight: match (heavy, FORMAL.contains(&word.as_str())) {
                    (true, _) => 2.0,
                    (false, true) if words_before => 0.5,
                    (false, _) => 1.0,
                },
            }
        });
        Self {
            words: words.collect(),
            side,
            base,
        }
    }

    /// Whether its last word says little.
    pub(crate) fn has_generic_head(&self) -> bool {
        let last = self.words.last();
        last.is_some_and(|word| GENERIC.contains(&word.root.as_str()) && word.root != "date")
    }

    /// Whether its last word only says that it is a date or a place.
    pub(crate) fn says_when_or_where(&self) -> bool {
        let last = self.words.last();
        last.is_some_and(|word| {
            ["date", "year", "place", "time", "day"].contains(&word.root.as_str())
        })
    }

    /// The whole weight of its words.
    pub(crate) fn weight(&self) -> f32 {
        self.words.iter().map(|word| word.weight).sum()
    }
}

/// The roots of the words of a label or identifier.
pub(crate) fn roots(text: &str) -> Vec<String> {
    words_of(text)
        .flat_map(identifier_words)
        .map(|word| singular(&fold(&word)))
        .collect()
}

/// The phrases of a class that a label gives.
pub(crate) fn class_phrases(label: &str, base: f32) -> Vec<Phrase> {
    let mut phrases = Vec::new();
    for (text, base) in without_parentheses(label, base) {
        let words: Vec<String> = roots(&text)
            .into_iter()
            .filter(|word| {
                !PREPOSITIONS.contains(&word.as_str()) && !ARTICLES.contains(&word.as_str())
            })
            .collect();
        if !words.is_empty() && words.len() <= 6 {
            phrases.push(Phrase::new(&words, Side::Object, base));
        }
    }
    phrases
}

/// The phrases of a property that a label gives; `owners` are words of the classes that own it.
pub(crate) fn property_phrases(label: &str, owners: &[String], base: f32) -> Vec<Phrase> {
    let mut phrases: Vec<Phrase> = Vec::new();
    for (text, base) in without_parentheses(label, base) {
        let mut words = roots(&text);
        while words.len() > 1 && LEADING.contains(&words[0].as_str()) {
            words.remove(0);
        }
        while words.len() > 1 && words.last().is_some_and(|word| units::is_symbol(word)) {
            words.pop();
        }
        let names_owner = words.len() > 1 && words.last().is_some_and(|word| word == "of");
        words.retain(|word| !ARTICLES.contains(&word.as_str()));
        let bare: Vec<String> = words
            .iter()
            .filter(|word| !PREPOSITIONS.contains(&word.as_str()))
            .cloned()
            .collect();
        if bare.is_empty() || bare.len() > 6 {
            continue;
        }
        let side = if names_owner {
            Side::Subject
        } else {
            Side::Object
        };
        phrases.push(Phrase::new(&bare, side, base));
        let own: Vec<String> = bare
            .iter()
            .filter(|word| !owners.contains(word))
            .cloned()
            .collect();
        // The highest point of a place is hardly called *highest*.
        let graded = own.iter().all(|word| gradable(word).is_some());
        if !own.is_empty() && own.len() < bare.len() {
            let share = if graded { 0.55 } else { 0.98 };
            phrases.push(Phrase::new(&own, side, base * share));
        }
    }
    phrases
}

/// A label without what stands in parentheses, and the latter as another name.
fn without_parentheses(label: &str, base: f32) -> Vec<(String, f32)> {
    match (label.find('('), label.rfind(')')) {
        (Some(open), Some(close)) if open < close => {
            let outside = format!("{} {}", &label[..open], &label[close + 1..]);
            vec![
                (outside, base),
                (label[open + 1..close].to_owned(), base * 0.95),
            ]
        }
        _ => vec![(label.to_owned(), base)],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(phrases: &[Phrase]) -> Vec<String> {
        let text = |phrase: &Phrase| {
            let words: Vec<_> = phrase.words.iter().map(|word| word.root.as_str()).collect();
            words.join(" ")
        };
        phrases.iter().map(text).collect()
    }

    #[test]
    fn labels_become_phrases() {
        let owners = ["state".to_owned()];
        for (label, expected) in [
            ("hasProductManager", &["product manager"][..]),
            ("statePopulation", &["state population", "population"]),
            ("depth (mm)", &["depth", "mm"]),
            ("weight_g", &["weight"]),
            ("lives in", &["life"]),
        ] {
            let found = texts(&property_phrases(label, &owners, 1.0));
            assert_eq!(found[0], expected[0], "{label}");
        }
        assert_eq!(
            property_phrases("memberOf", &[], 1.0)[0].side,
            Side::Subject
        );
        assert_eq!(
            texts(&class_phrases("Bill of Material (BOM)", 1.0)),
            ["bill material", "bom"]
        );
    }
}
