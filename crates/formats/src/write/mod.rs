//! Writing questions, a file per target format.

mod qald_xml;
mod xml_text;

use std::io::{self, Write};

use lydite_model::{Action, DatasetInfo, Diagnostic, Place, Question};

use crate::Format;
use crate::codes;

/// Receives what a target format cannot express.
pub type Report<'r> = &'r mut dyn FnMut(Diagnostic);

/// Writes questions one at a time.
pub trait Writer {
    /// Writes a question; what the format has no place for goes to `report`.
    fn question(&mut self, question: &Question, report: Report<'_>) -> io::Result<()>;

    /// Writes what remains. `info` is complete only now: some files tell it last.
    fn finish(&mut self, info: &DatasetInfo, report: Report<'_>) -> io::Result<()>;
}

/// A format that can be written.
pub struct Target {
    /// Its name.
    pub format: Format,
    /// The usual file name extension.
    pub extension: &'static str,
    /// Starts a file about which this much is known already.
    start: fn(Box<dyn Write>, &DatasetInfo) -> io::Result<Box<dyn Writer>>,
}

impl Target {
    /// Starts writing.
    pub fn start(&self, sink: Box<dyn Write>, info: &DatasetInfo) -> io::Result<Box<dyn Writer>> {
        (self.start)(sink, info)
    }
}

/// All formats that can be written.
pub fn targets() -> &'static [Target] {
    TARGETS
}

static TARGETS: &[Target] = &[qald_xml::TARGET];

/// Says that a part of a question has no place in the target format.
pub(crate) fn lost(report: Report<'_>, format: &str, question: &Question, what: &str) {
    report(Diagnostic {
        code: &codes::LOST,
        place: Place {
            path: format!("question {}", question.id),
            ..Place::default()
        },
        message: format!("{format} has no place for {what}"),
        action: Action::Skipped,
        hint: None,
        snippet: None,
    });
}
