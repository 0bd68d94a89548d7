//! The built-in catalogue of published benchmark, answer and score files, and how they are fetched.
//!
//! The catalogue holds facts about the files, never the files themselves: where each one is
//! published, under which licence, and the SHA-256 that tells a good copy from a bad one. Files come
//! from their public repositories, or from a [`Mirror`], into the home directory ([`home_dir`]):
//!
//! ```text
//! <home>/datasets/<first 12 hex digits of the SHA-256>/<file name>        the verified file
//! <home>/datasets/<first 12 hex digits of the SHA-256>/<file name>.part   what has arrived so far
//! <home>/datasets/<first 12 hex digits of the SHA-256>/.lock              held while fetching
//! ```
//!
//! The folder is named by content, so a new revision of a benchmark lies beside the old one and
//! an experiment keeps the file it was run on.
//!
//! # Names
//!
//! The name of an entry is its file name without the extension, dots read as hyphens. Where two
//! files differ only in their extension, the JSON file has the plain name and the XML file the name
//! with `-xml` (`qald-7-test-hybrid`, `qald-7-test-hybrid-xml`). The TEXT2SPARQL files, which have
//! the same name for every system, are named `text2sparql-<track>-<system>-<answers|result-set|scores>`.
//! Wherever a name is expected the file name with its extension works as well.
//!
//! ```
//! use lydite_lab::catalogue::Catalogue;
//!
//! let catalogue = Catalogue::builtin();
//! let entry = catalogue.find("qald-9-test-multilingual")?;
//! assert_eq!(entry.questions, Some(150));
//!
//! let unknown = catalogue.find("qald9-test-multilingal").unwrap_err();
//! assert_eq!(unknown.suggestions[0], "qald-9-test-multilingual");
//! # Ok::<(), lydite_lab::catalogue::UnknownName>(())
//! ```

mod archived;
mod by_hand;
mod digest;
mod download;
mod entry;
mod error;
mod fetch;
mod home;
mod mirror;
mod part;
mod resolve;
mod suggest;

use std::sync::LazyLock;

pub use archived::Archived;
pub use by_hand::ByHand;
pub use digest::{Digest, ParseDigestError};
pub use entry::{Entry, Filter, Kind};
pub use error::{Fault, FetchError};
pub use fetch::{Fetched, Fetcher, How, Progress};
pub use home::{NoHome, home_dir, place};
pub use mirror::{Hosts, InvalidMirror, Mirror};
pub use resolve::{ResolveError, resolve};
pub use suggest::UnknownName;

use suggest::Likeness;

/// The catalogue as a table, whose first column is the name and whose last one the digest.
const EMBEDDED: &str = include_str!("catalogue.tsv");

/// The catalogue: all known files, ordered by name.
#[derive(Debug, Clone)]
pub struct Catalogue {
    entries: Vec<Entry>,
}

impl Catalogue {
    /// The catalogue embedded in the program.
    pub fn builtin() -> &'static Self {
        static BUILTIN: LazyLock<Catalogue> = LazyLock::new(|| {
            // Embedded at compile time and read by the tests: no input can make this fail.
            Catalogue::read(EMBEDDED).expect("the embedded catalogue is valid")
        });
        &BUILTIN
    }

    fn read(tsv: &str) -> Result<Self, csv::Error> {
        let mut reader = csv::ReaderBuilder::new()
            .delimiter(b'\t')
            .quoting(false)
            .from_reader(tsv.as_bytes());
        let entries = reader.deserialize().collect::<Result<_, _>>()?;
        Ok(Self { entries })
    }

    /// All entries, ordered by name.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The entry with this name, or with this file name.
    ///
    /// # Errors
    /// [`UnknownName`], which carries the names that look alike.
    pub fn find(&self, name: &str) -> Result<&Entry, UnknownName> {
        self.get(name).ok_or_else(|| UnknownName {
            name: name.to_owned(),
            suggestions: self.suggest(name, Likeness::SlipOrPiece),
        })
    }

    /// The entries that the filter lets through, ordered by name.
    pub fn search<'a>(&'a self, filter: &'a Filter) -> impl Iterator<Item = &'a Entry> {
        self.entries.iter().filter(|entry| filter.admits(entry))
    }

    /// The entry with exactly this content, whatever the file at hand is called.
    pub fn by_digest(&self, sha256: &Digest) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.sha256 == *sha256)
    }

    /// The name of the embedded entry with exactly this content, without reading all entries.
    pub fn name_of(sha256: &Digest) -> Option<&'static str> {
        let digits = sha256.to_string();
        let line = EMBEDDED.lines().find(|line| line.ends_with(&digits))?;
        line.split('\t').next()
    }

    fn get(&self, name: &str) -> Option<&Entry> {
        let named = self.entries.iter().find(|entry| entry.name == name);
        named.or_else(|| {
            self.entries
                .iter()
                .find(|entry| entry.file == name || entry.file_name() == name)
        })
    }

    fn suggest(&self, name: &str, likeness: Likeness) -> Vec<String> {
        let names = self.entries.iter().map(|entry| entry.name.as_str());
        suggest::similar(name, names, likeness)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn the_builtin_catalogue_is_consistent() {
        let entries = Catalogue::builtin().entries();
        assert!(entries.len() > 100);
        assert!(
            entries.is_sorted_by(|a, b| a.name < b.name),
            "ordered, and so unique"
        );

        let is_hex = |text: &str| {
            text.bytes()
                .all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b))
        };
        let is_url_safe = |text: &str| {
            text.bytes()
                .all(|b| b.is_ascii_alphanumeric() || b"-_./".contains(&b))
        };
        let places: HashSet<_> = entries.iter().map(|e| place("".as_ref(), e)).collect();
        assert_eq!(places.len(), entries.len(), "no two entries share a place");

        for entry in entries {
            let name = &entry.name;
            assert!(is_hex(&entry.blob) && entry.blob.len() == 40, "{name}");
            if let Some(commit) = &entry.commit {
                assert!(is_hex(commit) && (7..=40).contains(&commit.len()), "{name}");
            }
            for part in [&entry.repository, &entry.path, &entry.file] {
                assert!(is_url_safe(part) && !part.contains(".."), "{name}: {part}");
            }
            assert!(entry.size > 0 && !entry.format.is_empty(), "{name}");
            match (entry.kind, &entry.gold, &entry.system) {
                (Kind::Benchmark, None, None) => {}
                (Kind::Answers | Kind::Scores, Some(gold), Some(_)) => {
                    let gold = Catalogue::builtin().find(gold).unwrap();
                    assert_eq!(gold.kind, Kind::Benchmark, "{name}");
                }
                _ => panic!("{name}: gold and system go with answers and scores"),
            }
        }
    }

    #[test]
    fn entries_are_found_by_name_and_by_file_name() {
        let cases = [
            ("qald-7-test-hybrid", "qald-7-test-hybrid.json"),
            ("qald-7-test-hybrid-xml", "qald-7-test-hybrid.xml"),
            ("qald-7-test-hybrid.xml", "qald-7-test-hybrid.xml"),
            (
                "qald-8-train-multilingual-qakis-scores",
                "qald-8-train-multilingual-qakis.scores.tsv",
            ),
            (
                "text2sparql-db25-aifb-answers",
                "results/AIFB/db25_answers.json",
            ),
            (
                "text2sparql-db25-aifb-answers.json",
                "results/AIFB/db25_answers.json",
            ),
        ];
        for (given, file) in cases {
            assert_eq!(
                Catalogue::builtin().find(given).unwrap().file,
                file,
                "{given}"
            );
        }
    }

    #[test]
    fn the_digest_identifies_an_entry() {
        let catalogue = Catalogue::builtin();
        for entry in catalogue.entries() {
            assert_eq!(catalogue.by_digest(&entry.sha256).unwrap().name, entry.name);
            assert_eq!(Catalogue::name_of(&entry.sha256), Some(entry.name.as_str()));
        }
        let other = Digest::of(b"something else");
        assert!(catalogue.by_digest(&other).is_none());
        assert_eq!(Catalogue::name_of(&other), None);
    }
}
