//! Where pictures are written.

use std::fs;
use std::path::Path;

use lydite_picture::{Chart, Theme};

use crate::failure::Failure;

/// Whether a picture can be written under this name, before any work is done for it.
pub(super) fn check(path: Option<&Path>) -> Result<(), Failure> {
    let Some(path) = path else { return Ok(()) };
    let extension = path.extension().unwrap_or_default().to_string_lossy();
    if extension.eq_ignore_ascii_case("svg") {
        return Ok(());
    }
    let failure = Failure::usage(format!("{}: charts are written as SVG", path.display()));
    let hint = match extension.to_ascii_lowercase().as_str() {
        kind @ ("png" | "pdf" | "eps" | "ps") => {
            let svg = path.with_extension("svg").display().to_string();
            format!(
                "write {svg} and convert it: rsvg-convert -f {kind} -o {} {svg}",
                path.display()
            )
        }
        _ => "give the file a name that ends in .svg".to_owned(),
    };
    Err(failure.hint(hint))
}

/// Writes a picture, if one is asked for.
pub(super) fn write(path: Option<&Path>, chart: impl FnOnce() -> Chart) -> Result<(), Failure> {
    let Some(path) = path else { return Ok(()) };
    fs::write(path, chart().render(&Theme::default()))
        .map_err(|error| Failure::input(format!("{}: {error}", path.display())))
}
