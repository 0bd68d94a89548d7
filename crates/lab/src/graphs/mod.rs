//! The graph that a user means: a name, a file, an endpoint, or several of them.

mod copy;
mod endpoint;
mod library;
mod loading;

use std::fs;
use std::path::Path;

use lydite_graph::{DefaultGraph, Embedded, KnowledgeGraph, Loader, Union};
use lydite_model::nearest;

pub use copy::MOST_TRIPLES;
pub use library::{Library, Unnamed, is_name};
pub use loading::{Load, Loaded};

use crate::{Error, Lab, Notice, demo};

/// The names of graphs as they may be shown: no address has a password.
pub fn shown(given: &str) -> String {
    let part = |name: &str| {
        if endpoint::is_address(name.trim()) {
            endpoint::shown(name)
        } else {
            name.to_owned()
        }
    };
    given.split(',').map(part).collect::<Vec<_>>().join(",")
}

impl Lab {
    /// The graphs that are kept.
    ///
    /// # Errors
    /// There is no home directory.
    pub fn library(&self) -> Result<Library, Error> {
        Ok(Library::new(self.home()?))
    }

    /// The graph with this name, in this file or at this address; several with commas between
    /// them.
    ///
    /// # Errors
    /// There is none, or it cannot be opened or reached.
    pub fn graph(&self, given: &str) -> Result<Box<dyn KnowledgeGraph>, Error> {
        // Addresses may have commas of their own.
        let one_address = endpoint::is_address(given) && !given.contains(",http");
        if one_address || !given.contains(',') || Path::new(given).exists() {
            return self.one_graph(given);
        }
        let names = given.split(',').map(str::trim);
        let graphs: Vec<_> = names
            .filter(|name| !name.is_empty())
            .map(|name| self.one_graph(name))
            .collect::<Result<_, _>>()?;
        Ok(Box::new(Union::new(graphs)))
    }

    fn one_graph(&self, given: &str) -> Result<Box<dyn KnowledgeGraph>, Error> {
        if endpoint::is_address(given) {
            Ok(Box::new(endpoint::open(self, given)?))
        } else {
            Ok(Box::new(self.embedded_graph(given)?))
        }
    }

    /// The graph with this name or in this file, where it has to be at hand.
    ///
    /// # Errors
    /// There is none, or it cannot be opened.
    pub fn embedded_graph(&self, given: &str) -> Result<Embedded, Error> {
        if given == demo::GRAPH {
            let file = &demo::TRIPLES;
            return Ok(Embedded::from_bytes(file.name, file.bytes.to_vec())?);
        }
        if endpoint::is_address(given) {
            return Err(Error::NotLoaded {
                address: endpoint::shown(given),
            });
        }
        let library = self.library()?;
        if let Some(path) = library.find(given) {
            return Ok(Embedded::open(path)?);
        }
        let path = Path::new(given);
        if path.is_file() {
            return self.open_triples(&library, path);
        }
        let names = library.names();
        Err(Error::UnknownGraph {
            nearest: nearest(given, names.iter().map(String::as_str).chain([demo::GRAPH]))
                .map(str::to_owned),
            given: given.to_owned(),
        })
    }

    /// Opens an index, or loads a file of triples: once, then it is kept under its digest.
    fn open_triples(&self, library: &Library, path: &Path) -> Result<Embedded, Error> {
        /// Smaller files are loaded before a digest could be looked up.
        const SMALL: u64 = 1 << 20;
        if path.extension().is_some_and(|extension| extension == "kg") {
            return Ok(Embedded::open(path)?);
        }
        let worthy = |graph: Embedded| match loading::worthless(&graph) {
            Some(error) => Err(error),
            None => Ok(graph),
        };
        let length = fs::metadata(path).map_err(Error::file(path))?.len();
        if length <= SMALL {
            let text = fs::read(path).map_err(Error::file(path))?;
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            let graph = Embedded::from_bytes(&name, text)?;
            self.notice_sources(&graph);
            return worthy(graph);
        }
        let key = Loader::new().file(path).key()?;
        let index = library.index(&key);
        // One of another version is made anew.
        let known = index.is_file().then(|| Embedded::open(&index).ok());
        let graph = if let Some(graph) = known.flatten() {
            library.touch(&index);
            graph
        } else {
            library.prepare().map_err(Error::file(path))?;
            self.notice(&Notice::LoadingOnce {
                file: path.to_owned(),
            });
            let report = Loader::new().file(path).load(&index)?;
            self.notice_any(Notice::of_load(&report));
            if report.key != key {
                fs::remove_file(&index).map_err(Error::file(&index))?;
                return Err(Error::ChangedMeanwhile);
            }
            Embedded::open(&index)?
        };
        self.notice_sources(&graph);
        worthy(graph).inspect_err(|_| library.forget(&key))
    }

    /// Tells what is irregular in the sources of a graph.
    fn notice_sources(&self, graph: &Embedded) {
        let nothing_outside = graph.unnamed() == 0 && graph.named_graphs() > 0;
        if nothing_outside && graph.default_graph() == DefaultGraph::Unnamed {
            self.notice(&Notice::OnlyNamedGraphs {
                graphs: graph.named_graphs(),
            });
        }
        for source in graph.sources() {
            if let Some(base) = &source.base {
                self.notice(&Notice::RelativeIris {
                    source: source.name.clone(),
                    count: source.relative,
                    base: base.clone(),
                });
            }
            if source.bad_lines > 0 {
                self.notice(&Notice::LinesLeftOut {
                    source: source.name.clone(),
                    count: source.bad_lines,
                    examples: source.remarks.iter().take(3).cloned().collect(),
                });
            }
        }
    }
}
