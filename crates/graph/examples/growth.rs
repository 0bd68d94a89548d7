//! How loading, size and latency grow with the graph: `cargo run --release --example growth -- 100000`.
//!
//! Makes synthetic graphs of the given sizes (10⁵ by default), loads each, and prints a row for it.
//! `--file F` takes a file instead.

use std::error::Error;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use lydite_graph::oxrdf::{NamedNode, Term};
use lydite_graph::{Embedded, KnowledgeGraph, Limits, Loader, Pattern, Value};
use lydite_sparql::{Dialect, parse};

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::temp_dir().join(format!("lydite-growth-{}", std::process::id()));
    std::fs::create_dir_all(&folder)?;
    println!(
        "{:>10} {:>8} {:>11} {:>7} {:>9} {:>9} {:>9} {:>9} {:>9} {:>9}",
        "triples",
        "load s",
        "triples/s",
        "B/trip",
        "MB",
        "reopen",
        "(s,p)",
        "label",
        "query",
        "p99"
    );
    let mut arguments = std::env::args().skip(1).peekable();
    if arguments.peek().is_none() {
        measure(&made(&folder, 100_000)?, &folder)?;
    }
    while let Some(argument) = arguments.next() {
        if argument == "--file" {
            measure(
                &PathBuf::from(arguments.next().unwrap_or_default()),
                &folder,
            )?;
        } else {
            measure(&made(&folder, argument.parse()?)?, &folder)?;
        }
    }
    std::fs::remove_dir_all(&folder)?;
    Ok(())
}

fn made(folder: &Path, triples: u64) -> Result<PathBuf, Box<dyn Error>> {
    let path = folder.join("made.nt");
    let mut out = BufWriter::new(File::create(&path)?);
    lydite_graph::generate(triples, 1, &mut out)?;
    out.flush()?;
    Ok(path)
}

fn measure(source: &Path, folder: &Path) -> Result<(), Box<dyn Error>> {
    let index = folder.join("made.kg");
    let report = Loader::new().file(source).load(&index)?;
    let before = Instant::now();
    let graph = Embedded::open(&index)?;
    let reopened = before.elapsed();
    // Subjects spread over the graph, each with one of its properties.
    let limits = Limits {
        rows: 200_000,
        ..Limits::default()
    };
    let some = graph.triples(&Pattern::default(), &limits)?;
    let step = (some.len() / 2000).max(1);
    let (mut neighbours, mut labels) = (Vec::new(), Vec::new());
    for triple in some.iter().step_by(step) {
        let pattern = Pattern {
            subject: Some(triple.subject.clone()),
            predicate: Some(triple.predicate.clone()),
            object: None,
        };
        neighbours.push(timed(|| {
            graph.triples(&pattern, &limits).map(|found| found.len())
        })?);
        if let Term::NamedNode(node) = Term::from(triple.subject.clone()) {
            labels.push(timed(|| {
                graph.labels(node.as_str(), Some("en")).map(|l| l.len())
            })?);
        }
    }
    let mut queries = Vec::new();
    for triple in some.iter().step_by(step * 4) {
        let (Term::NamedNode(subject), Term::NamedNode(object)) =
            (Term::from(triple.subject.clone()), triple.object.clone())
        else {
            continue;
        };
        for text in gold_like(&subject, &triple.predicate, &object) {
            let before = Instant::now();
            let parsed = parse(&text, &Dialect::field())?;
            match graph.query(&parsed, &Limits::default())?.value {
                Value::Rows(rows) => std::hint::black_box(rows.rows.len()),
                other => std::hint::black_box(usize::from(other == Value::Boolean(true))),
            };
            queries.push(before.elapsed());
        }
    }
    println!(
        "{:>10} {:>8.2} {:>11.0} {:>7.1} {:>9.1} {:>9.1?} {:>9.1?} {:>9.1?} {:>9.1?} {:>9.1?}",
        report.triples,
        report.elapsed.as_secs_f64(),
        report.triples as f64 / report.elapsed.as_secs_f64(),
        report.index_bytes as f64 / report.triples as f64,
        report.index_bytes as f64 / 1e6,
        reopened,
        part(&mut neighbours, 50),
        part(&mut labels, 50),
        part(&mut queries, 50),
        part(&mut queries, 99),
    );
    Ok(())
}

/// Queries of one to three patterns, as benchmarks have them.
fn gold_like(subject: &NamedNode, predicate: &NamedNode, object: &NamedNode) -> [String; 5] {
    [
        format!("SELECT DISTINCT ?x {{ {subject} {predicate} ?x }}"),
        format!("SELECT DISTINCT ?x {{ {subject} {predicate} ?x . ?x a ?class }}"),
        format!("SELECT (COUNT(DISTINCT ?x) AS ?n) {{ ?x {predicate} {object} }}"),
        format!("SELECT DISTINCT ?x {{ {subject} {predicate} ?y . ?y rdfs:label ?x }}"),
        format!("ASK {{ {subject} {predicate} {object} }}"),
    ]
}

fn timed<T, E>(work: impl FnOnce() -> Result<T, E>) -> Result<Duration, E> {
    let before = Instant::now();
    std::hint::black_box(work()?);
    Ok(before.elapsed())
}

/// The duration below which this many percent lie.
fn part(durations: &mut [Duration], percent: usize) -> Duration {
    durations.sort_unstable();
    let at = durations.len() * percent / 100;
    durations.get(at).copied().unwrap_or_default()
}
