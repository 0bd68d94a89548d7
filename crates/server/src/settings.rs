//! What whoever runs the page decides, as values and as a TOML file.

use std::net::SocketAddr;
use std::path::Path;

use serde::Deserialize;

use crate::ServeError;
use crate::access::Role;

/// Where the page listens, who may do what, and how much.
#[derive(Clone, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// The address; by default only this machine can reach it.
    pub listen: SocketAddr,
    /// The public address of the page, such as `https://lab.example.org`, if it has one: experiments
    /// then have IRIs that lead to it, and requests under its name are answered.
    pub base: Option<String>,
    /// More names under which the page may be asked for.
    pub hosts: Vec<String>,
    /// Pages elsewhere, such as `https://chat.example.org`, that may ask under `/bridge`.
    pub origins: Vec<String>,
    /// Where requests to systems and endpoints may go, as in `LYDITE_NETWORK`; by default the public
    /// internet.
    pub network: Option<String>,
    /// Who may do what. Without tokens everybody on this machine may do everything.
    pub tokens: Vec<TokenSetting>,
    /// How many bytes a request may have.
    pub upload_bytes: usize,
    /// For how many seconds a sender may pause.
    pub patience_seconds: u64,
    /// How many requests in a second a client may make on average; 0 for any number.
    pub requests_per_second: u32,
    /// How many experiments run at a time.
    pub running: usize,
    /// Whether the address of the client stands in `X-Forwarded-For`: only behind a proxy that sets it.
    pub behind_proxy: bool,
    /// Whether every request is logged on standard error.
    pub log: bool,
}

/// A token in the configuration.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TokenSetting {
    /// Whose it is.
    pub name: String,
    /// What it allows.
    pub role: Role,
    /// Its SHA-256 in hexadecimal: the token itself is kept nowhere.
    pub sha256: String,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            listen: SocketAddr::from(([127, 0, 0, 1], 8017)),
            base: None,
            hosts: Vec::new(),
            origins: Vec::new(),
            network: None,
            tokens: Vec::new(),
            upload_bytes: 64 << 20,
            patience_seconds: 20,
            requests_per_second: 50,
            running: 2,
            behind_proxy: false,
            log: false,
        }
    }
}

impl Settings {
    /// The settings in a TOML file; what it does not say is as by default.
    ///
    /// # Errors
    /// It cannot be read, or says something that is not known.
    pub fn read(path: &Path) -> Result<Self, ServeError> {
        let text = std::fs::read_to_string(path).map_err(|error| ServeError::Settings {
            path: path.to_owned(),
            reason: error.to_string(),
        })?;
        toml::from_str(&text).map_err(|error| ServeError::Settings {
            path: path.to_owned(),
            reason: error.to_string().trim().to_owned(),
        })
    }

    /// Whether the page may start like this: whoever opens it to others says who may do what.
    ///
    /// # Errors
    /// It may not.
    pub fn check(&self) -> Result<(), ServeError> {
        if self.tokens.is_empty() && !self.listen.ip().is_loopback() {
            return Err(ServeError::OpenToAll {
                listen: self.listen,
            });
        }
        for token in &self.tokens {
            let is_digest = token.sha256.len() == 64
                && token.sha256.bytes().all(|byte| byte.is_ascii_hexdigit());
            if !is_digest {
                return Err(ServeError::BadToken {
                    name: token.name.clone(),
                });
            }
        }
        Ok(())
    }

    /// The hosts, without ports, under which the page may be asked for.
    pub(crate) fn host_names(&self) -> Vec<String> {
        let mut hosts = vec![self.listen.ip().to_string()];
        if self.listen.ip().is_loopback() {
            hosts.extend(["localhost", "127.0.0.1", "::1"].map(str::to_owned));
        }
        let base = self
            .base
            .as_deref()
            .and_then(|base| base.split("://").nth(1));
        let base = base.and_then(|rest| rest.split(['/', ':']).next());
        hosts.extend(base.map(str::to_lowercase));
        hosts.extend(self.hosts.iter().map(|host| host.to_lowercase()));
        hosts
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_says_what_is_different() {
        let settings: Settings = toml::from_str("listen = '127.0.0.1:9000'\nrunning = 1").unwrap();
        assert_eq!(settings.listen.port(), 9000);
        assert_eq!(settings.running, 1);
        assert_eq!(settings.upload_bytes, Settings::default().upload_bytes);
        assert!(toml::from_str::<Settings>("lissten = 'x'").is_err());
    }

    #[test]
    fn every_option_is_documented() {
        let refused = toml::from_str::<Settings>("nonsense = 1").unwrap_err();
        let message = refused.message().to_owned();
        let (_, names) = message.split_once("expected one of ").unwrap();
        let names: Vec<&str> = names
            .split(['`', ',', ' '])
            .filter(|name| !name.is_empty())
            .collect();
        assert!(names.contains(&"listen") && names.len() > 8, "{names:?}");
        let page = include_str!("../../../docs/web.md");
        let block = page
            .split("```toml")
            .nth(1)
            .unwrap()
            .split("```")
            .next()
            .unwrap();
        let deployed = include_str!("../../../deploy/lydite.toml");
        for text in [block, deployed] {
            let read: Settings = toml::from_str(text).unwrap();
            assert_eq!(read.upload_bytes, Settings::default().upload_bytes);
            for name in &names {
                assert!(text.contains(*name), "{name} is missing");
            }
        }
    }

    #[test]
    fn whoever_opens_it_to_others_names_tokens() {
        let open = Settings {
            listen: "0.0.0.0:80".parse().unwrap(),
            ..Settings::default()
        };
        assert!(matches!(open.check(), Err(ServeError::OpenToAll { .. })));
        assert!(Settings::default().check().is_ok());
    }
}
