//! The graphs of the shared data: all files load with the stated counts, and gold queries give the
//! answers that are stored with them.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use lydite_formats::Reader;
use lydite_graph::{Embedded, KnowledgeGraph, Limits, Loader};
use lydite_model::{Answer, AnswerSet, Question, Term};
use lydite_sparql::{Dialect, parse};
use serde_json::Value;

fn stats(folder: &Path) -> Value {
    let text = std::fs::read_to_string(folder.join("stats.json")).unwrap();
    serde_json::from_str(&text).unwrap()
}

/// Loads the files of a graph as stats.json lists them.
fn load(folder: &Path, files: &[&str]) -> Embedded {
    let place = tempfile::tempdir().unwrap();
    let index = place.path().join("graph.kg");
    let mut loader = Loader::new();
    // The conflicts are those of the slice; what follows from gold stays.
    let mut files = files.to_vec();
    files.sort_by_key(|file| match file {
        file if file.starts_with("minus ") => 1,
        file if file.starts_with("dbpedia-slice") && !file.contains("labels") => 0,
        _ => 2,
    });
    for file in &files {
        loader = match file.strip_prefix("minus ") {
            Some(removed) => loader.without(folder.join(removed)),
            None => loader.file(folder.join(file)),
        };
    }
    let report = loader.load(&index).unwrap();
    assert_eq!(report.bad_lines(), 0, "{files:?}: {:?}", report.sources);
    Embedded::open(&index).unwrap()
}

fn questions(path: &Path) -> Vec<Question> {
    Reader::open(path).unwrap().collect()
}

/// Runs the gold query of a question, its dialect repaired.
fn run(graph: &Embedded, question: &Question) -> Result<AnswerSet, String> {
    let query = question.queries.first().ok_or("no query")?;
    let parsed = parse(&query.text, &Dialect::field()).map_err(|error| error.to_string())?;
    let results = graph.query(&parsed, &Limits::default());
    Ok((&results.map_err(|error| error.to_string())?.value).into())
}

/// An answer by the convention of stats.json: IRIs percent-decoded, numbers to 6 digits, dates
/// without time, rows with blank nodes dropped. It does not say so, but is blind to case, too:
/// "Oxford Blue" is listed as exact for "Oxford blue".
fn normal(answers: &AnswerSet) -> BTreeSet<Vec<String>> {
    match &answers.answer {
        Answer::Boolean(value) => BTreeSet::from([vec![value.to_string()]]),
        Answer::Table(table) => table
            .rows()
            .filter(|row| {
                !row.iter()
                    .flatten()
                    .any(|t| matches!(t, Term::Blank { .. }))
            })
            .map(|row| row.iter().flatten().map(normal_term).collect())
            .filter(|row: &Vec<String>| !row.is_empty())
            .collect(),
    }
}

fn normal_term(term: &Term) -> String {
    match term {
        Term::Literal(literal) => {
            let value = literal.value.trim();
            if let Ok(number) = value.parse::<f64>() {
                return format!("{number:.5e}");
            }
            match value.split_once('T') {
                Some((date, _)) if is_date(date) => date.to_owned(),
                _ if value.len() > 10 && value.is_char_boundary(10) && is_date(&value[..10]) => {
                    value[..10].to_owned()
                }
                _ => value.to_lowercase(),
            }
        }
        other => decode(other.value()).to_lowercase(),
    }
}

fn is_date(text: &str) -> bool {
    let digits = text.bytes().filter(u8::is_ascii_digit).count();
    digits == 8 && text.len() == 10 && text.bytes().filter(|byte| *byte == b'-').count() == 2
}

fn decode(iri: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = iri.as_bytes();
    while let [first, tail @ ..] = rest {
        let code = match (first, tail) {
            (b'%', [high, low, ..]) => std::str::from_utf8(&[*high, *low])
                .ok()
                .and_then(|hex| u8::from_str_radix(hex, 16).ok()),
            _ => None,
        };
        bytes.push(code.unwrap_or(*first));
        rest = if code.is_some() { &tail[2..] } else { tail };
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[test]
fn every_file_loads_with_the_stated_count() {
    let Some(folder) = lydite_testing::shared("kg") else {
        return;
    };
    let stats = stats(&folder);
    let mut wrong = Vec::new();
    for (file, facts) in stats["files"].as_object().unwrap() {
        let graph = load(&folder, &[file]);
        if graph.len() != facts["triples"].as_u64().unwrap() {
            wrong.push(format!("{file}: {} for {}", graph.len(), facts["triples"]));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    let corporate = load(&folder, &["ck25/prod-vocab.ttl", "ck25/prod-inst.ttl"]);
    assert_eq!(corporate.len(), 26_903);
}

/// Questions of geo880-train whose stored answers do not follow from their queries. 450 and 560 have
/// the same query and different answers (Missouri and Tennessee border eight states each); 451 wants
/// Maine, which borders one state, where Alaska and Hawaii border none.
const UNDECIDED: [&str; 3] = ["train-450", "train-451", "train-560"];

/// Graphs with questions whose stored answers come from these very graphs: all must be met.
#[test]
fn gold_queries_give_the_stored_answers() {
    let Some(folder) = lydite_testing::shared("kg") else {
        return;
    };
    let mut wrong = Vec::new();
    for (files, benchmark, expected) in [
        (
            vec!["ck25/prod-vocab.ttl", "ck25/prod-inst.ttl"],
            "ck25/dev-questions.json",
            70,
        ),
        (
            vec!["geo/mooney-geography-corrected.nt.gz"],
            "geo/geo880-train.json",
            595,
        ),
        (
            vec!["oxford-real-estate/oxford.nt.gz"],
            "oxford-real-estate/questions.json",
            19,
        ),
        (vec!["small/orga.nt.gz"], "small/orga-train.json", 53),
        (vec!["small/orga.nt.gz"], "small/orga-test.json", 16),
        (vec!["small/coypu.nt.gz"], "small/coypu-train.json", 105),
        (vec!["small/coypu.nt.gz"], "small/coypu-test.json", 26),
    ] {
        let graph = load(&folder, &files);
        let mut right = 0;
        for question in questions(&folder.join(benchmark)) {
            if question.queries.is_empty() {
                continue;
            }
            let gold = question.answers.clone().unwrap_or_else(AnswerSet::empty);
            if UNDECIDED.contains(&&*question.id.to_string()) {
                right += 1;
                continue;
            }
            match run(&graph, &question) {
                Ok(found) if normal(&found) == normal(&gold) => right += 1,
                Ok(found) => wrong.push(format!(
                    "{benchmark} {}: {:?} for {:?}",
                    question.id,
                    normal(&found).iter().take(5).collect::<Vec<_>>(),
                    normal(&gold).iter().take(5).collect::<Vec<_>>(),
                )),
                Err(error) => wrong.push(format!("{benchmark} {}: {error}", question.id)),
            }
        }
        if right != expected {
            wrong.push(format!("{benchmark}: {right} of {expected} are right"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// The company in India with the most employees. On the slice that is one with the number 1254000;
/// the list has one for which the text "800000" stands, too, which its engine took for more.
const MOST_EMPLOYEES: &str = "18700";

/// QALD and LC-QuAD on the graphs from gold and on the slice: at least the questions that are
/// listed as exact.
#[test]
fn listed_questions_are_exact() {
    let Some(folder) = lydite_testing::shared("kg") else {
        return;
    };
    let stats = stats(&folder);
    let mut answers_of_lc_quad = BTreeMap::new();
    for question in questions(&folder.join("benchmarks/lcquad-v1-qaldformat-answers.json.gz")) {
        if let (Some(query), Some(answers)) = (question.queries.first(), &question.answers) {
            answers_of_lc_quad.insert(without_spaces(&query.text), answers.clone());
        }
    }
    let mut wrong = Vec::new();
    let (mut exact, mut listed) = (0, 0);
    for (name, facts) in stats["graphs"].as_object().unwrap() {
        let coverage = facts["coverage"].as_object().unwrap();
        let has_list = |facts: &Value| {
            let ids = facts["exact_ids"].as_array();
            ids.is_some_and(|ids| !ids.is_empty())
        };
        if name.starts_with("geo") || !coverage.values().any(has_list) {
            continue;
        }
        let files: Vec<&str> = strings(&facts["files"]);
        let graph = load(&folder, &files);
        let mut stated = facts["triples"].as_u64().unwrap();
        if name == "dbpedia-from-gold/qald-6 + slice without conflicts + labels" {
            // The count is one of lines: 580 triples stand there with and without ^^xsd:string.
            stated -= 580;
        }
        if graph.len() != stated {
            wrong.push(format!("{name}: {} for {stated}", graph.len()));
        }
        for (benchmark, facts) in coverage {
            let path = benchmark_path(&folder, benchmark);
            let by_id: BTreeMap<String, Question> = questions(&path)
                .into_iter()
                .map(|question| (question.id.to_string(), question))
                .collect();
            for id in strings(&facts["exact_ids"]) {
                if benchmark.starts_with("kbqa-pg") && id == MOST_EMPLOYEES {
                    continue;
                }
                listed += 1;
                let Some(question) = by_id.get(id) else {
                    wrong.push(format!("{benchmark} {id}: there is no such question"));
                    continue;
                };
                let query = question.queries.first().map(|query| &*query.text);
                let of_lc_quad = answers_of_lc_quad.get(&without_spaces(query.unwrap_or("")));
                let gold = question.answers.as_ref().or(of_lc_quad);
                let gold = gold.cloned().unwrap_or_else(AnswerSet::empty);
                match run(&graph, question) {
                    Ok(found) if normal(&found) == normal(&gold) => exact += 1,
                    Ok(found) => wrong.push(format!(
                        "{name}: {benchmark} {id}: {:?} for {:?}",
                        normal(&found).iter().take(5).collect::<Vec<_>>(),
                        normal(&gold).iter().take(5).collect::<Vec<_>>(),
                    )),
                    Err(error) => wrong.push(format!("{name}: {benchmark} {id}: {error}")),
                }
            }
        }
    }
    println!("{exact} of {listed} listed questions are exact");
    assert!(wrong.is_empty(), "{} of {listed}: {wrong:#?}", wrong.len());
}

fn without_spaces(query: &str) -> String {
    query.split_whitespace().collect()
}

fn strings(list: &Value) -> Vec<&str> {
    let list = list.as_array().unwrap();
    list.iter().map(|item| item.as_str().unwrap()).collect()
}

fn benchmark_path(folder: &Path, name: &str) -> std::path::PathBuf {
    let datasets = folder.join("../datasets");
    [
        datasets.join(format!("{name}.json")),
        datasets.join(format!("{name}.xml")),
        folder.join(format!("../datasets-modern/{name}.json")),
        folder.join(format!("benchmarks/{name}.json.gz")),
    ]
    .into_iter()
    .find(|path| path.exists())
    .unwrap_or_else(|| panic!("no file for {name}"))
}
