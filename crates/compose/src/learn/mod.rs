//! Small models that learn from examples: linear models, trees, rankers, and what feeds and checks them.
//!
//! | to | see |
//! | --- | --- |
//! | hold examples | [`Matrix`] (dense), [`Sparse`] |
//! | turn texts into numbers | [`TextFeatures`] |
//! | tell two classes apart | [`Logistic`], [`LinearSvm`], [`KernelSvm`], [`GaussianBayes`], [`Tree`], [`Forest`], [`Boosted`] |
//! | predict many quantities at once | [`Ridge`], [`TextRidge`], [`MixedRidge`], [`Forest`] |
//! | choose within groups | [`Choice`] |
//! | turn scores into probabilities | [`Isotonic`], [`Platt`] |
//! | divide examples | [`Folds`] |
//! | keep what was learned | [`ModelFile`] |
//!
//! Everything is deterministic: the same examples, options and seed give the same model, whatever the number
//! of threads. What the linear models cannot use (missing cells, infinite values, one class only) is an error
//! that says which cell or class it is; trees, forests and boosted trees take NaN as *missing*.
//!
//! ```
//! use lydite_compose::learn::{Logistic, Matrix};
//!
//! let examples = Matrix::from_rows(&[[0.0], [1.0], [2.0], [3.0]])?;
//! let model = Logistic::default().fit(&examples, &[false, false, true, true])?;
//! assert!(model.probability(&[3.0]) > 0.5 && model.probability(&[0.0]) < 0.5);
//! # Ok::<(), lydite_compose::learn::LearnError>(())
//! ```

mod bins;
mod boosted;
mod calibrate;
mod choice;
mod descent;
mod error;
mod file;
mod folds;
mod forest;
mod kernel_svm;
mod linear;
mod logistic;
mod matrix;
mod mixed_ridge;
mod naive_bayes;
mod ridge;
mod svm;
mod text;
mod text_ridge;
mod tree;

pub use boosted::{Boosted, BoostedOptions};
pub use calibrate::{Isotonic, Platt};
pub use choice::{Choice, ChoiceOptions, Group};
pub use error::LearnError;
pub use file::{ModelFile, ModelFileError, Provenance};
pub use folds::Folds;
pub use forest::{Forest, ForestOptions};
pub use kernel_svm::{Kernel, KernelModel, KernelSvm};
pub use linear::Linear;
pub use logistic::Logistic;
pub use matrix::{Matrix, Rows, Scale, Sparse};
pub use mixed_ridge::{MixedRidge, MixedRidgeModel};
pub use naive_bayes::GaussianBayes;
pub use ridge::{Ridge, RidgeModel};
pub use svm::LinearSvm;
pub use text::{Grams, TextFeatures, TextOptions};
pub use text_ridge::TextRidge;
pub use tree::{Splitter, Tree, TreeOptions};
