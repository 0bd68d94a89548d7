//! `lydite kg export` and `lydite kg generate`: triples into files.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::Path;

use lydite_graph::generate as make;

use crate::args::{KgExport, KgGenerate};
use crate::failure::{Failure, Verdict};
use crate::output::plural;
use crate::session::Session;

pub(super) fn export(session: &Session, options: &KgExport) -> Result<Verdict, Failure> {
    let graph = session.lab.embedded_graph(&options.graph)?;
    whole(&options.output, options.force, |out| {
        graph.each_quad(|quad| -> Result<(), Failure> { Ok(writeln!(out, "{quad} .")?) })
    })?;
    if options.output.as_os_str() != "-" {
        session.say(&format!("{} written", plural(graph.len(), "triple")));
    }
    Ok(Verdict::Done)
}

pub(super) fn generate(session: &Session, options: &KgGenerate) -> Result<Verdict, Failure> {
    let written = whole(&options.output, options.force, |out| {
        Ok(make(options.triples, options.seed, out)?)
    })?;
    if options.output.as_os_str() != "-" {
        session.say(&format!("{} written", plural(written, "triple")));
    }
    Ok(Verdict::Done)
}

/// Writes a file that gets its name when it is whole: what fails leaves nothing behind.
fn whole<T>(
    path: &Path,
    force: bool,
    write: impl FnOnce(&mut dyn Write) -> Result<T, Failure>,
) -> Result<T, Failure> {
    if path.as_os_str() == "-" {
        let mut out = BufWriter::with_capacity(1 << 16, io::stdout().lock());
        let written = write(&mut out)?;
        out.flush()?;
        return Ok(written);
    }
    if path.exists() && !force {
        return Err(Failure::usage(format!("{} already exists", path.display()))
            .hint("--force overwrites it"));
    }
    let failed = |error: io::Error| Failure::input(format!("{}: {error}", path.display()));
    // A device or a pipe is written to as it is.
    let is_special = fs::metadata(path).is_ok_and(|facts| !facts.is_file());
    let mut partial = OsString::from(path);
    if !is_special {
        partial.push(".partial");
    }
    let attempt = || -> Result<T, Failure> {
        let mut out = BufWriter::with_capacity(1 << 20, File::create(&partial).map_err(failed)?);
        let written = write(&mut out)?;
        out.flush().map_err(failed)?;
        if !is_special {
            fs::rename(&partial, path).map_err(failed)?;
        }
        Ok(written)
    };
    attempt().inspect_err(|_| {
        if !is_special {
            let _ = fs::remove_file(&partial);
        }
    })
}
