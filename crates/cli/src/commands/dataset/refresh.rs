//! `lydite dataset refresh`: the gold answers as a graph gives them today.

use std::collections::BTreeMap;

use lydite_lab::execution::{Coverage, Freshness, Renewed};
use serde::Serialize;

use crate::args::Refresh;
use crate::failure::{Failure, Verdict};
use crate::output::{Shown, coverage, plural};
use crate::session::Session;

pub(super) fn run(session: &Session, options: &Refresh) -> Result<Verdict, Failure> {
    let Some(used) = options.graph.used() else {
        return Err(Failure::usage("no graph given")
            .hint("add --kg GRAPH: a name, a file or the URL of a SPARQL endpoint"));
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
            "{} refreshed, written as {format}; the new answers are unchecked",
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

/// The questions as the graph answers them.
#[derive(Serialize)]
struct Document<'c> {
    graph: &'c str,
    summary: BTreeMap<String, usize>,
    questions: &'c [Renewed],
}

fn write(session: &Session, options: &Refresh, found: &Coverage) -> Result<(), Failure> {
    let states = Freshness::ALL.iter();
    let document = Document {
        graph: &found.graph,
        summary: states
            .map(|&(state, name, _)| (name.replace(' ', "-"), found.count(state)))
            .collect(),
        questions: &found.questions,
    };
    let all = || coverage::troubles(found, usize::MAX);
    session.print(Shown::new(document).table(all).page(|page| {
        page.table(&coverage::summary(found))?;
        let troubles = coverage::troubles(found, options.limit);
        if !troubles.is_empty() {
            page.blank()?;
            page.table(&troubles)?;
        }
        Ok(())
    }))
}
