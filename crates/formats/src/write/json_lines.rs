//! The native format, which loses nothing: a line for the dataset, then a line for each question.
//!
//! The lines are the model in JSON. What is known about the dataset when writing starts is on the
//! first line; if more is known in the end, the last line says all of it once more.

use std::io::{self, BufWriter, Write};

use lydite_model::{DatasetInfo, Question};
use serde::Serialize;

use super::losses::Losses;
use super::{Report, Target, Writer};
use crate::Format;

pub(super) const TARGET: Target = Target {
    format: Format {
        name: FORMAT,
        title: "JSON Lines, Lydite's own lossless format",
    },
    extension: "jsonl",
    start,
};

const FORMAT: &str = "json-lines";

#[derive(Serialize)]
struct Header<'h> {
    dataset: &'h DatasetInfo,
}

struct JsonLines {
    sink: BufWriter<Box<dyn Write>>,
    dataset: DatasetInfo,
}

fn start(sink: Box<dyn Write>, info: &DatasetInfo) -> io::Result<Box<dyn Writer>> {
    let mut writer = JsonLines {
        sink: BufWriter::with_capacity(1 << 16, sink),
        dataset: info.clone(),
    };
    writer.line(&Header { dataset: info })?;
    Ok(Box::new(writer))
}

impl JsonLines {
    fn line(&mut self, value: &impl Serialize) -> io::Result<()> {
        serde_json::to_writer(&mut self.sink, value)?;
        self.sink.write_all(b"\n")
    }
}

impl Writer for JsonLines {
    fn question(&mut self, question: &Question, report: Report<'_>) -> io::Result<()> {
        let sets = || {
            question
                .answers
                .iter()
                .chain(question.localised_answers.values())
        };
        let is_odd = |confidence: f64| !confidence.is_finite();
        if !sets().filter_map(|set| set.confidence).any(is_odd) {
            return self.line(question);
        }
        // JSON has neither NaN nor infinity.
        Losses::new(FORMAT, question, report).say("a confidence that is not a number");
        let mut finite = question.clone();
        let localised = finite.localised_answers.values_mut();
        for set in finite.answers.iter_mut().chain(localised) {
            set.confidence = set.confidence.filter(|confidence| !is_odd(*confidence));
        }
        self.line(&finite)
    }

    fn finish(&mut self, info: &DatasetInfo, _: Report<'_>) -> io::Result<()> {
        if self.dataset != *info {
            self.line(&Header { dataset: info })?;
        }
        self.sink.flush()
    }
}

#[cfg(test)]
mod tests {
    use lydite_model::AnswerSet;

    use super::*;
    use crate::write::tests::written;

    #[test]
    fn a_line_each() {
        let mut question = Question::new("1");
        question.answers = Some(AnswerSet {
            confidence: Some(f64::NAN),
            ..AnswerSet::boolean(true)
        });
        let (text, losses) = written(FORMAT, &DatasetInfo::default(), &[question]);
        assert_eq!(
            text,
            "{\"dataset\":{}}\n{\"id\":\"1\",\"answers\":{\"boolean\":true}}\n"
        );
        assert_eq!(losses.len(), 1);
    }
}
