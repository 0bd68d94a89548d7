//! What linear models have in common: a weight for each feature, and a constant.

use serde::{Deserialize, Serialize};

/// A linear model of two classes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Linear {
    /// The weight of each feature.
    pub weights: Vec<f64>,
    /// What is added.
    pub intercept: f64,
}

impl Linear {
    /// The weighted sum: above 0 for the positive class.
    #[must_use]
    pub fn decision(&self, features: &[f64]) -> f64 {
        self.intercept + super::matrix::dot(features, &self.weights)
    }

    /// The same over cells that are not zero; columns that the model does not know count nothing.
    pub fn decision_of(&self, cells: impl Iterator<Item = (usize, f64)>) -> f64 {
        let terms = cells.filter_map(|(at, value)| Some(self.weights.get(at)? * value));
        self.intercept + terms.sum::<f64>()
    }

    /// The probability of the positive class, if the model is a logistic one.
    #[must_use]
    pub fn probability(&self, features: &[f64]) -> f64 {
        sigmoid(self.decision(features))
    }
}

/// The logistic function.
pub(super) fn sigmoid(value: f64) -> f64 {
    if value >= 0.0 {
        1.0 / (1.0 + (-value).exp())
    } else {
        let power = value.exp();
        power / (1.0 + power)
    }
}

/// ln(1 + exp(value)), without overflow.
pub(super) fn softplus(value: f64) -> f64 {
    value.max(0.0) + (-value.abs()).exp().ln_1p()
}
