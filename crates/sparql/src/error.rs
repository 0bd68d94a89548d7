//! Why a query cannot be read, and where.

use std::fmt;

use serde::Serialize;

/// A place in a query.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Position {
    /// Bytes before it.
    pub offset: usize,
    /// The line, from 1.
    pub line: usize,
    /// The character within the line, from 1.
    pub column: usize,
}

impl Position {
    /// The place before the byte `offset` of `text`.
    pub fn of(text: &str, offset: usize) -> Self {
        let mut offset = offset.min(text.len());
        while !text.is_char_boundary(offset) {
            offset -= 1;
        }
        let before = &text[..offset];
        let start = before.rfind('\n').map_or(0, |newline| newline + 1);
        Self {
            offset,
            line: 1 + before.bytes().filter(|&byte| byte == b'\n').count(),
            column: 1 + before[start..].chars().count(),
        }
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// What kind of obstacle it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Obstacle {
    /// There is no text.
    Empty,
    /// The text says that the question is out of scope.
    OutOfScope,
    /// The text is longer than the dialect allows, or has too many parts.
    TooLarge,
    /// Brackets are nested too deeply.
    TooDeep,
    /// A prefix is not declared and not known.
    UnknownPrefix,
    /// An IRI is relative, and nothing says to what.
    RelativeIri,
    /// A bracket or a quote is not closed.
    Unclosed,
    /// It breaks a rule of SPARQL that is not about grammar, such as scope.
    Invalid,
    /// Anything else that is not SPARQL.
    Syntax,
}

/// Why a query cannot be read.
///
/// ```
/// use lydite_sparql::{Dialect, Obstacle, parse};
///
/// let text = "SELECT ?x WHERE { ?x fofa:name ?y }";
/// let error = parse(text, &Dialect::field()).unwrap_err();
/// assert_eq!(error.obstacle, Obstacle::UnknownPrefix);
/// assert_eq!((error.position.line, error.position.column), (1, 22));
/// assert_eq!(error.hint.as_deref(), Some("did you mean `foaf:`? Otherwise declare it: PREFIX fofa: <…>"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Serialize)]
#[error("{position}: {message}")]
pub struct ParseError {
    /// What kind of obstacle it is.
    pub obstacle: Obstacle,
    /// Where it is in the text as given.
    pub position: Position,
    /// What is wrong, in one sentence.
    pub message: String,
    /// What to do about it.
    pub hint: Option<String>,
}

impl ParseError {
    pub(crate) fn new(
        obstacle: Obstacle,
        text: &str,
        offset: usize,
        message: impl Into<String>,
    ) -> Self {
        Self {
            obstacle,
            position: Position::of(text, offset),
            message: message.into(),
            hint: None,
        }
    }

    pub(crate) fn with_hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// The message with the line of `text` that it is about, a caret below the place, and the hint.
    ///
    /// ```
    /// use lydite_sparql::{Dialect, parse};
    ///
    /// let text = "SELECT ?x WHERE { ?x ?y }";
    /// let error = parse(text, &Dialect::field()).unwrap_err();
    /// assert_eq!(
    ///     error.render(text),
    ///     "1:25: a triple has only two terms before `}`\n  \
    ///      SELECT ?x WHERE { ?x ?y }\n                          ^\n\
    ///      hint: a triple needs subject, predicate and object"
    /// );
    /// ```
    pub fn render(&self, text: &str) -> String {
        // A dataset may hold a query of many kilobytes on one line: show what surrounds the place.
        const MARGIN: usize = 60;
        let line = text.lines().nth(self.position.line - 1).unwrap_or("");
        let skip = (self.position.column - 1).saturating_sub(MARGIN);
        let shown: String = line.chars().skip(skip).take(2 * MARGIN).collect();
        let caret = " ".repeat(self.position.column - 1 - skip);
        let mut rendered = format!("{self}\n  {shown}\n  {caret}^");
        if let Some(hint) = &self.hint {
            rendered.push_str("\nhint: ");
            rendered.push_str(hint);
        }
        rendered
    }
}
