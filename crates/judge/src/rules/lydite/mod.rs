//! Our recommended rules, in both versions.

mod attacks;
mod columns;
mod label_columns;
mod names;
mod notations;
mod numbers;
mod options;
mod order;
mod pairing;
mod rows;
mod ties;
mod verdict;
mod version_1;

use lydite_model::{Gold, Outcome, Status};

use self::attacks::ATTACKS;
use self::notations::NOTATIONS;
use super::{Case, Conventions, DecidedCase, Example, Listed, RuleSet, Rules, Verdict};
use crate::experiments::{self, Experiments};
use crate::measures::{
    ANSWERED, EMPTY, ERRORS, EXACT_MATCH, HITS_AT_1, MACRO_F1, MACRO_F1_QALD, MACRO_PRECISION,
    MACRO_RECALL, MEAN_MILLIS, MICRO_F1, MICRO_PRECISION, MICRO_RECALL, MISSING, MRR, QUESTIONS,
};

pub(super) use options::{Columns, Empty, EmptyGold, Marks, Missing, Options};
pub(super) use version_1::LYDITE_1;

/// Our rules, with what can be switched in them.
pub(super) struct Lydite {
    pub options: Options,
    pub figures: &'static [Listed],
    pub headline: [&'static str; 3],
    pub cases: &'static [DecidedCase],
}

pub(super) static LYDITE: RuleSet = RuleSet {
    name: "lydite",
    version: "2",
    title: "compares by meaning, reports missing answers separately (default)",
    rationale: "Two answers are the same if they mean the same: numbers by value, dates by value and precision, IRIs \
        in any notation of the field and through sameAs, a label as the resource it names, rows \
        under one mapping of columns for the whole table, each answer used once. A \
        contradiction is wrong. Missing, empty and failed answers to a question that has answers all \
        score 0, but are counted separately. Questions whose gold set is empty are reported \
        separately, so that the main scores never reward silence. Gold scored against itself is \
        exactly 1.",
    conventions: Conventions {
        values: "typed values by meaning; whole numbers exactly, except for floating-point noise, others within a millionth; language tags and units count only if both sides have one; label \
            columns are optional, extra columns cost 5 % of an answer, more if there are \
            several of the same kind",
        empty: "P = R = F = 0",
        missing: "P = R = F = 0, counted separately",
        empty_gold: "reported separately: 1 for an explicitly empty answer, otherwise 0",
        average: "macro: means of P, R, F; micro: of the summed counts; over questions with gold answers",
    },
    examples: &[
        Example {
            gold: &["5"],
            system: Some(&["5.0"]),
            scores: [1.0, 1.0, 1.0],
            shows: "numbers by value",
        },
        Example {
            gold: &["12345.65"],
            system: Some(&["12345.649999999998"]),
            scores: [1.0, 1.0, 1.0],
            shows: "floating-point noise does not count",
        },
        Example {
            gold: &["3000000000"],
            system: Some(&["3000004000.5"]),
            scores: [0.0, 0.0, 0.0],
            shows: "a whole number is exact",
        },
        Example {
            gold: &["1961-08-04"],
            system: Some(&["1961-08-04T00:00:00Z"]),
            scores: [1.0, 1.0, 1.0],
            shows: "midnight is a day",
        },
        Example {
            gold: &["http://dbpedia.org/resource/Yaoundé"],
            system: Some(&["https://en.wikipedia.org/wiki/Yaound%C3%A9"]),
            scores: [1.0, 1.0, 1.0],
            shows: "a page stands for its resource, however it is written",
        },
        Example {
            gold: &["false"],
            system: Some(&["no"]),
            scores: [1.0, 1.0, 1.0],
            shows: "a correct *no* scores 1, also in words",
        },
        Example {
            gold: &["true"],
            system: Some(&["true", "false"]),
            scores: [0.0, 0.0, 0.0],
            shows: "both yes and no is no answer",
        },
        Example {
            gold: &["a", "b"],
            system: Some(&["a", "a", "c"]),
            scores: [0.5, 0.5, 0.5],
            shows: "answers are a set",
        },
        Example {
            gold: &["a"],
            system: Some(&[]),
            scores: [0.0, 0.0, 0.0],
            shows: "an empty answer does not have precision 1",
        },
        Example {
            gold: &[],
            system: Some(&[]),
            scores: [1.0, 1.0, 1.0],
            shows: "an empty answer is correct where there is none",
        },
        Example {
            gold: &[],
            system: None,
            scores: [0.0, 0.0, 0.0],
            shows: "a missing answer is not an empty one",
        },
    ],
    rules: &Lydite {
        options: Options::LYDITE,
        figures: &FIGURES,
        headline: HEADLINE,
        cases: &CASES,
    },
};

/// How version 2 holds against tricks, and where it is lenient.
static CASES: [DecidedCase; ATTACKS.len() + NOTATIONS.len()] = {
    let mut all = [DecidedCase::BLANK; ATTACKS.len() + NOTATIONS.len()];
    let mut at = 0;
    while at < all.len() {
        all[at] = if at < ATTACKS.len() {
            ATTACKS[at]
        } else {
            NOTATIONS[at - ATTACKS.len()]
        };
        at += 1;
    }
    all
};

/// The figures that stand for the whole.
pub(super) const HEADLINE: [&str; 3] = ["macro.precision", "macro.recall", "macro.f1"];

pub(super) static FIGURES: [Listed; 16] = [
    ("micro.precision", &MICRO_PRECISION),
    ("micro.recall", &MICRO_RECALL),
    ("micro.f1", &MICRO_F1),
    ("macro.precision", &MACRO_PRECISION),
    ("macro.recall", &MACRO_RECALL),
    ("macro.f1", &MACRO_F1),
    ("macro_f1_qald", &MACRO_F1_QALD),
    ("exact_match", &EXACT_MATCH),
    ("hits_at_1", &HITS_AT_1),
    ("mrr", &MRR),
    ("errors", &ERRORS),
    ("mean_millis", &MEAN_MILLIS),
    ("n", &QUESTIONS),
    ("answered", &ANSWERED),
    ("empty", &EMPTY),
    ("missing", &MISSING),
];

pub(super) static EMPTY_GOLD_FIGURES: [Listed; 5] = [
    ("n", &QUESTIONS),
    ("correct", &EXACT_MATCH),
    ("answered", &ANSWERED),
    ("empty", &EMPTY),
    ("missing", &MISSING),
];

impl Rules for Lydite {
    fn judge(&self, case: &Case<'_>) -> Verdict {
        verdict::judge(case, &self.options)
    }

    fn experiments(&self) -> Option<&'static Experiments> {
        Some(&experiments::LYDITE)
    }

    fn figures(&self) -> &'static [Listed] {
        self.figures
    }

    fn headline(&self) -> [&'static str; 3] {
        self.headline
    }

    fn cases(&self) -> &'static [DecidedCase] {
        self.cases
    }

    fn averages(&self, outcome: &Outcome) -> bool {
        let left_out =
            self.options.missing == Missing::LeftOut && outcome.status == Status::Missing;
        let counts = match outcome.gold {
            Gold::Answerable => true,
            Gold::Empty | Gold::OutOfScope => self.options.empty_gold == EmptyGold::Averaged,
            Gold::Missing | Gold::Unreadable => false,
        };
        counts && !left_out
    }

    fn group(&self, outcome: &Outcome) -> Option<String> {
        let empty = matches!(outcome.gold, Gold::Empty | Gold::OutOfScope);
        let apart = empty && self.options.empty_gold == EmptyGold::Apart;
        apart.then(|| "empty_gold".to_owned())
    }

    fn group_figures(&self) -> &'static [Listed] {
        match self.options.empty_gold {
            EmptyGold::Apart => &EMPTY_GOLD_FIGURES,
            EmptyGold::Averaged | EmptyGold::LeftOut => &[],
        }
    }

    fn needs_wording(&self) -> bool {
        true
    }

    fn pairs_repeats(&self) -> bool {
        true
    }
}
