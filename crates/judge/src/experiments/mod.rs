//! Sub-experiments: what a system found on its way to the answer.
//!
//! | experiment | what is compared |
//! | --- | --- |
//! | C2KB | the entities of the question |
//! | P2KB | its properties |
//! | RE2KB | the triple patterns of its query |
//! | AT | what kind of thing answers it |
//! | AIT2KB | the classes of its answers |
//!
//! Each file says what is taken from both sides and how it is judged, under the `gerbil` rules as
//! GERBIL does it and under the `lydite` rules as it was meant. [`Reading`] is what a query says.

mod answer_type;
mod emerging;
mod entities;
mod figures;
mod item_types;
mod one_to_one;
mod properties;
mod reading;
mod relations;

use lydite_model::{Counts, Evidence, Experiment, Gold, Outcome, Query, Status};

pub use answer_type::pair as pair_answer_types;
pub use emerging::{Marks, pair as pair_marks};
pub(crate) use figures::EXCLUDED;
pub use one_to_one::Pairs;
pub use reading::{Object, Reading, Relation, State};
pub use relations::pair as pair_relations;

use crate::measures::prf;
use crate::rules::{Case, Listed};

/// The sub-experiments of a rule set.
pub(crate) struct Experiments {
    /// What a query says, under these rules.
    pub read: fn(&Query) -> Reading,
    /// The experiments, in the order of reports.
    pub tasks: &'static [Task],
}

/// One sub-experiment of a rule set.
pub(crate) struct Task {
    pub experiment: Experiment,
    /// Compares both sides.
    pub judge: fn(&Sides<'_>) -> Finding,
    /// The figures over all questions that are averaged.
    pub figures: &'static [Listed],
    /// The figures of each part of the items, or of the questions with empty gold sets.
    pub part_figures: &'static [Listed],
    /// Whether questions for which the gold standard has nothing are averaged too.
    pub averages_all: bool,
}

/// A case with what its queries say.
pub(crate) struct Sides<'a> {
    pub case: &'a Case<'a>,
    pub gold: &'a Reading,
    pub system: &'a Reading,
}

/// What a sub-experiment finds about one case.
pub(crate) struct Finding {
    pub counts: Counts,
    pub precision: f64,
    pub recall: f64,
    pub f1: f64,
    pub gold: Gold,
    /// What the system gave.
    pub system: State,
    /// The counts of the parts that GERBIL reports apart.
    pub parts: Vec<(&'static str, Counts)>,
    pub evidence: Option<Evidence>,
}

impl Finding {
    /// The finding for counts, as GERBIL scores them: nothing against nothing is perfect.
    fn of_counts(counts: Counts, gold: Gold, system: State) -> Self {
        let (precision, recall, f1) = prf(counts.tp as f64, counts.fp as f64, counts.fn_ as f64);
        Self {
            counts,
            precision,
            recall,
            f1,
            gold,
            system,
            parts: Vec::new(),
            evidence: None,
        }
    }
}

pub(crate) static GERBIL: Experiments = Experiments {
    read: Reading::gerbil,
    // GERBIL never recognises rdf:type, so its AIT2KB has nothing to compare and never shows.
    tasks: &[
        entities::GERBIL,
        properties::GERBIL,
        relations::GERBIL,
        answer_type::GERBIL,
    ],
};

/// GERBIL until May 2023, the paper's experiments among it: queries are read in the same way, as
/// pages saved in 2017 and 2018 show, but a mark is used once.
pub(crate) static GERBIL_ONE_TO_ONE: Experiments = Experiments {
    read: Reading::gerbil,
    tasks: &[
        entities::GERBIL_ONE_TO_ONE,
        properties::GERBIL_ONE_TO_ONE,
        relations::GERBIL,
        answer_type::GERBIL,
    ],
};

pub(crate) static LYDITE: Experiments = Experiments {
    read: Reading::lydite,
    tasks: &[
        entities::LYDITE,
        properties::LYDITE,
        relations::LYDITE,
        answer_type::LYDITE,
        item_types::LYDITE,
    ],
};

impl Task {
    /// Judges a case, and says what the parts of its items come to.
    pub(crate) fn outcome(&self, sides: &Sides<'_>) -> (Outcome, Vec<(&'static str, Counts)>) {
        let finding = (self.judge)(sides);
        let case = sides.case;
        let status = match (case.response, finding.system) {
            (None, _) => Status::Missing,
            (Some(response), _) if response.error.is_some() => Status::Error,
            (_, State::Unreadable) => Status::Error,
            (_, State::Absent) => Status::Empty,
            (_, State::Present) => Status::Answered,
        };
        let outcome = Outcome {
            experiment: self.experiment,
            language: case.language.cloned(),
            gold: finding.gold,
            counts: finding.counts,
            precision: finding.precision,
            recall: finding.recall,
            f1: finding.f1,
            confidence: case.response.and_then(|response| response.confidence),
            evidence: finding.evidence.filter(|_| case.explain).map(Box::new),
            ..Outcome::new(case.gold.id.clone(), status)
        };
        (outcome, finding.parts)
    }
}
