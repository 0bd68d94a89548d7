//! The options of `lydite serve`.

use std::net::SocketAddr;
use std::path::PathBuf;

use clap::Args;

use super::StoreOptions;

/// Opens the web page.
#[derive(Args, Debug, Clone)]
pub struct Serve {
    /// The address to listen on; by default 127.0.0.1:8017, which only this machine can reach
    #[arg(long, value_name = "ADDRESS", value_parser = parse_address)]
    pub listen: Option<SocketAddr>,
    /// A TOML file with permissions and limits
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// Where requests to systems and endpoints may go, as in $LYDITE_NETWORK; by default the public
    /// internet, and nothing on this machine or in its network
    #[arg(long, value_name = "POLICY")]
    pub network: Option<String>,
    /// Print a new token for this role, with the lines for the configuration, and exit
    #[arg(long, value_name = "ROLE", value_parser = ["reader", "runner", "admin"])]
    pub new_token: Option<String>,
    /// Log every request to standard error, as a line of JSON
    #[arg(long)]
    pub log: bool,
    /// Where experiments are kept
    #[command(flatten)]
    pub store: StoreOptions,
}

/// The address of this machine with a port, or a port alone.
fn parse_address(text: &str) -> Result<SocketAddr, String> {
    let port = text.strip_prefix("localhost:").unwrap_or(text);
    let port = port.strip_prefix(':').unwrap_or(port);
    match port.parse::<u16>() {
        Ok(port) => Ok(([127, 0, 0, 1], port).into()),
        Err(_) => text
            .parse()
            .map_err(|_| "write IP:PORT or PORT, as in 127.0.0.1:8017".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_port_alone_is_one_of_this_machine() {
        let here = "127.0.0.1:8017".parse().unwrap();
        for text in ["8017", ":8017", "localhost:8017", "127.0.0.1:8017"] {
            assert_eq!(parse_address(text), Ok(here), "{text}");
        }
        assert_eq!(parse_address("0.0.0.0:80"), Ok(([0, 0, 0, 0], 80).into()));
        for text in ["", "here", "99999", "localhost:"] {
            assert!(parse_address(text).is_err(), "{text}");
        }
    }
}
