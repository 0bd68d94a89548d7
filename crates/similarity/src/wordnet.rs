//! Synonyms from the files of WordNet, where a machine has them.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use rustc_hash::FxHashMap;

/// The words of WordNet and the senses that they share.
#[derive(Debug, Default)]
pub struct WordNet {
    senses: FxHashMap<String, Vec<u32>>,
}

/// The files with the senses, a file per part of speech.
const FILES: [&str; 4] = ["data.noun", "data.verb", "data.adj", "data.adv"];

impl WordNet {
    /// Reads `data.noun`, `data.verb`, `data.adj` and `data.adv` of WordNet's `dict` folder.
    ///
    /// # Errors
    /// If one of them cannot be read.
    pub fn open(folder: &Path) -> io::Result<Self> {
        let mut wordnet = Self::default();
        let mut sense = 0;
        for file in FILES {
            let text = String::from_utf8_lossy(&std::fs::read(folder.join(file))?).into_owned();
            // The licence at the beginning is indented.
            for line in text.lines().filter(|line| !line.starts_with(' ')) {
                let mut fields = line.split(' ').skip(3);
                let count = fields
                    .next()
                    .and_then(|hex| usize::from_str_radix(hex, 16).ok());
                for word in fields.step_by(2).take(count.unwrap_or_default()) {
                    // Adjectives may say where they stand: `galore(ip)`.
                    let word = word.split('(').next().unwrap_or_default().to_lowercase();
                    if !word.contains('_') {
                        wordnet.senses.entry(word).or_default().push(sense);
                    }
                }
                sense += 1;
            }
        }
        Ok(wordnet)
    }

    /// The one on this machine: in the folder that `LYDITE_WORDNET` names, or where Debian's package
    /// `wordnet-base` puts it. Read once.
    pub fn at_hand() -> Option<&'static Self> {
        static FOUND: OnceLock<Option<WordNet>> = OnceLock::new();
        let found = FOUND.get_or_init(|| {
            let named = std::env::var_os("LYDITE_WORDNET").map(PathBuf::from);
            let folders = named
                .into_iter()
                .chain([PathBuf::from("/usr/share/wordnet")]);
            folders
                .into_iter()
                .find_map(|folder| Self::open(&folder).ok())
        });
        found.as_ref()
    }

    /// Whether both words have a sense in common.
    pub fn are_synonyms(&self, one: &str, other: &str) -> bool {
        let (Some(senses), Some(others)) = (self.senses.get(one), self.senses.get(other)) else {
            return false;
        };
        senses
            .iter()
            .any(|sense| others.binary_search(sense).is_ok())
    }
}
