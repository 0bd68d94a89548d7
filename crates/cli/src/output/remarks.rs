//! Remarks about a file, shown as good compilers do: the line, a caret, what to change.

use std::io::{self, Write};

use clap::builder::styling::{AnsiColor, Style};
use lydite_model::{Action, Diagnostic, Severity, Snippet};
use unicode_width::UnicodeWidthStr;

/// Writes a remark with its source line.
pub(crate) fn write(out: &mut dyn Write, remark: &Diagnostic, colored: bool) -> io::Result<()> {
    let paint = |style: Style| if colored { style } else { Style::new() };
    let (bold, dim) = (
        paint(Style::new().bold()),
        paint(AnsiColor::Blue.on_default().bold()),
    );
    let color = paint(match remark.severity() {
        Severity::Error => AnsiColor::Red.on_default().bold(),
        Severity::Warning => AnsiColor::Yellow.on_default().bold(),
        Severity::Note => AnsiColor::Green.on_default().bold(),
    });
    let number = remark.place.line.to_string();
    let margin = " ".repeat(number.len());
    writeln!(
        out,
        "{color}{}[{}]{color:#}{bold}: {}: {}{bold:#}",
        remark.severity().as_str(),
        remark.code.id,
        remark.code.title,
        printable(&remark.message)
    )?;
    let path = match remark.place.path.as_str() {
        "" => String::new(),
        path => format!(" ({})", printable(path)),
    };
    writeln!(out, "{margin}{dim}-->{dim:#} {}{path}", remark.place)?;
    if let Some(snippet) = &remark.snippet {
        let (text, before, marked) = measure(snippet);
        writeln!(out, "{margin} {dim}|{dim:#}")?;
        writeln!(out, "{dim}{number} |{dim:#} {text}")?;
        let (blanks, carets) = (" ".repeat(before), "^".repeat(marked.max(1)));
        writeln!(
            out,
            "{margin} {dim}|{dim:#} {blanks}{color}{carets}{color:#}"
        )?;
    }
    writeln!(out, "{margin} {dim}={dim:#} {}\n", help(remark))
}

/// What was done, and what to do.
fn help(remark: &Diagnostic) -> String {
    let done = match remark.action {
        Action::Repaired => "repaired",
        Action::Kept => "kept as it is",
        Action::Skipped => "left out",
    };
    let hint = remark.hint.as_deref().unwrap_or(remark.code.explanation);
    format!("{done}; {hint}")
}

/// Control characters would upset the terminal and the caret.
fn printable(text: &str) -> String {
    text.replace(|character: char| character.is_control(), " ")
}

/// The line to show, and the width of what is before the place and of the place.
fn measure(snippet: &Snippet) -> (String, usize, usize) {
    let width = |part: &str| printable(part).width();
    (
        printable(snippet.text.trim_end()),
        width(&snippet.text[..snippet.start]),
        width(&snippet.text[snippet.start..snippet.end]),
    )
}

#[cfg(test)]
mod tests {
    use lydite_formats::codes;
    use lydite_model::Place;

    use super::*;

    #[test]
    fn the_caret_is_under_the_place_whatever_stands_before_it() {
        let text = "\t\"漢é\": 12,";
        let start = text.find("12").unwrap();
        let remark = Diagnostic {
            code: &codes::WRONG_TYPE,
            place: Place {
                file: "a.json".to_owned(),
                line: 7,
                column: 8,
                path: "questions[0].x".to_owned(),
            },
            message: "expected a string, found a number".to_owned(),
            action: Action::Skipped,
            hint: Some("write \"12\"".to_owned()),
            snippet: Some(Snippet {
                text: text.to_owned(),
                start,
                end: start + 2,
            }),
        };
        let mut out = Vec::new();
        write(&mut out, &remark, false).unwrap();
        let expected = r#"warning[Q014]: wrong type: expected a string, found a number
 --> a.json:7:8 (questions[0].x)
  |
7 |  "漢é": 12,
  |         ^^
  = left out; write "12"

"#;
        assert_eq!(String::from_utf8(out).unwrap(), expected);
    }
}
