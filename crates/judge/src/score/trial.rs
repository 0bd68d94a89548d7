//! One sub-experiment in progress.

use std::collections::BTreeMap;

use lydite_model::{Counts, Gold, Outcome, Status};

use super::session::own_measures;
use super::{Chosen, Scorer};
use crate::experiments::{EXCLUDED, Task};
use crate::measures::CurveBuilder;
use crate::report::ExperimentReport;
use crate::tally::Tally;

pub(super) struct Trial {
    task: &'static Task,
    seed: Option<u64>,
    overall: Tally,
    /// Parts of the items or of the questions, by name.
    parts: BTreeMap<&'static str, Tally>,
    /// The questions that are left out.
    excluded: Option<Tally>,
    confidence: CurveBuilder,
    outcomes: Vec<Outcome>,
    /// Whether the files have something for it.
    gold_has: bool,
    system_has: bool,
}

impl Trial {
    pub(super) fn new(task: &'static Task, scorer: &Scorer<'_>) -> Self {
        let own = own_measures(scorer, task.figures);
        let figures = task.figures.iter().copied().chain(own);
        Self {
            task,
            seed: scorer.seed,
            overall: Tally::new(String::new(), figures, scorer.seed),
            parts: BTreeMap::new(),
            excluded: (!task.averages_all)
                .then(|| Tally::new("excluded".to_owned(), EXCLUDED, None)),
            confidence: CurveBuilder::default(),
            outcomes: Vec::new(),
            gold_has: false,
            system_has: false,
        }
    }

    /// Adds an outcome with the counts of its parts; keeps it if it was asked for.
    pub(super) fn add(&mut self, outcome: Outcome, parts: Vec<(&'static str, Counts)>, keep: bool) {
        self.gold_has |= outcome.gold == Gold::Answerable;
        self.system_has |= outcome.status == Status::Answered;
        match outcome.gold {
            _ if self.task.averages_all => self.average(&outcome),
            Gold::Answerable => self.average(&outcome),
            Gold::Empty => self.part("empty_gold").add(&outcome),
            Gold::OutOfScope | Gold::Missing | Gold::Unreadable => {
                if let Some(excluded) = &mut self.excluded {
                    excluded.add(&outcome);
                }
            }
        }
        for (name, counts) in parts {
            let mut part = Outcome::new(outcome.question.clone(), outcome.status);
            (part.precision, part.recall, part.f1) =
                crate::measures::prf(counts.tp as f64, counts.fp as f64, counts.fn_ as f64);
            part.counts = counts;
            self.part(name).add(&part);
        }
        if keep {
            self.outcomes.push(outcome);
        }
    }

    fn average(&mut self, outcome: &Outcome) {
        self.overall.add(outcome);
        self.confidence.add(outcome);
    }

    fn part(&mut self, name: &'static str) -> &mut Tally {
        let (task, seed) = (self.task, self.seed);
        self.parts
            .entry(name)
            .or_insert_with(|| Tally::new(name.to_owned(), task.part_figures.iter().copied(), seed))
    }

    /// The report, unless one of the files has nothing for it and nobody asked for it by name.
    pub(super) fn finish(self, chosen: &Chosen) -> Option<ExperimentReport> {
        if *chosen == Chosen::Available && !(self.gold_has && self.system_has) {
            return None;
        }
        let mut figures = self.overall.finish();
        figures.extend(self.parts.values().flat_map(Tally::finish));
        figures.extend(self.excluded.iter().flat_map(Tally::finish));
        Some(ExperimentReport {
            experiment: self.task.experiment,
            figures,
            confidence: self.confidence.finish(),
            outcomes: self.outcomes,
        })
    }
}
