//! The questions one by one.

use lydite_judge::Report;
use lydite_lab::files::Gold;
use lydite_model::{Experiment, Outcome, Status};

use super::lines::Line;
use crate::output::{Cell, Column, Table};

/// A row a question; only the lowest scores if a number is given. Among equal scores those come
/// first that lose most answers.
pub(super) fn table(reports: &[Report], gold: Option<&Gold>, worst: Option<usize>) -> Table {
    let mut table = Table::new([
        Column::new("system").only_if_varied().shorten(),
        Column::new("rules").only_if_varied(),
        Column::new("experiment").only_if_varied(),
        Column::new("part").only_if_varied(),
        Column::new("id").shorten(),
        Column::new("language").only_if_varied(),
        Column::new("status"),
        Column::new("question").wrap(),
        Column::number("tp").drop_first(),
        Column::number("fp").drop_first(),
        Column::number("fn"),
        Column::number("P").named("precision").drop_first(),
        Column::number("R").named("recall").drop_first(),
        Column::number("F1"),
        Column::new("error").wrap(),
    ]);
    for line in reports.iter().flat_map(Line::experiments) {
        let report = line.report;
        // The worst answers say what to look at; what went wrong on the way, --explain says.
        if worst.is_some() && line.experiment != Experiment::Qa && !report.figures.is_empty() {
            continue;
        }
        let mut outcomes = line.outcomes.clone();
        if let Some(worst) = worst {
            outcomes.retain(|outcome| outcome.gold.is_answerable());
            outcomes.sort_by(|a, b| {
                let lost = |outcome: &Outcome| (outcome.counts.fn_, outcome.counts.fp);
                let by_score = a.f1.total_cmp(&b.f1);
                by_score
                    .then_with(|| lost(b).cmp(&lost(a)))
                    .then_with(|| a.question.cmp(&b.question))
            });
            outcomes.truncate(worst);
        }
        for outcome in outcomes {
            let text = gold.map_or("", |gold| gold.text(outcome.question.as_str()));
            let language = outcome.language.as_ref().map(ToString::to_string);
            let counts = outcome.counts;
            table.row([
                line.system().into(),
                Cell::from(&report.rules.name),
                line.experiment.as_str().into(),
                outcome.part.clone().into(),
                outcome.question.as_str().into(),
                language.into(),
                status(outcome.status).into(),
                text.into(),
                counts.tp.into(),
                counts.fp.into(),
                counts.fn_.into(),
                outcome.precision.into(),
                outcome.recall.into(),
                outcome.f1.into(),
                outcome.error.clone().into(),
            ]);
        }
    }
    table
}

fn status(status: Status) -> &'static str {
    match status {
        Status::Answered => "answered",
        Status::Empty => "empty",
        Status::Missing => "missing",
        Status::Error => "error",
    }
}
