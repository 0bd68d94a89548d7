//! A certificate that a server has signed itself, made by the `openssl` program.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::path::{Path, PathBuf};
use std::process::Command;

/// A certificate and its key, as files.
#[derive(Clone, Debug)]
pub struct Certificate {
    /// The certificate.
    pub file: PathBuf,
    /// Its key.
    pub key: PathBuf,
}

impl Certificate {
    /// Makes one for a host, such as `DNS:localhost`, in a folder.
    ///
    /// Without the program a test reports itself as skipped; with `CI=true` that is a failure.
    ///
    /// # Panics
    /// With `CI=true`, if the program is not installed; or if it fails.
    pub fn make(folder: &Path, host: &str) -> Option<Self> {
        let name = host.replace([':', '.'], "-");
        let (file, key) = (
            folder.join(format!("{name}.crt")),
            folder.join(format!("{name}.key")),
        );
        let made = Command::new("openssl")
            .args([
                "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2",
            ])
            .args(["-subj", "/CN=lydite", "-addext"])
            .arg(format!("subjectAltName={host}"))
            .arg("-keyout")
            .arg(&key)
            .arg("-out")
            .arg(&file)
            .output();
        let Ok(made) = made else {
            let reason = "no openssl; install the package openssl";
            assert_ne!(std::env::var("CI").as_deref(), Ok("true"), "{reason}");
            eprintln!("skipped: {reason}");
            return None;
        };
        let said = String::from_utf8_lossy(&made.stderr);
        assert!(made.status.success(), "{said}");
        Some(Self { file, key })
    }
}
