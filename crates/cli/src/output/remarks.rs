//! Remarks about a file, shown as good compilers do: the line, a caret, what to change.

use std::io::{self, Write};

use clap::builder::styling::{AnsiColor, Style};
use lydite_model::{Action, Diagnostic, Severity, Snippet};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use super::Page;

/// Writes a remark with its source line.
pub(crate) fn write(page: &mut Page<'_>, remark: &Diagnostic) -> io::Result<()> {
    let colored = page.colored();
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
    let code = format!("{}[{}]", remark.severity().as_str(), remark.code.id);
    let title = format!("{}: {}", remark.code.title, printable(&remark.message));
    let mut lines = page.lines(&format!("{code}: {title}")).into_iter();
    let first = lines.next().unwrap_or_default();
    let rest = first.strip_prefix(&code).unwrap_or_default();
    writeln!(page, "{color}{code}{color:#}{bold}{rest}{bold:#}")?;
    for line in lines {
        writeln!(page, "{bold}{line}{bold:#}")?;
    }
    let path = match remark.place.path.as_str() {
        "" => String::new(),
        path => format!(" ({})", printable(path)),
    };
    page.painted_entry(&margin, "-->", dim, &format!(" {}{path}", remark.place))?;
    if let Some(snippet) = &remark.snippet {
        let room = page
            .width()
            .map_or(usize::MAX, |width| width.saturating_sub(number.len() + 3));
        let (text, before, marked) = measure(snippet, room);
        writeln!(page, "{margin} {dim}|{dim:#}")?;
        writeln!(page, "{dim}{number} |{dim:#} {text}")?;
        let (blanks, carets) = (" ".repeat(before), "^".repeat(marked.max(1)));
        writeln!(
            page,
            "{margin} {dim}|{dim:#} {blanks}{color}{carets}{color:#}"
        )?;
    }
    page.painted_entry(
        &format!("{margin} "),
        "=",
        dim,
        &format!(" {}", help(remark)),
    )?;
    page.blank()
}

/// What was done, and what to do.
fn help(remark: &Diagnostic) -> String {
    let done = match remark.action {
        Action::Repaired => "repaired",
        Action::Kept => "kept as is",
        Action::Skipped => "skipped",
    };
    let hint = remark.hint.as_deref().unwrap_or(remark.code.explanation);
    format!("{done}; {hint}")
}

/// Control characters would upset the terminal and the caret.
fn printable(text: &str) -> String {
    text.replace(|character: char| character.is_control(), " ")
}

/// The part of the line that there is room for, and the width of what is before the place and of
/// the place.
fn measure(snippet: &Snippet, room: usize) -> (String, usize, usize) {
    let width = |part: &str| printable(part).width();
    let text = printable(snippet.text.trim_end());
    let before = width(&snippet.text[..snippet.start]);
    let marked = width(&snippet.text[snippet.start..snippet.end]);
    if text.width() <= room || room < 8 {
        return (text, before, marked.min(room.max(1)));
    }
    // The place comes first: some of what is before it stays, if there is room after it.
    let skipped = (before + marked.min(room / 2) + 1).saturating_sub(room - 1);
    let mut at = 0;
    let mut part = String::new();
    let mut used = 0;
    for character in text.chars() {
        let wide = character.width().unwrap_or(0);
        if at >= skipped && used + wide + 2 <= room {
            part.push(character);
            used += wide;
        }
        at += wide;
    }
    let start = if skipped > 0 { "…" } else { "" };
    let end = if skipped + used < at { "…" } else { "" };
    let before = before - skipped.min(before) + start.width();
    let marked = marked.min((used + start.width()).saturating_sub(before));
    (format!("{start}{part}{end}"), before, marked)
}

#[cfg(test)]
mod tests {
    use lydite_formats::codes;
    use lydite_model::Place;

    use super::*;
    use crate::args::OutputFormat;
    use crate::output::Look;

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
        let look = Look {
            format: OutputFormat::Table,
            width: None,
            colored: false,
        };
        write(&mut Page::new(&mut out, look), &remark).unwrap();
        let expected = r#"warning[Q014]: wrong type: expected a string, found a number
 --> a.json:7:8 (questions[0].x)
  |
7 |  "漢é": 12,
  |         ^^
  = skipped; write "12"

"#;
        assert_eq!(String::from_utf8(out).unwrap(), expected);
    }
}
