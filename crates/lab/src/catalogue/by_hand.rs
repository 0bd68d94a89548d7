//! Published datasets that have to be downloaded by hand: behind a form, on a page with several
//! files, or too large for a listing of digests.

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use super::{Filter, Kind};

const EMBEDDED: &str = include_str!("by_hand.tsv");

/// A dataset to be downloaded by hand.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ByHand {
    /// The name under which it is best imported.
    pub name: String,
    /// What it is.
    pub title: String,
    /// How many questions it has.
    pub questions: u32,
    /// The knowledge base that the questions are about.
    pub knowledge_base: String,
    /// The languages of the questions.
    pub languages: String,
    /// Its format.
    pub format: String,
    /// The licence that its publisher states.
    pub licence: String,
    /// Where it is.
    pub address: String,
}

impl ByHand {
    /// All of them, by name.
    pub fn all() -> &'static [Self] {
        static ALL: LazyLock<Vec<ByHand>> = LazyLock::new(|| {
            let mut reader = csv::ReaderBuilder::new()
                .delimiter(b'\t')
                .quoting(false)
                .from_reader(EMBEDDED.as_bytes());
            let all: Result<_, csv::Error> = reader.deserialize().collect();
            // Embedded at compile time and read by the tests: no input can make this fail.
            all.expect("the embedded list is valid")
        });
        &ALL
    }

    /// The one of this name.
    ///
    /// ```
    /// use lydite_lab::catalogue::ByHand;
    /// assert_eq!(ByHand::find("webqsp-test").unwrap().knowledge_base, "Freebase");
    /// ```
    pub fn find(name: &str) -> Option<&'static Self> {
        Self::all().iter().find(|one| one.name == name)
    }

    /// Whether a listing shows it.
    pub fn is_admitted(&self, filter: &Filter) -> bool {
        let facts = [
            &self.name,
            &self.title,
            &self.knowledge_base,
            &self.format,
            &self.licence,
            &self.address,
        ];
        let mentions = |word: &String| {
            let word = word.to_lowercase();
            facts.iter().any(|fact| fact.to_lowercase().contains(&word))
        };
        let speaks = |wanted: &str| {
            let mut languages = self.languages.split_whitespace();
            languages.any(|language| language.eq_ignore_ascii_case(wanted))
        };
        filter.kind.is_none_or(|kind| kind == Kind::Benchmark)
            && filter.language.as_deref().is_none_or(speaks)
            && filter.words.iter().all(mentions)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::{Archived, Catalogue};

    #[test]
    fn no_name_is_that_of_another_entry_and_every_address_is_one() {
        assert!(ByHand::all().is_sorted_by(|a, b| a.name < b.name));
        for one in ByHand::all() {
            assert!(
                Catalogue::builtin().find(&one.name).is_err(),
                "{}",
                one.name
            );
            assert!(Archived::find(&one.name).is_none());
            assert!(one.address.starts_with("https://"), "{}", one.name);
            assert!(one.questions > 0);
        }
    }
}
