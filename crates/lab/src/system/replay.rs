//! A system as it was recorded: the same exchanges, without asking anybody.

use std::collections::HashMap;
use std::fs::File;
use std::io::{BufRead, BufReader, Seek, SeekFrom};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use super::record::{Entry, Header, LAYOUT};
use super::{Asked, Descriptor, Exchange, FailureKind, QaSystem};
use crate::{Error, Lab, Notice};

/// A system as it was recorded. Only the places of the exchanges are held in memory.
pub struct Replay {
    descriptor: Descriptor,
    file: Mutex<BufReader<File>>,
    /// Where the last exchange about a question begins, by what was asked.
    places: HashMap<Key, u64>,
}

/// The question, its language and its text.
type Key = (String, String, String);

impl Replay {
    /// Opens a recording. A last line that was cut off is left out, and told of.
    ///
    /// # Errors
    /// It cannot be read, or it is none.
    pub fn open(lab: &Lab, path: &Path) -> Result<Self, Error> {
        let file = File::open(path).map_err(Error::file(path))?;
        let mut reader = BufReader::new(file);
        let mut line = String::new();
        let no_recording = |reason: &str| Error::NoRecording {
            path: path.to_owned(),
            reason: reason.to_owned(),
        };
        let mut at = read(&mut reader, &mut line).map_err(Error::file(path))?;
        let header: Header = serde_json::from_str(&line)
            .map_err(|_| no_recording("its first line describes no system"))?;
        if header.recording > LAYOUT {
            return Err(no_recording("it was made by a newer version of Lydite"));
        }
        let mut places = HashMap::new();
        let mut bad = Vec::new();
        let mut number = 1;
        loop {
            let length = read(&mut reader, &mut line).map_err(Error::file(path))?;
            if length == 0 {
                break;
            }
            number += 1;
            match serde_json::from_str::<Entry>(&line) {
                Ok(entry) => {
                    places.insert(key(&entry.question, &entry.language, &entry.text), at);
                }
                Err(_) if line.trim().is_empty() => {}
                Err(error) => bad.push((number, error.to_string())),
            }
            at += length;
        }
        for (line, reason) in bad.iter().take(3) {
            lab.notice(&Notice::BadRecord {
                file: path.to_owned(),
                line: *line,
                reason: reason.clone(),
            });
        }
        lab.notice_any((bad.len() > 3).then(|| Notice::BadRecords {
            file: path.to_owned(),
            count: bad.len(),
        }));
        Ok(Self {
            descriptor: header.system,
            file: Mutex::new(reader),
            places,
        })
    }

    /// Called otherwise than when it was recorded.
    pub(super) fn named(mut self, name: &str) -> Self {
        name.clone_into(&mut self.descriptor.name);
        self
    }

    fn entry(&self, at: u64) -> std::io::Result<Entry> {
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        file.seek(SeekFrom::Start(at))?;
        let mut line = String::new();
        read(&mut *file, &mut line)?;
        Ok(serde_json::from_str(&line)?)
    }
}

impl QaSystem for Replay {
    fn descriptor(&self) -> &Descriptor {
        &self.descriptor
    }

    fn ask(&self, asked: &Asked<'_>) -> Exchange {
        let unanswered = || Exchange::from(asked.unanswered());
        let Some(at) = self
            .places
            .get(&key(&asked.question.id, asked.language, asked.text))
        else {
            let reason = format!(
                "question {} in {} is not in the recording",
                asked.question.id, asked.language
            );
            return unanswered().failed(FailureKind::NotRecorded, reason);
        };
        match self.entry(*at) {
            Ok(entry) => entry.into_exchange(),
            Err(error) => {
                let reason = format!("the recording cannot be read: {error}");
                unanswered().failed(FailureKind::Unreadable, reason)
            }
        }
    }
}

/// Reads a line, whatever bytes it has; says how many.
fn read(reader: &mut impl BufRead, line: &mut String) -> std::io::Result<u64> {
    let mut bytes = Vec::new();
    let count = reader.read_until(b'\n', &mut bytes)?;
    *line = String::from_utf8_lossy(&bytes).into_owned();
    Ok(count as u64)
}

fn key(id: &lydite_model::QuestionId, language: &lydite_model::Language, text: &str) -> Key {
    let language = language.as_str().to_ascii_lowercase().replace('_', "-");
    (id.as_str().to_owned(), language, text.to_owned())
}
