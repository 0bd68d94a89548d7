//! Copies and checks of a store.

use std::path::Path;

use serde::Serialize;

use super::database::Row;
use super::sqlite::Sqlite;
use super::{ExperimentId, Location, Store, StoreError, is_new, schema};

/// What a check of a store found.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Checked {
    /// Where it is.
    pub store: String,
    /// The version of its tables.
    pub version: i64,
    /// How many experiments it has.
    pub experiments: u64,
    /// How many datasets.
    pub datasets: u64,
    /// How many exchanges.
    pub exchanges: u64,
    /// What is wrong with it, a line each.
    pub damage: Vec<String>,
}

impl Store {
    /// Writes a copy of all that is stored to a new file, while others go on writing.
    ///
    /// # Errors
    /// The file exists or cannot be written, or the store is one of PostgreSQL, which has its own
    /// program for it.
    pub fn backup(&self, to: &Path) -> Result<(), StoreError> {
        is_new(to)?;
        match &self.location {
            Location::File(path) => Sqlite::open(path)?.backup(to),
            Location::Postgres(_) => Err(StoreError::NoBackup),
        }
    }

    /// Looks for damage: in the files of the database, and in every dataset and answer.
    ///
    /// # Errors
    /// The store cannot be read at all.
    pub fn check(&self, folder: &Path) -> Result<Checked, StoreError> {
        let mut damage = self.read(|db| db.0.check())?;
        let count = |table: &str| {
            let get = format!("SELECT count(*) FROM {table}");
            let count = self.read(|db| db.first(&get, &[], Row::next::<u64>))?;
            Ok(count.unwrap_or(0))
        };
        let digests = "SELECT digest FROM datasets ORDER BY digest";
        let digests = self.read(|db| db.all(digests, &[], Row::next::<String>))?;
        let place = tempfile_in(folder)?;
        for digest in &digests {
            if let Err(error) = self.gold(digest, &place) {
                damage.push(error.to_string());
            }
            let _ = std::fs::remove_file(place.join(digest));
        }
        let _ = std::fs::remove_dir_all(&place);
        let tasks = "SELECT experiment, task FROM tasks ORDER BY experiment, task";
        let tasks = self.read(|db| {
            db.all(tasks, &[], |row| {
                Ok((row.next::<String>()?, row.next::<u64>()?))
            })
        })?;
        for (experiment, task) in tasks {
            let id = ExperimentId::from(experiment.as_str());
            if let Err(error) = self.exchanges(&id, task, |_| Ok::<(), StoreError>(())) {
                damage.push(format!("experiment {id}, task {task}: {error}"));
            }
        }
        Ok(Checked {
            store: self.location.to_string(),
            version: schema::VERSION,
            experiments: count("experiments")?,
            datasets: digests.len() as u64,
            exchanges: count("exchanges")?,
            damage,
        })
    }
}

/// A new folder for files that are soon gone.
fn tempfile_in(folder: &Path) -> Result<std::path::PathBuf, StoreError> {
    let place = folder.join(format!("check.{}", std::process::id()));
    std::fs::create_dir_all(&place).map_err(StoreError::file(&place))?;
    Ok(place)
}
