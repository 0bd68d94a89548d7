//! `lydite demo`: a tour on an embedded benchmark.

use std::io::Write;

use lydite_formats::Reader;

use super::dataset::{check::Findings, stats};
use crate::args::OutputFormat;
use crate::failure::{Failure, Verdict};
use crate::output;
use crate::session::Session;

/// A benchmark of our own about the solar system.
static BENCHMARK: &[u8] = include_bytes!("../../assets/demo.json");
const NAME: &str = "demo.json";

pub(super) fn run(session: &Session) -> Result<Verdict, Failure> {
    let open = || Reader::from_bytes(NAME, BENCHMARK);
    let findings = Findings::of(open()?, NAME.to_owned(), usize::MAX);
    let figures = [stats::Figures::of(open()?, NAME.to_owned())];
    let mut out = session.out();
    if session.format() == OutputFormat::Json {
        let document = serde_json::json!({ "check": findings, "stats": figures[0] });
        output::json(&mut out, &document)?;
    } else {
        writeln!(
            out,
            "Lydite comes with a small benchmark about the solar system.\n"
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
        stats::grid(&figures, session.format() == OutputFormat::Table)
            .write(&mut out, session.format())?;
        writeln!(
            out,
            "\nNext: `lydite dataset check FILE` on a file of yours, `lydite dataset list` for published ones."
        )?;
    }
    out.flush()?;
    Ok(Verdict::Done)
}
