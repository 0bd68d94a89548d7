//! A benchmark in figures.

use std::path::Path;

use lydite_formats::{Profile, Profiler, Reader};
use lydite_judge::{Scorer, rules};
use lydite_model::{AnswerSet, Question, Response, Severity};
use lydite_sample::{Extractor, Overview};
use rayon::prelude::*;
use serde::Serialize;

use crate::catalogue::{Catalogue, Digest};
use crate::{Error, Lab};

/// The figures of a file.
#[derive(Debug, Serialize)]
pub struct Profiled {
    /// The file, as it was named.
    pub file: String,
    /// Its format.
    pub format: &'static str,
    /// What the dataset calls itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dataset: Option<String>,
    /// The knowledge base that the questions are about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub knowledge_base: Option<String>,
    /// The SHA-256 of the file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sha256: Option<String>,
    /// The entry of the catalogue with the same content.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub catalogue_name: Option<String>,
    /// How many entries could not be read.
    pub errors: u64,
    /// What the two simplest systems score, by rule set.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub baselines: Vec<Baseline>,
    /// How long and how simple the questions are.
    pub overview: Overview,
    /// What is in it.
    #[serde(flatten)]
    pub profile: Profile,
}

/// The F1 of the gold answers themselves and of answering nothing, under one rule set.
#[derive(Debug, Serialize)]
pub struct Baseline {
    /// The rule set.
    pub rules: &'static str,
    /// The F1 of the gold answers themselves.
    pub gold: Option<f64>,
    /// The F1 of empty answers.
    pub nothing: Option<f64>,
}

/// Files with more questions are not judged: nobody waits for that in a profile.
const MOST_JUDGED: usize = 20_000;

fn baselines(gold: &[Question]) -> Vec<Baseline> {
    if gold.iter().all(|question| question.answers.is_none()) {
        return Vec::new();
    }
    let score = |rules, answers: Vec<Response>| {
        let scorer = Scorer::new(rules).seed(None).only_figures();
        let report = scorer.score(gold.iter().cloned(), answers);
        report.value(&report.headline()[2])
    };
    let silence = |question: &Question| {
        let mut silent = Question::new(question.id.clone());
        silent.texts.clone_from(&question.texts);
        silent.language.clone_from(&question.language);
        silent.hybrid = question.hybrid;
        silent.answers = Some(AnswerSet::empty());
        Response::from(silent)
    };
    rules()
        .par_iter()
        .map(|rules| Baseline {
            rules: rules.name,
            gold: score(rules, gold.iter().cloned().map(Response::from).collect()),
            nothing: score(rules, gold.iter().map(silence).collect()),
        })
        .collect()
}

impl Profiled {
    /// Reads a file to its end.
    fn of(mut reader: Reader, file: String) -> Self {
        let mut profiler = Profiler::default();
        let mut gold = Vec::new();
        let extractor = Extractor::new(&file).only(Overview::features());
        let mut overview = Overview::default();
        for question in reader.by_ref() {
            profiler.add(&question);
            overview.add(&extractor.features(&question));
            if gold.len() <= MOST_JUDGED {
                gold.push(question);
            }
        }
        if gold.len() > MOST_JUDGED {
            gold.clear();
        }
        Self {
            baselines: baselines(&gold),
            overview,
            file,
            format: reader.format().name,
            dataset: reader.info().id.clone(),
            knowledge_base: reader.info().knowledge_base.clone(),
            sha256: None,
            catalogue_name: None,
            errors: reader.diagnostics(Severity::Error),
            profile: profiler.profile().clone(),
        }
    }

    /// Recognises a file of the catalogue by its content.
    fn identify(&mut self, path: &Path) {
        let Ok(digest) = Digest::of_file(path) else {
            return;
        };
        self.sha256 = Some(digest.to_string());
        if let Some(entry) = Catalogue::builtin().by_digest(&digest) {
            self.catalogue_name = Some(entry.name.clone());
            if self.knowledge_base.is_none() && !entry.knowledge_base.is_empty() {
                self.knowledge_base = Some(entry.knowledge_base.clone());
            }
        }
    }
}

impl Lab {
    /// Counts what is in a benchmark, and what the two simplest systems score on it.
    ///
    /// # Errors
    /// It cannot be read.
    pub fn profile(&self, given: &Path) -> Result<Profiled, Error> {
        let mut profiled = Profiled::of(self.open(given)?, given.display().to_string());
        if let Ok(path) = self.resolve(given) {
            profiled.identify(&path);
        }
        Ok(profiled)
    }
}
