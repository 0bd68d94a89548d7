//! The query generation module: the queries it makes, against the gold query.

use lydite_sparql::{Dialect, Difference, Structure, diff, equivalent, parse};
use serde::Serialize;
use serde_json::Value;

use crate::reply::number;

/// How near a generated query comes to the gold query.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct GenerationScore {
    /// Whether it can be read.
    pub readable: bool,
    /// Whether it is of the same form.
    pub form: bool,
    /// Whether LIMIT and OFFSET are the same.
    pub range: bool,
    /// The share of its triples that the gold query has, names of variables aside.
    pub precision: f64,
    /// The share of the gold query's triples that it has.
    pub recall: f64,
    /// Their harmonic mean.
    pub f1: f64,
    /// Whether the two are equivalent.
    pub equivalent: bool,
}

/// The queries of an answer `[{"query", "score"}]`, best first.
pub fn generated_queries(answer: &Value) -> Vec<String> {
    let list = match answer {
        Value::Array(list) => list.as_slice(),
        Value::Object(object) => match object.get("queries").and_then(Value::as_array) {
            Some(list) => list,
            None => std::slice::from_ref(answer),
        },
        _ => std::slice::from_ref(answer),
    };
    let mut queries: Vec<(f64, String)> = Vec::new();
    for one in list {
        let query = one
            .as_str()
            .or_else(|| one.get("query").and_then(Value::as_str));
        let score = one.get("score").and_then(number);
        if let Some(query) = query {
            queries.push((score.unwrap_or(f64::NEG_INFINITY), query.to_owned()));
        }
    }
    queries.sort_by(|one, other| other.0.total_cmp(&one.0));
    queries.into_iter().map(|(_, query)| query).collect()
}

/// Compares a generated query with the gold query; `None` if the gold query cannot be read.
///
/// ```
/// use lydite_template::generation_score;
///
/// let gold = "SELECT ?x { ?x a dbo:Lake ; dbo:country dbr:Finland }";
/// let half = generation_score(gold, "SELECT ?l { ?l a dbo:Lake ; dbo:country dbr:Sweden }").unwrap();
/// assert_eq!((half.precision, half.recall, half.equivalent), (0.5, 0.5, false));
/// assert!(generation_score(gold, "SELECT ?l { ?l dbo:country dbr:Finland ; a dbo:Lake }").unwrap().equivalent);
/// ```
pub fn generation_score(gold: &str, query: &str) -> Option<GenerationScore> {
    let dialect = Dialect::field();
    let gold = parse(gold, &dialect).ok()?;
    let Ok(found) = parse(query, &dialect) else {
        return Some(GenerationScore {
            readable: false,
            form: false,
            range: false,
            precision: 0.0,
            recall: 0.0,
            f1: 0.0,
            equivalent: false,
        });
    };
    let (one, other) = (Structure::of(&gold), Structure::of(&found));
    let equivalent = equivalent(&gold, &found);
    let differing = diff(&gold, &found)
        .iter()
        .filter(|difference| {
            matches!(
                difference,
                Difference::Missing { .. } | Difference::Changed { .. }
            )
        })
        .count();
    let same = one.triples.len().saturating_sub(differing) as f64;
    let share = |of: usize| match of {
        0 => f64::from(u8::from(one.triples.len() == other.triples.len())),
        of => same / of as f64,
    };
    let (precision, recall) = (share(other.triples.len()), share(one.triples.len()));
    let sum = precision + recall;
    Some(GenerationScore {
        readable: true,
        form: one.form == other.form,
        range: one.range == other.range,
        precision,
        recall,
        f1: if sum > 0.0 {
            2.0 * precision * recall / sum
        } else {
            0.0
        },
        equivalent,
    })
}
