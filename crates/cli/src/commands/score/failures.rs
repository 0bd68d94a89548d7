//! `lydite score --failures` and `lydite experiment show --failures`: why questions are lost.

use lydite_lab::Evaluated;
use lydite_lab::attribution::{
    Attribution, ClassFailures, FailureClass, Repair, SystemFailures, Verified,
};

use lydite_model::Language;

use crate::failure::Failure;
use crate::output::iris::shorten;
use crate::output::{Cell, Column, Page, Shown, Table, plural};
use crate::session::Session;

pub(in crate::commands) fn print(session: &Session, evaluated: &Evaluated) -> Result<(), Failure> {
    let systems = &evaluated.failures[..];
    let shown = Shown::new(evaluated).table(|| table(systems));
    let shown = shown.records(|| records(systems));
    session.print(shown.page(|page| {
        page.table(&table(systems))?;
        page.paragraph(
            "\nquestions that lost F1, by the fault that decides, with its share of all lost F1",
        )?;
        for class in occurring(systems) {
            example(page, systems, class, evaluated)?;
        }
        Ok(())
    }))
}

/// The classes that some system lost questions to, by precedence.
fn occurring(systems: &[SystemFailures]) -> impl Iterator<Item = FailureClass> {
    let all = FailureClass::ALL.into_iter();
    all.filter(|class| systems.iter().any(|system| of(system, *class).is_some()))
}

fn of(system: &SystemFailures, class: FailureClass) -> Option<&ClassFailures> {
    let mut classes = system.classes.iter();
    classes.find(|failures| failures.class == class)
}

/// A row a class, a column a system.
fn table(systems: &[SystemFailures]) -> Table {
    type Part = fn(&SystemFailures) -> Option<&str>;
    let parts: [Part; 3] = [
        |one| one.dataset.as_deref(),
        |one| one.language.as_ref().map(Language::as_str),
        |one| Some(&one.rules),
    ];
    let varies = |of: &Part| systems.iter().any(|system| of(system) != of(&systems[0]));
    let varying: Vec<Part> = parts.into_iter().filter(varies).collect();
    let names = systems.iter().map(|system| {
        let beside = varying.iter().filter_map(|part| part(system));
        let name: Vec<&str> = [system.system.as_str()].into_iter().chain(beside).collect();
        Column::number(name.join(", "))
    });
    let mut table = Table::new([Column::new("class")].into_iter().chain(names));
    for class in occurring(systems) {
        let counts = systems.iter().map(|system| match of(system, class) {
            Some(failures) => Cell::from(failures.questions).shown(format!(
                "{} ({:.0} %)",
                failures.questions,
                100.0 * failures.share
            )),
            None => Cell::missing(),
        });
        table.row([Cell::from(class.as_str())].into_iter().chain(counts));
    }
    let lost = systems.iter().map(|system| {
        let text = format!("{} of {}", system.lost, system.judged);
        Cell::from(system.lost).shown(text)
    });
    table.row([Cell::from("lost")].into_iter().chain(lost));
    table
}

/// A question that was lost for this reason, by the first system that has one.
fn example(
    page: &mut Page<'_>,
    systems: &[SystemFailures],
    class: FailureClass,
    evaluated: &Evaluated,
) -> Result<(), Failure> {
    let mut with = systems.iter();
    let found = with.find_map(|system| {
        let failures = of(system, class)?;
        Some((system, system.example(failures)?))
    });
    let Some((system, question)) = found else {
        return Ok(());
    };
    page.blank()?;
    page.entry(&format!("{class}: "), class.description())?;
    let text = evaluated.gold.as_ref();
    let text = text.map_or("", |gold| gold.text(question.id.as_str()));
    let separator = if text.is_empty() { "" } else { ": " };
    let whose = format!(
        "{}, question {}{separator}{text}",
        system.system, question.id
    );
    page.entry("  ", &whose)?;
    match &question.edit {
        Some(edit) => repair(page, edit)?,
        None => page.entry("    ", &shorten(&question.detail))?,
    }
    Ok(())
}

fn repair(page: &mut Page<'_>, edit: &Repair) -> Result<(), Failure> {
    for step in &edit.steps {
        page.entry("    - ", &shorten(&step.text))?;
    }
    let then = match edit.verified {
        Some(Verified::Equivalent) => "then it is equivalent to the gold query",
        Some(Verified::Answers) => "then it gives the gold answers",
        None => {
            let changes = plural(edit.steps.len() as u64, "difference");
            page.entry(
                "    ",
                &format!("{changes}; no edit was found that makes it right"),
            )?;
            return Ok(());
        }
    };
    page.entry("    ", then)?;
    Ok(())
}

/// A row a system and class, for programs.
fn records(systems: &[SystemFailures]) -> Table {
    // Those of a stored experiment say which dataset they are about.
    let stored = systems.iter().any(|system| system.dataset.is_some());
    let about = stored.then(|| [Column::new("dataset"), Column::new("language")]);
    let columns = [Column::new("system")].into_iter();
    let columns = columns.chain(about.into_iter().flatten());
    let mut table = Table::new(columns.chain([
        Column::new("rules"),
        Column::new("class"),
        Column::number("questions"),
        Column::number("with_fault"),
        Column::number("lost_f1"),
        Column::number("share"),
        Column::new("example"),
        Column::new("edit"),
        Column::new("query"),
    ]));
    for system in systems {
        for failures in &system.classes {
            let question = system.example(failures);
            let edit = question.and_then(|question| question.edit.as_ref());
            let about = stored.then(|| {
                [
                    Cell::from(system.dataset.clone()),
                    system.language.as_ref().map(Language::to_string).into(),
                ]
            });
            let cells = [Cell::from(&system.system)].into_iter();
            let cells = cells.chain(about.into_iter().flatten());
            table.row(
                cells.chain([
                    Cell::from(&system.rules),
                    Cell::from(failures.class.as_str()),
                    failures.questions.into(),
                    failures.with_fault.into(),
                    failures.lost_f1.into(),
                    failures.share.into(),
                    Cell::from(failures.example.as_str()),
                    question.map_or_else(Cell::missing, |question| Cell::from(steps(question))),
                    edit.and_then(|edit| edit.query.as_deref())
                        .map_or_else(Cell::missing, |query| {
                            Cell::from(query.trim().replace('\n', " "))
                        }),
                ]),
            );
        }
    }
    table
}

/// What to do, in one line.
fn steps(question: &Attribution) -> String {
    let Some(edit) = &question.edit else {
        return shorten(&question.detail);
    };
    let steps: Vec<String> = edit.steps.iter().map(|step| shorten(&step.text)).collect();
    steps.join("; ")
}
