//! The graphs that are kept on this machine.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use lydite_graph::Loader;

/// The graphs that are kept: indexes under the digests of what was loaded, and names for them.
pub struct Library {
    folder: PathBuf,
}

impl Library {
    /// The graphs in a home directory.
    pub fn new(home: &Path) -> Self {
        Self {
            folder: home.join("graphs"),
        }
    }

    /// Where the index of a content lies.
    pub fn index(&self, digest: &str) -> PathBuf {
        self.folder
            .join(format!("{}.kg", &digest[..digest.len().min(24)]))
    }

    fn name_file(&self, name: &str) -> PathBuf {
        self.folder.join("names").join(name)
    }

    /// The index with this name, if there is one.
    pub fn find(&self, name: &str) -> Option<PathBuf> {
        if !is_name(name) {
            return None;
        }
        let digest = fs::read_to_string(self.name_file(name)).ok()?;
        Some(self.index(digest.trim()))
    }

    /// The names, in their order.
    pub fn names(&self) -> Vec<String> {
        let mut names: Vec<String> = fs::read_dir(self.folder.join("names"))
            .into_iter()
            .flatten()
            .flatten()
            .filter_map(|entry| entry.file_name().into_string().ok())
            .filter(|name| is_name(name))
            .collect();
        names.sort_unstable();
        names
    }

    /// Makes the folders.
    ///
    /// # Errors
    /// They cannot be made.
    pub fn prepare(&self) -> io::Result<()> {
        fs::create_dir_all(self.folder.join("names"))
    }

    /// Gives a content its name, at once or not at all.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn name(&self, name: &str, digest: &str) -> io::Result<()> {
        let partial = self.folder.join("names").join(format!("{name}.partial"));
        fs::write(&partial, digest)?;
        fs::rename(partial, self.name_file(name))
    }

    /// Removes a name, and the index if no other name has it.
    ///
    /// # Errors
    /// There is no such name, or it cannot be removed.
    pub fn remove(&self, name: &str) -> io::Result<()> {
        let index = self.find(name);
        fs::remove_file(self.name_file(name))?;
        let others = self.names();
        let is_used = |index: &PathBuf| {
            let mut others = others.iter();
            others.any(|other| self.find(other).as_ref() == Some(index))
        };
        if let Some(index) = index.filter(|index| !is_used(index)) {
            // A name without an index may be removed, too.
            let _ = fs::remove_file(&index);
            Loader::discard(&index);
        }
        Ok(())
    }

    /// What interrupted loads left behind: the files with their lengths and ages.
    fn leftovers(&self) -> Vec<(PathBuf, u64, Duration)> {
        let entries = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        let leftover = |entry: fs::DirEntry| {
            let path = entry.path();
            let kind = path.extension()?;
            let facts = entry.metadata().ok()?;
            let age = SystemTime::now().duration_since(facts.modified().ok()?);
            let is_one = kind == "journal" || kind == "partial";
            is_one.then(|| (path, facts.len(), age.unwrap_or_default()))
        };
        entries.filter_map(leftover).collect()
    }

    /// How many bytes interrupted loads left behind.
    pub fn unfinished(&self) -> u64 {
        self.leftovers().iter().map(|(_, bytes, _)| bytes).sum()
    }

    /// Removes what loads left behind that nobody took up again for a week; gives its length.
    pub fn sweep(&self) -> u64 {
        const GIVEN_UP: Duration = Duration::from_secs(7 * 24 * 60 * 60);
        let mut swept = 0;
        for (path, bytes, age) in self.leftovers() {
            if age < GIVEN_UP {
                continue;
            }
            // `INDEX.journal` and `INDEX.partial` may be in use; `INDEX.7-0.partial` is too old.
            let index = path.with_extension("");
            if index.extension().is_some_and(|extension| extension == "kg") {
                Loader::discard(&index);
            } else {
                let _ = fs::remove_file(&path);
            }
            if !path.exists() {
                swept += bytes;
            }
        }
        swept
    }
}

/// Whether a word can be a name: it is a file name on every system and no path or address.
pub fn is_name(word: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.+".contains(&byte);
    !word.is_empty()
        && word.len() <= 100
        && word.bytes().all(plain)
        && !word.starts_with('.')
        && !word.ends_with(".partial")
}
