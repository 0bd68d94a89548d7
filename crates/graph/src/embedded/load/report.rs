//! What happened while loading.

use std::time::Duration;

use serde::{Deserialize, Serialize};

/// A line or statement that was left out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BadLine {
    /// The line, from 1; 0 where it is not known.
    pub line: u64,
    /// The column, from 1.
    pub column: Option<u64>,
    /// What is wrong with it.
    pub reason: String,
}

impl BadLine {
    /// What is wrong, in so many words: a parser may repeat all that it could not read.
    pub(super) fn new(line: u64, column: Option<u64>, reason: &str) -> Self {
        const REASON: usize = 300;
        let mut short: String = reason.chars().take(REASON).collect();
        if short.len() < reason.len() {
            short.push('…');
        }
        Self {
            line,
            column,
            reason: short,
        }
    }
}

/// What was read from a file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SourceReport {
    /// The name of the file.
    pub name: String,
    /// Its length, packed as it is.
    pub bytes: u64,
    /// The SHA-256 of its bytes.
    pub sha256: String,
    /// How many triples stand in it, repetitions included.
    pub triples: u64,
    /// Whether its triples were taken away instead of added.
    #[serde(default)]
    pub removed: bool,
    /// Its notation, as the usual extension of its name: `nt`, `nq`, `ttl`, `trig`, `rdf`, `jsonld`.
    pub format: String,
    /// What relative IRIs were resolved against, if there were any without a base of their own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub base: Option<String>,
    /// How many of those there were, repetitions included.
    #[serde(default)]
    pub relative: u64,
    /// How many lines or statements were left out.
    pub bad_lines: u64,
    /// The first of them.
    pub remarks: Vec<BadLine>,
}

/// What happened while loading.
#[derive(Clone, Debug)]
pub struct LoadReport {
    /// The files, in the order in which they were given.
    pub sources: Vec<SourceReport>,
    /// How many different triples there are.
    pub triples: u64,
    /// How many different terms.
    pub terms: u64,
    /// The length of the index.
    pub index_bytes: u64,
    /// What the index depends on, as [`Loader::key`](crate::Loader::key) gives it beforehand. If it
    /// is another one, a file has changed in between.
    pub key: String,
    /// How long it took.
    pub elapsed: Duration,
    /// If an earlier load was interrupted: how many triples it had read that this one did not need
    /// to read again.
    pub resumed: Option<u64>,
}

impl LoadReport {
    /// How many lines or statements were left out.
    pub fn bad_lines(&self) -> u64 {
        self.sources.iter().map(|source| source.bad_lines).sum()
    }
}

/// What a load is at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Going over what an interrupted load has read.
    Resuming,
    /// Reading a file, by its number.
    Reading(usize),
    /// Sorting the triples.
    Sorting,
    /// Making the indexes of labels and texts.
    Indexing,
    /// Writing the index file.
    Writing,
}

/// How far a load is.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// What it is at.
    pub phase: Phase,
    /// How many bytes of the files were read.
    pub bytes: u64,
    /// How many there are.
    pub bytes_total: u64,
    /// How many triples were read.
    pub triples: u64,
    /// How many bytes and triples an earlier load had read, which was interrupted.
    pub resumed: (u64, u64),
    /// How long it has taken so far.
    pub elapsed: Duration,
}

impl Progress {
    /// Triples in a second, without those of an earlier load.
    pub fn rate(&self) -> f64 {
        let triples = self.triples.saturating_sub(self.resumed.1);
        triples as f64 / self.elapsed.as_secs_f64().max(1e-9)
    }
}
