//! `lydite kg list` and `lydite kg delete`: the graphs that are kept.

use std::io::Write;

use lydite_graph::Embedded;
use lydite_lab::demo;

use super::load::bytes;
use crate::args::OutputFormat;
use crate::failure::{Failure, Verdict};
use crate::output::{self, grid::Grid, number, plural};
use crate::session::Session;

pub(super) fn list(session: &Session) -> Result<Verdict, Failure> {
    let library = session.lab.library()?;
    let mut graphs = vec![(
        demo::GRAPH.to_owned(),
        session
            .lab
            .embedded_graph(demo::GRAPH)
            .map_err(Failure::from),
    )];
    for name in library.names() {
        let path = library.find(&name).unwrap_or_default();
        let graph = Embedded::open(path).map_err(Failure::from);
        graphs.push((name, graph));
    }
    let unnamed = library.unnamed();
    let mut out = session.out();
    if session.format() == OutputFormat::Json {
        let document: Vec<_> = graphs
            .iter()
            .map(|(name, graph)| match graph {
                Ok(graph) => serde_json::json!({
                    "name": name,
                    "triples": graph.len(),
                    "index_bytes": graph.index_bytes(),
                    "digest": graph.digest(),
                    "sources": graph.sources(),
                }),
                Err(error) => serde_json::json!({ "name": name, "error": error.to_string() }),
            })
            .collect();
        let unnamed: Vec<_> = unnamed
            .iter()
            .map(|index| {
                let sources = Embedded::open(&index.index).ok();
                let sources = sources.map(|graph| graph.sources().to_vec());
                serde_json::json!({ "index_bytes": index.bytes, "sources": sources })
            })
            .collect();
        let document = serde_json::json!({ "graphs": document, "unnamed": unnamed });
        output::json(&mut out, &document)?;
    } else {
        let mut grid = Grid::new(["name", "files", "triples", "on disk"]).numeric_from(2);
        for (name, graph) in &graphs {
            match graph {
                Ok(graph) => {
                    let files = graph.sources().iter().map(|source| &*source.name);
                    let files = shortened(&files.collect::<Vec<_>>().join(", "), 48);
                    let size = bytes(graph.index_bytes());
                    grid.row([name.clone(), files, number(graph.len()), size]);
                }
                Err(error) => {
                    let reason = shortened(&error.to_string(), 48);
                    grid.row([name.clone(), reason, String::new(), String::new()]);
                }
            }
        }
        grid.write(&mut out, session.format())?;
    }
    out.flush()?;
    if !unnamed.is_empty() {
        session.say(&format!(
            "{} without a name, of files that were queried directly, {} {}; \
             `lydite kg prune` removes them",
            plural(unnamed.len() as u64, "index").replace("indexs", "indexes"),
            if unnamed.len() == 1 { "uses" } else { "use" },
            bytes(unnamed.iter().map(|index| index.bytes).sum()),
        ));
    }
    let unfinished = library.unfinished();
    if unfinished > 0 {
        session.say(&format!(
            "Interrupted loads use {}, kept for a week; load the same files again to resume",
            bytes(unfinished)
        ));
    }
    Ok(Verdict::Done)
}

pub(super) fn prune(session: &Session) -> Result<Verdict, Failure> {
    let (files, length) = session.lab.library()?.prune();
    if session.format() == OutputFormat::Json {
        let mut out = session.out();
        let document = serde_json::json!({ "files": files, "bytes": length });
        output::json(&mut out, &document)?;
        out.flush()?;
    } else {
        session.say(&match files {
            0 => "there is nothing to remove".to_owned(),
            _ => format!(
                "removed {}, {}",
                plural(files as u64, "file"),
                bytes(length)
            ),
        });
    }
    Ok(Verdict::Done)
}

pub(super) fn delete(session: &Session, names: &[String]) -> Result<Verdict, Failure> {
    let library = session.lab.library()?;
    for name in names {
        if library.find(name).is_none() {
            return Err(Failure::input(format!("{name}: there is no such graph"))
                .hint("`lydite kg list` shows the graphs"));
        }
    }
    for name in names {
        library.remove(name)?;
        session.say(&format!("{name} is deleted"));
    }
    Ok(Verdict::Done)
}

/// A text cut to some width; of an IRI the end stays, which tells it from others.
pub(super) fn shortened(text: &str, width: usize) -> String {
    let length = text.chars().count();
    if length <= width {
        return text.to_owned();
    }
    if text.starts_with('<') || text.starts_with("http") {
        let end = text.chars().skip(length + 1 - width);
        return std::iter::once('…').chain(end).collect();
    }
    let mut short: String = text.chars().take(width.saturating_sub(1)).collect();
    short.push('…');
    short
}
