//! Files that were damaged on their way, as disks, networks and editors do it.

use std::ops::Range;

/// What happens to a file; places are shares of its length.
#[derive(Clone, Debug)]
pub enum Corruption {
    /// Some bytes go.
    Delete {
        /// Where.
        at: f64,
        /// How many.
        count: usize,
    },
    /// Some bytes stand there twice.
    Repeat {
        /// Where.
        at: f64,
        /// How many.
        count: usize,
    },
    /// A byte becomes another one.
    Replace {
        /// Where.
        at: f64,
        /// Which one.
        by: u8,
    },
    /// A key, element or column gets another letter, wherever it occurs.
    Rename {
        /// Which of the [`NAMES`].
        name: usize,
        /// Which of its letters.
        letter: f64,
        /// The other letter.
        by: char,
    },
    /// The file ends too early.
    Truncate {
        /// Where.
        at: f64,
    },
    /// The bracket at this share of all closing brackets goes.
    DropBracket {
        /// Where.
        at: f64,
    },
    /// Brackets that close too much come after the one at this share.
    AddBrackets {
        /// Where.
        at: f64,
        /// Whether it is two of them.
        both: bool,
    },
}

/// Names that answers depend on.
pub const NAMES: &[&str] = &[
    "questions",
    "id",
    "question",
    "query",
    "sparql",
    "SPARQL",
    "answers",
    "answer",
    "head",
    "vars",
    "results",
    "bindings",
    "boolean",
    "type",
    "value",
    "uri",
    "string",
    "number",
    "queries",
    "text",
    "table",
    "columns",
    "rows",
    "qname",
    "result",
    "binding",
    "literal",
    "bnode",
    "metadata",
    "QuestionId",
    "Answers",
    "qid",
    "logical_form",
    "generated",
];

/// The corrupted file, and the bytes of the original that were touched.
pub fn corrupt(text: &str, corruption: &Corruption) -> (String, Range<usize>) {
    use Corruption::*;
    // The files are ASCII: every byte is a character.
    let place = |at: f64| (at * text.len() as f64) as usize;
    let after = |from: usize, count: usize| (from + count).min(text.len());
    let bracket = |at: f64| {
        let brackets: Vec<_> = text.match_indices(['}', ']', '>']).collect();
        let chosen = (at * brackets.len() as f64) as usize;
        brackets.get(chosen).map_or(0, |(at, _)| *at)
    };
    let splice = |from: usize, to: usize, by: &str| {
        (format!("{}{by}{}", &text[..from], &text[to..]), from..to)
    };
    match *corruption {
        Delete { at, count } => splice(place(at), after(place(at), count), ""),
        Repeat { at, count } => {
            let (from, to) = (place(at), after(place(at), count));
            splice(from, to, &text[from..to].repeat(2))
        }
        Replace { at, by } => {
            let from = place(at);
            splice(from, after(from, 1), &char::from(by).to_string())
        }
        Rename { name, letter, by } => {
            let name = NAMES[name];
            let at = (letter * name.len() as f64) as usize;
            let renamed = format!("{}{by}{}", &name[..at], &name[at + 1..]);
            let mut corrupted = text.to_owned();
            // As a key, as a tag, as a column.
            for (before, after) in [
                ("\"", "\":"),
                ("<", ">"),
                ("</", ">"),
                (",", ","),
                (",", "\n"),
            ] {
                let (old, new) = (
                    format!("{before}{name}{after}"),
                    format!("{before}{renamed}{after}"),
                );
                corrupted = corrupted.replace(&old, &new);
            }
            (corrupted, 0..0)
        }
        Truncate { at } => splice(place(at), text.len(), ""),
        DropBracket { at } => splice(bracket(at), after(bracket(at), 1), ""),
        AddBrackets { at, both } => {
            let (from, to) = (bracket(at), after(bracket(at), 1));
            // In XML this is a text like any other.
            let more = match (text.starts_with('<'), both) {
                (true, _) => "</answer>",
                (false, true) => "]}",
                (false, false) => "]",
            };
            splice(from, to, &format!("{}{more}", &text[from..to]))
        }
    }
}

/// The bytes that are part of a value, an identifier or a query, by notation.
fn values(format: &str, text: &str) -> Vec<bool> {
    let mut is_value = vec![false; text.len()];
    if text.starts_with('<') {
        const CDATA: &str = "<![CDATA[";
        let (mut in_tag, mut quote, mut section) = (false, None, 0);
        for (at, byte) in text.bytes().enumerate() {
            if text[at..].starts_with(CDATA) {
                // Its marks are part of the text.
                section = at + text[at..].find("]]>").unwrap_or(0) + "]]>".len();
                is_value[at..section].fill(true);
            }
            if at < section {
                continue;
            }
            match (byte, in_tag, quote) {
                (b'<', false, _) => in_tag = true,
                (b'>', true, None) => in_tag = false,
                (b'"' | b'\'', true, None) => quote = Some(byte),
                (_, true, Some(open)) if byte == open => quote = None,
                (_, in_tag, quote) => is_value[at] = !in_tag || quote.is_some(),
            }
        }
    } else if matches!(format, "csv" | "tsv") {
        let header = text.find('\n').unwrap_or(text.len());
        for (at, byte) in text.bytes().enumerate().skip(header) {
            is_value[at] = !matches!(byte, b'\n' | b',' | b'\t');
        }
    } else {
        let (mut open, mut escaped) = (None, false);
        for (at, byte) in text.bytes().enumerate() {
            match open {
                None if byte == b'"' => open = Some(at),
                None => is_value[at] = byte.is_ascii_alphanumeric() || byte == b'.',
                Some(_) if escaped => escaped = false,
                Some(_) if byte == b'\\' => escaped = true,
                Some(start) if byte == b'"' => {
                    let is_key = text[at + 1..].trim_start().starts_with(':');
                    // In result sets, names and answers are keys.
                    let holds =
                        !is_key || matches!(format, "text2sparql-results" | "predictions-by-id");
                    is_value[start + 1..at].fill(holds);
                    open = None;
                }
                Some(_) => {}
            }
        }
    }
    is_value
}

/// Whether no reader could find out about the corruption: a character within a value, an identifier
/// or a query became another one, or lines are cut off as a whole.
pub fn is_beyond_finding(format: &str, text: &str, touched: Range<usize>, grew: bool) -> bool {
    let is_value = values(format, text);
    if !touched.is_empty() && is_value[touched.clone()].iter().all(|value| *value) {
        return true;
    }
    // What is repeated after a tag is a text.
    if grew && text.starts_with('<') && text[touched.clone()].contains('>') {
        return true;
    }
    // Lines that are cut off as a whole.
    let in_lines = matches!(format, "csv" | "tsv" | "json-lines");
    let is_between =
        text[..touched.start].ends_with('\n') || text[touched.start..].starts_with('\n');
    in_lines && touched.end == text.len() && is_between
}
