//! Datasets of one's own, under a name.

use std::fs;
use std::path::{Path, PathBuf};

use crate::catalogue::Catalogue;
use crate::graphs::is_name;
use crate::{Error, Lab, demo};

/// A dataset that was imported.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Imported {
    /// What it is called from now on.
    pub name: String,
    /// Where it is kept.
    pub path: PathBuf,
    /// How many entries it has.
    pub entries: u64,
    /// Its format.
    pub format: &'static str,
}

impl Lab {
    /// Keeps a copy of a file, which its name means from now on, wherever a file is expected.
    ///
    /// # Errors
    /// It cannot be read as a benchmark or as answers, or the name is taken.
    pub fn import(&self, file: &Path, name: Option<&str>, force: bool) -> Result<Imported, Error> {
        let stem = file.file_stem().unwrap_or_default().to_string_lossy();
        let name = name.map_or_else(|| stem.into_owned(), str::to_owned);
        let is_taken = Catalogue::builtin().find(&name).is_ok() || demo::find(&name).is_some();
        if !is_name(&name) || is_taken {
            return Err(Error::BadDatasetName { name });
        }
        let mut reader = self.open_path(file)?;
        let format = reader.format().name;
        let entries = reader.by_ref().count() as u64;
        let folder = own(self.home()?);
        fs::create_dir_all(&folder).map_err(Error::file(&folder))?;
        let path = folder.join(&name);
        if path.exists() && !force {
            return Err(Error::Exists { path });
        }
        let partial = folder.join(format!("{name}.{}.partial", std::process::id()));
        fs::copy(file, &partial).map_err(Error::file(file))?;
        fs::rename(&partial, &path).map_err(Error::file(&path))?;
        Ok(Imported {
            name,
            path,
            entries,
            format,
        })
    }

    /// The datasets that were imported, by name.
    pub fn imported(&self) -> Vec<(String, PathBuf)> {
        let Ok(home) = self.home() else {
            return Vec::new();
        };
        let entries = fs::read_dir(own(home)).into_iter().flatten().flatten();
        let mut named: Vec<(String, PathBuf)> = entries
            .filter_map(|entry| Some((entry.file_name().into_string().ok()?, entry.path())))
            .filter(|(name, _)| is_name(name))
            .collect();
        named.sort();
        named
    }
}

/// Where imported datasets are kept.
pub(crate) fn own(home: &Path) -> PathBuf {
    home.join("datasets").join("own")
}
