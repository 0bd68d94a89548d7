//! The tables of `lydite template`.

use std::io;

use lydite_lab::templates::{JudgedCase, SummarisedDataset, SystemSummary};
use lydite_template::{Criterion, Judgement, Level, Serving, Summary};

use crate::args::OutputFormat;
use crate::output::{Cell, Column, Page, Table, number, plural};

pub(super) fn count(count: usize) -> String {
    number(count as u64)
}

pub(super) fn percent(share: Option<f64>) -> String {
    share.map_or_else(|| "–".to_owned(), |share| format!("{:.1} %", share * 100.0))
}

/// Everything, for people; only the first table for other formats.
pub(super) fn write(
    page: &mut Page<'_>,
    format: OutputFormat,
    run: &SystemSummary,
) -> io::Result<()> {
    let summary = &run.all;
    if format != OutputFormat::Table {
        return page.table(&verdicts(summary));
    }
    page.line(&format!(
        "{} ({} factoid, {} yes/no; {} with a range), rules {}\n\n",
        plural(summary.questions as u64, "question"),
        count(summary.factoid),
        count(summary.yes_no),
        count(summary.range_specified),
        summary.rules
    ))?;
    page.table(&verdicts(summary))?;
    let datasets = SummarisedDataset::all_of(std::slice::from_ref(run));
    if datasets.len() > 1 {
        page.blank()?;
    }
    for (name, group) in run.groups.iter().filter(|_| datasets.len() > 1) {
        let share = |n: usize| percent(group.share(n));
        let levels = [Level::Critical, Level::Notice].map(|level| share(group.level(level)));
        page.line(&format!(
            "{name}: {}, critical {}, notice {}, good {}",
            plural(group.questions as u64, "question"),
            levels[0],
            levels[1],
            share(group.of(Criterion::Good).count)
        ))?;
    }
    if summary.failures().next().is_some() {
        page.line("\nwhy there was no template:\n\n")?;
        let mut table = Table::new([Column::new("reason").wrap(), Column::number("questions")]);
        for (reason, n) in summary.failures() {
            table.row([Cell::from(reason.name()), n.into()]);
        }
        page.table(&table)?;
    }
    if !summary.crashes.is_empty() {
        let all = summary.crashes.values().sum();
        page.paragraph(&format!(
            "\nthe published evaluator would have crashed on the first of {} of these answers; \
             here they are judged by the rules lydite",
            count(all)
        ))?;
    }
    let several = summary.several();
    if several.with_several > 0 {
        page.line(&format!(
            "\n{}, several for {}:\n\n",
            plural(several.templates as u64, "template"),
            plural(several.with_several as u64, "question")
        ))?;
        page.table(&serving(&[
            ("usable".to_owned(), several.usable),
            ("good".to_owned(), several.good),
        ]))?;
    }
    if !summary.remarks.is_empty() {
        page.line("\nnotes that do not affect the verdict:\n\n")?;
        let mut table = Table::new([Column::new("note").wrap(), Column::number("times")]);
        for (kind, n) in &summary.remarks {
            table.row([Cell::from(kind), (*n).into()]);
        }
        page.table(&table)?;
    }
    if !run.modules.is_empty() {
        page.line("\nthe other modules:\n\n")?;
        let mut table = Table::new([
            Column::new("measure").wrap(),
            Column::number("mean"),
            Column::number("questions"),
        ]);
        for figure in run.modules.figures() {
            table.row([
                figure.name.into(),
                Cell::from(figure.value),
                figure.questions.into(),
            ]);
        }
        page.table(&table)?;
        page.line(&format!(
            "\nthe first module that made a correct answer impossible: {}",
            culprits(run)
        ))?;
    }
    Ok(())
}

/// Which module made right answers impossible, how often: `TGM 0, DM 1, …`.
pub(super) fn culprits(run: &SystemSummary) -> String {
    let culprits: Vec<String> = run
        .modules
        .culprits()
        .into_iter()
        .map(|(module, n)| match module {
            Some(module) => format!("{module} {}", count(n)),
            None => format!("none {}", count(n)),
        })
        .collect();
    culprits.join(", ")
}

/// A share as a percentage.
fn share(share: Option<f64>) -> Cell {
    Cell::from(share).shown(percent(share))
}

/// The paper's Table 5: how often each criterion decides.
fn verdicts(summary: &Summary) -> Table {
    let mut table = Table::new([
        Column::new("level"),
        Column::new("criterion").wrap(),
        Column::number("questions").named("count"),
        Column::number("of").named("checked"),
        Column::number("% of these").named("share_of_checked"),
        Column::number("% of all").named("share"),
    ]);
    let all = |n: usize| share(summary.share(n));
    for level in Level::ALL {
        for criterion in Criterion::ALL
            .into_iter()
            .filter(|known| known.level() == level)
        {
            let figures = summary.of(criterion);
            if criterion == Criterion::BrokenOrigin && figures.count == 0 {
                continue;
            }
            table.row([
                level.name().into(),
                criterion.name().into(),
                figures.count.into(),
                figures.checked.into(),
                share(figures.share()),
                all(figures.count),
            ]);
        }
        if level != Level::Info {
            table.row([
                level.name().into(),
                "together".into(),
                summary.level(level).into(),
                summary.questions.into(),
                all(summary.level(level)),
                all(summary.level(level)),
            ]);
        }
    }
    table
}

/// How well templates serve, where a question has several.
pub(super) fn serving(kinds: &[(String, Serving)]) -> Table {
    let mut table = Table::new([
        Column::new("templates that are").wrap(),
        Column::new("average"),
        Column::number("P"),
        Column::number("R"),
        Column::number("F1"),
        Column::number("MRR"),
        Column::number("P@1"),
        Column::number("P@3"),
    ]);
    for (name, serving) in kinds {
        for (average, rates) in [
            ("macro", serving.macro_average),
            ("micro", serving.micro_average),
        ] {
            let at = |k: usize| {
                let found = serving.precision_at.iter().find(|(known, _)| *known == k);
                found.map(|(_, value)| *value)
            };
            let only = |value: Option<f64>| {
                let value = value.filter(|_| average == "macro");
                value.map_or_else(|| Cell::missing().shown(""), Into::into)
            };
            let row = [
                Cell::from(name),
                average.into(),
                rates.precision.into(),
                rates.recall.into(),
                rates.f1.into(),
                only(Some(serving.mean_reciprocal_rank)),
                only(at(1)),
                only(at(3)),
            ];
            table.row(row.map(|cell| cell.digits(3)));
        }
    }
    table
}

/// The head of the table of questions, with a column for the system if there are several.
pub(super) fn questions(is_comparison: bool) -> Table {
    let system = is_comparison.then(|| Column::new("system").shorten());
    Table::new(system.into_iter().chain([
        Column::new("id").shorten(),
        Column::new("level"),
        Column::new("criterion").wrap(),
        Column::new("why").wrap(),
    ]))
}

/// Adds a question to its table.
pub(super) fn question(table: &mut Table, system: Option<&str>, case: &JudgedCase<'_>) {
    let criterion = case.judgement.criterion();
    let verdict = [&case.pair.id, criterion.level().name(), criterion.name()];
    let why = why(&case.judgement);
    table.row(system.into_iter().chain(verdict).chain([why.as_str()]));
}

/// Why a question has its verdict, in a line.
fn why(judgement: &Judgement) -> String {
    match judgement.problem() {
        Some(problem) => problem.to_string(),
        None if judgement.criterion() == Criterion::BrokenOrigin => {
            "the gold query cannot be read".to_owned()
        }
        None => String::new(),
    }
}
