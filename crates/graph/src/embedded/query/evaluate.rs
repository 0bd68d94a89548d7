//! Runs a query within its limits.

use std::borrow::Cow;
use std::cell::RefCell;

use lydite_sparql::Parsed;
use oxrdf::{GraphName, NamedOrBlankNode, Term};
use spareval::{QueryDatasetSpecification, QueryEvaluationError, QueryEvaluator, QueryResults};

use super::aggregates::with_concatenation;
use super::dataset::{LocalTerms, View, text_length};
use super::functions::evaluator;
use super::generic::{Fetch, Fetched};
use super::prepare::{Ready, prepare};
use crate::embedded::stop::{guard, hold};
use crate::embedded::store::Store;
use crate::{GraphError, Limits, Note, Results, Rows, Value};

/// Runs a query within its limits.
pub(in crate::embedded) fn evaluate(
    store: &Store,
    place: &(dyn Fn() -> String + Sync),
    query: &Parsed,
    limits: &Limits,
) -> Result<Results, GraphError> {
    // The evaluator recurses as deeply as the query nests.
    let result = query.with_stack(|| guard(place, limits, || run(store, query, limits)));
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
    let run = || {
        let ready = prepare(None, query);
        let local = RefCell::new(LocalTerms::default());
        let view = Fetched {
            fetch,
            local: &local,
        };
        let evaluator = evaluator_for(&ready);
        let mut prepared = evaluator.prepare(&ready.query);
        *prepared.dataset_mut() = QueryDatasetSpecification::new();
        collect(prepared.execute(view)?, limits)
    };
    let place = || "the union".to_owned();
    let result = query.with_stack(|| guard(&place, limits, run));
    result
        .ok_or_else(too_deep)?
        .and_then(|results| results.map_err(|error| GraphError::Query(error.to_string())))
}

/// The evaluator with what this query needs.
fn evaluator_for(ready: &Ready) -> Cow<'static, QueryEvaluator> {
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
    GraphError::Query("there is no memory for a query that nests so deeply".to_owned())
}

/// Whether the store has any of the graphs that a query wants to be run on.
fn knows_graphs(store: &Store, wanted: &QueryDatasetSpecification) -> bool {
    let default = wanted.default_graph_graphs().unwrap_or_default().iter();
    let named = wanted.available_named_graphs().unwrap_or_default().iter();
    let default = default.filter_map(|name| match name {
        GraphName::NamedNode(node) => Some(node.as_str()),
        _ => None,
    });
    let named = named.filter_map(|name| match name {
        NamedOrBlankNode::NamedNode(node) => Some(node.as_str()),
        NamedOrBlankNode::BlankNode(_) => None,
    });
    let is_known = |name: &str| {
        let number = store.iri(name);
        number.is_some_and(|number| !store.quads(Some(number)).is_empty())
    };
    store.has_named_graphs() && default.chain(named).any(is_known)
}

fn run(store: &Store, query: &Parsed, limits: &Limits) -> Result<Results, QueryEvaluationError> {
    let ready = prepare(Some(store), query);
    let evaluator = evaluator_for(&ready);
    let local = RefCell::new(LocalTerms::default());
    let view = View {
        store,
        local: &local,
    };
    let mut prepared = evaluator.prepare(&ready.query);
    if !knows_graphs(store, prepared.dataset()) {
        // `FROM` names the graph that the author had in mind: this one, loaded without its name.
        *prepared.dataset_mut() = QueryDatasetSpecification::new();
    }
    collect(prepared.execute(view)?, limits)
}

/// Reads results as far as they are wanted.
fn collect(results: QueryResults<'_>, limits: &Limits) -> Result<Results, QueryEvaluationError> {
    let mut notes = Vec::new();
    let value = match results {
        QueryResults::Boolean(value) => Value::Boolean(value),
        QueryResults::Solutions(solutions) => {
            let variables = solutions.variables().iter();
            let mut rows = Rows {
                variables: variables.map(|name| name.as_str().to_owned()).collect(),
                rows: Vec::new(),
            };
            for solution in solutions {
                if rows.rows.len() == limits.rows {
                    notes.push(Note::Truncated { rows: limits.rows });
                    break;
                }
                let row = solution?.values().to_vec();
                hold(row.iter().map(|cell| bytes_of(cell.as_ref())).sum());
                rows.rows.push(row);
            }
            Value::Rows(rows)
        }
        QueryResults::Graph(found) => {
            let mut triples = Vec::new();
            for triple in found {
                if triples.len() == limits.rows {
                    notes.push(Note::Truncated { rows: limits.rows });
                    break;
                }
                let triple = triple?;
                hold(3 * size_of::<Term>() + text_length(&triple.object));
                triples.push(triple);
            }
            Value::Triples(triples)
        }
    };
    Ok(Results { value, notes })
}

/// What a cell of a result takes at least.
fn bytes_of(cell: Option<&Term>) -> usize {
    size_of::<Option<Term>>() + cell.map_or(0, text_length)
}
