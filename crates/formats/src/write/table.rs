//! A table for people and their spreadsheets, as CSV or TSV: a row for each wording of a question.
//!
//! | column | content |
//! | --- | --- |
//! | `id` | the identifier, on every row |
//! | `wording` | the number of the wording within the question; 0 if the question has none |
//! | `language`, `question`, `keywords` | the wording; keywords separated by comma and blank |
//! | `answer_type` | the answer type |
//! | `aggregation`, `onlydbo`, `hybrid` | `true`, `false` or nothing |
//! | `scope` | `marked` or `implied` if the question is out of scope |
//! | `sparql`, `pseudo` | the queries |
//! | `answers` | the answers in the [notation](crate::notation) of SPARQL's `VALUES` |
//!
//! Languages are rows and not columns, because a writer that passes over the questions once cannot
//! know all languages when it writes the header. What belongs to the question and not to a wording
//! stands on its first row only. An empty cell is a missing value: the empty set is `{}`.

use std::io::{self, Write};

use lydite_model::{DatasetInfo, QueryForm, Question, Scope, Text};

use super::losses::{self, Losses};
use super::{Report, Target, Writer};
use crate::Format;
use crate::notation;

pub(super) const CSV: Target = Target {
    format: Format {
        name: "csv",
        title: "comma-separated table, for spreadsheets",
    },
    extension: "csv",
    start: |sink, _| start("csv", b',', sink),
};

pub(super) const TSV: Target = Target {
    format: Format {
        name: "tsv",
        title: "tab-separated table, for spreadsheets",
    },
    extension: "tsv",
    start: |sink, _| start("tsv", b'\t', sink),
};

/// The columns in the order in which they are written.
const COLUMNS: [&str; 13] = [
    "id",
    "wording",
    "language",
    "question",
    "keywords",
    "answer_type",
    "aggregation",
    "onlydbo",
    "hybrid",
    "scope",
    "sparql",
    "pseudo",
    "answers",
];
/// How many columns precede those of the question as a whole.
const OF_WORDING: usize = 5;

struct Table {
    format: &'static str,
    rows: csv::Writer<Box<dyn Write>>,
}

fn start(format: &'static str, delimiter: u8, sink: Box<dyn Write>) -> io::Result<Box<dyn Writer>> {
    let mut rows = csv::WriterBuilder::new()
        .delimiter(delimiter)
        .from_writer(sink);
    rows.write_record(COLUMNS)?;
    Ok(Box::new(Table { format, rows }))
}

impl Writer for Table {
    fn question(&mut self, question: &Question, report: Report<'_>) -> io::Result<()> {
        let mut losses = Losses::new(self.format, question, report);
        let mut whole = whole(question, &mut losses);
        let wordings = question.texts.iter().map(Some);
        let none = question.texts.is_empty().then_some(None);
        for (at, text) in wordings.chain(none).enumerate() {
            let number = at + usize::from(text.is_some());
            let wording = wording(text, &mut losses);
            let head = [question.id.as_str().to_owned(), number.to_string()];
            let row = head.into_iter().chain(wording).chain(whole);
            self.rows.write_record(row)?;
            whole = [const { String::new() }; COLUMNS.len() - OF_WORDING];
        }
        Ok(())
    }

    fn finish(&mut self, info: &DatasetInfo, report: Report<'_>) -> io::Result<()> {
        losses::info(self.format, &DatasetInfo::default(), info, report);
        self.rows.flush()
    }
}

fn wording(text: Option<&Text>, losses: &mut Losses<'_>) -> [String; 3] {
    let Some(text) = text else {
        return [const { String::new() }; 3];
    };
    losses.when(text.string.as_deref() == Some(""), "an empty question text");
    [
        text.language.as_str().to_owned(),
        text.string.clone().unwrap_or_default(),
        losses.join_keywords(&text.keywords),
    ]
}

/// What belongs to the question as a whole.
fn whole(question: &Question, losses: &mut Losses<'_>) -> [String; COLUMNS.len() - OF_WORDING] {
    losses.annotations();
    losses.languages();
    losses.extras_but(&[]);
    losses.run();
    let forms = [QueryForm::Sparql, QueryForm::Pseudo];
    let queries = losses.choose_queries(&forms);
    let query = |form| {
        let query = queries.iter().find(|query| query.form == form);
        query.map_or(String::new(), |query| query.text.clone())
    };
    losses.when(
        queries.len() == 2 && queries[0].form == QueryForm::Pseudo,
        "a pseudo query before the SPARQL query",
    );
    if let Some(answers) = &question.answers {
        losses.when(answers.confidence.is_some(), "the confidence");
    }
    let ordered = question.answers.as_ref().is_some_and(|set| set.ordered);
    losses.when(ordered || question.order_matters, "the order of answers");
    let flag = |flag: Option<bool>| flag.map_or(String::new(), |flag| flag.to_string());
    let scope = match question.scope {
        Scope::Inside => "",
        Scope::Marked => "marked",
        Scope::Implied => "implied",
    };
    let answer_type = question.answer_type.as_ref();
    [
        answer_type.map_or(String::new(), |word| word.as_str().to_owned()),
        flag(question.aggregation),
        flag(question.only_dbo),
        flag(question.hybrid),
        scope.to_owned(),
        query(QueryForm::Sparql),
        query(QueryForm::Pseudo),
        question
            .answers
            .as_ref()
            .map_or(String::new(), notation::write),
    ]
}

#[cfg(test)]
mod tests {
    use lydite_model::{AnswerSet, Query, Term};

    use super::*;
    use crate::write::tests::written;

    #[test]
    fn a_row_per_wording() {
        let mut question = Question::new("1");
        question.hybrid = Some(true);
        question.texts = vec![Text::new("en", "Who, then?"), Text::new("de", "Wer?")];
        question.queries = vec![Query::sparql("SELECT \"x\"")];
        question.answers = Some(AnswerSet::column("x", [Term::iri("http://x/a")]));
        let questions = [question, Question::new("2")];
        let (text, losses) = written("csv", &DatasetInfo::default(), &questions);
        assert_eq!(losses, [""; 0]);
        assert_eq!(
            text,
            "id,wording,language,question,keywords,answer_type,aggregation,onlydbo,hybrid,scope,sparql,pseudo,answers\n\
             1,1,en,\"Who, then?\",,,,,true,,\"SELECT \"\"x\"\"\",,?x {<http://x/a>}\n\
             1,2,de,Wer?,,,,,,,,,\n\
             2,0,,,,,,,,,,,\n"
        );
    }
}
