//! Loading files of triples into an index under a name.

use std::path::{Path, PathBuf};
use std::time::Duration;

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
    /// Whether it is loaded again although the same files were loaded before.
    pub again: bool,
    /// How many threads read.
    pub threads: Option<usize>,
    /// What queries see that name no graph.
    pub default_graph: DefaultGraph,
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
    /// A file cannot be read, has nothing to load, or the index cannot be written.
    pub fn load_graph(&self, load: &Load) -> Result<Loaded, Error> {
        let resolve = |files: &[PathBuf]| -> Result<Vec<PathBuf>, Error> {
            files.iter().map(|file| self.resolve(file)).collect()
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
        let library = self.library()?;
        let folder = self.home()?.join("graphs");
        library.prepare().map_err(Error::file(&folder))?;
        let swept = library.sweep();
        let digest = load.loader().digest()?;
        let index = library.index(&digest);
        let known = if load.again { None } else { self.known(&index) };
        let (graph, report) = match known {
            Some(graph) => (graph, None),
            None => {
                let report = self.load_index(&load, &index)?;
                (Embedded::open(&index)?, Some(report))
            }
        };
        self.notice_bad_lines(&graph);
        let mut sources = graph.sources().iter();
        if let Some(source) = sources.find(|source| source.triples == 0 && source.bad_lines > 0) {
            let file = source.name.clone();
            drop(graph);
            std::fs::remove_file(&index).map_err(Error::file(&index))?;
            return Err(Error::NoTriples { file });
        }
        library.name(&name, &digest).map_err(Error::file(&folder))?;
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
        let graph = Embedded::open(index).ok();
        if graph.is_some() {
            Loader::discard(index);
        } else {
            self.notice(&Notice::DamagedIndex);
        }
        graph
    }

    fn load_index(&self, load: &Load, index: &Path) -> Result<Loading, Error> {
        let shown = self.begin(&Task::Loading);
        let loader = load.loader().cancel(self.config.cancel.clone());
        let loader = loader.progress(move |progress: &LoadProgress| {
            shown.at(progress.bytes, progress.bytes_total.max(1));
            shown.doing(&step(progress));
        });
        let report = loader.load(index)?;
        self.notice_any(Notice::of_load(&report));
        Ok(Loading {
            triples: report.triples,
            files: report.sources.len(),
            elapsed: report.elapsed,
            rate: rate(&report),
        })
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

/// The first file's name without its extensions.
fn name_of(files: &[PathBuf]) -> String {
    let name = files.first().and_then(|file| file.file_name());
    let name = name.unwrap_or_default().to_string_lossy();
    name.split('.').next().unwrap_or_default().to_owned()
}
