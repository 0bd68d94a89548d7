//! AIT2KB: the classes that the answers belong to.
//!
//! GERBIL's paper (section 5.1) means the types of the returned resources; its program meant to take
//! them from the type triples of the query and never does. We take those that a file states, else
//! the types of the answers where a graph knows them, else those of the query, and compare them by
//! **hierarchical F-measure**: each class stands for itself and all classes above it, so that a near
//! miss is worth something (Kiritchenko, Matwin and Famili, *Functional annotation of genes using
//! hierarchical text categorization*, BioLINK 2005). Where nothing is known about classes, this is
//! plain F1.

use lydite_model::{AnswerSet, Experiment, Table, Term};
use rustc_hash::FxHashSet;

use super::one_to_one::{self, Item, offered, resources};
use super::reading::State;
use super::{Reading, Task, figures};
use crate::{Knowledge, meant_iri};

pub(super) const LYDITE: Task = Task {
    experiment: Experiment::ItemTypes,
    judge: |sides| {
        let case = sides.case;
        let side = |stated: &[String], answers: Option<&AnswerSet>, reading: &Reading| {
            if !stated.is_empty() {
                return (State::Present, stated.to_vec());
            }
            match known_types(answers, case.knowledge) {
                Some(types) => (State::Present, types),
                None => (reading.state, reading.item_types.clone()),
            }
        };
        let response = case.response.filter(|response| response.error.is_none());
        let stated = response.map_or(&[][..], |response| &response.item_types);
        let given = response.and_then(|response| response.answers.as_ref());
        let (gold_state, gold) = side(
            &case.gold.item_types,
            case.gold.answers.as_ref(),
            sides.gold,
        );
        let (system_state, system) = side(stated, given, sides.system);
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

/// Classes that everything belongs to say nothing about an answer.
const EVERYTHING: [&str; 3] = [
    "http://www.w3.org/2002/07/owl#Thing",
    "http://www.w3.org/2002/07/owl#NamedIndividual",
    "http://www.w3.org/2000/01/rdf-schema#Resource",
];

/// The types of the resources among these answers; `None` if there is none, or nothing is known.
fn known_types(answers: Option<&AnswerSet>, knowledge: &dyn Knowledge) -> Option<Vec<String>> {
    if !knowledge.knows_types() {
        return None;
    }
    let terms = answers.and_then(AnswerSet::as_table).map(Table::terms);
    let resources = terms.into_iter().flatten().filter_map(|term| match term {
        Term::Iri { value } => Some(value.as_str()),
        _ => None,
    });
    let resources: FxHashSet<&str> = resources.collect();
    let mut types: Vec<String> = resources
        .into_iter()
        .flat_map(|iri| knowledge.types(&meant_iri(iri)))
        .filter(|class| !EVERYTHING.contains(&class.as_str()))
        .collect();
    types.sort_unstable();
    types.dedup();
    (!types.is_empty()).then_some(types)
}

/// The classes and all classes above them, each once.
fn with_super_classes(classes: &[String], knowledge: &dyn Knowledge) -> Vec<Item<String>> {
    let above = classes
        .iter()
        .flat_map(|class| knowledge.super_classes(&meant_iri(class)));
    let all: Vec<String> = classes.iter().cloned().chain(above).collect();
    resources(&all, knowledge)
}
