//! Credentials go where they are meant to go, and nowhere else.

use std::io::Write;

use lydite_http::{Credentials, Error, PostRedirect, Redirects};

use crate::client;
use crate::server::{Server, moved, reply};

#[test]
fn credentials_do_not_follow_a_redirect_to_another_host() {
    let other = Server::constant(reply("200 OK", "", "hello"));
    for status in ["301 Moved", "302 Found", "303 See", "307 Now", "308 Ever"] {
        let first = Server::constant(moved(status, &other.url()));
        let with_user = first.url().replace("http://", "http://ada:secret@");
        let request = client()
            .get(&with_user)
            .header("Cookie", "session=secret")
            .header("X-Other", "kept");
        assert_eq!(request.fetch().unwrap().text(), "hello");
        assert!(first.asked()[0].has("authorization: basic"));
        assert!(first.asked()[0].has("cookie: session=secret"));
        let asked = other.asked().pop().unwrap();
        assert!(!asked.has("authorization"), "{}", asked.head);
        assert!(!asked.has("secret"), "{}", asked.head);
        assert!(asked.has("x-other: kept"));
        assert!(!format!("{request:?}").contains("secret"));
    }
}

#[test]
fn credentials_stay_on_the_same_host() {
    let server = Server::start(|_, asked, stream| {
        if asked.has("get /path ") {
            stream.write_all(moved("302 Found", "/other").as_bytes())
        } else {
            stream.write_all(reply("200 OK", "", "in").as_bytes())
        }
    });
    let request = client().get(&server.url());
    let request = request.credentials(Credentials::Token("abc".into()));
    assert_eq!(request.fetch().unwrap().text(), "in");
    assert!(server.asked()[1].has("get /other"));
    assert!(server.asked()[1].has("authorization: bearer abc"));
}

#[test]
fn a_digest_is_sent_where_it_is_asked_for() {
    let server = Server::start(|_, asked, stream| {
        if asked.has("authorization: digest") {
            return stream.write_all(reply("200 OK", "", "in").as_bytes());
        }
        // As Virtuoso: no challenge for those who brought something else.
        let challenge = if asked.has("authorization") {
            ""
        } else {
            "WWW-Authenticate: Digest realm=\"r\", nonce=\"n\", qop=\"auth\"\r\n"
        };
        stream.write_all(reply("401 Unauthorized", challenge, "").as_bytes())
    });
    let client = client();
    let request = client
        .get(&server.url())
        .credentials(Credentials::Password {
            user: "ada".into(),
            password: "secret".into(),
        });
    assert_eq!(request.fetch().unwrap().text(), "in");
    assert_eq!(server.asked().len(), 3);
    assert_eq!(request.fetch().unwrap().text(), "in");
    assert_eq!(server.asked().len(), 5, "it is known what the host wants");
    let refused = client.get(&server.url()).fetch().unwrap();
    assert_eq!(refused.status, 401);
    let error = refused.success().unwrap_err();
    assert!(
        matches!(error, Error::Status { status: 401, .. }),
        "{error}"
    );
}

#[test]
fn redirects_are_followed_as_far_as_they_may() {
    let round = Server::constant(moved("302 Found", "/path"));
    let error = client().get(&round.url()).fetch().unwrap_err();
    assert!(matches!(error, Error::Redirected { .. }), "{error}");
    assert_eq!(round.asked().len(), 6);

    let other = Server::constant(reply("200 OK", "", "there"));
    let first = Server::constant(moved("302 Found", &other.url()));
    let home = Redirects {
        elsewhere: false,
        ..Redirects::default()
    };
    let error = client()
        .get(&first.url())
        .redirects(home)
        .fetch()
        .unwrap_err();
    assert!(matches!(error, Error::Redirected { .. }), "{error}");
    assert!(other.asked().is_empty());
    let reply = client()
        .get(&first.url())
        .redirects(Redirects::NONE)
        .fetch();
    assert_eq!(reply.unwrap().status, 302);
    let reached = client().get(&first.url()).send().unwrap();
    assert_eq!(reached.address().as_str(), other.url());

    for nowhere in ["file:///etc/passwd", "http://[", "gopher://x/"] {
        let server = Server::constant(moved("302 Found", nowhere));
        let error = client().get(&server.url()).fetch().unwrap_err();
        assert!(matches!(error, Error::NotAnAddress { .. }), "{error}");
    }
}

#[test]
fn a_post_is_redirected_as_wanted() {
    for (status, posts, expected) in [
        ("302 Found", PostRedirect::Repeat, "POST"),
        ("302 Found", PostRedirect::BecomeGet, "GET"),
        ("303 See", PostRedirect::BecomeGet, "GET"),
        ("307 Now", PostRedirect::BecomeGet, "POST"),
        ("308 Ever", PostRedirect::BecomeGet, "POST"),
    ] {
        let there = Server::constant(reply("200 OK", "", ""));
        let here = Server::constant(moved(status, &there.url()));
        let redirects = Redirects {
            posts,
            ..Redirects::default()
        };
        let request = client().post(&here.url()).json("{\"a\":1}");
        request.redirects(redirects).fetch().unwrap();
        let asked = there.asked().pop().unwrap();
        assert!(asked.head.starts_with(expected), "{status}: {}", asked.head);
        let body = if expected == "POST" { "{\"a\":1}" } else { "" };
        assert_eq!(asked.body, body);
        assert_eq!(here.asked()[0].body, "{\"a\":1}");
        assert!(here.asked()[0].has("content-type: application/json"));
    }
}
