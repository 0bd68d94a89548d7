//! Scores the default pipeline on the development sets under the rules `lydite`.
//!
//! `cargo run --release -p lydite-compose --example evaluate -- [SET…] [--lang LANG] [--errors]
//! [--held-out] [--guess] [--question TEXT] [--slow MS] [--folds N] [--answers DIR] [--ablation]`
//!
//! Even positions of every set are the half that may be looked at (*tuned*), odd ones are *held out*:
//! they are asked with `--held-out` only, and `--errors` never shows them. With `--folds` a model is trained
//! on all parts of a set but one and tried on that one, in turn. `--ablation` prints what each part of the
//! system brings; `--answers` writes what was asked and answered, for `lydite score --failures`.
//!
//! The sets below `questions/` store no answers: their gold queries are executed on the graph. So are
//! those of `slice`, a part of DBpedia that gives other answers than the whole; questions that it
//! cannot answer are left out.

mod cross_validation;
mod printing;
mod scoring;
mod sets;

use std::error::Error;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use lydite_compose::{Answerer, Pipeline};
use lydite_model::Language;

use cross_validation::cross_validate;
use printing::{brief, show};
use scoring::{ablation, evaluate};
use sets::{SETS, Set, load, questions};

fn main() -> Result<(), Box<dyn Error>> {
    let mut wanted: Vec<String> = std::env::args().skip(1).collect();
    let options = Options {
        errors: take(&mut wanted, "--errors"),
        held_out: take(&mut wanted, "--held-out"),
        answers: option(&mut wanted, "--answers").map(PathBuf::from),
        language: Language::new(option(&mut wanted, "--lang").as_deref().unwrap_or("en")),
        slow: option(&mut wanted, "--slow")
            .map(|least| least.parse())
            .transpose()?,
        folds: option(&mut wanted, "--folds")
            .map(|folds| folds.parse())
            .transpose()?,
    };
    let pipeline = if take(&mut wanted, "--guess") {
        "guess".parse()?
    } else {
        Pipeline::default()
    };
    let question = option(&mut wanted, "--question");
    if take(&mut wanted, "--ablation") {
        println!("| set | without | tuned | held out |\n| --- | --- | --- | --- |");
        let chosen = |set: &&Set| match wanted.as_slice() {
            [] => set.name != "slice",
            names => names.iter().any(|name| name == set.name),
        };
        return SETS
            .iter()
            .filter(chosen)
            .try_for_each(|set| ablation(set, &options));
    }
    println!(
        "{:<11} {:>4} {:>6} {:>6} {:>8} {:>5} {:>8} {:>8}",
        "set", "n", "F1", "tuned", "held-out", "none", "median", "p99"
    );
    for set in SETS {
        if !wanted.is_empty() && !wanted.iter().any(|name| name == set.name) {
            continue;
        }
        let graph = Arc::new(load(set)?);
        if let Some(folds) = options.folds {
            cross_validate(set, &graph, &pipeline, &options, folds.max(2))?;
            continue;
        }
        let started = Instant::now();
        let answerer = Answerer::new(graph.clone())?;
        let reading = started.elapsed();
        if let Some(question) = &question {
            let several = question.lines().count() > 1;
            for question in question.lines() {
                let answered = answerer.ask(question, &pipeline);
                if several {
                    brief(question, &answered);
                } else {
                    show(&answered);
                }
            }
            continue;
        }
        let questions = questions(set, graph.as_ref())?;
        evaluate(set, &questions, &answerer, &pipeline, &options, reading)?;
    }
    Ok(())
}

struct Options {
    errors: bool,
    /// Where answers are written.
    answers: Option<PathBuf>,
    held_out: bool,
    /// From how many milliseconds on a question is shown.
    slow: Option<f64>,
    language: Language,
    folds: Option<usize>,
}

/// Takes an option and its value out of the words.
fn option(words: &mut Vec<String>, name: &str) -> Option<String> {
    let at = words.iter().position(|word| word == name)?;
    words.remove(at);
    (at < words.len()).then(|| words.remove(at))
}

fn take(words: &mut Vec<String>, flag: &str) -> bool {
    let before = words.len();
    words.retain(|word| word != flag);
    words.len() < before
}
