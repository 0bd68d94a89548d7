//! Data cubes: observations with measures, that dimensions tell apart.

mod reading;
mod writing;

use lydite_graph::oxrdf::{Literal, Term};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::fold::{identifier_words, local_name, words_of};
use crate::lexicon::facts::{Facts, TermId};
use crate::lexicon::names::name_words;
use crate::lexicon::phrase::roots;
use crate::question::Words;

const QB: &str = "http://purl.org/linked-data/cube#";
const TYPE: &str = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type";

/// A dimension with more values than these is not looked through.
const MOST_VALUES: usize = 20_000;

/// Words of the names of measures that say nothing of what is measured.
const GENERIC: &[&str] = &[
    "amount",
    "value",
    "in",
    "of",
    "the",
    "total",
    "euro",
    "dollar",
    "eur",
    "usd",
    "measure",
    "number",
    "obs",
    "observation",
];

/// The data cubes of a graph.
#[derive(Default)]
pub(crate) struct Cubes {
    cubes: Vec<Cube>,
}

/// A data cube.
struct Cube {
    /// The dataset, where there are several.
    dataset: Option<String>,
    measures: Vec<Measure>,
    dimensions: Vec<Dimension>,
    /// Words of what the dataset is about, which a question may repeat.
    scope: FxHashSet<String>,
}

struct Measure {
    iri: String,
    roots: Vec<String>,
}

struct Dimension {
    iri: String,
    /// What it is called; each a run of roots.
    names: Vec<Vec<String>>,
    /// Its values by their names, in words folded as names.
    values: FxHashMap<String, Vec<String>>,
    /// Whether its values are years or dates.
    temporal: bool,
}

impl Cubes {
    /// Finds the cubes of a graph.
    pub(crate) fn read(facts: &Facts) -> Self {
        let find = |name: &str| facts.find(&format!("{QB}{name}"));
        let (Some(kind), Some(observation)) = (facts.find(TYPE), find("Observation")) else {
            return Self::default();
        };
        let of_dataset = find("dataSet");
        let mut by_dataset: FxHashMap<Option<TermId>, Vec<TermId>> = FxHashMap::default();
        for node in facts.subjects(observation, kind) {
            let dataset = of_dataset.and_then(|link| facts.objects(node, link).next());
            by_dataset.entry(dataset).or_default().push(node);
        }
        let several = by_dataset.len() > 1;
        let mut cubes: Vec<(Option<TermId>, Cube)> = by_dataset
            .into_iter()
            .map(|(dataset, nodes)| {
                let cube = Cube::read(facts, dataset.filter(|_| several), dataset, &nodes);
                (dataset, cube)
            })
            .collect();
        cubes.sort_by_key(|(dataset, _)| *dataset);
        Self {
            cubes: cubes.into_iter().map(|(_, cube)| cube).collect(),
        }
    }

    /// The query for a question that is about one of the cubes in all its words.
    pub(crate) fn query(&self, words: &Words) -> Option<String> {
        let asked = self
            .cubes
            .iter()
            .filter_map(|cube| Some((cube, reading::read(cube, words)?)));
        let (cube, asked) = asked.max_by_key(|(_, asked)| asked.evidence)?;
        writing::write(cube, &asked)
    }
}

impl Cube {
    fn read(
        facts: &Facts,
        named: Option<TermId>,
        dataset: Option<TermId>,
        nodes: &[TermId],
    ) -> Self {
        let mut predicates: FxHashMap<TermId, Vec<TermId>> = FxHashMap::default();
        for node in nodes {
            for (predicate, object) in facts.out(*node) {
                predicates.entry(*predicate).or_default().push(*object);
            }
        }
        let mut cube = Self {
            dataset: named.map(|node| facts.term(node).to_string()),
            measures: Vec::new(),
            dimensions: Vec::new(),
            scope: dataset.map_or_else(FxHashSet::default, |node| scope(facts, node)),
        };
        let mut predicates: Vec<_> = predicates.into_iter().collect();
        predicates.sort_unstable_by_key(|(predicate, _)| *predicate);
        for (predicate, mut values) in predicates {
            let Some(iri) = facts.iri(predicate).filter(|iri| !is_structure(iri)) else {
                continue;
            };
            values.sort_unstable();
            values.dedup();
            match role(facts, predicate, &values) {
                Role::Measure => cube.measures.push(Measure {
                    iri: iri.to_owned(),
                    roots: labels(facts, predicate)
                        .iter()
                        .flat_map(|label| roots(label))
                        .filter(|root| !GENERIC.contains(&root.as_str()))
                        .collect(),
                }),
                Role::Dimension if values.len() <= MOST_VALUES => {
                    cube.dimensions
                        .push(Dimension::read(facts, predicate, iri, &values));
                }
                _ => {}
            }
        }
        cube
    }
}

enum Role {
    Measure,
    Dimension,
    Attribute,
}

/// What a property of observations is: as the structure says, or else by its values.
fn role(facts: &Facts, predicate: TermId, values: &[TermId]) -> Role {
    let marked = |name: &str| {
        let component = facts.find(&format!("{QB}{name}"));
        component.is_some_and(|component| facts.subjects(predicate, component).next().is_some())
    };
    let typed = |name: &str| {
        let class = facts.find(&format!("{QB}{name}"));
        let kind = facts.find(TYPE);
        matches!((class, kind), (Some(class), Some(kind))
            if facts.objects(predicate, kind).any(|object| object == class))
    };
    if marked("measure") || typed("MeasureProperty") {
        return Role::Measure;
    }
    if marked("dimension") || typed("DimensionProperty") {
        return Role::Dimension;
    }
    if marked("attribute") || typed("AttributeProperty") {
        return Role::Attribute;
    }
    let numeric = values
        .iter()
        .all(|value| facts.literal(*value).is_some_and(is_number));
    if numeric {
        Role::Measure
    } else {
        Role::Dimension
    }
}

fn is_number(literal: &Literal) -> bool {
    let kind = literal.datatype().as_str();
    ["integer", "decimal", "double", "float", "int", "long"]
        .iter()
        .any(|name| kind.ends_with(&format!("#{name}")))
}

fn is_structure(iri: &str) -> bool {
    iri.starts_with(QB) || iri == TYPE || lydite_model::naming_rank(iri).is_some()
}

/// What a term is called: its labels and its local name.
fn labels(facts: &Facts, term: TermId) -> Vec<String> {
    let mut labels: Vec<String> = lydite_model::NAMING_PROPERTIES
        .iter()
        .filter_map(|iri| facts.find(iri))
        .flat_map(|predicate| facts.objects(term, predicate))
        .filter_map(|id| facts.literal(id))
        .map(|literal| literal.value().to_owned())
        .collect();
    if let Some(iri) = facts.iri(term) {
        labels.push(identifier_words(&local_name(iri)).join(" "));
    }
    labels
}

/// Words of the texts about a dataset and of what it is linked with.
fn scope(facts: &Facts, dataset: TermId) -> FxHashSet<String> {
    let neighbours = facts
        .out(dataset)
        .iter()
        .filter(|(_, object)| facts.iri(*object).is_some_and(|iri| !iri.starts_with(QB)))
        .map(|(_, object)| *object);
    let mut words = FxHashSet::default();
    for node in neighbours.chain([dataset]) {
        let texts = facts
            .out(node)
            .iter()
            .filter_map(|(_, object)| facts.literal(*object));
        for text in texts {
            words.extend(words_of(text.value()).map(crate::fold::fold_name));
        }
        if let Some(iri) = facts.iri(node) {
            words.extend(
                identifier_words(&local_name(iri))
                    .iter()
                    .map(|word| crate::fold::fold_name(word)),
            );
        }
    }
    words
}

impl Dimension {
    fn read(facts: &Facts, predicate: TermId, iri: &str, values: &[TermId]) -> Self {
        let mut names: Vec<Vec<String>> = labels(facts, predicate)
            .iter()
            .map(|label| roots(label))
            .filter(|roots| !roots.is_empty())
            .collect();
        let mut by_name: FxHashMap<String, Vec<String>> = FxHashMap::default();
        let mut temporal = !values.is_empty();
        let mut classes: FxHashSet<TermId> = FxHashSet::default();
        for value in values {
            let written = facts.term(*value).to_string();
            let called = match facts.term(*value) {
                Term::Literal(literal) => vec![literal.value().to_owned()],
                Term::NamedNode(_) => labels(facts, *value),
                Term::BlankNode(_) => Vec::new(),
            };
            temporal &= called.first().is_some_and(|name| {
                name.len() >= 4 && name[..].bytes().take(4).all(|b| b.is_ascii_digit())
            });
            if let Some(kind) = facts.find(TYPE) {
                classes.extend(facts.objects(*value, kind));
            }
            let singular: Vec<String> = called.iter().map(|name| roots(name).join(" ")).collect();
            for name in called.into_iter().chain(singular) {
                let known = by_name.entry(name_words(&name).join(" ")).or_default();
                if !known.contains(&written) {
                    known.push(written.clone());
                }
            }
        }
        // Values of a class of their own are called by it.
        for class in classes {
            names.extend(labels(facts, class).iter().map(|label| roots(label)));
        }
        names.retain(|roots| !roots.is_empty());
        names.sort_unstable();
        names.dedup();
        Self {
            iri: iri.to_owned(),
            names,
            values: by_name,
            temporal,
        }
    }
}
