//! The six criteria, their levels, their order.

use std::fmt;

use serde::{Serialize, Serializer};

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// Nothing can be made of the template.
    Critical,
    /// Something can be made of it, but hardly the right thing.
    Notice,
    /// No fault of the template.
    Info,
}

impl Level {
    /// All of them, the worst first.
    pub const ALL: [Self; 3] = [Self::Critical, Self::Notice, Self::Info];

    /// Its name in files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Critical => "critical",
            Self::Notice => "notice",
            Self::Info => "info",
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// What a question asks for, by its gold query.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum QuestionType {
    /// Things: the gold query is no ASK.
    Factoid,
    /// Yes or no: the gold query is an ASK.
    YesNo,
}

/// A verdict, in the order in which the criteria are checked: the first that applies decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Criterion {
    /// There is no template.
    TgmFailure,
    /// The template is not SPARQL.
    Syntax,
    /// Yes-or-no questions need ASK, others need something else.
    QuestionType(QuestionType),
    /// The template asks for what its pattern does not speak of.
    DisconnectedTarget,
    /// LIMIT or OFFSET are not those of the gold query.
    WrongRange,
    /// A part of the pattern has nothing to do with what the template asks for.
    DisconnectedTriple,
    /// The gold query is not SPARQL: nothing can be said.
    BrokenOrigin,
    /// No criterion applies.
    Good,
}

impl Criterion {
    /// All of them, in the order of checking.
    pub const ALL: [Self; 9] = [
        Self::TgmFailure,
        Self::Syntax,
        Self::QuestionType(QuestionType::Factoid),
        Self::QuestionType(QuestionType::YesNo),
        Self::DisconnectedTarget,
        Self::WrongRange,
        Self::DisconnectedTriple,
        Self::BrokenOrigin,
        Self::Good,
    ];

    /// Its name in files.
    pub fn name(self) -> &'static str {
        match self {
            Self::TgmFailure => "tgm failure",
            Self::Syntax => "syntax",
            Self::QuestionType(QuestionType::Factoid) => "question type (factoid)",
            Self::QuestionType(QuestionType::YesNo) => "question type (yes-no)",
            Self::DisconnectedTarget => "disconnected target",
            Self::WrongRange => "wrong range",
            Self::DisconnectedTriple => "disconnected triple",
            Self::BrokenOrigin => "broken origin",
            Self::Good => "good",
        }
    }

    /// The criterion of a name.
    ///
    /// ```
    /// use lydite_template::{Criterion, Level};
    ///
    /// let criterion = Criterion::named("wrong range").unwrap();
    /// assert_eq!(criterion.level(), Level::Notice);
    /// ```
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|known| known.name() == name)
    }

    /// How bad it is.
    pub fn level(self) -> Level {
        match self {
            Self::TgmFailure | Self::Syntax | Self::QuestionType(_) | Self::DisconnectedTarget => {
                Level::Critical
            }
            Self::WrongRange | Self::DisconnectedTriple => Level::Notice,
            Self::BrokenOrigin | Self::Good => Level::Info,
        }
    }

    /// Whether something can be made of the template.
    pub fn is_usable(self) -> bool {
        self.level() != Level::Critical
    }
}

impl fmt::Display for Criterion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Serialize for Criterion {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}
