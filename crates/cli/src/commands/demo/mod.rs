//! `lydite demo`: a tour on an embedded benchmark and three made-up systems.

mod graph;

use std::io::Write;

use lydite_formats::Reader;
use lydite_judge::{Report, Scorer};
use lydite_model::{Question, Response};

use super::dataset::{check::Findings, stats};
use super::{rules::find, score::tables};
use crate::args::OutputFormat;
use crate::failure::{Failure, Verdict};
use crate::output;
use crate::session::Session;

/// A benchmark of our own over a small graph of countries, cities, people and works.
static BENCHMARK: &[u8] = include_bytes!("../../../assets/demo.json");
const NAME: &str = "demo.json";

/// Three deliberately different systems.
static SYSTEMS: [(&str, &[u8]); 3] = [
    (
        "careful",
        include_bytes!("../../../assets/demo-answers-careful.json"),
    ),
    (
        "eager",
        include_bytes!("../../../assets/demo-answers-eager.json"),
    ),
    (
        "encoded",
        include_bytes!("../../../assets/demo-answers-encoded.json"),
    ),
];

/// Rules that tell the three apart.
const RULES: [&str; 4] = ["lydite", "gerbil", "gerbil-2019", "qald"];

pub(super) fn run(session: &Session) -> Result<Verdict, Failure> {
    let open = || Reader::from_bytes(NAME, BENCHMARK);
    let findings = Findings::of(open()?, NAME.to_owned(), usize::MAX);
    let figures = [stats::Figures::of(open()?, NAME.to_owned())];
    let gold = questions(NAME, BENCHMARK)?;
    let reports = reports(&gold)?;
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
    findings.write(&mut out, session, usize::MAX)?;
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
fn reports(gold: &[Question]) -> Result<Vec<Report>, Failure> {
    let mut reports = Vec::new();
    for rules in RULES {
        let rules = find(rules)?;
        for (system, bytes) in SYSTEMS {
            let answers = questions(system, bytes)?;
            let answers = answers.into_iter().map(Response::from);
            let scorer = Scorer::new(rules).system(system);
            let mut report = scorer.score(gold, answers);
            report.dataset = Some("lydite-demo".to_owned());
            reports.push(report);
        }
    }
    Ok(reports)
}

fn questions(name: &str, bytes: &[u8]) -> Result<Vec<Question>, Failure> {
    Ok(Reader::from_bytes(name, bytes)?.collect())
}
