//! What a use case tells while it works: how far it is, and what is worth knowing.

use std::path::{Path, PathBuf};

use lydite_graph::{BadLine, LoadReport};

use crate::files::Identified;
use crate::store::ExperimentId;

/// Whoever wants to know how the work goes on: a terminal, a page, a log, or nobody.
///
/// ```
/// use lydite_lab::{Notice, Observer, Silent};
/// Silent.notice(&Notice::DamagedIndex);
/// ```
pub trait Observer: Send + Sync {
    /// A task begins that may take a while; it ends when what is returned is dropped.
    fn begin(&self, task: &Task) -> Box<dyn Progress>;

    /// Something is worth knowing that is not a result.
    fn notice(&self, notice: &Notice);
}

/// How far a task is.
pub trait Progress: Send + Sync {
    /// So much more is done.
    fn advance(&self, by: u64);

    /// So much is done, of so much.
    fn at(&self, done: u64, total: u64);

    /// What is being done just now.
    fn doing(&self, _step: &Step) {}
}

/// A task that may take a while.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Task {
    /// A large file is read.
    Reading {
        /// The file.
        file: PathBuf,
        /// Its length in bytes, if it is known.
        bytes: Option<u64>,
    },
    /// Queries are run on a graph.
    RunningQueries {
        /// How many.
        queries: u64,
    },
    /// It is found out why questions were lost.
    Attributing {
        /// How many questions there are.
        questions: u64,
    },
    /// Questions are put to a service.
    Asking {
        /// How many.
        questions: u64,
    },
    /// Questions are put to a system, and what it says is stored.
    AskingSystem {
        /// The system.
        system: String,
        /// How many.
        questions: u64,
    },
    /// A file of the catalogue is fetched.
    Fetching {
        /// Its name.
        name: String,
        /// Its length in bytes.
        bytes: u64,
    },
    /// Triples are loaded into an index.
    Loading,
}

/// A step of a task.
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    /// What an interrupted load has read is gone over.
    Resuming,
    /// Triples are read.
    Reading {
        /// How many so far.
        triples: u64,
        /// How many in a second.
        rate: u64,
    },
    /// A system was asked.
    Asking {
        /// How well it does so far, if that can be said.
        f1: Option<f64>,
        /// At how many questions it failed.
        errors: u64,
    },
    /// They are sorted.
    Sorting,
    /// Names and texts are indexed.
    Indexing,
    /// The index is written.
    Writing,
}

/// Something worth knowing that is not a result.
#[derive(Clone, Debug)]
pub enum Notice {
    /// Entries of a file could not be read.
    UnreadableEntries {
        /// The file.
        file: PathBuf,
        /// How many.
        count: u64,
    },
    /// Entries of an answer file have no identifier, but the text of their question.
    MatchedByText {
        /// The file.
        file: PathBuf,
        /// Those whose text a question of the benchmark has.
        found: u64,
        /// Those whose text no question has.
        unknown: u64,
    },
    /// Queries stood in the place of answers and were run.
    QueriesRun {
        /// The file.
        file: PathBuf,
        /// How many.
        run: u64,
        /// How many of them failed.
        failures: u64,
        /// The first of those, with the reasons.
        failed: Vec<(String, String)>,
    },
    /// Queries stand in the place of answers, and there is no graph to run them on.
    QueriesNotRun {
        /// The file.
        file: PathBuf,
        /// How many.
        count: u64,
    },
    /// A file of triples is loaded once and then kept.
    LoadingOnce {
        /// The file.
        file: PathBuf,
    },
    /// A graph on an endpoint is copied once and then kept.
    Copying {
        /// Its address as it may be shown.
        address: String,
        /// How many triples it has.
        triples: u64,
    },
    /// An earlier load was interrupted, and this one went on after so many triples.
    LoadResumed {
        /// How many triples were there already.
        triples: u64,
    },
    /// Lines of a file of triples were left out.
    LinesLeftOut {
        /// The file.
        source: String,
        /// How many.
        count: u64,
        /// The first of them.
        examples: Vec<BadLine>,
    },
    /// The index of an earlier load is damaged or of another version, and the files are loaded again.
    DamagedIndex,
    /// Standard input or a pipe is loaded: if that is interrupted, it has to begin anew.
    CannotResume,
    /// A file has relative IRIs without a base.
    RelativeIris {
        /// The file.
        source: String,
        /// How many.
        count: u64,
        /// What they were resolved against.
        base: String,
    },
    /// A graph has nothing outside of its named graphs, so that most queries find nothing.
    OnlyNamedGraphs {
        /// How many there are.
        graphs: u64,
    },
    /// Statements of an RDF file with features could not be read.
    UnreadableStatements {
        /// The file.
        file: String,
        /// How many.
        count: u64,
        /// The line of the first.
        line: u64,
        /// What is wrong with it.
        reason: String,
    },
    /// An experiment begins.
    ExperimentBegun {
        /// Its identifier.
        id: ExperimentId,
        /// How many questions are put in all.
        questions: u64,
        /// To how many systems.
        systems: usize,
    },
    /// An experiment was interrupted, and can be resumed.
    ExperimentInterrupted {
        /// Its identifier.
        id: ExperimentId,
    },
    /// A system failed so often that it is not asked any more.
    SystemGivenUp {
        /// The system.
        system: String,
        /// What happened.
        reason: String,
    },
    /// A worker cannot run an experiment, and leaves it to others.
    WorkFailed {
        /// The experiment.
        id: ExperimentId,
        /// Why.
        reason: String,
    },
    /// No question has a value for a feature.
    NoValues {
        /// The feature.
        feature: &'static str,
    },
    /// A line of stored exchanges was left out.
    BadRecord {
        /// The file.
        file: PathBuf,
        /// The line.
        line: usize,
        /// What is wrong with it.
        reason: String,
    },
    /// More lines of stored exchanges were left out than were named.
    BadRecords {
        /// The file.
        file: PathBuf,
        /// How many in all.
        count: usize,
    },
}

impl Notice {
    /// Tells of an interrupted load that this one took up.
    pub(crate) fn of_load(report: &LoadReport) -> Option<Self> {
        report.resumed.map(|triples| Self::LoadResumed { triples })
    }

    /// Tells of entries that were matched by their texts, if there are any.
    pub(crate) fn of_identified(file: &Path, identified: Identified) -> Option<Self> {
        (identified != Identified::default()).then(|| Self::MatchedByText {
            file: file.to_owned(),
            found: identified.found,
            unknown: identified.unknown,
        })
    }

    /// Tells of entries that could not be read, if there are any.
    pub(crate) fn of_unreadable(file: &Path, count: u64) -> Option<Self> {
        (count > 0).then(|| Self::UnreadableEntries {
            file: file.to_owned(),
            count,
        })
    }
}

/// Nobody wants to know.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Observer for Silent {
    fn begin(&self, _task: &Task) -> Box<dyn Progress> {
        Box::new(Self)
    }

    fn notice(&self, _notice: &Notice) {}
}

impl Progress for Silent {
    fn advance(&self, _by: u64) {}

    fn at(&self, _done: u64, _total: u64) {}
}
