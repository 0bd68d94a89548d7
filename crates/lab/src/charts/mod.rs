//! Results as pictures: which chart shows what.

mod failures;
pub mod of_board;
mod profile;
mod scores;
mod slices;
mod templates;

use std::path::Path;

pub use failures::failures_chart;
pub use profile::profiles_chart;
pub use templates::{figures_chart, verdicts_chart};

/// What a figure is called in words: `macro.f1` is macro F1.
pub(crate) fn measure_in_words(path: &str) -> String {
    let words: Vec<String> = path
        .split(['.', '_'])
        .map(|word| match word {
            "f1" => "F1".to_owned(),
            other => other.to_owned(),
        })
        .collect();
    words.join(" ")
}

/// What a file is called: its name without folder and extension.
pub(crate) fn file_in_words(name: &str) -> String {
    let known = [
        ".json", ".jsonl", ".xml", ".csv", ".tsv", ".yaml", ".yml", ".gz", ".bz2", ".ttl",
    ];
    let mut name = Path::new(name).file_name().map_or_else(
        || name.to_owned(),
        |name| name.to_string_lossy().into_owned(),
    );
    while let Some(end) = known
        .iter()
        .find(|end| name.ends_with(**end) && name.len() > end.len())
    {
        name.truncate(name.len() - end.len());
    }
    name
}

/// So many questions.
pub(crate) fn questions(count: u64) -> String {
    if count == 1 {
        return "1 question".to_owned();
    }
    let digits = count.to_string();
    let mut grouped = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    format!("{grouped} questions")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_are_words() {
        assert_eq!(measure_in_words("global.macro.f1"), "global macro F1");
        assert_eq!(
            file_in_words("runs/2024/qald-9.test.json.gz"),
            "qald-9.test"
        );
        assert_eq!(file_in_words(".json"), ".json");
        assert_eq!(questions(1), "1 question");
        assert_eq!(questions(12_345), "12,345 questions");
    }
}
