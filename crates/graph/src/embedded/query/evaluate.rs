//! Runs a query within its limits.

use std::borrow::Cow;
use std::cell::RefCell;

use lydite_sparql::Parsed;
use lydite_sparql::spargebra::Query;
use oxrdf::NamedNode;
use spareval::{QueryDatasetSpecification, QueryEvaluationError, QueryEvaluator};

use super::aggregates::with_concatenation;
use super::collect::{Gathered, pass_on};
use super::dataset::{LocalTerms, Named, View};
use super::functions::evaluator;
use super::generic::{Fetch, Fetched};
use super::lexical::read_next;
use super::prepare::{Ready, prepare};
use super::several::SeveralView;
use crate::embedded::stop::guard;
use crate::embedded::store::{Scope, Several, Sources, Store};
use crate::{GraphError, Limits, Note, Results, Sink};

/// Runs a query within its limits.
pub(in crate::embedded) fn evaluate(
    store: &Store,
    place: &(dyn Fn() -> String + Sync),
    query: &Parsed,
    limits: &Limits,
    sink: &mut (dyn Sink + Send),
) -> Result<Vec<Note>, GraphError> {
    // The evaluator recurses as deeply as the query nests.
    let result = query.with_stack(|| guard(place, limits, || run(store, query, limits, sink)));
    result
        .ok_or_else(too_deep)?
        .and_then(|results| results.map_err(|error| GraphError::Query(error.to_string())))
}

/// Runs a query within its limits on the default graphs of several indexes.
pub(in crate::embedded) fn evaluate_several(
    indexes: Several<'_>,
    place: &(dyn Fn() -> String + Sync),
    query: &Parsed,
    limits: &Limits,
    sink: &mut (dyn Sink + Send),
) -> Result<Vec<Note>, GraphError> {
    let run = || -> Result<Vec<Note>, QueryEvaluationError> {
        let ready = prepare(Sources::Several(indexes), query);
        let local = RefCell::new(LocalTerms::default());
        let view = SeveralView {
            indexes,
            local: &local,
            literals: ready.literals,
        };
        let evaluator = evaluator_for(&ready);
        let mut prepared = evaluator.prepare(&ready.query);
        *prepared.dataset_mut() = QueryDatasetSpecification::new();
        let note = pass_on(prepared.execute(view)?, limits, sink)?;
        Ok(note.into_iter().collect())
    };
    let result = query.with_stack(|| guard(place, limits, run));
    result
        .ok_or_else(too_deep)?
        .and_then(|results| results.map_err(|error| GraphError::Query(error.to_string())))
}

/// Runs a query within its limits on triples from anywhere.
pub(crate) fn evaluate_on(
    fetch: &Fetch<'_>,
    query: &Parsed,
    limits: &Limits,
) -> Result<Results, GraphError> {
    let run = || -> Result<Results, QueryEvaluationError> {
        let ready = prepare(Sources::None, query);
        let local = RefCell::new(LocalTerms::default());
        let view = Fetched {
            fetch,
            local: &local,
            literals: ready.literals,
        };
        let evaluator = evaluator_for(&ready);
        let mut prepared = evaluator.prepare(&ready.query);
        *prepared.dataset_mut() = QueryDatasetSpecification::new();
        let mut all = Gathered::default();
        let notes = pass_on(prepared.execute(view)?, limits, &mut all)?;
        Ok(all.into_results(notes.into_iter().collect()))
    };
    let place = || "the union".to_owned();
    let result = query.with_stack(|| guard(&place, limits, run));
    result
        .ok_or_else(too_deep)?
        .and_then(|results| results.map_err(|error| GraphError::Query(error.to_string())))
}

/// The evaluator with what this query needs.
fn evaluator_for(ready: &Ready) -> Cow<'static, QueryEvaluator> {
    // A query that was stopped before may have left word.
    read_next(None);
    let mut evaluator = Cow::Borrowed(evaluator());
    for (number, separator) in ready.separators.iter().enumerate() {
        let so_far = evaluator.into_owned();
        evaluator = Cow::Owned(with_concatenation(so_far, number, separator.clone()));
    }
    if ready.is_planned {
        evaluator = Cow::Owned(evaluator.into_owned().without_optimizations());
    }
    evaluator
}

fn too_deep() -> GraphError {
    GraphError::Query("the query is nested too deeply for this machine".to_owned())
}

/// What a query sees outside of `GRAPH`, and which graphs it names that are not there.
fn scope(store: &Store, query: &Query) -> (Scope, Vec<Note>) {
    let Some(dataset) = query.dataset() else {
        return (store.default_scope(), Vec::new());
    };
    let number = |name: &NamedNode| {
        let number = store.iri(name.as_str());
        number.filter(|number| store.has_graph(*number))
    };
    let is_unnamed = |name: &NamedNode| store.facts.graph_name.as_deref() == Some(name.as_str());
    let mut graphs: Vec<u32> = dataset.default.iter().filter_map(number).collect();
    graphs.sort_unstable();
    graphs.dedup();
    let named = dataset.named.iter().flatten();
    let mut unknown: Vec<&NamedNode> = dataset.default.iter().chain(named).collect();
    unknown.retain(|name| number(name).is_none() && !is_unnamed(name));
    let notes = unknown.into_iter().map(|name| Note::UnknownGraph {
        iri: name.as_str().to_owned(),
    });
    let with_unnamed = dataset.default.iter().any(is_unnamed);
    (store.scope_of(&graphs, with_unnamed), notes.collect())
}

/// The named graphs that a query sees, each once. What is the default graph is for [`scope`] to say.
fn named_graphs(query: &Query) -> QueryDatasetSpecification {
    let mut seen = QueryDatasetSpecification::new();
    if let Some(dataset) = query.dataset() {
        let mut named = dataset.named.clone().unwrap_or_default();
        named.sort_unstable_by(|one, other| one.as_str().cmp(other.as_str()));
        named.dedup();
        seen.set_available_named_graphs(named.into_iter().map(Into::into).collect());
    }
    seen
}

fn run(
    store: &Store,
    query: &Parsed,
    limits: &Limits,
    sink: &mut dyn Sink,
) -> Result<Vec<Note>, QueryEvaluationError> {
    let ready = prepare(Sources::One(store), query);
    let evaluator = evaluator_for(&ready);
    let local = RefCell::new(LocalTerms::default());
    let (default, mut notes) = scope(store, &ready.query);
    let view = View {
        store,
        local: &local,
        default,
        named: Named::new(store, &local),
        literals: ready.literals,
    };
    let mut prepared = evaluator.prepare(&ready.query);
    *prepared.dataset_mut() = named_graphs(&ready.query);
    notes.extend(pass_on(prepared.execute(view)?, limits, sink)?);
    Ok(notes)
}
