//! What keeps a model from being learned.

use thiserror::Error;

/// Why a model cannot be learned from some examples.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum LearnError {
    /// There are no examples, or none with a feature.
    #[error("there is nothing to learn from: {rows} examples with {columns} features")]
    Empty {
        /// How many examples.
        rows: usize,
        /// How many features.
        columns: usize,
    },
    /// Two parts of the examples differ in size.
    #[error("{what}: {expected} expected, but {found} given")]
    Shape {
        /// What was counted.
        what: &'static str,
        /// How many there should be.
        expected: usize,
        /// How many there are.
        found: usize,
    },
    /// A cell is missing (NaN) or infinite, and the model has no use for such cells.
    #[error(
        "the cell in row {row}, column {column} is missing or infinite; fill it (`Matrix::filled`) or use a model of trees"
    )]
    NotFinite {
        /// The row of the cell, from 0.
        row: usize,
        /// The column of the cell, from 0.
        column: usize,
    },
    /// All examples are of one class.
    #[error(
        "all {rows} examples are of one class ({class}); a constant prediction is all that can be learned from them"
    )]
    OneClass {
        /// How many examples.
        rows: usize,
        /// Their class.
        class: bool,
    },
    /// No group has both a right candidate and a wrong one.
    #[error("none of the {groups} groups has both right and wrong candidates")]
    NoChoice {
        /// How many groups.
        groups: usize,
    },
    /// An option has a value that makes no sense.
    #[error("{option} must be {expected}")]
    Option {
        /// The option.
        option: &'static str,
        /// What it may be.
        expected: &'static str,
    },
    /// The equations have no unique solution.
    #[error("the equations are singular; a larger penalty makes them solvable")]
    Singular,
}

/// Checks the sizes of examples and their targets.
pub(super) fn check_sizes(rows: usize, columns: usize, targets: usize) -> Result<(), LearnError> {
    if rows == 0 || columns == 0 {
        return Err(LearnError::Empty { rows, columns });
    }
    if targets != rows {
        return Err(LearnError::Shape {
            what: "targets",
            expected: rows,
            found: targets,
        });
    }
    Ok(())
}

/// Checks that both classes are there.
pub(super) fn check_classes(classes: &[bool]) -> Result<(), LearnError> {
    let positive = classes.iter().filter(|class| **class).count();
    if positive == 0 || positive == classes.len() {
        return Err(LearnError::OneClass {
            rows: classes.len(),
            class: positive > 0,
        });
    }
    Ok(())
}

/// Checks that an option is finite and above zero.
pub(super) fn check_positive(option: &'static str, value: f64) -> Result<(), LearnError> {
    if value.is_finite() && value > 0.0 {
        Ok(())
    } else {
        Err(LearnError::Option {
            option,
            expected: "a number above 0",
        })
    }
}
