//! How to cite an evaluation: BibTeX, and plain text.

use std::fmt::Write;

use lydite_judge::Report;

use super::{Record, Role};
use crate::catalogue::Digest;

/// How an evaluation is cited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Citation {
    /// For a bibliography.
    Bibtex,
    /// For a footnote.
    Text,
}

impl Citation {
    /// Cites an evaluation with its headline scores.
    pub fn of(self, record: &Record, reports: &[Report]) -> String {
        let title = title(record, reports);
        let scores = scores(reports);
        let files = files(record);
        let year = record.date.get(..4).unwrap_or_default();
        let day = record.date.get(..10).unwrap_or_default();
        match self {
            Self::Bibtex => format!(
                "@misc{{{},\n  title        = {{{}}},\n  howpublished = {{Lydite {}}},\n  \
                 year         = {{{year}}},\n  note         = {{Run on {day}. {}. {}}}\n}}",
                key(record),
                escaped(&title),
                record.version,
                escaped(&scores),
                escaped(&files)
            ),
            Self::Text => format!(
                "{title}. Lydite {}, {day}. {scores}. {files}.",
                record.version
            ),
        }
    }
}

/// What was evaluated.
fn title(record: &Record, reports: &[Report]) -> String {
    let mut systems: Vec<&str> = record
        .files(Role::Answers)
        .filter_map(|file| file.system.as_deref())
        .collect();
    systems.dedup();
    let gold = record.files(Role::Gold).next();
    let named = reports.iter().find_map(|report| report.dataset.as_deref());
    let gold = gold.and_then(|file| file.catalogue.as_deref()).or(named);
    let gold = gold.map_or_else(
        || {
            record
                .files(Role::Gold)
                .map(|file| file.name.clone())
                .collect()
        },
        str::to_owned,
    );
    format!("Evaluation of {} on {gold}", listed(&systems))
}

/// The headline of each report.
fn scores(reports: &[Report]) -> String {
    let mut text = String::new();
    for report in reports {
        let [_, _, path] = report.headline();
        let Some(figure) = report.figure(&path) else {
            continue;
        };
        if !text.is_empty() {
            text.push_str("; ");
        }
        let system = report.system.as_deref().unwrap_or("the answers");
        let _ = write!(text, "{system}: {path} ");
        match figure.value {
            Some(value) => {
                let _ = write!(text, "{value:.4}");
            }
            None => text.push_str("undefined"),
        }
        if let Some(interval) = figure.interval {
            let _ = write!(text, " (95% CI {:.4}–{:.4})", interval.low, interval.high);
        }
        let _ = write!(
            text,
            ", n = {}, rules {} {}",
            figure.n, report.rules.name, report.rules.version
        );
    }
    text
}

/// The files by the beginnings of their digests.
fn files(record: &Record) -> String {
    let known = record.files.iter().filter_map(|file| {
        let sha256 = file.sha256.as_deref()?.get(..16)?;
        let what = match (file.role, &file.system) {
            (Role::Answers, Some(system)) => system.clone(),
            (role, _) => format!("{role:?}").to_lowercase(),
        };
        Some(format!("{what} {sha256}"))
    });
    format!("SHA-256: {}", known.collect::<Vec<_>>().join(", "))
}

/// A key that two evaluations share only if they are the same.
fn key(record: &Record) -> String {
    let identity = serde_json::to_vec(record).unwrap_or_default();
    let digest = Digest::of(&identity).to_string();
    let day: String = record
        .date
        .chars()
        .take(10)
        .filter(char::is_ascii_digit)
        .collect();
    format!("lydite-{day}-{}", &digest[..8])
}

/// `a`, `a and b`, `a, b and c`.
fn listed(names: &[&str]) -> String {
    match names {
        [] => "answers".to_owned(),
        [one] => (*one).to_owned(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// A text in which TeX sees no commands.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' | '%' | '$' | '#' | '_' | '{' | '}' => {
                escaped.push('\\');
                escaped.push(letter);
            }
            '\\' => escaped.push_str("\\textbackslash{}"),
            '~' => escaped.push_str("\\textasciitilde{}"),
            '^' => escaped.push_str("\\textasciicircum{}"),
            '–' => escaped.push_str("--"),
            other => escaped.push(other),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_listed_and_tex_is_escaped() {
        assert_eq!(listed(&["a"]), "a");
        assert_eq!(listed(&["a", "b"]), "a and b");
        assert_eq!(listed(&["a", "b", "c"]), "a, b and c");
        assert_eq!(escaped("50% of my_file"), "50\\% of my\\_file");
    }
}
