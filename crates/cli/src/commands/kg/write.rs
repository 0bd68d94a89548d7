//! `lydite kg export` and `lydite kg generate`: triples into files.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use lydite_graph::generate as make;

use crate::args::{KgExport, KgGenerate};
use crate::failure::{Failure, Verdict};
use crate::output::plural;
use crate::session::Session;

pub(super) fn export(session: &Session, options: &KgExport) -> Result<Verdict, Failure> {
    let graph = session.lab.embedded_graph(&options.graph)?;
    let mut out = create(&options.output, options.force)?;
    graph.each_quad(|quad| -> Result<(), Failure> { Ok(writeln!(out, "{quad} .")?) })?;
    out.flush()?;
    if options.output.as_os_str() != "-" {
        session.say(&format!("{} written", plural(graph.len(), "triple")));
    }
    Ok(Verdict::Done)
}

pub(super) fn generate(session: &Session, options: &KgGenerate) -> Result<Verdict, Failure> {
    let mut out = create(&options.output, options.force)?;
    let written = make(options.triples, options.seed, &mut out)?;
    out.flush()?;
    if options.output.as_os_str() != "-" {
        session.say(&format!("{} written", plural(written, "triple")));
    }
    Ok(Verdict::Done)
}

fn create(path: &Path, force: bool) -> Result<Box<dyn Write>, Failure> {
    if path.as_os_str() == "-" {
        return Ok(Box::new(BufWriter::with_capacity(
            1 << 16,
            io::stdout().lock(),
        )));
    }
    if path.exists() && !force {
        return Err(
            Failure::usage(format!("{} exists", path.display())).hint("--force overwrites it")
        );
    }
    let file = File::create(path)
        .map_err(|error| Failure::input(format!("{}: {error}", path.display())))?;
    Ok(Box::new(BufWriter::with_capacity(1 << 20, file)))
}
