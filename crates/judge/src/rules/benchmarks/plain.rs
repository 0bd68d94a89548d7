//! A rule set that is a function of one question, with figures over the scores that it gives.

use lydite_model::{Counts, Evidence, Outcome};
use rustc_hash::FxHashSet;

use super::values;

use crate::entry::Entry;
use crate::measures::{
    ANSWERED, EMPTY, ERRORS, MACRO_F1, MACRO_PRECISION, MACRO_RECALL, MISSING, QUESTIONS,
};
use crate::rules::{Case, Listed, Rules, Verdict, evidence};

/// Rules that judge each question by itself.
pub(super) struct Plain {
    pub judge: fn(&Case<'_>) -> Verdict,
    pub figures: &'static [Listed],
    pub key: fn(&Entry<'_>) -> String,
}

/// Questions whose part is this do not count.
pub(super) const SKIPPED: &str = "skipped";

impl Plain {
    pub(super) const fn new(judge: fn(&Case<'_>) -> Verdict, figures: &'static [Listed]) -> Self {
        Self {
            judge,
            figures,
            key: |entry| entry.id.as_str().to_owned(),
        }
    }
}

/// The figures that all of them have.
pub(super) static FIGURES: [Listed; 8] = [
    ("macro.precision", &MACRO_PRECISION),
    ("macro.recall", &MACRO_RECALL),
    ("macro.f1", &MACRO_F1),
    ("n", &QUESTIONS),
    ("answered", &ANSWERED),
    ("empty", &EMPTY),
    ("missing", &MISSING),
    ("errors", &ERRORS),
];

impl Rules for Plain {
    fn judge(&self, case: &Case<'_>) -> Verdict {
        let gold = distinct(values::gold(case));
        let system = distinct(values::system(case).unwrap_or_default());
        let right = gold.iter().filter(|one| system.contains(one)).count();
        Verdict {
            counts: Counts::of(right, system.len(), gold.len()),
            evidence: case.explain.then(|| explained(&gold, &system)),
            ..(self.judge)(case)
        }
    }

    fn figures(&self) -> &'static [Listed] {
        self.figures
    }

    fn headline(&self) -> [&'static str; 3] {
        ["macro.precision", "macro.recall", "macro.f1"]
    }

    fn averages(&self, outcome: &Outcome) -> bool {
        outcome.part.as_deref() != Some(SKIPPED)
    }

    fn key(&self, entry: &Entry<'_>) -> String {
        (self.key)(entry)
    }
}

/// The values without repetitions, in order.
pub(super) fn distinct(list: Vec<String>) -> Vec<String> {
    let mut seen = FxHashSet::default();
    list.into_iter()
        .filter(|one| seen.insert(one.clone()))
        .collect()
}

/// Which answers are the same.
pub(super) fn explained(gold: &[String], system: &[String]) -> Evidence {
    evidence::of_equals(gold, system, String::clone, "the same text")
}

/// A verdict of three scores.
pub(super) fn scored(
    [precision, recall, f1]: [f64; 3],
    gold: &[String],
    system: Option<&Vec<String>>,
) -> Verdict {
    Verdict {
        precision,
        recall,
        f1,
        gold_empty: gold.is_empty(),
        system_empty: system.is_none_or(Vec::is_empty),
        ..Verdict::default()
    }
}

/// A verdict that is right or wrong.
pub(super) fn decided(right: bool, gold: &[String], system: Option<&Vec<String>>) -> Verdict {
    scored([f64::from(u8::from(right)); 3], gold, system)
}
