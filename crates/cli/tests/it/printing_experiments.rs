//! What experiments, campaigns, systems, components and answers print: held to what
//! [`printing`](crate::printing) holds the other commands to.

use std::fs;

use tempfile::TempDir;

use crate::printing::{Case, needed, python, read_with_pandas, refused, too_wide, typeset};
use crate::program::run_in;

const FIRST: &str = "a-system-with-quite-a-long-name_first-attempt=file:demo-careful";
const SECOND: &str = "a-system-with-quite-a-long-name_second-and-last-attempt=file:demo-eager";
const SECOND_AGAIN: &str =
    "a-system-with-quite-a-long-name_second-and-last-attempt=file:demo-careful";

/// The scores of systems beside each other.
const LEADERBOARD: &[(&str, &str)] = &[
    ("rank", "if"),
    ("f1", "f"),
    ("f1_low", "f"),
    ("f1_high", "f"),
    ("n", "i"),
];

const QUESTIONS: &[(&str, &str)] = &[("tp", "i"), ("fn", "i"), ("f1", "f")];

/// Commands whose result is a table, and the kinds of some of its columns.
const TABLES: &[Case<'static>] = &[
    (
        &["compare", "latest"],
        &[
            ("difference", "f"),
            ("p", "f"),
            ("wins", "i"),
            ("losses", "i"),
        ],
    ),
    (
        &["run", "--dataset", "demo", "--system", FIRST, SECOND],
        LEADERBOARD,
    ),
    (
        &["run", "--dataset", "demo", "--system", FIRST, "--dry-run"],
        &[("questions", "i"), ("not_put", "i")],
    ),
    (
        &["experiment", "list"],
        &[("questions", "i"), ("score", "f")],
    ),
    (&["experiment", "show", "latest"], LEADERBOARD),
    (
        &["experiment", "show", "latest", "--per-question"],
        QUESTIONS,
    ),
    (&["experiment", "show", "latest", "--worst", "5"], QUESTIONS),
    (
        &["experiment", "show", "latest", "--failures"],
        &[("questions", "i"), ("lost_f1", "f"), ("share", "f")],
    ),
    (
        &["experiment", "rejudge", "latest", "--rules", "qald"],
        &[("f1", "f"), ("n", "i")],
    ),
    (
        &["slice", "latest", "--by", "answerType"],
        &[("n", "i"), ("score", "f"), ("flips", "b")],
    ),
    (&["system", "kinds"], &[]),
    (&["campaign", "list"], &[("tasks", "i")]),
    (&["campaign", "show", "autumn"], &[("number", "i")]),
    (&["campaign", "rank", "autumn", "--provisional"], &[]),
    (&["component", "list"], &[]),
    (&["component", "list", "--published"], &[]),
    (
        &[
            "component",
            "run",
            "ned-longest",
            "--dataset",
            "demo",
            "--limit",
            "10",
        ],
        &[("precision", "f"), ("f1", "f")],
    ),
    (
        &[
            "component",
            "run",
            "ned-longest",
            "--dataset",
            "demo",
            "--limit",
            "10",
            "--per-question",
        ],
        &[("precision", "f"), ("f1", "f"), ("millis", "fi")],
    ),
    (
        &[
            "component",
            "run",
            "ned-longest",
            "cl-labels",
            "--dataset",
            "demo",
            "--limit",
            "10",
            "--slices",
        ],
        &[("questions", "i"), ("precision", "f"), ("mean_millis", "f")],
    ),
    (
        &[
            "campaign",
            "submit",
            "autumn",
            "demo-careful",
            "--system",
            "x",
            "--phase",
            "training",
            "--lang",
            "en",
        ],
        &[("p", "f"), ("f1", "f")],
    ),
    (&["component", "terms", "demo"], &[]),
    (&["ask", "Which books did Jules Verne write?"], &[]),
];

/// Commands whose result is prose.
const PROSE: &[&[&str]] = &[
    &["experiment", "show", "latest", "--question", "101"],
    &["store", "check"],
    &["system", "check", "file:demo-careful", "--id", "101"],
    &["component", "show", "ned-longest"],
];

/// Commands with a result for people only, and errors with their hints.
const OTHERS: &[&[&str]] = &[
    &["experiment", "publish", "latest"],
    &["ask", "Which books did Jules Verne write?", "--explain"],
    &["campaign", "rank", "autumn"],
    &["worker", "--once"],
    &["experiment", "publish", "latest", "--undo"],
    &["experiment", "export", "latest"],
    &["experiment", "verify", "nowhere.zip"],
    &["experiment", "show", "209912310001"],
    &["run", "--resume", "latest"],
    &["run", "--resume", "latest", "--retry"],
    &[
        "run",
        "--dataset",
        "demo",
        "--system",
        "gerbl:http://127.0.0.1:1/",
    ],
    &[
        "run",
        "--dataset",
        "demo",
        "--system",
        "dead=gerbil:http://127.0.0.1:1/",
        "--deadline",
        "1",
    ],
    &["experiment", "list", "--store", UNKNOWN_MODE],
    &["experiment", "list", "--store", NOBODY],
    &["system", "check", "gerbil:http://127.0.0.1:1/"],
    &[
        "system",
        "check",
        "exec:no-such-program-anywhere --with some-arguments",
    ],
    &["campaign", "create", "no-such-file-anywhere.toml"],
    &[
        "campaign",
        "submit",
        "autumn",
        "demo-careful",
        "--system",
        "x",
    ],
    &["campaign", "release", "autumn", "--with-gold", "--out", "-"],
    &["campaign", "poll", "autumn"],
    &["compare", "latest", "209912310001"],
    &["slice", "latest", "--by", "answerTyp"],
    &["serve", "--new-token", "reader"],
    &["serve", "--listen", "nowhere"],
    &["mcp", "--kg", "no-such-graph"],
    &["bridge", "--listen", "nowhere"],
    &["bridge", "--kg", "no-such-graph"],
    &[
        "pipeline",
        "evaluate",
        "--tables",
        "--data",
        "no-such-folder",
    ],
    &[
        "run",
        "--dataset",
        "demo",
        "--system",
        "gerbil:localhost:8080",
    ],
    &["experiment", "show", "latest", "--judging", "7"],
    &[
        "experiment",
        "export",
        "latest",
        "--output",
        "experiment.pdf",
    ],
    &["experiment", "verify", "no-such-archive.zip"],
    &["store", "backup", "/"],
    &["system", "check", "nonsense:here"],
    &["campaign", "join", "autumn", "mine", "nonsense:here"],
    &[
        "campaign",
        "submit",
        "autumn",
        "no-such-file.json",
        "--system",
        "mine",
    ],
    &["component", "show", "no-such-component"],
    &[
        "ask",
        "Which books did Jules Verne write?",
        "--pipeline",
        "nonsense",
    ],
    &["component", "run", "ned-spans", "--dataset", "demo"],
    &["component", "train", "ned-longest", "--dataset", "demo"],
    &[
        "component",
        "run",
        "ned-longest",
        "--dataset",
        "nowhere.json",
    ],
    &[
        "pipeline",
        "train",
        "--dataset",
        "demo-answers",
        "--out",
        "x.model",
    ],
    &[
        "run",
        "--queue",
        "--dataset",
        "demo",
        "--system",
        "file:demo-careful",
    ],
    &["run", "--resume", "latest", "--dry-run"],
    &["experiment", "delete", "209912310001"],
    &["store", "backup", "no-such-folder/copy.sqlite"],
    &["campaign", "score", "no-such-folder", "no-such-folder"],
    &[
        "campaign",
        "bundle",
        "no-such-campaign",
        "--out",
        "bundle.zip",
    ],
    &["campaign", "join", "autumn", "encoded", "file:demo-encoded"],
    &["campaign", "poll", "autumn", "--phase", "training"],
    &["campaign", "show", "autumn"],
    &["campaign", "close", "autumn"],
    &["campaign", "rank", "autumn"],
];

/// Addresses of stores that cannot be opened, and why not.
const UNKNOWN_MODE: &str = "postgres://somebody@database.example.org/experiments?sslmode=always";
const NOBODY: &str = "postgres://somebody@127.0.0.1:1/experiments?sslmode=verify-full";

const CAMPAIGN: &str = "name = \"autumn\"\ntitle = \"A campaign in autumn\"\n\
    [[phase]]\nkind = \"training\"\nbegin = 2026-01-01\n\
    [[phase]]\nkind = \"test\"\nbegin = 2026-01-01\nend = 2099-01-01\n\
    [[task]]\nname = \"capitals\"\ntraining = \"demo\"\ntest = \"demo\"\nlanguages = [\"en\", \"de\"]\n";

/// A home with experiments and a campaign.
fn home() -> TempDir {
    let home = tempfile::tempdir().unwrap();
    let path = |name: &str| home.path().join(name).display().to_string();
    fs::write(path("autumn.toml"), CAMPAIGN).unwrap();
    for command in [
        &["run", "--dataset", "demo", "--system", FIRST, SECOND][..],
        &["run", "--dataset", "demo", "--system", SECOND_AGAIN],
        &["run", "--dataset", "demo", "--system", FIRST, SECOND],
        &["campaign", "create", &path("autumn.toml")],
        &["dataset", "convert", "demo-careful", &path("a.json")],
        &[
            "campaign",
            "submit",
            "autumn",
            &path("a.json"),
            "--system",
            "a-system-with-quite-a-long-name_first-attempt",
        ],
    ] {
        let (code, _, error) = run_in(home.path(), command, &[]);
        assert_eq!(code, 0, "{command:?}: {error}");
    }
    home
}

fn tables() -> Vec<&'static [&'static str]> {
    TABLES.iter().map(|(command, _)| *command).collect()
}

#[test]
fn nothing_about_experiments_is_wider_than_the_terminal() {
    let Some(script) = needed("script", "LYDITE_SCRIPT") else {
        return;
    };
    let home = home();
    let (_, list, _) = run_in(
        home.path(),
        &["experiment", "list", "--format", "json"],
        &[],
    );
    let list: serde_json::Value = serde_json::from_str(&list).unwrap();
    let id = |at: usize| list["experiments"][at]["id"].as_str().unwrap();
    // The latest comes first: of the three runs, the second against the first.
    let compare: &[&str] = &["compare", id(1), "--against", id(2)];
    let (code, out, error) = run_in(home.path(), compare, &[]);
    assert!(code == 0 && out.contains("better"), "{out}{error}");
    let commands = [&tables(), PROSE, OTHERS, &[compare]].concat();
    let wide = too_wide(&script, home.path(), &commands);
    assert!(wide.is_empty(), "{}", wide.join("\n"));
}

#[test]
fn pandas_reads_every_table_about_experiments() {
    let Some(python) = python() else { return };
    read_with_pandas(&python, home().path(), TABLES);
}

#[test]
fn every_table_about_experiments_fits_a_column() {
    let Some(latex) = needed("pdflatex", "LYDITE_LATEX") else {
        return;
    };
    typeset(&latex, home().path(), &tables());
}

#[test]
fn prose_about_experiments_is_refused_as_a_table() {
    refused(home().path(), PROSE);
}

#[test]
fn what_servers_say_fits_the_terminal() {
    let Some(script) = needed("script", "LYDITE_SCRIPT") else {
        return;
    };
    let home = tempfile::tempdir().unwrap();
    for server in [
        "serve --listen 127.0.0.1:0",
        "bridge --listen 127.0.0.1:0",
        "mcp --listen 127.0.0.1:0",
    ] {
        for columns in [60, 80, 100, 200] {
            let line = format!(
                "stty cols {columns} rows 50; timeout --signal=INT 5 '{}' {server}",
                env!("CARGO_BIN_EXE_lydite")
            );
            let output = std::process::Command::new(&script)
                .args(["-qec", &line, "/dev/null"])
                .env("LYDITE_HOME", home.path())
                .env("SHELL", "/bin/sh")
                .env("TERM", "dumb")
                .output()
                .unwrap();
            let shown = String::from_utf8_lossy(&output.stdout).replace('\r', "");
            assert!(shown.contains("http://127.0.0.1:"), "{server}: {shown}");
            for line in shown.lines() {
                let width = unicode_width::UnicodeWidthStr::width(line);
                assert!(width <= columns, "{columns}: {server}: {line}");
            }
        }
    }
}

/// Tables of released outcomes, which are not part of this repository.
#[test]
fn the_tables_of_frankenstein_are_printed_like_any_other() {
    let Some(released) = lydite_testing::shared("frankenstein") else {
        return;
    };
    let data = released.display().to_string();
    let of = |more: &'static [&'static str]| {
        let words = ["pipeline", "evaluate", "--tables", "--data", &data];
        let words = words
            .into_iter()
            .chain(["--classifier", "naive-bayes", "--no-selector"]);
        words
            .chain(more.iter().copied())
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    let commands = [of(&[]), of(&["--associations"])];
    let commands: Vec<Vec<&str>> = commands
        .iter()
        .map(|words| words.iter().map(String::as_str).collect())
        .collect();
    let home = tempfile::tempdir().unwrap();
    if let Some(script) = needed("script", "LYDITE_SCRIPT") {
        let all: Vec<&[&str]> = commands.iter().map(Vec::as_slice).collect();
        let wide = too_wide(&script, home.path(), &all);
        assert!(wide.is_empty(), "{}", wide.join("\n"));
    }
    if let Some(python) = python() {
        // Tables are called 3, 4, 5a …
        let figures: &[(&str, &str)] = &[
            ("table", "OT"),
            ("paper", "f"),
            ("found", "f"),
            ("difference", "f"),
        ];
        let cases: [Case<'_>; 2] = [
            (&commands[0], figures),
            (&commands[1], &[("cramers_v", "f")]),
        ];
        read_with_pandas(&python, home.path(), &cases);
    }
}
