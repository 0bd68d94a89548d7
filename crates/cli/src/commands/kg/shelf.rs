//! `lydite kg list` and `lydite kg delete`: the graphs that are kept.

use lydite_graph::{Embedded, SourceReport};
use lydite_lab::demo;
use serde::Serialize;

use super::load::bytes;
use crate::failure::{Failure, Verdict};
use crate::output::{Cell, Column, Shown, Table, plural};
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
    let listed = graphs.iter().map(|(name, graph)| match graph {
        Ok(graph) => Listed::Usable {
            name,
            triples: graph.len(),
            index_bytes: graph.index_bytes(),
            digest: graph.digest(),
            sources: graph.sources(),
        },
        Err(error) => Listed::Unusable {
            name,
            error: error.to_string(),
        },
    });
    let unnamed = library.unnamed();
    let listing = Listing {
        graphs: listed.collect(),
        unnamed: Unnamed {
            indexes: unnamed.len(),
            bytes: unnamed.iter().map(|index| index.bytes).sum(),
        },
    };
    session.print(Shown::new(&listing).table(|| listing.table()))?;
    if listing.unnamed.indexes > 0 {
        let files = plural(listing.unnamed.indexes as u64, "file");
        session.say(&format!(
            "Unnamed indexes of {files} queried directly use {}; `lydite kg prune` removes them",
            bytes(listing.unnamed.bytes)
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
    let document = serde_json::json!({ "files": files, "bytes": length });
    session.print(Shown::new(&document).table(|| {
        let mut table = Table::new([
            Column::number("files removed").named("files"),
            Column::number("freed").named("bytes"),
        ]);
        table.row([
            Cell::from(files as u64),
            Cell::from(length).shown(bytes(length)),
        ]);
        table
    }))?;
    Ok(Verdict::Done)
}

pub(super) fn delete(session: &Session, names: &[String]) -> Result<Verdict, Failure> {
    let library = session.lab.library()?;
    for name in names {
        if library.find(name).is_none() {
            let message = match name.as_str() {
                "demo" => "the graph `demo` is built in and cannot be deleted".to_owned(),
                name => format!("there is no graph named `{name}`"),
            };
            return Err(Failure::input(message).hint("`lydite kg list` shows the graphs"));
        }
    }
    for name in names {
        library.remove(name)?;
        session.say(&format!("deleted {name}"));
    }
    Ok(Verdict::Done)
}

/// The graphs that are kept.
#[derive(Serialize)]
struct Listing<'g> {
    graphs: Vec<Listed<'g>>,
    unnamed: Unnamed,
}

/// The indexes without a name.
#[derive(Serialize)]
struct Unnamed {
    indexes: usize,
    bytes: u64,
}

/// A graph that is kept.
#[derive(Serialize)]
#[serde(untagged)]
enum Listed<'g> {
    Usable {
        name: &'g str,
        triples: u64,
        index_bytes: u64,
        digest: &'g str,
        sources: &'g [SourceReport],
    },
    Unusable {
        name: &'g str,
        error: String,
    },
}

impl Listing<'_> {
    fn table(&self) -> Table {
        let mut table = Table::new([
            Column::new("name").shorten(),
            Column::new("files").wrap(),
            Column::number("triples"),
            Column::number("on disk").named("index_bytes"),
            Column::new("problem").named("error").wrap(),
        ]);
        for graph in &self.graphs {
            match graph {
                Listed::Usable {
                    name,
                    triples,
                    index_bytes,
                    sources,
                    ..
                } => {
                    let files: Vec<&str> = sources.iter().map(|source| &*source.name).collect();
                    table.row([
                        Cell::from(*name),
                        files.join(", ").into(),
                        (*triples).into(),
                        Cell::from(*index_bytes).shown(bytes(*index_bytes)),
                        Cell::missing(),
                    ]);
                }
                Listed::Unusable { name, error } => table.row([
                    Cell::from(*name),
                    Cell::missing(),
                    Cell::missing(),
                    Cell::missing(),
                    error.into(),
                ]),
            }
        }
        table
    }
}
