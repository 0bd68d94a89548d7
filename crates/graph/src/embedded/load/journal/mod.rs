//! The journal of a load: what was read so far, so that an interrupted load can be taken up again.
//!
//! ```text
//! frame 0  which files are loaded, in which order, by which version
//! frame n  what a batch added to the terms and triples, or that a file came to its end
//! ```
//!
//! Every frame is its length, its checksum and its body. Checksums are seeded with that of the
//! frame before, so that frames count only as an unbroken row from the first on; whatever follows
//! (torn by a kill, spoilt by a power cut) is cut off.

mod frame;
mod scan;
mod writer;

use std::fs::File;

use serde::Serialize;

use super::batch::Notes;
use super::collected::{End, PARTS, Parts};
use frame::Event;
use writer::Writer;

pub(super) use scan::{Found, replay, scan};

/// The version of the layout; journals of another one are not used.
const VERSION: u32 = 2;

/// What a journal is about: another one is of no use to a load.
#[derive(Debug, Serialize)]
pub(super) struct Subject {
    version: u32,
    /// What is no triple for one version of the program may be one for another.
    program: &'static str,
    little_endian: bool,
    /// Names, lengths, and whether they are taken away.
    files: Vec<(String, u64, bool)>,
    /// What relative IRIs are resolved against, if that is given.
    base: Option<String>,
}

impl Subject {
    pub(super) fn new(files: Vec<(String, u64, bool)>, base: Option<String>) -> Self {
        Self {
            version: VERSION,
            program: env!("CARGO_PKG_VERSION"),
            little_endian: cfg!(target_endian = "little"),
            files,
            base,
        }
    }

    /// How many bytes the files have.
    pub(super) fn bytes(&self) -> u64 {
        self.files.iter().map(|(_, bytes, _)| bytes).sum()
    }

    fn frame(&self) -> Vec<u8> {
        serde_json::to_vec(self).unwrap_or_default()
    }
}

/// Where a load writes down what it has read, if it does.
#[derive(Default)]
pub(super) struct Journal {
    writer: Option<Writer>,
}

impl Journal {
    /// Writes on after what was found; without it, from the beginning.
    pub(super) fn begin(file: File, subject: &Subject, found: Option<&Found>) -> Self {
        let (end, checksum) = found.map_or((0, 0), |found| (found.end, found.checksum));
        let mut journal = Self {
            writer: Writer::begin(file, end, checksum).ok(),
        };
        if end == 0 {
            journal.write(subject.frame());
        }
        journal
    }

    /// Notes that a batch of a file was taken.
    pub(super) fn batch(&mut self, file: usize, notes: &Notes, added: Parts<'_>) {
        if self.writer.is_some() {
            let notes = notes.clone();
            self.write(frame::encode(&Event::Batch { file, notes }, added));
        }
    }

    /// Notes that a file was read to its end.
    pub(super) fn end(&mut self, file: usize, end: &End) {
        if self.writer.is_some() {
            let end = end.clone();
            let event = Event::End { file, end };
            self.write(frame::encode(&event, [&[]; PARTS]));
        }
    }

    /// A journal that cannot be written is given up; the load does not depend on it.
    fn write(&mut self, body: Vec<u8>) {
        self.writer = self.writer.take().and_then(|writer| writer.write(body));
    }
}
