//! What other tools read off queries, compared with ours.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::io::Read;

use lydite_sparql::{Dialect, Form, Obstacle, Structure, parse};
use serde_json::Value;

/// The features that QaldGen publishes for 5,543 queries: LSQ's figures and `lsq:usesFeature`.
#[test]
fn lsq_features_are_those_of_qaldgen() {
    let Some(folder) = lydite_testing::shared("qaldgen") else {
        return;
    };
    let file = std::fs::File::open(folder.join("qaldgen-dataset.nt.gz")).unwrap();
    let mut triples = String::new();
    flate2::read::GzDecoder::new(file)
        .read_to_string(&mut triples)
        .unwrap();
    let mut questions: HashMap<&str, HashMap<&str, Vec<&str>>> = HashMap::new();
    for line in triples.lines() {
        let mut parts = line.splitn(3, ' ');
        let (Some(subject), Some(predicate), Some(object)) =
            (parts.next(), parts.next(), parts.next())
        else {
            continue;
        };
        if let Some(name) = predicate.strip_prefix("<http://lsq.aksw.org/vocab#") {
            let object = object.trim_end_matches(" .");
            questions
                .entry(subject)
                .or_default()
                .entry(name)
                .or_default()
                .push(object);
        }
    }
    let mut wrong: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    let (mut compared, mut unread) = (0, 0);
    for properties in questions.values() {
        let Some(text) = properties.get("text>").and_then(|values| values.first()) else {
            continue;
        };
        let text = unescape(text);
        let Ok(parsed) = parse(&text, &Dialect::field()) else {
            unread += 1;
            continue;
        };
        compared += 1;
        let structure = Structure::of(&parsed);
        let number = |name: &str| {
            properties[name][0][1..]
                .split('"')
                .next()
                .unwrap()
                .parse::<usize>()
                .unwrap()
        };
        let mut compare = |name: &'static str, ours: String, stated: String| {
            if ours != stated {
                let remark = format!("{ours} instead of {stated}: {text}");
                wrong.entry(name).or_default().push(remark);
            }
        };
        compare(
            "tps",
            structure.lsq_triple_patterns().to_string(),
            number("tps>").to_string(),
        );
        compare(
            "bgps",
            structure.lsq_basic_graph_patterns().to_string(),
            number("bgps>").to_string(),
        );
        compare(
            "projectVars",
            structure.projection.len().to_string(),
            number("projectVars>").to_string(),
        );
        let stated: BTreeSet<String> = properties["usesFeature>"]
            .iter()
            .map(|iri| {
                iri.trim_start_matches("<http://lsq.aksw.org/vocab#")
                    .trim_end_matches('>')
                    .to_owned()
            })
            .collect();
        compare(
            "features",
            format!("{:?}", structure.lsq_features()),
            format!("{stated:?}"),
        );
    }
    let counts: BTreeMap<_, _> = wrong
        .iter()
        .map(|(name, list)| (name, list.len()))
        .collect();
    println!("{compared} queries compared, {unread} not read, differing: {counts:?}");
    for (name, list) in &wrong {
        println!("{name}: {:#?}", &list[..list.len().min(12)]);
    }
    assert_eq!((compared, unread), (5_543, 0));
    assert!(wrong.is_empty(), "{counts:?}");
}

fn unescape(literal: &str) -> String {
    let inner = &literal[1..literal.rfind('"').unwrap()];
    inner
        .replace("\\n", "\n")
        .replace("\\t", "\t")
        .replace("\\r", "\r")
        .replace("\\\"", "\"")
        .replace("\\\\", "\\")
}

/// Targets and triples that the proposed semantics of the template evaluator calls disconnected.
#[test]
fn connectivity_is_that_of_the_template_cases() {
    let Some(folder) = lydite_testing::shared("tgm") else {
        return;
    };
    let (mut compared, mut invalid, mut wrong) = (0, 0, Vec::new());
    for file in ["cases-public.jsonl", "micro-public.jsonl"] {
        let lines = std::fs::read_to_string(folder.join(file)).unwrap();
        for line in lines.lines() {
            let case: Value = serde_json::from_str(line).unwrap();
            let criterion = case["ideal"]["criterion"]
                .as_str()
                .unwrap_or_default()
                .to_owned();
            let decisive = ["good", "disconnected target", "disconnected triple"];
            if !decisive.contains(&criterion.as_str()) {
                continue;
            }
            let Some(query) = template_text(&case) else {
                continue;
            };
            let parsed = match parse(&query, &Dialect::field()) {
                Ok(parsed) => parsed,
                // Grammatical, but no legal query: an alias given twice, a bound variable bound again.
                Err(error) if error.obstacle == Obstacle::Invalid => {
                    assert_eq!(
                        case["template_is_strict_sparql"],
                        Value::Bool(false),
                        "{query}"
                    );
                    invalid += 1;
                    continue;
                }
                Err(error) => panic!("{}", error.render(&query)),
            };
            compared += 1;
            let structure = Structure::of(&parsed);
            let connectivity = structure.connectivity();
            let ours = if structure.form != Form::Select {
                "good"
            } else if connectivity.targets.iter().any(|target| !target.bound) {
                "disconnected target"
            } else if connectivity
                .components
                .iter()
                .any(|component| !component.has_target)
            {
                "disconnected triple"
            } else {
                "good"
            };
            if ours != criterion {
                wrong.push(format!("{ours} instead of {criterion}: {query}"));
            }
        }
    }
    println!(
        "{compared} templates compared, {invalid} not legal, {} differ",
        wrong.len()
    );
    assert!(compared > 1_000, "{compared}");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(invalid < 20, "{invalid}");
}

fn template_text(case: &Value) -> Option<String> {
    let body: Value = match &case["tgm"]["body"] {
        Value::String(text) => serde_json::from_str(text).ok()?,
        body => body.clone(),
    };
    let template = body
        .as_array()
        .and_then(|list| list.first())
        .unwrap_or(&body);
    template["query"].as_str().map(str::to_owned)
}
