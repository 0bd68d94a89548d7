//! The options of `lydite serve`.

use std::net::SocketAddr;
use std::path::PathBuf;

use clap::Args;

use super::StoreOptions;

/// Opens the web page.
#[derive(Args, Debug, Clone)]
pub struct Serve {
    /// Where it listens; by default 127.0.0.1:8017, which only this machine can reach
    #[arg(long, value_name = "ADDRESS")]
    pub listen: Option<SocketAddr>,
    /// A TOML file that says who may do what, and how much
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// Where requests to systems and endpoints may go, as in $LYDITE_NETWORK; by default the public
    /// internet, and nothing on this machine or in its network
    #[arg(long, value_name = "POLICY")]
    pub network: Option<String>,
    /// Prints a new token of this role (reader, runner or admin) with the lines for the
    /// configuration, and serves nothing
    #[arg(long, value_name = "ROLE", value_parser = ["reader", "runner", "admin"])]
    pub new_token: Option<String>,
    /// Logs every request on standard error, as a line of JSON
    #[arg(long)]
    pub log: bool,
    /// Where experiments are kept
    #[command(flatten)]
    pub store: StoreOptions,
}
