//! One system being asked: batches are taken, their questions put by several threads.

use std::collections::HashSet;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use lydite_formats::Reader;
use lydite_judge::{Case, RuleSet};
use lydite_model::{Cancel, Question, Response};

use super::Pace;
use super::breaker::{Admission, Breaker};
use super::wording::wording;
use super::writer::Event;
use crate::execution::{Executor, Repair, Run};
use crate::store::{Batch, Experiment, Said, Store, StoreError, Task};
use crate::system::{Asked, Exchange, FailureKind, Kind, QaSystem};
use crate::{Error, Lab, Notice};

/// Failures after which it is worth asking again another day.
pub(super) const WORTH_RETRYING: [FailureKind; 7] = [
    FailureKind::Timeout,
    FailureKind::Unreachable,
    FailureKind::Broken,
    FailureKind::RateLimited,
    FailureKind::Crashed,
    FailureKind::GivenUp,
    FailureKind::Cancelled,
];

/// Tells all threads of a run to stop.
pub(super) struct Stop {
    cancel: Cancel,
    ended: AtomicBool,
}

impl Stop {
    pub(super) fn new(cancel: Cancel) -> Self {
        Self {
            cancel,
            ended: AtomicBool::new(false),
        }
    }

    pub(super) fn end(&self) {
        self.ended.store(true, Ordering::Relaxed);
    }

    pub(super) fn is_stopped(&self) -> bool {
        self.ended.load(Ordering::Relaxed) || self.cancel.is_cancelled()
    }

    /// Does something again and again until all is over.
    pub(super) fn beat(
        &self,
        interval: Duration,
        beat: impl Fn() -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        const SLICE: Duration = Duration::from_millis(50);
        let mut last = Instant::now();
        while !self.ended.load(Ordering::Relaxed) {
            if last.elapsed() >= interval {
                beat()?;
                last = Instant::now();
            }
            thread::sleep(SLICE);
        }
        Ok(())
    }
}

/// One system being asked.
pub(super) struct Lane<'r> {
    pub(super) lab: &'r Lab,
    pub(super) store: &'r Store,
    pub(super) experiment: &'r Experiment,
    /// Its place in the plan.
    pub(super) number: usize,
    pub(super) system: &'r dyn QaSystem,
    pub(super) executor: Option<&'r Executor<'r>>,
    /// The rules by which it is shown how well it does so far.
    pub(super) rules: Option<&'static RuleSet>,
    /// Where the content of benchmarks is unpacked.
    pub(super) folder: &'r Path,
    pub(super) pace: &'r Pace,
    pub(super) deadline: Option<Instant>,
    pub(super) stop: &'r Stop,
}

/// A question on its way to a system.
struct Work {
    batch: Batch,
    position: u64,
    question: Question,
}

impl Lane<'_> {
    /// Asks until there is nothing left that nobody else is at.
    pub(super) fn run(&self, to_writer: &SyncSender<Event>) -> Result<(), Error> {
        let most = self.system.jobs().unwrap_or(usize::MAX);
        let jobs = self.pace.jobs.min(most).max(1);
        let (give, take) = sync_channel(jobs);
        let take = Mutex::new(take);
        let breaker = Breaker::new(self.pace);
        thread::scope(|scope| {
            for _ in 0..jobs {
                scope.spawn(|| self.ask(&take, &breaker, to_writer));
            }
            let fed = self.feed(&give, to_writer);
            // Without questions the askers end.
            drop(give);
            fed
        })
    }

    /// Takes batches and hands out their questions.
    fn feed(&self, give: &SyncSender<Work>, to_writer: &SyncSender<Event>) -> Result<(), Error> {
        let mut questions: Option<Questions> = None;
        let lease = self.pace.lease.as_secs_f64();
        while !self.stop.is_stopped() {
            let id = &self.experiment.id;
            let Some(batch) = self.store.claim(id, self.number, lease)? else {
                return Ok(());
            };
            let task = self.task(batch.task)?;
            let known: HashSet<u64> = self.store.positions(id, &batch)?.into_iter().collect();
            let open = match questions.take() {
                Some(open) if open.dataset == task.dataset && open.at <= batch.first => open,
                _ => Questions::open(self, &task.dataset)?,
            };
            let (batch_questions, open) = open.batch(&batch);
            questions = Some(open);
            let language = task.language.as_ref();
            let keywords = self.experiment.plan.keywords;
            let wanting: Vec<_> = batch_questions
                .into_iter()
                .filter(|(position, _)| !known.contains(position))
                .filter(|(_, question)| wording(question, language, keywords).is_some())
                .collect();
            let opened = Event::Opened {
                batch: batch.clone(),
                pending: wanting.len(),
            };
            if to_writer.send(opened).is_err() {
                return Ok(());
            }
            for (position, question) in wanting {
                let work = Work {
                    batch: batch.clone(),
                    position,
                    question,
                };
                if self.stop.is_stopped() || give.send(work).is_err() {
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    fn task(&self, number: u64) -> Result<&Task, StoreError> {
        let mut tasks = self.experiment.tasks.iter();
        tasks.find(|task| task.number == number).ok_or_else(|| {
            let what = format!("experiment {}", self.experiment.id);
            StoreError::unreadable(what, format!("there is no task {number}"))
        })
    }

    /// Puts questions until there are no more.
    fn ask(&self, take: &Mutex<Receiver<Work>>, breaker: &Breaker, to_writer: &SyncSender<Event>) {
        loop {
            let next = take.lock().unwrap_or_else(PoisonError::into_inner).recv();
            let Ok(work) = next else { return };
            let Some(event) = self.put(work, breaker) else {
                return;
            };
            if to_writer.send(event).is_err() {
                return;
            }
        }
    }

    /// Puts a question; nothing comes of it if the run was stopped over it.
    fn put(&self, work: Work, breaker: &Breaker) -> Option<Event> {
        let task = self.task(work.batch.task).ok()?;
        let plan = &self.experiment.plan;
        let put = wording(&work.question, task.language.as_ref(), plan.keywords)?;
        let asked = Asked {
            question: &work.question,
            text: &put.text,
            language: put.language,
            dataset: Some(&task.dataset_name),
        };
        let mut exchange = self.exchange(&asked, breaker)?;
        exchange.response.question = work.question.id.clone();
        let repair = self.executed(&mut exchange);
        let f1 = self.f1(&work.question, &exchange.response);
        let said = Said {
            task: task.number,
            position: work.position,
            entry_language: work.question.language.clone(),
            language: put.language.clone(),
            text: put.text.into_owned(),
            exchange,
            repair,
        };
        Some(Event::Said {
            lane: self.number,
            batch: work.batch,
            said: Box::new(said),
            f1,
        })
    }

    /// What the system says; nothing if the run was stopped meanwhile.
    fn exchange(&self, asked: &Asked<'_>, breaker: &Breaker) -> Option<Exchange> {
        let given_up = |reason: String| {
            let exchange = Exchange::from(asked.unanswered());
            Some(exchange.failed(FailureKind::GivenUp, reason))
        };
        let is_late = || {
            self.deadline
                .is_some_and(|deadline| Instant::now() >= deadline)
        };
        let stopped = || self.stop.is_stopped() || is_late();
        match breaker.admit(&stopped) {
            Admission::Ask => {}
            Admission::GivenUp(reason) => return given_up(reason),
            Admission::Stopped if self.stop.is_stopped() => return None,
            Admission::Stopped => return given_up("the time for the run was over".to_owned()),
        }
        let begun = Instant::now();
        let mut exchange = self.system.ask(asked);
        let failure = exchange.failure.as_ref();
        if failure.is_some_and(|failure| failure.kind == FailureKind::Cancelled)
            && self.stop.is_stopped()
        {
            return None;
        }
        let outage = failure.filter(|failure| failure.kind.is_outage());
        if let Some(reason) = breaker.note(outage.map(|failure| failure.reason.as_str())) {
            let system = self.system.descriptor().name.clone();
            self.lab.notice(&Notice::SystemGivenUp { system, reason });
        }
        // A file says itself how long its system took.
        if self.system.descriptor().kind != Kind::File {
            let latency = &mut exchange.response.latency;
            latency.get_or_insert_with(|| begun.elapsed());
        }
        Some(exchange)
    }

    /// Runs the query of a response without answers; says what had to be done to it.
    fn executed(&self, exchange: &mut Exchange) -> Option<Repair> {
        let executor = self.executor?;
        let response = &exchange.response;
        if response.answers.is_some() || response.error.is_some() {
            return None;
        }
        match executor.run_if_reached(&response.queries, response.language.as_ref()) {
            Ok(Run::Answered { answers, repair }) => {
                exchange.response.answers = Some(answers);
                Some(repair)
            }
            Ok(Run::Failed(reason)) => {
                *exchange = std::mem::take(exchange).failed(FailureKind::Query, reason);
                None
            }
            // The system did its part; the query can still be run when the answers are judged.
            Err(_) | Ok(Run::NoQuery) => None,
        }
    }

    /// How good an answer is, to show how well it goes. Scores are made by the evaluation alone.
    fn f1(&self, question: &Question, response: &Response) -> Option<f64> {
        question.answers.as_ref()?;
        let rules = self.rules?;
        let outcome = rules.judge(&Case::new(question, Some(response)));
        rules.averages(&outcome).then_some(outcome.f1)
    }
}

/// The questions of a dataset, from some place on.
struct Questions {
    dataset: String,
    reader: Reader,
    /// The place of the next one.
    at: u64,
}

impl Questions {
    fn open(lane: &Lane<'_>, digest: &str) -> Result<Self, Error> {
        let path = lane.store.gold(digest, lane.folder)?;
        Ok(Self {
            dataset: digest.to_owned(),
            reader: Reader::open(&path)?.trusting(),
            at: 0,
        })
    }

    /// The questions of a batch with their places.
    fn batch(mut self, batch: &Batch) -> (Vec<(u64, Question)>, Self) {
        let mut questions = Vec::new();
        while self.at < batch.last {
            let Some(question) = self.reader.next() else {
                break;
            };
            if self.at >= batch.first {
                questions.push((self.at, question));
            }
            self.at += 1;
        }
        (questions, self)
    }
}
