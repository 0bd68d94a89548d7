//! Finds the file that a user means by a path or a catalogue name.

use std::env;
use std::path::{Path, PathBuf};

use super::suggest::{Hint, Likeness};
use super::{Catalogue, Failure, mirror, place};

/// Why there is no file to read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ResolveError {
    /// The catalogue knows the file, but it is not on this machine.
    #[error("`{name}` has not been fetched; run `lydite dataset fetch {name}`")]
    NotFetched {
        /// The name of the entry.
        name: String,
    },

    /// The text reads like a path, and nothing is there.
    #[error("the file {} does not exist{}", path.display(), also(suggestions))]
    NoSuchFile {
        /// The path as given.
        path: PathBuf,
        /// Catalogue names that look alike, best first.
        suggestions: Vec<String>,
    },

    /// Neither a file nor an entry of the catalogue has this name.
    #[error(
        "there is no file and no catalogue entry named `{name}`; {}",
        Hint(suggestions)
    )]
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
    /// How the program should end.
    pub fn failure(&self) -> Failure {
        Failure::Unreadable
    }
}

fn also(suggestions: &[String]) -> String {
    if suggestions.is_empty() {
        String::new()
    } else {
        format!("; {}", Hint(suggestions))
    }
}

/// The file that is meant by `given`: a path that exists, or else a name of the catalogue.
///
/// A name leads to the fetched file in the home directory, or else into the folder that the
/// variable `LYDITE_MIRROR` names. Both are recognised by their size; the digest of a fetched file
/// has been verified when it was fetched.
///
/// # Errors
/// A [`ResolveError`] that says what to do next.
pub fn resolve(given: &Path, home: &Path) -> Result<PathBuf, ResolveError> {
    let mirror = env::var_os("LYDITE_MIRROR")
        .map(PathBuf::from)
        .filter(|dir| dir.is_dir());
    resolve_in(given, home, mirror.as_deref())
}

fn resolve_in(given: &Path, home: &Path, mirror: Option<&Path>) -> Result<PathBuf, ResolveError> {
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
    let suggestions = catalogue.suggest(&name, Likeness::SlipOrPiece);
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
        resolve_in(given.as_ref(), home, mirror)
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
    fn failures_say_what_to_do_next() {
        let home = tempfile::tempdir().unwrap();
        let folder = home.path().to_str().unwrap();
        let cases = [
            ("data/mqald.json", "the file data/mqald.json does not exist; did you mean `mqald`?".to_owned()),
            (NAME, "`qald-5-test-hawk-optimal` has not been fetched; run `lydite dataset fetch qald-5-test-hawk-optimal`".to_owned()),
            ("mqlad", "there is no file and no catalogue entry named `mqlad`; did you mean `mqald`?".to_owned()),
            ("unheard-of", "there is no file and no catalogue entry named `unheard-of`; `lydite dataset list` shows all names".to_owned()),
            ("my/answers.json", "the file my/answers.json does not exist".to_owned()),
            ("mqlad.json", "the file mqlad.json does not exist; did you mean `mqald`?".to_owned()),
            (folder, format!("{folder} is a folder; name a file in it")),
        ];
        for (given, message) in cases {
            let error = resolve(given, home.path(), None).unwrap_err();
            assert_eq!(error.to_string(), message);
            assert_eq!(error.failure().exit_code(), 3);
        }
    }
}
