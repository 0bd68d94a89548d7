//! Loading, look-ups and queries on a synthetic graph: `cargo bench -p lydite-graph`.

use std::sync::LazyLock;

use divan::Bencher;
use divan::counter::{BytesCount, ItemsCount};
use lydite_graph::{Embedded, KnowledgeGraph, Limits, Pattern, generate};
use lydite_sparql::{Dialect, parse};

fn main() {
    divan::main();
}

const TRIPLES: u64 = 200_000;

static TEXT: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let mut text = Vec::new();
    generate(TRIPLES, 1, &mut text).unwrap_or_default();
    text
});

static GRAPH: LazyLock<Option<Embedded>> =
    LazyLock::new(|| Embedded::from_bytes("made.nt", TEXT.clone()).ok());

fn graph() -> &'static Embedded {
    GRAPH.as_ref().unwrap_or_else(|| std::process::exit(1))
}

/// A resource in the middle of the graph.
fn resource() -> String {
    let triples = graph().triples(&Pattern::default(), &Limits::default());
    let triples = triples.unwrap_or_default();
    let subject = triples
        .get(triples.len() / 2)
        .map(|t| t.subject.to_string());
    subject.unwrap_or_default()
}

#[divan::bench(sample_count = 3)]
fn load_and_index(bencher: Bencher<'_, '_>) {
    bencher
        .counter(ItemsCount::new(TRIPLES))
        .counter(BytesCount::of_slice(&**TEXT))
        .bench(|| Embedded::from_bytes("made.nt", TEXT.clone()));
}

#[divan::bench]
fn label(bencher: Bencher<'_, '_>) {
    let resource = resource();
    let iri = resource.trim_matches(['<', '>']);
    bencher.bench(|| graph().labels(iri, Some("en")));
}

#[divan::bench]
fn neighbours(bencher: Bencher<'_, '_>) {
    let pattern = Pattern {
        subject: graph()
            .triples(&Pattern::default(), &Limits::default())
            .ok()
            .and_then(|triples| triples.get(1000).map(|triple| triple.subject.clone())),
        ..Pattern::default()
    };
    bencher.bench(|| graph().triples(&pattern, &Limits::default()));
}

#[divan::bench(args = [
    "SELECT ?x { RESOURCE ?p ?x }",
    "SELECT (COUNT(DISTINCT ?x) AS ?n) { ?x dbo:birthPlace RESOURCE }",
    "SELECT ?l { RESOURCE ?p ?x . ?x a dbo:City . ?x rdfs:label ?l }",
    "SELECT ?x { ?x a dbo:Film ; dbo:populationTotal ?n } ORDER BY DESC(?n) LIMIT 1",
])]
fn query(bencher: Bencher<'_, '_>, text: &str) {
    let text = text.replace("RESOURCE", &resource());
    bencher.bench(|| {
        let parsed = parse(&text, &Dialect::field()).ok()?;
        graph().query(&parsed, &Limits::default()).ok()
    });
}

#[divan::bench(args = ["Stone river", "Stoen river 12", "silver garden"])]
fn search(bencher: Bencher<'_, '_>, text: &str) {
    bencher.bench(|| graph().search(text, Some("en"), 10));
}
