//! A system whose answers are in a file.

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use lydite_model::{Language, QuestionId, Response};

use super::record::StoredResponse;
use super::{Asked, Descriptor, Exchange, FailureKind, Kind, QaSystem, Spec};
use crate::{Error, Lab};

/// A system whose answers are in a file.
pub(super) struct FileSystem {
    descriptor: Descriptor,
    /// By question and language; of several answers in a language the last counts.
    places: HashMap<QuestionId, Vec<(Option<Language>, Place)>>,
    /// The answers, in a file without a name, which is gone with the program.
    answers: Mutex<File>,
}

/// Where an answer is.
#[derive(Clone, Copy)]
struct Place {
    at: u64,
    length: usize,
}

impl FileSystem {
    pub(super) fn open(lab: &Lab, spec: &Spec, path: &Path) -> Result<Self, Error> {
        let mut reader = lab.open(path)?.trusting();
        let mut places: HashMap<QuestionId, Vec<(Option<Language>, Place)>> = HashMap::new();
        let mut answers = BufWriter::new(tempfile::tempfile().map_err(Error::file(path))?);
        let mut at = 0;
        for question in reader.by_ref() {
            lab.go_on()?;
            let response = Response::from(question);
            let (id, language) = (response.question.clone(), response.language.clone());
            let written = serde_json::to_vec(&StoredResponse::from(&response));
            let bytes = written.map_err(|error| Error::file(path)(error.into()))?;
            answers.write_all(&bytes).map_err(Error::file(path))?;
            let place = Place {
                at,
                length: bytes.len(),
            };
            at += bytes.len() as u64;
            let of_question = places.entry(id).or_default();
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
        let answers = answers.into_inner();
        let answers = answers.map_err(|error| Error::file(path)(error.into_error()))?;
        Ok(Self {
            descriptor,
            places,
            answers: Mutex::new(answers),
        })
    }

    fn place(&self, asked: &Asked<'_>) -> Option<Place> {
        let answers = self.places.get(&asked.question.id)?;
        let spoken = |(language, _): &&(Option<Language>, Place)| {
            same_language(language.as_ref(), Some(asked.language))
        };
        // An entry that names no language answers in all of them.
        let found = answers.iter().find(spoken);
        let found = found.or_else(|| answers.iter().find(|(language, _)| language.is_none()));
        found.map(|(_, place)| *place)
    }

    fn read(&self, place: Place) -> io::Result<Response> {
        let mut bytes = vec![0; place.length];
        let mut file = self.answers.lock().unwrap_or_else(PoisonError::into_inner);
        file.seek(SeekFrom::Start(place.at))?;
        file.read_exact(&mut bytes)?;
        drop(file);
        let stored: StoredResponse = serde_json::from_slice(&bytes)?;
        Ok(stored.into())
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
        let answer = match self.read(place) {
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
