//! The scripts of QALD-1 to QALD-4, one machinery with variations.

mod reading;

use lydite_model::{Counts, Outcome, Scope, Status};
use rustc_hash::FxHashSet;

use self::reading::{Item, Submitted};
use super::rounding::python2;
use super::{Case, Conventions, Example, Listed, RuleSet, Rules, Verdict, evidence};
use crate::entry::Entry;
use crate::measures::{Add, EMPTY, MISSING, Measure, PROCESSED, QUESTIONS, Unit, Value, harmonic};

/// The script of an edition.
struct QaldXml {
    edition: u8,
}

const VALUES: &str = "exact text of the element that the submission's answer has (uri, string, number, date, boolean), stripped; repetitions count";

/// What QALD-2 to QALD-4 share.
const fn conventions(empty_gold: &'static str, average: &'static str) -> Conventions {
    Conventions {
        values: VALUES,
        empty: "P = R = F = 0",
        missing: "0 in the sums; not listed",
        empty_gold,
        average,
    }
}

const SUM_BY_GOLD: &str =
    "sum / number of gold questions; F is the harmonic mean of the two; all 0 if either is 0";

pub(super) static QALD_1: RuleSet = RuleSet {
    name: "qald-1",
    version: "1",
    title: "the evaluation script of QALD-1",
    rationale: "The official script of the first campaign, exactly: a question is either \
        entirely correct or wrong; recall is correct / gold questions, precision is correct / \
        submitted questions. Use it for results of QALD-1.",
    conventions: conventions(
        "0: the script does not know out-of-scope questions",
        "correct / gold questions (R), correct / submitted questions (P), rounded to five \
         decimals",
    ),
    examples: &EXAMPLES,
    rules: &QaldXml { edition: 1 },
};

pub(super) static QALD_2: RuleSet = RuleSet {
    name: "qald-2",
    version: "2",
    title: "the evaluation script of QALD-2",
    rationale: "The official script of QALD-2, exactly: means of P, R and F over the questions submitted, so \
        omitting hard questions helps. A question is out of scope if its gold query says so. Use it for results of QALD-2.",
    conventions: conventions(
        "if the gold query says OUT OF SCOPE: 1 for an empty answer, otherwise 0; an empty gold set without it: 0",
        "means of P, R and F over the submitted questions",
    ),
    examples: &EXAMPLES,
    rules: &QaldXml { edition: 2 },
};

pub(super) static QALD_3: RuleSet = RuleSet {
    name: "qald-3",
    version: "3",
    title: "the evaluation script of QALD-3",
    rationale: "The official script of QALD-3, exactly. Like that of QALD-4, but the gold file \
        is chosen by the dataset identifier of the submission. Use it for results of QALD-3.",
    conventions: conventions("1 for an empty answer, otherwise 0", SUM_BY_GOLD),
    examples: &EXAMPLES,
    rules: &QaldXml { edition: 3 },
};

pub(super) static QALD_4: RuleSet = RuleSet {
    name: "qald-4",
    version: "4",
    title: "the evaluation script of QALD-4",
    rationale: "The official script of QALD-4, exactly: the type of an answer is taken from the submission, an \
        answer given three times counts three times, so recall can exceed 1, and an unknown \
        type counts as correct. Use it for results of QALD-4.",
    conventions: conventions("1 for an empty answer, otherwise 0", SUM_BY_GOLD),
    examples: &EXAMPLES,
    rules: &QaldXml { edition: 4 },
};

static EXAMPLES: [Example; 3] = [
    Example {
        gold: &["http://x/a"],
        system: Some(&["http://x/a", "http://x/a", "http://x/a"]),
        scores: [1.0, 3.0, 1.5],
        shows: "recall can exceed 1",
    },
    Example {
        gold: &["http://x/a", "http://x/b", "http://x/c"],
        system: Some(&["http://x/a", "http://x/b"]),
        scores: [1.0, 0.66667, 0.8],
        shows: "scores are rounded to five decimals",
    },
    Example {
        gold: &["http://x/a"],
        system: Some(&[]),
        scores: [0.0, 0.0, 0.0],
        shows: "an empty answer gains nothing",
    },
];

/// Sums: P, R, F, n, processed, right as a whole.
macro_rules! total {
    ($ident:ident, $name:literal, $formula:literal, $unit:expr, $value:expr) => {
        static $ident: Measure = Measure {
            name: $name,
            title: "a total of the early campaigns",
            formula: $formula,
            reference: "ag-sc/QALD, Evaluation.py of QALD-1 to QALD-4",
            aliases: &[],
            unit: $unit,
            width: 6,
            add: Add::Plain(add),
            value: Value::Plain($value),
            count: |sums| sums[3],
        };
    };
}

total!(
    CORRECT,
    "correct",
    "|{all submitted answers correct, and not fewer than gold answers}|",
    Unit::Count,
    |sums| sums[5]
);
total!(
    WRONG,
    "wrong",
    "processed − correct",
    Unit::Count,
    |sums| sums[4] - sums[5]
);
total!(
    EXACT_PRECISION,
    "qald_1_precision",
    "round5(correct / processed)",
    Unit::Share,
    |sums| exact(sums).0
);
total!(
    EXACT_RECALL,
    "qald_1_recall",
    "round5(correct / n)",
    Unit::Share,
    |sums| exact(sums).1
);
total!(
    EXACT_F1,
    "qald_1_f1",
    "round5(2PR / (P + R))",
    Unit::Share,
    |sums| {
        let (precision, recall) = exact(sums);
        python2(harmonic(precision, recall), 5)
    }
);
total!(
    MEAN_PRECISION,
    "qald_2_precision",
    "Σ P / processed",
    Unit::Share,
    |sums| sums[0] / sums[4]
);
total!(
    MEAN_RECALL,
    "qald_2_recall",
    "Σ R / processed",
    Unit::Share,
    |sums| sums[1] / sums[4]
);
total!(
    MEAN_F1,
    "qald_2_f1",
    "Σ F / processed",
    Unit::Share,
    |sums| sums[2] / sums[4]
);
total!(
    PRECISION,
    "qald_3_precision",
    "Σ P / n; 0 if Σ R is 0",
    Unit::Share,
    |sums| global(sums).0
);
total!(
    RECALL,
    "qald_3_recall",
    "Σ R / n; 0 if Σ P is 0",
    Unit::Share,
    |sums| global(sums).1
);
total!(F1, "qald_3_f1", "2PR / (P + R)", Unit::Share, |sums| {
    let (precision, recall) = global(sums);
    harmonic(precision, recall)
});

fn exact(sums: &[f64]) -> (f64, f64) {
    if sums[5] == 0.0 {
        return (0.0, 0.0);
    }
    (python2(sums[5] / sums[4], 5), python2(sums[5] / sums[3], 5))
}

fn global(sums: &[f64]) -> (f64, f64) {
    if sums[0] == 0.0 || sums[1] == 0.0 {
        return (0.0, 0.0);
    }
    (sums[0] / sums[3], sums[1] / sums[3])
}

fn add(outcome: &Outcome, sums: &mut [f64]) {
    sums[3] += 1.0;
    if outcome.status != Status::Missing {
        sums[0] += outcome.precision;
        sums[1] += outcome.recall;
        sums[2] += outcome.f1;
        sums[4] += 1.0;
        let counts = outcome.counts;
        let right = counts.fp == 0 && counts.fn_ == 0 && outcome.precision > 0.0;
        sums[5] += f64::from(u8::from(right));
    }
}

macro_rules! figures {
    ($ident:ident, $kind:literal, $p:expr, $r:expr, $f:expr) => {
        static $ident: [Listed; 9] = [
            (concat!("global.", $kind, ".precision"), &$p),
            (concat!("global.", $kind, ".recall"), &$r),
            (concat!("global.", $kind, ".f1"), &$f),
            ("processed", &PROCESSED),
            ("correct", &CORRECT),
            ("wrong", &WRONG),
            ("n", &QUESTIONS),
            ("missing", &MISSING),
            ("empty", &EMPTY),
        ];
    };
}

figures!(FIGURES_1, "exact", EXACT_PRECISION, EXACT_RECALL, EXACT_F1);
figures!(FIGURES_2, "macro", MEAN_PRECISION, MEAN_RECALL, MEAN_F1);
figures!(FIGURES_3, "macro", PRECISION, RECALL, F1);

impl QaldXml {
    /// Scores of a question with these numbers of right, submitted and gold answers.
    fn scores(right: usize, system: usize, gold: usize) -> (f64, f64, f64) {
        if right == 0 {
            return (0.0, 0.0, 0.0);
        }
        let precision = python2(right as f64 / system as f64, 5);
        let recall = python2(right as f64 / gold as f64, 5);
        let f1 = python2((2.0 * precision * recall) / (recall + precision), 5);
        (precision, recall, f1)
    }
}

impl Rules for QaldXml {
    fn judge(&self, case: &Case<'_>) -> Verdict {
        let gold_entry = case.gold_entry();
        let submitted = case
            .system_entry()
            .map(|entry| Submitted::read(&entry, self.edition));
        let tag = submitted
            .as_ref()
            .and_then(|submitted| submitted.tag.clone());
        let tag = tag.as_deref();
        let gold = reading::gold(&gold_entry, tag);
        let gold_missing = gold_entry
            .answers
            .is_none()
            .then_some("the gold question has no <answers>");
        let Some(submitted) = submitted else {
            return Verdict {
                counts: Counts::of(0, 0, gold.len()),
                gold_empty: gold.is_empty(),
                system_empty: true,
                ..Verdict::default()
            };
        };
        let system = &submitted.items;
        let gold_set: FxHashSet<&Item<'_>> = gold.iter().collect();
        let right = system.iter().filter(|item| gold_set.contains(item)).count();
        let mut counts = Counts::of(right, system.len(), gold.len());
        let out_of_scope = match self.edition {
            1 => false,
            2 => gold_entry.scope == Scope::Marked,
            _ => gold.is_empty() && system.is_empty(),
        };
        let (precision, recall, f1) = match (out_of_scope, system.is_empty()) {
            (true, true) => {
                counts = Counts::default();
                (1.0, 1.0, 1.0)
            }
            (true, false) | (false, true) => (0.0, 0.0, 0.0),
            (false, false) => Self::scores(right, system.len(), gold.len()),
        };
        let evidence = case.explain.then(|| {
            let rule = format!("the same <{}>", tag.unwrap_or("?"));
            evidence::of_equals(&gold, system, ToString::to_string, &rule)
        });
        Verdict {
            counts,
            precision,
            recall,
            f1,
            gold_empty: gold.is_empty(),
            system_empty: system.is_empty(),
            evidence,
            stop: submitted.stop.or(gold_missing.map(crate::entry::Stop::new)),
            ..Verdict::default()
        }
    }

    fn headline(&self) -> [&'static str; 3] {
        match self.edition {
            1 => [
                "global.exact.precision",
                "global.exact.recall",
                "global.exact.f1",
            ],
            _ => [
                "global.macro.precision",
                "global.macro.recall",
                "global.macro.f1",
            ],
        }
    }

    fn figures(&self) -> &'static [Listed] {
        match self.edition {
            1 => &FIGURES_1,
            2 => &FIGURES_2,
            _ => &FIGURES_3,
        }
    }

    fn collapse(&self, entry: &Entry<'_>) -> Option<String> {
        reading::question_text(entry, self.edition).ok().flatten()
    }

    fn replaces_gold(&self) -> bool {
        true
    }

    fn stops_at_unknown(&self) -> bool {
        true
    }
}
