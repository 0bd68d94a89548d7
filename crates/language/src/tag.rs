//! The part-of-speech tags of the Penn Treebank.

use std::fmt;

/// Declares the tags in the order of their names, so that comparing tags compares names.
macro_rules! tags {
    ($($(#[$meta:meta])* $variant:ident $name:literal,)+) => {
        /// A part-of-speech tag of the Penn Treebank, or one of the few that the English Web Treebank
        /// adds. Tags are ordered by name.
        ///
        /// ```
        /// use lydite_language::Tag;
        ///
        /// assert_eq!(Tag::parse("PRP$"), Some(Tag::PRPS));
        /// assert_eq!(Tag::PRPS.as_str(), "PRP$");
        /// assert!(Tag::NNP.is_noun() && Tag::VBD.is_verb() && Tag::WDT.is_question_word());
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[repr(u8)]
        pub enum Tag {
            $($(#[$meta])* #[doc = concat!(" (`", $name, "`)")] $variant,)+
        }

        impl Tag {
            /// All tags, in the order of their names.
            pub const ALL: [Self; [$($name),+].len()] = [$(Self::$variant),+];

            /// Its name in the treebank.
            pub fn as_str(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)+
                }
            }
        }
    };
}

tags! {
    /// The sign #
    Number "#",
    /// The sign of a currency
    Dollar "$",
    /// A closing quote
    CloseQuote "''",
    /// An opening bracket
    OpenParenthesis "(",
    /// A closing bracket
    CloseParenthesis ")",
    /// A comma
    Comma ",",
    /// An opening bracket in the web treebank
    LRB "-LRB-",
    /// A closing bracket in the web treebank
    RRB "-RRB-",
    /// The end of a sentence
    Period ".",
    /// Punctuation inside a sentence
    Colon ":",
    /// An address of the web or of mail
    ADD "ADD",
    /// A prefix or suffix that stands alone
    AFX "AFX",
    /// A coordinating conjunction
    CC "CC",
    /// A cardinal number
    CD "CD",
    /// A determiner
    DT "DT",
    /// Existential *there*
    EX "EX",
    /// A foreign word
    FW "FW",
    /// A piece of a word that was torn apart
    GW "GW",
    /// A hyphen
    HYPH "HYPH",
    /// A preposition or subordinating conjunction
    IN "IN",
    /// An adjective
    JJ "JJ",
    /// An adjective, comparative
    JJR "JJR",
    /// An adjective, superlative
    JJS "JJS",
    /// The number of an item in a list
    LS "LS",
    /// A modal verb
    MD "MD",
    /// Punctuation that is none: a smiley, a line of stars
    NFP "NFP",
    /// A noun, singular or mass
    NN "NN",
    /// A name, singular
    NNP "NNP",
    /// A name, plural
    NNPS "NNPS",
    /// A noun, plural
    NNS "NNS",
    /// A determiner before another
    PDT "PDT",
    /// The ending of a possessive
    POS "POS",
    /// A personal pronoun
    PRP "PRP",
    /// A possessive pronoun
    PRPS "PRP$",
    /// An adverb
    RB "RB",
    /// An adverb, comparative
    RBR "RBR",
    /// An adverb, superlative
    RBS "RBS",
    /// A particle
    RP "RP",
    /// A symbol
    SYM "SYM",
    /// The word *to*
    TO "TO",
    /// An interjection
    UH "UH",
    /// A verb, base form
    VB "VB",
    /// A verb, past tense
    VBD "VBD",
    /// A verb, gerund or present participle
    VBG "VBG",
    /// A verb, past participle
    VBN "VBN",
    /// A verb, present tense but not of the third person singular
    VBP "VBP",
    /// A verb, third person singular of the present tense
    VBZ "VBZ",
    /// A determiner that asks
    WDT "WDT",
    /// A pronoun that asks
    WP "WP",
    /// A possessive pronoun that asks
    WPS "WP$",
    /// An adverb that asks
    WRB "WRB",
    /// What cannot be read
    XX "XX",
    /// An opening quote
    OpenQuote "``",
}

impl Tag {
    /// The tag with this name.
    pub fn parse(name: &str) -> Option<Self> {
        let index = Self::ALL.binary_search_by(|tag| tag.as_str().cmp(name));
        index.ok().map(|index| Self::ALL[index])
    }

    /// Whether it is a noun or a name (`NN…`).
    pub fn is_noun(self) -> bool {
        matches!(self, Self::NN | Self::NNS | Self::NNP | Self::NNPS)
    }

    /// Whether it is a name (`NNP…`).
    pub fn is_name(self) -> bool {
        matches!(self, Self::NNP | Self::NNPS)
    }

    /// Whether it is a verb (`VB…`); modal verbs have a tag of their own.
    pub fn is_verb(self) -> bool {
        matches!(
            self,
            Self::VB | Self::VBD | Self::VBG | Self::VBN | Self::VBP | Self::VBZ
        )
    }

    /// Whether it is an adjective (`JJ…`).
    pub fn is_adjective(self) -> bool {
        matches!(self, Self::JJ | Self::JJR | Self::JJS)
    }

    /// Whether it is a word that asks (`W…`).
    pub fn is_question_word(self) -> bool {
        matches!(self, Self::WDT | Self::WP | Self::WPS | Self::WRB)
    }
}

impl fmt::Display for Tag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::Tag;

    #[test]
    fn names_are_sorted_and_read_back() {
        assert!(Tag::ALL.is_sorted_by(|a, b| a.as_str() < b.as_str()));
        for tag in Tag::ALL {
            assert_eq!(Tag::parse(tag.as_str()), Some(tag));
        }
        assert_eq!(Tag::parse("NOUN"), None);
    }
}
