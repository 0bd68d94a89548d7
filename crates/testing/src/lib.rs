//! What tests and benches share: the real benchmark files, damaged files, servers, a browser.

#[cfg(feature = "browser")]
pub mod browser;
pub mod bytes;
pub mod certificate;
pub mod corruption;
pub mod cpu;
#[cfg(unix)]
pub mod postgres;
#[cfg(feature = "server")]
pub mod server;

use std::path::{Path, PathBuf};

/// A folder of the shared data, or all of it by the empty name.
///
/// Without it a test reports itself as skipped; with `CI=true` that is a failure.
///
/// # Panics
/// With `CI=true`, if the folder is missing.
pub fn shared(name: &str) -> Option<PathBuf> {
    let folder = shared_path(name);
    if folder.is_dir() {
        return Some(folder);
    }
    let reason = format!("no folder {}; set LYDITE_SHARED", folder.display());
    assert_ne!(std::env::var("CI").as_deref(), Ok("true"), "{reason}");
    eprintln!("skipped: {reason}");
    None
}

/// Where a file or folder of the shared data would be: below `LYDITE_SHARED` (default:
/// `../shared`), seen from the workspace.
pub fn shared_path(name: &str) -> PathBuf {
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let root = std::env::var_os("LYDITE_SHARED").unwrap_or_else(|| "../shared".into());
    workspace.join(root).join("data").join(name)
}
