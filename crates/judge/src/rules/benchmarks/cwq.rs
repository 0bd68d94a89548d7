//! ComplexWebQuestions: the official script, and the practice for files with topics.

use serde_json::Value;
use unicode_normalization::UnicodeNormalization;

use super::figures::{EM, HITS};
use super::plain::{Plain, decided, scored};
use super::values;
use super::wikikgqa::set_scores;
use crate::measures::{
    ANSWERED, EMPTY, ERRORS, MACRO_F1, MACRO_PRECISION, MACRO_RECALL, MISSING, QUESTIONS,
};
use crate::rules::{Case, Conventions, Example, Listed, RuleSet, Verdict};

pub(crate) static CWQ: RuleSet = RuleSet {
    name: "cwq",
    version: "1.1",
    title: "ComplexWebQuestions",
    rationale: "Where the gold file has answers with aliases, the script of Talmor and Berant (NAACL 2018): the first answer is right if it is a lower-case gold string or the cleaned form of one; a capital letter makes it wrong, and a question about a year accepts the year in any answer. Where the gold file has topics only, the practice of ChatKBQA and others: sets of names.",
    conventions: Conventions {
        values: "lower-case strings and their cleaned forms; or sets of exact names",
        empty: "0",
        missing: "0",
        empty_gold: "0; in files with topics 1 for an empty answer",
        average: "mean over all questions of the gold file",
    },
    examples: &[
        Example {
            gold: &["m.1", "m.2"],
            system: Some(&["m.1"]),
            scores: [1.0, 0.5, 2.0 / 3.0],
            shows: "sets of names",
        },
        Example {
            gold: &[],
            system: Some(&[]),
            scores: [1.0, 1.0, 1.0],
            shows: "both empty is right",
        },
        Example {
            gold: &["m.1"],
            system: Some(&[]),
            scores: [0.0, 0.0, 0.0],
            shows: "one empty is wrong",
        },
    ],
    rules: &Plain::new(judge, &FIGURES),
};

static FIGURES: [Listed; 10] = [
    ("macro.precision", &MACRO_PRECISION),
    ("macro.recall", &MACRO_RECALL),
    ("macro.f1", &MACRO_F1),
    ("hits_at_1", &HITS),
    ("exact_match", &EM),
    ("n", &QUESTIONS),
    ("answered", &ANSWERED),
    ("empty", &EMPTY),
    ("missing", &MISSING),
    ("errors", &ERRORS),
];

fn judge(case: &Case<'_>) -> Verdict {
    let system = values::system(case);
    let given = system.as_ref().map_or(&[][..], |system| system);
    let record = case.gold_entry().record().unwrap_or_default();
    let listed = record["answers"].as_array();
    let Some(listed) = listed.filter(|list| list.iter().any(Value::is_object)) else {
        let gold = values::gold(case);
        let scores = set_scores(&gold, given);
        let mut verdict = scored(scores, &gold, system.as_ref());
        let both_empty = gold.is_empty() && given.is_empty();
        let hit = both_empty || gold.iter().any(|one| given.contains(one));
        verdict
            .scores
            .insert("hits".to_owned(), f64::from(u8::from(hit)));
        verdict.scores.insert(
            "exact_match".to_owned(),
            f64::from(u8::from(scores[2] == 1.0)),
        );
        return verdict;
    };
    let mut gold: Vec<Option<String>> = Vec::new();
    for answer in listed {
        let aliases = answer["aliases"].as_array().into_iter().flatten();
        let names = std::iter::once(&answer["answer"]).chain(aliases);
        gold.extend(names.map(|name| name.as_str().map(str::to_owned)));
    }
    let text = case.gold.any_text().unwrap_or_default();
    // The submission has the text itself, also where it looks like the name of a topic.
    let said = case.system_entry().and_then(|entry| entry.record());
    let said = said.as_ref().and_then(|record| record["answer"].as_str());
    let said = said.map(str::to_owned).or_else(|| given.first().cloned());
    let right = said.is_some_and(|said| is_right(&said, &gold, text));
    let gold: Vec<String> = gold.into_iter().flatten().collect();
    let mut verdict = decided(right, &gold, system.as_ref());
    verdict.scores.insert("hits".to_owned(), verdict.f1);
    verdict.scores.insert("exact_match".to_owned(), verdict.f1);
    verdict
}

/// Whether the script accepts an answer; a null among the gold strings makes every answer wrong.
pub(super) fn is_right(said: &str, gold: &[Option<String>], question: &str) -> bool {
    let Some(gold) = gold
        .iter()
        .map(Option::as_deref)
        .collect::<Option<Vec<_>>>()
    else {
        return false;
    };
    gold.into_iter().any(|name| {
        let lower = name.trim().to_lowercase();
        let lower = lower.trim();
        let year = question.contains("year").then(|| year(lower)).flatten();
        said == lower || said == cleaned(lower) || year.is_some_and(|year| said == year)
    })
}

/// The letters and digits of ASCII, without a leading article.
fn cleaned(text: &str) -> String {
    let ascii = text.nfkd().filter(char::is_ascii);
    let words: String = ascii
        .map(|c| {
            if c.is_ascii_alphanumeric() || c == '_' {
                c
            } else {
                ' '
            }
        })
        .collect();
    let mut rest = words.trim();
    for article in ["the ", "a ", "an "] {
        rest = rest.strip_prefix(article).unwrap_or(rest);
    }
    rest.to_owned()
}

/// The first number of four digits that begins with 1 or 2.
fn year(text: &str) -> Option<&str> {
    text.as_bytes()
        .windows(4)
        .position(|four| matches!(four[0], b'1' | b'2') && four.iter().all(u8::is_ascii_digit))
        .map(|at| &text[at..at + 4])
}
