//! What is written is read back: everything that a format can say, and nothing gets lost unsaid.
#![allow(clippy::unwrap_used)]

mod catalogue;
mod projections;
mod strategies;
mod strict;

use std::cell::RefCell;
use std::io::{self, Write};
use std::rc::Rc;

use lydite_formats::{Reader, Target, formats};
use lydite_model::{DatasetInfo, Question};
use proptest::prelude::*;

use projections::Projection;

/// A file in memory, and what was reported as lost: of each question, and of the dataset.
struct Written {
    bytes: Vec<u8>,
    losses: Vec<Vec<String>>,
    dataset_losses: Vec<String>,
}

#[derive(Clone, Default)]
struct Sink(Rc<RefCell<Vec<u8>>>);

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Writes questions; `early` is what is known about the dataset before the first of them.
fn write(format: &str, early: &DatasetInfo, info: &DatasetInfo, questions: &[Question]) -> Written {
    let target = Target::named(format).unwrap();
    let sink = Sink::default();
    let mut writer = target.start(Box::new(sink.clone()), early).unwrap();
    let losses = questions.iter().map(|question| {
        let mut losses = Vec::new();
        let mut report = |loss: lydite_model::Diagnostic| losses.push(loss.message);
        writer.question(question, &mut report).unwrap();
        losses
    });
    let losses = losses.collect();
    let mut dataset_losses = Vec::new();
    let mut report = |loss: lydite_model::Diagnostic| dataset_losses.push(loss.message);
    writer.finish(info, &mut report).unwrap();
    Written {
        bytes: sink.0.take(),
        losses,
        dataset_losses,
    }
}

/// Reads questions; the format must be recognised for what it is.
fn read(format: &str, bytes: &[u8]) -> (DatasetInfo, Vec<Question>) {
    let mut reader = Reader::from_bytes("written", bytes).unwrap();
    assert_eq!(reader.format().name, format);
    let questions = reader.by_ref().collect();
    (reader.info().clone(), questions)
}

/// Whether a format can be read; says so if not.
fn is_readable(format: &str) -> bool {
    let readable = formats().any(|known| known.name == format);
    if !readable {
        eprintln!("skipped: there is no reader for {format}");
    }
    readable
}

/// Writes and reads questions, and compares with what the format can say of them.
fn check(projection: &Projection, info: &DatasetInfo, questions: &[Question]) {
    let format = projection.format;
    let early = DatasetInfo::default();
    for early in [&early, info] {
        let written = write(format, early, info, questions);
        for (question, losses) in questions.iter().zip(&written.losses) {
            projections::check_losses(projection, question, losses);
        }
        let sayable = (projection.info)(info);
        let known = DatasetInfo {
            digest: sayable.digest.clone(),
            ..info.clone()
        };
        assert_eq!(
            written.dataset_losses.is_empty(),
            sayable == known,
            "{:?}",
            written.dataset_losses
        );
        if !is_readable(format) || (questions.is_empty() && !projection.is_recognised_empty) {
            return;
        }
        let (back, read) = read(format, &written.bytes);
        let text = || String::from_utf8_lossy(&written.bytes).into_owned();
        assert_eq!(back, sayable, "{}", text());
        assert_eq!(read.len(), questions.len(), "{}", text());
        for (read, question) in read.iter().zip(questions) {
            assert_eq!(*read, (projection.question)(question), "{}", text());
            assert!(!projection.is_lossless || read.id.is_number() == question.id.is_number());
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn qald_json(info in strategies::info(), questions in strategies::questions()) {
        check(&projections::QALD_JSON, &info, &questions);
    }

    #[test]
    fn gerbil_accepts_qald_json(info in strategies::info(), questions in strategies::questions()) {
        for early in [&DatasetInfo::default(), &info] {
            let written = write("qald-json", early, &info, &questions);
            if let Err(error) = serde_json::from_slice::<strict::File>(&written.bytes) {
                panic!("{error}: {}", String::from_utf8_lossy(&written.bytes));
            }
        }
    }

    #[test]
    fn eqald_json(info in strategies::info(), questions in strategies::questions()) {
        check(&projections::EQALD_JSON, &info, &questions);
    }

    #[test]
    fn text2sparql_yaml(info in strategies::info(), questions in strategies::questions()) {
        check(&projections::TEXT2SPARQL_YAML, &info, &questions);
    }

    #[test]
    fn json_lines(info in strategies::info(), questions in strategies::questions()) {
        check(&projections::JSON_LINES, &info, &questions);
    }

    #[test]
    fn csv(info in strategies::info(), questions in strategies::questions()) {
        check(&projections::CSV, &info, &questions);
    }

    #[test]
    fn tsv(info in strategies::info(), questions in strategies::questions()) {
        check(&projections::TSV, &info, &questions);
    }

    #[test]
    fn text2sparql_answers(questions in strategies::questions()) {
        check_entries("text2sparql-answers", questions, projections::queries_by_language);
    }

    #[test]
    fn text2sparql_results(questions in strategies::questions()) {
        check_entries("text2sparql-results", questions, projections::values_by_language);
    }
}

/// Formats with an entry per question and language: compares what each entry says in the end.
fn check_entries<T: std::fmt::Debug + PartialEq>(
    format: &str,
    mut questions: Vec<Question>,
    entries: fn(&Question) -> Vec<T>,
) {
    let info = DatasetInfo {
        id: Some("http://example.org/".to_owned()),
        prefix: Some("p".to_owned()),
        ..DatasetInfo::default()
    };
    for (at, question) in questions.iter_mut().enumerate() {
        // The entries' names are made of identifier and language.
        question.id = at.to_string().into();
        question.extras.remove("uri");
    }
    let written = write(format, &info, &info, &questions);
    let expected: Vec<T> = questions.iter().flat_map(entries).collect();
    if is_readable(format) && !expected.is_empty() {
        let (_, read) = read(format, &written.bytes);
        let read: Vec<T> = read.iter().flat_map(entries).collect();
        assert_eq!(
            read,
            expected,
            "{}",
            String::from_utf8_lossy(&written.bytes)
        );
    }
    for (question, losses) in questions.iter().zip(&written.losses) {
        projections::check_entry_losses(format, question, losses);
    }
}
