//! The QALD-6 script, and what the challenge document says instead.

use std::borrow::Cow;

use lydite_model::{Answer, Counts};
use rustc_hash::FxHashSet;
use serde_json::Value;

use super::{Case, Conventions, Example, Listed, RuleSet, Rules, Verdict, evidence};
use crate::entry::{Entry, Stop};
use crate::measures::{
    ANSWERED, EMPTY, ERRORS, GLOBAL_MACRO_F1, GLOBAL_MACRO_PRECISION, GLOBAL_MACRO_RECALL,
    GLOBAL_MICRO_F1, GLOBAL_MICRO_PRECISION, GLOBAL_MICRO_RECALL, LOCAL_MACRO_F1,
    LOCAL_MACRO_PRECISION, LOCAL_MACRO_RECALL, LOCAL_MICRO_F1, LOCAL_MICRO_PRECISION,
    LOCAL_MICRO_RECALL, MISSING, PROCESSED, QUESTIONS, harmonic,
};
use crate::normal::hex_byte;

/// The QALD-6 rules, as the script or as the document has them.
struct Qald6 {
    /// Whether a score is multiplied by the confidence.
    weighs: bool,
}

pub(super) static QALD: RuleSet = RuleSet {
    name: "qald",
    version: "6",
    title: "the evaluation script of QALD-6, used until QALD-9",
    rationale: "The official script of the campaign, exactly: rows as multisets of strings after percent-decoding, whole numbers with `.0`, precision 1 for an explicitly empty answer and 0 for a missing one. Use it to compare with campaign results of QALD-6 to QALD-9 and with papers that say *QALD script*. Its macro F1 is the harmonic mean of the means; empty \
        answers to every question score above zero.",
    conventions: CONVENTIONS,
    examples: &EXAMPLES,
    rules: &Qald6 { weighs: false },
};

pub(super) static QALD_DOCUMENT: RuleSet = RuleSet {
    name: "qald-document",
    version: "6",
    title: "the QALD-6 challenge document: scores weighted by confidence",
    rationale: "Like the script, but each question's scores are multiplied by the confidence in \
        the submission, as the challenge document announces. The script never reads it, and no \
        published score is known to follow it.",
    conventions: CONVENTIONS,
    examples: &EXAMPLES,
    rules: &Qald6 { weighs: true },
};

const CONVENTIONS: Conventions = Conventions {
    values: "rows as multisets of strings: percent-decoded, stripped, `.0` after whole numbers; yes and no as JSON values",
    empty: "P = 1, R = F = 0",
    missing: "P = R = F = 0, and left out of the local averages",
    empty_gold: "1 if the submission has an empty entry, otherwise 0",
    average: "global over all, local over processed questions; F1 is the harmonic mean of the means",
};

static EXAMPLES: [Example; 4] = [
    Example {
        gold: &["42"],
        system: Some(&["42.0"]),
        scores: [1.0, 1.0, 1.0],
        shows: "a whole number gets `.0`",
    },
    Example {
        gold: &["http://x/A%C3%A9"],
        system: Some(&["http://x/Aé"]),
        scores: [1.0, 1.0, 1.0],
        shows: "percent-encoding is removed",
    },
    Example {
        gold: &["a"],
        system: Some(&[]),
        scores: [1.0, 0.0, 0.0],
        shows: "an empty answer has precision 1",
    },
    Example {
        gold: &["a"],
        system: None,
        scores: [0.0, 0.0, 0.0],
        shows: "but a missing one has precision 0",
    },
];

static FIGURES: [Listed; 18] = [
    ("global.micro.precision", &GLOBAL_MICRO_PRECISION),
    ("global.micro.recall", &GLOBAL_MICRO_RECALL),
    ("global.micro.f1", &GLOBAL_MICRO_F1),
    ("global.macro.precision", &GLOBAL_MACRO_PRECISION),
    ("global.macro.recall", &GLOBAL_MACRO_RECALL),
    ("global.macro.f1", &GLOBAL_MACRO_F1),
    ("local.micro.precision", &LOCAL_MICRO_PRECISION),
    ("local.micro.recall", &LOCAL_MICRO_RECALL),
    ("local.micro.f1", &LOCAL_MICRO_F1),
    ("local.macro.precision", &LOCAL_MACRO_PRECISION),
    ("local.macro.recall", &LOCAL_MACRO_RECALL),
    ("local.macro.f1", &LOCAL_MACRO_F1),
    ("n", &QUESTIONS),
    ("processed", &PROCESSED),
    ("answered", &ANSWERED),
    ("empty", &EMPTY),
    ("missing", &MISSING),
    ("errors", &ERRORS),
];

/// An answer as the script holds it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Row<'a> {
    /// A multiset of one value, as nearly all are.
    Value(Cow<'a, [u8]>),
    /// Another multiset of values, sorted.
    Values(Vec<Cow<'a, [u8]>>),
    /// A value without a multiset around it, as JSON.
    Raw(String),
}

impl Qald6 {
    /// The distinct answers of an entry; what the script would stop at is read from the model.
    fn rows<'a>(entry: &Entry<'a>) -> (Vec<Row<'a>>, Option<Stop>) {
        let mut stop = None;
        if let Some(question) = entry.json() {
            match json_rows(&question) {
                Ok(rows) => return (distinct(rows), None),
                Err(reason) => stop = Some(reason),
            }
        }
        let rows = match entry.answers.map(|answers| &answers.answer) {
            None => Vec::new(),
            Some(Answer::Boolean(value)) => vec![Row::Raw(value.to_string())],
            Some(Answer::Table(table)) => {
                let rows = table
                    .rows()
                    .map(|row| multiset(row.iter().flatten().map(|term| normalised(term.value()))));
                rows.collect()
            }
        };
        (distinct(rows), stop)
    }
}

fn multiset<'a>(mut values: impl Iterator<Item = Cow<'a, [u8]>>) -> Row<'a> {
    match (values.next(), values.next()) {
        (Some(only), None) => Row::Value(only),
        (first, second) => {
            let mut values: Vec<_> = first.into_iter().chain(second).chain(values).collect();
            values.sort_unstable();
            Row::Values(values)
        }
    }
}

fn distinct(mut rows: Vec<Row<'_>>) -> Vec<Row<'_>> {
    let first: Vec<bool> = {
        let mut seen = FxHashSet::with_capacity_and_hasher(rows.len(), Default::default());
        rows.iter().map(|row| seen.insert(row)).collect()
    };
    let mut first = first.into_iter();
    rows.retain(|_| first.next().unwrap_or(true));
    rows
}

fn json_rows(question: &Value) -> Result<Vec<Row<'static>>, Stop> {
    let mut rows = Vec::new();
    let answers = match question.get("answers") {
        None => return Ok(rows),
        Some(Value::Array(answers)) => answers,
        Some(_) => return Err(Stop::new("`answers` is not a list")),
    };
    for answer in answers {
        let Value::Object(answer) = answer else {
            return Err(Stop::new("an answer is not an object"));
        };
        let bindings = match answer.get("results") {
            None => None,
            Some(Value::Object(results)) => results.get("bindings"),
            Some(_) => return Err(Stop::new("`results` is not an object")),
        };
        match (bindings, answer.get("boolean")) {
            (Some(Value::Array(bindings)), _) => {
                for binding in bindings {
                    let Value::Object(binding) = binding else {
                        return Err(Stop::new("a row is not an object"));
                    };
                    let values: Result<Vec<_>, _> = binding.values().map(json_value).collect();
                    rows.push(multiset(values?.into_iter()));
                }
            }
            (Some(_), _) => return Err(Stop::new("`bindings` is not a list of rows")),
            (None, Some(boolean)) => rows.push(Row::Raw(boolean.to_string())),
            (None, None) => {}
        }
    }
    Ok(rows)
}

fn json_value(term: &Value) -> Result<Cow<'static, [u8]>, Stop> {
    match term {
        Value::Object(term) => match term.get("value") {
            Some(Value::String(text)) => Ok(Cow::Owned(normalised(text).into_owned())),
            Some(Value::Null) | None => Err(Stop::new("a term has no value")),
            Some(_) => Err(Stop::new("the value of a term is not a text")),
        },
        // Ruby's String#[] finds a part of a text.
        Value::String(text) if text.contains("value") => Ok(Cow::Borrowed(b"value")),
        _ => Err(Stop::new("a term is not an object")),
    }
}

/// A value as the scripts of QALD-5 and QALD-6 compare it: bytes, for decoding may break UTF-8.
pub(super) fn normalised(value: &str) -> Cow<'_, [u8]> {
    let bytes = value.as_bytes();
    if !bytes.is_empty() && bytes.iter().all(u8::is_ascii_digit) {
        return Cow::Owned([bytes, b".0"].concat());
    }
    // Ruby strips ASCII white space and NUL; a no-break space stays.
    let blank = |byte: &u8| matches!(byte, 0 | b'\t' | b'\n' | 0x0b | 0x0c | b'\r' | b' ');
    let start = bytes
        .iter()
        .position(|byte| !blank(byte))
        .unwrap_or(bytes.len());
    let end = bytes
        .iter()
        .rposition(|byte| !blank(byte))
        .map_or(start, |at| at + 1);
    let bytes = &bytes[start..end];
    if memchr::memchr(b'%', bytes).is_none() {
        return Cow::Borrowed(bytes);
    }
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        match hex_byte(bytes, at) {
            Some(byte) => {
                out.push(byte);
                at += 3;
            }
            None => {
                out.push(bytes[at]);
                at += 1;
            }
        }
    }
    Cow::Owned(out)
}

impl std::fmt::Display for Row<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Raw(value) => f.write_str(value),
            Self::Value(value) => f.write_str(&String::from_utf8_lossy(value)),
            Self::Values(values) => {
                for (at, value) in values.iter().enumerate() {
                    let gap = if at == 0 { "" } else { " | " };
                    write!(f, "{gap}{}", String::from_utf8_lossy(value))?;
                }
                Ok(())
            }
        }
    }
}

impl Rules for Qald6 {
    fn judge(&self, case: &Case<'_>) -> Verdict {
        let (gold, gold_stop) = Self::rows(&case.gold_entry());
        let Some(entry) = case.system_entry() else {
            return Verdict {
                counts: Counts::of(0, 0, gold.len()),
                gold_empty: gold.is_empty(),
                system_empty: true,
                stop: gold_stop,
                ..Verdict::default()
            };
        };
        let (system, system_stop) = Self::rows(&entry);
        let gold_set: FxHashSet<&Row<'_>> = gold.iter().collect();
        let right = system.iter().filter(|row| gold_set.contains(row)).count();
        let counts = Counts::of(right, system.len(), gold.len());
        let (precision, recall, f1) = match (gold.is_empty(), system.is_empty()) {
            (true, true) => (1.0, 1.0, 1.0),
            (true, false) => (0.0, 0.0, 0.0),
            (false, true) => (1.0, 0.0, 0.0),
            (false, false) => {
                let precision = right as f64 / system.len() as f64;
                let recall = right as f64 / gold.len() as f64;
                (precision, recall, harmonic(precision, recall))
            }
        };
        let weight = match (
            self.weighs,
            case.response.and_then(|response| response.confidence),
        ) {
            (true, Some(confidence)) => confidence,
            _ => 1.0,
        };
        let evidence = case.explain.then(|| {
            evidence::of_equals(&gold, &system, ToString::to_string, "equal after decoding")
        });
        Verdict {
            counts,
            precision: precision * weight,
            recall: recall * weight,
            f1: f1 * weight,
            gold_empty: gold.is_empty(),
            system_empty: system.is_empty(),
            evidence,
            stop: gold_stop.or(system_stop),
            ..Verdict::default()
        }
    }

    fn headline(&self) -> [&'static str; 3] {
        [
            "global.macro.precision",
            "global.macro.recall",
            "global.macro.f1",
        ]
    }

    fn figures(&self) -> &'static [Listed] {
        &FIGURES
    }

    /// A text by the number at its beginning, a whole number as it is, anything else as itself.
    fn key(&self, entry: &Entry<'_>) -> String {
        let text = match entry.json() {
            None if entry.id.is_number() => return entry.id.as_str().to_owned(),
            None => entry.id.as_str().to_owned(),
            Some(question) => match question.get("id") {
                Some(Value::String(text)) => text.clone(),
                Some(Value::Number(number)) if number.is_i64() || number.is_u64() => {
                    return number.to_string();
                }
                other => return format!("raw {}", other.unwrap_or(&Value::Null)),
            },
        };
        to_i(&text)
    }

    fn replaces_gold(&self) -> bool {
        true
    }

    fn needs_dataset(&self) -> bool {
        true
    }

    fn needs_valid_json(&self) -> bool {
        true
    }
}

/// Ruby's `String#to_i`, as text: the digits at the beginning, `0` if there are none.
fn to_i(text: &str) -> String {
    let text = text.trim_start();
    let (sign, digits) = match text.strip_prefix('-') {
        Some(rest) => ("-", rest),
        None => ("", text.strip_prefix('+').unwrap_or(text)),
    };
    let mut out = String::new();
    let mut gap = true;
    for c in digits.chars() {
        match c {
            '0'..='9' => {
                out.push(c);
                gap = false;
            }
            // One underscore between digits is allowed.
            '_' if !gap => gap = true,
            _ => break,
        }
    }
    match out.trim_start_matches('0') {
        "" => "0".to_owned(),
        digits => format!("{sign}{digits}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identifiers_are_numbers() {
        for (text, number) in [
            ("12", "12"),
            (" 12", "12"),
            ("012", "12"),
            ("12abc", "12"),
            ("abc", "0"),
            ("-3", "-3"),
            ("1_000", "1000"),
            ("", "0"),
            ("-", "0"),
        ] {
            assert_eq!(to_i(text), number, "{text}");
        }
    }
}
