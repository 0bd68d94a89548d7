//! What is judged on a line of its own: an experiment of a report, or a part of one.

use std::cmp::Ordering;

use lydite_judge::{Figure, Report, Unit};
use lydite_model::{Experiment, Outcome, Status};

use crate::output::Cell;

/// What was judged of one experiment, or of a part of it, in one report.
pub(super) struct Line<'r> {
    pub report: &'r Report,
    pub experiment: Experiment,
    /// The part of the benchmark, under rules that average parts on their own.
    pub part: Option<&'r str>,
    pub figures: &'r [Figure],
    pub outcomes: Vec<&'r Outcome>,
}

impl<'r> Line<'r> {
    /// The experiments of a report, question answering first.
    pub(super) fn experiments(report: &'r Report) -> Vec<Self> {
        let answering = (!report.figures.is_empty()).then(|| Self {
            report,
            experiment: Experiment::Qa,
            part: None,
            figures: &report.figures,
            outcomes: report.outcomes.iter().collect(),
        });
        let others = report.experiments.iter().map(|one| Self {
            report,
            experiment: one.experiment,
            part: None,
            figures: &one.figures,
            outcomes: one.outcomes.iter().collect(),
        });
        answering.into_iter().chain(others).collect()
    }

    /// The experiments of a report, with a line for each part that is averaged on its own.
    pub(super) fn parts(report: &'r Report) -> Vec<Self> {
        let parts = report.parts();
        let lines = Self::experiments(report).into_iter().flat_map(|line| {
            if line.experiment != Experiment::Qa || parts.is_empty() {
                return vec![line];
            }
            let part = |part: &&'r str| Self {
                part: Some(part),
                outcomes: {
                    let outcomes = line.outcomes.iter().copied();
                    outcomes
                        .filter(|outcome| outcome.part.as_deref() == Some(part))
                        .collect()
                },
                ..line
            };
            parts.iter().map(part).collect()
        });
        lines.collect()
    }

    pub(super) fn system(&self) -> &'r str {
        self.report.system.as_deref().unwrap_or("the answers")
    }

    pub(super) fn figure(&self, path: &str) -> Option<&'r Figure> {
        self.figures.iter().find(|figure| figure.path == path)
    }

    /// The figure at this place, of the part if the line is about one.
    pub(super) fn own_figure(&self, path: &str) -> Option<&'r Figure> {
        match self.part {
            Some(part) => self.figure(&format!("{part}.{path}")),
            None => self.figure(path),
        }
    }

    /// Precision, recall and F1.
    pub(super) fn headline(&self) -> [Option<&'r Figure>; 3] {
        let paths = match (self.experiment, self.part) {
            (Experiment::Qa, Some(part)) => self.report.part_headline(part),
            (Experiment::Qa, None) => self.report.headline(),
            _ => ["macro.precision", "macro.recall", "macro.f1"].map(str::to_owned),
        };
        paths.map(|path| self.figure(&path))
    }

    pub(super) fn f1(&self) -> Option<f64> {
        let [_, _, f1] = self.headline();
        f1.and_then(|figure| figure.value)
    }

    /// The better line first; what is undefined comes last.
    pub(super) fn by_score(&self, other: &Self) -> Ordering {
        let score = |line: &Self| line.f1().unwrap_or(f64::NEG_INFINITY);
        score(other).total_cmp(&score(self))
    }

    pub(super) fn answered(&self) -> u64 {
        let answered = |outcome: &&&Outcome| outcome.status == Status::Answered;
        let counted = || self.outcomes.iter().filter(answered).count() as u64;
        match self.own_figure("answered").and_then(|figure| figure.value) {
            Some(value) => value as u64,
            None => counted(),
        }
    }

    /// The number of questions behind the headline.
    pub(super) fn n(&self) -> Option<u64> {
        let [_, _, f1] = self.headline();
        f1.map(|figure| figure.n)
    }

    /// The number of questions that were left out.
    pub(super) fn excluded(&self) -> u64 {
        let outside = self
            .figures
            .iter()
            .filter(|figure| figure.path.starts_with("excluded.") || figure.path == "empty_gold.n");
        outside.filter_map(|figure| figure.value).sum::<f64>() as u64
    }
}

/// A figure as a cell.
pub(super) fn cell(figure: Option<&Figure>) -> Cell {
    let Some(figure) = figure else {
        return Cell::missing();
    };
    let value = match (figure.value, figure.unit) {
        (None, _) => Cell::missing(),
        (Some(value), Unit::Count) => Cell::from(value as u64),
        (Some(value), Unit::Share) => Cell::from(value),
        (Some(value), Unit::Millis) => Cell::from(value).digits(1),
    };
    value.within(
        figure
            .interval
            .map(|interval| (interval.low, interval.high)),
    )
}
