//! `lydite dataset formats`: what can be read and written, and what it looks like.

use lydite_formats::{Format, formats, targets};
use lydite_model::nearest;
use serde::Serialize;
use std::io::Write;

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

/// Shows the layout of a format.
pub(super) fn show(session: &Session, name: &str) -> Result<Verdict, Failure> {
    let written = targets().iter().map(|target| target.format);
    let all: Vec<Format> = formats().chain(written).collect();
    let found = all.iter().find(|format| format.name == name);
    let Some((format, layout)) = found.and_then(|format| Some((format, format.layout()?))) else {
        let names = all.iter().map(|format| format.name);
        let failure = Failure::usage(format!("there is no format `{name}`"));
        return Err(failure.hint(match nearest(name, names) {
            Some(meant) => format!("did you mean `{meant}`?"),
            None => "`lydite dataset formats` lists them".to_owned(),
        }));
    };
    let document = serde_json::json!({
        "name": format.name, "title": format.title, "layout": layout.description,
        "example": layout.example,
    });
    let table = || {
        let mut table = Table::new(["name", "title", "layout", "example"].map(Column::new));
        table.row([
            format.name,
            format.title,
            layout.description,
            layout.example,
        ]);
        table
    };
    session.print(Shown::new(document).table(table).page(|page| {
        page.line(&format!("{}: {}", format.name, format.title))?;
        page.blank()?;
        page.paragraph(layout.description)?;
        page.line("\nExample:")?;
        page.blank()?;
        Ok(writeln!(page, "{}", layout.example.trim_end())?)
    }))?;
    Ok(Verdict::Done)
}

/// Lists the formats.
pub(super) fn list(session: &Session) -> Result<Verdict, Failure> {
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
    // What can be both read and written comes first, in front our own format.
    formats.sort_by_key(|known| (!(known.read && known.write), !known.read));
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
