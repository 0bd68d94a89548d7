//! Texts as numbers: tf-idf weights of words and characters.

use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use super::error::LearnError;
use super::matrix::Sparse;

/// What is counted in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Grams {
    /// Runs of this many words.
    Words(usize, usize),
    /// Runs of this many characters within words, blanks at their ends included.
    Characters(usize, usize),
}

/// Which runs become features.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TextOptions {
    /// What is counted.
    pub grams: Vec<Grams>,
    /// In how many texts a run must occur.
    pub least: usize,
    /// Whether a run counts 1 + ln(occurrences) instead of its occurrences.
    pub sublinear: bool,
}

impl Default for TextOptions {
    fn default() -> Self {
        Self {
            grams: vec![Grams::Words(1, 2), Grams::Characters(3, 5)],
            least: 2,
            sublinear: true,
        }
    }
}

/// The runs that were seen, with their weights: ln((1 + texts) / (1 + texts with it)) + 1, and rows of length
/// 1 (as `TfidfVectorizer` of scikit-learn) for each kind of run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TextFeatures {
    options: TextOptions,
    columns: FxHashMap<String, u32>,
    weights: Vec<f32>,
}

impl TextFeatures {
    /// Collects the runs of texts; columns follow the alphabet.
    #[must_use]
    pub fn fit<T: AsRef<str>>(texts: &[T], options: &TextOptions) -> Self {
        let mut seen: FxHashMap<String, usize> = FxHashMap::default();
        for text in texts {
            for counted in counted(text.as_ref(), &options.grams) {
                for run in counted.into_keys() {
                    *seen.entry(run).or_default() += 1;
                }
            }
        }
        let mut kept: Vec<(String, usize)> = seen
            .into_iter()
            .filter(|(_, count)| *count >= options.least)
            .collect();
        kept.sort_unstable();
        let all = texts.len() as f64;
        let weights = kept
            .iter()
            .map(|(_, count)| (((1.0 + all) / (1.0 + *count as f64)).ln() + 1.0) as f32);
        Self {
            options: options.clone(),
            weights: weights.collect(),
            columns: kept
                .into_iter()
                .enumerate()
                .map(|(at, (run, _))| (run, at as u32))
                .collect(),
        }
    }

    /// How many runs there are.
    #[must_use]
    pub fn columns(&self) -> usize {
        self.weights.len()
    }

    /// The features of a text, by column.
    #[must_use]
    pub fn row(&self, text: &str) -> Vec<(u32, f32)> {
        let mut row: Vec<(u32, f32)> = Vec::new();
        for counted in counted(text, &self.options.grams) {
            let start = row.len();
            for (run, count) in counted {
                let Some(column) = self.columns.get(&run) else {
                    continue;
                };
                let count = count as f32;
                let count = if self.options.sublinear {
                    1.0 + count.ln()
                } else {
                    count
                };
                let weight = self.weights.get(*column as usize).copied();
                row.push((*column, count * weight.unwrap_or_default()));
            }
            let length: f32 = row[start..].iter().map(|(_, value)| value * value).sum();
            if length > 0.0 {
                let length = length.sqrt();
                row[start..]
                    .iter_mut()
                    .for_each(|(_, value)| *value /= length);
            }
        }
        row.sort_unstable_by_key(|(column, _)| *column);
        row
    }

    /// The features of texts.
    ///
    /// # Errors
    /// None that texts can cause.
    pub fn matrix<T: AsRef<str>>(&self, texts: &[T]) -> Result<Sparse, LearnError> {
        let mut matrix = Sparse::new(self.columns());
        for text in texts {
            matrix.push(&self.row(text.as_ref()))?;
        }
        Ok(matrix)
    }
}

/// The runs of a text, for each kind.
fn counted(text: &str, grams: &[Grams]) -> Vec<FxHashMap<String, usize>> {
    let lower = text.to_lowercase();
    let words: Vec<&str> = lower
        .split(|c: char| !(c.is_alphanumeric() || c == '_'))
        .filter(|word| !word.is_empty())
        .collect();
    let mut all = Vec::with_capacity(grams.len());
    for grams in grams {
        let mut counted: FxHashMap<String, usize> = FxHashMap::default();
        match grams {
            Grams::Words(least, most) => {
                for size in (*least).max(1)..=*most {
                    for run in words.windows(size) {
                        *counted.entry(format!("w {}", run.join(" "))).or_default() += 1;
                    }
                }
            }
            Grams::Characters(least, most) => {
                for word in &words {
                    let padded = format!(" {word} ");
                    let starts: Vec<usize> = padded
                        .char_indices()
                        .map(|(at, _)| at)
                        .chain([padded.len()])
                        .collect();
                    for size in (*least).max(1)..=*most {
                        for run in starts.windows(size + 1) {
                            let run = &padded[run[0]..run[size]];
                            *counted.entry(format!("c{run}")).or_default() += 1;
                        }
                    }
                }
            }
        }
        all.push(counted);
    }
    all
}

#[cfg(test)]
mod tests {
    use super::super::matrix::Rows;
    use super::*;

    #[test]
    fn weights_are_those_of_scikit_learn() {
        // TfidfVectorizer(ngram_range=(1, 1)).fit(["a big lake", "a lake"]) with token_pattern r"\w+".
        let options = TextOptions {
            grams: vec![Grams::Words(1, 1)],
            least: 1,
            sublinear: false,
        };
        let features = TextFeatures::fit(&["a big lake", "a lake"], &options);
        assert_eq!(features.columns(), 3);
        let row = features.row("A big lake!");
        let values: Vec<f32> = row.iter().map(|(_, value)| *value).collect();
        for (found, expected) in values.iter().zip([0.501_549, 0.704_909, 0.501_549]) {
            assert!((found - expected).abs() < 1e-5, "{values:?}");
        }
        assert!(features.row("unknown words only").is_empty());
        assert_eq!(features.matrix(&["a", ""]).unwrap().rows(), 2);
    }

    #[test]
    fn characters_stay_within_words() {
        let options = TextOptions {
            grams: vec![Grams::Characters(3, 3)],
            least: 1,
            sublinear: true,
        };
        let features = TextFeatures::fit(&["öl ab"], &options);
        let mut runs: Vec<&String> = features.columns.keys().collect();
        runs.sort();
        assert_eq!(runs, ["c ab", "c öl", "cab ", "cöl "]);
    }
}
