//! What an evaluation reads: gold questions, answers, samples, outside knowledge.

mod links;

use std::collections::HashSet;
use std::path::Path;

use lydite_formats::{Item, Reader, codes};
use lydite_model::{Dataset, DatasetInfo, Diagnostic, Question, QuestionId, Response, Severity};

pub use links::KnowledgeFiles;

use crate::execution::{Executor, Filled};
use crate::{Error, Lab, Notice};

/// A benchmark, in memory.
#[derive(Debug)]
pub struct Gold {
    /// Its questions, and what the file says about itself.
    pub dataset: Dataset,
}

impl Gold {
    /// A question text, for people to recognise the question.
    pub fn text(&self, id: &str) -> &str {
        let mut questions = self.dataset.questions.iter();
        let question = questions.find(|question| question.id.as_str() == id);
        question.and_then(Question::any_text).unwrap_or_default()
    }
}

/// The answers of a system, in memory.
#[derive(Debug)]
pub struct Answers {
    /// The answers.
    pub responses: Vec<Response>,
    /// What the file says about itself.
    pub info: DatasetInfo,
    /// Where a strict JSON reader would stop, and why.
    pub flaw: Option<String>,
}

impl Lab {
    /// Reads a benchmark; what lacks answers is run, if there is a graph to run it on.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn gold(&self, given: &Path, executor: Option<&Executor<'_>>) -> Result<Gold, Error> {
        let mut reader = self.open(given)?.trusting();
        let mut questions = self.entries(&mut reader, given, &mut |_| {});
        if let Some(executor) = executor {
            let filled = executor.fill(self, &mut questions);
            self.notice_filled(given, filled);
        }
        let info = reader.info().clone();
        Ok(Gold {
            dataset: Dataset { info, questions },
        })
    }

    /// Reads answers; queries in their place are run, if there is a graph to run them on.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn answers(&self, given: &Path, executor: Option<&Executor<'_>>) -> Result<Answers, Error> {
        let mut reader = self.open(given)?.trusting();
        let mut flaw = None;
        let responses = self.entries(&mut reader, given, &mut |diagnostic| {
            if flaw.is_none() && stops_json_readers(diagnostic) {
                flaw = Some(format!("{}: {}", diagnostic.place, diagnostic.message));
            }
        });
        let mut responses: Vec<_> = responses.into_iter().map(Response::from).collect();
        if let Some(executor) = executor {
            let filled = executor.fill(self, &mut responses);
            self.notice_filled(given, filled);
        } else {
            let count = responses.iter().filter(|r| is_query_only(r)).count();
            self.notice_any((count > 0).then(|| Notice::QueriesNotRun {
                file: given.to_owned(),
                count: count as u64,
            }));
        }
        Ok(Answers {
            responses,
            info: reader.info().clone(),
            flaw,
        })
    }

    /// The identifiers of a sample: the output of `sample`, or any file with questions.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn sample_ids(&self, given: &Path) -> Result<HashSet<QuestionId>, Error> {
        #[derive(serde::Deserialize)]
        struct Sample {
            ids: Vec<QuestionId>,
        }
        let path = self.resolve(given)?;
        let text = std::fs::read(&path).map_err(Error::file(&path))?;
        if let Ok(Sample { ids }) = serde_json::from_slice(&text) {
            return Ok(ids.into_iter().collect());
        }
        let mut reader = self.open_path(&path)?;
        let questions = self.entries(&mut reader, given, &mut |_| {});
        Ok(questions.into_iter().map(|question| question.id).collect())
    }

    /// All entries of a file; tells if some could not be read.
    pub(crate) fn entries(
        &self,
        reader: &mut Reader,
        given: &Path,
        look: &mut dyn FnMut(&Diagnostic),
    ) -> Vec<Question> {
        let mut entries = Vec::new();
        for item in reader.items() {
            match item {
                Item::Question(question, _) => entries.push(question),
                Item::Diagnostic(diagnostic) => look(&diagnostic),
            }
        }
        self.notice_unreadable(given, reader);
        entries
    }

    /// Tells of entries that could not be read, if there are any.
    pub(crate) fn notice_unreadable(&self, given: &Path, reader: &Reader) {
        let count = reader.diagnostics(Severity::Error);
        self.notice_any(Notice::of_unreadable(given, count));
    }

    fn notice_filled(&self, file: &Path, filled: Filled) {
        if filled.run > 0 {
            self.notice(&Notice::QueriesRun {
                file: file.to_owned(),
                run: filled.run,
                failed: filled.failed,
            });
        }
    }
}

/// Whether an answer is a query that nobody has run.
fn is_query_only(response: &Response) -> bool {
    response.answers.is_none() && !response.queries.is_empty()
}

/// Whether a reader that knows nothing but JSON in UTF-8 would stop.
fn stops_json_readers(diagnostic: &Diagnostic) -> bool {
    let stops = [
        &codes::BYTE_ORDER_MARK,
        &codes::NOT_UTF8,
        &codes::NOT_QUITE_JSON,
        &codes::SYNTAX,
        &codes::TRUNCATED,
        &codes::STRAY,
    ];
    stops.iter().any(|code| code.id == diagnostic.code.id)
}
