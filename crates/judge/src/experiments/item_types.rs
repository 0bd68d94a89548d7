//! AIT2KB: the classes that the answers belong to.
//!
//! GERBIL meant to take them from the type triples of the query and never does. We take those that a
//! file states, and otherwise those of the query, and compare them by **hierarchical F-measure**:
//! each class stands for itself and all classes above it, so that a near miss is worth something
//! (Kiritchenko, Matwin and Famili, *Functional annotation of genes using hierarchical text
//! categorization*, BioLINK 2005). Where nothing is known about classes, this is plain F1.

use lydite_model::Experiment;

use super::one_to_one::{self, Item, offered, resources};
use super::reading::State;
use super::{Reading, Task, figures};
use crate::Knowledge;

pub(super) const LYDITE: Task = Task {
    experiment: Experiment::ItemTypes,
    judge: |sides| {
        let case = sides.case;
        let side = |stated: &[String], reading: &Reading| match stated.is_empty() {
            true => (reading.state, reading.item_types.clone()),
            false => (State::Present, stated.to_vec()),
        };
        let response = case.response.filter(|response| response.error.is_none());
        let stated = response.map_or(&[][..], |response| &response.item_types);
        let (gold_state, gold) = side(&case.gold.item_types, sides.gold);
        let (system_state, system) = side(stated, sides.system);
        let offered = offered(case.gold.scope.is_inside(), gold_state, gold.is_empty());
        let pairs = one_to_one::pair(
            with_super_classes(&gold, case.knowledge),
            with_super_classes(&system, case.knowledge),
        );
        pairs.judged(offered, system_state)
    },
    figures: &figures::LYDITE,
    part_figures: &figures::EMPTY_GOLD,
    averages_all: false,
};

/// The classes and all classes above them, each once.
fn with_super_classes(classes: &[String], knowledge: &dyn Knowledge) -> Vec<Item<String>> {
    let above = classes
        .iter()
        .flat_map(|class| knowledge.super_classes(class));
    let all: Vec<String> = classes.iter().cloned().chain(above).collect();
    resources(&all, knowledge)
}
