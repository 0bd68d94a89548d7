//! What a file lost on its way: the diagnostics that mean damage, counted.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::{Code, Diagnostic, Place};

/// How many places are remembered.
const PLACES: usize = 5;

/// What was lost or guessed while a file was read, or may be missing from it.
///
/// A score of a damaged file says less about the system than about the file, so whoever scores it
/// has to say so. The summary is small however damaged the file is.
///
/// ```
/// use lydite_model::{Action, Code, Damage, Diagnostic, Place, Severity};
///
/// static CUT: Code = Code {
///     id: "F011", title: "file cut off", severity: Severity::Error, damage: true, explanation: "",
/// };
/// let mut damage = Damage::default();
/// assert!(damage.is_empty());
/// damage.add(&Diagnostic {
///     code: &CUT, place: Place::default(), message: "it ends".into(), action: Action::Skipped,
///     hint: None, snippet: None,
/// });
/// assert_eq!((damage.total(), damage.counts["F011"]), (1, 1));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Damage {
    /// How often each code was reported.
    pub counts: BTreeMap<String, u64>,
    /// The first few, with their places.
    pub first: Vec<Damaged>,
}

/// One damaged place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Damaged {
    /// The code of the diagnostic.
    pub code: String,
    /// Where it is.
    pub place: Place,
    /// What is wrong there.
    pub message: String,
}

impl Damage {
    /// Whether nothing was damaged.
    pub fn is_empty(&self) -> bool {
        self.counts.is_empty()
    }

    /// How many diagnostics mean damage.
    pub fn total(&self) -> u64 {
        self.counts.values().sum()
    }

    /// Takes note of a diagnostic, if it means damage.
    pub fn add(&mut self, diagnostic: &Diagnostic) {
        if !diagnostic.code.damage {
            return;
        }
        self.count(diagnostic.code);
        if self.first.len() < PLACES {
            self.first.push(Damaged {
                code: diagnostic.code.id.to_owned(),
                place: diagnostic.place.clone(),
                message: diagnostic.message.clone(),
            });
        }
    }

    /// Takes note of a code without a place, if it means damage.
    pub fn count(&mut self, code: &Code) {
        if code.damage {
            *self.counts.entry(code.id.to_owned()).or_default() += 1;
        }
    }
}
