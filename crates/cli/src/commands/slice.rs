//! `lydite slice`: strengths and weaknesses of systems by feature of the question.

use std::collections::BTreeMap;
use std::io::Write;

use lydite_judge::{Interval, Report, mean_interval, paired_difference};
use lydite_lab::sampling::{Measurer, Source};
use lydite_lab::{Evaluation, find_rules};
use lydite_model::QuestionId;
use lydite_sample::{Feature, Features, Value};
use serde::Serialize;
use serde_json::json;

use super::measuring::find_all;
use crate::args::{OutputFormat, Slice};
use crate::failure::{Failure, Verdict};
use crate::output::grid::Grid;
use crate::output::{self, number};
use crate::session::Session;

/// A numeric feature with more values than this is cut into ranges.
const MOST_VALUES: usize = 8;

/// How many ranges.
const RANGES: usize = 4;

/// The questions with one value of a feature.
#[derive(Serialize)]
struct Line {
    feature: &'static str,
    value: String,
    n: usize,
    systems: Vec<Cell>,
    /// The systems that are ahead here, if others are ahead on all questions.
    flips: bool,
    /// Whether the difference between the best here and the best on all questions is probably not
    /// chance.
    significant: bool,
}

/// How a system does on them.
#[derive(Serialize)]
struct Cell {
    system: String,
    mean: f64,
    interval: Option<Interval>,
}

pub(super) fn run(session: &Session, options: &Slice) -> Result<Verdict, Failure> {
    let features: Vec<&'static Feature> = find_all(&options.by)?;
    let rules = find_rules(&options.rules)?;
    let measuring = options.measuring.meant(options.graph.name.as_deref());
    let measurer = Measurer::new(&session.lab, &measuring)?;
    let mut measured: BTreeMap<QuestionId, Features> = BTreeMap::new();
    let source = Source::open(&session.lab, &options.gold)?;
    source.measure(&session.lab, &measurer, Some(&features), &mut |question| {
        measured.insert(question.id, question.features);
    })?;
    let evaluated = session.lab.evaluate(&Evaluation {
        rules: vec![rules],
        graph: options.graph.used(),
        ..Evaluation::new(
            options.gold.clone(),
            lydite_lab::System::of_files(&options.answers),
        )
    })?;
    let systems: Vec<System> = evaluated.reports.iter().map(System::of).collect();
    let everything = Slicer {
        systems: &systems,
        seed: options.seed,
        leaders: Vec::new(),
    };
    let ids: Vec<&QuestionId> = measured.keys().collect();
    let overall = everything.line("all", "all questions".to_owned(), &ids);
    if overall.n == 0 {
        return Err(Failure::input(
            "the answers have no question of the benchmark",
        ));
    }
    let slicer = Slicer {
        leaders: leaders(&overall),
        ..everything
    };
    let mut lines = Vec::new();
    for feature in features {
        let slices = slices(feature, &measured);
        if slices.is_empty() {
            session.say(&format!(
                "note: no question has a value for {}",
                feature.name
            ));
        }
        for (value, ids) in slices {
            let line = slicer.line(feature.name, value, &ids);
            if line.n >= options.at_least.max(1) {
                lines.push(line);
            }
        }
    }
    write(session, rules.name, &overall, &lines)?;
    Ok(Verdict::Done)
}

/// The score of a system for each question.
struct System {
    name: String,
    scores: BTreeMap<QuestionId, f64>,
}

impl System {
    fn of(report: &Report) -> Self {
        let answerable = report
            .outcomes
            .iter()
            .filter(|outcome| outcome.gold.is_answerable());
        Self {
            name: report.system.clone().unwrap_or_default(),
            scores: answerable
                .map(|outcome| (outcome.question.clone(), outcome.f1))
                .collect(),
        }
    }
}

struct Slicer<'s> {
    systems: &'s [System],
    seed: u64,
    /// The numbers of the systems that are ahead on all questions.
    leaders: Vec<usize>,
}

impl Slicer<'_> {
    fn line(&self, feature: &'static str, value: String, ids: &[&QuestionId]) -> Line {
        let scores: Vec<Vec<f64>> = self
            .systems
            .iter()
            .map(|system| {
                ids.iter()
                    .filter_map(|id| system.scores.get(*id).copied())
                    .collect()
            })
            .collect();
        let cells: Vec<Cell> = self
            .systems
            .iter()
            .zip(&scores)
            .map(|(system, scores)| Cell {
                system: system.name.clone(),
                mean: scores.iter().sum::<f64>() / scores.len().max(1) as f64,
                interval: mean_interval(scores, self.seed),
            })
            .collect();
        let mut line = Line {
            feature,
            value,
            n: scores.iter().map(Vec::len).max().unwrap_or(0),
            systems: cells,
            flips: false,
            significant: false,
        };
        let here = leaders(&line);
        if let (Some(best), Some(before)) = (here.first(), self.leaders.first())
            && !here.iter().any(|system| self.leaders.contains(system))
        {
            line.flips = true;
            let pairs = ids.iter().filter_map(|id| {
                let score = |system: usize| self.systems[system].scores.get(*id);
                Some(score(*best)? - score(*before)?)
            });
            let pairs: Vec<f64> = pairs.collect();
            let interval = paired_difference(&pairs, self.seed);
            line.significant = interval.is_some_and(|interval| interval.low > 0.0);
        }
        line
    }
}

/// The systems with the highest mean; several if they are equal.
fn leaders(line: &Line) -> Vec<usize> {
    let best = line
        .systems
        .iter()
        .map(|cell| cell.mean)
        .fold(f64::NEG_INFINITY, f64::max);
    let ahead = |cell: &Cell| best - cell.mean < 1e-12;
    let systems = line.systems.iter().enumerate();
    systems
        .filter(|(_, cell)| ahead(cell))
        .map(|(number, _)| number)
        .collect()
}

/// The values of a feature with the questions that have them.
fn slices<'q>(
    feature: &Feature,
    measured: &'q BTreeMap<QuestionId, Features>,
) -> Vec<(String, Vec<&'q QuestionId>)> {
    let values = || {
        measured
            .iter()
            .filter_map(|(id, features)| Some((id, features.get(feature)?)))
    };
    let mut numbers: Vec<f64> = values()
        .filter_map(|(_, value)| value.as_number())
        .collect();
    numbers.sort_by(f64::total_cmp);
    let mut different = numbers.clone();
    different.dedup();
    let numeric = feature.kind.is_numeric() && numbers.len() == values().count();
    if numeric && different.len() > MOST_VALUES {
        let pairs: Vec<(&QuestionId, &Value)> = values().collect();
        return ranges(&numbers, &pairs);
    }
    if numeric {
        let slice = |number: f64| {
            let has = |value: &Value| value.as_number() == Some(number);
            let with = values().filter(|(_, value)| has(value));
            let shown = with.clone().next().map(|(_, value)| value.to_string());
            (shown.unwrap_or_default(), with.map(|(id, _)| id).collect())
        };
        return different.into_iter().map(slice).collect();
    }
    let mut slices: BTreeMap<String, Vec<&QuestionId>> = BTreeMap::new();
    for (id, value) in values() {
        let names = match value {
            Value::Names(names) => names.clone(),
            other => vec![other.to_string().trim().trim_end_matches(',').to_owned()],
        };
        for name in names {
            slices.entry(name).or_default().push(id);
        }
    }
    slices.into_iter().collect()
}

/// Ranges of about as many questions each.
fn ranges<'q>(
    sorted: &[f64],
    values: &[(&'q QuestionId, &'q Value)],
) -> Vec<(String, Vec<&'q QuestionId>)> {
    let mut edges: Vec<f64> = (1..RANGES)
        .map(|part| sorted[sorted.len() * part / RANGES])
        .collect();
    edges.dedup();
    let counts = sorted.iter().all(|value| value.fract() == 0.0);
    let edge = |at: usize| edges.get(at).copied();
    (0..=edges.len())
        .map(|part| {
            let from = part.checked_sub(1).and_then(edge);
            let below = edge(part);
            let inside = |number: f64| {
                from.is_none_or(|from| number >= from) && below.is_none_or(|below| number < below)
            };
            let label = match (from, below) {
                (Some(from), Some(below)) if counts && below == from + 1.0 => format!("{from}"),
                (Some(from), Some(below)) if counts => format!("{from} to {}", below - 1.0),
                (Some(from), Some(below)) => format!("{from} to < {below}"),
                (None, Some(below)) => format!("< {below}"),
                (Some(from), None) => format!(">= {from}"),
                (None, None) => "all".to_owned(),
            };
            let with = values
                .iter()
                .filter(|(_, value)| value.as_number().is_some_and(inside));
            (label, with.map(|(id, _)| *id).collect())
        })
        .filter(|(_, ids): &(String, Vec<_>)| !ids.is_empty())
        .collect()
}

/// How much of the names is the same in all of them: whole parts that end in a hyphen or the like.
fn shared_beginning(names: &[&str]) -> usize {
    let [first, others @ ..] = names else {
        return 0;
    };
    let ends = first
        .char_indices()
        .filter(|(_, c)| ['-', '_', '.', ' '].contains(c));
    let mut ends = ends.map(|(at, _)| at + 1);
    let shared = ends.rfind(|end| {
        let beginning = &first[..*end];
        others.iter().all(|other| other.starts_with(beginning))
    });
    shared.filter(|_| !others.is_empty()).unwrap_or(0)
}

fn write(session: &Session, rules: &str, overall: &Line, lines: &[Line]) -> Result<(), Failure> {
    let mut out = session.out();
    if session.format() == OutputFormat::Json {
        output::json(
            &mut out,
            &json!({ "rules": rules, "measure": "f1", "all": overall, "slices": lines }),
        )?;
        out.flush()?;
        return Ok(());
    }
    let table = session.format() == OutputFormat::Table;
    let several = overall.systems.len() > 1;
    let mut headers = vec!["feature".to_owned(), "value".to_owned(), "n".to_owned()];
    let names: Vec<&str> = overall
        .systems
        .iter()
        .map(|cell| cell.system.as_str())
        .collect();
    let shared = if table { shared_beginning(&names) } else { 0 };
    headers.extend(names.iter().map(|name| match table {
        true => output::cut(&name[shared..], 18),
        false => (*name).to_owned(),
    }));
    if several {
        headers.push("flips".to_owned());
    }
    let mut grid = Grid::new(headers).numeric_from(2);
    for line in [overall].into_iter().chain(lines) {
        let mut row = vec![
            line.feature.to_owned(),
            output::cut(&line.value, 28),
            number(line.n as u64),
        ];
        for cell in &line.systems {
            row.push(match (cell.interval, line.n) {
                (_, 0) => "–".to_owned(),
                (Some(interval), _) if overall.systems.len() <= 3 => {
                    format!(
                        "{:.3} ({:.2}–{:.2})",
                        cell.mean, interval.low, interval.high
                    )
                }
                _ => format!("{:.3}", cell.mean),
            });
        }
        if several {
            row.push(match (line.flips, line.significant) {
                (true, true) => "⇅ sure".to_owned(),
                (true, false) => "⇅".to_owned(),
                _ => String::new(),
            });
        }
        grid.row(row);
    }
    grid.write(&mut out, session.format())?;
    if table && lines.iter().any(|line| line.flips) {
        writeln!(
            out,
            "\n⇅ another system is ahead than on all questions; sure: probably not by chance (95 %)"
        )?;
    }
    out.flush()?;
    Ok(())
}
