//! N-Triples and N-Quads in parallel: files cut into stretches of whole lines.

use std::collections::BTreeMap;
use std::hash::Hasher;
use std::io::{self, Read};
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::sync::{Arc, Mutex};
use std::thread;

use serde::{Deserialize, Serialize};
use twox_hash::XxHash3_64;

use super::batch::Batch;
use super::lines;
use super::source::{Source, Stream, Tally};

/// No statement is as long as this.
const LINE: usize = 16 << 20;

/// How many threads parse, and how much of a file each of them takes at once.
#[derive(Clone, Copy, Debug)]
pub(super) struct Workload {
    pub(super) threads: usize,
    pub(super) stretch: usize,
}

/// A place between two lines of an unpacked text, and a digest of all that stands before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Place {
    bytes: u64,
    digest: u64,
}

/// How much of a text was passed.
#[derive(Default)]
pub(super) struct Passed {
    bytes: u64,
    digest: XxHash3_64,
}

impl Passed {
    fn pass(&mut self, bytes: &[u8]) {
        self.bytes += bytes.len() as u64;
        self.digest.write(bytes);
    }

    fn place(&self) -> Place {
        Place {
            bytes: self.bytes,
            digest: self.digest.finish(),
        }
    }
}

/// Goes on to a place that an earlier load has reached; says whether the text before it is the same.
pub(super) fn skip(source: &mut Source, to: Place) -> io::Result<bool> {
    let mut buffer = vec![0; 1 << 18];
    while source.passed.bytes < to.bytes {
        let left = usize::try_from(to.bytes - source.passed.bytes).unwrap_or(usize::MAX);
        let wanted = left.min(buffer.len());
        let count = source.reader.read(&mut buffer[..wanted])?;
        if count == 0 {
            return Ok(false);
        }
        source.passed.pass(&buffer[..count]);
    }
    Ok(source.passed.place() == to)
}

/// Some whole lines of a text.
struct Stretch {
    number: usize,
    text: String,
    /// How many bytes of the file were used up to its end.
    bytes: u64,
    end: Place,
}

/// Reads lines: one thread cuts the file into stretches, others parse them, and the caller takes
/// the results in the order of the file, so that the same files always give the same index.
pub(super) fn read(
    source: Source,
    file: usize,
    workload: Workload,
    take: &mut dyn FnMut(Batch) -> io::Result<()>,
) -> io::Result<()> {
    let Workload { threads, stretch } = workload;
    let (stretches, to_parse) = mpsc::sync_channel::<Stretch>(threads);
    let to_parse = Arc::new(Mutex::new(to_parse));
    let (batches, parsed) = mpsc::sync_channel::<(usize, Batch)>(threads * 2);
    thread::scope(|scope| {
        let cutter = scope.spawn(move || {
            let Source {
                reader,
                tally,
                passed,
                ..
            } = source;
            cut(reader, stretch, &tally, passed, &stretches)
        });
        for _ in 0..threads {
            let to_parse = Arc::clone(&to_parse);
            let batches = batches.clone();
            scope.spawn(move || {
                while let Some(stretch) = receive(&to_parse) {
                    let mut batch = Batch::new(stretch.text);
                    batch.notes.bytes = stretch.bytes;
                    batch.notes.end = Some(stretch.end);
                    lines::read(&mut batch, file);
                    if batches.send((stretch.number, batch)).is_err() {
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
    mut reader: Stream,
    length: usize,
    tally: &Tally,
    mut passed: Passed,
    stretches: &SyncSender<Stretch>,
) -> io::Result<()> {
    let mut rest: Vec<u8> = Vec::new();
    let mut number = 0;
    loop {
        let mut bytes = std::mem::take(&mut rest);
        let mut more = reader.by_ref().take(length as u64);
        let mut ended = more.read_to_end(&mut bytes)? == 0;
        match memchr::memrchr(b'\n', &bytes) {
            Some(at) if !ended => rest = bytes.split_off(at + 1),
            // A line as long as a stretch: take more until it ends.
            None if !ended => {
                if bytes.len() > LINE {
                    let reason = format!("a line is longer than {} MiB", LINE >> 20);
                    return Err(io::Error::new(io::ErrorKind::InvalidData, reason));
                }
                rest = bytes;
                continue;
            }
            _ => ended = true,
        }
        if !bytes.is_empty() {
            passed.pass(&bytes);
            // What is no UTF-8 shows as a bad line, and only that line is lost.
            let text = String::from_utf8(bytes)
                .unwrap_or_else(|error| replace_bad_lines(error.as_bytes()));
            let stretch = Stretch {
                number,
                text,
                bytes: tally.bytes(),
                end: passed.place(),
            };
            if stretches.send(stretch).is_err() {
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
