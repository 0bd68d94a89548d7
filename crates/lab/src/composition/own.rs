//! Table 4 with our own components, from a file of outcomes.

use std::path::Path;

use lydite_compose::learn::{Folds, Matrix};
use lydite_compose::selection::{
    CHOSEN, Classifier, Outcomes, PAPER_FEATURES, cross_validated, question_features,
};

use super::released::{self, Released};
use super::{CompositionTables, FOLDS, Figure, associations, figure, table_4};
use crate::components::OutcomeMatrix;
use crate::{Error, Lab};

impl Lab {
    /// How well the choice among our own components is predicted, over ten folds of the questions of a file of
    /// outcomes in a random order: Frankenstein's way, fixed sets and our selector.
    ///
    /// # Errors
    /// The file cannot be read, or has too few questions.
    pub fn own_composition(&self, path: &Path, seed: u64) -> Result<CompositionTables, Error> {
        let matrix = OutcomeMatrix::read(path)?;
        let failed = |error| released::bad(path, error);
        let mut features = Matrix::new(PAPER_FEATURES.len());
        let mut texts = Vec::with_capacity(matrix.observed.len());
        for one in &matrix.observed {
            let all = question_features(&one.text, one.lang);
            features
                .push(&all[..PAPER_FEATURES.len()])
                .map_err(failed)?;
            texts.push(one.text.clone());
        }
        let mut tasks = Vec::new();
        for (at, task) in CHOSEN.into_iter().enumerate() {
            let names = &matrix.components[at];
            if names.is_empty() {
                continue;
            }
            let mut scores = Matrix::new(names.len());
            for one in &matrix.observed {
                let cells = one.cells[at].iter();
                let row: Vec<f64> = cells
                    .map(|cell| cell.as_ref().and_then(|cell| cell.f1).unwrap_or(0.0))
                    .collect();
                scores.push(&row).map_err(failed)?;
            }
            tasks.push(Outcomes::new(task.as_str(), names.clone(), scores).map_err(failed)?);
        }
        let questions = texts.len();
        let own = Released {
            texts,
            features,
            tasks,
            tested: 0,
            with_class: Vec::new(),
            simple: Vec::new(),
        };
        let all: Vec<usize> = (0..questions).collect();
        let folds = Folds::shuffled(questions, FOLDS, seed).map_err(failed)?;
        let logistic = Classifier::LogisticRegression;
        let predicted =
            cross_validated(logistic, &own.features, &own.tasks, &folds).map_err(failed)?;
        let mut figures = means(&own, &all);
        figures.extend(table_4(&own, &all, &folds, &[(logistic, predicted)]));
        let numbers = super::ours::numbers(&own).map_err(failed)?;
        figures.extend(self.ours_of_table_4(&own, &numbers, &folds)?);
        Ok(CompositionTables {
            questions,
            features: PAPER_FEATURES.to_vec(),
            figures,
            associations: associations(&own, &all),
        })
    }
}

/// The mean F-score of every component, and of the best for each question.
fn means(own: &Released, all: &[usize]) -> Vec<Figure> {
    let mut figures = Vec::new();
    for outcomes in &own.tasks {
        for (at, name) in outcomes.components.iter().enumerate() {
            let mean = outcomes.mean(at, all);
            figures.push(figure("3", &outcomes.task, format!("F of {name}"), mean));
        }
        let best = all.iter().map(|at| {
            let scores = outcomes.scores(*at).iter();
            scores.copied().fold(0.0, f64::max)
        });
        let best = best.sum::<f64>() / all.len().max(1) as f64;
        figures.push(figure(
            "3",
            &outcomes.task,
            "F of the best for each question",
            best,
        ));
    }
    figures
}
