//! Makes durable what systems said, and only then tells of it.

use std::collections::HashMap;
use std::sync::mpsc::Receiver;

use super::lane::Stop;
use crate::observer::{Progress, Step, Task};
use crate::store::{Batch, Experiment, Said, Store};
use crate::{Error, Lab};

/// What lanes tell the writer.
pub(super) enum Event {
    /// A batch was taken, and so many questions of it are put.
    Opened { batch: Batch, pending: usize },
    /// A system said something.
    Said {
        lane: usize,
        batch: Batch,
        said: Box<Said>,
        f1: Option<f64>,
    },
}

/// The one thread of a run that writes.
pub(super) struct Writer<'r> {
    lab: &'r Lab,
    store: &'r Store,
    experiment: &'r Experiment,
    stop: &'r Stop,
}

/// How far a system is.
struct Shown {
    progress: Box<dyn Progress>,
    f1: (f64, u64),
    errors: u64,
}

impl<'r> Writer<'r> {
    pub(super) fn new(
        lab: &'r Lab,
        store: &'r Store,
        experiment: &'r Experiment,
        stop: &'r Stop,
    ) -> Self {
        Self {
            lab,
            store,
            experiment,
            stop,
        }
    }

    /// Stores what comes until nothing more can come. Whatever has come while the last was made
    /// durable is stored together.
    pub(super) fn write(&self, events: &Receiver<Event>) -> Result<(), Error> {
        /// So many answers are stored at once.
        const TOGETHER: usize = 256;
        let mut shown: Vec<Shown> = self.shown();
        let mut pending: HashMap<Batch, usize> = HashMap::new();
        while let Ok(first) = events.recv() {
            let (mut said, mut done, mut news) = (Vec::new(), Vec::new(), Vec::new());
            let mut next = Some(first);
            while let Some(event) = next {
                match event {
                    Event::Opened { batch, pending: 0 } => done.push(batch),
                    Event::Opened {
                        batch,
                        pending: all,
                    } => {
                        pending.insert(batch, all);
                    }
                    Event::Said {
                        lane,
                        batch,
                        said: one,
                        f1,
                    } => {
                        news.push((lane, f1, one.exchange.failure.is_some()));
                        said.push(*one);
                        if let Some(left) = pending.get_mut(&batch) {
                            *left -= 1;
                            if *left == 0 {
                                pending.remove(&batch);
                                done.push(batch);
                            }
                        }
                    }
                }
                next = (said.len() < TOGETHER)
                    .then(|| events.try_recv().ok())
                    .flatten();
            }
            let stored = self
                .store
                .store_exchanges(&self.experiment.id, &said, &done);
            if let Err(error) = stored {
                self.stop.end();
                return Err(error.into());
            }
            for (lane, f1, failed) in news {
                if let Some(shown) = shown.get_mut(lane) {
                    shown.tell(f1, failed);
                }
            }
        }
        Ok(())
    }

    fn shown(&self) -> Vec<Shown> {
        let systems = self.experiment.plan.systems.iter().enumerate();
        systems
            .map(|(number, system)| {
                let tasks = || {
                    let tasks = self.experiment.tasks.iter();
                    tasks.filter(move |task| task.system == number)
                };
                let done = tasks().map(|task| task.done).sum();
                let questions = tasks().map(|task| task.questions).sum();
                let progress = self.lab.begin(&Task::AskingSystem {
                    system: system.name.clone(),
                    questions,
                });
                progress.at(done, questions);
                Shown {
                    progress,
                    f1: (0.0, 0),
                    errors: tasks().map(|task| task.failed).sum(),
                }
            })
            .collect()
    }
}

impl Shown {
    fn tell(&mut self, f1: Option<f64>, failed: bool) {
        if let Some(f1) = f1 {
            self.f1 = (self.f1.0 + f1, self.f1.1 + 1);
        }
        self.errors += u64::from(failed);
        let (sum, count) = self.f1;
        self.progress.doing(&Step::Asking {
            f1: (count > 0).then(|| sum / count as f64),
            errors: self.errors,
        });
        self.progress.advance(1);
    }
}
