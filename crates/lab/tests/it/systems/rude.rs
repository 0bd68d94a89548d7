//! Servers that are slow, flaky, wrong, huge, silent, rate-limiting: every failure has its kind, and
//! good answers are kept.

use std::thread;
use std::time::{Duration, Instant};

use lydite_lab::system::FailureKind::{self, *};
use lydite_lab::system::Spec;
use lydite_model::Cancel;
use lydite_testing::server::nobody;

use super::{answers, ask_text, described, kind, lab};
use lydite_testing::bytes::{Act, Server, json, reply};

const GOOD: &str = r#"{"questions":[{"id":"1","question":[{"language":"en","string":"?"}],
    "answers":[{"head":{"vars":["x"]},"results":{"bindings":[{"x":{"type":"uri","value":"http://x/A"}}]}}]}]}"#;

fn good() -> Act {
    Act::Send(json(GOOD).into_bytes())
}

fn half() -> Act {
    let whole = json(GOOD);
    Act::Send(whole.as_bytes()[..whole.len() - 20].to_vec())
}

fn say(status: &str, headers: &str, body: &str) -> Act {
    Act::Send(reply(status, headers, body).into_bytes())
}

#[test]
fn every_failure_has_its_kind_and_is_tried_again_only_where_that_may_help() {
    type Case = (
        &'static str,
        fn(usize) -> Act,
        Result<(), FailureKind>,
        usize,
    );
    let cases: [Case; 17] = [
        ("good", |_| good(), Ok(()), 1),
        (
            "slow",
            |_| Act::Late(Duration::from_secs(60), Vec::new()),
            Err(Timeout),
            1,
        ),
        ("closing mid-body", |_| half(), Err(Broken), 3),
        (
            "closing mid-body once",
            |n| if n == 1 { half() } else { good() },
            Ok(()),
            2,
        ),
        ("hanging up", |_| Act::Send(Vec::new()), Err(Unreachable), 3),
        (
            "hanging up twice",
            |n| if n < 3 { Act::Send(Vec::new()) } else { good() },
            Ok(()),
            3,
        ),
        ("endless", |_| Act::Endless, Err(TooLarge), 1),
        (
            "wrong",
            |_| say("500 Broken", "", "a stack trace"),
            Err(Status),
            1,
        ),
        (
            "not found",
            |_| say("404 Not Found", "", "nothing here"),
            Err(Status),
            1,
        ),
        (
            "bad gateway",
            |_| say("502 Bad Gateway", "", ""),
            Err(Status),
            1,
        ),
        (
            "no HTTP",
            |_| Act::Send(b"SSH-2.0-OpenSSH_9\r\n".to_vec()),
            Err(Unreachable),
            3,
        ),
        (
            "a page",
            |_| say("200 OK", "", "<html><body>Hi</body></html>"),
            Err(Unreadable),
            1,
        ),
        ("nothing", |_| say("200 OK", "", ""), Err(Empty), 1),
        (
            "busy",
            |_| say("429 Slow", "Retry-After: 0\r\n", "later"),
            Err(RateLimited),
            3,
        ),
        (
            "busy once",
            |n| {
                if n == 1 {
                    say("503 Busy", "Retry-After: 0.01\r\n", "")
                } else {
                    good()
                }
            },
            Ok(()),
            2,
        ),
        (
            "busy for an hour",
            |_| say("503 Busy", "Retry-After: 3600\r\n", ""),
            Err(RateLimited),
            1,
        ),
        (
            "busy for good",
            |_| say("429 Slow", "x-should-retry: false\r\n", ""),
            Err(RateLimited),
            1,
        ),
    ];
    for (name, act, expected, turns) in cases {
        let server = Server::start(move |number, _| act(number));
        let system = described(&format!(
            "protocol = \"gerbil\"\naddress = \"{}\"\ntimeout = {}\nretries = 2",
            server.url,
            if name == "slow" { 0.5 } else { 60.0 },
        ));
        let exchange = ask_text(system.as_ref(), "Who?");
        let found = kind(&exchange).map_or(Ok(()), Err);
        let failure = &exchange.failure;
        assert_eq!(found, expected, "{name}: {failure:?}");
        assert_eq!(exchange.turns.len(), turns, "{name}: {:?}", exchange.turns);
        assert_eq!(server.asked().len(), turns, "{name}");
        assert!(exchange.response.latency.is_some(), "{name}");
        match expected {
            Ok(()) => assert_eq!(answers(&exchange), "http://x/A", "{name}"),
            Err(_) => {
                let reason = &failure.as_ref().unwrap().reason;
                assert_eq!(exchange.response.error.as_ref(), Some(reason), "{name}");
                assert!(!reason.is_empty(), "{name}");
            }
        }
    }
}

#[test]
fn the_reason_of_a_failure_shows_what_came_back() {
    let server = Server::constant(reply("500 Broken", "", "java.lang.NullPointerException"));
    let system = described(&format!(
        "protocol = \"gerbil\"\naddress = \"{}\"",
        server.url
    ));
    let exchange = ask_text(system.as_ref(), "Who?");
    let failure = exchange.failure.unwrap();
    assert_eq!(failure.reason, "HTTP 500: java.lang.NullPointerException");
    let turn = &exchange.turns[0];
    assert_eq!(turn.status, Some(500));
    assert_eq!(
        turn.reply.as_deref(),
        Some("java.lang.NullPointerException")
    );
    assert!(
        turn.request.contains("query=Who%3F&lang=en"),
        "{}",
        turn.request
    );
}

#[test]
fn a_host_that_nobody_answers_at_is_out_of_reach() {
    let system = described(&format!(
        "protocol = \"text2sparql\"\naddress = \"{}\"\nretries = 1",
        nobody()
    ));
    let exchange = ask_text(system.as_ref(), "Who?");
    assert_eq!(kind(&exchange), Some(Unreachable));
    assert_eq!(exchange.turns.len(), 2);
    assert!(exchange.turns[0].error.is_some());
}

#[test]
fn a_large_reply_is_kept_in_part() {
    let long = format!(
        r#"{{"answers": ["{}"], "sparql": ""}}"#,
        "x".repeat(1 << 20)
    );
    let server = Server::constant(json(&long));
    let system = described(&format!(
        "protocol = \"gerbil\"\naddress = \"{}\"",
        server.url
    ));
    let exchange = ask_text(system.as_ref(), "Who?");
    assert_eq!(kind(&exchange), None);
    assert_eq!(answers(&exchange).len(), 1 << 20);
    let kept = exchange.turns[0].reply.as_ref().unwrap();
    assert!(kept.len() < 40_000 && kept.ends_with(" more bytes)"));
}

#[test]
fn no_more_questions_are_under_way_than_a_system_takes() {
    let server =
        Server::start(|_, _| Act::Late(Duration::from_millis(40), json(GOOD).into_bytes()));
    let system = described(&format!(
        "protocol = \"gerbil\"\naddress = \"{}\"\njobs = 2\ntimeout = 30",
        server.url
    ));
    assert_eq!(system.jobs(), Some(2));
    thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                let exchange = ask_text(system.as_ref(), "Who?");
                assert_eq!(kind(&exchange), None);
                // Time spent in the queue is not the system's.
                assert!(exchange.turns[0].millis >= 40.0);
            });
        }
    });
    assert_eq!(server.most_at_once(), 2);
    assert_eq!(server.asked().len(), 8);
}

#[test]
fn whoever_waits_can_be_told_to_stop() {
    let server = Server::start(|_, _| Act::Late(Duration::from_secs(100), Vec::new()));
    let cancel = Cancel::new();
    let mut lab = lab();
    lab.config.cancel = cancel.clone();
    let spec = Spec::parse(&format!("gerbil:{}", server.url)).unwrap();
    let system = lab.system(&spec, None).unwrap();
    let begin = Instant::now();
    thread::scope(|scope| {
        scope.spawn(|| {
            thread::sleep(Duration::from_millis(200));
            cancel.cancel();
        });
        let exchange = ask_text(system.as_ref(), "Who?");
        assert_eq!(kind(&exchange), Some(Cancelled));
    });
    assert!(begin.elapsed() < Duration::from_secs(60));
    assert_eq!(kind(&ask_text(system.as_ref(), "Who?")), Some(Cancelled));
}
