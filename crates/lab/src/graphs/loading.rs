//! Loading files of triples into an index under a name.

use std::path::{Path, PathBuf};
use std::time::Duration;

use lydite_graph::oxrdf::NamedNode;
use lydite_graph::{DefaultGraph, Embedded, LoadReport, Loader, Phase, Progress as LoadProgress};

use super::is_name;
use crate::observer::{Step, Task};
use crate::{Error, Lab, Notice, demo};

/// What is to be loaded.
#[derive(Clone, Debug, Default)]
pub struct Load {
    /// The files of triples.
    pub files: Vec<PathBuf>,
    /// Files whose triples are left out.
    pub without: Vec<PathBuf>,
    /// What the graph is to be called; by default as its first file.
    pub name: Option<String>,
    /// Whether it is loaded again although the same files were loaded before, and whether it may
    /// take the name of another graph.
    pub force: bool,
    /// How many threads read.
    pub threads: Option<usize>,
    /// What queries see that name no graph.
    pub default_graph: DefaultGraph,
    /// An IRI by which queries can ask for the triples outside of named graphs, too.
    pub graph_name: Option<String>,
    /// What relative IRIs are resolved against; by default the name of their file.
    pub base: Option<String>,
}

/// A graph that is loaded.
pub struct Loaded {
    /// What it is called.
    pub name: String,
    /// The graph.
    pub graph: Embedded,
    /// What loading took; nothing if the same files were loaded before.
    pub report: Option<Loading>,
    /// How many bytes of abandoned loads were removed.
    pub swept: u64,
}

/// What loading took.
#[derive(Clone, Copy, Debug)]
pub struct Loading {
    /// How many triples there are.
    pub triples: u64,
    /// How many files they are from.
    pub files: usize,
    /// How long it took.
    pub elapsed: Duration,
    /// How many triples were read in a second.
    pub rate: u64,
}

impl Load {
    fn loader(&self) -> Loader<'_> {
        let mut loader = Loader::new().default_graph(self.default_graph);
        for file in &self.files {
            loader = loader.file(file);
        }
        for file in &self.without {
            loader = loader.without(file);
        }
        if let Some(base) = &self.base {
            loader = loader.base(base);
        }
        if let Some(name) = &self.graph_name {
            loader = loader.graph_name(name);
        }
        if let Some(threads) = self.threads {
            loader = loader.threads(threads);
        }
        loader
    }
}

impl Lab {
    /// Loads files of triples into an index under a name.
    ///
    /// # Errors
    /// A file cannot be read, has nothing to load or changes meanwhile, the index cannot be
    /// written, or another graph has the name.
    pub fn load_graph(&self, load: &Load) -> Result<Loaded, Error> {
        let resolve = |files: &[PathBuf]| -> Result<Vec<PathBuf>, Error> {
            let files = files.iter();
            files
                .map(|file| {
                    if file.as_os_str() == STANDARD_INPUT {
                        return Ok(file.clone());
                    }
                    self.resolve(file)
                })
                .collect()
        };
        let load = Load {
            files: resolve(&load.files)?,
            without: resolve(&load.without)?,
            ..load.clone()
        };
        let name = load.name.clone().unwrap_or_else(|| name_of(&load.files));
        if !is_name(&name) || name == demo::GRAPH {
            return Err(Error::BadGraphName { name });
        }
        if let Some(base) = &load.base
            && NamedNode::new(base).is_err()
        {
            return Err(Error::BadBase { base: base.clone() });
        }
        if let Some(iri) = &load.graph_name
            && NamedNode::new(iri).is_err()
        {
            return Err(Error::BadGraphIri { iri: iri.clone() });
        }
        let library = self.library()?;
        let folder = self.home()?.join("graphs");
        library.prepare().map_err(Error::file(&folder))?;
        let swept = library.sweep();
        let before = library.key(&name);
        let taken = |key: Option<&str>| before.is_some() && before.as_deref() != key && !load.force;
        let exists = || Error::GraphExists { name: name.clone() };
        let (key, graph, report) = if load.loader().reads_pipes() {
            // What it is shows only when it was read, but whose name it would take is clear.
            if taken(None) {
                return Err(exists());
            }
            self.notice(&Notice::CannotResume);
            let incoming = library.incoming();
            let (key, report) = self.load_index(&load, &incoming)?;
            let index = library.index(&key);
            std::fs::rename(&incoming, &index).map_err(Error::file(&index))?;
            (key, Embedded::open(&index)?, Some(report))
        } else {
            let key = load.loader().key()?;
            if taken(Some(&key)) {
                return Err(exists());
            }
            let index = library.index(&key);
            let known = if load.force { None } else { self.known(&index) };
            match known {
                Some(graph) => (key, graph, None),
                // What the name has stays until its successor is whole.
                None if index.is_file() => {
                    let incoming = library.incoming();
                    let report = self.load_as(&load, &incoming, &key)?;
                    std::fs::rename(&incoming, &index).map_err(Error::file(&index))?;
                    (key, Embedded::open(&index)?, Some(report))
                }
                None => {
                    let report = self.load_as(&load, &index, &key)?;
                    (key, Embedded::open(&index)?, Some(report))
                }
            }
        };
        self.notice_sources(&graph);
        if let Some(error) = worthless(&graph) {
            drop(graph);
            library.forget(&key);
            return Err(error);
        }
        library.name(&name, &key).map_err(Error::file(&folder))?;
        if let Some(before) = before.filter(|before| *before != key) {
            library.forget(&before);
        }
        Ok(Loaded {
            name,
            graph,
            report,
            swept,
        })
    }

    /// The graph of an earlier load of the same files. One that cannot be opened is made anew.
    fn known(&self, index: &Path) -> Option<Embedded> {
        if !index.is_file() {
            return None;
        }
        // Whoever loads has time to look at every byte; those who ask look at what they use.
        let graph = Embedded::open(index).ok();
        let graph = graph.filter(|graph| graph.verify().is_ok());
        if graph.is_some() {
            Loader::discard(index);
        } else {
            self.notice(&Notice::DamagedIndex);
        }
        graph
    }

    /// Loads files that have a key. If they change meanwhile, nothing is left of them.
    fn load_as(&self, load: &Load, index: &Path, key: &str) -> Result<Loading, Error> {
        let (found, report) = self.load_index(load, index)?;
        if found == key {
            return Ok(report);
        }
        std::fs::remove_file(index).map_err(Error::file(index))?;
        Err(Error::ChangedMeanwhile)
    }

    /// Loads, and gives what the index depends on.
    fn load_index(&self, load: &Load, index: &Path) -> Result<(String, Loading), Error> {
        let shown = self.begin(&Task::Loading);
        let loader = load.loader().cancel(self.config.cancel.clone());
        let loader = loader.progress(move |progress: &LoadProgress| {
            shown.at(progress.bytes, progress.bytes_total.max(1));
            shown.doing(&step(progress));
        });
        let report = loader.load(index)?;
        self.notice_any(Notice::of_load(&report));
        let loading = Loading {
            triples: report.triples,
            files: report.sources.len(),
            elapsed: report.elapsed,
            rate: rate(&report),
        };
        Ok((report.key, loading))
    }
}

fn step(progress: &LoadProgress) -> Step {
    match progress.phase {
        Phase::Resuming => Step::Resuming,
        Phase::Reading(_) => Step::Reading {
            triples: progress.triples,
            rate: progress.rate() as u64,
        },
        Phase::Sorting => Step::Sorting,
        Phase::Indexing => Step::Indexing,
        Phase::Writing => Step::Writing,
    }
}

/// Triples in a second, without those of an earlier load.
fn rate(report: &LoadReport) -> u64 {
    let triples = report.triples.saturating_sub(report.resumed.unwrap_or(0));
    (triples as f64 / report.elapsed.as_secs_f64().max(1e-3)) as u64
}

/// Why a graph is not worth being kept, if it is not: one of its files is none of triples.
pub(super) fn worthless(graph: &Embedded) -> Option<Error> {
    graph.sources().iter().find_map(|source| {
        let file = source.name.clone();
        if source.bad_lines > source.triples {
            return Some(Error::NoTriples {
                file,
                triples: source.triples,
                bad_lines: source.bad_lines,
            });
        }
        // Any JSON is JSON-LD, if without a single triple.
        let is_json = source.format == "jsonld";
        (source.triples == 0 && is_json).then_some(Error::NotRdf { file })
    })
}

/// What stands for standard input.
const STANDARD_INPUT: &str = "-";

/// The first file's name without its extensions.
fn name_of(files: &[PathBuf]) -> String {
    if files
        .first()
        .is_some_and(|file| file.as_os_str() == STANDARD_INPUT)
    {
        return "stdin".to_owned();
    }
    let name = files.first().and_then(|file| file.file_name());
    let name = name.unwrap_or_default().to_string_lossy();
    name.split('.').next().unwrap_or_default().to_owned()
}
