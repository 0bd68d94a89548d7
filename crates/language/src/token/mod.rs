//! Cutting a text into tokens: spans of the text, in order.

mod characters;
mod treebank;
mod words;

use std::ops::Range;

use crate::Lang;

/// A token: a piece of the text, and how taggers write it.
///
/// ```
/// use lydite_language::treebank_tokens;
///
/// let text = "Who wrote \"Dubliners\"?";
/// let tokens = treebank_tokens(text);
/// let forms: Vec<_> = tokens.iter().map(|token| token.form).collect();
/// assert_eq!(forms, ["Who", "wrote", "``", "Dubliners", "''", "?"]);
/// assert_eq!(&text[tokens[2].range()], "\"");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token<'t> {
    /// The text of the token, except that double quotes are written as Penn's opening and closing ones.
    pub form: &'t str,
    /// Its first byte in the text.
    pub start: usize,
    /// The byte after its last one.
    pub end: usize,
}

impl Token<'_> {
    /// The bytes of the text that it covers.
    pub fn range(&self) -> Range<usize> {
        self.start..self.end
    }
}

impl AsRef<str> for Token<'_> {
    fn as_ref(&self) -> &str {
        self.form
    }
}

/// The tokens of a text in any of the languages: English by the [rules of the Penn
/// Treebank](treebank_tokens), the others as words, with elisions and clitics cut off.
///
/// ```
/// use lydite_language::{Lang, tokens};
///
/// for (lang, text, expected) in [
///     (Lang::En, "Who's that?", "Who 's that ?"),
///     (Lang::Fr, "Qu'est-ce que l'eau?", "Qu' est -ce que l' eau ?"),
///     (Lang::It, "Dov'è l'Etna?", "Dov' è l' Etna ?"),
///     (Lang::Ro, "Cine l-a scris?", "Cine l- a scris ?"),
/// ] {
///     let forms: Vec<_> = tokens(text, lang).iter().map(|token| token.form).collect();
///     assert_eq!(forms.join(" "), expected);
/// }
/// ```
pub fn tokens(text: &str, lang: Lang) -> Vec<Token<'_>> {
    match lang {
        Lang::En => treebank::tokens(text),
        _ => words::tokens(text, lang),
    }
}

/// The tokens of an English text by the rules of the Penn Treebank, as NLTK's `TreebankWordTokenizer`
/// reads them: punctuation is split off, and so are `'s`, `n't` and their like.
///
/// ```
/// use lydite_language::treebank_tokens;
///
/// let tokens = treebank_tokens("Who's Tom's father, and why can't he swim?");
/// let forms: Vec<_> = tokens.iter().map(|token| token.form).collect();
/// assert_eq!(forms.join(" "), "Who 's Tom 's father , and why ca n't he swim ?");
/// ```
pub fn treebank_tokens(text: &str) -> Vec<Token<'_>> {
    treebank::tokens(text)
}
