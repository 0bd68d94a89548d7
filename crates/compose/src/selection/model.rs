//! What is learned from an outcome matrix: which components to choose.

use std::path::Path;

use lydite_language::Lang;
use serde::{Deserialize, Serialize};

use super::agreement::Agreement;
use super::features::{PAPER_FEATURES, feature_names, question_features};
use super::outcomes::Outcomes;
use super::selector::{Selector, SelectorOptions};
use crate::component::Task;
use crate::learn::{
    LearnError, Linear, Logistic, Matrix, ModelFile, ModelFileError, Provenance, Rows,
};

/// The tasks for which components are chosen, in the order in which a pipeline does them.
pub const CHOSEN: [Task; 4] = [
    Task::LinkEntities,
    Task::LinkRelations,
    Task::LinkClasses,
    Task::BuildQueries,
];

/// What a component did for a question: a cell of an outcome matrix.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Cell {
    /// How right it was; nothing if there was nothing to find, or it was not run.
    pub f1: Option<f64>,
    /// How long it took, in milliseconds.
    pub millis: f64,
    /// What it found.
    pub found: Vec<String>,
    /// The share of it that the graph bears out: entities of which it says something, relations that one of the
    /// entities has, queries that give something.
    pub borne_out: f64,
}

/// What components did for a question, task by task, in the order of the components.
#[derive(Clone, Debug, PartialEq)]
pub struct Observed {
    /// The question.
    pub text: String,
    /// Its language.
    pub lang: Lang,
    /// For each task, for each component, what it did; nothing if it was not run.
    pub cells: Vec<Vec<Option<Cell>>>,
}

/// A component of a task, and how it did on the questions learned from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Member {
    /// The component.
    pub name: String,
    /// Its mean F-score.
    pub mean_f1: f64,
    /// How long a question took on average, in milliseconds.
    pub millis: f64,
    /// Logistic regression over the paper's features.
    logistic: Linear,
}

impl Member {
    /// How likely it succeeds on a question with these features, as Frankenstein predicts it.
    #[must_use]
    pub fn chance(&self, features: &[f64]) -> f64 {
        self.logistic.probability(&features[..PAPER_FEATURES.len()])
    }
}

/// A task and its components.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TaskMembers {
    /// The task.
    pub task: Task,
    /// The components.
    pub members: Vec<Member>,
    /// Which of them to believe, by what they say.
    pub(crate) agreement: Agreement,
}

/// Which components to choose for a question, learned from an outcome matrix.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ChoiceModel {
    /// The tasks.
    pub tasks: Vec<TaskMembers>,
    /// Our selector, over the same tasks and components.
    pub selector: Selector,
    /// The mean of each feature of a question.
    pub(crate) means: Vec<f64>,
}

impl ChoiceModel {
    const KIND: &'static str = "choice of components";

    /// Learns from what components did: `components` names those of each of the [`CHOSEN`] tasks.
    ///
    /// # Errors
    /// There are too few questions, or a task has no component or more than 64.
    pub fn train(
        components: &[Vec<String>],
        observed: &[Observed],
        options: &SelectorOptions,
    ) -> Result<Self, LearnError> {
        let names = feature_names();
        let rows: Vec<Vec<f64>> = observed
            .iter()
            .map(|one| question_features(&one.text, one.lang))
            .collect();
        let features = Matrix::from_rows(&rows)?;
        if features.rows() == 0 {
            return Err(LearnError::Empty {
                rows: 0,
                columns: names.len(),
            });
        }
        let paper: Vec<&[f64]> = rows
            .iter()
            .map(|row| &row[..PAPER_FEATURES.len()])
            .collect();
        let paper = Matrix::from_rows(&paper)?;
        let all: Vec<usize> = (0..observed.len()).collect();
        let (mut tasks, mut outcomes) = (Vec::new(), Vec::new());
        for (at, task) in CHOSEN.into_iter().enumerate() {
            let names = components.get(at).cloned().unwrap_or_default();
            if names.is_empty() {
                return Err(LearnError::Empty {
                    rows: observed.len(),
                    columns: 0,
                });
            }
            let of_task = outcomes_of(task, &names, observed, at)?;
            let mut members = Vec::with_capacity(names.len());
            for (member, name) in names.iter().enumerate() {
                let cells = || {
                    observed
                        .iter()
                        .filter_map(|one| one.cells[at][member].as_ref())
                };
                let scores: Vec<f64> = cells().filter_map(|cell| cell.f1).collect();
                let millis: Vec<f64> = cells().map(|cell| cell.millis).collect();
                members.push(Member {
                    name: name.clone(),
                    mean_f1: mean(&scores),
                    millis: mean(&millis),
                    logistic: logistic(&paper, &of_task.labels(member, &all))?,
                });
            }
            let cells: Vec<&[Option<Cell>]> = observed
                .iter()
                .map(|one| one.cells[at].as_slice())
                .collect();
            tasks.push(TaskMembers {
                task,
                agreement: Agreement::train(&cells, names.len())?,
                members,
            });
            outcomes.push(of_task);
        }
        let texts: Vec<&str> = observed.iter().map(|one| one.text.as_str()).collect();
        let means = (0..names.len()).map(|column| {
            let column: Vec<f64> = rows.iter().map(|row| row[column]).collect();
            mean(&column)
        });
        Ok(Self {
            tasks,
            means: means.collect(),
            selector: Selector::fit(&texts, names, &features, &outcomes, options)?,
        })
    }

    /// Reads a model from a file.
    ///
    /// # Errors
    /// It cannot be read, is damaged, or was written by another version.
    pub fn read(path: &Path) -> Result<(Self, Provenance), ModelFileError> {
        let file = ModelFile::<Self>::read(path, Self::KIND)?;
        Ok((file.model, file.provenance))
    }

    /// Writes the model to a file.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn write(&self, path: &Path, provenance: Provenance) -> Result<(), ModelFileError> {
        ModelFile::new(Self::KIND, provenance, self.clone()).write(path)
    }
}

fn outcomes_of(
    task: Task,
    names: &[String],
    observed: &[Observed],
    at: usize,
) -> Result<Outcomes, LearnError> {
    let mut scores = Matrix::new(names.len());
    for one in observed {
        let row: Vec<f64> = one.cells[at]
            .iter()
            .map(|cell| cell.as_ref().and_then(|cell| cell.f1).unwrap_or(0.0))
            .collect();
        scores.push(&row)?;
    }
    Outcomes::new(task.as_str(), names.to_vec(), scores)
}

/// Logistic regression as the paper has it; a component that always or never succeeds goes on so.
fn logistic(features: &Matrix, labels: &[bool]) -> Result<Linear, LearnError> {
    let logistic = Logistic {
        cost: 1000.0,
        ..Logistic::default()
    };
    match logistic.fit(features, labels) {
        Err(LearnError::OneClass { class, .. }) => Ok(Linear {
            weights: vec![0.0; features.columns()],
            intercept: if class { 20.0 } else { -20.0 },
        }),
        learned => learned,
    }
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len().max(1) as f64
}
