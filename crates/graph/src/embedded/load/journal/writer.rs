//! Writes frames, in a thread of its own.

use std::fs::File;
use std::io::{self, Seek, SeekFrom, Write};
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::thread::{self, JoinHandle};

use super::frame;

/// How many frames may wait for the disk before the load does.
const WAITING: usize = 4;

/// Writes frames, in a thread of its own. What was given to it is written when it is dropped.
pub(super) struct Writer {
    frames: Option<SyncSender<Vec<u8>>>,
    thread: Option<JoinHandle<()>>,
}

impl Writer {
    /// Writes on from a place in a file; whatever is there is cut off.
    pub(super) fn begin(mut file: File, at: u64, checksum: u64) -> io::Result<Self> {
        file.set_len(at)?;
        file.seek(SeekFrom::Start(at))?;
        let (frames, waiting) = mpsc::sync_channel(WAITING);
        let thread =
            thread::Builder::new().spawn(move || write_all(&mut file, checksum, &waiting))?;
        Ok(Self {
            frames: Some(frames),
            thread: Some(thread),
        })
    }

    /// Writes a frame; gives `None` if no more can be written.
    pub(super) fn write(self, body: Vec<u8>) -> Option<Self> {
        self.frames.as_ref()?.send(body).ok()?;
        Some(self)
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        self.frames = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// Writes until nothing more comes or the disk is full. Then the room is given back: the index
/// needs it more.
fn write_all(file: &mut File, mut checksum: u64, waiting: &Receiver<Vec<u8>>) {
    for body in waiting {
        let (head, sum) = frame::head(&body, checksum);
        checksum = sum;
        let written = file.write_all(&head).and_then(|()| file.write_all(&body));
        if written.is_err() {
            let _ = file.set_len(0);
            return;
        }
    }
}
