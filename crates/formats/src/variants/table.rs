//! Tables of questions, as CSV (with comma or semicolon) or TSV: a row for each wording.
//!
//! The columns are those that the writer of tables documents, in any order; all but `question` may
//! be missing, and that as well where there is an `id` with a `query` or `answers`. A row belongs to the question of the row before if it has the same `id`, is not
//! wording 0 or 1, and says nothing else about the question as a whole.

use std::io;

use lydite_model::{Action, Language, QueryForm, Question, QuestionId, Scope, Text};

use super::qald_json::push_query;
use crate::codes;
use crate::context::{Bytes, Context, Output};
use crate::format::{Format, Probe, Shape, Variant};
use crate::input::Window;
use crate::json::fields::{
    assume_english, check_paraphrases, check_wording, checked_answer_type, keywords, misspelt,
    odd_flag,
};
use crate::reader::{Driver, RECORD_LIMIT};
use crate::table::{Cell, Row, Rows, Trouble};
use crate::terms::boolean_word;
use crate::{notation, spelling};

/// A table of questions.
pub(crate) struct Table {
    format: Format,
    delimiters: &'static [u8],
}

pub(crate) static CSV: Table = Table {
    format: Format {
        name: "csv",
        title: "comma-separated table, for spreadsheets",
    },
    delimiters: b",;",
};

pub(crate) static TSV: Table = Table {
    format: Format {
        name: "tsv",
        title: "tab-separated table, for spreadsheets",
    },
    delimiters: b"\t",
};

impl Table {
    /// The delimiter with which the first line reads as the header of a table of questions.
    fn delimiter(&self, head: &str) -> Option<u8> {
        let line = head.trim_start().lines().next()?;
        self.delimiters.iter().copied().find(|delimiter| {
            let names: Vec<_> = line
                .split(char::from(*delimiter))
                .map(Column::named)
                .collect();
            let is = |name: &Result<Column, String>, column| match name {
                Ok(name) => *name == column,
                Err(name) => Column::meant(name) == Some(column),
            };
            let known = names.iter().filter(|name| name.is_ok()).count();
            let has = |column| names.contains(&Ok(column));
            let is_answer = || has(Column::Sparql) || has(Column::Pseudo) || has(Column::Answers);
            names.iter().any(|name| is(name, Column::Question)) && known > 1
                || has(Column::Id) && is_answer()
        })
    }
}

impl Variant for Table {
    fn format(&self) -> Format {
        self.format
    }

    fn recognises(&self, probe: &Probe<'_>) -> bool {
        matches!(probe.shape, Shape::Text) && self.delimiter(&probe.head).is_some()
    }

    fn driver(&self, window: Window) -> Box<dyn Driver> {
        let head = String::from_utf8_lossy(window.bytes());
        let delimiter = self.delimiter(&head).unwrap_or(self.delimiters[0]);
        Box::new(TableDriver {
            rows: Rows::new(window, delimiter, RECORD_LIMIT),
            columns: Vec::new(),
            count: 0,
        })
    }
}

/// What a column is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Column {
    Id,
    Wording,
    Language,
    Question,
    Keywords,
    AnswerType,
    Aggregation,
    OnlyDbo,
    Hybrid,
    Scope,
    Sparql,
    Pseudo,
    Answers,
}

impl Column {
    /// The columns that are written, whose names can be misspelt.
    const NAMES: &[&str] = &[
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

    /// The column that a misspelt name is meant for.
    fn meant(name: &str) -> Option<Self> {
        Self::named(spelling::meant(name, Self::NAMES)?).ok()
    }

    /// The column with this name, or the name of an unknown one.
    fn named(name: &str) -> Result<Self, String> {
        let name = name.trim().trim_matches('"').trim();
        Ok(match &*name.to_ascii_lowercase() {
            "id" | "qid" | "question_id" => Self::Id,
            "wording" => Self::Wording,
            "language" | "lang" => Self::Language,
            "question" => Self::Question,
            "keywords" => Self::Keywords,
            "answer_type" | "answertype" => Self::AnswerType,
            "aggregation" => Self::Aggregation,
            "onlydbo" => Self::OnlyDbo,
            "hybrid" => Self::Hybrid,
            "scope" => Self::Scope,
            "sparql" | "query" => Self::Sparql,
            "pseudo" => Self::Pseudo,
            "answers" => Self::Answers,
            _ => return Err(name.to_owned()),
        })
    }

    /// Whether it may differ from row to row of one question.
    fn is_of_wording(self) -> bool {
        matches!(
            self,
            Self::Id | Self::Wording | Self::Language | Self::Question | Self::Keywords
        )
    }
}

struct TableDriver {
    rows: Rows,
    columns: Vec<Result<Column, String>>,
    /// How many questions there were.
    count: usize,
}

impl Driver for TableDriver {
    fn advance(&mut self, output: &mut Output) -> io::Result<bool> {
        let Some(first) = self.rows.next(0)? else {
            return Ok(false);
        };
        if self.columns.is_empty() {
            if !first.is_blank() {
                self.header(&first, output);
            }
            self.rows.consume(first.end);
            return Ok(true);
        }
        if let Some(trouble) = first.trouble {
            self.report(&first, trouble, output);
            self.rows.consume(first.end);
            return Ok(true);
        }
        let mut rows = vec![first];
        while rows[rows.len() - 1].end < RECORD_LIMIT {
            let Some(next) = self.rows.next(rows[rows.len() - 1].end)? else {
                break;
            };
            if next.trouble.is_some() || !self.continues(&rows, &next) {
                break;
            }
            rows.push(next);
        }
        let end = rows[rows.len() - 1].end;
        if !rows[0].is_blank() {
            self.count += 1;
            self.question(&rows, end, output);
        }
        self.rows.consume(end);
        Ok(true)
    }
}

impl TableDriver {
    fn header(&mut self, row: &Row, output: &mut Output) {
        let slice = self.rows.window.slice(0, row.end);
        let mut cx = Context {
            slice: &slice,
            base: &String::new,
            output,
        };
        let bytes = self.rows.window.bytes();
        let exact: Vec<_> = row
            .cells
            .iter()
            .map(|cell| Column::named(&cell.text(bytes)))
            .collect();
        for cell in &row.cells {
            let name = cell.text(bytes);
            let mut column = Column::named(&name);
            let right = Column::meant(&name).filter(|meant| !exact.contains(&Ok(*meant)));
            if let (Err(wrong), Some(right)) = (&column, right) {
                let meant = spelling::meant(wrong, Column::NAMES).unwrap_or_default();
                misspelt(&mut cx, cell, wrong, meant);
                column = Ok(right);
            }
            if column.is_ok() && self.columns.contains(&column) {
                column = Err(name.trim().to_owned());
            }
            if let Err(name) = &column {
                cx.report(
                    cell,
                    &codes::UNKNOWN_COLUMN,
                    Action::Kept,
                    format!("the column `{name}` is kept with the questions"),
                );
            }
            self.columns.push(column);
        }
    }

    /// Says why the next row cannot be read.
    fn report(&self, row: &Row, trouble: Trouble, output: &mut Output) {
        let slice = self.rows.window.slice(0, row.end);
        let mut cx = Context {
            slice: &slice,
            base: &String::new,
            output,
        };
        let spot = Bytes(row.broken_at(), row.broken_at() + 1);
        match trouble {
            Trouble::UnclosedQuote => {
                cx.report(
                    &spot,
                    &codes::UNCLOSED_QUOTE,
                    Action::Skipped,
                    "this quote is never closed",
                )
                .hint = Some("close it, or write \"\" for a quote inside a cell".to_owned());
            }
            Trouble::TooLarge => {
                let message = format!("this cell is larger than {} MiB", RECORD_LIMIT >> 20);
                cx.report(&spot, &codes::TOO_LARGE, Action::Skipped, message);
            }
        }
    }

    fn cell<'r>(&self, row: &'r Row, column: Column) -> Option<&'r Cell> {
        let at = self.columns.iter().position(|name| *name == Ok(column))?;
        row.cells.get(at)
    }

    /// Whether a row is another wording of the question in the rows before.
    fn continues(&self, rows: &[Row], next: &Row) -> bool {
        let bytes = self.rows.window.bytes();
        let text = |row: &Row, column| {
            let cell = self.cell(row, column)?;
            Some(cell.text(bytes)).filter(|text| !text.trim().is_empty())
        };
        let number = text(next, Column::Wording);
        let number = number.as_deref().map(str::trim);
        let id = text(next, Column::Id);
        // Without an identifier, only the number tells that a row goes on.
        let same = id == text(&rows[0], Column::Id) && (id.is_some() || number.is_some());
        same && !matches!(number, Some("0" | "1"))
            && self.columns.iter().enumerate().all(|(at, column)| {
                if column.as_ref().is_ok_and(|column| column.is_of_wording()) {
                    return true;
                }
                let value = |row: &Row| row.cells.get(at).map(|cell| cell.text(bytes));
                value(next).is_none_or(|text| text.trim().is_empty())
                    || value(next) == value(&rows[0])
            })
    }

    fn question(&self, rows: &[Row], end: usize, output: &mut Output) {
        let slice = self.rows.window.slice(0, end);
        let position = self.count;
        let base = || format!("[{}]", position - 1);
        let mut cx = Context {
            slice: &slice,
            base: &base,
            output,
        };
        crate::json::report_replacements(&mut cx);
        let bytes = self.rows.window.bytes();
        let mut question = Question::default();
        for row in rows {
            if let Some(surplus) = row.cells.get(self.columns.len()) {
                cx.report(
                    surplus,
                    &codes::RAGGED_ROW,
                    Action::Skipped,
                    format!(
                        "{} cells under {} columns",
                        row.cells.len(),
                        self.columns.len()
                    ),
                );
            }
            let is_cut = row.cells.len() < self.columns.len() || row.ends_open(bytes);
            if is_cut && !row.is_blank() {
                cx.report(
                    &Bytes(row.start(), row.end),
                    &codes::SHORT_ROW,
                    Action::Kept,
                    format!(
                        "{} cells under {} columns",
                        row.cells.len(),
                        self.columns.len()
                    ),
                );
            }
            if let Some(cell) = row.cells.iter().find(|cell| cell.goes_on) {
                cx.report(
                    cell,
                    &codes::AFTER_QUOTE,
                    Action::Kept,
                    "the cell continues after its closing quote",
                );
            }
            question.texts.extend(self.wording(row, &mut cx));
        }
        let first = &rows[0];
        let mut identifier = None;
        for (column, cell) in self.columns.iter().zip(&first.cells) {
            let text = cell.text(bytes);
            if text.trim().is_empty() {
                continue;
            }
            match column {
                Ok(Column::Id) => identifier = Some(QuestionId::from(text.trim())),
                Ok(column) if column.is_of_wording() => {}
                Ok(column) => whole(*column, cell, &text, &mut question, &mut cx),
                Err(name) => {
                    question
                        .extras
                        .insert(name.clone(), text.into_owned().into());
                }
            }
        }
        let has_ids = self.columns.contains(&Ok(Column::Id));
        let spot = Bytes(0, first.end);
        question.id = match identifier {
            Some(id) => id,
            None if has_ids => QuestionId::default(),
            None => {
                cx.report(
                    &spot,
                    &codes::NO_ID,
                    Action::Repaired,
                    format!("the question has no id; its position {position} stands in for it"),
                );
                QuestionId::position(position)
            }
        };
        check_paraphrases(&mut cx, &spot, &question);
        cx.emit(&spot, question);
    }

    /// The wording on a row, if there is one.
    fn wording(&self, row: &Row, cx: &mut Context<'_>) -> Option<Text> {
        let text = |column| {
            let text = self.cell(row, column)?.text(self.rows.window.bytes());
            let text = text.trim();
            (!text.is_empty()).then(|| text.to_owned())
        };
        let spot = Bytes(row.start(), row.end);
        let (language, string) = (text(Column::Language), text(Column::Question));
        let words = text(Column::Keywords);
        let numbered = text(Column::Wording).is_some_and(|number| number != "0");
        if !numbered && language.is_none() && string.is_none() && words.is_none() {
            return None;
        }
        let language = match language {
            Some(tag) => Language::new(tag),
            None => assume_english(cx, &spot),
        };
        let text = Text {
            string,
            keywords: words.map_or(Vec::new(), |words| keywords(&words)),
            ..Text::announced(language)
        };
        check_wording(cx, &spot, &text);
        Some(text)
    }
}

/// A cell that is about the question as a whole.
fn whole(column: Column, cell: &Cell, text: &str, question: &mut Question, cx: &mut Context<'_>) {
    let mut flag = || {
        let flag = boolean_word(text);
        if flag.is_none() {
            odd_flag(cx, cell, text);
        }
        flag
    };
    match column {
        Column::Aggregation => question.aggregation = flag(),
        Column::OnlyDbo => question.only_dbo = flag(),
        Column::Hybrid => question.hybrid = flag(),
        Column::AnswerType => question.answer_type = checked_answer_type(cx, cell, text),
        Column::Scope => match text.trim() {
            "inside" => question.scope = Scope::Inside,
            "marked" => question.scope = Scope::Marked,
            "implied" => question.scope = Scope::Implied,
            other => {
                cx.report(
                    cell,
                    &codes::WRONG_TYPE,
                    Action::Skipped,
                    format!("expected inside, marked or implied, found `{other}`"),
                );
            }
        },
        Column::Sparql => push_query(cx, cell, QueryForm::Sparql, text, question),
        Column::Pseudo => push_query(cx, cell, QueryForm::Pseudo, text, question),
        Column::Answers => match notation::parse(text) {
            Ok(answers) => question.answers = Some(answers),
            Err(error) => {
                cx.report(
                    cell,
                    &codes::ODD_ANSWERS,
                    Action::Skipped,
                    format!(
                        "expected {} at character {}",
                        error.expected,
                        text[..error.at].chars().count() + 1
                    ),
                );
            }
        },
        Column::Id | Column::Wording | Column::Language | Column::Question | Column::Keywords => {}
    }
}

#[cfg(test)]
mod tests {
    use lydite_model::{AnswerSet, Question, Scope, Term};

    use crate::Reader;

    fn read(text: &str) -> (Vec<Question>, Vec<(&'static str, u64, u64)>) {
        let mut reader = Reader::from_bytes("x.csv", text.as_bytes()).unwrap();
        let (questions, diagnostics) = reader.read_to_end();
        let remarks = diagnostics
            .iter()
            .filter(|found| !matches!(found.code.id, "A006" | "A007"))
            .map(|found| (found.code.id, found.place.line, found.place.column))
            .collect();
        (questions, remarks)
    }

    #[test]
    fn a_table_made_by_hand_is_read() {
        let (questions, remarks) = read(
            "Question;ID;Lang;Answers;mood\r\n\
             \"Who; then?\";a;en;<http://x/y>;glad\r\n\
             Wer?;a;de;;\r\n\
             \r\n\
             Where?;b;en;nowhere;\r\n\
             \"unclosed;c;en;;\r\n\
             When?;d;en;{};;;\r\n",
        );
        let ids: Vec<_> = questions.iter().map(|q| q.id.as_str()).collect();
        assert_eq!(ids, ["a", "b", "d"]);
        assert_eq!(questions[0].texts.len(), 2);
        assert_eq!(questions[0].any_text(), Some("Who; then?"));
        assert_eq!(questions[0].extras["mood"], "glad");
        assert_eq!(
            questions[0].answers,
            Some(AnswerSet::column("answer", [Term::iri("http://x/y")]))
        );
        assert_eq!(questions[1].answers, None);
        assert_eq!(questions[2].answers, Some(AnswerSet::empty()));
        assert_eq!(
            remarks,
            [
                ("F050", 1, 26),
                ("F053", 5, 13),
                ("F051", 6, 1),
                ("F052", 7, 16)
            ]
        );
    }

    #[test]
    fn rows_of_one_question_are_told_from_questions_of_one_id() {
        let (questions, remarks) = read(
            "id\twording\tlanguage\tquestion\tscope\n\
             1\t1\ten\tWho?\tmarked\n\
             1\t2\tde\tWer?\t\n\
             1\t1\ten\tWhat?\t\n\
             \t0\t\t\t\n\
             \t1\ten\t\"a\n\tb\"\t\n",
        );
        let texts: Vec<_> = questions.iter().map(|q| q.texts.len()).collect();
        assert_eq!(texts, [2, 1, 0, 1]);
        assert_eq!(questions[0].scope, Scope::Marked);
        assert_eq!(questions[3].any_text(), Some("a\n\tb"));
        assert_eq!(
            remarks,
            [
                ("Q012", 4, 1),
                ("Q011", 5, 1),
                ("Q012", 6, 1),
                ("Q011", 6, 1)
            ]
        );
    }
}
