//! `lydite dataset refresh`: the gold answers as a graph gives them today.

use std::io::Write;

use serde_json::json;

use super::convert::{Destination, target};
use crate::args::{OutputFormat, Refresh};
use crate::commands::rules::find;
use crate::execution::{Coverage, Freshness};
use crate::failure::{Failure, Verdict};
use crate::output::{self, plural};
use crate::session::Session;

pub(super) fn run(session: &Session, options: &Refresh) -> Result<Verdict, Failure> {
    let (Some(name), Some(graph)) = (options.graph.called(), options.graph.open(session)?) else {
        return Err(Failure::usage("on which graph shall the queries be run?")
            .hint("say --kg GRAPH: a name, a file or the address of an endpoint"));
    };
    let input = session.resolve(&options.input)?;
    let destination = options.output.as_deref().map(|path| {
        let target = target(options.to.as_deref(), path)?;
        let destination = Destination::new(path, options.force, Some(&input))?;
        Ok::<_, Failure>((target, destination))
    });
    let destination = destination.transpose()?;
    let executor = options.graph.executor(&*graph);
    let mut reader = session.open_path(&input)?;
    let mut questions: Vec<_> = reader.by_ref().collect();
    let errors = reader.diagnostics(lydite_model::Severity::Error);
    let coverage = Coverage::of(session, &executor, &name, find("lydite")?, &questions);
    if let Some((target, destination)) = destination {
        let mut writer = target.start(destination.sink()?, reader.info())?;
        for (question, renewed) in questions.iter_mut().zip(&coverage.questions) {
            if let Some(answers) = &renewed.answers {
                question.fill(answers.clone());
            }
            writer.question(question, &mut |_| {})?;
        }
        writer.finish(reader.info(), &mut |_| {})?;
        drop(writer);
        destination.finish()?;
        let renewed = coverage.questions.len()
            - coverage.count(Freshness::Failed)
            - coverage.count(Freshness::NoQuery);
        session.say(&format!(
            "{} renewed, written as {}",
            plural(renewed as u64, "question"),
            target.format.name
        ));
    }
    write(session, options, &coverage)?;
    Ok(match errors {
        0 => Verdict::Done,
        _ => Verdict::DoesNotHold,
    })
}

fn write(session: &Session, options: &Refresh, coverage: &Coverage) -> Result<(), Failure> {
    let mut out = session.out();
    match session.format() {
        OutputFormat::Json => {
            let counts: serde_json::Map<_, _> = Freshness::ALL
                .iter()
                .map(|&(state, name, _)| (name.replace(' ', "-"), coverage.count(state).into()))
                .collect();
            let document = json!({
                "graph": coverage.graph, "summary": counts, "questions": coverage.questions,
            });
            output::json(&mut out, &document)?;
        }
        OutputFormat::Table => {
            coverage.summary().write(&mut out, OutputFormat::Table)?;
            if let Some(troubles) = coverage.troubles(options.limit) {
                writeln!(out)?;
                troubles.write(&mut out, OutputFormat::Table)?;
            }
        }
        format => {
            if let Some(troubles) = coverage.troubles(usize::MAX) {
                troubles.write(&mut out, format)?;
            }
        }
    }
    out.flush()?;
    Ok(())
}
