//! The tables of `lydite score`.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};

use lydite_judge::{Figure, Report, Standing, Unit};
use lydite_lab::Evaluated;
use lydite_lab::files::Gold;
use lydite_model::{Experiment, Outcome, Status};

use crate::args::OutputFormat;
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

/// What was judged of one experiment in one report.
struct Line<'r> {
    report: &'r Report,
    experiment: Experiment,
    figures: &'r [Figure],
    outcomes: &'r [Outcome],
}

/// The experiments of a report, question answering first.
fn lines(report: &Report) -> Vec<Line<'_>> {
    let answering = (!report.figures.is_empty()).then_some(Line {
        report,
        experiment: Experiment::Qa,
        figures: &report.figures,
        outcomes: &report.outcomes,
    });
    let others = report.experiments.iter().map(|one| Line {
        report,
        experiment: one.experiment,
        figures: &one.figures,
        outcomes: &one.outcomes,
    });
    answering.into_iter().chain(others).collect()
}

impl Line<'_> {
    fn figure(&self, path: &str) -> Option<&Figure> {
        self.figures.iter().find(|figure| figure.path == path)
    }

    fn shown(&self, path: &str) -> String {
        self.figure(path).map_or_else(|| "–".to_owned(), value)
    }

    /// The places of precision, recall and F1.
    fn headline(&self) -> [String; 3] {
        match self.experiment {
            Experiment::Qa => self.report.headline(),
            _ => ["macro.precision", "macro.recall", "macro.f1"].map(str::to_owned),
        }
    }

    fn f1(&self) -> f64 {
        let figure = self.figure(&self.headline()[2]);
        figure.and_then(|figure| figure.value).unwrap_or(f64::NAN)
    }

    /// Precision, recall and F1, each with its interval: below it for people, else beside it.
    fn headline_cells(&self, format: OutputFormat) -> Vec<String> {
        let pairs = self.headline().map(|path| {
            let interval = self.figure(&path).and_then(|figure| figure.interval);
            (self.shown(&path), interval)
        });
        let cells = pairs
            .into_iter()
            .flat_map(|(value, interval)| match format {
                OutputFormat::Table => {
                    let below = interval.map_or(String::new(), |i| {
                        format!("\n{}–{}", short(i.low), short(i.high))
                    });
                    vec![value + &below]
                }
                _ => {
                    let beside = interval.map(|i| format!("{:.4}–{:.4}", i.low, i.high));
                    vec![value, beside.unwrap_or_default()]
                }
            });
        cells.collect()
    }

    fn answered(&self) -> String {
        let answered = |outcome: &&Outcome| outcome.status == Status::Answered;
        match self.figure("answered") {
            Some(figure) => value(figure),
            None => number(self.outcomes.iter().filter(answered).count() as u64),
        }
    }

    /// The number of questions behind the headline.
    fn n(&self) -> String {
        let figure = self.figure(&self.headline()[2]);
        figure.map_or_else(|| "–".to_owned(), |figure| number(figure.n))
    }

    /// The number of questions that were left out.
    fn excluded(&self) -> u64 {
        let outside = self
            .figures
            .iter()
            .filter(|figure| figure.path.starts_with("excluded.") || figure.path == "empty_gold.n");
        outside.filter_map(|figure| figure.value).sum::<f64>() as u64
    }
}

/// The headers of [`Line::headline_cells`].
fn headline_headers(format: OutputFormat) -> &'static [&'static str] {
    match format {
        OutputFormat::Table => &["P", "R", "F1"],
        _ => &["P", "P 95 %", "R", "R 95 %", "F1", "F1 95 %"],
    }
}

/// The end of an interval in a narrow column: .805.
fn short(share: f64) -> String {
    let text = format!("{share:.3}");
    text.strip_prefix('0').map_or(text.clone(), str::to_owned)
}

/// All figures of one report; only those of the first experiment, if the others follow in brief.
pub(super) fn figures(report: &Report, brief: bool) -> Grid {
    let headers = ["experiment", "figure", "value", "95 % interval", "n"];
    let mut grid = Grid::new(headers).numeric_from(2);
    let lines = lines(report);
    let shown = match brief && !report.figures.is_empty() {
        true => 1,
        false => lines.len(),
    };
    for line in &lines[..shown] {
        for figure in line.figures {
            let interval = figure
                .interval
                .map_or(String::new(), |i| format!("{:.4}–{:.4}", i.low, i.high));
            grid.row([
                line.experiment.to_string(),
                figure.path.clone(),
                value(figure),
                interval,
                number(figure.n),
            ]);
        }
    }
    grid
}

/// The other experiments in brief, if question answering is there too.
pub(super) fn experiments(report: &Report) -> Option<Grid> {
    if report.experiments.is_empty() || report.figures.is_empty() {
        return None;
    }
    let mut headers = vec!["experiment"];
    headers.extend(headline_headers(OutputFormat::Table));
    headers.extend(["micro F1", "answered", "n", "left out"]);
    let mut grid = Grid::new(headers).numeric_from(1);
    for line in &lines(report)[1..] {
        let mut cells = vec![line.experiment.to_string()];
        cells.extend(line.headline_cells(OutputFormat::Table));
        cells.extend([
            line.shown("micro.f1"),
            line.answered(),
            line.shown("n"),
            number(line.excluded()),
        ]);
        grid.row(cells);
    }
    Some(grid)
}

fn value(figure: &Figure) -> String {
    match (figure.value, figure.unit) {
        (None, _) => "–".to_owned(),
        (Some(value), Unit::Count) => number(value as u64),
        (Some(value), Unit::Share) => format!("{value:.4}"),
        (Some(value), Unit::Millis) => format!("{value:.1}"),
    }
}

/// A row a system, rule set and experiment, in the order of the leaderboards.
pub(crate) fn comparison(evaluated: &Evaluated, format: OutputFormat) -> Grid {
    let all = ranked(evaluated);
    // For people, a column that says the same in every row is left out.
    let people = format == OutputFormat::Table;
    let mut names: Vec<&str> = all
        .iter()
        .map(|(line, _)| line.report.rules.name.as_str())
        .collect();
    names.dedup();
    let columns = Columns {
        rules: !people || names.len() > 1,
        experiments: !people
            || all
                .iter()
                .any(|(line, _)| line.experiment != Experiment::Qa),
        ranks: all.iter().any(|(_, standing)| standing.is_some()),
        empty_gold: all
            .iter()
            .any(|(line, _)| line.figure("empty_gold.correct").is_some()),
    };
    let mut headers = Vec::new();
    headers.extend(columns.ranks.then_some("rank"));
    headers.push("system");
    headers.extend(columns.rules.then_some("rules"));
    headers.extend(
        columns
            .experiments
            .then_some(if people { "exp." } else { "experiment" }),
    );
    let texts = headers.len();
    headers.extend(headline_headers(format));
    if columns.ranks {
        headers.extend(difference_headers(format));
    }
    headers.extend(
        columns
            .empty_gold
            .then_some(if people { "no answer" } else { "empty_gold" }),
    );
    headers.extend(["answered", "n"]);
    let mut grid = Grid::new(headers).numeric_from(texts);
    for (line, standing) in &all {
        let mut cells = Vec::new();
        cells.extend(columns.ranks.then(|| rank(*standing)));
        let name = line.report.system.as_deref().unwrap_or_default();
        cells.push(if people {
            shortened(name, 22)
        } else {
            name.to_owned()
        });
        cells.extend(columns.rules.then(|| line.report.rules.name.clone()));
        cells.extend(columns.experiments.then(|| line.experiment.to_string()));
        cells.extend(line.headline_cells(format));
        if columns.ranks {
            cells.extend(difference_cells(*standing, format));
        }
        cells.extend(columns.empty_gold.then(|| line.shown("empty_gold.correct")));
        cells.push(line.answered());
        cells.push(line.n());
        grid.row(cells);
    }
    grid
}

/// Which columns a comparison has.
struct Columns {
    rules: bool,
    experiments: bool,
    ranks: bool,
    empty_gold: bool,
}

/// The lines of all reports in the order of the leaderboards.
fn ranked(evaluated: &Evaluated) -> Vec<(Line<'_>, Option<&Standing>)> {
    let all: Vec<Line<'_>> = evaluated.reports.iter().flat_map(lines).collect();
    let mut ranked: Vec<(Line<'_>, Option<&Standing>)> = all
        .into_iter()
        .map(|line| {
            let compared = evaluated.comparisons.iter().find(|compared| {
                compared.rules == line.report.rules.name && compared.experiment == line.experiment
            });
            let name = line.report.system.as_deref().unwrap_or("the answers");
            let standing = compared.and_then(|compared| {
                let mut standings = compared.leaderboard.standings.iter();
                standings.find(|standing| standing.name == name)
            });
            (line, standing)
        })
        .collect();
    let mut order = Vec::new();
    for report in &evaluated.reports {
        if !order.contains(&&report.rules) {
            order.push(&report.rules);
        }
    }
    let place = |line: &Line<'_>| order.iter().position(|rules| **rules == line.report.rules);
    ranked.sort_by(|(a, _), (b, _)| {
        let score = b.f1().total_cmp(&a.f1());
        (a.experiment, place(a))
            .cmp(&(b.experiment, place(b)))
            .then(score)
    });
    ranked
}

/// `2`, or `2–4` if it may be any of them.
fn rank(standing: Option<&Standing>) -> String {
    match standing {
        Some(standing) if standing.rank == standing.worst_rank => standing.rank.to_string(),
        Some(standing) => format!("{}–{}", standing.rank, standing.worst_rank),
        None => String::new(),
    }
}

/// The headers of [`difference_cells`].
fn difference_headers(format: OutputFormat) -> &'static [&'static str] {
    match format {
        OutputFormat::Table => &["to best", "p", "W/T/L"],
        _ => &[
            "difference to best",
            "difference 95 %",
            "p (Holm)",
            "wins",
            "ties",
            "losses",
        ],
    }
}

/// How a system compares with the best: the difference, its p-value after Holm's correction, and
/// on how many questions it is better, equal and worse.
fn difference_cells(standing: Option<&Standing>, format: OutputFormat) -> Vec<String> {
    let best = standing.and_then(|standing| standing.against_best.as_ref());
    let Some(pair) = best else {
        return vec![String::new(); difference_headers(format).len()];
    };
    let difference = &pair.difference;
    let interval = difference.interval;
    let p = if pair.p_holm < 0.001 {
        "<.001".to_owned()
    } else {
        short(pair.p_holm)
    };
    let signed = |value: f64| format!("{value:+.3}");
    match format {
        OutputFormat::Table => {
            let below = interval.map_or(String::new(), |i| {
                format!("\n{}..{}", signed(i.low), signed(i.high))
            });
            vec![
                signed(difference.difference) + &below,
                p,
                format!(
                    "{}/{}/{}",
                    difference.wins, difference.ties, difference.losses
                ),
            ]
        }
        _ => vec![
            format!("{:.6}", difference.difference),
            interval.map_or(String::new(), |i| format!("{:.6}–{:.6}", i.low, i.high)),
            format!("{:.6}", pair.p_holm),
            difference.wins.to_string(),
            difference.ties.to_string(),
            difference.losses.to_string(),
        ],
    }
}

/// A name that leaves room for the figures.
fn shortened(name: &str, width: usize) -> String {
    let length = name.chars().count();
    if length <= width {
        return name.to_owned();
    }
    let head: String = name.chars().take(width / 2).collect();
    let tail: String = name.chars().skip(length + 1 + width / 2 - width).collect();
    format!("{head}…{tail}")
}

/// What the columns mean.
pub(crate) fn legend(out: &mut dyn Write, evaluated: &Evaluated) -> io::Result<()> {
    writeln!(out, "\nbelow each score: its 95 % confidence interval")?;
    if !evaluated.comparisons.is_empty() {
        writeln!(
            out,
            "rank: systems share a place if they cannot be told apart (paired randomisation test of\n\
             all pairs, Holm's correction, 5 %); to best: difference to the first line with its\n\
             interval and p-value; W/T/L: questions on which it is better, equal, worse"
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
            std::iter::once("question").chain(same.iter().map(|report| report.rules.name.as_str()));
        let mut grid = Grid::new(headers).numeric_from(1);
        for (id, scores) in apart.into_iter().take(DISPUTED) {
            grid.row(std::iter::once(id).chain(scores.iter().map(|score| format!("{score:.2}"))));
        }
        grid.write(out, OutputFormat::Table)?;
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
        "system",
        "rules",
        "experiment",
        "id",
        "status",
        "question",
        "tp",
        "fp",
        "fn",
        "P",
        "R",
        "F1",
    ])
    .numeric_from(6);
    for line in reports.iter().flat_map(lines) {
        let report = line.report;
        // The worst answers say what to look at; what went wrong on the way, --explain says.
        if worst.is_some() && line.experiment != Experiment::Qa && !report.figures.is_empty() {
            continue;
        }
        let mut outcomes: Vec<&Outcome> = line.outcomes.iter().collect();
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
                report.rules.name.clone(),
                line.experiment.to_string(),
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
