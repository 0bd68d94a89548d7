//! Aqqu's evaluation of WebQuestions and Free917.

use super::plain::{Plain, scored};
use super::{sempre, values};
use crate::rules::{Case, Conventions, Example, RuleSet, Verdict};

pub(crate) static AQQU: RuleSet = RuleSet {
    name: "aqqu",
    version: "2015",
    title: "Aqqu's evaluation script",
    rationale: "The script of Bast and Haussmann (CIKM 2015): as SEMPRE's, but dates at the beginning of a text are compared as dates, so that whatever follows them is ignored, and a question without gold answers is right if there is no answer. It keeps SEMPRE's precision of 1 for an empty answer.",
    conventions: Conventions {
        values: "exact strings with repetitions; 2/23/1836 is 1836-02-23",
        empty: "P = 1, R = F = 0",
        missing: "as an empty answer",
        empty_gold: "1 for an empty answer, else 0",
        average: "means over all questions; also the F1 of mean precision and mean recall",
    },
    examples: &[
        Example {
            gold: &["1836-02-23"],
            system: Some(&["2/23/1836"]),
            scores: [1.0, 1.0, 1.0],
            shows: "dates are compared as dates",
        },
        Example {
            gold: &["1836-02-23"],
            system: Some(&["2/23/1836 or so"]),
            scores: [1.0, 1.0, 1.0],
            shows: "and what follows them is ignored",
        },
        Example {
            gold: &[],
            system: Some(&[]),
            scores: [1.0, 1.0, 1.0],
            shows: "silence is right where there is no answer",
        },
        Example {
            gold: &["a"],
            system: Some(&[]),
            scores: [1.0, 0.0, 0.0],
            shows: "and precise everywhere else",
        },
    ],
    rules: &Plain::new(judge, &sempre::FIGURES),
};

/// A text that begins with a date is that date, in one notation.
fn dated(text: &str) -> String {
    parts(text, '/')
        .map(|[month, day, year]| [year, month, day])
        .or_else(|| parts(text, '-'))
        .map_or_else(
            || text.to_owned(),
            |[year, month, day]| format!("\u{0}{year}-{month}-{day}"),
        )
}

/// The three numbers that a text begins with.
fn parts(text: &str, separator: char) -> Option<[u64; 3]> {
    let mut rest = text;
    let mut numbers = [0; 3];
    for (at, number) in numbers.iter_mut().enumerate() {
        if at > 0 {
            rest = rest.strip_prefix(separator)?;
        }
        let end = rest
            .find(|c: char| !c.is_ascii_digit())
            .unwrap_or(rest.len());
        *number = rest[..end].parse().ok()?;
        rest = &rest[end..];
    }
    Some(numbers)
}

fn judge(case: &Case<'_>) -> Verdict {
    let (gold, system) = (values::gold(case), values::system(case));
    let given = system.as_ref().map_or(&[][..], |system| system);
    let scores = if gold.is_empty() {
        [f64::from(u8::from(given.is_empty())); 3]
    } else {
        let dates = |list: &[String]| list.iter().map(|one| dated(one)).collect::<Vec<_>>();
        sempre::scores(&dates(&gold), &dates(given))
    };
    scored(scores, &gold, system.as_ref())
}
