//! The program as a user meets it: commands, output, exit codes.

use std::process::Stdio;

use assert_cmd::Command;
use clap::CommandFactory;

use crate::program::{only_report, run, run_in};

fn lydite() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_lydite"));
    command
        .env_remove("LYDITE_HOME")
        .env_remove("LYDITE_MIRROR")
        .env("NO_COLOR", "1");
    command
}

/// A folder with a file in it.
fn file(name: &str, content: &str) -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    std::fs::write(&path, content).unwrap();
    (folder, path.display().to_string())
}

const MISTAKES: &str = r#"{
  "dataset": {"id": "mine"},
  "questions": [
    {"id": "1", "question": [{"language": "en", "string": "Who?"}], "query": {"sparql": "SELECT ?x {}"},
     "answers": [{"head": {"vars": ["x"]}, "results": {"bindings": [{"type": "uri", "value": "http://x/y"}]}}]},
    {"id": "2", "question": [{"language": "en", "string": "What?"}], "query": {"sparql": "x" , "answers": []},
    {"id": "1", "question": [{"language": "en", "string": "Again?"}], "query": {"sparql": "ASK {}"},
     "answers": [{"head": {}, "boolean": true}]}
  ]
}
"#;

#[test]
fn the_demo_checks_and_profiles_its_benchmark() {
    let (code, out, _) = run(&["demo"]);
    assert_eq!(code, 0);
    assert!(out.contains("151 questions loaded (qald-json)"), "{out}");
    assert!(out.contains("queries: 15 ASK"), "{out}");
}

#[test]
fn a_mistake_is_shown_with_its_place_and_what_to_change() {
    let (_folder, path) = file("mine.json", MISTAKES);
    let (code, out, _) = run(&["dataset", "check", &path]);
    assert_eq!(code, 1, "{out}");
    for expected in [
        "warning[A009]: variable missing",
        &format!("{path}:5:69 (questions[0].answers[0].results.bindings[0])"),
        r#"write {"x": {"type": "uri", "value": "http://x/y"}}"#,
        "error[F010]: syntax error: expected a key in double quotes, found `{`",
        "a closing `}` is missing before this",
        "warning[Q012]: duplicate id: the id \"1\" is already used",
        "2 questions loaded",
        "1 error, 2 warnings",
    ] {
        assert!(out.contains(expected), "no {expected:?} in:\n{out}");
    }
}

#[test]
fn programs_get_every_remark_as_json() {
    let (_folder, path) = file("mine.json", MISTAKES);
    let (code, out, _) = run(&["dataset", "check", "--format", "json", &path]);
    assert_eq!(code, 1);
    let document: serde_json::Value = serde_json::from_str(&out).unwrap();
    let found = &document["files"][0];
    assert_eq!(found["questions"], 2);
    assert_eq!(found["errors"], 1);
    let remark = &found["diagnostics"][0];
    assert_eq!(remark["code"], "A009");
    assert_eq!(remark["place"]["line"], 5);
    assert_eq!(remark["place"]["column"], 69);
    assert_eq!(remark["action"], "repaired");
}

#[test]
fn warnings_matter_when_strict() {
    let (_folder, path) = file(
        "mine.json",
        r#"{"dataset": {"id": "d"}, "questions": [{"id": "1", "answertype": "num", "query": {"sparql": "ASK {}"}}]}"#,
    );
    assert_eq!(run(&["dataset", "check", &path]).0, 0);
    assert_eq!(run(&["dataset", "check", "--strict", &path]).0, 1);
}

#[test]
fn what_cannot_be_read_ends_with_3_and_says_why() {
    let (folder, empty) = file("empty.json", "");
    let (_other, text) = file("notes.txt", "just some notes");
    let directory = folder.path().display().to_string();
    for (path, message) in [
        (empty.as_str(), "is empty"),
        (
            text.as_str(),
            "unknown format: text that begins with `just some notes`",
        ),
        (directory.as_str(), "is a folder"),
        ("/no/such/file.json", "does not exist"),
        (
            "qald-9-test-multilingal",
            "did you mean `qald-9-test-multilingual`",
        ),
        (
            "qald-9-test-multilingual",
            "lydite dataset fetch qald-9-test-multilingual",
        ),
    ] {
        let (code, _, error) = run(&["dataset", "check", path]);
        assert_eq!(code, 3, "{path}: {error}");
        assert!(
            error.to_lowercase().contains(&message.to_lowercase()),
            "{path}: {error}"
        );
    }
    // Opens, but cannot be read, whoever asks.
    if cfg!(target_os = "linux") {
        assert_eq!(run(&["dataset", "check", "/proc/self/mem"]).0, 3);
    }
}

#[test]
fn standard_input_is_a_file_like_any_other() {
    let output = lydite()
        .args(["dataset", "check", "-"])
        .write_stdin(MISTAKES)
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1));
    let out = String::from_utf8(output.stdout).unwrap();
    assert!(
        out.contains("(standard input): 2 questions loaded"),
        "{out}"
    );
}

#[test]
fn a_file_goes_through_every_format_and_back() {
    let demo = concat!(env!("CARGO_MANIFEST_DIR"), "/../lab/assets/demo.json");
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let shown = |file: &str| run(&["dataset", "show", file, "7"]).1;
    let (_, original, _) = run(&["dataset", "show", demo, "7"]);
    assert!(
        original.contains("<http://dbpedia.org/resource/Iapetus_(moon)>"),
        "{original}"
    );
    for name in ["sky.xml", "sky.jsonl", "sky.csv", "sky.tsv", "again.json"] {
        let target = path(name);
        let (code, _, error) = run(&["dataset", "convert", demo, &target]);
        assert_eq!(code, 0, "{name}: {error}");
        let (code, out, _) = run(&["dataset", "check", &target]);
        assert_eq!(code, 0, "{out}");
        assert!(out.contains("151 questions loaded"), "{name}: {out}");
        for line in [
            "Which moons of Saturn",
            "Welche Saturnmonde",
            "dbo:discoverer",
            "dbpedia.org/resource/Iapetus_(moon)",
        ] {
            assert!(shown(&target).contains(line), "{name}: {}", shown(&target));
        }
    }
    // Only English.
    let english = path("en.json");
    assert_eq!(
        run(&["dataset", "convert", demo, &english, "--lang", "en"]).0,
        0
    );
    assert!(!shown(&english).contains("Saturnmonde"));
}

#[test]
fn nothing_is_overwritten_by_accident() {
    let (folder, path) = file("mine.json", MISTAKES);
    let other = folder.path().join("other.json").display().to_string();
    std::fs::write(&other, "precious").unwrap();
    let (code, _, error) = run(&["dataset", "convert", &path, &other]);
    assert_eq!(code, 2, "{error}");
    assert!(error.contains("--force"), "{error}");
    assert_eq!(std::fs::read_to_string(&other).unwrap(), "precious");
    let (code, _, error) = run(&["dataset", "convert", &path, &path, "--force"]);
    assert_eq!(code, 2, "{error}");
    let (code, _, error) = run(&["dataset", "convert", &path, &other, "--to", "docx"]);
    assert_eq!(code, 2);
    assert!(error.contains("qald-json"), "{error}");
    // Errors on the way are told, and no half-written file is left.
    assert_eq!(run(&["dataset", "convert", &path, &other, "--force"]).0, 1);
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 2);
}

#[test]
fn a_question_that_is_not_there_is_missed_helpfully() {
    let demo = concat!(env!("CARGO_MANIFEST_DIR"), "/../lab/assets/demo.json");
    let (code, _, error) = run(&["dataset", "show", demo, "999"]);
    assert_eq!(code, 3);
    assert!(error.contains("its first ids are 1, 2, 3"), "{error}");
}

#[test]
fn figures_stand_side_by_side_in_every_output_format() {
    let demo = concat!(env!("CARGO_MANIFEST_DIR"), "/../lab/assets/demo.json");
    for (format, expected) in [
        ("table", "demo.json         demo.json"),
        ("json", "\"questions\": 151"),
        ("csv", "file,dataset,format,questions,"),
        ("markdown", "| questions "),
        ("latex", "questions & 151 & 151 \\tabularnewline"),
    ] {
        let (code, out, _) = run(&["dataset", "stats", demo, demo, "--format", format]);
        assert_eq!(code, 0);
        assert!(out.contains(expected), "{format}: {out}");
    }
}

#[test]
fn the_same_seed_makes_the_same_benchmark() {
    let folder = tempfile::tempdir().unwrap();
    let make = |name: &str, seed: &str| {
        let path = folder.path().join(name);
        let (code, _, error) = run(&[
            "dataset",
            "generate",
            "50",
            &path.display().to_string(),
            "--seed",
            seed,
        ]);
        assert_eq!(code, 0, "{error}");
        let (code, out, _) = run(&["dataset", "check", &path.display().to_string()]);
        assert_eq!(code, 0, "{out}");
        assert!(out.contains("50 questions loaded"), "{out}");
        std::fs::read(path).unwrap()
    };
    assert_eq!(make("a.json", "7"), make("b.json", "7"));
    assert_ne!(make("c.json", "7"), make("d.json", "8"));
}

#[test]
fn the_catalogue_is_listed_and_fetched_from() {
    let (code, out, _) = run(&["dataset", "list", "--format", "json"]);
    assert_eq!(code, 0);
    let document: serde_json::Value = serde_json::from_str(&out).unwrap();
    let entries = document["entries"].as_array().unwrap();
    assert!(entries.len() >= 77 + 19, "{}", entries.len());
    let (code, _, error) = run(&["dataset", "fetch", "no-such-dataset"]);
    assert_eq!(code, 3, "{error}");
    // What lies in an archive is listed, and whoever wants to fetch it learns where it is.
    assert_eq!(document["archived"][0]["member"], "QaldGen-RDF.nt");
    let (code, out, _) = run(&["dataset", "list", "qaldgen"]);
    assert!(code == 0 && out.contains("5,543 questions"), "{out}");
    let (code, _, error) = run(&["dataset", "fetch", "qaldgen"]);
    assert_eq!(code, 3, "{error}");
    assert!(
        error.contains("QaldGen-RDF.zip") && error.contains("6e64f3dc"),
        "{error}"
    );

    let Some(shared) = lydite_testing::shared("") else {
        return;
    };
    let home = tempfile::tempdir().unwrap();
    let name = "qald-8-test-multilingual";
    let lydite = |arguments: &[&str]| {
        let output = lydite()
            .args(arguments)
            .env("LYDITE_HOME", home.path())
            .output()
            .unwrap();
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).unwrap()
    };
    let mirror = shared.display().to_string();
    let out = lydite(&["dataset", "fetch", name, "--mirror", &mirror]);
    assert!(out.contains("digest verified"), "{out}");
    let out = lydite(&["dataset", "stats", name]);
    assert!(out.contains("DBpedia"), "{out}");
}

#[test]
fn a_closed_pipe_is_not_an_error() {
    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_lydite"))
        .args(["dataset", "list", "--format", "json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "");
}

#[test]
fn every_command_explains_itself_with_an_example() {
    fn visit(command: &clap::Command, path: &str, seen: &mut usize) {
        let path = format!("{path} {}", command.get_name());
        let help = command.get_after_help().map(ToString::to_string);
        if !command.has_subcommands() || path == " lydite" {
            assert!(help.unwrap_or_default().contains("Example"), "{path}");
            *seen += 1;
        }
        for command in command.get_subcommands() {
            visit(command, &path, seen);
        }
    }
    let mut seen = 0;
    visit(&lydite::args::Cli::command(), "", &mut seen);
    assert!(seen > 10, "{seen}");
    for shell in ["bash", "zsh", "fish"] {
        let (code, out, _) = run(&["completions", shell]);
        assert!(code == 0 && out.contains("lydite"), "{shell}");
    }
    let (code, out, _) = run(&["man"]);
    assert!(code == 0 && out.contains(".TH"), "{out}");
    let (code, out, _) = run(&["dataset", "check", "--explain", "q012"]);
    assert!(code == 0 && out.contains("duplicate id"), "{out}");
    assert_eq!(run(&["dataset", "check"]).0, 2);
}

/// A benchmark, or answers to it, with one question and its query.
fn queried(query: &str) -> (tempfile::TempDir, String) {
    let entry = serde_json::json!({"id": "1", "answertype": "resource",
        "question": [{"language": "en", "string": "Who?"}], "query": {"sparql": query},
        "answers": [{"head": {"vars": ["x"]}, "results": {"bindings": [{"x": {"type": "uri", "value": "http://x/y"}}]}}]});
    let document = serde_json::json!({"dataset": {"id": "mine"}, "questions": [entry]});
    file("queried.json", &document.to_string())
}

#[test]
fn what_was_found_on_the_way_is_scored_beside_the_answers() {
    let (_gold, gold) = queried("SELECT ?x { ?x dbo:mayor dbr:A ; dbo:party dbr:B }");
    let (_answers, answers) = queried("SELECT ?y { ?y dbo:mayor dbr:A }");
    let score = |options: &[&str]| {
        let files = ["score", "--gold", &gold, "--answers", &answers];
        run(&[&files[..], options].concat())
    };
    let (code, out, _) = score(&["--format", "json"]);
    assert_eq!(code, 0);
    let document = only_report(&out);
    let experiments = &document["experiments"];
    assert_eq!(experiments["QA"]["macro"]["f1"], 1.0);
    for name in ["C2KB", "P2KB", "RE2KB"] {
        assert_eq!(experiments[name]["macro"]["recall"], 0.5, "{name}");
    }
    // No class is asked for, so there is nothing to say about classes.
    assert!(experiments["AIT2KB"].is_null());
    let questions = document["questions"].as_array().unwrap();
    let judged: Vec<_> = questions.iter().map(|one| &one["experiment"]).collect();
    assert_eq!(judged, ["QA", "C2KB", "P2KB", "RE2KB", "AT"]);

    let (_, out, _) = score(&[]);
    assert!(out.contains("macro.f1") && out.contains(" RE2KB "), "{out}");
    let (_, out, _) = score(&["--experiment", "c2kb", "--format", "csv"]);
    assert!(out.contains("C2KB,macro.recall,0.5"), "{out}");
    assert!(!out.contains("QA,"), "{out}");
    let (_, out, _) = score(&["--experiment", "P2KB", "--explain", "1"]);
    assert!(
        out.contains("missed") && out.contains("ontology/party"),
        "{out}"
    );
    let (_, _, err) = score(&["--experiment", "C2KB", "--rules", "qald"]);
    assert!(err.contains("not judged by these rules"), "{err}");
    let (code, _, err) = score(&["--experiment", "A2KB"]);
    assert_eq!(code, 2);
    assert!(err.contains("QA, C2KB, P2KB, RE2KB, AT, AIT2KB"), "{err}");
}

#[test]
fn a_dataset_of_ones_own_goes_by_its_name() {
    let home = tempfile::tempdir().unwrap();
    let demo = concat!(env!("CARGO_MANIFEST_DIR"), "/../lab/assets/demo.json");
    let lydite = |arguments: &[&str]| run_in(home.path(), arguments, &[]);
    let (code, _, error) = lydite(&["dataset", "show", "company-v1", "1"]);
    assert_eq!(code, 3, "{error}");
    let (code, out, error) = lydite(&["dataset", "import", demo, "--name", "company-v1"]);
    assert_eq!(code, 0, "{error}");
    assert!(out.contains("company-v1: 151 questions"), "{out}");
    let (code, ..) = lydite(&["dataset", "show", "company-v1", "1"]);
    assert_eq!(code, 0);
    let (_, out, _) = lydite(&["dataset", "list", "company"]);
    assert!(out.contains("imported: company-v1"), "{out}");
    // What is there is not overwritten by accident, and names of the catalogue keep their meaning.
    let (code, _, error) = lydite(&["dataset", "import", demo, "--name", "company-v1"]);
    assert!(code == 2 && error.contains("--force"), "{error}");
    let (code, _, error) = lydite(&["dataset", "import", demo, "--name", "mqald"]);
    assert_eq!(code, 2, "{error}");
    let readme = concat!(env!("CARGO_MANIFEST_DIR"), "/../../README.md");
    let (code, _, error) = lydite(&["dataset", "import", readme, "--name", "readme"]);
    assert_eq!(code, 3, "{error}");
}

#[test]
fn a_part_of_a_benchmark_is_a_benchmark() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (whole, part, bare) = (path("whole.json"), path("part.json"), path("bare.json"));
    std::fs::write(&whole, WITH_FLAGS).unwrap();
    let (code, _, error) = run(&["dataset", "convert", &whole, &part, "--where", "length > 3"]);
    assert_eq!(code, 0, "{error}");
    assert!(error.contains("1 question converted"), "{error}");
    let (code, _, error) = run(&["dataset", "convert", &whole, &bare, "--without-answers"]);
    assert_eq!(code, 0, "{error}");
    let text = std::fs::read_to_string(&bare).unwrap();
    assert!(
        text.contains("Who?") && !text.contains("http://x/a"),
        "{text}"
    );
}

const WITH_FLAGS: &str = r#"{"questions": [
  {"id": "1", "question": [{"language": "en", "string": "Who?"}],
   "query": {"sparql": "SELECT ?x { ?x ?p <http://x/a> }"},
   "answers": [{"head": {"vars": ["x"]}, "results": {"bindings":
     [{"x": {"type": "uri", "value": "http://x/a"}}]}}]},
  {"id": "2", "question": [{"language": "en", "string": "Who wrote this very long book?"}],
   "query": {"sparql": "SELECT ?x { ?x ?p <http://x/b> }"},
   "answers": [{"head": {"vars": ["x"]}, "results": {"bindings":
     [{"x": {"type": "uri", "value": "http://x/b"}}]}}]}
]}"#;
