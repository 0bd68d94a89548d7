//! What people say against verdicts.

use super::database::Row;
use super::{ExperimentId, Store, StoreError, from_json, to_json};
use crate::overrule::Overrule;

impl Store {
    /// What people said against the verdicts of an experiment, in the order in which they said it.
    ///
    /// # Errors
    /// The store cannot be read.
    pub fn overrules(&self, id: &ExperimentId) -> Result<Vec<Overrule>, StoreError> {
        let get = "SELECT number, dataset, question, correction, reason, person, made
                   FROM overrules WHERE experiment = $1 ORDER BY number";
        self.read(|db| {
            db.all(get, &[id.as_str().into()], |row| {
                Ok(Overrule {
                    number: row.next()?,
                    dataset: row.next()?,
                    question: row.next()?,
                    correction: from_json("a correction", &row.next::<String>()?)?,
                    reason: row.next()?,
                    person: row.next()?,
                    made: row.next()?,
                })
            })
        })
    }

    /// Keeps what somebody says against a verdict; gives its number, whatever number it has.
    ///
    /// # Errors
    /// There is no such experiment, or the store cannot be written.
    pub fn add_overrule(&self, id: &ExperimentId, said: &Overrule) -> Result<u64, StoreError> {
        let correction = to_json(&said.correction)?;
        self.transaction(|db| {
            let next = "SELECT COALESCE(MAX(number), 0) + 1 FROM overrules WHERE experiment = $1";
            let number = db.first(next, &[id.as_str().into()], Row::next::<u64>)?;
            let number = number.unwrap_or(1);
            db.execute(
                "INSERT INTO overrules (experiment, number, dataset, question, correction, reason,
                     person, made) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
                &[
                    id.as_str().into(),
                    number.into(),
                    (&said.dataset).into(),
                    (&said.question).into(),
                    (&correction).into(),
                    (&said.reason).into(),
                    (&said.person).into(),
                    (&said.made).into(),
                ],
            )?;
            Ok(number)
        })
    }

    /// Takes back what somebody said; `false` if nobody said it.
    ///
    /// # Errors
    /// The store cannot be written.
    pub fn withdraw_overrule(&self, id: &ExperimentId, number: u64) -> Result<bool, StoreError> {
        let delete = "DELETE FROM overrules WHERE experiment = $1 AND number = $2";
        let values = [id.as_str().into(), number.into()];
        Ok(self.transaction(|db| db.execute(delete, &values))? > 0)
    }
}
