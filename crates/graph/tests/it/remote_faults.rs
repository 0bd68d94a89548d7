//! What a remote graph makes of endpoints that are slow, broken or strange: the right answer, or a
//! clear error within the deadline, never a wrong answer.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use crate::endpoint::{Endpoint, ONE_ROW, json, reply};
use lydite_graph::http::{Client, Config, Policy};
use lydite_graph::{
    Credentials, GraphError, KnowledgeGraph, Limits, Method, Note, Pattern, Politeness, Remote,
    Results, Retries, Rows, Union, Value,
};
use lydite_model::Cancel;
use lydite_sparql::{Dialect, parse};

/// What a request may take in these tests.
const TIME: Duration = Duration::from_millis(700);
/// How much later than that a busy machine may let us look at the clock. What would hang, hangs for
/// longer.
const SLACK: Duration = Duration::from_secs(5);

fn limits() -> Limits {
    Limits::default()
        .with_time(TIME)
        .with_rows(10_000)
        .with_memory(4 << 20)
}

fn remote(endpoint: &Endpoint) -> Remote {
    let retries = Retries {
        count: 2,
        pause: Duration::from_millis(5),
    };
    Remote::new(&endpoint.url()).unwrap().with_retries(retries)
}

fn ask(remote: &Remote, text: &str) -> Result<Results, GraphError> {
    remote.query(&parse(text, &Dialect::field()).unwrap(), &limits())
}

const SELECT: &str = "SELECT ?x { ?x a ?y }";

fn rows(results: &Results) -> &Rows {
    match &results.value {
        Value::Rows(rows) => rows,
        other => panic!("{other:?}"),
    }
}

/// The error of an endpoint, which must come in time.
fn error(endpoint: &Endpoint) -> GraphError {
    let remote = remote(endpoint);
    let begin = Instant::now();
    let error = ask(&remote, SELECT).unwrap_err();
    assert!(begin.elapsed() < TIME + SLACK, "{:?}", begin.elapsed());
    error
}

#[test]
fn an_endpoint_that_never_answers_is_given_up() {
    let endpoint = Endpoint::start(|_, _, _| {
        thread::sleep(Duration::from_secs(60));
        Ok(())
    });
    assert!(matches!(error(&endpoint), GraphError::Deadline(TIME)));
    assert_eq!(endpoint.asked().len(), 1, "no time is left to try again");
}

#[test]
fn a_body_that_trickles_is_given_up() {
    let endpoint = Endpoint::start(|_, _, stream| {
        stream.write_all(json(&" ".repeat(100_000)).split_at(120).0.as_bytes())?;
        loop {
            stream.write_all(b" ")?;
            thread::sleep(Duration::from_millis(20));
        }
    });
    assert!(matches!(error(&endpoint), GraphError::Deadline(TIME)));
}

#[test]
fn a_body_that_never_ends_is_bounded() {
    let endpoint = Endpoint::start(|_, _, stream| {
        stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n")?;
        loop {
            stream.write_all(&[b' '; 4096])?;
        }
    });
    assert!(matches!(
        error(&endpoint),
        GraphError::Memory(_) | GraphError::Deadline(_)
    ));
}

#[test]
fn a_packed_body_is_bounded_by_what_it_unpacks_to() {
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    packed.write_all(&vec![b' '; 64 << 20]).unwrap();
    let packed = packed.finish().unwrap();
    let mut bytes = format!(
        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Encoding: gzip\r\nContent-Length: {}\r\n\r\n",
        packed.len()
    )
    .into_bytes();
    bytes.extend(packed);
    assert!(matches!(
        error(&Endpoint::constant(bytes)),
        GraphError::Memory(_)
    ));
}

#[test]
fn packed_bodies_are_unpacked() {
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    packed.write_all(ONE_ROW.as_bytes()).unwrap();
    let packed = packed.finish().unwrap();
    let mut bytes = format!(
        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Encoding: gzip\r\nContent-Length: {}\r\n\r\n",
        packed.len()
    )
    .into_bytes();
    bytes.extend(packed);
    let endpoint = Endpoint::constant(bytes);
    assert_eq!(
        rows(&ask(&remote(&endpoint), SELECT).unwrap()).rows.len(),
        1
    );
}

#[test]
fn headers_that_never_end_are_given_up() {
    let endpoint = Endpoint::start(|_, _, stream| {
        stream.write_all(b"HTTP/1.1 200 OK\r\n")?;
        loop {
            stream.write_all(b"X-More: and more and more and more\r\n")?;
        }
    });
    assert!(matches!(
        error(&endpoint),
        GraphError::OutOfReach { .. } | GraphError::Deadline(_)
    ));
}

#[test]
fn nobody_listens() {
    // A port that was free a moment ago.
    let port = {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        listener.local_addr().unwrap().port()
    };
    let remote = Remote::new(&format!("http://127.0.0.1:{port}/sparql")).unwrap();
    let error = ask(&remote, SELECT).unwrap_err();
    assert!(matches!(error, GraphError::OutOfReach { .. }), "{error}");
    let remote = Remote::new("http://no-such-host.invalid/sparql").unwrap();
    let error = ask(&remote, SELECT).unwrap_err();
    assert!(
        matches!(
            error,
            GraphError::OutOfReach { .. } | GraphError::Deadline(_)
        ),
        "{error}"
    );
}

#[test]
fn what_is_not_http_is_told() {
    let endpoint = Endpoint::constant("SSH-2.0-OpenSSH_9.2\r\n");
    let error = error(&endpoint);
    assert!(matches!(error, GraphError::OutOfReach { .. }), "{error}");
}

#[test]
fn truncated_bodies_are_errors_whatever_announces_the_length() {
    let half = &ONE_ROW[..60];
    let counted = format!(
        "HTTP/1.1 200 OK\r\nContent-Type: application/sparql-results+json\r\nContent-Length: {}\r\n\r\n{half}",
        ONE_ROW.len()
    );
    let chunked = format!(
        "HTTP/1.1 200 OK\r\nContent-Type: application/sparql-results+json\r\nTransfer-Encoding: chunked\r\n\r\n{:x}\r\n{half}\r\n",
        half.len()
    );
    for bytes in [counted, chunked] {
        let endpoint = Endpoint::constant(bytes);
        let error = error(&endpoint);
        assert!(error.to_string().contains("connection broke"), "{error}");
        assert_eq!(
            endpoint.asked().len(),
            3,
            "a broken connection is tried again"
        );
    }
    // Nobody knows that this one is incomplete but the parser.
    let until_closed = format!(
        "HTTP/1.1 200 OK\r\nContent-Type: application/sparql-results+json\r\nConnection: close\r\n\r\n{half}"
    );
    let error = error(&Endpoint::constant(until_closed));
    assert!(matches!(error, GraphError::NotResults { .. }), "{error}");
}

#[test]
fn a_connection_that_breaks_once_is_no_problem() {
    let endpoint = Endpoint::start(|number, _, stream| match number {
        1 => Ok(()),
        2 => stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\n{"),
        _ => stream.write_all(json(ONE_ROW).as_bytes()),
    });
    let results = ask(&remote(&endpoint), SELECT).unwrap();
    assert_eq!(rows(&results).rows.len(), 1);
    assert_eq!(endpoint.asked().len(), 3);
}

#[test]
fn a_busy_endpoint_is_asked_again_and_at_last_given_up() {
    let busy = reply("503 Service Unavailable", "", "come back later");
    let endpoint = Endpoint::start(move |number, _, stream| match number {
        1 => stream.write_all(busy.as_bytes()),
        _ => stream.write_all(json(ONE_ROW).as_bytes()),
    });
    assert!(ask(&remote(&endpoint), SELECT).is_ok());
    assert_eq!(endpoint.asked().len(), 2);

    let endpoint = Endpoint::constant(reply("503 Service Unavailable", "", "come back later"));
    let error = error(&endpoint);
    assert!(error.to_string().contains("come back later"), "{error}");
    assert_eq!(endpoint.asked().len(), 3);
}

#[test]
fn the_wish_of_a_busy_endpoint_is_respected_within_the_deadline() {
    let endpoint = Endpoint::constant(reply("429 Too Many Requests", "Retry-After: 3600\r\n", ""));
    let error = error(&endpoint);
    assert!(matches!(error, GraphError::OutOfReach { .. }), "{error}");
    assert_eq!(endpoint.asked().len(), 1, "an hour is not waited for");
}

#[test]
fn errors_of_the_query_are_told_in_the_words_of_the_engine_and_never_repeated() {
    let body = "Virtuoso 37000 Error SP030: SPARQL compiler, line 2: syntax error at 'x'\n\nSPARQL query:\nSELECT";
    for status in ["400 Bad Request", "500 SPARQL Request Failed"] {
        let endpoint = Endpoint::constant(reply(status, "Content-Type: text/plain\r\n", body));
        let error = error(&endpoint);
        assert!(matches!(error, GraphError::Query(_)), "{error}");
        let message = error.to_string();
        assert!(message.contains("line 2: syntax error at 'x'"), "{message}");
        assert!(!message.contains("SPARQL query:"), "{message}");
        assert_eq!(endpoint.asked().len(), 1);
    }
}

#[test]
fn a_login_that_is_required_is_told_apart() {
    let refusing = Endpoint::constant(reply("401 Unauthorized", "", ""));
    let error = error(&refusing);
    let GraphError::Unauthorised {
        place,
        given: false,
    } = &error
    else {
        panic!("{error:?}");
    };
    assert_eq!(*place, refusing.url());
    let token = Credentials::Token("abc".into());
    let error = ask(&remote(&refusing).with_credentials(token), SELECT).unwrap_err();
    assert!(matches!(
        error,
        GraphError::Unauthorised { given: true, .. }
    ));
    assert!(error.to_string().contains("requires other credentials"));
}

#[test]
fn an_endpoint_may_be_forbidden() {
    let endpoint = Endpoint::constant(json(ONE_ROW));
    let config = Config {
        policy: Policy::public(),
        ..Config::default()
    };
    let client = Client::new(config).unwrap();
    let error = ask(&remote(&endpoint).with_client(client), SELECT).unwrap_err();
    assert!(matches!(error, GraphError::NotAllowed { .. }), "{error}");
    assert!(endpoint.asked().is_empty());
}

#[test]
fn a_request_is_cancelled_from_another_thread() {
    let endpoint = Endpoint::start(|_, _, stream| {
        stream.write_all(&json(ONE_ROW).as_bytes()[..100])?;
        thread::sleep(Duration::from_secs(60));
        Ok(())
    });
    let cancel = Cancel::new();
    let long = Limits::default()
        .with_time(Duration::from_secs(60))
        .with_cancel(cancel.clone());
    let remote = remote(&endpoint).with_limits(long.clone());
    let union = Union::new(vec![
        Box::new(Remote::new(&endpoint.url()).unwrap()),
        Box::new(Remote::new(&endpoint.url()).unwrap()),
    ]);
    let query = parse(SELECT, &Dialect::field()).unwrap();
    let is_cancelled = |error: GraphError| {
        assert!(matches!(error, GraphError::Cancelled), "{error}");
    };
    let cancelled_at = thread::scope(|scope| {
        scope.spawn(|| is_cancelled(remote.query(&query, &long).unwrap_err()));
        scope.spawn(|| is_cancelled(union.query(&query, &long).unwrap_err()));
        // Look-ups bring no limits; the graph has them.
        scope.spawn(|| is_cancelled(remote.labels("http://e/1", None).unwrap_err()));
        thread::sleep(Duration::from_millis(300));
        cancel.cancel();
        Instant::now()
    });
    assert!(cancelled_at.elapsed() < SLACK);
}

#[test]
fn classes_of_many_resources_are_asked_for_in_few_requests() {
    const TYPES: &str = r#"{"head":{"vars":["n","x"]},"results":{"bindings":[
        {"n":{"type":"uri","value":"http://e/7"},"x":{"type":"uri","value":"http://e/Lake"}},
        {"n":{"type":"uri","value":"http://e/7"},"x":{"type":"uri","value":"http://e/Water"}},
        {"n":{"type":"uri","value":"http://e/7"},"x":{"type":"bnode","value":"b"}}]}}"#;
    let endpoint = Endpoint::constant(json(TYPES));
    let iris: Vec<String> = (0..250).map(|n| format!("http://e/{n}")).collect();
    let mut asked: Vec<&str> = iris.iter().map(String::as_str).collect();
    asked.extend(["no identifier", "http://e/7"]);
    let types = remote(&endpoint).types_all(&asked).unwrap();
    assert_eq!(endpoint.asked().len(), 3);
    assert_eq!(types.len(), 252);
    for place in [7, 251] {
        // Every batch is answered the same here.
        let different: std::collections::BTreeSet<_> =
            types[place].iter().map(oxrdf::NamedNode::as_str).collect();
        assert_eq!(
            Vec::from_iter(different),
            ["http://e/Lake", "http://e/Water"]
        );
    }
    assert!(types[8].is_empty() && types[250].is_empty());
}

#[test]
fn refusals_are_told() {
    for (status, words) in [
        ("403 Forbidden", "access is denied"),
        ("404 Not Found", "no SPARQL endpoint"),
        ("304 Not Modified", "unexpected reply"),
    ] {
        let error = error(&Endpoint::constant(reply(status, "", "")));
        assert!(matches!(error, GraphError::OutOfReach { .. }), "{error}");
        assert!(error.to_string().contains(words), "{error}");
    }
}

#[test]
fn other_content_is_no_result() {
    let html = "<html><body><h1>Welcome</h1> to our SPARQL editor</body></html>";
    let cases = [
        ("Content-Type: text/html\r\n", html),
        ("", ONE_ROW),
        ("Content-Type: application/sparql-results+json\r\n", html),
        ("Content-Type: application/sparql-results+json\r\n", ""),
        (
            "Content-Type: application/sparql-results+json\r\n",
            "{\"head\":{},\"boolean\":true}",
        ),
        ("Content-Type: application/sparql-results+xml\r\n", ONE_ROW),
        ("Content-Type: application/octet-stream\r\n", "\0\u{1}"),
    ];
    for (headers, body) in cases {
        let error = error(&Endpoint::constant(reply("200 OK", headers, body)));
        assert!(matches!(error, GraphError::NotResults { .. }), "{error}");
    }
}

#[test]
fn redirects_are_followed_with_the_query_and_loops_are_not() {
    let endpoint = Endpoint::start(|_, asked, stream| {
        let moved = asked.head.starts_with("POST /moved ");
        if moved && asked.body.starts_with("query=") {
            return stream.write_all(json(ONE_ROW).as_bytes());
        }
        stream.write_all(reply("302 Found", "Location: /moved\r\n", "").as_bytes())
    });
    let results = ask(&remote(&endpoint).with_method(Method::Form), SELECT).unwrap();
    assert_eq!(rows(&results).rows.len(), 1);

    let endpoint = Endpoint::constant(reply("302 Found", "Location: /sparql\r\n", ""));
    let error = error(&endpoint);
    assert!(error.to_string().contains("redirects more than"), "{error}");
    assert!(endpoint.asked().len() < 10);

    let endpoint = Endpoint::constant(reply("302 Found", "Location: file:///etc/passwd\r\n", ""));
    assert!(matches!(
        self::error(&endpoint),
        GraphError::OutOfReach { .. }
    ));
}

#[test]
fn credentials_stay_with_their_host() {
    let other = Endpoint::constant(json(ONE_ROW));
    let location = format!("Location: {}\r\n", other.url());
    let endpoint = Endpoint::constant(reply("307 Temporary Redirect", &location, ""));
    let with_user = endpoint.url().replace("http://", "http://ada:secret@");
    let remote = Remote::new(&with_user).unwrap();
    ask(&remote, SELECT).unwrap();
    let has_authorization = |endpoint: &Endpoint| {
        endpoint.asked()[0]
            .head
            .to_lowercase()
            .contains("authorization: basic")
    };
    assert!(has_authorization(&endpoint));
    assert!(!has_authorization(&other));
    assert!(!format!("{remote:?}").contains("secret"));
    assert_eq!(remote.host(), endpoint.host());
}

#[test]
fn a_token_and_a_digest_are_sent_where_they_are_wanted() {
    let endpoint = Endpoint::start(|_, asked, stream| {
        let head = asked.head.to_lowercase();
        if head.contains("authorization: bearer abc") || head.contains("authorization: digest") {
            return stream.write_all(json(ONE_ROW).as_bytes());
        }
        // As Virtuoso: no challenge for those who brought something else.
        let challenge = if head.contains("authorization") {
            ""
        } else {
            "WWW-Authenticate: Digest realm=\"r\", nonce=\"n\", qop=\"auth\"\r\n"
        };
        stream.write_all(reply("401 Unauthorized", challenge, "").as_bytes())
    });
    let token = Credentials::Token("abc".into());
    assert!(ask(&remote(&endpoint).with_credentials(token), SELECT).is_ok());
    let password = Credentials::Password {
        user: "ada".into(),
        password: "secret".into(),
    };
    assert!(ask(&remote(&endpoint).with_credentials(password), SELECT).is_ok());
    let error = ask(&remote(&endpoint), SELECT).unwrap_err();
    assert!(error.to_string().contains("credentials"), "{error}");
}

#[test]
fn queries_travel_in_every_way() {
    let endpoint = Endpoint::constant(json(ONE_ROW));
    let long = format!(
        "SELECT ?x {{ ?x a ?y FILTER(?y != \"{}\") }}",
        "ü".repeat(1000)
    );
    for (method, text, line, body) in [
        (Method::Automatic, SELECT, "GET /sparql?query=SELECT", ""),
        (Method::Automatic, &*long, "POST /sparql ", "query=SELECT"),
        (Method::Get, &*long, "GET /sparql?query=SELECT", ""),
        (Method::Form, SELECT, "POST /sparql ", "query=SELECT"),
        (
            Method::Direct,
            SELECT,
            "POST /sparql?default-graph-uri=http",
            "SELECT ?x",
        ),
    ] {
        let remote = remote(&endpoint)
            .with_method(method)
            .with_default_graph("http://g/1");
        ask(&remote, text).unwrap();
        let asked = endpoint.asked().pop().unwrap();
        assert!(asked.head.starts_with(line), "{}", asked.head);
        assert!(asked.body.starts_with(body), "{}", asked.body);
        let all = format!("{}{}", asked.head, asked.body);
        assert!(
            all.contains("default-graph-uri=http%3A%2F%2Fg%2F1"),
            "{all}"
        );
    }
}

#[test]
fn a_partial_result_is_marked_and_a_partial_count_refused() {
    let headers = "Content-Type: application/sparql-results+json\r\nX-SQL-State: S1TAT\r\n";
    let endpoint = Endpoint::constant(reply("200 OK", headers, ONE_ROW));
    let results = ask(&remote(&endpoint), SELECT).unwrap();
    assert_eq!(results.notes, [Note::Partial]);
    for text in [
        "SELECT (COUNT(?x) AS ?x) { ?x a ?y }",
        "SELECT ?x { ?x a ?y } ORDER BY ?x LIMIT 1",
    ] {
        let parsed = parse(&text.replace("AS ?x", "AS ?n"), &Dialect::field()).unwrap();
        let error = remote(&endpoint).query(&parsed, &limits()).unwrap_err();
        assert!(matches!(error, GraphError::Query(_)), "{error}");
    }
    assert!(remote(&endpoint).labels("http://e/1", None).is_err());
}

fn table(count: usize) -> String {
    let rows: Vec<String> = (0..count)
        .map(|n| format!("{{\"x\":{{\"type\":\"uri\",\"value\":\"http://e/{n}\"}}}}"))
        .collect();
    format!(
        "{{\"head\":{{\"vars\":[\"x\"]}},\"results\":{{\"bindings\":[{}]}}}}",
        rows.join(",")
    )
}

#[test]
fn results_that_were_cut_off_are_noticed() {
    // This engine cuts off at 5 rows and cannot count.
    let headers = "Content-Type: application/sparql-results+json\r\nX-SPARQL-MaxRows: 5\r\n";
    let cut = reply("200 OK", headers, &table(5));
    let endpoint = Endpoint::start(move |number, _, stream| match number {
        1 => stream.write_all(cut.as_bytes()),
        _ => stream.write_all(reply("500 No", "", "cannot").as_bytes()),
    });
    let results = ask(&remote(&endpoint), SELECT).unwrap();
    assert_eq!(results.notes, [Note::Truncated { rows: 5 }]);

    // These cut off at 1000 rows and say nothing.
    let results = ask(&remote(&cutting_off(700)), SELECT).unwrap();
    assert_eq!(results.notes, [Note::Paged { pages: 2 }]);
    assert_eq!(rows(&results).rows.len(), 1700);
    // Pages that do not make up the whole are not passed off as it.
    let results = ask(&remote(&cutting_off(0)), SELECT).unwrap();
    assert_eq!(results.notes, [Note::Truncated { rows: 1000 }]);
}

/// An endpoint that counts 1700 rows, gives the first 1000, and so many of the others.
fn cutting_off(others: usize) -> Endpoint {
    const COUNT: &str = r#"{"head":{"vars":["rows"]},"results":{"bindings":[{"rows":{"type":"literal","value":"1700"}}]}}"#;
    Endpoint::start(move |_, asked, stream| {
        let query = &asked.head;
        let body = if query.contains("COUNT") {
            COUNT.to_owned()
        } else if query.contains("OFFSET%201000") {
            table(others)
        } else {
            table(1000)
        };
        stream.write_all(json(&body).as_bytes())
    })
}

#[test]
fn no_more_rows_than_wanted() {
    let endpoint = Endpoint::constant(json(&table(7)));
    let few = Limits {
        rows: 3,
        ..limits()
    };
    let query = parse(SELECT, &Dialect::field()).unwrap();
    let results = remote(&endpoint).query(&query, &few).unwrap();
    assert_eq!(rows(&results).rows.len(), 3);
    assert_eq!(results.notes, [Note::Truncated { rows: 3 }]);
}

#[test]
fn answers_are_kept_and_errors_are_not() {
    let folder = tempfile::tempdir().unwrap();
    let endpoint = Endpoint::start(|number, _, stream| match number {
        1 => stream.write_all(reply("500 No", "", "no").as_bytes()),
        _ => stream.write_all(json(ONE_ROW).as_bytes()),
    });
    let hour = Duration::from_secs(3600);
    let remote = remote(&endpoint).with_cache(folder.path(), hour);
    assert!(ask(&remote, SELECT).is_err());
    assert_eq!(ask(&remote, SELECT).unwrap().notes, []);
    assert_eq!(ask(&remote, SELECT).unwrap().notes, [Note::Cached]);
    assert_eq!(endpoint.asked().len(), 2);
    // Another graph is another question.
    let other = remote.with_default_graph("http://g");
    assert_eq!(ask(&other, SELECT).unwrap().notes, []);
}

#[test]
fn a_host_is_not_asked_too_much_at_once() {
    // How many requests are under way, and how many were at most. A request is over as soon as its
    // answer may arrive, which is before the server has gone on.
    let counts: Arc<[AtomicUsize; 2]> = Arc::default();
    let seen = Arc::clone(&counts);
    let endpoint = Endpoint::start(move |_, _, stream| {
        let [now, most] = &*seen;
        most.fetch_max(now.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
        thread::sleep(Duration::from_millis(30));
        now.fetch_sub(1, Ordering::SeqCst);
        stream.write_all(json(ONE_ROW).as_bytes())
    });
    let polite = Politeness {
        concurrent: 2,
        interval: Duration::ZERO,
    };
    let patient = Limits {
        time: Duration::from_secs(30),
        ..limits()
    };
    let query = parse(SELECT, &Dialect::field()).unwrap();
    thread::scope(|scope| {
        for _ in 0..8 {
            // Each has a graph of its own: politeness is of the host.
            let remote = remote(&endpoint).with_politeness(polite);
            let (query, patient) = (&query, &patient);
            scope.spawn(move || remote.query(query, patient).unwrap());
        }
    });
    assert_eq!(endpoint.asked().len(), 8);
    let most = counts[1].load(Ordering::SeqCst);
    assert!((1..=2).contains(&most), "{most}");
}

#[test]
fn waiting_for_ones_turn_counts() {
    let endpoint = Endpoint::start(|_, _, stream| {
        thread::sleep(Duration::from_secs(3));
        stream.write_all(json(ONE_ROW).as_bytes())
    });
    let alone = Politeness {
        concurrent: 1,
        interval: Duration::ZERO,
    };
    thread::scope(|scope| {
        for _ in 0..2 {
            let remote = remote(&endpoint).with_politeness(alone);
            scope.spawn(move || {
                let error = ask(&remote, SELECT).unwrap_err();
                assert!(matches!(error, GraphError::Deadline(_)), "{error}");
            });
        }
    });
}

#[test]
fn what_an_endpoint_cannot_be_asked_is_told() {
    let endpoint = Endpoint::constant(json(ONE_ROW));
    let remote = remote(&endpoint);
    let pseudo = parse("SELECT ?x { ?x text:\"first man\" }", &Dialect::field()).unwrap();
    assert!(remote.query(&pseudo, &limits()).is_err());
    let about_blank = Pattern {
        subject: Some(oxrdf::BlankNode::default().into()),
        ..Pattern::default()
    };
    assert!(remote.triples(&about_blank, &limits()).is_err());
    assert!(remote.labels("no identifier> } #", None).is_err());
    assert!(endpoint.asked().is_empty());
}
