//! Stores that several machines share: PostgreSQL.

mod encryption;
mod stream;

use std::collections::HashMap;
use std::error::Error;

use postgres::types::{IsNull, ToSql, Type, to_sql_checked};
use postgres::{Client, Config, Statement};

use self::encryption::Encryption;
use self::stream::Encrypts;
use super::StoreError;
use super::address::Address;
use super::database::{Database, Dialect, Each, Row, Value};

/// A store in PostgreSQL.
pub(super) struct Postgres {
    shown: String,
    config: Config,
    encrypts: Encrypts,
    client: Client,
    prepared: HashMap<String, Statement>,
}

impl Postgres {
    /// Connects to a database, named by an address or by `host=… user=…`.
    pub(super) fn open(address: &str, shown: &str) -> Result<Self, StoreError> {
        let out_of_reach = |reason: String| StoreError::OutOfReach {
            store: shown.to_owned(),
            reason,
        };
        let mut address = Address::read(address);
        let encryption = Encryption::take(&mut address).map_err(out_of_reach)?;
        let encrypts = Encrypts::from(encryption.config().map_err(out_of_reach)?);
        let config = address.to_string().parse();
        let mut config: Config =
            config.map_err(|error: postgres::Error| out_of_reach(explained(&error)))?;
        config.ssl_mode(encryption.mode);
        if config.get_application_name().is_none() {
            config.application_name("lydite");
        }
        if config.get_connect_timeout().is_none() {
            config.connect_timeout(std::time::Duration::from_secs(10));
        }
        let client = connect(&config, &encrypts);
        let client = client.map_err(|error| out_of_reach(explained(&error)))?;
        Ok(Self {
            shown: shown.to_owned(),
            config,
            encrypts,
            client,
            prepared: HashMap::new(),
        })
    }

    fn error(&self, error: &postgres::Error) -> StoreError {
        let reason = explained(error);
        let Some(said) = error.as_db_error() else {
            return match self.client.is_closed() {
                true => StoreError::Lost { reason },
                false => StoreError::Statement { reason },
            };
        };
        // The classes of SQLSTATE: 08 connection, 57P01… shut down, 53 resources, 40 and 23505
        // conflicts with others who write at the same time, XX001/XX002 corruption.
        match said.code().code() {
            "57P01" | "57P02" | "57P03" => StoreError::Lost { reason },
            code if code.starts_with("08") => StoreError::Lost { reason },
            "53300" => StoreError::Busy { reason },
            code if code.starts_with("53") => StoreError::Full { reason },
            code if code.starts_with("40") || ["55P03", "23505"].contains(&code) => {
                StoreError::Busy { reason }
            }
            "XX001" | "XX002" => StoreError::Damaged {
                store: self.shown.clone(),
                reason,
            },
            _ => StoreError::Statement { reason },
        }
    }

    fn statement(&mut self, sql: &str) -> Result<Statement, StoreError> {
        if let Some(known) = self.prepared.get(sql) {
            return Ok(known.clone());
        }
        let made = self.client.prepare(sql);
        let made = made.map_err(|error| self.error(&error))?;
        self.prepared.insert(sql.to_owned(), made.clone());
        Ok(made)
    }
}

fn connect(config: &Config, encrypts: &Encrypts) -> Result<Client, postgres::Error> {
    let mut client = config.connect(encrypts.clone())?;
    // The database may have other tables; ours have a place of their own.
    client.batch_execute(
        "SET client_min_messages = warning; CREATE SCHEMA IF NOT EXISTS lydite;
         SET search_path TO lydite",
    )?;
    Ok(client)
}

/// An error with what is behind it.
fn explained(error: &postgres::Error) -> String {
    let mut reason = error.to_string();
    let mut source = error.source();
    while let Some(deeper) = source {
        let text = deeper.to_string();
        if !reason.contains(&text) {
            reason = format!("{reason}: {text}");
        }
        source = deeper.source();
    }
    reason
}

impl ToSql for Value {
    fn to_sql(
        &self,
        kind: &Type,
        out: &mut postgres::types::private::BytesMut,
    ) -> Result<IsNull, Box<dyn Error + Sync + Send>> {
        match self {
            Self::Null => Ok(IsNull::Yes),
            Self::Integer(number) if *kind == Type::FLOAT8 => (*number as f64).to_sql(kind, out),
            Self::Integer(number) => number.to_sql(kind, out),
            Self::Real(number) => number.to_sql(kind, out),
            Self::Text(text) => text.to_sql(kind, out),
            Self::Bytes(bytes) => bytes.to_sql(kind, out),
        }
    }

    fn accepts(kind: &Type) -> bool {
        [Type::INT8, Type::FLOAT8, Type::TEXT, Type::BYTEA].contains(kind)
    }

    to_sql_checked!();
}

impl Database for Postgres {
    fn dialect(&self) -> Dialect {
        Dialect {
            begin: "BEGIN",
            now: "(extract(epoch from clock_timestamp())::double precision)",
            skip_locked: "FOR UPDATE SKIP LOCKED",
            owner: "SELECT pg_backend_pid()::text",
            alive: Some("SELECT pid::text FROM pg_stat_activity"),
        }
    }

    fn execute(&mut self, sql: &str, values: &[Value]) -> Result<u64, StoreError> {
        let statement = self.statement(sql)?;
        let values: Vec<&(dyn ToSql + Sync)> = values
            .iter()
            .map(|value| value as &(dyn ToSql + Sync))
            .collect();
        let done = self.client.execute(&statement, &values);
        done.map_err(|error| self.error(&error))
    }

    fn query(
        &mut self,
        sql: &str,
        values: &[Value],
        each: &mut Each<'_>,
    ) -> Result<(), StoreError> {
        let statement = self.statement(sql)?;
        let values: Vec<&(dyn ToSql + Sync)> = values
            .iter()
            .map(|value| value as &(dyn ToSql + Sync))
            .collect();
        let rows = self.client.query(&statement, &values);
        let rows = rows.map_err(|error| self.error(&error))?;
        for row in rows {
            let value = |at: usize| -> Result<Value, postgres::Error> {
                Ok(match *row.columns()[at].type_() {
                    Type::INT8 => row.try_get::<_, Option<i64>>(at)?.into(),
                    Type::FLOAT8 => row.try_get::<_, Option<f64>>(at)?.into(),
                    Type::BYTEA => row.try_get::<_, Option<Vec<u8>>>(at)?.into(),
                    _ => row.try_get::<_, Option<String>>(at)?.into(),
                })
            };
            let values = (0..row.len()).map(value).collect::<Result<Vec<_>, _>>();
            each(Row::new(values.map_err(|error| self.error(&error))?))?;
        }
        Ok(())
    }

    fn script(&mut self, sql: &str) -> Result<(), StoreError> {
        let done = self.client.batch_execute(sql);
        done.map_err(|error| self.error(&error))
    }

    fn reconnect(&mut self) -> Result<(), StoreError> {
        self.prepared.clear();
        let connected = connect(&self.config, &self.encrypts);
        self.client = connected.map_err(|error| StoreError::Lost {
            reason: explained(&error),
        })?;
        Ok(())
    }

    fn check(&mut self) -> Result<Vec<String>, StoreError> {
        // The server keeps its own files whole; that constraints hold is checked when rows come.
        Ok(Vec::new())
    }
}
