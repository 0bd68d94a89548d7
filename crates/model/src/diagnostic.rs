//! A diagnostic about a file: what is irregular, where, and what was done about it.

use std::fmt;

use serde::{Deserialize, Serialize, Serializer};

/// A diagnostic about one place of a file.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Diagnostic {
    /// What kind of irregularity it is.
    pub code: &'static Code,
    /// Where it is.
    pub place: Place,
    /// What is irregular here, in one sentence.
    pub message: String,
    /// What the reader did about it.
    pub action: Action,
    /// What the user can do about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hint: Option<String>,
    /// The source line, where it helps.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub snippet: Option<Snippet>,
}

impl Diagnostic {
    /// How bad it is.
    pub fn severity(&self) -> Severity {
        self.code.severity
    }
}

/// A kind of irregularity with a stable identifier.
#[derive(Debug, PartialEq, Eq)]
pub struct Code {
    /// The stable identifier, such as `Q012`.
    pub id: &'static str,
    /// What it is about, in a few words.
    pub title: &'static str,
    /// How bad it is.
    pub severity: Severity,
    /// Whether it means that answers or questions were lost or guessed, or may be missing.
    pub damage: bool,
    /// Why it matters and what to do, in a sentence or two.
    pub explanation: &'static str,
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.id, self.title)
    }
}

impl Serialize for Code {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.id)
    }
}

/// How bad an irregularity is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Worth knowing; the meaning is clear.
    Note,
    /// Irregular; read in the likeliest way.
    Warning,
    /// Something could not be read.
    Error,
}

impl Severity {
    /// The word for it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Note => "note",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

/// What the reader did about an irregularity.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Action {
    /// Read as what was surely meant.
    Repaired,
    /// Read as it stands.
    Kept,
    /// Left out.
    Skipped,
}

impl Action {
    /// The word for it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Repaired => "repaired",
            Self::Kept => "kept",
            Self::Skipped => "skipped",
        }
    }
}

/// A place in a file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Place {
    /// The file, as the user named it.
    pub file: String,
    /// The line, from 1; 0 if the diagnostic is about the file as a whole.
    pub line: u64,
    /// The character within the line, from 1.
    pub column: u64,
    /// The JSON path or XML element, such as `questions[3].answers`.
    pub path: String,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.file)?;
        if self.line > 0 {
            write!(f, ":{}:{}", self.line, self.column)?;
        }
        Ok(())
    }
}

/// The part of a source line that a diagnostic is about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Snippet {
    /// The line, cut if it is very long.
    pub text: String,
    /// Where in `text` the place begins, in bytes.
    pub start: usize,
    /// Where in `text` the place ends, in bytes.
    pub end: usize,
}
