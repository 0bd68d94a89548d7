//! What a journal tells of an earlier load.

use std::fs::File;
use std::io::{Seek, SeekFrom};

use super::super::collected::Collected;
use super::super::stretches::Place;
use super::Subject;
use super::frame::{Event, Frames, decode};

/// What of a journal can be used.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in super::super) struct Found {
    /// Where the last frame that can be used ends, and its checksum.
    pub(super) end: u64,
    pub(super) checksum: u64,
    /// The SHA-256 of the files that were read to their end.
    pub(in super::super) finished: Vec<String>,
    /// How far the file after them was read, if reading can go on there.
    pub(in super::super) reached: Option<Place>,
}

/// What of a journal can be used. `None` if it has nothing, or is about something else.
pub(in super::super) fn scan(mut file: &File, subject: &Subject) -> Option<Found> {
    file.seek(SeekFrom::Start(0)).ok()?;
    let mut frames = Frames::new(file, file.metadata().ok()?.len());
    if frames.next()? != subject.frame() {
        return None;
    }
    let mut usable = None;
    let mut finished = Vec::new();
    while let Some((event, _)) = frames.next().and_then(decode) {
        let reached = match event {
            Event::Batch { file, notes } if file == finished.len() => match notes.end {
                // Such a file has to be read again from its beginning, unless its end comes.
                None => continue,
                reached => reached,
            },
            Event::End { file, end } if file == finished.len() => {
                finished.push(end.sha256);
                None
            }
            _ => break,
        };
        usable = Some(Found {
            end: frames.at,
            checksum: frames.checksum,
            finished: finished.clone(),
            reached,
        });
    }
    usable
}

/// Reads again what was found. `None` if it contradicts itself.
pub(in super::super) fn replay(
    mut file: &File,
    found: &Found,
    subject: &Subject,
) -> Option<Collected> {
    file.seek(SeekFrom::Start(0)).ok()?;
    let mut frames = Frames::new(file, found.end);
    frames.next()?;
    let mut collected = Collected::new();
    let mut begun = None;
    while frames.at < found.end {
        let (event, parts) = decode(frames.next()?)?;
        let number = match event {
            Event::Batch { file, .. } | Event::End { file, .. } => file,
        };
        let (name, _, removed) = subject.files.get(number)?;
        if begun != Some(number) {
            collected.begin(name);
            begun = Some(number);
        }
        match event {
            Event::Batch { notes, .. } => {
                let triples = collected.append(parts)?;
                collected.note(triples, notes);
            }
            Event::End { end, .. } => collected.end(end, *removed),
        }
    }
    Some(collected)
}
