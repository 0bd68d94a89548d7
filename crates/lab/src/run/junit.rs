//! Reports as a JUnit file, which continuous integration shows question by question.

use std::fmt::Write;

use lydite_judge::Report;
use lydite_model::{Outcome, Status};

use crate::Evaluated;

/// Reports as a JUnit file: a suite for each system and rule set, a case for each question. A
/// question fails if its F1 is below the score, or below 1 if there is none.
pub fn junit(evaluated: &Evaluated, least: Option<f64>) -> String {
    let mut text = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n");
    for report in &evaluated.reports {
        suite(&mut text, report, least.unwrap_or(1.0));
    }
    text.push_str("</testsuites>\n");
    text
}

fn suite(text: &mut String, report: &Report, least: f64) {
    let system = report.system.as_deref().unwrap_or("the answers");
    let dataset = report.dataset.as_deref();
    let parts = [
        Some(system),
        dataset,
        report.language.as_deref(),
        Some(&report.rules.name),
    ];
    let name = parts.into_iter().flatten().collect::<Vec<_>>().join(", ");
    let outcomes = || {
        report
            .outcomes
            .iter()
            .filter(|one| one.gold.is_answerable())
    };
    let errors = outcomes().filter(|one| one.status == Status::Error).count();
    let failures = outcomes().filter(|one| fails(one, least)).count();
    let seconds: f64 = outcomes().filter_map(|one| one.millis).sum::<f64>() / 1000.0;
    // Writing to a text cannot fail.
    let _ = writeln!(
        text,
        "  <testsuite name=\"{}\" tests=\"{}\" failures=\"{failures}\" errors=\"{errors}\" \
         time=\"{seconds:.3}\">",
        escaped(&name),
        outcomes().count(),
    );
    for outcome in outcomes() {
        let language = outcome
            .language
            .as_ref()
            .map_or_else(String::new, |tag| format!(" {tag}"));
        let id = format!("{}{language}", outcome.question);
        let seconds = outcome.millis.unwrap_or(0.0) / 1000.0;
        let _ = write!(
            text,
            "    <testcase classname=\"{}\" name=\"{}\" time=\"{seconds:.3}\"",
            escaped(&name),
            escaped(&id)
        );
        if outcome.status == Status::Error {
            let reason = outcome.error.as_deref().unwrap_or("the system failed");
            let _ = writeln!(text, "><error message=\"{}\"/></testcase>", escaped(reason));
        } else if fails(outcome, least) {
            let counts = outcome.counts;
            let _ = writeln!(
                text,
                "><failure message=\"F1 {:.4}: {} right, {} wrong, {} missed\"/></testcase>",
                outcome.f1, counts.tp, counts.fp, counts.fn_
            );
        } else {
            text.push_str("/>\n");
        }
    }
    text.push_str("  </testsuite>\n");
}

fn fails(outcome: &Outcome, least: f64) -> bool {
    outcome.status != Status::Error && outcome.f1 < least
}

/// A text as the value of an attribute; characters that XML cannot have are left out.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\n' | '\r' | '\t' => escaped.push(' '),
            '\0'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => {}
            other => escaped.push(other),
        }
    }
    escaped
}
