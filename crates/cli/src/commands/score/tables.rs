//! The tables of `lydite score`.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};

use lydite_judge::{Figure, Report, Unit, paired_difference};
use lydite_model::{Outcome, Status};

use super::load::Gold;
use crate::output::{grid::Grid, number};

/// How many questions that rule sets disagree about are shown.
const DISPUTED: usize = 10;

/// What was judged, in a line.
pub(super) fn title(report: &Report) -> String {
    format!(
        "{} on {} ({} questions), judged by the rules {} {}",
        report.system.as_deref().unwrap_or("the answers"),
        report.dataset.as_deref().unwrap_or("the benchmark"),
        number(report.questions),
        report.rules.name,
        report.rules.version
    )
}

/// All figures of one report.
pub(super) fn figures(report: &Report) -> Grid {
    let mut grid = Grid::new(["figure", "value", "95 % interval", "n"]).numeric_from(1);
    for figure in &report.figures {
        let interval = figure
            .interval
            .map_or(String::new(), |i| format!("{:.4}–{:.4}", i.low, i.high));
        grid.row([
            figure.path.clone(),
            value(figure),
            interval,
            number(figure.n),
        ]);
    }
    grid
}

fn value(figure: &Figure) -> String {
    match (figure.value, figure.measure.unit) {
        (None, _) => "–".to_owned(),
        (Some(value), Unit::Count) => number(value as u64),
        (Some(value), Unit::Share) => format!("{value:.4}"),
        (Some(value), Unit::Millis) => format!("{value:.1}"),
    }
}

/// A row a system and rule set; the best F1 is marked, and those that do not differ from it.
pub(crate) fn comparison(reports: &[Report]) -> Grid {
    let mut grid = Grid::new([
        "system",
        "rules",
        "",
        "P",
        "R",
        "F1",
        "95 % interval",
        "answered",
        "n",
    ])
    .numeric_from(3);
    for report in reports {
        let [precision, recall, f1] = report.headline();
        let share = |path: &str| report.figure(path).map_or("–".to_owned(), value);
        let interval = report
            .figure(&f1)
            .and_then(|figure| figure.interval)
            .map_or(String::new(), |i| format!("{:.3}–{:.3}", i.low, i.high));
        let answered = report
            .outcomes
            .iter()
            .filter(|outcome| outcome.status == Status::Answered);
        let answered = match report.figure("answered") {
            Some(figure) => value(figure),
            None => number(answered.count() as u64),
        };
        grid.row([
            shortened(report.system.as_deref().unwrap_or_default()),
            report.rules.name.to_owned(),
            mark(report, reports).to_owned(),
            share(&precision),
            share(&recall),
            share(&f1),
            interval,
            answered,
            number(report.questions),
        ]);
    }
    grid
}

/// A name that leaves room for the figures.
fn shortened(name: &str) -> String {
    const WIDTH: usize = 28;
    let length = name.chars().count();
    if length <= WIDTH {
        return name.to_owned();
    }
    let head: String = name.chars().take(WIDTH / 2).collect();
    let tail: String = name.chars().skip(length + 1 + WIDTH / 2 - WIDTH).collect();
    format!("{head}…{tail}")
}

fn f1(report: &Report) -> f64 {
    report.value(&report.headline()[2]).unwrap_or(f64::NAN)
}

/// `*` for the best system under these rules, `≈` for one that may be as good.
fn mark(report: &Report, reports: &[Report]) -> &'static str {
    let rivals = || {
        reports
            .iter()
            .filter(|other| std::ptr::eq(other.rules, report.rules))
    };
    if rivals().count() < 2 {
        return "";
    }
    let Some(best) = rivals().max_by(|a, b| f1(a).total_cmp(&f1(b))) else {
        return "";
    };
    if f1(report) == f1(best) {
        return "*";
    }
    let key = |outcome: &Outcome| (outcome.question.to_string(), outcome.language.clone());
    let scores: BTreeMap<_, f64> = report.outcomes.iter().map(|o| (key(o), o.f1)).collect();
    let differences: Vec<f64> = best
        .outcomes
        .iter()
        .filter_map(|outcome| Some(outcome.f1 - scores.get(&key(outcome))?))
        .collect();
    match paired_difference(&differences, 1) {
        Some(interval) if interval.low <= 0.0 => "≈",
        _ => "",
    }
}

/// What the marks mean, where there are any.
pub(crate) fn legend(out: &mut dyn Write, reports: &[Report]) -> io::Result<()> {
    let marks: BTreeSet<_> = reports.iter().map(|report| mark(report, reports)).collect();
    if marks.contains("*") {
        writeln!(out, "\n* best under these rules")?;
    }
    if marks.contains("≈") {
        writeln!(
            out,
            "≈ difference to the best is within noise (paired bootstrap over questions, 95 %)"
        )?;
    }
    Ok(())
}

/// The questions that rule sets score differently, the widest apart first.
pub(super) fn disputed(out: &mut dyn Write, reports: &[Report]) -> io::Result<()> {
    let systems: BTreeSet<_> = reports.iter().map(|report| &report.system).collect();
    for system in systems {
        let same: Vec<_> = reports
            .iter()
            .filter(|report| report.system == *system)
            .collect();
        if same.len() < 2 {
            continue;
        }
        let mut scores: BTreeMap<String, Vec<f64>> = BTreeMap::new();
        for report in &same {
            for outcome in &report.outcomes {
                scores
                    .entry(outcome.question.to_string())
                    .or_default()
                    .push(outcome.f1);
            }
        }
        let spread = |scores: &[f64]| {
            let high = scores.iter().copied().fold(f64::MIN, f64::max);
            let low = scores.iter().copied().fold(f64::MAX, f64::min);
            high - low
        };
        let mut apart: Vec<_> = scores
            .into_iter()
            .filter(|(_, scores)| scores.len() == same.len() && spread(scores) > 1e-9)
            .collect();
        if apart.is_empty() {
            continue;
        }
        apart.sort_by(|a, b| spread(&b.1).total_cmp(&spread(&a.1)));
        let total = apart.len();
        writeln!(
            out,
            "\n{total} questions of {} make the difference between the rules; F1 of each:\n",
            system.as_deref().unwrap_or("the answers")
        )?;
        let headers =
            std::iter::once("question").chain(same.iter().map(|report| report.rules.name));
        let mut grid = Grid::new(headers).numeric_from(1);
        for (id, scores) in apart.into_iter().take(DISPUTED) {
            grid.row(std::iter::once(id).chain(scores.iter().map(|score| format!("{score:.2}"))));
        }
        grid.write(out, crate::args::OutputFormat::Table)?;
        if total > DISPUTED {
            writeln!(
                out,
                " … and {} more (see them with --per-question)",
                total - DISPUTED
            )?;
        }
    }
    Ok(())
}

/// A row a question; only the lowest scores if a number is given.
pub(super) fn questions(reports: &[Report], gold: Option<&Gold>, worst: Option<usize>) -> Grid {
    let mut grid = Grid::new([
        "system", "rules", "id", "status", "question", "tp", "fp", "fn", "P", "R", "F1",
    ])
    .numeric_from(5);
    for report in reports {
        let mut outcomes: Vec<&Outcome> = report.outcomes.iter().collect();
        if let Some(worst) = worst {
            outcomes.retain(|outcome| outcome.gold.is_answerable());
            outcomes.sort_by(|a, b| a.f1.total_cmp(&b.f1).then(a.question.cmp(&b.question)));
            outcomes.truncate(worst);
        }
        for outcome in outcomes {
            let text: String = gold
                .map_or("", |gold| gold.text(outcome.question.as_str()))
                .chars()
                .take(60)
                .collect();
            let counts = outcome.counts;
            grid.row([
                report.system.clone().unwrap_or_default(),
                report.rules.name.to_owned(),
                match &outcome.language {
                    Some(language) => format!("{} {language}", outcome.question),
                    None => outcome.question.to_string(),
                },
                format!("{:?}", outcome.status).to_lowercase(),
                text,
                number(counts.tp),
                number(counts.fp),
                number(counts.fn_),
                format!("{:.4}", outcome.precision),
                format!("{:.4}", outcome.recall),
                format!("{:.4}", outcome.f1),
            ]);
        }
    }
    grid
}
