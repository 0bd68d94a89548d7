//! What systems are called.

use std::path::{Path, PathBuf};

use crate::store::StoredResponses;

/// A system, as the answers that it gave.
#[derive(Clone, Debug)]
pub struct System {
    /// What it is called.
    pub name: String,
    /// Its answers.
    pub answers: AnswerSource,
}

/// Where the answers of a system are.
#[derive(Clone, Debug)]
pub enum AnswerSource {
    /// In a file, given by path or by catalogue name.
    File(PathBuf),
    /// In the store of experiments.
    Stored(Box<StoredResponses>),
}

impl AnswerSource {
    /// The file, if they are in one.
    pub fn file(&self) -> Option<&Path> {
        match self {
            Self::File(path) => Some(path),
            Self::Stored(_) => None,
        }
    }
}

impl<P: Into<PathBuf>> From<P> for AnswerSource {
    fn from(path: P) -> Self {
        Self::File(path.into())
    }
}

impl From<StoredResponses> for AnswerSource {
    fn from(stored: StoredResponses) -> Self {
        Self::Stored(Box::new(stored))
    }
}

impl System {
    /// The systems that are meant by `FILE` or `NAME=FILE`. Those without a name are called as
    /// their files, with as much of the path before it as tells them apart.
    ///
    /// ```
    /// use lydite_lab::System;
    /// let names = |given: &[&str]| -> Vec<String> {
    ///     let systems = System::of_files(given);
    ///     systems.into_iter().map(|system| system.name).collect()
    /// };
    /// assert_eq!(names(&["a/answers.json"]), ["answers"]);
    /// assert_eq!(names(&["a/answers.json", "b/answers.json"]), ["a", "b"]);
    /// assert_eq!(names(&["mine=a/answers.json", "b/answers.json"]), ["mine", "answers"]);
    /// ```
    pub fn of_files(given: &[impl AsRef<Path>]) -> Vec<Self> {
        let mut systems: Vec<(Option<String>, PathBuf)> =
            given.iter().map(|given| named(given.as_ref())).collect();
        let unnamed: Vec<PathBuf> = systems
            .iter()
            .filter(|(name, _)| name.is_none())
            .map(|(_, answers)| answers.clone())
            .collect();
        let mut names = distinguished(&unnamed).into_iter();
        systems
            .drain(..)
            .map(|(name, answers)| Self {
                name: name.or_else(|| names.next()).unwrap_or_default(),
                answers: answers.into(),
            })
            .collect()
    }
}

/// `NAME=FILE`, unless there is a file whose name has an equals sign.
fn named(given: &Path) -> (Option<String>, PathBuf) {
    let split = given.to_str().and_then(|text| text.split_once('='));
    match split {
        Some((name, file)) if !name.is_empty() && !name.contains('/') && !given.exists() => {
            (Some(name.to_owned()), file.into())
        }
        _ => (None, given.to_owned()),
    }
}

/// The names of files: their stems, or else the parts of their paths that differ.
fn distinguished(files: &[PathBuf]) -> Vec<String> {
    let stems: Vec<String> = files.iter().map(|file| stem(file)).collect();
    if files.len() < 2 || is_distinct(&stems) {
        return stems;
    }
    let parts: Vec<Vec<String>> = files.iter().map(|file| parts(file)).collect();
    // The last parts are compared with each other, since paths may be of different lengths.
    let most = parts.iter().map(Vec::len).max().unwrap_or(0);
    let at = |parts: &[String], back: usize| -> Option<String> {
        parts
            .len()
            .checked_sub(back + 1)
            .map(|at| parts[at].clone())
    };
    let differs = |back: usize| {
        let first = at(&parts[0], back);
        parts.iter().any(|other| at(other, back) != first)
    };
    let different: Vec<usize> = (0..most).rev().filter(|back| differs(*back)).collect();
    let names: Vec<String> = parts
        .iter()
        .map(|parts| {
            let own = different.iter().filter_map(|back| at(parts, *back));
            let own = own.collect::<Vec<_>>().join("/");
            let stem = parts.last().cloned().unwrap_or_default();
            if own.is_empty() { stem } else { own }
        })
        .collect();
    if is_distinct(&names) {
        return names;
    }
    // The same file twice: numbers tell them apart.
    let numbered = stems.iter().enumerate();
    numbered
        .map(|(at, stem)| format!("{stem} ({})", at + 1))
        .collect()
}

/// The folders of a file and its stem.
fn parts(file: &Path) -> Vec<String> {
    let folders = file.parent().into_iter().flat_map(Path::components);
    let folders = folders.map(|part| part.as_os_str().to_string_lossy().into_owned());
    folders.chain([stem(file)]).collect()
}

pub(crate) fn stem(file: &Path) -> String {
    file.file_stem().map_or_else(
        || file.display().to_string(),
        |stem| stem.to_string_lossy().into_owned(),
    )
}

fn is_distinct(names: &[String]) -> bool {
    let mut sorted: Vec<&String> = names.iter().collect();
    sorted.sort_unstable();
    sorted.windows(2).all(|pair| pair[0] != pair[1])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_one_name_are_told_apart_by_their_paths() {
        let cases: [(&[&str], &[&str]); 6] = [
            (&["x/a.json", "x/b.json"], &["a", "b"]),
            (
                &["r/AIFB/set.json", "r/INFAI/set.json", "r/IRIS/set.json"],
                &["AIFB", "INFAI", "IRIS"],
            ),
            (&["r/1/x/set.json", "r/2/y/set.json"], &["1/x", "2/y"]),
            (&["set.json", "b/set.json"], &["set", "b"]),
            (&["a.json", "a.json"], &["a (1)", "a (2)"]),
            (&["A=x.json", "y.json"], &["A", "y"]),
        ];
        for (given, names) in cases {
            let systems = System::of_files(given);
            let found: Vec<_> = systems.iter().map(|system| &system.name).collect();
            assert_eq!(found, names);
        }
    }
}
