//! From words to classes and relations.

use rustc_hash::FxHashMap;

use super::phrase::{Phrase, Side};
use super::relation::RelationId;
use super::schema::Class;

/// A class or a relation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) enum Element {
    Class(Class),
    Relation(RelationId),
}

/// The phrases of all elements, by their words.
#[derive(Default)]
pub(crate) struct Vocabulary {
    phrases: Vec<(Element, Phrase)>,
    by_root: FxHashMap<String, Vec<(u32, u8)>>,
    by_stem: FxHashMap<String, Vec<(u32, u8)>>,
}

/// An element that some words call.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Match {
    pub(crate) element: Element,
    pub(crate) side: Side,
    pub(crate) score: f32,
    /// Whether the words are those of the phrase, no more and no fewer.
    pub(crate) exact: bool,
}

/// A word as it is looked up: the words that may stand for it in phrases, with their closeness.
pub(crate) type Expansion = Vec<(String, f32)>;

impl Vocabulary {
    pub(crate) fn add(&mut self, element: Element, phrase: Phrase) {
        if self
            .phrases
            .iter()
            .any(|(known, other)| *known == element && *other == phrase)
        {
            return;
        }
        let number = self.phrases.len() as u32;
        for (at, word) in phrase.words.iter().enumerate() {
            self.by_root
                .entry(word.root.clone())
                .or_default()
                .push((number, at as u8));
            let verb = lydite_language::lemma(&word.root, lydite_language::Tag::VBN);
            if verb != word.root {
                self.by_root
                    .entry(verb)
                    .or_default()
                    .push((number, at as u8));
            }
            self.by_stem
                .entry(word.stem.clone())
                .or_default()
                .push((number, at as u8));
        }
        self.phrases.push((element, phrase));
    }

    /// Whether a word stands in any phrase.
    pub(crate) fn knows(&self, root: &str) -> bool {
        self.by_root.contains_key(root)
    }

    /// All words of phrases.
    pub(crate) fn roots(&self) -> impl Iterator<Item = &str> {
        self.by_root.keys().map(String::as_str)
    }

    /// Words of phrases that begin like this one.
    pub(crate) fn beginning(&self, prefix: &str) -> impl Iterator<Item = &str> {
        self.by_root
            .keys()
            .map(String::as_str)
            .filter(move |root| root.starts_with(prefix) || prefix.starts_with(root))
    }

    /// The elements that these words call, each with its best score.
    pub(crate) fn matches(&self, words: &[(&Expansion, &str)]) -> Vec<Match> {
        self.matches_of(words, false, false)
    }

    /// The elements that these words call, each with its best score.
    ///
    /// Things in the plural are rarely called by the first part of a name: *orders* are no order dates.
    /// What is done is: *dispatched* asks for a dispatch date.
    pub(crate) fn matches_of(
        &self,
        words: &[(&Expansion, &str)],
        plural: bool,
        done: bool,
    ) -> Vec<Match> {
        // Phrase → for each word of the question the place and closeness of its best partner.
        let mut found: FxHashMap<u32, Vec<(usize, u8, f32)>> = FxHashMap::default();
        for (at, (expansion, stem)) in words.iter().enumerate() {
            let mut note = |postings: &[(u32, u8)], closeness: f32| {
                for (phrase, place) in postings {
                    let partners = found.entry(*phrase).or_default();
                    match partners
                        .iter_mut()
                        .find(|(word, other, _)| *word == at && other == place)
                    {
                        Some(known) => known.2 = known.2.max(closeness),
                        None => partners.push((at, *place, closeness)),
                    }
                }
            };
            for (root, closeness) in *expansion {
                if let Some(postings) = self.by_root.get(root) {
                    note(postings, *closeness);
                }
            }
            if let Some(postings) = self.by_stem.get(*stem) {
                note(postings, 0.93);
            }
        }
        let mut best: FxHashMap<(Element, Side), Match> = FxHashMap::default();
        for (number, mut partners) in found {
            let (element, phrase) = &self.phrases[number as usize];
            partners.sort_by(|a, b| b.2.total_cmp(&a.2));
            let mut taken = 0u64;
            let mut covered = 0u64;
            let mut gain = 0.0;
            let mut heads = 0u64;
            for (word, place, closeness) in partners {
                if covered >> word & 1 == 0 && taken >> place & 1 == 0 {
                    covered |= 1 << word;
                    taken |= 1 << place;
                    gain += closeness * phrase.words[place as usize].weight;
                    heads |= u64::from(closeness > 0.97) << place;
                }
            }
            if covered.count_ones() as usize != words.len() {
                continue;
            }
            let headed = taken >> (phrase.words.len() - 1) & 1 == 1;
            let spared = done && !headed && phrase.words.len() > 1 && phrase.says_when_or_where();
            let share = gain / (phrase.weight() - if spared { 0.7 } else { 0.0 });
            let exact = taken.count_ones() as usize == phrase.words.len() && share > 0.97;
            let headless =
                plural && !phrase.has_generic_head() && taken >> (phrase.words.len() - 1) & 1 == 0;
            let mut score = share * phrase.base * if headless { 0.75 } else { 1.0 };
            // Orders are sales orders, categories are product categories.
            let by_head = heads >> (phrase.words.len() - 1) & 1 == 1;
            if by_head && matches!(element, Element::Class(_)) {
                score = score.max(0.85 * phrase.base);
            }
            if score < 0.45 {
                continue;
            }
            let entry = best.entry((*element, phrase.side)).or_insert(Match {
                element: *element,
                side: phrase.side,
                score,
                exact,
            });
            if score > entry.score {
                entry.score = score;
                entry.exact = exact;
            }
        }
        let mut matches: Vec<Match> = best.into_values().collect();
        matches.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.element.cmp(&b.element)));
        matches
    }
}
