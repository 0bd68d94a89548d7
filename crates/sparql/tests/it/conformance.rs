//! The queries of the field, all of them.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use crate::shared;
use std::collections::BTreeMap;

use lydite_model::QueryForm;
use lydite_sparql::{Canonical, Dialect, Obstacle, RepairKind, diff, equivalent, parse};
use serde_json::Value;

fn dialect_cases() -> Option<Value> {
    let file = lydite_testing::shared("tgm")?.join("dialect_cases.json");
    Some(serde_json::from_str(&std::fs::read_to_string(file).unwrap()).unwrap())
}

fn text<'v>(value: &'v Value, key: &str) -> &'v str {
    value[key].as_str().unwrap_or_default()
}

/// Rewritings that hold what the query does not: they were taken from another edition.
const LOST: [(&str, &str); 14] = [
    ("dialect-0184", "the language of \"EX\"@en"),
    ("dialect-0185", "the language of \"Baldwin\"@en"),
    ("dialect-0186", "the language of \"CPU\"@en"),
    ("dialect-0220", "letters of names"),
    ("dialect-0221", "letters of names"),
    ("dialect-0223", "letters of names"),
    ("dialect-0224", "a digit of a year"),
    ("dialect-0230", "letters of names"),
    ("dialect-0235", "letters of a text"),
    ("dialect-0239", "letters of names"),
    ("dialect-0245", "letters of names"),
    ("dialect-0264", "letters of names"),
    ("dialect-0267", "digits of a time"),
    ("dialect-0274", "letters of names"),
];

#[test]
fn each_dialect_query_is_repaired_to_what_its_rewriting_says() {
    let Some(cases) = dialect_cases() else { return };
    let (mut parsed_count, mut same, mut wrong) = (0, 0, Vec::new());
    let mut kinds: BTreeMap<&str, usize> = BTreeMap::new();
    for case in cases["cases"].as_array().unwrap() {
        let (id, query) = (text(case, "id"), text(case, "query"));
        let parsed = match parse(query, &Dialect::field()) {
            Ok(parsed) => parsed,
            Err(error) => {
                if error.obstacle != Obstacle::OutOfScope {
                    wrong.push(format!("{id}: {}", error.render(query)));
                }
                continue;
            }
        };
        parsed_count += 1;
        assert!(!parsed.repairs.is_empty(), "{id}");
        for repair in &parsed.repairs {
            *kinds.entry(repair.kind.id()).or_default() += 1;
            assert!(query.is_char_boundary(repair.offset), "{id}: {repair:?}");
        }
        let rewriting = parse(text(case, "rewriting"), &Dialect::strict()).unwrap();
        let lost = LOST.iter().any(|(lost, _)| *lost == id);
        if equivalent(&parsed, &rewriting) {
            same += 1;
            assert!(!lost, "{id} is no longer lost");
        } else if !lost {
            let differences = diff(&rewriting, &parsed);
            wrong.push(format!("{id}: {} {differences:?}", parsed.text));
        }
    }
    println!("{parsed_count} parsed, {same} as rewritten; repairs: {kinds:#?}");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!((parsed_count, same), (1130, 1130 - LOST.len()));
}

#[test]
fn valid_queries_that_the_parser_refuses_need_no_repair() {
    let Some(cases) = dialect_cases() else { return };
    let cases = cases["parser_disagreements"].as_array().unwrap();
    for case in cases {
        let parsed = parse(text(case, "query"), &Dialect::strict()).unwrap();
        assert!(parsed.is_strict());
    }
    assert_eq!(cases.len(), 5);
}

#[test]
fn hybrid_queries_are_a_form_of_their_own() {
    let Some(cases) = dialect_cases() else { return };
    let cases = cases["hybrid_pseudo_queries"]["cases"].as_array().unwrap();
    let mut pseudo = 0;
    for case in cases {
        let query = text(case, "query");
        let parsed =
            parse(query, &Dialect::field()).unwrap_or_else(|e| panic!("{}", e.render(query)));
        assert_eq!(
            parsed.form == QueryForm::Pseudo,
            query.contains("text:"),
            "{query}"
        );
        pseudo += usize::from(parsed.form == QueryForm::Pseudo);
        let again = parse(&parsed.text, &Dialect::field()).unwrap();
        assert!(
            again.repairs.is_empty() && equivalent(&again, &parsed),
            "{query}"
        );
    }
    println!("{} parsed, {pseudo} with texts", cases.len());
    assert_eq!(cases.len(), 235);
}

/// Parses each query, checks what must hold of any, and counts (all, repaired, refused).
fn check(queries: &[String]) -> (usize, usize, Vec<String>) {
    let (mut repaired, mut printed_back) = (0, 0);
    let mut refused = Vec::new();
    for query in queries {
        let parsed = match parse(query, &Dialect::field()) {
            Ok(parsed) => parsed,
            Err(error) => {
                refused.push(format!("{:?}: {}", error.obstacle, error.render(query)));
                continue;
            }
        };
        let bare = spargebra::SparqlParser::new().parse_query(query);
        if let Some(bare) = bare.ok().filter(|_| !query.contains("ASKWHERE")) {
            assert!(parsed.repairs.is_empty(), "{query}");
            assert_eq!(parsed.text, *query);
            // Through the parser's printer: other prefixes, other spelling, the same meaning.
            // The printer puts a sub-select into ASK, HAVING, and ORDER BY with aggregates.
            let printed = bare.to_string();
            let other = matches!(bare, spargebra::Query::Ask { .. }) || printed.contains("{SELECT");
            if let (false, Ok(printed)) = (other, parse(&printed, &Dialect::strict())) {
                assert_eq!(
                    Canonical::of(&parsed),
                    Canonical::of(&printed),
                    "{query}\n{bare}"
                );
                printed_back += 1;
            }
        }
        if parsed.is_strict() {
            continue;
        }
        repaired += usize::from(!parsed.repairs.is_empty());
        let again = parse(&parsed.text, &Dialect::field())
            .unwrap_or_else(|error| panic!("{query}\n{}", error.render(&parsed.text)));
        assert!(again.repairs.is_empty(), "{query}\n{:?}", again.repairs);
        assert_eq!(again.text, parsed.text);
        assert!(equivalent(&again, &parsed), "{query}");
    }
    println!("{printed_back} came back from the printer unchanged");
    assert!(printed_back > 0);
    (queries.len(), repaired, refused)
}

/// Readers keep the marker OUT OF SCOPE apart from queries, so nothing is left to be refused.
#[test]
fn qald_1_to_9_and_lc_quad_are_understood() {
    let Some(folder) = lydite_testing::shared("datasets") else {
        return;
    };
    let mut queries = shared::queries(&folder, shared::is_classic);
    let (all, _, refused) = check(&queries);
    assert!(refused.is_empty(), "{refused:#?}");
    queries.retain(|query| !query.contains("text:"));
    let valid = queries
        .iter()
        .filter(|query| spargebra::SparqlParser::new().parse_query(query).is_ok())
        .count();
    let (sparql, repaired, _) = check(&queries);
    println!(
        "{all} distinct queries, {} hybrid; of {sparql} others the parser takes {valid} as they are, \
         {repaired} are repaired, none is refused",
        all - sparql
    );
    assert!(sparql >= 7_900, "{sparql}");
    assert!(repaired >= 1_000, "{repaired}");
}

#[test]
fn templates_of_lc_quad_are_templates() {
    let Some(folder) = lydite_testing::shared("datasets") else {
        return;
    };
    let queries = shared::queries(&folder, |file| file == "lc-quad-1-templates.json");
    let mut refused = Vec::new();
    for query in &queries {
        match parse(query, &Dialect::field()) {
            Ok(parsed) => assert_eq!(parsed.form, QueryForm::Template, "{query}"),
            Err(error) => refused.push(error.render(query)),
        }
    }
    println!("{} templates, refused: {refused:#?}", queries.len());
    // Two have a dot in the middle of a triple.
    assert_eq!(
        (queries.len() > 30, refused.len()),
        (true, 2),
        "{refused:#?}"
    );
}

#[test]
fn later_benchmarks_are_understood() {
    let mut total = 0;
    if let Some(folder) = lydite_testing::shared("datasets") {
        for (name, count) in [
            ("qald-9-plus-test-dbpedia.json", 150),
            ("qald-10-test-wikidata.json", 394),
        ] {
            let queries = shared::queries(&folder, |file| file == name);
            let (all, repaired, refused) = check(&queries);
            println!(
                "{name}: {all} distinct, {repaired} repaired, {} refused",
                refused.len()
            );
            assert!(refused.is_empty(), "{name}: {refused:#?}");
            assert!(all > count * 9 / 10, "{name}: {all}");
            total += all;
        }
        let queries = shared::queries(&folder, |file| file == "mqald.json");
        let (all, _, refused) = check(&queries);
        assert!(refused.is_empty(), "mqald.json: {refused:#?}");
        total += all;
    }
    if let Some(folder) = lydite_testing::shared("text2sparql") {
        let queries = shared::queries(&folder, |file| file == "questions_db25.yaml");
        let (all, repaired, refused) = check(&queries);
        println!(
            "db25: {all} distinct, {repaired} repaired, {} refused",
            refused.len()
        );
        assert!(refused.is_empty(), "{refused:#?}");
        total += all;
    }
    println!("{total} queries");
}

/// KQA Pro writes its relations as `<member_of>`, for a store without a base.
#[test]
fn relative_iris_of_kqa_pro_are_resolved() {
    let Some(folder) = lydite_testing::shared("datasets-modern") else {
        return;
    };
    let file = folder.join("kqa-pro-sparql-flexkbqa-first300.json");
    let entries: Value = serde_json::from_str(&std::fs::read_to_string(file).unwrap()).unwrap();
    let (mut relative, mut refused) = (0, Vec::new());
    for entry in entries.as_array().unwrap() {
        let query = text(entry, "sparql");
        match parse(query, &Dialect::field()) {
            Ok(parsed) => {
                let kinds = parsed.repairs.iter().map(|repair| repair.kind);
                relative += kinds
                    .filter(|kind| *kind == RepairKind::IriRelative)
                    .count();
                let again = parse(&parsed.text, &Dialect::field()).unwrap();
                assert!(again.repairs.is_empty() && equivalent(&again, &parsed));
            }
            Err(error) => refused.push(error.render(query)),
        }
        if let Err(error) = parse(query, &Dialect::strict()) {
            let known = [Obstacle::RelativeIri, Obstacle::Syntax];
            assert!(known.contains(&error.obstacle), "{}", error.render(query));
        }
    }
    println!("{relative} of 300 have relative IRIs");
    assert!(refused.is_empty(), "{}", refused.join("\n"));
    assert!(relative >= 290, "{relative}");
}

/// What the official evaluation of TEXT2SPARQL could run, `Dialect::virtuoso` takes; what it takes
/// only with a repair scored 0.
#[test]
fn the_official_endpoint_takes_what_virtuoso_takes() {
    let Some(folder) = lydite_testing::shared("text2sparql") else {
        return;
    };
    let read = |file: std::path::PathBuf| -> Value {
        serde_json::from_str(&std::fs::read_to_string(file).unwrap()).unwrap()
    };
    let (mut scored, mut strict, mut repaired) = (0, 0, 0);
    for system in std::fs::read_dir(folder.join("results")).unwrap() {
        let system = system.unwrap().path();
        let scores = read(system.join("db25_eval.json"));
        for answer in read(system.join("db25_answers.json")).as_array().unwrap() {
            let (query, name) = (text(answer, "query"), text(answer, "qname"));
            let score = scores[name]["set_F"].as_f64().unwrap_or_default();
            let taken = parse(query, &Dialect::virtuoso());
            if score > 0.0 {
                scored += 1;
                strict += usize::from(parse(query, &Dialect::strict()).is_ok());
                assert!(taken.is_ok(), "{name}: {query}");
            }
            repaired += usize::from(taken.is_err() && parse(query, &Dialect::field()).is_ok());
        }
    }
    println!("{scored} scored, {strict} of them SPARQL 1.1; {repaired} run only if repaired");
    assert!(
        scored >= 300 && strict < scored && repaired >= 15,
        "{scored} {strict} {repaired}"
    );
}

#[test]
fn one_slash_before_the_host_is_doubled() {
    let Some(folder) = lydite_testing::shared("datasets") else {
        return;
    };
    let queries = shared::queries(&folder, |file| file == "qald-6-train-hybrid.json");
    let mut found = 0;
    for query in queries.iter().filter(|query| query.contains("<http:/d")) {
        let parsed = parse(query, &Dialect::field()).unwrap();
        assert!(!parsed.text.contains("<http:/d"), "{}", parsed.text);
        found += 1;
    }
    assert_eq!(found, 10);
}
