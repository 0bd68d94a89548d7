//! Why questions are lost: each class, real gold queries with one known fault, hostile input.

mod cases;
mod mutations;

use std::collections::BTreeMap;
use std::path::Path;

use lydite_formats::Reader;
use lydite_judge::rule_set;
use lydite_lab::attribution::{Attribution, Attributor, FailureClass, Lost, Verified};
use lydite_model::{Outcome, Query, QueryForm, Question, Response, Status};
use lydite_sparql::{Dialect, equivalent, parse};
use rayon::prelude::*;

/// A response that scores nothing, with this query.
fn attributed(attributor: &Attributor<'_>, gold: &str, found: &str) -> Option<Attribution> {
    let mut question = Question::new("1");
    question.queries = vec![Query::sparql(gold)];
    let response = Response {
        queries: vec![Query::sparql(found)],
        ..Response::from(Question::new("1"))
    };
    attributor.attribute(&Lost {
        gold: &question,
        response: Some(&response),
        outcome: &Outcome::new("1", Status::Answered),
        failure: None,
    })
}

/// The distinct queries of a file that can be read.
fn queries(file: &Path) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for question in Reader::open(file).unwrap() {
        let query = Query::choose(&question.queries, None);
        found.extend(query.map(|query| query.text.clone()));
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// What became of mutations of a class.
#[derive(Clone, Copy, Default)]
struct Recovery {
    all: usize,
    classified: usize,
    repaired: usize,
}

#[test]
fn a_single_fault_in_a_real_gold_query_is_found_and_mended() {
    let Some(data) = lydite_testing::shared("datasets") else {
        return;
    };
    let files = [
        data.join("lc-quad-1-test.json"),
        data.join("qald-9-test-multilingual.json"),
        data.join("qald-9-train-multilingual.json"),
        data.join("qald-7-train-multilingual.json"),
        data.join("qald-5-train.xml"),
        data.join("../kg/ck25/dev-questions.yml"),
    ];
    let golds: Vec<String> = files.iter().flat_map(|file| queries(file)).collect();
    let attributor = Attributor::new(rule_set("lydite").unwrap());
    let results: Vec<(FailureClass, Recovery)> = golds
        .par_iter()
        .flat_map_iter(|gold| faults_of(&attributor, gold))
        .collect();
    let mut classes: BTreeMap<FailureClass, Recovery> = BTreeMap::new();
    let mut total = Recovery::default();
    for (class, one) in results {
        for sum in [classes.entry(class).or_default(), &mut total] {
            sum.all += one.all;
            sum.classified += one.classified;
            sum.repaired += one.repaired;
        }
    }
    for (class, sum) in &classes {
        eprintln!(
            "{class}: {} of {} classified, {} repaired",
            sum.classified, sum.all, sum.repaired
        );
    }
    let share = |part: usize| part as f64 / total.all as f64;
    eprintln!(
        "all {}: {:.4} classified, {:.4} repaired",
        total.all,
        share(total.classified),
        share(total.repaired)
    );
    assert!(total.all > 5_000, "{}", total.all);
    assert!(classes.len() >= 12, "{}", classes.len());
    assert!(share(total.classified) >= 0.95);
    assert!(share(total.repaired) >= 0.90);
}

/// Each mutation of a gold query, and whether its fault was found and mended.
fn faults_of(attributor: &Attributor<'_>, gold: &str) -> Vec<(FailureClass, Recovery)> {
    let dialect = Dialect::field();
    // Hybrid queries are no SPARQL: nothing is compared part by part.
    let Some(parsed) = parse(gold, &dialect)
        .ok()
        .filter(|parsed| parsed.form == QueryForm::Sparql)
    else {
        return Vec::new();
    };
    let mut found = Vec::new();
    for (class, mutated) in mutations::mutations(&parsed.query) {
        let mutated = mutations::text(&mutated);
        // Not every change is one: a count over a key may be the same either way.
        let Ok(changed) = parse(&mutated, &dialect) else {
            continue;
        };
        if equivalent(&parsed, &changed) {
            continue;
        }
        let attribution = attributed(attributor, gold, &mutated).unwrap();
        let repaired = attribution.edit.as_ref().is_some_and(|edit| {
            let query = edit.query.as_ref();
            edit.verified == Some(Verified::Equivalent)
                && query.is_some_and(|query| equivalent(&parse(query, &dialect).unwrap(), &parsed))
        });
        found.push((
            class,
            Recovery {
                all: 1,
                classified: usize::from(attribution.class == class),
                repaired: usize::from(repaired),
            },
        ));
    }
    found
}

#[test]
fn a_gold_query_has_no_fault_against_itself() {
    let Some(data) = lydite_testing::shared("datasets") else {
        return;
    };
    let attributor = Attributor::new(rule_set("lydite").unwrap());
    for gold in queries(&data.join("qald-9-test-multilingual.json")) {
        let attribution = attributed(&attributor, &gold, &gold).unwrap();
        let readable = parse(&gold, &Dialect::field()).is_ok();
        let expected = if readable {
            FailureClass::OtherData
        } else {
            FailureClass::DidNotParse
        };
        assert_eq!(attribution.class, expected, "{gold}");
        let mut exact = Outcome::new("1", Status::Answered);
        exact.f1 = 1.0;
        let question = Question::new("1");
        assert!(
            attributor
                .attribute(&Lost {
                    gold: &question,
                    response: None,
                    outcome: &exact,
                    failure: None
                })
                .is_none()
        );
    }
}

#[test]
fn huge_and_symmetric_queries_end() {
    let attributor = Attributor::new(rule_set("lydite").unwrap());
    let many = |count: usize, name: &str| {
        let triples = (0..count).map(|n| format!("?a <http://x/{name}> ?v{n} . "));
        format!("SELECT ?a {{ {} }}", triples.collect::<String>())
    };
    for (gold, found, class) in [
        (many(90, "p"), many(90, "q"), FailureClass::WrongProperty),
        (many(200, "p"), many(200, "q"), FailureClass::NotAnalysable),
        (many(3_000, "p"), many(3, "q"), FailureClass::NotAnalysable),
    ] {
        let attribution = attributed(&attributor, &gold, &found).unwrap();
        assert_eq!(attribution.class, class);
    }
    for hostile in ["", "{", "SELECT", "\u{0}", &"(".repeat(100_000)] {
        let attribution = attributed(&attributor, "SELECT ?x { ?x <a:p> ?y }", hostile).unwrap();
        assert_eq!(
            attribution.class,
            FailureClass::DidNotParse,
            "{hostile:.40}"
        );
    }
}

#[test]
fn the_table_of_classes_is_complete() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/failures.md");
    let documentation = std::fs::read_to_string(file).unwrap();
    let rows = FailureClass::ALL.map(|class| format!("| `{class}` | {} |\n", class.description()));
    let table = rows.concat();
    assert!(
        documentation.contains(&table),
        "docs/failures.md should contain\n\n{table}"
    );
}
