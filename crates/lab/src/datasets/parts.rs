//! What other files say about the same questions: answers apart from their questions, queries
//! apart from their texts.

use std::collections::HashMap;
use std::path::PathBuf;

use lydite_model::Question;

use crate::{Error, Lab};

/// The questions of other files, by identifier, or by position where files have no identifiers.
pub(super) struct Parts {
    by_id: HashMap<String, Question>,
    completed: u64,
}

impl Parts {
    pub(super) fn read(lab: &Lab, files: &[PathBuf]) -> Result<Self, Error> {
        let mut by_id = HashMap::new();
        for file in files {
            for question in lab.open(file)? {
                match by_id.get_mut(question.id.as_str()) {
                    Some(known) => complete(known, question),
                    None => {
                        by_id.insert(question.id.as_str().to_owned(), question);
                    }
                }
            }
        }
        Ok(Self {
            by_id,
            completed: 0,
        })
    }

    /// Adds what the other files know and the question lacks.
    pub(super) fn complete(&mut self, question: &mut Question) {
        if let Some(other) = self.by_id.remove(question.id.as_str()) {
            complete(question, other);
            self.completed += 1;
        }
    }

    /// How many questions were completed, and how many of the others belong to none.
    pub(super) fn used(&self) -> (u64, u64) {
        (self.completed, self.by_id.len() as u64)
    }
}

fn complete(question: &mut Question, other: Question) {
    for text in other.texts {
        if question
            .texts
            .iter()
            .all(|known| known.language != text.language)
        {
            question.texts.push(text);
        }
    }
    for query in other.queries {
        if question
            .queries
            .iter()
            .all(|known| known.form != query.form)
        {
            question.queries.push(query);
        }
    }
    question.answers = question.answers.take().or(other.answers);
    question.answer_type = question.answer_type.take().or(other.answer_type);
    for (language, answers) in other.localised_answers {
        question
            .localised_answers
            .entry(language)
            .or_insert(answers);
    }
}
