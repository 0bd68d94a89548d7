//! Entries of answer files without an identifier find their question by its text.

use std::collections::HashMap;

use lydite_formats::codes;
use lydite_judge::About;
use lydite_model::{Language, Question, QuestionId, letters};

/// The questions of a benchmark by their texts.
#[derive(Debug, Default)]
pub(crate) struct QuestionTexts {
    /// The questions with a text, those that come first in front.
    known: HashMap<String, Vec<Asked>>,
}

/// A question in one language.
#[derive(Clone, Debug)]
struct Asked {
    id: QuestionId,
    /// The language of the text.
    language: Language,
    /// Whether the benchmark asks the question in several languages.
    is_one_of_several: bool,
}

/// How many entries without an identifier there were.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Identified {
    /// Those that found their question.
    pub found: u64,
    /// Those with a text that no question has.
    pub unknown: u64,
}

impl QuestionTexts {
    pub(crate) fn add(&mut self, question: &Question) {
        let is_one_of_several = question.language.is_some() || question.texts.len() > 1;
        for text in &question.texts {
            let Some(string) = text.string.as_deref() else {
                continue;
            };
            let language = question.language.as_ref().unwrap_or(&text.language);
            let asked = self.known.entry(letters(string)).or_default();
            // Paraphrases and texts that are the same in two languages.
            if !(asked.iter()).any(|one| one.id == question.id && one.language == *language) {
                asked.push(Asked {
                    id: question.id.clone(),
                    language: language.clone(),
                    is_one_of_several,
                });
            }
        }
    }

    /// Gives an entry whose position stands in for an identifier that of the question it repeats. A
    /// text that no question has becomes the identifier itself, so that the entry is reported as
    /// unknown and never taken for the answer to another question.
    pub(crate) fn identify(&self, entry: &mut Question, taken: &mut Taken) -> Identified {
        let mut identified = Identified::default();
        let Some(text) = entry.any_text().filter(|_| entry.id.is_position()) else {
            return identified;
        };
        if self.known.is_empty() || letters(text).is_empty() {
            return identified;
        }
        match self.find(text, entry.language.as_ref(), taken) {
            Some(asked) => {
                identified.found = 1;
                // Where a file does not say its language, readers take it for English.
                if let [text] = &mut entry.texts[..] {
                    text.language.clone_from(&asked.language);
                }
                let stated = entry.language.take();
                let found = asked.is_one_of_several.then_some(asked.language);
                entry.language = stated.or(found);
                entry.id = asked.id;
            }
            None => {
                identified.unknown = 1;
                entry.id = QuestionId::from(text);
            }
        }
        identified
    }

    /// The next question with this text: files do have a question twice.
    fn find(&self, text: &str, language: Option<&Language>, taken: &mut Taken) -> Option<Asked> {
        let fits =
            |asked: &&Asked| language.is_none_or(|language| asked.language.matches(language));
        let key = letters(text);
        let asked: Vec<&Asked> = self.known.get(&key)?.iter().filter(fits).collect();
        let turn = taken.entry(key).or_default();
        let found = asked.get(*turn).or(asked.last())?;
        *turn += 1;
        Some((*found).clone())
    }
}

/// How often each text was asked for.
pub(crate) type Taken = HashMap<String, usize>;

impl Identified {
    pub(crate) fn add(&mut self, other: Self) {
        self.found += other.found;
        self.unknown += other.unknown;
    }

    /// That an identifier is missing is no damage where the text makes up for it.
    pub(crate) fn mend(self, about: &mut About) {
        for damage in &mut about.damage {
            if damage.code == codes::NO_ID.id {
                damage.count = damage.count.saturating_sub(self.found);
            }
        }
        about.damage.retain(|damage| damage.count > 0);
    }
}

#[cfg(test)]
mod tests {
    use lydite_model::Text;

    use super::*;

    fn entry(text: &str) -> Question {
        let mut entry = Question::new(QuestionId::position(1));
        entry.texts.push(Text::new("en", text));
        entry
    }

    #[test]
    fn an_entry_without_an_identifier_is_the_question_that_it_repeats() {
        let mut texts = QuestionTexts::default();
        let mut bilingual = Question::new("7");
        bilingual.texts = vec![Text::new("en", "Who?"), Text::new("es", "¿Quién?")];
        let mut single = Question::new("8");
        single.texts = vec![Text::new("en", "Where is it?")];
        let again = Question {
            id: "9".into(),
            ..single.clone()
        };
        for question in [&bilingual, &single, &again] {
            texts.add(question);
        }
        let mut taken = Taken::new();
        let mut identified = Identified::default();
        let mut named = |mut entry: Question| {
            identified.add(texts.identify(&mut entry, &mut taken));
            let language = entry.language.map_or("-".to_owned(), |tag| tag.to_string());
            format!("{} {language}", entry.id)
        };
        assert_eq!(named(entry("¿quién ?")), "7 es");
        assert_eq!(named(entry("Who?")), "7 en");
        assert_eq!(named(entry("where is it")), "8 -");
        assert_eq!(named(entry("Where is it?")), "9 -");
        assert_eq!(named(entry("Why?")), "Why? -");
        // Who has an identifier keeps it, and who has no text can only be found by position.
        let given = Question {
            id: "3".into(),
            ..entry("Who?")
        };
        assert_eq!(named(given), "3 -");
        assert_eq!(named(Question::new(QuestionId::position(2))), "2 -");
        let expected = Identified {
            found: 4,
            unknown: 1,
        };
        assert_eq!(identified, expected);
    }
}
