//! `lydite rules`: the rule sets and what they do.

use std::io::Write;

use lydite_judge::{DecidedCase, RuleSet, Ruling, rules};
use lydite_lab::find_rules;

use crate::args::{OutputFormat, Rules};
use crate::failure::{Failure, Verdict};
use crate::output::{self, grid::Grid};
use crate::session::Session;

pub(super) fn run(session: &Session, command: &Rules) -> Result<Verdict, Failure> {
    match command {
        Rules::List => list(session),
        Rules::Show { name } => show(session, find_rules(name)?),
    }
}

fn list(session: &Session) -> Result<Verdict, Failure> {
    let mut out = session.out();
    if session.format() == OutputFormat::Json {
        let all: Vec<_> = rules().iter().map(|rules| document(rules)).collect();
        output::json(&mut out, &serde_json::json!({ "rules": all }))?;
    } else {
        let mut grid = Grid::new(["name", "version", "what it is"]);
        for rules in rules() {
            grid.row([rules.name, rules.version, rules.title]);
        }
        grid.write(&mut out, session.format())?;
    }
    out.flush()?;
    Ok(Verdict::Done)
}

fn show(session: &Session, rules: &RuleSet) -> Result<Verdict, Failure> {
    let mut out = session.out();
    if session.format() == OutputFormat::Json {
        output::json(&mut out, &document(rules))?;
        out.flush()?;
        return Ok(Verdict::Done);
    }
    writeln!(out, "{} {}: {}\n", rules.name, rules.version, rules.title)?;
    for line in wrapped(rules.rationale, 80) {
        writeln!(out, "{line}")?;
    }
    writeln!(out)?;
    let conventions = &rules.conventions;
    for (what, how) in [
        ("when values are the same", conventions.values),
        ("an empty answer", conventions.empty),
        ("no answer", conventions.missing),
        ("an empty gold set", conventions.empty_gold),
        ("the average", conventions.average),
    ] {
        for line in wrapped(&format!("{what}: {how}"), 80) {
            writeln!(out, "{line}")?;
        }
    }
    let mut grid = Grid::new(["gold", "system", "what it shows", "P", "R", "F1"]).numeric_from(3);
    for example in rules.examples {
        let set = |values: &[&str]| match values {
            [] => "(empty)".to_owned(),
            values => values.join(", "),
        };
        let [precision, recall, f1] = example.scores.map(|score| format!("{score:.2}"));
        grid.row([
            set(example.gold),
            example.system.map_or("(nothing)".to_owned(), set),
            example.shows.to_owned(),
            precision,
            recall,
            f1,
        ]);
    }
    writeln!(out, "\nWorked examples\n")?;
    grid.write(&mut out, session.format())?;
    for (ruling, heading) in [
        (Ruling::Wrong, "Ways to be wrong, and what they score"),
        (Ruling::Right, "Ways to be right in another notation"),
    ] {
        let mut cases = rules.cases().iter().filter(|case| case.ruling == ruling);
        if let Some(first) = cases.next() {
            writeln!(out, "\n{heading}\n")?;
            std::iter::once(first)
                .chain(cases)
                .try_for_each(|case| write_case(&mut out, case))?;
        }
    }
    let measures: Vec<_> = rules.figures().chain(rules.part_figures()).collect();
    let mut grid = Grid::new(["figure", "formula"]);
    for (path, measure) in measures {
        grid.row([path, measure.formula]);
    }
    writeln!(out, "\nFigures\n")?;
    grid.write(&mut out, session.format())?;
    out.flush()?;
    Ok(Verdict::Done)
}

/// A decided case in a few lines of at most 80 columns: the argument, and both sets of answers.
fn write_case(out: &mut dyn Write, case: &DecidedCase) -> Result<(), Failure> {
    let set = |columns: &[&str], rows: &[&str]| match (columns, rows) {
        (_, []) => "(empty)".to_owned(),
        ([_], rows) => rows.join(", "),
        (columns, rows) => format!("{}: {}", columns.join(" | "), rows.join(", ")),
    };
    let system = case.system.map_or("(nothing)".to_owned(), |rows| {
        set(case.system_columns, rows)
    });
    let [precision, recall, f1] = case.scores;
    writeln!(out, "{}", case.argument)?;
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
        for (at, line) in wrapped(&text, 70).into_iter().enumerate() {
            writeln!(out, "  {:<6}  {line}", if at == 0 { what } else { "" })?;
        }
    }
    writeln!(out, "  P {precision:.2}  R {recall:.2}  F1 {f1:.2}\n")?;
    Ok(())
}

/// A text in lines of at most so many characters, broken at blanks where possible.
pub(super) fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let last = lines.last().map_or(0, |line| line.chars().count());
        if last > 0 && last + 1 + word.chars().count() > width {
            lines.push(word.to_owned());
        } else if let Some(line) = lines.last_mut() {
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
    }
    lines
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
