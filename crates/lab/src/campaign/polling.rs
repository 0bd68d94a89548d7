//! The organisers ask the systems that joined, as the TEXT2SPARQL challenge does it.

use std::collections::BTreeMap;
use std::sync::Arc;

use jiff::Timestamp;
use lydite_model::Language;

use super::submission::PATIENCE;
use super::{CampaignError, Hosted, JudgedIn, Participant, PhaseKind, Source, Submission, Task};
use crate::run::{Languages, Pace, Ran, Run};
use crate::store::State;
use crate::system::QaSystem;
use crate::{Error, GraphUse};

impl Hosted<'_> {
    /// Asks every system that joined the questions of a task, or of all tasks, and takes what they
    /// answer as submissions.
    ///
    /// # Errors
    /// The phase is not open, nobody joined, or the run could not be finished: polling again takes
    /// it up.
    pub fn poll(
        &self,
        task: Option<&str>,
        phase: Option<PhaseKind>,
        pace: &Pace,
        now: Timestamp,
    ) -> Result<Vec<Submission>, Error> {
        let definition = &self.campaign.definition;
        let tasks: Vec<&Task> = match task {
            Some(name) => vec![definition.chosen(Some(name))?],
            None => definition.tasks.iter().collect(),
        };
        let mut submissions = Vec::new();
        for task in tasks {
            let phase = phase.unwrap_or_else(|| self.usual_phase(task, now));
            self.accept(phase, now)?;
            let mut asked = Vec::new();
            if let Some(ran) = self.taken_up(task, phase, pace)? {
                let systems = ran.experiment.plan.systems.iter();
                asked.extend(systems.map(|system| system.name.clone()));
                submissions.extend(self.taken(task, phase, ran, now)?);
            }
            let mut others = self.participants()?;
            others.retain(|participant| !asked.contains(&participant.name));
            if others.is_empty() && asked.is_empty() {
                return Err(CampaignError::NobodyJoined.into());
            }
            if !others.is_empty() {
                let ran = self.ask_all(task, phase, &others, pace)?;
                submissions.extend(self.taken(task, phase, ran, now)?);
            }
        }
        Ok(submissions)
    }

    /// Finishes the last poll of a task, if it was interrupted.
    fn taken_up(&self, task: &Task, phase: PhaseKind, pace: &Pace) -> Result<Option<Ran>, Error> {
        let campaign = &self.campaign.definition.name;
        let Some(id) = self.store.open_poll(campaign, (&task.name, phase))? else {
            return Ok(None);
        };
        let store = Arc::new(self.lab.store()?);
        let experiment = store.experiment(&id)?;
        if experiment.state == State::Finished {
            return Ok(Some(self.lab.ran(&store, &id)?));
        }
        let named = experiment.plan.systems.iter().map(|system| Participant {
            name: system.name.clone(),
            spec: system.spec.clone(),
        });
        let systems = self.systems(task, named)?;
        Ok(Some(self.lab.proceed(&store, &id, &systems, pace)?))
    }

    fn systems(
        &self,
        task: &Task,
        participants: impl Iterator<Item = Participant>,
    ) -> Result<Vec<Arc<dyn QaSystem>>, Error> {
        let graph = match &task.graph {
            Some(name) => Some(Arc::from(self.lab.graph(name)?)),
            None => None,
        };
        let opened = participants.map(|participant| {
            // A specification that was kept has its name already.
            let own = format!("{}=", participant.name);
            let named = match participant.spec.starts_with(&own) {
                true => participant.spec,
                false => format!("{own}{}", participant.spec),
            };
            let spec = self.lab.system_spec(&named)?;
            Ok(Arc::from(self.lab.system(&spec, graph.clone())?))
        });
        opened.collect()
    }

    fn ask_all(
        &self,
        task: &Task,
        phase: PhaseKind,
        participants: &[Participant],
        pace: &Pace,
    ) -> Result<Ran, Error> {
        let systems = self.systems(task, participants.iter().cloned())?;
        let languages = task.languages.iter().map(Language::new);
        let run = Run {
            name: Some(format!("{} {}", self.campaign.definition.name, task.name)),
            languages: match task.languages.is_empty() {
                true => Languages::Own,
                false => Languages::These(languages.collect()),
            },
            rules: vec![task.rules.clone()],
            graph: task.graph.as_ref().map(|name| GraphUse {
                name: name.clone(),
                time: PATIENCE,
            }),
            ..Run::new(vec![self.gold(task, phase)?], systems)
        };
        let store = Arc::new(self.lab.store()?);
        let id = self.lab.enqueue_in(&store, &run)?;
        let campaign = &self.campaign.definition.name;
        self.store.add_poll(campaign, (&task.name, phase), &id)?;
        self.lab.proceed(&store, &id, &run.systems, pace)
    }

    /// What the systems answered, as a submission each.
    fn taken(
        &self,
        task: &Task,
        phase: PhaseKind,
        ran: Ran,
        now: Timestamp,
    ) -> Result<Vec<Submission>, Error> {
        let campaign = &self.campaign.definition.name;
        let id = ran.experiment.id.clone();
        // A process may have died while it took them.
        let mut taken = self.store.submissions(campaign)?;
        taken.retain(|one| matches!(&one.source, Source::Experiment { id: own } if *own == id));
        let mut judged: BTreeMap<usize, Vec<JudgedIn>> = BTreeMap::new();
        let reports = ran.judging.evaluated.reports.into_iter();
        for (number, report) in ran.judging.tasks.into_iter().zip(reports) {
            let asked = ran
                .experiment
                .tasks
                .iter()
                .find(|task| task.number == number);
            let Some(asked) = asked else { continue };
            judged.entry(asked.system).or_default().push(JudgedIn {
                language: asked.language.as_ref().map(ToString::to_string),
                report,
            });
        }
        let mut submissions = Vec::new();
        for (system, judged) in judged {
            let name = ran.experiment.plan.systems[system].name.clone();
            if let Some(known) = taken.iter().find(|one| one.system == name) {
                submissions.push(known.clone());
                continue;
            }
            let mut submission = Submission {
                number: 0,
                task: task.name.clone(),
                phase,
                system: name,
                configuration: None,
                source: Source::Experiment { id: id.clone() },
                received: now.to_string(),
                judged,
            };
            submission.number = self.store.add_submission(campaign, &submission)?;
            submissions.push(submission);
        }
        self.store.close_poll(campaign, &id)?;
        Ok(submissions)
    }
}
