//! Bags of words: how many two texts share, and the angle between them.

use rustc_hash::FxHashMap;

use crate::tokens::words;

/// How often each word occurs in either text.
pub(crate) struct Bags(Vec<[f64; 2]>);

impl Bags {
    /// The words of two texts in lower case.
    pub(crate) fn new(gold: &str, system: &str) -> Self {
        let mut counts: FxHashMap<&str, [f64; 2]> = FxHashMap::default();
        for (side, text) in [gold, system].into_iter().enumerate() {
            for word in words(text) {
                counts.entry(word).or_default()[side] += 1.0;
            }
        }
        Self(counts.into_values().collect())
    }

    fn sum(&self, of: impl Fn(&[f64; 2]) -> f64) -> f64 {
        self.0.iter().map(of).sum()
    }

    fn shared(&self) -> f64 {
        self.sum(|[one, other]| f64::from(u8::from(*one > 0.0 && *other > 0.0)))
    }

    /// Shared words by all words; two texts without words agree.
    pub(crate) fn jaccard(&self) -> f64 {
        if self.0.is_empty() {
            return 1.0;
        }
        self.shared() / self.0.len() as f64
    }

    /// The cosine of the angle between the counts; two texts without words agree.
    pub(crate) fn cosine(&self) -> f64 {
        if self.0.is_empty() {
            return 1.0;
        }
        let lengths = self.sum(|[one, _]| one * one).sqrt() * self.sum(|[_, two]| two * two).sqrt();
        if lengths == 0.0 {
            return 0.0;
        }
        self.sum(|[one, other]| one * other) / lengths
    }

    /// One by one more than the distance between the sets of words.
    pub(crate) fn euclidean(&self) -> f64 {
        1.0 / (1.0 + (self.0.len() as f64 - self.shared()).sqrt())
    }
}
