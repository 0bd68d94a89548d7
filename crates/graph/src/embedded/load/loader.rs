//! Loads files into an index.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Instant;

use oxrdfio::RdfFormat;
use rustc_hash::FxHashSet;
use sha2::{Digest, Sha256};

use super::batch::Batch;
use super::dictionary::Dictionary;
use super::lines;
use super::parse;
use super::permutations::Permutations;
use super::source::{self, Source, Tally};
use super::write::{Facts, Loaded};
use super::{LoadReport, Phase, Progress, SourceReport};
use crate::GraphError;
use crate::embedded::file::IndexWriter;
use crate::embedded::profile::Profile;
use crate::embedded::text::TextIndex;

/// How much of a file is parsed at once.
const STRETCH: usize = 2 << 20;

/// The top bit of a number marks terms that are not in the graph.
const MAX_TERMS: usize = 1 << 31;

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
    progress: Option<Tell<'p>>,
}

impl<'p> Loader<'p> {
    /// A loader without files.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a file: N-Triples, N-Quads, Turtle, TriG, RDF/XML or JSON-LD, plain or packed.
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

    /// Whom to tell how far the load is.
    #[must_use]
    pub fn progress(mut self, tell: impl FnMut(&Progress) + 'p) -> Self {
        self.progress = Some(Box::new(tell));
        self
    }

    /// Loads the files and writes the index, which appears under its name when it is whole.
    ///
    /// What an interrupted load left behind is removed, and the load starts anew.
    ///
    /// # Errors
    /// If a file cannot be read or the index cannot be written.
    pub fn load(mut self, index: &Path) -> Result<LoadReport, GraphError> {
        let started = Instant::now();
        let partial = partial_path(index);
        let restarted = partial.exists();
        let loaded = self.read(started)?;
        self.tell(Phase::Writing, started, &loaded);
        let written = IndexWriter::create(&partial).and_then(|mut out| {
            loaded.write(&mut out)?;
            out.publish(&partial, index)
        });
        if let Err(source) = written {
            // A full disk is no place for half an index.
            let _ = fs::remove_file(&partial);
            let place = partial.display().to_string();
            return Err(GraphError::Io { place, source });
        }
        let index_bytes = fs::metadata(index).map_or(0, |facts| facts.len());
        Ok(LoadReport {
            triples: loaded.facts.triples,
            terms: loaded.facts.terms,
            sources: loaded.facts.sources,
            index_bytes,
            elapsed: started.elapsed(),
            restarted,
        })
    }

    /// The digest of the graph that the files make, without loading them: that of their bytes.
    ///
    /// # Errors
    /// If a file cannot be read.
    pub fn digest(&self) -> Result<String, GraphError> {
        let mut digests = Vec::new();
        for (path, removed) in &self.files {
            let digest = source::digest(path).map_err(|source| GraphError::Io {
                place: path.display().to_string(),
                source,
            })?;
            digests.push((digest, *removed));
        }
        Ok(digest_of(
            digests
                .iter()
                .map(|(digest, removed)| (&**digest, *removed)),
        ))
    }

    fn tell(&mut self, phase: Phase, started: Instant, loaded: &Loaded) {
        let sources = &loaded.facts.sources;
        let bytes = sources.iter().map(|source| source.bytes).sum();
        if let Some(tell) = &mut self.progress {
            tell(&Progress {
                phase,
                bytes,
                bytes_total: bytes,
                triples: sources.iter().map(|source| source.triples).sum(),
                elapsed: started.elapsed(),
            });
        }
    }

    fn read(&mut self, started: Instant) -> Result<Loaded, GraphError> {
        let lengths = self.files.iter().map(|(path, _)| fs::metadata(path));
        let bytes_total = lengths.flatten().map(|facts| facts.len()).sum();
        let threads = self
            .threads
            .unwrap_or_else(|| thread::available_parallelism().map_or(1, std::num::NonZero::get));
        let mut collected = Collected::new();
        let mut bytes_before = 0;
        for (number, (path, removed)) in self.files.iter().enumerate() {
            let failed = |source| GraphError::Io {
                place: path.display().to_string(),
                source,
            };
            let source = source::open(path).map_err(failed)?;
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            let mut tell = |bytes: u64, triples: u64| {
                if let Some(tell) = &mut self.progress {
                    tell(&Progress {
                        phase: Phase::Reading(number),
                        bytes: bytes_before + bytes,
                        bytes_total,
                        triples,
                        elapsed: started.elapsed(),
                    });
                }
            };
            collected
                .read(&name, source, number, threads, &mut tell)
                .map_err(failed)?;
            if *removed {
                collected.remove_last();
            }
            bytes_before += collected.sources[number].bytes;
        }
        if let Some(tell) = &mut self.progress {
            tell(&Progress {
                phase: Phase::Sorting,
                bytes: bytes_before,
                bytes_total,
                triples: collected.triples.len() as u64,
                elapsed: started.elapsed(),
            });
        }
        let sorted = collected.sort();
        if let Some(tell) = &mut self.progress {
            tell(&Progress {
                phase: Phase::Indexing,
                bytes: bytes_before,
                bytes_total,
                triples: sorted.facts.triples,
                elapsed: started.elapsed(),
            });
        }
        sorted.with_texts().map_err(|source| GraphError::Io {
            place: "the index of names".to_owned(),
            source,
        })
    }
}

/// The digest of a graph, from those of its files, in whatever order.
fn digest_of<'d>(files: impl Iterator<Item = (&'d str, bool)>) -> String {
    let mut digests: Vec<String> = files
        .map(|(digest, removed)| format!("{}{digest}", if removed { "-" } else { "" }))
        .collect();
    digests.sort_unstable();
    let digest = Sha256::digest(digests.join("\n"));
    digest.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The name of an index that is not whole yet.
fn partial_path(index: &Path) -> PathBuf {
    let mut name = index.file_name().unwrap_or_default().to_owned();
    name.push(".partial");
    index.with_file_name(name)
}

/// Makes an index of a text, in memory.
pub(in crate::embedded) fn index_of(name: &str, text: Vec<u8>) -> io::Result<Vec<u8>> {
    let source = source::from_reader(name, io::Cursor::new(text))?;
    let mut collected = Collected::new();
    collected.read(name, source, 0, 1, &mut |_, _| {})?;
    let mut out = IndexWriter::in_memory()?;
    collected.sort().with_texts()?.write(&mut out)?;
    out.into_bytes()
}

/// What was read so far.
struct Collected {
    dictionary: Dictionary,
    triples: Vec<[u32; 3]>,
    quads: Vec<[u32; 4]>,
    sources: Vec<SourceReport>,
}

impl Collected {
    fn new() -> Self {
        Self {
            dictionary: Dictionary::new(),
            triples: Vec::new(),
            quads: Vec::new(),
            sources: Vec::new(),
        }
    }

    /// Takes away the triples of the file that was read last.
    fn remove_last(&mut self) {
        let Some(source) = self.sources.last_mut() else {
            return;
        };
        source.removed = true;
        let from = self.triples.len() - source.triples as usize;
        let unwanted: FxHashSet<[u32; 3]> = self.triples.drain(from..).collect();
        self.triples.retain(|triple| !unwanted.contains(triple));
        self.quads
            .retain(|[_, s, p, o]| !unwanted.contains(&[*s, *p, *o]));
    }

    /// Reads a file to its end.
    fn read(
        &mut self,
        name: &str,
        source: Source,
        file: usize,
        threads: usize,
        tell: &mut dyn FnMut(u64, u64),
    ) -> io::Result<()> {
        let Source {
            format,
            reader,
            tally,
        } = source;
        let mut report = SourceReport {
            name: name.to_owned(),
            bytes: 0,
            sha256: String::new(),
            triples: 0,
            bad_lines: 0,
            removed: false,
            remarks: Vec::new(),
        };
        let mut lines_before = 0;
        let mut numbers = Vec::new();
        let mut take = |batch: Batch| -> io::Result<()> {
            self.dictionary.number_all(&batch, &mut numbers);
            if self.dictionary.len() > MAX_TERMS || self.triples.len() > u32::MAX as usize / 2 {
                return Err(io::Error::other(
                    "the graph is too large to be embedded; load it into a SPARQL engine",
                ));
            }
            let number = |within: &u32| numbers[*within as usize];
            let triples = batch.triples.iter();
            self.triples
                .extend(triples.map(|triple| triple.each_ref().map(number)));
            let quads = batch.quads.iter();
            self.quads
                .extend(quads.map(|quad| quad.each_ref().map(number)));
            report.triples += batch.triples.len() as u64;
            report.bad_lines += batch.bad_count;
            let room = lines::REMARKS.saturating_sub(report.remarks.len());
            let remarks = batch.bad.into_iter().take(room);
            report.remarks.extend(remarks.map(|mut remark| {
                remark.line += lines_before;
                remark
            }));
            lines_before += batch.lines;
            tell(batch.bytes, self.triples.len() as u64);
            Ok(())
        };
        match format {
            RdfFormat::NTriples | RdfFormat::NQuads => {
                read_lines(reader, &tally, file, threads, &mut take)?;
            }
            format => read_statements(reader, format, name, &tally, file, &mut take)?,
        }
        report.bytes = tally.bytes();
        report.sha256 = tally.digest();
        self.sources.push(report);
        Ok(())
    }

    fn sort(self) -> Loaded {
        let Self {
            mut dictionary,
            mut triples,
            mut quads,
            sources,
        } = self;
        let (numbers, first_literal) = dictionary.sort_by_kind();
        let renumber = |number: &mut u32| *number = numbers[*number as usize];
        triples.iter_mut().flatten().for_each(renumber);
        quads.iter_mut().flatten().for_each(renumber);
        drop(numbers);
        quads.sort_unstable();
        quads.dedup();
        let permutations = Permutations::new(triples, dictionary.len(), first_literal as usize);
        let digests = sources.iter();
        let digest = digest_of(digests.map(|source| (&*source.sha256, source.removed)));
        Loaded {
            facts: Facts {
                triples: permutations.by_subject.pairs.len() as u64,
                terms: dictionary.len() as u64,
                digest,
                sources,
            },
            dictionary,
            permutations,
            quads,
            first_literal,
            texts: TextIndex::default(),
            profile: Profile::default(),
        }
    }
}

/// Reads N-Triples: one thread cuts the file into stretches of whole lines, others parse them, and
/// the caller takes the results in the order of the file, so that the same files always give the
/// same index.
fn read_lines(
    reader: Box<dyn Read + Send>,
    tally: &Tally,
    file: usize,
    threads: usize,
    take: &mut dyn FnMut(Batch) -> io::Result<()>,
) -> io::Result<()> {
    type Stretch = (usize, String, u64);
    let (stretches, to_parse) = mpsc::sync_channel::<Stretch>(threads);
    let to_parse = Arc::new(Mutex::new(to_parse));
    let (batches, parsed) = mpsc::sync_channel::<(usize, Batch)>(threads * 2);
    thread::scope(|scope| {
        let cutter = scope.spawn(move || cut(reader, tally, &stretches));
        for _ in 0..threads {
            let to_parse = Arc::clone(&to_parse);
            let batches = batches.clone();
            scope.spawn(move || {
                while let Some((number, text, bytes)) = receive(&to_parse) {
                    let mut batch = Batch::new(text);
                    batch.bytes = bytes;
                    lines::read(&mut batch, file);
                    if batches.send((number, batch)).is_err() {
                        return;
                    }
                }
            });
        }
        drop((batches, to_parse));
        let result = in_order(&parsed, take);
        // Whoever still sends is told that nobody listens.
        drop(parsed);
        let cut = cutter
            .join()
            .unwrap_or_else(|_| Err(io::Error::other("the reader of the file gave up")));
        result.and(cut)
    })
}

fn receive<T>(from: &Mutex<Receiver<T>>) -> Option<T> {
    from.lock().ok()?.recv().ok()
}

fn in_order(
    parsed: &Receiver<(usize, Batch)>,
    take: &mut dyn FnMut(Batch) -> io::Result<()>,
) -> io::Result<()> {
    let mut early = BTreeMap::new();
    let mut next = 0;
    for (number, batch) in parsed {
        early.insert(number, batch);
        while let Some(batch) = early.remove(&next) {
            take(batch)?;
            next += 1;
        }
    }
    Ok(())
}

/// Cuts a stream into stretches of whole lines.
fn cut(
    mut reader: Box<dyn Read + Send>,
    tally: &Tally,
    stretches: &SyncSender<(usize, String, u64)>,
) -> io::Result<()> {
    let mut rest: Vec<u8> = Vec::new();
    let mut number = 0;
    loop {
        let mut bytes = std::mem::take(&mut rest);
        let wanted = STRETCH + bytes.len();
        let mut ended = reader
            .by_ref()
            .take((wanted - bytes.len()) as u64)
            .read_to_end(&mut bytes)?
            == 0;
        match memchr::memrchr(b'\n', &bytes) {
            Some(at) if !ended => rest = bytes.split_off(at + 1),
            // A line as long as a stretch: take more until it ends.
            None if !ended => {
                rest = bytes;
                continue;
            }
            _ => ended = true,
        }
        if !bytes.is_empty() {
            // What is no UTF-8 shows as a bad line, and only that line is lost.
            let text = String::from_utf8(bytes)
                .unwrap_or_else(|error| replace_bad_lines(error.as_bytes()));
            if stretches.send((number, text, tally.bytes())).is_err() {
                return Ok(());
            }
            number += 1;
        }
        if ended {
            return Ok(());
        }
    }
}

/// The text with a mark in place of every line that is no UTF-8.
fn replace_bad_lines(bytes: &[u8]) -> String {
    bytes
        .split_inclusive(|byte| *byte == b'\n')
        .map(|line| std::str::from_utf8(line).unwrap_or("(this line is not UTF-8)\n"))
        .collect()
}

/// Reads the other notations: one thread parses, the caller takes the results.
fn read_statements(
    reader: Box<dyn Read + Send>,
    format: RdfFormat,
    name: &str,
    tally: &Tally,
    file: usize,
    take: &mut dyn FnMut(Batch) -> io::Result<()>,
) -> io::Result<()> {
    let base = format!("file:///{}", name.replace(' ', "%20"));
    let (batches, parsed) = mpsc::sync_channel::<Batch>(2);
    thread::scope(|scope| {
        let parser = scope.spawn(move || {
            parse::read(reader, format, &base, file, |mut batch| {
                batch.bytes = tally.bytes();
                batches.send(batch).is_ok()
            })
        });
        let result = parsed.iter().try_for_each(take);
        drop(parsed);
        let parsed = parser
            .join()
            .unwrap_or_else(|_| Err(io::Error::other("the parser gave up")));
        result.and(parsed)
    })
}
