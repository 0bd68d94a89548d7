//! `lydite campaign list` and `lydite campaign show`.

use jiff::Timestamp;
use lydite_lab::campaign::{Phase, PhaseKind, Source, Standing};
use lydite_lab::store::Campaign;

use crate::failure::Failure;
use crate::output::{Cell, Column, Shown, Table};
use crate::session::Session;

pub(super) fn list(session: &Session, now: Timestamp) -> Result<(), Failure> {
    let campaigns = session.lab.store()?.campaigns()?;
    let document = serde_json::json!({ "campaigns": campaigns });
    let table = || {
        let mut table = Table::new([
            Column::new("name"),
            Column::new("title").wrap(),
            Column::number("tasks"),
            Column::new("test phase").named("test_phase"),
        ]);
        for campaign in &campaigns {
            table.row([
                Cell::from(&campaign.definition.name),
                Cell::from(&campaign.definition.title),
                Cell::from(campaign.definition.tasks.len() as u64),
                Cell::from(standing(campaign, now)),
            ]);
        }
        table
    };
    session.print(Shown::new(document).table(table).page(|page| {
        if campaigns.is_empty() {
            return Ok(page.line("no campaigns yet; `lydite campaign create` makes one")?);
        }
        Ok(page.table(&table())?)
    }))
}

/// Where the answers of a submission come from.
fn source(source: &Source) -> String {
    match source {
        Source::File { name, .. } => name.clone(),
        Source::Experiment { id } => format!("experiment {id}"),
    }
}

/// Where the test phase stands.
fn standing(campaign: &Campaign, now: Timestamp) -> String {
    if campaign.closed.is_some() {
        return "closed".to_owned();
    }
    match campaign.definition.phase(PhaseKind::Test) {
        Some(phase) => described(phase, now),
        None => "open".to_owned(),
    }
}

fn described(phase: &Phase, now: Timestamp) -> String {
    match (phase.standing(now), phase.begin, phase.end) {
        (Standing::Ahead, Some(begin), _) => format!("begins {begin}"),
        (Standing::Over, _, Some(end)) => format!("ended {end}"),
        (_, _, Some(end)) => format!("open until {end}"),
        _ => "open".to_owned(),
    }
}

pub(super) fn one(session: &Session, name: &str, now: Timestamp) -> Result<(), Failure> {
    let store = session.lab.store()?;
    let hosted = session.lab.host(&store, name)?;
    let (submissions, participants) = (hosted.submissions()?, hosted.participants()?);
    let campaign = &hosted.campaign;
    let document = serde_json::json!({
        "campaign": campaign, "submissions": submissions, "participants": participants,
    });
    let table = || {
        let mut table = Table::new([
            Column::number("number"),
            Column::new("task"),
            Column::new("phase"),
            Column::new("system").wrap(),
            Column::new("source").wrap(),
            Column::new("received"),
        ]);
        for submission in &submissions {
            table.row([
                Cell::from(submission.number),
                Cell::from(&submission.task),
                Cell::from(submission.phase.as_str()),
                Cell::from(&submission.system),
                Cell::from(source(&submission.source)),
                Cell::from(submission.received.get(..16).unwrap_or_default()),
            ]);
        }
        table
    };
    session.print(Shown::new(document).table(table).page(|page| {
        let definition = &campaign.definition;
        page.paragraph(&format!("{}: {}\n", definition.name, definition.title))?;
        if !definition.description.is_empty() {
            page.paragraph(&format!("{}\n", definition.description))?;
        }
        for phase in &definition.phases {
            let closed = phase.kind == PhaseKind::Test && campaign.closed.is_some();
            let stands = if closed {
                "closed".to_owned()
            } else {
                described(phase, now)
            };
            page.entry(&format!("{:<9} ", phase.kind.as_str()), &stands)?;
        }
        for task in &definition.tasks {
            let languages = match task.languages.as_slice() {
                [] => String::new(),
                languages => format!(", in {}", languages.join(", ")),
            };
            page.entry(
                "task      ",
                &format!("{} (rules {}{languages})", task.name, task.rules),
            )?;
        }
        for participant in &participants {
            page.entry(
                "system    ",
                &format!("{} = {}", participant.name, participant.spec),
            )?;
        }
        page.line("\n")?;
        if submissions.is_empty() {
            return Ok(page.paragraph("Nothing was submitted yet.")?);
        }
        Ok(page.table(&table())?)
    }))
}
