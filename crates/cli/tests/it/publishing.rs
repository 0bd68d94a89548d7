//! Experiments are published and verified: RDF that others read, tables, a page, an archive.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

use crate::printing::needed;
use crate::program::run_in;

/// A home with an experiment in it, and a folder for files.
struct Published {
    home: TempDir,
    folder: TempDir,
}

impl Published {
    /// Careful and eager on the demo.
    fn demo() -> Self {
        Self::of(&[
            "run",
            "--dataset",
            "demo",
            "--system",
            "careful=file:demo-careful",
            "eager=file:demo-eager",
            "--rules",
            "lydite,gerbil",
            "--name",
            "A first run",
        ])
    }

    fn of(command: &[&str]) -> Self {
        let published = Self {
            home: tempfile::tempdir().unwrap(),
            folder: tempfile::tempdir().unwrap(),
        };
        published.lydite(command);
        published
    }

    fn lydite(&self, command: &[&str]) -> String {
        let (code, out, error) = run_in(self.home.path(), command, &[]);
        assert_eq!(code, 0, "{command:?}: {error}");
        out
    }

    fn export(&self, name: &str) -> PathBuf {
        let path = self.folder.path().join(name);
        self.lydite(&[
            "experiment",
            "export",
            "latest",
            "--force",
            "-o",
            path.to_str().unwrap(),
        ]);
        path
    }

    /// Runs a script on the folder; it says `ok` if all is well.
    fn python(&self, script: &str, modules: &str) {
        let Some(python) = python_with(modules) else {
            return;
        };
        let output = Command::new(python)
            .args(["-c", script])
            .current_dir(self.folder.path())
            .output()
            .unwrap();
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(String::from_utf8_lossy(&output.stdout), "ok\n", "{error}");
    }
}

/// A Python that has these modules.
fn python_with(modules: &str) -> Option<String> {
    let python = needed("python3", "LYDITE_PYTHON")?;
    let import = format!("import {modules}");
    let has = Command::new(&python).args(["-c", &import]).output();
    if has.is_ok_and(|output| output.status.success()) {
        return Some(python);
    }
    let reason = format!("no {modules}; set LYDITE_PYTHON");
    assert_ne!(std::env::var("CI").as_deref(), Ok("true"), "{reason}");
    eprintln!("skipped: {reason}");
    None
}

/// Reads both syntaxes, checks the shapes, and looks up every number of the report.
const RDF: &str = r#"
import json, math, pyshacl
from rdflib import Graph, Namespace, Literal, RDF, RDFS, XSD
L, QB = Namespace("urn:lydite:vocab#"), Namespace("http://purl.org/linked-data/cube#")
DCT = Namespace("http://purl.org/dc/terms/")
turtle, jsonld = Graph().parse("e.ttl"), Graph().parse("e.jsonld", format="json-ld")
assert set(turtle) == set(jsonld) and len(turtle) > 100, (len(turtle), len(jsonld))
shapes = Graph().parse("shapes.ttl")
conforms, _, text = pyshacl.validate(turtle, shacl_graph=shapes)
assert conforms, text
# What GERBIL got wrong does not conform: system and dataset swapped, a text for a link.
observation = next(turtle.subjects(L.value))
wrong = Graph() + turtle
system, dataset = wrong.value(observation, L.system), wrong.value(observation, L.dataset)
wrong.set((observation, L.system, dataset)); wrong.set((observation, L.dataset, system))
assert not pyshacl.validate(wrong, shacl_graph=shapes)[0]
wrong = Graph() + turtle
wrong.set((observation, QB.dataSet, Literal("text")))
assert not pyshacl.validate(wrong, shacl_graph=shapes)[0]
# No two observations share all dimensions.
for structure in turtle.subjects(RDF.type, QB.DataStructureDefinition):
    dimensions = [turtle.value(c, QB.dimension) for c in turtle.objects(structure, QB.component)]
    dimensions = [d for d in dimensions if d is not None]
    data = turtle.value(predicate=QB.structure, object=structure)
    keys = [tuple(turtle.value(o, d) for d in dimensions) for o in turtle.subjects(QB.dataSet, data)]
    assert keys and None not in sum(keys, ()) and len(keys) == len(set(keys)), structure
# Every number of the report.
figures, outcomes = {}, {}
def where(o):
    name = lambda p: str(turtle.value(turtle.value(o, p), RDFS.label))
    kind = str(turtle.value(turtle.value(o, L.experimentType), DCT.identifier))
    return name(L.system), name(L.rules), kind
for o in turtle.subjects(RDF.type, QB.Observation):
    if (o, L.value, None) in turtle:
        ends = [turtle.value(o, end) for end in (L.low, L.high)]
        figures[where(o) + (str(turtle.value(o, L.place)),)] = (
            float(turtle.value(o, L.value)), int(turtle.value(o, L.n)),
            [float(e) for e in ends] if ends[0] is not None else None)
    else:
        question = turtle.value(turtle.value(o, L.question), DCT.identifier)
        outcomes[where(o) + (str(question),)] = tuple(
            float(turtle.value(o, p)) for p in (L.truePositives, L.falsePositives, L.falseNegatives,
            L.precision, L.recall, L.f1))
        assert where(turtle.value(o, L.summarisedBy)) == where(o)
report = json.load(open("report.json"))
counted = 0
for system in report["systems"]:
    rules = system["rules"]["name"] + " " + system["rules"]["version"]
    for f in system["figures"]:
        value, n, ends = figures[(system["system"], rules, f["experiment"], f["path"])]
        said = f["value"]
        assert (math.isnan(value) if said is None else value == said), (f, value)
        assert n == f["n"] and ends == f.get("interval"), (f, n, ends)
        counted += 1
    for q in system["questions"]:
        said = tuple(float(q[k]) for k in ("tp", "fp", "fn", "precision", "recall", "f1"))
        assert outcomes[(system["system"], rules, q["experiment"], q["id"])] == said, q
        counted += 1
assert counted == len(figures) + len(outcomes) and counted > 50, counted
print("ok")
"#;

#[test]
fn the_rdf_conforms_and_its_numbers_are_those_of_the_report() {
    let published = Published::demo();
    for name in ["e.ttl", "e.jsonld"] {
        published.export(name);
    }
    let shapes = lydite_lab::export::SHAPES;
    fs::write(published.folder.path().join("shapes.ttl"), shapes).unwrap();
    let report = published.lydite(&["experiment", "show", "latest", "--format", "json"]);
    fs::write(published.folder.path().join("report.json"), report).unwrap();
    published.python(RDF, "rdflib, pyshacl");
}

#[test]
fn iris_begin_with_the_base_and_bad_bases_are_refused() {
    let published = Published::demo();
    let export = |base: &str| {
        let words = [
            "experiment",
            "export",
            "latest",
            "--format",
            "turtle",
            "--base",
            base,
        ];
        run_in(published.home.path(), &words, &[])
    };
    let (code, turtle, _) = export("https://example.org/experiment/");
    assert_eq!(code, 0);
    assert!(
        turtle.contains("<https://example.org/experiment/20"),
        "{turtle}"
    );
    assert!(!turtle.contains("urn:lydite:experiment:"));
    for base in ["no iri/", "https://example.org/#", "https://exa mple/"] {
        let (code, out, error) = export(base);
        assert_eq!((code, out.as_str()), (2, ""), "{base}");
        assert!(error.contains("hint: a base is"), "{error}");
    }
}

#[test]
fn the_table_loads_with_pandas() {
    let published = Published::demo();
    published.export("figures.csv");
    published.python(
        r#"
import pandas
table = pandas.read_csv("figures.csv")
assert set(table.system) == {"careful", "eager"} and set(table.rules) == {"lydite", "gerbil"}
scores = table[(table.figure == "macro.f1") & (table.type == "QA")]
assert len(scores) == 4 and scores.value.between(0, 1).all(), scores
assert (scores.dropna().low <= scores.dropna().value).all() and scores.n.gt(0).all()
print("ok")
"#,
        "pandas",
    );
}

#[test]
fn the_tables_compile() {
    let Some(latex) = needed("pdflatex", "LYDITE_LATEX") else {
        return;
    };
    for published in [Published::demo(), hostile()] {
        let tables = fs::read_to_string(published.export("tables.tex")).unwrap();
        let article = format!(
            "\\documentclass{{article}}\n\\usepackage{{booktabs}}\n\\begin{{document}}\n{tables}\\end{{document}}\n"
        );
        let folder = published.folder.path();
        fs::write(folder.join("article.tex"), article).unwrap();
        let output = Command::new(&latex)
            .args(["-interaction=nonstopmode", "-halt-on-error", "article.tex"])
            .current_dir(folder)
            .output()
            .unwrap();
        assert!(
            output.status.success(),
            "{}",
            String::from_utf8_lossy(&output.stdout)
        );
    }
}

/// An experiment whose names and texts try to break out of wherever they are put.
fn hostile() -> Published {
    let evil = "</title><script>alert(1)</script><img src=x onerror=alert(2)>\" ' & \\input{x} %s";
    let texts = [
        evil.to_owned(),
        "\u{202e}desrever\u{0}\u{1b}[31m\u{7}".to_owned(),
        "مَن هو رئيس ألمانيا؟".to_owned(),
        "long ".repeat(2_000),
    ];
    let questions: Vec<_> = texts
        .iter()
        .enumerate()
        .map(|(at, text)| {
            serde_json::json!({
                "id": format!("{at} <b>\" {}", &evil[..8]),
                "question": [{"language": "en", "string": text}],
                "query": {"sparql": "SELECT ?x { ?x ?p \"</pre><script>\" }"},
                "answers": [{"head": {"vars": ["x"]}, "results": {"bindings": [
                    {"x": {"type": "uri", "value": "http://x/<script>alert(3)</script>"}},
                    {"x": {"type": "literal", "value": text}},
                ]}}],
            })
        })
        .collect();
    let folder = tempfile::tempdir().unwrap();
    let gold = folder.path().join("gold<b>.json");
    let document = serde_json::json!({"dataset": {"id": evil}, "questions": questions});
    fs::write(&gold, document.to_string()).unwrap();
    let file = gold.to_str().unwrap();
    let long = format!("{}=file:{file}", "n".repeat(10_000));
    // A name on the command line has few characters; a description has any.
    let described = folder.path().join("evil.toml");
    let (name, path) = (serde_json::json!(evil), serde_json::json!(file));
    let text = format!("name = {name}\nprotocol = \"file\"\npath = {path}\n");
    fs::write(&described, text).unwrap();
    let evil = described.to_str().unwrap();
    Published::of(&[
        "run",
        "--dataset",
        file,
        "--system",
        evil,
        &long,
        "--name",
        "<script>alert(4)</script>\u{202e}",
        "--allow-damaged",
    ])
}

/// Reads a page as a browser does.
const PAGE: &str = r##"
from html.parser import HTMLParser
import re
text = open("page.html", encoding="utf-8").read()
found = {"script": 0, "details": 0}
void = {"meta", "img", "source", "br", "input"}
stack = []
class Page(HTMLParser):
    def handle_starttag(self, tag, attributes):
        found[tag] = found.get(tag, 0) + 1
        if tag not in void: stack.append(tag)
        for name, value in attributes:
            assert not name.startswith("on"), (tag, name)
            if name in ("src", "srcset"): assert value.startswith("data:image/svg+xml;base64,"), value
            if name == "href": assert re.fullmatch("#[a-z]+(-[0-9]+)*", value), value
    def handle_endtag(self, tag):
        assert stack.pop() == tag, tag
Page().feed(text)
assert not stack and found["script"] == 1, (stack, found)
assert "default-src 'none'" in text and "@import" not in text and "url(" not in text
assert not set(text) & {chr(c) for c in range(32) if c not in (9, 10)} and "\u202e" not in text
print("ok")
"##;

#[test]
fn the_page_is_whole_and_asks_nothing_of_anyone() {
    for published in [Published::demo(), hostile()] {
        let page = published.export("page.html");
        published.python(PAGE, "html.parser");
        let text = fs::read_to_string(page).unwrap();
        assert!(!text.contains("<script>alert") && !text.contains("<img src=x"));
    }
}

#[test]
fn the_page_says_who_leads_and_what_was_right_and_missed() {
    let published = Published::demo();
    let text = fs::read_to_string(published.export("page.html")).unwrap();
    for part in [
        "leads with F1",
        "95 % interval",
        "class=\"missed\"",
        "class=\"surplus\"",
        "Why questions were lost",
        "lost to: <b>wrong-property</b>",
        "Cite as",
        "@misc",
    ] {
        assert!(text.contains(part), "{part}");
    }
    // The higher score stands first, whatever the order of the systems, and shares its rank.
    assert!(
        text.contains("<bdi>eager</bdi> leads with F1 .47"),
        "{text}"
    );
    assert!(text.contains("<bdi>careful</bdi> cannot be told apart from it."));
    assert!(
        text.contains("<bdi>careful</bdi> leads with F1 .41"),
        "by the rules of GERBIL"
    );
    assert_eq!(text.matches("data-label=\"Rank\">1</td>").count(), 4);
    let outcomes = text.matches("<details class=\"question\"").count();
    let report = published.lydite(&["experiment", "show", "latest", "--format", "json"]);
    let report: serde_json::Value = serde_json::from_str(&report).unwrap();
    let questions = report["systems"][0]["questions"].as_array().unwrap();
    let answers = questions
        .iter()
        .filter(|one| one["experiment"] == "QA")
        .count();
    assert_eq!(outcomes, answers);
}

#[test]
fn what_is_hostile_is_data_in_rdf_too() {
    let published = hostile();
    for name in ["e.ttl", "e.jsonld"] {
        published.export(name);
    }
    let shapes = lydite_lab::export::SHAPES;
    fs::write(published.folder.path().join("shapes.ttl"), shapes).unwrap();
    published.python(
        r#"
import pyshacl
from rdflib import Graph
turtle, jsonld = Graph().parse("e.ttl"), Graph().parse("e.jsonld", format="json-ld")
assert set(turtle) == set(jsonld), set(turtle) ^ set(jsonld)
conforms, _, text = pyshacl.validate(turtle, shacl_graph=Graph().parse("shapes.ttl"))
assert conforms, text
print("ok")
"#,
        "rdflib, pyshacl",
    );
}

fn verify(archive: &Path) -> (i32, String, String) {
    // Another home and another place: nothing but the archive is known.
    let home = tempfile::tempdir().unwrap();
    run_in(
        home.path(),
        &["experiment", "verify", archive.to_str().unwrap()],
        &[],
    )
}

#[test]
fn an_archive_verifies_elsewhere_and_not_after_any_changed_byte() {
    for published in [Published::demo(), hostile()] {
        let archive = published.export("experiment.zip");
        let elsewhere = tempfile::tempdir().unwrap();
        let moved = elsewhere.path().join("moved.zip");
        fs::copy(&archive, &moved).unwrap();
        drop(published);
        let (code, out, error) = verify(&moved);
        assert_eq!(code, 0, "{out}{error}");
        assert!(
            out.contains(" verified: ") && out.contains("to the last"),
            "{out}"
        );
        let bytes = fs::read(&moved).unwrap();
        let places = (0..16).map(|part| part * (bytes.len() - 1) / 15);
        for place in places.chain([10, bytes.len() - 70, bytes.len() - 90]) {
            let mut changed = bytes.clone();
            changed[place] ^= 1;
            fs::write(&moved, &changed).unwrap();
            let (code, out, error) = verify(&moved);
            assert!(code == 1 || code == 3, "byte {place}: {code} {out}{error}");
        }
        fs::write(&moved, &bytes[..bytes.len() / 2]).unwrap();
        assert_eq!(verify(&moved).0, 3);
    }
}

/// Changes a score and seals the archive again, with the right digests everywhere.
const FORGERY: &str = r#"
import hashlib, re, sys, zipfile
files = {}
with zipfile.ZipFile("experiment.zip") as old:
    seal = old.comment
    for name in old.namelist(): files[name] = old.read(name)
wanted, pattern, by = FORGED
before = files[wanted]
files[wanted] = re.sub(pattern, by, before, count=1)
assert files[wanted] != before
sha = lambda b: hashlib.sha256(b).hexdigest()
lines = [f"{sha(files[n])}  {n}\n" for n in files if n != "manifest-sha256.txt"]
files["manifest-sha256.txt"] = "".join(lines).encode()
with zipfile.ZipFile("forged.zip", "w") as new:
    for name in files: new.writestr(name, files[name])
    new.comment = seal
content = open("forged.zip", "rb").read()[:-64]
open("forged.zip", "wb").write(content + sha(content).encode())
print("ok")
"#;

#[test]
fn a_forged_score_is_found_under_the_best_seal() {
    let published = Published::demo();
    published.export("experiment.zip");
    for (file, pattern, by, says) in [
        (
            "results.json",
            r#""value":0\.\d+"#,
            r#""value":0.999"#,
            "the archive says 0.999",
        ),
        (
            "results.json",
            r#"("fn":\d+,"precision":[\d.]+,"recall":[\d.]+,"f1":)0\.\d+"#,
            r"\g<1>0.999",
            "F1 0.999",
        ),
        // The tree of figures, which programs read.
        (
            "results.json",
            r#""f1":0\.\d+"#,
            r#""f1":0.999"#,
            "different things in different places",
        ),
        (
            "figures.csv",
            r",0\.\d+",
            ",0.999",
            "figures.csv does not say",
        ),
        (
            "experiment.ttl",
            r"lydite:f1 ",
            "lydite:f2 ",
            "experiment.ttl does not say",
        ),
    ] {
        let forged = format!("(\"{file}\", rb'{pattern}', b'{by}')");
        published.python(&FORGERY.replace("FORGED", &forged), "zipfile");
        let forged = published.folder.path().join("forged.zip");
        if !forged.exists() {
            return;
        }
        let (code, out, error) = verify(&forged);
        assert_eq!(code, 1, "{file}: {out}{error}");
        assert!(out.contains(says), "{file}: {out}");
    }
}

/// What programs that know RO-Crate 1.1 look for.
const CRATE: &str = r#"
import hashlib, json, zipfile
z = zipfile.ZipFile("experiment.zip")
d = json.loads(z.read("ro-crate-metadata.json"))
assert d["@context"] == "https://w3id.org/ro/crate/1.1/context"
graph = {e["@id"]: e for e in d["@graph"]}
assert len(graph) == len(d["@graph"])
about = graph["ro-crate-metadata.json"]
assert about["conformsTo"]["@id"] == "https://w3id.org/ro/crate/1.1" and about["about"]["@id"] == "./"
root = graph["./"]
assert root["@type"] == "Dataset" and root["name"] == "A first run" and root["datePublished"] and root["license"]
for part in root["hasPart"]:
    e, content = graph[part["@id"]], z.read(part["@id"])
    assert "File" in e["@type"] and int(e["contentSize"]) == len(content)
    assert e["sha256"] == hashlib.sha256(content).hexdigest()
names = {p["@id"] for p in root["hasPart"]} | {"ro-crate-metadata.json", "manifest-sha256.txt"}
assert names == set(z.namelist()), names ^ set(z.namelist())
def links(v):
    if isinstance(v, dict):
        if set(v) == {"@id"}: yield v["@id"]
        else:
            for w in v.values(): yield from links(w)
    elif isinstance(v, list):
        for w in v: yield from links(w)
for link in links(d["@graph"]): assert link in graph or link.startswith("https://w3id.org/"), link
print("ok")
"#;

#[test]
fn the_archive_is_a_crate() {
    let published = Published::demo();
    published.export("experiment.zip");
    published.python(CRATE, "zipfile");
}

#[test]
fn the_same_experiment_gives_the_same_bytes() {
    let published = Published::demo();
    for name in ["a.ttl", "a.html", "a.zip"] {
        let first = fs::read(published.export(name)).unwrap();
        assert!(first == fs::read(published.export(name)).unwrap(), "{name}");
    }
}

#[test]
fn what_cannot_be_exported_or_verified_is_said() {
    let published = Published::demo();
    let run = |words: &[&str]| run_in(published.home.path(), words, &[]);
    let file = published.folder.path().join("notes.txt");
    fs::write(&file, "no archive").unwrap();
    let file = file.to_str().unwrap();
    for (words, code, says) in [
        (
            &["experiment", "export", "199901010001", "--format", "html"][..],
            3,
            "199901010001",
        ),
        (
            &["experiment", "export", "latest"],
            2,
            "jsonld, turtle, csv, latex, html, zip",
        ),
        (
            &["experiment", "export", "latest", "--format", "markdown"],
            2,
            "not exported in this format",
        ),
        (
            &[
                "experiment",
                "export",
                "latest",
                "--format",
                "html",
                "-o",
                file,
            ],
            2,
            "exists",
        ),
        (
            &[
                "experiment",
                "export",
                "latest",
                "--format",
                "csv",
                "--judging",
                "7",
            ],
            3,
            "7",
        ),
        (&["experiment", "verify", file], 3, "archive"),
        (&["experiment", "verify", "nowhere.zip"], 3, "nowhere.zip"),
        (
            &[
                "score",
                "--gold",
                "demo",
                "--answers",
                "demo-careful",
                "--format",
                "html",
            ],
            2,
            "experiment export",
        ),
    ] {
        let (found, out, error) = run(words);
        assert_eq!(found, code, "{words:?}: {error}");
        assert!(out.is_empty() && error.contains(says), "{words:?}: {error}");
    }
}

#[test]
fn a_page_of_many_questions_stays_small() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("many.json");
    let file = file.to_str().unwrap();
    let (code, _, error) = crate::program::run(&["dataset", "generate", "2500", file]);
    assert_eq!(code, 0, "{error}");
    let system = format!("same=file:{file}");
    let published = Published::of(&[
        "run",
        "--dataset",
        file,
        "--system",
        &system,
        "--experiment",
        "QA",
    ]);
    let page = fs::read_to_string(published.export("page.html")).unwrap();
    assert_eq!(page.matches("<details class=\"question\"").count(), 2_500);
    assert!(page.contains("2,500 questions"));
    assert!(page.len() < 2_500 * 2_500, "{} bytes", page.len());
}
