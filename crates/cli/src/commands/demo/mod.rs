//! `lydite demo`: a tour on an embedded benchmark and three made-up systems.

mod graph;

use std::io::Write;
use std::path::Path;

use lydite_judge::{Chosen, Report};
use lydite_lab::{Evaluation, System, demo, find_rules};
use lydite_model::{Experiment, Question};

use super::dataset::{check, stats};
use super::score::tables;
use crate::args::OutputFormat;
use crate::failure::{Failure, Verdict};
use crate::output;
use crate::session::Session;

const NAME: &str = "demo.json";

/// Rules that tell the three apart.
const RULES: [&str; 4] = ["lydite", "gerbil", "gerbil-2019", "qald"];

pub(super) fn run(session: &Session) -> Result<Verdict, Failure> {
    let file = Path::new(NAME);
    let findings = session.lab.check(file, usize::MAX, None)?;
    let figures = [session.lab.profile(file)?];
    let (reports, gold) = reports(session)?;
    let tour = graph::Tour::of(session, &gold)?;
    let mut out = session.out();
    if session.format() == OutputFormat::Json {
        let document = serde_json::json!({
            "check": findings, "stats": figures[0], "systems": reports, "graph": tour,
        });
        output::json(&mut out, &document)?;
        out.flush()?;
        return Ok(Verdict::Done);
    }
    writeln!(
        out,
        "Lydite comes with a small graph, a benchmark over it and three made-up systems.\n"
    )?;
    writeln!(
        out,
        "1. Is the file in order?   lydite dataset check {NAME}\n"
    )?;
    check::write(&findings, &mut out, session, usize::MAX)?;
    writeln!(
        out,
        "\n2. What is in it?          lydite dataset stats {NAME}\n"
    )?;
    let bars = session.format() == OutputFormat::Table;
    stats::grid(&figures, bars).write(&mut out, session.format())?;
    writeln!(
        out,
        "\n3. Which system is best?   lydite score --gold {NAME} --answers A B C --rules {}\n",
        RULES.join(",")
    )?;
    tables::comparison(&reports, session.format()).write(&mut out, session.format())?;
    tables::legend(&mut out, &reports)?;
    write!(out, "{LESSONS}")?;
    tour.write(&mut out)?;
    write!(out, "{NEXT}")?;
    out.flush()?;
    Ok(Verdict::Done)
}

/// What one learns from the table.
const LESSONS: &str = "
What one learns: a figure without its rules says little, for the careful system beats the eager one
under gerbil and loses to it under the other rules. From 2019 to 2023 GERBIL let any literal match
any other, which lifts the eager system by half. The encoded system gives nothing but right answers, in
other notations (percent-encoded, 2.0 for 2, dates with a zone), and loses where texts are compared.
";

/// Where to go from here.
const NEXT: &str = "
Next: `lydite dataset check FILE` on a file of yours, `lydite score` on your system's answers,
`lydite rules show NAME` for what a rule set does, `lydite dataset list` for published benchmarks.
";

/// Every system under every rule set.
fn reports(session: &Session) -> Result<(Vec<Report>, Vec<Question>), Failure> {
    let system = |file: &demo::DemoFile| System {
        name: file.name.to_owned(),
        answers: format!("demo-{}", file.name).into(),
    };
    let rules = RULES.iter().map(|name| find_rules(name));
    let evaluated = session.lab.evaluate(&Evaluation {
        rules: rules.collect::<Result<_, _>>()?,
        experiments: Chosen::These(vec![Experiment::Qa]),
        ..Evaluation::new(NAME, demo::SYSTEMS.iter().map(system).collect())
    })?;
    let gold = evaluated.gold.map(|gold| gold.dataset.questions);
    Ok((evaluated.reports, gold.unwrap_or_default()))
}
