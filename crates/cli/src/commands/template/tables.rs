//! The tables of `lydite template`.

use std::io::{self, Write};

use lydite_template::{Criterion, Judgement, Level, Serving, Summary};

use super::run::{Item, Results, why};
use crate::args::OutputFormat;
use crate::output::{grid::Grid, number};

/// The width that a line may have.
const WIDTH: usize = 100;

fn count(count: usize) -> String {
    number(count as u64)
}

fn percent(share: Option<f64>) -> String {
    share.map_or_else(|| "–".to_owned(), |share| format!("{:.1} %", share * 100.0))
}

/// Everything, for people; only the first table for other formats.
pub(super) fn write(out: &mut dyn Write, format: OutputFormat, run: &Results) -> io::Result<()> {
    let summary = &run.summary;
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
    for (name, group) in &run.groups {
        let share = |n: usize| percent(Some(n as f64 / group.questions.max(1) as f64));
        let levels = [Level::Critical, Level::Notice].map(|level| share(group.level(level)));
        writeln!(
            out,
            "{}{name}: {} questions, critical {}, notice {}, good {}",
            if run.groups.keys().next() == Some(name) {
                "\n"
            } else {
                ""
            },
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
        serving(&[("usable", &several.usable), ("good", &several.good)]).write(out, format)?;
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
        for (name, value, n) in run.modules.figures() {
            grid.row([name, format!("{value:.4}"), count(n)]);
        }
        grid.write(out, format)?;
        let culprits = run.modules.culprits();
        let culprits: Vec<String> = culprits
            .iter()
            .map(|(name, n)| format!("{name} {}", count(*n)))
            .collect();
        writeln!(
            out,
            "\nthe first to make a right answer impossible: {}",
            culprits.join(", ")
        )?;
    }
    Ok(())
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
    let all = |n: usize| percent(Some(n as f64 / summary.questions.max(1) as f64));
    for level in [Level::Critical, Level::Notice, Level::Info] {
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

fn serving(kinds: &[(&str, &Serving)]) -> Grid {
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
                (*name).to_owned(),
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

/// The head of the table of questions.
pub(super) fn questions() -> Grid {
    Grid::new(["id", "level", "criterion", "why"])
}

/// Adds a question to its table.
pub(super) fn question(grid: &mut Grid, item: &Item, judgement: &Judgement) {
    let criterion = judgement.criterion();
    let cells = [&item.id, criterion.level().name(), criterion.name()];
    let used: usize = cells
        .iter()
        .map(|cell| cell.chars().count().max(8) + 2)
        .sum();
    let why = shorten(&why(judgement), WIDTH.saturating_sub(used.max(48)));
    grid.row([
        cells[0].to_owned(),
        cells[1].to_owned(),
        cells[2].to_owned(),
        why,
    ]);
}

/// The beginning of a text.
pub(super) fn shorten(text: &str, width: usize) -> String {
    match text.char_indices().nth(width) {
        Some(_) => {
            let kept: String = text.chars().take(width.saturating_sub(1)).collect();
            format!("{kept}…")
        }
        None => text.to_owned(),
    }
}
