//! Where a file is written: it appears only when it is complete.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use lydite_formats::{Target, targets};

use crate::Error;

/// The format to write: by name, or by the extension of the file.
///
/// # Errors
/// There is none.
pub fn find_target(name: Option<&str>, output: &Path) -> Result<&'static Target, Error> {
    let extension = output.extension().unwrap_or_default().to_string_lossy();
    let fits = |target: &&Target| match name {
        Some(name) => target.format.name == name,
        None => target.extension.split(' ').any(|known| known == extension),
    };
    targets()
        .iter()
        .find(fits)
        .ok_or_else(|| Error::UnknownTarget {
            name: name.map(str::to_owned),
            output: output.to_owned(),
        })
}

/// A file that appears only when it is complete, or standard output.
#[derive(Debug)]
pub struct Destination {
    path: Option<PathBuf>,
    partial: PathBuf,
}

impl Destination {
    /// A file to write; `-` is standard output. What exists is kept, unless `force` says otherwise.
    ///
    /// # Errors
    /// The file exists, or is the input.
    pub fn new(path: &Path, force: bool, input: Option<&Path>) -> Result<Self, Error> {
        if path.as_os_str() == "-" {
            return Ok(Self {
                path: None,
                partial: PathBuf::new(),
            });
        }
        let same = |other: &Path| {
            let real = (fs::canonicalize(path), fs::canonicalize(other));
            matches!(real, (Ok(one), Ok(other)) if one == other)
        };
        if input.is_some_and(same) {
            return Err(Error::OverwritesInput);
        }
        if path.exists() && !force {
            return Err(Error::Exists {
                path: path.to_owned(),
            });
        }
        let mut partial = path.as_os_str().to_owned();
        partial.push(format!(".{}.part", std::process::id()));
        Ok(Self {
            path: Some(path.to_owned()),
            partial: partial.into(),
        })
    }

    /// Where to write.
    ///
    /// # Errors
    /// The file cannot be made.
    pub fn sink(&self) -> io::Result<Box<dyn Write>> {
        Ok(match self.path {
            Some(_) => Box::new(BufWriter::with_capacity(
                256 * 1024,
                File::create(&self.partial)?,
            )),
            None => Box::new(BufWriter::new(io::stdout().lock())),
        })
    }

    /// The file is complete.
    ///
    /// # Errors
    /// It cannot be put into its place.
    pub fn finish(mut self) -> io::Result<()> {
        match self.path.take() {
            Some(path) => fs::rename(&self.partial, path),
            None => Ok(()),
        }
    }
}

impl Drop for Destination {
    /// After a failure nothing half-written is left behind.
    fn drop(&mut self) {
        if self.path.is_some() {
            let _ = fs::remove_file(&self.partial);
        }
    }
}
