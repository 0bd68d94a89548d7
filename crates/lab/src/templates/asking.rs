//! Asks a service all questions, several at a time, and hands the answers on in their order.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;
use std::sync::mpsc::sync_channel;
use std::sync::{Condvar, Mutex, PoisonError};
use std::thread;
use std::time::Instant;

use lydite_template::Pair;

use super::chain::Chain;
use super::service::Service;
use super::{Case, cases};
use crate::{Error, Lab, Task};

/// How far requests may run ahead of an answer that is still awaited.
const AHEAD: usize = 1024;

/// A service with whoever asks it.
pub(super) struct Client<'c> {
    pub lab: &'c Lab,
    pub service: &'c Service<'c>,
    /// The modules that go on from its templates.
    pub chain: Option<&'c Chain<'c>>,
    /// How many requests are under way at a time.
    pub jobs: u16,
}

impl Client<'_> {
    /// Asks all questions and calls `take` on the answers in the order of the questions. A failure
    /// is an answer like any other.
    pub(super) fn ask_all(
        &self,
        pairs: &[Pair],
        record: Option<&Path>,
        take: &mut dyn FnMut(Case<'_>) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let mut recording = record.map(Recording::create).transpose()?;
        let progress = self.lab.begin(&Task::Asking {
            questions: pairs.len() as u64,
        });
        let queue = Mutex::new(pairs.iter().enumerate());
        let gate = Gate::default();
        let (sender, receiver) = sync_channel(usize::from(self.jobs));
        let (service, chain) = (self.service, self.chain);
        thread::scope(|scope| {
            for _ in 0..self.jobs {
                let (sender, queue, gate) = (sender.clone(), &queue, &gate);
                scope.spawn(move || {
                    loop {
                        let next = queue.lock().unwrap_or_else(PoisonError::into_inner).next();
                        let Some((number, pair)) = next else { break };
                        if !gate.wait(number) {
                            break;
                        }
                        let start = Instant::now();
                        let exchange = service.ask(&pair.question);
                        let millis = start.elapsed().as_secs_f64() * 1000.0;
                        let modules =
                            chain.and_then(|chain| chain.follow(&pair.question, &exchange));
                        let asked = (pair, exchange, millis, modules);
                        if sender.send((number, asked)).is_err() {
                            break;
                        }
                    }
                });
            }
            drop(sender);
            let mut waiting = BTreeMap::new();
            let mut next = 0;
            let result = (|| -> Result<(), Error> {
                for (number, asked) in &receiver {
                    waiting.insert(number, asked);
                    while let Some((pair, exchange, millis, modules)) = waiting.remove(&next) {
                        next += 1;
                        gate.pass(next);
                        progress.advance(1);
                        let case = Case {
                            pair,
                            exchange: &exchange,
                            millis: Some(millis),
                            modules: modules.as_ref(),
                        };
                        if let Some(recording) = &mut recording {
                            recording.add(service, &case)?;
                        }
                        take(case)?;
                    }
                }
                Ok(())
            })();
            // Whoever waits for a place, or to hand in an answer, is not needed any more.
            gate.close();
            drop(receiver);
            result
        })?;
        recording.map_or(Ok(()), Recording::finish)
    }
}

/// The file in which exchanges are kept.
struct Recording<'r> {
    path: &'r Path,
    file: BufWriter<File>,
}

impl<'r> Recording<'r> {
    fn create(path: &'r Path) -> Result<Self, Error> {
        let file = File::create(path).map_err(Error::file(path))?;
        Ok(Self {
            path,
            file: BufWriter::new(file),
        })
    }

    fn add(&mut self, service: &Service<'_>, case: &Case<'_>) -> Result<(), Error> {
        cases::write(&mut self.file, service.address, service.language, case)
            .map_err(Error::file(self.path))
    }

    fn finish(mut self) -> Result<(), Error> {
        self.file.flush().map_err(Error::file(self.path))
    }
}

/// Lets requests run ahead of the awaited answer, but not too far.
#[derive(Default)]
struct Gate {
    passed: Mutex<usize>,
    moved: Condvar,
}

impl Gate {
    /// Waits until this question may be asked; `false` if no more are to be.
    fn wait(&self, number: usize) -> bool {
        let mut passed = self.passed.lock().unwrap_or_else(PoisonError::into_inner);
        while number >= passed.saturating_add(AHEAD) {
            passed = self
                .moved
                .wait(passed)
                .unwrap_or_else(PoisonError::into_inner);
        }
        *passed != usize::MAX
    }

    fn pass(&self, number: usize) {
        *self.passed.lock().unwrap_or_else(PoisonError::into_inner) = number;
        self.moved.notify_all();
    }

    fn close(&self) {
        self.pass(usize::MAX);
    }
}
