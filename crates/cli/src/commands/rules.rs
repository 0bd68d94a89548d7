//! `lydite rules`: the rule sets and what they do.

use lydite_judge::{DecidedCase, RuleSet, Ruling, rules};
use lydite_lab::find_rules;

use crate::args::Rules;
use crate::failure::{Failure, Verdict};
use crate::output::{Cell, Column, Page, Shown, Table};
use crate::session::Session;

pub(super) fn run(session: &Session, command: &Rules) -> Result<Verdict, Failure> {
    match command {
        Rules::List => list(session),
        Rules::Show { name } => show(session, find_rules(name)?),
    }
}

fn list(session: &Session) -> Result<Verdict, Failure> {
    let all = || {
        let all: Vec<_> = rules().iter().map(|rules| document(rules)).collect();
        serde_json::json!({ "rules": all })
    };
    session.print(Shown::made_by(all).table(|| {
        let mut table = Table::new([
            Column::new("name"),
            Column::new("version"),
            Column::new("what it is").named("title").wrap(),
        ]);
        for rules in rules() {
            table.row([rules.name, rules.version, rules.title]);
        }
        table
    }))?;
    Ok(Verdict::Done)
}

fn show(session: &Session, rules: &RuleSet) -> Result<Verdict, Failure> {
    session.print(Shown::made_by(|| document(rules)).page(|page| write(page, rules)))?;
    Ok(Verdict::Done)
}

fn write(page: &mut Page<'_>, rules: &RuleSet) -> Result<(), Failure> {
    page.paragraph(&format!(
        "{} {}: {}\n\n{}\n\n",
        rules.name, rules.version, rules.title, rules.rationale
    ))?;
    let conventions = &rules.conventions;
    for (what, how) in [
        ("equal values", conventions.values),
        ("an empty answer", conventions.empty),
        ("a missing answer", conventions.missing),
        ("an empty gold set", conventions.empty_gold),
        ("averaging", conventions.average),
    ] {
        page.paragraph(&format!("{what}: {how}"))?;
    }
    page.line("\nWorked examples\n\n")?;
    page.table(&examples(rules))?;
    for (ruling, heading) in [
        (Ruling::Wrong, "Wrong answers, and what they score"),
        (Ruling::Right, "Correct answers in another notation"),
    ] {
        let cases = rules.cases().iter().filter(|case| case.ruling == ruling);
        for (at, case) in cases.enumerate() {
            if at == 0 {
                page.line(&format!("\n{heading}\n\n"))?;
            }
            write_case(page, case)?;
        }
    }
    page.line("\nFigures\n\n")?;
    let mut table = Table::new([Column::new("measure"), Column::new("formula").wrap()]);
    for (path, measure) in rules.figures().chain(rules.part_figures()) {
        table.row([path, measure.formula]);
    }
    Ok(page.table(&table)?)
}

fn examples(rules: &RuleSet) -> Table {
    let mut table = Table::new([
        Column::new("gold").wrap(),
        Column::new("system").wrap(),
        Column::new("what it shows").wrap(),
        Column::number("P"),
        Column::number("R"),
        Column::number("F1"),
    ]);
    for example in rules.examples {
        let set = |values: &[&str]| match values {
            [] => "(empty)".to_owned(),
            values => values.join(", "),
        };
        let [precision, recall, f1] = example.scores.map(|score| Cell::from(score).digits(2));
        table.row([
            set(example.gold).into(),
            example.system.map_or("(nothing)".to_owned(), set).into(),
            example.shows.into(),
            precision,
            recall,
            f1,
        ]);
    }
    table
}

/// A decided case in a few lines: the argument, and both sets of answers.
fn write_case(page: &mut Page<'_>, case: &DecidedCase) -> Result<(), Failure> {
    let set = |columns: &[&str], rows: &[&str]| match (columns, rows) {
        (_, []) => "(empty)".to_owned(),
        ([_], rows) => rows.join(", "),
        (columns, rows) => format!("{}: {}", columns.join(" | "), rows.join(", ")),
    };
    let system = case.system.map_or("(nothing)".to_owned(), |rows| {
        set(case.system_columns, rows)
    });
    let [precision, recall, f1] = case.scores;
    page.paragraph(case.argument)?;
    let mut lines = vec![
        ("gold", set(case.gold_columns, case.gold)),
        ("system", system),
    ];
    if !case.ties.is_empty() {
        lines.insert(1, ("tied", case.ties.join(", ")));
    }
    if !case.labels.is_empty() {
        let labels = case
            .labels
            .iter()
            .map(|(iri, label)| format!("{iri} is \"{label}\""));
        lines.insert(1, ("known", labels.collect::<Vec<_>>().join(", ")));
    }
    for (what, text) in lines {
        page.entry(&format!("  {what:<6}  "), &text)?;
    }
    page.line(&format!(
        "  P {precision:.2}  R {recall:.2}  F1 {f1:.2}\n\n"
    ))?;
    Ok(())
}

fn document(rules: &RuleSet) -> serde_json::Value {
    let figures =
        |figures: &mut dyn Iterator<Item = (&'static str, &'static lydite_judge::Measure)>| {
            figures
                .map(|(path, measure)| {
                    serde_json::json!({
                        "figure": path, "measure": measure.name, "title": measure.title,
                        "formula": measure.formula, "reference": measure.reference,
                    })
                })
                .collect::<Vec<_>>()
        };
    serde_json::json!({
        "name": rules.name, "version": rules.version, "title": rules.title,
        "rationale": rules.rationale, "conventions": rules.conventions, "examples": rules.examples,
        "cases": rules.cases(), "headline": rules.headline(),
        "figures": figures(&mut rules.figures()), "part_figures": figures(&mut rules.part_figures()),
    })
}
