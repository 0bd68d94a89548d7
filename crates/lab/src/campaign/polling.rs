//! The organisers ask the systems that joined, as the TEXT2SPARQL challenge does it.

use std::collections::BTreeMap;
use std::sync::Arc;

use jiff::Timestamp;
use lydite_model::Language;

use super::submission::PATIENCE;
use super::{CampaignError, Hosted, JudgedIn, PhaseKind, Source, Submission, Task};
use crate::run::{Languages, Pace, Ran, Run};
use crate::system::QaSystem;
use crate::{Error, GraphUse};

impl Hosted<'_> {
    /// Asks every system that joined the questions of a task, or of all tasks, and takes what they
    /// answer as submissions.
    ///
    /// # Errors
    /// The phase is not open, nobody joined, or the run could not be finished: `lydite run --resume`
    /// takes up the experiment, and polling again begins a new one.
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
            let ran = self.ask_all(task, phase, pace)?;
            submissions.extend(self.taken(task, phase, ran, now)?);
        }
        Ok(submissions)
    }

    fn ask_all(&self, task: &Task, phase: PhaseKind, pace: &Pace) -> Result<Ran, Error> {
        let graph = match &task.graph {
            Some(name) => Some(Arc::from(self.lab.graph(name)?)),
            None => None,
        };
        let mut systems: Vec<Arc<dyn QaSystem>> = Vec::new();
        for participant in self.participants()? {
            let named = format!("{}={}", participant.name, participant.spec);
            let spec = self.lab.system_spec(&named)?;
            systems.push(Arc::from(self.lab.system(&spec, graph.clone())?));
        }
        if systems.is_empty() {
            return Err(CampaignError::NobodyJoined.into());
        }
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
        self.lab.run(&run, pace)
    }

    /// What the systems answered, as a submission each.
    fn taken(
        &self,
        task: &Task,
        phase: PhaseKind,
        ran: Ran,
        now: Timestamp,
    ) -> Result<Vec<Submission>, Error> {
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
            let mut submission = Submission {
                number: 0,
                task: task.name.clone(),
                phase,
                system: ran.experiment.plan.systems[system].name.clone(),
                configuration: None,
                source: Source::Experiment {
                    id: ran.experiment.id.clone(),
                },
                received: now.to_string(),
                judged,
            };
            let campaign = &self.campaign.definition.name;
            submission.number = self.store.add_submission(campaign, &submission)?;
            submissions.push(submission);
        }
        Ok(submissions)
    }
}
