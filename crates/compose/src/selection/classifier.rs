//! The five classifiers of Frankenstein, one model for each component.

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::outcomes::Outcomes;
use crate::learn::{
    Folds, Forest, ForestOptions, GaussianBayes, Kernel, KernelSvm, LearnError, Logistic, Matrix,
    Rows, Tree, TreeOptions,
};

/// A way to predict whether a component succeeds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Classifier {
    /// Logistic regression with C = 1000, as Frankenstein's code has it.
    LogisticRegression,
    /// A support vector machine with a Gaussian kernel and C = 1, ranked by its decisions.
    Svm,
    /// A hundred trees.
    RandomForest,
    /// One tree.
    DecisionTree,
    /// Gaussian naive Bayes.
    NaiveBayes,
}

impl Classifier {
    /// All, in the order of the paper's figures.
    pub const ALL: [Self; 5] = [
        Self::LogisticRegression,
        Self::Svm,
        Self::RandomForest,
        Self::DecisionTree,
        Self::NaiveBayes,
    ];

    /// What it is called.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::LogisticRegression => "logistic regression",
            Self::Svm => "SVM",
            Self::RandomForest => "random forest",
            Self::DecisionTree => "decision tree",
            Self::NaiveBayes => "naive Bayes",
        }
    }

    /// From which prediction on success is expected.
    #[must_use]
    pub fn threshold(self) -> f64 {
        if self == Self::Svm { 0.0 } else { 0.5 }
    }
}

/// What is predicted for questions: for each task and question, a value for each component.
pub type Predicted = Vec<Vec<Vec<f64>>>;

/// Learns from some questions and predicts for others.
///
/// A component that always succeeds, or never does, on the questions to learn from is predicted to go on so.
///
/// # Errors
/// If features and outcomes differ in their questions, or a feature is missing or infinite.
pub fn held_out(
    classifier: Classifier,
    features: &Matrix,
    tasks: &[Outcomes],
    trained: &[usize],
    tested: &[usize],
) -> Result<Predicted, LearnError> {
    for task in tasks {
        if task.questions() != features.rows() {
            return Err(LearnError::Shape {
                what: "questions with outcomes",
                expected: features.rows(),
                found: task.questions(),
            });
        }
    }
    let examples = features.select(trained);
    examples.check_finite()?;
    let columns: Vec<(usize, usize)> = tasks
        .iter()
        .enumerate()
        .flat_map(|(task, outcomes)| (0..outcomes.components.len()).map(move |at| (task, at)))
        .collect();
    let shared = if classifier == Classifier::Svm {
        let kernel = Kernel::scaled(examples.clone())?;
        let near: Vec<Vec<f32>> = tested
            .par_iter()
            .map(|question| kernel.similarities(features.row(*question)))
            .collect();
        Some((kernel, near))
    } else {
        None
    };
    let predictions: Vec<Vec<f64>> = columns
        .par_iter()
        .map(|(task, component)| {
            let classes = tasks[*task].labels(*component, trained);
            let learned = match &shared {
                Some((kernel, near)) => KernelSvm::default()
                    .fit(kernel, &classes)
                    .map(|model| near.iter().map(|near| model.decision(near)).collect()),
                None => predictions(classifier, &examples, &classes, features, tested),
            };
            match learned {
                Err(LearnError::OneClass { class, .. }) => {
                    let certain = if class {
                        1.0
                    } else {
                        classifier.threshold() * 2.0 - 1.0
                    };
                    Ok(vec![certain; tested.len()])
                }
                learned => learned,
            }
        })
        .collect::<Result<_, _>>()?;
    let mut all: Predicted = tasks
        .iter()
        .map(|task| vec![vec![0.0; task.components.len()]; tested.len()])
        .collect();
    for ((task, component), predictions) in columns.into_iter().zip(predictions) {
        for (row, value) in all[task].iter_mut().zip(predictions) {
            row[component] = value;
        }
    }
    Ok(all)
}

fn predictions(
    classifier: Classifier,
    examples: &Matrix,
    classes: &[bool],
    features: &Matrix,
    tested: &[usize],
) -> Result<Vec<f64>, LearnError> {
    let each = |predict: &dyn Fn(&[f64]) -> f64| -> Vec<f64> {
        let tested = tested.iter();
        tested.map(|at| predict(features.row(*at))).collect()
    };
    let targets = || {
        let rows: Vec<[f64; 1]> = classes
            .iter()
            .map(|class| [f64::from(u8::from(*class))])
            .collect();
        Matrix::from_rows(&rows)
    };
    Ok(match classifier {
        Classifier::LogisticRegression | Classifier::Svm => {
            let logistic = Logistic {
                cost: 1000.0,
                ..Logistic::default()
            };
            let model = logistic.fit(examples, classes)?;
            each(&|row| model.probability(row))
        }
        Classifier::RandomForest => {
            let model = Forest::fit(examples, &targets()?, &ForestOptions::default())?;
            each(&|row| model.predict(row)[0])
        }
        Classifier::DecisionTree => {
            let model = Tree::fit(examples, &targets()?, &TreeOptions::default())?;
            each(&|row| f64::from(model.predict(row)[0]))
        }
        Classifier::NaiveBayes => {
            let model = GaussianBayes::fit(examples, classes)?;
            each(&|row| model.probability(row))
        }
    })
}

/// Predicts for every question from those of the other folds.
///
/// # Errors
/// As [`held_out`].
pub fn cross_validated(
    classifier: Classifier,
    features: &Matrix,
    tasks: &[Outcomes],
    folds: &Folds,
) -> Result<Predicted, LearnError> {
    let mut all: Predicted = tasks
        .iter()
        .map(|_| vec![Vec::new(); features.rows()])
        .collect();
    for fold in 0..folds.count() {
        let tested = folds.tested(fold);
        let predicted = held_out(classifier, features, tasks, &folds.trained(fold), &tested)?;
        for (all, predicted) in all.iter_mut().zip(predicted) {
            for (question, row) in tested.iter().zip(predicted) {
                all[*question] = row;
            }
        }
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcomes(scores: &[[f64; 2]]) -> Outcomes {
        let names = ["a", "b"].map(str::to_owned).to_vec();
        Outcomes::new("NED", names, Matrix::from_rows(scores).unwrap()).unwrap()
    }

    #[test]
    fn what_never_succeeds_is_predicted_to_fail_and_constant_features_do_no_harm() {
        let scores: Vec<[f64; 2]> = (0..12).map(|at| [f64::from(at % 2), 0.0]).collect();
        let rows: Vec<[f64; 2]> = (0..12).map(|at| [f64::from(at % 2), 7.0]).collect();
        let features = Matrix::from_rows(&rows).unwrap();
        let folds = Folds::in_order(12, 3).unwrap();
        for classifier in Classifier::ALL {
            let predicted =
                cross_validated(classifier, &features, &[outcomes(&scores)], &folds).unwrap();
            for (at, row) in predicted[0].iter().enumerate() {
                assert_eq!(
                    row[0] > classifier.threshold(),
                    at % 2 == 1,
                    "{classifier:?}"
                );
                assert!(row[1] < classifier.threshold(), "{classifier:?}");
            }
        }
    }

    #[test]
    fn missing_features_are_an_error_and_missing_scores_are_failures() {
        let tasks = [outcomes(&[[1.0, f64::NAN], [0.0, 1.0]])];
        assert_eq!(tasks[0].scores(0), [1.0, 0.0]);
        let features = Matrix::from_rows(&[[1.0], [f64::NAN]]).unwrap();
        let failed = held_out(Classifier::NaiveBayes, &features, &tasks, &[0, 1], &[0]);
        assert_eq!(failed, Err(LearnError::NotFinite { row: 1, column: 0 }));
        let few = Matrix::from_rows(&[[1.0]]).unwrap();
        assert!(held_out(Classifier::Svm, &few, &tasks, &[0], &[0]).is_err());
    }
}
