//! Ridge regression from texts to many labels at once.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use rayon::prelude::*;
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use super::descent::Factorised;
use super::error::{LearnError, check_positive, check_sizes};
use super::matrix::{Rows, Sparse};
use super::text::{TextFeatures, TextOptions};

/// Predicts which labels belong to a text, from texts with labels: ridge regression over tf-idf features in its dual
/// form, whose size depends on the number of texts instead of the number of features.
///
/// The score of a label is (mean of the label) + Σᵢ k(text, textᵢ) αᵢ with α = (K + λI)⁻¹(Y − mean).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Stored", into = "Stored")]
pub struct TextRidge {
    features: TextFeatures,
    texts: Sparse,
    labels: Vec<String>,
    means: Vec<f32>,
    /// Label by label.
    alphas: Vec<f32>,
    /// For each feature the texts that have it.
    postings: Vec<Vec<(u32, f32)>>,
}

/// A model as it is kept: the weights, of which there are millions, in base 64.
#[derive(Serialize, Deserialize)]
struct Stored {
    features: TextFeatures,
    texts: Sparse,
    labels: Vec<String>,
    means: Vec<f32>,
    alphas: String,
}

impl From<TextRidge> for Stored {
    fn from(model: TextRidge) -> Self {
        let bytes: Vec<u8> = model
            .alphas
            .iter()
            .flat_map(|one| one.to_le_bytes())
            .collect();
        Self {
            features: model.features,
            texts: model.texts,
            labels: model.labels,
            means: model.means,
            alphas: STANDARD.encode(bytes),
        }
    }
}

impl TryFrom<Stored> for TextRidge {
    type Error = &'static str;

    fn try_from(stored: Stored) -> Result<Self, Self::Error> {
        let bytes = STANDARD
            .decode(&stored.alphas)
            .map_err(|_| "its weights are not in base 64")?;
        let (weights, rest) = bytes.as_chunks::<4>();
        let alphas: Vec<f32> = weights.iter().map(|one| f32::from_le_bytes(*one)).collect();
        let sound = rest.is_empty()
            && stored.texts.is_sound()
            && stored.texts.columns() == stored.features.columns()
            && alphas.len() == stored.labels.len() * stored.texts.rows()
            && stored.means.len() == stored.labels.len();
        if !sound {
            return Err("its parts do not fit together");
        }
        Ok(Self {
            postings: stored.texts.postings(),
            features: stored.features,
            texts: stored.texts,
            labels: stored.labels,
            means: stored.means,
            alphas,
        })
    }
}

impl TextRidge {
    /// Learns from texts and the labels of each.
    ///
    /// # Errors
    /// If texts and labels differ in number, there are none, or λ is not positive.
    pub fn fit<T: AsRef<str>, L: AsRef<str>>(
        texts: &[T],
        labels: &[Vec<L>],
        options: &TextOptions,
        penalty: f64,
    ) -> Result<Self, LearnError> {
        let features = TextFeatures::fit(texts, options);
        check_sizes(texts.len(), features.columns(), labels.len())?;
        check_positive("the penalty", penalty)?;
        let matrix = features.matrix(texts)?;
        let postings = matrix.postings();
        let rows = texts.len();
        let mut kernel = vec![0.0; rows * rows];
        kernel
            .par_chunks_mut(rows)
            .enumerate()
            .for_each(|(row, line)| {
                for (column, value) in matrix.cells(row) {
                    for (other, weight) in &postings[column] {
                        line[*other as usize] += value * f64::from(*weight);
                    }
                }
                line[row] += penalty;
            });
        let factorised = Factorised::new(rows, kernel)?;
        let mut known: Vec<String> = labels
            .iter()
            .flatten()
            .map(|label| label.as_ref().to_owned())
            .collect();
        known.sort_unstable();
        known.dedup();
        let at: FxHashMap<&str, usize> = known
            .iter()
            .enumerate()
            .map(|(at, label)| (label.as_str(), at))
            .collect();
        let mut targets = vec![0.0; known.len() * rows];
        for (row, labels) in labels.iter().enumerate() {
            for label in labels {
                targets[at[label.as_ref()] * rows + row] = 1.0;
            }
        }
        let means: Vec<f32> = targets
            .par_chunks_mut(rows)
            .map(|target| {
                let mean = target.iter().sum::<f64>() / rows as f64;
                target.iter_mut().for_each(|cell| *cell -= mean);
                mean as f32
            })
            .collect();
        factorised.solve_all(&mut targets);
        Ok(Self {
            features,
            texts: matrix,
            labels: known,
            means,
            alphas: targets.iter().map(|alpha| *alpha as f32).collect(),
            postings,
        })
    }

    /// The labels that it can predict.
    #[must_use]
    pub fn labels(&self) -> &[String] {
        &self.labels
    }

    /// The score of every label for a text.
    #[must_use]
    pub fn scores(&self, text: &str) -> Vec<f32> {
        let rows = self.texts.rows();
        let mut kernel = vec![0.0_f32; rows];
        let row = self.features.row(text);
        for (column, value) in &row {
            for (other, weight) in self.postings.get(*column as usize).into_iter().flatten() {
                kernel[*other as usize] += value * weight;
            }
        }
        self.means
            .iter()
            .zip(self.alphas.chunks(rows.max(1)))
            .map(|(mean, alphas)| mean + dot(alphas, &kernel))
            .collect()
    }
}

fn dot(one: &[f32], other: &[f32]) -> f32 {
    let mut sums = [0.0_f32; 16];
    let (ones, others) = (one.chunks_exact(16), other.chunks_exact(16));
    let rest: f32 = ones
        .remainder()
        .iter()
        .zip(others.remainder())
        .map(|(a, b)| a * b)
        .sum();
    for (one, other) in ones.zip(others) {
        for lane in 0..16 {
            sums[lane] += one[lane] * other[lane];
        }
    }
    sums.iter().sum::<f32>() + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXTS: [&str; 4] = [
        "who wrote the book",
        "who wrote the song",
        "where is the river",
        "where is the lake",
    ];

    fn model() -> TextRidge {
        let options = TextOptions {
            least: 1,
            ..TextOptions::default()
        };
        let labels = [vec!["author"], vec!["author"], vec!["place"], vec!["place"]];
        TextRidge::fit(&TEXTS, &labels, &options, 0.5).unwrap()
    }

    #[test]
    fn texts_get_the_labels_of_similar_ones() {
        let model = model();
        assert_eq!(model.labels(), ["author", "place"]);
        let scores = model.scores("Who wrote the poem?");
        assert!(scores[0] > 0.7 && scores[1] < 0.3, "{scores:?}");
        // Nothing known: the shares of the labels.
        assert_eq!(model.scores("zzz"), [0.5, 0.5]);
    }

    #[test]
    fn both_forms_of_ridge_agree() {
        use super::super::{matrix::Matrix, ridge::Ridge};
        // The means of the kernel are not centred, so the forms agree where the features are orthogonal to a constant:
        // compare on residuals instead, (K + λI)α = y − mean.
        let model = model();
        let rows = model.texts.rows();
        for label in 0..2 {
            let alphas = &model.alphas[label * rows..][..rows];
            for row in 0..rows {
                let score = model.scores(TEXTS[row])[label];
                let target = if (row < 2) == (label == 0) { 1.0 } else { 0.0 };
                assert!((score + 0.5 * alphas[row] - target).abs() < 1e-5);
            }
        }
        let line = Matrix::from_rows(&[[1.0], [-1.0]]).unwrap();
        let targets = Matrix::from_rows(&[[1.0], [-1.0]]).unwrap();
        let ridge = Ridge { penalty: 2.0 }.fit(&line, &targets).unwrap();
        assert!((ridge.weights.row(0)[0] - 0.5).abs() < 1e-12);
    }

    #[test]
    fn a_model_read_again_is_the_same() {
        let model = model();
        let text = serde_json::to_string(&model).unwrap();
        let again: TextRidge = serde_json::from_str(&text).unwrap();
        assert_eq!(model.scores(TEXTS[0]), again.scores(TEXTS[0]));
        let damaged = text.replace("[\"author\",\"place\"]", "[\"author\"]");
        assert!(serde_json::from_str::<TextRidge>(&damaged).is_err());
    }
}
