//! `lydite score --explain`: why a question scores as it does.

use std::io::Write;

use lydite_judge::Report;
use lydite_lab::files::Gold;
use lydite_model::{Evidence, Experiment, Gold as GoldState, Outcome, Status};

use crate::failure::Failure;
use crate::output::plural;

/// How many answers of each kind are shown.
const ANSWERS: usize = 20;

/// Explains the questions with these identifiers.
pub(super) fn write(
    out: &mut dyn Write,
    report: &Report,
    ids: &[String],
    gold: Option<&Gold>,
) -> Result<(), Failure> {
    for id in ids {
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
        for outcome in outcomes {
            question(out, report, outcome, gold)?;
        }
    }
    Ok(())
}

fn question(
    out: &mut dyn Write,
    report: &Report,
    outcome: &Outcome,
    gold: Option<&Gold>,
) -> Result<(), Failure> {
    let text = gold.map_or("", |gold| gold.text(outcome.question.as_str()));
    writeln!(out, "question {}: {text}", outcome.question)?;
    writeln!(
        out,
        "  {}{} under {} {}: P {:.4}, R {:.4}, F1 {:.4}",
        match outcome.experiment {
            Experiment::Qa => String::new(),
            other => format!("{other} of "),
        },
        report.system.as_deref().unwrap_or("the answers"),
        report.rules.name,
        report.rules.version,
        outcome.precision,
        outcome.recall,
        outcome.f1
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
    let asked = match outcome.gold {
        GoldState::Answerable => "",
        GoldState::Empty => "; the gold set is empty",
        GoldState::OutOfScope => "; the question is out of scope",
        GoldState::Missing => "; the benchmark gives nothing to compare with",
        GoldState::Unreadable => "; the gold query cannot be read",
    };
    writeln!(out, "  {said}{asked}")?;
    if let Some(evidence) = &outcome.evidence {
        write_evidence(out, evidence)?;
    }
    writeln!(out)?;
    Ok(())
}

fn write_evidence(out: &mut dyn Write, evidence: &Evidence) -> Result<(), Failure> {
    if !evidence.matched.is_empty() {
        writeln!(
            out,
            "\n  right: {}",
            plural(evidence.matched.len() as u64, "answer")
        )?;
        for pair in evidence.matched.iter().take(ANSWERS) {
            match pair.gold == pair.system {
                true => writeln!(out, "    {} ({})", pair.gold, pair.rule)?,
                false => writeln!(out, "    {} = {} ({})", pair.system, pair.gold, pair.rule)?,
            }
        }
        more(out, evidence.matched.len())?;
    }
    for (what, answers) in [
        ("missed", &evidence.missed),
        ("too much", &evidence.surplus),
    ] {
        if answers.is_empty() {
            continue;
        }
        writeln!(
            out,
            "\n  {what}: {}",
            plural(answers.len() as u64, "answer")
        )?;
        for answer in answers.iter().take(ANSWERS) {
            writeln!(out, "    {answer}")?;
        }
        more(out, answers.len())?;
    }
    Ok(())
}

fn more(out: &mut dyn Write, count: usize) -> Result<(), Failure> {
    if count > ANSWERS {
        writeln!(out, "    … and {} more", count - ANSWERS)?;
    }
    Ok(())
}
