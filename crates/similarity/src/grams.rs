//! Sequences of tokens as numbers, and how many n-grams two of them share.

use rustc_hash::FxHashMap;

/// Two sequences whose equal tokens have equal numbers.
pub(crate) struct Grams {
    pub gold: Vec<u32>,
    pub system: Vec<u32>,
}

impl Grams {
    pub(crate) fn new<'t>(
        gold: impl IntoIterator<Item = &'t str>,
        system: impl IntoIterator<Item = &'t str>,
    ) -> Self {
        let mut numbers: FxHashMap<&'t str, u32> = FxHashMap::default();
        let mut number = |token: &'t str| {
            let next = numbers.len() as u32;
            *numbers.entry(token).or_insert(next)
        };
        Self {
            gold: gold.into_iter().map(&mut number).collect(),
            system: system.into_iter().map(&mut number).collect(),
        }
    }

    /// How many n-grams both have, each counted as often as the one that has it less often.
    pub(crate) fn shared(&self, n: usize) -> usize {
        let (gold, system) = (sorted(&self.gold, n), sorted(&self.system, n));
        let (mut one, mut other, mut shared) = (0, 0, 0);
        while let (Some(left), Some(right)) = (gold.get(one), system.get(other)) {
            match left.cmp(right) {
                std::cmp::Ordering::Less => one += 1,
                std::cmp::Ordering::Greater => other += 1,
                std::cmp::Ordering::Equal => {
                    shared += 1;
                    one += 1;
                    other += 1;
                }
            }
        }
        shared
    }

    /// Precision, recall and F1 of the n-grams as multisets.
    pub(crate) fn overlap(&self, n: usize) -> [f64; 3] {
        let shared = self.shared(n) as f64;
        let share = |all: usize| match all {
            0 => 0.0,
            all => shared / all as f64,
        };
        let (gold, system) = (count(&self.gold, n), count(&self.system, n));
        let (precision, recall) = (share(system), share(gold));
        [precision, recall, harmonic(precision, recall)]
    }

    /// BLEU of the system's sequence: the geometric mean of the shares of 1- to 4-grams that the gold
    /// sequence has, times a penalty for brevity (Papineni et al., ACL 2002).
    pub(crate) fn bleu(&self, smoothing: Smoothing) -> f64 {
        let length = self.system.len() as f64;
        let mut logs = 0.0;
        let mut halvings = 1.0;
        for n in 1..=4 {
            let all = count(&self.system, n).max(1) as f64;
            let mut shared = self.shared(n) as f64;
            if shared == 0.0 {
                if n == 1 {
                    return 0.0;
                }
                match smoothing {
                    Smoothing::Epsilon => shared = 0.1,
                    // Chen and Cherry 2014, method 4, with K = 5.
                    Smoothing::Length if self.system.len() > 1 => {
                        shared = length.ln() / (2f64.powf(halvings) * 5.0);
                        halvings += 1.0;
                    }
                    // There is no logarithm to add.
                    Smoothing::Length => continue,
                }
            }
            logs += 0.25 * (shared / all).ln();
        }
        let brevity = if self.system.len() > self.gold.len() {
            1.0
        } else {
            (1.0 - self.gold.len() as f64 / length).exp()
        };
        brevity * logs.exp()
    }
}

/// What BLEU takes for n-grams of which none is shared.
#[derive(Clone, Copy)]
pub(crate) enum Smoothing {
    /// A tenth of an n-gram: Chen and Cherry 2014, method 1.
    Epsilon,
    /// Less, the shorter the sequence: their method 4.
    Length,
}

pub(crate) fn harmonic(one: f64, other: f64) -> f64 {
    if one + other == 0.0 {
        0.0
    } else {
        2.0 * one * other / (one + other)
    }
}

fn count(sequence: &[u32], n: usize) -> usize {
    (sequence.len() + 1).saturating_sub(n)
}

/// The n-grams in order; n is 4 at most.
fn sorted(sequence: &[u32], n: usize) -> Vec<u128> {
    let packed = |gram: &[u32]| gram.iter().fold(0, |all, one| all << 32 | u128::from(*one));
    let mut grams: Vec<u128> = sequence.windows(n).map(packed).collect();
    grams.sort_unstable();
    grams
}
