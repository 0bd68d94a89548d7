//! What is counted before learning: the lexicon, and how often each feature occurs.

use std::collections::HashMap;

use super::{Options, TaggedSentence};
use crate::Tag;
use crate::tagger::features::{START, Sentence, lexicon_key_of};

/// Words seen less often are left to their endings.
const KNOWN: u32 = 4;
/// A tag of a word counts if it is at least this share of its occurrences: one in thirty.
const SHARE: u32 = 30;
/// At most so many tags make a class.
const LONGEST: usize = 3;

/// A sentence to learn from.
pub(super) struct Example {
    pub sentence: Sentence,
    pub tags: Vec<Tag>,
}

/// Which tags words are known to take, as the number of a class.
pub(super) struct Lexicon {
    /// Keys of words, ascending, and their classes.
    pub words: Vec<(u32, u8)>,
    /// The tags that occur.
    pub tags: Vec<Tag>,
}

impl Lexicon {
    fn new(sentences: &[TaggedSentence]) -> Self {
        let mut seen: HashMap<u32, [u32; Tag::ALL.len()]> = HashMap::new();
        let mut occurs = [false; Tag::ALL.len()];
        for sentence in sentences {
            for (word, &tag) in sentence.words.iter().zip(&sentence.tags) {
                let counts = seen
                    .entry(lexicon_key_of(word))
                    .or_insert([0; Tag::ALL.len()]);
                counts[tag as usize] += 1;
                occurs[tag as usize] = true;
            }
        }
        let mut classes: HashMap<Vec<Tag>, Vec<u32>> = HashMap::new();
        for (key, counts) in seen {
            let total: u32 = counts.iter().sum();
            if total >= KNOWN {
                let mut tags: Vec<Tag> = Tag::ALL.to_vec();
                tags.retain(|&tag| counts[tag as usize] * SHARE >= total.max(SHARE));
                tags.sort_by_key(|&tag| (u32::MAX - counts[tag as usize], tag));
                tags.truncate(LONGEST);
                classes.entry(tags).or_default().push(key);
            }
        }
        // The commonest classes get a number; words of the others stay unknown.
        let mut classes: Vec<_> = classes.into_iter().collect();
        classes.sort_by(|(tags, words), (others, more)| {
            more.len().cmp(&words.len()).then(tags.cmp(others))
        });
        let numbered = (1..=u8::MAX).zip(classes);
        let mut words: Vec<_> = numbered
            .flat_map(|(class, (_, keys))| keys.into_iter().map(move |key| (key, class)))
            .collect();
        words.sort_unstable();
        let mut tags = Tag::ALL.to_vec();
        tags.retain(|&tag| occurs[tag as usize]);
        Self { words, tags }
    }

    fn class(&self, key: u32) -> u8 {
        match self.words.binary_search_by_key(&key, |&(key, _)| key) {
            Ok(at) => self.words[at].1,
            Err(_) => 0,
        }
    }
}

/// The examples, and what was counted in them.
pub(super) struct Counts {
    pub lexicon: Lexicon,
    pub examples: Vec<Example>,
    features: HashMap<u32, u32>,
    copies: u32,
}

impl Counts {
    pub(super) fn new(sentences: &[TaggedSentence], options: &Options) -> Self {
        let lexicon = Lexicon::new(sentences);
        let mut examples = Vec::new();
        for sentence in sentences {
            let mut add = |sentence: &TaggedSentence| {
                examples.push(Example {
                    sentence: Sentence::new(&sentence.words, |key| lexicon.class(key)),
                    tags: sentence.tags.clone(),
                });
            };
            add(sentence);
            if options.lower_case_copies {
                add(&sentence.to_lowercase());
            }
        }
        let mut features: HashMap<u32, u32> = HashMap::new();
        for Example { sentence, tags } in &examples {
            for at in 0..tags.len() {
                let history = |back: usize| at.checked_sub(back).map_or(START, |at| tags[at] as u8);
                let dynamic = sentence.dynamic(at, history(1), history(2));
                for feature in sentence.fixed(at).into_iter().chain(dynamic) {
                    *features.entry(feature).or_default() += 1;
                }
            }
        }
        Self {
            lexicon,
            examples,
            features,
            copies: 1 + u32::from(options.lower_case_copies),
        }
    }

    /// The features that occur so often, ascending.
    pub(super) fn features(&self, occurrences: u32) -> Vec<u32> {
        let often = self.features.iter();
        let often = often.filter(|&(_, &count)| count >= occurrences * self.copies);
        let mut features: Vec<u32> = often.map(|(&feature, _)| feature).collect();
        features.sort_unstable();
        features
    }
}
