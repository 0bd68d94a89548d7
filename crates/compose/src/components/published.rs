//! The components of Frankenstein, and what became of them.

use serde::Serialize;

use crate::component::Task;

/// A component of Frankenstein's Table 2 (Singh et al., *Why Reinvent the Wheel: Let's Build Question
/// Answering Systems Together*, WWW 2018).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Published {
    /// Its name there, with its task where a tool serves for two.
    pub name: &'static str,
    /// What it does.
    pub task: Task,
    /// Whether its source is open.
    pub open: bool,
}

const fn open(name: &'static str, task: Task) -> Published {
    Published {
        name,
        task,
        open: true,
    }
}

const fn closed(name: &'static str, task: Task) -> Published {
    Published {
        name,
        task,
        open: false,
    }
}

/// The 29 components of Frankenstein. Most were web services; which components of ours stand in their
/// place is said by [`Description::counterpart_of`](crate::component::Description::counterpart_of).
pub const PUBLISHED: [Published; 29] = {
    use Task::{BuildQueries, LinkClasses, LinkEntities, LinkRelations, RecogniseEntities};
    [
        closed("Entity Classifier", RecogniseEntities),
        open("Stanford NER", RecogniseEntities),
        closed("Ambiverse NER", RecogniseEntities),
        closed("Ambiverse NED", LinkEntities),
        closed("Babelfy NER", RecogniseEntities),
        closed("Babelfy NED", LinkEntities),
        open("AGDISTIS", LinkEntities),
        closed("MeaningCloud NER", RecogniseEntities),
        closed("MeaningCloud NED", LinkEntities),
        open("DBpedia Spotlight NER", RecogniseEntities),
        open("DBpedia Spotlight NED", LinkEntities),
        open("TagMe NER", RecogniseEntities),
        open("TagMe NED", LinkEntities),
        closed("Aylien NER", RecogniseEntities),
        closed("Aylien NED", LinkEntities),
        closed("TextRazor", RecogniseEntities),
        closed("Ontotext NER", RecogniseEntities),
        closed("Ontotext NED", LinkEntities),
        closed("Dandelion NER", RecogniseEntities),
        closed("Dandelion NED", LinkEntities),
        open("RelationMatcher", LinkRelations),
        open("ReMatch", LinkRelations),
        open("RelMatch", LinkRelations),
        open("RNLIWOD", LinkRelations),
        open("Spot Property", LinkRelations),
        open("OKBQA DM CLS", LinkClasses),
        open("NLIWOD CLS", LinkClasses),
        open("SINA", BuildQueries),
        open("NLIWOD QB", BuildQueries),
    ]
};
