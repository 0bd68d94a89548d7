//! `lydite slice`: strengths and weaknesses of systems by feature of the question.

use std::io::Write;

use lydite_judge::Chosen;
use lydite_lab::files::KnowledgeFiles;
use lydite_lab::{Evaluation, Slice as Line, Slices, Slicing, System, find_rules};
use lydite_model::Language;

use super::charting;
use super::measuring::find_all;
use crate::args::{OutputFormat, Slice};
use crate::failure::{Failure, Verdict};
use crate::output::grid::Grid;
use crate::output::{self, cut, number};
use crate::session::Session;

pub(super) fn run(session: &Session, options: &Slice) -> Result<Verdict, Failure> {
    charting::check(options.chart.as_deref())?;
    let evaluation = Evaluation {
        rules: vec![find_rules(&options.rules)?],
        language: options.measuring.lang.as_ref().map(Language::new),
        experiments: Chosen::These(vec![options.experiment]),
        sample: options.sample.clone(),
        knowledge: KnowledgeFiles {
            same_as: options.same_as.clone(),
            labels: options.labels.clone(),
            classes: options.classes.clone(),
        },
        graph: options.graph.used(),
        seed: options.seed,
        ..Evaluation::new(options.gold.clone(), System::of_files(&options.answers))
    };
    let slicing = Slicing {
        by: find_all(&options.by)?,
        measuring: options.measuring.meant(options.graph.name.as_deref()),
        experiment: options.experiment,
        at_least: options.at_least,
    };
    let slices = session.lab.slice(&evaluation, &slicing)?;
    charting::write(options.chart.as_deref(), || slices.chart(&options.gold))?;
    write(session, &slices)?;
    Ok(Verdict::Done)
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

fn write(session: &Session, slices: &Slices) -> Result<(), Failure> {
    let mut out = session.out();
    if session.format() == OutputFormat::Json {
        output::json(&mut out, slices)?;
        out.flush()?;
        return Ok(());
    }
    let table = session.format() == OutputFormat::Table;
    let (overall, lines) = (&slices.all, &slices.slices);
    let several = overall.systems.len() > 1;
    let mut headers = vec!["feature".to_owned(), "value".to_owned(), "n".to_owned()];
    let names: Vec<&str> = overall
        .systems
        .iter()
        .map(|score| score.system.as_str())
        .collect();
    let shared = if table { shared_beginning(&names) } else { 0 };
    headers.extend(names.iter().map(|name| {
        if table {
            cut(&name[shared..], 18)
        } else {
            (*name).to_owned()
        }
    }));
    if several {
        headers.push("flips".to_owned());
    }
    let mut grid = Grid::new(headers).numeric_from(2);
    for line in [overall].into_iter().chain(lines) {
        grid.row(row(line, several, table));
    }
    grid.write(&mut out, session.format())?;
    if table && lines.iter().any(|line| line.flips) {
        writeln!(
            out,
            "\n⇅ another system is ahead here than on all questions; sure: not by chance (paired\n\
             randomisation test, Holm's correction over the flips, 5 %)"
        )?;
    }
    out.flush()?;
    Ok(())
}

fn row(line: &Line, several: bool, table: bool) -> Vec<String> {
    let value = if table {
        cut(&line.value, 28)
    } else {
        line.value.clone()
    };
    let mut row = vec![line.feature.clone(), value, number(line.n as u64)];
    for score in &line.systems {
        row.push(match (score.score, score.interval) {
            (None, _) => "–".to_owned(),
            (Some(score), Some(interval)) if line.systems.len() <= 3 => {
                format!("{score:.3} ({:.2}–{:.2})", interval.low, interval.high)
            }
            (Some(score), _) => format!("{score:.3}"),
        });
    }
    if several {
        row.push(match (line.flips, line.significant) {
            (true, true) => "⇅ sure".to_owned(),
            (true, false) => "⇅".to_owned(),
            _ => String::new(),
        });
    }
    row
}
