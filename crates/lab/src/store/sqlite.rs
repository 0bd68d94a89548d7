//! Stores in a file: SQLite, with a write-ahead log.

use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::types::{ToSqlOutput, ValueRef};
use rusqlite::{Connection, ErrorCode, OpenFlags, ToSql, params_from_iter};

use super::StoreError;
use super::database::{Database, Dialect, Each, Row, Value};

/// How long another process may hold the file.
const PATIENCE: Duration = Duration::from_secs(30);

/// A store in a file.
pub(super) struct Sqlite {
    path: PathBuf,
    connection: Connection,
}

impl Sqlite {
    pub(super) fn open(path: &Path) -> Result<Self, StoreError> {
        if let Some(folder) = path.parent().filter(|folder| *folder != Path::new("")) {
            std::fs::create_dir_all(folder).map_err(StoreError::file(folder))?;
        }
        let connection = connect(path)?;
        Ok(Self {
            path: path.to_owned(),
            connection,
        })
    }

    fn error(&self, error: &rusqlite::Error) -> StoreError {
        told(&self.path, error)
    }

    /// Writes a copy of all that is stored to a file that does not exist yet.
    pub(super) fn backup(&self, to: &Path) -> Result<(), StoreError> {
        let sql = "VACUUM INTO ?1";
        let to = to.display().to_string();
        let copied = self.connection.execute(sql, [to]);
        copied.map(drop).map_err(|error| self.error(&error))
    }
}

fn connect(path: &Path) -> Result<Connection, StoreError> {
    let tell = |error: rusqlite::Error| told(path, &error);
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE
        | OpenFlags::SQLITE_OPEN_CREATE
        | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags).map_err(tell)?;
    connection.busy_timeout(PATIENCE).map_err(tell)?;
    // What is reported as done survives a power failure, too.
    connection
        .execute_batch(
            "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;
             PRAGMA cache_size = -32768;",
        )
        .map_err(tell)?;
    connection.set_prepared_statement_cache_capacity(64);
    Ok(connection)
}

/// What an error of SQLite means.
fn told(path: &Path, error: &rusqlite::Error) -> StoreError {
    let store = path.display().to_string();
    let reason = error.to_string();
    match error.sqlite_error_code() {
        Some(ErrorCode::NotADatabase | ErrorCode::DatabaseCorrupt) => {
            StoreError::Damaged { store, reason }
        }
        Some(ErrorCode::DiskFull | ErrorCode::SystemIoFailure | ErrorCode::TooBig) => {
            StoreError::Full { reason }
        }
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => StoreError::Busy { reason },
        Some(
            ErrorCode::CannotOpen
            | ErrorCode::PermissionDenied
            | ErrorCode::ReadOnly
            | ErrorCode::AuthorizationForStatementDenied,
        ) => StoreError::OutOfReach { store, reason },
        _ => StoreError::Statement { reason },
    }
}

impl ToSql for Value {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::Borrowed(match self {
            Self::Null => ValueRef::Null,
            Self::Integer(number) => ValueRef::Integer(*number),
            Self::Real(number) => ValueRef::Real(*number),
            Self::Text(text) => ValueRef::Text(text.as_bytes()),
            Self::Bytes(bytes) => ValueRef::Blob(bytes),
        }))
    }
}

/// Parameters as SQLite numbers them; no statement has a dollar sign otherwise.
fn numbered(sql: &str) -> String {
    sql.replace('$', "?")
}

impl Database for Sqlite {
    fn dialect(&self) -> Dialect {
        Dialect {
            begin: "BEGIN IMMEDIATE",
            now: "(unixepoch('subsec'))",
            skip_locked: "",
            owner: "SELECT 'here'",
            alive: None,
        }
    }

    fn execute(&mut self, sql: &str, values: &[Value]) -> Result<u64, StoreError> {
        let run = || {
            let mut statement = self.connection.prepare_cached(&numbered(sql))?;
            statement.execute(params_from_iter(values))
        };
        run()
            .map(|rows| rows as u64)
            .map_err(|error| self.error(&error))
    }

    fn query(
        &mut self,
        sql: &str,
        values: &[Value],
        each: &mut Each<'_>,
    ) -> Result<(), StoreError> {
        let tell = |error: rusqlite::Error| told(&self.path, &error);
        let mut statement = self
            .connection
            .prepare_cached(&numbered(sql))
            .map_err(tell)?;
        let columns = statement.column_count();
        let mut rows = statement.query(params_from_iter(values)).map_err(tell)?;
        while let Some(row) = rows.next().map_err(tell)? {
            let value = |at| {
                row.get_ref(at).map(|value| match value {
                    ValueRef::Null => Value::Null,
                    ValueRef::Integer(number) => Value::Integer(number),
                    ValueRef::Real(number) => Value::Real(number),
                    ValueRef::Text(text) => Value::Text(String::from_utf8_lossy(text).into_owned()),
                    ValueRef::Blob(bytes) => Value::Bytes(bytes.to_vec()),
                })
            };
            let values = (0..columns).map(value).collect::<Result<Vec<_>, _>>();
            each(Row::new(values.map_err(tell)?))?;
        }
        Ok(())
    }

    fn script(&mut self, sql: &str) -> Result<(), StoreError> {
        let done = self.connection.execute_batch(sql);
        done.map_err(|error| self.error(&error))
    }

    fn reconnect(&mut self) -> Result<(), StoreError> {
        self.connection = connect(&self.path)?;
        Ok(())
    }

    fn check(&mut self) -> Result<Vec<String>, StoreError> {
        let mut found = Vec::new();
        self.query("PRAGMA integrity_check(20)", &[], &mut |mut row| {
            found.push(row.next::<String>()?);
            Ok(())
        })?;
        found.retain(|line| line != "ok");
        self.query("PRAGMA foreign_key_check", &[], &mut |mut row| {
            let table: String = row.next()?;
            found.push(format!("a row of {table} refers to one that is missing"));
            Ok(())
        })?;
        Ok(found)
    }
}
