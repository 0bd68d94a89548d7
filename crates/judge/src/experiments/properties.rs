//! P2KB: the properties that a question asks for.
//!
//! GERBIL counts `rdf:type` among them, and every property outside of its five name spaces (all of
//! Wikidata's, `dbp:`, `foaf:`) matches every other one. We take those that are marked in the
//! wording, and otherwise those of the query, by their own identity.

use lydite_model::{AnnotationKind, Experiment};

use super::{Task, entities, figures};

pub(super) const GERBIL: Task = Task {
    experiment: Experiment::Properties,
    judge: |sides| entities::gerbil(&sides.gold.properties, &sides.system.properties, sides),
    figures: &figures::THRESHOLD,
    part_figures: &figures::PART,
    averages_all: true,
};

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
