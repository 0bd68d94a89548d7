//! A gold query and a system's, with what the measures share computed once.

use std::cell::OnceCell;

use crate::canonical::{collapsed, naive_canonical};
use crate::codebleu::{is_syntax, shared_variables, weighted_tokens};
use crate::grams::{Grams, Smoothing};
use crate::levenshtein::edit_distance;
use crate::meteor::meteor;
use crate::structure::Parts;
use crate::tokens::{renamed, runs, tokens};
use crate::wordnet::WordNet;
use crate::words::Bags;

/// Two query texts.
pub struct Pair<'t> {
    gold: &'t str,
    system: &'t str,
    tokens: OnceCell<Grams>,
    renamed: OnceCell<Grams>,
    canonical: OnceCell<[String; 2]>,
    canonical_tokens: OnceCell<Grams>,
    lower: OnceCell<[String; 2]>,
    runs: OnceCell<Grams>,
    bags: OnceCell<Bags>,
    parts: OnceCell<Parts>,
}

impl<'t> Pair<'t> {
    /// The gold query and what a system made of the question.
    pub fn new(gold: &'t str, system: &'t str) -> Self {
        Self {
            gold,
            system,
            tokens: OnceCell::new(),
            renamed: OnceCell::new(),
            canonical: OnceCell::new(),
            canonical_tokens: OnceCell::new(),
            lower: OnceCell::new(),
            runs: OnceCell::new(),
            bags: OnceCell::new(),
            parts: OnceCell::new(),
        }
    }

    fn tokens(&self) -> &Grams {
        let made = || Grams::new(tokens(self.gold), tokens(self.system));
        self.tokens.get_or_init(made)
    }

    fn renamed(&self) -> &Grams {
        self.renamed.get_or_init(|| {
            let (gold, system) = (renamed(self.gold), renamed(self.system));
            Grams::new(tokens(&gold), tokens(&system))
        })
    }

    fn canonical(&self) -> &[String; 2] {
        let made = || [self.gold, self.system].map(naive_canonical);
        self.canonical.get_or_init(made)
    }

    fn lower(&self) -> &[String; 2] {
        let made = || [self.gold, self.system].map(str::to_lowercase);
        self.lower.get_or_init(made)
    }

    fn bags(&self) -> &Bags {
        self.bags.get_or_init(|| {
            let [gold, system] = self.lower();
            Bags::new(gold, system)
        })
    }

    fn parts(&self) -> &Parts {
        let made = || Parts::new(self.gold, self.system);
        self.parts.get_or_init(made)
    }

    pub(crate) fn exact(&self) -> f64 {
        f64::from(u8::from(collapsed(self.gold) == collapsed(self.system)))
    }

    pub(crate) fn token_scores(&self) -> [f64; 3] {
        self.tokens().agreement()
    }

    pub(crate) fn renamed_f1(&self) -> f64 {
        self.renamed().agreement()[2]
    }

    pub(crate) fn bleu(&self) -> f64 {
        self.tokens().bleu(Smoothing::Length)
    }

    pub(crate) fn renamed_bleu(&self) -> f64 {
        self.renamed().bleu(Smoothing::Length)
    }

    pub(crate) fn canonical_bleu(&self) -> f64 {
        let grams = self.canonical_tokens.get_or_init(|| {
            let [gold, system] = self.canonical();
            Grams::new(tokens(gold), tokens(system))
        });
        grams.bleu(Smoothing::Length)
    }

    pub(crate) fn rouge(&self, n: usize) -> f64 {
        let grams = self.runs.get_or_init(|| {
            let [gold, system] = self.lower();
            Grams::new(runs(gold), runs(system))
        });
        grams.overlap(n)[2]
    }

    pub(crate) fn canonical_rouge(&self) -> f64 {
        let [gold, system] = self.canonical();
        let (gold, system) = (gold.to_lowercase(), system.to_lowercase());
        Grams::new(runs(&gold), runs(&system)).overlap(4)[2]
    }

    pub(crate) fn meteor(&self) -> f64 {
        let lower = |text: &str| -> Vec<String> {
            tokens(text).into_iter().map(str::to_lowercase).collect()
        };
        meteor(&lower(self.gold), &lower(self.system), WordNet::at_hand())
    }

    pub(crate) fn codebleu(&self) -> f64 {
        let bleu = self.tokens().bleu(Smoothing::Epsilon);
        let weighted = weighted_tokens(&tokens(self.gold), &tokens(self.system));
        let syntax = f64::from(u8::from(is_syntax(self.system)));
        (bleu + weighted + syntax + shared_variables(self.gold, self.system)) / 4.0
    }

    pub(crate) fn levenshtein(&self) -> f64 {
        let longest = self.gold.chars().count().max(self.system.chars().count());
        if longest == 0 {
            return 1.0;
        }
        1.0 - edit_distance(self.gold, self.system) as f64 / longest as f64
    }

    pub(crate) fn jaccard(&self) -> f64 {
        self.bags().jaccard()
    }

    pub(crate) fn cosine(&self) -> f64 {
        self.bags().cosine()
    }

    pub(crate) fn euclidean(&self) -> f64 {
        self.bags().euclidean()
    }

    pub(crate) fn equivalence(&self) -> f64 {
        self.parts().equivalence()
    }

    pub(crate) fn structure(&self) -> [f64; 3] {
        self.parts().scores()
    }
}

impl Grams {
    /// Precision, recall and F1 of single tokens; two texts without tokens agree.
    fn agreement(&self) -> [f64; 3] {
        if self.gold.is_empty() && self.system.is_empty() {
            return [1.0; 3];
        }
        self.overlap(1)
    }
}
