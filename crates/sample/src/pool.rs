//! The questions to choose from, each a vector of features.

use std::hash::Hasher;

use lydite_model::QuestionId;
use rustc_hash::{FxHashMap, FxHasher};

use crate::{SampleError, Vectors};

/// The questions to choose from, each with the values of the same features.
///
/// Questions with equal values share them: real datasets have few different vectors (1,483 among
/// QaldGen's 5,543 questions), and every method works on those.
///
/// ```
/// use lydite_sample::Pool;
///
/// let mut pool = Pool::new(["length", "tps"]);
/// pool.push("1", &[9.0, 1.0])?;
/// pool.push("2", &[3.0, 1.0])?;
/// pool.push("3", &[9.0, 1.0])?;
/// assert_eq!((pool.len(), pool.distinct()), (3, 2));
/// # Ok::<(), lydite_sample::SampleError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Pool {
    features: Vec<String>,
    ids: Vec<QuestionId>,
    /// For each question the number of its row of values.
    rows: Vec<u32>,
    /// The different rows, one after another.
    values: Vec<f64>,
    /// The rows with this hash; collisions are chained.
    known: FxHashMap<u64, Vec<u32>>,
}

impl Pool {
    /// No questions yet, with these features.
    pub fn new<S: Into<String>>(features: impl IntoIterator<Item = S>) -> Self {
        Self {
            features: features.into_iter().map(Into::into).collect(),
            ids: Vec::new(),
            rows: Vec::new(),
            values: Vec::new(),
            known: FxHashMap::default(),
        }
    }

    /// Adds a question.
    ///
    /// # Errors
    /// If a value is NaN or infinite, or if their number is not that of the features.
    pub fn push(&mut self, id: impl Into<QuestionId>, values: &[f64]) -> Result<(), SampleError> {
        let id = id.into();
        if values.len() != self.features.len() {
            return Err(SampleError::Ragged {
                question: id.as_str().to_owned(),
                found: values.len(),
                expected: self.features.len(),
            });
        }
        if let Some(at) = values.iter().position(|value| !value.is_finite()) {
            return Err(SampleError::NotFinite {
                question: id.as_str().to_owned(),
                feature: self.features[at].clone(),
                value: values[at],
            });
        }
        let row = self.intern(values);
        self.ids.push(id);
        self.rows.push(row);
        Ok(())
    }

    fn intern(&mut self, values: &[f64]) -> u32 {
        let width = self.features.len();
        let mut hasher = FxHasher::default();
        for value in values {
            // -0.0 equals 0.0, so it must hash alike.
            hasher.write_u64((value + 0.0).to_bits());
        }
        let same = self.known.entry(hasher.finish()).or_default();
        let found = same
            .iter()
            .find(|row| self.values[**row as usize * width..][..width] == *values);
        if let Some(row) = found {
            return *row;
        }
        let row = u32::try_from(self.values.len() / width.max(1)).unwrap_or(u32::MAX);
        same.push(row);
        self.values.extend_from_slice(values);
        row
    }

    /// Puts the questions into the order of their identifiers, numbers as people count (also behind
    /// the name of a dataset, see [`Collection`](crate::Collection)), and says for each at which place
    /// it was before.
    ///
    /// Where two questions are equally good, methods take the first.
    pub fn sort(&mut self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.ids.len()).collect();
        if self.ids.is_sorted_by_key(place) {
            return order;
        }
        order.sort_by_cached_key(|at| place(&self.ids[*at]));
        let mut ids: Vec<Option<QuestionId>> = std::mem::take(&mut self.ids)
            .into_iter()
            .map(Some)
            .collect();
        self.ids = order.iter().filter_map(|at| ids[*at].take()).collect();
        self.rows = order.iter().map(|at| self.rows[*at]).collect();
        order
    }

    /// How many questions there are.
    pub fn len(&self) -> usize {
        self.ids.len()
    }

    /// Whether there is no question.
    pub fn is_empty(&self) -> bool {
        self.ids.is_empty()
    }

    /// How many different rows of values there are.
    pub fn distinct(&self) -> usize {
        match self.features.len() {
            0 => usize::from(!self.is_empty()),
            width => self.values.len() / width,
        }
    }

    /// The features, in the order of the values.
    pub fn features(&self) -> &[String] {
        &self.features
    }

    /// The identifiers of the questions.
    pub fn ids(&self) -> &[QuestionId] {
        &self.ids
    }

    /// The values of a question.
    pub fn values(&self, question: usize) -> &[f64] {
        let width = self.features.len();
        &self.values[self.rows[question] as usize * width..][..width]
    }

    /// The features that have the same value everywhere: they tell no two questions apart.
    pub fn constant_features(&self) -> Vec<&str> {
        let width = self.features.len();
        let constant = |column: usize| {
            let mut values = self.values.iter().skip(column).step_by(width);
            let first = values.next();
            values.all(|value| Some(value) == first)
        };
        (0..width)
            .filter(|column| constant(*column))
            .map(|column| self.features[column].as_str())
            .collect()
    }

    /// The normalised vectors.
    ///
    /// # Errors
    /// If there is no question or no feature.
    pub fn vectors(&self) -> Result<Vectors, SampleError> {
        if self.is_empty() {
            return Err(SampleError::EmptySelection);
        }
        if self.features.is_empty() {
            return Err(SampleError::NoFeatures);
        }
        Ok(Vectors::new(self.features.len(), &self.values, &self.rows))
    }
}

/// Where an identifier stands among others: by dataset, then by number, then by the alphabet.
fn place(id: &QuestionId) -> (&str, i64, &str) {
    let text = id.as_str();
    let (dataset, local) = text.rsplit_once(':').unwrap_or(("", text));
    match local.parse() {
        Ok(number) => (dataset, number, text),
        Err(_) => ("", i64::MAX, text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_are_sorted_as_people_count() -> Result<(), SampleError> {
        let mut pool = Pool::new(["length"]);
        for id in ["b:2", "10", "a:10", "x", "9", "a:9", "db25:1-en"] {
            pool.push(id, &[1.0])?;
        }
        pool.sort();
        let ids: Vec<&str> = pool.ids().iter().map(QuestionId::as_str).collect();
        assert_eq!(ids, ["9", "10", "db25:1-en", "x", "a:9", "a:10", "b:2"]);
        Ok(())
    }
}
