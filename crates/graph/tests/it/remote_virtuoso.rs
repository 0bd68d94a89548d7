//! A real Virtuoso 7 and the embedded store: the same queries give the same answers, and the repair
//! of dialects means what the engine means for which they were written.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use crate::virtuoso::{MOST_ROWS, Virtuoso};
use lydite_formats::Reader;
use lydite_graph::oxrdf::vocab::xsd;
use lydite_graph::oxrdf::{NamedNode, Term, Triple};
use lydite_graph::{
    Embedded, GraphError, KnowledgeGraph, Limits, Loader, Note, Pattern, Remote, Results, Value,
};
use lydite_model::QueryForm;
use lydite_sparql::{Dialect, Parsed, parse};

#[test]
fn a_real_virtuoso() {
    let (Some(kg), Some(datasets), Some(tgm)) = (
        lydite_testing::shared("kg"),
        lydite_testing::shared("datasets"),
        lydite_testing::shared("tgm"),
    ) else {
        return;
    };
    let Some(virtuoso) = Virtuoso::start() else {
        return;
    };
    let assets = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../lab/assets");

    let corporate = Pair::load(
        &virtuoso,
        "corporate",
        &[
            kg.join("ck25/prod-vocab.ttl"),
            kg.join("ck25/prod-inst.ttl"),
        ],
    );
    corporate.same_answers(&kg.join("ck25/dev-questions.json"), 70);
    results_are_paged(&corporate);
    lookups_agree(&corporate);
    passwords_are_checked(&virtuoso, &corporate);
    words_are_found(&virtuoso, &corporate);

    let demo = Pair::load(&virtuoso, "demo", &[assets.join("demo.ttl")]);
    demo.same_answers(&assets.join("demo.json"), 134);
    many_lookups_agree(&demo);
    demo.same_answers(&datasets.join("qald-6-train-datacube.json"), 100);
    demo.same_answers(&datasets.join("qald-6-test-datacube.json"), 50);

    let offers = Pair::load(
        &virtuoso,
        "offers",
        &[kg.join("oxford-real-estate/oxford.nt.gz")],
    );
    offers.same_answers(&kg.join("oxford-real-estate/questions.json"), 19);

    let slice = [
        "kbqa-pg",
        "dbp15k-en",
        "esbm-dbpedia",
        "silk-movies",
        "ontology-2016-10",
    ]
    .map(|name| kg.join(format!("dbpedia-slice/{name}.nt.gz")));
    let slice = Pair::load(&virtuoso, "slice", &slice);
    dialects_mean_the_same(&virtuoso, &slice, &tgm.join("dialect_cases.json"));
}

/// The same graph twice.
struct Pair {
    name: &'static str,
    remote: Remote,
    embedded: Embedded,
}

impl Pair {
    fn load(virtuoso: &Virtuoso, name: &'static str, files: &[PathBuf]) -> Self {
        let graph = format!("http://test.example/{name}");
        let place = tempfile::tempdir().unwrap();
        let index = place.path().join("graph.kg");
        let mut loader = Loader::new();
        for file in files {
            virtuoso.load(file, &graph);
            loader = loader.file(file);
        }
        loader.load(&index).unwrap();
        Self {
            name,
            remote: Remote::new(&virtuoso.url())
                .unwrap()
                .with_default_graph(graph),
            embedded: Embedded::open(&index).unwrap(),
        }
    }

    /// The SPARQL queries of a benchmark give the same answers.
    fn same_answers(&self, file: &Path, expected: usize) {
        let mut compared = 0;
        let mut not_empty = 0;
        let mut different = Vec::new();
        for question in Reader::open(file).unwrap() {
            let id = question.id.to_string();
            for query in &question.queries {
                let Ok(parsed) = parse(&query.text, &Dialect::field()) else {
                    continue;
                };
                if parsed.form != QueryForm::Sparql {
                    continue;
                }
                compared += 1;
                let theirs = answer(self.remote.query(&parsed, &Limits::default()));
                let ours = answer(self.embedded.query(&parsed, &Limits::default()));
                not_empty += usize::from(ours.as_ref().is_ok_and(Answer::says_something));
                let same = match (&theirs, &ours) {
                    (Ok(theirs), Ok(ours)) => theirs.is(ours),
                    _ => false,
                };
                if !same {
                    different.push(format!(
                        "{id}: {}\n  Virtuoso {theirs:?}\n  embedded {ours:?}",
                        query.text
                    ));
                }
            }
        }
        println!(
            "{}: {compared} queries of {} compared, {not_empty} with answers",
            self.name,
            file.display()
        );
        assert!(different.is_empty(), "{}", different.join("\n"));
        assert_eq!(compared, expected, "{}", file.display());
    }
}

/// An answer in a form that can be compared: what engines write differently is written alike.
#[derive(Debug)]
struct Answer {
    rows: Vec<Vec<String>>,
}

impl Answer {
    fn is(&self, ours: &Self) -> bool {
        self.rows == ours.rows || self.is_sum_of_nothing(ours)
    }

    /// The sum or mean of nothing is 0 in SPARQL, and unbound in Virtuoso, as in SQL.
    fn is_sum_of_nothing(&self, ours: &Self) -> bool {
        let only = |answer: &Self, value: &str| matches!(answer.rows.as_slice(), [row] if row.iter().all(|cell| cell == value));
        only(self, "") && only(ours, "0.000000000e0")
    }

    /// Whether it is more than nothing, false, or a count of nothing.
    fn says_something(&self) -> bool {
        let nothing = ["", "false", "0.000000000e0"];
        self.rows
            .iter()
            .flatten()
            .any(|cell| !nothing.contains(&&**cell))
    }
}

fn answer(results: Result<Results, GraphError>) -> Result<Answer, GraphError> {
    let results = results?;
    let complete = |note: &Note| matches!(note, Note::Paged { .. } | Note::UnknownGraph { .. });
    assert!(results.notes.iter().all(complete), "{:?}", results.notes);
    let mut rows: Vec<Vec<String>> = match &results.value {
        Value::Boolean(value) => vec![vec![value.to_string()]],
        Value::Rows(rows) => rows
            .rows
            .iter()
            .map(|row| {
                row.iter()
                    .map(|cell| cell.as_ref().map_or(String::new(), written))
                    .collect()
            })
            .collect(),
        Value::Triples(triples) => triples
            .iter()
            .map(|triple| {
                vec![
                    triple.subject.to_string(),
                    triple.predicate.to_string(),
                    written(&triple.object),
                ]
            })
            .collect(),
    };
    rows.sort();
    Ok(Answer { rows })
}

/// Numbers by value: Virtuoso writes `330.0` for `330`, and decimals with fewer digits.
fn written(term: &Term) -> String {
    match term {
        Term::Literal(literal) if literal.datatype() != xsd::STRING => {
            match literal.value().parse::<f64>() {
                Ok(number) => format!("{number:.9e}"),
                Err(_) => term.to_string(),
            }
        }
        Term::BlankNode(_) => "_".to_owned(),
        term => term.to_string(),
    }
}

fn query(text: &str) -> Parsed {
    parse(text, &Dialect::field()).unwrap()
}

/// What Virtuoso cuts off is fetched in pages, and is the whole.
fn results_are_paged(pair: &Pair) {
    for (text, pages) in [
        (
            "SELECT DISTINCT ?s ?o { ?s ?p ?o } ORDER BY DESC(?s) LIMIT 10010 OFFSET 1",
            2,
        ),
        (
            "CONSTRUCT { ?s <http://e/of> ?p } { ?s ?p ?o FILTER(isLiteral(?o)) }",
            2,
        ),
    ] {
        let parsed = query(text);
        let results = pair.remote.query(&parsed, &Limits::default()).unwrap();
        assert_eq!(results.notes, [Note::Paged { pages }], "{text}");
        let theirs = answer(Ok(results)).unwrap();
        let ours = answer(pair.embedded.query(&parsed, &Limits::default())).unwrap();
        assert!(theirs.rows.len() > MOST_ROWS);
        assert_eq!(theirs.rows.len(), ours.rows.len(), "{text}");
        if !text.contains("LIMIT") {
            assert!(theirs.is(&ours), "{text}");
        }
    }
    let written = pair
        .remote
        .query_as_written("SELECT * { ?s ?p ?o }", &Limits::default())
        .unwrap();
    assert_eq!(written.notes, [Note::Truncated { rows: MOST_ROWS }]);
}

/// What is asked for many things at once is what is asked for each, and the same on both graphs.
fn many_lookups_agree(pair: &Pair) {
    let parsed =
        query("SELECT DISTINCT ?x ?l { ?x rdfs:label ?l FILTER(lang(?l) IN ('en', 'fa')) }");
    let results = pair.embedded.query(&parsed, &Limits::default()).unwrap();
    let Value::Rows(found) = results.value else {
        panic!("no rows");
    };
    let mut iris = vec!["no identifier", "http://nobody.example/1"];
    let mut labels = vec![("nobody's label", Some("en")), ("a \"quoted\" one\n", None)];
    for row in &found.rows {
        let [Some(Term::NamedNode(node)), Some(Term::Literal(label))] = row.as_slice() else {
            panic!("{row:?}");
        };
        iris.push(node.as_str());
        labels.push((label.value(), label.language()));
    }
    assert!(iris.len() > 500, "{}", iris.len());
    let sets = |all: Vec<Vec<NamedNode>>| -> Vec<BTreeSet<String>> {
        let set = |nodes: Vec<NamedNode>| nodes.into_iter().map(NamedNode::into_string).collect();
        all.into_iter().map(set).collect()
    };
    let (remote, embedded) = (&pair.remote, &pair.embedded);
    let same = sets(remote.same_as_all(&iris).unwrap());
    assert_eq!(same, sets(embedded.same_as_all(&iris).unwrap()));
    assert!(same.iter().filter(|same| !same.is_empty()).count() > 200);
    let above = sets(remote.super_classes_all(&iris).unwrap());
    assert_eq!(above, sets(embedded.super_classes_all(&iris).unwrap()));
    assert!(above.iter().filter(|above| above.len() > 1).count() > 10);
    let labelled = sets(remote.labelled_all(&labels).unwrap());
    let ours = sets(embedded.labelled_all(&labels).unwrap());
    assert_eq!(labelled, ours);
    let types = sets(remote.types_all(&iris).unwrap());
    assert_eq!(types, sets(embedded.types_all(&iris).unwrap()));
    assert!(types.iter().filter(|types| !types.is_empty()).count() > 200);
    assert!(labelled[2..].iter().all(|labelled| !labelled.is_empty()));
    for (iri, same) in iris.iter().zip(&same).skip(1).step_by(97) {
        assert_eq!(&sets(vec![remote.same_as(iri).unwrap()])[0], same);
    }
}

/// Labels, classes and patterns are the same.
fn lookups_agree(pair: &Pair) {
    let class = "http://ld.company.org/prod-vocab/Manager";
    let parsed = query("SELECT ?x ?l { ?x rdfs:label ?l ; a ?c } ORDER BY ?x LIMIT 20");
    let Value::Rows(found) = pair
        .embedded
        .query(&parsed, &Limits::default())
        .unwrap()
        .value
    else {
        panic!("no rows");
    };
    let sorted = |nodes: Vec<NamedNode>| {
        let names: BTreeSet<String> = nodes.iter().map(|node| node.as_str().to_owned()).collect();
        names
    };
    let mut compared = 0;
    for row in &found.rows {
        let [Some(Term::NamedNode(node)), Some(Term::Literal(label))] = row.as_slice() else {
            continue;
        };
        let iri = node.as_str();
        for language in [None, Some("en"), label.language()] {
            // They do not depend on where the graph lives, nor does their order.
            let labels = |graph: &dyn KnowledgeGraph| graph.labels(iri, language).unwrap();
            assert_eq!(
                labels(&pair.remote),
                labels(&pair.embedded),
                "{iri} {label}"
            );
        }
        assert!(
            pair.remote
                .labels(iri, None)
                .unwrap()
                .iter()
                .any(|found| found == label.value())
        );
        assert_eq!(
            sorted(pair.remote.types(iri).unwrap()),
            sorted(pair.embedded.types(iri).unwrap())
        );
        let labelled = sorted(pair.remote.labelled(label.value(), None).unwrap());
        assert!(labelled.contains(iri), "{label}: {labelled:?}");
        let pattern = Pattern {
            subject: Some(node.clone().into()),
            ..Pattern::default()
        };
        let triples = |graph: &dyn KnowledgeGraph| {
            let triples = graph.triples(&pattern, &Limits::default()).unwrap();
            let written = |t: &Triple| format!("{} {}", t.predicate, written(&t.object));
            triples.iter().map(written).collect::<BTreeSet<String>>()
        };
        assert_eq!(triples(&pair.remote), triples(&pair.embedded));
        compared += 1;
    }
    assert!(compared > 0);
    let classes = pair.remote.super_classes(class).unwrap();
    assert!(!classes.is_empty());
    assert_eq!(
        sorted(classes),
        sorted(pair.embedded.super_classes(class).unwrap())
    );
}

/// The endpoint that wants a password gets it, by digest.
fn passwords_are_checked(virtuoso: &Virtuoso, pair: &Pair) {
    let parsed = query("ASK { ?x ?y ?z }");
    let with = |password| {
        let remote = Remote::new(&virtuoso.url_with_password("dba", password)).unwrap();
        remote.query(&parsed, &Limits::default())
    };
    assert_eq!(with("dba").unwrap().value, Value::Boolean(true));
    let error = with("wrong").unwrap_err();
    let is_it = matches!(error, GraphError::Unauthorised { given: true, .. });
    assert!(is_it, "{error}");
    assert!(!error.to_string().contains("wrong"), "{error}");
    let plain = pair.remote.query(&parsed, &Limits::default()).unwrap();
    assert_eq!(plain.value, Value::Boolean(true));
}

/// Text is found without an index and with one.
fn words_are_found(virtuoso: &Virtuoso, pair: &Pair) {
    let plain = pair.remote.search("Karen Brant", None, 5).unwrap();
    assert_eq!(plain.first().unwrap().text, "Karen Brant");
    virtuoso
        .sql("DB.DBA.RDF_OBJ_FT_RULE_ADD(null, null, 'all'); DB.DBA.VT_INC_INDEX_DB_DBA_RDF_OBJ();")
        .unwrap();
    let indexed = pair.remote.search("Karen Brant", None, 5).unwrap();
    assert_eq!(indexed, plain);
}

/// What the dialect queries of the field come to.
#[derive(Debug, Default, PartialEq)]
struct Dialects {
    queries: usize,
    /// By Virtuoso's compiler.
    taken_as_written: usize,
    rewritings_taken: usize,
    repaired_taken: usize,
    /// The original on Virtuoso with the repaired one on our store.
    compared: usize,
    with_answers: usize,
    same: usize,
}

/// Where Virtuoso deviates from SPARQL, by what stands in the query: docs/graphs.md says more.
const DEVIATIONS: [(&str, &str); 5] = [
    ("regex(", "it searches identifiers as if they were texts"),
    ("xsd:dateTime", "it compares texts with points in time"),
    ("xsd:double(", "it casts values of unknown datatypes"),
    (
        "?uriWHERE",
        "it takes the words that were glued together for a variable",
    ),
    ("LIMIT 1", "of several that are first it takes another"),
];

/// Queries in Virtuoso's dialect mean on Virtuoso what our repaired ones mean on our store.
fn dialects_mean_the_same(virtuoso: &Virtuoso, slice: &Pair, cases: &Path) {
    let limits = Limits::default();
    let text = std::fs::read_to_string(cases).unwrap();
    let cases: serde_json::Value = serde_json::from_str(&text).unwrap();
    // Whether a query is taken shows on an empty graph, too.
    let empty = Remote::new(&virtuoso.url())
        .unwrap()
        .with_default_graph("http://test.example/empty");
    let mut tally = Dialects::default();
    let mut wrong = Vec::new();
    let mut deviations: BTreeMap<&str, usize> = BTreeMap::new();
    for case in cases["cases"].as_array().unwrap() {
        let original = case["query"].as_str().unwrap();
        tally.queries += 1;
        tally.taken_as_written += usize::from(empty.query_as_written(original, &limits).is_ok());
        let Some(rewriting) = case["rewriting"].as_str() else {
            continue;
        };
        match empty.query_as_written(rewriting, &limits) {
            Ok(_) => tally.rewritings_taken += 1,
            Err(error) => wrong.push(format!("the rewriting is refused: {error}\n{rewriting}")),
        }
        let repaired = parse(original, &Dialect::field()).unwrap();
        match empty.query(&repaired, &limits) {
            Ok(_) => tally.repaired_taken += 1,
            Err(error) => wrong.push(format!("ours is refused: {error}\n{}", repaired.text)),
        }
        // What it refuses, or what fails on the data, says nothing about the meaning.
        let Ok(theirs) = answer(slice.remote.query_as_written(original, &limits)) else {
            continue;
        };
        let ours = answer(slice.embedded.query(&repaired, &limits)).unwrap();
        tally.compared += 1;
        tally.with_answers += usize::from(ours.says_something() || theirs.says_something());
        if theirs.is(&ours) {
            tally.same += 1;
            continue;
        }
        match DEVIATIONS.iter().find(|(mark, _)| original.contains(mark)) {
            Some((_, reason)) => *deviations.entry(reason).or_default() += 1,
            None => wrong.push(format!(
                "different: {original}\n  ours: {}\n  Virtuoso {:?}\n  embedded {:?}",
                repaired.text, theirs.rows, ours.rows
            )),
        }
    }
    println!("{tally:?}, {deviations:?}");
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
    let deviating: usize = deviations.values().sum();
    assert!(deviating <= 14, "{deviations:?}");
    assert_eq!(
        (tally.queries, tally.taken_as_written),
        (1131, 882),
        "{tally:?}"
    );
    assert_eq!((tally.rewritings_taken, tally.repaired_taken), (1130, 1130));
    assert!(
        tally.compared >= 881 && tally.with_answers >= 200,
        "{tally:?}"
    );
    assert_eq!(tally.same + deviating, tally.compared);
}
