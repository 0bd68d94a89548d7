//! `lydite dataset formats`: what can be read and written, and what it looks like.

use std::io::Write;

use lydite_formats::{Format, formats, targets};
use lydite_model::nearest;

use crate::args::OutputFormat;
use crate::commands::rules::wrapped;
use crate::failure::{Failure, Verdict};
use crate::output::{self, grid::Grid};
use crate::session::Session;

/// Shows the layout of a format.
pub(super) fn show(session: &Session, name: &str) -> Result<Verdict, Failure> {
    let written = targets().iter().map(|target| target.format);
    let all: Vec<Format> = formats().chain(written).collect();
    let found = all.iter().find(|format| format.name == name);
    let Some((format, layout)) = found.and_then(|format| Some((format, format.layout()?))) else {
        let names = all.iter().map(|format| format.name);
        let failure = Failure::usage(format!("no format is called `{name}`"));
        return Err(failure.hint(match nearest(name, names) {
            Some(meant) => format!("did you mean `{meant}`?"),
            None => "`lydite dataset formats` lists them".to_owned(),
        }));
    };
    let mut out = session.out();
    if session.format() == OutputFormat::Json {
        let document = serde_json::json!({
            "name": format.name, "title": format.title, "layout": layout.description,
            "example": layout.example,
        });
        output::json(&mut out, &document)?;
    } else {
        writeln!(out, "{}: {}\n", format.name, format.title)?;
        for line in wrapped(layout.description, 80) {
            writeln!(out, "{line}")?;
        }
        writeln!(out, "\nExample:\n\n{}", layout.example.trim_end())?;
    }
    out.flush()?;
    Ok(Verdict::Done)
}

/// Lists the formats.
pub(super) fn list(session: &Session) -> Result<Verdict, Failure> {
    // One line a format, whether it is read, written or both.
    let mut all: Vec<(&str, &str, bool, bool)> = Vec::new();
    for format in formats() {
        all.push((format.name, format.title, true, false));
    }
    for target in targets() {
        match all
            .iter_mut()
            .find(|(name, ..)| *name == target.format.name)
        {
            Some(entry) => entry.3 = true,
            None => all.push((target.format.name, target.format.title, false, true)),
        }
    }
    let mut out = session.out();
    if session.format() == OutputFormat::Json {
        let document: Vec<_> = all
            .iter()
            .map(|(name, title, read, write)| {
                serde_json::json!({"name": name, "title": title, "read": read, "write": write})
            })
            .collect();
        output::json(&mut out, &serde_json::json!({ "formats": document }))?;
    } else {
        let mut grid = Grid::new(["name", "read", "write", "what it is"]);
        let mark = |can: bool| if can { "yes" } else { "" };
        for (name, title, read, write) in all {
            grid.row([name, mark(read), mark(write), title]);
        }
        grid.write(&mut out, session.format())?;
    }
    out.flush()?;
    Ok(Verdict::Done)
}
