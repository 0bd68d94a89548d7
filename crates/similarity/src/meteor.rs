//! METEOR (Banerjee and Lavie 2005): words aligned by their form, their stem and, where WordNet is at
//! hand, their meaning.

use snowball_stemmers_rs::{Algorithm, Stemmer};

use crate::wordnet::WordNet;

/// METEOR of the system's tokens in lower case, with the parameters of NLTK: α 0.9, β 3, γ 0.5.
pub(crate) fn meteor(gold: &[String], system: &[String], wordnet: Option<&WordNet>) -> f64 {
    let mut alignment = Alignment {
        gold: (0..gold.len()).collect(),
        system: (0..system.len()).collect(),
        pairs: Vec::new(),
    };
    alignment.match_by(|one, other| system[one] == gold[other]);
    let stemmer = Stemmer::create(Algorithm::Porter);
    let stems = |words: &[String]| -> Vec<String> {
        words
            .iter()
            .map(|word| stemmer.stem(word).into_owned())
            .collect()
    };
    let (gold_stems, system_stems) = (stems(gold), stems(system));
    alignment.match_by(|one, other| system_stems[one] == gold_stems[other]);
    if let Some(wordnet) = wordnet {
        alignment.match_by(|one, other| wordnet.are_synonyms(&system[one], &gold[other]));
    }
    alignment.score(gold.len(), system.len())
}

/// Which words stand for which.
struct Alignment {
    /// Gold words that are left.
    gold: Vec<usize>,
    /// Words of the system that are left.
    system: Vec<usize>,
    /// A word of the system with a gold word.
    pairs: Vec<(usize, usize)>,
}

impl Alignment {
    /// Pairs what is left, the last words first as NLTK does.
    fn match_by(&mut self, same: impl Fn(usize, usize) -> bool) {
        for at in (0..self.system.len()).rev() {
            let word = self.system[at];
            if let Some(other) = self.gold.iter().rposition(|other| same(word, *other)) {
                self.pairs.push((word, self.gold.remove(other)));
                self.system.remove(at);
            }
        }
    }

    fn score(mut self, gold: usize, system: usize) -> f64 {
        let matches = self.pairs.len() as f64;
        if matches == 0.0 {
            return 0.0;
        }
        self.pairs.sort_unstable();
        let breaks = self.pairs.windows(2);
        let chunks = 1 + breaks
            .filter(|pair| pair[1].0 != pair[0].0 + 1 || pair[1].1 != pair[0].1 + 1)
            .count();
        let (precision, recall) = (matches / system as f64, matches / gold as f64);
        let mean = precision * recall / (0.9 * precision + 0.1 * recall);
        let penalty = 0.5 * (chunks as f64 / matches).powi(3);
        mean * (1.0 - penalty)
    }
}
