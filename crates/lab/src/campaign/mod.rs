//! Campaigns: phases with dates, tasks, hidden gold, submissions, rankings.
//!
//! | to | see |
//! | --- | --- |
//! | describe a campaign | [`Definition`] |
//! | create one, and find it again | [`Lab::create_campaign`], [`Lab::host`] |
//! | take a submission | [`Hosted::submit`] |
//! | ask the systems that joined | [`Hosted::poll`] |
//! | rank the systems | [`Hosted::rank`] |
//! | close the test phase, and hand out its questions | [`Hosted::close`], [`Hosted::release`] |
//! | run it on Codabench instead | [`Lab::codabench_bundle`], [`Lab::score_for_codabench`] |

mod codabench;
mod definition;
mod error;
mod phase;
mod polling;
mod ranking;
mod submission;

use std::collections::BTreeMap;
use std::path::Path;

use jiff::Timestamp;
use lydite_model::nearest;
use serde::{Deserialize, Serialize};

pub use codabench::{Bundle, Column, Program, Scored, Scoring};
pub use definition::{Definition, Standing, Task};
pub use error::CampaignError;
pub use phase::{Day, Phase, PhaseKind};
pub use ranking::{Place, Ranking};
pub use submission::{HandedIn, JudgedIn, Receipt, Source, Submission};

use crate::datasets::{Conversion, Converted, Without};
use crate::store::{Campaign, Store};
use crate::{Error, Lab};

/// A system that is asked by the organisers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Participant {
    /// What it is called.
    pub name: String,
    /// How it is asked, as `lydite run --system` has it.
    pub spec: String,
}

/// A campaign with where it is kept.
pub struct Hosted<'l> {
    lab: &'l Lab,
    store: &'l Store,
    /// The campaign.
    pub campaign: Campaign,
}

impl Lab {
    /// Creates a campaign: its description and its benchmarks are kept, so that the files may
    /// change or go.
    ///
    /// # Errors
    /// There is one of this name, a benchmark cannot be read, or its graph is out of reach.
    pub fn create_campaign<'l>(
        &'l self,
        store: &'l Store,
        definition: &Definition,
        now: Timestamp,
    ) -> Result<Hosted<'l>, Error> {
        let mut benchmarks = BTreeMap::new();
        for task in &definition.tasks {
            if let Some(graph) = &task.graph {
                self.graph(graph)?;
            }
            for phase in [PhaseKind::Training, PhaseKind::Test] {
                if let Some(file) = task.benchmark(phase) {
                    let kept = store.keep(self, file)?;
                    benchmarks.insert(format!("{}/{phase}", task.name), kept.digest);
                }
            }
        }
        let campaign = Campaign {
            definition: definition.clone(),
            benchmarks,
            created: now.to_string(),
            closed: None,
        };
        if !store.add_campaign(&campaign)? {
            let name = definition.name.clone();
            return Err(CampaignError::Exists { name }.into());
        }
        Ok(Hosted {
            lab: self,
            store,
            campaign,
        })
    }

    /// The campaign of this name.
    ///
    /// # Errors
    /// There is none, or the store cannot be read.
    pub fn host<'l>(&'l self, store: &'l Store, name: &str) -> Result<Hosted<'l>, Error> {
        let Some(campaign) = store.campaign(name)? else {
            let all = store.campaigns()?;
            let names = all.iter().map(|campaign| campaign.definition.name.as_str());
            return Err(CampaignError::Unknown {
                name: name.to_owned(),
                nearest: nearest(name, names).map(str::to_owned),
            }
            .into());
        };
        Ok(Hosted {
            lab: self,
            store,
            campaign,
        })
    }
}

impl Hosted<'_> {
    /// Whether the results of the test phase may be shown.
    pub fn is_over(&self, now: Timestamp) -> bool {
        let test = self.campaign.definition.phase(PhaseKind::Test);
        self.campaign.closed.is_some()
            || test.is_some_and(|phase| phase.standing(now) == Standing::Over)
    }

    /// Closes the test phase now: nothing more is taken, and results are shown.
    ///
    /// # Errors
    /// The store cannot be written.
    pub fn close(&mut self, now: Timestamp) -> Result<(), Error> {
        let when = now.to_string();
        self.store
            .close_campaign(&self.campaign.definition.name, &when)?;
        self.campaign.closed.get_or_insert(when);
        Ok(())
    }

    /// Writes the questions of a task for participants, without answers and queries; with them for
    /// training, and for the test phase when it is over and they are asked for.
    ///
    /// # Errors
    /// There is no such task, the gold of an open phase is asked for, or the file cannot be written.
    pub fn release(
        &self,
        task: Option<&str>,
        phase: PhaseKind,
        with_gold: bool,
        output: &Path,
        now: Timestamp,
    ) -> Result<Converted, Error> {
        let task = self.campaign.definition.chosen(task)?;
        if with_gold && phase == PhaseKind::Test && !self.is_over(now) {
            let end = self
                .campaign
                .definition
                .phase(phase)
                .and_then(|phase| phase.end);
            return Err(CampaignError::StillOpen { end }.into());
        }
        let with_gold = with_gold || phase == PhaseKind::Training;
        self.lab.convert(&Conversion {
            input: self.gold(task, phase)?,
            with: Vec::new(),
            output: output.to_owned(),
            without: Without {
                answers: !with_gold,
                queries: !with_gold,
            },
            ..Conversion::default()
        })
    }

    /// The description, with the benchmarks as they are kept.
    ///
    /// # Errors
    /// The store cannot be read.
    pub fn with_kept_benchmarks(&self) -> Result<Definition, Error> {
        let mut definition = self.campaign.definition.clone();
        for task in &mut definition.tasks {
            let kept = |phase| {
                let has_one = task.benchmark(phase).is_some();
                has_one.then(|| self.gold(task, phase)).transpose()
            };
            let (training, test) = (kept(PhaseKind::Training)?, kept(PhaseKind::Test)?);
            (task.training, task.test) = (training, test);
        }
        Ok(definition)
    }

    /// What was handed in, in the order of arrival.
    ///
    /// # Errors
    /// The store cannot be read.
    pub fn submissions(&self) -> Result<Vec<Submission>, Error> {
        Ok(self.store.submissions(&self.campaign.definition.name)?)
    }

    /// Notes how a system is asked.
    ///
    /// # Errors
    /// The store cannot be written.
    pub fn join(&self, participant: &Participant) -> Result<(), Error> {
        Ok(self
            .store
            .add_participant(&self.campaign.definition.name, participant)?)
    }

    /// The systems that are asked by the organisers.
    ///
    /// # Errors
    /// The store cannot be read.
    pub fn participants(&self) -> Result<Vec<Participant>, Error> {
        Ok(self.store.participants(&self.campaign.definition.name)?)
    }
}
