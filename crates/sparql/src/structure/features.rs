//! The features of a query in the LSQ vocabulary, as QaldGen publishes them.

use std::collections::{BTreeSet, HashSet};

use spargebra::algebra::{AggregateFunction, Expression};

use super::expressions::{children, lsq_name};
use super::{Duplicates, Form, Structure, Triple, Within};

impl Structure<'_> {
    /// `lsq:tps`: how many distinct triple patterns there are, those of EXISTS excluded.
    pub fn lsq_triple_patterns(&self) -> usize {
        let distinct: HashSet<_> = self
            .lsq_triples()
            .map(|triple| (&triple.subject, &triple.predicate, &triple.object))
            .collect();
        distinct.len()
    }

    /// `lsq:bgps`: how many basic graph patterns there are, empty ones and those of EXISTS excluded.
    pub fn lsq_basic_graph_patterns(&self) -> usize {
        let distinct: HashSet<usize> = self.lsq_triples().map(|triple| triple.bgp).collect();
        distinct.len()
    }

    fn lsq_triples(&self) -> impl Iterator<Item = &Triple<'_>> {
        self.triples
            .iter()
            .filter(|triple| !triple.within.contains(Within::EXISTS))
    }

    /// The local names of `lsq:usesFeature`: `Select`, `Distinct`, `Union`, `fn-regex`, `aggcountvar` …
    ///
    /// As LSQ has it, `GroupBy` says that there is an aggregate, HAVING is not mentioned, `OFFSET 0`
    /// does not count, and functions count only within FILTER.
    ///
    /// ```
    /// use lydite_sparql::{Dialect, Structure, parse};
    ///
    /// let parsed = parse("SELECT COUNT(?x) { ?x ?p ?y FILTER (?y > 2) }", &Dialect::field())?;
    /// let features: Vec<_> = Structure::of(&parsed).lsq_features().into_iter().collect();
    /// assert_eq!(
    ///     features,
    ///     ["Aggregators", "Filter", "Functions", "GroupBy", "Select", "aggcountvar", "fn-gt"]
    /// );
    /// # Ok::<(), lydite_sparql::ParseError>(())
    /// ```
    pub fn lsq_features(&self) -> BTreeSet<String> {
        let mut features = BTreeSet::new();
        let counts = self.constructs;
        let filters = self.where_filters().count();
        let mut add = |name: &str, present: bool| {
            if present {
                features.insert(name.to_owned());
            }
        };
        add("Select", self.form == Form::Select);
        add("Ask", self.form == Form::Ask);
        add("Construct", self.form == Form::Construct);
        add("Describe", self.form == Form::Describe);
        add("Distinct", self.duplicates == Duplicates::Distinct);
        add("Reduced", self.duplicates == Duplicates::Reduced);
        add("Union", counts.unions > 0);
        add("Optional", counts.optionals > 0);
        add("Minus", counts.minuses > 0);
        add("NamedGraph", counts.graphs > 0);
        add("Service", counts.services > 0);
        add("SubQuery", counts.sub_selects > 0);
        add("Values", !self.values.is_empty());
        add("Bind", counts.binds > 0);
        add("Filter", filters > 0);
        add("Functions", filters > 0);
        add("Limit", counts.limits > 0);
        add("Offset", counts.offsets > 0);
        add("OrderBy", counts.orders > 0);
        add("Aggregators", !self.aggregates.is_empty());
        add("GroupBy", !self.aggregates.is_empty());
        for aggregate in &self.aggregates {
            let function = match aggregate.function {
                None => "count",
                Some(AggregateFunction::Count) => "countvar",
                Some(AggregateFunction::Sum) => "sum",
                Some(AggregateFunction::Avg) => "avg",
                Some(AggregateFunction::Min) => "min",
                Some(AggregateFunction::Max) => "max",
                Some(AggregateFunction::GroupConcat { .. }) => "groupconcat",
                Some(AggregateFunction::Sample) => "sample",
                Some(AggregateFunction::Custom(_)) => "custom",
            };
            let distinct = if aggregate.distinct { "distinct" } else { "" };
            features.insert(format!("agg{function}{distinct}"));
        }
        let mut stack: Vec<&Expression> = Vec::new();
        for filter in self.where_filters() {
            stack.push(filter.expression);
        }
        // The algebra joins the filters of a group with `&&`; only the text tells them apart.
        if filters > 1 && self.text.contains("&&") {
            features.insert("fn-and".to_owned());
        }
        while let Some(expression) = stack.pop() {
            // The algebra has `!=` as a negated `=`, NOT IN as a negated IN.
            let (name, inner) = match expression {
                Expression::Not(inner) => match &**inner {
                    Expression::Equal(..) => (Some("ne".to_owned()), &**inner),
                    Expression::In(..) => (Some("notin".to_owned()), &**inner),
                    Expression::Exists(_) => (Some("notexists".to_owned()), &**inner),
                    _ => (Some("not".to_owned()), expression),
                },
                _ => (lsq_name(expression), expression),
            };
            features.extend(name.map(|name| format!("fn-{name}")));
            stack.extend(children(inner));
        }
        features
    }
}
