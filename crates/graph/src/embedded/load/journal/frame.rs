//! Frames: an event, and what it added to the terms and triples.

use std::fs::File;
use std::io::{BufReader, Read};

use serde::{Deserialize, Serialize};
use twox_hash::XxHash3_64;

use super::super::batch::Notes;
use super::super::collected::{End, PARTS, Parts};

/// What a frame tells.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum Event {
    /// A batch of a file was taken.
    Batch { file: usize, notes: Notes },
    /// A file was read to its end.
    End { file: usize, end: End },
}

/// How a frame begins: the length and the checksum of its body.
pub(super) const HEAD: usize = 16;

pub(super) fn head(body: &[u8], before: u64) -> ([u8; HEAD], u64) {
    let checksum = checksum(body, before);
    let mut head = [0; HEAD];
    head[..8].copy_from_slice(&(body.len() as u64).to_le_bytes());
    head[8..].copy_from_slice(&checksum.to_le_bytes());
    (head, checksum)
}

fn checksum(body: &[u8], before: u64) -> u64 {
    XxHash3_64::oneshot_with_seed(before, body)
}

/// The body of a frame: lengths of its parts, the parts, the event.
pub(super) fn encode(event: &Event, parts: Parts<'_>) -> Vec<u8> {
    let event = serde_json::to_vec(event).unwrap_or_default();
    let length: usize = parts.iter().map(|part| part.len()).sum();
    let mut body = Vec::with_capacity(PARTS * 8 + length + event.len());
    for part in parts {
        body.extend_from_slice(&(part.len() as u64).to_le_bytes());
    }
    for part in parts {
        body.extend_from_slice(part);
    }
    body.extend_from_slice(&event);
    body
}

pub(super) fn decode(body: &[u8]) -> Option<(Event, Parts<'_>)> {
    let (lengths, mut rest) = body.split_at_checked(PARTS * 8)?;
    let (lengths, _) = lengths.as_chunks::<8>();
    let mut parts: Parts<'_> = [&[]; PARTS];
    for (part, length) in parts.iter_mut().zip(lengths) {
        let length = usize::try_from(u64::from_le_bytes(*length)).ok()?;
        (*part, rest) = rest.split_at_checked(length)?;
    }
    Some((serde_json::from_slice(rest).ok()?, parts))
}

/// The frames of a journal from the first on, as far as they are intact.
pub(super) struct Frames<'f> {
    reader: BufReader<&'f File>,
    /// Where the next frame would begin, and where the file ends.
    pub(super) at: u64,
    end: u64,
    /// The checksum of the frame that was read last.
    pub(super) checksum: u64,
    body: Vec<u8>,
}

impl<'f> Frames<'f> {
    /// Reads an open file, which is at its beginning.
    pub(super) fn new(file: &'f File, end: u64) -> Self {
        Self {
            reader: BufReader::new(file),
            at: 0,
            end,
            checksum: 0,
            body: Vec::new(),
        }
    }

    /// The body of the next frame.
    pub(super) fn next(&mut self) -> Option<&[u8]> {
        let room = self.end.checked_sub(self.at + HEAD as u64)?;
        let mut word = [0; 8];
        self.reader.read_exact(&mut word).ok()?;
        let length = u64::from_le_bytes(word);
        self.reader.read_exact(&mut word).ok()?;
        // A length out of nowhere must not take the memory of the machine.
        if length > room {
            return None;
        }
        self.body.resize(usize::try_from(length).ok()?, 0);
        self.reader.read_exact(&mut self.body).ok()?;
        let expected = u64::from_le_bytes(word);
        if checksum(&self.body, self.checksum) != expected {
            return None;
        }
        self.checksum = expected;
        self.at += HEAD as u64 + length;
        Some(&self.body)
    }
}
