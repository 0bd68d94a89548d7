//! The set of answers to a question.

use serde::ser::SerializeStruct;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::Term;

/// Everything that answers one question.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AnswerSet {
    /// The answers themselves.
    #[serde(flatten)]
    pub answer: Answer,
    /// Whether the order of the rows is part of the answer.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub ordered: bool,
    /// How sure the system is; never NaN.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub confidence: Option<f64>,
    /// Rows of which any could stand in this answer, where the gold query does not decide.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ties: Option<Ties>,
}

/// Rows between which the order of a query does not decide.
///
/// A query that sorts and cuts, `ORDER BY ?population LIMIT 3`, has several right answers if the
/// third and the fourth town are of one size: what it gives depends on the engine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ties {
    /// How many of the answers were taken from the tied rows.
    pub taken: usize,
    /// All rows that tie, those taken included.
    pub rows: Table,
}

/// Yes or no, or a table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Answer {
    /// The answer to a yes/no question.
    Boolean(bool),
    /// The answer to any other question.
    Table(Table),
}

/// Rows of terms under named columns.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Table {
    /// The names of the columns.
    pub columns: Vec<String>,
    /// All cells, row by row; `None` where a row has no value for a column.
    cells: Vec<Option<Term>>,
    /// The number of rows; a table without columns can still have (empty) rows.
    rows: usize,
}

impl AnswerSet {
    /// A yes/no answer.
    pub fn boolean(value: bool) -> Self {
        Self::from(Answer::Boolean(value))
    }

    /// The empty set.
    pub fn empty() -> Self {
        Self::from(Table::default())
    }

    /// A set of single values.
    pub fn column(name: impl Into<String>, terms: impl IntoIterator<Item = Term>) -> Self {
        let mut table = Table::new([name.into()]);
        for term in terms {
            table.push([Some(term)]);
        }
        Self::from(table)
    }

    /// The number of answers; a yes/no answer is one.
    pub fn len(&self) -> usize {
        match &self.answer {
            Answer::Boolean(_) => 1,
            Answer::Table(table) => table.len(),
        }
    }

    /// Whether there is no answer at all.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The yes/no answer, if it is one.
    pub fn as_boolean(&self) -> Option<bool> {
        match self.answer {
            Answer::Boolean(value) => Some(value),
            Answer::Table(_) => None,
        }
    }

    /// The table, if it is one.
    pub fn as_table(&self) -> Option<&Table> {
        match &self.answer {
            Answer::Boolean(_) => None,
            Answer::Table(table) => Some(table),
        }
    }
}

impl From<Answer> for AnswerSet {
    fn from(answer: Answer) -> Self {
        Self {
            answer,
            ordered: false,
            confidence: None,
            ties: None,
        }
    }
}

impl From<Table> for AnswerSet {
    fn from(table: Table) -> Self {
        Self::from(Answer::Table(table))
    }
}

impl Table {
    /// An empty table with these columns.
    pub fn new(columns: impl IntoIterator<Item = String>) -> Self {
        Self {
            columns: columns.into_iter().collect(),
            cells: Vec::new(),
            rows: 0,
        }
    }

    /// The number of rows.
    pub fn len(&self) -> usize {
        self.rows
    }

    /// Whether there is no row.
    pub fn is_empty(&self) -> bool {
        self.rows == 0
    }

    /// The rows, each as wide as the table.
    pub fn rows(&self) -> impl ExactSizeIterator<Item = &[Option<Term>]> + Clone {
        let width = self.columns.len();
        (0..self.rows).map(move |row| &self.cells[row * width..(row + 1) * width])
    }

    /// All terms, row by row, without the gaps.
    pub fn terms(&self) -> impl Iterator<Item = &Term> {
        self.cells.iter().flatten()
    }

    /// Makes room for so many rows more.
    pub fn reserve(&mut self, rows: usize) {
        self.cells.reserve(rows * self.columns.len());
    }

    /// Appends a row. One that is too short is filled up; surplus cells are dropped.
    pub fn push(&mut self, row: impl IntoIterator<Item = Option<Term>>) {
        let end = (self.rows + 1) * self.columns.len();
        self.cells.extend(row);
        self.cells.resize(end, None);
        self.rows += 1;
    }

    /// Appends a column, empty in the rows so far, and gives its index.
    pub fn add_column(&mut self, name: impl Into<String>) -> usize {
        let width = self.columns.len();
        self.columns.push(name.into());
        if self.rows > 0 {
            let mut old = std::mem::take(&mut self.cells).into_iter();
            self.cells.reserve(self.rows * (width + 1));
            for _ in 0..self.rows {
                self.cells.extend(old.by_ref().take(width));
                self.cells.push(None);
            }
        }
        width
    }

    /// The index of a column.
    pub fn position(&self, column: &str) -> Option<usize> {
        self.columns.iter().position(|name| name == column)
    }
}

impl Serialize for Table {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut table = serializer.serialize_struct("Table", 2)?;
        table.serialize_field("columns", &self.columns)?;
        table.serialize_field("rows", &self.rows().collect::<Vec<_>>())?;
        table.end()
    }
}

impl<'de> Deserialize<'de> for Table {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        struct Nested {
            columns: Vec<String>,
            rows: Vec<Vec<Option<Term>>>,
        }
        let nested = Nested::deserialize(deserializer)?;
        let mut table = Self::new(nested.columns);
        for row in nested.rows {
            table.push(row);
        }
        Ok(table)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_column_added_late_is_empty_in_earlier_rows() {
        let mut table = Table::new(["a".to_owned()]);
        table.push([Some(Term::literal("1"))]);
        table.push([Some(Term::literal("2"))]);
        let b = table.add_column("b");
        table.push([None, Some(Term::literal("3"))]);
        let cells: Vec<_> = table
            .rows()
            .map(|row| row[b].as_ref().map(Term::value))
            .collect();
        assert_eq!(cells, [None, None, Some("3")]);
        assert_eq!(table.terms().count(), 3);
    }

    #[test]
    fn a_ragged_table_is_squared_on_reading() {
        let json = r#"{"columns":["a","b"],"rows":[[],[{"type":"uri","value":"x"},null,null]]}"#;
        let table: Table = serde_json::from_str(json).unwrap();
        assert!(table.rows().all(|row| row.len() == 2));
        let again: Table = serde_json::from_str(&serde_json::to_string(&table).unwrap()).unwrap();
        assert_eq!(again, table);
    }

    #[test]
    fn rows_without_columns_count() {
        let mut table = Table::default();
        table.push([]);
        assert_eq!((table.len(), table.rows().len()), (1, 1));
    }
}
