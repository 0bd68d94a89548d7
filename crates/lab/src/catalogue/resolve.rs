//! Finds the file that a user means by a path or a catalogue name.

use std::path::{Path, PathBuf};

use super::suggest::{Likeness, similar};
use super::{Catalogue, mirror, place};
use crate::demo;

/// Why there is no file to read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ResolveError {
    /// The catalogue knows the file, but it is not on this machine.
    #[error("`{name}` has not been fetched")]
    NotFetched {
        /// The name of the entry.
        name: String,
    },

    /// The text reads like a path, and nothing is there.
    #[error("the file {} does not exist", path.display())]
    NoSuchFile {
        /// The path as given.
        path: PathBuf,
        /// Catalogue names that look alike, best first.
        suggestions: Vec<String>,
    },

    /// Neither a file nor an entry of the catalogue has this name.
    #[error("no file or catalogue entry is named `{name}`")]
    Unknown {
        /// The name as given.
        name: String,
        /// Catalogue names that look alike, best first.
        suggestions: Vec<String>,
    },

    /// The path leads to a folder.
    #[error("{} is a folder; name a file in it", path.display())]
    Folder {
        /// The path as given.
        path: PathBuf,
    },
}

impl ResolveError {
    /// Catalogue names that look alike, best first.
    pub fn suggestions(&self) -> &[String] {
        match self {
            Self::NoSuchFile { suggestions, .. } | Self::Unknown { suggestions, .. } => suggestions,
            Self::NotFetched { .. } | Self::Folder { .. } => &[],
        }
    }
}

/// The file that is meant by `given`: a path that exists, or else a name of the catalogue.
///
/// A name leads to the fetched file in the home directory, or else into the folder that is given as
/// a mirror. Both are recognised by their size; the digest of a fetched file has been verified when
/// it was fetched.
///
/// # Errors
/// A [`ResolveError`].
pub fn resolve(given: &Path, home: &Path, mirror: Option<&Path>) -> Result<PathBuf, ResolveError> {
    // Not `is_file`: pipes and terminals can be read as well.
    if given.exists() && !given.is_dir() {
        return Ok(given.to_owned());
    }
    let name = given.to_string_lossy();
    let catalogue = Catalogue::builtin();
    if let Some(entry) = catalogue.get(&name) {
        let copy = || mirror.and_then(|dir| mirror::find_in(dir, entry));
        return [Some(place(home, entry)), copy()]
            .into_iter()
            .flatten()
            .find(|path| mirror::has_size(path, entry.size))
            .ok_or_else(|| ResolveError::NotFetched {
                name: entry.name.clone(),
            });
    }
    let own = crate::datasets::own(home).join(given);
    if given.components().count() == 1 && own.is_file() {
        return Ok(own);
    }
    if given.is_dir() {
        return Err(ResolveError::Folder {
            path: given.to_owned(),
        });
    }
    if given.components().count() > 1 || given.extension().is_some() {
        let stem = given
            .file_stem()
            .unwrap_or(given.as_os_str())
            .to_string_lossy();
        let suggestions = catalogue.suggest(&stem, Likeness::Slip);
        return Err(ResolveError::NoSuchFile {
            path: given.to_owned(),
            suggestions,
        });
    }
    let mut suggestions = catalogue.suggest(&name, Likeness::SlipOrPiece);
    suggestions.splice(
        0..0,
        similar(&name, demo::NAMES.into_iter(), Likeness::Slip),
    );
    Err(ResolveError::Unknown {
        name: name.into_owned(),
        suggestions,
    })
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    const NAME: &str = "qald-5-test-hawk-optimal";

    fn resolve(given: &str, home: &Path, mirror: Option<&Path>) -> Result<PathBuf, ResolveError> {
        super::resolve(given.as_ref(), home, mirror)
    }

    #[test]
    fn a_path_wins_over_the_home_and_the_home_over_the_mirror() {
        let dir = tempfile::tempdir().unwrap();
        let (home, mirror) = (dir.path().join("home"), dir.path().join("mirror"));
        let entry = Catalogue::builtin().find(NAME).unwrap();
        let fetched = place(&home, entry);
        let not_fetched = Err(ResolveError::NotFetched {
            name: NAME.to_owned(),
        });
        fs::create_dir_all(mirror.join("answers")).unwrap();
        fs::create_dir_all(fetched.parent().unwrap()).unwrap();
        let content = vec![b' '; usize::try_from(entry.size).unwrap()];

        assert_eq!(resolve(NAME, &home, Some(&mirror)), not_fetched);

        let copy = mirror.join("answers").join(&entry.file);
        fs::write(&copy, &content[1..]).unwrap();
        assert_eq!(
            resolve(NAME, &home, Some(&mirror)),
            not_fetched,
            "the size is wrong"
        );
        fs::write(&copy, &content).unwrap();
        assert_eq!(resolve(NAME, &home, Some(&mirror)), Ok(copy));
        assert_eq!(resolve(NAME, &home, None), not_fetched);

        fs::write(&fetched, &content).unwrap();
        assert_eq!(resolve(NAME, &home, Some(&mirror)), Ok(fetched.clone()));
        assert_eq!(resolve(&entry.file, &home, None), Ok(fetched));

        let own = dir.path().join("own.json");
        fs::write(&own, "{}").unwrap();
        assert_eq!(resolve(own.to_str().unwrap(), &home, None), Ok(own));
    }

    #[test]
    fn names_that_look_alike_are_suggested() {
        let home = tempfile::tempdir().unwrap();
        let folder = home.path().to_str().unwrap();
        let cases = [
            (
                "data/mqald.json",
                "the file data/mqald.json does not exist",
                Some("mqald"),
            ),
            (
                NAME,
                "`qald-5-test-hawk-optimal` has not been fetched",
                None,
            ),
            (
                "mqlad",
                "no file or catalogue entry is named `mqlad`",
                Some("mqald"),
            ),
            (
                "unheard-of",
                "no file or catalogue entry is named `unheard-of`",
                None,
            ),
            (
                "my/answers.json",
                "the file my/answers.json does not exist",
                None,
            ),
            (
                "mqlad.json",
                "the file mqlad.json does not exist",
                Some("mqald"),
            ),
            (
                folder,
                &format!("{folder} is a folder; name a file in it"),
                None,
            ),
        ];
        for (given, message, suggestion) in cases {
            let error = resolve(given, home.path(), None).unwrap_err();
            assert_eq!(error.to_string(), message);
            assert_eq!(error.suggestions().first().map(String::as_str), suggestion);
        }
    }
}
