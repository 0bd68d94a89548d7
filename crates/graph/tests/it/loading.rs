//! The loader reads what it is given, and says what it cannot read.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use lydite_graph::{
    DefaultGraph, Embedded, GraphError, KnowledgeGraph, Limits, LoadReport, Loader, Pattern,
};
use lydite_testing::cpu::measured;

struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn file(&self, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
        let path = self.0.path().join(name);
        std::fs::write(&path, content).unwrap();
        path
    }

    fn index(&self) -> PathBuf {
        self.0.path().join("index.kg")
    }

    fn load(&self, name: &str, content: impl AsRef<[u8]>) -> Result<LoadReport, GraphError> {
        Loader::new()
            .file(self.file(name, content))
            .load(&self.index())
    }

    fn triples(&self) -> Vec<String> {
        triples(&self.index())
    }
}

fn triples(index: &Path) -> Vec<String> {
    let mut all = Vec::new();
    let graph = Embedded::open(index).unwrap();
    graph
        .each_quad(|quad| -> Result<(), GraphError> {
            all.push(quad.to_string());
            Ok(())
        })
        .unwrap();
    all
}

const XML: &str = r#"<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:a="http://a/">
<rdf:Description rdf:about="http://a/x"><a:name>café</a:name></rdf:Description>"#;

#[test]
fn byte_order_marks_and_declared_encodings_are_read() {
    let folder = Folder::new();
    let triple = "<http://a/x> <http://a/name> \"café\"";
    for name in ["a.nt", "a.ttl", "a.nq", "a.trig"] {
        let report = folder.load(name, format!("\u{feff}{triple} .\n")).unwrap();
        assert_eq!(report.bad_lines(), 0, "{name}: {report:?}");
        assert_eq!(folder.triples(), [triple], "{name}");
    }
    let document = format!("<?xml version='1.0' encoding='ISO-8859-1'?>{XML}</rdf:RDF>");
    let latin: Vec<u8> = document.chars().map(|c| c as u8).collect();
    assert_eq!(folder.load("a.rdf", latin).unwrap().bad_lines(), 0);
    assert_eq!(folder.triples(), [triple]);
    let utf16 = format!("\u{feff}{XML}</rdf:RDF>");
    let utf16: Vec<u8> = utf16.encode_utf16().flat_map(u16::to_le_bytes).collect();
    folder.load("a.rdf", utf16).unwrap();
    assert_eq!(folder.triples(), [triple]);
}

#[test]
fn nothing_is_made_up_from_damaged_xml() {
    let folder = Folder::new();
    let undeclared: Vec<u8> = format!("{XML}</rdf:RDF>")
        .chars()
        .map(|c| c as u8)
        .collect();
    let error = folder.load("a.rdf", undeclared).unwrap_err().to_string();
    assert!(error.contains("line 2 is not UTF-8"), "{error}");
    for damaged in [
        "<rdf:Description rdf:about='http://a/y'><a:name>&eacute;</a:name></rdf:Description></rdf:RDF>",
        "<rdf:Description rdf:about='http://a/y'><a:name>x</a:nam></rdf:Description></rdf:RDF>",
        "<rdf:Description rdf:about='http://a/y'><a:name>x",
    ] {
        let report = folder.load("a.rdf", format!("{XML}\n{damaged}")).unwrap();
        assert_eq!(report.bad_lines(), 1, "{damaged}");
        assert_eq!(
            folder.triples(),
            ["<http://a/x> <http://a/name> \"café\""],
            "{damaged}"
        );
    }
}

#[test]
fn relative_iris_are_resolved_and_counted() {
    let folder = Folder::new();
    let file = folder.file(
        "my data.ttl",
        "<a> <#p> <../b> , \"1\"^^<t> .\n@base <http://c/> . <a> <p> <b> .",
    );
    let report = Loader::new().file(&file).load(&folder.index()).unwrap();
    let source = &report.sources[0];
    assert_eq!(source.base.as_deref(), Some("file:///my%20data.ttl"));
    // Both triples have all three.
    assert_eq!(source.relative, 6);
    let own = "<file:///a> <file:///my%20data.ttl#p>";
    let expected = [
        format!("{own} <file:///b>"),
        format!("{own} \"1\"^^<file:///t>"),
        "<http://c/a> <http://c/p> <http://c/b>".to_owned(),
    ];
    assert_eq!(folder.triples(), expected);
    let loader = || Loader::new().file(&file);
    loader()
        .base("http://x.org/d/e")
        .load(&folder.index())
        .unwrap();
    assert!(
        folder.triples()[0].starts_with("<http://x.org/d/a> <http://x.org/d/e#p> <http://x.org/b>")
    );
    assert!(loader().base("not absolute").load(&folder.index()).is_err());
    // Where everything is absolute, there is nothing to say.
    let report = folder
        .load("b.ttl", "<http://a> <http://b> <http://c> .")
        .unwrap();
    assert_eq!(report.sources[0].base, None);
}

#[test]
fn an_index_depends_on_all_that_changes_it() {
    let folder = Folder::new();
    let text = "<http://a/x> <http://a/p> <http://a/y> .\n";
    let key = |loader: Loader<'_>| loader.key().unwrap();
    let lines = folder.file("a.nt", text);
    let turtle = folder.file("a.ttl", text);
    let other = folder.file("b.ttl", text);
    let same = folder.file("b.nt", text);
    let keys = [
        key(Loader::new().file(&lines)),
        key(Loader::new().file(&turtle)),
        key(Loader::new().file(&other)),
        key(Loader::new().file(&turtle).base("http://b/")),
        key(Loader::new()
            .file(&lines)
            .default_graph(DefaultGraph::Union)),
        key(Loader::new().file(&lines).file(&turtle)),
        key(Loader::new().file(&lines).without(&turtle)),
    ];
    for (number, one) in keys.iter().enumerate() {
        assert!(!keys[..number].contains(one), "{number}");
    }
    assert_eq!(key(Loader::new().file(&same)), keys[0]);
    assert_eq!(key(Loader::new().file(&other).base("http://b/")), keys[3]);
    // A load gives the key that was told before it.
    let report = Loader::new().file(&turtle).load(&folder.index()).unwrap();
    assert_eq!(report.key, keys[1]);
}

#[cfg(unix)]
#[test]
fn a_named_pipe_is_read_once() {
    let folder = Folder::new();
    let pipe = folder.0.path().join("pipe");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    assert!(made.unwrap().success());
    let writer = {
        let pipe = pipe.clone();
        std::thread::spawn(move || {
            let mut out = std::fs::File::create(pipe).unwrap();
            for n in 0..1000 {
                writeln!(out, "<http://a/{n}> <http://a/p> \"{n}\" .").unwrap();
            }
        })
    };
    let loader = Loader::new().file(&pipe);
    assert!(loader.reads_pipes());
    assert!(loader.key().is_err());
    let report = loader.load(&folder.index()).unwrap();
    writer.join().unwrap();
    assert_eq!(report.triples, 1000);
    assert_eq!(report.sources[0].format, "nq");
}

#[test]
fn prefixes_are_kept() {
    let folder = Folder::new();
    let turtle = "@prefix pv: <http://pv/> . PREFIX own: <#> pv:a pv:b own:c . @prefix pv: <http://other/> .";
    let one = folder.file("a.ttl", turtle);
    let two = folder.file("b.rdf", format!("{XML}</rdf:RDF>"));
    let three = folder.file(
        "c.jsonld",
        r#"{"@context": {"s": "http://schema.org/"}, "@id": "http://a/j", "s:name": "J"}"#,
    );
    let loader = Loader::new().file(one).file(two).file(three);
    loader.load(&folder.index()).unwrap();
    let graph = Embedded::open(folder.index()).unwrap();
    let of = |name: &str| {
        let prefixes = graph.prefixes();
        let mut prefixes = prefixes.into_iter();
        prefixes
            .find(|(prefix, _)| prefix == name)
            .map(|(_, iri)| iri)
    };
    assert_eq!(of("pv").as_deref(), Some("http://pv/"));
    assert_eq!(of("own").as_deref(), Some("file:///a.ttl#"));
    assert_eq!(of("a").as_deref(), Some("http://a/"));
    assert_eq!(of("s").as_deref(), Some("http://schema.org/"));
    assert_eq!(of("xml"), None);
}

#[test]
fn contexts_elsewhere_are_not_fetched() {
    let folder = Folder::new();
    let text = r#"{"@context": "https://schema.org/", "@id": "http://a/j", "name": "J"}"#;
    let report = folder.load("a.jsonld", text).unwrap();
    assert_eq!(report.triples, 0);
    let reason = &report.sources[0].remarks[0].reason;
    assert!(reason.contains("contexts are not fetched"), "{reason}");
}

#[test]
fn index_maps_that_would_be_read_wrongly_are_refused() {
    let folder = Folder::new();
    let text = |values: &str| {
        format!(
            r#"{{"@context": {{"@vocab": "http://example/", "by": {{"@container": "@index"}},
                "Own": {{"@context": {{"name": "http://own/name"}}}}}},
              "@id": "http://a/j", "@type": "Own", "by": {values}}}"#
        )
    };
    let refused = folder.load("a.jsonld", text(r#"{"one": {"name": "J"}}"#));
    let reason = refused.unwrap_err().to_string();
    assert!(reason.contains("an index map, `by`"), "{reason}");
    let report = folder.load("b.jsonld", text(r#"[{"name": "J"}]"#)).unwrap();
    assert_eq!(report.triples, 3);
}

#[test]
fn error_texts_are_short() {
    let folder = Folder::new();
    let report = folder
        .load(
            "a.ttl",
            format!("<http://a> <http://b> {} .", "x".repeat(1 << 20)),
        )
        .unwrap();
    assert_eq!(report.bad_lines(), 1);
    assert!(report.sources[0].remarks[0].reason.chars().count() <= 301);
}

#[test]
fn indexes_of_another_version_are_refused_as_such() {
    let folder = Folder::new();
    folder
        .load("a.nt", "<http://a> <http://b> <http://c> .")
        .unwrap();
    let mut bytes = std::fs::read(folder.index()).unwrap();
    bytes[8] = 1;
    let old = folder.file("old.kg", bytes);
    let error = Embedded::open(old).unwrap_err().to_string();
    assert!(error.contains("version 1"), "{error}");
}

/// Opening takes the same time whatever the size: of an index of some megabytes only what a query
/// uses is checked.
#[test]
fn opening_does_not_read_all_of_an_index() {
    let folder = Folder::new();
    let line = |n: usize| format!("<http://a/{n}> <http://a/p{}> \"text {n}\"@en .\n", n % 7);
    let text: String = (0..60_000).map(line).collect();
    folder.load("a.nt", &text).unwrap();
    let mut bytes = std::fs::read(folder.index()).unwrap();
    assert!(bytes.len() > 3 << 20, "{}", bytes.len());
    let middle = bytes.len() / 2;
    for byte in &mut bytes[middle..middle + (1 << 20)] {
        *byte ^= 1;
    }
    let damaged = folder.file("damaged.kg", bytes);
    // At any size that takes less than 5 ms.
    let opening = || measured(|| Embedded::open(&damaged).unwrap()).0;
    let least = (0..5).map(|_| opening()).min().unwrap();
    assert!(least < Duration::from_millis(5), "{least:?}");
    let graph = Embedded::open(&damaged).unwrap();
    let all = graph.triples(&Pattern::default(), &Limits::default());
    let search = graph.search("text 59999", None, 3);
    assert!(all.is_err() || search.is_err(), "the damage was not found");
}
