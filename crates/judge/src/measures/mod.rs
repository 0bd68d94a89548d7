//! Measures: what the outcomes of many questions come to.
//!
//! A measure is a value: it has a name, a formula and a reference, and can be listed, looked up and
//! [parsed](Measure::parse); some have a parameter. Computing it is separate from naming it. Each outcome adds a few numbers to running sums, and the
//! measure is a function of the sums; so millions of questions need no memory, and a bootstrap
//! resamples sums.

pub(crate) mod asked;
mod campaign;
mod confidence;
mod confidence_threshold;
mod counts;
mod exact_match;
mod hits_at_1;
mod macro_average;
mod macro_f1_qald;
mod mean_millis;
mod micro_average;
mod mrr;
mod ndcg;
mod parametrised;
mod parse;
mod set_f_ndcg;
mod set_measures;

use std::sync::OnceLock;

use lydite_model::Outcome;
use serde::{Deserialize, Serialize};

pub(crate) use asked::Asked;
pub use confidence::{ConfidenceCurve, CurveBuilder, CurvePoint};
pub use parametrised::{Family, families};
pub use parse::MeasureError;

pub(crate) use campaign::{
    GLOBAL_MACRO_F1, GLOBAL_MACRO_PRECISION, GLOBAL_MACRO_RECALL, GLOBAL_MICRO_F1,
    GLOBAL_MICRO_PRECISION, GLOBAL_MICRO_RECALL, LOCAL_MACRO_F1, LOCAL_MACRO_PRECISION,
    LOCAL_MACRO_RECALL, LOCAL_MICRO_F1, LOCAL_MICRO_PRECISION, LOCAL_MICRO_RECALL,
};
pub(crate) use confidence_threshold::CONFIDENCE_THRESHOLD;
pub(crate) use counts::{
    ANSWERED, EMPTY, ERRORS, MISSING, NO_GOLD, PROCESSED, QUESTIONS, UNREADABLE_GOLD,
};
pub(crate) use exact_match::EXACT_MATCH;
pub(crate) use hits_at_1::HITS_AT_1;
pub(crate) use macro_average::{MACRO_F1, MACRO_PRECISION, MACRO_RECALL};
pub(crate) use macro_f1_qald::MACRO_F1_QALD;
pub(crate) use mean_millis::MEAN_MILLIS;
pub(crate) use micro_average::{MICRO_F1, MICRO_PRECISION, MICRO_RECALL, prf};
pub(crate) use mrr::MRR;
pub(crate) use ndcg::NDCG;
pub(crate) use set_f_ndcg::{SET_F_NDCG, SET_F_NDCG_OFFICIAL};
pub(crate) use set_measures::{SET_F, SET_P, SET_RECALL};

/// A figure that many outcomes come to.
///
/// ```
/// use lydite_judge::{measure, measures};
/// let macro_f1 = measure("F1").unwrap();
/// assert_eq!(macro_f1.name, "macro_f1");
/// assert!(measures().iter().all(|measure| !measure.formula.is_empty()));
/// ```
#[derive(Debug)]
pub struct Measure {
    /// The name that output uses.
    pub name: &'static str,
    /// What it is, in a few words.
    pub title: &'static str,
    /// How it is computed, for n questions with tp, fp, fn, P, R, F.
    pub formula: &'static str,
    /// Where it comes from.
    pub reference: &'static str,
    /// Other names for it.
    pub aliases: &'static [&'static str],
    /// What kind of number it is.
    pub unit: Unit,
    /// How many running sums it needs.
    pub(crate) width: usize,
    /// Adds an outcome to the sums.
    pub(crate) add: Add,
    /// The figure; NaN where it has no value.
    pub(crate) value: Value,
    /// The number of questions behind it.
    pub(crate) count: fn(&[f64]) -> f64,
}

/// How an outcome is added to the sums of a measure.
#[derive(Debug)]
pub(crate) enum Add {
    Plain(fn(&Outcome, &mut [f64])),
    /// With the parameter of the measure.
    With(f64, fn(f64, &Outcome, &mut [f64])),
    /// What the measure asked the case.
    Asked(Asked),
}

impl Add {
    pub(crate) fn to(&self, outcome: &Outcome, sums: &mut [f64]) {
        match self {
            Self::Plain(add) => add(outcome, sums),
            Self::With(parameter, add) => add(*parameter, outcome, sums),
            Self::Asked(asked) => {
                if let Some(score) = outcome.scores.get(asked.name) {
                    sums[0] += score;
                    sums[1] += 1.0;
                }
            }
        }
    }

    /// Whether both add the same, so that one set of sums serves two measures.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Plain(one), Self::Plain(other)) => std::ptr::fn_addr_eq(*one, *other),
            (Self::With(this, one), Self::With(that, other)) => {
                this == that && std::ptr::fn_addr_eq(*one, *other)
            }
            (Self::Asked(one), Self::Asked(other)) => one.name == other.name,
            _ => false,
        }
    }
}

/// How the sums of a measure become its value.
///
/// Most are ratios of two sums. Saying which, instead of computing them in a function, shows that two
/// measures come to the same where their sums do, and that a sum by itself never varies.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Value {
    /// The first sum by the second; none where there is nothing to divide by.
    Ratio(usize, usize),
    /// The first sum by the second; 0 where there is nothing to divide by.
    Share(usize, usize),
    /// The harmonic mean of two shares.
    HarmonicShares([usize; 2], [usize; 2]),
    Plain(fn(&[f64]) -> f64),
    /// With the parameter of the measure.
    With(f64, fn(f64, &[f64]) -> f64),
}

impl Value {
    #[inline]
    pub(crate) fn of(&self, sums: &[f64]) -> f64 {
        match *self {
            Self::Ratio(one, by) => sums[one] / sums[by],
            Self::Share(one, by) => share(sums[one], sums[by]),
            Self::HarmonicShares([one, by], [other, other_by]) => harmonic(
                share(sums[one], sums[by]),
                share(sums[other], sums[other_by]),
            ),
            Self::Plain(value) => value(sums),
            Self::With(parameter, value) => value(parameter, sums),
        }
    }
}

/// What kind of number a measure gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Unit {
    /// A mean or a ratio, which has a confidence interval.
    Share,
    /// A number of questions.
    Count,
    /// A mean duration in milliseconds.
    Millis,
}

impl Measure {
    /// The value of the measure for these outcomes; NaN where it has none.
    ///
    /// ```
    /// use lydite_judge::measure;
    /// use lydite_model::{Outcome, Status};
    /// let mut right = Outcome::new("1", Status::Answered);
    /// right.f1 = 1.0;
    /// let wrong = Outcome::new("2", Status::Answered);
    /// assert_eq!(measure("macro_f1").unwrap().of(&[right, wrong]), 0.5);
    /// ```
    pub fn of<'o>(&self, outcomes: impl IntoIterator<Item = &'o Outcome>) -> f64 {
        let mut sums = vec![0.0; self.width];
        for outcome in outcomes {
            self.add.to(outcome, &mut sums);
        }
        self.value.of(&sums)
    }

    /// What it asks each case, if it does.
    pub(crate) fn asked(&self) -> Option<&Asked> {
        match &self.add {
            Add::Asked(asked) => Some(asked),
            Add::Plain(_) | Add::With(..) => None,
        }
    }
}

impl PartialEq for Measure {
    /// Measures are the same if their names are: a parameter is part of the name.
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

static ALL: [&Measure; 38] = [
    &MACRO_PRECISION,
    &MACRO_RECALL,
    &MACRO_F1,
    &MICRO_PRECISION,
    &MICRO_RECALL,
    &MICRO_F1,
    &MACRO_F1_QALD,
    &EXACT_MATCH,
    &HITS_AT_1,
    &MRR,
    &SET_P,
    &SET_RECALL,
    &SET_F,
    &NDCG,
    &SET_F_NDCG,
    &SET_F_NDCG_OFFICIAL,
    &GLOBAL_MACRO_PRECISION,
    &GLOBAL_MACRO_RECALL,
    &GLOBAL_MACRO_F1,
    &LOCAL_MACRO_PRECISION,
    &LOCAL_MACRO_RECALL,
    &LOCAL_MACRO_F1,
    &GLOBAL_MICRO_PRECISION,
    &GLOBAL_MICRO_RECALL,
    &GLOBAL_MICRO_F1,
    &LOCAL_MICRO_PRECISION,
    &LOCAL_MICRO_RECALL,
    &LOCAL_MICRO_F1,
    &MEAN_MILLIS,
    &QUESTIONS,
    &PROCESSED,
    &ANSWERED,
    &EMPTY,
    &MISSING,
    &ERRORS,
    &NO_GOLD,
    &UNREADABLE_GOLD,
    &CONFIDENCE_THRESHOLD,
];

/// All measures without a parameter; see [`families`] for those with one.
pub fn measures() -> &'static [&'static Measure] {
    static MEASURES: OnceLock<Vec<&'static Measure>> = OnceLock::new();
    MEASURES.get_or_init(|| {
        let benchmarks = crate::rules::benchmarks::figures::ALL;
        let mut all: Vec<&'static Measure> = ALL.iter().copied().chain(benchmarks).collect();
        all.extend(&asked::ALL);
        let similarities = lydite_similarity::similarities().iter();
        all.extend(
            similarities
                .map(|one| -> &'static Measure { Box::leak(Box::new(asked::of_queries(one))) }),
        );
        all
    })
}

/// The measure with this name or alias, in upper or lower case; see [`Measure::parse`] for those with
/// a parameter.
pub fn measure(name: &str) -> Option<&'static Measure> {
    let named = |measure: &&&Measure| {
        measure.name.eq_ignore_ascii_case(name)
            || measure
                .aliases
                .iter()
                .any(|alias| alias.eq_ignore_ascii_case(name))
    };
    measures().iter().find(named).copied()
}

/// `a / b`, 0 where there is nothing to divide by.
pub(crate) fn share(a: f64, b: f64) -> f64 {
    if b == 0.0 { 0.0 } else { a / b }
}

/// The harmonic mean, 0 if both are 0.
pub(crate) fn harmonic(a: f64, b: f64) -> f64 {
    if a == 0.0 && b == 0.0 {
        0.0
    } else {
        (2.0 * a * b) / (a + b)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique() {
        let mut names: Vec<_> = measures()
            .iter()
            .flat_map(|measure| measure.aliases.iter().chain([&measure.name]))
            .map(|name| name.to_ascii_lowercase())
            .collect();
        names.sort();
        let before = names.len();
        names.dedup();
        assert_eq!(names.len(), before);
    }
}
