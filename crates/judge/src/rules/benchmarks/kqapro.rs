//! KQA Pro's evaluation.

use super::plain::{FIGURES, Plain, decided};
use super::values;
use crate::rules::{Case, Conventions, Example, RuleSet, Verdict};

pub(crate) static KQAPRO: RuleSet = RuleSet {
    name: "kqapro",
    version: "2022",
    title: "KQA Pro",
    rationale: "The script of Cao et al. (ACL 2022): the answer is right if it is the gold text, the same number with the same unit, or a date that agrees. Whatever follows the point of a negative number is cut, so -0.5 is 0 and -12.7 is -12; a year agrees with every day of it; Yes is not yes.",
    conventions: Conventions {
        values: "texts, numbers with units, dates and years; the first answer counts",
        empty: "0",
        missing: "0",
        empty_gold: "0",
        average: "share of right answers",
    },
    examples: &[
        Example {
            gold: &["100.0 metre"],
            system: Some(&["100 metre"]),
            scores: [1.0, 1.0, 1.0],
            shows: "numbers with units",
        },
        Example {
            gold: &["-0.5"],
            system: Some(&["0"]),
            scores: [1.0, 1.0, 1.0],
            shows: "negative fractions are cut",
        },
        Example {
            gold: &["2000-01-01"],
            system: Some(&["2000"]),
            scores: [1.0, 1.0, 1.0],
            shows: "a year agrees with its days",
        },
        Example {
            gold: &["yes"],
            system: Some(&["Yes"]),
            scores: [0.0, 0.0, 0.0],
            shows: "capitals count",
        },
    ],
    rules: &Plain::new(judge, &FIGURES),
};

fn judge(case: &Case<'_>) -> Verdict {
    let (gold, system) = (values::gold(case), values::system(case));
    let first = system.as_ref().and_then(|system| system.first());
    let right = match (gold.first(), first) {
        (Some(gold), Some(said)) => is_equal(gold.trim(), said.trim()),
        _ => false,
    };
    decided(right, &gold, system.as_ref())
}

/// Whether the script takes two answers for the same.
pub(super) fn is_equal(gold: &str, said: &str) -> bool {
    let (gold, said) = (number(gold), number(said));
    same_date(&gold, &said).unwrap_or(gold == said)
}

/// A text with the number that it begins with in one notation.
fn number(text: &str) -> String {
    let mut words = text.split_whitespace();
    let first = words.next().unwrap_or_default();
    let is_number = !first.contains(|c: char| c.is_ascii_alphabetic() && !"eE".contains(c))
        || ["nan", "inf", "-inf", "infinity"].contains(&&*first.to_ascii_lowercase());
    let Some(value) = first.parse::<f64>().ok().filter(|_| is_number) else {
        return text.to_owned();
    };
    if !value.is_finite() {
        return text.to_owned();
    }
    let whole = value.trunc();
    let value = if value - whole < 1e-5 {
        format!("{whole:.0}").replace("-0", if whole == 0.0 { "0" } else { "-0" })
    } else {
        value.to_string()
    };
    let unit: Vec<&str> = words.collect();
    if unit.is_empty() {
        value
    } else {
        format!("{value} {}", unit.join(" "))
    }
}

/// A day, or a year.
#[derive(PartialEq)]
enum Time {
    Day(i64, u32, u32),
    Year(i64),
}

/// Whether both are the same time; `None` if one of them is none.
fn same_date(one: &str, other: &str) -> Option<bool> {
    Some(match (time(one)?, time(other)?) {
        (Time::Day(year, ..), Time::Year(other)) | (Time::Year(year), Time::Day(other, ..)) => {
            year == other
        }
        (one, other) => one == other,
    })
}

fn time(text: &str) -> Option<Time> {
    let parts: Vec<&str> = text.split('-').collect();
    let [year, month, day] = &*parts else {
        return Some(Time::Year(text.trim().parse().ok()?));
    };
    let (year, month, day) = (year.parse().ok()?, month.parse().ok()?, day.parse().ok()?);
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let last = match month {
        2 if leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => return None,
    };
    ((1..=9999).contains(&year) && (1..=last).contains(&day)).then_some(Time::Day(year, month, day))
}
