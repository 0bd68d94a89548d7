//! What two queries have in common as queries: equivalence, and the parts that they share.

use lydite_sparql::{Dialect, Difference, Parsed, Structure, diff, equivalent, parse};

use crate::canonical::collapsed;
use crate::grams::harmonic;

/// Two queries, parsed where they can be.
pub(crate) struct Parts {
    is_same: bool,
    is_equivalent: bool,
    scores: [f64; 3],
}

impl Parts {
    pub(crate) fn new(gold: &str, system: &str) -> Self {
        let is_same = collapsed(gold) == collapsed(system);
        let dialect = Dialect::field();
        let (Ok(gold), Ok(system)) = (parse(gold, &dialect), parse(system, &dialect)) else {
            return Self {
                is_same,
                is_equivalent: false,
                scores: [0.0; 3],
            };
        };
        Self {
            is_same,
            is_equivalent: equivalent(&gold, &system),
            scores: scores(&gold, &system),
        }
    }

    /// 1 if the queries are equivalent.
    pub(crate) fn equivalence(&self) -> f64 {
        f64::from(u8::from(self.is_same || self.is_equivalent))
    }

    /// Precision, recall and F1 of the parts.
    pub(crate) fn scores(&self) -> [f64; 3] {
        if self.is_same { [1.0; 3] } else { self.scores }
    }
}

/// How many parts a query has: form, modifiers, triples, conditions, aliases, aggregates, values.
fn count(structure: &Structure<'_>) -> usize {
    1 + structure.triples.len()
        + structure.filters.len()
        + structure.aliases.len()
        + structure.aggregates.len()
        + structure.values.len()
}

fn scores(gold: &Parsed, system: &Parsed) -> [f64; 3] {
    let differences = diff(gold, system);
    if differences.is_empty() {
        return [1.0; 3];
    }
    let (mut missed, mut extra, mut frame) = (0, 0, 0);
    for difference in &differences {
        match difference {
            Difference::Missing { .. } | Difference::MissingPart { .. } => missed += 1,
            Difference::Extra { .. } | Difference::ExtraPart { .. } => extra += 1,
            Difference::Changed { .. } => {
                missed += 1;
                extra += 1;
            }
            // The frame is one part, however much of it is wrong.
            Difference::Form { .. }
            | Difference::Modifier { .. }
            | Difference::Target { .. }
            | Difference::Arrangement => frame = 1,
        }
    }
    let share = |all: usize, wrong: usize| all.saturating_sub(wrong) as f64 / all as f64;
    let precision = share(count(&Structure::of(system)), extra + frame);
    let recall = share(count(&Structure::of(gold)), missed + frame);
    [precision, recall, harmonic(precision, recall)]
}
