//! Small files of every format that systems answer in, corrupted at random.
//!
//! If a corrupted file gives other responses than the original, then it is refused or its damage
//! is reported, but for [what no reader can find out](is_beyond_finding).

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::io::{self, Write};
use std::rc::Rc;

use lydite_formats::{Reader, Target};
use lydite_model::{AnswerSet, DatasetInfo, Literal, Query, Question, Response, Term, Text};
use lydite_testing::corruption::{Corruption, NAMES, corrupt, is_beyond_finding};
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

/// How many corruptions each format meets.
const CASES: u32 = 2000;

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

/// Answers to today's benchmarks, in the layouts of their own scorers.
const TODAY: &[(&str, &str)] = &[(
    "predictions",
    r#"[{"QuestionId": "WebQTest-0", "Answers": ["m.06w2sn5", "1994"]},
  {"QuestionId": "WebQTest-1", "Answers": []},
  {"QuestionId": "WebQTest-2", "Answers": ["m.0gxnnwq"]}]"#,
)];

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
    files.extend(
        TODAY
            .iter()
            .map(|(format, text)| (*format, (*text).to_owned())),
    );
    let mut silent = Vec::new();
    for (format, text) in files {
        let (changed, in_silence) = attack(format, &text);
        println!("{format}: {changed} of {CASES} corruptions changed the responses");
        assert!(changed > CASES / 10, "{format}: only {changed}");
        silent.extend(in_silence);
    }
    assert!(silent.is_empty(), "{}", silent.join("\n"));
}
