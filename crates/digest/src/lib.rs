//! SHA-256 digests in hexadecimal, by which files and requests are identified.
//!
//! ```
//! let digest = lydite_digest::sha256(&b"abc"[..])?;
//! assert!(digest.starts_with("ba7816bf"));
//! assert_eq!(digest, lydite_digest::sha256_of(b"abc"));
//! # Ok::<(), std::io::Error>(())
//! ```

use std::fmt::Write as _;
use std::io::{self, Read, Write};

use sha2::Digest;

/// A digest that is computed piece by piece; bytes can be [written](Write) to it.
///
/// ```
/// let mut digest = lydite_digest::Sha256::default();
/// digest.update(b"a");
/// digest.update(b"bc");
/// assert_eq!(digest.finish(), lydite_digest::sha256_of(b"abc"));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Sha256(sha2::Sha256);

impl Sha256 {
    /// Takes in further bytes.
    pub fn update(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    /// Takes in all that a reader gives, in large pieces; how many bytes that were.
    ///
    /// # Errors
    /// What the reader fails with.
    pub fn read(&mut self, bytes: &mut impl Read) -> io::Result<u64> {
        let mut buffer = vec![0; 64 << 10];
        let mut total = 0;
        loop {
            match bytes.read(&mut buffer) {
                Ok(0) => return Ok(total),
                Ok(count) => {
                    self.update(&buffer[..count]);
                    total += count as u64;
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }

    /// The digest in lower-case hexadecimal, as `sha256sum` prints it.
    pub fn finish(self) -> String {
        hex(&self.bytes())
    }

    /// The digest as bytes.
    pub fn bytes(self) -> [u8; 32] {
        self.0.finalize().into()
    }
}

impl Write for Sha256 {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.update(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The SHA-256 digest of a stream of bytes.
pub fn sha256(mut bytes: impl Read) -> io::Result<String> {
    let mut digest = Sha256::default();
    digest.read(&mut bytes)?;
    Ok(digest.finish())
}

/// The SHA-256 digest of bytes in memory.
pub fn sha256_of(bytes: &[u8]) -> String {
    let mut digest = Sha256::default();
    digest.update(bytes);
    digest.finish()
}

/// Bytes in lower-case hexadecimal.
///
/// ```
/// assert_eq!(lydite_digest::hex(&[0, 255]), "00ff");
/// ```
pub fn hex(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(2 * bytes.len());
    for byte in bytes {
        // Writing to a string cannot fail.
        let _ = write!(text, "{byte:02x}");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digests_agree_with_the_standard() -> io::Result<()> {
        // Test vectors of FIPS 180-2; the last one spans many buffers.
        let cases = [
            (
                String::new(),
                "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
            ),
            (
                "abc".to_owned(),
                "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
            ),
            (
                "a".repeat(1_000_000),
                "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0",
            ),
        ];
        for (text, expected) in cases {
            assert_eq!(sha256(text.as_bytes())?, expected);
            assert_eq!(sha256_of(text.as_bytes()), expected);
        }
        Ok(())
    }
}
