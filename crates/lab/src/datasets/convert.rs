//! From any format to another, whole or in part.

use std::collections::BTreeMap;
use std::path::PathBuf;

use lydite_model::{Diagnostic, Language, Question, Severity};
use lydite_sample::{Condition, Extractor};

use super::parts::Parts;
use super::{Destination, find_target};
use crate::{Error, Lab};

/// What is to be converted, and into what.
#[derive(Clone, Debug, Default)]
pub struct Conversion {
    /// The file.
    pub input: PathBuf,
    /// Other files about the same questions, which have what this one lacks.
    pub with: Vec<PathBuf>,
    /// The file to write.
    pub output: PathBuf,
    /// The format to write; by default by the extension of the output.
    pub to: Option<String>,
    /// The languages of the question texts that are kept; all if none is named.
    pub languages: Vec<Language>,
    /// The questions that are kept.
    pub condition: Option<Condition>,
    /// What is left out, as in a test set to be handed out.
    pub without: Without,
    /// Whether an existing file is overwritten.
    pub force: bool,
}

/// What is left out of every question.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Without {
    /// The answers.
    pub answers: bool,
    /// The queries.
    pub queries: bool,
}

/// What a conversion came to.
#[derive(Clone, Debug)]
pub struct Converted {
    /// How many questions were written.
    pub questions: u64,
    /// The format that was read.
    pub from: &'static str,
    /// The format that was written.
    pub to: &'static str,
    /// How many questions other files completed, and how many of theirs belong to no question.
    pub completed: Option<(u64, u64)>,
    /// What the new format cannot express, with the number of questions.
    pub lost: BTreeMap<String, u64>,
    /// How many errors were found while reading.
    pub errors: u64,
    /// How many warnings.
    pub warnings: u64,
}

impl Converted {
    fn lost(&mut self, found: &Diagnostic) {
        match self.lost.get_mut(&found.message) {
            Some(count) => *count += 1,
            None => {
                self.lost.insert(found.message.clone(), 1);
            }
        }
    }
}

impl Lab {
    /// Converts a file.
    ///
    /// # Errors
    /// The input cannot be read or the output not be written.
    pub fn convert(&self, conversion: &Conversion) -> Result<Converted, Error> {
        let target = find_target(conversion.to.as_deref(), &conversion.output)?;
        let input = self.resolve(&conversion.input).ok();
        let destination = Destination::new(&conversion.output, conversion.force, input.as_deref())?;
        let mut reader = self.open(&conversion.input)?;
        let mut converted = Converted {
            questions: 0,
            from: reader.format().name,
            to: target.format.name,
            completed: None,
            lost: BTreeMap::new(),
            errors: 0,
            warnings: 0,
        };
        let origin = conversion.input.display().to_string();
        let keeps = Keeping::new(conversion, &origin);
        let mut parts = Parts::read(self, &conversion.with)?;
        // The file may say which dataset it is before or after its questions: wait for the first.
        let mut next = reader.next();
        let sink = destination.sink().map_err(Error::Write)?;
        let mut writer = target.start(sink, reader.info()).map_err(Error::Write)?;
        while let Some(mut question) = next {
            parts.complete(&mut question);
            if keeps.question(&question) {
                keeps.parts(&mut question);
                writer
                    .question(&question, &mut |found| converted.lost(&found))
                    .map_err(Error::Write)?;
                converted.questions += 1;
            }
            next = reader.next();
        }
        let info = reader.info().clone();
        writer
            .finish(&info, &mut |found| converted.lost(&found))
            .map_err(Error::Write)?;
        drop(writer);
        destination.finish().map_err(Error::Write)?;
        converted.completed = (!conversion.with.is_empty()).then(|| parts.used());
        converted.errors = reader.diagnostics(Severity::Error);
        converted.warnings = reader.diagnostics(Severity::Warning);
        Ok(converted)
    }
}

/// What of a file is kept.
struct Keeping<'c> {
    conversion: &'c Conversion,
    extractor: Option<(Extractor<'c>, &'c Condition)>,
}

impl<'c> Keeping<'c> {
    fn new(conversion: &'c Conversion, origin: &str) -> Self {
        let extractor = conversion.condition.as_ref().map(|condition| {
            let extractor = Extractor::new(origin).only(condition.features());
            (extractor, condition)
        });
        Self {
            conversion,
            extractor,
        }
    }

    fn question(&self, question: &Question) -> bool {
        let Some((extractor, condition)) = &self.extractor else {
            return true;
        };
        condition.holds(&extractor.features(question))
    }

    fn parts(&self, question: &mut Question) {
        let languages = &self.conversion.languages;
        let wanted = |language: &Language| {
            languages.is_empty() || languages.iter().any(|wanted| wanted.matches(language))
        };
        question.texts.retain(|text| wanted(&text.language));
        question
            .queries
            .retain(|query| query.language.as_ref().is_none_or(wanted));
        question
            .localised_answers
            .retain(|language, _| wanted(language));
        if self.conversion.without.queries {
            question.queries.clear();
        }
        if self.conversion.without.answers {
            question.answers = None;
            question.localised_answers.clear();
        }
    }
}
