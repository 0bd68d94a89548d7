//! `lydite slice`: strengths and weaknesses of systems by feature of the question.

use lydite_judge::Chosen;
use lydite_lab::files::KnowledgeFiles;
use lydite_lab::{Evaluation, Slice as Line, Slices, Slicing, System, find_rules};
use lydite_model::Language;

use super::charting;
use super::measuring::find_all;
use crate::args::Slice;
use crate::failure::{Failure, Verdict};
use crate::output::{Cell, Column, Shown, Table};
use crate::session::Session;

pub(super) fn run(session: &Session, options: &Slice) -> Result<Verdict, Failure> {
    charting::check(options.chart.as_deref())?;
    let lab = session.lab_with(&options.store);
    let language = options.measuring.lang.as_ref().map(Language::new);
    let evaluation = match &options.id {
        Some(id) => lab.stored_evaluation(
            &lab.store()?.find(id)?,
            options.rules.as_deref(),
            options.dataset.as_deref(),
            language.as_ref(),
        )?,
        None => {
            let gold = options.gold.clone().unwrap_or_default();
            Evaluation {
                rules: vec![find_rules(options.rules.as_deref().unwrap_or("lydite"))?],
                language,
                ..Evaluation::new(gold, System::of_files(&options.answers))
            }
        }
    };
    let graph = options.graph.used().or_else(|| evaluation.graph.clone());
    let evaluation = Evaluation {
        experiments: Chosen::These(vec![options.experiment]),
        sample: options.sample.clone(),
        knowledge: KnowledgeFiles {
            same_as: options.same_as.clone(),
            labels: options.labels.clone(),
            classes: options.classes.clone(),
            ontology: None,
        },
        graph,
        seed: options.seed,
        identity: session.identity(options.chart.is_some()),
        ..evaluation
    };
    let slicing = Slicing {
        by: find_all(&options.by)?,
        measuring: options.measuring.meant(options.graph.name.as_deref()),
        experiment: options.experiment,
        at_least: options.at_least,
    };
    let slices = lab.slice(&evaluation, &slicing)?;
    charting::write(options.chart.as_deref(), || slices.chart(&evaluation.gold))?;
    write(session, &slices, options.intervals)?;
    let damaged = slices.damage.first().filter(|_| !options.allow_damaged);
    let Some(damaged) = damaged else {
        return Ok(Verdict::Done);
    };
    session.say(&super::score::damaged(&damaged.system));
    Ok(Verdict::DoesNotHold)
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

fn write(session: &Session, slices: &Slices, intervals: bool) -> Result<(), Failure> {
    let wide = || table(slices).with_intervals(intervals);
    let shown = Shown::new(slices).table(wide).records(|| records(slices));
    session.print(shown.page(|page| {
        page.table(&wide())?;
        if slices.slices.iter().any(|line| line.flips) {
            page.paragraph(
                "\n⇅ a different system leads here than overall; sure: the difference is \
                 significant (paired randomisation test, Holm's correction over the flips, 5 %)",
            )?;
        }
        Ok(())
    }))
}

/// All questions, those without an answer, and each slice.
fn lines(slices: &Slices) -> impl Iterator<Item = &Line> {
    let beside = slices.empty_gold.iter();
    [&slices.all]
        .into_iter()
        .chain(beside)
        .chain(&slices.slices)
}

/// A row a slice, a column a system.
fn table(slices: &Slices) -> Table {
    let systems = &slices.all.systems;
    let names: Vec<&str> = systems.iter().map(|score| score.system.as_str()).collect();
    let shared = shared_beginning(&names);
    let mut columns = vec![
        Column::new("feature").wrap(),
        Column::new("value").wrap(),
        Column::number("n"),
    ];
    columns.extend(names.iter().map(|name| Column::number(&name[shared..])));
    columns.push(Column::new("flips"));
    let mut table = Table::new(columns);
    // With many systems there is no room for intervals.
    let has_room = systems.len() <= 3;
    for line in lines(slices) {
        let mut row = vec![
            Cell::from(&line.feature),
            Cell::from(&line.value),
            line.n.into(),
        ];
        row.extend(line.systems.iter().map(|score| {
            let interval = score.interval.filter(|_| has_room);
            let interval = interval.map(|interval| (interval.low, interval.high));
            Cell::from(score.score).digits(3).within(interval)
        }));
        row.push(match (line.flips, line.significant) {
            (true, true) => "⇅ sure".into(),
            (true, false) => "⇅".into(),
            _ => Cell::missing(),
        });
        table.row(row);
    }
    table
}

/// A row a slice and system, for programs.
fn records(slices: &Slices) -> Table {
    let mut table = Table::new([
        Column::new("feature"),
        Column::new("value"),
        Column::number("n"),
        Column::new("system"),
        Column::number("score").with_interval(),
        Column::new("flips"),
        Column::number("p_holm"),
        Column::new("significant"),
    ]);
    for line in lines(slices) {
        for score in &line.systems {
            let interval = score.interval.map(|interval| (interval.low, interval.high));
            table.row([
                Cell::from(&line.feature),
                Cell::from(&line.value),
                line.n.into(),
                Cell::from(&score.system),
                Cell::from(score.score).within(interval),
                line.flips.into(),
                line.p_holm.into(),
                line.significant.into(),
            ]);
        }
    }
    table
}
