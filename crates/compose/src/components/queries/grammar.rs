//! `qb-grammar`: what the joint system writes, held to the IRIs that were linked.

use crate::annotation::{AnnotatedQuestion, Candidate, Source};
use crate::component::{ComponentError, Cost, Described, Description, Need, QueryBuilder, Task};
use crate::resources::Resources;

/// Reads the words for operations, and joins what was linked by paths of the graph.
pub struct Grammar;

impl Described for Grammar {
    fn description(&self) -> Description {
        Description::new(
            "qb-grammar",
            Task::BuildQueries,
            "Counts, superlatives, comparisons, groups, sums, negation, dates, units and orders as the joint system reads them, over the entities, relations and classes that were linked; of a kind of which nothing was linked it finds its own",
        )
        .needs(&[Need::Links, Need::WholeGraph])
        .cost(Cost::Milliseconds)
    }
}

impl QueryBuilder for Grammar {
    fn build(
        &self,
        question: &AnnotatedQuestion,
        resources: &Resources,
    ) -> Result<Vec<Candidate>, ComponentError> {
        let queries = resources.joint()?.queries_of(question).into_iter();
        Ok(queries
            .map(|(query, score)| {
                Candidate::new(query, f64::from(score)).because(
                    Source::Rule,
                    "words for operations, paths of the graph",
                    1.0,
                )
            })
            .collect())
    }
}
