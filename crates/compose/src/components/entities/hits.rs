//! `ned-hits`: the senses that the graph around all of them supports, as AGDISTIS does it.

use rustc_hash::{FxHashMap, FxHashSet};

use super::capitals::capital_runs;
use super::spotting::{LONGEST, normal_of, span_of};
use crate::annotation::{AnnotatedQuestion, Candidate, Kind, Source, Span};
use crate::component::{
    ComponentError, Cost, Described, Description, EntityLinker, Link, Need, Task,
};
use crate::names::{EntityId, Form, normal};
use crate::resources::Resources;

/// AGDISTIS's defaults.
const TRIGRAMS: f64 = 0.87;
const DEPTH: usize = 2;
const ITERATIONS: usize = 20;
const CANDIDATES: usize = 500;

/// Bounds on the graph around the candidates, which AGDISTIS does not have: of a node so many neighbours,
/// and so many nodes in all.
const NEIGHBOURS: usize = 100;
const NODES: usize = 4000;

/// Words that belong to a company, not to its name.
const AFFIXES: [&str; 8] = ["inc", "corp", "ltd", "llc", "co", "gmbh", "ag", "plc"];

/// HITS over the graph around the candidates of all names.
pub struct Hits;

impl Described for Hits {
    fn description(&self) -> Description {
        Description::new(
            "ned-hits",
            Task::LinkEntities,
            "For spots that were recognised (or capital runs): candidates by whole label, or by another name with trigram similarity of at least 0.87; breadth-first expansion of all candidates to depth 2; HITS with 20 iterations; for each spot the candidate with the highest authority",
        )
        .needs(&[Need::Labels, Need::Graph, Need::Spots])
        .cost(Cost::Milliseconds)
        .reference("Usbeck et al., AGDISTIS: Graph-Based Disambiguation of Named Entities Using Linked Data, ISWC 2014")
        .counterpart_of(&["AGDISTIS"])
    }
}

impl EntityLinker for Hits {
    fn link_entities(
        &self,
        question: &AnnotatedQuestion,
        resources: &Resources,
    ) -> Result<Vec<Link>, ComponentError> {
        let mut spots = spots(question);
        // Longer spots first: a spot that is part of one takes its senses (heuristic expansion).
        spots.sort_by_key(|(_, name)| std::cmp::Reverse(name.len()));
        let mut expanded: Vec<(Span, String)> = Vec::new();
        for (span, name) in spots {
            let longer = expanded
                .iter()
                .find(|(_, other)| format!(" {other} ").contains(&format!(" {name} ")))
                .map(|(_, other)| other.clone());
            expanded.push((span, longer.unwrap_or(name)));
        }
        let names = resources.names();
        let candidates: Vec<(Span, Vec<EntityId>)> = expanded
            .into_iter()
            .map(|(span, name)| (span, candidates(resources, &name)))
            .collect();
        let starts: Vec<&str> = candidates
            .iter()
            .flat_map(|(_, entities)| entities.iter().map(|entity| names.iri(*entity)))
            .collect();
        let authority = hits(resources, &starts)?;
        let mut links: Vec<Link> = candidates
            .into_iter()
            .filter(|(_, entities)| !entities.is_empty())
            .map(|(span, entities)| {
                let mut senses: Vec<Candidate> = entities
                    .into_iter()
                    .map(|entity| {
                        let iri = names.iri(entity);
                        let score = authority.get(iri).copied().unwrap_or(0.0);
                        Candidate::new(iri, score).because(Source::Coherence, "authority", score)
                    })
                    .collect();
                // Candidates come in order, so that the first of equals stays first.
                senses.sort_by(|a, b| b.score.total_cmp(&a.score));
                senses.truncate(10);
                Link {
                    span: Some(span),
                    candidates: senses,
                }
            })
            .collect();
        links.sort_by_key(|link| link.span);
        Ok(links)
    }
}

/// The spots that are there, else runs of capitals; with their normal forms, without affixes of companies.
fn spots(question: &AnnotatedQuestion) -> Vec<(Span, String)> {
    let recognised: Vec<Span> = question.of(Kind::Spot).filter_map(|a| a.span).collect();
    let named = if recognised.is_empty() {
        let runs = capital_runs(question).into_iter();
        runs.map(|run| {
            (
                span_of(question, &run),
                normal_of(&question.words.words[run]),
            )
        })
        .collect()
    } else {
        let named = recognised.into_iter();
        named
            .map(|span| (span, normal(question.slice(span))))
            .collect::<Vec<_>>()
    };
    named
        .into_iter()
        .filter(|(_, name)| name.split(' ').count() <= LONGEST * 2)
        .map(|(span, name)| {
            let kept: Vec<&str> = name
                .split(' ')
                .filter(|word| !AFFIXES.contains(word))
                .collect();
            (span, kept.join(" "))
        })
        .filter(|(_, name)| !name.is_empty())
        .collect()
}

/// Whole labels; else without a plural or genitive ending; else other names that are similar enough.
fn candidates(resources: &Resources, name: &str) -> Vec<EntityId> {
    let names = resources.names();
    let whole = |name: &str| -> Vec<EntityId> {
        let mut postings: Vec<_> = names.exact(name).iter().collect();
        postings.sort_by_key(|posting| {
            (
                posting.form,
                std::cmp::Reverse(names.degree(posting.entity)),
                posting.entity,
            )
        });
        postings
            .into_iter()
            .map(|posting| posting.entity)
            .take(CANDIDATES)
            .collect()
    };
    let found = whole(name);
    if !found.is_empty() {
        return found;
    }
    let stripped = name.strip_suffix(" s").or_else(|| name.strip_suffix('s'));
    let found = stripped.map(whole).unwrap_or_default();
    if !found.is_empty() {
        return found;
    }
    let mut found = Vec::new();
    for similar in names.similar(name, 20, 0.6) {
        if trigram_similarity(name, &names.key(similar.key)) >= TRIGRAMS {
            let postings = names.postings(similar.key).iter();
            found.extend(
                postings
                    .filter(|posting| posting.form != Form::BeforeComma)
                    .map(|posting| posting.entity),
            );
        }
    }
    found.truncate(CANDIDATES);
    found
}

/// Shared trigrams of two names, as a share of the larger number (n-gram distance of AGDISTIS).
fn trigram_similarity(one: &str, other: &str) -> f64 {
    let trigrams = |name: &str| -> FxHashSet<[char; 3]> {
        let characters: Vec<char> = name.chars().collect();
        characters
            .windows(3)
            .map(|window| [window[0], window[1], window[2]])
            .collect()
    };
    let (one, other) = (trigrams(one), trigrams(other));
    let most = one.len().max(other.len());
    if most == 0 {
        return 0.0;
    }
    one.intersection(&other).count() as f64 / most as f64
}

/// The authority of all resources around some of them.
fn hits(resources: &Resources, starts: &[&str]) -> Result<FxHashMap<String, f64>, ComponentError> {
    let mut numbers: FxHashMap<String, usize> = FxHashMap::default();
    let mut edges: Vec<(usize, usize)> = Vec::new();
    let mut frontier: Vec<String> = Vec::new();
    for start in starts {
        let next = numbers.len();
        if !numbers.contains_key(*start) {
            numbers.insert((*start).to_owned(), next);
            frontier.push((*start).to_owned());
        }
    }
    for _ in 0..DEPTH {
        let mut reached = Vec::new();
        for from in frontier {
            let around = resources.neighbourhood(&from)?;
            let source = numbers[&from];
            let objects = around.outgoing.iter().filter_map(|(property, value)| {
                let is_type = property.as_str().ends_with("#type");
                match value {
                    lydite_graph::oxrdf::Term::NamedNode(node) if !is_type => Some(node.as_str()),
                    _ => None,
                }
            });
            for object in objects.take(NEIGHBOURS) {
                let target = match numbers.get(object) {
                    Some(target) => *target,
                    None if numbers.len() >= NODES => continue,
                    None => {
                        let next = numbers.len();
                        numbers.insert(object.to_owned(), next);
                        reached.push(object.to_owned());
                        next
                    }
                };
                edges.push((source, target));
            }
        }
        frontier = reached;
    }
    let count = numbers.len();
    let mut authority = vec![1.0 / count.max(1) as f64; count];
    let mut hub = authority.clone();
    for _ in 0..ITERATIONS {
        let mut next = vec![0.0; count];
        for (source, target) in &edges {
            next[*target] += hub[*source];
        }
        normalise(&mut next);
        let mut hubs = vec![0.0; count];
        for (source, target) in &edges {
            hubs[*source] += next[*target];
        }
        normalise(&mut hubs);
        (authority, hub) = (next, hubs);
    }
    Ok(numbers
        .into_iter()
        .map(|(iri, number)| (iri, authority[number]))
        .collect())
}

fn normalise(values: &mut [f64]) {
    let sum: f64 = values.iter().sum();
    if sum > 0.0 {
        for value in values {
            *value /= sum;
        }
    }
}
