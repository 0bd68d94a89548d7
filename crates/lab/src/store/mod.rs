//! Where experiments are kept for good: in a file (SQLite) or shared by several machines
//! (PostgreSQL), with the same tables and the same statements.
//!
//! | to | see |
//! | --- | --- |
//! | open a store | [`Lab::store`], [`Store::open`], [`Location`] |
//! | list experiments and read one | [`Store::experiments`], [`Store::experiment`] |
//! | read its reports, with every question | [`Store::judging`] |
//! | read what was said, question by question | [`Store::exchanges`], [`Store::exchange`] |
//! | read the benchmark as it was | [`Store::dataset`], [`Store::gold`] |
//! | copy and check a store | [`Store::backup`], [`Store::check`] |

mod address;
mod campaigns;
mod database;
mod datasets;
mod error;
mod exchanges;
mod experiments;
mod judgings;
mod location;
mod overrules;
mod postgres;
mod queue;
mod schema;
mod sqlite;
mod transfer;
mod upkeep;

use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::sleep;
use std::time::{Duration, Instant};

pub use campaigns::Campaign;
pub use datasets::KeptDataset;
pub use error::StoreError;
pub use exchanges::{StoredExchange, StoredResponses};
pub use experiments::{
    Best, Experiment, ExperimentId, Plan, PlannedDataset, PlannedRules, Scored, State, Summary,
    Task,
};
pub use judgings::Judging;
pub use location::Location;
pub use upkeep::Checked;

pub(crate) use exchanges::{HeardFrom, Said};
pub(crate) use judgings::{gold_name, status_name};
pub(crate) use queue::Batch;
pub(crate) use transfer::{Moved, MovedExchange};

use self::database::{Database, Row, Value};
use crate::{Error, Lab};

/// For how long a lost connection may stay away.
const PATIENCE: Duration = Duration::from_secs(30);

/// An open store. Several threads may use it.
pub struct Store {
    location: Location,
    database: Mutex<Box<dyn Database>>,
    patience: Duration,
}

impl Lab {
    /// Opens the store of this lab: the one that is named in its configuration, or a file in the
    /// home directory.
    ///
    /// # Errors
    /// It cannot be opened.
    pub fn store(&self) -> Result<Store, Error> {
        let location = match &self.config.store {
            Some(location) => location.clone(),
            None => Location::File(self.home()?.join("experiments.sqlite")),
        };
        Ok(Store::open(&location)?)
    }
}

impl Store {
    /// Opens a store; one that does not exist is made, one of an earlier version is brought up to
    /// date.
    ///
    /// # Errors
    /// It cannot be reached, is damaged, or of a later version.
    pub fn open(location: &Location) -> Result<Self, StoreError> {
        let shown = location.to_string();
        let mut database: Box<dyn Database> = match location {
            Location::File(path) => Box::new(sqlite::Sqlite::open(path)?),
            Location::Postgres(address) => Box::new(postgres::Postgres::open(address, &shown)?),
        };
        schema::migrate(&mut *database, &shown)?;
        Ok(Self {
            location: location.clone(),
            database: Mutex::new(database),
            patience: PATIENCE,
        })
    }

    /// Where it is.
    pub fn location(&self) -> &Location {
        &self.location
    }

    /// For how long a lost connection may stay away before the store gives up.
    #[must_use]
    pub fn patient(self, patience: Duration) -> Self {
        Self { patience, ..self }
    }

    fn lock(&self) -> MutexGuard<'_, Box<dyn Database>> {
        // Whoever panicked left a transaction that nobody has committed.
        self.database.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Does something in one transaction: all of it, or nothing. If the connection is lost it is
    /// done again from the beginning, so it must not matter whether it was done already.
    fn transaction<T>(
        &self,
        mut work: impl FnMut(&mut Statements<'_>) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let mut database = self.lock();
        self.insisting(&mut **database, |database| {
            let begin = database.dialect().begin;
            database.script(begin)?;
            let worked = work(&mut Statements(database));
            let committed = worked.and_then(|value| database.script("COMMIT").map(|()| value));
            if committed.is_err() {
                let _ = database.script("ROLLBACK");
            }
            committed
        })
    }

    /// Reads something.
    fn read<T>(
        &self,
        mut work: impl FnMut(&mut Statements<'_>) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let mut database = self.lock();
        self.insisting(&mut **database, |database| work(&mut Statements(database)))
    }

    /// Does something; again, if the connection was lost and comes back.
    fn insisting<T>(
        &self,
        database: &mut dyn Database,
        mut work: impl FnMut(&mut dyn Database) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let begun = Instant::now();
        let mut pause = Duration::from_millis(20);
        loop {
            let error = match work(database) {
                Err(error @ (StoreError::Lost { .. } | StoreError::Busy { .. })) => error,
                done => return done,
            };
            if begun.elapsed() > self.patience {
                return Err(error);
            }
            sleep(pause);
            pause = (pause * 2).min(Duration::from_secs(2));
            if matches!(error, StoreError::Lost { .. }) {
                // If that fails the next try finds out.
                let _ = database.reconnect();
            }
        }
    }
}

impl std::fmt::Debug for Store {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Store").field(&self.location).finish()
    }
}

/// Statements on a database.
struct Statements<'d>(&'d mut dyn Database);

impl Statements<'_> {
    fn execute(&mut self, sql: &str, values: &[Value]) -> Result<u64, StoreError> {
        self.0.execute(sql, values)
    }

    /// Inserts many rows into columns: `INSERT INTO table (columns) VALUES …`, with what follows.
    fn insert(
        &mut self,
        into: &str,
        columns: usize,
        rows: Vec<Vec<Value>>,
        then: &str,
    ) -> Result<u64, StoreError> {
        /// So many rows in a statement; the rest one by one, so that few statements are prepared.
        const ROWS: usize = 32;
        let statement = |rows: usize| {
            let mut sql = format!("INSERT INTO {into} VALUES ");
            for row in 0..rows {
                let place = |column| format!("${}", row * columns + column + 1);
                let places: Vec<String> = (0..columns).map(place).collect();
                sql.push_str(if row > 0 { ",(" } else { "(" });
                sql.push_str(&places.join(","));
                sql.push(')');
            }
            format!("{sql} {then}")
        };
        let (many, one) = (statement(ROWS), statement(1));
        let mut changed = 0;
        let mut values = Vec::with_capacity(ROWS * columns);
        let mut rows = rows.into_iter();
        while rows.len() >= ROWS {
            values.clear();
            values.extend(rows.by_ref().take(ROWS).flatten());
            changed += self.execute(&many, &values)?;
        }
        for row in rows {
            changed += self.execute(&one, &row)?;
        }
        Ok(changed)
    }

    /// Every row of a result, made into something.
    fn all<T>(
        &mut self,
        sql: &str,
        values: &[Value],
        mut make: impl FnMut(&mut Row) -> Result<T, StoreError>,
    ) -> Result<Vec<T>, StoreError> {
        let mut all = Vec::new();
        self.0.query(sql, values, &mut |mut row| {
            all.push(make(&mut row)?);
            Ok(())
        })?;
        Ok(all)
    }

    /// The first row of a result, made into something.
    fn first<T>(
        &mut self,
        sql: &str,
        values: &[Value],
        make: impl FnMut(&mut Row) -> Result<T, StoreError>,
    ) -> Result<Option<T>, StoreError> {
        Ok(self.all(sql, values, make)?.into_iter().next())
    }
}

/// A value as JSON.
fn to_json(value: &impl serde::Serialize) -> Result<String, StoreError> {
    serde_json::to_string(value).map_err(|error| StoreError::unreadable("a value", error))
}

/// A value from JSON.
fn from_json<T: serde::de::DeserializeOwned>(what: &str, text: &str) -> Result<T, StoreError> {
    serde_json::from_str(text).map_err(|error| StoreError::unreadable(what, error))
}

/// Whether a path may be written.
fn is_new(path: &Path) -> Result<(), StoreError> {
    if path.exists() {
        return Err(StoreError::Exists {
            path: path.to_owned(),
        });
    }
    Ok(())
}
