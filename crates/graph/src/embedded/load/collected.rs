//! What was read so far.

use std::io;

use rustc_hash::FxHashSet;
use serde::{Deserialize, Serialize};

use super::SourceReport;
use super::batch::{Batch, Notes};
use super::dictionary::{self, Dictionary};
use super::lines;
use super::named::NamedGraphs;
use super::permutations::Permutations;
use super::write::{Facts, Loaded};
use crate::embedded::default_graph::DefaultGraph;
use crate::embedded::profile::Profile;
use crate::embedded::text::TextIndex;

/// The top bit of a number marks terms that are not in the graph.
const MAX_TERMS: usize = 1 << 31;

/// What was read so far: everything but `reading` is only ever added to, unless a file is taken
/// away.
pub(super) struct Collected {
    dictionary: Dictionary,
    /// The triples outside of named graphs, and those in named graphs.
    triples: Vec<[u32; 3]>,
    quads: Vec<[u32; 4]>,
    /// The files that were read to their end.
    pub(super) sources: Vec<SourceReport>,
    /// The prefixes that they declare. The first one to use a name has it.
    prefixes: Vec<(String, String)>,
    /// The file that is being read, and how many lines of it are known.
    reading: SourceReport,
    lines: u64,
    /// How many triples and quads there were before it.
    before: (usize, usize),
}

/// What is known of a file when it was read to its end.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct End {
    pub(super) bytes: u64,
    pub(super) sha256: String,
    pub(super) format: String,
    /// What its relative IRIs are resolved against, if it has any.
    pub(super) base: String,
}

/// How much there was at some time.
pub(super) struct Mark {
    dictionary: dictionary::Mark,
    triples: usize,
    quads: usize,
}

/// How many parts an addition has.
pub(super) const PARTS: usize = dictionary::PARTS + 2;

/// What came to the terms and triples after a mark, as bytes.
pub(super) type Parts<'p> = [&'p [u8]; PARTS];

impl Collected {
    pub(super) fn new() -> Self {
        Self {
            dictionary: Dictionary::new(),
            triples: Vec::new(),
            quads: Vec::new(),
            sources: Vec::new(),
            prefixes: Vec::new(),
            reading: SourceReport::default(),
            lines: 0,
            before: (0, 0),
        }
    }

    /// How many triples there are.
    pub(super) fn len(&self) -> u64 {
        (self.triples.len() + self.quads.len()) as u64
    }

    /// How many triples were read, those of files that were taken away included.
    pub(super) fn triples_read(&self) -> u64 {
        let whole: u64 = self.sources.iter().map(|source| source.triples).sum();
        whole + self.reading.triples
    }

    /// How many bytes the files have that were read to their end.
    pub(super) fn bytes_of_whole(&self) -> u64 {
        self.sources.iter().map(|source| source.bytes).sum()
    }

    /// Begins a file.
    pub(super) fn begin(&mut self, name: &str) {
        self.reading = SourceReport {
            name: name.to_owned(),
            ..SourceReport::default()
        };
        self.lines = 0;
        self.before = (self.triples.len(), self.quads.len());
    }

    /// Adds the terms and triples of a batch; `numbers` is room that is used again.
    pub(super) fn add(&mut self, batch: &Batch, numbers: &mut Vec<u32>) -> io::Result<()> {
        self.dictionary.number_all(batch, numbers);
        if self.dictionary.len() > MAX_TERMS || self.len() > u64::from(u32::MAX / 2) {
            return Err(io::Error::new(
                io::ErrorKind::FileTooLarge,
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
        Ok(())
    }

    /// Notes what else there is to say of a batch of this many triples.
    pub(super) fn note(&mut self, triples: u64, notes: Notes) {
        let report = &mut self.reading;
        report.triples += triples;
        report.bad_lines += notes.bad_count;
        report.relative += notes.relative;
        for (name, iri) in notes.prefixes {
            if self.prefixes.iter().all(|(known, _)| *known != name) {
                self.prefixes.push((name, iri));
            }
        }
        let room = lines::REMARKS.saturating_sub(report.remarks.len());
        let remarks = notes.bad.into_iter().take(room);
        report.remarks.extend(remarks.map(|mut remark| {
            remark.line += self.lines;
            remark
        }));
        self.lines += notes.lines;
    }

    /// Ends a file; its triples are taken away again if it is one of those that are left out.
    pub(super) fn end(&mut self, end: End, removed: bool) {
        let End {
            bytes,
            sha256,
            format,
            base,
        } = end;
        let source = SourceReport {
            bytes,
            sha256,
            format,
            base: Some(base).filter(|_| self.reading.relative > 0),
            removed,
            ..std::mem::take(&mut self.reading)
        };
        if removed {
            let (triples, quads) = self.before;
            let everywhere: FxHashSet<[u32; 3]> = self.triples.drain(triples..).collect();
            let there: FxHashSet<[u32; 4]> = self.quads.drain(quads..).collect();
            self.triples.retain(|triple| !everywhere.contains(triple));
            self.quads.retain(|quad| {
                let [_, s, p, o] = *quad;
                !everywhere.contains(&[s, p, o]) && !there.contains(quad)
            });
        }
        self.sources.push(source);
    }

    pub(super) fn mark(&self) -> Mark {
        Mark {
            dictionary: self.dictionary.mark(),
            triples: self.triples.len(),
            quads: self.quads.len(),
        }
    }

    /// What came after a mark.
    pub(super) fn since(&self, mark: &Mark) -> Parts<'_> {
        let mut parts: Parts<'_> = [&[]; PARTS];
        parts[..dictionary::PARTS].copy_from_slice(&self.dictionary.since(&mark.dictionary));
        parts[PARTS - 2] = bytemuck::cast_slice(&self.triples[mark.triples..]);
        parts[PARTS - 1] = bytemuck::cast_slice(&self.quads[mark.quads..]);
        parts
    }

    /// Adds what came after a mark in an earlier load, and gives the number of triples. `None` if
    /// it does not fit to what is there.
    pub(super) fn append(&mut self, parts: Parts<'_>) -> Option<u64> {
        let [terms @ .., triples, quads] = parts;
        self.dictionary.append(terms)?;
        let (from, before, known) = (self.triples.len(), self.len(), self.dictionary.len());
        let is_known = |number: &u32| (*number as usize) < known;
        self.triples.extend(items::<[u32; 3]>(triples)?);
        let quads: Vec<[u32; 4]> = items(quads)?.collect();
        let mut numbers = self.triples[from..].as_flattened().iter();
        if !numbers.all(is_known) || !quads.as_flattened().iter().all(is_known) {
            return None;
        }
        self.quads.extend(quads);
        Some(self.len() - before)
    }

    pub(super) fn sort(self, digest_of: impl Fn(&[SourceReport]) -> String) -> Loaded {
        let Self {
            mut dictionary,
            mut triples,
            mut quads,
            sources,
            prefixes,
            ..
        } = self;
        let (numbers, first_literal) = dictionary.sort_by_kind();
        let renumber = |number: &mut u32| *number = numbers[*number as usize];
        triples.iter_mut().flatten().for_each(renumber);
        quads.iter_mut().flatten().for_each(renumber);
        drop(numbers);
        let outside = NamedGraphs::sort(&mut quads, &mut triples);
        let permutations = Permutations::new(triples, dictionary.len(), first_literal as usize);
        let graphs = NamedGraphs::new(&quads, outside, &permutations);
        Loaded {
            facts: Facts {
                triples: permutations.by_subject.pairs.len() as u64,
                unnamed: graphs.unnamed(),
                graphs: graphs.names.len() as u64,
                default_graph: DefaultGraph::default(),
                graph_name: None,
                terms: dictionary.len() as u64,
                digest: digest_of(&sources),
                prefixes,
                sources,
            },
            dictionary,
            permutations,
            graphs,
            first_literal,
            texts: TextIndex::default(),
            profile: Profile::default(),
        }
    }
}

/// Items from bytes, which may stand anywhere. `None` if some are left over.
pub(super) fn items<T: bytemuck::AnyBitPattern>(
    bytes: &[u8],
) -> Option<impl ExactSizeIterator<Item = T>> {
    let chunks = bytes.chunks_exact(size_of::<T>());
    let whole = chunks.remainder().is_empty();
    whole.then(|| chunks.map(bytemuck::pod_read_unaligned))
}
