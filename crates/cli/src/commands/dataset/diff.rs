//! `lydite dataset diff`: what is different between two versions of a benchmark.

use std::io::Write;
use std::path::Path;

use lydite_lab::datasets::ChangedPart;

use crate::args::OutputFormat;
use crate::failure::{Failure, Verdict};
use crate::output::{self, grid::Grid, number, plural};
use crate::session::Session;

pub(super) fn run(session: &Session, before: &Path, after: &Path) -> Result<Verdict, Failure> {
    let diff = session.lab.diff_datasets(before, after)?;
    let mut out = session.out();
    if session.format() == OutputFormat::Json {
        output::json(&mut out, &diff)?;
    } else {
        let mut grid = Grid::new(["question", "change"]);
        for (ids, change) in [(&diff.removed, "removed"), (&diff.added, "added")] {
            for id in ids {
                grid.row([id.as_str(), change]);
            }
        }
        for question in &diff.changed {
            let parts = question.what.iter().copied().map(ChangedPart::as_str);
            let parts = parts.collect::<Vec<_>>().join(", ");
            grid.row([question.id.as_str(), &format!("changed: {parts}")]);
        }
        let is_table = session.format() == OutputFormat::Table;
        if !is_table || !diff.is_empty() {
            grid.write(&mut out, session.format())?;
        }
        if is_table {
            writeln!(
                out,
                "{} the same, {} removed, {} added, {} changed",
                plural(diff.same as u64, "question"),
                number(diff.removed.len() as u64),
                number(diff.added.len() as u64),
                number(diff.changed.len() as u64)
            )?;
        }
    }
    out.flush()?;
    Ok(if diff.is_empty() {
        Verdict::Done
    } else {
        Verdict::DoesNotHold
    })
}
