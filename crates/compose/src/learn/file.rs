//! Files that keep what was learned, and say from what.

use std::fs;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The version of the files that are written, and the only one that is read.
const VERSION: u32 = 1;

/// How large a model may be once unpacked.
const LARGEST: u64 = 1 << 30;

/// From what and how a model was learned.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Provenance {
    /// The files of examples: name and SHA-256.
    pub examples: Vec<(String, String)>,
    /// How many examples were used.
    pub count: usize,
    /// The command that makes the model again.
    pub command: String,
    /// The version of the program.
    pub program: String,
    /// Licences of the examples, where they bind what is made from them.
    pub licence: Option<String>,
}

/// A model with its kind and provenance.
///
/// The file is a line of JSON (kind, version, provenance, digest of the rest) followed by the model, as compressed
/// JSON.
#[derive(Clone, Debug, PartialEq)]
pub struct ModelFile<M> {
    /// What kind of model it is.
    pub kind: String,
    /// From what and how it was learned.
    pub provenance: Provenance,
    /// What was learned.
    pub model: M,
}

#[derive(Serialize, Deserialize)]
struct Header {
    lydite_model: String,
    version: u32,
    digest: String,
    #[serde(default)]
    provenance: Provenance,
}

/// Why a model cannot be read or written.
#[derive(Debug, Error)]
pub enum ModelFileError {
    /// The file cannot be read or written.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What went wrong.
        source: io::Error,
    },
    /// The file is no model.
    #[error("{} is not a model of this program: {reason}", path.display())]
    Format {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// The file has another version.
    #[error(
        "{} has version {found} of the format, this program reads version {VERSION}; train it again{}",
        path.display(), again(command)
    )]
    Version {
        /// The file.
        path: PathBuf,
        /// Its version.
        found: u32,
        /// The command that made it.
        command: String,
    },
    /// The file holds another kind of model.
    #[error("{} holds a model of kind {found}, not {expected}", path.display())]
    Kind {
        /// The file.
        path: PathBuf,
        /// The kind of the model.
        found: String,
        /// The kind that is needed.
        expected: String,
    },
    /// The file was changed or cut after it was written.
    #[error("{} was changed or cut after it was written (its digest differs)", path.display())]
    Digest {
        /// The file.
        path: PathBuf,
    },
}

fn again(command: &str) -> String {
    if command.is_empty() {
        String::new()
    } else {
        format!(" with `{command}`")
    }
}

impl<M: Serialize + DeserializeOwned> ModelFile<M> {
    /// A model, ready to be written.
    pub fn new(kind: impl Into<String>, provenance: Provenance, model: M) -> Self {
        Self {
            kind: kind.into(),
            provenance,
            model,
        }
    }

    /// Writes the file; the same model gives the same bytes.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(&self, path: &Path) -> Result<(), ModelFileError> {
        let failed = |source| ModelFileError::Io {
            path: path.to_owned(),
            source,
        };
        let mut packed = GzEncoder::new(Vec::new(), Compression::new(6));
        let body = serde_json::to_vec(&self.model).map_err(|error| failed(error.into()))?;
        packed.write_all(&body).map_err(failed)?;
        let packed = packed.finish().map_err(failed)?;
        let header = Header {
            lydite_model: self.kind.clone(),
            version: VERSION,
            digest: lydite_digest::sha256_of(&packed),
            provenance: self.provenance.clone(),
        };
        let mut bytes = serde_json::to_vec(&header).map_err(|error| failed(error.into()))?;
        bytes.push(b'\n');
        bytes.extend(packed);
        // Another process never sees half a model.
        let beside = path.with_extension("part");
        fs::write(&beside, bytes).map_err(failed)?;
        fs::rename(&beside, path).map_err(failed)
    }

    /// Reads a file that holds a model of this kind.
    ///
    /// # Errors
    /// If it cannot be read, is of another version or kind, or damaged.
    pub fn read(path: &Path, kind: &str) -> Result<Self, ModelFileError> {
        let bytes = fs::read(path).map_err(|source| ModelFileError::Io {
            path: path.to_owned(),
            source,
        })?;
        let format = |reason: String| ModelFileError::Format {
            path: path.to_owned(),
            reason,
        };
        let end = bytes
            .iter()
            .position(|byte| *byte == b'\n')
            .ok_or_else(|| format("it has no header".to_owned()))?;
        let (header, packed) = (&bytes[..end], &bytes[end + 1..]);
        let header: Header =
            serde_json::from_slice(header).map_err(|error| format(error.to_string()))?;
        if header.version != VERSION {
            return Err(ModelFileError::Version {
                path: path.to_owned(),
                found: header.version,
                command: header.provenance.command,
            });
        }
        if header.lydite_model != kind {
            return Err(ModelFileError::Kind {
                path: path.to_owned(),
                found: header.lydite_model,
                expected: kind.to_owned(),
            });
        }
        if lydite_digest::sha256_of(packed) != header.digest {
            return Err(ModelFileError::Digest {
                path: path.to_owned(),
            });
        }
        let mut body = Vec::new();
        GzDecoder::new(packed)
            .take(LARGEST)
            .read_to_end(&mut body)
            .map_err(|error| format(error.to_string()))?;
        let model = serde_json::from_slice(&body).map_err(|error| format(error.to_string()))?;
        Ok(Self {
            kind: header.lydite_model,
            provenance: header.provenance,
            model,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(folder: &Path) -> PathBuf {
        let path = folder.join("one.model");
        let provenance = Provenance {
            count: 3,
            command: "lydite component train x".to_owned(),
            ..Provenance::default()
        };
        ModelFile::new("numbers", provenance, vec![1.5, 0.1])
            .write(&path)
            .unwrap();
        path
    }

    #[test]
    fn models_come_back_as_they_were() {
        let folder = tempfile::tempdir().unwrap();
        let path = written(folder.path());
        let again = ModelFile::<Vec<f64>>::read(&path, "numbers").unwrap();
        assert_eq!((again.model, again.provenance.count), (vec![1.5, 0.1], 3));
    }

    #[test]
    fn other_files_are_refused_with_a_reason() {
        let folder = tempfile::tempdir().unwrap();
        let path = written(folder.path());
        let read = |path: &Path, kind| {
            let error = ModelFile::<Vec<f64>>::read(path, kind).unwrap_err();
            error.to_string()
        };
        assert!(read(&path, "words").contains("of kind numbers, not words"));
        let bytes = fs::read(&path).unwrap();
        let text = String::from_utf8_lossy(&bytes);
        let newer = text.replacen("\"version\":1", "\"version\":9", 1);
        fs::write(&path, newer).unwrap();
        let message = read(&path, "numbers");
        assert!(message.contains("version 9"), "{message}");
        assert!(message.contains("train it again with `lydite component train x`"));
        fs::write(&path, &bytes[..bytes.len() - 3]).unwrap();
        assert!(read(&path, "numbers").contains("was changed or cut"));
        fs::write(&path, "no model").unwrap();
        assert!(read(&path, "numbers").contains("is not a model"));
        assert!(read(&folder.path().join("none"), "numbers").contains("none"));
    }
}
