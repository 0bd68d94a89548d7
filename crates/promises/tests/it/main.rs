//! Damaged files and queries, made from real ones: every promise holds for them.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::fs;
use std::path::Path;

use lydite_formats::formats;
use lydite_model::random::SplitMix64;

/// How much of a file is used.
const LENGTH: usize = 4096;

/// The beginnings of small files of every kind, or of the demo where there is no shared data.
fn seeds() -> Vec<Vec<u8>> {
    let mut seeds = vec![
        fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/../lab/assets/demo.json")).unwrap(),
        b"id,query,answer\n1,SELECT ?x { ?x ?p ?o },a\n".to_vec(),
        b"<dataset id=\"d\"><question id=\"1\"><string lang=\"en\">Who?</string></question></dataset>"
            .to_vec(),
    ];
    for name in [
        "datasets",
        "answers",
        "campaign",
        "text2sparql",
        "datasets-modern",
        "t2s-metrics",
    ] {
        if let Some(folder) = lydite_testing::shared(name) {
            collect(&folder, &mut seeds);
        }
    }
    for seed in &mut seeds {
        seed.truncate(LENGTH);
    }
    seeds
}

fn collect(folder: &Path, seeds: &mut Vec<Vec<u8>>) {
    let mut entries: Vec<_> = fs::read_dir(folder).unwrap().flatten().collect();
    entries.sort_by_key(fs::DirEntry::path);
    for entry in entries {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, seeds);
        } else if let Ok(text) = fs::read(&path) {
            seeds.push(text);
        }
    }
}

/// A text with some bytes removed, repeated, replaced or moved.
fn damaged(seed: &[u8], random: &mut SplitMix64) -> Vec<u8> {
    const BYTES: &[u8] = b"{}[]<>\"'\\,:;&\n\t\0\xff \xc3u0e-?|";
    let mut text = seed.to_vec();
    for _ in 0..=random.below(4) {
        let length = text.len().max(1);
        let (at, other) = (random.below(length), random.below(length));
        let end = (at + random.below(40)).min(text.len());
        match random.below(6) {
            0 if end > at => drop(text.drain(at..end)),
            1 if end > at => {
                let piece = text[at..end].to_vec();
                text.splice(other.min(text.len())..other.min(text.len()), piece);
            }
            2 => text.truncate(at),
            3 if at < text.len() => {
                let last = text.len() - 1;
                text.swap(at, other.min(last));
            }
            4 => text.insert(at.min(text.len()), BYTES[random.below(BYTES.len())]),
            _ if at < text.len() => text[at] = BYTES[random.below(BYTES.len())],
            _ => {}
        }
    }
    text
}

#[test]
fn readers_keep_their_promises_on_damaged_files() {
    let names: Vec<&str> = formats().map(|format| format.name).collect();
    let mut random = SplitMix64::new(1);
    for seed in seeds() {
        for _ in 0..4 {
            let text = damaged(&seed, &mut random);
            lydite_promises::any(&text);
            lydite_promises::read_as(names[random.below(names.len())], &text);
        }
    }
}

#[test]
fn queries_and_templates_keep_their_promises_when_damaged() {
    const QUERIES: [&str; 5] = [
        "PREFIX dbo: <http://dbpedia.org/ontology/> SELECT DISTINCT ?x WHERE { ?x a dbo:Lake ; dbo:depth ?d . FILTER(?d > 10 && regex(str(?x), 'a')) } ORDER BY DESC(?d) LIMIT 3",
        "SELECT COUNT(?x) { dbr:Schindler's_List ?p ?x OPTIONAL { ?x <abc def> \"l\"@en } }",
        "ASK { ?x text:\"a bird\" . { SELECT ?x { ?x ?y 'z' } } UNION { ?x (dbo:a|^dbo:b)+ ?z } }",
        "SELECT (MAX(?n) AS ?m) { VALUES ?x { 1 2.5 <http://x/y> } BIND(?x + 1 AS ?n) } GROUP BY ?x HAVING(?n > 1)",
        "[{\"query\": \"SELECT ?v1 WHERE { ?v1 ?v2 ?v3 }\", \"slots\": [{\"s\": \"v2\", \"p\": \"is\", \"o\": \"rdf:Property\"}], \"score\": 1}]",
    ];
    let mut random = SplitMix64::new(2);
    for query in QUERIES {
        for _ in 0..300 {
            let text = damaged(query.as_bytes(), &mut random);
            let text = String::from_utf8_lossy(&text);
            lydite_promises::query(&text);
            lydite_promises::template(&text);
        }
    }
}
