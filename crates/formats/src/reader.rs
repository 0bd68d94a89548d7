//! Reading a file, whatever its format, one question at a time.

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use lydite_model::{
    Action, Damage, Dataset, DatasetInfo, Diagnostic, Place, Question, Refreshed, Severity,
};

use crate::codes;
use crate::context::Output;
use crate::format::{Format, Probe, Variant, recognise};
use crate::input::{Input, Window};
use crate::variants;

/// The largest record that is held in memory.
pub(crate) const RECORD_LIMIT: usize = 64 << 20;

/// Why a file cannot be read at all.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The operating system says no.
    #[error("{file}: {source}")]
    Io {
        /// The file as the user named it.
        file: String,
        /// What the system says.
        source: io::Error,
    },
    /// It is not a file.
    #[error("{file} is a directory; name the files in it")]
    Directory {
        /// The directory as the user named it.
        file: String,
    },
    /// There is nothing in it.
    #[error("{file} is empty")]
    Empty {
        /// The file as the user named it.
        file: String,
    },
    /// Its format is not one of ours.
    #[error("{file}: unknown format: {found}")]
    Unrecognised {
        /// The file as the user named it.
        file: String,
        /// What it looks like.
        found: String,
    },
}

/// Reads a file of one family (JSON, XML …) step by step.
pub(crate) trait Driver: Send {
    /// Reads on, at least one record; `false` at the end.
    fn advance(&mut self, output: &mut Output) -> io::Result<bool>;
}

/// An open benchmark or answer file.
///
/// It is an iterator over the questions; memory does not grow with the file. What is irregular
/// comes with [`items`](Self::items); what of it means [damage](Self::damage) is counted in any case.
///
/// ```
/// use lydite_formats::Reader;
///
/// let json = r#"{"dataset": {"id": "d"}, "questions": [{"id": "1",
///     "question": [{"language": "en", "string": "Who?"}], "query": {}, "answers": []}]}"#;
/// let mut reader = Reader::from_bytes("d.json", json.as_bytes())?;
/// for question in reader.by_ref() {
///     assert_eq!(question.id.as_str(), "1");
/// }
/// assert!(reader.damage().is_empty());
/// assert_eq!(reader.info().id.as_deref(), Some("d"));
/// # Ok::<(), lydite_formats::ReadError>(())
/// ```
pub struct Reader {
    format: Format,
    driver: Box<dyn Driver>,
    output: Output,
    place: Place,
    ended: bool,
}

impl Reader {
    /// Opens a file and finds out its compression, encoding and format; `-` is standard input.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, ReadError> {
        let path = path.as_ref();
        Self::from_input(path.display().to_string(), Input::open(path)?)
    }

    /// Reads what is in memory already.
    pub fn from_bytes(name: &str, bytes: &[u8]) -> Result<Self, ReadError> {
        Self::from_reader(name, io::Cursor::new(bytes.to_vec()))
    }

    /// Reads any stream of bytes.
    pub fn from_reader(name: &str, bytes: impl Read + Send + 'static) -> Result<Self, ReadError> {
        let input = Input::from_reader(Box::new(bytes)).map_err(|source| ReadError::Io {
            file: name.to_owned(),
            source,
        })?;
        Self::from_input(name.to_owned(), input)
    }

    /// Reads what is in memory already as the format with this name, whatever it looks like.
    pub fn from_bytes_as(name: &str, bytes: &[u8], format: &str) -> Result<Self, ReadError> {
        let failed = |source| ReadError::Io {
            file: name.to_owned(),
            source,
        };
        let input =
            Input::from_reader(Box::new(io::Cursor::new(bytes.to_vec()))).map_err(failed)?;
        Self::from_parts(name.to_owned(), input, |_| {
            variants::ALL
                .iter()
                .copied()
                .find(|variant| variant.format().name == format)
        })
    }

    fn from_input(file: String, input: Input) -> Result<Self, ReadError> {
        Self::from_parts(file, input, recognise)
    }

    fn from_parts(
        file: String,
        input: Input,
        choose: impl Fn(&Probe<'_>) -> Option<&'static dyn Variant>,
    ) -> Result<Self, ReadError> {
        let mut window = Window::new(input.text);
        let probe = match Probe::new(&mut window) {
            Ok(probe) => probe,
            Err(source) => return Err(ReadError::Io { file, source }),
        };
        if probe.is_empty() {
            return Err(ReadError::Empty { file });
        }
        let Some(variant) = choose(&probe) else {
            return Err(ReadError::Unrecognised {
                file,
                found: probe.describe(),
            });
        };
        let mut output = Output::new(file);
        if !input.encoding.is_utf8() {
            let name = input.encoding.name();
            output
                .report_file(
                    &codes::NOT_UTF8,
                    Action::Repaired,
                    format!("the file is encoded in {name}, not UTF-8"),
                )
                .hint = Some(format!("convert it: iconv -f {name} -t UTF-8 FILE"));
            if input.encoding.is_guessed() {
                output.report_file(
                    &codes::GUESSED_ENCODING,
                    Action::Repaired,
                    format!("the encoding {name} is a guess"),
                );
            }
        } else if input.encoding.byte_order_mark {
            output.report_file(
                &codes::BYTE_ORDER_MARK,
                Action::Repaired,
                "the file begins with a UTF-8 byte order mark",
            );
        }
        Ok(Self {
            format: variant.format(),
            driver: variant.driver(window),
            output,
            place: Place::default(),
            ended: false,
        })
    }

    /// Leaves out the checks of wordings and answers, which cost time and lead to remarks only.
    #[must_use]
    pub fn trusting(mut self) -> Self {
        self.output.checks.trusting = true;
        self
    }

    /// The format that was recognised.
    pub fn format(&self) -> Format {
        self.format
    }

    /// What the file has said about itself so far; complete once all questions are read.
    pub fn info(&self) -> &DatasetInfo {
        &self.output.info
    }

    /// Where the question stands that was read last.
    ///
    /// ```
    /// use lydite_formats::Reader;
    ///
    /// let json = "{\"dataset\": {\"id\": \"d\"}, \"questions\": [\n  {\"id\": \"1\"}]}";
    /// let mut reader = Reader::from_bytes("d.json", json.as_bytes())?;
    /// reader.next();
    /// assert_eq!(reader.place().to_string(), "d.json:2:3");
    /// assert_eq!(reader.place().path, "questions[0]");
    /// # Ok::<(), lydite_formats::ReadError>(())
    /// ```
    pub fn place(&self) -> Place {
        Place {
            file: self.output.file.clone(),
            ..self.place.clone()
        }
    }

    /// The questions and the diagnostics, in the order in which they are found.
    ///
    /// ```
    /// use lydite_formats::{Item, Reader};
    ///
    /// let json = r#"{"questions": [{"id": "1", "answers": 5}]}"#;
    /// let mut reader = Reader::from_bytes("d.json", json.as_bytes())?;
    /// for item in reader.items() {
    ///     match item {
    ///         Item::Question(question, place) => println!("{place}: {}", question.id),
    ///         Item::Diagnostic(diagnostic) => println!("{}", diagnostic.message),
    ///     }
    /// }
    /// # Ok::<(), lydite_formats::ReadError>(())
    /// ```
    pub fn items(&mut self) -> impl Iterator<Item = Item> {
        std::iter::from_fn(|| {
            loop {
                if let Some(diagnostic) = self.output.take_diagnostic() {
                    return Some(Item::Diagnostic(diagnostic));
                }
                if let Some(question) = self.take_question() {
                    return Some(Item::Question(question, self.place()));
                }
                if !self.advance() {
                    return None;
                }
            }
        })
    }

    /// All questions and all diagnostics, for files that are known to be small.
    pub fn read_to_end(&mut self) -> (Vec<Question>, Vec<Diagnostic>) {
        let (mut questions, mut diagnostics) = (Vec::new(), Vec::new());
        for item in self.items() {
            match item {
                Item::Question(question, _) => questions.push(question),
                Item::Diagnostic(diagnostic) => diagnostics.push(diagnostic),
            }
        }
        (questions, diagnostics)
    }

    /// What was lost or guessed in the part that was read, or may be missing from it.
    ///
    /// ```
    /// use lydite_formats::Reader;
    ///
    /// let json = r#"{"questions": [{"id": "1", "answers": 5}]}"#;
    /// let mut reader = Reader::from_bytes("d.json", json.as_bytes())?;
    /// assert_eq!(reader.by_ref().count(), 1);
    /// assert_eq!(reader.damage().counts["Q014"], 1);
    /// # Ok::<(), lydite_formats::ReadError>(())
    /// ```
    pub fn damage(&self) -> &Damage {
        &self.output.damage
    }

    /// How many diagnostics of this severity there were in the part that was read.
    pub fn diagnostics(&self, severity: Severity) -> u64 {
        self.output.severities[severity as usize]
    }

    fn take_question(&mut self) -> Option<Question> {
        let (question, place) = self.output.questions.pop_front()?;
        self.place = place;
        Some(question)
    }

    /// Reads on; `false` at the end.
    fn advance(&mut self) -> bool {
        if self.ended {
            return false;
        }
        match self.driver.advance(&mut self.output) {
            Ok(more) => self.ended = !more,
            Err(error) => {
                self.ended = true;
                self.output.report_file(
                    &codes::DAMAGED,
                    Action::Skipped,
                    format!("the file cannot be read to its end: {error}"),
                );
            }
        }
        if self.ended {
            self.finish();
        }
        true
    }

    /// What can be said only when everything was read.
    fn finish(&mut self) {
        if self.output.checks.count() == 0 {
            self.output.report_file(
                &codes::NO_QUESTIONS,
                Action::Kept,
                "the file has no questions",
            );
        }
        if let Some(Refreshed {
            graph,
            date,
            checked,
        }) = self.output.info.refreshed.clone()
        {
            let checked = if checked {
                "and checked"
            } else {
                "and are unchecked"
            };
            self.output.report_file(
                &codes::REFRESHED,
                Action::Kept,
                format!("the answers were computed on {graph} on {date} {checked}"),
            );
        }
    }

    /// Reads a whole file into memory, and says by its digest which bytes it was.
    pub fn load_file(
        path: impl AsRef<Path>,
        report: &mut dyn FnMut(Diagnostic),
    ) -> Result<Dataset, ReadError> {
        let path = path.as_ref();
        let mut dataset = Self::open(path)?.load(report);
        let digest = File::open(path).and_then(crate::sha256);
        dataset.info.digest = Some(digest.map_err(|source| ReadError::Io {
            file: path.display().to_string(),
            source,
        })?);
        Ok(dataset)
    }

    /// Reads everything into memory; of several questions with one identifier, the last counts.
    pub fn load(mut self, report: &mut dyn FnMut(Diagnostic)) -> Dataset {
        let mut questions: Vec<Question> = Vec::new();
        let mut places = HashMap::new();
        for item in self.items() {
            let question = match item {
                Item::Question(question, _) => question,
                Item::Diagnostic(diagnostic) => {
                    report(diagnostic);
                    continue;
                }
            };
            let key = (question.id.clone(), question.language.clone());
            match places.get(&key) {
                Some(&place) => questions[place] = question,
                None => {
                    places.insert(key, questions.len());
                    questions.push(question);
                }
            }
        }
        Dataset {
            info: self.output.info,
            questions,
        }
    }
}

impl Iterator for Reader {
    type Item = Question;

    /// The next question; diagnostics are passed over, but counted.
    fn next(&mut self) -> Option<Question> {
        loop {
            while self.output.take_diagnostic().is_some() {}
            if let Some(question) = self.take_question() {
                return Some(question);
            }
            if !self.advance() {
                return None;
            }
        }
    }
}

/// What a file gives, piece by piece.
#[derive(Clone, Debug, PartialEq)]
#[expect(
    clippy::large_enum_variant,
    reason = "nearly all items are questions, and a box for each would cost more than it saves"
)]
pub enum Item {
    /// A question, and where it stands.
    Question(Question, Place),
    /// Something irregular.
    Diagnostic(Diagnostic),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_trusting_reader_reads_the_same_and_remarks_less() {
        let json = r#"{"dataset": {"id": "d"}, "questions": [
            {"id": "1", "answertype": "date", "question": [{"language": "en", "string": "Кто?"}],
             "query": {"sparql": "OUT OF SCOPE"}, "answers": [{"head": {"vars": ["x"]}, "results": {"bindings": [
                {"x": {"type": "uri", "value": "http://x/a b"}}, {"x": {"type": "uri", "value": "http://x/a b"}}]}}]},
            {"id": "1"}]}"#;
        let read = |trusting: bool| {
            let mut reader = Reader::from_bytes("d.json", json.as_bytes()).unwrap();
            if trusting {
                reader = reader.trusting();
            }
            let (questions, diagnostics) = reader.read_to_end();
            let codes: Vec<_> = diagnostics.iter().map(|found| found.code.id).collect();
            (questions, codes)
        };
        let ((all, told), (same, fewer)) = (read(false), read(true));
        assert_eq!(all, same);
        let checks = [
            &codes::ODD_IRI,
            &codes::DUPLICATE_ROWS,
            &codes::LANGUAGE_MISMATCH,
            &codes::ANSWER_TYPE_MISMATCH,
        ];
        for code in checks {
            assert!(
                told.contains(&code.id) && !fewer.contains(&code.id),
                "{}",
                code.id
            );
        }
        // What a question is belongs to reading it.
        assert!(fewer.contains(&codes::MARKED_OUT_OF_SCOPE.id));
        assert!(fewer.contains(&codes::DUPLICATE_ID.id));
    }

    /// What counts as equal is for the judge to say, and some rules look at the spelling.
    #[test]
    fn numbers_keep_their_spelling_in_every_format() {
        for number in ["1.50", "1e3", "-0", "12345678901234567890123", "1.0E-7"] {
            let json = |answers: &str| {
                format!(r#"{{"questions": [{{"id": "1", "answers": {answers}}}]}}"#)
            };
            let files = [
                json(&format!(
                    r#"[{{"results": {{"bindings": [{{"x": {{"type": "literal", "value": {number}}}}}]}}}}]"#
                )),
                json(&format!("[{number}]")),
                json(&format!(
                    r#"{{"bindings": [{{"x": {{"value": {number}}}}}]}}"#
                )),
                format!(
                    r#"{{"head": {{"vars": ["x"]}}, "results": {{"bindings": [{{"x": {{"type": "literal", "value": {number}}}}}]}}}}"#
                ),
                format!(
                    r#"{{"questions": [{{"id": "1", "body": [], "answers": [{{"string": {number}}}]}}]}}"#
                ),
                format!(r#"{{"answers": [{number}], "sparql": "ASK {{}}"}}"#),
                format!(
                    "questions:\n  - id: 1\n    answers: [{{results: {{bindings: [{{x: {{value: {number}}}}}]}}}}]\n"
                ),
                format!(
                    "<dataset id='d'><question id='1'><answers><answer><number>{number}</number></answer></answers></question></dataset>"
                ),
            ];
            for file in files {
                let mut reader = Reader::from_bytes("file", file.as_bytes()).unwrap();
                let question = reader.next().unwrap();
                let answers = question.answers.unwrap();
                let term = answers.as_table().unwrap().terms().next().cloned();
                assert_eq!(term, Some(lydite_model::Term::literal(number)), "{file}");
                if reader.format().name == "qald-json" {
                    // Whoever judges the notation itself finds it in the source.
                    assert!(question.source.get().unwrap().1.contains(number), "{file}");
                }
            }
        }
    }
}
