//! Reading a text in a test.

use lydite_model::{Damage, DatasetInfo, Diagnostic, Question};

use crate::Reader;
use crate::codes::{EMPTY_ANSWERS, NO_ANSWERS, NO_QUESTIONS};

/// Everything that a reader says about a text.
pub(crate) struct Read {
    pub format: &'static str,
    pub info: DatasetInfo,
    pub damage: Damage,
    pub questions: Vec<Question>,
    pub remarks: Vec<Diagnostic>,
}

/// Reads a text whose format must be recognised.
pub(crate) fn read(text: &str) -> Read {
    let mut reader = Reader::from_bytes("file", text.as_bytes()).unwrap();
    let (questions, remarks) = reader.read_to_end();
    Read {
        format: reader.format().name,
        info: reader.info().clone(),
        damage: reader.damage().clone(),
        questions,
        remarks,
    }
}

impl Read {
    /// The codes of all remarks, in order, separated by blanks; but for those that say what is not
    /// there, of which small examples have many.
    pub(crate) fn codes(&self) -> String {
        let absent = [NO_ANSWERS.id, EMPTY_ANSWERS.id, NO_QUESTIONS.id];
        let codes = self.remarks.iter().map(|remark| remark.code.id);
        let codes: Vec<_> = codes.filter(|code| !absent.contains(code)).collect();
        codes.join(" ")
    }

    /// The answers of a question as people read them, separated by blanks.
    pub(crate) fn answers(&self, question: usize) -> String {
        match &self.questions[question].answers {
            None => "none".to_owned(),
            Some(answers) => match answers.as_table() {
                None => format!("{:?}", answers.as_boolean()),
                Some(table) => {
                    let terms: Vec<_> = table.terms().map(ToString::to_string).collect();
                    terms.join(" ")
                }
            },
        }
    }
}

/// Every beginning of a text is read without a panic.
pub(crate) fn read_every_beginning(text: &str) {
    for end in (0..text.len()).filter(|end| text.is_char_boundary(*end)) {
        if let Ok(reader) = Reader::from_bytes("file", &text.as_bytes()[..end]) {
            reader.for_each(drop);
        }
    }
}
