//! TEXT2SPARQL: trec_eval's set measures over sets of strings.

use std::cmp::Reverse;

use lydite_model::{Answer, AnswerSet, Counts, Outcome};
use rustc_hash::FxHashSet;

use super::{Case, Conventions, Example, Listed, RuleSet, Rules, Verdict, evidence};
use crate::measures::{
    ANSWERED, EMPTY, ERRORS, MISSING, NDCG, QUESTIONS, SET_F, SET_F_NDCG, SET_F_NDCG_OFFICIAL,
    SET_P, SET_RECALL, harmonic,
};

/// The official client's evaluation.
struct Text2Sparql;

pub(super) static TEXT2SPARQL: RuleSet = RuleSet {
    name: "text2sparql",
    version: "2025",
    title: "the TEXT2SPARQL challenge's official client",
    rationale: "The scores of the TEXT2SPARQL leaderboard: all values of all rows as one set of \
        strings, trec_eval's set measures, averaged over all questions, with 0 for unanswered \
        ones. The system's queries are run as given. Its quirks are kept: a correct *no* scores \
        0 for everyone, and so does an empty gold set; ndcg orders equal weights by name; and \
        the overall set_F_ndcg counts its own average as one more question.",
    conventions: Conventions {
        values: "all values of all rows as one set of exact strings; yes is {true}, no is {true} with weight 0",
        empty: "P = R = F = 0",
        missing: "P = R = F = 0",
        empty_gold: "0, whatever the answer; so is a question whose answer is no",
        average: "means over all questions, overall and by language",
    },
    examples: &[
        Example {
            gold: &["a", "b"],
            system: Some(&["a"]),
            scores: [1.0, 0.5, 2.0 / 3.0],
            shows: "sets of strings",
        },
        Example {
            gold: &["false"],
            system: Some(&["false"]),
            scores: [0.0, 0.0, 0.0],
            shows: "a correct *no* scores 0",
        },
        Example {
            gold: &[],
            system: Some(&[]),
            scores: [0.0, 0.0, 0.0],
            shows: "so does an empty set, even if it is correct",
        },
    ],
    rules: &Text2Sparql,
};

static FIGURES: [Listed; 10] = [
    ("set_P", &SET_P),
    ("set_recall", &SET_RECALL),
    ("set_F", &SET_F),
    ("ndcg", &NDCG),
    ("set_F_ndcg", &SET_F_NDCG_OFFICIAL),
    ("n", &QUESTIONS),
    ("answered", &ANSWERED),
    ("empty", &EMPTY),
    ("missing", &MISSING),
    ("errors", &ERRORS),
];

static LANGUAGE_FIGURES: [Listed; 6] = [
    ("set_P", &SET_P),
    ("set_recall", &SET_RECALL),
    ("set_F", &SET_F),
    ("ndcg", &NDCG),
    ("set_F_ndcg", &SET_F_NDCG),
    ("n", &QUESTIONS),
];

/// The keys of a result set, in the order of the file.
fn keys(answers: Option<&AnswerSet>) -> Vec<&str> {
    let mut seen = FxHashSet::default();
    match answers.map(|answers| &answers.answer) {
        None => Vec::new(),
        Some(Answer::Boolean(_)) => vec!["true"],
        Some(Answer::Table(table)) => table
            .terms()
            .map(lydite_model::Term::value)
            .filter(|key| seen.insert(*key))
            .collect(),
    }
}

/// trec_eval's ndcg: equal weights are ordered by name, the last one first.
fn ndcg(relevant: &FxHashSet<&str>, retrieved: &[&str]) -> f64 {
    let mut ranked = retrieved.to_vec();
    ranked.sort_unstable_by_key(|key| Reverse(key.as_bytes()));
    let discount = |rank: usize| 1.0 / ((rank + 2) as f64).log2();
    let hits = ranked
        .iter()
        .enumerate()
        .filter(|(_, key)| relevant.contains(*key));
    let gain: f64 = hits.map(|(rank, _)| discount(rank)).sum();
    let ideal: f64 = (0..relevant.len()).map(discount).sum();
    if ideal == 0.0 { 0.0 } else { gain / ideal }
}

impl Rules for Text2Sparql {
    fn judge(&self, case: &Case<'_>) -> Verdict {
        let gold = case.gold.answers.as_ref();
        let response = case.response.filter(|response| response.error.is_none());
        let system = response.and_then(|response| response.answers.as_ref());
        // A no has the key `true` with weight 0, which is not relevant.
        let is_no = gold.and_then(AnswerSet::as_boolean) == Some(false);
        let relevant = if is_no { Vec::new() } else { keys(gold) };
        let relevant_set: FxHashSet<&str> = relevant.iter().copied().collect();
        let retrieved = keys(system);
        let hits = retrieved
            .iter()
            .filter(|key| relevant_set.contains(*key))
            .count();
        let share = |all: usize| {
            if all == 0 {
                0.0
            } else {
                hits as f64 / all as f64
            }
        };
        let (precision, recall) = (share(retrieved.len()), share(relevant.len()));
        let ordered = gold.is_some_and(|gold| gold.ordered);
        let evidence = case.explain.then(|| {
            let show = |key: &&str| (*key).to_owned();
            evidence::of_equals(&relevant, &retrieved, show, "the same text")
        });
        Verdict {
            counts: Counts::of(hits, retrieved.len(), relevant.len()),
            precision,
            recall,
            f1: harmonic(precision, recall),
            gold_empty: gold.is_none_or(AnswerSet::is_empty),
            system_empty: retrieved.is_empty(),
            ndcg: ordered.then(|| ndcg(&relevant_set, &retrieved)),
            evidence,
            ..Verdict::default()
        }
    }

    fn headline(&self) -> [&'static str; 3] {
        ["set_P", "set_recall", "set_F"]
    }

    fn figures(&self) -> &'static [Listed] {
        &FIGURES
    }

    fn runs_queries_as_given(&self) -> bool {
        true
    }

    fn group(&self, outcome: &Outcome) -> Option<String> {
        let language = outcome.language.as_ref()?;
        Some(format!("by_language.{language}"))
    }

    fn group_figures(&self) -> &'static [Listed] {
        &LANGUAGE_FIGURES
    }
}
