//! How much processor time the sixteen text measures of t2s-metrics take for pairs of queries.
//!
//! `cargo run --release -p lydite-similarity --example speed -- GOLD COUNT` pairs each query of a
//! benchmark with the next one of the file, over and over until there are COUNT pairs.

use std::process::ExitCode;
use std::time::Instant;

use lydite_formats::Reader;
use lydite_model::{Query, QueryForm};
use lydite_similarity::{Pair, similarity};

/// The measures that t2s-metrics computes from texts alone.
const MEASURES: [&str; 16] = [
    "query_exact_match",
    "token_precision",
    "token_recall",
    "token_f1",
    "sp_f1",
    "bleu",
    "sp_bleu",
    "naive_can_bleu",
    "rouge_4",
    "naive_can_rouge_4",
    "meteor",
    "codebleu",
    "levenshtein",
    "jaccard",
    "cosine",
    "euclidean",
];

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let (Some(file), Some(count)) = (arguments.next(), arguments.next()) else {
        eprintln!("usage: speed GOLD COUNT");
        return ExitCode::from(2);
    };
    let Ok(count) = count.parse::<usize>() else {
        eprintln!("`{count}` is not a number of pairs");
        return ExitCode::from(2);
    };
    let reader = match Reader::open(&file) {
        Ok(reader) => reader,
        Err(error) => {
            eprintln!("{error}");
            return ExitCode::from(3);
        }
    };
    let is_sparql = |query: &Query| query.form == QueryForm::Sparql;
    let queries: Vec<String> = reader
        .filter_map(|question| question.queries.into_iter().find(is_sparql))
        .map(|query| query.text)
        .collect();
    if queries.is_empty() {
        eprintln!("{file} has no SPARQL queries");
        return ExitCode::from(3);
    }
    let measures: Vec<_> = MEASURES
        .iter()
        .filter_map(|name| similarity(name))
        .collect();
    let mut sums = vec![0.0; measures.len()];
    let began = Instant::now();
    for at in 0..count {
        let gold = &queries[at % queries.len()];
        let pair = Pair::new(gold, &queries[(at + 1) % queries.len()]);
        for (sum, measure) in sums.iter_mut().zip(&measures) {
            *sum += measure.of(&pair);
        }
    }
    let took = began.elapsed();
    println!(
        "{count} pairs, {} measures, one thread: {:.3} s",
        measures.len(),
        took.as_secs_f64()
    );
    for (sum, measure) in sums.iter().zip(&measures) {
        println!("{:20} {:.4}", measure.name, sum / count as f64);
    }
    // Each alone, with what it shares with others computed anew.
    for measure in &measures {
        let began = Instant::now();
        let sum: f64 = (0..count)
            .map(|at| {
                let gold = &queries[at % queries.len()];
                measure.of(&Pair::new(gold, &queries[(at + 1) % queries.len()]))
            })
            .sum();
        let took = began.elapsed().as_secs_f64();
        println!(
            "{:20} alone {took:.3} s (mean {:.4})",
            measure.name,
            sum / count as f64
        );
    }
    ExitCode::SUCCESS
}
