//! The properties or classes of a graph, in words.

use rustc_hash::FxHashMap;

use crate::fold::{fold, identifier_words, local_name, singular};

/// A property or a class.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct VocabularyTerm {
    /// Its IRI.
    pub iri: String,
    /// What it is called; what its IRI says stands last.
    pub labels: Vec<Label>,
    /// How often it is used: triples of a property, members of a class.
    pub uses: usize,
    /// What its subjects are said to be.
    pub domains: Vec<String>,
    /// What its objects are said to be.
    pub ranges: Vec<String>,
    /// What it is said to be a special case of.
    pub parents: Vec<String>,
}

/// What something is called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// The words.
    pub text: String,
    /// Their language, if it is said.
    pub lang: Option<String>,
}

impl VocabularyTerm {
    /// Its labels that are English or in no language, in lower case and without accents.
    pub fn english(&self) -> impl Iterator<Item = String> {
        let labels = self.labels.iter();
        labels
            .filter(|label| {
                let lang = label.lang.as_deref();
                lang.is_none_or(|lang| lang.starts_with("en"))
            })
            .map(|label| fold(&label.text))
    }
}

/// The properties or the classes of a graph.
#[derive(Clone, Debug, Default)]
pub struct Vocabulary {
    terms: Vec<VocabularyTerm>,
    by_iri: FxHashMap<String, u32>,
    by_words: FxHashMap<String, Vec<u32>>,
}

impl Vocabulary {
    pub(super) fn new(mut terms: Vec<VocabularyTerm>) -> Self {
        terms.sort_by(|a, b| a.iri.cmp(&b.iri));
        terms.dedup_by(|a, b| a.iri == b.iri);
        let mut by_iri = FxHashMap::default();
        let mut by_words: FxHashMap<String, Vec<u32>> = FxHashMap::default();
        for (number, term) in terms.iter_mut().enumerate() {
            let own = Label {
                text: identifier_words(&local_name(&term.iri))
                    .join(" ")
                    .to_lowercase(),
                lang: None,
            };
            let known = |label: &Label| fold(&label.text) == fold(&own.text);
            if !own.text.is_empty() && !term.labels.iter().any(known) {
                term.labels.push(own);
            }
            by_iri.insert(term.iri.clone(), number as u32);
            for label in term.english() {
                let numbers = by_words.entry(singular_words(&label)).or_default();
                if numbers.last() != Some(&(number as u32)) {
                    numbers.push(number as u32);
                }
            }
        }
        Self {
            terms,
            by_iri,
            by_words,
        }
    }

    /// All terms, sorted by IRI.
    pub fn terms(&self) -> &[VocabularyTerm] {
        &self.terms
    }

    /// The term of an IRI.
    pub fn get(&self, iri: &str) -> Option<&VocabularyTerm> {
        self.by_iri
            .get(iri)
            .map(|number| &self.terms[*number as usize])
    }

    /// The number of the term of an IRI, its place in [`terms`](Self::terms).
    pub fn number(&self, iri: &str) -> Option<usize> {
        self.by_iri.get(iri).map(|number| *number as usize)
    }

    /// The terms with an English label of these words, whether they stand in the singular or the plural.
    pub fn called(&self, words: &str) -> impl Iterator<Item = &VocabularyTerm> {
        let numbers = self.by_words.get(&singular_words(&fold(words)));
        let numbers = numbers.into_iter().flatten();
        numbers.map(|number| &self.terms[*number as usize])
    }
}

/// Folded words in the singular, joined by blanks.
pub(crate) fn singular_words(folded: &str) -> String {
    let words: Vec<String> = crate::fold::words_of(folded).map(singular).collect();
    words.join(" ")
}
