//! What is printed: it fits a terminal, is whole in a pipe, and other programs can read it.

use std::env;
use std::fs;
use std::path::Path;
use std::process::Command;

use clap::CommandFactory;

use crate::program::{run, run_in};

/// Systems with long names, from the embedded benchmark.
const LONG: &str = "a-system-with-quite-a-long-name_first-attempt=demo-careful";
const LONGER: &str = "a-system-with-quite-a-long-name_second-and-last-attempt=demo-eager";

/// Commands whose result is a table.
const TABLES: &[&[&str]] = &[
    &["score", "--gold", "demo.json", "--answers", "demo-careful"],
    &[
        "score",
        "--gold",
        "demo.json",
        "--answers",
        LONG,
        LONGER,
        "demo-encoded",
    ],
    &[
        "score",
        "--gold",
        "demo.json",
        "--answers",
        LONG,
        LONGER,
        "--rules",
        "lydite,gerbil,gerbil-2019,qald",
    ],
    &[
        "score",
        "--gold",
        "demo.json",
        "--answers",
        LONG,
        LONGER,
        "--intervals",
    ],
    &[
        "score",
        "--gold",
        "demo.json",
        "--answers",
        LONG,
        LONGER,
        "--columns",
        "system,micro_f1,macro_f1_qald,n",
    ],
    &[
        "score",
        "--gold",
        "demo.json",
        "--answers",
        "demo-eager",
        "--per-question",
    ],
    &[
        "score",
        "--gold",
        "demo.json",
        "--answers",
        LONG,
        LONGER,
        "--worst",
        "5",
    ],
    &[
        "slice",
        "--gold",
        "demo.json",
        "--answers",
        LONG,
        LONGER,
        "--by",
        "answerType,tps",
    ],
    &["dataset", "list"],
    &["dataset", "formats"],
    &["dataset", "stats", "demo.json"],
    &["dataset", "check", "demo-eager"],
    &["rules", "list"],
    &["features", "--list"],
    &["features", "demo.json"],
    &["sample", "--from", "demo.json", "-n", "8"],
    &["sample", "--from", "demo.json", "-n", "8", "--compare"],
    &["kg", "list"],
    &["kg", "info", "demo"],
    &["kg", "search", "demo", "Berlin"],
    &[
        "kg",
        "query",
        "demo",
        "SELECT ?s ?p ?o { ?s ?p ?o } LIMIT 20",
    ],
    &[
        "query",
        "check",
        "ASK { ?x a dbo:Lake }",
        "ASK { ?x a dbo:City }",
        "--summary",
    ],
    &["template", "--gold", "demo.json", "--queries", "demo.json"],
    &[
        "template",
        "--gold",
        "demo.json",
        "--queries",
        "one=demo.json",
        "other=demo.json",
    ],
    &[
        "template",
        "--gold",
        "demo.json",
        "--queries",
        "demo.json",
        "--per-question",
    ],
    &[
        "score",
        "--gold",
        "demo.json",
        "--answers",
        LONG,
        LONGER,
        "--measure",
        "F(beta=2); hits@3",
    ],
    &[
        "score",
        "--gold",
        "demo.json",
        "--answers",
        LONG,
        LONGER,
        "--kg",
        "demo",
        "--failures",
    ],
    &["dataset", "diff", "demo.json", "demo-eager"],
    &["dataset", "refresh", "demo-eager", "--kg", "demo"],
    // LaTeX without more packages sets no Persian.
    &["kg", "label", "demo", "dbr:Berlin", "--lang", "de"],
    &["kg", "sameas", "demo", "dbr:Berlin"],
    &[
        "query",
        "diff",
        "SELECT ?x { ?x a dbo:Lake ; dbo:country dbr:Finland }",
        "SELECT ?x { ?x a dbo:City }",
        "--measures",
    ],
];

/// Commands whose result is prose.
const PROSE: &[&[&str]] = &[
    &["rules", "show", "lydite"],
    &["dataset", "show", "demo.json", "1"],
    &["dataset", "check", "--explain", "A009"],
    &[
        "query",
        "show",
        "SELECT ?x { ?x <http://dbpedia.org/ontology/author> ?y . FILTER(?y > 2) }",
    ],
    &[
        "query",
        "diff",
        "SELECT ?x { ?x a dbo:Lake }",
        "SELECT ?x { ?x a dbo:City }",
    ],
    &[
        "score",
        "--gold",
        "demo.json",
        "--answers",
        "demo-eager",
        "--explain",
        "1",
    ],
    &[
        "template",
        "--gold",
        "demo.json",
        "--queries",
        "demo.json",
        "--explain",
        "1",
    ],
];

/// Commands that print something else: queries, results as SPARQL has them, errors with their hints.
const OTHERS: &[&[&str]] = &[
    &[
        "query",
        "format",
        "SELECT ?x { ?x a dbo:Lake ; dbo:country dbr:Finland . FILTER(?x != dbr:Saimaa) }",
    ],
    &["query", "check", "SELECT ?x { ?x a dbo:Lak", "--kg", "demo"],
    &[
        "query",
        "check",
        "ASK { dbr:Nowhere a dbo:Plaice }",
        "--kg",
        "demo",
    ],
    &["dataset", "check", "demo-eager", "--kg", "demo"],
    &["dataset", "check", "--code", "Q012"],
    &["dataset", "fetch", "qaldgen"],
    &["dataset", "fetch", "no-such-dataset"],
    &["dataset", "list", "--kind", "figures"],
    &["dataset", "convert", "demo", "-", "--to", "docx"],
    &["kg", "query", "demo", "ASK { dbr:Berlin a dbo:City }"],
    &[
        "kg",
        "query",
        "demo",
        "SELECT ?x { ?x a dbo:Lake",
        "--explain",
    ],
    &[
        "kg",
        "query",
        "demo",
        "SELECT ?x { ?x a dbo:Lake } LIMIT 3",
        "--explain",
    ],
    &["kg", "query", "no-such-graph", "ASK {}"],
    &["kg", "load", "no-such-file-anywhere-in-this-folder.nt"],
    &["kg", "load", "demo.json"],
    &["kg", "prune"],
    &["kg", "delete", "no-such-graph"],
    &[
        "kg",
        "label",
        "demo",
        "dbr:Nothing_that_is_in_this_graph_at_all",
    ],
    &["rules", "show", "gerbl"],
    &[
        "score",
        "--gold",
        "demo",
        "--answers",
        "demo-eager",
        "--cite",
    ],
    &[
        "score",
        "--gold",
        "demo",
        "--answers",
        "demo-eager",
        "--cite",
        "text",
    ],
    &[
        "score",
        "--gold",
        "demo",
        "--answers",
        "demo-eager",
        "--columns",
        "list",
    ],
    &[
        "score",
        "--gold",
        "demo",
        "--answers",
        "demo-eager",
        "--lang",
        "ja",
    ],
    &["features", "demo", "--where", "lenght > 1"],
    &["sample", "--from", "demo", "-n", "1000"],
    &[
        "slice",
        "--gold",
        "demo",
        "--answers",
        "demo-eager",
        "--by",
        "colour",
    ],
    &["template", "--gold", "demo"],
];

/// A program that a test needs; without it the test is skipped, with `CI=true` that is a failure.
pub(crate) fn needed(name: &str, variable: &str) -> Option<String> {
    let program = env::var(variable).unwrap_or_else(|_| name.to_owned());
    if Command::new(&program).arg("--version").output().is_ok() {
        return Some(program);
    }
    let reason = format!("no {name}; set {variable}");
    assert_ne!(env::var("CI").as_deref(), Ok("true"), "{reason}");
    eprintln!("skipped: {reason}");
    None
}

/// Runs a command in a real terminal of some width; what it shows, without colours.
fn in_terminal(script: &str, home: &Path, command: &[&str], columns: usize) -> String {
    let quoted = |word: &&str| format!("'{}'", word.replace('\'', "'\\''"));
    let words: Vec<String> = command.iter().map(quoted).collect();
    let line = format!(
        "stty cols {columns} rows 50; '{}' {}",
        env!("CARGO_BIN_EXE_lydite"),
        words.join(" ")
    );
    let output = Command::new(script)
        .args(["-qec", &line, "/dev/null"])
        .env("LYDITE_HOME", home)
        .env("SHELL", "/bin/sh")
        .env("TERM", "dumb")
        .env_remove("COLUMNS")
        .output()
        .unwrap();
    without_colour(&String::from_utf8(output.stdout).unwrap())
}

fn without_colour(text: &str) -> String {
    let mut plain = String::new();
    let mut rest = text;
    while let Some(start) = rest.find("\u{1b}[") {
        plain.push_str(&rest[..start]);
        let end = rest[start..].find(|c: char| c.is_ascii_alphabetic());
        rest = end.map_or("", |end| &rest[start + end + 1..]);
    }
    (plain + rest).replace('\r', "")
}

/// Runs commands in terminals of four widths; the lines that are wider than theirs.
pub(crate) fn too_wide(script: &str, home: &Path, commands: &[&[&str]]) -> Vec<String> {
    let mut wide = Vec::new();
    for command in commands {
        for columns in [60, 80, 100, 200] {
            let shown = in_terminal(script, home, command, columns);
            assert!(!shown.trim().is_empty(), "{command:?}");
            for line in shown.lines() {
                let width = unicode_width::UnicodeWidthStr::width(line);
                if width > columns {
                    wide.push(format!("{columns}: {command:?}: {width}: {line}"));
                }
            }
        }
    }
    wide
}

#[test]
fn nothing_is_wider_than_the_terminal() {
    let Some(script) = needed("script", "LYDITE_SCRIPT") else {
        return;
    };
    let home = tempfile::tempdir().unwrap();
    let commands = [TABLES, PROSE, OTHERS, &[&["demo"]]].concat();
    let wide = too_wide(&script, home.path(), &commands);
    assert!(wide.is_empty(), "{}", wide.join("\n"));
}

#[test]
fn no_help_is_wider_than_the_terminal() {
    fn visit(command: &clap::Command, path: &[&str], all: &mut Vec<Vec<String>>) {
        let own = path.iter().map(|word| (*word).to_owned());
        all.push(own.chain(["--help".to_owned()]).collect());
        for command in command.get_subcommands() {
            visit(command, &[path, &[command.get_name()]].concat(), all);
        }
    }
    let Some(script) = needed("script", "LYDITE_SCRIPT") else {
        return;
    };
    let home = tempfile::tempdir().unwrap();
    let mut all = Vec::new();
    visit(&lydite::args::Cli::command(), &[], &mut all);
    assert!(all.len() > 60, "{}", all.len());
    let all: Vec<Vec<&str>> = all
        .iter()
        .map(|words| words.iter().map(String::as_str).collect())
        .collect();
    let all: Vec<&[&str]> = all.iter().map(Vec::as_slice).collect();
    let wide = too_wide(&script, home.path(), &all);
    assert!(wide.is_empty(), "{}", wide.join("\n"));
}

#[test]
fn a_terminal_gets_colour_and_a_pipe_none() {
    let Some(script) = needed("script", "LYDITE_SCRIPT") else {
        return;
    };
    let home = tempfile::tempdir().unwrap();
    let line = format!("'{}' rules list", env!("CARGO_BIN_EXE_lydite"));
    let shown = |setting: &[(&str, &str)]| {
        let output = Command::new(&script)
            .args(["-qec", &line, "/dev/null"])
            .env("LYDITE_HOME", home.path())
            .env_remove("NO_COLOR")
            .envs(setting.iter().copied())
            .output()
            .unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    assert!(shown(&[]).contains("\u{1b}[1mname"));
    assert!(!shown(&[("NO_COLOR", "1")]).contains('\u{1b}'));
    let (_, piped, _) = run(&["rules", "list"]);
    assert!(!piped.contains('\u{1b}'));
    let (_, forced, _) = run(&["rules", "list", "--color", "always"]);
    assert!(forced.contains("\u{1b}[1mname"));
}

#[test]
fn nothing_is_cut_in_a_pipe() {
    let whole = |command: &[&str], texts: &[&str]| {
        let (_, out, error) = run(command);
        for text in texts {
            assert!(out.contains(text), "{command:?}: {text}\n{out}{error}");
        }
    };
    let names = [LONG, LONGER].map(|name| name.split_once('=').unwrap().0);
    whole(
        &["score", "--gold", "demo.json", "--answers", LONG, LONGER],
        &names,
    );
    whole(
        &[
            "kg",
            "query",
            "demo",
            "SELECT ?s { ?s a ?c FILTER(CONTAINS(STR(?s), 'Twenty')) } LIMIT 5",
        ],
        &["dbr:Twenty_Thousand_Leagues_Under_the_Seas"],
    );
    let (_, definitions, _) = run(&["features", "--list", "--format", "json"]);
    let definitions: serde_json::Value = serde_json::from_str(&definitions).unwrap();
    let features = definitions["features"].as_array().unwrap();
    let texts: Vec<&str> = features
        .iter()
        .filter_map(|one| one["definition"].as_str())
        .collect();
    whole(&["features", "--list"], &texts);
    let (_, entries, _) = run(&["dataset", "list", "--format", "json"]);
    let entries: serde_json::Value = serde_json::from_str(&entries).unwrap();
    let names = entries["entries"].as_array().unwrap().iter();
    let names: Vec<&str> = names.filter_map(|entry| entry["name"].as_str()).collect();
    whole(&["dataset", "list"], &names);
}

#[test]
fn a_closed_pipe_is_no_error() {
    let home = tempfile::tempdir().unwrap();
    let line = format!(
        "'{}' features demo.json --format csv | head -n 1; '{0}' demo | head -n 1",
        env!("CARGO_BIN_EXE_lydite")
    );
    let output = Command::new("bash")
        .args(["-c", &format!("set -o pipefail; {line}")])
        .env("LYDITE_HOME", home.path())
        .output()
        .unwrap();
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{error}");
    assert_eq!(error, "");
}

/// What pandas makes of the columns: `i` integers, `f` floats, `b` booleans, `O` texts.
const TYPES: &str = r"
import io, json, subprocess, sys
import pandas
for command, expected in json.load(sys.stdin):
    run = subprocess.run(command, capture_output=True, text=True)
    frame = pandas.read_csv(io.StringIO(run.stdout))
    assert len(frame), (command, run.stderr)
    assert all(name and not name.startswith('Unnamed') and name == name.strip() for name in frame), list(frame)
    assert len(set(frame)) == len(list(frame)), list(frame)
    for name, kinds in expected.items():
        assert frame[name].dtype.kind in kinds, (command, name, frame[name].dtype, run.stdout[:2000])
    for name, column in frame.items():
        if column.dtype.kind == 'O' and name not in ('id', 'value', 'question', 'text', 'languages', 'example', 'usesFeature', 'version'):
            present = column.dropna()
            if present.map(lambda value: isinstance(value, bool)).all():
                continue
            numbers = pandas.to_numeric(present, errors='coerce')
            assert numbers.isna().all() or name in expected, (command, name, column.tolist()[:5])
print('all read')
";

#[test]
fn pandas_reads_every_csv_with_the_right_types() {
    let Some(python) = python() else { return };
    let home = tempfile::tempdir().unwrap();
    let columns = |command: &[&str]| -> &[(&str, &str)] {
        match command[0] {
            "score" if command.contains(&"--per-question") || command.contains(&"--worst") => {
                &[("tp", "i"), ("fn", "i"), ("f1", "f"), ("question", "OT")]
            }
            "score" if command.contains(&"--failures") => &[("questions", "i"), ("share", "f")],
            "score" if command.contains(&"--columns") => {
                &[("micro_f1", "f"), ("micro_f1_low", "f"), ("n", "i")]
            }
            "score" if command.len() == 5 => &[("value", "f"), ("value_low", "f"), ("n", "i")],
            "score" => &[
                ("rank", "if"),
                ("f1", "f"),
                ("f1_low", "f"),
                ("f1_high", "f"),
                ("p_holm", "f"),
                ("n", "i"),
                ("macro_f1_qald", "f"),
                ("micro_f1", "f"),
            ],
            "slice" => &[
                ("n", "i"),
                ("score", "f"),
                ("score_high", "f"),
                ("flips", "b"),
            ],
            "kg" if command[1] == "info" => &[("count", "i"), ("values", "f"), ("iri", "OT")],
            "kg" if command[1] == "list" => &[("triples", "i"), ("index_bytes", "i")],
            "kg" if command[1] == "search" => &[("score", "f")],
            "dataset" if command[1] == "list" => {
                &[("fetched", "b"), ("questions", "if"), ("bytes", "i")]
            }
            "dataset" if command[1] == "formats" => &[("read", "b"), ("write", "b")],
            "dataset" if command[1] == "diff" => &[("question", "i")],
            "dataset" if command[1] == "refresh" => &[("before", "i"), ("f1", "f")],
            "dataset" if command[1] == "stats" => &[
                ("questions", "i"),
                ("gold_f1_lydite", "f"),
                ("language_en", "i"),
            ],
            "dataset" => &[("line", "i"), ("column", "i")],
            "sample" if command.contains(&"--compare") => {
                &[("n", "i"), ("diversity", "f"), ("similarity_error", "f")]
            }
            "template" if !command.contains(&"--per-question") => &[("count", "i"), ("share", "f")],
            "features" if command[1] != "--list" => &[("length", "if")],
            "query" if command.contains(&"--measures") => &[("value", "f")],
            "query" => &[("times", "i")],
            _ => &[],
        }
    };
    let cases: Vec<Case<'_>> = TABLES
        .iter()
        .map(|command| (*command, columns(command)))
        .collect();
    read_with_pandas(&python, home.path(), &cases);
}

/// A command whose table pandas is to read, and the kinds of some columns.
pub(crate) type Case<'c> = (&'c [&'c str], &'c [(&'c str, &'c str)]);

/// Lets pandas read the tables of commands, and compares what it makes of their columns.
pub(crate) fn read_with_pandas(python: &str, home: &Path, cases: &[Case<'_>]) {
    let cases: Vec<serde_json::Value> = cases
        .iter()
        .map(|(command, columns)| {
            let mut words = vec![env!("CARGO_BIN_EXE_lydite")];
            words.extend(*command);
            words.extend(["--format", "csv"]);
            let types: serde_json::Map<_, _> = columns
                .iter()
                .map(|(name, kind)| ((*name).to_owned(), (*kind).into()))
                .collect();
            serde_json::json!([words, types])
        })
        .collect();
    let folder = tempfile::tempdir().unwrap();
    let input = folder.path().join("cases.json");
    fs::write(&input, serde_json::to_string(&cases).unwrap()).unwrap();
    let output = Command::new(python)
        .args(["-c", TYPES])
        .stdin(fs::File::open(&input).unwrap())
        .env("LYDITE_HOME", home)
        .output()
        .unwrap();
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(
        String::from_utf8_lossy(&output.stdout),
        "all read\n",
        "{error}"
    );
}

/// A Python with pandas.
pub(crate) fn python() -> Option<String> {
    let python = needed("python3", "LYDITE_PYTHON")?;
    let has_pandas = Command::new(&python).args(["-c", "import pandas"]).output();
    if has_pandas.is_ok_and(|output| output.status.success()) {
        return Some(python);
    }
    let reason = "no pandas; set LYDITE_PYTHON";
    assert_ne!(env::var("CI").as_deref(), Ok("true"), "{reason}");
    eprintln!("skipped: {reason}");
    None
}

#[test]
fn every_latex_table_fits_a_column_of_a_two_column_article() {
    let Some(latex) = needed("pdflatex", "LYDITE_LATEX") else {
        return;
    };
    let home = tempfile::tempdir().unwrap();
    typeset(&latex, home.path(), TABLES);
}

/// Puts the tables of commands into a two-column article, in which none may be too wide.
pub(crate) fn typeset(latex: &str, home: &Path, commands: &[&[&str]]) {
    let folder = tempfile::tempdir().unwrap();
    let mut article = String::from(
        "\\documentclass[twocolumn]{article}\n\\usepackage{booktabs,graphicx}\n\\begin{document}\n",
    );
    for command in commands {
        let words: Vec<&str> = command
            .iter()
            .copied()
            .chain(["--format", "latex"])
            .collect();
        let (code, table, error) = run_in(home, &words, &[]);
        assert!(code < 2, "{command:?}: {error}");
        assert!(table.contains("\\toprule"), "{command:?}: {table}");
        // The log then says which table is too wide.
        article.push_str(&format!(
            "\\typeout{{TABLE {}}}\n",
            command[..command.len().min(2)].join(" ")
        ));
        article.push_str(&table);
        article.push_str("\n\n");
    }
    article.push_str("\\end{document}\n");
    fs::write(folder.path().join("article.tex"), &article).unwrap();
    let output = Command::new(latex)
        .args(["-interaction=nonstopmode", "-halt-on-error", "article.tex"])
        .current_dir(folder.path())
        .output()
        .unwrap();
    let log =
        String::from_utf8_lossy(&fs::read(folder.path().join("article.log")).unwrap()).into_owned();
    let tail: String = log
        .lines()
        .rev()
        .take(40)
        .collect::<Vec<_>>()
        .into_iter()
        .rev()
        .collect::<Vec<_>>()
        .join("\n");
    assert!(output.status.success(), "{tail}");
    let told: Vec<&str> = log
        .lines()
        .filter(|line| line.starts_with("Overfull") || line.starts_with("TABLE"))
        .collect();
    assert!(
        !told.iter().any(|line| line.starts_with("Overfull")),
        "{}",
        told.join("\n")
    );
}

#[test]
fn what_is_no_table_is_refused_as_csv_and_latex() {
    let home = tempfile::tempdir().unwrap();
    refused(home.path(), PROSE);
}

/// Asks for the results of commands as tables, which they are not.
pub(crate) fn refused(home: &Path, commands: &[&[&str]]) {
    for command in commands {
        for format in ["csv", "latex"] {
            let words: Vec<&str> = command
                .iter()
                .copied()
                .chain(["--format", format])
                .collect();
            let (code, out, error) = run_in(home, &words, &[]);
            assert_eq!(code, 2, "{words:?}: {error}");
            assert_eq!(out, "", "{words:?}");
            assert!(error.contains("not a table"), "{words:?}: {error}");
        }
    }
}
