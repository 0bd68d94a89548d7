//! Pairs of queries as t2s-metrics reads them: a JSON object on each line.

use std::io::{self, BufWriter, Write};

use lydite_model::{DatasetInfo, Language, Query, QueryForm, Question};
use serde::Serialize;

use super::losses::Losses;
use super::{Report, Target, Writer};
use crate::Format;

pub(super) const TARGET: Target = Target {
    format: Format {
        name: FORMAT,
        title: "t2s-metrics: pairs of queries, a JSON object on each line",
    },
    extension: "jsonl",
    start,
};

const FORMAT: &str = "t2s";

/// A line. Both queries are always there: null would end the tool.
#[derive(Serialize)]
struct Pair<'q> {
    id: &'q str,
    golden: &'q str,
    generated: &'q str,
    order_matters: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    question: Option<&'q str>,
}

struct Pairs {
    sink: BufWriter<Box<dyn Write>>,
}

fn start(sink: Box<dyn Write>, _: &DatasetInfo) -> io::Result<Box<dyn Writer>> {
    Ok(Box::new(Pairs {
        sink: BufWriter::with_capacity(1 << 16, sink),
    }))
}

/// The first SPARQL query.
fn sparql(queries: &[Query]) -> Option<&str> {
    let mut queries = queries.iter();
    let query = queries.find(|query| query.form == QueryForm::Sparql)?;
    Some(&query.text)
}

impl Writer for Pairs {
    fn question(&mut self, question: &Question, report: Report<'_>) -> io::Result<()> {
        let golden = sparql(&question.queries);
        let generated = sparql(&question.predicted_queries);
        let mut losses = Losses::new(FORMAT, question, report);
        losses.when(golden.is_none(), "a question without a SPARQL query");
        losses.when(question.texts.len() > 1, "a wording in a further language");
        let has_answers = question.answers.is_some() || question.predicted.is_some();
        losses.when(has_answers, "answers: it runs the queries");
        let english = question.text(&Language::new("en"));
        let first = || {
            question
                .texts
                .iter()
                .find_map(|text| text.string.as_deref())
        };
        let pair = Pair {
            id: question.id.as_str(),
            golden: golden.unwrap_or_default(),
            generated: generated.unwrap_or_default(),
            order_matters: question.order_matters,
            question: english.or_else(first),
        };
        serde_json::to_writer(&mut self.sink, &pair)?;
        self.sink.write_all(b"\n")
    }

    fn finish(&mut self, _: &DatasetInfo, _: Report<'_>) -> io::Result<()> {
        self.sink.flush()
    }
}

#[cfg(test)]
mod tests {
    use lydite_model::Text;

    use super::*;
    use crate::Reader;
    use crate::write::tests::written;

    #[test]
    fn what_is_written_is_read_again() {
        let mut question = Question::new("1");
        question.texts.push(Text::new("en", "Which lakes?"));
        question
            .queries
            .push(Query::sparql("SELECT ?x { ?x a \"Lake\" }"));
        question.predicted_queries.push(Query::sparql("ASK { }"));
        question.order_matters = true;
        let (text, losses) = written(FORMAT, &DatasetInfo::default(), &[question.clone()]);
        assert!(losses.is_empty(), "{losses:?}");
        let mut reader = Reader::from_bytes("pairs.jsonl", text.as_bytes()).unwrap();
        assert_eq!(reader.format().name, "t2s");
        let read = reader.next().unwrap();
        assert_eq!(read.queries[0].text, question.queries[0].text);
        assert_eq!(read.predicted_queries, question.predicted_queries);
        assert_eq!((read.id, read.order_matters), (question.id, true));
        assert!(reader.next().is_none());
    }
}
