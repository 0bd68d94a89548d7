//! Who may do what: tokens with roles, sessions of browsers, links for sharing.

use std::collections::HashMap;
use std::fmt;
use std::fs;
use std::io::{self, Read, Write};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use axum::http::HeaderMap;
use axum::http::header::{AUTHORIZATION, COOKIE};
use base64::Engine;
use base64::engine::general_purpose::STANDARD as BASE64;
use lydite_digest::{Sha256, hex, sha256_of};
use serde::{Deserialize, Serialize};

use crate::settings::TokenSetting;

/// What somebody may do; each role may do what those before it may.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// See everything, also what is not published.
    Reader,
    /// Run experiments and judge them.
    Runner,
    /// Publish and delete.
    Admin,
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Reader => "reader",
            Self::Runner => "runner",
            Self::Admin => "admin",
        })
    }
}

/// A new token.
#[derive(Debug)]
pub struct Token {
    /// What its owner sends.
    pub secret: String,
    /// What is kept of it.
    pub sha256: String,
}

impl Token {
    /// A token that nobody can guess.
    ///
    /// # Errors
    /// The system gives no randomness.
    pub fn new() -> io::Result<Self> {
        let secret = format!("lydite_{}", random()?);
        Ok(Self {
            sha256: sha256_of(secret.as_bytes()),
            secret,
        })
    }
}

/// Whoever makes a request.
#[derive(Clone, Debug)]
pub(crate) struct Visitor {
    /// What they may do; nothing but look at what is published, if there is none.
    pub(crate) role: Option<Role>,
    /// Whose token it is.
    pub(crate) name: String,
    /// What they show to see single experiments: identifier and key.
    pub(crate) shares: Vec<(String, String)>,
    /// Whether there are tokens at all.
    pub(crate) can_sign_in: bool,
}

impl Visitor {
    pub(crate) fn may(&self, role: Role) -> bool {
        self.role.is_some_and(|own| own >= role)
    }
}

/// Knows everybody.
pub(crate) struct Access {
    tokens: Vec<TokenSetting>,
    key: String,
    sessions: Mutex<HashMap<String, usize>>,
}

/// The cookie of a session.
pub(crate) const SESSION: &str = "lydite-session";
/// The cookies of shared links begin so.
pub(crate) const SHARE: &str = "lydite-share-";

impl Access {
    /// With the key of this home directory, which is made if there is none.
    pub(crate) fn open(tokens: Vec<TokenSetting>, home: &Path) -> io::Result<Self> {
        let path = home.join("server.key");
        let key = match fs::read_to_string(&path) {
            Ok(key) if key.trim().len() >= 32 => key.trim().to_owned(),
            _ => {
                let key = random()?;
                fs::create_dir_all(home)?;
                let mut options = fs::OpenOptions::new();
                options.write(true).create(true).truncate(true);
                #[cfg(unix)]
                {
                    use std::os::unix::fs::OpenOptionsExt;
                    options.mode(0o600);
                }
                options.open(&path)?.write_all(key.as_bytes())?;
                key
            }
        };
        Ok(Self {
            tokens,
            key,
            sessions: Mutex::new(HashMap::new()),
        })
    }

    /// Whoever sends these headers; an error if they show a token that is none.
    pub(crate) fn visitor(&self, headers: &HeaderMap) -> Result<Visitor, ()> {
        let shares = cookies(headers)
            .filter_map(|(name, value)| {
                let id = name.strip_prefix(SHARE)?;
                Some((id.to_owned(), value.to_owned()))
            })
            .collect();
        let visitor = |role, name: &str| Visitor {
            role,
            name: name.to_owned(),
            shares,
            can_sign_in: !self.tokens.is_empty(),
        };
        if self.tokens.is_empty() {
            return Ok(visitor(Some(Role::Admin), "local"));
        }
        if let Some(header) = headers.get(AUTHORIZATION) {
            let token = header.to_str().ok().and_then(shown);
            let found = token.and_then(|token| self.find(token.trim())).ok_or(())?;
            let token = &self.tokens[found];
            return Ok(visitor(Some(token.role), &token.name));
        }
        let session = cookies(headers).find(|(name, _)| *name == SESSION);
        let session = session.and_then(|(_, id)| {
            let sessions = self.sessions.lock().unwrap_or_else(PoisonError::into_inner);
            sessions.get(id).copied()
        });
        Ok(match session.map(|at| &self.tokens[at]) {
            Some(token) => visitor(Some(token.role), &token.name),
            None => visitor(None, "anonymous"),
        })
    }

    fn find(&self, token: &str) -> Option<usize> {
        let digest = sha256_of(token.as_bytes());
        self.tokens.iter().position(|known| {
            same(
                known.sha256.to_ascii_lowercase().as_bytes(),
                digest.as_bytes(),
            )
        })
    }

    /// Begins a session for whoever knows a token.
    pub(crate) fn sign_in(&self, token: &str) -> io::Result<Option<String>> {
        let Some(found) = self.find(token.trim()) else {
            return Ok(None);
        };
        let id = random()?;
        let mut sessions = self.sessions.lock().unwrap_or_else(PoisonError::into_inner);
        sessions.insert(id.clone(), found);
        Ok(Some(id))
    }

    /// Ends the session of these headers.
    pub(crate) fn sign_out(&self, headers: &HeaderMap) {
        let session = cookies(headers).find(|(name, _)| *name == SESSION);
        if let Some((_, id)) = session {
            let mut sessions = self.sessions.lock().unwrap_or_else(PoisonError::into_inner);
            sessions.remove(id);
        }
    }

    /// The key that opens one experiment: HMAC-SHA256 (RFC 2104) of its identifier.
    pub(crate) fn share_key(&self, id: &str) -> String {
        let pad = |with: u8| -> Vec<u8> {
            let mut block = [with; 64];
            for (byte, key) in block.iter_mut().zip(self.key.bytes()) {
                *byte ^= key;
            }
            block.to_vec()
        };
        let hash = |first: &[u8], then: &[u8]| {
            let mut digest = Sha256::default();
            digest.update(first);
            digest.update(then);
            digest.bytes()
        };
        let inner = hash(&pad(0x36), format!("share:{id}").as_bytes());
        hex(&hash(&pad(0x5c), &inner))[..40].to_owned()
    }

    /// Whether a key opens an experiment.
    pub(crate) fn opens(&self, id: &str, key: &str) -> bool {
        same(self.share_key(id).as_bytes(), key.as_bytes())
    }
}

/// The token of a header; as a password, where a program knows nothing else: whatever its user is called.
fn shown(header: &str) -> Option<String> {
    if let Some(token) = header.strip_prefix("Bearer ") {
        return Some(token.to_owned());
    }
    let basic = BASE64.decode(header.strip_prefix("Basic ")?.trim()).ok()?;
    let basic = String::from_utf8(basic).ok()?;
    basic
        .split_once(':')
        .map(|(_, password)| password.to_owned())
}

fn cookies(headers: &HeaderMap) -> impl Iterator<Item = (&str, &str)> {
    let all = headers.get_all(COOKIE).into_iter();
    all.filter_map(|header| header.to_str().ok())
        .flat_map(|text| text.split(';'))
        .filter_map(|pair| pair.trim().split_once('='))
}

/// Compares without telling by the time it takes where the first difference is.
fn same(one: &[u8], other: &[u8]) -> bool {
    let differing = one.iter().zip(other).fold(0, |sum, (a, b)| sum | (a ^ b));
    one.len() == other.len() && differing == 0
}

/// 256 bits that nobody can guess, in hexadecimal.
fn random() -> io::Result<String> {
    let mut bytes = [0; 32];
    fs::File::open("/dev/urandom")?.read_exact(&mut bytes)?;
    Ok(hex(&bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn access(home: &Path) -> (Access, Token) {
        let token = Token::new().unwrap();
        let setting = TokenSetting {
            name: "ann".to_owned(),
            role: Role::Runner,
            sha256: token.sha256.clone(),
        };
        (Access::open(vec![setting], home).unwrap(), token)
    }

    #[test]
    fn tokens_have_roles() {
        let home = tempfile::tempdir().unwrap();
        let (access, token) = access(home.path());
        let mut headers = HeaderMap::new();
        assert_eq!(access.visitor(&headers).unwrap().role, None);
        let value = format!("Bearer {}", token.secret).parse().unwrap();
        headers.insert(AUTHORIZATION, value);
        let visitor = access.visitor(&headers).unwrap();
        assert!(
            visitor.may(Role::Reader) && visitor.may(Role::Runner) && !visitor.may(Role::Admin)
        );
        let basic = BASE64.encode(format!("admin:{}", token.secret));
        headers.insert(AUTHORIZATION, format!("Basic {basic}").parse().unwrap());
        assert!(access.visitor(&headers).unwrap().may(Role::Runner));
        headers.insert(AUTHORIZATION, "Bearer lydite_guess".parse().unwrap());
        assert!(access.visitor(&headers).is_err());
    }

    #[test]
    fn keys_open_one_experiment_and_outlive_the_process() {
        let home = tempfile::tempdir().unwrap();
        let (one, _) = access(home.path());
        let key = one.share_key("202611180001");
        assert!(one.opens("202611180001", &key));
        assert!(!one.opens("202611180002", &key));
        assert!(!one.opens("202611180001", ""));
        let (later, _) = access(home.path());
        assert!(later.opens("202611180001", &key));
    }
}
