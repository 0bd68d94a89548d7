//! Entries of answer files without an identifier find their question by its text.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::hash::{DefaultHasher, Hasher};

use lydite_formats::codes;
use lydite_judge::About;
use lydite_model::{Language, Question, QuestionId, letters};

/// The questions of a benchmark by their texts. There may be millions: texts are kept by digests of
/// 128 bits.
#[derive(Debug, Default)]
pub(crate) struct QuestionTexts {
    /// The first question with a text.
    known: HashMap<u128, Asked>,
    /// Further ones with the same text, in their order.
    again: HashMap<u128, Vec<Asked>>,
    /// The languages of the questions.
    languages: Vec<Language>,
}

/// A question in one language.
#[derive(Debug)]
struct Asked {
    id: Identifier,
    /// The language of the text, by its place in the list.
    language: u16,
    /// Whether the benchmark asks the question in several languages.
    is_one_of_several: bool,
}

/// An identifier, which is mostly no more than a position where entries are found by their texts.
#[derive(Debug)]
enum Identifier {
    Position(u32),
    Given(Box<QuestionId>),
}

impl From<&QuestionId> for Identifier {
    fn from(id: &QuestionId) -> Self {
        match id.as_str().parse() {
            Ok(position) if id.is_position() => Self::Position(position),
            _ => Self::Given(Box::new(id.clone())),
        }
    }
}

impl Identifier {
    fn is(&self, id: &QuestionId) -> bool {
        match self {
            Self::Position(position) => id.as_str().parse() == Ok(*position),
            Self::Given(given) => **given == *id,
        }
    }

    fn id(&self) -> QuestionId {
        match self {
            Self::Position(position) => QuestionId::position(*position as usize),
            Self::Given(given) => (**given).clone(),
        }
    }
}

/// What stands for a text; `None` if it has no letters.
fn digest(text: &str) -> Option<u128> {
    let letters = letters(text);
    let half = |seed: u8| {
        let mut hasher = DefaultHasher::new();
        hasher.write_u8(seed);
        hasher.write(letters.as_bytes());
        u128::from(hasher.finish())
    };
    (!letters.is_empty()).then(|| (half(0) << 64) | half(1))
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
            let Some(digest) = text.string.as_deref().and_then(digest) else {
                continue;
            };
            let language = question.language.as_ref().unwrap_or(&text.language);
            let language = self.language(language);
            let asked = || Asked {
                id: Identifier::from(&question.id),
                language,
                is_one_of_several,
            };
            match self.known.entry(digest) {
                Entry::Vacant(place) => {
                    place.insert(asked());
                }
                Entry::Occupied(first) => {
                    let again = self.again.entry(digest).or_default();
                    // Paraphrases and texts that are the same in two languages.
                    let is_known =
                        |one: &Asked| one.language == language && one.id.is(&question.id);
                    if !is_known(first.get()) && !again.iter().any(is_known) {
                        again.push(asked());
                    }
                }
            }
        }
    }

    /// The place of a language in the list.
    fn language(&mut self, language: &Language) -> u16 {
        let place = self.languages.iter().position(|known| known == language);
        let place = place.unwrap_or_else(|| {
            self.languages.push(language.clone());
            self.languages.len() - 1
        });
        u16::try_from(place).unwrap_or(u16::MAX)
    }

    /// The language at this place.
    fn spoken(&self, asked: &Asked) -> Language {
        let language = self.languages.get(usize::from(asked.language));
        language.cloned().unwrap_or_else(|| Language::new(""))
    }

    /// Gives an entry whose position stands in for an identifier that of the question it repeats. A
    /// text that no question has becomes the identifier itself, so that the entry is reported as
    /// unknown and never taken for the answer to another question.
    pub(crate) fn identify(&self, entry: &mut Question, taken: &mut Taken) -> Identified {
        let mut identified = Identified::default();
        let Some(text) = entry.any_text().filter(|_| entry.id.is_position()) else {
            return identified;
        };
        let Some(digest) = digest(text).filter(|_| !self.known.is_empty()) else {
            return identified;
        };
        match self.find(digest, entry.language.as_ref(), taken) {
            Some(asked) => {
                identified.found = 1;
                let language = self.spoken(asked);
                // Where a file does not say its language, readers take it for English.
                if let [text] = &mut entry.texts[..] {
                    text.language.clone_from(&language);
                }
                let stated = entry.language.take();
                let found = asked.is_one_of_several.then_some(language);
                entry.language = stated.or(found);
                entry.id = asked.id.id();
            }
            None => {
                identified.unknown = 1;
                entry.id = QuestionId::from(text);
            }
        }
        identified
    }

    /// The next question with this text: files do have a question twice.
    fn find(&self, digest: u128, language: Option<&Language>, taken: &mut Taken) -> Option<&Asked> {
        let fits =
            |asked: &&Asked| language.is_none_or(|language| self.spoken(asked).matches(language));
        let first = self.known.get(&digest)?;
        let Some(again) = self.again.get(&digest).filter(|again| !again.is_empty()) else {
            return Some(first).filter(fits);
        };
        let asked: Vec<&Asked> = std::iter::once(first).chain(again).filter(fits).collect();
        let turn = taken.entry(digest).or_default();
        let found = asked.get(*turn).or(asked.last())?;
        *turn += 1;
        Some(*found)
    }
}

/// How often each text was asked for that several questions have.
pub(crate) type Taken = HashMap<u128, usize>;

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
