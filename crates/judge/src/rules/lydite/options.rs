//! What can be switched in the way that `lydite` judges.

use crate::normal::{Style, Tolerance};

/// What can be switched. A rule file chooses among these values and nothing else.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Options {
    /// How terms are read.
    pub style: Style,
    /// How close numbers must be.
    pub numbers: Tolerance,
    /// What language tags and units mean.
    pub marks: Marks,
    /// Whether a label may stand for the resource that it names.
    pub labels: bool,
    /// How the columns of both tables are brought together.
    pub columns: Columns,
    /// What a further column of the system costs, in answers of its own kind.
    pub further_column: f64,
    /// Whether the order of the gold answers counts where the gold standard says so.
    pub order: bool,
    /// Whether any of the rows that tie is right.
    pub ties: bool,
    /// An empty answer to a question that has answers.
    pub empty: Empty,
    /// No answer to a question.
    pub missing: Missing,
    /// A question whose gold set is empty.
    pub empty_gold: EmptyGold,
}

/// When language tags and units of two values count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Marks {
    /// Where both sides have one.
    IfBoth,
    /// Always: a value with a tag is another one than a value without.
    Always,
}

/// How the columns of both tables are brought together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Columns {
    /// By the one mapping with the most matching rows; label columns do not count.
    Mapped,
    /// By their names.
    ByName,
}

/// What an empty answer is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Empty {
    /// Nothing.
    Zero,
    /// Precision 1, recall 0.
    Precise,
}

/// What no answer at all is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Missing {
    /// Nothing.
    Zero,
    /// The question is left out of the averages.
    LeftOut,
}

/// What becomes of questions whose gold set is empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EmptyGold {
    /// They are reported apart.
    Apart,
    /// They are averaged like all others.
    Averaged,
    /// They are left out.
    LeftOut,
}

impl Options {
    /// Version 2 of `lydite`.
    pub(crate) const LYDITE: Self = Self {
        style: Style {
            meant_iris: true,
            same_as: true,
            meant_dates: true,
            fold_case: false,
            tags: true,
            units: true,
            words: true,
        },
        numbers: Tolerance {
            relative: 1e-6,
            exact_whole: true,
        },
        marks: Marks::IfBoth,
        labels: true,
        columns: Columns::Mapped,
        further_column: 0.05,
        order: true,
        ties: true,
        empty: Empty::Zero,
        missing: Missing::Zero,
        empty_gold: EmptyGold::Apart,
    };
}
