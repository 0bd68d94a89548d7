//! Where the shared data is.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::io::Read;
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

/// QaldGen's dataset as published.
#[allow(dead_code, reason = "not every test needs it")]
pub(crate) fn qaldgen() -> Option<Vec<lydite_sample::Described>> {
    let file = std::fs::File::open(folder("qaldgen")?.join("qaldgen-dataset.nt.gz")).unwrap();
    let mut bytes = Vec::new();
    flate2::read::MultiGzDecoder::new(file)
        .read_to_end(&mut bytes)
        .unwrap();
    let (questions, unread) = lydite_sample::read_rdf(&bytes).unwrap();
    assert!(unread.is_empty(), "{unread:?}");
    Some(questions)
}
