//! What a question asks: its question word, its head word, and what the answer should be.

mod ask;
mod asked;
mod head;

use std::fmt;

use lydite_model::AnswerType;

pub use asked::Asked;

pub(crate) use asked::forms;

/// The seven question words that Frankenstein's features tell apart, in any language.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum QuestionWord {
    /// *What* is asked for is not named.
    What,
    /// One of several.
    Which,
    /// A time.
    When,
    /// A place.
    Where,
    /// A person.
    Who,
    /// A manner, a degree or a number.
    How,
    /// A reason.
    Why,
}

impl QuestionWord {
    /// All seven, in Frankenstein's order.
    pub const ALL: [Self; 7] = [
        Self::What,
        Self::Which,
        Self::When,
        Self::Where,
        Self::Who,
        Self::How,
        Self::Why,
    ];

    /// The English word.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::What => "what",
            Self::Which => "which",
            Self::When => "when",
            Self::Where => "where",
            Self::Who => "who",
            Self::How => "how",
            Self::Why => "why",
        }
    }
}

impl fmt::Display for QuestionWord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// How a question is put.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum QuestionForm {
    /// With a word that asks: *Who wrote it?*
    Asks(QuestionWord),
    /// As a command: *Give me all films.*
    Command,
    /// To be answered with yes or no: *Is it true?*
    YesNo,
    /// Neither: keywords, a statement.
    Other,
}

impl QuestionForm {
    /// The question word, if it asks with one.
    pub fn question_word(self) -> Option<QuestionWord> {
        match self {
            Self::Asks(word) => Some(word),
            Self::Command | Self::YesNo | Self::Other => None,
        }
    }
}

/// What a question is after, finer than QALD's answer types.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Target {
    /// A person.
    Person,
    /// A place.
    Place,
    /// An organisation.
    Organisation,
    /// Something else, which has a name in the graph.
    Thing,
    /// A date or a year.
    Time,
    /// A number.
    Quantity,
    /// Yes or no.
    Truth,
    /// A text: a name, a title, an address.
    Name,
    /// A reason.
    Reason,
    /// A manner.
    Manner,
}

impl Target {
    /// All of them.
    pub const ALL: [Self; 10] = [
        Self::Person,
        Self::Place,
        Self::Organisation,
        Self::Thing,
        Self::Time,
        Self::Quantity,
        Self::Truth,
        Self::Name,
        Self::Reason,
        Self::Manner,
    ];

    /// Its name.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Person => "person",
            Self::Place => "place",
            Self::Organisation => "organisation",
            Self::Thing => "thing",
            Self::Time => "time",
            Self::Quantity => "quantity",
            Self::Truth => "truth",
            Self::Name => "name",
            Self::Reason => "reason",
            Self::Manner => "manner",
        }
    }

    /// The type of answer that QALD would give it.
    pub fn answer_type(self) -> AnswerType {
        match self {
            Self::Truth => AnswerType::Boolean,
            Self::Quantity => AnswerType::Number,
            Self::Time => AnswerType::Date,
            Self::Name => AnswerType::String,
            Self::Person
            | Self::Place
            | Self::Organisation
            | Self::Thing
            | Self::Reason
            | Self::Manner => AnswerType::Resource,
        }
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}
