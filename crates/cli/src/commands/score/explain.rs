//! `lydite score --explain`: why a question scores as it does.

use std::path::Path;

use lydite_judge::Report;
use lydite_lab::{Evaluated, GivenQueries, System};
use lydite_model::{Evidence, Experiment, Gold as GoldState, Outcome, Status};

use crate::args::Score;
use crate::commands::query::diff;
use crate::failure::Failure;
use crate::output::{Page, plural};
use crate::session::Session;

/// How many answers of each kind are shown.
const ANSWERS: usize = 20;

/// The questions that are to be explained.
pub(super) struct Explained<'e> {
    session: &'e Session,
    options: &'e Score,
    evaluated: &'e Evaluated,
    systems: Vec<System>,
}

impl<'e> Explained<'e> {
    pub(super) fn new(session: &'e Session, options: &'e Score, evaluated: &'e Evaluated) -> Self {
        Self {
            session,
            options,
            evaluated,
            systems: System::of_files(&options.answers),
        }
    }

    pub(super) fn write(&self, page: &mut Page<'_>) -> Result<(), Failure> {
        for id in &self.options.explain {
            for report in &self.evaluated.reports {
                self.outcomes(page, report, id)?;
            }
            for system in &self.systems {
                self.queries(page, system, id)?;
            }
        }
        Ok(())
    }

    fn outcomes(&self, page: &mut Page<'_>, report: &Report, id: &str) -> Result<(), Failure> {
        let others = report.experiments.iter().flat_map(|one| &one.outcomes);
        let outcomes: Vec<&Outcome> = report
            .outcomes
            .iter()
            .chain(others)
            .filter(|outcome| outcome.question.as_str() == id)
            .collect();
        if outcomes.is_empty() {
            return Err(
                Failure::input(format!("the benchmark has no question `{id}`"))
                    .hint("--per-question lists them all"),
            );
        }
        let gold = self.evaluated.gold.as_ref();
        let text = gold.map_or("", |gold| gold.text(id));
        for outcome in outcomes {
            question(page, report, outcome, text)?;
        }
        Ok(())
    }

    /// Both queries, if there are, and in what they differ.
    fn queries(&self, page: &mut Page<'_>, system: &System, id: &str) -> Result<(), Failure> {
        let answers = system.answers.file();
        let Some(found) = answers.and_then(|file| self.query(file, id)) else {
            return Ok(());
        };
        let expected = self.query(&self.options.gold, id);
        let whose = format!("the query of {}", system.name);
        for (what, text) in [
            ("the gold query", expected.as_ref()),
            (&whose, Some(&found)),
        ] {
            let Some(given) = text else { continue };
            page.line(&format!("{what}:"))?;
            for line in given.text.trim().lines() {
                page.entry("    ", line.trim_end())?;
            }
            page.blank()?;
        }
        if let Some(expected) = expected {
            match (expected.parse(), found.parse()) {
                (Ok(expected), Ok(found)) => diff::write(page, &expected, &found)?,
                (Err(error), _) | (_, Err(error)) => {
                    page.line(&format!(
                        "they cannot be compared: {}",
                        Failure::from(error)
                    ))?;
                }
            }
            page.blank()?;
        }
        Ok(())
    }

    /// The query of a file for a question; the first where each language has one.
    fn query(&self, file: &Path, id: &str) -> Option<lydite_lab::GivenQuery> {
        let queries = GivenQueries::open(&self.session.lab, &file.to_string_lossy()).ok()?;
        queries.with_id(Some(id)).ok()?.into_iter().next()
    }
}

fn question(
    page: &mut Page<'_>,
    report: &Report,
    outcome: &Outcome,
    text: &str,
) -> Result<(), Failure> {
    // Of files too large to be held in memory the text is not at hand.
    let text = if text.is_empty() {
        String::new()
    } else {
        format!(": {text}")
    };
    page.line(&format!("question {}{text}", outcome.question))?;
    let experiment = match outcome.experiment {
        Experiment::Qa => String::new(),
        other => format!("{other} of "),
    };
    page.entry(
        "  ",
        &format!(
            "{experiment}{} under {} {}: P {:.4}, R {:.4}, F1 {:.4}",
            report.system.as_deref().unwrap_or("the answers"),
            report.rules.name,
            report.rules.version,
            outcome.precision,
            outcome.recall,
            outcome.f1
        ),
    )?;
    let said = match outcome.status {
        Status::Answered => "the system answered",
        Status::Empty if outcome.experiment != Experiment::Qa => {
            "the system gives nothing for this"
        }
        Status::Empty => "the system says that there is no answer",
        Status::Missing => "the system says nothing about this question",
        Status::Error => "the system failed",
    };
    let reason = outcome.error.as_ref();
    let reason = reason.map_or(String::new(), |reason| format!(": {reason}"));
    let asked = match outcome.gold {
        GoldState::Answerable => "",
        GoldState::Empty => "; the gold set is empty",
        GoldState::OutOfScope => "; the question is out of scope",
        GoldState::Missing => "; the benchmark gives nothing to compare with",
        GoldState::Unreadable => "; the gold query cannot be read",
    };
    page.entry("  ", &format!("{said}{reason}{asked}"))?;
    if let Some(evidence) = &outcome.evidence {
        write_evidence(page, evidence)?;
    }
    page.blank()?;
    Ok(())
}

fn write_evidence(page: &mut Page<'_>, evidence: &Evidence) -> Result<(), Failure> {
    if !evidence.matched.is_empty() {
        let count = plural(evidence.matched.len() as u64, "answer");
        page.line(&format!("\n  right: {count}"))?;
        for pair in evidence.matched.iter().take(ANSWERS) {
            let both = if pair.gold == pair.system {
                pair.gold.clone()
            } else {
                format!("{} = {}", pair.system, pair.gold)
            };
            page.entry("    ", &format!("{both} ({})", pair.rule))?;
        }
        more(page, evidence.matched.len())?;
    }
    for (what, answers) in [
        ("missed", &evidence.missed),
        ("too much", &evidence.surplus),
    ] {
        if answers.is_empty() {
            continue;
        }
        let count = plural(answers.len() as u64, "answer");
        page.line(&format!("\n  {what}: {count}"))?;
        for answer in answers.iter().take(ANSWERS) {
            page.entry("    ", answer)?;
        }
        more(page, answers.len())?;
    }
    for note in &evidence.notes {
        page.blank()?;
        page.entry("  note: ", note)?;
    }
    Ok(())
}

fn more(page: &mut Page<'_>, count: usize) -> Result<(), Failure> {
    if count > ANSWERS {
        page.line(&format!("    … and {} more", count - ANSWERS))?;
    }
    Ok(())
}
