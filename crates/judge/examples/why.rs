//! The same answers under every rule set, and why one question scores as it does.
//!
//! ```text
//! cargo run -p lydite-judge --example why -- GOLD ANSWERS [ID]
//! ```
//!
//! Without files, a small benchmark of its own is scored.

use lydite_formats::{ReadError, Reader};
use lydite_judge::{Scorer, rules};
use lydite_model::{AnswerSet, Question, Response, Term};

fn main() -> Result<(), ReadError> {
    let mut arguments = std::env::args().skip(1);
    let (gold, answers) = match (arguments.next(), arguments.next()) {
        (Some(gold), Some(answers)) => (read(&gold)?, read(&answers)?),
        _ => small(),
    };
    let id = arguments.next().unwrap_or_else(|| "2".to_owned());
    for rules in rules() {
        let report = Scorer::new(rules).explain([id.clone()]).score(
            gold.iter().cloned(),
            answers.iter().cloned().map(Response::from),
        );
        let main = [
            "macro.f1",
            "global.macro.f1",
            "global.exact.f1",
            "set_F",
            "multilingual.global.macro.f1",
        ];
        let figure = main.iter().find_map(|path| report.figure(path));
        let Some(figure) = figure else { continue };
        let value = figure
            .value
            .map_or("–".to_owned(), |value| format!("{value:.4}"));
        let interval = figure.interval.map_or_else(String::new, |interval| {
            format!(" [{:.3}, {:.3}]", interval.low, interval.high)
        });
        println!(
            "{:14} {:28} {value}{interval}, n = {}",
            rules.name, figure.path, figure.n
        );
        for remark in &report.remarks {
            println!("{:14} {remark}", "");
        }
        let explained = report
            .outcomes
            .iter()
            .find_map(|outcome| outcome.evidence.as_ref());
        for pair in explained
            .iter()
            .flat_map(|evidence| &evidence.matched)
            .take(3)
        {
            println!(
                "{:14} {id}: {} = {}: {}",
                "", pair.gold, pair.system, pair.rule
            );
        }
    }
    Ok(())
}

fn read(path: &str) -> Result<Vec<Question>, ReadError> {
    let (questions, diagnostics) = Reader::open(path)?.read_to_end();
    for diagnostic in diagnostics {
        eprintln!("{}", diagnostic.message);
    }
    Ok(questions)
}

/// Two questions: one with a resource in another spelling, one with a wrong literal.
fn small() -> (Vec<Question>, Vec<Question>) {
    let entry = |id: &str, term: Term| {
        let mut question = Question::new(id);
        question.answers = Some(AnswerSet::column("x", [term]));
        question
    };
    let gold = vec![
        entry("1", Term::iri("http://dbpedia.org/resource/Aida_(musical)")),
        entry("2", Term::literal("42")),
    ];
    let answers = vec![
        entry(
            "1",
            Term::iri("http://dbpedia.org/resource/Aida_%28musical%29"),
        ),
        entry("2", Term::literal("1961-08-04")),
    ];
    (gold, answers)
}
