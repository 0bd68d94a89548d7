//! Where a request goes, without the secrets that people write into addresses.

use std::fmt;
use std::str::FromStr;

use oxiri::Iri;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};

use crate::{Credentials, Error};

/// An address of the web, free of credentials: it may be shown to anybody.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address {
    url: Iri<String>,
}

impl Address {
    /// Reads an address; a user and password in it are taken out.
    ///
    /// # Errors
    /// If it is none of `http` or `https`. The message shows no secrets.
    pub fn parse(given: &str) -> Result<(Self, Option<Credentials>), Error> {
        let no_address = |reason: &str| Error::NotAnAddress {
            given: without_user(given),
            reason: reason.to_owned(),
        };
        let url = Iri::parse(given.trim().to_owned())
            .map_err(|error| no_address(&format!("this is no address: {error}")))?;
        if !matches!(url.scheme(), "http" | "https") {
            return Err(no_address("an address begins with http:// or https://"));
        }
        let authority = url.authority().unwrap_or_default();
        let (user, host) = match authority.rsplit_once('@') {
            Some((user, host)) => (Some(user), host),
            None => (None, authority),
        };
        if host.is_empty() || host.starts_with(':') {
            return Err(no_address("the address names no host"));
        }
        let credentials = user.map(|user| {
            let (user, password) = user.split_once(':').unwrap_or((user, ""));
            let decoded = |text| percent_decode_str(text).decode_utf8_lossy().into_owned();
            Credentials::Password {
                user: decoded(user),
                password: decoded(password),
            }
        });
        let mut plain = format!("{}://{host}{}", url.scheme(), url.path());
        if let Some(query) = url.query() {
            plain.push('?');
            plain.push_str(query);
        }
        let url = Iri::parse(plain)
            .map_err(|error| no_address(&format!("this is no address: {error}")))?;
        Ok((Self { url }, credentials))
    }

    /// The address as it is written.
    pub fn as_str(&self) -> &str {
        self.url.as_str()
    }

    /// The host, and the port where it is written, which politeness and credentials go by.
    pub fn host(&self) -> &str {
        self.url.authority().unwrap_or_default()
    }

    /// What stands behind the host.
    pub(crate) fn path_and_query(&self) -> &str {
        let after_scheme = self.url.scheme().len() + "://".len();
        let path = &self.as_str()[after_scheme + self.host().len()..];
        if path.is_empty() { "/" } else { path }
    }

    /// The name of the host, without brackets and port.
    pub fn host_name(&self) -> &str {
        let host = self.host();
        match host.strip_prefix('[') {
            Some(rest) => rest.split(']').next().unwrap_or_default(),
            None => host.split(':').next().unwrap_or_default(),
        }
    }

    /// The port, written or usual.
    pub fn port(&self) -> u16 {
        let usual = if self.url.scheme() == "https" {
            443
        } else {
            80
        };
        let after = self.host().rsplit_once(':').map(|(_, port)| port);
        after.and_then(|port| port.parse().ok()).unwrap_or(usual)
    }

    /// Whether it is written as one on this machine.
    pub fn is_loopback(&self) -> bool {
        let name = self.host_name();
        let ip = name.parse::<std::net::IpAddr>();
        name == "localhost" || ip.is_ok_and(|ip| ip.to_canonical().is_loopback())
    }

    /// Whether a request may carry the credentials that were meant for `other`.
    pub(crate) fn is_same_site(&self, other: &Self) -> bool {
        self.url.scheme() == other.url.scheme()
            && self.host_name().eq_ignore_ascii_case(other.host_name())
            && self.port() == other.port()
    }

    /// Where a redirect leads; a user in it is dropped.
    pub(crate) fn redirected(&self, location: &str) -> Result<Self, Error> {
        let target = self
            .url
            .resolve(location)
            .map_err(|_| Error::NotAnAddress {
                given: without_user(location),
                reason: format!("{} redirects to what is no address", self.shown()),
            })?;
        Ok(Self::parse(target.as_str())?.0)
    }

    /// The address with a further parameter.
    #[must_use]
    pub fn with_query(&self, name: &str, value: &str) -> Self {
        let mark = match self.url.query() {
            None => "?",
            Some("") => "",
            Some(_) => "&",
        };
        let text = format!(
            "{}{mark}{}={}",
            self.as_str(),
            encoded(name),
            encoded(value)
        );
        Self {
            url: Iri::parse_unchecked(text),
        }
    }

    /// For messages: without parameters, which may be long and are nobody's business.
    pub(crate) fn shown(&self) -> String {
        let text = self.as_str();
        text.split('?').next().unwrap_or(text).to_owned()
    }
}

impl FromStr for Address {
    type Err = Error;

    fn from_str(given: &str) -> Result<Self, Error> {
        Ok(Self::parse(given)?.0)
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// All but what RFC 3986 calls unreserved.
const RESERVED: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~');

/// A name or a value of a parameter as it is written in addresses and forms.
pub fn encoded(text: &str) -> String {
    utf8_percent_encode(text, RESERVED).to_string()
}

/// An address for a message, whatever is wrong with it: nothing before an `@` is shown.
fn without_user(given: &str) -> String {
    match (given.split_once("://"), given.rsplit_once('@')) {
        (Some((scheme, _)), Some((_, rest))) => format!("{scheme}://{rest}"),
        (None, Some((_, rest))) => rest.to_owned(),
        _ => given.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn credentials_leave_the_address() {
        let (address, credentials) =
            Address::parse("https://ada:pass%40word@example.org:8890/sparql?x=1#y").unwrap();
        assert_eq!(address.as_str(), "https://example.org:8890/sparql?x=1");
        assert_eq!(address.host(), "example.org:8890");
        let expected = Credentials::Password {
            user: "ada".into(),
            password: "pass@word".into(),
        };
        assert_eq!(credentials, Some(expected));
        assert_eq!(address.path_and_query(), "/sparql?x=1");
        assert_eq!(
            address.with_query("query", "ASK {}").as_str(),
            "https://example.org:8890/sparql?x=1&query=ASK%20%7B%7D"
        );
    }

    #[test]
    fn what_is_no_endpoint_is_refused_without_showing_secrets() {
        for given in [
            "ftp://ada:secret@example.org/",
            "http://ada:secret@/sparql",
            "http://ada:secret@exa mple.org/",
            "ada:secret@example.org",
            "http://",
            "",
        ] {
            let message = Address::parse(given).unwrap_err().to_string();
            assert!(!message.contains("secret"), "{message}");
        }
    }

    #[test]
    fn this_machine_is_known() {
        for (url, expected) in [
            ("http://127.0.0.1:8890/sparql", true),
            ("http://localhost/sparql", true),
            ("http://[::1]:80/", true),
            ("http://[::ffff:127.0.0.1]/", true),
            ("http://example.org/localhost", false),
        ] {
            assert_eq!(Address::parse(url).unwrap().0.is_loopback(), expected);
        }
    }

    #[test]
    fn redirects_are_resolved() {
        let (address, _) = Address::parse("http://a.example/x/sparql?q=1").unwrap();
        let target = address.redirected("../y?q=1").unwrap();
        assert_eq!(target.as_str(), "http://a.example/y?q=1");
        assert!(target.is_same_site(&address));
        assert!(
            !address
                .redirected("https://a.example/")
                .unwrap()
                .is_same_site(&address)
        );
        assert!(address.redirected("file:///etc/passwd").is_err());
        let same = "HTTP://A.example:80/".replace("HTTP", "http");
        assert!(address.redirected(&same).unwrap().is_same_site(&address));
        let user = address.redirected("http://ada:secret@b.example/").unwrap();
        assert_eq!(user.as_str(), "http://b.example/");
    }

    #[test]
    fn parameters_are_encoded() {
        assert_eq!(encoded("a b&c=ü+~"), "a%20b%26c%3D%C3%BC%2B~");
    }
}
