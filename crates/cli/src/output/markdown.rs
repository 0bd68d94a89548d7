//! A table for issues and wikis.

use std::io::{self, Write};

use super::table::{Align, Cell, Table};
use super::wrap::one_line;

/// Writes the table; nothing is cut.
pub(super) fn write(out: &mut dyn Write, table: &Table) -> io::Result<()> {
    let visible = table.for_people();
    let line = |cells: &mut dyn Iterator<Item = String>| {
        let cells: Vec<_> = cells.map(|cell| format!(" {cell} |")).collect();
        format!("|{}", cells.concat())
    };
    let columns = || visible.iter().map(|at| &table.columns[*at]);
    let heading = line(&mut columns().map(|column| escaped(&column.heading)));
    writeln!(out, "{heading}")?;
    let rule = line(&mut columns().map(|column| {
        let rule = match column.align {
            Align::Left => "---",
            Align::Right => "---:",
        };
        rule.to_owned()
    }));
    writeln!(out, "{rule}")?;
    for row in &table.rows {
        let cells = &mut visible.iter().map(|at| {
            let text = text(&row[*at], table.columns[*at].align);
            if row[*at].is_best {
                format!("**{text}**")
            } else {
                text
            }
        });
        writeln!(out, "{}", line(cells))?;
    }
    Ok(())
}

fn text(cell: &Cell, align: Align) -> String {
    let text = escaped(&cell.text(align));
    match cell.interval_text() {
        Some(interval) => format!("{text} ({interval})"),
        None => text,
    }
}

fn escaped(text: &str) -> String {
    one_line(text).replace('\\', "\\\\").replace('|', "\\|")
}

#[cfg(test)]
mod tests {
    use super::super::table::Column;
    use super::*;

    #[test]
    fn bars_are_escaped_and_numbers_aligned() {
        let mut table = Table::new([Column::new("name"), Column::number("F1")]);
        table.row([
            Cell::from("a|b\nc"),
            Cell::from(0.5).within(Some((0.1, 0.9))),
        ]);
        table.row([Cell::from("d"), Cell::from(0.6)]);
        table.mark_best("f1", |_| 0);
        let mut out = Vec::new();
        write(&mut out, &table).unwrap();
        let expected =
            "| name | F1 |\n| --- | ---: |\n| a\\|b c | 0.5000 (.100–.900) |\n| d | **0.6000** |\n";
        assert_eq!(String::from_utf8(out).unwrap(), expected);
    }
}
