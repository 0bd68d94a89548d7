//! `lydite features`, `lydite sample`, `lydite slice` and `lydite score --sample` as a user meets them.

use std::path::Path;

use serde_json::{Value, json};

use crate::program::{run, write_entries};

/// What a command prints, which must end well.
fn out(arguments: &[&str]) -> String {
    let (code, out, error) = run(arguments);
    assert_eq!(code, 0, "{arguments:?}: {error}");
    out
}

fn json_of(arguments: &[&str]) -> Value {
    serde_json::from_str(&out(arguments)).unwrap()
}

/// What a command that fails says.
fn refused(arguments: &[&str], code: i32) -> String {
    let (found, _, error) = run(arguments);
    assert_eq!(found, code, "{arguments:?}: {error}");
    error
}

fn entry(id: usize, text: &str, query: &str, iris: &[&str]) -> Value {
    let rows: Vec<_> = iris
        .iter()
        .map(|iri| json!({"uri": {"type": "uri", "value": iri}}))
        .collect();
    json!({
        "id": id.to_string(),
        "question": [{"language": "en", "string": text}],
        "query": {"sparql": query},
        "answers": [{"head": {"vars": ["uri"]}, "results": {"bindings": rows}}]
    })
}

/// Questions of one, two and three triples; those of two ask *which*.
fn benchmark(folder: &Path) -> String {
    let entries: Vec<Value> = (0..12)
        .map(|id| {
            let triples = id % 3 + 1;
            let pattern: String = (0..triples)
                .map(|at| format!("?uri dbo:p{at} dbr:Thing_{at} . "))
                .collect();
            let text = match triples {
                2 => "Which thing is it ?".to_owned(),
                _ => format!("Who is {}?", "very ".repeat(id)),
            };
            let query = format!("SELECT ?uri {{ {pattern} }}");
            entry(id, &text, &query, &["http://x/a"])
        })
        .collect();
    write_entries(folder, "mine.json", &entries)
}

#[test]
fn features_are_printed_in_every_format() {
    let folder = tempfile::tempdir().unwrap();
    let file = benchmark(folder.path());
    let table = out(&["features", &file]);
    assert!(
        table.contains("12 questions") && table.contains("tps"),
        "{table}"
    );
    let csv = out(&[
        "features",
        &file,
        "--format",
        "csv",
        "--features",
        "length,lsq:tps,words",
    ]);
    assert!(
        csv.starts_with("id,length,tps,words\n0,3,1,2\n1,5,2,4\n"),
        "{csv}"
    );
    let document = json_of(&["features", &file, "--format", "json", "--where", "tps = 3"]);
    assert_eq!(document["questions"].as_array().unwrap().len(), 4);
    assert_eq!(document["questions"][0]["id"], "2");
    assert_eq!(document["questions"][0]["features"]["entity1"], "Thing 0");
    let turtle = out(&["features", &file, "--format", "rdf"]);
    assert!(
        turtle.contains("<urn:lydite:mine#0> qaldgen:text"),
        "{turtle}"
    );
    let list = json_of(&["features", "--list", "--format", "json"]);
    assert_eq!(list["features"].as_array().unwrap().len(), 126);
}

#[test]
fn a_sample_is_a_benchmark_again() {
    let folder = tempfile::tempdir().unwrap();
    let file = benchmark(folder.path());
    let paths: Vec<String> = ["json", "ttl", "csv", "html"]
        .map(|kind| {
            folder
                .path()
                .join(format!("s.{kind}"))
                .display()
                .to_string()
        })
        .to_vec();
    let mut arguments = vec!["sample", "--from", &file, "-n", "4", "--format", "json"];
    for path in &paths {
        arguments.extend(["--out", path]);
    }
    let document = json_of(&arguments);
    assert_eq!(document["method"], "feasible-exemplars");
    assert_eq!(document["n"], 4);
    assert_eq!(document["ids"].as_array().unwrap().len(), 4);
    assert_eq!(document["questions"][0]["question"][0]["language"], "en");
    for key in ["diversity", "similarity_error", "coverage"] {
        assert!(document[key].is_f64(), "{key}");
    }
    // The features of the RDF are those of the benchmark, so the same questions come out again.
    let again = json_of(&["sample", "--from", &paths[1], "-n", "4", "--format", "json"]);
    assert_eq!(again["ids"], document["ids"]);
    let stats = json_of(&["dataset", "stats", &paths[0], "--format", "json"]);
    assert_eq!(stats["files"][0]["questions"], 4);
    assert!(
        std::fs::read_to_string(&paths[2])
            .unwrap()
            .starts_with("id,text,length")
    );
    let page = std::fs::read_to_string(&paths[3]).unwrap();
    assert!(page.contains("<svg") && page.contains("totalEntities"));
    let twice = refused(
        &["sample", "--from", &file, "-n", "4", "--out", &paths[0]],
        2,
    );
    assert!(twice.contains("already exists"), "{twice}");
}

#[test]
fn questions_are_selected_by_query_and_by_condition() {
    let folder = tempfile::tempdir().unwrap();
    let file = benchmark(folder.path());
    let query = folder.path().join("q.rq");
    std::fs::write(
        &query,
        "Prefix qaldGen: <http://qald-gen.aksw.org/vocab#> Prefix lsq: <http://lsq.aksw.org/vocab#>
         SELECT DISTINCT ?qId ?words ?tps { ?qId qaldGen:length ?words . ?qId lsq:tps ?tps
         FILTER (?tps > 2) }",
    )
    .unwrap();
    let query = query.display().to_string();
    let by_query = json_of(&[
        "sample", "--from", &file, "-n", "2", "--select", &query, "--format", "json",
    ]);
    assert_eq!(by_query["pool"]["questions"], 4);
    assert_eq!(by_query["pool"]["features"], json!(["words", "tps"]));
    let by_condition = json_of(&[
        "sample",
        "--from",
        &file,
        "-n",
        "2",
        "--where",
        "tps > 2",
        "--features",
        "length,tps",
        "--format",
        "json",
    ]);
    assert_eq!(by_query["ids"], by_condition["ids"]);
}

#[test]
fn methods_are_compared() {
    let folder = tempfile::tempdir().unwrap();
    let file = benchmark(folder.path());
    let table = out(&["sample", "--from", &file, "-n", "3", "--compare"]);
    assert_eq!(table.lines().count(), 7, "{table}");
    assert!(
        table.lines().all(|line| line.chars().count() <= 100),
        "{table}"
    );
    let seeded = |seed: &str| {
        json_of(&[
            "sample", "--from", &file, "-n", "3", "--method", "random", "--seed", seed, "--format",
            "json",
        ])["ids"]
            .clone()
    };
    assert_eq!(seeded("5"), seeded("5"));
    assert_ne!(seeded("5"), seeded("6"));
}

#[test]
fn bad_input_is_explained() {
    let folder = tempfile::tempdir().unwrap();
    let file = benchmark(folder.path());
    let query = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        path.display().to_string()
    };
    let ask = query("ask.rq", "ASK { ?q qaldgen:length ?n }");
    let literal = query("literal.rq", "SELECT ?n ?q { ?q qaldgen:length ?n }");
    let text = query("text.rq", "SELECT ?q ?t { ?q qaldgen:text ?t }");
    let several = query(
        "several.rq",
        "SELECT ?q ?n { ?q qaldgen:length ?l VALUES ?n { 1 2 } }",
    );
    let nan = query(
        "nan.rq",
        "SELECT ?q ?n { ?q qaldgen:length ?l BIND(xsd:double('NaN') AS ?n) }",
    );
    let nothing = query("nothing.rq", "SELECT ?q ?n { ?q qaldgen:colour ?n }");
    let broken = query("broken.rq", "SELECT ?q { ?q }");
    let html = query("page.html", "<html></html>");
    let empty = query("empty.ttl", "@prefix q: <http://x/> .");
    let from = ["sample", "--from", &file, "-n", "2"];
    for (more, code, said) in [
        (vec!["--features", "lenght"], 2, "did you mean `length`?"),
        (vec!["--features", "text"], 2, "of type text"),
        (vec!["--where", "tps >"], 2, "expected a value"),
        (
            vec!["--where", "tps > 99"],
            3,
            "no question meets the condition `tps > 99`",
        ),
        (vec!["--select", &ask], 3, "must be a SELECT"),
        (vec!["--select", &literal], 3, "not a question"),
        (vec!["--select", &text], 3, "not a number"),
        (vec!["--select", &several], 3, "several rows"),
        (vec!["--select", &nan], 3, "is NaN"),
        (vec!["--select", &nothing], 3, "selects no question"),
        (vec!["--select", &broken], 3, "line 1, column"),
        (vec!["--select", "absent.rq"], 3, "absent.rq"),
        (
            vec!["--method", "dbscan-kmeans", "--radius", "-1"],
            2,
            "must be 0 or more",
        ),
        (
            vec!["--method", "kmeans", "--trials", "0"],
            2,
            "at least one trial",
        ),
        (vec!["--pos-model", "absent"], 3, "absent"),
        (vec!["--method", "nonsense"], 2, "invalid value"),
    ] {
        let arguments: Vec<&str> = from.iter().copied().chain(more).collect();
        let error = refused(&arguments, code);
        assert!(error.contains(said), "{arguments:?}: {error}");
    }
    for (file, said) in [
        (&html, "unknown format"),
        (&empty, "describes a question"),
        (&"absent.json".to_owned(), "does not exist"),
    ] {
        let error = refused(&["sample", "--from", file, "-n", "2"], 3);
        assert!(error.contains(said), "{error}");
    }
    assert!(refused(&["sample", "--from", &file, "-n", "0"], 2).contains("at least one"));
    let (code, _, notes) = run(&["sample", "--from", &file, "-n", "99"]);
    assert!(
        code == 0 && notes.contains("only 12 questions available, not 99"),
        "{notes}"
    );
    assert!(notes.contains("the same for all questions"), "{notes}");
    assert!(refused(&["dataset", "stats", &file, "--format", "rdf"], 2).contains("can print RDF"));
}

#[test]
fn systems_are_compared_slice_by_slice() {
    let folder = tempfile::tempdir().unwrap();
    let gold = benchmark(folder.path());
    let answers = |name: &str, right: &dyn Fn(usize) -> bool| {
        let entries: Vec<Value> = (0..12)
            .map(|id| {
                let iri = if right(id) {
                    "http://x/a"
                } else {
                    "http://x/b"
                };
                entry(id, "?", "SELECT ?uri { ?uri ?p ?o }", &[iri])
            })
            .collect();
        write_entries(folder.path(), name, &entries)
    };
    // The first is better on the whole, the second on questions with three triples.
    let first = answers("first.json", &|id| id % 3 != 2);
    let second = answers("second.json", &|id| id % 3 == 2);
    let document = json_of(&[
        "slice",
        "--gold",
        &gold,
        "--answers",
        &first,
        &second,
        "--by",
        "tps,whWhich",
        "--format",
        "json",
    ]);
    let slices = document["slices"].as_array().unwrap();
    let flips: Vec<_> = slices
        .iter()
        .filter(|slice| slice["flips"] == true)
        .map(|slice| {
            (
                slice["feature"].as_str().unwrap(),
                slice["value"].as_str().unwrap(),
            )
        })
        .collect();
    assert_eq!(flips, [("tps", "3")]);
    assert_eq!(slices[2]["n"], 4);
    assert_eq!(slices[2]["systems"][1]["score"], 1.0);
    // Four questions show nothing: all of one sign happen by chance one time in eight.
    assert_eq!(slices[2]["p_holm"], 0.125);
    assert_eq!(slices[2]["significant"], false);
    let table = out(&[
        "slice",
        "--gold",
        &gold,
        "--answers",
        &first,
        &second,
        "--by",
        "length",
    ]);
    assert!(
        table.contains("all questions") && table.contains("first"),
        "{table}"
    );
    let error = refused(
        &[
            "slice",
            "--gold",
            &gold,
            "--answers",
            &first,
            "--by",
            "tripples",
        ],
        2,
    );
    assert!(error.contains("there is no feature"), "{error}");
}

#[test]
fn scores_can_be_those_of_a_sample() {
    let folder = tempfile::tempdir().unwrap();
    let gold = benchmark(folder.path());
    let sample = out(&["sample", "--from", &gold, "-n", "5", "--format", "json"]);
    let path = folder.path().join("sample.json");
    std::fs::write(&path, &sample).unwrap();
    let path = path.display().to_string();
    let score = |more: &[&str]| {
        let begin = [
            "score",
            "--gold",
            &gold,
            "--answers",
            &gold,
            "--format",
            "json",
        ];
        json_of(&begin.iter().chain(more).copied().collect::<Vec<_>>())["systems"][0].take()
    };
    assert_eq!(score(&[])["dataset"]["questions"], 12);
    assert_eq!(score(&["--sample", &path])["dataset"]["questions"], 5);
    assert_eq!(score(&["--sample", &gold])["dataset"]["questions"], 12);
}

#[test]
fn the_published_dataset_is_read_as_it_is() {
    let Some(data) = lydite_testing::shared("") else {
        return;
    };
    let file = data
        .join("qaldgen/qaldgen-dataset.nt.gz")
        .display()
        .to_string();
    let document = json_of(&[
        "sample",
        "--from",
        &file,
        "-n",
        "15",
        "--method",
        "feasible-exmp",
        "--format",
        "json",
    ]);
    let reference = std::fs::read(data.join("qaldgen/reference.json")).unwrap();
    let reference: Value = serde_json::from_slice(&reference).unwrap();
    let expected = &reference["settings"][0]["algorithms"]["feasible-exmp"];
    let ids: Vec<u64> = document["ids"]
        .as_array()
        .unwrap()
        .iter()
        .map(|id| id.as_str().unwrap().parse().unwrap())
        .collect();
    assert_eq!(json!(ids), expected["ids"]);
    let close = |key: &str| {
        (document[key].as_f64().unwrap() - expected[key].as_f64().unwrap()).abs() < 1e-9
    };
    assert!(close("diversity") && close("similarity_error"));
    // Features that it does not have are computed.
    let more = json_of(&[
        "sample",
        "--from",
        &file,
        "-n",
        "7",
        "--features",
        "whWho,whWhat,words",
        "--format",
        "json",
    ]);
    assert_eq!(more["pool"]["questions"], 5543);
}
