//! The eight languages of QALD that this crate knows.

use std::fmt;

use lydite_model::Language;

/// A language that questions are understood in.
///
/// ```
/// use lydite_language::Lang;
/// use lydite_model::Language;
///
/// assert_eq!(Lang::of(&Language::new("de-AT")), Some(Lang::De));
/// assert_eq!(Lang::of(&Language::new("hi_IN")), None);
/// assert_eq!(Lang::Fa.to_string(), "fa");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Lang {
    /// English
    En,
    /// German
    De,
    /// Spanish
    Es,
    /// Italian
    It,
    /// French
    Fr,
    /// Dutch
    Nl,
    /// Romanian
    Ro,
    /// Persian
    Fa,
}

impl Lang {
    /// All eight, in the order in which QALD lists them.
    pub const ALL: [Self; 8] = [
        Self::En,
        Self::De,
        Self::Es,
        Self::It,
        Self::Fr,
        Self::Nl,
        Self::Ro,
        Self::Fa,
    ];

    /// Its tag.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::En => "en",
            Self::De => "de",
            Self::Es => "es",
            Self::It => "it",
            Self::Fr => "fr",
            Self::Nl => "nl",
            Self::Ro => "ro",
            Self::Fa => "fa",
        }
    }

    /// The language with this tag; regions (`de-AT`, `en_US`) do not matter.
    pub fn parse(tag: &str) -> Option<Self> {
        let main = tag.split(['-', '_']).next().unwrap_or_default();
        let same = |lang: &Self| lang.as_str().eq_ignore_ascii_case(main);
        Self::ALL.into_iter().find(same)
    }

    /// The language that a tag of the model means.
    pub fn of(language: &Language) -> Option<Self> {
        Self::parse(language.as_str())
    }
}

impl fmt::Display for Lang {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl From<Lang> for Language {
    fn from(lang: Lang) -> Self {
        Self::new(lang.as_str())
    }
}
