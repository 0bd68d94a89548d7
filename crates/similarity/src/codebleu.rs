//! CodeBLEU for SPARQL as t2s-metrics has it: the mean of BLEU, weighted tokens, syntax and variables.

use lydite_sparql::is_sparql_11;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::tokens::{tokens, variables};

/// What a keyword counts. The weights hold for lower case alone, as in t2s-metrics, although Ren et al.
/// mean all keywords: `SELECT` counts 1, `select` 2.
fn weight(token: &str) -> f64 {
    match token {
        "select" | "ask" | "construct" | "describe" | "where" => 2.0,
        "distinct" | "reduced" | "filter" | "optional" | "union" | "minus" | "graph"
        | "service" | "group" | "having" | "from" | "named" | "bind" => 1.5,
        "order" | "by" | "limit" | "offset" => 1.2,
        _ => 1.0,
    }
}

/// The share of the system's tokens that the gold query has, by weight.
pub(crate) fn weighted_tokens(gold: &[&str], system: &[&str]) -> f64 {
    let mut left: FxHashMap<&str, usize> = FxHashMap::default();
    for token in gold {
        *left.entry(token).or_default() += 1;
    }
    let (mut right, mut all) = (0.0, 0.0);
    for token in system {
        let weight = weight(token);
        all += weight;
        if let Some(left) = left.get_mut(token).filter(|left| **left > 0) {
            *left -= 1;
            right += weight;
        }
    }
    if all == 0.0 { 0.0 } else { right / all }
}

/// The share of the gold query's variables whose names the system's query has; 1 if it has none.
pub(crate) fn shared_variables(gold: &str, system: &str) -> f64 {
    let names = |text| -> FxHashSet<&str> { variables(text).map(|(_, name)| name).collect() };
    let (gold, system) = (names(gold), names(system));
    if gold.is_empty() {
        return 1.0;
    }
    gold.intersection(&system).count() as f64 / gold.len() as f64
}

/// Whether the text is SPARQL 1.1; prefixes need no declaration.
pub(crate) fn is_syntax(text: &str) -> bool {
    let prefixes: FxHashSet<&str> = tokens(text)
        .into_iter()
        .filter(|token| !token.starts_with(['"', '<']))
        .filter_map(|token| Some(token.split_once(':')?.0))
        .chain([""])
        .collect();
    let table: Vec<(&str, &str)> = prefixes
        .into_iter()
        .map(|prefix| (prefix, "http://undeclared.example/"))
        .collect();
    is_sparql_11(text, &table)
}
