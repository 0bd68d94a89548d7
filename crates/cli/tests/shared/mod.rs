//! The folder with the real benchmark files, where it is available.

use std::path::{Path, PathBuf};

/// The `data` folder below `LYDITE_SHARED` (default: `../shared`), seen from the workspace root.
///
/// Without it the test says that it was skipped; on CI that is a failure.
pub(crate) fn data() -> Option<PathBuf> {
    let shared = std::env::var_os("LYDITE_SHARED").unwrap_or_else(|| "../shared".into());
    let data = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .join(shared)
        .join("data");
    if data.is_dir() {
        return Some(data);
    }
    let reason = format!("no folder {}; set LYDITE_SHARED", data.display());
    assert_ne!(std::env::var("CI").as_deref(), Ok("true"), "{reason}");
    eprintln!("skipped: {reason}");
    None
}
