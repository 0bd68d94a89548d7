//! How well the components of a task did.

use crate::learn::{LearnError, Matrix, Rows};

/// The F-score from which a component counts as successful: the paper says “greater than 0.5”, its figures
/// come out with “at least”.
pub const SUCCESS: f64 = 0.5;

/// The F-scores of the components of one task: a row for each question, a column for each component.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcomes {
    /// The task.
    pub task: String,
    /// The components.
    pub components: Vec<String>,
    scores: Matrix,
}

impl Outcomes {
    /// Outcomes of a task. A missing score (NaN) counts as 0: a component that was not run gave no answer.
    ///
    /// # Errors
    /// If scores and components differ in number, or there are more than 64 components.
    pub fn new(
        task: impl Into<String>,
        components: Vec<String>,
        mut scores: Matrix,
    ) -> Result<Self, LearnError> {
        if components.len() != scores.columns() || components.len() > 64 {
            return Err(LearnError::Shape {
                what: "components (at most 64)",
                expected: scores.columns(),
                found: components.len(),
            });
        }
        for row in 0..scores.rows() {
            for score in scores.row_mut(row) {
                if !score.is_finite() {
                    *score = 0.0;
                }
            }
        }
        Ok(Self {
            task: task.into(),
            components,
            scores,
        })
    }

    /// The outcomes of some questions, in this order.
    #[must_use]
    pub fn of(&self, questions: &[usize]) -> Self {
        Self {
            task: self.task.clone(),
            components: self.components.clone(),
            scores: self.scores.select(questions),
        }
    }

    /// How many questions there are.
    #[must_use]
    pub fn questions(&self) -> usize {
        self.scores.rows()
    }

    /// The F-scores of a question.
    #[must_use]
    pub fn scores(&self, question: usize) -> &[f64] {
        self.scores.row(question)
    }

    /// The components that succeed on a question, as bits.
    #[must_use]
    pub fn successes(&self, question: usize) -> u64 {
        let scores = self.scores(question).iter().enumerate();
        scores
            .filter(|(_, score)| **score >= SUCCESS)
            .fold(0, |bits, (at, _)| bits | 1 << at)
    }

    /// Whether a component succeeds on each of these questions.
    #[must_use]
    pub fn labels(&self, component: usize, questions: &[usize]) -> Vec<bool> {
        questions
            .iter()
            .map(|question| self.scores(*question)[component] >= SUCCESS)
            .collect()
    }

    /// On how many of these questions some component succeeds.
    #[must_use]
    pub fn answerable(&self, questions: &[usize]) -> usize {
        let questions = questions.iter();
        questions.filter(|at| self.successes(**at) != 0).count()
    }

    /// The mean F-score of a component over these questions.
    #[must_use]
    pub fn mean(&self, component: usize, questions: &[usize]) -> f64 {
        let sum: f64 = questions.iter().map(|at| self.scores(*at)[component]).sum();
        sum / questions.len().max(1) as f64
    }

    /// The component with the best mean F-score over these questions.
    #[must_use]
    pub fn best(&self, questions: &[usize]) -> usize {
        let mut best = 0;
        for at in 1..self.components.len() {
            if self.mean(at, questions) > self.mean(best, questions) {
                best = at;
            }
        }
        best
    }
}
