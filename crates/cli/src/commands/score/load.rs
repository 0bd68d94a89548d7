//! What scoring reads: gold questions, answers, outside knowledge.

use std::collections::HashSet;
use std::fs::File;
use std::io::{BufReader, Read};
use std::path::Path;

use lydite_formats::{Reader, codes};
use lydite_judge::{
    About, Entries, FileKnowledge, Labels, Report, RereadError, Scorer, mark_ordered,
};
use lydite_model::{Dataset, Diagnostic, Question, QuestionId, Response, Severity};

use crate::args::Score;
use crate::execution::Executor;
use crate::failure::Failure;
use crate::session::Session;

/// The benchmark, in memory.
pub(in crate::commands) struct Gold {
    pub dataset: Dataset,
    pub about: About,
}

impl Gold {
    /// Reads the benchmark; what lacks answers is run, if there is a graph to run it on.
    pub(in crate::commands) fn load(
        session: &Session,
        path: &Path,
        executor: Option<&Executor<'_>>,
    ) -> Result<Self, Failure> {
        let mut reader = session.open_path(path)?.trusting();
        let mut about = About::default();
        let mut questions = all(session, &mut reader, path, &mut |remark| about.note(remark));
        if let Some(executor) = executor {
            let filled = executor.fill(session, &mut questions);
            filled.tell(session, &path.display().to_string());
        }
        let info = reader.info().clone();
        about.info.clone_from(&info);
        let mut dataset = Dataset { info, questions };
        mark_ordered(&mut dataset, None);
        Ok(Self { dataset, about })
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
    pub about: About,
}

impl Answers {
    /// Reads the answers; queries in their place are run, if there is a graph to run them on.
    pub(in crate::commands) fn load(
        session: &Session,
        path: &Path,
        executor: Option<&Executor<'_>>,
    ) -> Result<Self, Failure> {
        let mut reader = session.open_path(path)?.trusting();
        let mut about = About::default();
        let responses = all(session, &mut reader, path, &mut |remark| {
            note(&mut about, remark);
        });
        let mut responses: Vec<_> = responses.into_iter().map(Response::from).collect();
        match executor {
            Some(executor) => {
                let filled = executor.fill(session, &mut responses);
                filled.tell(session, &path.display().to_string());
            }
            None => tell_queries_only(session, path, &responses),
        }
        about.info.clone_from(reader.info());
        Ok(Self { responses, about })
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
    let mut errors = 0;
    let mut entries = Vec::new();
    while let Some(question) = reader.next_question(&mut |remark| {
        look(&remark);
        errors += u64::from(remark.severity() == Severity::Error);
    }) {
        entries.push(question);
    }
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

/// Notes what is to be said about a file.
fn note(about: &mut About, remark: &Diagnostic) {
    if about.json_flaw.is_none() && stops_json_readers(remark) {
        about.json_flaw = Some(format!("{}: {}", remark.place, remark.message));
    }
    about.note(remark);
}

/// The entries of a file, as they are read.
struct FromFile<'p> {
    path: &'p Path,
    reader: Reader,
    about: About,
}

impl<'p> FromFile<'p> {
    fn open(path: &'p Path) -> Result<Self, Failure> {
        Ok(Self {
            path,
            reader: Reader::open(path)?.trusting(),
            about: About::default(),
        })
    }

    fn next(&mut self) -> Option<Question> {
        let about = &mut self.about;
        self.reader
            .next_question(&mut |remark| note(about, &remark))
    }
}

impl<T: From<Question>> Entries<T> for FromFile<'_> {
    type Item = T;
    type Error = Failure;

    fn next(&mut self) -> Option<T> {
        FromFile::next(self).map(T::from)
    }

    fn restart(&mut self) -> Result<(), Failure> {
        *self = Self::open(self.path)?;
        Ok(())
    }

    fn about(&self) -> About {
        let mut about = self.about.clone();
        about.info.clone_from(self.reader.info());
        about
    }
}

/// Judges two large files without holding them in memory.
pub(super) fn score_in_step(
    scorer: &Scorer<'_>,
    gold: &Path,
    answers: &Path,
) -> Result<Report, Failure> {
    let (mut gold, mut answers) = (FromFile::open(gold)?, FromFile::open(answers)?);
    scorer
        .score_entries(&mut gold, &mut answers)
        .map_err(|error| match error {
            RereadError::Gold(failure) | RereadError::Answers(failure) => failure,
        })
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
