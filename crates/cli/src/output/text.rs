//! A table for people, on a terminal of some width or in a pipe of any.

use std::collections::BTreeSet;
use std::io::{self, Write};

use clap::builder::styling::{AnsiColor, Style};
use unicode_width::UnicodeWidthStr;

use super::layout::{GAP, Layout, Need, fit};
use super::table::{Align, Cell, Table, Tight};
use super::wrap::{one_line, shortened, wrapped};

/// Writes the table in at most `width` columns; without a width nothing is cut.
pub(super) fn write(
    out: &mut dyn Write,
    table: &Table,
    width: Option<usize>,
    colored: bool,
) -> io::Result<()> {
    let visible = table.for_people();
    let texts: Vec<Vec<Vec<String>>> = table
        .rows
        .iter()
        .map(|row| {
            visible
                .iter()
                .map(|at| lines(table, *at, &row[*at]))
                .collect()
        })
        .collect();
    let need = |(position, at): (usize, &usize)| {
        let column = &table.columns[*at];
        let cells = texts.iter().flat_map(|row| &row[position]);
        let words = column.heading.split(' ').map(UnicodeWidthStr::width);
        Need {
            cells: cells.map(|line| line.width()).max().unwrap_or(0),
            heading: column.heading.width(),
            word: words.max().unwrap_or(0),
            tight: column.tight,
        }
    };
    let needs: Vec<Need> = visible.iter().enumerate().map(need).collect();
    let printer = Printer {
        table,
        visible: &visible,
        texts: &texts,
        colored,
    };
    match (fit(&needs, width), width) {
        (Layout::Columns(columns), _) => {
            printer.columns(out, &columns)?;
            printer.left_out(out, &columns, width)
        }
        (Layout::Blocks, width) => printer.blocks(out, width.unwrap_or(usize::MAX)),
    }
}

/// The lines of a cell as long as there is room: the interval stands below its value.
fn lines(table: &Table, at: usize, cell: &Cell) -> Vec<String> {
    let mut lines = vec![one_line(&cell.text(table.columns[at].align))];
    lines.extend(cell.interval_text());
    lines
}

struct Printer<'t> {
    table: &'t Table,
    visible: &'t [usize],
    /// The lines of the cells of visible columns.
    texts: &'t [Vec<Vec<String>>],
    colored: bool,
}

impl Printer<'_> {
    fn columns(&self, out: &mut dyn Write, columns: &[(usize, usize)]) -> io::Result<()> {
        let heading = |position: usize| &self.table.columns[self.visible[position]].heading;
        let are_distinct = columns.iter().all(|(position, width)| {
            let names = columns
                .iter()
                .map(|(position, _)| heading(*position).as_str());
            heading(*position).width() <= *width || stay_distinct(names, *width)
        });
        let headings = columns.iter().map(|(position, width)| {
            let lines = wrapped(heading(*position), *width);
            // A name without blanks is usually told apart by both its ends.
            if heading(*position).contains(' ') || lines.len() == 1 || !are_distinct {
                lines
            } else {
                vec![shortened(heading(*position), *width)]
            }
        });
        let headings: Vec<Vec<String>> = headings.collect();
        let tight = |(position, width): &(usize, usize)| self.tight(*position, *width);
        let tight: Vec<Tight> = columns.iter().map(tight).collect();
        self.row(out, columns, &headings, &|_| Style::new().bold())?;
        for (row, texts) in self.table.rows.iter().zip(self.texts) {
            let cells: Vec<Vec<String>> = columns
                .iter()
                .zip(&tight)
                .map(|((position, width), tight)| fitted(*tight, &texts[*position], *width))
                .collect();
            let style = |position: usize| {
                if row[self.visible[position]].is_best {
                    AnsiColor::Green.on_default().bold()
                } else {
                    Style::new()
                }
            };
            self.row(out, columns, &cells, &style)?;
        }
        Ok(())
    }

    /// How a column gives way. What could not be told apart any more is wrapped, not shortened.
    fn tight(&self, position: usize, width: usize) -> Tight {
        let cells = self.texts.iter().flat_map(|row| &row[position]);
        match self.table.columns[self.visible[position]].tight {
            Tight::Shorten if !stay_distinct(cells.map(String::as_str), width) => Tight::Wrap,
            tight => tight,
        }
    }

    fn row(
        &self,
        out: &mut dyn Write,
        columns: &[(usize, usize)],
        cells: &[Vec<String>],
        style: &dyn Fn(usize) -> Style,
    ) -> io::Result<()> {
        let height = cells.iter().map(Vec::len).max().unwrap_or(0);
        for at in 0..height {
            let mut line = String::new();
            // Blanks are written only before what follows them, so no line ends in any.
            let mut owed = 0;
            for ((position, width), cell) in columns.iter().zip(cells) {
                let text = cell.get(at).map_or("", String::as_str);
                let free = width.saturating_sub(text.width());
                let (before, after) = match self.table.columns[self.visible[*position]].align {
                    Align::Left => (0, free),
                    Align::Right => (free, 0),
                };
                if text.is_empty() {
                    owed += width + GAP;
                    continue;
                }
                line.push_str(&" ".repeat(owed + before));
                self.paint(&mut line, text, style(*position), at);
                owed = after + GAP;
            }
            writeln!(out, "{line}")?;
        }
        Ok(())
    }

    /// Only the first line of a cell is painted: the value, not its interval.
    fn paint(&self, line: &mut String, text: &str, style: Style, at: usize) {
        if self.colored && style != Style::new() && (at == 0 || style == Style::new().bold()) {
            line.push_str(&format!("{style}{text}{style:#}"));
        } else {
            line.push_str(text);
        }
    }

    fn left_out(
        &self,
        out: &mut dyn Write,
        columns: &[(usize, usize)],
        width: Option<usize>,
    ) -> io::Result<()> {
        let is_shown = |position: &usize| columns.iter().any(|(shown, _)| shown == position);
        let missing: Vec<&str> = (0..self.visible.len())
            .filter(|position| !is_shown(position))
            .map(|position| self.table.columns[self.visible[position]].heading.as_str())
            .collect();
        if missing.is_empty() {
            return Ok(());
        }
        let note = format!(
            "(not shown: {}; widen the terminal, or use --format csv)",
            missing.join(", ")
        );
        for line in wrapped(&note, width.unwrap_or(usize::MAX)) {
            writeln!(out, "{line}")?;
        }
        Ok(())
    }

    /// A block of lines for each row: what it is, and what it says.
    fn blocks(&self, out: &mut dyn Write, width: usize) -> io::Result<()> {
        let headings = self
            .visible
            .iter()
            .map(|at| &self.table.columns[*at].heading);
        let widest = headings.clone().map(|heading| heading.width()).max();
        let label = widest.unwrap_or(0).min(width / 3);
        for (at, texts) in self.texts.iter().enumerate() {
            if at > 0 {
                writeln!(out)?;
            }
            for (position, (heading, lines)) in headings.clone().zip(texts).enumerate() {
                let text = lines.join("  ");
                if text.is_empty() {
                    continue;
                }
                let is_best = self.table.rows[at][self.visible[position]].is_best;
                let style = match (self.colored, is_best) {
                    (true, true) => AnsiColor::Green.on_default().bold(),
                    _ => Style::new(),
                };
                let bold = if self.colored {
                    Style::new().bold()
                } else {
                    Style::new()
                };
                let heading = shortened(heading, label);
                let pad = " ".repeat(label - heading.width() + GAP);
                let value = wrapped(&text, width.saturating_sub(label + GAP));
                for (line, part) in value.iter().enumerate() {
                    if line == 0 {
                        writeln!(out, "{bold}{heading}{bold:#}{pad}{style}{part}{style:#}")?;
                    } else {
                        writeln!(out, "{}{part}", " ".repeat(label + GAP))?;
                    }
                }
            }
        }
        Ok(())
    }
}

/// The lines of a cell in a column of some width.
fn fitted(tight: Tight, lines: &[String], width: usize) -> Vec<String> {
    let fit = |line: &String| match tight {
        Tight::Wrap => wrapped(line, width),
        Tight::Shorten => vec![shortened(line, width)],
        Tight::Keep | Tight::Drop => vec![line.clone()],
    };
    lines.iter().flat_map(fit).collect()
}

/// Whether texts that differ still do when they are shortened.
fn stay_distinct<'t>(texts: impl Iterator<Item = &'t str>, width: usize) -> bool {
    let texts: BTreeSet<&str> = texts.collect();
    let short: BTreeSet<String> = texts.iter().map(|text| shortened(text, width)).collect();
    short.len() == texts.len()
}

#[cfg(test)]
mod tests {
    use super::super::table::Column;
    use super::*;

    fn table() -> Table {
        let mut table = Table::new([
            Column::new("system").shorten(),
            Column::number("F1").with_interval(),
            Column::new("question").wrap(),
            Column::number("questions answered")
                .named("answered")
                .drop_first(),
        ]);
        table.row([
            Cell::from("text2sparql-db25-infai"),
            Cell::from(0.5).within(Some((0.25, 0.75))),
            "Who wrote the book that the film is based on?".into(),
            1200_u64.into(),
        ]);
        table.row(["b".into(), Cell::missing(), "漢字?".into(), 7_u64.into()]);
        table
    }

    fn printed(width: Option<usize>) -> String {
        let mut out = Vec::new();
        write(&mut out, &table(), width, false).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn no_line_is_wider_than_the_terminal() {
        for width in 20..140 {
            for line in printed(Some(width)).lines() {
                assert!(line.width() <= width, "{width}: {line}");
            }
        }
    }

    #[test]
    fn names_that_would_look_the_same_are_wrapped() {
        let mut table = Table::new([Column::new("system").shorten(), Column::number("answered")]);
        table.row([Cell::from("a-long-name-first-attempt"), 1_u64.into()]);
        table.row([Cell::from("a-long-name-other-attempt"), 2_u64.into()]);
        let mut out = Vec::new();
        write(&mut out, &table, Some(24), false).unwrap();
        let expected = "\
system          answered
a-long-name-           1
first-attempt
a-long-name-           2
other-attempt
";
        assert_eq!(String::from_utf8(out).unwrap(), expected);
    }

    #[test]
    fn without_a_terminal_nothing_is_cut() {
        let expected = "\
system                         F1  question                                       questions answered
text2sparql-db25-infai     0.5000  Who wrote the book that the film is based on?               1,200
                        .250–.750
b                               –  漢字?                                                           7
";
        assert_eq!(printed(None), expected);
    }

    #[test]
    fn a_narrow_terminal_gets_blocks() {
        let text = printed(Some(30));
        assert!(text.starts_with("system      text2sparql-db25-"), "{text}");
        assert!(text.contains("quest…ered  1,200"), "{text}");
    }

    #[test]
    fn what_is_left_out_is_named() {
        let text = printed(Some(52));
        assert!(text.contains("(not shown: questions answered;"), "{text}");
    }
}
