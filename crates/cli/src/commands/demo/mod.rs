//! `lydite demo`: a tour on an embedded benchmark and three made-up systems.

mod graph;

use std::path::Path;

use lydite_judge::Chosen;
use lydite_lab::{Evaluated, Evaluation, System, demo, find_rules};
use lydite_model::Experiment;

use super::dataset::{check, stats};
use super::score::leaderboard;
use crate::failure::{Failure, Verdict};
use crate::output::Shown;
use crate::session::Session;

const NAME: &str = "demo.json";

/// Rules that tell the three apart.
const RULES: [&str; 4] = ["lydite", "gerbil", "gerbil-2019", "qald"];

pub(super) fn run(session: &Session) -> Result<Verdict, Failure> {
    let file = Path::new(NAME);
    let findings = session.lab.check(file, usize::MAX, None)?;
    let figures = [session.lab.profile(file)?];
    let evaluated = evaluate(session)?;
    let gold = evaluated
        .gold
        .as_ref()
        .map_or(&[][..], |gold| &gold.questions);
    let tour = graph::Tour::of(session, gold)?;
    let document = serde_json::json!({
        "check": findings, "stats": figures[0], "systems": evaluated.reports, "graph": tour,
    });
    let comparison = leaderboard::table(&evaluated, &[])?;
    let shown = Shown::new(document).table(|| comparison.clone());
    session.print(shown.page(|page| {
        page.paragraph(
            "Lydite comes with a small graph, a benchmark over it and three made-up systems.",
        )?;
        page.line(&format!(
            "\n1. Is the file in order?   lydite dataset check {NAME}\n\n"
        ))?;
        check::write(&findings, page, session, usize::MAX)?;
        page.line(&format!(
            "\n2. What is in it?          lydite dataset stats {NAME}\n\n"
        ))?;
        page.table(&stats::table(&figures, true))?;
        page.line(&format!(
            "\n3. Which system is best?   lydite score --gold {NAME} --answers A B C --rules {}\n\n",
            RULES.join(",")
        ))?;
        page.table(&comparison)?;
        leaderboard::legend(page, &evaluated)?;
        page.paragraph(LESSONS)?;
        tour.write(page)?;
        Ok(page.paragraph(NEXT)?)
    }))?;
    Ok(Verdict::Done)
}

/// What one learns from the table.
const LESSONS: &str = "\nWhat one learns: a figure without its rules says little, for the careful system beats the \
    eager one under gerbil and loses to it under the other rules. From 2019 to 2023 GERBIL let \
    any literal match any other, which lifts the eager system by half. The encoded system gives \
    nothing but right answers, in other notations (percent-encoded, 2.0 for 2, dates with a \
    zone), and loses where texts are compared.";

/// Where to go from here.
const NEXT: &str = "\nNext: `lydite dataset check FILE` on a file of yours, `lydite score` on your system's \
    answers, `lydite rules show NAME` for what a rule set does, `lydite dataset list` for \
    published benchmarks.";

/// Every system under every rule set.
fn evaluate(session: &Session) -> Result<Evaluated, Failure> {
    let system = |file: &demo::DemoFile| System {
        name: file.name.to_owned(),
        answers: format!("demo-{}", file.name).into(),
    };
    let rules = RULES.iter().map(|name| find_rules(name));
    Ok(session.lab.evaluate(&Evaluation {
        rules: rules.collect::<Result<_, _>>()?,
        experiments: Chosen::These(vec![Experiment::Qa]),
        ..Evaluation::new(NAME, demo::SYSTEMS.iter().map(system).collect())
    })?)
}
