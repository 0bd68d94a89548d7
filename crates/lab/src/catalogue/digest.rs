//! The SHA-256 of a file's content.

use std::fmt;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::str::FromStr;

use lydite_digest::Sha256;
use serde::{Deserialize, Serialize};

/// A SHA-256 digest, written as 64 hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Digest([u8; 32]);

/// The text is not 64 hexadecimal digits.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a SHA-256 digest: expected 64 hexadecimal digits")]
pub struct ParseDigestError(String);

impl Digest {
    /// The digest of these bytes.
    pub fn of(bytes: &[u8]) -> Self {
        let mut hasher = Sha256::default();
        hasher.update(bytes);
        Self::finish(hasher)
    }

    /// The digest of everything the reader yields.
    ///
    /// # Errors
    /// Whatever the reader fails with.
    pub fn of_reader(mut reader: impl Read) -> io::Result<Self> {
        let mut hasher = Sha256::default();
        hasher.read(&mut reader)?;
        Ok(Self::finish(hasher))
    }

    /// The digest of a file, read as a stream.
    ///
    /// # Errors
    /// The file cannot be opened or read.
    pub fn of_file(path: &Path) -> io::Result<Self> {
        Self::of_reader(File::open(path)?)
    }

    pub(super) fn finish(hasher: Sha256) -> Self {
        Self(hasher.bytes())
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&lydite_digest::hex(&self.0))
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Digest {
    type Err = ParseDigestError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let digits: Option<Vec<u8>> = text
            .chars()
            .map(|digit| {
                digit
                    .to_digit(16)
                    .and_then(|value| u8::try_from(value).ok())
            })
            .collect();
        match digits {
            Some(digits) if digits.len() == 64 => Ok(Self(std::array::from_fn(|byte| {
                digits[2 * byte] << 4 | digits[2 * byte + 1]
            }))),
            _ => Err(ParseDigestError(text.to_owned())),
        }
    }
}

impl From<Digest> for String {
    fn from(digest: Digest) -> Self {
        digest.to_string()
    }
}

impl TryFrom<String> for Digest {
    type Error = ParseDigestError;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // The example of FIPS 180-4 for a message of one block.
    const ABC: &str = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

    #[test]
    fn the_digest_is_sha256() {
        assert_eq!(Digest::of(b"abc").to_string(), ABC);
        assert_eq!(Digest::of_reader(&b"abc"[..]).unwrap().to_string(), ABC);
    }

    #[test]
    fn only_64_hexadecimal_digits_are_a_digest() {
        assert_eq!(ABC.parse(), Ok(Digest::of(b"abc")));
        assert_eq!(ABC.to_uppercase().parse(), Ok(Digest::of(b"abc")));
        for wrong in [
            "",
            &ABC[1..],
            &format!("{ABC}00"),
            &ABC.replace('b', "g"),
            &ABC.replace("ba", "é"),
        ] {
            assert!(wrong.parse::<Digest>().is_err(), "{wrong}");
        }
    }
}
