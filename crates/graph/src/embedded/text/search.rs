//! Looks names and words up.

use fst::automaton::{Automaton, Levenshtein, Str};
use fst::{IntoStreamer, Map, Streamer};
use rustc_hash::FxHashMap;

use super::build::ITS_IRI;
use super::{local_name, normalise, words};
use crate::embedded::file::Section;
use crate::embedded::stop::{self, Stop};
use crate::embedded::store::Store;

/// A name that was found: whose, and as the graph has it.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::embedded) struct Found {
    pub(in crate::embedded) resource: u32,
    pub(in crate::embedded) text: String,
    pub(in crate::embedded) score: f64,
}

/// Names looked at for one search.
const CANDIDATES: usize = 10_000;

impl Store {
    fn map(&self, section: Section) -> Map<&[u8]> {
        match Map::new(self.index().section::<u8>(section).all()) {
            Ok(map) => map,
            Err(error) => stop::unwind(Stop::Damaged(error.to_string())),
        }
    }

    /// The properties that name things, the best first.
    pub(in crate::embedded) fn naming(&self) -> &[u32] {
        self.index().section(Section::Naming).all()
    }

    /// The properties that describe things.
    pub(in crate::embedded) fn describing(&self) -> &[u32] {
        self.index().section(Section::Describing).all()
    }

    /// The (resource, literal) of a place among the names.
    fn named(&self, place: u64) -> &[[u32; 2]] {
        let starts = self.index().section::<u32>(Section::NameStarts);
        let bounds = starts.range(place as usize..place as usize + 2);
        let range = bounds[0] as usize..bounds[1] as usize;
        self.index().section(Section::Named).range(range)
    }

    /// The resources with a name that differs at most in case, accents and punctuation.
    pub(in crate::embedded) fn with_normal_name(&self, name: &str) -> Vec<[u32; 2]> {
        let place = self.map(Section::Names).get(normalise(name));
        place.map_or_else(Vec::new, |place| self.named(place).to_vec())
    }

    /// The resources whose names or descriptions have a word, sorted.
    fn with_word(&self, word: &str) -> &[u32] {
        let Some(place) = self.map(Section::Words).get(word) else {
            return &[];
        };
        let starts = self.index().section::<u32>(Section::WordStarts);
        let bounds = starts.range(place as usize..place as usize + 2);
        let range = bounds[0] as usize..bounds[1] as usize;
        self.index().section(Section::Mentions).range(range)
    }

    /// The resources whose names and descriptions have all words of a text, sorted.
    pub(in crate::embedded) fn with_all_words(&self, text: &str) -> Vec<u32> {
        let mut lists: Vec<&[u32]> = words(text).map(|word| self.with_word(&word)).collect();
        lists.sort_by_key(|list| list.len());
        let Some((first, others)) = lists.split_first() else {
            return Vec::new();
        };
        let has_all = |resource: &&u32| {
            stop::tick(1);
            others
                .iter()
                .all(|list| list.binary_search(resource).is_ok())
        };
        first.iter().filter(has_all).copied().collect()
    }

    /// The resources whose names occur in a text, the longest names first at every word.
    pub(in crate::embedded) fn named_in(&self, text: &str) -> Vec<u32> {
        const LONGEST: usize = 6;
        let normal = normalise(text);
        let words: Vec<&str> = normal.split(' ').collect();
        let names = self.map(Section::Names);
        let mut found = Vec::new();
        for start in 0..words.len() {
            let end = words.len().min(start + LONGEST);
            for end in (start + 1..=end).rev() {
                stop::tick(1);
                if let Some(place) = names.get(words[start..end].join(" ")) {
                    found.extend(self.named(place).iter().map(|[resource, _]| *resource));
                    break;
                }
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    /// The text of a (resource, literal), and its language.
    pub(in crate::embedded) fn name_text(&self, [resource, literal]: [u32; 2]) -> (String, &str) {
        if literal == ITS_IRI {
            return (local_name(&self.stored(resource).value()), "");
        }
        let stored = self.stored(literal);
        (stored.value(), stored.second)
    }

    /// How often a resource is spoken of.
    pub(in crate::embedded) fn popularity(&self, resource: u32) -> usize {
        self.of_object(resource).len()
    }

    /// The resources whose names or descriptions best fit a text: equal names first, then names
    /// that begin so, that differ by a letter or two, that have its words, then descriptions.
    pub(in crate::embedded) fn search(
        &self,
        text: &str,
        language: Option<&str>,
        count: usize,
    ) -> Vec<Found> {
        let normal = normalise(text);
        let mut best: FxHashMap<u32, Found> = FxHashMap::default();
        if normal.is_empty() || count == 0 {
            return Vec::new();
        }
        let mut add = |place: u64, score: f64| {
            for pair in self.named(place) {
                self.add_name(&mut best, *pair, score, language);
            }
        };
        let names = self.map(Section::Names);
        if let Some(place) = names.get(&normal) {
            add(place, 1.0);
        }
        let mut stream = names.search(Str::new(&normal).starts_with()).into_stream();
        let mut seen = 0;
        while let Some((name, place)) = stream.next() {
            add(place, 0.9 * normal.len() as f64 / name.len() as f64);
            seen += 1;
            if seen == CANDIDATES {
                break;
            }
        }
        let length = normal.chars().count();
        let distance = if length < 4 {
            0
        } else {
            1 + u32::from(length >= 9)
        };
        if distance > 0
            && let Ok(like) = Levenshtein::new(&normal, distance)
        {
            let mut stream = names.search(like).into_stream();
            while let Some((_, place)) = stream.next() {
                add(place, 0.8);
            }
        }
        let wanted = words(text).count().max(1) as f64;
        for resource in self.with_all_words(text).into_iter().take(CANDIDATES) {
            let named = self.names_of(resource);
            let fitting = named.into_iter().filter_map(|pair| {
                let (name, _) = self.name_text(pair);
                let of_name = words(&name).count().max(1) as f64;
                let shared = words(text).filter(|word| words(&name).any(|of| of == *word));
                let shared = shared.count() as f64;
                (shared > 0.0).then_some((pair, 0.7 * shared / wanted.max(of_name)))
            });
            let found = fitting.max_by(|a, b| a.1.total_cmp(&b.1));
            let (pair, score) = found.unwrap_or(([resource, ITS_IRI], 0.05));
            self.add_name(&mut best, pair, score.max(0.05), language);
        }
        let mut found: Vec<(usize, Found)> = best
            .into_values()
            .map(|found| (self.popularity(found.resource), found))
            .collect();
        found.sort_by(|(a_known, a), (b_known, b)| {
            let by_score = b.score.total_cmp(&a.score);
            by_score
                .then(b_known.cmp(a_known))
                .then(a.resource.cmp(&b.resource))
        });
        found.truncate(count);
        found.into_iter().map(|(_, found)| found).collect()
    }

    /// The (resource, literal) for all names of a resource, the best first.
    pub(in crate::embedded) fn names_of(&self, resource: u32) -> Vec<[u32; 2]> {
        let naming = self.naming().iter();
        let literals = naming.flat_map(|predicate| self.objects(resource, *predicate));
        let mut names: Vec<[u32; 2]> = literals
            .filter(|literal| self.stored(*literal).is_literal())
            .map(|literal| [resource, literal])
            .collect();
        if names.is_empty() {
            names.push([resource, ITS_IRI]);
        }
        names
    }

    fn add_name(
        &self,
        best: &mut FxHashMap<u32, Found>,
        pair: [u32; 2],
        score: f64,
        language: Option<&str>,
    ) {
        stop::tick(4);
        let known = best.get(&pair[0]);
        if known.is_some_and(|known| known.score >= score) {
            return;
        }
        let (text, of) = self.name_text(pair);
        // A name without language is a name in all of them.
        if language.is_some_and(|language| !of.is_empty() && of != language) {
            return;
        }
        let resource = pair[0];
        best.insert(
            resource,
            Found {
                resource,
                text,
                score,
            },
        );
    }
}
