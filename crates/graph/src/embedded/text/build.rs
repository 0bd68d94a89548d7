//! Makes the indexes of names and texts.

use std::io;

use fst::MapBuilder;
use lydite_model::naming_rank;
use rayon::prelude::*;
use rustc_hash::FxHashMap;

use super::{describing, local_name, normalise, words};
use crate::embedded::load::{Dictionary, Permutations};

/// Stands for the IRI itself among the literals that name a thing.
pub(in crate::embedded) const ITS_IRI: u32 = u32::MAX;

/// Words beyond these of one text do not help to find it.
const WORDS: usize = 1000;

/// Where all names and words are, for the file.
#[derive(Debug, Default)]
pub(in crate::embedded) struct TextIndex {
    /// The properties that name things, the best first.
    pub(in crate::embedded) naming: Vec<u32>,
    /// The properties that describe things.
    pub(in crate::embedded) describing: Vec<u32>,
    /// From normal names to their places.
    pub(in crate::embedded) names: Vec<u8>,
    /// Where the things of each name begin.
    pub(in crate::embedded) name_starts: Vec<u32>,
    /// (resource, literal) for every name of a thing.
    pub(in crate::embedded) named: Vec<[u32; 2]>,
    /// From words to their places.
    pub(in crate::embedded) words: Vec<u8>,
    /// Where the resources of each word begin.
    pub(in crate::embedded) word_starts: Vec<u32>,
    /// The resources whose names or descriptions have a word, sorted.
    pub(in crate::embedded) mentions: Vec<u32>,
}

impl TextIndex {
    pub(in crate::embedded) fn new(
        dictionary: &Dictionary,
        orders: &Permutations,
        first_literal: u32,
    ) -> io::Result<Self> {
        let mut ranked = Vec::new();
        let mut describing_predicates = Vec::new();
        for number in 0..first_literal {
            if orders.by_predicate.of(number).is_empty() {
                continue;
            }
            let iri = dictionary.value(number);
            if let Some(rank) = naming_rank(&iri) {
                ranked.push((rank, number));
            } else if describing(&iri) {
                describing_predicates.push(number);
            }
        }
        ranked.sort_unstable();
        let naming: Vec<u32> = ranked.into_iter().map(|(_, number)| number).collect();
        let mut index = Self {
            naming,
            describing: describing_predicates,
            ..Self::default()
        };
        index.add_names(dictionary, orders, first_literal)?;
        index.add_words(dictionary, orders)?;
        Ok(index)
    }

    fn add_names(
        &mut self,
        dictionary: &Dictionary,
        orders: &Permutations,
        first_literal: u32,
    ) -> io::Result<()> {
        let mut pairs: Vec<[u32; 2]> = Vec::new();
        let mut is_named = vec![false; first_literal as usize];
        for predicate in &self.naming {
            for [object, subject] in orders.by_predicate.of(*predicate) {
                if *object >= first_literal {
                    is_named[*subject as usize] = true;
                    pairs.push([*subject, *object]);
                }
            }
        }
        let unnamed = (0..first_literal).filter(|number| !is_named[*number as usize]);
        pairs.extend(unnamed.map(|number| [number, ITS_IRI]));
        pairs.par_sort_unstable();
        pairs.dedup();
        let mut names: Vec<(Box<str>, [u32; 2])> = pairs
            .into_par_iter()
            .filter_map(|[subject, literal]| {
                let name = if literal == ITS_IRI {
                    if !dictionary.is_iri(subject) {
                        return None;
                    }
                    normalise(&local_name(&dictionary.value(subject)))
                } else {
                    normalise(&dictionary.value(literal))
                };
                (!name.is_empty()).then(|| (name.into_boxed_str(), [subject, literal]))
            })
            .collect();
        names.par_sort_unstable();
        let mut map = MapBuilder::memory();
        let mut last: Option<&str> = None;
        for (name, pair) in &names {
            if last != Some(name) {
                let place = self.name_starts.len() as u64;
                map.insert(name.as_bytes(), place)
                    .map_err(io::Error::other)?;
                self.name_starts.push(self.named.len() as u32);
                last = Some(name);
            }
            self.named.push(*pair);
        }
        self.name_starts.push(self.named.len() as u32);
        self.names = map.into_inner().map_err(io::Error::other)?;
        Ok(())
    }

    fn add_words(&mut self, dictionary: &Dictionary, orders: &Permutations) -> io::Result<()> {
        let mut texts: Vec<[u32; 2]> = self.named.clone();
        for predicate in &self.describing {
            let pairs = orders.by_predicate.of(*predicate).iter();
            texts.extend(pairs.map(|[object, subject]| [*subject, *object]));
        }
        let mut numbers: FxHashMap<Box<str>, u32> = FxHashMap::default();
        let mut pairs: Vec<[u32; 2]> = Vec::new();
        // Cutting texts into words is done in parallel, numbering the words in turn.
        for texts in texts.chunks(1 << 14) {
            let cut: Vec<(u32, Vec<String>)> = texts
                .par_iter()
                .map(|[subject, literal]| {
                    let text = if *literal == ITS_IRI {
                        local_name(&dictionary.value(*subject))
                    } else {
                        dictionary.value(*literal)
                    };
                    (*subject, words(&text).take(WORDS).collect())
                })
                .collect();
            for (subject, words) in cut {
                for word in words {
                    let next = numbers.len() as u32;
                    let number = match numbers.get(&*word) {
                        Some(number) => *number,
                        None => *numbers.entry(word.into_boxed_str()).or_insert(next),
                    };
                    pairs.push([number, subject]);
                }
            }
        }
        let mut sorted: Vec<(Box<str>, u32)> = numbers.into_iter().collect();
        sorted.par_sort_unstable();
        let mut ranks = vec![0_u32; sorted.len()];
        let mut map = MapBuilder::memory();
        for (rank, (word, number)) in sorted.iter().enumerate() {
            ranks[*number as usize] = rank as u32;
            map.insert(word.as_bytes(), rank as u64)
                .map_err(io::Error::other)?;
        }
        self.words = map.into_inner().map_err(io::Error::other)?;
        for pair in &mut pairs {
            pair[0] = ranks[pair[0] as usize];
        }
        pairs.par_sort_unstable();
        pairs.dedup();
        self.word_starts = vec![0; sorted.len() + 1];
        for [word, _] in &pairs {
            self.word_starts[*word as usize + 1] += 1;
        }
        let mut sum = 0;
        for start in &mut self.word_starts {
            sum += *start;
            *start = sum;
        }
        self.mentions = pairs.into_iter().map(|[_, subject]| subject).collect();
        Ok(())
    }
}
