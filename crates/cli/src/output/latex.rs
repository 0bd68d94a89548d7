//! A table for papers: a compact booktabs `tabular` that fits a column of a two-column article.
//!
//! It needs the package `booktabs` alone, and `graphicx` where a table had to be scaled down.

use std::io::{self, Write};

use super::layout::{Layout, Need, fit};
use super::table::{Align, Cell, Table, Tight};
use super::wrap::one_line;

/// The width of a column of a two-column article in points, with some room for what the estimate of
/// widths gets wrong.
const COLUMN: f64 = 222.0;

/// The width of a digit in `\footnotesize`, by which the layout counts.
const DIGIT: f64 = 4.3;

/// How many lines of a table fit on a page; longer ones are split.
const LINES: usize = 42;

/// Writes the table.
pub(super) fn write(out: &mut dyn Write, table: &Table) -> io::Result<()> {
    let visible = table.for_people();
    let column = |at: &usize| {
        let column = &table.columns[*at];
        let cells = table.rows.iter().flat_map(|row| {
            let cell = &row[*at];
            let interval = cell.interval_text().filter(|_| table.intervals);
            [text(cell, column.align), interval.unwrap_or_default()]
        });
        let words = column.heading.split(' ').map(units);
        Need {
            cells: cells.map(|text| units(&text)).max().unwrap_or(0),
            heading: units(&column.heading),
            word: words.max().unwrap_or(0),
            tight: column.tight,
        }
    };
    let needs: Vec<Need> = visible.iter().map(column).collect();
    let room = (COLUMN / DIGIT) as usize;
    let (columns, is_scaled) = match fit(&needs, Some(room)) {
        Layout::Columns(columns) => (columns, false),
        Layout::Blocks => {
            let kept = needs.iter().enumerate();
            let kept = kept.filter(|(_, need)| need.tight != Tight::Drop);
            let widths = kept.map(|(at, need)| (at, need.cells.max(need.heading).min(40)));
            (widths.collect(), true)
        }
    };
    let columns: Vec<Fitted> = columns
        .into_iter()
        .map(|(position, width)| Fitted {
            at: visible[position],
            width,
            is_wrapped: width < needs[position].cells,
            is_heading_wrapped: width < needs[position].heading,
        })
        .collect();
    let missing: Vec<&str> = visible
        .iter()
        .filter(|at| columns.iter().all(|column| column.at != **at))
        .map(|at| table.columns[*at].name.as_str())
        .collect();
    if !missing.is_empty() {
        writeln!(out, "% too narrow for: {}", missing.join(", "))?;
    }
    if is_scaled {
        writeln!(out, "% scaled down to fit; needs the package graphicx")?;
    }
    let printer = Printer {
        table,
        columns: &columns,
        is_scaled,
    };
    printer.write(out)
}

/// A column in the paper.
struct Fitted {
    at: usize,
    /// In digits.
    width: usize,
    is_wrapped: bool,
    is_heading_wrapped: bool,
}

struct Printer<'t> {
    table: &'t Table,
    columns: &'t [Fitted],
    is_scaled: bool,
}

impl Printer<'_> {
    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut part: Vec<&[Cell]> = Vec::new();
        let mut lines = 0;
        for row in &self.table.rows {
            let height = self.height(row);
            if lines + height > LINES && !part.is_empty() {
                self.tabular(out, &part)?;
                writeln!(out, "\n\\medskip")?;
                part.clear();
                lines = 0;
            }
            lines += height;
            part.push(row);
        }
        self.tabular(out, &part)
    }

    fn height(&self, row: &[Cell]) -> usize {
        let lines = self.columns.iter().map(|column| {
            let text = text(&row[column.at], self.table.columns[column.at].align);
            // Ragged lines are not filled.
            (units(&text) * 5).div_ceil(column.width.max(1) * 4)
        });
        let interval = self.table.intervals && row.iter().any(|cell| cell.interval.is_some());
        lines.max().unwrap_or(1).max(1) + usize::from(interval)
    }

    fn tabular(&self, out: &mut dyn Write, rows: &[&[Cell]]) -> io::Result<()> {
        let kinds: String = self
            .columns
            .iter()
            .map(|column| self.kind(column))
            .collect();
        write!(
            out,
            "\\noindent{{\\footnotesize\\setlength{{\\tabcolsep}}{{3pt}}%\n{}\\begin{{tabular}}{{@{{}}{kinds}@{{}}}}\n\\toprule\n",
            if self.is_scaled {
                "\\resizebox{\\columnwidth}{!}{%\n"
            } else {
                ""
            },
        )?;
        let headings = self.columns.iter().map(|column| self.heading(column));
        line(out, headings)?;
        writeln!(out, "\\midrule")?;
        for row in rows {
            let cells = self.columns.iter().map(|column| self.cell(column, row));
            line(out, cells)?;
            if self.table.intervals && row.iter().any(|cell| cell.interval.is_some()) {
                let intervals = self.columns.iter().map(|column| {
                    let interval = row[column.at].interval_text();
                    interval.map_or(String::new(), |text| {
                        format!("{{\\tiny {}}}", escaped(&text))
                    })
                });
                line(out, intervals)?;
            }
        }
        let end = if self.is_scaled { "}" } else { "" };
        writeln!(out, "\\bottomrule\n\\end{{tabular}}{end}}}")
    }

    fn kind(&self, column: &Fitted) -> String {
        match self.table.columns[column.at].align {
            _ if column.is_wrapped => format!("p{{{:.0}pt}}", column.width as f64 * DIGIT),
            Align::Left => "l".to_owned(),
            Align::Right => "r".to_owned(),
        }
    }

    fn heading(&self, column: &Fitted) -> String {
        let heading = &self.table.columns[column.at].heading;
        if !column.is_heading_wrapped || column.is_wrapped {
            return escaped(heading);
        }
        let words = heading.split(' ');
        let pieces = words.flat_map(|word| pieces(word, column.width));
        let words: Vec<String> = pieces.map(escaped).collect();
        let side = match self.table.columns[column.at].align {
            Align::Left => 'l',
            Align::Right => 'r',
        };
        format!("\\shortstack[{side}]{{{}}}", words.join("\\\\"))
    }

    fn cell(&self, column: &Fitted, row: &[Cell]) -> String {
        let cell = &row[column.at];
        let text = text(cell, self.table.columns[column.at].align);
        let text = if column.is_wrapped {
            format!("\\raggedright {}", breakable(&text, column.width))
        } else {
            escaped(&text)
        };
        if cell.is_best {
            format!("\\textbf{{{text}}}")
        } else {
            text
        }
    }
}

/// `\tabularnewline` also ends rows whose last cell is set ragged.
fn line(out: &mut dyn Write, cells: impl Iterator<Item = String>) -> io::Result<()> {
    let cells: Vec<String> = cells.collect();
    writeln!(out, "{} \\tabularnewline", cells.join(" & "))
}

fn text(cell: &Cell, align: Align) -> String {
    one_line(&cell.text(align))
}

/// The width of a text in digits, from the widths of Computer Modern.
fn units(text: &str) -> usize {
    let width = |character: char| match character {
        'i' | 'l' | 'j' | '.' | ',' | ':' | ';' | '!' | '\'' | '|' => 2.4,
        'f' | 't' | 'r' | 's' | 'I' | '(' | ')' | '[' | ']' | '-' | '/' | ' ' => 3.4,
        'm' | 'w' | 'M' | 'W' | '@' | '%' | '…' | '⇅' => 7.4,
        '+' | '=' | '<' | '>' => 6.7,
        c if c.is_uppercase() => 6.2,
        c if c.is_ascii() || c.is_alphabetic() && (c as u32) < 0x2000 => 4.5,
        _ => 8.0,
    };
    let points: f64 = text.chars().map(width).sum();
    (points / DIGIT).ceil() as usize
}

/// A word in pieces that fit a column, cut after punctuation where there is some.
fn pieces(word: &str, width: usize) -> Vec<&str> {
    let mut pieces = Vec::new();
    let mut rest = word;
    while units(rest) > width {
        let ends = rest.char_indices().skip(1).map(|(at, _)| at);
        let fitting: Vec<usize> = ends.take_while(|at| units(&rest[..*at]) <= width).collect();
        let is_break = |at: &&usize| rest[..**at].ends_with(['-', '_', '.', ':', '/', '#']);
        let end = fitting.iter().rev().find(is_break).or(fitting.last());
        // Not even one character fits.
        let Some(end) = end else { break };
        let (piece, after) = rest.split_at(*end);
        pieces.push(piece);
        rest = after;
    }
    pieces.push(rest);
    pieces
}

/// A text that may be broken after punctuation, and where a word is wider than its column, anywhere.
fn breakable(text: &str, width: usize) -> String {
    let words = text.split(' ').map(|word| {
        let is_long = units(word) + 1 >= width;
        let characters = word.chars().map(|character| {
            let may_break = is_long || "/_#.:-&=?,;|".contains(character);
            let after = if may_break { "\\allowbreak{}" } else { "" };
            format!("{}{after}", escaped(character.encode_utf8(&mut [0; 4])))
        });
        characters.collect::<String>()
    });
    words.collect::<Vec<_>>().join(" ")
}

fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for character in text.chars() {
        match character {
            '\\' => escaped.push_str("\\textbackslash{}"),
            '&' | '%' | '$' | '#' | '_' | '{' | '}' => {
                escaped.push('\\');
                escaped.push(character);
            }
            '~' => escaped.push_str("\\textasciitilde{}"),
            '^' => escaped.push_str("\\textasciicircum{}"),
            '<' => escaped.push_str("\\textless{}"),
            '>' => escaped.push_str("\\textgreater{}"),
            '|' => escaped.push_str("\\textbar{}"),
            '"' => escaped.push_str("''"),
            '–' => escaped.push_str("--"),
            '…' => escaped.push_str("\\ldots{}"),
            '≥' => escaped.push_str("$\\ge$"),
            '≤' => escaped.push_str("$\\le$"),
            '→' => escaped.push_str("$\\to$"),
            '⇅' => escaped.push_str("$\\updownarrow$"),
            '×' => escaped.push_str("$\\times$"),
            other => escaped.push(other),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::super::table::Column;
    use super::*;

    fn latex(table: &Table) -> String {
        let mut out = Vec::new();
        write(&mut out, table).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn long_words_of_headings_are_cut_where_they_can_be() {
        assert_eq!(pieces("score", 10), ["score"]);
        assert_eq!(pieces("a-long-name_first", 11), ["a-long-", "name_first"]);
        assert_eq!(pieces("abcdef", 3).concat(), "abcdef");
        assert_eq!(pieces("mm", 0), ["mm"]);
    }

    #[test]
    fn the_best_value_is_bold_and_everything_is_escaped() {
        let mut table = Table::new([Column::new("system"), Column::number("F1").with_interval()]);
        table.row([
            Cell::from("a_b & <c>"),
            Cell::from(0.5).within(Some((0.25, 0.75))),
        ]);
        table.row([Cell::from("d"), Cell::from(0.25)]);
        table.mark_best("f1", |_| 0);
        let text = latex(&table);
        assert!(
            text.contains(
                "a\\_b \\& \\textless{}c\\textgreater{} & \\textbf{0.5000} \\tabularnewline"
            ),
            "{text}"
        );
        assert!(
            !text.contains("\\tiny"),
            "intervals only on request: {text}"
        );
        let text = latex(&table.with_intervals(true));
        assert!(
            text.contains(" & {\\tiny .250--.750} \\tabularnewline"),
            "{text}"
        );
    }

    #[test]
    fn long_texts_get_a_paragraph_and_long_tables_are_split() {
        let mut table = Table::new([Column::new("id"), Column::new("question").wrap()]);
        for _ in 0..60 {
            table.row([
                "1",
                "What is the name of the university where Obama's wife studied?",
            ]);
        }
        let text = latex(&table);
        assert!(text.contains("p{"), "{text}");
        assert!(text.matches("\\begin{tabular}").count() > 1);
    }

    #[test]
    fn what_does_not_fit_at_all_is_scaled() {
        let table = Table::new((0..30).map(|at| Column::number(format!("heading {at}"))));
        assert!(latex(&table).contains("\\resizebox{\\columnwidth}{!}{"));
    }
}
