//! `lydite dataset formats`: what can be read and written.

use std::io::Write;

use lydite_formats::{formats, targets};

use crate::args::OutputFormat;
use crate::failure::{Failure, Verdict};
use crate::output::{self, grid::Grid};
use crate::session::Session;

pub(super) fn run(session: &Session) -> Result<Verdict, Failure> {
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
