//! What an evaluation reads: gold questions, answers, samples, outside knowledge.

mod by_text;
mod executed;
mod links;
mod streamed;

use std::collections::{HashMap, HashSet};
use std::path::Path;

use lydite_formats::{Item, Reader, codes};
use lydite_judge::About;
use lydite_model::{Diagnostic, Language, Outcome, Question, QuestionId, Response, Severity};

pub(crate) use by_text::Identified;
use by_text::{QuestionTexts, Taken};
pub(crate) use executed::{Accepting, Executed, Repaired, not_accepted};
pub use links::KnowledgeFiles;
pub(crate) use streamed::Streamed;

use crate::attribution::Failure;
use crate::execution::{EntryKey, Executor, Filled, Repair};
use crate::store::{HeardFrom, StoredResponses};
use crate::{Error, Lab, Notice};

/// A benchmark, in memory.
#[derive(Debug, Default)]
pub struct Gold {
    /// Its questions.
    pub questions: Vec<Question>,
    /// What is to be said about the file.
    pub about: About,
}

impl Gold {
    /// A question text, for people to recognise the question.
    pub fn text(&self, id: &str) -> &str {
        self.question(id)
            .and_then(Question::any_text)
            .unwrap_or_default()
    }

    /// Finds the questions of entries without an identifier.
    fn identify(&self, entries: &mut [Question]) -> Identified {
        let mut identified = Identified::default();
        if !entries.iter().any(|entry| entry.id.is_position()) {
            return identified;
        }
        let (mut texts, mut taken) = (QuestionTexts::default(), Taken::new());
        self.questions.iter().for_each(|one| texts.add(one));
        for entry in entries {
            identified.add(texts.identify(entry, &mut taken));
        }
        identified
    }

    /// The question with this identifier.
    pub fn question(&self, id: &str) -> Option<&Question> {
        let mut questions = self.questions.iter();
        questions.find(|question| question.id.as_str() == id)
    }
}

/// The answers of a system, in memory.
#[derive(Debug, Default)]
pub struct Answers {
    /// The answers.
    pub responses: Vec<Response>,
    /// What is to be said about the file.
    pub about: About,
    /// Those whose query could be run only after a repair.
    pub(crate) repaired: HashMap<EntryKey, Repair>,
    /// Why the system gave nothing, where whoever asked it knows.
    pub(crate) failures: HashMap<EntryKey, Failure>,
}

impl Answers {
    /// Why the system gave nothing to the question of an outcome, if that is known.
    pub(crate) fn failure(&self, outcome: &Outcome) -> Option<Failure> {
        let id = &outcome.question;
        let own = self.failures.get(&(id.clone(), outcome.language.clone()));
        own.or_else(|| self.failures.get(&(id.clone(), None)))
            .copied()
    }
}

impl Lab {
    /// Reads a benchmark; what lacks answers is run, if there is a graph to run it on.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn gold(&self, given: &Path, executor: Option<&Executor<'_>>) -> Result<Gold, Error> {
        let mut reader = self.open(given)?.trusting();
        let (mut questions, about) = self.entries(&mut reader, given);
        if let Some(executor) = executor {
            executor.note_ties(&mut questions);
            let filled = executor.fill(self, &mut questions);
            self.notice_filled(given, filled);
        }
        Ok(Gold { questions, about })
    }

    /// Reads answers, whose texts may be known to be in a language that their tags do not say;
    /// entries without an identifier find their question by its text, and queries in the place of
    /// answers are run, if there is a graph to run them on.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn answers(
        &self,
        given: &Path,
        spoken: Option<&Language>,
        gold: &Gold,
        executor: Option<&Executor<'_>>,
    ) -> Result<Answers, Error> {
        let mut reader = self.open(given)?.trusting();
        let (mut entries, mut about) = self.entries(&mut reader, given);
        entries.iter_mut().for_each(|entry| retag(entry, spoken));
        let identified = gold.identify(&mut entries);
        identified.mend(&mut about);
        self.notice_any(Notice::of_identified(given, identified));
        let mut responses: Vec<_> = entries.into_iter().map(Response::from).collect();
        let mut repaired = HashMap::new();
        if let Some(executor) = executor {
            let filled = executor.fill(self, &mut responses);
            for ((id, _), _) in &filled.repaired {
                about.repaired.note(id.as_str());
            }
            repaired.extend(filled.repaired.iter().cloned());
            self.notice_filled(given, filled);
        } else {
            let count = responses.iter().filter(|r| is_query_only(r)).count();
            self.notice_not_run(given, count as u64);
        }
        Ok(Answers {
            responses,
            about,
            repaired,
            failures: HashMap::new(),
        })
    }

    /// Reads the stored answers of a system; queries whose answers are still missing are run, if
    /// there is a graph to run them on.
    pub(crate) fn stored_answers(
        &self,
        stored: &StoredResponses,
        executor: Option<&Executor<'_>>,
    ) -> Result<Answers, Error> {
        let HeardFrom {
            mut responses,
            mut repaired,
            failures,
        } = stored.all()?;
        if let Some(executor) = executor {
            let filled = executor.fill(self, &mut responses);
            repaired.extend(filled.repaired);
        }
        let mut about = About::from(stored.info.clone());
        for response in &responses {
            let key = (response.question.clone(), response.language.clone());
            if repaired.contains_key(&key) {
                about.repaired.note(response.question.as_str());
            }
        }
        Ok(Answers {
            responses,
            about,
            repaired,
            failures,
        })
    }

    /// The identifiers of a sample: the output of `sample`, or any file with questions.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn sample_ids(&self, given: &Path) -> Result<SampleIds, Error> {
        let path = self.resolve(given)?;
        let text = std::fs::read(&path).map_err(Error::file(&path))?;
        if let Ok(sample) = serde_json::from_slice(&text) {
            return Ok(sample);
        }
        let mut reader = self.open_path(&path)?;
        let (questions, _) = self.entries(&mut reader, given);
        Ok(SampleIds {
            ids: questions.into_iter().map(|question| question.id).collect(),
            method: None,
        })
    }

    /// All questions of a file; tells if some could not be read.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn questions(&self, given: &Path) -> Result<Vec<Question>, Error> {
        let (questions, _) = self.entries(&mut self.open(given)?, given);
        Ok(questions)
    }

    /// All entries of a file, and what is to be said about it; tells if some could not be read.
    fn entries(&self, reader: &mut Reader, given: &Path) -> (Vec<Question>, About) {
        let mut about = About::default();
        let mut entries = Vec::new();
        for item in reader.items() {
            match item {
                Item::Question(question, _) => entries.push(question),
                Item::Diagnostic(diagnostic) => note(&mut about, &diagnostic),
            }
        }
        about.info.clone_from(reader.info());
        self.notice_unreadable(given, reader);
        (entries, about)
    }

    /// Tells of entries that could not be read, if there are any.
    pub(crate) fn notice_unreadable(&self, given: &Path, reader: &Reader) {
        let count = reader.diagnostics(Severity::Error);
        self.notice_any(Notice::of_unreadable(given, count));
    }

    /// Tells of queries in the place of answers that nobody runs.
    pub(crate) fn notice_not_run(&self, file: &Path, count: u64) {
        self.notice_any((count > 0).then(|| Notice::QueriesNotRun {
            file: file.to_owned(),
            count,
        }));
    }

    /// Tells what came of running the queries of a file.
    pub(crate) fn notice_filled(&self, file: &Path, filled: Filled) {
        if filled.run > 0 {
            self.notice(&Notice::QueriesRun {
                file: file.to_owned(),
                run: filled.run,
                failures: filled.failures,
                failed: filled.failed,
            });
        }
    }
}

/// The questions of a sample.
#[derive(Clone, Debug, Default, serde::Deserialize)]
pub struct SampleIds {
    /// Their identifiers.
    pub ids: HashSet<QuestionId>,
    /// How they were chosen, if the file says so.
    #[serde(default)]
    pub method: Option<String>,
}

/// Gives the texts of an entry the language that they are in.
fn retag(entry: &mut Question, spoken: Option<&Language>) {
    let Some(spoken) = spoken else { return };
    for text in &mut entry.texts {
        text.language.clone_from(spoken);
    }
}

/// Whether an answer is a query that nobody has run.
fn is_query_only(response: &Response) -> bool {
    response.answers.is_none() && !response.queries.is_empty()
}

/// Notes what is to be said about a file.
fn note(about: &mut About, diagnostic: &Diagnostic) {
    if about.json_flaw.is_none() && stops_json_readers(diagnostic) {
        about.json_flaw = Some(format!("{}: {}", diagnostic.place, diagnostic.message));
    }
    about.note(diagnostic);
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
