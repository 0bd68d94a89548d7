//! Runs a query within its limits.

use std::cell::RefCell;

use lydite_sparql::Parsed;
use oxrdf::{GraphName, NamedOrBlankNode};
use spareval::{QueryDatasetSpecification, QueryEvaluationError, QueryEvaluator, QueryResults};

use super::dataset::{LocalTerms, View};
use super::functions::evaluator;
use super::prepare::prepare;
use crate::embedded::stop::guard;
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
    match result {
        Some(Ok(Ok(results))) => Ok(results),
        Some(Ok(Err(error))) => Err(GraphError::Query(error.to_string())),
        Some(Err(error)) => Err(error),
        None => Err(GraphError::Query(
            "there is no memory for a query that nests so deeply".to_owned(),
        )),
    }
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
    let evaluator: &QueryEvaluator = evaluator();
    let ready = prepare(store, query);
    let local = RefCell::new(LocalTerms::default());
    let view = View {
        store,
        local: &local,
    };
    let mut prepared = evaluator.prepare(&ready);
    if !knows_graphs(store, prepared.dataset()) {
        // `FROM` names the graph that the author had in mind: this one, loaded without its name.
        *prepared.dataset_mut() = QueryDatasetSpecification::new();
    }
    let results = prepared.execute(view)?;
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
                rows.rows.push(solution?.values().to_vec());
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
                triples.push(triple?);
            }
            Value::Triples(triples)
        }
    };
    Ok(Results { value, notes })
}
