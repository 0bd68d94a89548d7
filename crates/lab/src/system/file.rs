//! A system whose answers are in a file.

use std::collections::HashMap;
use std::path::Path;

use lydite_model::{Language, QuestionId, Response};

use super::{Asked, Descriptor, Exchange, FailureKind, Kind, QaSystem, Spec};
use crate::{Error, Lab};

/// A system whose answers are in a file.
pub(super) struct FileSystem {
    descriptor: Descriptor,
    /// By question; of several answers in a language the last counts.
    answers: HashMap<QuestionId, Vec<Response>>,
}

impl FileSystem {
    pub(super) fn open(lab: &Lab, spec: &Spec, path: &Path) -> Result<Self, Error> {
        let mut reader = lab.open(path)?.trusting();
        let mut answers: HashMap<QuestionId, Vec<Response>> = HashMap::new();
        for question in reader.by_ref() {
            let response = Response::from(question);
            let of_question = answers.entry(response.question.clone()).or_default();
            let language = response.language.clone();
            let same = |other: &Response| same_language(other.language.as_ref(), language.as_ref());
            match of_question.iter_mut().find(|other| same(other)) {
                Some(earlier) => *earlier = response,
                None => of_question.push(response),
            }
        }
        lab.notice_unreadable(path, &reader);
        let mut descriptor = Descriptor::new(&spec.name, Kind::File, &spec.given);
        descriptor.digest = digest(lab, path);
        Ok(Self {
            descriptor,
            answers,
        })
    }

    fn answer(&self, asked: &Asked<'_>) -> Option<&Response> {
        let answers = self.answers.get(&asked.question.id)?;
        let spoken =
            |response: &&Response| same_language(response.language.as_ref(), Some(asked.language));
        // An entry that names no language answers in all of them.
        let unspoken = |response: &&Response| response.language.is_none();
        let found = answers.iter().find(spoken);
        found.or_else(|| answers.iter().find(unspoken))
    }
}

impl QaSystem for FileSystem {
    fn descriptor(&self) -> &Descriptor {
        &self.descriptor
    }

    fn ask(&self, asked: &Asked<'_>) -> Exchange {
        let Some(answer) = self.answer(asked) else {
            // Nobody failed: the file is silent about the question.
            return Exchange::from(asked.unanswered());
        };
        let exchange = Exchange::from(Response {
            question: asked.question.id.clone(),
            language: Some(asked.language.clone()),
            ..answer.clone()
        });
        match &answer.error {
            Some(reason) => exchange.failed(FailureKind::Refused, reason.clone()),
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
    let file = std::fs::File::open(lab.resolve(path).ok()?).ok()?;
    lydite_digest::sha256(file).ok()
}
