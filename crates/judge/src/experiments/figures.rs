//! The figures of sub-experiments.

use crate::measures::{
    ANSWERED, CONFIDENCE_THRESHOLD, EMPTY, ERRORS, EXACT_MATCH, MACRO_F1, MACRO_F1_QALD,
    MACRO_PRECISION, MACRO_RECALL, MICRO_F1, MICRO_PRECISION, MICRO_RECALL, MISSING, NO_GOLD,
    QUESTIONS, UNREADABLE_GOLD,
};
use crate::rules::Listed;

/// GERBIL's figures where nothing has a confidence.
pub(super) static PLAIN: [Listed; 8] = [
    ("micro.precision", &MICRO_PRECISION),
    ("micro.recall", &MICRO_RECALL),
    ("micro.f1", &MICRO_F1),
    ("macro.precision", &MACRO_PRECISION),
    ("macro.recall", &MACRO_RECALL),
    ("macro.f1", &MACRO_F1),
    ("macro_f1_qald", &MACRO_F1_QALD),
    ("n", &QUESTIONS),
];

/// GERBIL's figures where items may have confidences.
pub(super) static THRESHOLD: [Listed; 8] = [
    ("micro.precision", &MICRO_PRECISION),
    ("micro.recall", &MICRO_RECALL),
    ("micro.f1", &MICRO_F1),
    ("macro.precision", &MACRO_PRECISION),
    ("macro.recall", &MACRO_RECALL),
    ("macro.f1", &MACRO_F1),
    ("confidence_threshold", &CONFIDENCE_THRESHOLD),
    ("n", &QUESTIONS),
];

/// The figures of known and of emerging things.
pub(super) static PART: [Listed; 6] = [
    ("micro.precision", &MICRO_PRECISION),
    ("micro.recall", &MICRO_RECALL),
    ("micro.f1", &MICRO_F1),
    ("macro.precision", &MACRO_PRECISION),
    ("macro.recall", &MACRO_RECALL),
    ("macro.f1", &MACRO_F1),
];

/// Our figures, over the questions for which the gold standard has something.
pub(super) static LYDITE: [Listed; 12] = [
    ("micro.precision", &MICRO_PRECISION),
    ("micro.recall", &MICRO_RECALL),
    ("micro.f1", &MICRO_F1),
    ("macro.precision", &MACRO_PRECISION),
    ("macro.recall", &MACRO_RECALL),
    ("macro.f1", &MACRO_F1),
    ("exact_match", &EXACT_MATCH),
    ("n", &QUESTIONS),
    ("answered", &ANSWERED),
    ("empty", &EMPTY),
    ("missing", &MISSING),
    ("errors", &ERRORS),
];

/// Our figures of the questions for which there is nothing to find.
pub(super) static EMPTY_GOLD: [Listed; 2] = [("n", &QUESTIONS), ("correct", &EXACT_MATCH)];

/// The questions that are left out.
pub(crate) static EXCLUDED: [Listed; 2] =
    [("no_gold", &NO_GOLD), ("unreadable_gold", &UNREADABLE_GOLD)];
