//! The digest that identifies a file.

use std::io::{self, Read};

use sha2::{Digest, Sha256};

/// The SHA-256 digest of raw bytes, in lower-case hexadecimal, as `sha256sum` prints it.
///
/// ```
/// let digest = lydite_formats::sha256(&b"abc"[..])?;
/// assert!(digest.starts_with("ba7816bf"));
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn sha256(mut bytes: impl Read) -> io::Result<String> {
    let mut digest = Sha256::new();
    let mut buffer = vec![0; 1 << 16];
    loop {
        match bytes.read(&mut buffer) {
            Ok(0) => break,
            Ok(count) => digest.update(&buffer[..count]),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    let hex = digest.finalize();
    Ok(hex.iter().map(|byte| format!("{byte:02x}")).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digests_agree_with_the_standard() {
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
            assert_eq!(sha256(text.as_bytes()).unwrap(), expected);
        }
    }
}
