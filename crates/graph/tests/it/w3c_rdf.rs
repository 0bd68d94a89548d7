//! The W3C suites for N-Triples, N-Quads, Turtle, TriG and RDF/XML, through the loader.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use lydite_graph::oxrdf::dataset::CanonicalizationAlgorithm;
use lydite_graph::oxrdf::{Dataset, Term};
use lydite_graph::{Embedded, GraphError, KnowledgeGraph, Limits, LoadReport, Loader, Pattern};

/// The suites, and how many tests each has.
const SUITES: [(&str, usize); 5] = [
    ("rdf-n-triples", 70),
    ("rdf-n-quads", 87),
    ("rdf-turtle", 313),
    ("rdf-trig", 356),
    ("rdf-xml", 166),
];

/// The tests that do not hold, as docs/graphs.md argues.
const EXCEPTIONS: [&str; 2] = ["rdf-xml#xml-canon-test001", "rdf-xml#xml-canon-test002"];

/// A test of a manifest: what it is called, its kind, its input, what that means.
struct Case {
    name: String,
    kind: String,
    action: PathBuf,
    result: Option<PathBuf>,
}

fn cases(folder: &Path) -> Vec<Case> {
    let text = std::fs::read(folder.join("manifest.ttl")).unwrap();
    let manifest = Embedded::from_bytes("manifest.ttl", text).unwrap();
    let triples = manifest.triples(&Pattern::default(), &Limits::default());
    let mut tests: BTreeMap<String, BTreeMap<String, String>> = BTreeMap::new();
    for triple in triples.unwrap() {
        let value = match &triple.object {
            Term::NamedNode(node) => node.as_str().to_owned(),
            Term::Literal(literal) => literal.value().to_owned(),
            Term::BlankNode(_) => continue,
        };
        let property = triple.predicate.as_str();
        let property = property.rsplit(['#', '/']).next().unwrap().to_owned();
        let test = tests.entry(triple.subject.to_string()).or_default();
        test.insert(property, value);
    }
    let path = |iri: &String| folder.join(iri.strip_prefix("file:///").unwrap());
    let tests = tests.into_iter().filter_map(|(iri, test)| {
        let kind = test.get("type")?;
        Some(Case {
            name: iri.trim_end_matches('>').rsplit('#').next()?.to_owned(),
            kind: kind.rsplit('#').next()?.to_owned(),
            action: path(test.get("action")?),
            result: test.get("result").map(path),
        })
    });
    tests.collect()
}

fn load(file: &Path, base: &str, index: &Path) -> Result<(LoadReport, Dataset), GraphError> {
    let report = Loader::new().file(file).base(base).threads(1).load(index)?;
    let mut quads = Dataset::new();
    Embedded::open(index)?.each_quad(|quad| -> Result<(), GraphError> {
        quads.insert(&quad);
        Ok(())
    })?;
    quads.canonicalize(CanonicalizationAlgorithm::Unstable);
    Ok((report, quads))
}

/// Whether a test holds, or what is wrong.
fn check(case: &Case, suite: &Path, base: &str, index: &Path) -> Result<(), String> {
    let within = case.action.strip_prefix(suite).unwrap().display();
    let loaded = load(&case.action, &format!("{base}{within}"), index);
    if case.kind.contains("Negative") {
        return match loaded {
            Ok((report, _)) if report.bad_lines() == 0 => Err("it was read".to_owned()),
            _ => Ok(()),
        };
    }
    let (report, quads) = loaded.map_err(|error| error.to_string())?;
    if report.bad_lines() > 0 {
        return Err(format!("{:?}", report.sources[0].remarks));
    }
    let Some(result) = &case.result else {
        return Ok(());
    };
    let (_, expected) = load(result, "http://no.base/", index).unwrap();
    if quads != expected {
        return Err(format!("it gives\n{quads}\ninstead of\n{expected}"));
    }
    Ok(())
}

#[test]
fn the_w3c_suites_hold() {
    let Some(folder) = lydite_testing::shared("w3c") else {
        return;
    };
    let unpacked = tempfile::tempdir().unwrap();
    let unpack = Command::new("tar")
        .arg("xzf")
        .arg(folder.join("rdf11.tar.gz"))
        .arg("-C")
        .arg(unpacked.path())
        .status();
    assert!(unpack.unwrap().success());
    let index = unpacked.path().join("test.kg");
    let mut failed = Vec::new();
    for (suite, count) in SUITES {
        let folder = unpacked.path().join("rdf/rdf11").join(suite);
        let base = format!("https://w3c.github.io/rdf-tests/rdf/rdf11/{suite}/");
        let cases = cases(&folder);
        assert_eq!(cases.len(), count, "{suite}");
        for case in cases {
            if let Err(reason) = check(&case, &folder, &base, &index) {
                failed.push((format!("{suite}#{}", case.name), reason));
            }
        }
    }
    let names: Vec<&str> = failed.iter().map(|(name, _)| &**name).collect();
    assert_eq!(names, EXCEPTIONS, "{failed:#?}");
}

#[test]
fn every_exception_is_argued() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/graphs.md");
    let docs = std::fs::read_to_string(docs).unwrap();
    for name in EXCEPTIONS {
        assert!(docs.contains(&format!("`{name}`")), "{name}");
    }
}
