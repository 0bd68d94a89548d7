//! Writing questions, a file per target format.
//!
//! Every writer works a question at a time, so that memory does not grow with the file, and says
//! of each question what the format has no place for.

mod eqald_json;
mod json;
mod json_lines;
mod losses;
mod qald_json;
mod qald_xml;
mod results;
mod t2s;
mod table;
mod text2sparql_answers;
mod text2sparql_questions;
mod text2sparql_results;
mod xml_text;
mod yaml;

use std::io::{self, Write};

use lydite_model::{DatasetInfo, Diagnostic, Question};

use crate::Format;

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
///
/// ```
/// use lydite_model::{DatasetInfo, Question, Text};
///
/// let info = DatasetInfo { id: Some("d".to_owned()), ..DatasetInfo::default() };
/// let mut question = Question::new("1");
/// question.texts.push(Text::new("en", "Who?"));
///
/// let target = lydite_formats::Target::named("qald-json").unwrap();
/// let mut writer = target.start(Box::new(std::io::stdout()), &info)?;
/// writer.question(&question, &mut |loss| eprintln!("{}", loss.message))?;
/// writer.finish(&info, &mut |loss| eprintln!("{}", loss.message))?;
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct Target {
    /// Its name.
    pub format: Format,
    /// The usual file name extension.
    pub extension: &'static str,
    /// Starts a file about which this much is known already.
    start: Start,
}

type Start = fn(Box<dyn Write>, &DatasetInfo) -> io::Result<Box<dyn Writer>>;

impl Target {
    /// The target with this name, if there is one.
    pub fn named(name: &str) -> Option<&'static Self> {
        TARGETS.iter().find(|target| target.format.name == name)
    }

    /// Starts writing. What is known about the dataset by now leads the file, where the format
    /// has it so; what is known only in the end follows the questions.
    pub fn start(&self, sink: Box<dyn Write>, info: &DatasetInfo) -> io::Result<Box<dyn Writer>> {
        (self.start)(sink, info)
    }
}

/// All formats that can be written.
pub fn targets() -> &'static [Target] {
    TARGETS
}

static TARGETS: &[Target] = &[
    qald_json::TARGET,
    eqald_json::TARGET,
    qald_xml::TARGET,
    text2sparql_questions::TARGET,
    text2sparql_answers::TARGET,
    text2sparql_results::TARGET,
    json_lines::TARGET,
    t2s::TARGET,
    table::CSV,
    table::TSV,
];

#[cfg(test)]
pub(crate) mod tests {
    use std::cell::RefCell;
    use std::rc::Rc;

    use super::*;

    /// What a target makes of a dataset, and the losses it reports.
    pub(crate) fn written(
        name: &str,
        info: &DatasetInfo,
        questions: &[Question],
    ) -> (String, Vec<String>) {
        let sink = Sink::default();
        let target = Target::named(name).unwrap();
        let mut losses = Vec::new();
        let mut writer = target.start(Box::new(sink.clone()), info).unwrap();
        for question in questions {
            writer
                .question(question, &mut |loss| losses.push(loss.message))
                .unwrap();
        }
        writer
            .finish(info, &mut |loss| losses.push(loss.message))
            .unwrap();
        let text = String::from_utf8(sink.0.take()).unwrap();
        (text, losses)
    }

    /// A sink whose content can be looked at afterwards.
    #[derive(Clone, Default)]
    pub(crate) struct Sink(pub Rc<RefCell<Vec<u8>>>);

    impl Write for Sink {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.borrow_mut().write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn names_are_unique() {
        let mut names: Vec<_> = TARGETS.iter().map(|target| target.format.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), TARGETS.len());
    }
}
