//! What lets one in.

use std::fmt;

use base64::prelude::{BASE64_STANDARD, Engine as _};
use md5::{Digest as _, Md5};
use percent_encoding::percent_decode_str;

/// What lets one in. It is never printed.
#[derive(Clone, PartialEq, Eq)]
pub enum Credentials {
    /// HTTP basic authentication, or digest where the endpoint asks for it.
    Password {
        /// The name.
        user: String,
        /// The secret.
        password: String,
    },
    /// A bearer token.
    Token(String),
}

impl Credentials {
    /// Finds the credentials for a host in a list such as `example.org=password:ada:secret
    /// localhost:8890=token:abc`: entries are separated by white space, special characters in names
    /// and secrets are percent-encoded.
    ///
    /// ```
    /// use lydite_http::Credentials;
    ///
    /// let list = "a.example=password:ada:p%20w b.example:8890=token:abc";
    /// assert_eq!(Credentials::for_host(list, "b.example:8890"), Some(Credentials::Token("abc".into())));
    /// assert_eq!(Credentials::for_host(list, "c.example"), None);
    /// ```
    pub fn for_host(list: &str, host: &str) -> Option<Self> {
        let decoded = |text| percent_decode_str(text).decode_utf8_lossy().into_owned();
        list.split_whitespace().find_map(|entry| {
            let (name, secret) = entry.split_once('=')?;
            if name != host {
                return None;
            }
            match secret.split_once(':')? {
                ("token", token) => Some(Self::Token(decoded(token))),
                ("password", rest) => {
                    let (user, password) = rest.split_once(':')?;
                    Some(Self::Password {
                        user: decoded(user),
                        password: decoded(password),
                    })
                }
                _ => None,
            }
        })
    }

    /// What a request carries before anybody asked.
    pub(crate) fn header(&self) -> String {
        match self {
            Self::Password { user, password } => {
                let pair = BASE64_STANDARD.encode(format!("{user}:{password}"));
                format!("Basic {pair}")
            }
            Self::Token(token) => format!("Bearer {token}"),
        }
    }

    /// Who one is, for telling apart what different people were answered. It may be secret.
    pub fn identity(&self) -> &str {
        match self {
            Self::Password { user, .. } => user,
            Self::Token(token) => token,
        }
    }

    /// The reply to a digest challenge (RFC 7616 with MD5, which is what Virtuoso speaks).
    pub(crate) fn digest(&self, challenge: &str, method: &str, uri: &str) -> Option<String> {
        let Self::Password { user, password } = self else {
            return None;
        };
        let rest = challenge.trim();
        let rest = rest
            .get(..7)
            .filter(|word| word.eq_ignore_ascii_case("digest "))
            .map(|_| &rest[7..])?;
        let field = |name: &str| parameter(rest, name);
        if field("algorithm").is_some_and(|name| !name.eq_ignore_ascii_case("md5")) {
            return None;
        }
        let (realm, nonce) = (field("realm")?, field("nonce")?);
        let secret = md5(&format!("{user}:{realm}:{password}"));
        let request = md5(&format!("{method}:{uri}"));
        let mut reply = format!(
            "Digest username=\"{user}\", realm=\"{realm}\", nonce=\"{nonce}\", uri=\"{uri}\", \
             algorithm=MD5"
        );
        let offers_auth =
            field("qop").is_some_and(|qop| qop.split(',').any(|one| one.trim() == "auth"));
        let response = if offers_auth {
            // The nonce is used once, so any value of ours will do.
            let own = &md5(&format!("{nonce}:{uri}"))[..16];
            reply.push_str(&format!(", qop=auth, nc=00000001, cnonce=\"{own}\""));
            md5(&format!("{secret}:{nonce}:00000001:{own}:auth:{request}"))
        } else {
            md5(&format!("{secret}:{nonce}:{request}"))
        };
        reply.push_str(&format!(", response=\"{response}\""));
        if let Some(opaque) = field("opaque") {
            reply.push_str(&format!(", opaque=\"{opaque}\""));
        }
        Some(reply)
    }
}

/// Secrets stay secret in messages and logs.
impl fmt::Debug for Credentials {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Password { .. } => "Password(…)",
            Self::Token(_) => "Token(…)",
        })
    }
}

fn md5(text: &str) -> String {
    let digest = Md5::digest(text.as_bytes());
    digest.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A parameter of a challenge, quoted or not.
fn parameter(challenge: &str, name: &str) -> Option<String> {
    let mut rest = challenge;
    loop {
        let (key, value) = rest.split_once('=')?;
        let value = value.trim_start();
        let (value, after) = match value.strip_prefix('"') {
            Some(quoted) => quoted.split_once('"')?,
            None => value.split_at(value.find(',').unwrap_or(value.len())),
        };
        if key
            .trim_matches([',', ' ', '\t'])
            .eq_ignore_ascii_case(name)
        {
            return Some(value.trim().to_owned());
        }
        rest = after;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ada() -> Credentials {
        Credentials::Password {
            user: "Mufasa".into(),
            password: "CircleOfLife".into(),
        }
    }

    #[test]
    fn secrets_are_not_printed() {
        let printed = format!("{:?} {:?}", ada(), Credentials::Token("abc".into()));
        assert_eq!(printed, "Password(…) Token(…)");
    }

    #[test]
    fn basic_and_bearer_headers() {
        let user = Credentials::Password {
            user: "Aladdin".into(),
            password: "open sesame".into(),
        };
        assert_eq!(user.header(), "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==");
        assert_eq!(Credentials::Token("abc".into()).header(), "Bearer abc");
    }

    #[test]
    fn a_digest_is_computed_as_rfc_2069_says() {
        // The example of RFC 2069, section 2.4, with the response that its errata give.
        let challenge = "Digest realm=\"testrealm@host.com\", nonce=\"dcd98b7102dd2f0e8b11d0f600bfb0c093\", opaque=\"5ccc069c403ebaf9f0171e9517f40e41\"";
        let reply = ada().digest(challenge, "GET", "/dir/index.html");
        assert!(
            reply.is_some_and(
                |reply| reply.contains("response=\"1949323746fe6a43ef61f9606e7febea\"")
            )
        );
    }

    #[test]
    fn other_challenges_are_not_answered() {
        for challenge in [
            "Basic realm=\"x\"",
            "Digest realm=\"x\"",
            "Digest realm=\"x\", nonce=\"y\", algorithm=SHA-256",
            "Digest",
            "Digest realm=\"x",
            "",
        ] {
            assert_eq!(ada().digest(challenge, "GET", "/"), None, "{challenge}");
        }
    }
}
