//! Experiments on real stores: SQLite in a file, PostgreSQL started by the test.

mod agreement;
mod encryption;
mod resuming;
mod stores;
mod versions;
mod workers;

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use lydite_lab::run::{Pace, Ran, Run};
use lydite_lab::store::{Location, Store};
use lydite_lab::system::{Asked, Descriptor, Exchange, Kind, QaSystem};
use lydite_lab::{Config, Error, Lab};
use lydite_model::{Outcome, QuestionId, Response};
use lydite_testing::postgres::Postgres;

/// A system whose answers are in a file, and that counts how often it is asked.
pub(crate) struct Known {
    descriptor: Descriptor,
    answers: HashMap<QuestionId, Response>,
    pub(crate) asked: AtomicU64,
    /// Called with the number of each question, before it is answered.
    watch: Option<Box<dyn Fn(u64) + Send + Sync>>,
}

impl Known {
    pub(crate) fn new(lab: &Lab, name: &str, file: &Path) -> Self {
        let answers = lab.open(file).unwrap().map(Response::from);
        Self {
            descriptor: Descriptor::new(name, Kind::File, format!("file:{}", file.display())),
            answers: answers.map(|one| (one.question.clone(), one)).collect(),
            asked: AtomicU64::new(0),
            watch: None,
        }
    }

    pub(crate) fn watched(self, watch: impl Fn(u64) + Send + Sync + 'static) -> Self {
        Self {
            watch: Some(Box::new(watch)),
            ..self
        }
    }
}

impl QaSystem for Known {
    fn descriptor(&self) -> &Descriptor {
        &self.descriptor
    }

    fn ask(&self, asked: &Asked<'_>) -> Exchange {
        let number = self.asked.fetch_add(1, Ordering::SeqCst);
        if let Some(watch) = &self.watch {
            watch(number);
        }
        let known = self.answers.get(&asked.question.id).cloned();
        Exchange::from(known.unwrap_or_else(|| asked.unanswered()))
    }
}

/// A lab with a home of its own, and a store.
pub(crate) struct Place {
    pub(crate) folder: tempfile::TempDir,
    pub(crate) location: Location,
    /// The server, if the store is in PostgreSQL.
    pub(crate) server: Option<Postgres>,
}

impl Place {
    /// With a store in a file.
    pub(crate) fn file() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let location = Location::File(folder.path().join("experiments.sqlite"));
        Self {
            folder,
            location,
            server: None,
        }
    }

    /// With a store in PostgreSQL, if there is one.
    pub(crate) fn postgres() -> Option<Self> {
        let server = Postgres::start()?;
        Some(Self {
            folder: tempfile::tempdir().unwrap(),
            location: server.url().parse().unwrap(),
            server: Some(server),
        })
    }

    /// Every place there is.
    pub(crate) fn all() -> Vec<Self> {
        [Some(Self::file()), Self::postgres()]
            .into_iter()
            .flatten()
            .collect()
    }

    pub(crate) fn config(&self) -> Config {
        Config {
            home: Some(self.folder.path().join("home")),
            store: Some(self.location.clone()),
            ..Config::default()
        }
    }

    pub(crate) fn lab(&self) -> Lab {
        Lab::new(self.config())
    }

    pub(crate) fn store(&self) -> Store {
        Store::open(&self.location).unwrap()
    }

    /// A benchmark with so many questions, and answers to them that are partly right.
    pub(crate) fn benchmark(&self, questions: usize) -> (PathBuf, PathBuf) {
        let gold = self.folder.path().join(format!("gold-{questions}.json"));
        let answers = self.folder.path().join(format!("answers-{questions}.json"));
        std::fs::write(&gold, document(questions, |_| true)).unwrap();
        std::fs::write(&answers, document(questions, |number| number % 3 > 0)).unwrap();
        (gold, answers)
    }
}

/// A file in the format of QALD.
fn document(questions: usize, is_right: impl Fn(usize) -> bool) -> String {
    let question = |number: usize| {
        let value = if is_right(number) { number } else { number + 1 };
        serde_json::json!({
            "id": number.to_string(),
            "question": [{"language": "en", "string": format!("What is number {number}?")}],
            "query": {"sparql": format!("SELECT ?n {{ <http://x/{number}> <http://x/is> ?n }}")},
            "answers": [{
                "head": {"vars": ["n"]},
                "results": {"bindings": [{"n": {"type": "literal", "value": value.to_string()}}]},
            }],
        })
    };
    let questions: Vec<_> = (0..questions).map(question).collect();
    serde_json::json!({"dataset": {"id": "numbers"}, "questions": questions}).to_string()
}

/// All cells of an experiment but for the times.
pub(crate) fn matrix(ran: &Ran) -> Vec<(String, Vec<Outcome>)> {
    let reports = ran.judging.evaluated.reports.iter();
    reports
        .map(|report| {
            let others = report.experiments.iter().flat_map(|one| &one.outcomes);
            let outcomes = report.outcomes.iter().chain(others).cloned();
            let name = format!("{:?} {}", report.system, report.rules.name);
            let timeless = |outcome: Outcome| Outcome {
                millis: None,
                ..outcome
            };
            (name, outcomes.map(timeless).collect())
        })
        .collect()
}

pub(crate) fn arc(system: Known) -> Arc<dyn QaSystem> {
    Arc::new(system)
}

/// A run of one system.
pub(crate) fn run_one(
    lab: &Lab,
    gold: &Path,
    system: Arc<dyn QaSystem>,
    pace: &Pace,
) -> Result<Ran, Error> {
    lab.run(&Run::new(vec![gold.to_owned()], vec![system]), pace)
}
