//! Several systems side by side, as in Table 5 of the paper.

use std::collections::BTreeSet;
use std::io::{self, Write};

use lydite_lab::templates::{SummarisedDataset, SystemSummary};
use lydite_template::{Criterion, FailureReason, Level, QuestionType, Summary};

use super::tables::{count, culprits, percent, serving};
use crate::args::OutputFormat;
use crate::output::grid::Grid;

/// The comparison; for people, with all that is known beside it.
pub(super) fn write(
    out: &mut dyn Write,
    format: OutputFormat,
    systems: &[SystemSummary],
) -> io::Result<()> {
    if format == OutputFormat::Csv {
        return long(systems).write(out, format);
    }
    if format != OutputFormat::Table {
        return side_by_side(systems).write(out, format);
    }
    if let Some(first) = systems.first() {
        let systems = systems.len();
        writeln!(
            out,
            "{systems} systems, judged by the rules {}\n",
            first.all.rules
        )?;
    }
    side_by_side(systems).write(out, format)?;
    beside(out, systems)
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
fn side_by_side(systems: &[SystemSummary]) -> Grid {
    let names = systems.iter().map(|system| system.system.name.as_str());
    let headers = ["dataset", "level", "criterion"].into_iter().chain(names);
    let mut grid = Grid::new(headers).numeric_from(3);
    for dataset in SummarisedDataset::all_of(systems) {
        let mut add = |level: &str, name: &str, cell: &dyn Fn(&Summary) -> String| {
            let cells = systems.iter().map(|system| {
                let summary = dataset.of(system);
                summary.map_or_else(|| "–".to_owned(), cell)
            });
            let head = [dataset.name, level, name].map(str::to_owned);
            grid.row(head.into_iter().chain(cells));
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
    grid
}

/// A row for each dataset, system and criterion, with plain numbers.
fn long(systems: &[SystemSummary]) -> Grid {
    let mut grid = Grid::new([
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
                let plain = |share: Option<f64>| share.map_or_else(String::new, |s| s.to_string());
                grid.row([
                    dataset.name.to_owned(),
                    system.system.name.clone(),
                    criterion.level().name().to_owned(),
                    criterion.name().to_owned(),
                    figures.count.to_string(),
                    figures.checked.to_string(),
                    plain(figures.share()),
                    plain(summary.share(figures.count)),
                ]);
            }
        }
    }
    grid
}

/// What is known beside the verdicts, a column for each system.
fn beside(out: &mut dyn Write, systems: &[SystemSummary]) -> io::Result<()> {
    let failures: BTreeSet<FailureReason> = systems
        .iter()
        .flat_map(|system| system.all.failures().map(|(reason, _)| reason))
        .collect();
    if !failures.is_empty() {
        writeln!(out, "\nwhy there was no template:\n")?;
        let of = |reason: &FailureReason, summary: &Summary| {
            let mut failures = summary.failures();
            let found = failures.find(|(known, _)| known == reason);
            found.map_or(0, |(_, count)| count)
        };
        let rows = failures.iter().map(|reason| (reason.name(), reason));
        counts(systems, "reason", rows, of).write(out, OutputFormat::Table)?;
    }
    for system in systems
        .iter()
        .filter(|system| !system.all.crashes.is_empty())
    {
        writeln!(
            out,
            "\nthe published evaluator would have ended on the first of {} answers of {}; they \
             have\nthe verdict of the rules lydite here",
            count(system.all.crashes.values().sum()),
            system.system.name
        )?;
    }
    let several: Vec<_> = systems
        .iter()
        .map(|system| (&system.system.name, system.all.several()))
        .collect();
    if several.iter().any(|(_, several)| several.with_several > 0) {
        writeln!(out, "\nseveral templates for a question:\n")?;
        let kinds: Vec<_> = several
            .into_iter()
            .flat_map(|(name, several)| {
                [
                    (format!("{name}: usable"), several.usable),
                    (format!("{name}: good"), several.good),
                ]
            })
            .collect();
        serving(&kinds).write(out, OutputFormat::Table)?;
    }
    let remarks: BTreeSet<&String> = systems.iter().flat_map(|s| s.all.remarks.keys()).collect();
    if !remarks.is_empty() {
        writeln!(out, "\nother remarks, which leave the verdict alone:\n")?;
        let of = |kind: &&String, summary: &Summary| {
            summary.remarks.get(*kind).copied().unwrap_or_default()
        };
        let rows = remarks.iter().map(|kind| (kind.as_str(), kind));
        counts(systems, "remark", rows, of).write(out, OutputFormat::Table)?;
    }
    for system in systems.iter().filter(|system| !system.modules.is_empty()) {
        writeln!(
            out,
            "\n{}: the first module to make a right answer impossible: {}",
            system.system.name,
            culprits(system)
        )?;
    }
    Ok(())
}

/// A table of counts with a column for each system.
fn counts<'r, R: 'r>(
    systems: &[SystemSummary],
    what: &str,
    rows: impl Iterator<Item = (&'r str, &'r R)>,
    of: impl Fn(&R, &Summary) -> usize,
) -> Grid {
    let names = systems.iter().map(|system| system.system.name.as_str());
    let mut grid = Grid::new([what].into_iter().chain(names)).numeric_from(1);
    for (name, row) in rows {
        let counts = systems.iter().map(|system| count(of(row, &system.all)));
        grid.row([name.to_owned()].into_iter().chain(counts));
    }
    grid
}
