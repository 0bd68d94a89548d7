//! The QALD-5 script.

use std::borrow::Cow;

use lydite_model::{Counts, Outcome, Status};
use rustc_hash::FxHashSet;

use super::qald6::normalised;
use super::rounding::ruby;
use super::{Case, Conventions, Example, Listed, RuleSet, Rules, Verdict, evidence};
use crate::entry::{Entry, Node, Stop};
use crate::measures::{
    ANSWERED, Add, EMPTY, ERRORS, MISSING, Measure, PROCESSED, QUESTIONS, Unit, Value, harmonic,
};

/// The QALD-5 script.
struct Qald5;

pub(super) static QALD_5: RuleSet = RuleSet {
    name: "qald-5",
    version: "5",
    title: "the evaluation script of QALD-5",
    rationale: "The official script of QALD-5, exactly: multilingual and hybrid questions \
        separately, repeated answers counted each time, precision, recall and F1 of each question rounded to two decimals before they are averaged, totals to four. It \
        counts a comment among the gold answers as an answer. Use it for results of QALD-5.",
    conventions: Conventions {
        values: "strings with repetitions: percent-decoded, stripped, `.0` after whole numbers",
        empty: "P = 1, R = F = 0",
        missing: "0 in the sums; not listed",
        empty_gold: "1 if the submission has an empty entry, otherwise 0",
        average: "sum / number of gold questions of the part; F1 is the harmonic mean of the \
            means, rounded to four decimals",
    },
    examples: &[
        Example {
            gold: &["a", "b"],
            system: Some(&["a", "a", "z"]),
            scores: [0.67, 0.5, 0.57],
            shows: "repetitions count, and scores are rounded",
        },
        Example {
            gold: &["a"],
            system: Some(&[]),
            scores: [1.0, 0.0, 0.0],
            shows: "an empty answer has precision 1",
        },
    ],
    rules: &Qald5,
};

/// Sums: P, R, n, processed.
macro_rules! total {
    ($ident:ident, $name:literal, $formula:literal, $value:expr) => {
        static $ident: Measure = Measure {
            name: $name,
            title: "a total of QALD-5",
            formula: $formula,
            reference: "Unger et al., Question Answering over Linked Data (QALD-5), CLEF 2015; its evaluation script",
            aliases: &[],
            unit: Unit::Share,
            width: 4,
            add: Add::Plain(add),
            value: Value::Plain(|sums| {
                // Without any submitted question there is no total.
                if sums[3] == 0.0 {
                    return f64::NAN;
                }
                let value: fn(f64, f64) -> f64 = $value;
                ruby(value(sums[0] / sums[2], sums[1] / sums[2]), 4)
            }),
            count: |sums| sums[2],
        };
    };
}

total!(PRECISION, "qald_5_precision", "round4(Σ P / n)", |p, _| p);
total!(RECALL, "qald_5_recall", "round4(Σ R / n)", |_, r| r);
total!(
    F1,
    "qald_5_f1",
    "round4(2·P̄·R̄ / (P̄ + R̄))",
    |p, r| if r == 0.0 { 0.0 } else { harmonic(p, r) }
);

fn add(outcome: &Outcome, sums: &mut [f64]) {
    sums[2] += 1.0;
    if outcome.status != Status::Missing {
        sums[0] += outcome.precision;
        sums[1] += outcome.recall;
        sums[3] += 1.0;
    }
}

static FIGURES: [Listed; 6] = [
    ("n", &QUESTIONS),
    ("processed", &PROCESSED),
    ("answered", &ANSWERED),
    ("empty", &EMPTY),
    ("missing", &MISSING),
    ("errors", &ERRORS),
];

static PART_FIGURES: [Listed; 5] = [
    ("global.macro.precision", &PRECISION),
    ("global.macro.recall", &RECALL),
    ("global.macro.f1", &F1),
    ("n", &QUESTIONS),
    ("processed", &PROCESSED),
];

/// The part that an entry says it belongs to, if it is in XML.
fn part(entry: &Entry<'_>) -> Option<&'static str> {
    let hybrid = match entry.xml() {
        Some(question) => question.attribute("hybrid") == Some("true"),
        None => entry.hybrid?,
    };
    Some(if hybrid { "hybrid" } else { "multilingual" })
}

/// The answers of an entry: all nodes inside of `<answers>`, comments included.
fn answers<'a>(entry: &Entry<'a>) -> Vec<Cow<'a, [u8]>> {
    let Some(question) = entry.xml() else {
        let values = entry.values().into_iter().map(normalised);
        return values.filter(|value| !value.is_empty()).collect();
    };
    let nodes = question
        .named("answers")
        .next()
        .map(|answers| &answers.nodes);
    let texts = nodes.into_iter().flatten().map(|node| match node {
        Node::Element(element) => normalised(&element.text()).into_owned(),
        Node::Text(text) | Node::Cdata(text) | Node::Comment(text) => normalised(text).into_owned(),
    });
    let texts = texts.filter(|text| !text.is_empty());
    texts.map(Cow::Owned).collect()
}

impl Rules for Qald5 {
    fn judge(&self, case: &Case<'_>) -> Verdict {
        let gold_entry = case.gold_entry();
        let gold_part = part(&gold_entry).unwrap_or("multilingual");
        let gold = answers(&gold_entry);
        let Some(entry) = case.system_entry() else {
            return Verdict {
                counts: Counts::of(0, 0, gold.len()),
                gold_empty: gold.is_empty(),
                system_empty: true,
                part: Some(gold_part),
                ..Verdict::default()
            };
        };
        let system = answers(&entry);
        let stop = (part(&entry).unwrap_or(gold_part) != gold_part).then(|| {
            Stop::new(format!(
                "question {} is in the wrong part: its `hybrid` differs from the gold standard's",
                entry.id
            ))
        });
        let gold_set: FxHashSet<&[u8]> = gold.iter().map(|text| &**text).collect();
        let system_set: FxHashSet<&[u8]> = system.iter().map(|text| &**text).collect();
        let right = system
            .iter()
            .filter(|text| gold_set.contains(&***text))
            .count();
        let found = gold
            .iter()
            .filter(|text| system_set.contains(&***text))
            .count();
        let (precision, recall, f1) = match (gold.is_empty(), system.is_empty()) {
            (true, true) => (1.0, 1.0, 1.0),
            (true, false) => (0.0, 0.0, 0.0),
            (false, true) => (1.0, 0.0, 0.0),
            (false, false) => {
                let precision = right as f64 / system.len() as f64;
                let recall = found as f64 / gold.len() as f64;
                let f1 = if recall == 0.0 {
                    0.0
                } else {
                    harmonic(precision, recall)
                };
                (ruby(precision, 2), ruby(recall, 2), ruby(f1, 2))
            }
        };
        let evidence = case.explain.then(|| {
            let show = |text: &Cow<'_, [u8]>| String::from_utf8_lossy(text).into_owned();
            evidence::of_equals(&gold, &system, show, "equal after decoding")
        });
        Verdict {
            counts: Counts {
                tp: right as u64,
                fp: (system.len() - right) as u64,
                fn_: (gold.len() - found) as u64,
            },
            precision,
            recall,
            f1,
            gold_empty: gold.is_empty(),
            system_empty: system.is_empty(),
            part: Some(gold_part),
            evidence,
            stop,
            ..Verdict::default()
        }
    }

    fn headline(&self) -> [&'static str; 3] {
        [
            "multilingual.global.macro.precision",
            "multilingual.global.macro.recall",
            "multilingual.global.macro.f1",
        ]
    }

    fn figures(&self) -> &'static [Listed] {
        &FIGURES
    }

    fn group(&self, outcome: &Outcome) -> Option<String> {
        outcome.part.clone()
    }

    fn group_figures(&self) -> &'static [Listed] {
        &PART_FIGURES
    }

    fn replaces_gold(&self) -> bool {
        true
    }

    fn stops_at_unknown(&self) -> bool {
        true
    }
}
