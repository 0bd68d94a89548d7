//! One HTTP client for everything that leaves the machine.
//!
//! Every request ends: by its answer, or by an [`Error`] that says why there is none. What bounds it
//! is a value, [`Config`]; nothing is read from the environment.
//!
//! | bound | where |
//! | --- | --- |
//! | time: name, connection, headers and body together | [`Times`], [`Deadline`] |
//! | size, counted after decompression | [`Config::most_bytes`] |
//! | where requests may go, checked on the resolved IP address | [`Policy`] |
//! | how much a host is asked | [`Politeness`], [`Retries`] |
//! | how far redirects lead | [`Redirects`] |
//! | whoever waits no longer | [`lydite_model::Cancel`] |
//!
//! ```no_run
//! use std::time::Duration;
//! use lydite_http::{Client, Config, Error, Policy};
//!
//! let client = Client::new(Config {
//!     policy: Policy::public(),
//!     ..Config::default()
//! })?;
//! let request = client.get("https://example.org/data").query("page", "1");
//! match request.within(Duration::from_secs(5)).fetch() {
//!     Ok(reply) => println!("{} {} bytes", reply.status, reply.body.len()),
//!     Err(Error::Refused { address, why }) => println!("{address} is none of our business: {why}"),
//!     Err(error) => println!("{error}"),
//! }
//! # Ok::<(), Error>(())
//! ```

mod address;
mod attempt;
mod body;
mod client;
mod config;
mod connect;
mod credentials;
mod deadline;
mod download;
mod error;
mod fault;
mod gate;
mod policy;
mod proxy;
mod request;
mod resolve;
mod response;
mod watch;
mod wish;

pub use address::{Address, encoded};
pub use body::Body;
pub use client::Client;
pub use config::{Config, PostRedirect, Redirects, Retries, Times};
pub use credentials::Credentials;
pub use deadline::Deadline;
pub use download::{Sink, Transfer};
pub use error::{Error, Refusal};
pub use gate::Politeness;
pub use policy::{Addresses, Policy, Rule};
pub use proxy::Proxy;
pub use request::Request;
pub use resolve::Lookup;
pub use response::{Reply, Response};
