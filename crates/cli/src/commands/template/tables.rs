//! The tables of `lydite template`.

use std::io::{self, Write};

use lydite_lab::templates::{JudgedCase, SummarisedDataset, SystemSummary};
use lydite_template::{Criterion, Judgement, Level, Serving, Summary};

use crate::args::OutputFormat;
use crate::output::{grid::Grid, number};

/// The width that a line may have.
const WIDTH: usize = 100;

pub(super) fn count(count: usize) -> String {
    number(count as u64)
}

pub(super) fn percent(share: Option<f64>) -> String {
    share.map_or_else(|| "–".to_owned(), |share| format!("{:.1} %", share * 100.0))
}

/// Everything, for people; only the first table for other formats.
pub(super) fn write(
    out: &mut dyn Write,
    format: OutputFormat,
    run: &SystemSummary,
) -> io::Result<()> {
    let summary = &run.all;
    if format != OutputFormat::Table {
        return verdicts(summary).write(out, format);
    }
    writeln!(
        out,
        "{} questions ({} factoid, {} yes/no; {} with a range), judged by the rules {}\n",
        count(summary.questions),
        count(summary.factoid),
        count(summary.yes_no),
        count(summary.range_specified),
        summary.rules
    )?;
    verdicts(summary).write(out, format)?;
    let datasets = SummarisedDataset::all_of(std::slice::from_ref(run));
    if datasets.len() > 1 {
        writeln!(out)?;
    }
    for (name, group) in run.groups.iter().filter(|_| datasets.len() > 1) {
        let share = |n: usize| percent(group.share(n));
        let levels = [Level::Critical, Level::Notice].map(|level| share(group.level(level)));
        writeln!(
            out,
            "{name}: {} questions, critical {}, notice {}, good {}",
            count(group.questions),
            levels[0],
            levels[1],
            share(group.of(Criterion::Good).count)
        )?;
    }
    if summary.failures().next().is_some() {
        writeln!(out, "\nwhy there was no template:\n")?;
        let mut grid = Grid::new(["reason", "questions"]).numeric_from(1);
        for (reason, n) in summary.failures() {
            grid.row([reason.name().to_owned(), count(n)]);
        }
        grid.write(out, format)?;
    }
    if !summary.crashes.is_empty() {
        let all = summary.crashes.values().sum();
        writeln!(
            out,
            "\nthe published evaluator would have ended on the first of {} of these answers; they have \
             the\nverdict of the rules lydite here",
            count(all)
        )?;
    }
    let several = summary.several();
    if several.with_several > 0 {
        writeln!(
            out,
            "\n{} templates, several for {} questions:\n",
            count(several.templates),
            count(several.with_several)
        )?;
        serving(&[
            ("usable".to_owned(), several.usable),
            ("good".to_owned(), several.good),
        ])
        .write(out, format)?;
    }
    if !summary.remarks.is_empty() {
        writeln!(out, "\nother remarks, which leave the verdict alone:\n")?;
        let mut grid = Grid::new(["remark", "times"]).numeric_from(1);
        for (kind, n) in &summary.remarks {
            grid.row([kind.clone(), count(*n)]);
        }
        grid.write(out, format)?;
    }
    if !run.modules.is_empty() {
        writeln!(out, "\nthe other modules:\n")?;
        let mut grid = Grid::new(["figure", "mean", "questions"]).numeric_from(1);
        for figure in run.modules.figures() {
            let value = format!("{:.4}", figure.value);
            grid.row([figure.name, value, count(figure.questions)]);
        }
        grid.write(out, format)?;
        writeln!(
            out,
            "\nthe first to make a right answer impossible: {}",
            culprits(run)
        )?;
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

/// The paper's Table 5: how often each criterion decides.
fn verdicts(summary: &Summary) -> Grid {
    let headers = [
        "level",
        "criterion",
        "questions",
        "of",
        "% of these",
        "% of all",
    ];
    let mut grid = Grid::new(headers).numeric_from(2);
    let all = |n: usize| percent(summary.share(n));
    for level in Level::ALL {
        for criterion in Criterion::ALL
            .into_iter()
            .filter(|known| known.level() == level)
        {
            let figures = summary.of(criterion);
            if criterion == Criterion::BrokenOrigin && figures.count == 0 {
                continue;
            }
            grid.row([
                level.name().to_owned(),
                criterion.name().to_owned(),
                count(figures.count),
                count(figures.checked),
                percent(figures.share()),
                all(figures.count),
            ]);
        }
        if level != Level::Info {
            grid.row([
                level.name().to_owned(),
                "together".to_owned(),
                count(summary.level(level)),
                count(summary.questions),
                all(summary.level(level)),
                all(summary.level(level)),
            ]);
        }
    }
    grid
}

/// How well templates serve, where a question has several.
pub(super) fn serving(kinds: &[(String, Serving)]) -> Grid {
    let headers = [
        "templates that are",
        "",
        "P",
        "R",
        "F1",
        "MRR",
        "P@1",
        "P@3",
    ];
    let mut grid = Grid::new(headers).numeric_from(2);
    for (name, serving) in kinds {
        for (average, rates) in [
            ("macro", serving.macro_average),
            ("micro", serving.micro_average),
        ] {
            let at = |k: usize| {
                let found = serving.precision_at.iter().find(|(known, _)| *known == k);
                found.map_or_else(String::new, |(_, value)| format!("{value:.3}"))
            };
            let only = |text: String| {
                if average == "macro" {
                    text
                } else {
                    String::new()
                }
            };
            grid.row([
                name.clone(),
                average.to_owned(),
                format!("{:.3}", rates.precision),
                format!("{:.3}", rates.recall),
                format!("{:.3}", rates.f1),
                only(format!("{:.3}", serving.mean_reciprocal_rank)),
                only(at(1)),
                only(at(3)),
            ]);
        }
    }
    grid
}

/// The head of the table of questions, with a column for the system if there are several.
pub(super) fn questions(is_comparison: bool) -> Grid {
    let system = is_comparison.then_some("system");
    Grid::new(
        system
            .into_iter()
            .chain(["id", "level", "criterion", "why"]),
    )
}

/// Adds a question to its table.
pub(super) fn question(grid: &mut Grid, system: Option<&str>, case: &JudgedCase<'_>) {
    let criterion = case.judgement.criterion();
    let verdict = [&case.pair.id, criterion.level().name(), criterion.name()];
    let cells = system.into_iter().chain(verdict);
    let width = |cell: &str| cell.chars().count().max(8) + 2;
    let used: usize = cells.clone().map(width).sum();
    let why = shorten(&why(&case.judgement), WIDTH.saturating_sub(used.max(48)));
    grid.row(cells.chain([why.as_str()]));
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

/// The beginning of a text.
fn shorten(text: &str, width: usize) -> String {
    if text.chars().nth(width).is_none() {
        return text.to_owned();
    }
    let kept: String = text.chars().take(width.saturating_sub(1)).collect();
    format!("{kept}…")
}
