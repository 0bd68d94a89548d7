//! `lydite rules`: the rule sets and what they do.

use std::io::Write;

use lydite_judge::{RuleSet, rules};
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
    writeln!(out, "{}\n", rules.rationale)?;
    let conventions = &rules.conventions;
    for (what, how) in [
        ("when values are the same", conventions.values),
        ("an empty answer", conventions.empty),
        ("no answer", conventions.missing),
        ("an empty gold set", conventions.empty_gold),
        ("the average", conventions.average),
    ] {
        writeln!(out, "{what}: {how}")?;
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
        "figures": figures(&mut rules.figures()), "part_figures": figures(&mut rules.part_figures()),
    })
}
