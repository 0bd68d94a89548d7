//! YAML scalars that read back as the very string that was written.

use std::fmt::Write;

/// A string as a YAML scalar inside a block mapping whose keys are indented this far.
///
/// Plain where that is safe in YAML 1.1 and 1.2 alike, a literal block (`|-`, `|`) where that keeps
/// every character, otherwise in double quotes.
pub(super) fn scalar(text: &str, indent: usize) -> String {
    if is_plain(text) {
        text.to_owned()
    } else if is_block(text) {
        block(text, indent)
    } else {
        quoted(text)
    }
}

/// A string as the key of a mapping: never a block.
pub(super) fn key(text: &str) -> String {
    if is_plain(text) {
        text.to_owned()
    } else {
        quoted(text)
    }
}

/// Words that YAML 1.1 takes for something else than a string, in any capitals.
const WORDS: &[&str] = &[
    "y", "n", "yes", "no", "true", "false", "on", "off", "null", "nan", "inf",
];

/// Whether a text can stand as it is. Numbers and dates begin with a digit, sign or dot, and all
/// indicators with punctuation; so only what begins with a letter is considered.
fn is_plain(text: &str) -> bool {
    let starts_well = |c: char| c.is_alphabetic() || matches!(c, '¿' | '¡');
    text.chars().next().is_some_and(starts_well)
        && !WORDS.iter().any(|word| word.eq_ignore_ascii_case(text))
        && text.chars().all(|c| is_printable(c) && c != '\t')
        && !text.contains(": ")
        && !text.contains(" #")
        && !text.ends_with([':', ' '])
        // Blanks of other scripts at the end would be cut by readers that trim.
        && text.trim() == text
}

/// Whether a literal block keeps every character, whatever reader.
fn is_block(text: &str) -> bool {
    text.contains('\n')
        && !text.ends_with("\n\n")
        && text.starts_with(|c: char| !c.is_whitespace())
        && text.chars().all(|c| c == '\n' || is_printable(c))
        && text
            .lines()
            .all(|line| line.is_empty() || !line.trim().is_empty())
}

/// Whether a character may stand in YAML text and is not a line break in either version.
fn is_printable(c: char) -> bool {
    matches!(c,
        '\t' | ' '..='~' | '\u{a0}'..='\u{d7ff}' | '\u{e000}'..='\u{fffd}' | '\u{10000}'..)
        && !matches!(c, '\u{2028}' | '\u{2029}' | '\u{feff}')
}

fn block(text: &str, indent: usize) -> String {
    let chomping = if text.ends_with('\n') { "" } else { "-" };
    let mut block = format!("|{chomping}");
    for line in text.lines() {
        block.push('\n');
        if !line.is_empty() {
            let _ = write!(block, "{:indent$}{line}", "", indent = indent + 2);
        }
    }
    block
}

fn quoted(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len() + 2);
    quoted.push('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            '\n' => quoted.push_str("\\n"),
            '\r' => quoted.push_str("\\r"),
            '\t' => quoted.push_str("\\t"),
            _ if is_printable(c) => quoted.push(c),
            _ => {
                let code = u32::from(c);
                let _ = match code {
                    0..=0xff => write!(quoted, "\\x{code:02x}"),
                    0x100..=0xffff => write!(quoted, "\\u{code:04x}"),
                    _ => write!(quoted, "\\U{code:08x}"),
                };
            }
        }
    }
    quoted.push('"');
    quoted
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use saphyr_parser::{Event, Parser, ScalarStyle};

    use super::*;

    /// What a YAML reader makes of a scalar that is a value in a nested mapping.
    fn read_back(written: &str) -> (String, ScalarStyle) {
        let document = format!("a:\n  b: {written}\n  c: end\n");
        let mut scalars = Vec::new();
        for event in Parser::new_from_str(&document) {
            let (event, _) = event.unwrap_or_else(|error| panic!("{error}: {document:?}"));
            if let Event::Scalar(text, style, ..) = event {
                scalars.push((text.into_owned(), style));
            }
        }
        assert_eq!(scalars.len(), 5, "{document:?}");
        assert_eq!(scalars[4].0, "end", "{document:?}");
        scalars.swap_remove(2)
    }

    fn check(text: &str) {
        let (back, style) = read_back(&scalar(text, 2));
        assert_eq!(back, text);
        if style == ScalarStyle::Plain {
            assert!(text.parse::<f64>().is_err(), "{text} reads as a number");
        }
        assert_eq!(read_back(&key(text)).0, text);
    }

    #[test]
    fn strings_that_look_like_something_else_are_quoted() {
        for text in [
            "yes",
            "No",
            "NULL",
            "true",
            "1.0",
            "1",
            "1e3",
            "0x1F",
            "12:30:45",
            "2001-01-01",
            "~",
            ".nan",
            ".inf",
            "nan",
            "- a",
            "-",
            "? a",
            "a: b",
            "a:",
            ": a",
            "a #b",
            "#a",
            "[a]",
            "{a}",
            "*a",
            "&a",
            "!a",
            "|",
            ">",
            "%a",
            "@a",
            "`a",
            "'a'",
            "\"a\"",
            "",
            " ",
            " a",
            "a ",
            "a\tb",
            "---",
            "...",
            "=",
            "<<",
            "a\u{7f}b",
            "a\0",
            "\u{feff}a",
            "a\u{85}b",
            "a\u{2028}b",
            "a\r\nb",
            "a\rb",
            "\u{fffe}",
            "a, b",
            "\u{e000}",
        ] {
            check(text);
            let plain = is_plain(text);
            assert!(!plain || matches!(text, "a, b"), "{text:?} stands plain");
        }
    }

    #[test]
    fn readable_strings_stay_readable() {
        for text in [
            "Who is it?",
            "¿Cuántos autores?",
            "Was 😀 a #1 hit: it's?",
            "http://dbpedia.org/",
            "漢字",
        ] {
            check(text);
        }
        for (text, expected) in [
            ("a", "a"),
            ("a\nb", "|-\n    a\n    b"),
            ("a\n\n  b #\n", "|\n    a\n\n      b #"),
            ("a\n \nb", "\"a\\n \\nb\""),
            ("\na", "\"\\na\""),
            ("a\n\n", "\"a\\n\\n\""),
            ("a\n\tb  \nc", "|-\n    a\n    \tb  \n    c"),
        ] {
            assert_eq!(scalar(text, 2), expected);
            check(text);
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        #[test]
        fn every_string_reads_back(text in any::<String>()) {
            check(&text);
        }

        #[test]
        fn every_text_of_indicators_reads_back(text in "[-?:,\\[\\]{}#&*!|>'\"%@` \t\nab1.é]{0,12}") {
            check(&text);
        }
    }
}
