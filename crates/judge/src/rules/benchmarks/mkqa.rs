//! MKQA's evaluation: words, by language, with a threshold for saying nothing.

use lydite_model::{Language, Outcome};
use serde_json::Value;

use super::figures::EM;
use super::plain::{Plain, scored};
use super::values;
use crate::measures::{
    ANSWERED, EMPTY, ERRORS, MACRO_F1, MACRO_PRECISION, MACRO_RECALL, MISSING, QUESTIONS,
};
use crate::rules::{Case, Conventions, Example, Listed, RuleSet, Verdict};

pub(crate) static MKQA: RuleSet = RuleSet {
    name: "mkqa",
    version: "2020",
    title: "MKQA",
    rationale: "The evaluation of Longpre et al. (TACL 2021): exact match and F1 of words without \
        punctuation and articles, the best over all gold answers and their aliases. These are the raw \
        scores; the official figures come after a threshold for saying nothing that is chosen on the \
        same questions, so that they are an upper bound rather than a measurement.",
    conventions: Conventions {
        values: "words in lower case, without punctuation and articles; characters in zh, ja, th and km",
        empty: "1 where there is no gold answer, else 0",
        missing: "0",
        empty_gold: "1 for an empty answer, else 0",
        average: "means over all questions, before the threshold",
    },
    examples: &[
        Example {
            gold: &["the Ridley Scott"],
            system: Some(&["Ridley  Scott!"]),
            scores: [1.0, 1.0, 1.0],
            shows: "articles and punctuation do not count",
        },
        Example {
            gold: &["a", "b c"],
            system: Some(&["c"]),
            scores: [2.0 / 3.0, 2.0 / 3.0, 2.0 / 3.0],
            shows: "the best of all gold answers counts; F1 stands for all three",
        },
    ],
    rules: &Plain::new(judge, &FIGURES),
};

static FIGURES: [Listed; 9] = [
    ("macro.precision", &MACRO_PRECISION),
    ("macro.recall", &MACRO_RECALL),
    ("macro.f1", &MACRO_F1),
    ("exact_match", &EM),
    ("n", &QUESTIONS),
    ("answered", &ANSWERED),
    ("empty", &EMPTY),
    ("missing", &MISSING),
    ("errors", &ERRORS),
];

/// What comes of choosing, on the same questions, the threshold with the highest F1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BestThreshold {
    /// A system says nothing where it is surer than this that there is no answer.
    pub threshold: f64,
    /// Mean exact match and F1, as percentages.
    pub exact_match: f64,
    /// Mean F1.
    pub f1: f64,
    /// Mean exact match of the questions that have answers.
    pub answerable_exact_match: f64,
    /// Mean F1 of the questions that have answers.
    pub answerable_f1: f64,
    /// Mean exact match of the questions that have none.
    pub unanswerable_exact_match: f64,
}

/// The official figures of MKQA, from the outcomes of its rules.
///
/// `None` if no outcome says how sure the system is that there is no answer.
pub fn best_threshold(outcomes: &[Outcome]) -> Option<BestThreshold> {
    let score = |outcome: &Outcome, name: &str| outcome.scores.get(name).copied();
    let rows: Vec<[f64; 4]> = outcomes
        .iter()
        .map(|one| {
            [
                score(one, "no_answer").unwrap_or(f64::INFINITY),
                score(one, "exact_match").unwrap_or_default(),
                one.f1,
                score(one, "unanswerable").unwrap_or_default(),
            ]
        })
        .collect();
    let mut thresholds: Vec<f64> = rows
        .iter()
        .map(|row| row[0])
        .filter(|it| it.is_finite())
        .collect();
    thresholds.sort_by(f64::total_cmp);
    let at = |threshold: f64, wanted: Option<f64>, score: usize| {
        let of = |row: &&[f64; 4]| wanted.is_none_or(|kind| row[3] == kind);
        let value = |row: &[f64; 4]| {
            if row[0] > threshold {
                row[3]
            } else {
                row[score]
            }
        };
        let values: Vec<f64> = rows.iter().filter(of).map(value).collect();
        100.0 * values.iter().sum::<f64>() / values.len() as f64
    };
    let mut best: Option<(f64, f64)> = None;
    for threshold in thresholds {
        let f1 = at(threshold, None, 2);
        if best.is_none_or(|(_, known)| f1 > known) {
            best = Some((threshold, f1));
        }
    }
    let (threshold, f1) = best?;
    Some(BestThreshold {
        threshold,
        f1,
        exact_match: at(threshold, None, 1),
        answerable_exact_match: at(threshold, Some(0.0), 1),
        answerable_f1: at(threshold, Some(0.0), 2),
        unanswerable_exact_match: at(threshold, Some(1.0), 1),
    })
}

fn judge(case: &Case<'_>) -> Verdict {
    let language = case.language.map_or("en", Language::as_str);
    let gold = gold(case, language);
    let record = case.system_entry().and_then(|entry| entry.record());
    let record = record.unwrap_or_default();
    let text = |key: &str| record[key].as_str().filter(|text| !text.is_empty());
    let said = text("binary_answer")
        .or_else(|| text("prediction"))
        .map(str::to_owned);
    let said = said.or_else(|| values::system(case).map(|list| list.join(" ")));
    let said = said.unwrap_or_default();
    let best = |score: fn(&str, &str, &str) -> f64| {
        let scores = gold.iter().map(|gold| score(gold, &said, language));
        scores.fold(0.0, f64::max)
    };
    let (em, f1) = (best(exact), best(overlap));
    let mut verdict = scored([f1; 3], &values::gold(case), values::system(case).as_ref());
    verdict.scores.insert("exact_match".to_owned(), em);
    let unanswerable = gold.iter().all(String::is_empty);
    verdict
        .scores
        .insert("unanswerable".to_owned(), f64::from(u8::from(unanswerable)));
    if let Some(no_answer) = record["no_answer_prob"].as_f64() {
        verdict.scores.insert("no_answer".to_owned(), no_answer);
    }
    verdict
}

/// The gold answers and their aliases; one empty text where there is none.
fn gold(case: &Case<'_>, language: &str) -> Vec<String> {
    let record = case.gold_entry().record();
    let Some(answers) = record
        .as_ref()
        .and_then(|record| record["answers"][language].as_array())
    else {
        let mut texts = values::gold(case);
        if texts.is_empty() {
            texts.push(String::new());
        }
        return texts;
    };
    let mut texts = Vec::new();
    for answer in answers {
        texts.push(answer["text"].as_str().unwrap_or_default().to_owned());
        let aliases = answer["aliases"].as_array().into_iter().flatten();
        texts.extend(aliases.filter_map(Value::as_str).map(str::to_owned));
    }
    texts
}

/// The words of a text in a language.
fn words(text: &str, language: &str) -> Vec<String> {
    let kept: String = (text.to_lowercase().chars())
        .map(|c| if c.is_ascii_punctuation() { '\u{0}' } else { c })
        .filter(|c| *c != '\u{0}')
        .collect();
    let articles: &[&str] = match language {
        "en" => &["a", "an", "the"],
        "es" => &["un", "una", "unos", "unas", "el", "la", "los", "las"],
        "de" => &[
            "ein", "eine", "einen", "einem", "eines", "einer", "der", "die", "das", "den", "dem",
            "des",
        ],
        "fr" => &["le", "la", "l", "les", "du", "de", "d", "des", "un", "une"],
        "it" => &[
            "il", "lo", "la", "l", "i", "gli", "le", "del", "dello", "della", "un", "uno", "una",
        ],
        "nl" => &["de", "het", "een", "des", "der", "den"],
        "pt" => &["a", "o", "as", "os", "um", "uma", "uns", "umas"],
        "sv" => &["en", "ett"],
        "da" => &["en", "et"],
        "no" => &["en", "et", "ei"],
        "hu" => &["a", "az", "egy"],
        _ => &[],
    };
    let by_character = ["zh_cn", "zh_hk", "zh_tw", "ja", "th", "km"].contains(&language);
    let words = kept
        .split_whitespace()
        .filter(|word| !articles.contains(word));
    if by_character {
        words.flat_map(str::chars).map(String::from).collect()
    } else {
        words.map(str::to_owned).collect()
    }
}

fn exact(gold: &str, said: &str, language: &str) -> f64 {
    f64::from(u8::from(words(gold, language) == words(said, language)))
}

fn overlap(gold: &str, said: &str, language: &str) -> f64 {
    let (gold, mut said) = (words(gold, language), words(said, language));
    if gold.is_empty() || said.is_empty() {
        return f64::from(u8::from(gold.is_empty() && said.is_empty()));
    }
    let total = said.len() as f64;
    let mut common = 0.0;
    for word in &gold {
        if let Some(at) = said.iter().position(|other| other == word) {
            said.swap_remove(at);
            common += 1.0;
        }
    }
    if common == 0.0 {
        return 0.0;
    }
    let (precision, recall) = (common / total, common / gold.len() as f64);
    2.0 * precision * recall / (precision + recall)
}
