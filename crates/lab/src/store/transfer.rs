//! Experiments on their way from one store to another, in files.

use flate2::Compression;
use flate2::write::ZlibEncoder;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;
use std::io::Write;

use super::database::{Row, Value};
use super::exchanges::unpacked;
use super::{ExperimentId, Plan, State, Store, StoreError, Task, to_json};

/// An experiment without what was said and what it came to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Moved {
    pub(crate) id: ExperimentId,
    pub(crate) iri: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) name: Option<String>,
    pub(crate) created: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) finished: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) published: Option<String>,
    pub(crate) plan: Plan,
    pub(crate) tasks: Vec<Task>,
}

/// What was said about one question, as the store has it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct MovedExchange {
    pub(crate) position: u64,
    pub(crate) question: String,
    pub(crate) language: String,
    pub(crate) text: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) failure: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) millis: Option<f64>,
    /// The answers in the terms of the judge.
    pub(crate) answered: Json,
    /// What was sent and what came back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) said: Option<Json>,
}

const COLUMNS: &str = "position, question, language, text, failure, millis, response, turns";

impl MovedExchange {
    fn read(row: &mut Row) -> Result<Self, StoreError> {
        Ok(Self {
            position: row.next()?,
            question: row.next()?,
            language: row.next()?,
            text: row.next()?,
            failure: row.next()?,
            millis: row.next()?,
            answered: unpacked("an answer", &row.next::<Vec<u8>>()?)?,
            said: row
                .next::<Option<Vec<u8>>>()?
                .map(|bytes| unpacked("an exchange", &bytes))
                .transpose()?,
        })
    }

    fn row(&self, id: &ExperimentId, task: u64) -> Result<Vec<Value>, StoreError> {
        let answered = to_json(&self.answered)?;
        Ok(vec![
            id.as_str().into(),
            task.into(),
            answered.len().into(),
            self.position.into(),
            (&self.question).into(),
            (&self.language).into(),
            (&self.text).into(),
            self.failure.clone().into(),
            self.millis.into(),
            packed(&answered)?.into(),
            self.said
                .as_ref()
                .map(|said| packed(&to_json(said)?))
                .transpose()?
                .into(),
        ])
    }
}

fn packed(text: &str) -> Result<Vec<u8>, StoreError> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::fast());
    let written = encoder.write_all(text.as_bytes());
    let bytes = written.and_then(|()| encoder.finish());
    bytes.map_err(|error| StoreError::unreadable("an answer", error))
}

impl Store {
    /// Hands over what was said in a task as the store has it, in the order of the dataset.
    pub(crate) fn moved_exchanges<E: From<StoreError>>(
        &self,
        id: &ExperimentId,
        task: u64,
        mut each: impl FnMut(MovedExchange) -> Result<(), E>,
    ) -> Result<(), E> {
        /// So many are read at once.
        const PAGE: usize = 500;
        let mut from = 0_u64;
        loop {
            let get = format!(
                "SELECT {COLUMNS} FROM exchanges WHERE experiment = $1 AND task = $2
                 AND position >= $3 ORDER BY position LIMIT {PAGE}"
            );
            let values = [id.as_str().into(), task.into(), from.into()];
            let page = self.read(|db| db.all(&get, &values, MovedExchange::read))?;
            let Some(last) = page.last() else {
                return Ok(());
            };
            from = last.position + 1;
            page.into_iter().try_for_each(&mut each)?;
        }
    }

    /// Takes in an experiment whose datasets are there already, as one that is finished but not
    /// judged.
    pub(crate) fn take_in(&self, moved: &Moved) -> Result<(), StoreError> {
        let plan = to_json(&moved.plan)?;
        self.transaction(|db| {
            db.execute(
                "INSERT INTO experiments (id, iri, name, state, created, finished, published, plan)
                 VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
                &[
                    moved.id.as_str().into(),
                    (&moved.iri).into(),
                    moved.name.clone().into(),
                    State::Finished.as_str().into(),
                    (&moved.created).into(),
                    moved.finished.clone().into(),
                    moved.published.clone().into(),
                    (&plan).into(),
                ],
            )?;
            for (number, system) in moved.plan.systems.iter().enumerate() {
                db.execute(
                    "INSERT INTO systems (experiment, system, name, descriptor)
                     VALUES ($1, $2, $3, $4)",
                    &[
                        moved.id.as_str().into(),
                        number.into(),
                        (&system.name).into(),
                        to_json(system)?.into(),
                    ],
                )?;
            }
            for task in &moved.tasks {
                super::experiments::insert_task(db, &moved.id, task, u64::MAX / 2)?;
            }
            let done = "UPDATE batches SET done = 1 WHERE experiment = $1";
            db.execute(done, &[moved.id.as_str().into()])?;
            Ok(())
        })
    }

    /// Takes in what was said in a task.
    pub(crate) fn take_in_exchanges(
        &self,
        id: &ExperimentId,
        task: u64,
        exchanges: &[MovedExchange],
    ) -> Result<(), StoreError> {
        let rows = exchanges.iter().map(|one| one.row(id, task));
        let rows = rows.collect::<Result<Vec<_>, _>>()?;
        self.transaction(|db| {
            let into = format!("exchanges (experiment, task, size, {COLUMNS})");
            db.insert(&into, 11, rows.clone(), "")?;
            Ok(())
        })
    }
}
