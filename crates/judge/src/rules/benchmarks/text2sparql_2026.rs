//! TEXT2SPARQL as its 2026 leaderboard was published.

use lydite_model::Outcome;

use crate::measures::{
    ANSWERED, EMPTY, ERRORS, MISSING, NDCG, QUESTIONS, SET_F, SET_F_NDCG_OFFICIAL, SET_P,
    SET_RECALL,
};
use crate::rules::text2sparql::TEXT2SPARQL;
use crate::rules::{Case, Conventions, Example, Listed, RuleSet, Rules, Verdict};

/// The leaderboard of 2026.
struct Text2Sparql2026;

pub(crate) static TEXT2SPARQL_2026: RuleSet = RuleSet {
    name: "text2sparql-2026",
    version: "2026",
    title: "TEXT2SPARQL 2026",
    rationale: "The scores of the TEXT2SPARQL leaderboard of 2026: questions are judged as in 2025, with a \
        correct *no* and an empty gold set lost for everyone, and the mean ndcg counts as one more \
        question in set_F_ndcg, now by language as well as over all.",
    conventions: Conventions {
        values: "all values of all rows as one set of exact strings; yes is {true}, no is {true} with weight 0",
        empty: "P = R = F = 0",
        missing: "P = R = F = 0",
        empty_gold: "0, whatever the answer; so is a question whose answer is no",
        average: "means over all questions, overall and by language; set_F_ndcg divides by n + 1",
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
    ],
    rules: &Text2Sparql2026,
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

impl Rules for Text2Sparql2026 {
    fn judge(&self, case: &Case<'_>) -> Verdict {
        TEXT2SPARQL.rules.judge(case)
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
        TEXT2SPARQL.rules.group(outcome)
    }

    fn group_figures(&self) -> &'static [Listed] {
        &FIGURES[..6]
    }
}
