//! The XML formats from end to end: the published files, round trips, hostile input.

#![allow(clippy::unwrap_used)]

mod catalogue;
mod hostile;
mod round_trip;

use std::cell::RefCell;
use std::io::{self, Write};
use std::rc::Rc;

use lydite_formats::{Reader, targets};
use lydite_model::{Dataset, DatasetInfo, Diagnostic, Question};

/// Reads everything, without leaving out questions with a duplicate id.
fn read(bytes: &[u8]) -> (Dataset, Vec<Diagnostic>) {
    let mut reader = Reader::from_bytes("test.xml", bytes).unwrap();
    let (questions, mut remarks) = reader.read_to_end();
    // Small examples have few answers.
    remarks.retain(|remark| !matches!(remark.code.id, "A006" | "A007" | "F032"));
    let info = reader.info().clone();
    (Dataset { info, questions }, remarks)
}

/// Writes QALD-XML; gives the text and what it could not say.
fn write(info: &DatasetInfo, questions: &[Question]) -> (Vec<u8>, Vec<String>) {
    #[derive(Clone, Default)]
    struct Shared(Rc<RefCell<Vec<u8>>>);
    impl Write for Shared {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.borrow_mut().write(bytes)
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let sink = Shared::default();
    let target = targets()
        .iter()
        .find(|target| target.format.name == "qald-xml")
        .unwrap();
    let mut lost = Vec::new();
    let mut report = |remark: Diagnostic| lost.push(remark.message);
    let mut writer = target.start(Box::new(sink.clone()), info).unwrap();
    for question in questions {
        writer.question(question, &mut report).unwrap();
    }
    writer.finish(info, &mut report).unwrap();
    let written = sink.0.borrow().clone();
    (written, lost)
}
