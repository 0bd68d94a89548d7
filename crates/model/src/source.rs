//! The text of an entry as the file has it.

/// The text of an entry as the file has it.
///
/// The model says what a file *means*. Official evaluation scripts judge how it is *written*: to
/// the QALD-6 script `"true"` is not `true`, to the QALD-5 script a comment is an answer. So a
/// reader keeps the text of an entry wherever such a script could see it otherwise than the model.
///
/// Sources take no part in comparisons: two questions that mean the same are equal, however they
/// are written.
///
/// ```
/// use lydite_model::{Question, Source, Syntax};
/// let mut question = Question::new("1");
/// question.source = Source::new(Syntax::Json, r#"{"id": 1.0}"#);
/// assert_eq!(question.source.get(), Some((Syntax::Json, r#"{"id": 1.0}"#)));
/// assert_eq!(question, Question::new("1"));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Source(Option<Box<(Syntax, Box<str>)>>);

/// The notation of a source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Syntax {
    /// A JSON value.
    Json,
    /// An XML element.
    Xml,
    /// A JSON value in the layout of a benchmark of its own, which scripts for QALD do not know.
    Record,
}

impl Source {
    /// The text of an entry.
    pub fn new(syntax: Syntax, text: impl Into<Box<str>>) -> Self {
        Self(Some(Box::new((syntax, text.into()))))
    }

    /// The text, where it was kept.
    pub fn get(&self) -> Option<(Syntax, &str)> {
        self.0.as_deref().map(|(syntax, text)| (*syntax, &**text))
    }
}

impl PartialEq for Source {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}
