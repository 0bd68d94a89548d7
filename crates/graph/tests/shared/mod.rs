//! Where the shared data is.

use std::path::PathBuf;

/// A folder of the shared data. Without it a test reports itself as skipped, except in CI.
pub(crate) fn folder(name: &str) -> Option<PathBuf> {
    let root = std::env::var_os("LYDITE_SHARED").map_or_else(
        || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared"),
        PathBuf::from,
    );
    let folder = root.join("data").join(name);
    if folder.is_dir() {
        return Some(folder);
    }
    assert!(
        std::env::var_os("CI").is_none_or(|ci| ci != "true"),
        "the shared data is not at {}: set LYDITE_SHARED",
        root.display()
    );
    eprintln!("skipped: no shared data at {}", root.display());
    None
}
