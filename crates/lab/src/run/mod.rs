//! Experiments are run: questions are put to systems, what they say is stored, then judged.
//!
//! In the order in which a question passes: `planning` says which questions are put to which
//! systems; a lane for each system takes batches of them from the store and asks within the
//! bounds of its breaker; the writer makes what was said durable, and only then
//! tells of it; when all is said, `judging` hands it to the one evaluation that there is.

mod breaker;
mod judging;
mod junit;
mod lane;
mod lock;
mod planning;
mod stored;
mod wording;
mod worker;
mod writer;

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::sync_channel;
use std::thread;
use std::time::{Duration, Instant};

use lydite_graph::KnowledgeGraph;
use lydite_model::{Experiment as Kind, Language};

pub use judging::Rejudge;
pub use junit::junit;
pub use planning::{Planned, PlannedTask};
pub use stored::{Change, Changed, ComparedExperiments, Differing};
pub use worker::Worked;

use self::lane::{Lane, Stop};
use self::writer::Writer;
use crate::execution::Executor;
use crate::store::{Experiment, ExperimentId, Judging, Plan, State, Store};
use crate::system::QaSystem;
use crate::{Error, GraphUse, Lab, Notice};

/// What is to be run.
#[derive(Clone)]
pub struct Run {
    /// What people call it.
    pub name: Option<String>,
    /// The benchmarks, by path or by catalogue name.
    pub datasets: Vec<PathBuf>,
    /// The systems.
    pub systems: Vec<Arc<dyn QaSystem>>,
    /// The languages in which questions are put.
    pub languages: Languages,
    /// Whether systems are asked with keywords, where questions have some.
    pub keywords: bool,
    /// The rule sets, by name or by the file that describes one.
    pub rules: Vec<String>,
    /// The experiment types to judge; if there are none, every one that there is something for.
    pub experiments: Vec<Kind>,
    /// The graph on which queries are run and which is asked for links, labels and classes.
    pub graph: Option<GraphUse>,
    /// The random seed of the intervals.
    pub seed: u64,
}

impl Run {
    /// These systems on these benchmarks, under the default rules.
    pub fn new(datasets: Vec<PathBuf>, systems: Vec<Arc<dyn QaSystem>>) -> Self {
        Self {
            name: None,
            datasets,
            systems,
            languages: Languages::Own,
            keywords: false,
            rules: vec!["lydite".to_owned()],
            experiments: Vec::new(),
            graph: None,
            seed: 1,
        }
    }
}

/// The languages in which questions are put.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Languages {
    /// Every question once: in the language of its entry, or else in English, or else in the first
    /// that it has.
    Own,
    /// In each of these.
    These(Vec<Language>),
    /// In each that the dataset has.
    All,
}

/// How fast, and how patiently. Nothing of it decides the outcome of a system that works.
#[derive(Clone, Debug)]
pub struct Pace {
    /// How many questions are put to a system at a time.
    pub jobs: usize,
    /// How long all of it may take. Questions that are left then are given up.
    pub deadline: Option<Duration>,
    /// After so many outages in a row a system gets a pause.
    pub outages: u32,
    /// The first pause; each further one is twice as long.
    pub pause: Duration,
    /// After so many pauses a system that is still out of order is given up.
    pub pauses: u32,
    /// For how long a process that is not heard of keeps the questions it took.
    pub lease: Duration,
}

impl Default for Pace {
    fn default() -> Self {
        Self {
            jobs: 4,
            deadline: None,
            outages: 5,
            pause: Duration::from_secs(1),
            pauses: 3,
            lease: Duration::from_secs(30),
        }
    }
}

/// An experiment that was run to its end.
#[derive(Debug)]
pub struct Ran {
    /// The experiment.
    pub experiment: Experiment,
    /// What it came to, with every question unless there are more than [`Store::HELD`] outcomes.
    pub judging: Judging,
}

/// Opens the systems of a plan, in its order: see [`Lab::stored_systems`].
pub type OpensSystems<'o> = dyn Fn(&Plan) -> Result<Vec<Arc<dyn QaSystem>>, Error> + 'o;

impl Lab {
    /// Runs an experiment: asks, stores, judges.
    ///
    /// # Errors
    /// Something cannot be read, the store cannot be written, or the run was cancelled. What was
    /// reported as done is stored, and [`resume`](Self::resume) takes it up.
    pub fn run(&self, run: &Run, pace: &Pace) -> Result<Ran, Error> {
        let store = Arc::new(self.store()?);
        let id = self.enqueue_in(&store, run)?;
        self.proceed(&store, &id, &run.systems, pace)
    }

    /// Stores an experiment for [workers](Self::work) to run.
    ///
    /// # Errors
    /// Something cannot be read, or the store is not one that workers share.
    pub fn enqueue(&self, run: &Run) -> Result<ExperimentId, Error> {
        let store = self.shared_store()?;
        self.enqueue_in(&store, run)
    }

    pub(crate) fn enqueue_in(&self, store: &Store, run: &Run) -> Result<ExperimentId, Error> {
        /// Small enough that few questions wait for a process that died, large enough that
        /// millions need few batches.
        const BATCH: u64 = 64;
        let planned = self.plan_in(store, run)?;
        let base = self.config.base.as_deref();
        let base = base.unwrap_or("urn:lydite:experiment:");
        let most = planned.tasks.iter().map(|task| task.task.questions).max();
        let batch = (most.unwrap_or(0) / 1000).max(BATCH);
        let id = store.begin(&planned.plan, &planned.stored_tasks(), base, batch)?;
        self.notice(&Notice::ExperimentBegun {
            id: id.clone(),
            questions: planned.questions(),
            systems: run.systems.len(),
        });
        Ok(id)
    }

    /// Goes on with an experiment that was interrupted.
    ///
    /// # Errors
    /// There is none, it is finished already, or another process is at it; or as for
    /// [`run`](Self::run).
    pub fn resume(
        &self,
        id: &ExperimentId,
        open: &OpensSystems<'_>,
        retry: bool,
        pace: &Pace,
    ) -> Result<Ran, Error> {
        let store = Arc::new(self.store()?);
        let experiment = store.experiment(id)?;
        if retry {
            let failures = lane::WORTH_RETRYING.map(|kind| kind.as_str());
            if store.forget(id, &failures)? == 0 && experiment.state == State::Finished {
                return Err(Error::NothingToRetry { id: id.clone() });
            }
            store.set_state(id, State::Asking, None)?;
        } else if experiment.state == State::Finished {
            return Err(Error::FinishedExperiment {
                id: id.clone(),
                given_up: experiment.tasks.iter().map(|task| task.failed).sum(),
            });
        }
        let systems = open(&experiment.plan)?;
        self.proceed(&store, id, &systems, pace)
    }

    /// Asks what is left to ask, and judges.
    pub(crate) fn proceed(
        &self,
        store: &Arc<Store>,
        id: &ExperimentId,
        systems: &[Arc<dyn QaSystem>],
        pace: &Pace,
    ) -> Result<Ran, Error> {
        let _lock = lock::Lock::take(store, id)?;
        store.release(id)?;
        store.set_state(id, State::Asking, None)?;
        let begun = Instant::now();
        loop {
            let asked = self.ask_all(store, id, systems, pace, begun);
            let asked = asked.and_then(|()| self.go_on());
            if let Err(error) = asked {
                // If the store is out of reach the state says that somebody is asking; it can be
                // resumed all the same.
                let _ = store.release(id);
                let _ = store.set_state(id, State::Interrupted, Some(&error.to_string()));
                self.notice(&Notice::ExperimentInterrupted { id: id.clone() });
                return Err(error);
            }
            // Others are at the rest, or died over it.
            while store.open_batches(id)? > 0 && !store.has_free_batch(id)? {
                self.go_on()?;
                thread::sleep(Duration::from_millis(100));
            }
            if store.open_batches(id)? == 0 {
                break;
            }
        }
        while !store.claim_judging(id)? {
            if store.experiment(id)?.state == State::Finished {
                return self.ran(store, id);
            }
            self.go_on()?;
            thread::sleep(Duration::from_millis(100));
        }
        self.judge(store, id)?;
        self.ran(store, id)
    }

    /// What an experiment came to that was run to its end.
    pub(crate) fn ran(&self, store: &Store, id: &ExperimentId) -> Result<Ran, Error> {
        Ok(Ran {
            experiment: store.experiment(id)?,
            judging: store.overview(id, None)?,
        })
    }

    /// Puts the questions that nobody else is at, system by system at the same time.
    fn ask_all(
        &self,
        store: &Arc<Store>,
        id: &ExperimentId,
        systems: &[Arc<dyn QaSystem>],
        pace: &Pace,
        begun: Instant,
    ) -> Result<(), Error> {
        /// What may wait to be stored.
        const WAITING: usize = 128;
        let experiment = store.experiment(id)?;
        let plan = &experiment.plan;
        let used = plan.graph_use();
        let graph = used
            .as_ref()
            .map(|used| self.graph(&used.name))
            .transpose()?;
        let limits = used.as_ref().map(|used| self.limits(used));
        let executor = graph.as_deref().zip(limits);
        let executor = executor.map(|(graph, limits)| Executor::new(graph, limits));
        let rules = plan.rule_sets()?;
        let folder = self.gold_folder()?;
        let stop = Stop::new(self.config.cancel.clone());
        let (to_writer, said) = sync_channel(WAITING);
        let writer = Writer::new(self, store, &experiment, &stop);
        let lanes: Vec<Lane<'_>> = systems
            .iter()
            .enumerate()
            .map(|(number, system)| Lane {
                lab: self,
                store,
                experiment: &experiment,
                number,
                system: &**system,
                executor: executor.as_ref(),
                rules: rules.first().copied(),
                folder: &folder,
                pace,
                deadline: pace.deadline.map(|time| begun + time),
                stop: &stop,
            })
            .collect();
        thread::scope(|scope| {
            let writer = &writer;
            // What cannot be stored any more is not taken either.
            let writing = scope.spawn(move || writer.write(&said));
            let asking: Vec<_> = lanes
                .iter()
                .map(|lane| {
                    let to_writer = to_writer.clone();
                    scope.spawn(move || lane.run(&to_writer))
                })
                .collect();
            drop(to_writer);
            let beating = store.location().is_shared().then(|| {
                scope.spawn(|| {
                    stop.beat(pace.lease / 4, || {
                        store.keep_alive(id, pace.lease.as_secs_f64())
                    })
                })
            });
            let mut first = Ok(());
            for asked in asking {
                let asked = asked.join().unwrap_or(Err(Error::Cancelled));
                first = first.and(asked);
            }
            let written = writing.join().unwrap_or(Err(Error::Cancelled));
            stop.end();
            if let Some(beating) = beating {
                // Whoever cannot say that he is alive loses his batches, nothing else.
                let _ = beating.join();
            }
            // Why nothing could be stored explains why nobody asked on.
            written.and(first)
        })
    }

    /// The systems of a stored plan, with the graph that they look at.
    ///
    /// # Errors
    /// One cannot be opened here: a file or a secret is missing.
    pub fn stored_systems(&self, plan: &Plan) -> Result<Vec<Arc<dyn QaSystem>>, Error> {
        let graph = plan
            .graph
            .as_deref()
            .map(|name| self.graph(name))
            .transpose()?;
        let graph: Option<Arc<dyn KnowledgeGraph>> = graph.map(Arc::from);
        let systems = plan.systems.iter().map(|descriptor| {
            let spec = self.system_spec(&descriptor.spec)?;
            Ok(self.system(&spec, graph.clone())?.into())
        });
        systems.collect()
    }

    /// Where the content of stored benchmarks is unpacked.
    pub(crate) fn gold_folder(&self) -> Result<PathBuf, Error> {
        Ok(self.home()?.join("gold"))
    }

    pub(crate) fn shared_store(&self) -> Result<Arc<Store>, Error> {
        let store = self.store()?;
        if !store.location().is_shared() {
            return Err(crate::store::StoreError::NotShared {
                store: store.location().to_string(),
            }
            .into());
        }
        Ok(Arc::new(store))
    }
}
