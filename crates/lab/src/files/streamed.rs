//! The entries of a file as they are read, for files that are too large to be held in memory.

use std::collections::HashSet;
use std::path::Path;

use lydite_formats::{Item, Reader};
use lydite_judge::{About, Entries};
use lydite_model::{Language, Question, QuestionId};

use super::by_text::{Identified, QuestionTexts, Taken};
use super::{Repaired, note, retag};
use crate::execution::Repair;
use crate::{Error, Lab, Notice};

/// The entries of a file, from the beginning as often as needed.
pub(crate) struct Streamed<'f> {
    lab: &'f Lab,
    given: &'f Path,
    /// Only these questions.
    sample: Option<&'f HashSet<QuestionId>>,
    /// The benchmark whose texts identify entries without an identifier.
    gold: Option<&'f Path>,
    /// The language of the texts, where their tags are wrong.
    spoken: Option<&'f Language>,
    /// The texts of the benchmark, once they are needed.
    texts: Option<QuestionTexts>,
    taken: Taken,
    identified: Identified,
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
            gold: None,
            spoken: None,
            texts: None,
            taken: Taken::new(),
            identified: Identified::default(),
            reader: lab.open(given)?.trusting(),
            about: About::default(),
        })
    }

    /// Lets entries without an identifier find their question in a benchmark.
    pub(crate) fn identified_by(self, gold: &'f Path) -> Self {
        Self {
            gold: Some(gold),
            ..self
        }
    }

    /// Says which language the texts are in, whatever their tags say.
    pub(crate) fn spoken_in(self, spoken: Option<&'f Language>) -> Self {
        Self { spoken, ..self }
    }

    /// Tells of the entries that were matched by their texts.
    pub(crate) fn notice_identified(&self) {
        let notice = Notice::of_identified(self.given, self.identified);
        self.lab.notice_any(notice);
    }

    fn next_question(&mut self) -> Option<Question> {
        for item in self.reader.items() {
            match item {
                Item::Diagnostic(diagnostic) => note(&mut self.about, &diagnostic),
                Item::Question(mut question, _) => {
                    retag(&mut question, self.spoken);
                    if let Some(gold) = self.gold.filter(|_| question.id.is_position()) {
                        let lab = self.lab;
                        let texts = self.texts.get_or_insert_with(|| texts_of(lab, gold));
                        let identified = texts.identify(&mut question, &mut self.taken);
                        self.identified.add(identified);
                    }
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

/// The texts of a benchmark; that it cannot be read is said when it is judged.
fn texts_of(lab: &Lab, gold: &Path) -> QuestionTexts {
    let mut texts = QuestionTexts::default();
    if let Ok(reader) = lab.open(gold) {
        reader.trusting().for_each(|question| texts.add(&question));
    }
    texts
}

impl<T: From<Question>> Entries<T> for Streamed<'_> {
    type Item = T;
    type Error = Error;

    fn next(&mut self) -> Option<T> {
        self.next_question().map(T::from)
    }

    fn restart(&mut self) -> Result<(), Error> {
        let texts = self.texts.take();
        *self = Self {
            gold: self.gold,
            spoken: self.spoken,
            texts,
            ..Self::open(self.lab, self.given, self.sample)?
        };
        Ok(())
    }

    fn about(&self) -> About {
        let mut about = self.about.clone();
        about.info.clone_from(self.reader.info());
        self.identified.mend(&mut about);
        about
    }
}

/// A file says nothing about what was done to its queries.
impl Repaired for Streamed<'_> {
    fn repair(&self) -> Repair {
        Repair::None
    }
}
