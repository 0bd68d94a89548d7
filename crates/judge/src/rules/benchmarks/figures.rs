//! Means of the scores that the scorers of benchmarks give beside precision, recall and F1.

use lydite_model::Outcome;

use crate::measures::{Add, Measure, Unit, Value, harmonic};

/// The mean of one of the further scores, over the questions that have it.
macro_rules! mean {
    ($ident:ident, $name:literal, $key:literal, $title:literal) => {
        pub(super) static $ident: Measure = Measure {
            name: $name,
            title: $title,
            formula: concat!(
                "mean of the score `",
                $key,
                "` over the questions that have it"
            ),
            reference: "the scorer of the benchmark; see docs/benchmarks.md",
            aliases: &[],
            unit: Unit::Share,
            width: 2,
            add: Add::Plain(|outcome: &Outcome, sums: &mut [f64]| {
                if let Some(score) = outcome.scores.get($key) {
                    sums[0] += score;
                    sums[1] += 1.0;
                }
            }),
            value: Value::Ratio(0, 1),
            count: |sums| sums[1],
        };
    };
}

mean!(
    EM,
    "benchmark_exact_match",
    "exact_match",
    "exact match as the benchmark's scorer has it"
);
mean!(
    HITS,
    "benchmark_hits",
    "hits",
    "share of questions with a right answer as the benchmark's scorer has it"
);
mean!(
    TEXT,
    "equal_query_text",
    "equal_query_text",
    "share of queries with the text of the gold query"
);
mean!(
    EM_IID,
    "exact_match_iid",
    "exact_match_iid",
    "exact match of the i.i.d. questions of GrailQA"
);
mean!(
    F1_IID,
    "f1_iid",
    "f1_iid",
    "F1 of the i.i.d. questions of GrailQA"
);
mean!(
    EM_COMP,
    "exact_match_comp",
    "exact_match_comp",
    "exact match of the compositional questions of GrailQA"
);
mean!(
    F1_COMP,
    "f1_comp",
    "f1_comp",
    "F1 of the compositional questions of GrailQA"
);
mean!(
    EM_ZERO,
    "exact_match_zero",
    "exact_match_zero",
    "exact match of the zero-shot questions of GrailQA"
);
mean!(
    F1_ZERO,
    "f1_zero",
    "f1_zero",
    "F1 of the zero-shot questions of GrailQA"
);
mean!(
    EDGES_1_P,
    "edges_1_precision",
    "edges_1_precision",
    "precision of questions with one edge"
);
mean!(
    EDGES_1_R,
    "edges_1_recall",
    "edges_1_recall",
    "recall of questions with one edge"
);
mean!(
    EDGES_1,
    "edges_1_f1",
    "edges_1_f1",
    "F1 of questions with one edge"
);
mean!(
    EDGES_2_P,
    "edges_2_precision",
    "edges_2_precision",
    "precision of questions with two edges"
);
mean!(
    EDGES_2_R,
    "edges_2_recall",
    "edges_2_recall",
    "recall of questions with two edges"
);
mean!(
    EDGES_2,
    "edges_2_f1",
    "edges_2_f1",
    "F1 of questions with two edges"
);
mean!(
    EDGES_3_P,
    "edges_3_precision",
    "edges_3_precision",
    "precision of questions with three edges"
);
mean!(
    EDGES_3_R,
    "edges_3_recall",
    "edges_3_recall",
    "recall of questions with three edges"
);
mean!(
    EDGES_3,
    "edges_3_f1",
    "edges_3_f1",
    "F1 of questions with three edges"
);
mean!(
    FUNCTION_NONE,
    "function_none",
    "function_none",
    "F1 of questions without a function"
);
mean!(
    FUNCTION_COUNT,
    "function_count",
    "function_count",
    "F1 of counting questions"
);
mean!(
    FUNCTION_SUPERLATIVE,
    "function_superlative",
    "function_superlative",
    "F1 of superlative questions"
);
mean!(
    FUNCTION_COMPARATIVE,
    "function_comparative",
    "function_comparative",
    "F1 of comparative questions"
);

/// The share of questions with an F1 of exactly 1.
pub(super) static PERFECT: Measure = Measure {
    name: "perfect_f1",
    title: "share of questions with an F1 of exactly 1",
    formula: "|{F = 1}| / n",
    reference: "Yih et al., The value of semantic parse labeling, ACL 2016; its script",
    aliases: &[],
    unit: Unit::Share,
    width: 2,
    add: Add::Plain(|outcome, sums| {
        sums[0] += f64::from(u8::from(outcome.f1 == 1.0));
        sums[1] += 1.0;
    }),
    value: Value::Ratio(0, 1),
    count: |sums| sums[1],
};

/// The harmonic mean of the mean precision and the mean recall.
pub(super) static F1_OF_AVERAGES: Measure = Measure {
    name: "f1_of_averages",
    title: "harmonic mean of mean precision and mean recall",
    formula: "2·P̄·R̄ / (P̄ + R̄)",
    reference: "Berant et al., Semantic parsing on Freebase, EMNLP 2013; its script",
    aliases: &[],
    unit: Unit::Share,
    width: 3,
    add: Add::Plain(|outcome, sums| {
        sums[0] += outcome.precision;
        sums[1] += outcome.recall;
        sums[2] += 1.0;
    }),
    value: Value::Plain(|sums| harmonic(sums[0] / sums[2], sums[1] / sums[2])),
    count: |sums| sums[2],
};

/// Micro averages with a millionth in the denominators: precision, recall, F1.
macro_rules! micro {
    ($ident:ident, $name:literal, $title:literal, $value:expr) => {
        pub(super) static $ident: Measure = Measure {
            name: $name,
            title: $title,
            formula: "P = Σ tp / (Σ tp + Σ fp + 10⁻⁶), R likewise, F their harmonic mean",
            reference: "Scholarly QALD Challenge, ISWC 2023; its script",
            aliases: &[],
            unit: Unit::Share,
            width: 4,
            add: Add::Plain(add_counts),
            value: Value::Plain(|sums| {
                let value: fn(f64, f64) -> f64 = $value;
                value(
                    sums[0] / (sums[0] + sums[1] + 1e-6),
                    sums[0] / (sums[0] + sums[2] + 1e-6),
                )
            }),
            count: |sums| sums[3],
        };
    };
}

fn add_counts(outcome: &Outcome, sums: &mut [f64]) {
    sums[0] += outcome.counts.tp as f64;
    sums[1] += outcome.counts.fp as f64;
    sums[2] += outcome.counts.fn_ as f64;
    sums[3] += 1.0;
}

micro!(
    MICRO_P,
    "scholarly_precision",
    "precision over all answers of all questions",
    |p, _| p
);
micro!(
    MICRO_R,
    "scholarly_recall",
    "recall over all answers of all questions",
    |_, r| r
);
micro!(
    MICRO_F1,
    "scholarly_f1",
    "F1 over all answers of all questions",
    harmonic
);

/// All of them.
pub(crate) static ALL: [&Measure; 27] = [
    &EM,
    &HITS,
    &TEXT,
    &EM_IID,
    &F1_IID,
    &EM_COMP,
    &F1_COMP,
    &EM_ZERO,
    &F1_ZERO,
    &EDGES_1_P,
    &EDGES_1_R,
    &EDGES_1,
    &EDGES_2_P,
    &EDGES_2_R,
    &EDGES_2,
    &EDGES_3_P,
    &EDGES_3_R,
    &EDGES_3,
    &FUNCTION_NONE,
    &FUNCTION_COUNT,
    &FUNCTION_SUPERLATIVE,
    &FUNCTION_COMPARATIVE,
    &PERFECT,
    &F1_OF_AVERAGES,
    &MICRO_P,
    &MICRO_R,
    &MICRO_F1,
];
