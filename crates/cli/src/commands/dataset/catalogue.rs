//! `lydite dataset list` and `lydite dataset fetch`: the built-in catalogue.

use std::io::Write;
use std::path::PathBuf;

use lydite_lab::catalogue::{Archived, ByHand, Catalogue, Entry, Filter, How, Progress, place};

use serde::Serialize;

use crate::args::{Fetch, Import, List};
use crate::failure::{Failure, Verdict};
use crate::output::{Cell, Column, Page, Shown, Table, number, plural};
use crate::session::Session;

/// What there is to choose from.
#[derive(Serialize)]
struct Listing<'c> {
    entries: Vec<Listed<'c>>,
    archived: Vec<&'c Archived>,
    by_hand: Vec<&'c ByHand>,
    imported: Vec<Imported>,
}

/// A published file.
#[derive(Serialize)]
struct Listed<'c> {
    #[serde(flatten)]
    entry: &'c Entry,
    fetched: bool,
}

/// A file of the user's.
#[derive(Serialize)]
struct Imported {
    name: String,
    path: PathBuf,
}

pub(super) fn list(session: &Session, options: List) -> Result<Verdict, Failure> {
    let filter = Filter {
        kind: options.kind,
        language: options.language,
        words: options.words,
    };
    let home = session.home()?;
    let entries = Catalogue::builtin().search(&filter).map(|entry| Listed {
        fetched: place(&home, entry).is_file(),
        entry,
    });
    let has = |name: &str| filter.words.iter().all(|word| name.contains(word.as_str()));
    let imported = session.lab.imported().into_iter();
    let imported = imported.filter(|(name, _)| has(name));
    let listing = Listing {
        entries: entries.collect(),
        archived: Archived::all()
            .iter()
            .filter(|archived| archived.is_admitted(&filter))
            .collect(),
        by_hand: ByHand::all()
            .iter()
            .filter(|one| one.is_admitted(&filter))
            .collect(),
        imported: imported
            .map(|(name, path)| Imported { name, path })
            .collect(),
    };
    let table = || listing.table(session.global.verbose > 0);
    session.print(
        Shown::new(&listing)
            .table(table)
            .page(|page| listing.write(page, &table())),
    )?;
    Ok(Verdict::Done)
}

impl Listing<'_> {
    /// People see what one chooses by, unless they want to know more.
    fn table(&self, in_full: bool) -> Table {
        let more = |column: Column| {
            if in_full {
                column
            } else {
                column.for_programs()
            }
        };
        let mut table = Table::new([
            Column::new("name").wrap(),
            Column::new("kind"),
            Column::new("languages").wrap(),
            Column::new("knowledge base").wrap(),
            Column::new("here").named("fetched").drop_first(),
            more(Column::new("benchmark").wrap()),
            more(Column::new("split").drop_first()),
            more(Column::new("task").drop_first()),
            more(Column::new("licence").wrap()),
            Column::number("questions"),
            more(Column::number("bytes").drop_first()),
        ]);
        for Listed { entry, fetched } in &self.entries {
            let languages = entry.languages.join(" ");
            let brief = match entry.languages.len() {
                count if count > 3 => format!("{} +{}", entry.languages[0], count - 1),
                _ => languages.clone(),
            };
            let licence = entry.licence.as_deref();
            table.row([
                Cell::from(&entry.name),
                entry.kind.to_string().into(),
                Cell::from(languages).shown(brief),
                Cell::from(&entry.knowledge_base),
                Cell::from(*fetched).shown(if *fetched { "yes" } else { "" }),
                Cell::from(&entry.benchmark),
                Cell::from(&entry.split),
                Cell::from(&entry.task),
                licence.unwrap_or("none stated").into(),
                entry.questions.map(u64::from).into(),
                entry.size.into(),
            ]);
        }
        table
    }

    fn write(&self, page: &mut Page<'_>, table: &Table) -> Result<(), Failure> {
        page.table(table)?;
        page.blank()?;
        for archived in &self.archived {
            page.line(&format!("{}: {}", archived.name, in_archive(archived)))?;
            page.blank()?;
        }
        if !self.by_hand.is_empty() {
            page.paragraph(
                "to be downloaded by hand; `lydite dataset import FILE --name NAME` imports them:\n\n",
            )?;
            for one in &self.by_hand {
                page.entry(&format!("  {}  ", one.name), &place_of(one))?;
            }
            page.blank()?;
        }
        if !self.imported.is_empty() {
            let names: Vec<_> = self.imported.iter().map(|own| own.name.as_str()).collect();
            page.line(&format!("imported: {}\n\n", names.join(", ")))?;
        }
        let count = plural(self.entries.len() as u64, "file");
        Ok(page.line(&format!(
            "{count}; download one with `lydite dataset fetch NAME`, then use its name like a path"
        ))?)
    }
}

/// What a dataset to be downloaded by hand is, and where.
fn place_of(one: &ByHand) -> String {
    format!(
        "{} ({}, {}, {}, {}): {}",
        one.title,
        plural(one.questions.into(), "question"),
        one.knowledge_base,
        one.languages,
        one.licence,
        one.address
    )
}

/// What is behind a page has to be downloaded there.
fn refuse_by_hand(one: &ByHand) -> Failure {
    Failure::input(format!(
        "`{}` has to be downloaded by hand: {}",
        one.name,
        place_of(one)
    ))
    .hint(format!(
        "download it there, then `lydite dataset import FILE --name {}`",
        one.name
    ))
}

/// What a dataset in an archive is, and where.
fn in_archive(archived: &Archived) -> String {
    format!(
        "{} ({}, {}, {}); the file {} in {} of https://github.com/{}",
        archived.title,
        plural(archived.questions.into(), "question"),
        archived.knowledge_base,
        archived.licence,
        archived.member,
        archived.archive,
        archived.repository
    )
}

/// An archive has to be unpacked by hand.
fn refuse_archived(archived: &Archived) -> Failure {
    Failure::input(format!(
        "`{}` is in an archive, which Lydite does not unpack: {}",
        archived.name,
        in_archive(archived)
    ))
    .hint(format!(
        "unpack {} and give the path of {} (SHA-256 {})",
        archived.address(),
        archived.member,
        archived.sha256
    ))
}

pub(super) fn import(session: &Session, options: &Import) -> Result<Verdict, Failure> {
    let imported = session
        .lab
        .import(&options.file, options.name.as_deref(), options.force)?;
    let mut out = session.out();
    writeln!(
        out,
        "{}: {} ({}), kept as {}",
        imported.name,
        plural(imported.entries, "question"),
        imported.format,
        imported.path.display()
    )?;
    out.flush()?;
    Ok(Verdict::Done)
}

pub(super) fn fetch(session: &Session, options: Fetch) -> Result<Verdict, Failure> {
    let catalogue = Catalogue::builtin();
    let entries: Vec<&Entry> = if options.all {
        catalogue.entries().iter().collect()
    } else {
        options
            .names
            .iter()
            .map(|name| match (Archived::find(name), ByHand::find(name)) {
                (Some(archived), _) => Err(refuse_archived(archived)),
                (None, Some(one)) => Err(refuse_by_hand(one)),
                (None, None) => Ok(catalogue.find(name)?),
            })
            .collect::<Result<_, Failure>>()?
    };
    let fetcher = session
        .lab
        .fetcher()?
        .mirror(options.mirror.unwrap_or_default());
    let mut out = session.out();
    let mut failure: Option<Failure> = None;
    for entry in entries {
        let bar = session.progress(
            Some(entry.size),
            "{msg} {wide_bar} {bytes}/{total_bytes} {bytes_per_sec} {eta}",
        );
        bar.set_message(entry.name.clone());
        let result = fetcher.fetch(entry, &mut |progress: Progress| {
            bar.set_position(progress.received);
        });
        bar.finish_and_clear();
        match result {
            Ok(fetched) => {
                let how = match &fetched.how {
                    How::AlreadyThere => "already fetched".to_owned(),
                    How::Copied { from } => format!("copied from {}", from.display()),
                    How::Downloaded { start: 0, .. } => "downloaded".to_owned(),
                    How::Downloaded { start, .. } => {
                        format!("downloaded, resumed at byte {}", number(*start))
                    }
                };
                writeln!(
                    out,
                    "{}: {} ({how}, digest verified)",
                    entry.name,
                    fetched.path.display()
                )?;
            }
            // The others are fetched all the same; all failures are told.
            Err(error) => {
                if let Some(earlier) = failure.replace(error.into()) {
                    super::super::report(&earlier);
                }
            }
        }
    }
    out.flush()?;
    failure.map_or(Ok(Verdict::Done), Err)
}
