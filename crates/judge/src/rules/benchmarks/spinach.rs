//! SPINACH's row-major F1.

use lydite_model::{Answer, AnswerSet};

use super::figures::EM;
use super::plain::{Plain, scored};
use super::rows::row_f1;
use super::values;
use crate::measures::{
    ANSWERED, EMPTY, ERRORS, MACRO_F1, MACRO_PRECISION, MACRO_RECALL, MISSING, QUESTIONS,
};
use crate::rules::{Case, Conventions, Example, Listed, RuleSet, Verdict};

pub(crate) static SPINACH: RuleSet = RuleSet {
    name: "spinach",
    version: "2024",
    title: "SPINACH's row-major F1",
    rationale: "The measure of Liu et al. (EMNLP Findings 2024): rows are paired so that they agree as \
        much as possible, and a row is as right as the share of gold cells that it has. Labels and \
        descriptions among the gold columns are passed over, further cells cost nothing; so a system \
        that returns everything it knows about the right items loses nothing. The measure has no \
        precision and recall: the F1 stands for both. An empty gold set is lost for everyone.",
    conventions: Conventions {
        values: "whole terms: kind, value, language and datatype; rows are paired at best",
        empty: "0",
        missing: "0",
        empty_gold: "0, whatever the answer",
        average: "mean over all questions; exact match is the share of questions with 1",
    },
    examples: &[
        Example {
            gold: &["a", "b"],
            system: Some(&["a"]),
            scores: [2.0 / 3.0, 2.0 / 3.0, 2.0 / 3.0],
            shows: "a row that is missing is one error",
        },
        Example {
            gold: &["a"],
            system: Some(&["b"]),
            scores: [0.0, 0.0, 0.0],
            shows: "a wrong row is two",
        },
        Example {
            gold: &[],
            system: Some(&[]),
            scores: [0.0, 0.0, 0.0],
            shows: "nothing against nothing is 0",
        },
    ],
    rules: &Plain::new(judge, &FIGURES),
};

static FIGURES: [Listed; 9] = [
    ("macro.precision", &MACRO_PRECISION),
    ("macro.recall", &MACRO_RECALL),
    ("macro.f1", &MACRO_F1),
    ("exact_match", &EM),
    ("n", &QUESTIONS),
    ("answered", &ANSWERED),
    ("empty", &EMPTY),
    ("missing", &MISSING),
    ("errors", &ERRORS),
];

fn judge(case: &Case<'_>) -> Verdict {
    let response = case.response.filter(|response| response.error.is_none());
    let system = response.and_then(|response| response.answers.as_ref());
    let f1 = compare(case.gold.answers.as_ref(), system);
    let mut verdict = scored([f1; 3], &values::gold(case), values::system(case).as_ref());
    let exact = f64::from(u8::from(f1 == 1.0));
    verdict.scores.insert("exact_match".to_owned(), exact);
    verdict
}

fn compare(gold: Option<&AnswerSet>, system: Option<&AnswerSet>) -> f64 {
    let (Some(gold), Some(system)) = (gold, system) else {
        return 0.0;
    };
    match (&gold.answer, &system.answer) {
        (Answer::Boolean(one), Answer::Boolean(other)) => f64::from(u8::from(one == other)),
        (Answer::Table(gold), Answer::Table(system)) => row_f1(gold, system).unwrap_or_else(|| {
            // Too many rows to pair: sets of values, as its reimplementation in t2s-metrics has it.
            let texts = |set: Option<&AnswerSet>| values::texts(set);
            let (gold, system) = (
                AnswerSet::from(gold.clone()),
                AnswerSet::from(system.clone()),
            );
            super::wikikgqa::set_scores(&texts(Some(&gold)), &texts(Some(&system)))[2]
        }),
        _ => 0.0,
    }
}
