//! What was said about one question.

use lydite_lab::store::{Experiment, Store, StoredExchange};
use lydite_model::Answer;

use crate::failure::Failure;
use crate::output::{Page, Shown, plural};
use crate::session::Session;

pub(super) fn print(
    session: &Session,
    store: &Store,
    experiment: &Experiment,
    question: &str,
) -> Result<(), Failure> {
    let said = store.exchange(&experiment.id, question)?;
    if said.is_empty() {
        return Err(Failure::input(format!(
            "experiment {} has no question `{question}`",
            experiment.id
        ))
        .hint("--per-question lists them all"));
    }
    let document = serde_json::json!({ "exchanges": said });
    session.print(Shown::new(document).page(|page| {
        for one in &said {
            exchange(page, experiment, one)?;
        }
        Ok(())
    }))
}

fn exchange(
    page: &mut Page<'_>,
    experiment: &Experiment,
    one: &StoredExchange,
) -> Result<(), Failure> {
    let task = experiment.tasks.iter().find(|task| task.number == one.task);
    let system = task.map_or("?", |task| experiment.system(task).name.as_str());
    let response = &one.exchange.response;
    page.line(&format!("{system}, in {}: {}", one.language, one.text))?;
    if let Some(latency) = response.latency {
        page.entry(
            "  ",
            &format!("took {:.0} ms", latency.as_secs_f64() * 1000.0),
        )?;
    }
    if let Some(failure) = &one.exchange.failure {
        page.entry(
            "  ",
            &format!("failed ({}): {}", failure.kind, failure.reason),
        )?;
    }
    for query in &response.queries {
        page.line("  query:")?;
        for line in query.text.trim().lines() {
            page.entry("    ", line.trim_end())?;
        }
    }
    match response.answers.as_ref().map(|answers| &answers.answer) {
        Some(Answer::Boolean(truth)) => page.line(&format!("  answer: {truth}"))?,
        Some(Answer::Table(table)) => {
            const MOST: usize = 20;
            page.line(&format!("  {}", plural(table.len() as u64, "answer")))?;
            for row in table.rows().take(MOST) {
                let terms = row.iter().flatten().map(ToString::to_string);
                page.entry("    ", &terms.collect::<Vec<_>>().join(", "))?;
            }
            if table.len() > MOST {
                page.line("    … (all of them: --format json)")?;
            }
        }
        None => page.line("  no answers")?,
    }
    for (number, turn) in one.exchange.turns.iter().enumerate() {
        let status = turn
            .status
            .map_or_else(String::new, |status| format!(", status {status}"));
        page.line(&format!(
            "  turn {}: {:.0} ms{status}",
            number + 1,
            turn.millis
        ))?;
        for (mark, text) in [("  > ", Some(&turn.request)), ("  < ", turn.reply.as_ref())] {
            for line in text.into_iter().flat_map(|text| text.lines()) {
                page.entry(mark, line)?;
            }
        }
        if let Some(error) = &turn.error {
            page.entry("  ! ", error)?;
        }
    }
    page.blank()?;
    Ok(())
}
