//! `kg load` and what it is given: pipes, damage, bombs, names that are taken.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

fn command(home: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_lydite"));
    command
        .args(arguments)
        .env("LYDITE_HOME", home)
        .current_dir(home);
    command
}

fn lydite(home: &Path, arguments: &[&str]) -> (i32, String, String) {
    told(&command(home, arguments).output().unwrap())
}

fn told(output: &Output) -> (i32, String, String) {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let code = output.status.code().unwrap_or(-1);
    (code, text(&output.stdout), text(&output.stderr))
}

fn piped(home: &Path, arguments: &[&str], input: &[u8]) -> (i32, String, String) {
    let mut command = command(home, arguments);
    command.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.stderr(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(input).unwrap();
    told(&child.wait_with_output().unwrap())
}

const TRIPLES: &str =
    "<http://a/x> <http://a/p> \"1\" .\n<http://a/x> <http://a/q> <http://a/y> .\n";

#[test]
fn standard_input_is_loaded_once_and_whole() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    for (name, from) in [("p", "-"), ("s", "/dev/stdin")] {
        let (code, out, error) = piped(
            home,
            &["kg", "load", "--name", name, from],
            TRIPLES.as_bytes(),
        );
        assert_eq!(code, 0, "{error}");
        assert!(out.contains("2 triples"), "{out}");
        assert!(error.contains("cannot be resumed"), "{error}");
    }
    // The same content as a file is not mistaken for something empty.
    std::fs::write(home.join("a.nt"), TRIPLES).unwrap();
    let (_, out, _) = lydite(home, &["kg", "load", "a.nt", "--name", "q"]);
    assert!(out.contains("2 triples"), "{out}");
    assert_eq!(lydite(home, &["kg", "list"]).0, 0);
    let left = std::fs::read_dir(home.join("graphs")).unwrap().flatten();
    let partial = |name: &str| name.contains("incoming");
    assert!(
        !left
            .into_iter()
            .any(|file| partial(&file.file_name().to_string_lossy()))
    );
}

#[test]
fn another_graph_keeps_its_name_unless_forced() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    std::fs::write(home.join("a.nt"), TRIPLES).unwrap();
    std::fs::write(home.join("b.nt"), &TRIPLES[..32]).unwrap();
    let load = |arguments: &[&str]| {
        let all: Vec<&str> = ["kg", "load"].iter().chain(arguments).copied().collect();
        lydite(home, &all)
    };
    assert_eq!(load(&["a.nt", "--name", "g"]).0, 0);
    assert_eq!(load(&["a.nt", "--name", "g"]).0, 0, "the same again");
    let (code, _, error) = load(&["b.nt", "--name", "g"]);
    assert!(code == 2 && error.contains("--force"), "{error}");
    let (code, ..) = piped(home, &["kg", "load", "-", "--name", "g"], b"");
    assert_eq!(code, 2);
    assert!(lydite(home, &["kg", "info", "g"]).1.contains("2 triples"));
    assert_eq!(load(&["b.nt", "--name", "g", "--force"]).0, 0);
    assert!(lydite(home, &["kg", "info", "g"]).1.contains("1 triple "));
    // What had the name is not left behind.
    let indexes = std::fs::read_dir(home.join("graphs")).unwrap().flatten();
    assert_eq!(indexes.filter(|file| file.path().is_file()).count(), 1);
}

#[test]
fn indexes_of_files_that_were_queried_are_listed_and_pruned() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    let many: String = (0..40_000)
        .map(|n| format!("<http://a/{n}> <http://a/p> \"{n}\" .\n"))
        .collect();
    std::fs::write(home.join("many.nt"), many).unwrap();
    let query = ["kg", "query", "many.nt", "ASK { ?s ?p ?o }"];
    assert_eq!(lydite(home, &query).0, 0);
    let (_, _, error) = lydite(home, &["kg", "list"]);
    assert!(error.contains("Unnamed indexes of 1 file "), "{error}");
    let (code, out, _) = lydite(home, &["kg", "prune", "--format", "json"]);
    assert!(code == 0 && out.contains("\"files\": 1"), "{out}");
    let (_, _, error) = lydite(home, &["kg", "list"]);
    assert!(!error.contains("Unnamed indexes"), "{error}");
}

#[test]
fn damage_is_an_exit_code_and_nonsense_is_refused() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    let write = |name: &str, content: &[u8]| std::fs::write(home.join(name), content).unwrap();
    write("damaged.nt", format!("{TRIPLES}no triple\n").as_bytes());
    let load = ["kg", "load", "damaged.nt"];
    let (code, _, error) = lydite(home, &load);
    assert!(code == 1 && error.contains("--allow-damaged"), "{error}");
    let allowed: Vec<&str> = load.iter().copied().chain(["--allow-damaged"]).collect();
    assert_eq!(lydite(home, &allowed).0, 0);
    let mut state = 7_u64;
    let random: Vec<u8> = (0..3_000_000)
        .map(|_| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            (state >> 33) as u8
        })
        .collect();
    for name in ["r.nt", "r.ttl", "r.trig", "r.rdf", "r.jsonld", "r"] {
        write(name, &random);
        let (code, _, error) = lydite(home, &["kg", "load", name, "--allow-damaged"]);
        assert_eq!(code, 3, "{name}: {error}");
        assert!(error.len() < 4000, "{name}: {}", error.len());
    }
    write(
        "benchmark.json",
        br#"{"questions": [{"id": "1", "question": "Who?"}]}"#,
    );
    let (code, _, error) = lydite(home, &["kg", "load", "benchmark.json"]);
    assert!(code == 3 && error.contains("lydite dataset"), "{error}");
    assert!(!lydite(home, &["kg", "list"]).1.contains("benchmark"));
}

#[test]
fn prefixes_of_the_files_are_known_to_queries() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    let turtle = "@prefix pv: <http://pv/> . pv:a pv:price 7 .";
    std::fs::write(home.join("a.ttl"), turtle).unwrap();
    assert_eq!(lydite(home, &["kg", "load", "a.ttl"]).0, 0);
    assert!(lydite(home, &["kg", "info", "a"]).1.contains("pv:"));
    let query = ["kg", "query", "a", "SELECT ?v { pv:a pv:price ?v }"];
    let (code, out, error) = lydite(home, &query);
    assert!(code == 0 && out.contains('7'), "{out}{error}");
}

#[test]
fn a_graph_of_named_graphs_says_how_to_see_them() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    std::fs::write(
        home.join("c.nq"),
        "<http://a/x> <http://a/p> \"1\" <http://a/g> .\n",
    )
    .unwrap();
    let (code, _, error) = lydite(home, &["kg", "load", "c.nq"]);
    assert!(
        code == 0 && error.contains("--default-graph union"),
        "{error}"
    );
    let ask = ["kg", "query", "c", "ASK { ?s ?p ?o }"];
    assert!(lydite(home, &ask).1.contains("false"));
    let union = ["kg", "load", "c.nq", "--default-graph", "union", "--force"];
    assert_eq!(lydite(home, &union).0, 0);
    assert!(lydite(home, &ask).1.contains("true"));
    let (_, exported, _) = lydite(home, &["kg", "export", "c", "-"]);
    assert_eq!(exported, "<http://a/x> <http://a/p> \"1\" <http://a/g> .\n");
    let failed = lydite(home, &["kg", "export", "none", "x.nt"]);
    assert!(failed.0 != 0 && !home.join("x.nt").exists());
}

/// Runs a command and gives its exit code, its errors and the most memory that it held.
#[cfg(target_os = "linux")]
fn measured(home: &Path, arguments: &[&str]) -> (i32, String, u64) {
    let mut command = command(home, arguments);
    command.stdout(Stdio::null()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let status = format!("/proc/{}/status", child.id());
    let mut most = 0;
    while child.try_wait().unwrap().is_none() {
        let facts = std::fs::read_to_string(&status).unwrap_or_default();
        let peak = facts.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let peak = peak.and_then(|peak| peak.split_whitespace().next()?.parse::<u64>().ok());
        most = most.max(peak.unwrap_or(0));
        std::thread::sleep(Duration::from_millis(2));
    }
    let (code, _, error) = told(&child.wait_with_output().unwrap());
    (code, error, most * 1024)
}

#[cfg(target_os = "linux")]
#[test]
fn hostile_files_are_refused_within_a_gigabyte() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    let write = |name: &str, content: &[u8]| std::fs::write(home.join(name), content).unwrap();
    let rdf =
        "<rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\" xmlns:a=\"http://a/\">";
    let mut laughs = "<!DOCTYPE r [<!ENTITY e0 \"0123456789\">".to_owned();
    for n in 1..12 {
        let value = format!("&e{};", n - 1).repeat(10);
        laughs += &format!("<!ENTITY e{n} \"{value}\">");
    }
    laughs += &format!("]>{rdf}<rdf:Description><a:b>&e11;</a:b></rdf:Description></rdf:RDF>");
    write("laughs.rdf", laughs.as_bytes());
    let zeros = vec![0_u8; 100 << 20];
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    for _ in 0..10 {
        gzip.write_all(&zeros).unwrap();
    }
    let gzip = gzip.finish().unwrap();
    for name in ["zeros.rdf.gz", "zeros.nt.gz", "zeros.ttl.gz"] {
        write(name, &gzip);
    }
    write("zeros.ttl", &zeros[..1 << 20]);
    let iri = format!(
        "<http://a/{}> <http://a/p> <http://a/o> .\n",
        "x".repeat(100 << 20)
    );
    for name in ["iri.nt", "iri.ttl"] {
        write(name, iri.as_bytes());
    }
    let attributes: String = (0..200_000).map(|n| format!(" a:a{n}=\"\"")).collect();
    write(
        "attributes.rdf",
        format!("{rdf}<rdf:Description{attributes}/></rdf:RDF>").as_bytes(),
    );
    write("percent.ttl", "%".repeat(1 << 20).as_bytes());
    for name in [
        "laughs.rdf",
        "zeros.rdf.gz",
        "zeros.nt.gz",
        "zeros.ttl.gz",
        "zeros.ttl",
        "iri.nt",
        "iri.ttl",
        "attributes.rdf",
        "percent.ttl",
    ] {
        let (code, error, memory) = measured(home, &["kg", "load", name]);
        assert_eq!(code, 3, "{name}: {error}");
        assert!(
            error.contains(name.split('.').next().unwrap()),
            "{name}: {error}"
        );
        assert!(error.len() < 8000, "{name}: {}", error.len());
        assert!(memory < 1 << 30, "{name}: {} MB", memory >> 20);
        println!(
            "{name}: {} MB, {}",
            memory >> 20,
            error.lines().next().unwrap_or("")
        );
    }
}
