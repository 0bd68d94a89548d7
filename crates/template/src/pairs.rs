//! Questions with gold queries from several editions, each question once.

use std::collections::{HashMap, HashSet};

use lydite_model::{Language, QueryForm, Question};
use serde::Serialize;

use crate::criterion::QuestionType;
use crate::gold::{GoldQuery, prepare_gold};
use crate::rules::TemplateRules;

/// When two questions are the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sameness {
    /// If their texts are.
    #[default]
    Exact,
    /// If their texts are, but for case, spacing and final punctuation.
    Folded,
}

/// A question with its gold query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pair {
    /// Its identifier in its file.
    pub id: String,
    /// The file it comes from.
    pub source: String,
    /// The question.
    pub question: String,
    /// The gold query, prepared.
    pub sparql: String,
}

/// What became of the questions of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct FileFigures {
    /// The file.
    pub file: String,
    /// Questions in it.
    pub questions_in_source_file: usize,
    /// Questions without a query, or without a text in the language.
    pub without_query: usize,
    /// Questions that cannot be answered.
    pub out_of_scope: usize,
    /// Questions left out by name.
    pub other_dropped: usize,
    /// Questions that an earlier file has.
    pub duplicates_dropped: usize,
    /// Questions that remain.
    pub kept: usize,
    /// Of these, how many ask for yes or no.
    pub yes_no: usize,
    /// And for things.
    pub factoid: usize,
    /// And for a range.
    pub range_specified: usize,
    /// And have a gold query that cannot be read.
    pub broken_origin: usize,
}

impl FileFigures {
    /// The figures of several files together.
    pub fn total(name: impl Into<String>, files: &[Self]) -> Self {
        let sum = |of: fn(&Self) -> usize| files.iter().map(of).sum();
        Self {
            file: name.into(),
            questions_in_source_file: sum(|file| file.questions_in_source_file),
            without_query: sum(|file| file.without_query),
            out_of_scope: sum(|file| file.out_of_scope),
            other_dropped: sum(|file| file.other_dropped),
            duplicates_dropped: sum(|file| file.duplicates_dropped),
            kept: sum(|file| file.kept),
            yes_no: sum(|file| file.yes_no),
            factoid: sum(|file| file.factoid),
            range_specified: sum(|file| file.range_specified),
            broken_origin: sum(|file| file.broken_origin),
        }
    }

    /// Counts what a kept question asks for.
    pub fn classify(&mut self, gold: &GoldQuery) {
        match gold.question_type() {
            Some(QuestionType::YesNo) => self.yes_no += 1,
            Some(QuestionType::Factoid) => self.factoid += 1,
            None => self.broken_origin += 1,
        }
        self.range_specified += usize::from(gold.has_range());
    }
}

/// Collects questions from several files; where one occurs again, the first is kept, so the newest
/// edition goes first.
#[derive(Clone, Debug)]
pub struct Collector {
    rules: TemplateRules,
    language: Language,
    sameness: Sameness,
    seen: HashMap<String, String>,
    conflicts: HashSet<String>,
}

impl Collector {
    /// A collection of questions in a language, with gold queries prepared for `rules`.
    pub fn new(rules: TemplateRules, language: Language, sameness: Sameness) -> Self {
        Self {
            rules,
            language,
            sameness,
            seen: HashMap::new(),
            conflicts: HashSet::new(),
        }
    }

    /// How many questions have another gold query elsewhere.
    pub fn conflicts(&self) -> usize {
        self.conflicts.len()
    }

    /// Takes a question in, if it is new and has a query; says in `figures` what became of it.
    pub fn take(
        &mut self,
        question: &Question,
        wording: Option<&str>,
        figures: &mut FileFigures,
    ) -> Option<Pair> {
        figures.questions_in_source_file += 1;
        let text = wording
            .or_else(|| question.text(&self.language))
            .map(str::trim);
        let sparql = question.query(QueryForm::Sparql);
        let sparql = sparql.map(str::trim).filter(|sparql| !sparql.is_empty());
        let marked = question.scope == lydite_model::Scope::Marked;
        if marked || sparql.is_some_and(|s| s.eq_ignore_ascii_case("out of scope")) {
            figures.out_of_scope += 1;
            return None;
        }
        let (Some(text), Some(sparql)) = (text.filter(|text| !text.is_empty()), sparql) else {
            figures.without_query += 1;
            return None;
        };
        if LEFT_OUT.contains(&text) {
            figures.other_dropped += 1;
            return None;
        }
        let words = sparql.split_whitespace().collect::<Vec<_>>().join(" ");
        let key = match self.sameness {
            Sameness::Exact => text.to_owned(),
            Sameness::Folded => fold(text),
        };
        if let Some(known) = self.seen.get(&key) {
            figures.duplicates_dropped += 1;
            if *known != words {
                self.conflicts.insert(key);
            }
            return None;
        }
        self.seen.insert(key, words);
        figures.kept += 1;
        Some(Pair {
            id: question.id.to_string(),
            source: figures.file.clone(),
            question: text.to_owned(),
            sparql: prepare_gold(sparql, self.rules),
        })
    }
}

/// The paper leaves this question of QALD-1 out: it is no question.
const LEFT_OUT: [&str; 1] = ["Are the members of the Ramones that are not called Ramone?"];

fn fold(text: &str) -> String {
    let lower = text.to_lowercase();
    let words: Vec<&str> = lower.split_whitespace().collect();
    words
        .join(" ")
        .trim_end_matches(['?', '.', '!', ' '])
        .to_owned()
}

/// A file of the paper's dataset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PaperFile {
    /// What the paper's program calls it.
    pub label: &'static str,
    /// The name in our catalogue.
    pub name: &'static str,
}

macro_rules! paper_files {
    ($($label:literal $name:literal),* $(,)?) => {
        &[$(PaperFile { label: $label, name: $name }),*]
    };
}

/// The files of QALD-1 to 7 that the paper uses, in the order in which duplicates are found: the
/// newest first.
pub const PAPER_QALD: &[PaperFile] = paper_files![
    "qald-7-multilingual-train.json" "qald-7-train-multilingual",
    "qald-7-multilingual-test.json" "qald-7-test-multilingual",
    "qald-7-largescale-train.json" "qald-7-train-largescale",
    "qald-7-en-wikidata-train.json" "qald-7-train-wikidata",
    "qald-7-en-wikidata-test.json" "qald-7-test-wikidata",
    "qald-6-multilingual-train.json" "qald-6-train-multilingual",
    "qald-6-multilingual-test.json" "qald-6-test-multilingual",
    "qald-5-multilingual-train.json" "qald-5-train-xml",
    "qald-5-multilingual-test.json" "qald-5-test",
    "qald-4-multilingual-train.json" "qald-4-train-multilingual",
    "qald-4-multilingual-test.json" "qald-4-test-multilingual",
    "qald-4-biomedical-train.json" "qald-4-train-biomedical",
    "qald-4-biomedical-test.json" "qald-4-test-biomedical",
    "qald-3-musicbrainz-train.json" "qald-3-train-musicbrainz-noanswers",
    "qald-3-musicbrainz-test.json" "qald-3-test-musicbrainz",
    "qald-3-esdbpedia-train.json" "qald-3-train-esdbpedia",
    "qald-3-esdbpedia-test.json" "qald-3-test-esdbpedia-noanswers",
    "qald-3-dbpedia-train.json" "qald-3-train-dbpedia",
    "qald-3-dbpedia-test.json" "qald-3-test-dbpedia-noanswers",
    "qald-2-participants-challenge.json" "qald-2-participants-challenge-noanswers",
    "qald-2-musicbrainz-train.json" "qald-2-train-musicbrainz-noanswers",
    "qald-2-musicbrainz-test.json" "qald-2-test-musicbrainz",
    "qald-2-dbpedia-train.json" "qald-2-train-dbpedia",
    "qald-2-dbpedia-test.json" "qald-2-test-dbpedia",
    "qald-1-musicbrainz-train.json" "qald-1-train-musicbrainz",
    "qald-1-musicbrainz-test.json" "qald-1-test-musicbrainz",
    "qald-1-dbpedia-train.json" "qald-1-train-dbpedia",
    "qald-1-dbpedia-test.json" "qald-1-test-dbpedia",
];

/// The files of LC-QuAD 1.0, which the paper cuts into ten of [`PAPER_CHUNK`] questions and reads
/// from the last.
pub const PAPER_LC_QUAD: [&str; 2] = ["lc-quad-1-train", "lc-quad-1-test"];

/// The number of questions in each of the ten files that the paper makes of LC-QuAD.
pub const PAPER_CHUNK: usize = 500;

/// The wording of LC-QuAD that the paper uses: the verbalised query, without its brackets.
pub fn paper_wording(question: &Question) -> Option<String> {
    let keys = ["intermediary_question", "verbalized_question"];
    let text = keys
        .iter()
        .find_map(|key| question.extras.get(*key)?.as_str())?;
    Some(text.replace(['<', '>'], ""))
}
