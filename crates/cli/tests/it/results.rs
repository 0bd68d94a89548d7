//! `kg query` in the formats of the W3C, read by others and by ourselves.

use std::path::Path;
use std::process::{Command, Output, Stdio};

const DATA: &str = r#"
@prefix : <http://e/> .
:a :p 1 , "zwei"@de , _:b ; :q "x\ty,\"z\"" .
"#;

fn lydite(home: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_lydite"))
        .args(arguments)
        .env("LYDITE_HOME", home)
        .output()
        .unwrap()
}

/// What a query prints in a format, on the small graph.
fn printed(query: &str, format: &str, more: &[&str]) -> (Option<i32>, String, String) {
    let home = tempfile::tempdir().unwrap();
    let file = home.path().join("small.ttl");
    std::fs::write(&file, DATA).unwrap();
    let file = file.to_str().unwrap();
    let arguments = [&["kg", "query", file, query, "--format", format], more].concat();
    let output = lydite(home.path(), &arguments);
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (
        output.status.code(),
        text(&output.stdout),
        text(&output.stderr),
    )
}

const SELECT: &str = "SELECT * { ?s ?p ?o OPTIONAL { ?o ?none ?x } } ORDER BY ?o";

#[test]
fn json_is_that_of_sparql_and_nothing_else() {
    let (_, text, said) = printed(SELECT, "json", &[]);
    let document: serde_json::Value = serde_json::from_str(&text).unwrap_or_else(|error| {
        panic!("{error}: {text}{said}");
    });
    let keys: Vec<&String> = document.as_object().unwrap().keys().collect();
    assert_eq!(keys, ["head", "results"]);
    assert_eq!(
        document["head"]["vars"],
        serde_json::json!(["s", "p", "o", "none", "x"])
    );
    assert_eq!(document["results"]["bindings"].as_array().unwrap().len(), 4);
    let (_, text, _) = printed("ASK { ?s ?p 1 }", "json", &[]);
    let document: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(document["boolean"], true);

    let (_, text, _) = printed(SELECT, "json", &["--explain"]);
    let document: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(document["results"]["bindings"].as_array().unwrap().len(), 4);
    assert_eq!(document["lydite"]["notation"], "sparql");
}

#[test]
fn csv_tsv_and_xml_are_those_of_sparql() {
    let (_, csv, _) = printed("SELECT ?o { ?s <http://e/q> ?o }", "csv", &[]);
    assert_eq!(csv, "o\r\n\"x\ty,\"\"z\"\"\"\r\n");
    let (_, tsv, _) = printed("SELECT ?o { ?s <http://e/q> ?o }", "tsv", &[]);
    assert_eq!(tsv, "?o\n\"x\\ty,\\\"z\\\"\"\n");
    let (_, xml, _) = printed(SELECT, "xml", &[]);
    assert!(xml.starts_with("<?xml"), "{xml}");
    assert_eq!(xml.matches("<result>").count(), 4, "{xml}");
}

#[test]
fn triples_are_printed_as_n_triples_or_turtle() {
    let query = "CONSTRUCT { ?s <http://e/r> ?o } { ?s <http://e/q> ?o }";
    let (_, text, said) = printed(query, "ntriples", &[]);
    assert_eq!(
        text, "<http://e/a> <http://e/r> \"x\\ty,\\\"z\\\"\" .\n",
        "{said}"
    );
    let (_, text, _) = printed(query, "rdf", &[]);
    assert!(text.contains("<http://e/r>"), "{text}");
    for (query, format) in [
        (query, "json"),
        (query, "csv"),
        (SELECT, "ntriples"),
        ("ASK { }", "rdf"),
    ] {
        let (code, text, said) = printed(query, format, &[]);
        assert_eq!((code, text.as_str()), (Some(2), ""), "{query}: {said}");
        assert!(said.contains("--format"), "{said}");
    }
}

#[test]
fn other_commands_refuse_the_formats_of_queries() {
    let home = tempfile::tempdir().unwrap();
    for format in ["xml", "tsv", "ntriples"] {
        let output = lydite(home.path(), &["kg", "list", "--format", format]);
        assert_eq!(output.status.code(), Some(2), "{format}");
    }
}

#[test]
fn rdflib_and_sparqlwrapper_read_the_results() {
    let python = std::env::var("LYDITE_PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let script = r#"
import io, json, sys
from rdflib.query import Result
from SPARQLWrapper.Wrapper import QueryResult
text = sys.stdin.buffer.read()
result = Result.parse(io.BytesIO(text), format=sys.argv[1])
rows = [[str(cell) for cell in row] for row in result]
assert len(rows) == 4, rows
assert [str(v) for v in result.vars][:3] == ["s", "p", "o"], result.vars
if sys.argv[1] == "json":
    class Reply(io.BytesIO):
        def info(self): return {"content-type": "application/sparql-results+json"}
    read = QueryResult((Reply(text), "json")).convert()
    assert len(read["results"]["bindings"]) == 4, read
print("read")
"#;
    let has = Command::new(&python)
        .args(["-c", "import rdflib, SPARQLWrapper"])
        .output();
    if !has.is_ok_and(|output| output.status.success()) {
        let reason = "no rdflib or SPARQLWrapper; set LYDITE_PYTHON";
        assert_ne!(std::env::var("CI").as_deref(), Ok("true"), "{reason}");
        eprintln!("skipped: {reason}");
        return;
    }
    for format in ["json", "xml", "csv", "tsv"] {
        let (_, text, _) = printed(SELECT, format, &[]);
        let mut child = Command::new(&python)
            .args(["-c", script, format])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        std::io::Write::write_all(&mut child.stdin.take().unwrap(), text.as_bytes()).unwrap();
        let output = child.wait_with_output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(
            String::from_utf8_lossy(&output.stdout),
            "read\n",
            "{format}: {said}"
        );
    }
}

/// The most memory that a process held, in KiB.
#[cfg(target_os = "linux")]
fn peak(pid: u32) -> usize {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmHWM"));
    let figure = line.and_then(|line| line.split_whitespace().nth(1)?.parse().ok());
    figure.unwrap_or(0)
}

#[cfg(target_os = "linux")]
#[test]
fn a_million_rows_are_written_as_they_are_found() {
    let home = tempfile::tempdir().unwrap();
    let file = home.path().join("some.nt");
    let triples: String = (0..1000).fold(String::new(), |text, n| {
        text + &format!("<http://e/{n}> <http://e/p> \"{n}\" .\n")
    });
    std::fs::write(&file, triples).unwrap();
    let query = "SELECT * { ?a <http://e/p> ?b . ?c <http://e/p> ?d }";
    let mut child = Command::new(env!("CARGO_BIN_EXE_lydite"))
        .args(["kg", "query", file.to_str().unwrap(), query])
        .args(["--format", "json", "--timeout", "600", "--memory", "16"])
        .env("LYDITE_HOME", home.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut out = child.stdout.take().unwrap();
    let (mut length, mut most) = (0, 0);
    let mut buffer = vec![0; 1 << 20];
    loop {
        let read = std::io::Read::read(&mut out, &mut buffer).unwrap();
        if read == 0 {
            break;
        }
        length += read;
        most = most.max(peak(child.id()));
    }
    assert!(child.wait().unwrap().success());
    assert!(length > 100_000_000, "{length} bytes");
    assert!(most < 200 << 10, "{most} KiB");
}

#[test]
fn the_time_of_a_query_covers_its_output() {
    let home = tempfile::tempdir().unwrap();
    let query = "SELECT * { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i }";
    let arguments = ["kg", "query", "demo", query, "--format", "json"];
    let output = Command::new(env!("CARGO_BIN_EXE_lydite"))
        .args(arguments)
        .args(["--timeout", "1", "--limit", "1000000000"])
        .env("LYDITE_HOME", home.path())
        .stdout(Stdio::null())
        .output()
        .unwrap();
    assert!(!output.status.success());
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("exceeded its time limit"), "{said}");
}

/// No other engine is needed, and so no kind of query is left out for the sake of one.
#[test]
fn random_queries_give_what_the_definition_of_the_algebra_gives() {
    let python = std::env::var("LYDITE_PYTHON").unwrap_or_else(|_| "python3".to_owned());
    if Command::new(&python).arg("--version").output().is_err() {
        assert_ne!(
            std::env::var("CI").as_deref(),
            Ok("true"),
            "set LYDITE_PYTHON"
        );
        eprintln!("skipped: no Python; set LYDITE_PYTHON");
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let count = std::env::var("LYDITE_RANDOM_QUERIES").ok();
    let count: usize = count.map_or(140, |count| count.parse().unwrap());
    let graphs = count.div_ceil(70).to_string();
    let output = Command::new(&python)
        .args([
            "-c",
            include_str!("definition.py"),
            env!("CARGO_BIN_EXE_lydite"),
        ])
        .arg(folder.path())
        .args(["1", &graphs, "70"])
        .env("LYDITE_HOME", folder.path())
        .output()
        .unwrap();
    let (said, error) = (
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr),
    );
    assert!(output.status.success(), "{error}");
    let agree = said.split(' ').next().and_then(|count| count.parse().ok());
    assert_eq!(agree, Some(count.div_ceil(70) * 70), "{said}");
}
