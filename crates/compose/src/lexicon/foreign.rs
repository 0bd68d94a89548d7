//! What a graph calls its classes and properties in other languages than English.

use lydite_language::{Lang, stem};
use rustc_hash::FxHashMap;

use super::facts::{Facts, TermId};
use crate::fold::{identifier_words, local_name, words_of};

/// Labels of classes and properties in other languages, with their English ones.
#[derive(Default)]
pub(crate) struct Foreign {
    labels: FxHashMap<(Lang, String), String>,
}

impl Foreign {
    /// Reads the labels of classes and properties.
    pub(super) fn read(
        facts: &Facts,
        naming: &[TermId],
        terms: impl Iterator<Item = TermId>,
    ) -> Self {
        let mut foreign = Self::default();
        for term in terms {
            let literals = || {
                naming
                    .iter()
                    .flat_map(|predicate| facts.objects(term, *predicate))
                    .filter_map(|id| facts.literal(id))
            };
            let language = |tag: Option<&str>| tag.and_then(Lang::parse);
            let english = literals()
                .find(|literal| language(literal.language()) == Some(Lang::En))
                .map(|literal| literal.value().to_lowercase())
                .or_else(|| {
                    let iri = facts.iri(term)?;
                    Some(identifier_words(&local_name(iri)).join(" ").to_lowercase())
                });
            let Some(english) = english else {
                continue;
            };
            let english = ["has ", "is "]
                .iter()
                .find_map(|prefix| english.strip_prefix(prefix))
                .unwrap_or(&english);
            for literal in literals() {
                let Some(lang) = language(literal.language()).filter(|lang| *lang != Lang::En)
                else {
                    continue;
                };
                let stems: Vec<String> = words_of(literal.value())
                    .map(|word| stem(word, lang))
                    .collect();
                foreign
                    .labels
                    .entry((lang, stems.join(" ")))
                    .or_insert_with(|| english.to_owned());
            }
        }
        foreign
    }

    /// The English words for stems of another language.
    pub(crate) fn english(&self, lang: Lang, stems: &str) -> Option<&str> {
        if self.labels.is_empty() {
            return None;
        }
        self.labels
            .get(&(lang, stems.to_owned()))
            .map(String::as_str)
    }
}
