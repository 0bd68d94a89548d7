//! What the client makes of servers that are slow, broken, hostile or elsewhere.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod addresses;
mod bounds;
mod download;
mod logins;
mod repeats;
mod server;

use std::time::Duration;

use lydite_http::{Client, Config, Retries};

/// A client that may go anywhere and repeats quickly.
fn client() -> Client {
    Client::new(config()).unwrap()
}

fn config() -> Config {
    Config {
        retries: Retries {
            count: 2,
            pause: Duration::from_millis(5),
        },
        ..Config::default()
    }
}
