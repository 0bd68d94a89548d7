//! `lydite score` and `lydite rules` as a user meets them.

use std::path::Path;

use serde_json::{Value, json};

use crate::program::{only_report, run, write_entries};

/// A question or answer with these IRIs; none means the empty set.
fn entry(id: &str, iris: &[&str]) -> Value {
    let rows: Vec<_> = iris
        .iter()
        .map(|iri| json!({"uri": {"type": "uri", "value": iri}}))
        .collect();
    json!({
        "id": id,
        "question": [{"language": "en", "string": format!("Question {id}?")}],
        "query": {"sparql": "SELECT ?uri WHERE { ?uri ?p ?o }"},
        "answers": [{"head": {"vars": ["uri"]}, "results": {"bindings": rows}}]
    })
}

/// A gold file, a good and a poor system.
fn files(folder: &Path) -> (String, String, String) {
    let iri = |name: &str| format!("http://x/{name}");
    let (a, b, c, e) = (iri("a"), iri("b"), iri("c"), iri("%C3%A9"));
    let plain = iri("é");
    let gold = write_entries(
        folder,
        "gold.json",
        &[
            entry("1", &[&a, &b]),
            entry("2", &[&c]),
            entry("3", &[&plain]),
        ],
    );
    let good = write_entries(
        folder,
        "good.json",
        &[entry("1", &[&a, &b]), entry("2", &[&c]), entry("3", &[&e])],
    );
    let poor = write_entries(
        folder,
        "poor.json",
        &[entry("1", &[&a, &c]), entry("2", &[])],
    );
    (gold, good, poor)
}

#[test]
fn one_system_gets_its_figures_with_intervals() {
    let folder = tempfile::tempdir().unwrap();
    let (gold, _, poor) = files(folder.path());
    let (code, out, error) = run(&["score", "--gold", &gold, "--answers", &poor]);
    assert_eq!(code, 0, "{error}");
    assert!(
        out.contains("poor on d (3 questions), rules lydite"),
        "{out}"
    );
    let line = out.lines().find(|line| line.contains("macro.f1 ")).unwrap();
    assert!(line.contains("0.1667") && line.contains('–'), "{line}");
    assert!(out.lines().all(|line| line.chars().count() <= 100), "{out}");
}

#[test]
fn the_document_for_programs_is_as_promised() {
    let folder = tempfile::tempdir().unwrap();
    let (gold, good, poor) = files(folder.path());
    let (_, out, _) = run(&[
        "score",
        "--gold",
        &gold,
        "--answers",
        &poor,
        "--format",
        "json",
    ]);
    let whole: Value = serde_json::from_str(&out).unwrap();
    let record = &whole["record"];
    assert_eq!(record["seed"], 1);
    assert_eq!(record["files"][0]["role"], "gold");
    assert_eq!(record["files"][1]["system"], "poor");
    assert_eq!(record["files"][1]["sha256"].as_str().unwrap().len(), 64);
    assert_eq!(record["rules"][0]["name"], "lydite");
    let document = only_report(&out);
    assert_eq!(document["rules"]["name"], "lydite");
    assert_eq!(document["dataset"], json!({"id": "d", "questions": 3}));
    assert_eq!(document["system"], "poor");
    let f1 = document["experiments"]["QA"]["macro"]["f1"]
        .as_f64()
        .unwrap();
    assert!((f1 - 0.5 / 3.0).abs() < 1e-12, "{f1}");
    let first = &document["questions"][0];
    assert_eq!(
        (&first["tp"], &first["fp"], &first["fn"]),
        (&json!(1), &json!(1), &json!(1))
    );
    let (_, out, _) = run(&[
        "score",
        "--gold",
        &gold,
        "--answers",
        &good,
        &poor,
        "--rules",
        "qald,gerbil",
        "--format",
        "json",
    ]);
    let document: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(document["systems"].as_array().unwrap().len(), 4);
    assert!(document["systems"][0]["experiments"]["QA"]["global"]["macro"]["f1"].is_f64());
}

#[test]
fn systems_and_rules_are_compared() {
    let folder = tempfile::tempdir().unwrap();
    let (gold, good, poor) = files(folder.path());
    let (_, out, _) = run(&["score", "--gold", &gold, "--answers", &good, &poor]);
    let best = out.lines().find(|line| line.contains(" good ")).unwrap();
    assert!(best.contains("1–2") && best.contains("1.0000"), "{out}");
    // Percent-encoding is what the rules disagree about.
    let (_, out, _) = run(&[
        "score",
        "--gold",
        &gold,
        "--answers",
        &good,
        "--rules",
        "lydite,nliwod",
    ]);
    assert!(
        out.contains("1 question of good makes the difference"),
        "{out}"
    );
    assert!(
        out.lines()
            .any(|line| line.split_whitespace().eq(["3", "1.0000", "0.0000"])),
        "{out}"
    );
}

#[test]
fn a_question_is_explained_answer_by_answer() {
    let folder = tempfile::tempdir().unwrap();
    let (gold, good, poor) = files(folder.path());
    let (_, out, _) = run(&[
        "score",
        "--gold",
        &gold,
        "--answers",
        &poor,
        "--explain",
        "1",
    ]);
    for expected in [
        "Question 1?",
        "correct: 1 answer",
        "missed: 1 answer",
        "wrong: 1 answer",
        "http://x/b",
    ] {
        assert!(out.contains(expected), "{out}");
    }
    let (_, out, _) = run(&[
        "score",
        "--gold",
        &gold,
        "--answers",
        &good,
        "--explain",
        "3",
    ]);
    assert!(out.contains("%C3%A9"), "{out}");
    let (code, _, error) = run(&[
        "score",
        "--gold",
        &gold,
        "--answers",
        &good,
        "--explain",
        "77",
    ]);
    assert_eq!(code, 3);
    assert!(error.contains("no question `77`"), "{error}");
}

#[test]
fn every_question_can_be_listed() {
    let folder = tempfile::tempdir().unwrap();
    let (gold, _, poor) = files(folder.path());
    let (_, out, _) = run(&[
        "score",
        "--gold",
        &gold,
        "--answers",
        &poor,
        "--experiment",
        "QA",
        "--per-question",
        "--format",
        "csv",
    ]);
    assert_eq!(out.lines().count(), 4, "{out}");
    assert!(
        out.contains("poor,lydite,QA,,3,,missing,Question 3?,0,0,1"),
        "{out}"
    );
    let (_, out, _) = run(&["score", "--gold", &gold, "--answers", &poor, "--worst", "1"]);
    assert!(out.contains("Question 2?"), "{out}");
}

#[test]
fn links_from_a_file_make_resources_equal() {
    let folder = tempfile::tempdir().unwrap();
    let gold = write_entries(folder.path(), "gold.json", &[entry("1", &["http://x/a"])]);
    let answers = write_entries(
        folder.path(),
        "answers.json",
        &[entry("1", &["http://y/a"])],
    );
    let links = folder.path().join("links.nt");
    std::fs::write(
        &links,
        "<http://x/a> <http://www.w3.org/2002/07/owl#sameAs> <http://z/a> .\n\
         <http://z/a> <http://www.w3.org/2002/07/owl#sameAs> <http://y/a> .\n",
    )
    .unwrap();
    let f1 = |more: &[&str]| {
        let mut arguments = vec![
            "score",
            "--gold",
            &gold,
            "--answers",
            &answers,
            "--format",
            "json",
        ];
        arguments.extend(more);
        let document = only_report(&run(&arguments).1);
        document["experiments"]["QA"]["macro"]["f1"]
            .as_f64()
            .unwrap()
    };
    assert_eq!(f1(&[]), 0.0);
    assert_eq!(f1(&["--same-as", &links.display().to_string()]), 1.0);
}

#[test]
fn answers_to_something_else_are_noticed() {
    let folder = tempfile::tempdir().unwrap();
    let gold = write_entries(folder.path(), "gold.json", &[entry("1", &["http://x/a"])]);
    let other = write_entries(folder.path(), "other.json", &[entry("77", &["http://x/a"])]);
    let (code, _, error) = run(&["score", "--gold", &gold, "--answers", &other]);
    assert_eq!(code, 0);
    assert!(error.contains("77"), "{error}");
}

#[test]
fn rule_sets_explain_themselves() {
    let (code, out, _) = run(&["rules", "list"]);
    assert_eq!(code, 0);
    for name in [
        "lydite",
        "gerbil-2019",
        "qald-document",
        "qald-1",
        "text2sparql",
        "nliwod",
    ] {
        assert!(
            out.lines()
                .any(|line| line.split_whitespace().next() == Some(name)),
            "{out}"
        );
    }
    let (_, out, _) = run(&["rules", "show", "qald"]);
    assert!(
        out.contains("Worked examples") && out.contains("an empty answer:"),
        "{out}"
    );
    let (code, _, error) = run(&["rules", "show", "gerbl"]);
    assert_eq!(code, 2);
    assert!(error.contains("gerbil"), "{error}");
}

/// The demo says in three sentences what one learns; the figures must bear it out.
#[test]
fn the_demo_keeps_its_word() {
    let (code, out, _) = run(&["demo", "--format", "json"]);
    assert_eq!(code, 0);
    let document: Value = serde_json::from_str(&out).unwrap();
    let f1 = |system: &str, rules: &str| {
        let systems = document["systems"].as_array().unwrap();
        let report = systems
            .iter()
            .find(|report| report["system"] == system && report["rules"]["name"] == rules)
            .unwrap();
        let figures = &report["experiments"]["QA"];
        let macro_f1 = figures
            .pointer("/macro/f1")
            .or(figures.pointer("/global/macro/f1"));
        macro_f1.unwrap().as_f64().unwrap()
    };
    assert!(f1("careful", "gerbil") > f1("eager", "gerbil"));
    for rules in ["lydite", "gerbil-2019"] {
        assert!(f1("careful", rules) < f1("eager", rules), "{rules}");
    }
    let lift = f1("eager", "gerbil-2019") / f1("eager", "gerbil");
    assert!((1.4..1.6).contains(&lift), "{lift}");
    assert!(f1("encoded", "lydite") > 0.99 && f1("encoded", "gerbil") < 0.9);
}

#[test]
fn labels_of_several_files_count_together() {
    let folder = tempfile::tempdir().unwrap();
    let gold = write_entries(
        folder.path(),
        "gold.json",
        &[entry("1", &["http://x/a", "http://x/b"])],
    );
    let mut named = entry("1", &[]);
    named["answers"][0]["results"]["bindings"] = json!([
        {"uri": {"type": "literal", "value": "Name of a"}},
        {"uri": {"type": "literal", "value": "Name of b"}}
    ]);
    let answers = write_entries(folder.path(), "answers.json", &[named]);
    let labels = |name: &str| {
        let path = folder.path().join(format!("{name}.nt"));
        let label = "http://www.w3.org/2000/01/rdf-schema#label";
        // Without a line break at the end, as files do come.
        std::fs::write(
            &path,
            format!("<http://x/{name}> <{label}> \"Name of {name}\"@en ."),
        )
        .unwrap();
        path.display().to_string()
    };
    let (first, second) = (labels("a"), labels("b"));
    for rules in ["gerbil", "lydite"] {
        let (code, out, error) = run(&[
            "score",
            "--gold",
            &gold,
            "--answers",
            &answers,
            "--labels",
            &first,
            "--labels",
            &second,
            "--rules",
            rules,
            "--lang",
            "en",
            "--experiment",
            "QA",
            "--format",
            "json",
        ]);
        assert_eq!(code, 0, "{error}");
        let document = only_report(&out);
        assert_eq!(document["questions"][0]["tp"], 2, "{out}");
    }
}

#[test]
fn a_label_is_shown_as_the_resource_that_it_names() {
    let folder = tempfile::tempdir().unwrap();
    let gold = write_entries(folder.path(), "gold.json", &[entry("1", &["http://x/a"])]);
    let mut named = entry("1", &[]);
    named["answers"][0]["results"]["bindings"] =
        json!([{"uri": {"type": "literal", "value": "A", "xml:lang": "de"}}]);
    let answers = write_entries(folder.path(), "answers.json", &[named]);
    let labels = folder.path().join("labels.nt");
    let label = "http://www.w3.org/2000/01/rdf-schema#label";
    let lines = format!("<http://x/other> <{label}> \"A\"@de .\n<http://x/a> <{label}> \"A\"@de .");
    std::fs::write(&labels, lines).unwrap();
    let labels = labels.display().to_string();
    let arguments = [
        "score",
        "--gold",
        &gold,
        "--answers",
        &answers,
        "--explain",
        "1",
    ];
    let (_, without, _) = run(&arguments);
    assert!(!without.contains("label"), "{without}");
    let (code, with, error) = run(&[&arguments[..], &["--labels", &labels]].concat());
    assert_eq!(code, 0, "{error}");
    assert!(with.contains("the label of the resource"), "{with}");
}

#[test]
fn classes_near_by_count_where_the_hierarchy_is_given() {
    let folder = tempfile::tempdir().unwrap();
    let of = |class: &str| {
        let mut entry = entry("1", &["http://x/a"]);
        entry["query"]["sparql"] = format!("SELECT ?x {{ ?x a <http://o/{class}> }}").into();
        entry
    };
    let gold = write_entries(folder.path(), "gold.json", &[of("City")]);
    let answers = write_entries(folder.path(), "answers.json", &[of("Village")]);
    let above = "http://www.w3.org/2000/01/rdf-schema#subClassOf";
    let classes = folder.path().join("classes.nt");
    let lines = ["City", "Village"]
        .map(|class| format!("<http://o/{class}> <{above}> <http://o/Place> .\n"));
    std::fs::write(&classes, lines.concat()).unwrap();
    let classes = classes.display().to_string();
    let arguments = [
        "score",
        "--gold",
        &gold,
        "--answers",
        &answers,
        "--format",
        "json",
    ];
    let f1 = |more: &[&str]| {
        let (_, out, _) = run(&[&arguments[..], more].concat());
        let report = only_report(&out);
        report["experiments"]["AIT2KB"]["macro"]["f1"]
            .as_f64()
            .unwrap()
    };
    assert_eq!(f1(&[]), 0.0);
    assert_eq!(f1(&["--classes", &classes]), 0.5);
}

#[test]
fn the_official_script_stops_at_what_is_not_quite_json() {
    let folder = tempfile::tempdir().unwrap();
    let gold = write_entries(folder.path(), "gold.json", &[entry("1", &["http://x/a"])]);
    let clean = std::fs::read_to_string(&gold).unwrap();
    let stops = |text: String, rules: &str| {
        let path = folder.path().join("answers.json");
        std::fs::write(&path, text).unwrap();
        let answers = path.display().to_string();
        let (_, out, _) = run(&[
            "score",
            "--gold",
            &gold,
            "--answers",
            &answers,
            "--rules",
            rules,
            "--format",
            "json",
        ]);
        let report = only_report(&out);
        let remarks = report["remarks"].as_array().unwrap();
        remarks.iter().any(|remark| remark["kind"] == "stops")
    };
    assert!(!stops(clean.clone(), "qald"));
    assert!(stops(format!("\u{feff}{clean}"), "qald"));
    assert!(stops(
        clean.replacen("\"id\":\"1\"", "\"id\":\"1\",", 1) + ",",
        "qald"
    ));
    assert!(!stops(format!("\u{feff}{clean}"), "lydite"));
}

#[test]
fn damage_is_told_and_ends_with_an_exit_code() {
    let folder = tempfile::tempdir().unwrap();
    let (gold, good, _) = files(folder.path());
    let whole = std::fs::read_to_string(&good).unwrap();
    let damaged = folder.path().join("damaged.json").display().to_string();
    // The file ends in the middle of an answer.
    std::fs::write(&damaged, &whole[..whole.len() * 2 / 3]).unwrap();
    let arguments = ["score", "--gold", &gold, "--answers", &damaged];
    let (code, _, said) = run(&arguments);
    assert_eq!(code, 1, "{said}");
    assert!(
        said.contains("damaged") && said.contains("--allow-damaged"),
        "{said}"
    );
    let accepted = [&arguments[..], &["--allow-damaged", "--format", "json"]].concat();
    let (code, out, said) = run(&accepted);
    assert_eq!(code, 0, "{said}");
    let report = only_report(&out);
    let remarks = report["remarks"].as_array().unwrap();
    assert!(
        remarks.iter().any(|remark| remark["kind"] == "damaged"),
        "{out}"
    );
    // Whatever the format, something says so beside the scores: JSON itself, for the others stderr.
    for format in ["table", "csv", "markdown", "latex"] {
        let (code, out, said) = run(&[&arguments[..], &["--format", format]].concat());
        assert_eq!(code, 1, "{format}: {said}");
        assert!(out.contains("f1") || out.contains("F1"), "{format}: {out}");
        let accepted = [&arguments[..], &["--allow-damaged", "--format", format]].concat();
        let (code, _, said) = run(&accepted);
        assert_eq!(code, 0, "{format}: {said}");
        assert!(said.contains("the files are damaged"), "{format}: {said}");
    }
    let (code, _, said) = run(&["score", "--gold", &gold, "--answers", &good]);
    assert_eq!(code, 0);
    assert!(!said.contains("damaged"), "{said}");
    // Slices are made of the same scores.
    let arguments = [
        "slice",
        "--gold",
        &gold,
        "--answers",
        &damaged,
        "--by",
        "length",
    ];
    let (code, _, said) = run(&arguments);
    assert_eq!(code, 1, "{said}");
    assert!(said.contains("--allow-damaged"), "{said}");
    let accepted = [&arguments[..], &["--allow-damaged", "--format", "json"]].concat();
    let (code, out, said) = run(&accepted);
    assert_eq!(code, 0, "{said}");
    let slices: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(slices["damage"][0]["system"], "damaged");
    assert_eq!(slices["record"]["command"][1], "slice");
}

#[test]
fn systems_have_the_names_that_they_are_given() {
    let folder = tempfile::tempdir().unwrap();
    let (gold, good, poor) = files(folder.path());
    let named = format!("Mine={good}");
    let (_, out, _) = run(&["score", "--gold", &gold, "--answers", &named, &poor]);
    assert!(out.contains(" Mine ") && out.contains(" poor "), "{out}");
}

#[test]
fn an_evaluation_is_cited() {
    let folder = tempfile::tempdir().unwrap();
    let (gold, good, _) = files(folder.path());
    let arguments = ["score", "--gold", &gold, "--answers", &good, "--cite"];
    let (code, bibtex, _) = run(&arguments);
    assert_eq!(code, 0);
    assert!(
        bibtex.starts_with("@misc{lydite-") && bibtex.contains("macro.f1 1.0000"),
        "{bibtex}"
    );
    let (_, text, _) = run(&[&arguments[..], &["text"]].concat());
    assert!(
        text.starts_with("Evaluation of good on d. Lydite "),
        "{text}"
    );
    assert!(text.contains("SHA-256: gold "), "{text}");
}

#[test]
fn a_rule_set_of_ones_own_is_named_like_a_built_in_one() {
    let folder = tempfile::tempdir().unwrap();
    let (gold, good, _) = files(folder.path());
    let rules = folder.path().join("mine.toml").display().to_string();
    std::fs::write(
        &rules,
        "name = \"mine\"\nversion = \"1\"\ntitle = \"ours\"\n",
    )
    .unwrap();
    let score = |rules: &str| {
        run(&[
            "score",
            "--gold",
            &gold,
            "--answers",
            &good,
            "--rules",
            rules,
        ])
    };
    let (code, out, said) = score(&rules);
    assert!(code == 0 && out.contains("mine 1"), "{out}{said}");
    std::fs::write(&rules, "name = \"mine\"\nversion = \"1\"\ntitel = \"x\"\n").unwrap();
    let (code, _, said) = score(&rules);
    assert_eq!(code, 3, "{said}");
    assert!(
        said.contains("mine.toml:3:1: unknown key `titel`\n  hint: did you mean `title`?"),
        "{said}"
    );
    let (code, _, said) = score("gerbl");
    assert!(
        code == 2 && said.contains("did you mean `gerbil`"),
        "{said}"
    );
}

#[test]
fn a_benchmark_without_answers_is_not_scored() {
    let folder = tempfile::tempdir().unwrap();
    let (gold, good, _) = files(folder.path());
    let (code, out, said) = run(&["score", "--gold", &gold, "--answers", &good, "--lang", "ja"]);
    assert_eq!(code, 3, "{out}{said}");
    assert!(said.contains("nothing was judged"), "{said}");
}

#[test]
fn measures_that_were_asked_for_are_columns_of_the_leaderboard_by_their_own_name() {
    let (code, table, _) = run(&[
        "score",
        "--gold",
        "demo",
        "--answers",
        "demo-careful",
        "demo-eager",
        "--measure",
        "success(f1>=0.5)",
        "--columns",
        "system,success(f1>=0.5)",
        "--format",
        "csv",
    ]);

    assert_eq!(code, 0);
    assert!(table.starts_with("system,success(f1>=0.5)"), "{table}");
}

#[test]
fn an_empty_submission_is_scored_and_noticed_in_every_format() {
    let folder = tempfile::tempdir().unwrap();
    let (gold, ..) = files(folder.path());
    let empty = folder.path().join("empty.json").display().to_string();
    std::fs::write(&empty, "[]").unwrap();
    for format in ["table", "csv", "markdown", "latex"] {
        let arguments = [
            "score",
            "--gold",
            &gold,
            "--answers",
            &empty,
            "--format",
            format,
        ];
        let (code, out, said) = run(&arguments);
        assert_eq!(code, 0, "{said}");
        assert!(out.contains("missing"), "{out}");
        assert!(
            said.contains("the answer file answers none"),
            "{format}: {said}"
        );
    }
}
