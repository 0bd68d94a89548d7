//! The tables, version by version. What was released is never changed: a new version adds a step.

use super::StoreError;
use super::database::{Database, Value};

/// The steps from an empty database to the latest version; the first makes version 1. Both
/// databases understand all of it.
const STEPS: &[&str] = &[
    include_str!("schema/1.sql"),
    include_str!("schema/2.sql"),
    include_str!("schema/3.sql"),
    include_str!("schema/4.sql"),
];

/// The latest version.
pub(super) const VERSION: i64 = STEPS.len() as i64;

/// Brings a database to the latest version; one of a later version is left alone.
pub(super) fn migrate(database: &mut dyn Database, store: &str) -> Result<(), StoreError> {
    if version(database)? == VERSION {
        return Ok(());
    }
    let begin = database.dialect().begin;
    database.script(begin)?;
    match step_by_step(database, store) {
        Ok(()) => database.script("COMMIT"),
        Err(error) => {
            let _ = database.script("ROLLBACK");
            Err(error)
        }
    }
}

fn step_by_step(database: &mut dyn Database, store: &str) -> Result<(), StoreError> {
    database.script(
        "CREATE TABLE IF NOT EXISTS lydite_store (name TEXT PRIMARY KEY, value TEXT NOT NULL)",
    )?;
    // Another process may have been faster.
    let found = version(database)?;
    if found > VERSION {
        return Err(StoreError::Newer {
            store: store.to_owned(),
            found,
            known: VERSION,
        });
    }
    for step in &STEPS[usize::try_from(found).unwrap_or(0)..] {
        database.script(step)?;
    }
    let set = "INSERT INTO lydite_store (name, value) VALUES ('version', $1)
               ON CONFLICT (name) DO UPDATE SET value = excluded.value";
    database.execute(set, &[Value::from(VERSION.to_string())])?;
    Ok(())
}

/// The version of a database; 0 if there is nothing in it.
fn version(database: &mut dyn Database) -> Result<i64, StoreError> {
    let mut found = 0;
    let get = "SELECT value FROM lydite_store WHERE name = 'version'";
    let read = database.query(get, &[], &mut |mut row| {
        let text: String = row.next()?;
        let number = text.parse();
        found = number.map_err(|error| StoreError::unreadable("the version", error))?;
        Ok(())
    });
    match read {
        Ok(()) => Ok(found),
        // There is no such table yet.
        Err(StoreError::Statement { .. }) => Ok(0),
        Err(other) => Err(other),
    }
}
