//! `lydite dataset refresh`: the gold answers as a graph gives them today.

use std::io::Write;

use lydite_lab::execution::{Coverage, Executor, Freshness};
use lydite_lab::{find_rules, graphs};
use serde_json::json;

use super::convert::{Destination, target};
use crate::args::{OutputFormat, Refresh};
use crate::failure::{Failure, Verdict};
use crate::output::{self, coverage, plural};
use crate::session::Session;

pub(super) fn run(session: &Session, options: &Refresh) -> Result<Verdict, Failure> {
    let Some(used) = options.graph.used() else {
        return Err(Failure::usage("no graph given")
            .hint("add --kg GRAPH: a name, a file or the address of an endpoint"));
    };
    let graph = session.lab.graph(&used.name)?;
    let input = session.resolve(&options.input)?;
    let destination = options.output.as_deref().map(|path| {
        let target = target(options.to.as_deref(), path)?;
        let destination = Destination::new(path, options.force, Some(&input))?;
        Ok::<_, Failure>((target, destination))
    });
    let destination = destination.transpose()?;
    let executor = Executor::new(&*graph, used.limits());
    let mut reader = session.open_path(&input)?;
    let mut errors = 0_u64;
    let mut questions = Vec::new();
    while let Some(question) = reader.next_question(&mut |remark| {
        errors += u64::from(remark.severity() == lydite_model::Severity::Error);
    }) {
        questions.push(question);
    }
    let name = graphs::shown(&used.name);
    let rules = find_rules("lydite")?;
    let coverage = Coverage::of(&session.lab, &executor, &name, rules, &questions);
    if let Some((target, destination)) = destination {
        let mut writer = target.start(destination.sink()?, reader.info())?;
        for (question, renewed) in questions.iter_mut().zip(&coverage.questions) {
            if let Some(answers) = &renewed.answers {
                question.answers = Some(answers.clone());
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
