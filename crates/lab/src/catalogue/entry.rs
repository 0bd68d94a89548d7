//! The facts known about one file of the catalogue.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize};

use super::Digest;

/// What a file of the catalogue is good for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Questions, usually with gold queries and answers.
    Benchmark,
    /// What a system answered to a benchmark.
    Answers,
    /// Scores per question that were published for a system's answers.
    Scores,
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Benchmark => "benchmark",
            Self::Answers => "answers",
            Self::Scores => "scores",
        })
    }
}

/// One published file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// The unique name by which users ask for the file.
    pub name: String,
    /// What the file is good for.
    pub kind: Kind,
    /// The file's name in a mirror; for some a path of several steps.
    pub file: String,
    /// The benchmark or campaign it belongs to.
    pub benchmark: String,
    /// Which part of the benchmark: `train`, `test`, `all`, …
    pub split: String,
    /// The task of the campaign: `multilingual`, `hybrid`, …
    pub task: String,
    /// The knowledge base that the questions are about.
    pub knowledge_base: String,
    /// The language tags of the questions, as the file writes them.
    #[serde(deserialize_with = "words")]
    pub languages: Vec<String>,
    /// How many questions a benchmark has.
    pub questions: Option<u32>,
    /// The file format.
    pub format: String,
    /// Whose answers or scores these are.
    pub system: Option<String>,
    /// The name of the benchmark entry that is answered or scored.
    pub gold: Option<String>,
    /// The licence that the repository states (SPDX), if it states one.
    pub licence: Option<String>,
    /// The GitHub repository, `owner/name`.
    pub repository: String,
    /// The path in the repository.
    pub path: String,
    /// A commit that has the file at this path, full or abbreviated; none where only the blob is known.
    pub commit: Option<String>,
    /// The git blob id of the content.
    pub blob: String,
    /// The size in bytes.
    pub size: u64,
    /// The SHA-256 of the content.
    pub sha256: Digest,
}

impl Entry {
    /// The name of the fetched file.
    ///
    /// A file of several steps has the entry's name: `db25_answers.json` alone would not say whose.
    pub fn file_name(&self) -> String {
        match (self.file.contains('/'), self.file.rsplit_once('.')) {
            (true, Some((_, extension))) => format!("{}.{extension}", self.name),
            (true, None) => self.name.clone(),
            (false, _) => self.file.clone(),
        }
    }
}

/// In the table an empty field is an empty list.
fn words<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<String>, D::Error> {
    let text = String::deserialize(deserializer)?;
    Ok(text.split_whitespace().map(str::to_owned).collect())
}

/// Which entries a listing shows; the default shows all.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Filter {
    /// Only entries of this kind.
    pub kind: Option<Kind>,
    /// Only entries with questions in this language; `pt` also finds `pt_BR`.
    pub language: Option<String>,
    /// Only entries whose facts contain each of these words, in any case.
    pub words: Vec<String>,
}

impl Filter {
    /// Whether the entry passes.
    pub fn admits(&self, entry: &Entry) -> bool {
        self.kind.is_none_or(|kind| kind == entry.kind)
            && self.language.as_ref().is_none_or(|wanted| {
                entry
                    .languages
                    .iter()
                    .any(|language| speaks(language, wanted))
            })
            && self
                .words
                .iter()
                .all(|word| mentions(entry, &word.to_lowercase()))
    }
}

fn speaks(language: &str, wanted: &str) -> bool {
    let primary = language.split(['_', '-']).next().unwrap_or(language);
    language.eq_ignore_ascii_case(wanted) || primary.eq_ignore_ascii_case(wanted)
}

fn mentions(entry: &Entry, word: &str) -> bool {
    [
        entry.name.as_str(),
        &entry.file,
        &entry.benchmark,
        &entry.split,
        &entry.task,
        &entry.knowledge_base,
        &entry.format,
        &entry.repository,
        entry.system.as_deref().unwrap_or_default(),
        entry.licence.as_deref().unwrap_or_default(),
    ]
    .iter()
    .any(|fact| fact.to_lowercase().contains(word))
}

#[cfg(test)]
mod tests {
    use super::super::Catalogue;
    use super::*;

    #[test]
    fn filters_narrow_the_listing() {
        let filter = |kind, language: Option<&str>, words: &[&str]| Filter {
            kind,
            language: language.map(str::to_owned),
            words: words.iter().copied().map(str::to_owned).collect(),
        };
        let cases = [
            (
                filter(Some(Kind::Answers), None, &["HAWK", "test"]),
                3,
                "qald-5-test-hawk-featurebased",
            ),
            (
                filter(Some(Kind::Scores), None, &["qakis"]),
                2,
                "qald-8-train-multilingual-qakis-scores",
            ),
            (filter(None, Some("ko"), &[]), 2, "nlq1"),
            (
                filter(None, Some("pt"), &["qald-7"]),
                1,
                "qald-7-train-multilingual",
            ),
            (
                filter(None, Some("pt_br"), &["qald-7"]),
                1,
                "qald-7-train-multilingual",
            ),
            (
                filter(None, None, &["gpl-3.0", "lc-quad", "train"]),
                1,
                "lc-quad-1-train",
            ),
        ];
        for (filter, count, first) in cases {
            let found: Vec<_> = Catalogue::builtin().search(&filter).collect();
            assert_eq!(
                (found.len(), found[0].name.as_str()),
                (count, first),
                "{filter:?}"
            );
        }
        let all = Catalogue::builtin();
        assert_eq!(all.search(&Filter::default()).count(), all.entries().len());
    }

    #[test]
    fn fetched_files_have_telling_names() {
        let cases = [
            ("qald-7-test-hybrid-xml", "qald-7-test-hybrid.xml"),
            (
                "qald-9-train-multilingual-qakis-scores",
                "qald-9-train-multilingual-qakis.scores.tsv",
            ),
            (
                "text2sparql-db25-infai-result-set",
                "text2sparql-db25-infai-result-set.json",
            ),
        ];
        for (name, file_name) in cases {
            assert_eq!(
                Catalogue::builtin().find(name).unwrap().file_name(),
                file_name
            );
        }
    }
}
