//! Cutting a text into tokens: spans of the text, in order.

mod characters;
mod treebank;

use std::ops::Range;

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
