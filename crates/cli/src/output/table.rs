//! A table of typed cells: what a result says, before any format says how it looks.

use super::number;

/// How the cells of a column are aligned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Align {
    Left,
    Right,
}

/// What happens to a column when the terminal is too narrow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tight {
    /// Its cells are shown whole.
    Keep,
    /// The middle of its cells is left out, so that beginning and end still tell them apart.
    Shorten,
    /// Its cells take several lines.
    Wrap,
    /// It is left out.
    Drop,
}

/// A column: a name for programs, a heading for people, and how it behaves.
///
/// The name is the heading in lower case with underscores, unless it is given another.
#[derive(Clone, Debug)]
pub(crate) struct Column {
    pub(super) name: String,
    pub(super) heading: String,
    pub(super) align: Align,
    pub(super) tight: Tight,
    /// Whether programs get `NAME_low` and `NAME_high` beside it.
    pub(super) has_interval: bool,
    /// Whether people need not see it while it says the same in every row.
    pub(super) only_if_varied: bool,
    /// Whether only programs get it, or only people.
    pub(super) audience: Audience,
}

/// Who gets to see a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Audience {
    Everybody,
    People,
    Programs,
}

impl Column {
    /// A column of texts that are shown whole.
    pub(crate) fn new(heading: impl Into<String>) -> Self {
        let heading = heading.into();
        Self {
            name: machine_name(&heading),
            heading,
            align: Align::Left,
            tight: Tight::Keep,
            has_interval: false,
            only_if_varied: false,
            audience: Audience::Everybody,
        }
    }

    /// A column of numbers.
    pub(crate) fn number(heading: impl Into<String>) -> Self {
        Self {
            align: Align::Right,
            ..Self::new(heading)
        }
    }

    /// The name for programs.
    pub(crate) fn named(mut self, name: impl Into<String>) -> Self {
        self.name = name.into();
        self
    }

    /// Shortens the cells in the middle when space is short.
    pub(crate) fn shorten(self) -> Self {
        self.tight(Tight::Shorten)
    }

    /// Wraps the cells when space is short.
    pub(crate) fn wrap(self) -> Self {
        self.tight(Tight::Wrap)
    }

    /// Leaves the column out when space is short, the last such column first.
    pub(crate) fn drop_first(self) -> Self {
        self.tight(Tight::Drop)
    }

    fn tight(mut self, tight: Tight) -> Self {
        self.tight = tight;
        self
    }

    /// The cells have confidence intervals.
    pub(crate) fn with_interval(mut self) -> Self {
        self.has_interval = true;
        self
    }

    /// People need not see it while it says the same in every row.
    pub(crate) fn only_if_varied(mut self) -> Self {
        self.only_if_varied = true;
        self
    }

    /// Only in tables for people.
    pub(crate) fn for_people(mut self) -> Self {
        self.audience = Audience::People;
        self
    }

    /// Only in formats that programs read.
    pub(crate) fn for_programs(mut self) -> Self {
        self.audience = Audience::Programs;
        self
    }
}

impl<S: Into<String>> From<S> for Column {
    fn from(heading: S) -> Self {
        Self::new(heading)
    }
}

/// `Knowledge base` → `knowledge_base`.
fn machine_name(heading: &str) -> String {
    let words = heading.split(|c: char| !c.is_alphanumeric());
    let words: Vec<_> = words.filter(|word| !word.is_empty()).collect();
    words.join("_").to_lowercase()
}

/// What a cell says.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Value {
    /// Nothing.
    Missing,
    /// Yes or no.
    Boolean(bool),
    /// A count.
    Integer(u64),
    /// A measured value.
    Float(f64),
    /// A text.
    Text(String),
}

/// A value, and how it looks to people.
#[derive(Clone, Debug)]
pub(crate) struct Cell {
    pub(super) value: Value,
    pub(super) interval: Option<(f64, f64)>,
    /// How many digits people see after the point.
    digits: usize,
    /// What people see instead of the value.
    shown: Option<String>,
    /// Whether it is the best of its column.
    pub(super) is_best: bool,
}

impl Cell {
    fn of(value: Value) -> Self {
        Self {
            value,
            interval: None,
            digits: 4,
            shown: None,
            is_best: false,
        }
    }

    /// No value.
    pub(crate) fn missing() -> Self {
        Self::of(Value::Missing)
    }

    /// What people see instead of the value.
    pub(crate) fn shown(mut self, text: impl Into<String>) -> Self {
        self.shown = Some(text.into());
        self
    }

    /// How many digits people see after the point.
    pub(crate) fn digits(mut self, digits: usize) -> Self {
        self.digits = digits;
        self
    }

    /// The confidence interval of the value.
    pub(crate) fn within(mut self, interval: Option<(f64, f64)>) -> Self {
        self.interval = interval;
        self
    }

    /// What people see: the value with few digits, a dash where a number is missing.
    pub(super) fn text(&self, align: Align) -> String {
        if let Some(shown) = &self.shown {
            return shown.clone();
        }
        match &self.value {
            Value::Missing if align == Align::Right => "–".to_owned(),
            Value::Missing => String::new(),
            Value::Boolean(true) => "yes".to_owned(),
            Value::Boolean(false) => "no".to_owned(),
            Value::Integer(count) => number(*count),
            Value::Float(value) if value.is_finite() => format!("{value:.*}", self.digits),
            Value::Float(_) => "–".to_owned(),
            Value::Text(text) => text.clone(),
        }
    }

    /// The interval as people read it, without the zero before the point: `.805–.912`.
    pub(super) fn interval_text(&self) -> Option<String> {
        let (low, high) = self.interval?;
        let end = |end: f64| {
            let text = format!("{end:.3}");
            match text.strip_prefix("-0") {
                Some(rest) => format!("-{rest}"),
                None => text.strip_prefix('0').unwrap_or(&text).to_owned(),
            }
        };
        Some(format!("{}–{}", end(low), end(high)))
    }

    fn is_empty(&self) -> bool {
        match &self.value {
            Value::Missing => self.shown.as_ref().is_none_or(String::is_empty),
            Value::Text(text) => text.is_empty(),
            _ => false,
        }
    }
}

impl<T: Into<Cell>> From<Option<T>> for Cell {
    fn from(value: Option<T>) -> Self {
        value.map_or_else(Self::missing, Into::into)
    }
}

impl From<u64> for Cell {
    fn from(value: u64) -> Self {
        Self::of(Value::Integer(value))
    }
}

impl From<usize> for Cell {
    fn from(value: usize) -> Self {
        Self::of(Value::Integer(value as u64))
    }
}

impl From<f64> for Cell {
    fn from(value: f64) -> Self {
        Self::of(Value::Float(value))
    }
}

impl From<bool> for Cell {
    fn from(value: bool) -> Self {
        Self::of(Value::Boolean(value))
    }
}

impl From<String> for Cell {
    fn from(text: String) -> Self {
        Self::of(Value::Text(text))
    }
}

impl From<&str> for Cell {
    fn from(text: &str) -> Self {
        Self::of(Value::Text(text.to_owned()))
    }
}

impl From<&String> for Cell {
    fn from(text: &String) -> Self {
        Self::of(Value::Text(text.clone()))
    }
}

/// Rows of cells under columns.
///
/// Whoever makes one says what there is; [`Page`](super::Page) prints it in every format.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    pub(super) columns: Vec<Column>,
    pub(super) rows: Vec<Vec<Cell>>,
    /// Whether confidence intervals are wanted where space is precious.
    pub(super) intervals: bool,
}

impl Table {
    /// An empty table.
    pub(crate) fn new<C: Into<Column>>(columns: impl IntoIterator<Item = C>) -> Self {
        Self {
            columns: columns.into_iter().map(Into::into).collect(),
            rows: Vec::new(),
            intervals: false,
        }
    }

    /// Adds a row with a cell for each column.
    pub(crate) fn row<C: Into<Cell>>(&mut self, cells: impl IntoIterator<Item = C>) {
        let cells: Vec<Cell> = cells.into_iter().map(Into::into).collect();
        debug_assert_eq!(cells.len(), self.columns.len(), "a cell for each column");
        self.rows.push(cells);
    }

    /// Prints confidence intervals in LaTeX as well.
    pub(crate) fn with_intervals(mut self, wanted: bool) -> Self {
        self.intervals = wanted;
        self
    }

    /// Whether there is no row.
    pub(crate) fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The names of the columns for programs.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.columns.iter().map(|column| column.name.as_str())
    }

    /// Leaves only the columns of these names, in this order.
    pub(crate) fn select(&mut self, names: &[String]) {
        let at = |name: &String| self.columns.iter().position(|column| column.name == *name);
        let chosen: Vec<usize> = names.iter().filter_map(at).collect();
        for row in &mut self.rows {
            *row = chosen.iter().map(|at| row[*at].clone()).collect();
        }
        let columns = chosen.iter().map(|at| {
            let mut column = self.columns[*at].clone();
            // Whoever names a column wants to see it.
            column.only_if_varied = false;
            column.audience = Audience::Everybody;
            column
        });
        self.columns = columns.collect();
    }

    /// Marks the largest values of a column, within each group of rows. What is undefined is never
    /// the best, and keeps no other value from being it.
    pub(crate) fn mark_best(&mut self, name: &str, group: impl Fn(usize) -> usize) {
        let Some(at) = self.columns.iter().position(|column| column.name == name) else {
            return;
        };
        let value = |row: &[Cell]| match row[at].value {
            Value::Float(value) if value.is_finite() => Some(value),
            _ => None,
        };
        let best: Vec<bool> = (0..self.rows.len())
            .map(|this| {
                let mut rivals = (0..self.rows.len()).filter(|row| group(*row) == group(this));
                let alone = rivals.clone().count() == 1;
                let own = value(&self.rows[this]);
                let beaten = rivals.any(|rival| value(&self.rows[rival]) > own);
                own.is_some() && !alone && !beaten
            })
            .collect();
        for (row, best) in self.rows.iter_mut().zip(best) {
            row[at].is_best = best;
        }
    }

    /// The columns that people get to see: those that say something.
    pub(super) fn for_people(&self) -> Vec<usize> {
        let says_something = |at: usize| {
            let mut cells = self.rows.iter().map(|row| &row[at]);
            let Some(first) = cells.next() else {
                return true;
            };
            if self.columns[at].only_if_varied {
                return cells.any(|cell| cell.value != first.value);
            }
            !first.is_empty() || cells.any(|cell| !cell.is_empty())
        };
        let shown = |at: &usize| self.columns[*at].audience != Audience::Programs;
        let columns = (0..self.columns.len()).filter(shown);
        columns.filter(|at| says_something(*at)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_for_programs_come_from_headings() {
        assert_eq!(Column::new("knowledge base").name, "knowledge_base");
        assert_eq!(Column::new("W/T/L").name, "w_t_l");
        assert_eq!(Column::number("F1").named("macro_f1").name, "macro_f1");
    }

    #[test]
    fn an_undefined_value_is_never_the_best_and_removes_no_mark() {
        let mut table = Table::new([Column::number("F1")]);
        for value in [Some(0.2), None, Some(0.7), Some(f64::NAN), Some(0.7)] {
            table.row([Cell::from(value)]);
        }
        table.mark_best("f1", |_| 0);
        let best: Vec<bool> = table.rows.iter().map(|row| row[0].is_best).collect();
        assert_eq!(best, [false, false, true, false, true]);
    }

    #[test]
    fn people_do_not_see_columns_that_say_nothing() {
        let mut table = Table::new([
            Column::new("system"),
            Column::new("rules").only_if_varied(),
            Column::number("hits"),
        ]);
        for system in ["a", "b"] {
            table.row([system.into(), "lydite".into(), Cell::missing()]);
        }
        assert_eq!(table.for_people(), [0]);
    }

    #[test]
    fn intervals_are_short() {
        let cell = Cell::from(0.5).within(Some((-0.25, 1.0)));
        assert_eq!(cell.interval_text().unwrap(), "-.250–1.000");
    }
}
