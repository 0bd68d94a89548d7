//! What a reader writes to: questions, facts about the dataset, and remarks with their places.

use std::collections::VecDeque;

use lydite_model::{Action, Code, DatasetInfo, Diagnostic, Place, Question, Severity};

use crate::checks::Checks;
use crate::input::Slice;

/// A place in a record: a JSON value, an XML element, a cell.
pub(crate) trait Spot {
    /// The bytes of the record that it covers.
    fn span(&self) -> (usize, usize);
    /// Where it is, seen from the record.
    fn path(&self) -> String;
}

/// A place in a record given by its bytes alone.
pub(crate) struct Bytes(pub usize, pub usize);

impl Spot for Bytes {
    fn span(&self) -> (usize, usize) {
        (self.0, self.1)
    }

    fn path(&self) -> String {
        String::new()
    }
}

/// Everything read so far and not yet taken.
#[derive(Default)]
pub(crate) struct Output {
    pub file: String,
    pub info: DatasetInfo,
    pub questions: VecDeque<Question>,
    pub diagnostics: VecDeque<Diagnostic>,
    checks: Checks,
}

impl Output {
    pub(crate) fn new(file: String) -> Self {
        Self {
            file,
            ..Self::default()
        }
    }

    /// A remark about the file as a whole.
    pub(crate) fn report_file(
        &mut self,
        code: &'static Code,
        action: Action,
        message: impl Into<String>,
    ) -> &mut Diagnostic {
        self.push(Diagnostic {
            code,
            place: Place {
                file: self.file.clone(),
                ..Place::default()
            },
            message: message.into(),
            action,
            hint: None,
            snippet: None,
        })
    }

    pub(crate) fn push(&mut self, diagnostic: Diagnostic) -> &mut Diagnostic {
        self.diagnostics.push_back(diagnostic);
        let last = self.diagnostics.len() - 1;
        &mut self.diagnostics[last]
    }
}

/// The record that is being read, and where its results go.
pub(crate) struct Context<'c> {
    pub slice: &'c Slice<'c>,
    /// The path of the record within the file, such as `questions[3]`.
    pub base: &'c dyn Fn() -> String,
    pub output: &'c mut Output,
}

impl Context<'_> {
    /// A remark about a place in the record.
    pub(crate) fn report(
        &mut self,
        spot: &dyn Spot,
        code: &'static Code,
        action: Action,
        message: impl Into<String>,
    ) -> &mut Diagnostic {
        let (start, end) = spot.span();
        let position = self.slice.position_of(start);
        let path = format!("{}{}", (self.base)(), spot.path());
        let diagnostic = Diagnostic {
            code,
            place: Place {
                file: self.output.file.clone(),
                line: position.line,
                column: position.column,
                path: path.trim_start_matches('.').to_owned(),
            },
            message: message.into(),
            action,
            hint: None,
            snippet: (code.severity > Severity::Note).then(|| self.slice.snippet(start, end)),
        };
        self.output.push(diagnostic)
    }

    /// Hands over a question that is read; checks what no single format can check.
    pub(crate) fn emit(&mut self, spot: &dyn Spot, mut question: Question) {
        let mut checks = std::mem::take(&mut self.output.checks);
        checks.question(self, spot, &mut question);
        self.output.checks = checks;
        self.output.questions.push_back(question);
    }
}
