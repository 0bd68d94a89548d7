//! `lydite dataset list` and `lydite dataset fetch`: the built-in catalogue.

use std::io::Write;

use lydite_lab::catalogue::{Catalogue, Entry, Filter, How, Progress, place};

use crate::args::{Fetch, Import, List, OutputFormat};
use crate::failure::{Failure, Verdict};
use crate::output::{self, grid::Grid, number, plural};
use crate::session::Session;

pub(super) fn list(session: &Session, options: List) -> Result<Verdict, Failure> {
    let filter = Filter {
        kind: options.kind,
        language: options.language,
        words: options.words,
    };
    let entries: Vec<&Entry> = Catalogue::builtin().search(&filter).collect();
    let home = session.home()?;
    let fetched = |entry: &Entry| place(&home, entry).is_file();
    let mut imported = session.lab.imported();
    let has = |name: &str| filter.words.iter().all(|word| name.contains(word.as_str()));
    imported.retain(|(name, _)| has(name));
    let mut out = session.out();
    if session.format() == OutputFormat::Json {
        let document: Vec<_> = entries
            .iter()
            .map(|entry| {
                let mut document = serde_json::to_value(entry).unwrap_or_default();
                document["fetched"] = fetched(entry).into();
                document
            })
            .collect();
        let own: Vec<_> = imported
            .iter()
            .map(|(name, path)| serde_json::json!({ "name": name, "path": path }))
            .collect();
        let document = serde_json::json!({ "entries": document, "imported": own });
        output::json(&mut out, &document)?;
    } else {
        let table = session.format() == OutputFormat::Table;
        // On a terminal, what one chooses by; the rest is in the other formats, or with -v.
        let brief = table && session.global.verbose == 0;
        let mut grid = match brief {
            true => Grid::new([
                "name",
                "kind",
                "languages",
                "knowledge base",
                "here",
                "questions",
            ])
            .numeric_from(5),
            false => Grid::new([
                "name",
                "kind",
                "languages",
                "knowledge base",
                "here",
                "benchmark",
                "split",
                "task",
                "licence",
                "questions",
                "bytes",
            ])
            .numeric_from(9),
        };
        for entry in &entries {
            let languages = match entry.languages.len() {
                count if table && count > 3 => format!("{} +{}", entry.languages[0], count - 1),
                _ => entry.languages.join(" "),
            };
            let here = if fetched(entry) { "yes" } else { "" };
            let questions = entry
                .questions
                .map_or(String::new(), |count| number(count.into()));
            let mut row = vec![
                entry.name.clone(),
                entry.kind.to_string(),
                languages,
                entry.knowledge_base.clone(),
                here.to_owned(),
            ];
            if !brief {
                let licence = entry.licence.clone();
                row.extend([
                    entry.benchmark.clone(),
                    entry.split.clone(),
                    entry.task.clone(),
                    licence.unwrap_or_else(|| "none stated".to_owned()),
                ]);
            }
            row.push(questions);
            if !brief {
                row.push(number(entry.size));
            }
            grid.row(row);
        }
        grid.write(&mut out, session.format())?;
        if table && !imported.is_empty() {
            let names: Vec<_> = imported.iter().map(|(name, _)| name.as_str()).collect();
            writeln!(out, "\nimported: {}", names.join(", "))?;
        }
        if table {
            let count = plural(entries.len() as u64, "file");
            writeln!(
                out,
                "\n{count}; get one with `lydite dataset fetch NAME`, then use its name like a path"
            )?;
        }
    }
    out.flush()?;
    Ok(Verdict::Done)
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
            .map(|name| catalogue.find(name))
            .collect::<Result<_, _>>()?
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
                    How::AlreadyThere => "already there".to_owned(),
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
