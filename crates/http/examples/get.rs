//! Fetches what is at an address of the public internet, or says why not:
//! `cargo run -p lydite-http --example get -- https://example.org/`

use std::process::ExitCode;
use std::time::Duration;

use lydite_http::{Client, Config, Error, Policy};

fn main() -> ExitCode {
    let address = std::env::args().nth(1);
    match fetch(address.as_deref().unwrap_or("http://localhost/")) {
        Ok(text) => {
            println!("{text}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn fetch(address: &str) -> Result<String, Error> {
    let client = Client::new(Config {
        policy: Policy::public(),
        most_bytes: 1 << 20,
        ..Config::default()
    })?;
    let request = client.get(address).within(Duration::from_secs(10));
    Ok(request.fetch()?.success()?.text())
}
