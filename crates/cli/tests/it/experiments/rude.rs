//! One run of many systems, most of them rude: every failure is counted under its kind, and every
//! good answer is kept and judged.

use std::collections::BTreeMap;
use std::time::Duration;

use lydite_testing::bytes::{Act, Server, json as sent, reply};
use serde_json::{Value, json};

use super::Place;

const QUESTIONS: usize = 24;

/// The right answer to a question.
fn good(question: usize) -> Act {
    padded(question, 0)
}

/// The right answer with so many bytes that nobody needs.
fn padded(question: usize, bytes: usize) -> Act {
    let body = json!({"questions": [{
        "id": "1",
        "question": [{"language": "en", "string": "?"}],
        "padding": "x".repeat(bytes),
        "answers": [{
            "head": {"vars": ["n"]},
            "results": {"bindings": [{"n": {"type": "literal", "value": question.to_string()}}]},
        }],
    }]});
    Act::Send(sent(&body.to_string()).into_bytes())
}

/// The right answer, of which the end is missing.
fn half(question: usize) -> Act {
    let Act::Send(whole) = good(question) else {
        unreachable!("an answer is sent at once")
    };
    Act::Send(whole[..whole.len() - 20].to_vec())
}

fn say(status: &str, headers: &str, body: &str) -> Act {
    Act::Send(reply(status, headers, body).into_bytes())
}

fn never() -> Act {
    Act::Late(Duration::from_secs(600), Vec::new())
}

/// What a server does with a question that it is asked for the so many-th time, from 1 on.
type Manner = fn(usize, usize) -> Act;

/// A system: its name, its manner, what else its description says, and what becomes of its
/// questions.
type Rude = (
    &'static str,
    Manner,
    &'static str,
    &'static [(&'static str, u64)],
);

const SYSTEMS: [Rude; 10] = [
    ("good", |n, _| good(n), "", &[]),
    (
        "slow",
        |n, _| {
            let Act::Send(bytes) = good(n) else {
                unreachable!("an answer is sent at once")
            };
            Act::Late(Duration::from_millis(100), bytes)
        },
        "",
        &[],
    ),
    (
        // Hangs up on every third question at first, on every sixth for good.
        "flaky",
        |n, time| match (n % 6, time) {
            (3, _) | (0, 1) => Act::Send(Vec::new()),
            _ => good(n),
        },
        "retries = 1",
        &[("unreachable", 4)],
    ),
    (
        "wrong",
        |n, _| match n % 6 {
            0 => say("500 Broken", "", "java.lang.NullPointerException"),
            1 => say("404 Not Found", "", "nothing here"),
            2 => say("200 OK", "", "<html><body>Hi</body></html>"),
            3 => say("200 OK", "", ""),
            _ => good(n),
        },
        "",
        &[("status", 8), ("unreadable", 4), ("empty", 4)],
    ),
    (
        // Most is a lot, and some is without end.
        "huge",
        |n, _| match n % 8 {
            0 => Act::Endless,
            _ => padded(n, 1 << 20),
        },
        "timeout = 600",
        &[("too-large", 3)],
    ),
    (
        "silent",
        |n, _| if n % 12 == 0 { never() } else { good(n) },
        "timeout = 5",
        &[("timeout", 2)],
    ),
    (
        "closing",
        |n, time| match (n % 5, time) {
            (0, _) | (1, 1) => half(n),
            _ => good(n),
        },
        "retries = 1",
        &[("broken", 5)],
    ),
    (
        "limiting",
        |n, time| match (n % 8, time) {
            (0, _) | (_, 1) => say("429 Slow Down", "Retry-After: 0\r\n", "later"),
            _ => good(n),
        },
        "retries = 1",
        &[("rate-limited", 3)],
    ),
    (
        // Five outages, three pauses with a question after each; then it is given up.
        "dead",
        |_, _| never(),
        "timeout = 0.2",
        &[("timeout", 8), ("given-up", 16)],
    ),
    (
        "no http",
        |_, _| Act::Send(b"SSH-2.0-OpenSSH_9\r\n".to_vec()),
        "retries = 0",
        &[("unreachable", 8), ("given-up", 16)],
    ),
];

/// Starts a system; it knows the questions by their numbers.
fn start(manner: Manner) -> Server {
    let times = std::sync::Mutex::new(BTreeMap::<usize, usize>::new());
    Server::start(move |_, request| {
        let number = request
            .split_once("number+")
            .or_else(|| request.split_once("number%20"));
        let digits = number.map_or("", |(_, rest)| rest);
        let end = digits.find(|c: char| !c.is_ascii_digit());
        let question = digits[..end.unwrap_or(digits.len())].parse().unwrap();
        let mut times = times.lock().unwrap();
        let time = times.entry(question).or_default();
        *time += 1;
        manner(question, *time)
    })
}

/// What became of the questions of each system, but for the good answers.
fn failures(shown: &Value) -> Vec<BTreeMap<String, u64>> {
    let tasks = shown["experiment"]["tasks"].as_array().unwrap();
    tasks
        .iter()
        .map(|task| {
            assert_eq!(task["done"], QUESTIONS, "{task}");
            let failures = task.get("failures").cloned().unwrap_or(json!({}));
            let failures: BTreeMap<String, u64> = serde_json::from_value(failures).unwrap();
            assert_eq!(task["failed"], failures.values().sum::<u64>(), "{task}");
            failures
        })
        .collect()
}

#[test]
fn every_failure_of_a_rude_system_is_counted_and_every_good_answer_kept() {
    for place in Place::all() {
        let gold = place.gold(QUESTIONS);
        let servers = SYSTEMS.map(|(_, manner, ..)| start(manner));
        let described = SYSTEMS.iter().zip(&servers).map(|((name, _, more, _), server)| {
            let path = place.folder.path().join(format!("{name}.toml"));
            let url = &server.url;
            // One at a time: how many outages there are in a row is known.
            let text = format!(
                "name = \"{name}\"\nprotocol = \"gerbil\"\naddress = \"{url}\"\njobs = 1\n{more}\n"
            );
            std::fs::write(&path, text).unwrap();
            path.display().to_string()
        });
        let described: Vec<String> = described.collect();
        let mut run = vec!["run", "--dataset", &gold, "--system"];
        run.extend(described.iter().map(String::as_str));
        let (code, _, err) = place.run(&run);
        // Two of them never answered.
        assert_eq!(code, 4, "{err}");
        assert!(err.contains("dead failed on all 24 questions"), "{err}");
        let id = place.latest().unwrap();
        let shown = place.json(&["experiment", "show", &id]);
        assert_eq!(shown["experiment"]["state"], "finished");
        let found = failures(&shown);
        for ((name, _, _, expected), found) in SYSTEMS.iter().zip(&found) {
            let expected = expected.iter().map(|(kind, n)| ((*kind).to_owned(), *n));
            assert_eq!(*found, expected.collect(), "{name}");
        }
        let reports = shown["systems"].as_array().unwrap();
        assert_eq!(reports.len(), SYSTEMS.len());
        for (report, failures) in reports.iter().zip(&found) {
            let failed: u64 = failures.values().sum();
            let name = &report["system"];
            let judged = &report["experiments"]["QA"];
            assert_eq!(judged["errors"], failed, "{name}");
            let cells = report["questions"].as_array().unwrap();
            let cells = cells.iter().filter(|cell| cell["experiment"] == "QA");
            let good = cells.filter(|cell| cell["f1"] == 1.0).count() as u64;
            assert_eq!(good, QUESTIONS as u64 - failed, "{name}");
        }

        // People are told as well, with the reason of each failure.
        let (_, out, _) = place.run(&["experiment", "show", &id]);
        assert!(out.contains("16 given-up, 8 timeout"), "{out}");
        for (question, part) in [
            ("0", "HTTP 500: java.lang.NullPointerException"),
            ("0", "HTTP 429"),
            ("23", "unavailable, no longer asked"),
        ] {
            let (_, out, _) = place.run(&["experiment", "show", &id, "--question", question]);
            let words: Vec<&str> = out.split_whitespace().collect();
            assert!(words.join(" ").contains(part), "{part}: {out}");
        }
    }
}
