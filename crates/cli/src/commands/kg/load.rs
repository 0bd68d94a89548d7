//! `lydite kg load`: files of triples into an index under a name.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use lydite_graph::{Embedded, LoadReport, Loader, Phase, Progress};

use crate::args::{KgLoad, OutputFormat};
use crate::failure::{Failure, Verdict};
use crate::graphs::{DEMO_NAME, Library, is_name, tell_bad_lines, tell_resumed};
use crate::output::{self, number, plural};
use crate::session::Session;

pub(super) fn run(session: &Session, options: &KgLoad) -> Result<Verdict, Failure> {
    let resolve = |files: &[PathBuf]| -> Result<Vec<PathBuf>, Failure> {
        files.iter().map(|file| session.resolve(file)).collect()
    };
    let (files, without) = (resolve(&options.files)?, resolve(&options.without)?);
    let name = match &options.name {
        Some(name) => name.clone(),
        None => name_of(&files),
    };
    if !is_name(&name) || name == DEMO_NAME {
        return Err(
            Failure::usage(format!("`{name}` cannot be the name of a graph"))
                .hint("letters, digits and -_.+ make a name; `demo` is taken"),
        );
    }
    let loader = || {
        let mut loader = Loader::new();
        for file in &files {
            loader = loader.file(file);
        }
        for file in &without {
            loader = loader.without(file);
        }
        loader
    };
    let library = Library::new(&session.home()?);
    library.prepare()?;
    let swept = library.sweep();
    if swept > 0 {
        let size = bytes(swept);
        session.say(&format!(
            "removed {size} that abandoned loads had left behind"
        ));
    }
    let digest = loader().digest()?;
    let index = library.index(&digest);
    let known = match options.force {
        true => None,
        false => known(session, &index),
    };
    let is_known = known.is_some();
    let graph = match known {
        Some(graph) => graph,
        None => load(session, options, loader(), &index)?,
    };
    tell_bad_lines(session, &graph);
    let mut sources = graph.sources().iter();
    if let Some(source) = sources.find(|source| source.triples == 0 && source.bad_lines > 0) {
        let message = format!("{}: nothing in it could be read as a triple", source.name);
        drop(graph);
        std::fs::remove_file(&index)?;
        return Err(Failure::input(message).hint(
            "the extension says which notation it is: .nt, .nq, .ttl, .trig, .rdf, .jsonld",
        ));
    }
    library.name(&name, &digest)?;
    if is_known {
        session.say("the same files were loaded before; nothing to do");
    }
    let mut out = session.out();
    if session.format() == OutputFormat::Json {
        output::json(
            &mut out,
            &serde_json::json!({
                "name": name,
                "triples": graph.len(),
                "terms": graph.terms(),
                "index_bytes": graph.index_bytes(),
                "digest": graph.digest(),
                "sources": graph.sources(),
            }),
        )?;
    } else {
        let each = graph.index_bytes() as f64 / graph.len().max(1) as f64;
        writeln!(
            out,
            "{name}: {}, {} on disk ({each:.1} bytes each)",
            plural(graph.len(), "triple"),
            bytes(graph.index_bytes()),
        )?;
    }
    out.flush()?;
    Ok(Verdict::Done)
}

/// The graph of an earlier load of the same files. One that cannot be opened is made anew.
fn known(session: &Session, index: &Path) -> Option<Embedded> {
    if !index.is_file() {
        return None;
    }
    let graph = Embedded::open(index).ok();
    match graph {
        Some(_) => Loader::discard(index),
        None => session.say("the index from an earlier load is damaged; loading again"),
    }
    graph
}

fn load(
    session: &Session,
    options: &KgLoad,
    mut loader: Loader<'_>,
    index: &Path,
) -> Result<Embedded, Failure> {
    let bar = session.progress(Some(0), "{msg} {wide_bar} {percent}% {eta}");
    if let Some(threads) = options.threads {
        loader = loader.threads(threads);
    }
    let shown = bar.clone();
    let loader = loader.progress(move |progress: &Progress| {
        shown.set_length(progress.bytes_total.max(1));
        shown.set_position(progress.bytes);
        shown.set_message(message(progress));
    });
    let report = loader.load(index)?;
    bar.finish_and_clear();
    tell_resumed(session, &report);
    session.say(&format!(
        "{} from {} in {}: {} triples/s",
        plural(report.triples, "triple"),
        plural(report.sources.len() as u64, "file"),
        seconds(report.elapsed),
        number(rate(&report)),
    ));
    Ok(Embedded::open(index)?)
}

/// The first file's name without its extensions.
fn name_of(files: &[PathBuf]) -> String {
    let name = files.first().and_then(|file| file.file_name());
    let name = name.unwrap_or_default().to_string_lossy();
    name.split('.').next().unwrap_or_default().to_owned()
}

fn message(progress: &Progress) -> String {
    match progress.phase {
        Phase::Resuming => "going over what an interrupted load has read".to_owned(),
        Phase::Reading(_) => format!(
            "{} triples, {}/s",
            number(progress.triples),
            number(progress.rate() as u64)
        ),
        Phase::Sorting => "sorting".to_owned(),
        Phase::Indexing => "indexing names and texts".to_owned(),
        Phase::Writing => "writing".to_owned(),
    }
}

/// Triples in a second, without those of an earlier load.
fn rate(report: &LoadReport) -> u64 {
    let triples = report.triples.saturating_sub(report.resumed.unwrap_or(0));
    (triples as f64 / report.elapsed.as_secs_f64().max(1e-3)) as u64
}

fn seconds(elapsed: Duration) -> String {
    format!("{:.1} s", elapsed.as_secs_f64())
}

/// A length for people.
pub(super) fn bytes(count: u64) -> String {
    match count {
        0..1_000_000 => format!("{:.0} kB", count as f64 / 1e3),
        1_000_000..1_000_000_000 => format!("{:.1} MB", count as f64 / 1e6),
        _ => format!("{:.2} GB", count as f64 / 1e9),
    }
}
