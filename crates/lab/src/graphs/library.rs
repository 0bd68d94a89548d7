//! The graphs that are kept on this machine.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
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

    /// Where the index with a key lies.
    pub fn index(&self, key: &str) -> PathBuf {
        self.folder
            .join(format!("{}.kg", &key[..key.len().min(24)]))
    }

    fn name_file(&self, name: &str) -> PathBuf {
        self.folder.join("names").join(name)
    }

    /// The index with this name, if there is one.
    pub fn find(&self, name: &str) -> Option<PathBuf> {
        Some(self.index(&self.key(name)?))
    }

    /// The key of the index with this name, if there is one.
    pub fn key(&self, name: &str) -> Option<String> {
        if !is_name(name) {
            return None;
        }
        let key = fs::read_to_string(self.name_file(name)).ok()?;
        Some(key.trim().to_owned())
    }

    /// Where an index lies whose key shows only when it is whole.
    pub fn incoming(&self) -> PathBuf {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("incoming-{}-{number}.partial", std::process::id());
        self.folder.join(name)
    }

    /// Notes that an index was used, so that it is not swept soon.
    pub(crate) fn touch(&self, index: &Path) {
        let file = fs::File::options().append(true).open(index);
        // Whether that works does not matter now.
        let _ = file.and_then(|file| file.set_modified(SystemTime::now()));
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
        let key = self.key(name);
        fs::remove_file(self.name_file(name))?;
        if let Some(key) = key {
            self.forget(&key);
        }
        Ok(())
    }

    /// Removes an index unless it has a name.
    pub(crate) fn forget(&self, key: &str) {
        let index = self.index(key);
        if !self.named().contains(&index) {
            // A name without an index may be removed, too.
            let _ = fs::remove_file(&index);
            Loader::discard(&index);
        }
    }

    /// The indexes that have names.
    fn named(&self) -> Vec<PathBuf> {
        let names = self.names();
        names.iter().filter_map(|name| self.find(name)).collect()
    }

    /// The indexes without a name: of files that were queried without being loaded under one.
    pub fn unnamed(&self) -> Vec<Unnamed> {
        let named = self.named();
        let entries = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        let mut unnamed: Vec<Unnamed> = entries
            .filter_map(|entry| {
                let index = entry.path();
                let facts = entry.metadata().ok()?;
                let age = SystemTime::now().duration_since(facts.modified().ok()?);
                let is_one = index.extension()? == "kg" && !named.contains(&index);
                is_one.then(|| Unnamed {
                    index,
                    bytes: facts.len(),
                    age: age.unwrap_or_default(),
                })
            })
            .collect();
        unnamed.sort_by(|one, other| one.index.cmp(&other.index));
        unnamed
    }

    /// Removes the indexes without a name and what interrupted loads left behind; gives how many
    /// files that were, and their length.
    pub fn prune(&self) -> (usize, u64) {
        let indexes = self.unnamed().into_iter();
        let indexes = indexes.map(|unnamed| (unnamed.index, unnamed.bytes));
        // A load that is under way writes now and then.
        const QUIET: Duration = Duration::from_secs(60 * 60);
        let leftovers = self.leftovers().into_iter();
        let leftovers = leftovers.filter(|(path, _, age)| is_locked_kind(path) || *age > QUIET);
        let all: Vec<(PathBuf, u64)> = indexes
            .chain(leftovers.map(|(path, bytes, _)| (path, bytes)))
            .collect();
        for (path, _) in &all {
            remove(path);
        }
        let gone = all.iter().filter(|(path, _)| !path.exists());
        gone.fold((0, 0), |(count, sum), (_, bytes)| (count + 1, sum + bytes))
    }

    /// What interrupted loads left behind: the files with their lengths and ages.
    fn leftovers(&self) -> Vec<(PathBuf, u64, Duration)> {
        let entries = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        let leftover = |entry: fs::DirEntry| {
            let path = entry.path();
            let kind = path.extension()?;
            let facts = entry.metadata().ok()?;
            let age = SystemTime::now().duration_since(facts.modified().ok()?);
            let is_one = kind == "journal" || kind == "partial" || kind == "nt";
            is_one.then(|| (path, facts.len(), age.unwrap_or_default()))
        };
        entries.filter_map(leftover).collect()
    }

    /// How many bytes interrupted loads left behind.
    pub fn unfinished(&self) -> u64 {
        self.leftovers().iter().map(|(_, bytes, _)| bytes).sum()
    }

    /// Removes what loads left behind that nobody took up again for a week, and indexes without a
    /// name that nobody used for a month; gives the length of both.
    pub fn sweep(&self) -> u64 {
        const DAY: Duration = Duration::from_secs(24 * 60 * 60);
        let abandoned = self
            .leftovers()
            .into_iter()
            .filter(|(_, _, age)| *age > 7 * DAY);
        let unused = self
            .unnamed()
            .into_iter()
            .filter(|index| index.age > 30 * DAY);
        let all: Vec<(PathBuf, u64)> = abandoned
            .map(|(path, bytes, _)| (path, bytes))
            .chain(unused.map(|unnamed| (unnamed.index, unnamed.bytes)))
            .collect();
        for (path, _) in &all {
            remove(path);
        }
        let gone = all.iter().filter(|(path, _)| !path.exists());
        gone.map(|(_, bytes)| bytes).sum()
    }
}

/// An index without a name.
#[derive(Clone, Debug)]
pub struct Unnamed {
    /// The file.
    pub index: PathBuf,
    /// Its length.
    pub bytes: u64,
    /// How long it has not been used.
    pub age: Duration,
}

/// Whether a load holds a lock on what it leaves behind: `INDEX.journal` and `INDEX.partial`.
fn is_locked_kind(path: &Path) -> bool {
    let index = path.with_extension("");
    index.extension().is_some_and(|extension| extension == "kg")
}

/// Removes an index or what a load left behind, unless that load is under way.
fn remove(path: &Path) {
    if is_locked_kind(path) {
        Loader::discard(&path.with_extension(""));
    } else {
        let _ = fs::remove_file(path);
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
