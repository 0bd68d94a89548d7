//! One system under one rule set: every figure.

use lydite_judge::Report;
use lydite_model::Experiment;

use super::lines::{Line, cell};
use crate::failure::Failure;
use crate::output::{Cell, Column, Page, Table, number, plural};

/// What was judged, all figures of question answering, and the other experiments in brief.
pub(super) fn page(page: &mut Page<'_>, report: &Report) -> Result<(), Failure> {
    page.line(&format!("{}\n\n", title(report)))?;
    page.table(&brief(report))?;
    if report.experiments.is_empty() || report.figures.is_empty() {
        return Ok(());
    }
    page.paragraph(
        "\nsub-experiments (C2KB entities, P2KB properties, RE2KB triples, AT answer type, AIT2KB \
         classes of the answers), macro averages:\n\n",
    )?;
    Ok(page.table(&experiments(report))?)
}

/// What was judged, in a line.
fn title(report: &Report) -> String {
    format!(
        "{} on {} ({}), rules {} {}",
        report.system.as_deref().unwrap_or("the answers"),
        report.dataset.as_deref().unwrap_or("the benchmark"),
        plural(report.questions, "question"),
        report.rules.name,
        report.rules.version
    )
}

/// The figures that have a value; only those of the first experiment, if the others follow in brief.
fn brief(report: &Report) -> Table {
    let lines = Line::experiments(report);
    let shown = if report.figures.is_empty() {
        lines.len()
    } else {
        1
    };
    of(lines.into_iter().take(shown), false)
}

/// Every figure of a report.
pub(super) fn table(report: &Report) -> Table {
    of(Line::experiments(report).into_iter(), true)
}

fn of<'r>(lines: impl Iterator<Item = Line<'r>>, is_complete: bool) -> Table {
    let mut table = Table::new([
        Column::new("experiment").only_if_varied(),
        Column::new("measure"),
        Column::number("value").with_interval(),
        Column::new("95 % interval").for_people(),
        Column::number("n"),
    ]);
    for line in lines {
        for figure in line.figures {
            if figure.value.is_none() && !is_complete && !is_headline(&line, &figure.path) {
                continue;
            }
            let interval = figure.interval;
            let value = if is_complete {
                cell(Some(figure))
            } else {
                cell(Some(figure)).within(None)
            };
            table.row([
                line.experiment.as_str().into(),
                Cell::from(&figure.path),
                value,
                interval
                    .map(|i| format!("{:.4}–{:.4}", i.low, i.high))
                    .into(),
                figure.n.into(),
            ]);
        }
    }
    table
}

/// That a headline has no value is worth a line.
fn is_headline(line: &Line<'_>, path: &str) -> bool {
    line.headline()
        .iter()
        .flatten()
        .any(|figure| figure.path == path)
}

/// The other experiments in brief.
fn experiments(report: &Report) -> Table {
    let mut table = Table::new([
        Column::new("experiment"),
        Column::number("P").with_interval(),
        Column::number("R").with_interval(),
        Column::number("F1").with_interval(),
        Column::number("micro F1"),
        Column::number("answered").drop_first(),
        Column::number("n"),
        Column::number("left out").drop_first(),
    ]);
    let others = Line::experiments(report).into_iter();
    for line in others.filter(|line| line.experiment != Experiment::Qa) {
        let [precision, recall, f1] = line.headline().map(cell);
        table.row([
            line.experiment.as_str().into(),
            precision,
            recall,
            f1,
            cell(line.figure("micro.f1")).within(None),
            line.answered().into(),
            cell(line.figure("n")),
            Cell::from(line.excluded()).shown(number(line.excluded())),
        ]);
    }
    table
}
