//! Why a use case could not be carried out.

use std::io;
use std::path::{Path, PathBuf};

use lydite_formats::ReadError;
use lydite_graph::GraphError;
use lydite_model::Language;

use crate::catalogue::{FetchError, NoHome, ResolveError, UnknownName};

/// Why a use case could not be carried out. What to do about it is for the front end to say, which
/// knows its flags and buttons.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A benchmark or answer file cannot be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// A graph cannot be opened or asked.
    #[error(transparent)]
    Graph(#[from] GraphError),
    /// A file of the catalogue cannot be fetched.
    #[error(transparent)]
    Fetch(#[from] FetchError),
    /// There is no file of this name.
    #[error(transparent)]
    Resolve(#[from] ResolveError),
    /// The catalogue has no entry of this name.
    #[error(transparent)]
    UnknownName(#[from] UnknownName),
    /// There is no place for data.
    #[error(transparent)]
    NoHome(#[from] NoHome),
    /// A file cannot be read or written.
    #[error("{}: {source}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// Neither a graph nor a file has this name.
    #[error("{given}: there is no such graph and no such file")]
    UnknownGraph {
        /// The name as given.
        given: String,
        /// A graph with a name like it.
        nearest: Option<String>,
    },
    /// A graph cannot be called so.
    #[error("`{name}` cannot be the name of a graph")]
    BadGraphName {
        /// The name as given.
        name: String,
    },
    /// Nothing in a file could be read as a triple.
    #[error("{file}: nothing in it could be read as a triple")]
    NoTriples {
        /// The file.
        file: String,
    },
    /// This works only on graphs that are loaded.
    #[error("{address}: this works only on graphs that are loaded")]
    NotLoaded {
        /// The address as it may be shown.
        address: String,
    },
    /// An endpoint cannot be used.
    #[error("{source}")]
    Endpoint {
        /// What it said.
        source: GraphError,
    },
    /// No rule set has this name.
    #[error("no rule set is called `{name}`")]
    UnknownRules {
        /// The name as given.
        name: String,
    },
    /// There are templates to judge, but no questions with gold queries.
    #[error("no questions given")]
    NoQuestions,
    /// This is not the address of a service.
    #[error("`{given}` is not the address of a service")]
    NoAddress {
        /// The address as given.
        given: String,
    },
    /// No question got through to a service.
    #[error("{address} was never reached")]
    NeverReached {
        /// Its address.
        address: String,
    },
    /// A file has no recorded exchange.
    #[error("{}: there is no record in it", path.display())]
    NoRecords {
        /// The file.
        path: PathBuf,
    },
    /// A file has no answers in the language.
    #[error("{}: there are no answers in the language {language}", path.display())]
    NoAnswersInLanguage {
        /// The file.
        path: PathBuf,
        /// The language.
        language: Language,
    },
    /// What was found cannot be handed on.
    #[error("cannot write: {0}")]
    Output(io::Error),
    /// The benchmark has no question of the sample.
    #[error("the benchmark has no question of the sample")]
    NoQuestionOfSample,
}

impl Error {
    /// An adapter for `map_err` on file operations.
    pub(crate) fn file(path: &Path) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_owned();
        move |source| Self::File { path, source }
    }
}
