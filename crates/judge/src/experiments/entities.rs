//! C2KB: the entities that a question is about.
//!
//! GERBIL takes every resource *and* every property of the query, since a property is a kind of mark
//! in its classes. We take the entities that are marked in the wording, and otherwise those of the
//! query: neither classes nor properties.

use std::borrow::Cow;

use lydite_model::{AnnotationKind, Experiment, Gold, Text};

use super::emerging::{self, Use};
use super::one_to_one::{self, offered, resources};
use super::reading::State;
use super::{Finding, Reading, Sides, Task, figures};
use crate::meant_iri;
use crate::rules::gerbil::{KNOWN, Resource};

pub(super) const GERBIL: Task = Task {
    experiment: Experiment::Entities,
    judge: |sides| gerbil(&marks(sides.gold), &marks(sides.system), sides, Use::Again),
    figures: &figures::THRESHOLD,
    part_figures: &figures::PART,
    averages_all: true,
};

pub(super) const GERBIL_ONE_TO_ONE: Task = Task {
    judge: |sides| gerbil(&marks(sides.gold), &marks(sides.system), sides, Use::Once),
    ..GERBIL
};

/// What GERBIL takes for the entities of a query.
fn marks(reading: &Reading) -> Vec<String> {
    let all = reading.resources.iter().chain(&reading.properties);
    all.cloned().collect()
}

pub(super) const LYDITE: Task = Task {
    experiment: Experiment::Entities,
    judge: |sides| lydite(AnnotationKind::Entity, |reading| &reading.resources, sides),
    figures: &figures::LYDITE,
    part_figures: &figures::EMPTY_GOLD,
    averages_all: false,
};

/// Compares marks as GERBIL does: gold marks are known by all their names, the system's are not.
pub(super) fn gerbil(gold: &[String], system: &[String], sides: &Sides<'_>, uses: Use) -> Finding {
    let marked = |uris: &[String], expands: bool| {
        let one = |uri: &String| Resource::one(Cow::Owned(uri.clone()), expands);
        uris.iter().map(one).collect::<Vec<_>>()
    };
    let marks = emerging::pair_each(
        &marked(gold, true),
        &marked(system, false),
        &KNOWN,
        sides.case.knowledge,
        uses,
    );
    let offered = if gold.is_empty() {
        Gold::Empty
    } else {
        Gold::Answerable
    };
    Finding {
        parts: vec![("in_kb", marks.in_kb), ("emerging", marks.emerging)],
        evidence: Some(marks.evidence),
        ..Finding::of_counts(marks.all, offered, State::of(system))
    }
}

/// Compares what is marked in the wordings, or else what the queries say.
pub(super) fn lydite(
    kind: AnnotationKind,
    read: fn(&Reading) -> &Vec<String>,
    sides: &Sides<'_>,
) -> Finding {
    let case = sides.case;
    let side = |texts: &[Text], reading: &Reading| {
        let marked = marked(texts, kind, case.language);
        match marked {
            Some(marked) => (State::Present, marked),
            None => (reading.state, read(reading).clone()),
        }
    };
    let (gold_state, gold) = side(&case.gold.texts, sides.gold);
    let response = case.response.filter(|response| response.error.is_none());
    let texts = response.map_or(&[][..], |response| &response.texts);
    let (system_state, system) = side(texts, sides.system);
    let pairs = one_to_one::pair(
        resources(&gold, case.knowledge),
        resources(&system, case.knowledge),
    );
    let gold = offered(case.gold.scope.is_inside(), gold_state, gold.is_empty());
    pairs.judged(gold, system_state)
}

/// The marks of this kind in the wordings, if anything at all is marked in them.
fn marked(
    texts: &[Text],
    kind: AnnotationKind,
    language: Option<&lydite_model::Language>,
) -> Option<Vec<String>> {
    let spoken = |text: &&Text| language.is_none_or(|language| text.language.matches(language));
    let all = |texts: &mut dyn Iterator<Item = &Text>| {
        let marks: Vec<_> = texts.flat_map(|text| text.annotations.clone()).collect();
        Some(marks).filter(|marks| !marks.is_empty())
    };
    let marks = all(&mut texts.iter().filter(spoken)).or_else(|| all(&mut texts.iter()))?;
    let of_kind = marks
        .into_iter()
        .filter(|mark| mark.kind.unwrap_or_else(|| guessed(&mark.iri)) == kind);
    Some(of_kind.map(|mark| mark.iri).collect())
}

/// What an identifier is by the habits of DBpedia and Wikidata, where the file does not say.
fn guessed(iri: &str) -> AnnotationKind {
    let iri = &*meant_iri(iri);
    let small = |name: &str| name.starts_with(|c: char| c.is_lowercase());
    if let Some(name) = iri.strip_prefix("http://dbpedia.org/ontology/") {
        return if small(name) {
            AnnotationKind::Property
        } else {
            AnnotationKind::Class
        };
    }
    let property = iri.starts_with("http://dbpedia.org/property/")
        || iri.starts_with("http://www.wikidata.org/prop/")
        || iri.starts_with("http://www.wikidata.org/entity/P");
    if property {
        AnnotationKind::Property
    } else {
        AnnotationKind::Entity
    }
}
