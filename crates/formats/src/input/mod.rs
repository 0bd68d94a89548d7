//! From a file to text in memory, a window at a time: decompressed, decoded, with line numbers.

mod compression;
mod encoding;
mod window;

use std::fs::File;
use std::io::{self, Cursor, Read};
use std::path::Path;

pub(crate) use window::{Slice, Window};

use crate::ReadError;

/// How many bytes decide about compression, encoding and format.
const HEAD: usize = 64 * 1024;

/// Whether a file has more bytes than that once it is unpacked. No more than that is read, so that
/// whoever takes files of others can turn away those that are small only while they are packed.
///
/// # Errors
/// The file cannot be read or unpacked.
pub fn unpacks_beyond(path: &Path, bytes: u64) -> io::Result<bool> {
    let packed = Headed::new(Box::new(File::open(path)?))?;
    let unpacked = match compression::of(&packed.head) {
        Some(unpack) => unpack(packed.whole())?,
        None => packed.whole(),
    };
    let read = io::copy(&mut unpacked.take(bytes.saturating_add(1)), &mut io::sink())?;
    Ok(read > bytes)
}

/// An opened file: its text from the start, and what was found out about its bytes.
pub(crate) struct Input {
    /// The text, as UTF-8.
    pub text: Box<dyn Read + Send>,
    /// The name of the encoding, and whether a byte order mark says so.
    pub encoding: encoding::Detected,
}

impl Input {
    /// Opens a file, or standard input for `-`.
    pub(crate) fn open(path: &Path) -> Result<Self, ReadError> {
        let failed = |source: io::Error| ReadError::Io {
            file: path.display().to_string(),
            source,
        };
        if path.as_os_str() == "-" {
            return Self::from_reader(Box::new(io::stdin())).map_err(failed);
        }
        let file = File::open(path).map_err(failed)?;
        if file.metadata().map_err(failed)?.is_dir() {
            return Err(ReadError::Directory {
                file: path.display().to_string(),
            });
        }
        Self::from_reader(Box::new(file)).map_err(failed)
    }

    /// Unpacks and decodes a stream of bytes.
    pub(crate) fn from_reader(bytes: Box<dyn Read + Send>) -> io::Result<Self> {
        let mut bytes = Headed::new(bytes)?;
        if let Some(unpack) = compression::of(&bytes.head) {
            bytes = Headed::new(unpack(bytes.whole())?)?;
        }
        let encoding = encoding::detect(&bytes.head);
        Ok(Self {
            text: encoding.decode(bytes.whole()),
            encoding,
        })
    }
}

/// A stream whose head was read.
struct Headed {
    head: Vec<u8>,
    rest: Box<dyn Read + Send>,
}

impl Headed {
    fn new(mut bytes: Box<dyn Read + Send>) -> io::Result<Self> {
        let mut head = Vec::with_capacity(HEAD);
        let read = bytes.by_ref().take(HEAD as u64).read_to_end(&mut head);
        let rest = match read {
            Ok(_) => bytes,
            Err(error) if head.is_empty() => return Err(error),
            Err(error) => Box::new(Failed(Some(error))),
        };
        Ok(Self { head, rest })
    }

    /// The stream from its beginning.
    fn whole(self) -> Box<dyn Read + Send> {
        Box::new(Cursor::new(self.head).chain(self.rest))
    }
}

/// The rest of a stream that cannot be read.
struct Failed(Option<io::Error>);

impl Read for Failed {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        self.0.take().map_or(Ok(0), Err)
    }
}
