//! Which nodes and which literals a run of words can name.

use rustc_hash::FxHashMap;

use super::facts::TermId;
use super::relation::RelationId;
use crate::fold::{fold_name, words_of};

/// How a run of words came to name something.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Named {
    pub(crate) node: TermId,
    pub(crate) score: f32,
}

/// The names of the nodes of a graph, and the short texts that its properties have as values.
#[derive(Default)]
pub(crate) struct Names {
    whole: FxHashMap<String, Vec<Named>>,
    /// Names by each of their words.
    by_word: FxHashMap<String, Vec<u32>>,
    /// The nodes with their names, for parts of names.
    entries: Vec<Entry>,
    values: FxHashMap<String, Vec<(RelationId, TermId)>>,
    /// Longer texts by each of their words.
    texts: FxHashMap<String, Vec<(RelationId, TermId)>>,
}

struct Entry {
    node: TermId,
    words: Box<[Box<str>]>,
}

/// Parts of names are only looked for below so many names that share their rarest word.
const POSTINGS: usize = 3000;

impl Names {
    /// Notes a name of a node.
    pub(crate) fn add(&mut self, node: TermId, name: &str, score: f32) {
        let words: Vec<String> = name_words(name);
        if words.is_empty() || words.len() > 12 {
            return;
        }
        let named = self.whole.entry(words.join(" ")).or_default();
        match named.iter_mut().find(|known| known.node == node) {
            Some(known) => known.score = known.score.max(score),
            None => named.push(Named { node, score }),
        }
        if words.len() > 1 && score > 0.9 {
            let entry = self.entries.len() as u32;
            for word in &words {
                let postings = self.by_word.entry(word.clone()).or_default();
                if postings.last() != Some(&entry) {
                    postings.push(entry);
                }
            }
            let words = words.into_iter().map(String::into_boxed_str).collect();
            self.entries.push(Entry { node, words });
        }
    }

    /// Notes a short text that is a value of a property.
    pub(crate) fn add_value(&mut self, relation: RelationId, value: TermId, text: &str) {
        let words = name_words(text);
        if !words.is_empty() && words.len() <= 6 {
            let values = self.values.entry(words.join(" ")).or_default();
            if !values.contains(&(relation, value)) {
                values.push((relation, value));
            }
        }
    }

    /// Notes a longer text that is a value of a property.
    pub(crate) fn add_text(&mut self, relation: RelationId, value: TermId, text: &str) {
        for word in name_words(text) {
            let postings = self.texts.entry(word).or_default();
            if postings.last() != Some(&(relation, value)) {
                postings.push((relation, value));
            }
        }
    }

    /// The texts that have the rarest of some words, if all of them occur in texts.
    pub(crate) fn texts_with(&self, words: &[&str]) -> &[(RelationId, TermId)] {
        let postings: Option<Vec<&Vec<_>>> =
            words.iter().map(|word| self.texts.get(*word)).collect();
        let rarest =
            postings.and_then(|postings| postings.into_iter().min_by_key(|list| list.len()));
        rarest.map_or(&[], Vec::as_slice)
    }

    /// Whether a word, folded as names are, stands in any name, value or text.
    pub(crate) fn knows(&self, word: &str) -> bool {
        self.by_word.contains_key(word)
            || self.whole.contains_key(word)
            || self.values.contains_key(word)
            || self.texts.contains_key(word)
    }

    /// All words of names.
    pub(crate) fn words(&self) -> impl Iterator<Item = &str> {
        self.by_word.keys().map(String::as_str)
    }

    /// The nodes with exactly this name, in words folded as names.
    pub(crate) fn named(&self, words: &str) -> &[Named] {
        self.whole.get(words).map_or(&[], Vec::as_slice)
    }

    /// The names of one word each.
    pub(crate) fn single_words(&self) -> impl Iterator<Item = &str> {
        let names = self.whole.keys().map(String::as_str);
        names.filter(|name| !name.contains(' '))
    }

    /// The values that are exactly this text.
    pub(crate) fn values(&self, words: &str) -> &[(RelationId, TermId)] {
        self.values.get(words).map_or(&[], Vec::as_slice)
    }

    /// The nodes whose names contain these words side by side, or in order with others between them.
    pub(crate) fn containing(&self, words: &[&str]) -> Vec<Partial> {
        let rarest = words
            .iter()
            .filter_map(|word| self.by_word.get(*word))
            .min_by_key(|postings| postings.len());
        let Some(rarest) =
            rarest.filter(|_| words.iter().all(|word| self.by_word.contains_key(*word)))
        else {
            return Vec::new();
        };
        if rarest.len() > POSTINGS {
            return Vec::new();
        }
        let mut found: Vec<Partial> = Vec::new();
        for entry in rarest {
            let entry = &self.entries[*entry as usize];
            let Some(place) = place(&entry.words, words) else {
                continue;
            };
            if !found.iter().any(|partial| partial.node == entry.node) {
                found.push(Partial {
                    node: entry.node,
                    place,
                    share: words.len() as f32 / entry.words.len() as f32,
                });
            }
        }
        found
    }
}

/// A name of which some words were found.
pub(crate) struct Partial {
    pub(crate) node: TermId,
    pub(crate) place: Place,
    /// The share of its words.
    pub(crate) share: f32,
}

/// Where in a name some words stand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Place {
    Start,
    End,
    Inside,
    /// With other words between them.
    Scattered,
}

fn place(name: &[Box<str>], words: &[&str]) -> Option<Place> {
    let matches = |at: usize| {
        words
            .iter()
            .zip(&name[at..])
            .all(|(word, other)| *word == &**other)
    };
    let runs = name.len().checked_sub(words.len())?;
    if runs == 0 && matches(0) {
        return None;
    }
    if matches(0) {
        return Some(Place::Start);
    }
    if matches(runs) {
        return Some(Place::End);
    }
    if (1..runs).any(matches) {
        return Some(Place::Inside);
    }
    let mut rest = name.iter();
    let in_order = words.iter().all(|word| rest.any(|other| **other == **word));
    (in_order && words.len() > 1).then_some(Place::Scattered)
}

/// The words of a name as they are compared.
pub(crate) fn name_words(name: &str) -> Vec<String> {
    words_of(name).map(fold_name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_whole_and_in_parts() {
        let mut names = Names::default();
        names.add(1, "Hungry Owl All-Night Grocers", 1.0);
        names.add(2, "Karch Möller", 1.0);
        assert_eq!(names.named("karch moller")[0].node, 2);
        let parts = names.containing(&["hungry", "owl", "grocers"]);
        assert_eq!((parts[0].node, parts[0].place), (1, Place::Scattered));
        assert_eq!(names.containing(&["moller"])[0].place, Place::End);
        assert!(names.containing(&["owl", "hungry"]).is_empty());
    }
}
