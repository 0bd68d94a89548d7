//! What a reader writes to: questions, facts about the dataset, and remarks with their places.

use std::collections::VecDeque;

use lydite_model::{
    Action, Code, Damage, DatasetInfo, Diagnostic, Place, Question, Severity, Snippet,
};

use crate::checks::Checks;
use crate::codes;
use crate::input::Slice;

/// A place in a record: a JSON value, an XML element, a cell.
pub(crate) trait Spot {
    /// The bytes of the record that it covers.
    fn span(&self) -> (usize, usize);
    /// Where it is, seen from the record.
    fn path(&self) -> String;
    /// Its place in the file, if its record has been left behind.
    fn settled(&self) -> Option<&Settled> {
        None
    }
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

/// A place in the file that outlives its record, for what is told only later.
#[derive(Clone)]
pub(crate) struct Settled {
    place: Place,
    snippet: Snippet,
}

impl Spot for Settled {
    fn span(&self) -> (usize, usize) {
        (0, 0)
    }

    fn path(&self) -> String {
        String::new()
    }

    fn settled(&self) -> Option<&Settled> {
        Some(self)
    }
}

/// Everything read so far and not yet taken.
#[derive(Default)]
pub(crate) struct Output {
    pub file: String,
    pub info: DatasetInfo,
    /// Questions with their places; `file` is left out, for it is the same for all.
    pub questions: VecDeque<(Question, Place)>,
    pub diagnostics: VecDeque<Diagnostic>,
    pub checks: Checks,
    /// What the diagnostics that were taken say about damage.
    pub damage: Damage,
    /// How many diagnostics of each severity there were, the least severe first.
    pub severities: [u64; 3],
    /// Remarks beyond the limit: how many, and room for the last one.
    surplus: (usize, Option<Diagnostic>),
}

/// How many remarks may wait to be taken, which is as many as one record can have: a record of
/// nothing but irregularities must not cost more memory than a sound one.
const REMARKS: usize = 1000;

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

    /// A remark that is only counted, because there are too many of them already.
    fn count(&mut self, code: &'static Code, action: Action) -> &mut Diagnostic {
        self.surplus.0 += 1;
        self.severities[code.severity as usize] += 1;
        self.damage.count(code);
        self.surplus.1.insert(Diagnostic {
            code,
            place: Place::default(),
            message: String::new(),
            action,
            hint: None,
            snippet: None,
        })
    }

    /// The next diagnostic; it is complete now, and so counts.
    pub(crate) fn take_diagnostic(&mut self) -> Option<Diagnostic> {
        if self.diagnostics.is_empty() {
            self.report_surplus();
        }
        let diagnostic = self.diagnostics.pop_front()?;
        self.severities[diagnostic.severity() as usize] += 1;
        self.damage.add(&diagnostic);
        Some(diagnostic)
    }

    /// Says how many remarks were only counted.
    fn report_surplus(&mut self) {
        let count = std::mem::take(&mut self.surplus.0);
        if count > 0 {
            let question = self
                .questions
                .back()
                .map_or_else(String::new, |(question, _)| {
                    format!(" about the question {:?}", question.id.as_str())
                });
            self.report_file(
                &codes::MANY_REMARKS,
                Action::Kept,
                format!("{count} more diagnostics{question} were left out"),
            );
        }
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
        if self.output.diagnostics.len() >= REMARKS {
            return self.output.count(code, action);
        }
        let snippet = code.severity > Severity::Note;
        let (place, snippet) = match spot.settled() {
            Some(settled) => (
                settled.place.clone(),
                snippet.then(|| settled.snippet.clone()),
            ),
            None => (self.place(spot), snippet.then(|| self.snippet(spot))),
        };
        let diagnostic = Diagnostic {
            code,
            place,
            message: message.into(),
            action,
            hint: None,
            snippet,
        };
        self.output.push(diagnostic)
    }

    fn place(&self, spot: &dyn Spot) -> Place {
        Place {
            file: self.output.file.clone(),
            ..self.place_in_file(spot)
        }
    }

    /// The place without the name of the file.
    fn place_in_file(&self, spot: &dyn Spot) -> Place {
        let position = self.slice.position_of(spot.span().0);
        let path = format!("{}{}", (self.base)(), spot.path());
        Place {
            file: String::new(),
            line: position.line,
            column: position.column,
            path: path.trim_start_matches('.').to_owned(),
        }
    }

    fn snippet(&self, spot: &dyn Spot) -> Snippet {
        let (start, end) = spot.span();
        self.slice.snippet(start, end)
    }

    /// Notes the place of a spot, for remarks after its record has been left behind.
    pub(crate) fn settle(&self, spot: &dyn Spot) -> Settled {
        if let Some(settled) = spot.settled() {
            return settled.clone();
        }
        Settled {
            place: self.place(spot),
            snippet: self.snippet(spot),
        }
    }

    /// Reads something that stands in the record only in another form, such as JSON within a
    /// string: all remarks are about the place of `spot`.
    pub(crate) fn inside<T>(&mut self, spot: &dyn Spot, read: impl FnOnce(&mut Self) -> T) -> T {
        let before = self.output.diagnostics.len();
        let result = read(self);
        if self.output.diagnostics.len() > before {
            let settled = self.settle(spot);
            for remark in self.output.diagnostics.iter_mut().skip(before) {
                remark.place = settled.place.clone();
                remark.snippet = remark.snippet.take().map(|_| settled.snippet.clone());
            }
        }
        result
    }

    /// Hands over a question that is read; checks what no single format can check.
    pub(crate) fn emit(&mut self, spot: &dyn Spot, mut question: Question) {
        let mut checks = std::mem::take(&mut self.output.checks);
        checks.question(self, spot, &mut question);
        self.output.checks = checks;
        let place = match spot.settled() {
            Some(settled) => settled.place.clone(),
            None => self.place_in_file(spot),
        };
        self.output.questions.push_back((question, place));
    }
}
