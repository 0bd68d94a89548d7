//! A table in any of the output formats but JSON.

use std::io::{self, Write};

use comfy_table::{CellAlignment, ContentArrangement, presets};

use crate::args::OutputFormat;

/// Headed columns of text.
pub(crate) struct Grid {
    headers: Vec<String>,
    rows: Vec<Vec<String>>,
    /// The first column that is aligned to the right.
    numeric_from: usize,
}

impl Grid {
    pub(crate) fn new<S: Into<String>>(headers: impl IntoIterator<Item = S>) -> Self {
        let headers: Vec<_> = headers.into_iter().map(Into::into).collect();
        Self {
            numeric_from: headers.len(),
            headers,
            rows: Vec::new(),
        }
    }

    /// Aligns this column and those after it to the right.
    pub(crate) fn numeric_from(mut self, column: usize) -> Self {
        self.numeric_from = column;
        self
    }

    pub(crate) fn row<S: Into<String>>(&mut self, cells: impl IntoIterator<Item = S>) {
        self.rows.push(cells.into_iter().map(Into::into).collect());
    }

    pub(crate) fn write(&self, out: &mut dyn Write, format: OutputFormat) -> io::Result<()> {
        match format {
            OutputFormat::Table | OutputFormat::Json | OutputFormat::Rdf => self.plain(out, false),
            OutputFormat::Markdown => self.plain(out, true),
            OutputFormat::Csv => self.csv(out),
            OutputFormat::Latex => self.latex(out),
        }
    }

    fn plain(&self, out: &mut dyn Write, markdown: bool) -> io::Result<()> {
        let mut table = comfy_table::Table::new();
        table.load_style(match markdown {
            true => presets::ASCII_MARKDOWN,
            false => presets::NOTHING,
        });
        table.set_content_arrangement(ContentArrangement::Disabled);
        let escape = |cell: &String| match markdown {
            true => cell.replace('|', "\\|"),
            false => cell.clone(),
        };
        table.set_header(self.headers.iter().map(escape));
        for row in &self.rows {
            table.add_row(row.iter().map(escape));
        }
        for column in table.column_iter_mut().skip(self.numeric_from) {
            column.set_cell_alignment(CellAlignment::Right);
        }
        for line in table.lines() {
            writeln!(out, "{}", line.trim_end())?;
        }
        Ok(())
    }

    fn csv(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut writer = csv::Writer::from_writer(out);
        writer.write_record(&self.headers)?;
        for row in &self.rows {
            writer.write_record(row)?;
        }
        writer.flush()
    }

    fn latex(&self, out: &mut dyn Write) -> io::Result<()> {
        let columns: String = (0..self.headers.len())
            .map(|at| if at < self.numeric_from { 'l' } else { 'r' })
            .collect();
        let line = |cells: &[String]| {
            let cells: Vec<_> = cells.iter().map(|cell| escape_latex(cell)).collect();
            format!("{} \\\\", cells.join(" & "))
        };
        writeln!(out, "\\begin{{tabular}}{{{columns}}}\n\\toprule")?;
        writeln!(out, "{}\n\\midrule", line(&self.headers))?;
        for row in &self.rows {
            writeln!(out, "{}", line(row))?;
        }
        writeln!(out, "\\bottomrule\n\\end{{tabular}}")
    }
}

fn escape_latex(text: &str) -> String {
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
            '–' => escaped.push_str("--"),
            other => escaped.push(other),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_format_escapes_what_it_must() {
        let mut grid = Grid::new(["name", "n"]).numeric_from(1);
        grid.row(["a_b|c,\"d\"", "12"]);
        let text = |format| {
            let mut out = Vec::new();
            grid.write(&mut out, format).unwrap();
            String::from_utf8(out).unwrap()
        };
        assert!(text(OutputFormat::Markdown).contains("a_b\\|c"));
        assert!(text(OutputFormat::Csv).contains("\"a_b|c,\"\"d\"\"\",12"));
        assert!(text(OutputFormat::Latex).contains("a\\_b|c,\"d\" & 12 \\\\"));
        assert!(
            text(OutputFormat::Table)
                .lines()
                .nth(1)
                .unwrap()
                .ends_with("12")
        );
    }
}
