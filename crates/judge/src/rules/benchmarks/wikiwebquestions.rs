//! The evaluation of WikiWebQuestions.

use lydite_model::{Answer, AnswerSet, Query, Table, Term};

use super::figures::{EM, TEXT};
use super::plain::{Plain, scored};
use super::values;
use crate::measures::{
    ANSWERED, EMPTY, ERRORS, MACRO_F1, MACRO_PRECISION, MACRO_RECALL, MISSING, QUESTIONS, harmonic,
};
use crate::rules::{Case, Conventions, Example, Listed, RuleSet, Verdict};

pub(crate) static WIKIWEBQUESTIONS: RuleSet = RuleSet {
    name: "wikiwebquestions",
    version: "2023",
    title: "WikiWebQuestions",
    rationale: "The evaluation of Xu et al. (EMNLP 2023), as described: exact match if the query is the \
        gold query or the rows have the same values, whatever the variables are called; F1 over the \
        rows with the names of their variables, so that the right answers under another name are \
        an exact match with an F1 of 0.",
    conventions: Conventions {
        values: "whole rows; for F1 with the names of the variables",
        empty: "0",
        missing: "0; the script needs an answer to every question",
        empty_gold: "1 for an empty answer, else 0",
        average: "means over all questions",
    },
    examples: &[
        Example {
            gold: &["a", "b"],
            system: Some(&["a"]),
            scores: [1.0, 0.5, 2.0 / 3.0],
            shows: "rows",
        },
        Example {
            gold: &["true"],
            system: Some(&["false"]),
            scores: [0.0, 0.0, 0.0],
            shows: "yes and no",
        },
    ],
    rules: &Plain::new(judge, &FIGURES),
};

static FIGURES: [Listed; 10] = [
    ("macro.precision", &MACRO_PRECISION),
    ("macro.recall", &MACRO_RECALL),
    ("macro.f1", &MACRO_F1),
    ("exact_match", &EM),
    ("equal_query_text", &TEXT),
    ("n", &QUESTIONS),
    ("answered", &ANSWERED),
    ("empty", &EMPTY),
    ("missing", &MISSING),
    ("errors", &ERRORS),
];

/// What follows the first SELECT, or all of it.
fn body(query: &str) -> &str {
    query.find("SELECT").map_or(query, |at| &query[at..]).trim()
}

/// A row with the names of its variables, in their order.
fn named<'t>(table: &'t Table, row: &'t [Option<Term>]) -> Vec<(&'t str, &'t Term)> {
    let cells = table.columns.iter().zip(row);
    let mut row: Vec<_> = cells
        .filter_map(|(name, cell)| Some((name.as_str(), cell.as_ref()?)))
        .collect();
    row.sort_by_key(|(name, _)| *name);
    row
}

fn judge(case: &Case<'_>) -> Verdict {
    let gold = case.gold.answers.as_ref();
    let response = case.response.filter(|response| response.error.is_none());
    let system = response.and_then(|response| response.answers.as_ref());
    let queries = (
        Query::choose(&case.gold.queries, None),
        response.and_then(|response| Query::choose(&response.queries, None)),
    );
    let same_text =
        matches!(queries, (Some(gold), Some(said)) if body(&gold.text) == body(&said.text));
    let (scores, same_rows) = compare(gold, system);
    let mut verdict = scored(scores, &values::gold(case), values::system(case).as_ref());
    let right = |right: bool| f64::from(u8::from(right));
    verdict
        .scores
        .insert("exact_match".to_owned(), right(same_text || same_rows));
    verdict
        .scores
        .insert("equal_query_text".to_owned(), right(same_text));
    verdict
}

/// Precision, recall and F1, and whether the rows have the same values.
fn compare(gold: Option<&AnswerSet>, system: Option<&AnswerSet>) -> ([f64; 3], bool) {
    let (Some(gold), Some(system)) = (gold, system) else {
        return ([0.0; 3], false);
    };
    let (gold, system) = match (&gold.answer, &system.answer) {
        (Answer::Boolean(one), Answer::Boolean(other)) => {
            return ([f64::from(u8::from(one == other)); 3], one == other);
        }
        (Answer::Table(gold), Answer::Table(system)) => (gold, system),
        _ => return ([0.0; 3], false),
    };
    let rows = |table: &'_ Table| -> Vec<Vec<String>> {
        let mut rows: Vec<Vec<String>> = (table.rows())
            .map(|row| {
                let mut row: Vec<String> = row
                    .iter()
                    .flatten()
                    .map(|term| term.value().to_owned())
                    .collect();
                row.sort_unstable();
                row
            })
            .collect();
        rows.sort_unstable();
        rows.dedup();
        rows
    };
    let same = rows(gold) == rows(system);
    if gold.is_empty() || system.is_empty() {
        let both = gold.is_empty() && system.is_empty();
        return ([f64::from(u8::from(both)); 3], both);
    }
    let golds: Vec<_> = gold.rows().map(|row| named(gold, row)).collect();
    let given: Vec<_> = system.rows().map(|row| named(system, row)).collect();
    let precision =
        given.iter().filter(|row| golds.contains(row)).count() as f64 / given.len() as f64;
    let recall = golds.iter().filter(|row| given.contains(row)).count() as f64 / golds.len() as f64;
    ([precision, recall, harmonic(precision, recall)], same)
}
