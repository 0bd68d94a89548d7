//! Published datasets that are no file of their own: they lie in an archive, which has to be unpacked
//! by hand.

use serde::Serialize;

use super::Filter;

/// A dataset in an archive.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Archived {
    /// The name by which it is known.
    pub name: &'static str,
    /// What it is.
    pub title: &'static str,
    /// How many questions it has.
    pub questions: u32,
    /// The knowledge base that the questions are about.
    pub knowledge_base: &'static str,
    /// The languages of the questions.
    pub languages: &'static [&'static str],
    /// The licence that the repository states (SPDX).
    pub licence: &'static str,
    /// The GitHub repository, `owner/name`.
    pub repository: &'static str,
    /// A commit that has the archive.
    pub commit: &'static str,
    /// The archive in the repository.
    pub archive: &'static str,
    /// The file in the archive.
    pub member: &'static str,
    /// The SHA-256 of the file.
    pub sha256: &'static str,
}

/// All of them.
const ALL: &[Archived] = &[Archived {
    name: "qaldgen",
    title: "features of the questions of QALD-9 and LC-QuAD 1.0, for `features` and `sample`",
    questions: 5543,
    knowledge_base: "DBpedia",
    languages: &["en"],
    licence: "GPL-3.0",
    repository: "dice-group/QALD-Generator",
    commit: "2655f7d88d8746aa1b3656e6dc563b219b81f567",
    archive: "QaldGen-RDF.zip",
    member: "QaldGen-RDF.nt",
    sha256: "6e64f3dc141e24eb7e7ecb74cbe81c1a8e5ee35edd384e8d5487f269c4a467e8",
}];

impl Archived {
    /// All of them.
    pub fn all() -> &'static [Self] {
        ALL
    }

    /// The one of this name.
    ///
    /// ```
    /// use lydite_lab::catalogue::Archived;
    /// let qaldgen = Archived::find("qaldgen").unwrap();
    /// assert!(qaldgen.address().ends_with("/QaldGen-RDF.zip"));
    /// ```
    pub fn find(name: &str) -> Option<&'static Self> {
        ALL.iter().find(|archived| archived.name == name)
    }

    /// Where the archive can be downloaded.
    pub fn address(&self) -> String {
        let Self {
            repository,
            commit,
            archive,
            ..
        } = self;
        format!("https://raw.githubusercontent.com/{repository}/{commit}/{archive}")
    }

    /// Whether a listing shows it.
    pub fn is_admitted(&self, filter: &Filter) -> bool {
        let facts = [
            self.name,
            self.knowledge_base,
            self.repository,
            self.archive,
            self.licence,
        ];
        let mentions = |word: &String| {
            let word = word.to_lowercase();
            facts.iter().any(|fact| fact.to_lowercase().contains(&word))
        };
        filter
            .kind
            .is_none_or(|kind| kind == super::Kind::Benchmark)
            && filter.language.as_deref().is_none_or(|wanted| {
                let mut languages = self.languages.iter();
                languages.any(|language| language.eq_ignore_ascii_case(wanted))
            })
            && filter.words.iter().all(mentions)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::Catalogue;

    #[test]
    fn no_name_is_that_of_a_file() {
        for archived in Archived::all() {
            assert!(Catalogue::builtin().find(archived.name).is_err());
            assert_eq!(archived.sha256.len(), 64);
        }
    }

    #[test]
    fn filters_narrow_the_listing() {
        let admitted = |words: &[&str], language: Option<&str>| {
            Archived::find("qaldgen").unwrap().is_admitted(&Filter {
                words: words.iter().map(|word| (*word).to_owned()).collect(),
                language: language.map(str::to_owned),
                ..Filter::default()
            })
        };
        assert!(admitted(&[], None));
        assert!(admitted(&["QaldGen", "dbpedia"], Some("en")));
        assert!(!admitted(&["freebase"], None));
        assert!(!admitted(&[], Some("ja")));
    }
}
