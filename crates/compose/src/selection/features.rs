//! What can be told from a question alone, as numbers and as text.

use lydite_language::{Analysis, Lang, Tag};
use lydite_model::AnswerType;

/// The 28 features that Frankenstein released, in the order of their columns: length, 24 counts of tags, and the
/// expected answer.
pub const PAPER_FEATURES: [&str; 28] = [
    "length",
    "DT",
    "IN",
    "JJ",
    "JJR",
    "JJS",
    "NN",
    "NNS",
    "NNP",
    "NNPS",
    "PRP",
    "RB",
    "RBR",
    "RBS",
    "UH",
    "VB",
    "VBD",
    "VBG",
    "VBN",
    "VBP",
    "VBZ",
    "WDT",
    "WP",
    "WP$",
    "WRB",
    "Boolean",
    "Number",
    "List/Resource",
];

/// What is counted besides: how names are written, small words, the first word.
const WRITTEN: [&str; 17] = [
    "capitals after the first word",
    "longest run of capitals",
    "runs of capitals",
    "words with digits",
    "quotation marks",
    "parentheses",
    "commas",
    "'s",
    "no capitals",
    "characters",
    "characters per word",
    "words in capitals",
    "hyphens",
    "full stops",
    "capital at the beginning",
    "words before the first name",
    "words after the last name",
];

const COUNTED: [&str; 27] = [
    "of", "and", "also", "whose", "by", "in", "which", "that", "is", "are", "was", "has", "all",
    "some", "other", "total", "the", "a", "for", "on", "with", "both", "where", "who", "what",
    "many", "how",
];

const FIRST: [&str; 25] = [
    "what", "which", "when", "where", "who", "how", "why", "whose", "name", "list", "give",
    "count", "is", "was", "did", "does", "do", "were", "in", "tell", "to", "whom", "of", "the",
    "are",
];

/// The names of all features of [`question_features`].
#[must_use]
pub fn feature_names() -> Vec<String> {
    let mut names: Vec<String> = PAPER_FEATURES.iter().map(|&name| name.to_owned()).collect();
    names.extend(surface_names());
    names
}

/// The names of the features of [`surface_features`].
#[must_use]
pub fn surface_names() -> Vec<String> {
    let written = WRITTEN.iter().map(|&name| name.to_owned());
    let counted = COUNTED.iter().map(|word| format!("“{word}”"));
    let first = FIRST.iter().map(|word| format!("begins with “{word}”"));
    written.chain(counted).chain(first).collect()
}

/// Frankenstein's features and those of the surface, of a question in any language; outside English there are no
/// tags, which count 0.
#[must_use]
pub fn question_features(text: &str, lang: Lang) -> Vec<f64> {
    let mut features = paper_features(text, lang);
    features.extend(surface_features(text));
    features
}

/// Frankenstein's features with our own tagger: its rules for length and answer were found by comparing its
/// files with the questions.
fn paper_features(text: &str, lang: Lang) -> Vec<f64> {
    let analysis = Analysis::new(text, lang);
    let mut features = vec![0.0; PAPER_FEATURES.len()];
    features[0] = words(text).len() as f64;
    for tag in analysis
        .words
        .iter()
        .filter_map(|word| word.tag)
        .map(Tag::as_str)
    {
        if let Some(at) = PAPER_FEATURES[1..25].iter().position(|name| *name == tag) {
            features[at + 1] += 1.0;
        }
    }
    let answer = match analysis.answer_type() {
        AnswerType::Boolean => 25,
        AnswerType::Number => 26,
        _ => 27,
    };
    features[answer] = 1.0;
    features
}

/// How names are written, which small words there are, and how the question begins.
#[must_use]
pub fn surface_features(text: &str) -> Vec<f64> {
    let words = words(text);
    let lower: Vec<String> = words.iter().map(|word| word.to_lowercase()).collect();
    let capital: Vec<bool> = words.iter().map(|word| is_capital(word)).collect();
    let mut runs: Vec<usize> = Vec::new();
    for (at, is_capital) in capital.iter().enumerate().skip(1) {
        match runs.last_mut() {
            Some(run) if *is_capital && at > 1 && capital[at - 1] => *run += 1,
            _ if *is_capital => runs.push(1),
            _ => {}
        }
    }
    let marks = |marks: &[char]| text.chars().filter(|c| marks.contains(c)).count() as f64;
    let count =
        |holds: &dyn Fn(&str) -> bool| words.iter().filter(|word| holds(word)).count() as f64;
    let characters: usize = words.iter().map(|word| word.chars().count()).sum();
    let in_capitals = |word: &str| {
        word.chars().count() > 1
            && word.chars().any(char::is_uppercase)
            && !word.chars().any(char::is_lowercase)
    };
    let first_name = capital.iter().skip(1).position(|is| *is).map(|at| at + 1);
    let last_name = capital.iter().rposition(|is| *is).unwrap_or(0);
    let mut features = vec![
        capital.iter().skip(1).filter(|is| **is).count() as f64,
        runs.iter().copied().max().unwrap_or(0) as f64,
        runs.len() as f64,
        count(&|word| word.chars().any(|c| c.is_ascii_digit())),
        marks(&['"', '\'']),
        marks(&['(']),
        marks(&[',']),
        text.matches("'s").count() as f64,
        f64::from(u8::from(!text.chars().skip(1).any(char::is_uppercase))),
        text.chars().count() as f64,
        characters as f64 / words.len().max(1) as f64,
        count(&in_capitals),
        marks(&['-']),
        marks(&['.']),
        f64::from(u8::from(capital.first() == Some(&true))),
        first_name.unwrap_or(capital.len()) as f64,
        words.len().saturating_sub(last_name) as f64,
    ];
    for counted in COUNTED {
        features.push(lower.iter().filter(|word| *word == counted).count() as f64);
    }
    for first in FIRST {
        features.push(f64::from(u8::from(
            lower.first().is_some_and(|word| word == first),
        )));
    }
    features
}

/// The question in lower case with `ENT` in the place of each run of capitalised words: what is asked about
/// names, whichever they are.
#[must_use]
pub fn masked(text: &str) -> String {
    let mut masked: Vec<String> = Vec::new();
    for (at, word) in words(text).into_iter().enumerate() {
        if at == 0 || !is_capital(word) {
            masked.push(word.to_lowercase());
        } else if masked.last().is_none_or(|last| last != "ENT") {
            masked.push("ENT".to_owned());
        }
    }
    masked.join(" ")
}

fn words(text: &str) -> Vec<&str> {
    text.split(|c: char| c.is_whitespace() || c == '?')
        .filter(|word| !word.is_empty())
        .collect()
}

fn is_capital(word: &str) -> bool {
    word.chars().next().is_some_and(char::is_uppercase)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str, name: &str) -> f64 {
        let at = feature_names().iter().position(|one| one == name).unwrap();
        question_features(text, Lang::En)[at]
    }

    #[test]
    fn features_are_those_of_the_released_files() {
        let text = "Which comic characters are painted by Bill Finger ?";
        assert_eq!(of(text, "length"), 8.0);
        assert_eq!(of(text, "WDT"), 1.0);
        assert_eq!(of(text, "List/Resource"), 1.0);
        assert_eq!(of("Was Winston Churchill a painter?", "Boolean"), 1.0);
        assert_eq!(of("How many lakes are there?", "Number"), 1.0);
    }

    #[test]
    fn names_are_counted_by_their_capitals() {
        let text = "Who is the wife of Selwyn Lloyd and John F. Kennedy's brother";
        assert_eq!(of(text, "runs of capitals"), 2.0);
        assert_eq!(of(text, "longest run of capitals"), 3.0);
        assert_eq!(of(text, "words before the first name"), 5.0);
        assert_eq!(of(text, "begins with “who”"), 1.0);
        assert_eq!(masked(text), "who is the wife of ENT and ENT brother");
        assert_eq!(of("where is paris", "no capitals"), 1.0);
    }

    #[test]
    fn any_text_has_all_features() {
        for text in [
            "",
            "?",
            "Ÿ",
            "¿Dónde está Perú?",
            "\u{202e}",
            "پایتخت ایران کجاست؟",
        ] {
            for lang in [Lang::En, Lang::Es, Lang::Fa] {
                let features = question_features(text, lang);
                assert_eq!(features.len(), feature_names().len());
                assert!(features.iter().all(|value| value.is_finite()), "{text:?}");
            }
        }
    }
}
