//! What is tried again, when, and how much a host is asked at once.

use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use lydite_http::{Error, Politeness, Retries};

use crate::client;
use crate::server::{Server, reply};

const QUICK: Retries = Retries {
    count: 2,
    pause: Duration::from_millis(5),
};

#[test]
fn a_busy_host_is_asked_again_when_it_wishes() {
    let server = Server::start(|number, _, stream| {
        let busy = reply("503 Service Unavailable", "Retry-After: 1\r\n", "later");
        match number {
            1 => stream.write_all(busy.as_bytes()),
            _ => stream.write_all(reply("200 OK", "", "now").as_bytes()),
        }
    });
    let began = Instant::now();
    assert_eq!(client().get(&server.url()).fetch().unwrap().text(), "now");
    assert!(began.elapsed() >= Duration::from_secs(1));
    assert_eq!(server.asked().len(), 2);
}

#[test]
fn nobody_waits_longer_than_there_is_time() {
    let hour = reply("429 Too Many", "Retry-After: 3600\r\n", "later");
    let server = Server::constant(hour);
    let began = Instant::now();
    let reply = client().get(&server.url()).fetch().unwrap();
    assert_eq!((reply.status, reply.text().as_str()), (429, "later"));
    assert_eq!(server.asked().len(), 1);
    assert!(began.elapsed() < Duration::from_secs(20));
}

#[test]
fn a_connection_that_breaks_is_tried_again_but_no_other_reply() {
    let server = Server::start(|number, _, stream| match number {
        1 => Ok(()),
        2 => stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\n{"),
        _ => stream.write_all(reply("200 OK", "", "whole").as_bytes()),
    });
    assert_eq!(client().get(&server.url()).fetch().unwrap().text(), "whole");
    let failing = Server::constant(reply("500 Broken", "", "sorry"));
    let failed = client().get(&failing.url()).fetch().unwrap().success();
    let Err(Error::Status { status, body, .. }) = failed else {
        panic!("{failed:?}");
    };
    assert_eq!((status, body.as_str()), (500, "sorry"));
    assert_eq!(failing.asked().len(), 1);
}

#[test]
fn a_post_is_repeated_only_on_request() {
    let busy = Server::constant(reply("503 Busy", "", ""));
    let post = client()
        .post(&busy.url())
        .form(&[("a b", "ü&"), ("c", "d")]);
    assert_eq!(post.fetch().unwrap().status, 503);
    assert_eq!(busy.asked().len(), 1);
    assert_eq!(busy.asked()[0].body, "a%20b=%C3%BC%26&c=d");
    assert_eq!(post.retries(QUICK).fetch().unwrap().status, 503);
    assert_eq!(busy.asked().len(), 4);
}

#[test]
fn parameters_join_those_of_the_address() {
    let server = Server::constant(reply("200 OK", "", ""));
    let address = format!("{}?x=1", server.url());
    let request = client().get(&address).query("query", "ASK {}");
    request.query("y", "ü").accept("text/csv").fetch().unwrap();
    let asked = server.asked().pop().unwrap();
    let line = "GET /path?x=1&query=ASK%20%7B%7D&y=%C3%BC HTTP/1.1";
    assert!(asked.head.starts_with(line), "{}", asked.head);
    assert!(asked.has("accept: text/csv"));
}

#[test]
fn a_host_is_not_asked_too_much_at_once() {
    let (now, most) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
    let (at_once, seen) = (Arc::clone(&now), Arc::clone(&most));
    let server = Server::start(move |_, _, stream| {
        seen.fetch_max(at_once.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
        stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\na")?;
        thread::sleep(Duration::from_millis(30));
        at_once.fetch_sub(1, Ordering::SeqCst);
        stream.write_all(b"b")
    });
    let polite = Politeness {
        concurrent: 2,
        interval: Duration::ZERO,
    };
    thread::scope(|scope| {
        for _ in 0..8 {
            // Each has a client of its own: politeness is of the host, and a body counts.
            let request = client().get(&server.url()).politeness(polite);
            scope.spawn(move || assert_eq!(request.fetch().unwrap().text(), "ab"));
        }
    });
    assert_eq!(server.asked().len(), 8);
    assert!(most.load(Ordering::SeqCst) <= 2);
}

#[test]
fn requests_keep_their_distance() {
    let server = Server::constant(reply("200 OK", "", ""));
    let slow = Politeness {
        concurrent: 9,
        interval: Duration::from_millis(60),
    };
    let began = Instant::now();
    for _ in 0..4 {
        client()
            .get(&server.url())
            .politeness(slow)
            .fetch()
            .unwrap();
    }
    assert!(began.elapsed() >= 3 * slow.interval);
}
