//! Parts of the joint system that can be left out, to see what they bring.

use crate::reading::{Meaning, Reading};

/// Below this closeness a reading rests on words of similar meaning, or on a part of a name.
const SURE: f32 = 0.9;

/// A part of the joint system that can be left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Misspelt words are taken for those that are a slip away.
    Spelling,
    /// Words of similar meaning, and parts of names.
    Similar,
    /// Counts, superlatives, comparisons, groups, negation, orders.
    Operations,
    /// Short texts that are values of properties.
    Values,
    /// Words in longer texts.
    Texts,
    /// Data cubes.
    Cubes,
    /// Other ways to read the question than the best one.
    Alternatives,
    /// Other queries than the best one, tried for what they give.
    Trying,
}

impl Part {
    /// All of them.
    pub const ALL: [Self; 8] = [
        Self::Spelling,
        Self::Similar,
        Self::Operations,
        Self::Values,
        Self::Texts,
        Self::Cubes,
        Self::Alternatives,
        Self::Trying,
    ];

    /// What it is, in words.
    pub fn in_words(self) -> &'static str {
        match self {
            Self::Spelling => "repair of misspelt words",
            Self::Similar => "words of similar meaning, parts of names",
            Self::Operations => "operations",
            Self::Values => "values as names",
            Self::Texts => "words in texts",
            Self::Cubes => "data cubes",
            Self::Alternatives => "more than one reading",
            Self::Trying => "trying queries on the graph",
        }
    }

    /// Whether a reading is there because of this part.
    fn gives(self, reading: &Reading) -> bool {
        match (self, &reading.meaning) {
            (Self::Operations, Meaning::Operator(_) | Meaning::Derived(_))
            | (Self::Values, Meaning::Values(_))
            | (Self::Texts, Meaning::Text(..)) => true,
            (Self::Similar, Meaning::Class(_) | Meaning::Relation(_) | Meaning::Nodes(_)) => {
                reading.closeness < SURE
            }
            _ => false,
        }
    }
}

/// The parts that are left out.
#[derive(Clone, Debug, Default)]
pub(super) struct LeftOut(Vec<Part>);

impl LeftOut {
    pub(super) fn add(&mut self, part: Part) {
        self.0.push(part);
    }

    pub(super) fn has(&self, part: Part) -> bool {
        self.0.contains(&part)
    }

    /// The readings that are left.
    pub(super) fn rest(&self, mut readings: Vec<Reading>) -> Vec<Reading> {
        if !self.0.is_empty() {
            readings.retain(|reading| !self.0.iter().any(|part| part.gives(reading)));
        }
        readings
    }
}
