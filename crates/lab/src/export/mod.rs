//! Experiments for the public: cited by IRI, read by people and programs, verified by anyone.
//!
//! | to | see |
//! | --- | --- |
//! | write an experiment in a format | [`Lab::export`], [`Format`] |
//! | know what is written | [`Publication`] |
//! | verify an archive | [`Lab::verify`] |
//! | show parts of it on a page | [`html`] |
//!
//! A [`Publication`] is read from the store once; every format is a pure function of it, so that the
//! same experiment gives the same bytes.

mod archive;
mod csv;
mod explained;
mod graph;
pub mod html;
mod latex;
mod names;
mod publication;
mod rdf;
mod verify;

use std::fmt;
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;

pub use archive::ArchiveError;
pub use explained::{Explained, ExplainedQuestion, Given, Suspicion, suspicions};
pub use publication::{Board, Judged, Line, Publication, dataset_title};
pub use rdf::SHAPES;
pub use verify::{Finding, Verified};

use crate::store::ExperimentId;
use crate::{Error, Lab};

/// A format in which experiments are published.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// RDF in JSON-LD.
    JsonLd,
    /// RDF in Turtle.
    Turtle,
    /// A line for every figure.
    Csv,
    /// Tables for a paper.
    Latex,
    /// A page for people, in one file that needs nothing else.
    Html,
    /// Everything, as an RO-Crate that can be verified.
    Zip,
}

impl Format {
    /// Every format.
    pub const ALL: [Self; 6] = [
        Self::JsonLd,
        Self::Turtle,
        Self::Csv,
        Self::Latex,
        Self::Html,
        Self::Zip,
    ];

    /// Its name.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::JsonLd => "jsonld",
            Self::Turtle => "turtle",
            Self::Csv => "csv",
            Self::Latex => "latex",
            Self::Html => "html",
            Self::Zip => "zip",
        }
    }

    /// What the names of its files end with.
    pub fn extension(self) -> &'static str {
        match self {
            Self::JsonLd => "jsonld",
            Self::Turtle => "ttl",
            Self::Csv => "csv",
            Self::Latex => "tex",
            Self::Html => "html",
            Self::Zip => "zip",
        }
    }

    /// Its media type.
    pub fn media_type(self) -> &'static str {
        match self {
            Self::JsonLd => "application/ld+json",
            Self::Turtle => "text/turtle",
            Self::Csv => "text/csv",
            Self::Latex => "application/x-tex",
            Self::Html => "text/html",
            Self::Zip => "application/zip",
        }
    }

    /// The format of a file, by the end of its name.
    ///
    /// ```
    /// use lydite_lab::export::Format;
    /// assert_eq!(Format::of_file("paper/table.tex".as_ref()), Some(Format::Latex));
    /// assert_eq!(Format::of_file("notes.txt".as_ref()), None);
    /// ```
    pub fn of_file(path: &Path) -> Option<Self> {
        let end = path.extension()?.to_str()?.to_ascii_lowercase();
        let mut all = Self::ALL.into_iter();
        all.find(|format| end == format.extension() || end == format.as_str())
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// Why an experiment cannot be exported.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// The IRI of the experiment is none.
    #[error("{iri} cannot be the IRI of an experiment: {reason}")]
    Base {
        /// What was tried.
        iri: String,
        /// What is wrong with it.
        reason: String,
    },
    /// Reports and tasks do not fit together.
    #[error("experiment {id}: its reports do not fit its tasks")]
    Inconsistent {
        /// The experiment.
        id: String,
    },
    /// It cannot be written.
    #[error("the export cannot be written: {0}")]
    Write(#[from] io::Error),
    /// An archive cannot be made or read.
    #[error(transparent)]
    Archive(#[from] ArchiveError),
}

/// What is exported.
#[derive(Clone, Debug)]
pub struct Export {
    /// The experiment.
    pub id: ExperimentId,
    /// Which judging; the latest, if no number is given.
    pub judging: Option<u64>,
    /// The format.
    pub format: Format,
    /// What the IRIs begin with; by default as when the experiment was run.
    pub base: Option<String>,
}

impl Lab {
    /// Reads what is to be published about an experiment.
    ///
    /// # Errors
    /// There is none, it was not judged, or the base makes no IRIs.
    pub fn publication(&self, export: &Export) -> Result<Publication, Error> {
        let store = Arc::new(self.store()?);
        Publication::of(&store, &export.id, export.judging, export.base.as_deref())
    }

    /// Writes an experiment.
    ///
    /// # Errors
    /// As for [`publication`](Self::publication), or it cannot be written.
    pub fn export(&self, export: &Export, out: &mut dyn Write) -> Result<(), Error> {
        let publication = self.publication(export)?;
        self.write(&publication, export.format, out)
    }

    fn write(
        &self,
        publication: &Publication,
        format: Format,
        out: &mut dyn Write,
    ) -> Result<(), Error> {
        let written = match format {
            Format::JsonLd => rdf::write(publication, rdf::Syntax::JsonLd, out),
            Format::Turtle => rdf::write(publication, rdf::Syntax::Turtle, out),
            Format::Csv => csv::figures(publication, out),
            Format::Latex => latex::write(publication, out),
            Format::Html => {
                let explained = self.explained(publication)?;
                html::write(publication, &explained, out)
            }
            Format::Zip => return self.archive(publication, out),
        };
        written.map_err(ExportError::from)?;
        Ok(())
    }
}
