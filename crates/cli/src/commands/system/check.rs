//! `lydite system check`: one question to a system, and what came back.

use lydite_lab::system::{Trial, Tried, Turn};
use lydite_model::{AnswerSet, Text};

use crate::args::SystemCheck;
use crate::failure::{Failure, Verdict};
use crate::output::{Page, Shown, plural, plural_of};
use crate::session::Session;

/// What is asked unless somebody knows better.
const QUESTION: &str = "What is the capital of Germany?";
/// So many answers are shown.
const ANSWERS: usize = 10;
/// So many lines of a request or a reply are shown.
const LINES: usize = 40;

pub(super) fn run(session: &Session, options: &SystemCheck) -> Result<Verdict, Failure> {
    let text = match &options.question {
        Some(text) => text.as_str(),
        None if options.lang == "en" => QUESTION,
        None => {
            let message = format!("which question in {}?", options.lang);
            return Err(Failure::usage(message).hint("--question TEXT gives it"));
        }
    };
    let spec = session.lab.system_spec(&options.spec)?;
    let tried = session.lab.try_system(
        &spec,
        &Trial {
            id: options.id.as_str().into(),
            text: Text::new(options.lang.as_str(), text),
            dataset: options.dataset.clone(),
            graph: options.graph.used(),
            record: options.record.clone(),
        },
    )?;
    session.print(Shown::new(&tried).page(|page| write(page, &tried)))?;
    if tried.is_out_of_reach() {
        let failure = tried.exchange.failure.as_ref();
        let reason = failure.map(|failure| failure.reason.clone());
        return Err(Failure::out_of_reach(reason.unwrap_or_default()));
    }
    Ok(if tried.is_answered() {
        Verdict::Done
    } else {
        Verdict::DoesNotHold
    })
}

fn write(page: &mut Page<'_>, tried: &Tried) -> Result<(), Failure> {
    let system = &tried.system;
    page.line(&format!("{} ({})", system.name, system.spec))?;
    let facts = [&system.description, &system.reference, &system.version];
    for fact in facts.into_iter().flatten() {
        page.entry("  ", fact)?;
    }
    let question = tried.question.any_text().unwrap_or_default();
    page.line(&format!("\nasked    {question}"))?;
    for (at, turn) in tried.exchange.turns.iter().enumerate() {
        page.blank()?;
        write_turn(page, at + 1, turn)?;
    }
    page.blank()?;
    write_outcome(page, tried)?;
    if let Some(usage) = tried.exchange.usage {
        let cost = usage.cost.map(|cost| format!(", cost {cost:.6}"));
        page.line(&format!(
            "used     {} and {} tokens{}",
            usage.prompt_tokens,
            usage.completion_tokens,
            cost.unwrap_or_default()
        ))?;
    }
    for warning in &tried.warnings {
        page.entry("warning  ", warning)?;
    }
    Ok(())
}

fn write_turn(page: &mut Page<'_>, number: usize, turn: &Turn) -> Result<(), Failure> {
    let status = turn.status.map(|status| format!(", {status}"));
    page.line(&format!(
        "request {number} ({:.0} ms{})",
        turn.millis,
        status.unwrap_or_default()
    ))?;
    for line in shown(&turn.request) {
        page.entry("  > ", &line)?;
    }
    for line in shown(turn.reply.as_deref().unwrap_or_default()) {
        page.entry("  < ", &line)?;
    }
    if let Some(error) = &turn.error {
        page.entry("  ! ", error)?;
    }
    Ok(())
}

fn write_outcome(page: &mut Page<'_>, tried: &Tried) -> Result<(), Failure> {
    let exchange = &tried.exchange;
    if let Some(failure) = &exchange.failure {
        page.entry(
            "failed   ",
            &format!("{}: {}", failure.kind, failure.reason),
        )?;
    } else if let Some(layout) = tried.layout {
        page.line(&format!("read as  {layout}"))?;
    }
    for query in &exchange.response.queries {
        page.entry("query    ", query.text.trim())?;
    }
    match &tried.judged {
        Some(answers) => write_answers(page, answers)?,
        None if exchange.failure.is_some() => {}
        None if exchange.response.queries.is_empty() => {
            let id = &tried.question.id;
            page.line(&format!(
                "judged   nothing: there is no answer to question {id}"
            ))?;
        }
        None => page.line("judged   nothing yet: --kg GRAPH runs the query")?,
    }
    Ok(())
}

fn write_answers(page: &mut Page<'_>, answers: &AnswerSet) -> Result<(), Failure> {
    let Some(table) = answers.as_table() else {
        let yes = answers.as_boolean().unwrap_or_default();
        page.line(&format!("judged   {yes}"))?;
        return Ok(());
    };
    let columns = plural(table.columns.len() as u64, "column");
    let rows = plural_of(table.len() as u64, "answer", "answers");
    page.line(&format!("judged   {rows} in {columns}"))?;
    for row in table.rows().take(ANSWERS) {
        let cells = row.iter().map(|cell| match cell {
            Some(term) => term.to_string(),
            None => "–".to_owned(),
        });
        page.entry("         ", &cells.collect::<Vec<_>>().join(" "))?;
    }
    if table.len() > ANSWERS {
        page.line(&format!("         and {} more", table.len() - ANSWERS))?;
    }
    Ok(())
}

/// The first lines of a text.
fn shown(text: &str) -> Vec<String> {
    let mut lines: Vec<String> = text.trim().lines().take(LINES).map(str::to_owned).collect();
    let more = text.trim().lines().count().saturating_sub(LINES);
    if more > 0 {
        lines.push(format!("… ({})", plural(more as u64, "more line")));
    }
    lines
}
