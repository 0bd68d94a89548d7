//! The files of today's benchmarks, read and compared with the figures of their catalogue.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod malformed;
mod rewritten;
mod variations;

use std::collections::{BTreeMap, BTreeSet};

use lydite_formats::{Item, Reader};
use lydite_model::{QueryForm, Question, Severity};
use serde_json::{Value, json};

/// What the catalogue says about a file, counted.
#[derive(Default)]
struct Tally {
    count: u64,
    languages: BTreeMap<String, u64>,
    queries: BTreeMap<&'static str, u64>,
    with_answers: u64,
}

impl Tally {
    fn add(&mut self, question: &Question) {
        self.count += 1;
        let texts = question.texts.iter().filter(|text| text.string.is_some());
        let languages: BTreeSet<&str> = texts.map(|text| text.language.as_str()).collect();
        for language in languages {
            *self.languages.entry(language.to_owned()).or_default() += 1;
        }
        let forms: BTreeSet<&str> = question
            .queries
            .iter()
            .map(|query| match query.form {
                QueryForm::Sparql | QueryForm::Template => "with_sparql",
                QueryForm::SExpression => "with_s_expression",
                QueryForm::LambdaDcs => "with_lambda",
                QueryForm::Kopl => "with_function_program",
                QueryForm::Pseudo | QueryForm::Schemaless => "other",
            })
            .collect();
        for form in forms {
            *self.queries.entry(form).or_default() += 1;
        }
        let answers = question.answers.as_ref();
        self.with_answers += u64::from(answers.is_some_and(|answers| !answers.is_empty()));
    }
}

/// The graph that the catalogue means, as reports call it; `None` where several files of one layout
/// are about different graphs.
fn graph(stated: &str) -> Option<&'static str> {
    Some(match stated.split([' ', ',']).next().unwrap() {
        "wikidata" => "Wikidata",
        "freebase" => "Freebase",
        "dbpedia" => "DBpedia",
        "dblp" => "DBLP",
        "orkg" => "ORKG",
        "eventkg" => "EventKG",
        "mesh" => "MeSH",
        "metaqa" => "MetaQA",
        _ => return None,
    })
}

#[test]
fn every_figure_of_todays_catalogue_is_found() {
    let Some(folder) = lydite_testing::shared("datasets-modern") else {
        return;
    };
    let catalogue = std::fs::read_to_string(folder.join("catalogue.json")).unwrap();
    let catalogue: Value = serde_json::from_str(&catalogue).unwrap();
    let (mut files, mut compared, mut wrong) = (0, 0, Vec::new());
    for entry in catalogue["files"].as_array().unwrap() {
        let name = entry["file"].as_str().unwrap();
        let mut reader = match Reader::open(folder.join(name)) {
            Ok(reader) => reader,
            Err(error) => {
                wrong.push(format!("{error}"));
                continue;
            }
        };
        files += 1;
        let mut tally = Tally::default();
        for item in reader.items() {
            match item {
                Item::Question(question, _) => tally.add(&question),
                Item::Diagnostic(found) if found.severity() == Severity::Error => {
                    wrong.push(format!("{}: {}", found.place, found.message));
                }
                Item::Diagnostic(_) => {}
            }
        }
        let form = |key: &str| json!(tally.queries.get(key).copied().unwrap_or_default());
        let figures = [
            ("count", json!(tally.count)),
            ("languages", json!(tally.languages)),
            ("with_sparql", form("with_sparql")),
            ("with_s_expression", form("with_s_expression")),
            ("with_lambda", form("with_lambda")),
            ("with_function_program", form("with_function_program")),
            ("with_answers", json!(tally.with_answers)),
        ];
        for (key, ours) in figures {
            compared += 1;
            if ours != entry[key] {
                let format = reader.format().name;
                wrong.push(format!(
                    "{name} ({format}): {key}: ours {ours}, stated {}",
                    entry[key]
                ));
            }
        }
        let known = reader.info().knowledge_base.clone();
        if let (Some(stated), Some(known)) =
            (graph(entry["knowledge_graph"].as_str().unwrap()), known)
        {
            compared += 1;
            if !known.starts_with(stated) {
                wrong.push(format!("{name}: graph {known}, stated {stated}"));
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "{} wrong:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
    assert_eq!(files, 65);
    assert!(compared > 500, "{compared}");
}

/// Every file of predictions is read, with as many answers as it has.
#[test]
fn every_prediction_file_is_read() {
    let Some(folder) = lydite_testing::shared("datasets-modern/predictions") else {
        return;
    };
    let stated = [
        ("aqqu-free917-test.tsv", "answer-lists", 276),
        ("aqqu-webquestions-graphparser.tsv", "answer-lists", 570),
        ("aqqu-webquestions-test.tsv", "answer-lists", 2032),
        ("exaqt-timequestions-test.txt", "exaqt", 3237),
        ("flexkbqa-kqa-pro-test.txt", "plain-lines", 11797),
        ("graphquestions-jacana.res", "graph-questions-answers", 2587),
        ("mintaka-example-kg.json", "predictions", 4000),
        ("mintaka-example-text.json", "predictions", 4000),
        ("mkqa-testdata-en.jsonl", "predictions", 6),
        ("pog-grailqa-1000.jsonl", "predictions", 1000),
        ("rng-webqsp-test.json", "predictions", 1609),
        ("spinach-qald-10-test.json", "spinach-answers", 387),
        ("synthetic-grailqa-dev-first300.jsonl", "predictions", 0),
        ("synthetic-webqsp-train-tiny.json", "predictions", 0),
        ("tequila-tempquestions.json", "tequila-answers", 1271),
        ("wikisp-wikiwebquestions-dev.json", "predictions", 454),
    ];
    let mut wrong = Vec::new();
    for (name, format, count) in stated {
        let mut reader = match Reader::open(folder.join(name)) {
            Ok(reader) => reader,
            Err(error) => {
                wrong.push(format!("{error}"));
                continue;
            }
        };
        let found = reader.by_ref().count();
        if reader.format().name != format || count > 0 && found != count || found == 0 {
            wrong.push(format!("{name}: {} {found}", reader.format().name));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// WikiKGQA: answers are items, texts or yes and no; the test file has instructions in their place.
#[test]
fn the_answers_of_wikikgqa_are_kept() {
    let Some(folder) = lydite_testing::shared("datasets-modern/wikikgqa") else {
        return;
    };
    for (name, count, answered) in [
        ("en_mentions_train.json", 317, true),
        ("es_mentions_train.json", 317, true),
        ("mentions_test_questions.json", 75, false),
    ] {
        let mut reader = Reader::open(folder.join(name)).unwrap();
        let questions: Vec<Question> = reader.by_ref().collect();
        assert_eq!(
            (reader.format().name, questions.len()),
            ("wikikgqa", count),
            "{name}"
        );
        let with_answers = questions
            .iter()
            .filter(|question| question.answers.is_some())
            .count();
        assert_eq!(with_answers, if answered { count } else { 0 }, "{name}");
        assert_eq!(reader.info().knowledge_base.as_deref(), Some("Wikidata"));
        assert!(reader.damage().is_empty(), "{name}: {:?}", reader.damage());
    }
}
