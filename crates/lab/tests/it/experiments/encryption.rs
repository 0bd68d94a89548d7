//! Stores in a PostgreSQL that takes encrypted connections only.

use lydite_lab::run::Pace;
use lydite_lab::store::{Location, Store, StoreError};
use lydite_testing::certificate::Certificate;
use lydite_testing::postgres::Postgres;

use super::{Known, Place, arc, run_one};

fn open(address: &str) -> Result<Store, StoreError> {
    Store::open(&address.parse::<Location>().unwrap())
}

/// How many connections to the server are encrypted, seen from its Unix socket.
fn encrypted(server: &Postgres) -> i64 {
    let mut client = postgres::Client::connect(&server.url(), postgres::NoTls).unwrap();
    let count = "SELECT count(*) FROM pg_stat_ssl WHERE ssl";
    client.query_one(count, &[]).unwrap().get(0)
}

#[test]
fn a_certificate_is_looked_at_as_far_as_the_address_asks_for_it() {
    let folder = tempfile::tempdir().unwrap();
    let make = |host: &str| Certificate::make(folder.path(), host);
    let (Some(own), Some(other)) = (make("DNS:localhost"), make("DNS:elsewhere.example")) else {
        return;
    };
    let Some(server) = Postgres::start_encrypted(&own) else {
        return;
    };
    let url = |host: &str, options: &str| {
        let address = server.network_url(host).unwrap();
        format!("{address}{options}")
    };
    let trusting = |mode: &str, certificate: &Certificate| {
        let file = certificate.file.display();
        format!("?sslmode={mode}&sslrootcert={file}")
    };
    let (own_file, other_file) = (own.file.display(), other.file.display());
    let (port, host) = (url("localhost", ""), "host=localhost user=postgres");
    let port = port.rsplit(':').next().unwrap().split('/').next().unwrap();
    for address in [
        url("localhost", ""),
        url("localhost", "?sslmode=prefer"),
        url("localhost", "?sslmode=require"),
        url("127.0.0.1", "?sslmode=require"),
        url("localhost", &trusting("require", &own)),
        url("localhost", &trusting("verify-ca", &own)),
        url("127.0.0.1", &trusting("verify-ca", &own)),
        url("localhost", &trusting("verify-full", &own)),
        format!("{host} port={port} sslmode=verify-full sslrootcert='{own_file}'"),
    ] {
        let store = open(&address).unwrap_or_else(|error| panic!("{address}: {error}"));
        assert!(store.experiments().unwrap().is_empty());
        assert!(encrypted(&server) >= 1, "{address}");
    }
    for (address, reason) in [
        // The server does not take it.
        (url("localhost", "?sslmode=disable"), "no encryption"),
        // Nobody vouches for the certificate.
        (
            url("localhost", "?sslmode=verify-full"),
            "nobody who is trusted",
        ),
        (
            url("localhost", "?sslrootcert=system"),
            "nobody who is trusted",
        ),
        (
            url("localhost", &trusting("require", &other)),
            "nobody who is trusted",
        ),
        (
            url("localhost", &trusting("verify-ca", &other)),
            "nobody who is trusted",
        ),
        (
            format!("{host} port={port} sslmode=verify-full sslrootcert={other_file}"),
            "nobody who is trusted",
        ),
        // It is not for this host.
        (
            url("127.0.0.1", &trusting("verify-full", &own)),
            "for another host",
        ),
        (
            url("localhost", "?sslmode=verify-full&sslrootcert=/none.crt"),
            "/none.crt",
        ),
        (
            url(
                "localhost",
                &trusting(
                    "verify-ca",
                    &Certificate {
                        file: own.key.clone(),
                        ..own.clone()
                    },
                ),
            ),
            "no certificate in it",
        ),
        (url("localhost", "?sslmode=always"), "sslmode=always"),
        // A socket in the file system is never encrypted.
        (format!("{}&sslmode=require", server.url()), "TLS"),
    ] {
        match open(&address) {
            Err(StoreError::OutOfReach { reason: found, .. }) => {
                assert!(found.contains(reason), "{address}: {found}");
            }
            other => panic!("{address}: {other:?}"),
        }
    }
}

#[test]
fn an_encrypted_connection_that_is_lost_is_encrypted_when_it_is_back() {
    let folder = tempfile::tempdir().unwrap();
    let Some(certificate) = Certificate::make(folder.path(), "DNS:localhost") else {
        return;
    };
    let Some(server) = Postgres::start_encrypted(&certificate) else {
        return;
    };
    let address = server.network_url("localhost").unwrap();
    let file = certificate.file.display();
    let place = Place {
        folder,
        location: format!("{address}?sslmode=verify-full&sslrootcert={file}")
            .parse()
            .unwrap(),
        server: None,
    };
    let (gold, answers) = place.benchmark(200);
    let lab = place.lab();
    let server = std::sync::Arc::new(server);
    let watched = std::sync::Arc::clone(&server);
    let system = Known::new(&lab, "mine", &answers).watched(move |number| {
        if number == 100 {
            watched.crash();
            watched.go();
        }
    });
    let ran = run_one(&lab, &gold, arc(system), &Pace::default()).unwrap();
    assert_eq!(
        (ran.experiment.done(), ran.experiment.tasks[0].failed),
        (200, 0)
    );
    let store = place.store();
    assert!(encrypted(&server) >= 1);
    assert_eq!(store.experiments().unwrap()[0].questions, 200);
}
