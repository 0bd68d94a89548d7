//! The first hour with the program: what a newcomer types, mistypes and expects.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

use clap::CommandFactory;
use serde_json::{Value, json};

use crate::program::{only_report, run, run_in, write_entries};

/// Runs a line as a shell does, with the program on the path; its exit code and both outputs.
fn shell(line: &str, folder: &Path) -> (i32, String) {
    let program = Path::new(env!("CARGO_BIN_EXE_lydite")).parent().unwrap();
    let path = std::env::var("PATH").unwrap_or_default();
    let output = Command::new("sh")
        .args(["-c", line])
        .current_dir(folder)
        .env("PATH", format!("{}:{path}", program.display()))
        .env("LYDITE_HOME", folder.join("home"))
        .output()
        .unwrap();
    let text = [output.stdout, output.stderr].concat();
    (
        output.status.code().unwrap(),
        String::from_utf8(text).unwrap(),
    )
}

fn entry(id: &str, query: Option<&str>, answer: Option<&str>) -> Value {
    let mut entry =
        json!({"id": id, "question": [{"language": "en", "string": format!("Who {id}?")}]});
    if let Some(query) = query {
        entry["query"] = json!({"sparql": query});
    }
    if let Some(answer) = answer {
        entry["answers"] = json!([{"head": {"vars": ["x"]}, "results": {"bindings":
            [{"x": {"type": "uri", "value": answer}}]}}]);
    }
    entry
}

#[test]
fn every_command_of_the_tour_runs_as_printed() {
    let folder = tempfile::tempdir().unwrap();
    let (code, tour, _) = run(&["demo"]);
    assert_eq!(code, 0);
    // A command may go on in the next line, as in a shell.
    let tour = tour.replace("\\\n", " ");
    let commands: Vec<&str> = tour
        .lines()
        .filter_map(|line| line.strip_prefix("$ "))
        .collect();
    assert!(commands.len() >= 9, "{tour}");
    for command in commands {
        let (code, output) = shell(command, folder.path());
        assert_eq!(code, 0, "{command}\n{output}");
    }
    assert!(folder.path().join("tour/demo-careful.json").is_file());
    assert!(folder.path().join("tour/demo.ttl").is_file());
    // Nothing is overwritten by accident.
    let (code, output) = shell("lydite demo --out tour", folder.path());
    assert!(code == 2 && output.contains("--force"), "{output}");
    assert_eq!(shell("lydite demo --out tour --force", folder.path()).0, 0);
}

#[test]
fn the_tour_is_short_enough_to_be_read() {
    let (_, tour, _) = run(&["demo"]);
    assert!(tour.lines().count() < 140, "{tour}");
    assert!(!tour.contains("F1 of gold / no answers"), "{tour}");
}

#[test]
fn the_built_in_names_work_wherever_a_file_is_expected() {
    for arguments in [
        &["dataset", "check", "demo-answers-careful"][..],
        &["dataset", "stats", "demo"],
        &["dataset", "show", "demo.json", "1"],
        &["dataset", "convert", "demo", "-", "--to", "csv"],
        &["dataset", "diff", "demo", "demo"],
        &["dataset", "check", "demo", "--kg", "demo"],
        &["query", "check", "--summary", "demo"],
        &["query", "show", "demo", "--id", "1"],
        &["features", "demo"],
        &["sample", "--from", "demo", "-n", "5"],
        &[
            "score",
            "--gold",
            "demo",
            "--answers",
            "demo-eager",
            "--kg",
            "demo",
        ],
        &[
            "slice",
            "--gold",
            "demo",
            "--answers",
            "demo-eager",
            "--by",
            "answerType",
        ],
        &["kg", "info", "demo"],
    ] {
        let (code, _, error) = run(arguments);
        assert_eq!(code, 0, "{arguments:?}: {error}");
    }
}

#[test]
fn a_language_that_is_not_there_is_an_error_that_names_those_that_are() {
    for arguments in [
        &[
            "score",
            "--gold",
            "demo",
            "--answers",
            "demo-eager",
            "--lang",
            "ja",
        ][..],
        &[
            "slice",
            "--gold",
            "demo",
            "--answers",
            "demo-eager",
            "--by",
            "tps",
            "--lang",
            "ja",
        ],
        &["features", "demo", "--lang", "ja"],
        &["sample", "--from", "demo", "-n", "5", "--lang", "ja"],
    ] {
        let (code, out, error) = run(arguments);
        assert_eq!(code, 3, "{arguments:?}: {out}{error}");
        assert!(error.contains("de, en, es"), "{arguments:?}: {error}");
        assert_eq!(out, "");
    }
}

#[test]
fn gold_without_answers_asks_for_a_graph() {
    let folder = tempfile::tempdir().unwrap();
    let query = "SELECT ?x { dbr:Romania dbo:capital ?x }";
    let gold = write_entries(folder.path(), "gold.json", &[entry("1", Some(query), None)]);
    let answer = "http://dbpedia.org/resource/Bucharest";
    let answers = write_entries(folder.path(), "a.json", &[entry("1", None, Some(answer))]);
    let score = ["score", "--gold", &gold, "--answers", &answers];
    let (code, out, error) = run(&score);
    assert_eq!((code, out.as_str()), (3, ""), "{error}");
    assert!(error.contains("--kg"), "{error}");
    let (code, out, error) = run(&[&score[..], &["--kg", "demo", "--format", "json"]].concat());
    assert_eq!(code, 0, "{error}");
    assert_eq!(only_report(&out)["experiments"]["QA"]["macro"]["f1"], 1.0);
}

#[test]
fn queries_that_repeat_the_gold_are_noticed() {
    let folder = tempfile::tempdir().unwrap();
    let queries = [
        "SELECT ?x { ?x dbo:a dbr:A }",
        "SELECT ?x { ?x dbo:b dbr:B }",
    ];
    let entries = |answer: &str| -> Vec<Value> {
        let ids = ["1", "2"].iter().zip(queries);
        ids.map(|(id, query)| entry(id, Some(query), Some(answer)))
            .collect()
    };
    let gold = write_entries(folder.path(), "gold.json", &entries("http://x/a"));
    let answers = write_entries(folder.path(), "a.json", &entries("http://x/b"));
    let (_, _, error) = run(&["score", "--gold", &gold, "--answers", &answers]);
    assert!(error.contains("identical to the gold queries"), "{error}");
}

#[test]
fn the_obvious_files_are_read_and_scored() {
    let folder = tempfile::tempdir().unwrap();
    let query = "SELECT ?x { dbr:Romania dbo:capital ?x }";
    for (name, text) in [
        ("a.csv", format!("id,query\n1,{query}\n")),
        ("a.tsv", format!("id\tquery\n1\t{query}\n")),
        ("a.jsonl", json!({"id": 1, "query": query}).to_string()),
        ("a.json", json!({"1": query}).to_string()),
        ("b.json", json!([{"id": "1", "query": query}]).to_string()),
        (
            "c.json",
            json!([{"id": "1", "query": format!("```sparql\n{query}\n```")}]).to_string(),
        ),
    ] {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        let path = path.display().to_string();
        let (code, out, error) = run(&[
            "score",
            "--gold",
            "demo",
            "--answers",
            &path,
            "--kg",
            "demo",
            "--format",
            "json",
        ]);
        assert_eq!(code, 0, "{name}: {error}");
        let report = only_report(&out);
        let questions = report["questions"].as_array().unwrap();
        let first = questions.iter().find(|one| one["id"] == "1").unwrap();
        assert_eq!(first["f1"], 1.0, "{name}: {first}");
    }
}

#[test]
fn official_rules_do_not_unwrap_what_a_language_model_wrote() {
    let folder = tempfile::tempdir().unwrap();
    let query = "SELECT ?x { dbr:Romania dbo:capital ?x }";
    let path = folder.path().join("a.json");
    let text = json!([{"id": "1", "query": format!("Here it is:\n```sparql\n{query}\n```")}]);
    std::fs::write(&path, text.to_string()).unwrap();
    let path = path.display().to_string();
    let score = |rules: &str| {
        let (_, out, error) = run(&[
            "score",
            "--gold",
            "demo",
            "--answers",
            &path,
            "--kg",
            "demo",
            "--rules",
            rules,
            "--format",
            "json",
        ]);
        assert!(!out.is_empty(), "{error}");
        let report = only_report(&out);
        let questions = report["questions"].as_array().unwrap();
        let first = questions.iter().find(|one| one["id"] == "1").unwrap();
        first["f1"].as_f64().unwrap()
    };
    assert_eq!(score("lydite"), 1.0);
    assert_eq!(score("text2sparql"), 0.0);
}

#[test]
fn the_layout_of_every_format_can_be_shown() {
    let (_, out, _) = run(&["dataset", "formats", "--format", "json"]);
    let document: Value = serde_json::from_str(&out).unwrap();
    for format in document["formats"].as_array().unwrap() {
        let name = format["name"].as_str().unwrap();
        let (code, out, error) = run(&["dataset", "formats", "show", name]);
        assert_eq!(code, 0, "{error}");
        assert!(out.contains("Example:"), "{out}");
    }
    let (code, _, error) = run(&["dataset", "formats", "show", "cvs"]);
    assert!(code == 2 && error.contains("did you mean `csv`"), "{error}");
}

#[test]
fn a_graph_is_not_a_benchmark_and_the_program_says_where_it_goes() {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in [
        ("x.ttl", "@prefix a: <http://a/> . a:b a:c a:d ."),
        ("x.nt", "<http://a> <http://b> <http://c> .\n"),
    ] {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        let (code, _, error) = run(&["dataset", "check", &path.display().to_string()]);
        assert_eq!(code, 3, "{error}");
        assert!(error.contains("lydite kg load"), "{error}");
    }
}

#[test]
fn scores_on_a_sample_of_exemplars_come_with_a_warning() {
    let folder = tempfile::tempdir().unwrap();
    let sample = folder.path().join("micro.json").display().to_string();
    let (code, out, error) = run(&["sample", "--from", "demo", "-n", "10", "--format", "json"]);
    assert_eq!(code, 0, "{error}");
    // Questions without a query are left out, and it is said for want of what.
    assert!(
        error.contains("left out because a feature is missing"),
        "{error}"
    );
    assert!(error.contains("tps ("), "{error}");
    std::fs::write(&sample, out).unwrap();
    let (_, _, error) = run(&[
        "score",
        "--gold",
        "demo",
        "--answers",
        "demo-eager",
        "--sample",
        &sample,
    ]);
    assert!(error.contains("outliers by design"), "{error}");
}

#[test]
fn slips_are_answered_with_what_was_probably_meant() {
    let score = ["score", "--gold", "demo", "--answers", "demo-eager"];
    for (arguments, meant) in [
        (&["kg", "query", "dmo", "ASK {}"][..], "did you mean `demo`"),
        (
            &[&score[..], &["--rules", "gerbl"]].concat(),
            "did you mean `gerbil`",
        ),
        (
            &[&score[..], &["--experiment", "C2BK"]].concat(),
            "did you mean `C2KB`",
        ),
        (
            &["features", "demo", "--features", "lenght"],
            "did you mean `length`",
        ),
        (
            &["dataset", "convert", "demo", "-", "--to", "qaldjson"],
            "did you mean `qald-json`",
        ),
        (&["dataset", "check", "dmeo"], "did you mean `demo`"),
        (&["dataset", "chek", "demo"], "'check'"),
        (&["score", "--gold", "demo", "--anwers", "x"], "'--answers'"),
        (&["rules", "show", "lydit"], "did you mean `lydite`"),
    ] {
        let (code, _, error) = run(arguments);
        assert!(matches!(code, 2 | 3), "{arguments:?}: {code}");
        assert!(error.contains(meant), "{arguments:?}: {error}");
    }
}

#[test]
fn an_empty_result_names_what_the_graph_does_not_have() {
    let (code, out, error) = run(&["kg", "query", "demo", "SELECT ?x { ?x a dbo:Rivr }"]);
    assert_eq!((code, out.as_str()), (0, "x\n"));
    assert!(error.contains("not in the graph: dbo:Rivr"), "{error}");
}

#[test]
fn binary_files_are_called_that() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("noise.json");
    let noise: Vec<u8> = (0..2000_u32).map(|at| (at * at % 251) as u8).collect();
    std::fs::write(&path, noise).unwrap();
    let (code, _, error) = run(&["dataset", "check", &path.display().to_string()]);
    assert_eq!(code, 3);
    assert!(error.contains("unknown format: binary data"), "{error}");
}

#[test]
fn usage_shows_only_what_is_required() {
    let (code, _, error) = run(&["score", "--gold", "demo"]);
    assert_eq!(code, 2);
    assert!(
        error.contains("Usage:") && !error.contains("--home"),
        "{error}"
    );
}

#[test]
fn the_bare_program_shows_what_there_is() {
    let home = tempfile::tempdir().unwrap();
    let (code, out, error) = run_in(home.path(), &[], &[]);
    assert_eq!((code, error.as_str()), (0, ""));
    assert!(
        out.contains("Usage: lydite") && out.contains("Examples:"),
        "{out}"
    );
}

#[test]
fn every_help_has_examples_and_one_name_for_each_thing() {
    fn visit(command: &clap::Command, path: &str) {
        let path = format!("{path} {}", command.get_name());
        let help = command.get_after_help().map(ToString::to_string);
        assert!(help.unwrap_or_default().contains("Example"), "{path}");
        for argument in command.get_arguments() {
            let name = argument.get_long().unwrap_or_default();
            let former = ["language", "kg-timeout", "threads", "without-answers"];
            let is_visible = !argument.is_hide_set();
            assert!(!is_visible || !former.contains(&name), "{path} --{name}");
            if argument.get_short() == Some('n') {
                assert_eq!(name, "limit", "{path} -n");
            }
            let help = argument.get_help().map(ToString::to_string);
            let help = help.unwrap_or_default();
            for word in ["remark", "figure", "told from", "packed", "wording"] {
                assert!(!help.contains(word), "{path} --{name}: {help}");
            }
        }
        for command in command.get_subcommands() {
            visit(command, &path);
        }
    }
    visit(&lydite::args::Cli::command(), "");
}

#[test]
fn an_option_means_the_same_in_every_command() {
    fn visit(command: &clap::Command, path: &str, seen: &mut BTreeMap<String, Vec<String>>) {
        let path = format!("{path} {}", command.get_name());
        for argument in command.get_arguments() {
            let Some(name) = argument.get_long().filter(|_| !argument.is_hide_set()) else {
                continue;
            };
            let takes = match argument.get_value_names() {
                Some(names) if argument.get_action().takes_values() => format!("{names:?}"),
                _ => "nothing".to_owned(),
            };
            let known = seen.entry(name.to_owned()).or_default();
            if !known.contains(&takes) {
                known.push(takes);
            }
        }
        for command in command.get_subcommands() {
            visit(command, &path, seen);
        }
    }
    let mut seen = BTreeMap::new();
    visit(&lydite::args::Cli::command(), "", &mut seen);
    seen.retain(|_, takes| takes.len() > 1);
    // What a dataset, a question and a system are, what to explain, to write and to leave out differs
    // by command; docs/output.md says how.
    let several: Vec<&str> = seen.keys().map(String::as_str).collect();
    assert_eq!(
        several,
        ["dataset", "explain", "out", "question", "system", "without"],
        "{seen:?}"
    );
    let timed = |command: &[&str]| run(&[command, &["--timeout", "0.5"]].concat()).0;
    assert_eq!(timed(&["kg", "query", "demo", "ASK {}"]), 0);
    assert_eq!(timed(&["dataset", "check", "demo", "--kg", "demo"]), 0);
    assert_eq!(
        run(&["kg", "query", "demo", "ASK {}", "--timeout", "-1"]).0,
        2
    );
}

#[test]
fn the_former_names_of_options_still_work() {
    for arguments in [
        &["dataset", "list", "--language", "en"][..],
        &["dataset", "check", "--explain", "Q012"],
        &[
            "score",
            "--gold",
            "demo",
            "--answers",
            "demo-eager",
            "--kg-timeout",
            "3",
        ],
        &[
            "dataset",
            "convert",
            "demo",
            "-",
            "--to",
            "csv",
            "--without-answers",
        ],
    ] {
        assert_eq!(run(arguments).0, 0, "{arguments:?}");
    }
}

#[test]
fn a_score_that_is_too_low_fails() {
    let score = ["score", "--gold", "demo", "--answers", "demo-careful"];
    let with = |least: &str| run(&[&score[..], &["--fail-under", least]].concat());
    assert_eq!(with("0.3").0, 0);
    let (code, _, error) = with("0.5");
    assert_eq!(code, 1);
    assert!(error.contains("below --fail-under 0.5"), "{error}");
    assert_eq!(with("50").0, 2);
}

#[test]
fn whoever_scores_a_published_dataset_learns_its_official_rules() {
    let folder = tempfile::tempdir().unwrap();
    let entries = [entry("1", None, Some("http://x/a"))];
    let gold = write_entries(folder.path(), "gold.json", &entries);
    let text = std::fs::read_to_string(&gold).unwrap();
    std::fs::write(
        &gold,
        text.replace("\"id\":\"d\"", "\"id\":\"qald-9-test\""),
    )
    .unwrap();
    let (_, _, error) = run(&["score", "--gold", &gold, "--answers", &gold]);
    assert!(error.contains("--rules qald "), "{error}");
    let (_, _, error) = run(&[
        "score",
        "--gold",
        &gold,
        "--answers",
        &gold,
        "--rules",
        "qald",
    ]);
    assert!(!error.contains("officially"), "{error}");
}

#[test]
fn iris_that_the_graph_does_not_have_are_named() {
    let query = "SELECT ?x { dbr:Romania dbo:capitol ?x }";
    let (code, out, _) = run(&["query", "check", query, "--kg", "demo"]);
    assert_eq!(code, 0);
    assert!(out.contains("not in the graph: dbo:capitol"), "{out}");
    assert!(!out.contains("not in the graph: dbr:Romania"), "{out}");
    let (_, out, _) = run(&["query", "check", query, "--kg", "demo", "--format", "json"]);
    let document: Value = serde_json::from_str(&out).unwrap();
    let unknown = &document["queries"][0]["unknown_iris"];
    assert_eq!(*unknown, json!(["http://dbpedia.org/ontology/capitol"]));
    assert_eq!(document["with_unknown_iris"], 1);
}

#[test]
fn answers_and_queries_are_left_out_one_by_one() {
    let left = |without: &str| {
        let (code, out, error) = run(&[
            "dataset",
            "convert",
            "demo",
            "-",
            "--to",
            "qald-json",
            "--without",
            without,
        ]);
        assert_eq!(code, 0, "{error}");
        (out.contains("SELECT"), out.contains("\"bindings\""))
    };
    assert_eq!(left("answers"), (true, false));
    assert_eq!(left("queries"), (false, true));
    assert_eq!(left("answers,queries"), (false, false));
}

#[test]
fn two_versions_of_a_benchmark_are_compared() {
    let folder = tempfile::tempdir().unwrap();
    let query = Some("ASK { ?x ?p ?y }");
    let before = [
        entry("1", query, Some("http://x/a")),
        entry("2", query, None),
        entry("3", query, None),
    ];
    let after = [
        entry("1", query, Some("http://x/b")),
        entry("2", query, None),
        entry("4", query, None),
    ];
    let before = write_entries(folder.path(), "before.json", &before);
    let after = write_entries(folder.path(), "after.json", &after);
    let (code, out, _) = run(&["dataset", "diff", &before, &after, "--format", "json"]);
    assert_eq!(code, 1);
    let document: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(document["same"], 1);
    assert_eq!(document["added"], json!(["4"]));
    assert_eq!(document["removed"], json!(["3"]));
    assert_eq!(
        document["changed"],
        json!([{"id": "1", "what": ["answers"]}])
    );
    let (_, out, _) = run(&["dataset", "diff", &before, &after]);
    assert!(
        out.contains("1 question the same, 1 removed, 1 added, 1 changed"),
        "{out}"
    );
    assert_eq!(run(&["dataset", "diff", &before, &before]).0, 0);
}
