//! Which process puts which questions: batches with leases, in the tables that all share.

use super::database::{Row, Value};
use super::{ExperimentId, State, Statements, Store, StoreError};

/// Some questions of a task, to be put by one process.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Batch {
    pub(crate) task: u64,
    /// The places of its questions in the dataset: `first..last`.
    pub(crate) first: u64,
    pub(crate) last: u64,
}

impl Batch {
    /// Notes that all of it is stored.
    pub(super) fn finish(
        &self,
        db: &mut Statements<'_>,
        id: &ExperimentId,
    ) -> Result<(), StoreError> {
        let set = "UPDATE batches SET done = 1, owner = NULL, lease = NULL
                   WHERE experiment = $1 AND task = $2 AND first = $3";
        let values = [id.as_str().into(), self.task.into(), self.first.into()];
        db.execute(set, &values)?;
        Ok(())
    }
}

/// The condition that nobody works on something.
fn is_free(db: &Statements<'_>, owner: &str, lease: &str) -> String {
    let dialect = db.0.dialect();
    let mut free = format!("({owner} IS NULL OR {lease} < {}", dialect.now);
    if let Some(alive) = dialect.alive {
        // A connection that is gone will not come back, whatever its lease says.
        free.push_str(&format!(" OR {owner} NOT IN ({alive})"));
    }
    free.push(')');
    free
}

impl Store {
    /// Takes the next batch of a system that nobody works on.
    pub(crate) fn claim(
        &self,
        id: &ExperimentId,
        system: usize,
        lease: f64,
    ) -> Result<Option<Batch>, StoreError> {
        self.transaction(|db| {
            let dialect = db.0.dialect();
            // Whoever connected anew has another name.
            let owner = db.first(dialect.owner, &[], Row::next::<String>)?;
            let free = is_free(db, "owner", "lease");
            let take = format!(
                "UPDATE batches SET owner = $1, lease = {now} + CAST($2 AS DOUBLE PRECISION)
                 WHERE experiment = $3 AND (task, first) = (
                     SELECT task, first FROM batches
                     WHERE experiment = $3 AND done = 0 AND {free} AND task IN (
                         SELECT task FROM tasks WHERE experiment = $3 AND system = $4)
                     ORDER BY task, first LIMIT 1 {skip})
                 RETURNING task, first, last",
                now = dialect.now,
                skip = dialect.skip_locked,
            );
            let values = [
                owner.into(),
                Value::Real(lease),
                id.as_str().into(),
                system.into(),
            ];
            db.first(&take, &values, |row| {
                Ok(Batch {
                    task: row.next()?,
                    first: row.next()?,
                    last: row.next()?,
                })
            })
        })
    }

    /// Whether there are questions that nobody is at.
    pub(crate) fn has_free_batch(&self, id: &ExperimentId) -> Result<bool, StoreError> {
        self.read(|db| {
            let free = is_free(db, "owner", "lease");
            let get = format!(
                "SELECT first FROM batches WHERE experiment = $1 AND done = 0 AND {free} LIMIT 1"
            );
            let found = db.first(&get, &[id.as_str().into()], Row::next::<u64>)?;
            Ok(found.is_some())
        })
    }

    /// Says that this process is still at work.
    pub(crate) fn keep_alive(&self, id: &ExperimentId, lease: f64) -> Result<(), StoreError> {
        self.transaction(|db| {
            let dialect = db.0.dialect();
            let owner = db.first(dialect.owner, &[], Row::next::<String>)?;
            let set = format!(
                "UPDATE batches SET lease = {} + CAST($1 AS DOUBLE PRECISION)
                 WHERE experiment = $2 AND owner = $3 AND done = 0",
                dialect.now
            );
            let values = [Value::Real(lease), id.as_str().into(), owner.into()];
            db.execute(&set, &values)?;
            Ok(())
        })
    }

    /// Gives back what this process, or whoever died before it, has not done.
    pub(crate) fn release(&self, id: &ExperimentId) -> Result<(), StoreError> {
        self.transaction(|db| {
            let owner = db.first(db.0.dialect().owner, &[], Row::next::<String>)?;
            db.execute(
                "UPDATE batches SET owner = NULL, lease = NULL
                 WHERE experiment = $1 AND done = 0 AND owner = $2",
                &[id.as_str().into(), owner.into()],
            )?;
            Ok(())
        })
    }

    /// How many batches of an experiment are not done.
    pub(crate) fn open_batches(&self, id: &ExperimentId) -> Result<u64, StoreError> {
        let get = "SELECT count(*) FROM batches WHERE experiment = $1 AND done = 0";
        let count = self.read(|db| db.first(get, &[id.as_str().into()], Row::next))?;
        Ok(count.unwrap_or(0))
    }

    /// Takes the judging of an experiment whose questions were all put; false if another process
    /// has it, or there are questions left.
    pub(crate) fn claim_judging(&self, id: &ExperimentId) -> Result<bool, StoreError> {
        self.transaction(|db| {
            let dialect = db.0.dialect();
            let owner = db.first(dialect.owner, &[], Row::next::<String>)?;
            let free = match dialect.alive {
                Some(alive) => format!("(owner IS NULL OR owner = $1 OR owner NOT IN ({alive}))"),
                // Who holds the lock of the file is alone.
                None => "(1 = 1 OR owner = $1)".to_owned(),
            };
            let take = format!(
                "UPDATE experiments SET state = '{}', owner = $1, detail = NULL
                 WHERE id = $2 AND state <> '{}' AND {free} AND NOT EXISTS (
                     SELECT 1 FROM batches b WHERE b.experiment = experiments.id AND b.done = 0)",
                State::Judging,
                State::Finished,
            );
            Ok(db.execute(&take, &[owner.into(), id.as_str().into()])? > 0)
        })
    }

    /// The experiments of a shared store that have something left to do, the oldest first.
    pub(crate) fn unfinished(&self) -> Result<Vec<ExperimentId>, StoreError> {
        let get = format!(
            "SELECT id FROM experiments WHERE state IN ('{}', '{}') ORDER BY length(id), id",
            State::Asking,
            State::Judging
        );
        self.read(|db| {
            db.all(&get, &[], |row| {
                Ok(ExperimentId::from(row.next::<String>()?.as_str()))
            })
        })
    }
}
