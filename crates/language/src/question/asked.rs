//! What a question asks, from its tokens and tags alone.

use super::ask::ask;
use super::head::head;
use super::{QuestionForm, Target};
use crate::words::{Words, plain};
use crate::{Lang, Tag, Token};

/// What a question asks: the part of an [`Analysis`](crate::Analysis) that needs neither stems nor
/// lemmas, for a fraction of its price.
///
/// ```
/// use lydite_language::{Asked, Lang, QuestionWord, Target, tokens};
///
/// let tokens = tokens("Wie viele Einwohner hat Berlin?", Lang::De);
/// let asked = Asked::of(&tokens, None, Lang::De);
/// assert_eq!(asked.form.question_word(), Some(QuestionWord::How));
/// assert_eq!(asked.asks_for, Target::Quantity);
/// assert_eq!(asked.head.map(|at| tokens[at].form), Some("Einwohner"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Asked {
    /// How the question is put.
    pub form: QuestionForm,
    /// What the words that ask are after by themselves: *how many* a quantity, *what* just a thing.
    pub asks_for: Target,
    /// What the question is after, the head word considered: *what is the population* a quantity.
    pub target: Target,
    /// The place of the head word among the tokens.
    pub head: Option<usize>,
}

impl Asked {
    /// Reads the [tokens](crate::tokens) of a question in their language.
    ///
    /// `tags` are those of English; without them the head word of an English question is a guess.
    pub fn of(tokens: &[Token<'_>], tags: Option<&[Tag]>, lang: Lang) -> Self {
        Self::of_forms(tokens, &forms(tokens, lang), tags, lang)
    }

    /// The same, where the [plain forms](forms) are known already.
    pub(crate) fn of_forms(
        tokens: &[Token<'_>],
        forms: &[String],
        tags: Option<&[Tag]>,
        lang: Lang,
    ) -> Self {
        let lists = Words::of(lang);
        let ask = ask(forms, lists);
        let head = head(&ask, tokens, forms, tags, lists, lang);
        let named = head.and_then(|at| lists.target(tokens[at].form, lang));
        let target = match (ask.target, named) {
            (Target::Thing, Some(target)) => target,
            (target, _) => target,
        };
        Self {
            form: ask.form,
            asks_for: ask.target,
            target,
            head,
        }
    }
}

/// The tokens as the lists of their language write them.
pub(crate) fn forms(tokens: &[Token<'_>], lang: Lang) -> Vec<String> {
    tokens.iter().map(|token| plain(token.form, lang)).collect()
}
