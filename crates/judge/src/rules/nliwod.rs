//! The per-question scores that NLIWOD publishes beside system answers.

use std::borrow::Cow;

use rustc_hash::FxHashSet;

use super::{Case, Conventions, Example, Listed, RuleSet, Rules, Verdict};
use super::{evidence, gerbil};
use lydite_model::Counts;

/// NLIWOD's `AnswerBasedEvaluation`.
struct Nliwod;

pub(super) static NLIWOD: RuleSet = RuleSet {
    name: "nliwod",
    version: "2018",
    title: "NLIWOD's scores.csv",
    rationale: "How the NLIWOD project scored the QALD-8 and QALD-9 answer files that it \
        publishes and uses to train system selectors: sets of exact strings, in single \
        precision, and no credit for silence, not even where it is correct.",
    conventions: Conventions {
        values: "sets of exact strings",
        empty: "P = R = F = 0",
        missing: "as an empty answer",
        empty_gold: "0",
        average: "not defined by NLIWOD; means as in GERBIL",
    },
    examples: &[
        Example {
            gold: &["a"],
            system: Some(&["a", "b"]),
            scores: [0.5, 1.0, 0.666_666_686_534_881_6],
            shows: "single precision",
        },
        Example {
            gold: &[],
            system: Some(&[]),
            scores: [0.0, 0.0, 0.0],
            shows: "an empty set scores 0 even if it is correct",
        },
    ],
    rules: &Nliwod,
};

impl Rules for Nliwod {
    fn judge(&self, case: &Case<'_>) -> Verdict {
        let (gold, gold_stop) = gerbil::loader_texts(&case.gold_entry());
        let (system, system_stop) = case
            .system_entry()
            .map_or_else(Default::default, |entry| gerbil::loader_texts(&entry));
        let right: FxHashSet<&str> = {
            let gold: FxHashSet<&str> = gold.iter().map(|text| &**text).collect();
            let common = system
                .iter()
                .map(|text| &**text)
                .filter(|text| gold.contains(text));
            common.collect()
        };
        let counts = Counts::of(right.len(), system.len(), gold.len());
        let share = |all: usize| match all {
            0 => 0.0,
            all => right.len() as f32 / all as f32,
        };
        let (precision, recall) = (share(system.len()), share(gold.len()));
        let f1 = match precision + recall {
            0.0 => 0.0,
            sum => 2.0 * precision * recall / sum,
        };
        let evidence = case.explain.then(|| {
            let show = |text: &Cow<'_, str>| text.clone().into_owned();
            evidence::of_equals(&gold, &system, show, "the same text")
        });
        Verdict {
            counts,
            precision: f64::from(precision),
            recall: f64::from(recall),
            f1: f64::from(f1),
            gold_empty: gold.is_empty(),
            system_empty: system.is_empty(),
            evidence,
            stop: gold_stop.or(system_stop),
            ..Verdict::default()
        }
    }

    fn headline(&self) -> [&'static str; 3] {
        ["macro.precision", "macro.recall", "macro.f1"]
    }

    fn figures(&self) -> &'static [Listed] {
        &gerbil::FIGURES
    }

    fn needs_valid_json(&self) -> bool {
        true
    }
}
