//! Aggregates that give values as they are stored.

use oxrdf::{Literal, NamedNode, Term};
use spareval::{AggregateFunctionAccumulator, QueryEvaluator};

use super::functions::named;
use super::lexical::pack;
use super::sort_key::Place;
use crate::embedded::stop::{hold, tick};

pub(super) const MIN: &str = "urn:lydite:aggregate:min";
pub(super) const MAX: &str = "urn:lydite:aggregate:max";

/// The name of `GROUP_CONCAT` with the separator of this number.
pub(super) fn concatenation(number: usize) -> NamedNode {
    NamedNode::new_unchecked(format!("urn:lydite:aggregate:concatenation:{number}"))
}

/// Adds the aggregates that are the same for all queries.
pub(super) fn with_extremes(evaluator: QueryEvaluator) -> QueryEvaluator {
    let extreme = |greatest: bool| {
        move || -> Box<dyn AggregateFunctionAccumulator + Send + Sync> {
            Box::new(Extreme {
                greatest,
                found: None,
            })
        }
    };
    evaluator
        .with_custom_aggregate_function(named(MIN), extreme(false))
        .with_custom_aggregate_function(named(MAX), extreme(true))
}

/// Adds `GROUP_CONCAT` with a separator.
pub(super) fn with_concatenation(
    evaluator: QueryEvaluator,
    number: usize,
    separator: String,
) -> QueryEvaluator {
    evaluator.with_custom_aggregate_function(concatenation(number), move || {
        Box::new(Concatenation {
            separator: separator.clone(),
            text: Some(String::new()),
            is_first: true,
        })
    })
}

/// The first or last of all in the order of `ORDER BY`, as SPARQL defines `MIN` and `MAX`.
struct Extreme {
    greatest: bool,
    found: Option<(Place<'static>, Term)>,
}

impl AggregateFunctionAccumulator for Extreme {
    fn accumulate(&mut self, element: Term) {
        tick(8);
        let place = Place::of(&element);
        let is_better = match &self.found {
            None => true,
            Some((best, _)) if self.greatest => place > *best,
            Some((best, _)) => place < *best,
        };
        if is_better {
            self.found = Some((place.kept(), element));
        }
    }

    fn finish(&mut self) -> Option<Term> {
        self.found.take().map(|(_, term)| pack(term))
    }
}

/// The texts of all. Of a blank node there is none, and so none of the whole.
struct Concatenation {
    separator: String,
    text: Option<String>,
    is_first: bool,
}

impl AggregateFunctionAccumulator for Concatenation {
    fn accumulate(&mut self, element: Term) {
        let Some(text) = &mut self.text else {
            return;
        };
        let before = text.len();
        if !self.is_first {
            text.push_str(&self.separator);
        }
        self.is_first = false;
        match element {
            Term::Literal(literal) => text.push_str(literal.value()),
            Term::NamedNode(node) => text.push_str(node.as_str()),
            Term::BlankNode(_) => self.text = None,
        }
        let grown = self.text.as_ref().map_or(0, |text| text.len() - before);
        hold(grown);
        tick(1 + (grown / 64) as u32);
    }

    fn finish(&mut self) -> Option<Term> {
        let text = self.text.take()?;
        Some(Literal::new_simple_literal(text).into())
    }
}
