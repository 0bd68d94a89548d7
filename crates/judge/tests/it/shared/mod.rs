//! How tests read the shared data.

#![allow(dead_code, unreachable_pub, reason = "not every test needs everything")]

use std::path::Path;

use lydite_formats::Reader;
use lydite_judge::{InMemory, Report, Scorer, rule_set};
use lydite_model::{DatasetInfo, Question, Response};
use serde_json::Value;

/// The JSON document in a file.
pub fn json(path: &Path) -> Value {
    let text = std::fs::read_to_string(path).unwrap();
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// All entries of a file, and what it says about itself.
pub fn entries(mut reader: Reader) -> (Vec<Question>, DatasetInfo) {
    let questions = reader.by_ref().collect();
    let info = reader.info().clone();
    (questions, info)
}

/// All entries of a file on disk.
pub fn file(path: &Path) -> (Vec<Question>, DatasetInfo) {
    entries(Reader::open(path).unwrap_or_else(|error| panic!("{error}")))
}

/// Scores one set of entries against another.
pub fn score(
    rules: &str,
    gold: &(Vec<Question>, DatasetInfo),
    answers: &(Vec<Question>, DatasetInfo),
) -> Report {
    let rules = rule_set(rules).unwrap_or_else(|| panic!("{rules}"));
    let responses: Vec<Response> = answers.0.iter().cloned().map(Response::from).collect();
    Scorer::new(rules).seed(None).score_in_memory(
        InMemory::new(&gold.0).about(gold.1.clone()),
        InMemory::new(&responses).about(answers.1.clone()),
    )
}

/// Collects differences, and counts what was compared.
#[derive(Default)]
pub struct Comparison {
    pub compared: usize,
    pub wrong: Vec<String>,
}

impl Comparison {
    pub fn number(
        &mut self,
        what: impl Fn() -> String,
        ours: Option<f64>,
        stated: f64,
        within: f64,
    ) {
        self.compared += 1;
        if !ours.is_some_and(|ours| (ours - stated).abs() <= within) {
            self.wrong
                .push(format!("{}: ours {ours:?}, stated {stated}", what()));
        }
    }

    pub fn holds(&mut self, what: impl Fn() -> String, holds: bool) {
        self.compared += 1;
        if !holds {
            self.wrong.push(what());
        }
    }

    /// Fails if anything differs, or if less was compared than should have been.
    pub fn finish(self, name: &str, at_least: usize) {
        println!(
            "{name}: {} compared, {} differ",
            self.compared,
            self.wrong.len()
        );
        let shown: Vec<_> = self.wrong.iter().take(40).cloned().collect();
        assert!(
            self.wrong.is_empty(),
            "{name}: {} of {} differ\n{}",
            self.wrong.len(),
            self.compared,
            shown.join("\n")
        );
        assert!(
            self.compared >= at_least,
            "{name}: only {} compared",
            self.compared
        );
    }
}
