//! What queries that look at every triple cost: `cargo run --release -p lydite-graph --example turns -- FILE.nt [QUERY…]`.
//!
//! Loads the file, runs each query five times and prints the CPU time of the fastest run and of the
//! median, in milliseconds. Without queries, those of `docs/performance.md` are run.

use std::error::Error;
use std::path::Path;
use std::time::{Duration, Instant};

use lydite_graph::{Embedded, KnowledgeGraph, Limits, Loader};
use lydite_sparql::{Dialect, parse};

const QUERIES: [&str; 12] = [
    "SELECT (COUNT(*) AS ?n) { ?s ?p ?o FILTER(isIRI(?s)) }",
    "SELECT (COUNT(*) AS ?n) { ?s ?p ?o FILTER(isLiteral(?o) && STRLEN(STR(?o)) > 30) }",
    "SELECT (COUNT(*) AS ?n) { ?s ?p ?o FILTER(?o > 1000) }",
    "SELECT (COUNT(*) AS ?n) { ?s ?p ?o FILTER(?o = \"abc\"@en) }",
    "SELECT (COUNT(*) AS ?n) { ?s ?p ?o FILTER(?o = \"abc\") }",
    "SELECT (COUNT(*) AS ?n) { ?s ?p ?o FILTER(?o != \"abc\") }",
    "SELECT (COUNT(*) AS ?n) { ?s ?p ?o FILTER(?o > 1000 && STR(?o) != \"x\") }",
    "SELECT (COUNT(*) AS ?n) { ?s ?p ?o FILTER(?o > 1000 && DATATYPE(?o) = xsd:integer) }",
    "SELECT (COUNT(*) AS ?n) { ?s ?p ?o FILTER(REGEX(STR(?o), \"^A\")) }",
    "SELECT (COUNT(*) AS ?n) { ?s ?p ?o, ?x FILTER(?o != ?x) }",
    "SELECT (COUNT(*) AS ?n) { ?s ?p ?o, ?x FILTER(?o < ?x) }",
    "SELECT (MAX(?o) AS ?n) { ?s ?p ?o FILTER(isNumeric(?o)) }",
];

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let Some(file) = arguments.next() else {
        return Err("no file given".into());
    };
    let index = std::env::var("INDEX").unwrap_or_else(|_| format!("{file}.kg"));
    let index = Path::new(&index);
    if !index.exists() {
        Loader::new().file(Path::new(&file)).load(index)?;
    }
    let graph = Embedded::open(index)?;
    let given: Vec<String> = arguments.collect();
    let queries: Vec<&str> = if given.is_empty() {
        QUERIES.to_vec()
    } else {
        given.iter().map(String::as_str).collect()
    };
    let rounds: usize = std::env::var("ROUNDS")
        .ok()
        .and_then(|n| n.parse().ok())
        .unwrap_or(5);
    for text in queries {
        let parsed = parse(text, &Dialect::field())?;
        let mut times = Vec::new();
        let mut answer = String::new();
        for _ in 0..rounds {
            let before = Instant::now();
            answer = format!("{:?}", graph.query(&parsed, &Limits::default())?.value);
            times.push(before.elapsed());
        }
        times.sort_unstable();
        let millis = |time: &Duration| time.as_secs_f64() * 1e3;
        let (least, median) = (millis(&times[0]), millis(&times[times.len() / 2]));
        let answer: String = answer
            .chars()
            .rev()
            .take(90)
            .collect::<String>()
            .chars()
            .rev()
            .collect();
        println!("{least:>8.1} {median:>8.1}  {text}  {answer}");
    }
    Ok(())
}
