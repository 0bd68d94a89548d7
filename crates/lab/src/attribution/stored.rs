//! Why the questions of stored experiments were lost.

use std::sync::Arc;

use lydite_graph::KnowledgeGraph;
use lydite_judge::{Report, RuleSet, rule_set};

use super::{Attributor, SystemFailures};
use crate::execution::Executor;
use crate::files::{Answers, Gold};
use crate::observer::Task as Observed;
use crate::store::{Experiment, ExperimentId, Judging, Store, StoredResponses, Task};
use crate::{Error, GraphUse, Lab};

impl Lab {
    /// A judging of a stored experiment; the latest, if no number is given. Its `failures` say for
    /// each report why questions were lost, and `gold` is the benchmark, if there is only one.
    ///
    /// # Errors
    /// There is no such experiment or judging, or the store cannot be read.
    pub fn failures(&self, id: &ExperimentId, number: Option<u64>) -> Result<Judging, Error> {
        let store = Arc::new(self.store()?);
        let experiment = store.experiment(id)?;
        let mut judging = store.judging(id, number)?;
        let mut analyst = Analyst::new(self, &store, &experiment);
        let mut failures = Vec::new();
        for (report, number) in judging.evaluated.reports.iter().zip(&judging.tasks) {
            let mut tasks = experiment.tasks.iter();
            let Some(task) = tasks.find(|task| task.number == *number) else {
                continue;
            };
            let gold = judging.gold_of(&experiment, task);
            failures.push(analyst.failures(task, &gold, report)?);
        }
        judging.evaluated.failures = failures;
        if experiment.plan.datasets.len() == 1 {
            judging.evaluated.gold = analyst.gold.map(|(_, gold)| gold);
        }
        Ok(judging)
    }

    /// Finds out why the questions of a report were lost. Every way to say so comes through here.
    pub(crate) fn attribute(
        &self,
        rules: &RuleSet,
        on: Option<(&dyn KnowledgeGraph, &GraphUse)>,
        report: &Report,
        gold: &Gold,
        answers: &Answers,
    ) -> Result<SystemFailures, Error> {
        let mut attributor = Attributor::new(rules);
        if let Some((graph, used)) = on {
            attributor = attributor.on(graph, self.limits(used));
        }
        let progress = self.begin(&Observed::Attributing {
            questions: report.outcomes.len() as u64,
        });
        let advance = || {
            progress.advance(1);
            self.go_on().is_ok()
        };
        let failures = SystemFailures::of(report, &gold.questions, answers, &attributor, &advance);
        failures.ok_or(Error::Cancelled)
    }
}

/// Finds out why questions of a stored experiment were lost, and keeps at hand what it read last.
pub(crate) struct Analyst<'a> {
    lab: &'a Lab,
    store: &'a Arc<Store>,
    experiment: &'a Experiment,
    used: Option<GraphUse>,
    /// Without the graph less can be said, but that is no reason to say nothing.
    graph: Option<Box<dyn KnowledgeGraph>>,
    gold: Option<(String, Gold)>,
    answers: Option<(u64, Answers)>,
}

impl<'a> Analyst<'a> {
    pub(crate) fn new(lab: &'a Lab, store: &'a Arc<Store>, experiment: &'a Experiment) -> Self {
        let used = experiment.plan.graph_use();
        let graph = used.as_ref().and_then(|used| lab.graph(&used.name).ok());
        Self {
            lab,
            store,
            experiment,
            used,
            graph,
            gold: None,
            answers: None,
        }
    }

    /// Why the questions of a report were lost, judged by the benchmark with this digest.
    pub(crate) fn failures(
        &mut self,
        task: &Task,
        digest: &str,
        report: &Report,
    ) -> Result<SystemFailures, Error> {
        let rules = self.rules(report).ok_or_else(|| Error::UnknownRules {
            name: report.rules.name.clone(),
        })?;
        let on = self.graph.as_deref().zip(self.used.as_ref());
        let executor = on.map(|(graph, used)| Executor::new(graph, self.lab.limits(used)));
        let gold = match self.gold.take().filter(|(known, _)| known == digest) {
            Some(known) => known,
            None => {
                let path = self.store.gold(digest, &self.lab.gold_folder()?)?;
                (digest.to_owned(), self.lab.gold(&path, executor.as_ref())?)
            }
        };
        let gold = &self.gold.insert(gold).1;
        let known = self.answers.take();
        let answers = match known.filter(|(number, _)| *number == task.number) {
            Some(known) => known,
            None => {
                let stored = StoredResponses {
                    store: Arc::clone(self.store),
                    experiment: self.experiment.id.clone(),
                    task: task.number,
                    info: gold.about.info.clone(),
                };
                let answers = self.lab.stored_answers(&stored, executor.as_ref())?;
                (task.number, answers)
            }
        };
        let answers = &self.answers.insert(answers).1;
        let failures = self.lab.attribute(rules, on, report, gold, answers)?;
        Ok(SystemFailures {
            dataset: Some(task.dataset_name.clone()),
            language: task.language.clone(),
            ..failures
        })
    }

    /// The rules of a report; those of a file are described in the plan.
    fn rules(&self, report: &Report) -> Option<&'static RuleSet> {
        let planned = || {
            let planned = self.experiment.plan.rule_sets().ok()?;
            let mut planned = planned.into_iter();
            planned.find(|rules| rules.name == report.rules.name)
        };
        report
            .rules
            .rule_set()
            .or_else(planned)
            .or_else(|| rule_set("lydite"))
    }
}
