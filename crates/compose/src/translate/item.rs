//! The words of a question while they are brought into English.

use std::ops::Range;

use super::english::inflect;

/// What kind of word it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Noun,
    Verb,
    /// Forms of *be*, *have*, *will*, *can*: their English form is stated.
    Auxiliary,
    Adjective,
    Adverb,
    Determiner,
    Preposition,
    Pronoun,
    Conjunction,
    /// *who*, *which*, *how many*.
    Question,
    /// Fixed phrases.
    Phrase,
    /// *list*, *show me*.
    Request,
    Number,
    /// The name of a place or a people.
    Name,
    Punctuation,
    /// What no list has: it stays as it is.
    Unknown,
}

/// Which form of a word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Form {
    Plain,
    Plural,
    Infinitive,
    Third,
    Past,
    Participle,
    Gerund,
    Comparative,
    Superlative,
}

/// A word, a phrase or a name.
#[derive(Clone, Debug)]
pub(super) struct Item {
    pub(super) kind: Kind,
    pub(super) form: Form,
    /// As it was written, in lower case.
    pub(super) lower: String,
    /// In English, in dictionary form.
    pub(super) gloss: String,
    /// Other English words for it.
    pub(super) also: Vec<String>,
    /// Where it stands in the question.
    pub(super) source: Range<usize>,
}

impl Item {
    /// A word that only English needs; it stands for what is at this place.
    pub(super) fn added(gloss: &str, kind: Kind, at: usize) -> Self {
        Self {
            kind,
            form: Form::Plain,
            lower: String::new(),
            gloss: gloss.to_owned(),
            also: Vec::new(),
            source: at..at,
        }
    }

    pub(super) fn is(&self, lower: &str) -> bool {
        self.lower == lower
    }

    pub(super) fn is_any(&self, lowers: &[&str]) -> bool {
        lowers.contains(&self.lower.as_str())
    }

    /// In English.
    pub(super) fn english(&self) -> String {
        inflect(&self.gloss, self.form)
    }

    /// Whether it is a form of a verb that can be the only one of its clause.
    pub(super) fn is_finite(&self) -> bool {
        self.kind == Kind::Auxiliary
            || self.kind == Kind::Verb
                && matches!(self.form, Form::Plain | Form::Third | Form::Past)
    }

    /// Whether it may stand in the middle of what names one thing.
    pub(super) fn is_nominal(&self) -> bool {
        matches!(
            self.kind,
            Kind::Noun
                | Kind::Name
                | Kind::Unknown
                | Kind::Number
                | Kind::Adjective
                | Kind::Determiner
        )
    }
}
