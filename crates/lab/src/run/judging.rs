//! Stored answers are judged, by the one evaluation that there is.

use std::cell::RefCell;
use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;

use lydite_judge::{Chosen, Handed, RuleSet};
use lydite_model::{Experiment as Kind, Language, Outcome};

use crate::store::{
    Experiment, ExperimentId, Judging, KeptDataset, PlannedRules, State, Store, StoreError,
    StoredResponses, Task,
};
use crate::{Error, Evaluated, Evaluation, ExperimentRecord, GraphUse, Lab, Role, System};

/// How an experiment is judged again, without asking the systems.
#[derive(Clone, Debug, Default)]
pub struct Rejudge {
    /// Other rule sets, by name or by the file that describes one; those of the plan if there are
    /// none.
    pub rules: Vec<String>,
    /// Later editions of datasets: the name in the plan, if there are several, and the file.
    pub gold: Vec<(Option<String>, PathBuf)>,
    /// Other experiment types; those of the plan if there are none.
    pub experiments: Vec<Kind>,
    /// Another graph.
    pub graph: Option<GraphUse>,
}

/// How tasks are judged.
pub(super) struct Terms {
    pub(super) rules: Vec<&'static RuleSet>,
    pub(super) experiments: Vec<Kind>,
    pub(super) graph: Option<GraphUse>,
    pub(super) seed: u64,
    /// Other editions of datasets, by the digest of the one that was put.
    gold: HashMap<String, KeptDataset>,
}

impl Terms {
    pub(super) fn of(experiment: &Experiment) -> Result<Self, Error> {
        let plan = &experiment.plan;
        Ok(Self {
            rules: plan.rule_sets()?,
            experiments: plan.experiments.clone(),
            graph: plan.graph_use(),
            seed: plan.seed,
            gold: HashMap::new(),
        })
    }
}

/// The tasks with the same questions in the same language: what systems are compared on.
pub(super) fn groups(experiment: &Experiment) -> Vec<Vec<&Task>> {
    let mut groups: Vec<Vec<&Task>> = Vec::new();
    for task in &experiment.tasks {
        let same = |group: &&mut Vec<&Task>| {
            group[0].dataset == task.dataset && group[0].language == task.language
        };
        match groups.iter_mut().find(same) {
            Some(group) => group.push(task),
            None => groups.push(vec![task]),
        }
    }
    groups
}

impl Lab {
    /// Judges an experiment again: by other rules, against later gold, without asking the systems.
    /// Gives every question unless there are more than [`Store::HELD`] outcomes.
    ///
    /// # Errors
    /// There is none or it is not finished, or something cannot be read.
    pub fn rejudge(&self, id: &ExperimentId, rejudge: &Rejudge) -> Result<Judging, Error> {
        let store = Arc::new(self.store()?);
        let experiment = store.experiment(id)?;
        if experiment.state != State::Finished {
            return Err(Error::UnfinishedExperiment { id: id.clone() });
        }
        let _lock = super::lock::Lock::take(&store, id)?;
        let mut terms = Terms::of(&experiment)?;
        if !rejudge.rules.is_empty() {
            let rules = rejudge.rules.iter().map(|name| crate::find_rules(name));
            terms.rules = rules.collect::<Result<_, _>>()?;
        }
        if !rejudge.experiments.is_empty() {
            terms.experiments.clone_from(&rejudge.experiments);
        }
        if rejudge.graph.is_some() {
            terms.graph.clone_from(&rejudge.graph);
        }
        for (name, path) in &rejudge.gold {
            let mut planned = experiment.plan.datasets.iter();
            let meant = match name {
                Some(name) => planned.find(|dataset| dataset.name == *name),
                None if experiment.plan.datasets.len() == 1 => planned.next(),
                None => None,
            };
            let meant = meant.ok_or_else(|| Error::WhichDataset {
                names: experiment
                    .plan
                    .datasets
                    .iter()
                    .map(|dataset| dataset.name.clone())
                    .collect(),
            })?;
            let kept = store.keep(self, path)?;
            terms.gold.insert(meant.digest.clone(), kept);
        }
        self.judge_by(&store, &experiment, &terms)?;
        Ok(store.overview(id, None)?)
    }

    /// Judges an experiment whose questions were all put.
    pub(super) fn judge(&self, store: &Arc<Store>, id: &ExperimentId) -> Result<(), Error> {
        let experiment = store.experiment(id)?;
        let terms = Terms::of(&experiment)?;
        self.judge_by(store, &experiment, &terms)
    }

    fn judge_by(
        &self,
        store: &Arc<Store>,
        experiment: &Experiment,
        terms: &Terms,
    ) -> Result<(), Error> {
        let number = store.next_judging(&experiment.id)?;
        let mut whole: Option<Evaluated> = None;
        let mut tasks = Vec::new();
        for group in groups(experiment) {
            let evaluation = self.evaluation(store, experiment, &group, terms)?;
            let keeper = Keeper::new(store, &experiment.id, number, tasks.len());
            let take = |place: usize, handed: Handed<'_>| keeper.take(place, handed);
            let mut evaluated = self.evaluate_handing(&evaluation, Some(&take))?;
            keeper.finish(&evaluated)?;
            evaluated.name_dataset(&label(experiment, group[0], &evaluated), group[0]);
            let each = group
                .iter()
                .flat_map(|task| terms.rules.iter().map(|_| task.number));
            tasks.extend(each);
            whole = Some(match whole {
                Some(whole) => whole.and(evaluated),
                None => evaluated,
            });
        }
        let Some(mut whole) = whole else {
            return Err(Error::NothingJudged);
        };
        self.go_on()?;
        whole.record.experiment = Some(ExperimentRecord {
            id: experiment.id.to_string(),
            iri: experiment.iri.clone(),
            judging: number,
        });
        self.name_gold(experiment, terms, &mut whole);
        store.finish_judging(&experiment.id, number, &whole, &tasks)?;
        Ok(())
    }

    /// The evaluation of tasks with the same questions.
    pub(super) fn evaluation(
        &self,
        store: &Arc<Store>,
        experiment: &Experiment,
        group: &[&Task],
        terms: &Terms,
    ) -> Result<Evaluation, Error> {
        /// In memory, questions take some thirty times as much as in their files.
        const HELD: u64 = 8 << 20;
        let first = group.first().ok_or(Error::NothingJudged)?;
        let kept = match terms.gold.get(&first.dataset) {
            Some(later) => later.clone(),
            None => store.dataset(&first.dataset)?,
        };
        let gold = store.gold(&kept.digest, &self.gold_folder()?)?;
        let systems = group.iter().map(|task| System {
            name: experiment.system(task).name.clone(),
            answers: StoredResponses {
                store: Arc::clone(store),
                experiment: experiment.id.clone(),
                task: task.number,
                info: kept.info.clone(),
            }
            .into(),
        });
        Ok(Evaluation {
            rules: terms.rules.clone(),
            language: first.language.clone(),
            experiments: if terms.experiments.is_empty() {
                Chosen::Available
            } else {
                Chosen::These(terms.experiments.clone())
            },
            graph: terms.graph.clone(),
            seed: terms.seed,
            large: self.config.held.unwrap_or(HELD),
            ..Evaluation::new(gold, systems.collect())
        })
    }

    /// Calls the gold files in a record what they were called when they were put.
    fn name_gold(&self, experiment: &Experiment, terms: &Terms, evaluated: &mut Evaluated) {
        for file in &mut evaluated.record.files {
            if file.role != Role::Gold {
                continue;
            }
            let Some(digest) = &file.sha256 else { continue };
            let mut later = terms.gold.values();
            let later = later.find(|kept| kept.digest == *digest);
            let planned = experiment.plan.dataset(digest).ok();
            let name = later.map(|kept| &kept.name);
            if let Some(name) = name.or(planned.map(|planned| &planned.name)) {
                file.name.clone_from(name);
            }
        }
    }
}

/// What a dataset is called in reports: what it calls itself, if it does and no other of the
/// experiment may do so, or else as it was named.
fn label(experiment: &Experiment, task: &Task, evaluated: &Evaluated) -> String {
    let own = evaluated
        .reports
        .first()
        .and_then(|report| report.dataset.clone());
    match own {
        Some(own) if experiment.plan.datasets.len() == 1 => own,
        _ => task.dataset_name.clone(),
    }
}

impl Evaluated {
    /// Says in reports and comparisons which dataset they are about.
    fn name_dataset(&mut self, name: &str, task: &Task) {
        for report in &mut self.reports {
            report.dataset = Some(name.to_owned());
        }
        for comparison in &mut self.comparisons {
            comparison.dataset = Some(name.to_owned());
            comparison.language = task.language.as_ref().map(Language::to_string);
        }
    }

    /// Both together.
    fn and(mut self, other: Self) -> Self {
        self.reports.extend(other.reports);
        self.comparisons.extend(other.comparisons);
        self.unrepaired.extend(other.unrepaired);
        self.failures.extend(other.failures);
        self.caveat = self.caveat.or(other.caveat);
        for file in other.record.files {
            if !self.record.files.contains(&file) {
                self.record.files.push(file);
            }
        }
        self
    }
}

/// Stores the outcomes of the reports of an evaluation.
struct Keeper<'s> {
    store: &'s Store,
    id: &'s ExperimentId,
    judging: u64,
    /// The place of the first report of the evaluation.
    base: usize,
    /// What waits to be stored of the report that is being made.
    waiting: RefCell<Waiting>,
}

#[derive(Default)]
struct Waiting {
    /// The place of the report, and how many outcomes of it are stored.
    place: Option<usize>,
    stored: u64,
    outcomes: Vec<Outcome>,
    error: Option<StoreError>,
}

impl<'s> Keeper<'s> {
    fn new(store: &'s Store, id: &'s ExperimentId, judging: u64, base: usize) -> Self {
        Self {
            store,
            id,
            judging,
            base,
            waiting: RefCell::default(),
        }
    }

    /// Takes an outcome of a report that holds none.
    fn take(&self, place: usize, handed: Handed<'_>) {
        /// So many are stored at once.
        const TOGETHER: usize = 2000;
        let mut waiting = self.waiting.borrow_mut();
        if waiting.place != Some(place) {
            self.flush(&mut waiting);
            waiting.place = Some(place);
            waiting.stored = 0;
        }
        match handed {
            Handed::Outcome(outcome) => {
                waiting.outcomes.push(outcome.clone());
                if waiting.outcomes.len() >= TOGETHER {
                    self.flush(&mut waiting);
                }
            }
            Handed::Anew => {
                waiting.outcomes.clear();
                waiting.stored = 0;
                let report = (self.judging, self.base + place);
                let dropped = self.store.drop_outcomes(self.id, report, &[]);
                waiting.error = waiting.error.take().or(dropped.err());
            }
        }
    }

    fn flush(&self, waiting: &mut Waiting) {
        let outcomes = std::mem::take(&mut waiting.outcomes);
        let Some(place) = waiting.place else { return };
        if waiting.error.is_none() && !outcomes.is_empty() {
            let report = (self.judging, self.base + place);
            let stored = self
                .store
                .store_outcomes(self.id, report, waiting.stored, &outcomes);
            waiting.error = stored.err();
        }
        waiting.stored += outcomes.len() as u64;
    }

    /// Stores the outcomes that reports hold, and what waits.
    fn finish(self, evaluated: &Evaluated) -> Result<(), StoreError> {
        let mut waiting = self.waiting.borrow_mut();
        self.flush(&mut waiting);
        if let Some(error) = waiting.error.take() {
            return Err(error);
        }
        for (place, report) in evaluated.reports.iter().enumerate() {
            let at = (self.judging, self.base + place);
            let mut stored = 0;
            let parts = report.experiments.iter().map(|one| &one.outcomes);
            for outcomes in [&report.outcomes].into_iter().chain(parts) {
                for some in outcomes.chunks(2000) {
                    self.store.store_outcomes(self.id, at, stored, some)?;
                    stored += some.len() as u64;
                }
            }
            if stored == 0 {
                // Some experiment types turn out to have nothing to report.
                let mut kinds: Vec<Kind> = report
                    .experiments
                    .iter()
                    .map(|one| one.experiment)
                    .collect();
                if !report.figures.is_empty() {
                    kinds.push(Kind::Qa);
                }
                let others = Kind::ALL.into_iter().filter(|kind| !kinds.contains(kind));
                let others: Vec<Kind> = others.collect();
                if !others.is_empty() {
                    self.store.drop_outcomes(self.id, at, &others)?;
                }
            }
        }
        Ok(())
    }
}

impl PlannedRules {
    /// The rules as they are named in a plan.
    pub fn shown(&self) -> String {
        format!("{} {}", self.name, self.version)
    }
}
