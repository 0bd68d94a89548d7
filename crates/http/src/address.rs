//! Where an endpoint is, without the secrets that people write into addresses.

use oxiri::Iri;
use percent_encoding::percent_decode_str;

use super::Credentials;
use crate::GraphError;

/// The address of an endpoint, free of credentials: it may be shown to anybody.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Address {
    url: Iri<String>,
}

impl Address {
    /// Reads an address; a user and password in it are taken out.
    pub(super) fn parse(given: &str) -> Result<(Self, Option<Credentials>), GraphError> {
        let no_address = |reason: &str| GraphError::OutOfReach {
            place: without_user(given),
            reason: reason.to_owned(),
        };
        let url = Iri::parse(given.trim().to_owned())
            .map_err(|error| no_address(&format!("this is no address: {error}")))?;
        if !matches!(url.scheme(), "http" | "https") {
            return Err(no_address(
                "an endpoint is addressed by http:// or https://",
            ));
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

    pub(super) fn as_str(&self) -> &str {
        self.url.as_str()
    }

    /// The host and port, which politeness and credentials go by.
    pub(super) fn host(&self) -> &str {
        self.url.authority().unwrap_or_default()
    }

    /// Whether it is on this machine.
    pub(super) fn is_loopback(&self) -> bool {
        let host = self.host();
        let name = match host.strip_prefix('[') {
            Some(rest) => rest.split(']').next().unwrap_or_default(),
            None => host.split(':').next().unwrap_or_default(),
        };
        let ip = name.parse::<std::net::IpAddr>();
        name == "localhost" || ip.is_ok_and(|ip| ip.is_loopback())
    }

    /// Whether a request may carry the credentials that were meant for `other`.
    pub(super) fn is_same_site(&self, other: &Self) -> bool {
        (self.url.scheme(), self.host()) == (other.url.scheme(), other.host())
    }

    /// Where a redirect leads.
    pub(super) fn redirected(&self, location: &str) -> Result<Self, GraphError> {
        let place = self.as_str().to_owned();
        let target = self.url.resolve(location).map_err(|_| {
            let reason = format!("it redirects to something that is no address: {location}");
            GraphError::OutOfReach { place, reason }
        })?;
        Ok(Self::parse(target.as_str())?.0)
    }

    /// The address with further parameters.
    pub(super) fn with_parameters(&self, parameters: &str) -> String {
        let mark = if self.url.query().is_some() { '&' } else { '?' };
        format!("{}{mark}{parameters}", self.as_str())
    }
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
        assert_eq!(
            address.with_parameters("query=ASK"),
            "https://example.org:8890/sparql?x=1&query=ASK"
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
    }
}
