//! The right to make an index: one load has it at a time, the others work beside it.

use std::fs::{self, File, OpenOptions};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

/// The right to make an index.
pub(super) struct Claim {
    /// Where the journal is, and the file, locked; without a lock there is no journal.
    journal: PathBuf,
    file: Option<File>,
    /// Where the index is until it is whole.
    pub(super) partial: PathBuf,
    /// Whether an earlier load left something behind.
    pub(super) interrupted: bool,
}

impl Claim {
    /// Claims an index. Whoever comes second gets no journal and another name for its file.
    pub(super) fn new(index: &Path) -> Self {
        static BESIDE: AtomicU64 = AtomicU64::new(0);
        let journal = beside(index, ".journal");
        let partial = beside(index, ".partial");
        if let Some((file, new)) = lock(&journal) {
            return Self {
                journal,
                file: Some(file),
                interrupted: !new || partial.exists(),
                partial,
            };
        }
        let number = BESIDE.fetch_add(1, Ordering::Relaxed);
        let suffix = format!(".{}-{number}.partial", std::process::id());
        Self {
            journal,
            file: None,
            partial: beside(index, &suffix),
            interrupted: false,
        }
    }

    /// The file of the journal, if there may be one.
    pub(super) fn file(&self) -> Option<&File> {
        self.file.as_ref()
    }

    /// Whether there is anything in the journal.
    pub(super) fn has_journal(&self) -> bool {
        let length = |file: &File| file.metadata().map_or(0, |facts| facts.len());
        self.file.as_ref().map_or(0, length) > 0
    }

    /// Empties the journal.
    pub(super) fn clear_journal(&self) {
        if let Some(file) = &self.file {
            let _ = file.set_len(0);
        }
    }

    /// Gives the right back; nothing is left to go on from.
    pub(super) fn settle(self) {
        if self.file.is_some() {
            let _ = fs::remove_file(&self.journal);
        }
    }
}

/// Removes what an interrupted load of this index left behind, unless a load is under way.
pub(super) fn discard(index: &Path) {
    if beside(index, ".journal").exists() || beside(index, ".partial").exists() {
        let claim = Claim::new(index);
        if claim.file.is_some() {
            let _ = fs::remove_file(&claim.partial);
            claim.settle();
        }
    }
}

fn beside(index: &Path, suffix: &str) -> PathBuf {
    let mut name = index.file_name().unwrap_or_default().to_owned();
    name.push(suffix);
    index.with_file_name(name)
}

/// Opens a file for this load alone, and says whether it is new. The lock ends with the process,
/// however that ends.
fn lock(path: &Path) -> Option<(File, bool)> {
    let mut options = OpenOptions::new();
    options.read(true).write(true);
    // Another load may finish, and remove the file, just after it was opened here.
    for _ in 0..8 {
        let (file, new) = match options.clone().create_new(true).open(path) {
            Ok(file) => (file, true),
            Err(_) => (options.open(path).ok()?, false),
        };
        file.try_lock().ok()?;
        if is_at(&file, path) {
            return Some((file, new));
        }
    }
    None
}

/// Whether a path still leads to an open file.
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    match (file.metadata(), fs::metadata(path)) {
        (Ok(one), Ok(other)) => (one.dev(), one.ino()) == (other.dev(), other.ino()),
        _ => false,
    }
}

#[cfg(not(unix))]
fn is_at(_: &File, path: &Path) -> bool {
    path.exists()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_load_has_the_right_at_a_time() {
        let folder = tempfile::tempdir().unwrap();
        let index = folder.path().join("a.kg");
        let first = Claim::new(&index);
        assert!(first.file().is_some() && !first.interrupted);
        let second = Claim::new(&index);
        assert!(second.file().is_none() && !second.interrupted);
        let third = Claim::new(&index);
        assert_ne!(first.partial, second.partial);
        assert_ne!(second.partial, third.partial);
        // What is under way is nobody else's to remove.
        discard(&index);
        second.settle();
        assert!(folder.path().join("a.kg.journal").exists());
        drop(first);
        let heir = Claim::new(&index);
        assert!(heir.file().is_some() && heir.interrupted);
        heir.settle();
        assert_eq!(folder.path().read_dir().unwrap().count(), 0);
    }

    #[test]
    fn leftovers_are_removed() {
        let folder = tempfile::tempdir().unwrap();
        let index = folder.path().join("a.kg");
        fs::write(folder.path().join("a.kg.partial"), "half").unwrap();
        fs::write(folder.path().join("a.kg.journal"), "some").unwrap();
        discard(&index);
        assert_eq!(folder.path().read_dir().unwrap().count(), 0);
        discard(&index);
    }
}
