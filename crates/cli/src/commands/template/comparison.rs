//! Several systems side by side, as in Table 5 of the paper.

use std::collections::BTreeSet;
use std::io;

use lydite_lab::templates::{SummarisedDataset, SystemSummary};
use lydite_template::{Criterion, FailureReason, Level, QuestionType, Summary};

use super::tables::{count, culprits, percent, serving};
use crate::args::OutputFormat;
use crate::output::{Cell, Column, Page, Table};

/// The comparison; for people, with all that is known beside it.
pub(super) fn write(
    page: &mut Page<'_>,
    format: OutputFormat,
    systems: &[SystemSummary],
) -> io::Result<()> {
    if format == OutputFormat::Csv {
        return page.table(&long(systems));
    }
    if format != OutputFormat::Table {
        return page.table(&side_by_side(systems));
    }
    if let Some(first) = systems.first() {
        let systems = systems.len();
        page.line(&format!("{systems} systems, rules {}\n\n", first.all.rules))?;
    }
    page.table(&side_by_side(systems))?;
    beside(page, systems)
}

/// A criterion as Table 5 has it: both kinds of question type are one.
struct Row {
    level: Level,
    name: &'static str,
    criteria: &'static [Criterion],
}

impl Row {
    fn count(&self, summary: &Summary) -> usize {
        let counts = self.criteria.iter().map(|known| summary.of(*known).count);
        counts.sum()
    }
}

const ROWS: [Row; 8] = [
    row("tgm failure", &[Criterion::TgmFailure]),
    row("syntax", &[Criterion::Syntax]),
    row(
        "question type",
        &[
            Criterion::QuestionType(QuestionType::Factoid),
            Criterion::QuestionType(QuestionType::YesNo),
        ],
    ),
    row("disconnected target", &[Criterion::DisconnectedTarget]),
    Row {
        level: Level::Notice,
        ..row("wrong range", &[Criterion::WrongRange])
    },
    Row {
        level: Level::Notice,
        ..row("disconnected triple", &[Criterion::DisconnectedTriple])
    },
    Row {
        level: Level::Info,
        ..row("broken origin", &[Criterion::BrokenOrigin])
    },
    Row {
        level: Level::Info,
        ..row("good", &[Criterion::Good])
    },
];

const fn row(name: &'static str, criteria: &'static [Criterion]) -> Row {
    Row {
        level: Level::Critical,
        name,
        criteria,
    }
}

/// A row for each dataset and criterion, a column for each system.
fn side_by_side(systems: &[SystemSummary]) -> Table {
    let columns = [
        Column::new("dataset").only_if_varied().shorten(),
        Column::new("level"),
        Column::new("criterion"),
    ];
    let mut table = Table::new(columns.into_iter().chain(names(systems)));
    for dataset in SummarisedDataset::all_of(systems) {
        let mut add = |level: &str, name: &str, cell: &dyn Fn(&Summary) -> String| {
            let cells = systems.iter().map(|system| {
                let summary = dataset.of(system);
                summary.map_or_else(|| "–".to_owned(), cell)
            });
            let head = [dataset.name, level, name].map(str::to_owned);
            table.row(head.into_iter().chain(cells));
        };
        let counted =
            |summary: &Summary, n: usize| format!("{} ({})", count(n), percent(summary.share(n)));
        add("", "questions", &|summary| count(summary.questions));
        for level in Level::ALL {
            for row in ROWS.iter().filter(|row| row.level == level) {
                let is_broken_origin = row.criteria == [Criterion::BrokenOrigin];
                let occurs = dataset.summaries(systems).any(|(_, s)| row.count(s) > 0);
                if occurs || !is_broken_origin {
                    let cell = |summary: &Summary| counted(summary, row.count(summary));
                    add(level.name(), row.name, &cell);
                }
            }
            if level != Level::Info {
                let cell = |summary: &Summary| counted(summary, summary.level(level));
                add(level.name(), "together", &cell);
            }
        }
    }
    table
}

/// A column for each system.
fn names(systems: &[SystemSummary]) -> impl Iterator<Item = Column> {
    systems
        .iter()
        .map(|system| Column::number(&system.system.name))
}

/// A row for each dataset, system and criterion, with plain numbers.
fn long(systems: &[SystemSummary]) -> Table {
    let mut table = Table::new([
        "dataset",
        "system",
        "level",
        "criterion",
        "count",
        "checked",
        "share_of_checked",
        "share",
    ]);
    for dataset in SummarisedDataset::all_of(systems) {
        for (system, summary) in dataset.summaries(systems) {
            for criterion in Criterion::ALL {
                let figures = summary.of(criterion);
                table.row([
                    dataset.name.into(),
                    Cell::from(&system.system.name),
                    criterion.level().name().into(),
                    criterion.name().into(),
                    figures.count.into(),
                    figures.checked.into(),
                    figures.share().into(),
                    summary.share(figures.count).into(),
                ]);
            }
        }
    }
    table
}

/// What is known beside the verdicts, a column for each system.
fn beside(page: &mut Page<'_>, systems: &[SystemSummary]) -> io::Result<()> {
    let failures: BTreeSet<FailureReason> = systems
        .iter()
        .flat_map(|system| system.all.failures().map(|(reason, _)| reason))
        .collect();
    if !failures.is_empty() {
        page.line("\nwhy there was no template:\n\n")?;
        let of = |reason: &FailureReason, summary: &Summary| {
            let mut failures = summary.failures();
            let found = failures.find(|(known, _)| known == reason);
            found.map_or(0, |(_, count)| count)
        };
        let rows = failures.iter().map(|reason| (reason.name(), reason));
        page.table(&counts(systems, "reason", rows, of))?;
    }
    for system in systems
        .iter()
        .filter(|system| !system.all.crashes.is_empty())
    {
        page.paragraph(&format!(
            "\nthe published evaluator would have crashed on the first of {} answers of {}; \
             here they are judged by the rules lydite",
            count(system.all.crashes.values().sum()),
            system.system.name
        ))?;
    }
    let several: Vec<_> = systems
        .iter()
        .map(|system| (&system.system.name, system.all.several()))
        .collect();
    if several.iter().any(|(_, several)| several.with_several > 0) {
        page.line("\nseveral templates for a question:\n\n")?;
        let kinds: Vec<_> = several
            .into_iter()
            .flat_map(|(name, several)| {
                [
                    (format!("{name}: usable"), several.usable),
                    (format!("{name}: good"), several.good),
                ]
            })
            .collect();
        page.table(&serving(&kinds))?;
    }
    let remarks: BTreeSet<&String> = systems.iter().flat_map(|s| s.all.remarks.keys()).collect();
    if !remarks.is_empty() {
        page.line("\nnotes that do not affect the verdict:\n\n")?;
        let of = |kind: &&String, summary: &Summary| {
            summary.remarks.get(*kind).copied().unwrap_or_default()
        };
        let rows = remarks.iter().map(|kind| (kind.as_str(), kind));
        page.table(&counts(systems, "note", rows, of))?;
    }
    for system in systems.iter().filter(|system| !system.modules.is_empty()) {
        page.line(&format!(
            "\n{}: the first module that made a correct answer impossible: {}",
            system.system.name,
            culprits(system)
        ))?;
    }
    Ok(())
}

/// A table of counts with a column for each system.
fn counts<'r, R: 'r>(
    systems: &[SystemSummary],
    what: &str,
    rows: impl Iterator<Item = (&'r str, &'r R)>,
    of: impl Fn(&R, &Summary) -> usize,
) -> Table {
    let columns = [Column::new(what).wrap()].into_iter().chain(names(systems));
    let mut table = Table::new(columns);
    for (name, row) in rows {
        let counts = systems.iter().map(|system| of(row, &system.all).into());
        table.row([Cell::from(name)].into_iter().chain(counts));
    }
    table
}
