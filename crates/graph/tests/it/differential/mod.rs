//! Random queries on random graphs, held to engines that do not share our evaluator.

mod queries;

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

use lydite_graph::oxrdf::{Literal, NamedNode, Term};
use lydite_graph::{Embedded, GraphError, KnowledgeGraph, Limits, Remote, Value};
use lydite_sparql::{Dialect, parse};
use serde_json::Value as Json;

use crate::virtuoso::Virtuoso;
use queries::Random;

/// A row as a text, its cells by name.
type Row = String;

fn shown(cells: BTreeMap<String, Term>) -> Row {
    let cells = cells.into_iter().map(|(name, term)| {
        let text = match &term {
            Term::Literal(literal) => match literal.value().parse::<f64>() {
                Ok(number) => number.to_string(),
                Err(_) => literal.value().to_owned(),
            },
            term => term.to_string(),
        };
        format!("{name}={text}")
    });
    cells.collect::<Vec<_>>().join(" ")
}

fn ask(graph: &dyn KnowledgeGraph, query: &str) -> Result<Vec<Row>, GraphError> {
    let parsed =
        parse(query, &Dialect::strict()).unwrap_or_else(|error| panic!("{query}: {error}"));
    let Value::Rows(rows) = graph.query(&parsed, &Limits::default())?.value else {
        panic!("no rows: {query}");
    };
    let mut found: Vec<Row> = rows
        .rows
        .into_iter()
        .map(|row| {
            let cells = rows.variables.iter().cloned().zip(row);
            shown(
                cells
                    .filter_map(|(name, cell)| Some((name, cell?)))
                    .collect(),
            )
        })
        .collect();
    found.sort();
    Ok(found)
}

fn embedded(triples: &str) -> Embedded {
    Embedded::from_bytes("random.nt", triples.as_bytes().to_vec()).unwrap()
}

/// What Comunica gives for each query; errors are its own.
fn comunica(folder: &Path, triples: &str, queries: &[String]) -> Vec<Result<Vec<Row>, String>> {
    let place = tempfile::tempdir().unwrap();
    let data = place.path().join("data.nt");
    let list = place.path().join("queries.json");
    std::fs::write(&data, triples).unwrap();
    std::fs::write(&list, serde_json::to_vec(queries).unwrap()).unwrap();
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/differential/comunica.mjs");
    let output = Command::new("node")
        .args([script.as_path(), folder, &data, &list])
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    let said = String::from_utf8_lossy(&output.stderr);
    let results: Vec<Json> =
        serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {said}"));
    results
        .into_iter()
        .map(|result| match result["error"].as_str() {
            Some(error) => Err(error.to_owned()),
            None => {
                let rows = result["rows"].as_array().unwrap().iter();
                let mut rows: Vec<Row> = rows.map(|row| shown(cells(row))).collect();
                rows.sort();
                Ok(rows)
            }
        })
        .collect()
}

fn cells(row: &Json) -> BTreeMap<String, Term> {
    let cells = row.as_object().unwrap().iter();
    cells
        .map(|(name, cell)| {
            let value = cell["value"].as_str().unwrap();
            let term = match cell["type"].as_str() {
                Some("uri") => NamedNode::new_unchecked(value).into(),
                _ => Literal::new_simple_literal(value).into(),
            };
            (name.clone(), term)
        })
        .collect()
}

/// Queries that Comunica 5 answers otherwise than SPARQL says. Each kind was looked at one by one.
fn is_beyond_comunica(query: &str) -> bool {
    let has = |word: &str| query.contains(word);
    // A sub-select that groups by an unbound variable has a group, which joins with everything; it
    // gives nothing there. Filters within see variables from outside.
    query.matches("SELECT").count() > 1
        // A filter is moved to where its variables are bound in another scope, and a comparison with
        // an unbound variable is not an error but a binding.
        || has("FILTER") && (has("OPTIONAL") || has("UNION") || has("MINUS") || has(" = :n"))
        // What is optional within one branch of a union is looked for with the rows of the others.
        || has("OPTIONAL") && has("UNION")
        // A negated set with both directions loses its rows when it is joined.
        || has("!(")
        // So does a closure from a variable to itself.
        || closes_on_itself(query)
}

/// Whether a closure leads from a variable to the same one.
fn closes_on_itself(query: &str) -> bool {
    let words: Vec<&str> = query.split_whitespace().collect();
    words.windows(3).any(|triple| {
        triple[0] == triple[2] && triple[0].starts_with('?') && triple[1].contains(['*', '+', '?'])
    })
}

#[test]
fn random_queries_agree_with_comunica() {
    let Some(folder) = std::env::var_os("LYDITE_COMUNICA") else {
        let is_ci = std::env::var("CI").as_deref() == Ok("true");
        assert!(!is_ci, "LYDITE_COMUNICA names no installation of Comunica");
        eprintln!("skipped: set LYDITE_COMUNICA to a folder with Comunica in its node_modules");
        return;
    };
    let count = std::env::var("LYDITE_RANDOM_QUERIES").ok();
    let count: usize = count.map_or(280, |count| count.parse().unwrap());
    let mut differences = Vec::new();
    let (mut compared, mut with_rows, mut failed) = (0, 0, 0);
    for seed in 0..count.div_ceil(70) as u64 {
        let mut random = Random::new(seed);
        let triples = random.graph();
        let graph = embedded(&triples);
        let queries = std::iter::repeat_with(|| random.query());
        let queries = queries.filter(|query| !is_beyond_comunica(query));
        let queries: Vec<String> = queries.take(70).collect();
        let expected = comunica(Path::new(&folder), &triples, &queries);
        for (query, expected) in queries.iter().zip(expected) {
            let found = ask(&graph, query).unwrap_or_else(|error| panic!("{query}: {error}"));
            match expected {
                Ok(expected) if found == expected => compared += 1,
                Ok(expected) => differences.push(format!(
                    "seed {seed}: {query}\n  {} rows for {}: {:.300?}\n  for {:.300?}",
                    found.len(),
                    expected.len(),
                    found,
                    expected
                )),
                Err(error) => {
                    println!("Comunica on {query}: {error}");
                    failed += 1;
                }
            }
            with_rows += usize::from(!found.is_empty());
        }
    }
    println!("{compared} agree, {with_rows} of them with rows; Comunica refused {failed}");
    assert!(
        differences.is_empty(),
        "{} differ:\n{}",
        differences.len(),
        differences.join("\n")
    );
    assert!(failed * 10 < compared, "Comunica refused {failed}");
}

/// Queries that Virtuoso 7.2.5 refuses or answers otherwise than SPARQL says. Of 600 random queries
/// without this list 461 agreed; where the results differed, rdflib mostly gave ours.
fn is_beyond_virtuoso(query: &str) -> bool {
    let path = query.replace("COUNT(*)", "");
    let groups = ["OPTIONAL", "UNION", "VALUES", "FILTER"];
    let groups: usize = groups.iter().map(|word| query.matches(word).count()).sum();
    // Closures are refused where no end is known ("transitive start not given"), and otherwise give
    // an end once for every way; negated sets with inverses are refused.
    path.contains(['*', '+', '!'])
        || path.contains(")?")
        // A sub-select that groups by an unbound variable gives nothing that can be joined.
        || query.matches("SELECT").count() > 1
        // The same variable at both ends of a triple is not compared where it is grouped by.
        || loops(query)
        // What shares no variable is taken away.
        || query.contains("MINUS")
        // A variable that an optional part left unbound joins with nothing.
        || query.contains("OPTIONAL") && query.contains("SUM")
        // Groups within groups are evaluated with the rows around them, instead of by themselves.
        || groups > 1
}

/// Whether a triple leads from a variable to the same one.
fn loops(query: &str) -> bool {
    let words: Vec<&str> = query.split_whitespace().collect();
    let mut triples = words.windows(3);
    triples.any(|triple| triple[0] == triple[2] && triple[0].starts_with('?') && triple[1] != "=")
}

#[test]
fn random_queries_agree_with_virtuoso() {
    let Some(virtuoso) = Virtuoso::start() else {
        return;
    };
    let mut compared = 0;
    let mut differences = Vec::new();
    for seed in 0..4 {
        let mut random = Random::new(1000 + seed);
        let triples = random.graph();
        let name = format!("http://random/{seed}");
        let place = tempfile::tempdir().unwrap();
        let file = place.path().join("data.nt");
        std::fs::write(&file, &triples).unwrap();
        virtuoso.load(&file, &name);
        let remote = Remote::new(&virtuoso.url())
            .unwrap()
            .with_default_graph(name);
        let graph = embedded(&triples);
        let mut here = 0;
        while here < 75 {
            let query = random.query();
            if is_beyond_virtuoso(&query) {
                continue;
            }
            here += 1;
            let found = ask(&graph, &query).unwrap_or_else(|error| panic!("{query}: {error}"));
            match ask(&remote, &query) {
                Ok(expected) if found == expected => compared += 1,
                Ok(expected) => differences.push(format!(
                    "seed {seed}: {query}\n  {found:.300?}\n  for {expected:.300?}"
                )),
                Err(error) => differences.push(format!("{query}: {error}")),
            }
        }
    }
    println!("{compared} agree");
    assert!(
        differences.is_empty(),
        "{} differ:\n{}",
        differences.len(),
        differences.join("\n")
    );
}
