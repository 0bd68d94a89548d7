//! Tokens, tags, stems and question words in eight languages: English, German, Spanish, Italian, French,
//! Dutch, Romanian and Persian.
//!
//! | to | see |
//! | --- | --- |
//! | take a question apart in one call | [`Analysis`] |
//! | cut a text into tokens | [`tokens`], [`treebank_tokens`], [`Token`] |
//! | tag English words | [`Tagger`], [`Tag`] |
//! | bring words to one form | [`stem`], [`lemma`] |
//! | leave out words that say little | [`is_stop_word`], [`stop_words`] |
//! | tell languages apart | [`detect`], [`Lang`] |
//! | know what is asked | [`Asked`], [`QuestionForm`], [`QuestionWord`], [`Target`] |
//! | train the tagger | the module `training`, with the cargo feature of that name |
//!
//! ```
//! use lydite_language::{Analysis, Lang, QuestionWord, Tag};
//!
//! let analysis = Analysis::new("how many rivers flow into the north sea?", Lang::En);
//! assert_eq!(analysis.question_word(), Some(QuestionWord::How));
//! assert_eq!(analysis.answer_type().as_str(), "number");
//! let head = analysis.head().unwrap();
//! assert_eq!((head.token.form, head.tag, head.lemma.as_deref()), ("rivers", Some(Tag::NNS), Some("river")));
//!
//! // In other languages words have stems, but no tags.
//! let analysis = Analysis::new("Welche Flüsse münden in die Nordsee?", Lang::De);
//! assert_eq!(analysis.question_word(), Some(QuestionWord::Which));
//! assert_eq!(analysis.head().map(|word| word.stem.as_str()), Some("fluss"));
//! ```
//!
//! Nothing here asks the network or reads a file, except [`Tagger::open`].

#![forbid(unsafe_code)]

mod analysis;
mod detect;
mod lang;
mod lemma;
mod question;
mod stem;
mod tag;
mod tagger;
mod token;
#[cfg(feature = "training")]
pub mod training;
mod words;

pub use analysis::{Analysis, Word};
pub use detect::detect;
pub use lang::Lang;
pub use lemma::lemma;
pub use question::{Asked, QuestionForm, QuestionWord, Target};
pub use stem::stem;
pub use tag::Tag;
pub use tagger::{ModelError, Tagger};
pub use token::{Token, tokens, treebank_tokens};
pub use words::{is_stop_word, stop_words};
