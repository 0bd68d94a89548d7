//! Every request ends: in time, in size, and when nobody waits for it any more.

use std::io::{Read, Write};
use std::thread;
use std::time::{Duration, Instant};

use flate2::Compression;
use flate2::write::GzEncoder;
use lydite_http::{Client, Config, Error, Politeness, Request, Times};
use lydite_model::Cancel;

use crate::server::{Server, reply};
use crate::{client, config};

const TIME: Duration = Duration::from_millis(300);
/// How much later a busy machine may let us look at the clock. What would hang, hangs for longer.
const SLACK: Duration = Duration::from_secs(3);
const LONG: Duration = Duration::from_secs(60);

/// The error of a request, which must come in time.
fn error(request: &Request) -> Error {
    let began = Instant::now();
    let error = request.fetch().unwrap_err();
    assert!(began.elapsed() < TIME + SLACK, "{:?}", began.elapsed());
    error
}

fn hanging() -> Server {
    Server::start(|_, _, _| {
        thread::sleep(LONG);
        Ok(())
    })
}

fn trickling() -> Server {
    Server::start(|_, _, stream| {
        stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n")?;
        loop {
            stream.write_all(b" ")?;
            thread::sleep(Duration::from_millis(10));
        }
    })
}

#[test]
fn headers_that_do_not_come_are_given_up() {
    let server = hanging();
    let error = error(&client().get(&server.url()).within(TIME));
    assert!(
        matches!(error, Error::Deadline { allowed, .. } if allowed == TIME),
        "{error}"
    );
    assert_eq!(server.asked().len(), 1, "no time is left to try again");
}

#[test]
fn headers_and_bodies_that_trickle_are_given_up() {
    let error_of = |server: &Server| error(&client().get(&server.url()).within(TIME));
    let body = error_of(&trickling());
    assert!(matches!(body, Error::Deadline { .. }), "{body}");
    let headers = Server::start(|_, _, stream| {
        stream.write_all(b"HTTP/1.1 200 OK\r\nX: ")?;
        loop {
            stream.write_all(b"x")?;
            thread::sleep(Duration::from_millis(10));
        }
    });
    let headers = error_of(&headers);
    assert!(matches!(headers, Error::Deadline { .. }), "{headers}");
}

#[test]
fn silence_is_bounded_by_itself() {
    let server = Server::start(|_, _, stream| {
        stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc")?;
        thread::sleep(LONG);
        Ok(())
    });
    let times = Times {
        total: None,
        connect: Some(LONG),
        stall: Some(TIME),
    };
    let stalled = error(&client().get(&server.url()).times(times));
    assert!(matches!(stalled, Error::Stalled { .. }), "{stalled}");
    // Who sends something now and then may take their time.
    let mut slow = client()
        .get(&trickling().url())
        .times(times)
        .send()
        .unwrap();
    thread::sleep(TIME);
    assert!(slow.body.read(&mut [0; 16]).unwrap() > 0);
}

#[test]
fn a_connection_that_nobody_accepts_is_given_up() {
    // A listener whose queue is full answers nobody.
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let mut queue = Vec::new();
    for _ in 0..2000 {
        let short = Duration::from_millis(50);
        match std::net::TcpStream::connect_timeout(&address, short) {
            Ok(stream) => queue.push(stream),
            Err(_) => break,
        }
    }
    let times = Times {
        total: None,
        connect: Some(TIME),
        stall: Some(TIME),
    };
    let request = client()
        .get(&format!("http://{address}/"))
        .times(times)
        .retries(lydite_http::Retries::NONE);
    let error = error(&request);
    assert!(
        matches!(error, Error::Unreachable { .. } | Error::Stalled { .. }),
        "{error}"
    );
}

#[test]
fn a_body_without_end_is_bounded() {
    let server = Server::start(|_, _, stream| {
        stream.write_all(b"HTTP/1.1 200 OK\r\n\r\n")?;
        loop {
            stream.write_all(&[b' '; 4096])?;
        }
    });
    let error = error(&client().get(&server.url()).most_bytes(1 << 20));
    assert!(matches!(error, Error::TooLarge { limit, .. } if limit == 1 << 20));
}

#[test]
fn a_body_that_is_announced_too_large_is_not_read() {
    let server = Server::start(|_, _, stream| {
        stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 999999999\r\n\r\n")?;
        thread::sleep(LONG);
        Ok(())
    });
    let error = error(&client().get(&server.url()).most_bytes(1000));
    assert!(matches!(error, Error::TooLarge { .. }), "{error}");
}

fn compressed(text: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(text).unwrap();
    let bytes = encoder.finish().unwrap();
    let head = format!(
        "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: {}\r\n\r\n",
        bytes.len()
    );
    [head.into_bytes(), bytes].concat()
}

#[test]
fn a_compressed_body_counts_as_what_it_becomes() {
    let bomb = Server::constant(compressed(&vec![b' '; 64 << 20]));
    let error = error(&client().get(&bomb.url()).most_bytes(1 << 20));
    assert!(matches!(error, Error::TooLarge { .. }), "{error}");
    let small = Server::constant(compressed(b"hello"));
    assert_eq!(client().get(&small.url()).fetch().unwrap().text(), "hello");
    assert!(small.asked()[0].has("accept-encoding: gzip"));
    let strange = Server::constant(reply("200 OK", "Content-Encoding: br\r\n", "x"));
    let error = client().get(&strange.url()).fetch().unwrap_err();
    assert!(matches!(error, Error::Coding { .. }), "{error}");
}

#[test]
fn whoever_waits_no_longer_ends_it_wherever_it_is() {
    let alone = Politeness {
        concurrent: 1,
        interval: Duration::ZERO,
    };
    let (headers, body, busy) = (hanging(), trickling(), hanging());
    let later = Server::constant(reply("503 Busy", "Retry-After: 20\r\n", ""));
    let get = |server: &Server| client().get(&server.url());
    let places = [
        ("headers", get(&headers)),
        ("body", get(&body)),
        ("pause", get(&later)),
        ("the only place", get(&busy).politeness(alone)),
        ("waiting for that place", get(&busy).politeness(alone)),
        // Nobody answers there.
        ("connection", client().get("http://192.0.2.1/")),
    ];
    let cancel = Cancel::new();
    let cancelled = thread::scope(|scope| {
        for (place, request) in places {
            let request = request.within(LONG).cancel(cancel.clone());
            scope.spawn(move || {
                let error = request.fetch().unwrap_err();
                // A machine without a network says at once that there is no way.
                let no_way = place == "connection" && matches!(error, Error::Unreachable { .. });
                let is_cancelled = matches!(error, Error::Cancelled);
                assert!(is_cancelled || no_way, "{place}: {error}");
            });
        }
        thread::sleep(Duration::from_millis(300));
        cancel.cancel();
        Instant::now()
    });
    assert!(cancelled.elapsed() < SLACK, "{:?}", cancelled.elapsed());
}

#[test]
fn a_cancellation_in_the_middle_of_a_body_is_prompt() {
    let server = Server::start(|_, _, stream| {
        stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc")?;
        thread::sleep(LONG);
        Ok(())
    });
    // The best of a few tries: other tests keep the processors busy.
    let mut best = LONG;
    for _ in 0..5 {
        let cancel = Cancel::new();
        let request = client().get(&server.url()).cancel(cancel.clone());
        let mut response = request.send().unwrap();
        let mut buffer = [0; 3];
        response.body.read_exact(&mut buffer).unwrap();
        let reader = thread::spawn(move || {
            let error = response.body.read(&mut [0]).unwrap_err();
            assert!(
                matches!(Error::of(&error), Some(Error::Cancelled)),
                "{error}"
            );
            Instant::now()
        });
        thread::sleep(Duration::from_millis(100));
        let cancelled = Instant::now();
        cancel.cancel();
        best = best.min(reader.join().unwrap().saturating_duration_since(cancelled));
    }
    assert!(best < Duration::from_millis(100), "{best:?}");
}

#[test]
fn a_stream_is_read_piece_by_piece() {
    let server = Server::constant(reply(
        "200 OK",
        "Content-Type: Text/Plain; x=y\r\n",
        "one two",
    ));
    let mut response = client().get(&server.url()).send().unwrap();
    assert_eq!(response.media_type(), "text/plain");
    assert_eq!(response.length(), Some(7));
    let mut piece = [0; 3];
    response.body.read_exact(&mut piece).unwrap();
    assert_eq!(&piece, b"one");
    assert_eq!(response.whole().unwrap().text(), " two");
}

#[test]
fn a_body_that_breaks_off_is_told_with_what_had_arrived() {
    let server = Server::constant("HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\nabc");
    let error = error(&client().get(&server.url()));
    assert!(
        matches!(error, Error::Broken { received: 3, .. }),
        "{error:?}"
    );
    assert_eq!(server.asked().len(), 3, "it is tried again");
    let mut response = client().get(&server.url()).send().unwrap();
    let mut text = String::new();
    let error = response.body.read_to_string(&mut text).unwrap_err();
    assert!(matches!(Error::of(&error), Some(Error::Broken { .. })));
}

#[test]
fn what_is_not_tls_is_told() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    thread::spawn(move || {
        for mut stream in listener.incoming().flatten() {
            let _ = stream.write_all(b"HTTP/1.1 400 Bad Request\r\n\r\n");
        }
    });
    let url = format!("https://127.0.0.1:{port}/");
    let error = client().get(&url).fetch().unwrap_err();
    assert!(matches!(error, Error::Tls { .. }), "{error:?}");
}

#[test]
fn the_user_agent_says_who_asks_and_nothing_comes_from_the_environment() {
    let server = Server::constant(reply("200 OK", "", ""));
    client().get(&server.url()).fetch().unwrap();
    let expected = concat!("user-agent: lydite/", env!("CARGO_PKG_VERSION"));
    assert!(server.asked()[0].has(expected));
    let other = Config {
        user_agent: "another/1".to_owned(),
        ..config()
    };
    let other = Client::new(other).unwrap();
    other.get(&server.url()).fetch().unwrap();
    assert!(server.asked()[1].has("user-agent: another/1"));
}
