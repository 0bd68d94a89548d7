//! Reading a text in a test.

use lydite_model::{DatasetInfo, Diagnostic, Question};

use crate::Reader;

/// Everything that a reader says about a text.
pub(crate) struct Read {
    pub format: &'static str,
    pub info: DatasetInfo,
    pub questions: Vec<Question>,
    pub remarks: Vec<Diagnostic>,
}

/// Reads a text whose format must be recognised.
pub(crate) fn read(text: &str) -> Read {
    let mut reader = Reader::from_bytes("file", text.as_bytes()).unwrap();
    let mut remarks = Vec::new();
    let mut questions = Vec::new();
    while let Some(question) = reader.next_question(&mut |remark| remarks.push(remark)) {
        questions.push(question);
    }
    Read {
        format: reader.format().name,
        info: reader.info().clone(),
        questions,
        remarks,
    }
}

impl Read {
    /// The codes of all remarks, in order, separated by blanks.
    pub(crate) fn codes(&self) -> String {
        let codes: Vec<_> = self.remarks.iter().map(|remark| remark.code.id).collect();
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
        if let Ok(mut reader) = Reader::from_bytes("file", &text.as_bytes()[..end]) {
            while reader.next_question(&mut |_| {}).is_some() {}
        }
    }
}
