//! The tables of `lydite score`.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};

use lydite_judge::{Figure, Report, Unit, paired_difference};
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

/// A row a system, rule set and experiment; the best F1 is marked, and those that do not differ
/// from it.
pub(crate) fn comparison(reports: &[Report], format: OutputFormat) -> Grid {
    let mut all: Vec<Line<'_>> = reports.iter().flat_map(lines).collect();
    all.sort_by_key(|line| line.experiment);
    // For people, a column that says the same in every row is left out.
    let people = format == OutputFormat::Table;
    let experiments = !people || all.iter().any(|line| line.experiment != Experiment::Qa);
    let width = match (people, experiments) {
        (true, true) => 18,
        (true, false) => 26,
        (false, _) => usize::MAX,
    };
    let mut headers = vec!["system", "rules"];
    headers.extend(experiments.then_some(if people { "exp." } else { "experiment" }));
    headers.push("");
    let texts = headers.len();
    headers.extend(headline_headers(format));
    headers.extend(["answered", "n"]);
    let mut grid = Grid::new(headers).numeric_from(texts);
    for line in &all {
        let mut cells = vec![
            shortened(line.report.system.as_deref().unwrap_or_default(), width),
            line.report.rules.name.clone(),
        ];
        cells.extend(experiments.then(|| line.experiment.to_string()));
        cells.push(mark(line, &all).to_owned());
        cells.extend(line.headline_cells(format));
        cells.push(line.answered());
        cells.push(match line.experiment {
            Experiment::Qa => number(line.report.questions),
            _ => line.shown("n"),
        });
        grid.row(cells);
    }
    grid
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

/// `*` for the best system under these rules, `≈` for one that may be as good.
fn mark(line: &Line<'_>, all: &[Line<'_>]) -> &'static str {
    let rivals = || {
        all.iter().filter(|other| {
            other.report.rules == line.report.rules && other.experiment == line.experiment
        })
    };
    if rivals().count() < 2 {
        return "";
    }
    let Some(best) = rivals().max_by(|a, b| a.f1().total_cmp(&b.f1())) else {
        return "";
    };
    if line.f1() == best.f1() {
        return "*";
    }
    let key = |outcome: &Outcome| (outcome.question.to_string(), outcome.language.clone());
    let scores: BTreeMap<_, f64> = line.outcomes.iter().map(|o| (key(o), o.f1)).collect();
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

/// What the marks and intervals mean.
pub(crate) fn legend(out: &mut dyn Write, reports: &[Report]) -> io::Result<()> {
    let all: Vec<Line<'_>> = reports.iter().flat_map(lines).collect();
    let marks: BTreeSet<_> = all.iter().map(|line| mark(line, &all)).collect();
    writeln!(
        out,
        "\nbelow each figure: where it lies with 95 % confidence"
    )?;
    if marks.contains("*") {
        writeln!(out, "* best under these rules")?;
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
