//! Measures that ask each case something of their own: how alike the queries are, which rows are
//! right. They are computed only where they are asked for.

#![allow(
    clippy::redundant_closure_for_method_calls,
    reason = "a method is not for any lifetime of what it is called on"
)]

use lydite_model::{Answer, AnswerSet, Query, QueryForm};
use lydite_similarity::{Pair, Similarity};
use lydite_sparql::{Dialect, Structure, parse};

use super::{Add, Measure, Unit, Value};
use crate::rules::Case;
use crate::rules::benchmarks::cells::Cells;
use crate::rules::benchmarks::row_measures::Rows;

/// What a measure asks each case.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Asked {
    /// The name under which outcomes keep it.
    pub name: &'static str,
    pub of: Of,
}

/// How it is found out.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Of {
    /// From the two queries.
    Queries(&'static Similarity),
    /// From the system's query and the graph.
    UnknownIris,
    /// From the rows of both.
    Rows(fn(&Rows<'_>) -> f64),
    /// From the first so many rows.
    FirstRows(usize, fn(&Rows<'_>, usize) -> f64),
    /// From the cells of both.
    Cells(fn(&Cells<'_>) -> f64),
    /// From the first so many cells.
    FirstCells(usize, fn(&Cells<'_>, usize) -> f64),
}

impl Asked {
    /// What a case comes to; `None` where the gold standard or the graph has nothing to say.
    pub(crate) fn of(&self, case: &Case<'_>) -> Option<f64> {
        match self.of {
            Of::Queries(similarity) => {
                let gold = query(&case.gold.queries, case)?;
                let response = case.response.filter(|response| response.error.is_none());
                let system = response.and_then(|response| query(&response.queries, case));
                Some(system.map_or(0.0, |system| similarity.of(&Pair::new(gold, system))))
            }
            Of::UnknownIris => unknown_iris(case),
            Of::Rows(of) => Some(of(&rows(case)?)),
            Of::FirstRows(most, of) => Some(of(&rows(case)?, most)),
            Of::Cells(of) => Some(of(&cells(case))),
            Of::FirstCells(most, of) => Some(of(&cells(case), most)),
        }
    }
}

/// The SPARQL query for the language in question.
fn query<'q>(queries: &'q [Query], case: &Case<'_>) -> Option<&'q str> {
    let query = Query::choose(queries, case.language)?;
    (query.form == QueryForm::Sparql).then_some(query.text.as_str())
}

/// What the system answered, if it answered.
fn answers<'c>(case: &Case<'c>) -> Option<&'c AnswerSet> {
    let response = case.response.filter(|response| response.error.is_none())?;
    response.answers.as_ref()
}

fn rows<'c>(case: &Case<'c>) -> Option<Rows<'c>> {
    let gold = case.gold.answers.as_ref()?;
    Some(Rows::new(gold, answers(case)))
}

fn cells<'c>(case: &Case<'c>) -> Cells<'c> {
    let answer = |answers: &'c AnswerSet| -> &'c Answer { &answers.answer };
    Cells::new(
        case.gold.answers.as_ref().map(answer),
        answers(case).map(answer),
    )
}

/// The share of the IRIs in the triples of the system's query that the graph does not have. Datatypes
/// and the names of functions are none; prefixes are those that run the query.
fn unknown_iris(case: &Case<'_>) -> Option<f64> {
    if !case.knowledge.knows_iris() {
        return None;
    }
    let response = case.response?;
    let parsed = parse(query(&response.queries, case)?, &Dialect::field()).ok()?;
    let iris = Structure::of(&parsed).triple_iris();
    if iris.is_empty() {
        return Some(0.0);
    }
    let known = iris.iter().map(|iri| case.knowledge.has_iri(iri));
    let known: Option<Vec<bool>> = known.collect();
    let unknown = known?.iter().filter(|known| !**known).count();
    Some(unknown as f64 / iris.len() as f64)
}

/// The mean of what the cases come to, over those that come to something.
const fn mean(
    name: &'static str,
    aliases: &'static [&'static str],
    [title, formula, reference]: [&'static str; 3],
    of: Of,
) -> Measure {
    Measure {
        name,
        title,
        formula,
        reference,
        aliases,
        unit: Unit::Share,
        width: 2,
        add: Add::Asked(Asked { name, of }),
        value: Value::Ratio(0, 1),
        count: |sums| sums[1],
    }
}

/// The measure of a similarity of queries.
pub(super) fn of_queries(similarity: &'static Similarity) -> Measure {
    let kind = if similarity.is_textual() {
        "similarity of query texts, not correctness"
    } else {
        "similarity of queries, not correctness"
    };
    let title = format!("{} ({kind})", similarity.title);
    let reference = format!("{}; departure: {}", similarity.source, similarity.departure);
    let words = [title.leak(), similarity.formula, reference.leak()];
    mean(
        similarity.name,
        similarity.aliases,
        words,
        Of::Queries(similarity),
    )
}

const SPINACH: &str = "Liu et al., SPINACH, EMNLP Findings 2024; departure: nothing against nothing is \
    right, a failed query is not, columns of labels count where there are no others";
const ROWS: &str = "Voorhees, TREC-8, 1999; our own convention: a row is right if it has all cells of a \
    gold row that no row before it has; columns of labels do not count";
const T2S: &str = "t2s-metrics 1.2.0; departure: none";

pub(crate) static ALL: [Measure; 15] = [
    mean(
        "unknown_iris",
        &["uri_hallucination"],
        [
            "mean share of a query's IRIs that the graph does not have; 0 is best",
            "IRIs in no triple of the graph / IRIs in the triples of the query; needs --kg",
            "t2s-metrics 1.2.0, `uri_hallucination`; departure: datatypes and functions are left out, \
             undeclared prefixes are those that run the query, each IRI is looked up once",
        ],
        Of::UnknownIris,
    ),
    mean(
        "row_f1",
        &[],
        [
            "mean F1 of rows that are paired at best, each as right as the share of gold cells it has",
            "2tp / (2tp + error); tp the sum over the pairs, error what is missing from them and 2 or 1 \
             for rows without a right cell or a partner",
            SPINACH,
        ],
        Of::Rows(|of| of.f1()),
    ),
    mean(
        "row_exact_match",
        &[],
        [
            "share of questions with as many rows as the gold answer, each with all cells of a gold row",
            "1 if row F1 is 1 and the rows are as many",
            SPINACH,
        ],
        Of::Rows(|of| of.exact_match()),
    ),
    mean(
        "row_mrr",
        &[],
        [
            "mean reciprocal place of the first right row, in the order of the file",
            "Σ 1/place / n; 0 if no row is right, 1 where both have none",
            ROWS,
        ],
        Of::Rows(|of| of.reciprocal_rank()),
    ),
    mean(
        "answerset_precision",
        &[],
        [
            "precision of cells as texts",
            "right cells / cells; nothing against nothing 1",
            T2S,
        ],
        Of::Cells(|cells| cells.scores()[0]),
    ),
    mean(
        "answerset_recall",
        &[],
        [
            "recall of cells as texts",
            "right cells / gold cells; nothing against nothing 1",
            T2S,
        ],
        Of::Cells(|cells| cells.scores()[1]),
    ),
    mean(
        "answerset_f1",
        &[],
        ["F1 of cells as texts", "2PR / (P + R)", T2S],
        Of::Cells(|cells| cells.scores()[2]),
    ),
    mean(
        "cell_precision_qald",
        &[],
        [
            "precision of cells as texts, 1 for an empty answer",
            "as answerset_precision",
            "t2s-metrics 1.2.0; departure: none; silence is precise, as there",
        ],
        Of::Cells(|of| of.precision_qald()),
    ),
    mean(
        "cell_recall_qald",
        &[],
        ["recall of cells as texts", "as answerset_recall", T2S],
        Of::Cells(|cells| cells.scores()[1]),
    ),
    mean(
        "cell_f1_qald",
        &[],
        [
            "F1 of cells as texts",
            "as answerset_f1, which it always equals",
            T2S,
        ],
        Of::Cells(|cells| cells.scores()[2]),
    ),
    mean(
        "f1_spinach",
        &[],
        [
            "row-major F1 as t2s-metrics computes it",
            "as row_f1",
            "t2s-metrics 1.2.0; departure: none; two failed queries agree, as there; row_f1 is without its faults",
        ],
        Of::Cells(|of| of.row_f1()),
    ),
    mean(
        "exact_match_spinach",
        &[],
        [
            "row exact match as t2s-metrics computes it",
            "as row_exact_match",
            "t2s-metrics 1.2.0; departure: none; labels count, as there; row_exact_match is without its faults",
        ],
        Of::Cells(|of| of.exact_rows()),
    ),
    mean(
        "cell_mrr",
        &["t2s_mrr"],
        [
            "mean reciprocal place of the first right cell",
            "Σ 1/place / n",
            "t2s-metrics 1.2.0, `mrr`; departure: none; nothing against nothing is 0, as there",
        ],
        Of::Cells(|of| of.reciprocal_rank()),
    ),
    mean(
        "cell_ndcg",
        &["t2s_ndcg"],
        [
            "gain of right cells by their places",
            "Σ rel/log₂(place + 1), divided by that of as many right cells as the gold answer has",
            "t2s-metrics 1.2.0, `ndcg`; departure: at most 1; there, repeated answers exceed it",
        ],
        Of::Cells(|of| of.ndcg()),
    ),
    mean(
        "query_execution",
        &[],
        [
            "share of questions to which the system gave a result",
            "1 if there is an answer, if only an empty one",
            T2S,
        ],
        Of::Cells(|of| of.executed()),
    ),
];
