//! Which normal forms share character trigrams.

use fst::Streamer;
use rustc_hash::FxHashMap;

use super::Similar;

/// The trigrams of normal forms, with how much each says.
pub(super) struct Trigrams {
    /// The normal forms that have a trigram.
    postings: FxHashMap<u64, Vec<u32>>,
    /// The length of each normal form as a vector.
    lengths: Vec<f32>,
    keys: usize,
}

impl Trigrams {
    pub(super) fn new(keys: &fst::Map<Vec<u8>>) -> Self {
        let mut postings: FxHashMap<u64, Vec<u32>> = FxHashMap::default();
        let mut of_key = Vec::new();
        let mut stream = keys.stream();
        while let Some((key, number)) = stream.next() {
            trigrams(&String::from_utf8_lossy(key), &mut of_key);
            for trigram in &of_key {
                postings.entry(*trigram).or_default().push(number as u32);
            }
        }
        let mut trigrams = Self {
            postings,
            lengths: vec![0.0; keys.len()],
            keys: keys.len(),
        };
        let mut lengths = std::mem::take(&mut trigrams.lengths);
        for of_trigram in trigrams.postings.values() {
            let weight = trigrams.weight(of_trigram.len());
            for key in of_trigram {
                lengths[*key as usize] += weight * weight;
            }
        }
        for length in &mut lengths {
            *length = length.sqrt();
        }
        trigrams.lengths = lengths;
        trigrams
    }

    /// How much a trigram says that so many normal forms have.
    fn weight(&self, frequency: usize) -> f32 {
        (1.0 + self.keys as f32 / frequency.max(1) as f32).ln()
    }

    pub(super) fn similar(&self, normal: &str, count: usize, least: f64) -> Vec<Similar> {
        let mut wanted = Vec::new();
        trigrams(normal, &mut wanted);
        // Rare trigrams first: what shares none of them cannot become similar enough any more.
        let mut lists: Vec<(f32, &[u32])> = wanted
            .iter()
            .map(|trigram| {
                let postings = self.postings.get(trigram).map_or(&[][..], Vec::as_slice);
                (self.weight(postings.len()), postings)
            })
            .collect();
        lists.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(b.1)));
        let squares: f32 = lists.iter().map(|(weight, _)| weight * weight).sum();
        let length = squares.sqrt();
        if length == 0.0 {
            return Vec::new();
        }
        let mut rest = squares;
        let mut shared: FxHashMap<u32, f32> = FxHashMap::default();
        for (weight, postings) in lists {
            // By Cauchy and Schwarz, who has none of the trigrams so far has at most this cosine.
            let open = f64::from(rest.max(0.0).sqrt() / length) >= least;
            if open {
                for key in postings {
                    *shared.entry(*key).or_default() += weight * weight;
                }
            } else if postings.len() > shared.len() * 8 {
                for (key, sum) in &mut shared {
                    if postings.binary_search(key).is_ok() {
                        *sum += weight * weight;
                    }
                }
            } else {
                for key in postings {
                    if let Some(sum) = shared.get_mut(key) {
                        *sum += weight * weight;
                    }
                }
            }
            rest -= weight * weight;
        }
        let mut found: Vec<Similar> = shared
            .into_iter()
            .map(|(key, sum)| Similar {
                key,
                similarity: f64::from(sum / (length * self.lengths[key as usize])),
            })
            .filter(|similar| similar.similarity >= least)
            .collect();
        found.sort_by(|a, b| {
            b.similarity
                .total_cmp(&a.similarity)
                .then(a.key.cmp(&b.key))
        });
        found.truncate(count);
        found
    }
}

/// The different trigrams of a normal form, as numbers, with a blank before and after it.
fn trigrams(normal: &str, found: &mut Vec<u64>) {
    found.clear();
    let mut window = [' ', ' ', ' '];
    for character in normal.chars().chain([' ']) {
        window = [window[1], window[2], character];
        // A character has 21 bits.
        let number = window.iter().fold(0u64, |number, character| {
            number << 21 | u64::from(*character)
        });
        found.push(number);
    }
    found.sort_unstable();
    found.dedup();
}
