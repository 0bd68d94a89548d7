//! P2KB: the properties that a question asks for.
//!
//! GERBIL counts `rdf:type` among them, and every property outside of its five name spaces (all of
//! Wikidata's, `dbp:`, `foaf:`) matches every other one. We take those that are marked in the
//! wording, and otherwise those of the query, by their own identity.

use lydite_model::{AnnotationKind, Experiment};

use super::emerging::Use;
use super::{Finding, Sides, Task, entities, figures};

pub(super) const GERBIL: Task = Task {
    experiment: Experiment::Properties,
    judge: |sides| judge(sides, Use::Again),
    figures: &figures::THRESHOLD,
    part_figures: &figures::PART,
    averages_all: true,
};

pub(super) const GERBIL_ONE_TO_ONE: Task = Task {
    judge: |sides| judge(sides, Use::Once),
    ..GERBIL
};

fn judge(sides: &Sides<'_>, uses: Use) -> Finding {
    let (gold, system) = (&sides.gold.properties, &sides.system.properties);
    entities::gerbil(gold, system, sides, uses)
}

pub(super) const LYDITE: Task = Task {
    experiment: Experiment::Properties,
    judge: |sides| {
        entities::lydite(
            AnnotationKind::Property,
            |reading| &reading.properties,
            sides,
        )
    },
    figures: &figures::LYDITE,
    part_figures: &figures::EMPTY_GOLD,
    averages_all: false,
};
