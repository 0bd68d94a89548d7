//! How alike two queries are, as texts and as structures: the measures that papers report beside the
//! answers.
//!
//! They tell similarity, not correctness: a query that gives the right answers in other words scores
//! low, one with a single wrong entity high. They are here so that figures can be compared with those
//! of papers; each says where it comes from and how it departs from that.
//!
//! | to | use |
//! | --- | --- |
//! | list the measures, or find one by name | [`similarities`], [`similarity`] |
//! | compare two queries | [`Pair`], [`Similarity::of`] |
//! | see the texts as the measures see them | [`tokens`], [`renamed`], [`naive_canonical`] |
//!
//! ```
//! use lydite_similarity::{Pair, similarities};
//! let pair = Pair::new("ASK { ?x a dbo:Lake }", "ASK { ?y a dbo:Lake }");
//! assert!(similarities().iter().all(|one| (0.0..=1.0 + 1e-9).contains(&one.of(&pair))));
//! ```

mod canonical;
mod codebleu;
mod grams;
mod levenshtein;
mod measures;
mod meteor;
mod pair;
mod structure;
mod tokens;
mod wordnet;
mod words;

pub use canonical::naive_canonical;
pub use levenshtein::edit_distance;
pub use measures::{Similarity, similarities, similarity};
pub use pair::Pair;
pub use tokens::{renamed, tokens};
pub use wordnet::WordNet;
