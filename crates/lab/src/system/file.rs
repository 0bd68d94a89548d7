//! A system whose answers are in a file.

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use lydite_model::{Language, QuestionId, Response};

use super::record::StoredResponse;
use super::{Asked, Descriptor, Exchange, FailureKind, Kind, QaSystem, Spec};
use crate::{Error, Lab};

/// The answers of larger files are not held in memory.
const LARGE: u64 = 64 << 20;

/// A system whose answers are in a file.
pub(super) struct FileSystem {
    descriptor: Descriptor,
    /// By question and language; of several answers in a language the last counts.
    answers: HashMap<QuestionId, Vec<(Option<Language>, Place)>>,
    shelf: Shelf,
}

/// Where an answer is.
#[derive(Clone, Copy)]
struct Place {
    at: u64,
    length: usize,
}

/// Where answers are kept.
enum Shelf {
    /// In memory: a place is a number.
    Memory(Vec<Response>),
    /// In a file without a name, which is gone with the program.
    Disk(Mutex<File>),
}

impl Shelf {
    fn new(bytes: u64) -> io::Result<Self> {
        Ok(if bytes > LARGE {
            Self::Disk(Mutex::new(tempfile::tempfile()?))
        } else {
            Self::Memory(Vec::new())
        })
    }

    fn put(&mut self, response: Response) -> io::Result<Place> {
        match self {
            Self::Memory(held) => {
                held.push(response);
                Ok(Place {
                    at: held.len() as u64 - 1,
                    length: 0,
                })
            }
            Self::Disk(file) => {
                let file = file.get_mut().unwrap_or_else(PoisonError::into_inner);
                let at = file.stream_position()?;
                let bytes = serde_json::to_vec(&StoredResponse::from(&response))?;
                file.write_all(&bytes)?;
                Ok(Place {
                    at,
                    length: bytes.len(),
                })
            }
        }
    }

    fn get(&self, place: Place) -> io::Result<Response> {
        match self {
            Self::Memory(held) => {
                let found = usize::try_from(place.at).ok().and_then(|at| held.get(at));
                found.cloned().ok_or_else(|| io::ErrorKind::NotFound.into())
            }
            Self::Disk(file) => {
                let mut bytes = vec![0; place.length];
                let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
                file.seek(SeekFrom::Start(place.at))?;
                file.read_exact(&mut bytes)?;
                let stored: StoredResponse = serde_json::from_slice(&bytes)?;
                Ok(stored.into())
            }
        }
    }
}

impl FileSystem {
    pub(super) fn open(lab: &Lab, spec: &Spec, path: &Path) -> Result<Self, Error> {
        let mut reader = lab.open(path)?.trusting();
        let size = lab
            .resolve(path)
            .ok()
            .and_then(|path| std::fs::metadata(path).ok());
        let mut shelf =
            Shelf::new(size.map_or(0, |facts| facts.len())).map_err(Error::file(path))?;
        let mut answers: HashMap<QuestionId, Vec<(Option<Language>, Place)>> = HashMap::new();
        for question in reader.by_ref() {
            lab.go_on()?;
            let response = Response::from(question);
            let (id, language) = (response.question.clone(), response.language.clone());
            let place = shelf.put(response).map_err(Error::file(path))?;
            let of_question = answers.entry(id).or_default();
            let mut known = of_question.iter_mut();
            match known.find(|(other, _)| same_language(other.as_ref(), language.as_ref())) {
                Some((_, earlier)) => *earlier = place,
                None => of_question.push((language, place)),
            }
        }
        lab.notice_unreadable(path, &reader);
        let mut descriptor = Descriptor::new(&spec.name, Kind::File, &spec.given);
        descriptor.description.clone_from(&spec.description);
        descriptor.reference.clone_from(&spec.reference);
        descriptor.digest = digest(lab, path);
        Ok(Self {
            descriptor,
            answers,
            shelf,
        })
    }

    fn place(&self, asked: &Asked<'_>) -> Option<Place> {
        let answers = self.answers.get(&asked.question.id)?;
        let spoken = |(language, _): &&(Option<Language>, Place)| {
            same_language(language.as_ref(), Some(asked.language))
        };
        // An entry that names no language answers in all of them.
        let found = answers.iter().find(spoken);
        let found = found.or_else(|| answers.iter().find(|(language, _)| language.is_none()));
        found.map(|(_, place)| *place)
    }
}

impl QaSystem for FileSystem {
    fn descriptor(&self) -> &Descriptor {
        &self.descriptor
    }

    fn ask(&self, asked: &Asked<'_>) -> Exchange {
        let unanswered = || Exchange::from(asked.unanswered());
        let Some(place) = self.place(asked) else {
            // Nobody failed: the file is silent about the question.
            return unanswered();
        };
        let answer = match self.shelf.get(place) {
            Ok(answer) => answer,
            Err(error) => {
                let reason = format!("the answer cannot be read again: {error}");
                return unanswered().failed(FailureKind::Unreadable, reason);
            }
        };
        let error = answer.error.clone();
        let exchange = Exchange::from(Response {
            question: asked.question.id.clone(),
            language: Some(asked.language.clone()),
            ..answer
        });
        match error {
            Some(reason) => exchange.failed(FailureKind::Refused, reason),
            None => exchange,
        }
    }
}

fn same_language(one: Option<&Language>, other: Option<&Language>) -> bool {
    match (one, other) {
        (Some(one), Some(other)) => one.matches(other),
        (None, None) => true,
        _ => false,
    }
}

/// The digest of the file, where there is one.
fn digest(lab: &Lab, path: &Path) -> Option<String> {
    let file = File::open(lab.resolve(path).ok()?).ok()?;
    lydite_digest::sha256(file).ok()
}

#[cfg(test)]
mod tests {
    use lydite_model::{AnswerSet, Source, Syntax, Term};

    use super::*;

    #[test]
    fn answers_come_back_from_the_disk_as_they_went() {
        let responses: Vec<Response> = (0..3)
            .map(|number| Response {
                question: number.to_string().as_str().into(),
                answers: Some(AnswerSet::column("x", [Term::literal(number.to_string())])),
                source: Source::new(Syntax::Json, format!("{{\"id\": {number}}}")),
                ..Response::default()
            })
            .collect();
        let mut disk = Shelf::new(LARGE + 1).unwrap();
        let mut memory = Shelf::new(LARGE).unwrap();
        assert!(matches!(
            (&disk, &memory),
            (Shelf::Disk(_), Shelf::Memory(_))
        ));
        for shelf in [&mut disk, &mut memory] {
            let put: Vec<Place> = responses
                .iter()
                .map(|one| shelf.put(one.clone()).unwrap())
                .collect();
            for (place, response) in put.iter().zip(&responses).rev() {
                let found = shelf.get(*place).unwrap();
                assert_eq!(found, *response);
                assert_eq!(found.source.get(), response.source.get());
            }
        }
    }
}
