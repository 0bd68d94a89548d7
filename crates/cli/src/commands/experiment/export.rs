//! `lydite experiment export`: an experiment for others.

use std::io::Write;
use std::path::Path;

use lydite_lab::datasets::Destination;
use lydite_lab::export::{Export, Format};

use crate::args::{ExperimentExport, OutputFormat};
use crate::failure::Failure;
use crate::session::Session;

pub(super) fn run(session: &Session, options: &ExperimentExport) -> Result<(), Failure> {
    let lab = session.lab_with(&options.store);
    let output = options.out.as_deref();
    let export = Export {
        id: lab.store()?.find(&options.id)?,
        judging: options.judging,
        format: format(session.format(), output)?,
        base: options.base.clone(),
    };
    let path = output.unwrap_or(Path::new("-"));
    let destination = Destination::new(path, options.force, None)?;
    let mut out = destination.sink()?;
    lab.export(&export, &mut *out)?;
    out.flush()?;
    drop(out);
    destination.finish()?;
    if let Some(path) = output {
        session.say(&format!(
            "experiment {} written to {}",
            export.id,
            path.display()
        ));
    }
    Ok(())
}

/// The format that was named, or that the name of the file says.
fn format(named: OutputFormat, output: Option<&Path>) -> Result<Format, Failure> {
    let all = || {
        let names = Format::ALL.map(Format::as_str);
        format!("there are {}", names.join(", "))
    };
    Ok(match named {
        OutputFormat::JsonLd => Format::JsonLd,
        OutputFormat::Rdf => Format::Turtle,
        OutputFormat::Csv => Format::Csv,
        OutputFormat::Latex => Format::Latex,
        OutputFormat::Html => Format::Html,
        OutputFormat::Zip => Format::Zip,
        OutputFormat::Table => match output.and_then(Format::of_file) {
            Some(format) => format,
            None => {
                let failure = Failure::usage("cannot tell in which format to write");
                return Err(failure.hint(format!("name one with --format: {}", all())));
            }
        },
        _ => {
            let failure = Failure::usage("experiments are not exported in this format");
            return Err(failure.hint(all()));
        }
    })
}
