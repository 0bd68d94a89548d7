//! Small files of every format that systems answer in, corrupted at random.
//!
//! If a corrupted file gives other responses than the original, then it is refused or its damage
//! is reported. What no reader can find out is left out: a character within a value, an identifier
//! or a query that became another one, and lines or rows that are cut off as a whole.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::io::{self, Write};
use std::rc::Rc;

use lydite_formats::{Reader, Target};
use lydite_model::{AnswerSet, DatasetInfo, Literal, Query, Question, Response, Term, Text};
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

/// How many corruptions each format meets.
const CASES: u32 = 2000;

/// What happens to a file; places are shares of its length.
#[derive(Clone, Debug)]
enum Corruption {
    Delete {
        at: f64,
        count: usize,
    },
    Repeat {
        at: f64,
        count: usize,
    },
    Replace {
        at: f64,
        by: u8,
    },
    /// A key, element or column gets another letter, wherever it occurs.
    Rename {
        name: usize,
        letter: f64,
        by: char,
    },
    Truncate {
        at: f64,
    },
    /// The bracket at this share of all closing brackets goes.
    DropBracket {
        at: f64,
    },
    /// Brackets that close too much come after the one at this share.
    AddBrackets {
        at: f64,
        both: bool,
    },
}

/// Names that answers depend on.
const NAMES: &[&str] = &[
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
];

fn corruption() -> impl Strategy<Value = Corruption> {
    use Corruption::*;
    let at = || 0.0..1.0;
    prop_oneof![
        4 => (at(), 1..4_usize).prop_map(|(at, count)| Delete { at, count }),
        3 => (at(), 1..4_usize).prop_map(|(at, count)| Repeat { at, count }),
        4 => (at(), b' '..=b'~').prop_map(|(at, by)| Replace { at, by }),
        3 => (0..NAMES.len(), at(), proptest::char::range('a', 'z'))
            .prop_map(|(name, letter, by)| Rename { name, letter, by }),
        2 => at().prop_map(|at| Truncate { at }),
        1 => at().prop_map(|at| DropBracket { at }),
        1 => (at(), any::<bool>()).prop_map(|(at, both)| AddBrackets { at, both }),
    ]
}

/// The corrupted file, and the bytes of the original that were touched.
fn corrupt(text: &str, corruption: &Corruption) -> (String, std::ops::Range<usize>) {
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
                section = at + text[at..].find("]]>").unwrap() + "]]>".len();
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
                    let holds = !is_key || format == "text2sparql-results";
                    is_value[start + 1..at].fill(holds);
                    open = None;
                }
                Some(_) => {}
            }
        }
    }
    is_value
}

/// Whether no reader could find out about the corruption.
fn is_beyond_finding(
    format: &str,
    text: &str,
    touched: std::ops::Range<usize>,
    grew: bool,
) -> bool {
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

/// What a response says, whatever its columns are called.
type Said = (
    String,
    Option<String>,
    Option<BTreeSet<String>>,
    Vec<String>,
);

fn said(question: Question) -> Said {
    let response = Response::from(question);
    let rows = |answers: AnswerSet| match answers.as_table() {
        None => BTreeSet::from([format!("{:?}", answers.as_boolean())]),
        Some(table) => table
            .rows()
            .map(|row| {
                // Whether it is an IRI, a literal or a blank node, without datatype and language:
                // they say more about an answer, but are none.
                let cells = row.iter().flatten().map(|term| match term {
                    Term::Literal(literal) => format!("{:?}", literal.value),
                    other => other.to_string(),
                });
                cells
                    .collect::<BTreeSet<_>>()
                    .into_iter()
                    .collect::<String>()
            })
            .collect(),
    };
    (
        response.question.to_string(),
        response.language.map(|language| language.to_string()),
        response.answers.map(rows),
        response
            .queries
            .into_iter()
            .map(|query| query.text)
            .collect(),
    )
}

/// The questions of all files.
fn questions() -> Vec<Question> {
    let literal = |value: &str, datatype: Option<&str>, language: Option<&str>| {
        Term::Literal(Literal {
            value: value.to_owned(),
            datatype: datatype.map(str::to_owned),
            language: language.map(str::to_owned),
        })
    };
    let integer = Some("http://www.w3.org/2001/XMLSchema#integer");
    let answers = [
        AnswerSet::column("uri", [Term::iri("http://x/a"), Term::iri("http://x/b")]),
        AnswerSet::column("number", [literal("5", integer, None)]),
        AnswerSet::column("string", [literal("five", None, Some("en"))]),
        AnswerSet::boolean(true),
        AnswerSet::boolean(false),
        AnswerSet::column("uri", []),
    ];
    let entries = answers.into_iter().enumerate().map(|(at, answers)| {
        let mut question = Question::new((at + 10).to_string());
        question.texts = vec![Text::new("en", "Who, then?")];
        question.queries = vec![Query::sparql("SELECT ?x WHERE { ?x a \"y\" }")];
        question.answers = Some(answers);
        question
    });
    entries.collect()
}

fn written(format: &str) -> String {
    #[derive(Clone, Default)]
    struct Sink(Rc<RefCell<Vec<u8>>>);
    impl Write for Sink {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.borrow_mut().write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let info = DatasetInfo {
        id: Some("http://example.org/d".to_owned()),
        prefix: Some("d".to_owned()),
        ..DatasetInfo::default()
    };
    let sink = Sink::default();
    let target = Target::named(format).unwrap();
    let mut writer = target.start(Box::new(sink.clone()), &info).unwrap();
    for question in questions() {
        writer.question(&question, &mut |_| {}).unwrap();
    }
    writer.finish(&info, &mut |_| {}).unwrap();
    String::from_utf8(sink.0.take()).unwrap()
}

const SPARQL_JSON: &str = r#"{"head": {"vars": ["x", "y"]}, "results": {"bindings": [
  {"x": {"type": "uri", "value": "http://x/a"}, "y": {"type": "literal", "value": "one", "xml:lang": "en"}},
  {"x": {"type": "bnode", "value": "b"}, "y": {"type": "literal", "datatype": "http://t", "value": "1"}}]}}"#;

const SPARQL_XML: &str = r#"<?xml version="1.0"?>
<sparql xmlns="http://www.w3.org/2005/sparql-results#">
  <head><variable name="x"/><variable name="y"/></head>
  <results>
    <result><binding name="x"><uri>http://x/a</uri></binding><binding name="y"><literal xml:lang="en">one</literal></binding></result>
    <result><binding name="x"><bnode>b</bnode></binding><binding name="y"><literal datatype="http://t">1</literal></binding></result>
  </results>
</sparql>"#;

/// Corrupts a file again and again; gives how often that changed the responses, and where it did
/// so in silence.
fn attack(format: &str, text: &str) -> (u32, Vec<String>) {
    let original: Vec<_> = Reader::from_bytes("file", text.as_bytes())
        .unwrap()
        .map(said)
        .collect();
    let changed = RefCell::new(0);
    let silent = RefCell::new(Vec::new());
    let seed = TestRng::from_seed(RngAlgorithm::ChaCha, &[8; 32]);
    let config = Config {
        cases: CASES,
        failure_persistence: None,
        ..Config::default()
    };
    let mut runner = TestRunner::new_with_rng(config, seed);
    let result = runner.run(&corruption(), |corruption| {
        let (corrupted, touched) = corrupt(text, &corruption);
        let grew = corrupted.len() > text.len();
        let Ok(mut reader) = Reader::from_bytes("file", corrupted.as_bytes()) else {
            return Ok(());
        };
        reader = reader.trusting();
        let responses: Vec<_> = reader.by_ref().map(said).collect();
        if responses == original {
            return Ok(());
        }
        *changed.borrow_mut() += 1;
        // A file without questions is told apart from all others.
        let nothing = responses.is_empty();
        if reader.damage().is_empty()
            && !nothing
            && !is_beyond_finding(format, text, touched.clone(), grew)
        {
            let around =
                &text[touched.start.saturating_sub(30)..(touched.end + 30).min(text.len())];
            silent
                .borrow_mut()
                .push(format!("{format} {corruption:?} {touched:?} {around:?}"));
        }
        Ok(())
    });
    assert!(result.is_ok(), "{result:?}");
    (changed.take(), silent.take())
}

#[test]
fn a_corrupted_answer_file_never_gives_other_answers_in_silence() {
    let mut files: Vec<_> = [
        "qald-json",
        "eqald-json",
        "qald-xml",
        "json-lines",
        "csv",
        "tsv",
        "text2sparql-answers",
        "text2sparql-results",
    ]
    .map(|format| (format, written(format)))
    .to_vec();
    files.push(("sparql-results-json", SPARQL_JSON.to_owned()));
    files.push(("sparql-results-xml", SPARQL_XML.to_owned()));
    let mut silent = Vec::new();
    for (format, text) in files {
        let (changed, in_silence) = attack(format, &text);
        println!("{format}: {changed} of {CASES} corruptions changed the responses");
        assert!(changed > CASES / 10, "{format}: only {changed}");
        silent.extend(in_silence);
    }
    assert!(silent.is_empty(), "{}", silent.join("\n"));
}
