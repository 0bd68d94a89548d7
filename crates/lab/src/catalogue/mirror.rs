//! Where files are fetched from: their public repositories, a folder or another server.

use std::fs;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use super::Entry;

/// A source of catalogue files.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Mirror {
    /// The repository in which each file is published.
    #[default]
    Public,
    /// A folder that has the files, in itself or in its folders.
    Dir(PathBuf),
    /// A web address below which the files lie.
    Url(String),
}

/// The text names no folder and no address from which files can be fetched.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` cannot be a mirror; expected a folder or an http:// or https:// URL")]
pub struct InvalidMirror(String);

impl FromStr for Mirror {
    type Err = InvalidMirror;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text.split_once("://") {
            Some(("http" | "https", rest)) if !rest.trim_matches('/').is_empty() => {
                Ok(Self::Url(text.trim_end_matches('/').to_owned()))
            }
            Some(_) => Err(InvalidMirror(text.to_owned())),
            None if text.is_empty() => Err(InvalidMirror(text.to_owned())),
            None => Ok(Self::Dir(PathBuf::from(text))),
        }
    }
}

/// The servers of the public repositories.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hosts {
    /// Serves `{raw}/{repository}/{commit}/{path}`.
    pub raw: String,
    /// Serves `{api}/repos/{repository}/git/blobs/{blob}`.
    pub api: String,
}

impl Default for Hosts {
    fn default() -> Self {
        Self {
            raw: "https://raw.githubusercontent.com".to_owned(),
            api: "https://api.github.com".to_owned(),
        }
    }
}

/// A request that should give the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Address {
    pub(super) url: String,
    pub(super) accept: &'static str,
}

impl Address {
    fn plain(url: String) -> Self {
        Self { url, accept: "*/*" }
    }
}

/// Where to ask for an entry, in this order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Addresses {
    pub(super) first: Address,
    pub(super) second: Option<Address>,
}

impl Addresses {
    /// The addresses of an entry in its repository.
    pub(super) fn public(hosts: &Hosts, entry: &Entry) -> Self {
        let Entry {
            repository,
            path,
            blob,
            ..
        } = entry;
        // The blob id names the content itself, also where it exists only in the history. It comes
        // second because GitHub allows few anonymous API requests an hour.
        let blob = Address {
            url: format!("{}/repos/{repository}/git/blobs/{blob}", hosts.api),
            accept: "application/vnd.github.raw",
        };
        match &entry.commit {
            Some(commit) => Self {
                first: Address::plain(format!("{}/{repository}/{commit}/{path}", hosts.raw)),
                second: Some(blob),
            },
            None => Self {
                first: blob,
                second: None,
            },
        }
    }

    /// The addresses of an entry below the address of a mirror.
    pub(super) fn below(url: &str, entry: &Entry) -> Self {
        let url = url.trim_end_matches('/');
        let address = |name: String| Address::plain(format!("{url}/{name}"));
        let (first, second) = names(entry);
        Self {
            first: address(first),
            second: second.map(address),
        }
    }
}

/// The entry's file in a folder or in one of its folders; one of the right size if there is any.
pub(super) fn find_in(dir: &Path, entry: &Entry) -> Option<PathBuf> {
    let mut folders: Vec<PathBuf> = fs::read_dir(dir)
        .into_iter()
        .flatten()
        .flatten()
        .map(|item| item.path())
        .filter(|path| path.is_dir())
        .collect();
    folders.sort_unstable();
    folders.insert(0, dir.to_owned());

    let (first, second) = names(entry);
    let names: Vec<String> = [first].into_iter().chain(second).collect();
    let found: Vec<PathBuf> = folders
        .iter()
        .flat_map(|folder| names.iter().map(|name| folder.join(name)))
        .filter(|path| path.is_file())
        .collect();
    let fitting = found.iter().find(|path| has_size(path, entry.size));
    fitting.or(found.first()).cloned()
}

/// Whether this is a file of so many bytes.
pub(super) fn has_size(path: &Path, size: u64) -> bool {
    fs::metadata(path).is_ok_and(|metadata| metadata.is_file() && metadata.len() == size)
}

/// A copy of the repositories has `file`; a copy of fetched files has `file_name`.
fn names(entry: &Entry) -> (String, Option<String>) {
    let fetched = entry.file_name();
    (
        entry.file.clone(),
        (fetched != entry.file).then_some(fetched),
    )
}

#[cfg(test)]
mod tests {
    use super::super::Catalogue;
    use super::*;

    #[test]
    fn a_mirror_is_a_folder_or_a_web_address() {
        let cases = [
            ("copies", Some(Mirror::Dir("copies".into()))),
            ("/data/copies", Some(Mirror::Dir("/data/copies".into()))),
            (
                "https://example.org/kgqa/",
                Some(Mirror::Url("https://example.org/kgqa".to_owned())),
            ),
            (
                "http://localhost:8000",
                Some(Mirror::Url("http://localhost:8000".to_owned())),
            ),
            ("ftp://example.org", None),
            ("https://", None),
            ("", None),
        ];
        for (text, expected) in cases {
            assert_eq!(text.parse::<Mirror>().ok(), expected, "{text}");
        }
    }

    #[test]
    fn addresses_follow_the_facts() {
        let public = |name: &str| {
            let entry = Catalogue::builtin().find(name).unwrap();
            let Addresses { first, second } = Addresses::public(&Hosts::default(), entry);
            (
                first.url,
                second.map(|second| second.url).unwrap_or_default(),
            )
        };
        let (raw, blob) = public("qald-8-test-multilingual");
        assert_eq!(
            raw,
            "https://raw.githubusercontent.com/ag-sc/QALD/786186b66240a09d1d436be1238841a3a9d13dc8/8/data/qald-8-test-multilingual.json"
        );
        assert!(
            blob.starts_with("https://api.github.com/repos/ag-sc/QALD/git/blobs/"),
            "{blob}"
        );

        let (blob, none) = public("nlq1-cp949");
        assert!(
            blob.starts_with("https://api.github.com/repos/dice-group/NLIWOD/git/blobs/22515ec76")
        );
        assert_eq!(none, "", "it exists only in the history");

        let entry = Catalogue::builtin()
            .find("text2sparql-db25-aifb-scores")
            .unwrap();
        let Addresses { first, second } = Addresses::below("http://m/", entry);
        assert_eq!(first.url, "http://m/results/AIFB/db25_eval.json");
        assert_eq!(
            second.unwrap().url,
            "http://m/text2sparql-db25-aifb-scores.json"
        );
    }

    #[test]
    fn a_folder_is_searched_one_level_deep_for_a_file_of_the_right_size() {
        let dir = tempfile::tempdir().unwrap();
        let entry = Catalogue::builtin()
            .find("qald-5-test-hawk-optimal")
            .unwrap();
        assert_eq!(find_in(dir.path(), entry), None);
        assert_eq!(find_in(&dir.path().join("missing"), entry), None);

        let put = |folder: &str, size: usize| {
            let path = dir.path().join(folder).join(&entry.file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(&path, vec![b' '; size]).unwrap();
            path
        };
        put("a/b", 97);
        assert_eq!(find_in(dir.path(), entry), None, "two levels are too deep");
        let wrong = put("a", 96);
        assert_eq!(
            find_in(dir.path(), entry),
            Some(wrong),
            "to be refused with a reason"
        );
        let right = put("b", 97);
        assert_eq!(find_in(dir.path(), entry), Some(right));
        let own = put("", 97);
        assert_eq!(find_in(dir.path(), entry), Some(own));
    }
}
