//! Answers that find their question by its text, languages side by side, and explanations in the
//! words of the graph.

use std::path::Path;

use serde_json::{Value, json};

use crate::program::{only_report, run, write_entries};

const GRAPH: &str = "@prefix ex: <http://example.org/> .
ex:Saimaa a ex:Lake ; ex:in ex:Finland .
ex:Inari a ex:Lake ; ex:in ex:Finland .
ex:Vaenern a ex:Lake ; ex:in ex:Sweden .
";

fn write(folder: &Path, name: &str, text: &str) -> String {
    let path = folder.join(name);
    std::fs::write(&path, text).unwrap();
    path.display().to_string()
}

fn lakes(country: &str) -> String {
    format!("SELECT ?x {{ ?x ex:in ex:{country} }}")
}

/// Two questions in two languages.
fn bilingual() -> Vec<Value> {
    let question = |id: &str, country: &str| {
        json!({"id": id, "query": {"sparql": lakes(country)}, "question": [
            {"language": "en", "string": format!("Which lakes are in {country}?")},
            {"language": "es", "string": format!("¿Qué lagos hay en {country}?")}]})
    };
    vec![question("f", "Finland"), question("s", "Sweden")]
}

#[test]
fn answers_without_an_id_are_matched_by_their_question_text() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let graph = write(folder, "lakes.ttl", GRAPH);
    let gold = write_entries(folder, "gold.json", &bilingual());
    let asked = |question: &str, country: &str| json!({"dataset": "https://d/", "endpoint": "http://e", "question": question, "query": lakes(country)});
    // In another order than the benchmark, so that positions would be wrong.
    let answers = json!([
        asked("¿Qué lagos hay en Sweden?", "Sweden"),
        asked("which lakes are in Sweden", "Finland"),
        asked("Which lakes are in Finland?", "Finland"),
        asked("Which lakes are in Norway?", "Sweden"),
    ]);
    let answers = write(folder, "answers.json", &answers.to_string());
    let score = [
        "score",
        "--gold",
        &gold,
        "--answers",
        &answers,
        "--kg",
        &graph,
    ];
    let (code, out, error) = run(&[&score[..], &["--format", "json"]].concat());
    let report = only_report(&out);
    let mut judged: Vec<String> = report["questions"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|one| one["experiment"] == "QA")
        .map(|one| {
            let [id, language] = ["id", "language"].map(|key| one[key].as_str().unwrap_or("-"));
            format!("{id} {language} {:.0}", one["f1"].as_f64().unwrap())
        })
        .collect();
    judged.sort();
    assert_eq!(judged, ["f en 1", "s en 0", "s es 1"], "{error}");
    assert!(
        error.contains("4 entries have no id; 3 matched by question text, 1 not found"),
        "{error}"
    );
    // The one that was not found is damage, and no answer to another question.
    assert_eq!(code, 1, "{error}");
    assert!(out.contains("Which lakes are in Norway?"), "{out}");
}

#[test]
fn all_matched_by_text_is_no_damage() {
    let folder = tempfile::tempdir().unwrap();
    let table = write(
        folder.path(),
        "a.csv",
        "question,query\nWhat is the currency of Japan?,SELECT ?x { dbr:Japan dbo:currency ?x }\n",
    );
    let (code, out, error) = run(&[
        "score",
        "--gold",
        "demo",
        "--answers",
        &table,
        "--kg",
        "demo",
        "--format",
        "json",
    ]);
    assert_eq!(code, 0, "{error}");
    let report = only_report(&out);
    let questions = report["questions"].as_array().unwrap();
    let fifth = questions.iter().find(|one| one["id"] == "5").unwrap();
    assert_eq!(fifth["f1"], 1.0, "{fifth}");
}

/// TEXT2SPARQL answers to the questions in two languages, the Spanish ones with the other query.
fn answers(folder: &Path, name: &str, spanish: [&str; 2]) -> String {
    let entry =
        |name: &str, country: &str| json!({"qname": format!("d:{name}"), "query": lakes(country)});
    let entries = json!([
        entry("f-en", "Finland"),
        entry("s-en", "Sweden"),
        entry("f-es", spanish[0]),
        entry("s-es", spanish[1]),
    ]);
    write(folder, name, &entries.to_string())
}

#[test]
fn languages_are_slices_and_columns() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let graph = write(folder, "lakes.ttl", GRAPH);
    let gold = write_entries(folder, "gold.json", &bilingual());
    let one = answers(folder, "one.json", ["Finland", "Sweden"]);
    let other = answers(folder, "other.json", ["Finland", "Finland"]);
    let files = ["--gold", &gold, "--answers", &one, &other, "--kg", &graph];
    let sliced = [&["slice", "--by", "language"][..], &files].concat();
    let (code, out, error) = run(&[&sliced[..], &["--format", "csv"]].concat());
    assert_eq!(code, 0, "{error}");
    for line in [
        "language,en,2,one,1.0,",
        "language,en,2,other,1.0,",
        "language,es,2,one,1.0,",
        "language,es,2,other,0.5,",
    ] {
        assert!(out.contains(line), "{line}: {out}");
    }
    let scored = [
        &["score", "--experiment", "QA", "--format", "csv"][..],
        &files,
    ]
    .concat();
    let columns = ["--columns", "system,f1,f1_en,f1_es"];
    let (code, out, error) = run(&[&scored[..], &columns].concat());
    assert_eq!(code, 0, "{error}");
    let rows: Vec<Vec<&str>> = out.lines().map(|line| line.split(',').collect()).collect();
    let at = |name: &str| rows[0].iter().position(|column| *column == name).unwrap();
    let cells = |row: usize| ["system", "f1", "f1_en", "f1_es"].map(|name| rows[row][at(name)]);
    assert_eq!(cells(1), ["one", "1.0", "1.0", "1.0"], "{out}");
    assert_eq!(cells(2), ["other", "0.75", "1.0", "0.5"], "{out}");
    // A benchmark in one language has no such columns.
    let single = run(&[
        "score",
        "--gold",
        "demo",
        "--answers",
        "demo-eager",
        "--columns",
        "f1_en",
    ]);
    assert_eq!(single.0, 2, "{}", single.2);
}

#[test]
fn explanations_use_the_prefixes_of_the_graph_and_name_iris_that_it_does_not_have() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let graph = write(folder, "lakes.ttl", GRAPH);
    let gold = write_entries(folder, "gold.json", &bilingual());
    let query = "SELECT ?x { ?x ex:inside ex:Finland }";
    let answers = write(folder, "a.json", &json!({ "f": query }).to_string());
    let (code, out, error) = run(&[
        "score",
        "--gold",
        &gold,
        "--answers",
        &answers,
        "--kg",
        &graph,
        "--explain",
        "f",
    ]);
    assert_eq!(code, 0, "{error}");
    for line in [
        "    ex:Inari\n",
        "not in the graph: ex:inside",
        "- ?x ex:in ex:Finland",
        "+ ?x ex:inside ex:Finland",
    ] {
        assert!(out.contains(line), "{line}: {out}");
    }
    assert!(!out.contains("not in the graph: ex:Finland"), "{out}");
}

#[test]
fn a_graph_is_shown_with_its_own_prefixes() {
    let folder = tempfile::tempdir().unwrap();
    let graph = write(folder.path(), "lakes.ttl", GRAPH);
    let (_, out, _) = run(&["kg", "info", &graph]);
    assert!(out.contains("\nex:Lake "), "{out}");
    let (_, out, _) = run(&["kg", "query", &graph, "SELECT ?x { ?x ex:in ex:Sweden }"]);
    assert!(out.contains("ex:Vaenern"), "{out}");
    let (code, out, error) = run(&["kg", "label", &graph, "ex:Inari"]);
    assert_eq!((code, out.as_str()), (1, ""));
    assert!(error.contains("<http://example.org/Inari>"), "{error}");
    let (_, out, _) = run(&["kg", "search", &graph, "inari"]);
    assert!(out.contains("ex:Inari"), "{out}");
}

#[test]
fn slices_of_a_language_are_scores_of_that_language() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let graph = write(folder, "lakes.ttl", GRAPH);
    let gold = write_entries(folder, "gold.json", &bilingual());
    let system = answers(folder, "one.json", ["Finland", "Finland"]);
    let files = ["--gold", &gold, "--answers", &system, "--kg", &graph];
    for (language, expected) in [("en", 1.0), ("es", 0.5)] {
        let more = ["--lang", language, "--format", "json"];
        let (_, out, error) = run(&[&["score"][..], &files, &more].concat());
        let scored = only_report(&out)["experiments"]["QA"]["macro"]["f1"].clone();
        assert_eq!(scored, expected, "{error}");
        let (_, out, error) = run(&[&["slice", "--by", "tps"][..], &files, &more].concat());
        let sliced: Value = serde_json::from_str(&out).unwrap();
        assert_eq!(sliced["all"]["systems"][0]["score"], scored, "{error}");
    }
}

#[test]
fn questions_are_sliced_by_the_tags_of_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let graph = write(folder, "lakes.ttl", GRAPH);
    let questions = ["Finland", "Sweden"].map(|country| {
        format!(
            "- id: \"{country}\"\n    question: {{en: Which lakes are in {country}?}}\n    \
             query: {{sparql: \"{}\"}}\n    features: [NORTH, {country}]",
            lakes(country)
        )
    });
    let gold = format!(
        "dataset: {{id: d}}\nquestions:\n  {}\n",
        questions.join("\n  ")
    );
    let gold = write(folder, "gold.yaml", &gold);
    let system = json!({"Finland": lakes("Finland"), "Sweden": lakes("Finland")});
    let system = write(folder, "a.json", &system.to_string());
    let (code, out, error) = run(&[
        "slice",
        "--gold",
        &gold,
        "--answers",
        &system,
        "--kg",
        &graph,
        "--by",
        "tags",
        "--format",
        "csv",
    ]);
    assert_eq!(code, 0, "{error}");
    for line in [
        "tags,Finland,1,a,1.0,",
        "tags,NORTH,2,a,0.5,",
        "tags,Sweden,1,a,0.0,",
    ] {
        assert!(out.contains(line), "{line}: {out}");
    }
}

#[test]
fn what_has_no_value_is_hidden_and_close_scores_have_digits() {
    let (_, out, _) = run(&["score", "--gold", "demo", "--answers", "demo-eager"]);
    assert!(
        out.lines().all(|line| !line.trim_end().ends_with(" –")),
        "{out}"
    );
    let (_, out, _) = run(&[
        "score",
        "--gold",
        "demo",
        "--answers",
        "demo-eager",
        "--rules",
        "lydite,gerbil",
    ]);
    let scores = out.split_whitespace().filter(|word| word.starts_with("0."));
    let digits: Vec<usize> = scores.map(str::len).collect();
    assert!(
        digits.len() > 10 && digits.iter().all(|length| *length == 6),
        "{out}"
    );
}
