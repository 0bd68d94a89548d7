//! `lydite ask` as people use it: with questions of any kind, on a terminal, and over endpoints.

use std::io::{Read, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use lydite_graph::{Embedded, Limits, find_ties};
use lydite_sparql::{Dialect, parse};
use serde_json::Value;

use crate::endpoint::endpoint_that;
use crate::printing::needed;
use crate::program::{run, run_in};
use crate::virtuoso::Virtuoso;

const GRAPH: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../lab/assets/demo.ttl");
const BENCHMARK: &str = include_str!("../../../lab/assets/demo.json");

/// Runs `ask` with something on its standard input; its exit code, stdout and stderr.
fn piped(home: &Path, arguments: &[&str], input: &[u8]) -> (i32, String, String) {
    let mut program = Command::new(env!("CARGO_BIN_EXE_lydite"))
        .args(arguments)
        .env("LYDITE_HOME", home)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    program.stdin.take().unwrap().write_all(input).unwrap();
    let output = program.wait_with_output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (
        output.status.code().unwrap(),
        text(output.stdout),
        text(output.stderr),
    )
}

/// The English questions of the demo.
fn questions(most: usize) -> Vec<String> {
    let document: Value = serde_json::from_str(BENCHMARK).unwrap();
    let questions = document["questions"].as_array().unwrap().iter();
    let english = |question: &Value| {
        let texts = question["question"].as_array().unwrap();
        let english = texts.iter().find(|text| text["language"] == "en")?;
        Some(english["string"].as_str()?.to_owned())
    };
    questions.filter_map(english).take(most).collect()
}

#[test]
fn strange_questions_get_a_sensible_reply() {
    let names = "Germany, France, Spain, ".repeat(333);
    let nested = "\"".repeat(500) + "Germany" + &"'".repeat(500);
    for (question, expected) in [
        ("", "no words"),
        ("   \t ", "no words"),
        ("?!…", "no words"),
        ("Welche Länder grenzen an Frobnitz?", "No answer"),
        ("كم عدد سكان برلين؟", "No answer"),
        ("\u{202e}Frobnitz\u{202c} \u{1b}[31mZwackel", "No answer"),
        (names.as_str(), "too many words"),
        (nested.as_str(), ""),
        ("'; DROP ALL; SELECT * WHERE { ?s ?p ?o } #", ""),
        ("} UNION { ?x ?y ?z } LIMIT 5 <http://a> \\\"", ""),
    ] {
        let begun = Instant::now();
        let (code, output, error) = run(&["ask", question]);
        let shown: String = question.chars().take(40).collect();
        assert!(code == 0 || code == 1, "{shown}: {code} {error}");
        assert!(output.contains(expected), "{shown}: {output}");
        assert!(output.len() < 20_000, "{shown}: {} bytes", output.len());
        let steers = |c: char| (c.is_control() && c != '\n') || c == '\u{202e}';
        assert!(!output.contains(steers), "{shown}: {output:?}");
        assert!(begun.elapsed() < Duration::from_secs(20), "{shown}");
    }
}

#[test]
fn lines_of_standard_input_are_questions() {
    let home = tempfile::tempdir().unwrap();
    let long = "Which countries border Germany and ".repeat(3000) + "\n";
    assert!(long.len() > 100_000);
    let mut input = b"\n\nWhich countries border Germany?\n\xff\xfe Frobnitz\n".to_vec();
    input.extend(long.as_bytes());
    input.extend(b"How many countries are there?");
    let (code, output, error) = piped(home.path(), &["ask"], &input);
    assert_eq!(code, 1, "{error}");
    assert!(output.contains("France"), "{output}");
    assert!(output.contains("too many words"), "{output}");
    assert_eq!(output.matches("No answer").count(), 2, "{output}");
    assert_eq!(output.matches("confidence").count(), 2, "{output}");
    let (code, output, _) = piped(home.path(), &["ask"], b"");
    assert_eq!((code, output.as_str()), (0, ""));
}

#[test]
fn a_terminal_is_asked_for_questions() {
    let Some(script) = needed("script", "LYDITE_SCRIPT") else {
        return;
    };
    let home = tempfile::tempdir().unwrap();
    let talk = |keys: &str| {
        let line = format!(
            "stty cols 80 rows 50; '{}' ask",
            env!("CARGO_BIN_EXE_lydite")
        );
        let mut program = Command::new(&script)
            .args(["-qec", &line, "/dev/null"])
            .env("LYDITE_HOME", home.path())
            .env("SHELL", "/bin/sh")
            .env("TERM", "xterm")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut input = program.stdin.take().unwrap();
        let shown = Arc::new(Mutex::new(Vec::new()));
        let (mut output, seen) = (program.stdout.take().unwrap(), Arc::clone(&shown));
        let reader = std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count @ 1..) = output.read(&mut bytes) {
                seen.lock().unwrap().extend(&bytes[..count]);
            }
        });
        let begun = Instant::now();
        let length = || shown.lock().unwrap().len();
        let mut sent = 0;
        for key in keys.split_inclusive(['\r', '\t', '\u{3}', '\u{4}']) {
            // The next key is pressed when there is a prompt and nothing more to be read.
            let mut before = 0;
            loop {
                let now = length();
                let prompt = shown.lock().unwrap()[sent..]
                    .windows(2)
                    .any(|two| two == b"? ");
                if prompt && now == before {
                    break;
                }
                before = now;
                assert!(
                    begun.elapsed() < Duration::from_secs(120),
                    "it does not ask"
                );
                std::thread::sleep(Duration::from_millis(500));
            }
            sent = length();
            // The program may have left already.
            let _ = input.write_all(key.as_bytes());
        }
        while program.try_wait().unwrap().is_none() {
            assert!(
                begun.elapsed() < Duration::from_secs(180),
                "it does not end"
            );
            std::thread::sleep(Duration::from_millis(50));
        }
        drop(input);
        reader.join().unwrap();
        let code = program.wait().unwrap().code();
        let shown = String::from_utf8_lossy(&shown.lock().unwrap()).into_owned();
        (code, shown)
    };
    // A dropped line, a question with a completed name, and the end of input.
    let (code, shown) = talk(
        ":explain\rwhat was that\u{3}Which countries border Switzerl\t?\r:kg nowhere\r:kg demo\r\u{4}",
    );
    assert_eq!(code, Some(0), "{shown}");
    for expected in [
        "Explanations are shown",
        "Switzerland",
        "taken for",
        "France",
        "nowhere",
        "Questions about demo now",
    ] {
        assert!(shown.contains(expected), "{expected}: {shown}");
    }
    // The second session remembers the first.
    let kept = std::fs::read_to_string(home.path().join("questions.txt")).unwrap();
    assert!(
        kept.contains("Which countries border Switzerland?"),
        "{kept}"
    );
    assert!(!kept.contains("what was that"), "{kept}");
    let (code, shown) = talk("\u{1b}[A\u{1b}[A\u{1b}[A\r:quit\r");
    assert_eq!(code, Some(0), "{shown}");
    assert!(shown.contains("France"), "{shown}");
}

/// What is asked of an endpoint is answered as if the graph were loaded, and costs few requests.
#[test]
fn an_endpoint_is_copied_once_and_asked_once_for_a_question() {
    let requests = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&requests);
    let server = endpoint_that(None, move |_| {
        counted.fetch_add(1, Ordering::SeqCst);
        None
    });
    let home = tempfile::tempdir().unwrap();
    let address = format!("{}/sparql", server.url);
    let ask = |arguments: &[&str], settings: &[(&str, &str)]| {
        let arguments = [&["ask", "--kg", &address][..], arguments].concat();
        let (code, output, error) = run_in(home.path(), &arguments, settings);
        (code, output, error, requests.swap(0, Ordering::SeqCst))
    };
    let question = "Which countries border Germany?";
    let (code, output, error, sent) = ask(&[question], &[("LYDITE_KG_COPY", "10")]);
    assert_eq!((code, output.as_str()), (3, ""), "{error}");
    assert!(
        error.contains("more than the 10") && error.contains("LYDITE_KG_COPY"),
        "{error}"
    );
    assert_eq!(
        sent, 2,
        "whether it answers, and how many triples there are"
    );
    let (code, output, error, sent) = ask(&[question], &[]);
    assert_eq!(code, 0, "{error}");
    assert!(error.contains("copying"), "{error}");
    assert!(output.contains("France"), "{output}");
    let text = std::fs::read(GRAPH).unwrap();
    let graph = Embedded::from_bytes("demo.ttl", text).unwrap();
    let predicates = graph.profile().unwrap().property_count as usize;
    let most = 3 + 2 * graph.len() as usize / 10_000 + predicates / 100;
    assert!(
        sent <= 1 + most + 1,
        "{sent}: whether it answers, {most} for all of it, the query"
    );
    let (_, again, error, sent) = ask(&[question], &[]);
    assert!(!error.contains("copying"), "{error}");
    assert_eq!(sent, 3, "nothing is copied again");
    assert_eq!(without_time(&again), without_time(&output));
}

fn without_time(output: &str) -> String {
    let lines = output
        .lines()
        .filter(|line| !line.starts_with("confidence"));
    lines.collect::<Vec<_>>().join("\n")
}

#[test]
fn a_real_endpoint_gives_the_answers_of_the_loaded_graph() {
    let Some(virtuoso) = Virtuoso::start() else {
        return;
    };
    virtuoso.load(Path::new(GRAPH), "http://demo");
    let home = tempfile::tempdir().unwrap();
    let lines = questions(60).join("\n");
    let answers = |kg: &str| -> Vec<Value> {
        let arguments = ["ask", "--kg", kg, "--format", "json"];
        let (_, output, error) = piped(home.path(), &arguments, lines.as_bytes());
        let documents = serde_json::Deserializer::from_str(&output).into_iter::<Value>();
        let documents: Vec<Value> = documents.collect::<Result<_, _>>().unwrap();
        assert_eq!(documents.len(), 60, "{error}");
        documents
    };
    let address = format!("{}?default-graph-uri=http%3A%2F%2Fdemo", virtuoso.url());
    let graph = Embedded::from_bytes("demo.ttl", std::fs::read(GRAPH).unwrap()).unwrap();
    let mut different = Vec::new();
    for (here, there) in answers("demo").iter().zip(answers(&address)) {
        // The order of terms in the copy is its own, and so is that of equal alternatives.
        let [one, other] = [here, &there].map(|document| words(&document["answered"]["query"]));
        assert_eq!(one, other);
        let [one, other] = [here, &there].map(|document| values(&document["answered"]["answers"]));
        let query = here["answered"]["query"].as_str().unwrap_or_default();
        if one != other && !may_differ(&graph, query, &one, &other) {
            different.push(format!("{}\n{one:?}\n{other:?}", here["question"]));
        }
    }
    assert!(different.is_empty(), "{}", different.join("\n"));
}

/// Whether two answers to a query are the same but for rows between which it does not decide: all that it
/// decides is in both, the rest of both is from the rows that tie, and as many of them.
fn may_differ(graph: &Embedded, query: &str, one: &[String], other: &[String]) -> bool {
    let parsed = parse(query, &Dialect::strict()).unwrap();
    let undecided = find_ties(graph, &parsed, &Limits::default()).unwrap();
    let Some(ties) = undecided.and_then(|undecided| undecided.ties) else {
        return false;
    };
    let tied: Vec<String> = ties
        .rows
        .terms()
        .map(|term| as_number(term.value()))
        .collect();
    let apart = |answers: &[String]| -> (Vec<String>, Vec<String>) {
        answers
            .iter()
            .cloned()
            .partition(|value| tied.contains(value))
    };
    let ((chosen, decided), (also_chosen, also_decided)) = (apart(one), apart(other));
    decided == also_decided && chosen.len() == also_chosen.len()
}

fn as_number(text: &str) -> String {
    text.parse::<f64>()
        .map_or_else(|_| text.to_owned(), |number| format!("{number:.6}"))
}

fn words(query: &Value) -> Vec<&str> {
    let mut words: Vec<&str> = query
        .as_str()
        .unwrap_or_default()
        .split_whitespace()
        .collect();
    words.sort_unstable();
    words
}

/// All values of an answer, numbers as numbers, in their order as texts.
fn values(answers: &Value) -> Vec<String> {
    let mut found = Vec::new();
    collect(answers, &mut found);
    found.sort();
    found
}

fn collect(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::Object(members) => match members.get("value") {
            Some(Value::String(text)) => found.push(as_number(text)),
            _ => members.values().for_each(|member| collect(member, found)),
        },
        Value::Array(items) => items.iter().for_each(|item| collect(item, found)),
        Value::Bool(value) => found.push(value.to_string()),
        _ => {}
    }
}
