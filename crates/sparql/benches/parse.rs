//! How many queries of QALD and LC-QuAD are understood each second, beside the bare parser.

#[path = "../tests/it/shared/mod.rs"]
mod shared;

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use lydite_sparql::{Canonical, Dialect, Structure, parse};
use spargebra::SparqlParser;

fn main() {
    divan::main();
}

fn corpus() -> Vec<String> {
    lydite_testing::shared("datasets")
        .map(|folder| shared::queries(&folder, shared::is_classic))
        .unwrap_or_default()
}

/// The peer: spargebra alone, which refuses one query in seven.
#[divan::bench]
fn spargebra_alone(bencher: Bencher<'_, '_>) {
    let queries = corpus();
    bencher.counter(ItemsCount::new(queries.len())).bench(|| {
        for query in &queries {
            let _ = black_box(SparqlParser::new().parse_query(query));
        }
    });
}

/// As above, on what it accepts: the time for parsing as such.
#[divan::bench]
fn spargebra_alone_on_valid_queries(bencher: Bencher<'_, '_>) {
    let mut queries = corpus();
    queries.retain(|query| SparqlParser::new().parse_query(query).is_ok());
    bencher.counter(ItemsCount::new(queries.len())).bench(|| {
        for query in &queries {
            let _ = black_box(SparqlParser::new().parse_query(query));
        }
    });
}

#[divan::bench]
fn parsed(bencher: Bencher<'_, '_>) {
    let (queries, dialect) = (corpus(), Dialect::field());
    bencher.counter(ItemsCount::new(queries.len())).bench(|| {
        for query in &queries {
            let _ = black_box(parse(query, &dialect));
        }
    });
}

#[divan::bench]
fn parsed_and_analysed(bencher: Bencher<'_, '_>) {
    let (queries, dialect) = (corpus(), Dialect::field());
    bencher.counter(ItemsCount::new(queries.len())).bench(|| {
        for query in &queries {
            if let Ok(parsed) = parse(query, &dialect) {
                black_box(Structure::of(&parsed));
            }
        }
    });
}

#[divan::bench]
fn canonical_forms(bencher: Bencher<'_, '_>) {
    let dialect = Dialect::field();
    let queries: Vec<_> = corpus()
        .iter()
        .flat_map(|query| parse(query, &dialect))
        .collect();
    bencher.counter(ItemsCount::new(queries.len())).bench(|| {
        for query in &queries {
            black_box(Canonical::of(query));
        }
    });
}

/// Patterns of 30 triples that look the same from many of their variables.
#[divan::bench(args = ["star", "chain", "cycle", "pairs", "grid", "two cycles"])]
fn canonical_form_of_30_symmetric_triples(bencher: Bencher<'_, '_>, shape: &str) {
    let triples: Vec<String> = (0..30)
        .map(|n| match shape {
            "star" => format!("?c <http://a/p> ?v{n} ."),
            "chain" => format!("?v{n} <http://a/p> ?v{} .", n + 1),
            "cycle" => format!("?v{n} <http://a/p> ?v{} .", (n + 1) % 30),
            "pairs" => format!("?v{n} <http://a/p> ?w{n} ."),
            "grid" => format!("?v{} <http://a/p> ?w{} .", n / 6, n % 6),
            _ => format!("?v{n} <http://a/p> ?v{} .", n / 15 * 15 + (n + 1) % 15),
        })
        .collect();
    let text = format!("ASK {{ {} }}", triples.join(" "));
    if let Ok(parsed) = parse(&text, &Dialect::field()) {
        bencher.bench(|| Canonical::of(black_box(&parsed)));
    }
}
