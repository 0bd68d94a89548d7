//! The entries of a file as they are read, for files that are too large to be held in memory.

use std::collections::HashSet;
use std::path::Path;

use lydite_formats::{Item, Reader};
use lydite_judge::{About, Entries};
use lydite_model::{Question, QuestionId};

use super::note;
use crate::{Error, Lab};

/// The entries of a file, from the beginning as often as needed.
pub(crate) struct Streamed<'f> {
    lab: &'f Lab,
    given: &'f Path,
    /// Only these questions.
    sample: Option<&'f HashSet<QuestionId>>,
    reader: Reader,
    about: About,
}

impl<'f> Streamed<'f> {
    pub(crate) fn open(
        lab: &'f Lab,
        given: &'f Path,
        sample: Option<&'f HashSet<QuestionId>>,
    ) -> Result<Self, Error> {
        Ok(Self {
            lab,
            given,
            sample,
            reader: lab.open(given)?.trusting(),
            about: About::default(),
        })
    }

    fn next_question(&mut self) -> Option<Question> {
        for item in self.reader.items() {
            match item {
                Item::Diagnostic(diagnostic) => note(&mut self.about, &diagnostic),
                Item::Question(question, _) => {
                    if self
                        .sample
                        .is_none_or(|sample| sample.contains(&question.id))
                    {
                        return Some(question);
                    }
                }
            }
        }
        None
    }
}

impl<T: From<Question>> Entries<T> for Streamed<'_> {
    type Item = T;
    type Error = Error;

    fn next(&mut self) -> Option<T> {
        self.next_question().map(T::from)
    }

    fn restart(&mut self) -> Result<(), Error> {
        *self = Self::open(self.lab, self.given, self.sample)?;
        Ok(())
    }

    fn about(&self) -> About {
        let mut about = self.about.clone();
        about.info.clone_from(self.reader.info());
        about
    }
}
