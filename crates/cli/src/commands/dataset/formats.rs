//! `lydite dataset formats`: what can be read and written.

use lydite_formats::{formats, targets};
use serde::Serialize;

use crate::failure::{Failure, Verdict};
use crate::output::{Cell, Column, Shown, Table};
use crate::session::Session;

/// What can be read and written.
#[derive(Serialize)]
struct Formats {
    formats: Vec<Known>,
}

/// A format, whether it is read, written or both.
#[derive(Serialize)]
struct Known {
    name: &'static str,
    title: &'static str,
    read: bool,
    write: bool,
}

pub(super) fn run(session: &Session) -> Result<Verdict, Failure> {
    let known = formats().map(|format| Known {
        name: format.name,
        title: format.title,
        read: true,
        write: false,
    });
    let mut formats: Vec<Known> = known.collect();
    for target in targets() {
        let mut known = formats.iter_mut();
        match known.find(|known| known.name == target.format.name) {
            Some(known) => known.write = true,
            None => formats.push(Known {
                name: target.format.name,
                title: target.format.title,
                read: false,
                write: true,
            }),
        }
    }
    let all = Formats { formats };
    session.print(Shown::new(&all).table(|| {
        let mut table = Table::new([
            Column::new("name"),
            Column::new("read"),
            Column::new("write"),
            Column::new("what it is").named("title").wrap(),
        ]);
        let mark = |can: bool| Cell::from(can).shown(if can { "yes" } else { "" });
        for known in &all.formats {
            table.row([
                known.name.into(),
                mark(known.read),
                mark(known.write),
                known.title.into(),
            ]);
        }
        table
    }))?;
    Ok(Verdict::Done)
}
