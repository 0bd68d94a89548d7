//! A file on its way in: what has arrived so far, and its digest.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use lydite_digest::Sha256;
use lydite_http::Sink;

use super::{Digest, FetchError};

/// The `.part` file beside the place where the whole file will lie.
///
/// It is left behind when the program is killed, and taken up again by the next run.
pub(super) struct Part {
    path: PathBuf,
    file: File,
    hasher: Sha256,
    length: u64,
}

impl Part {
    /// Takes up what an earlier run left, or starts anew; what is too long for the file is dropped.
    pub(super) fn open(place: &Path, size: u64) -> Result<Self, FetchError> {
        let mut path = OsString::from(place);
        path.push(".part");
        let path = PathBuf::from(path);

        let mut file = File::options()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(&path)
            .map_err(FetchError::file("open", &path))?;
        let mut hasher = Sha256::default();
        // Reading leaves the cursor at the end, where writing continues.
        let length = hasher
            .read(&mut file)
            .map_err(FetchError::file("read", &path))?;

        let mut part = Self {
            path,
            file,
            hasher,
            length,
        };
        if length > size {
            part.clear()
                .map_err(FetchError::file("empty", &part.path))?;
        }
        Ok(part)
    }

    /// The digest of what has arrived.
    pub(super) fn digest(&self) -> Digest {
        Digest::finish(self.hasher.clone())
    }

    /// Says that it could not be written.
    pub(super) fn failed(&self, source: io::Error) -> FetchError {
        FetchError::file("write", &self.path)(source)
    }

    /// Puts the whole file in its place in one step.
    pub(super) fn finish(self, place: &Path) -> Result<(), FetchError> {
        self.file
            .sync_all()
            .map_err(FetchError::file("write", &self.path))?;
        // Windows does not rename an open file.
        drop(self.file);
        fs::rename(&self.path, place).map_err(FetchError::file("create", place))
    }

    /// Removes the file.
    pub(super) fn discard(self) -> Result<(), FetchError> {
        drop(self.file);
        fs::remove_file(&self.path).map_err(FetchError::file("remove", &self.path))
    }
}

impl Sink for Part {
    fn length(&self) -> u64 {
        self.length
    }

    fn append(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.file.write_all(bytes)?;
        self.hasher.update(bytes);
        self.length += bytes.len() as u64;
        Ok(())
    }

    fn clear(&mut self) -> io::Result<()> {
        self.file.set_len(0)?;
        io::Seek::rewind(&mut self.file)?;
        self.hasher = Sha256::default();
        self.length = 0;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_is_taken_up_where_it_was_left() {
        let dir = tempfile::tempdir().unwrap();
        let place = dir.path().join("f.json");

        let mut part = Part::open(&place, 6).unwrap();
        part.append(b"abc").unwrap();
        drop(part);

        let mut part = Part::open(&place, 6).unwrap();
        assert_eq!((part.length(), part.digest()), (3, Digest::of(b"abc")));
        part.append(b"def").unwrap();
        assert_eq!((part.length(), part.digest()), (6, Digest::of(b"abcdef")));
        part.finish(&place).unwrap();
        assert_eq!(fs::read(&place).unwrap(), b"abcdef");
        assert!(!dir.path().join("f.json.part").exists());
    }

    #[test]
    fn a_part_can_be_emptied_and_one_too_long_is() {
        let dir = tempfile::tempdir().unwrap();
        let place = dir.path().join("f.json");
        fs::write(dir.path().join("f.json.part"), b"too long").unwrap();

        let mut part = Part::open(&place, 3).unwrap();
        assert_eq!(part.length(), 0);
        part.append(b"xy").unwrap();
        part.clear().unwrap();
        part.append(b"abc").unwrap();
        assert_eq!(part.digest(), Digest::of(b"abc"));
        part.finish(&place).unwrap();
        assert_eq!(fs::read(&place).unwrap(), b"abc");
    }
}
