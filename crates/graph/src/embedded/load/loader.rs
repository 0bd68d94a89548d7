//! Loads files into an index.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Instant;

use lydite_digest::sha256_of;
use lydite_model::Cancel;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use rayon::prelude::*;

use super::batch::Batch;
use super::claim::{self, Claim};
use super::collected::{Collected, End};
use super::journal::{self, Journal, Subject};
use super::parse;
use super::source::{self, Source};
use super::stretches::{self, Workload};
use super::write::Loaded;
use super::{LoadReport, Phase, Progress, SourceReport};
use crate::GraphError;
use crate::embedded::default_graph::DefaultGraph;
use crate::embedded::file::IndexWriter;

/// How much of a file is parsed at once.
const STRETCH: usize = 2 << 20;

/// Smaller loads keep no journal.
const JOURNAL_FROM: u64 = 8_000_000;

type Tell<'p> = Box<dyn FnMut(&Progress) + 'p>;

/// Loads files into an index on disk.
///
/// ```
/// use lydite_graph::Loader;
/// # let folder = tempfile::tempdir()?;
/// # let file = folder.path().join("lakes.ttl");
/// # std::fs::write(&file, "<http://example.org/Saimaa> a <http://example.org/Lake> .")?;
/// # let index = folder.path().join("lakes.kg");
/// let report = Loader::new().file(&file).load(&index)?;
/// assert_eq!(report.triples, 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Default)]
pub struct Loader<'p> {
    /// The files, and whether their triples are taken away.
    files: Vec<(PathBuf, bool)>,
    threads: Option<usize>,
    stretch: Option<usize>,
    journal_from: Option<u64>,
    progress: Option<Tell<'p>>,
    cancel: Cancel,
    default_graph: DefaultGraph,
    graph_name: Option<String>,
    base: Option<String>,
}

impl<'p> Loader<'p> {
    /// A loader without files.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a file: N-Triples, N-Quads, Turtle, TriG, RDF/XML or JSON-LD, plain or compressed. It
    /// may be a pipe, and `-` is standard input; such a load cannot be taken up again.
    #[must_use]
    pub fn file(mut self, path: impl Into<PathBuf>) -> Self {
        self.files.push((path.into(), false));
        self
    }

    /// Takes the triples of a file away from what the files before it gave.
    #[must_use]
    pub fn without(mut self, path: impl Into<PathBuf>) -> Self {
        self.files.push((path.into(), true));
        self
    }

    /// How many threads parse; by default as many as there are processors.
    #[must_use]
    pub fn threads(mut self, threads: usize) -> Self {
        self.threads = Some(threads.max(1));
        self
    }

    /// How many bytes of a file are parsed at once; 2 MiB by default. The index does not depend on
    /// it.
    #[must_use]
    pub fn stretch(mut self, bytes: usize) -> Self {
        self.stretch = Some(bytes.clamp(64, 1 << 30));
        self
    }

    /// From how many bytes of files on a journal is kept, so that an interrupted load can be taken
    /// up again; by default from 8 MB on, since smaller files are quickly read again.
    #[must_use]
    pub fn journal_from(mut self, bytes: u64) -> Self {
        self.journal_from = Some(bytes);
        self
    }

    /// Whom to tell how far the load is.
    #[must_use]
    pub fn progress(mut self, tell: impl FnMut(&Progress) + 'p) -> Self {
        self.progress = Some(Box::new(tell));
        self
    }

    /// Who may end the load. Like any interrupted load, it can be taken up again.
    #[must_use]
    pub fn cancel(mut self, cancel: Cancel) -> Self {
        self.cancel = cancel;
        self
    }

    /// What queries see that name no graph; by default what stands outside of named graphs.
    #[must_use]
    pub fn default_graph(mut self, default_graph: DefaultGraph) -> Self {
        self.default_graph = default_graph;
        self
    }

    /// An IRI by which queries can ask for the triples outside of named graphs, too.
    #[must_use]
    pub fn graph_name(mut self, name: impl Into<String>) -> Self {
        self.graph_name = Some(name.into());
        self
    }

    /// What relative IRIs are resolved against, an absolute IRI; by default `file:///` and the name
    /// of the file. A base in the file itself comes first.
    #[must_use]
    pub fn base(mut self, base: impl Into<String>) -> Self {
        self.base = Some(base.into());
        self
    }

    /// Loads the files and writes the index, which appears under its name when it is whole.
    ///
    /// If an earlier load of the same files was interrupted, this one goes on where it stopped, and
    /// makes the same index. What is needed for that lies beside the index, in `INDEX.journal`.
    ///
    /// # Errors
    /// If a file cannot be read or the index cannot be written, or [`GraphError::Cancelled`].
    pub fn load(mut self, index: &Path) -> Result<LoadReport, GraphError> {
        let cancel = self.cancel.clone();
        // Whatever a reader makes of its interruption, this is why.
        let loaded = self.read_and_write(index);
        loaded.map_err(|error| {
            if cancel.is_cancelled() {
                GraphError::Cancelled
            } else {
                error
            }
        })
    }

    fn read_and_write(&mut self, index: &Path) -> Result<LoadReport, GraphError> {
        if let Some(base) = &self.base {
            oxiri::Iri::parse(base.as_str()).map_err(|error| GraphError::Io {
                place: base.clone(),
                source: io::Error::new(
                    io::ErrorKind::InvalidInput,
                    format!("invalid base: {error}"),
                ),
            })?;
        }
        let claim = Claim::new(index);
        let mut clock = Clock::new();
        let collected = match self.read(&claim, &mut clock) {
            Ok(collected) => collected,
            Err(error) => {
                // After a failed disk or network the next load can go on.
                if !claim.has_journal() || is_too_large(&error) {
                    claim.settle();
                }
                return Err(error);
            }
        };
        let loaded = self.finish(collected, &clock)?;
        if let Err(source) = write(&loaded, &claim, index) {
            let place = claim.partial.display().to_string();
            claim.settle();
            return Err(GraphError::Io { place, source });
        }
        let resumed = claim.interrupted.then_some(clock.resumed.1);
        claim.settle();
        let index_bytes = fs::metadata(index).map_or(0, |facts| facts.len());
        let parts = loaded.facts.sources.iter().zip(&self.files);
        let key = self.key_of(
            parts
                .map(|(source, (path, _))| {
                    let base = self.base_of(path);
                    key_part(&source.sha256, &source.format, &base, source.removed)
                })
                .collect(),
        );
        Ok(LoadReport {
            key,
            triples: loaded.facts.triples,
            terms: loaded.facts.terms,
            sources: loaded.facts.sources,
            index_bytes,
            elapsed: clock.started.elapsed(),
            resumed,
        })
    }

    /// Removes what an interrupted load of this index left behind, unless a load is under way.
    pub fn discard(index: &Path) {
        claim::discard(index);
    }

    /// Whether some input can be read only once: standard input or a pipe.
    pub fn reads_pipes(&self) -> bool {
        self.files.iter().any(|(path, _)| source::is_pipe(path))
    }

    /// What the index of the files depends on, without loading them: their bytes, their notations
    /// and the options that change what is read. The same inputs give the same one, in any order.
    ///
    /// # Errors
    /// If a file cannot be read, or only once.
    pub fn key(&self) -> Result<String, GraphError> {
        let (cancel, base) = (&self.cancel, self.base.as_deref());
        let part = |(path, removed): &(PathBuf, bool)| {
            if source::is_pipe(path) {
                let once = io::Error::other("it is a pipe, which can be read only once");
                return Err(failed(path, once));
            }
            let (digest, format) =
                source::identify(path, cancel).map_err(|error| failed(path, error))?;
            Ok(key_part(
                &digest,
                format.file_extension(),
                &base_of(base, path),
                *removed,
            ))
        };
        let parts: Result<Vec<_>, GraphError> = self.files.par_iter().map(part).collect();
        Ok(self.key_of(parts?))
    }

    fn key_of(&self, mut parts: Vec<String>) -> String {
        parts.sort_unstable();
        parts.push(format!("{:?}", self.default_graph));
        parts.extend(self.graph_name.clone());
        sha256_of(parts.join("\n").as_bytes())
    }

    /// What the relative IRIs of a file are resolved against.
    fn base_of(&self, path: &Path) -> String {
        base_of(self.base.as_deref(), path)
    }

    fn tell(&mut self, phase: Phase, bytes: u64, triples: u64, clock: &Clock) {
        if let Some(tell) = &mut self.progress {
            tell(&Progress {
                phase,
                bytes,
                bytes_total: clock.bytes_total,
                triples,
                resumed: clock.resumed,
                elapsed: clock.started.elapsed(),
            });
        }
    }

    /// Reads the files, or what is left to read of them.
    fn read(&mut self, claim: &Claim, clock: &mut Clock) -> Result<Collected, GraphError> {
        let subject = self.subject();
        clock.bytes_total = subject.bytes();
        let pipes = self.reads_pipes();
        let resumed = if pipes {
            None
        } else {
            self.resume(claim, &subject, clock)
        };
        let found = resumed.as_ref().map(|resumed| &resumed.found);
        let wanted =
            found.is_some() || subject.bytes() >= self.journal_from.unwrap_or(JOURNAL_FROM);
        let file = claim.file().filter(|_| wanted && !pipes);
        let mut journal = match file.and_then(|file| file.try_clone().ok()) {
            Some(file) => Journal::begin(file, &subject, found),
            None => Journal::default(),
        };
        let (mut collected, mut source) = match resumed {
            Some(resumed) => (resumed.collected, resumed.source),
            None => (Collected::new(), None),
        };
        for number in collected.sources.len()..self.files.len() {
            let source = source.take();
            self.read_file(number, source, &mut collected, &mut journal, clock)?;
        }
        Ok(collected)
    }

    /// Reads a file; if a source is given, to its end from where that stands.
    fn read_file(
        &mut self,
        number: usize,
        source: Option<Source>,
        collected: &mut Collected,
        journal: &mut Journal,
        clock: &Clock,
    ) -> Result<(), GraphError> {
        let (path, removed) = self.files[number].clone();
        let name = name_of(&path);
        let (base, workload) = (self.base_of(&path), self.workload());
        let bytes_before = collected.bytes_of_whole();
        let cancel = self.cancel.clone();
        let mut tell = |bytes: u64, triples: u64| {
            let bytes = bytes_before + bytes;
            self.tell(Phase::Reading(number), bytes, triples, clock);
        };
        let source = match source {
            Some(source) => source,
            None => {
                collected.begin(&name);
                source::open(&path, &cancel).map_err(|error| failed(&path, error))?
            }
        };
        let reading = Reading {
            base: &base,
            number,
            removed,
            workload,
        };
        reading
            .read(source, collected, journal, &mut tell)
            .map_err(|error| failed(&path, error))
    }

    fn workload(&self) -> Workload {
        let processors = || thread::available_parallelism().map_or(1, std::num::NonZero::get);
        Workload {
            threads: self.threads.unwrap_or_else(processors),
            stretch: self.stretch.unwrap_or(STRETCH),
        }
    }

    fn subject(&self) -> Subject {
        let length = |path: &Path| fs::metadata(path).map_or(0, |facts| facts.len());
        let files = self.files.iter();
        Subject::new(
            files
                .map(|(path, removed)| (name_of(path), length(path), *removed))
                .collect(),
            self.base.clone(),
        )
    }

    /// What an earlier load has read, if it was of the same files.
    fn resume(&mut self, claim: &Claim, subject: &Subject, clock: &mut Clock) -> Option<Resumed> {
        let file = claim.file()?;
        let found = journal::scan(file, subject)?;
        self.tell(Phase::Resuming, 0, 0, clock);
        let cancel = &self.cancel;
        let finished = found.finished.par_iter().zip(&self.files);
        if !finished
            .map(|(digest, (path, _))| {
                let now = source::digest(path, cancel);
                now.is_ok_and(|now| now == *digest)
            })
            .all(|same| same)
        {
            return None;
        }
        let source = match found.reached {
            Some(place) => {
                let (path, _) = self.files.get(found.finished.len())?;
                let mut source = source::open(path, &self.cancel).ok()?;
                let same = source.is_lines() && stretches::skip(&mut source, place).ok()?;
                Some(same.then_some(source)?)
            }
            None => None,
        };
        let collected = journal::replay(file, &found, subject)?;
        let skipped = source.as_ref().map_or(0, |source| source.tally.bytes());
        clock.resumed = (
            collected.bytes_of_whole() + skipped,
            collected.triples_read(),
        );
        Some(Resumed {
            found,
            collected,
            source,
        })
    }

    /// Sorts and indexes what was read.
    fn finish(&mut self, collected: Collected, clock: &Clock) -> Result<Loaded, GraphError> {
        let bytes = collected.bytes_of_whole();
        self.go_on()?;
        self.tell(Phase::Sorting, bytes, collected.len(), clock);
        let name = self.graph_name.as_deref();
        let digest = |sources: &[SourceReport]| digest_of(sources, self.default_graph, name);
        let mut sorted = collected.sort(digest);
        sorted.facts.default_graph = self.default_graph;
        sorted.facts.graph_name.clone_from(&self.graph_name);
        self.go_on()?;
        self.tell(Phase::Indexing, bytes, sorted.facts.triples, clock);
        let loaded = sorted.with_texts().map_err(|source| GraphError::Io {
            place: "the index of names".to_owned(),
            source,
        })?;
        self.go_on()?;
        self.tell(Phase::Writing, bytes, loaded.facts.triples, clock);
        Ok(loaded)
    }

    /// Sorting and indexing are not interrupted, but what follows them is.
    fn go_on(&self) -> Result<(), GraphError> {
        if self.cancel.is_cancelled() {
            return Err(GraphError::Cancelled);
        }
        Ok(())
    }
}

/// What is told whenever a load tells how far it is.
struct Clock {
    started: Instant,
    bytes_total: u64,
    /// The bytes and triples of an earlier load.
    resumed: (u64, u64),
}

impl Clock {
    fn new() -> Self {
        Self {
            started: Instant::now(),
            bytes_total: 0,
            resumed: (0, 0),
        }
    }
}

/// What an earlier load has read, and the file that it was at, where it stopped.
struct Resumed {
    found: journal::Found,
    collected: Collected,
    source: Option<Source>,
}

/// How a file is read.
struct Reading<'r> {
    base: &'r str,
    number: usize,
    removed: bool,
    workload: Workload,
}

impl Reading<'_> {
    /// Reads a source to its end.
    fn read(
        &self,
        source: Source,
        collected: &mut Collected,
        journal: &mut Journal,
        tell: &mut dyn FnMut(u64, u64),
    ) -> io::Result<()> {
        let tally = source.tally.clone();
        let format = source.format.file_extension().to_owned();
        let mut numbers = Vec::new();
        let mut take = |batch: Batch| -> io::Result<()> {
            let mark = collected.mark();
            collected.add(&batch, &mut numbers)?;
            journal.batch(self.number, &batch.notes, collected.since(&mark));
            let bytes = batch.notes.bytes;
            collected.note(batch.len() as u64, batch.notes);
            tell(bytes, collected.len());
            Ok(())
        };
        if source.is_lines() {
            stretches::read(source, self.number, self.workload, &mut take)?;
        } else {
            let stretch = self.workload.stretch;
            parse::read(source, self.base, self.number, stretch, &mut take)?;
        }
        let end = End {
            bytes: tally.bytes(),
            sha256: tally.digest(),
            format,
            base: self.base.to_owned(),
        };
        journal.end(self.number, &end);
        collected.end(end, self.removed);
        Ok(())
    }
}

/// Writes an index. If there is no room for it, the journal is the first thing to go.
fn write(loaded: &Loaded, claim: &Claim, index: &Path) -> io::Result<()> {
    let write = || {
        let mut out = IndexWriter::create(&claim.partial)?;
        loaded.write(&mut out)?;
        out.publish(&claim.partial, index)
    };
    let mut written = write();
    if written.is_err() && claim.has_journal() {
        claim.clear_journal();
        written = write();
    }
    if written.is_err() {
        // A full disk is no place for half an index.
        let _ = fs::remove_file(&claim.partial);
    }
    written
}

fn name_of(path: &Path) -> String {
    if path.as_os_str() == source::STANDARD_INPUT {
        return "standard input".to_owned();
    }
    let name = path.file_name().unwrap_or_default();
    name.to_string_lossy().into_owned()
}

fn failed(path: &Path, source: io::Error) -> GraphError {
    GraphError::Io {
        place: path.display().to_string(),
        source,
    }
}

fn is_too_large(error: &GraphError) -> bool {
    matches!(error, GraphError::Io { source, .. } if source.kind() == io::ErrorKind::FileTooLarge)
}

/// The digest of a graph, from those of its files, in whatever order, and from what else made it.
fn digest_of(sources: &[SourceReport], default_graph: DefaultGraph, name: Option<&str>) -> String {
    let part = |source: &SourceReport| {
        let sign = if source.removed { "-" } else { "" };
        let base = source.base.iter().map(|base| format!(" base {base}"));
        format!("{sign}{}{}", source.sha256, base.collect::<String>())
    };
    let mut parts: Vec<String> = sources.iter().map(part).collect();
    parts.sort_unstable();
    if default_graph == DefaultGraph::Union {
        parts.push("default graph union".to_owned());
    }
    parts.extend(name.map(|name| format!("graph name {name}")));
    sha256_of(parts.join("\n").as_bytes())
}

fn key_part(digest: &str, format: &str, base: &str, removed: bool) -> String {
    let sign = if removed { "-" } else { "" };
    // Statements of these are absolute.
    let base = if matches!(format, "nt" | "nq") {
        ""
    } else {
        base
    };
    format!("{sign}{digest} {format} {base}")
}

fn base_of(given: Option<&str>, path: &Path) -> String {
    given.map_or_else(|| default_base(&name_of(path)), str::to_owned)
}

fn default_base(name: &str) -> String {
    format!(
        "file:///{}",
        utf8_percent_encode(name, NON_ALPHANUMERIC_BUT)
    )
}

/// Letters, digits and what a file name may have in an IRI as it is.
const NON_ALPHANUMERIC_BUT: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'.')
    .remove(b'-')
    .remove(b'_')
    .remove(b'~')
    .remove(b'+');

/// Makes an index of a text, in memory.
pub(in crate::embedded) fn index_of(name: &str, text: Vec<u8>) -> io::Result<Vec<u8>> {
    let source = source::from_reader(name, io::Cursor::new(text), &Cancel::new())?;
    let mut collected = Collected::new();
    collected.begin(name);
    let base = default_base(name);
    let reading = Reading {
        base: &base,
        number: 0,
        removed: false,
        workload: Workload {
            threads: 1,
            stretch: STRETCH,
        },
    };
    reading.read(
        source,
        &mut collected,
        &mut Journal::default(),
        &mut |_, _| {},
    )?;
    let mut out = IndexWriter::in_memory()?;
    collected
        .sort(|sources| digest_of(sources, DefaultGraph::default(), None))
        .with_texts()?
        .write(&mut out)?;
    out.into_bytes()
}
