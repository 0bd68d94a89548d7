//! What queries cost that look at every triple: `cargo run --release -p lydite-graph --example turns -- FILE.nt [QUERY…]`.
//!
//! Loads the file into `FILE.nt.kg`, unless that is there, runs each query seven times and prints the
//! CPU time of the fastest run and of the median in milliseconds, and the number of rows (the time by
//! the clock where the system does not say what a thread used). Without
//! queries, those of `docs/performance.md` are run. Under `valgrind --tool=callgrind`, one query
//! shows where its instructions go.

use std::error::Error;
use std::path::PathBuf;

use lydite_graph::{Embedded, KnowledgeGraph, Limits, Loader, Value};
use lydite_sparql::{Dialect, parse};
use lydite_testing::cpu::measured;

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
    let file = arguments.next().ok_or("no file given")?;
    let index = PathBuf::from(format!("{file}.kg"));
    if !index.exists() {
        Loader::new().file(&file).load(&index)?;
    }
    let graph = Embedded::open(&index)?;
    let mut queries: Vec<String> = arguments.collect();
    if queries.is_empty() {
        queries = QUERIES.map(str::to_owned).to_vec();
    }
    println!("{:>8} {:>8} {:>8}", "least", "median", "rows");
    for text in queries {
        let parsed = parse(&text, &Dialect::field())?;
        let (mut times, mut rows) = (Vec::new(), 0);
        for _ in 0..7 {
            let (used, found) = measured(|| graph.query(&parsed, &Limits::default()));
            if let Value::Rows(found) = found?.value {
                rows = found.rows.len();
            }
            times.push(used);
        }
        times.sort_unstable();
        let [least, median] = [times[0], times[3]].map(|time| time.as_secs_f64() * 1e3);
        println!("{least:>8.1} {median:>8.1} {rows:>8}  {text}");
    }
    Ok(())
}
