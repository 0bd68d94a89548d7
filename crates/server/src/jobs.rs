//! Experiments that are being run here: how far each system is, and how to end it.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use lydite_lab::run::{Pace, Run};
use lydite_lab::store::{ExperimentId, Plan};
use lydite_lab::{Error, Lab, Notice, Observer, Progress, Step, Task};
use lydite_model::Cancel;
use serde::Serialize;
use tokio::sync::oneshot;

/// Experiments that are being run here.
#[derive(Default)]
pub(crate) struct Jobs {
    running: Mutex<HashMap<String, Arc<Job>>>,
    threads: Mutex<Vec<JoinHandle<()>>>,
}

/// An experiment that is being run.
pub(crate) struct Job {
    cancel: Cancel,
    begun: Instant,
    systems: Mutex<Vec<Asked>>,
    notices: Mutex<Vec<String>>,
    /// Grows whenever something is new.
    version: AtomicU64,
}

/// How far a system is.
#[derive(Clone, Debug)]
struct Asked {
    system: String,
    /// Answered before this run, when it was resumed.
    before: u64,
    done: u64,
    total: u64,
    f1: Option<f64>,
    errors: u64,
}

/// How far an experiment is.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Progressed {
    /// How far each system is.
    pub(crate) systems: Vec<SystemProgress>,
    /// What happened besides.
    pub(crate) notices: Vec<String>,
    /// For how long it has been running.
    pub(crate) seconds: f64,
}

/// How far a system is.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct SystemProgress {
    pub(crate) system: String,
    pub(crate) done: u64,
    pub(crate) total: u64,
    pub(crate) f1: Option<f64>,
    pub(crate) errors: u64,
    /// Questions in a second.
    pub(crate) rate: f64,
    /// How many seconds are left at that pace.
    pub(crate) left: Option<f64>,
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Job {
    fn new() -> Self {
        Self {
            cancel: Cancel::new(),
            begun: Instant::now(),
            systems: Mutex::default(),
            notices: Mutex::default(),
            version: AtomicU64::new(0),
        }
    }

    fn changed(&self) {
        self.version.fetch_add(1, Ordering::Relaxed);
    }

    /// Grows whenever something is new.
    pub(crate) fn version(&self) -> u64 {
        self.version.load(Ordering::Relaxed)
    }

    pub(crate) fn progress(&self) -> Progressed {
        let seconds = self.begun.elapsed().as_secs_f64();
        let asked = locked(&self.systems).clone();
        let systems = asked.iter().map(|asked| {
            let rate = asked.done.saturating_sub(asked.before) as f64 / seconds.max(0.001);
            let left = asked.total.saturating_sub(asked.done) as f64;
            SystemProgress {
                system: asked.system.clone(),
                done: asked.done,
                total: asked.total,
                f1: asked.f1,
                errors: asked.errors,
                rate,
                left: (rate > 0.0).then(|| left / rate),
            }
        });
        Progressed {
            systems: systems.collect(),
            notices: locked(&self.notices).clone(),
            seconds,
        }
    }
}

impl Jobs {
    /// The job that runs an experiment, if one does.
    pub(crate) fn get(&self, id: &ExperimentId) -> Option<Arc<Job>> {
        locked(&self.running).get(id.as_str()).cloned()
    }

    /// How many are running.
    pub(crate) fn count(&self) -> usize {
        locked(&self.running).len()
    }

    /// Ends an experiment; what was said stays, and it can be resumed.
    pub(crate) fn cancel(&self, id: &ExperimentId) -> bool {
        let job = self.get(id);
        if let Some(job) = &job {
            job.cancel.cancel();
        }
        job.is_some()
    }

    /// Ends all of them, and waits for that.
    pub(crate) fn close(&self) {
        for job in locked(&self.running).values() {
            job.cancel.cancel();
        }
        let threads = std::mem::take(&mut *locked(&self.threads));
        let until = Instant::now() + Duration::from_secs(20);
        for thread in threads {
            while !thread.is_finished() && Instant::now() < until {
                thread::sleep(Duration::from_millis(20));
            }
        }
    }
}

/// What a job does.
pub(crate) enum Work {
    /// A new experiment.
    Run(Box<Run>),
    /// One that was interrupted goes on; those questions are put again at which systems were out of
    /// order, if that is wanted.
    Resume(ExperimentId, bool),
}

/// Begins a job; gives the experiment as soon as it is stored.
pub(crate) fn begin(
    jobs: &Arc<Jobs>,
    lab: &Lab,
    work: Work,
    after: impl FnOnce(&ExperimentId) + Send + 'static,
) -> oneshot::Receiver<Result<ExperimentId, Error>> {
    let (tell, told) = oneshot::channel();
    let job = Arc::new(Job::new());
    let watcher = Watcher {
        job: Arc::clone(&job),
        jobs: Arc::clone(jobs),
        begun: Arc::new(Mutex::new(Some(tell))),
        id: Arc::default(),
    };
    let mut config = lab.config.clone();
    config.cancel = job.cancel.clone();
    config.command = Vec::new();
    let lab = Lab::new(config).observed_by(watcher.clone());
    let thread = thread::spawn(move || {
        let result = match &work {
            Work::Run(run) => lab.run(run, &Pace::default()).map(drop),
            Work::Resume(id, retry) => {
                watcher.started(id);
                let open = |plan: &Plan| lab.stored_systems(plan);
                lab.resume(id, &open, *retry, &Pace::default()).map(drop)
            }
        };
        let id = locked(&watcher.id).take();
        if let Some(id) = &id {
            if result.is_ok() {
                after(id);
            }
            locked(&watcher.jobs.running).remove(id.as_str());
        }
        if let (Err(error), Some(tell)) = (result, locked(&watcher.begun).take()) {
            let _ = tell.send(Err(error));
        }
    });
    let mut threads = locked(&jobs.threads);
    threads.retain(|thread| !thread.is_finished());
    threads.push(thread);
    told
}

/// Who waits for the identifier of a new experiment.
type Begun = oneshot::Sender<Result<ExperimentId, Error>>;

/// Hears how an experiment goes on.
#[derive(Clone)]
struct Watcher {
    job: Arc<Job>,
    jobs: Arc<Jobs>,
    begun: Arc<Mutex<Option<Begun>>>,
    id: Arc<Mutex<Option<ExperimentId>>>,
}

impl Watcher {
    fn started(&self, id: &ExperimentId) {
        *locked(&self.id) = Some(id.clone());
        let running = &self.jobs.running;
        locked(running).insert(id.to_string(), Arc::clone(&self.job));
        if let Some(tell) = locked(&self.begun).take() {
            let _ = tell.send(Ok(id.clone()));
        }
    }
}

impl Observer for Watcher {
    fn begin(&self, task: &Task) -> Box<dyn Progress> {
        let Task::AskingSystem { system, questions } = task else {
            return Box::new(lydite_lab::Silent);
        };
        let mut systems = locked(&self.job.systems);
        systems.push(Asked {
            system: system.clone(),
            before: 0,
            done: 0,
            total: *questions,
            f1: None,
            errors: 0,
        });
        self.job.changed();
        Box::new(Counter {
            job: Arc::clone(&self.job),
            at: systems.len() - 1,
        })
    }

    fn notice(&self, notice: &Notice) {
        match notice {
            Notice::ExperimentBegun { id, .. } => self.started(id),
            Notice::SystemGivenUp { system, reason } => {
                locked(&self.job.notices).push(format!("{system} is not asked any more: {reason}"));
                self.job.changed();
            }
            _ => {}
        }
    }
}

struct Counter {
    job: Arc<Job>,
    at: usize,
}

impl Counter {
    fn set(&self, change: impl FnOnce(&mut Asked)) {
        if let Some(asked) = locked(&self.job.systems).get_mut(self.at) {
            change(asked);
        }
        self.job.changed();
    }
}

impl Progress for Counter {
    fn advance(&self, by: u64) {
        self.set(|asked| asked.done += by);
    }

    fn at(&self, done: u64, total: u64) {
        self.set(|asked| {
            asked.before = done;
            asked.done = done;
            asked.total = total;
        });
    }

    fn doing(&self, step: &Step) {
        if let Step::Asking { f1, errors } = step {
            self.set(|asked| {
                asked.f1 = *f1;
                asked.errors = *errors;
            });
        }
    }
}
