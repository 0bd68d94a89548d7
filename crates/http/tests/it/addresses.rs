//! Requests go only where they may, whatever the address looks like.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use lydite_http::{Client, Config, Error, Lookup, Policy, Proxy, Refusal, Retries};

use crate::server::{Server, moved, reply};

fn under(policy: Policy) -> Client {
    Client::new(Config {
        policy,
        retries: Retries::NONE,
        ..Config::default()
    })
    .unwrap()
}

#[test]
fn this_machine_is_refused_in_every_spelling() {
    let server = Server::constant(reply("200 OK", "", "secret"));
    let port = server.port();
    let client = under(Policy::public());
    for host in [
        "127.0.0.1",
        "127.1",
        "2130706433",
        "0x7f000001",
        "0177.0.0.1",
        "localhost",
        "LOCALHOST",
        "localhost.",
        "0.0.0.0",
        "0",
        "[::1]",
        "[::]",
        "[::ffff:127.0.0.1]",
        "[::ffff:7f00:1]",
        "[::127.0.0.1]",
        "[0:0:0:0:0:ffff:127.0.0.1]",
        "user@127.0.0.1",
        "user:password@localhost",
    ] {
        let url = format!("http://{host}:{port}/");
        let error = client.get(&url).fetch().unwrap_err();
        match &error {
            Error::Refused { why, .. } => {
                assert!(matches!(why, Refusal::NotPublic { .. }), "{host}: {error}");
            }
            // Some systems do not read every notation.
            Error::Unreachable { reason, .. } if reason == "there is no such host" => {}
            other => panic!("{host}: {other:?}"),
        }
    }
    assert!(server.asked().is_empty(), "{:?}", server.asked());
    let anybody = under(Policy::any()).get(&server.url()).fetch().unwrap();
    assert_eq!(anybody.text(), "secret");
}

#[test]
fn private_and_metadata_addresses_are_refused_at_once() {
    let client = under(Policy::public());
    for host in [
        "169.254.169.254",
        "10.0.0.1",
        "192.168.0.1",
        "172.20.0.1",
        "100.100.100.200",
        "[fe80::1]",
        "[fd00:ec2::254]",
        "224.0.0.1",
        "[64:ff9b::a9fe:a9fe]",
    ] {
        let error = client.get(&format!("http://{host}/")).fetch().unwrap_err();
        assert!(matches!(error, Error::Refused { .. }), "{host}: {error}");
    }
}

#[test]
fn a_redirect_leads_to_nothing_that_may_not_be_asked() {
    let inside = Server::constant(reply("200 OK", "", "secret"));
    for to in [
        inside.url(),
        inside.url().replace("127.0.0.1", "localhost"),
        inside.url().replace("127.0.0.1", "[::ffff:127.0.0.1]"),
        "http://169.254.169.254/latest/meta-data/".to_owned(),
    ] {
        let outside = Server::constant(moved("302 Found", &to));
        let allowed = format!("127.0.0.1:{}", outside.port());
        let client = under(Policy::public().allow(allowed.parse().unwrap()));
        let error = client.get(&outside.url()).fetch().unwrap_err();
        assert!(matches!(error, Error::Refused { .. }), "{to}: {error}");
        assert_eq!(outside.asked().len(), 1);
    }
    assert!(inside.asked().is_empty());
}

/// A name that has one address at first and another one later.
fn fickle(first: SocketAddr, later: SocketAddr) -> (Lookup, Arc<AtomicUsize>) {
    let asked = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&asked);
    let lookup: Lookup = Arc::new(move |host: &str, _| match host {
        "fickle.example" => match count.fetch_add(1, Ordering::SeqCst) {
            0 => Ok(vec![first]),
            _ => Ok(vec![later]),
        },
        _ => Err(io::ErrorKind::NotFound.into()),
    });
    (lookup, asked)
}

#[test]
fn a_name_that_changes_its_mind_leads_nowhere_else() {
    let server = Server::constant(reply("200 OK", "", "secret"));
    let loopback = SocketAddr::from(([127, 0, 0, 1], server.port()));
    let public = SocketAddr::from(([203, 0, 113, 7], server.port()));
    let (lookup, asked) = fickle(loopback, loopback);
    let config = Config {
        // As if this documentation address were public.
        policy: Policy::public().allow("203.0.113.0/24".parse().unwrap()),
        retries: Retries::NONE,
        ..Config::default()
    };
    let client = Client::with_lookup(config.clone(), lookup).unwrap();
    let url = format!("http://fickle.example:{}/", server.port());
    let error = client.get(&url).fetch().unwrap_err();
    assert!(matches!(error, Error::Refused { .. }), "{error}");
    // What is checked is what is connected to: a name is looked up once for a connection.
    assert_eq!(asked.load(Ordering::SeqCst), 1);

    let (lookup, asked) = fickle(public, loopback);
    let client = Client::with_lookup(config, lookup).unwrap();
    let first = client
        .get(&url)
        .within(std::time::Duration::from_millis(200));
    assert!(first.fetch().is_err(), "nobody is there");
    let error = client.get(&url).fetch().unwrap_err();
    assert!(matches!(error, Error::Refused { .. }), "{error}");
    assert_eq!(asked.load(Ordering::SeqCst), 2);
    assert!(server.asked().is_empty());
}

#[test]
fn of_several_addresses_only_the_allowed_are_asked() {
    let server = Server::constant(reply("200 OK", "", "here"));
    let allowed = SocketAddr::from(([127, 0, 0, 1], server.port()));
    let denied = SocketAddr::from(([127, 0, 0, 2], server.port()));
    let lookup: Lookup = Arc::new(move |_: &str, _| Ok(vec![denied, allowed]));
    let policy = Policy::any().deny("127.0.0.2".parse().unwrap());
    let config = Config {
        policy,
        ..Config::default()
    };
    let client = Client::with_lookup(config, lookup).unwrap();
    let url = format!("http://several.example:{}/", server.port());
    assert_eq!(client.get(&url).fetch().unwrap().text(), "here");
}

#[test]
fn rules_of_hosts_and_ports() {
    let server = Server::constant(reply("200 OK", "", "here"));
    let rule = |text: &str| text.parse().unwrap();
    let here = format!("127.0.0.1:{}", server.port());
    for (policy, expected) in [
        (Policy::listed(), false),
        (Policy::listed().allow(rule("127.0.0.1")), true),
        (Policy::listed().allow(rule(&here)), true),
        (Policy::listed().allow(rule("127.0.0.1:1")), false),
        (Policy::public().allow(rule("127.0.0.0/8")), true),
        (
            Policy::any()
                .allow(rule("127.0.0.1"))
                .deny(rule("127.0.0.0/8")),
            false,
        ),
    ] {
        let fetched = under(policy.clone()).get(&server.url()).fetch();
        assert_eq!(fetched.is_ok(), expected, "{policy:?}: {fetched:?}");
        if let Err(error) = fetched {
            assert!(matches!(error, Error::Refused { .. }), "{error}");
        }
    }
}

#[test]
fn a_proxy_is_asked_only_for_what_may_be_asked() {
    // It takes every CONNECT for refused, which is enough to see who was asked.
    let proxy = Server::constant(reply("403 Forbidden", "", ""));
    let config = Config {
        policy: Policy::public(),
        proxy: Some(Proxy {
            address: format!("http://127.0.0.1:{}", proxy.port()),
            except: Vec::new(),
        }),
        retries: Retries::NONE,
        ..Config::default()
    };
    let client = Client::new(config).unwrap();
    let error = client.get("http://10.0.0.1/").fetch().unwrap_err();
    assert!(matches!(error, Error::Refused { .. }), "{error}");
    let itself = client.get(&proxy.url()).fetch().unwrap_err();
    assert!(matches!(itself, Error::Refused { .. }), "{itself}");
    assert!(proxy.asked().is_empty());
    // The proxy itself was chosen by us and may be asked.
    assert!(client.get("http://93.184.216.34/").fetch().is_err());
    assert!(proxy.asked()[0].has("connect 93.184.216.34:80"));
}

#[test]
fn what_is_no_address_is_told() {
    for given in [
        "",
        "example.org",
        "ftp://example.org/",
        "http://",
        "http:///x",
    ] {
        let error = under(Policy::any()).get(given).fetch().unwrap_err();
        assert!(
            matches!(error, Error::NotAnAddress { .. }),
            "{given}: {error}"
        );
    }
}
