//! Everything that this crate knows about a question, in one call.

use lydite_model::AnswerType;

use crate::question::{Asked, QuestionForm, QuestionWord, Target, forms};
use crate::words::Words;
use crate::{Lang, Tag, Tagger, Token, detect, lemma, stem, tokens};

/// A question taken apart.
///
/// ```
/// use lydite_language::{Analysis, Lang, QuestionWord, Target};
///
/// let analysis = Analysis::new("In which city was the author of Dubliners born?", Lang::En);
/// assert_eq!(analysis.question_word(), Some(QuestionWord::Which));
/// assert_eq!(analysis.head().map(|word| word.token.form), Some("city"));
/// assert_eq!(analysis.target, Target::Place);
/// assert_eq!(analysis.answer_type().as_str(), "resource");
///
/// let analysis = Analysis::detected("¿Cuántos hijos tuvo Benjamin Franklin?");
/// assert_eq!(analysis.lang, Lang::Es);
/// assert_eq!(analysis.answer_type().as_str(), "number");
/// ```
#[derive(Clone, Debug)]
pub struct Analysis<'t> {
    /// The language it was read in.
    pub lang: Lang,
    /// Its words, in order.
    pub words: Vec<Word<'t>>,
    /// How it is put.
    pub form: QuestionForm,
    /// What it is after.
    pub target: Target,
    /// The word that names what is asked for.
    head: Option<usize>,
}

/// A word of a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word<'t> {
    /// The token.
    pub token: Token<'t>,
    /// Its part of speech, in English.
    pub tag: Option<Tag>,
    /// Its dictionary form, in English.
    pub lemma: Option<String>,
    /// Its stem.
    pub stem: String,
    /// Whether it says little by itself.
    pub is_stop_word: bool,
}

impl<'t> Analysis<'t> {
    /// Reads a question with the tagger of this crate.
    pub fn new(text: &'t str, lang: Lang) -> Self {
        Self::with_tagger(text, lang, Tagger::shipped())
    }

    /// Reads a question in the language that it seems to be in; English if nothing tells.
    pub fn detected(text: &'t str) -> Self {
        Self::new(text, detect(text).unwrap_or(Lang::En))
    }

    /// Reads a question with another tagger, which is asked for English only.
    pub fn with_tagger(text: &'t str, lang: Lang, tagger: &Tagger) -> Self {
        let tokens = tokens(text, lang);
        let forms = forms(&tokens, lang);
        let tags = (lang == Lang::En).then(|| tagger.tag(&tokens));
        let asked = Asked::of_forms(&tokens, &forms, tags.as_deref(), lang);
        let stop_words = &Words::of(lang).stop;
        let words = tokens
            .iter()
            .zip(&forms)
            .enumerate()
            .map(|(at, (token, form))| {
                let tag = tags.as_ref().map(|tags| tags[at]);
                Word {
                    token: *token,
                    tag,
                    lemma: tag.map(|tag| lemma(token.form, tag)),
                    stem: stem(token.form, lang),
                    is_stop_word: stop_words.contains(form.as_str()),
                }
            });
        Self {
            lang,
            words: words.collect(),
            form: asked.form,
            target: asked.target,
            head: asked.head,
        }
    }

    /// The question word, if it asks with one.
    pub fn question_word(&self) -> Option<QuestionWord> {
        self.form.question_word()
    }

    /// The head word: the noun that says what is asked for.
    pub fn head(&self) -> Option<&Word<'t>> {
        self.head.map(|at| &self.words[at])
    }

    /// The type of answer to expect.
    pub fn answer_type(&self) -> AnswerType {
        self.target.answer_type()
    }

    /// The tags of its words; empty in other languages than English.
    pub fn tags(&self) -> impl Iterator<Item = Tag> {
        self.words.iter().filter_map(|word| word.tag)
    }
}
