//! Campaigns and what was handed in.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::database::{Row, Value};
use super::{ExperimentId, Store, StoreError, from_json, to_json};
use crate::campaign::{Definition, JudgedIn, Participant, PhaseKind, Source, Submission};

/// A campaign in the store.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Campaign {
    /// What its organisers say.
    pub definition: Definition,
    /// The digests of its benchmarks, by task and phase.
    #[serde(skip)]
    pub(crate) benchmarks: BTreeMap<String, String>,
    /// When it was created.
    pub created: String,
    /// When its test phase was closed by hand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub closed: Option<String>,
}

impl Campaign {
    /// The digest of the benchmark of a task in a phase.
    pub(crate) fn benchmark(&self, task: &str, phase: PhaseKind) -> Option<&str> {
        self.benchmarks
            .get(&format!("{task}/{phase}"))
            .map(String::as_str)
    }
}

const COLUMNS: &str = "definition, benchmarks, created, closed";

fn campaign(row: &mut Row) -> Result<Campaign, StoreError> {
    Ok(Campaign {
        definition: from_json("a campaign", &row.next::<String>()?)?,
        benchmarks: from_json("a campaign", &row.next::<String>()?)?,
        created: row.next()?,
        closed: row.next()?,
    })
}

impl Store {
    /// A campaign by its name.
    ///
    /// # Errors
    /// The store cannot be read.
    pub fn campaign(&self, name: &str) -> Result<Option<Campaign>, StoreError> {
        let get = format!("SELECT {COLUMNS} FROM campaigns WHERE name = $1");
        self.read(|db| db.first(&get, &[name.into()], campaign))
    }

    /// All campaigns, by name.
    ///
    /// # Errors
    /// The store cannot be read.
    pub fn campaigns(&self) -> Result<Vec<Campaign>, StoreError> {
        let get = format!("SELECT {COLUMNS} FROM campaigns ORDER BY name");
        self.read(|db| db.all(&get, &[], campaign))
    }

    /// Stores a new campaign; `false` if there is one of this name.
    pub(crate) fn add_campaign(&self, campaign: &Campaign) -> Result<bool, StoreError> {
        let definition = to_json(&campaign.definition)?;
        let benchmarks = to_json(&campaign.benchmarks)?;
        let added = self.transaction(|db| {
            db.execute(
                "INSERT INTO campaigns (name, definition, benchmarks, created)
                 VALUES ($1, $2, $3, $4) ON CONFLICT (name) DO NOTHING",
                &[
                    (&campaign.definition.name).into(),
                    (&definition).into(),
                    (&benchmarks).into(),
                    (&campaign.created).into(),
                ],
            )
        })?;
        Ok(added > 0)
    }

    /// Notes when the test phase of a campaign was closed; what was noted first stays.
    pub(crate) fn close_campaign(&self, name: &str, when: &str) -> Result<(), StoreError> {
        let set = "UPDATE campaigns SET closed = $2 WHERE name = $1 AND closed IS NULL";
        self.transaction(|db| db.execute(set, &[name.into(), when.into()]))?;
        Ok(())
    }

    /// Stores a submission; gives its number.
    pub(crate) fn add_submission(
        &self,
        campaign: &str,
        submission: &Submission,
    ) -> Result<u64, StoreError> {
        let reports = to_json(&submission.judged)?;
        let (file, digest, experiment) = match &submission.source {
            Source::File { name, digest } => (Some(name), Some(digest), None),
            Source::Experiment { id } => (None, None, Some(id.as_str())),
        };
        self.transaction(|db| {
            let next = "SELECT COALESCE(MAX(number), 0) + 1 FROM submissions WHERE campaign = $1";
            let number = db.first(next, &[campaign.into()], Row::next::<u64>)?;
            let number = number.unwrap_or(1);
            db.execute(
                "INSERT INTO submissions (campaign, number, task, phase, system, configuration,
                     file, digest, experiment, received, reports)
                 VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)",
                &[
                    campaign.into(),
                    number.into(),
                    (&submission.task).into(),
                    submission.phase.as_str().into(),
                    (&submission.system).into(),
                    Value::from(submission.configuration.as_ref()),
                    Value::from(file),
                    Value::from(digest),
                    Value::from(experiment),
                    (&submission.received).into(),
                    (&reports).into(),
                ],
            )?;
            Ok(number)
        })
    }

    /// Notes that the systems that joined are asked in an experiment.
    pub(crate) fn add_poll(
        &self,
        campaign: &str,
        (task, phase): (&str, PhaseKind),
        experiment: &ExperimentId,
    ) -> Result<(), StoreError> {
        let add = "INSERT INTO polls (campaign, experiment, task, phase, taken)
                   VALUES ($1, $2, $3, $4, 0) ON CONFLICT DO NOTHING";
        let values = [
            campaign.into(),
            experiment.as_str().into(),
            task.into(),
            phase.as_str().into(),
        ];
        self.transaction(|db| db.execute(add, &values))?;
        Ok(())
    }

    /// The experiment in which the systems of a task were asked, and whose answers are not
    /// submissions yet; the latest, if there are several.
    pub(crate) fn open_poll(
        &self,
        campaign: &str,
        (task, phase): (&str, PhaseKind),
    ) -> Result<Option<ExperimentId>, StoreError> {
        let get = "SELECT experiment FROM polls
                   WHERE campaign = $1 AND task = $2 AND phase = $3 AND taken = 0
                   ORDER BY length(experiment) DESC, experiment DESC LIMIT 1";
        let values = [campaign.into(), task.into(), phase.as_str().into()];
        let found = self.read(|db| db.first(get, &values, Row::next::<String>))?;
        Ok(found.map(|id| id.as_str().into()))
    }

    /// Notes that the answers of an experiment are submissions now.
    pub(crate) fn close_poll(
        &self,
        campaign: &str,
        experiment: &ExperimentId,
    ) -> Result<(), StoreError> {
        let set = "UPDATE polls SET taken = 1 WHERE campaign = $1 AND experiment = $2";
        let values = [campaign.into(), experiment.as_str().into()];
        self.transaction(|db| db.execute(set, &values))?;
        Ok(())
    }

    /// What was handed in to a campaign, in the order of arrival.
    ///
    /// # Errors
    /// The store cannot be read.
    pub fn submissions(&self, campaign: &str) -> Result<Vec<Submission>, StoreError> {
        let get =
            "SELECT number, task, phase, system, configuration, file, digest, experiment, received,
                       reports
                   FROM submissions WHERE campaign = $1 ORDER BY number";
        self.read(|db| {
            db.all(get, &[campaign.into()], |row| {
                Ok(Submission {
                    number: row.next()?,
                    task: row.next()?,
                    phase: phase(&row.next::<String>()?)?,
                    system: row.next()?,
                    configuration: row.next()?,
                    source: source(row)?,
                    received: row.next()?,
                    judged: from_json::<Vec<JudgedIn>>("a submission", &row.next::<String>()?)?,
                })
            })
        })
    }

    /// Notes how a participant of a campaign is asked.
    pub(crate) fn add_participant(
        &self,
        campaign: &str,
        participant: &Participant,
    ) -> Result<(), StoreError> {
        let set = "INSERT INTO participants (campaign, name, spec) VALUES ($1, $2, $3)
                   ON CONFLICT (campaign, name) DO UPDATE SET spec = excluded.spec";
        let Participant { name, spec } = participant;
        self.transaction(|db| db.execute(set, &[campaign.into(), name.into(), spec.into()]))?;
        Ok(())
    }

    /// The systems that are asked by the organisers of a campaign.
    ///
    /// # Errors
    /// The store cannot be read.
    pub fn participants(&self, campaign: &str) -> Result<Vec<Participant>, StoreError> {
        let get = "SELECT name, spec FROM participants WHERE campaign = $1 ORDER BY name";
        self.read(|db| {
            db.all(get, &[campaign.into()], |row| {
                Ok(Participant {
                    name: row.next()?,
                    spec: row.next()?,
                })
            })
        })
    }
}

fn source(row: &mut Row) -> Result<Source, StoreError> {
    let (name, digest): (Option<String>, Option<String>) = (row.next()?, row.next()?);
    let experiment: Option<String> = row.next()?;
    match (name, digest, experiment) {
        (Some(name), Some(digest), _) => Ok(Source::File { name, digest }),
        (_, _, Some(id)) => Ok(Source::Experiment {
            id: id.as_str().into(),
        }),
        _ => Err(StoreError::unreadable(
            "a submission",
            "it comes from nowhere",
        )),
    }
}

fn phase(name: &str) -> Result<PhaseKind, StoreError> {
    match name {
        "training" => Ok(PhaseKind::Training),
        "test" => Ok(PhaseKind::Test),
        other => Err(StoreError::unreadable(
            "a submission",
            format!("phase {other}"),
        )),
    }
}
