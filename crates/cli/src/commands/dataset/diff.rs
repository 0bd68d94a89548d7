//! `lydite dataset diff`: what is different between two versions of a benchmark.

use std::path::Path;

use lydite_lab::datasets::ChangedPart;

use crate::failure::{Failure, Verdict};
use crate::output::{Column, Shown, Table, number, plural};
use crate::session::Session;

pub(super) fn run(session: &Session, before: &Path, after: &Path) -> Result<Verdict, Failure> {
    let diff = session.lab.diff_datasets(before, after)?;
    let table = || {
        let mut table = Table::new([Column::new("question"), Column::new("change").wrap()]);
        for (ids, change) in [(&diff.removed, "removed"), (&diff.added, "added")] {
            for id in ids {
                table.row([id.as_str(), change]);
            }
        }
        for question in &diff.changed {
            let parts = question.what.iter().copied().map(ChangedPart::as_str);
            let parts = parts.collect::<Vec<_>>().join(", ");
            table.row([question.id.as_str(), &format!("changed: {parts}")]);
        }
        table
    };
    session.print(Shown::new(&diff).table(table).page(|page| {
        if !diff.is_empty() {
            page.table(&table())?;
        }
        Ok(page.line(&format!(
            "{} the same, {} removed, {} added, {} changed",
            plural(diff.same as u64, "question"),
            number(diff.removed.len() as u64),
            number(diff.added.len() as u64),
            number(diff.changed.len() as u64)
        ))?)
    }))?;
    Ok(if diff.is_empty() {
        Verdict::Done
    } else {
        Verdict::DoesNotHold
    })
}
