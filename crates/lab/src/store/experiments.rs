//! Experiments: what was run, on what, and how far it is.

use std::collections::BTreeMap;
use std::fmt;

use jiff::Timestamp;
use jiff::tz::TimeZone;
use lydite_model::{Experiment as Kind, Language, nearest};
use serde::{Deserialize, Serialize};

use super::database::Row;
use super::{Statements, Store, StoreError, from_json, to_json};
use crate::record::now;
use crate::system::Descriptor;

/// The identifier of an experiment, as GERBIL's: the day and a running number, `202611180001`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ExperimentId(String);

impl ExperimentId {
    /// The identifier as it is written.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl From<&str> for ExperimentId {
    fn from(id: &str) -> Self {
        Self(id.trim().to_owned())
    }
}

impl fmt::Display for ExperimentId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

/// How far an experiment is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum State {
    /// Systems are being asked, or the process that asked them died.
    Asking,
    /// All questions were put, and the answers are being judged.
    Judging,
    /// Everything is stored.
    Finished,
    /// It was ended before all questions were put.
    Interrupted,
}

impl State {
    /// Every state.
    pub const ALL: [Self; 4] = [
        Self::Asking,
        Self::Judging,
        Self::Finished,
        Self::Interrupted,
    ];

    /// Its name.
    pub fn as_str(&self) -> &'static str {
        match self {
            Self::Asking => "asking",
            Self::Judging => "judging",
            Self::Finished => "finished",
            Self::Interrupted => "interrupted",
        }
    }

    pub(super) fn parse(name: &str) -> Result<Self, StoreError> {
        let mut all = Self::ALL.into_iter();
        all.find(|state| state.as_str() == name)
            .ok_or_else(|| StoreError::unreadable("a state", name))
    }
}

impl fmt::Display for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// What is run: all that decides the outcome, so that it can be run again.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Plan {
    /// What people call it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The benchmarks.
    pub datasets: Vec<PlannedDataset>,
    /// The systems.
    pub systems: Vec<Descriptor>,
    /// Whether systems are asked with the keywords of the questions.
    #[serde(default)]
    pub keywords: bool,
    /// The rule sets.
    pub rules: Vec<PlannedRules>,
    /// The experiment types to judge; if there are none, every one that there is something for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub experiments: Vec<Kind>,
    /// The graph on which queries are run: a name, a file or an address.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub graph: Option<String>,
    /// How many seconds a query may take on it.
    #[serde(default)]
    pub query_seconds: u64,
    /// The random seed of the intervals.
    pub seed: u64,
    /// The command line, if there was one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub command: Vec<String>,
}

/// A benchmark in a plan.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlannedDataset {
    /// As it was named.
    pub name: String,
    /// The SHA-256 of its content, by which the store keeps it.
    pub digest: String,
    /// The languages in which its questions are put; if there are none, each in its own.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub languages: Vec<Language>,
}

/// A rule set in a plan.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlannedRules {
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
    /// The file that describes it, if it is not built in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
}

/// A stored experiment: what was run, on what, and how far it is.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Experiment {
    /// Its identifier.
    pub id: ExperimentId,
    /// The same as an IRI.
    pub iri: String,
    /// What people call it.
    pub name: Option<String>,
    /// How far it is.
    pub state: State,
    /// Why it was interrupted.
    pub detail: Option<String>,
    /// When it was begun: `2026-11-18T04:20:00Z`.
    pub created: String,
    /// When it was finished.
    pub finished: Option<String>,
    /// When it was published.
    pub published: Option<String>,
    /// What is run.
    pub plan: Plan,
    /// Its tasks, in the order of their numbers: dataset by dataset, language by language, system
    /// by system.
    pub tasks: Vec<Task>,
    /// How often it was judged.
    pub judgings: u64,
}

impl Experiment {
    /// The system that a task asks.
    pub fn system(&self, task: &Task) -> &Descriptor {
        &self.plan.systems[task.system]
    }

    /// How many questions are put in all.
    pub fn questions(&self) -> u64 {
        self.tasks.iter().map(|task| task.questions).sum()
    }

    /// How many of them were put.
    pub fn done(&self) -> u64 {
        self.tasks.iter().map(|task| task.done).sum()
    }
}

/// The questions of a dataset, put to a system in a language.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Task {
    /// Its number, from 0 on.
    pub number: u64,
    /// The digest of the dataset.
    pub dataset: String,
    /// The dataset as it was named.
    pub dataset_name: String,
    /// The language; none if every question is put in its own.
    pub language: Option<Language>,
    /// The system, by its place in the plan.
    pub system: usize,
    /// How many questions are put.
    pub questions: u64,
    /// How many were put.
    pub done: u64,
    /// At how many the system failed.
    pub failed: u64,
    /// By which kinds of failure, and how often.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub failures: BTreeMap<String, u64>,
}

/// A line in a list of experiments.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Summary {
    /// Its identifier.
    pub id: ExperimentId,
    /// The same as an IRI.
    pub iri: String,
    /// What people call it.
    pub name: Option<String>,
    /// How far it is.
    pub state: State,
    /// When it was begun.
    pub created: String,
    /// When it was published.
    pub published: Option<String>,
    /// The datasets as they were named.
    pub datasets: Vec<String>,
    /// The systems by their names.
    pub systems: Vec<String>,
    /// How many questions are put in all.
    pub questions: u64,
    /// The best score in the latest judging, and by which system and rules.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub best: Option<Best>,
}

/// The best score of an experiment.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Best {
    /// The system.
    pub system: String,
    /// The rule set.
    pub rules: String,
    /// The score.
    pub score: f64,
}

/// A score in the latest judging of an experiment.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Scored {
    /// The experiment.
    pub experiment: ExperimentId,
    /// The dataset.
    pub dataset: String,
    /// The language; none if every question was put in its own.
    pub language: Option<Language>,
    /// The system.
    pub system: String,
    /// The rule set.
    pub rules: String,
    /// How many questions were put.
    pub questions: u64,
    /// The score that stands for the whole.
    pub score: f64,
}

const EXPERIMENT: &str = "SELECT id, iri, name, state, detail, created, finished, published, plan,
    (SELECT count(*) FROM judgings j WHERE j.experiment = e.id) FROM experiments e";

fn experiment(row: &mut Row) -> Result<Experiment, StoreError> {
    Ok(Experiment {
        id: ExperimentId(row.next()?),
        iri: row.next()?,
        name: row.next()?,
        state: State::parse(&row.next::<String>()?)?,
        detail: row.next()?,
        created: row.next()?,
        finished: row.next()?,
        published: row.next()?,
        plan: from_json("a plan", &row.next::<String>()?)?,
        tasks: Vec::new(),
        judgings: row.next()?,
    })
}

impl Store {
    /// A stored experiment.
    ///
    /// # Errors
    /// There is none, or the store cannot be read.
    pub fn experiment(&self, id: &ExperimentId) -> Result<Experiment, StoreError> {
        self.read(|db| {
            let one = format!("{EXPERIMENT} WHERE id = $1");
            let Some(mut found) = db.first(&one, &[id.as_str().into()], experiment)? else {
                return Err(unknown(db, id)?);
            };
            let tasks = "SELECT t.task, dataset, dataset_name, t.language, system, questions,
                    (SELECT count(*) FROM exchanges x
                     WHERE x.experiment = t.experiment AND x.task = t.task)
                FROM tasks t WHERE experiment = $1 ORDER BY t.task";
            found.tasks = db.all(tasks, &[id.as_str().into()], |row| {
                Ok(Task {
                    number: row.next()?,
                    dataset: row.next()?,
                    dataset_name: row.next()?,
                    language: row.next::<Option<String>>()?.map(Language::new),
                    system: usize::try_from(row.next::<u64>()?).unwrap_or(usize::MAX),
                    questions: row.next()?,
                    done: row.next()?,
                    failed: 0,
                    failures: BTreeMap::new(),
                })
            })?;
            let failures = "SELECT task, failure, count(*) FROM exchanges
                WHERE experiment = $1 AND failure IS NOT NULL GROUP BY task, failure";
            let failures = db.all(failures, &[id.as_str().into()], |row| {
                Ok((
                    row.next::<u64>()?,
                    row.next::<String>()?,
                    row.next::<u64>()?,
                ))
            })?;
            for (number, kind, count) in failures {
                let mut tasks = found.tasks.iter_mut();
                if let Some(task) = tasks.find(|task| task.number == number) {
                    task.failed += count;
                    task.failures.insert(kind, count);
                }
            }
            if let Some(task) = found
                .tasks
                .iter()
                .find(|task| task.system >= found.plan.systems.len())
            {
                let reason = format!("task {} asks a system that it does not name", task.number);
                return Err(StoreError::unreadable(format!("experiment {id}"), reason));
            }
            Ok(found)
        })
    }

    /// All experiments, the latest first.
    ///
    /// # Errors
    /// The store cannot be read.
    pub fn experiments(&self) -> Result<Vec<Summary>, StoreError> {
        self.read(|db| {
            let list = "SELECT id, iri, name, state, created, published, plan,
                    (SELECT CAST(coalesce(sum(questions), 0) AS BIGINT) FROM tasks t
                     WHERE t.experiment = e.id)
                FROM experiments e ORDER BY length(id) DESC, id DESC";
            let mut summaries = db.all(list, &[], |row| {
                let mut summary = Summary {
                    id: ExperimentId(row.next()?),
                    iri: row.next()?,
                    name: row.next()?,
                    state: State::parse(&row.next::<String>()?)?,
                    created: row.next()?,
                    published: row.next()?,
                    datasets: Vec::new(),
                    systems: Vec::new(),
                    questions: 0,
                    best: None,
                };
                let plan: Plan = from_json("a plan", &row.next::<String>()?)?;
                summary.questions = row.next()?;
                summary.datasets = plan.datasets.into_iter().map(|one| one.name).collect();
                summary.systems = plan.systems.into_iter().map(|one| one.name).collect();
                Ok(summary)
            })?;
            let best = "SELECT r.experiment, s.name, r.rules, r.score FROM reports r
                JOIN tasks t ON t.experiment = r.experiment AND t.task = r.task
                JOIN systems s ON s.experiment = t.experiment AND s.system = t.system
                WHERE r.score IS NOT NULL AND r.judging =
                    (SELECT max(judging) FROM judgings j WHERE j.experiment = r.experiment)
                ORDER BY r.experiment, r.score, r.report DESC";
            let best = db.all(best, &[], |row| {
                let id: String = row.next()?;
                let best = Best {
                    system: row.next()?,
                    rules: row.next()?,
                    score: row.next()?,
                };
                Ok((id, best))
            })?;
            // The last one of an experiment is its best.
            let best: std::collections::HashMap<_, _> = best.into_iter().collect();
            for summary in &mut summaries {
                summary.best = best.get(summary.id.as_str()).cloned();
            }
            Ok(summaries)
        })
    }

    /// All scores of the latest judgings, the best first.
    ///
    /// # Errors
    /// The store cannot be read.
    pub fn scores(&self) -> Result<Vec<Scored>, StoreError> {
        let scores =
            "SELECT r.experiment, t.dataset_name, t.language, s.name, r.rules, t.questions, r.score
            FROM reports r
            JOIN tasks t ON t.experiment = r.experiment AND t.task = r.task
            JOIN systems s ON s.experiment = t.experiment AND s.system = t.system
            WHERE r.score IS NOT NULL AND r.judging =
                (SELECT max(judging) FROM judgings j WHERE j.experiment = r.experiment)
            ORDER BY r.score DESC, r.experiment, r.report";
        self.read(|db| {
            db.all(scores, &[], |row| {
                Ok(Scored {
                    experiment: ExperimentId(row.next()?),
                    dataset: row.next()?,
                    language: row.next::<Option<String>>()?.map(Language::new),
                    system: row.next()?,
                    rules: row.next()?,
                    questions: row.next()?,
                    score: row.next()?,
                })
            })
        })
    }

    /// The experiment that is meant: by its identifier, or as `latest`.
    ///
    /// # Errors
    /// There is none yet, or the store cannot be read.
    pub fn find(&self, given: &str) -> Result<ExperimentId, StoreError> {
        if given != "latest" {
            return Ok(ExperimentId::from(given));
        }
        let ids =
            "SELECT id FROM experiments ORDER BY created DESC, length(id) DESC, id DESC LIMIT 1";
        let latest = self.read(|db| db.first(ids, &[], Row::next::<String>))?;
        latest
            .map(ExperimentId)
            .ok_or_else(|| StoreError::NoExperiment {
                id: given.to_owned(),
                nearest: None,
            })
    }

    /// Stores a new experiment with its tasks, and cuts their questions into batches.
    pub(crate) fn begin(
        &self,
        plan: &Plan,
        tasks: &[Task],
        base: &str,
        batch: u64,
    ) -> Result<ExperimentId, StoreError> {
        let plan_text = to_json(plan)?;
        self.transaction(|db| {
            let id = next_id(db)?;
            let insert = "INSERT INTO experiments (id, iri, name, state, created, plan)
                VALUES ($1, $2, $3, $4, $5, $6)";
            db.execute(
                insert,
                &[
                    id.as_str().into(),
                    format!("{base}{id}").into(),
                    plan.name.clone().into(),
                    State::Asking.as_str().into(),
                    now().into(),
                    plan_text.clone().into(),
                ],
            )?;
            for (number, system) in plan.systems.iter().enumerate() {
                db.execute(
                    "INSERT INTO systems (experiment, system, name, descriptor)
                     VALUES ($1, $2, $3, $4)",
                    &[
                        id.as_str().into(),
                        number.into(),
                        (&system.name).into(),
                        to_json(system)?.into(),
                    ],
                )?;
            }
            for task in tasks {
                insert_task(db, &id, task, batch)?;
            }
            Ok(id)
        })
    }

    /// Notes how far an experiment is.
    pub(crate) fn set_state(
        &self,
        id: &ExperimentId,
        state: State,
        detail: Option<&str>,
    ) -> Result<(), StoreError> {
        self.transaction(|db| {
            let finished = (state == State::Finished).then(now);
            db.execute(
                "UPDATE experiments SET state = $1, detail = $2, finished = $3, owner = NULL
                 WHERE id = $4",
                &[
                    state.as_str().into(),
                    detail.into(),
                    finished.into(),
                    id.as_str().into(),
                ],
            )?;
            Ok(())
        })
    }

    /// Marks an experiment as published, or no longer; gives when it was published.
    ///
    /// # Errors
    /// There is none, or the store cannot be written.
    pub fn publish(
        &self,
        id: &ExperimentId,
        published: bool,
    ) -> Result<Option<String>, StoreError> {
        let date = published.then(now);
        self.transaction(|db| {
            let set = "UPDATE experiments SET published = $1 WHERE id = $2";
            match db.execute(set, &[date.clone().into(), id.as_str().into()])? {
                0 => Err(unknown(db, id)?),
                _ => Ok(date.clone()),
            }
        })
    }

    /// Deletes an experiment with all that belongs to it. Datasets stay as long as another
    /// experiment, a judging or a campaign uses them.
    ///
    /// # Errors
    /// There is none, a campaign ranks its answers, or the store cannot be written.
    pub fn delete(&self, id: &ExperimentId) -> Result<(), StoreError> {
        self.transaction(|db| {
            let ranked = "SELECT campaign FROM submissions WHERE experiment = $1 LIMIT 1";
            let ranked = db.first(ranked, &[id.as_str().into()], Row::next::<String>)?;
            if let Some(campaign) = ranked {
                return Err(StoreError::Ranked {
                    id: id.to_string(),
                    campaign,
                });
            }
            for table in [
                "overrules",
                "polls",
                "outcomes",
                "reports",
                "judgings",
                "batches",
                "exchanges",
                "tasks",
                "systems",
            ] {
                let delete = format!("DELETE FROM {table} WHERE experiment = $1");
                db.execute(&delete, &[id.as_str().into()])?;
            }
            let delete = "DELETE FROM experiments WHERE id = $1";
            if db.execute(delete, &[id.as_str().into()])? == 0 {
                return Err(unknown(db, id)?);
            }
            super::datasets::drop_unused(db)
        })
    }
}

/// Why there is no experiment of this identifier.
fn unknown(db: &mut Statements<'_>, id: &ExperimentId) -> Result<StoreError, StoreError> {
    let all = db.all("SELECT id FROM experiments", &[], |row| {
        row.next::<String>()
    })?;
    Ok(StoreError::NoExperiment {
        id: id.to_string(),
        nearest: nearest(id.as_str(), all.iter().map(String::as_str)).map(str::to_owned),
    })
}

/// The day with the next running number.
fn next_id(db: &mut Statements<'_>) -> Result<ExperimentId, StoreError> {
    let day = Timestamp::now().to_zoned(TimeZone::UTC);
    let day = day.strftime("%Y%m%d").to_string();
    let last =
        "SELECT id FROM experiments WHERE id LIKE $1 ORDER BY length(id) DESC, id DESC LIMIT 1";
    let last = db.first(last, &[format!("{day}%").into()], |row| {
        row.next::<String>()
    })?;
    let last = last.and_then(|id| id.get(day.len()..)?.parse::<u64>().ok());
    Ok(ExperimentId(format!("{day}{:04}", last.unwrap_or(0) + 1)))
}

pub(super) fn insert_task(
    db: &mut Statements<'_>,
    id: &ExperimentId,
    task: &Task,
    batch: u64,
) -> Result<(), StoreError> {
    db.execute(
        "INSERT INTO tasks (experiment, task, dataset, dataset_name, language, system, questions)
         VALUES ($1, $2, $3, $4, $5, $6, $7)",
        &[
            id.as_str().into(),
            task.number.into(),
            (&task.dataset).into(),
            (&task.dataset_name).into(),
            task.language.as_ref().map(Language::as_str).into(),
            task.system.into(),
            task.questions.into(),
        ],
    )?;
    let total = db
        .first(
            "SELECT questions FROM datasets WHERE digest = $1",
            &[(&task.dataset).into()],
            Row::next::<u64>,
        )?
        .unwrap_or(0);
    let firsts = (0..total).step_by(usize::try_from(batch.max(1)).unwrap_or(usize::MAX));
    let rows = firsts.map(|first| {
        vec![
            id.as_str().into(),
            task.number.into(),
            first.into(),
            (first + batch).min(total).into(),
            0_i64.into(),
        ]
    });
    let into = "batches (experiment, task, first, last, done)";
    db.insert(into, 5, rows.collect(), "")?;
    Ok(())
}
