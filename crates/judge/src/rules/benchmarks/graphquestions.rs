//! The evaluation of GraphQuestions.

use super::figures::{
    EDGES_1, EDGES_1_P, EDGES_1_R, EDGES_2, EDGES_2_P, EDGES_2_R, EDGES_3, EDGES_3_P, EDGES_3_R,
    F1_OF_AVERAGES, FUNCTION_COMPARATIVE, FUNCTION_COUNT, FUNCTION_NONE, FUNCTION_SUPERLATIVE,
};
use super::plain::Plain;
use super::sempre;
use crate::measures::{
    ANSWERED, EMPTY, ERRORS, MACRO_F1, MACRO_PRECISION, MACRO_RECALL, MISSING, QUESTIONS,
};
use crate::rules::{Case, Conventions, Example, Listed, RuleSet, Verdict};

pub(crate) static GRAPHQUESTIONS: RuleSet = RuleSet {
    name: "graphquestions",
    version: "2016",
    title: "the evaluation script of GraphQuestions",
    rationale: "The script of Su et al. (EMNLP 2016): SEMPRE's function over the names of the answers, with averages by the number of edges and by function. Two entities of one name are one answer, an empty answer has precision 1, and a question without gold answers ends the script.",
    conventions: Conventions {
        values: "exact names, with repetitions",
        empty: "P = 1, R = F = 0",
        missing: "as an empty answer",
        empty_gold: "the script stops",
        average: "means over all questions, and over those of a kind",
    },
    examples: &[
        Example {
            gold: &["a", "b"],
            system: Some(&["a"]),
            scores: [1.0, 0.5, 2.0 / 3.0],
            shows: "lists of names",
        },
        Example {
            gold: &["a"],
            system: Some(&[]),
            scores: [1.0, 0.0, 0.0],
            shows: "silence is precise",
        },
    ],
    rules: &Plain::new(judge, &FIGURES),
};

static FIGURES: [Listed; 22] = [
    ("macro.precision", &MACRO_PRECISION),
    ("macro.recall", &MACRO_RECALL),
    ("macro.f1", &MACRO_F1),
    ("f1_of_averages", &F1_OF_AVERAGES),
    ("edges_1.precision", &EDGES_1_P),
    ("edges_1.recall", &EDGES_1_R),
    ("edges_1.f1", &EDGES_1),
    ("edges_2.precision", &EDGES_2_P),
    ("edges_2.recall", &EDGES_2_R),
    ("edges_2.f1", &EDGES_2),
    ("edges_3.precision", &EDGES_3_P),
    ("edges_3.recall", &EDGES_3_R),
    ("edges_3.f1", &EDGES_3),
    ("function_none.f1", &FUNCTION_NONE),
    ("function_count.f1", &FUNCTION_COUNT),
    ("function_superlative.f1", &FUNCTION_SUPERLATIVE),
    ("function_comparative.f1", &FUNCTION_COMPARATIVE),
    ("n", &QUESTIONS),
    ("answered", &ANSWERED),
    ("empty", &EMPTY),
    ("missing", &MISSING),
    ("errors", &ERRORS),
];

fn judge(case: &Case<'_>) -> Verdict {
    let mut verdict = sempre::judge(case);
    let scores = [verdict.precision, verdict.recall, verdict.f1];
    let record = case.gold_entry().record().unwrap_or_default();
    let edges = record["structure"]
        .as_str()
        .and_then(|text| text.rsplit_once(','));
    if let Some(edges) = edges.map(|(_, edges)| edges.trim()) {
        for (name, score) in ["precision", "recall", "f1"].iter().zip(scores) {
            verdict
                .scores
                .insert(format!("edges_{edges}_{name}"), score);
        }
    }
    let function = match record["function"].as_str().map(str::trim) {
        Some("none") => "function_none",
        Some("count") => "function_count",
        Some("superlative" | "max" | "min" | "argmax" | "argmin") => "function_superlative",
        Some("comparative" | "<" | ">" | "<=" | ">=") => "function_comparative",
        _ => return verdict,
    };
    verdict.scores.insert(function.to_owned(), verdict.f1);
    verdict
}
