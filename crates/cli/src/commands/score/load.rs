//! What scoring reads: gold questions, answers, outside knowledge.

use std::collections::HashSet;
use std::fs::File;
use std::io::{BufReader, Read};
use std::path::Path;

use lydite_formats::{Item, Reader, codes};
use lydite_judge::{FileKnowledge, Labels, Report, Scorer};
use lydite_model::{Dataset, DatasetInfo, Diagnostic, Question, QuestionId, Response, Severity};

use crate::args::Score;
use crate::execution::Executor;
use crate::failure::Failure;
use crate::session::Session;

/// The benchmark, in memory.
pub(in crate::commands) struct Gold {
    pub dataset: Dataset,
}

impl Gold {
    /// Reads the benchmark; what lacks answers is run, if there is a graph to run it on.
    pub(in crate::commands) fn load(
        session: &Session,
        path: &Path,
        executor: Option<&Executor<'_>>,
    ) -> Result<Self, Failure> {
        let mut reader = session.open_path(path)?.trusting();
        let mut questions = all(session, &mut reader, path, &mut |_| {});
        if let Some(executor) = executor {
            let filled = executor.fill(session, &mut questions);
            filled.tell(session, &path.display().to_string());
        }
        for question in &mut questions {
            if let Some(answers) = question.answers.take() {
                question.fill(answers);
            }
        }
        let info = reader.info().clone();
        Ok(Self {
            dataset: Dataset { info, questions },
        })
    }

    /// A wording of a question, for people to recognise it.
    pub(super) fn text(&self, id: &str) -> &str {
        let mut questions = self.dataset.questions.iter();
        let question = questions.find(|question| question.id.as_str() == id);
        question.and_then(Question::any_text).unwrap_or_default()
    }
}

/// The answers of a system, in memory.
pub(in crate::commands) struct Answers {
    pub responses: Vec<Response>,
    pub info: DatasetInfo,
    /// Where a strict JSON reader would stop, and why.
    pub flaw: Option<String>,
}

impl Answers {
    /// Reads the answers; queries in their place are run, if there is a graph to run them on.
    pub(in crate::commands) fn load(
        session: &Session,
        path: &Path,
        executor: Option<&Executor<'_>>,
    ) -> Result<Self, Failure> {
        let mut reader = session.open_path(path)?.trusting();
        let mut flaw = None;
        let responses = all(session, &mut reader, path, &mut |remark| {
            if flaw.is_none() && stops_json_readers(remark) {
                flaw = Some(format!("{}: {}", remark.place, remark.message));
            }
        });
        let mut responses: Vec<_> = responses.into_iter().map(Response::from).collect();
        match executor {
            Some(executor) => {
                let filled = executor.fill(session, &mut responses);
                filled.tell(session, &path.display().to_string());
            }
            None => tell_queries_only(session, path, &responses),
        }
        Ok(Self {
            responses,
            info: reader.info().clone(),
            flaw,
        })
    }
}

/// The identifiers of a sample: the output of `lydite sample`, or any file with questions.
pub(super) fn sample(session: &Session, given: &Path) -> Result<HashSet<QuestionId>, Failure> {
    #[derive(serde::Deserialize)]
    struct Sample {
        ids: Vec<QuestionId>,
    }
    let path = session.resolve(given)?;
    let text = std::fs::read(&path)
        .map_err(|error| Failure::input(format!("{}: {error}", path.display())))?;
    if let Ok(Sample { ids }) = serde_json::from_slice(&text) {
        return Ok(ids.into_iter().collect());
    }
    let mut reader = session.open_path(&path)?;
    let questions = all(session, &mut reader, &path, &mut |_| {});
    Ok(questions.into_iter().map(|question| question.id).collect())
}

/// All entries of a file; says if some could not be read.
fn all(
    session: &Session,
    reader: &mut Reader,
    path: &Path,
    look: &mut dyn FnMut(&Diagnostic),
) -> Vec<Question> {
    let mut entries = Vec::new();
    for item in reader.items() {
        match item {
            Item::Question(question, _) => entries.push(question),
            Item::Diagnostic(diagnostic) => look(&diagnostic),
        }
    }
    let errors = reader.diagnostics(Severity::Error);
    if errors > 0 {
        let path = path.display();
        session.say(&format!(
            "warning: {errors} entries of {path} could not be read; see `lydite dataset check {path}`"
        ));
    }
    entries
}

/// Says what to do about answers that are queries only.
fn tell_queries_only(session: &Session, path: &Path, responses: &[Response]) {
    let bare = |response: &&Response| response.answers.is_none() && !response.queries.is_empty();
    let count = responses.iter().filter(bare).count();
    if count > 0 {
        let path = path.display();
        session.say(&format!(
            "note: {count} entries of {path} have a query but no answers; --kg GRAPH runs them"
        ));
    }
}

/// Whether a reader that knows nothing but JSON in UTF-8 would stop.
fn stops_json_readers(remark: &Diagnostic) -> bool {
    let stops = [
        &codes::BYTE_ORDER_MARK,
        &codes::NOT_UTF8,
        &codes::NOT_QUITE_JSON,
        &codes::SYNTAX,
        &codes::TRUNCATED,
        &codes::STRAY,
    ];
    stops.iter().any(|code| code.id == remark.code.id)
}

/// Judges two large files without holding them in memory.
pub(super) fn score_in_step(
    session: &Session,
    scorer: &Scorer<'_>,
    gold: &Path,
    answers: &Path,
) -> Result<Report, Failure> {
    let mut gold = session.open_path(gold)?.trusting();
    let mut answers = Reader::open(answers)?.trusting();
    let responses = answers.by_ref().map(Response::from);
    let mut report = scorer.score_in_step(gold.by_ref(), responses, &mut |_| {});
    report.describe(gold.info(), answers.info());
    Ok(report)
}

/// Links, labels and classes from files.
pub(super) fn knowledge(options: &Score) -> Result<FileKnowledge, Failure> {
    let open = |path: &Path| {
        File::open(path)
            .map(BufReader::new)
            .map_err(|error| Failure::input(format!("{}: {error}", path.display())))
    };
    let failed =
        |path: &Path, error: std::io::Error| Failure::input(format!("{}: {error}", path.display()));
    let mut knowledge = FileKnowledge::default();
    for path in &options.same_as {
        let links = &mut knowledge.same_as;
        links
            .read(open(path)?)
            .map_err(|error| failed(path, error))?;
    }
    if let Some(last) = options.labels.last() {
        // One index over all files; a later file adds to the earlier ones.
        let mut all: Box<dyn Read> = Box::new(std::io::empty());
        for path in &options.labels {
            all = Box::new(all.chain(&b"\n"[..]).chain(open(path)?));
        }
        knowledge.labels = Labels::from_file(all).map_err(|error| failed(last, error))?;
    }
    for path in &options.classes {
        let classes = &mut knowledge.classes;
        classes
            .read(open(path)?)
            .map_err(|error| failed(path, error))?;
    }
    Ok(knowledge)
}

/// A system is called as its file.
pub(in crate::commands) fn system_name(given: &Path) -> String {
    given.file_stem().map_or_else(
        || given.display().to_string(),
        |stem| stem.to_string_lossy().into_owned(),
    )
}
