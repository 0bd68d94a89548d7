//! `lydite dataset refresh`: the gold answers as a graph gives them today.

use std::io::Write;

use lydite_lab::execution::{Coverage, Freshness};
use serde_json::json;

use crate::args::{OutputFormat, Refresh};
use crate::failure::{Failure, Verdict};
use crate::output::{self, coverage, plural};
use crate::session::Session;

pub(super) fn run(session: &Session, options: &Refresh) -> Result<Verdict, Failure> {
    let Some(used) = options.graph.used() else {
        return Err(Failure::usage("no graph given")
            .hint("add --kg GRAPH: a name, a file or the address of an endpoint"));
    };
    let refreshed = session.lab.refresh(&lydite_lab::datasets::Refresh {
        input: options.input.clone(),
        output: options.output.clone(),
        to: options.to.clone(),
        force: options.force,
        graph: used,
    })?;
    if let Some((questions, format)) = refreshed.written {
        session.say(&format!(
            "{} renewed, written as {format}; nobody has checked the new answers",
            plural(questions as u64, "question"),
        ));
    }
    write(session, options, &refreshed.coverage)?;
    Ok(if refreshed.errors == 0 {
        Verdict::Done
    } else {
        Verdict::DoesNotHold
    })
}

fn write(session: &Session, options: &Refresh, found: &Coverage) -> Result<(), Failure> {
    let mut out = session.out();
    match session.format() {
        OutputFormat::Json => {
            let counts: serde_json::Map<_, _> = Freshness::ALL
                .iter()
                .map(|&(state, name, _)| (name.replace(' ', "-"), found.count(state).into()))
                .collect();
            let document = json!({
                "graph": found.graph, "summary": counts, "questions": found.questions,
            });
            output::json(&mut out, &document)?;
        }
        OutputFormat::Table => {
            coverage::summary(found).write(&mut out, OutputFormat::Table)?;
            if let Some(troubles) = coverage::troubles(found, options.limit) {
                writeln!(out)?;
                troubles.write(&mut out, OutputFormat::Table)?;
            }
        }
        format => {
            if let Some(troubles) = coverage::troubles(found, usize::MAX) {
                troubles.write(&mut out, format)?;
            }
        }
    }
    out.flush()?;
    Ok(())
}
