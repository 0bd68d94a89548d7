//! The scorers of today's benchmarks, compared with their own figures.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::path::Path;

use lydite_formats::Reader;
use lydite_judge::benchmarks::{Scored, best_threshold, mintaka_prediction, score_vector};
use lydite_judge::{FileKnowledge, Measure, Ontology, Report, Scorer, rule_set};
use lydite_model::{AnswerSet, Query, Question, QuestionId, Response, Term};
use serde_json::Value;

fn json(path: &Path) -> Value {
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

fn questions(path: &Path) -> Vec<Question> {
    Reader::open(path).unwrap().collect()
}

fn ontology(folder: &Path) -> Ontology {
    Ontology::from_folder(&folder.join("grailqa-ontology-subset")).unwrap()
}

#[test]
fn every_vector_comes_out_as_the_official_function_has_it() {
    let Some(folder) = lydite_testing::shared("datasets-modern/predictions") else {
        return;
    };
    let vectors = json(&folder.join("scorer-vectors.json"));
    let ontology = ontology(&folder);
    let (mut compared, mut wrong) = (0, Vec::new());
    for (function, list) in vectors.as_object().unwrap() {
        for vector in list.as_array().unwrap() {
            compared += 1;
            if function == "mintaka_format_predictions" {
                let ours = mintaka_prediction(vector["mode"].as_str().unwrap(), &vector["pred"]);
                if ours != vector["formatted"] {
                    wrong.push(format!("{function} {vector}: {ours}"));
                }
                continue;
            }
            let ours = score_vector(function, vector, Some(&ontology)).unwrap();
            let close = |one: f64, other: &Value| (one - other.as_f64().unwrap()).abs() < 1e-9;
            let right = match ours {
                Scored::Decided(right) if function == "cwq_p1" => {
                    vector["p1"] == if right { 100 } else { 0 }
                }
                Scored::Decided(right) => vector["equal"] == right || vector["same"] == right,
                Scored::Prf(scores) => {
                    (0..3).all(|at| close(scores[at], &vector["precision_recall_f1"][at]))
                }
                Scored::Match { exact, f1, hit } => {
                    close(f64::from(u8::from(exact)), &vector["exact_match"])
                        && close(f1, &vector["f1"])
                        && close(f64::from(u8::from(hit)), &vector["hits1"])
                }
            };
            if !right {
                wrong.push(format!("{function} {vector}: {ours:?}"));
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "{} of {compared}:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
    assert_eq!(compared, 117);
}

/// The report of a file that has gold and system answers side by side.
fn side_by_side(path: &Path, rules: &str) -> Report {
    let gold = questions(path);
    let answers: Vec<Response> = gold.iter().cloned().map(Response::from).collect();
    Scorer::new(rule_set(rules).unwrap())
        .seed(None)
        .score(gold, answers)
}

/// Compares figures of a report with those that are stated.
fn compare(report: &Report, stated: &Value, pairs: &[(&str, &str)], compared: &mut usize) {
    for (path, key) in pairs {
        let ours = report.value(path).unwrap_or_else(|| panic!("no {path}"));
        let stated = key
            .split('/')
            .fold(stated, |value, key| &value[key])
            .as_f64()
            .unwrap();
        assert!(
            (ours - stated).abs() < 1e-9,
            "{path}: ours {ours}, stated {stated}"
        );
        *compared += 1;
    }
}

#[test]
fn every_figure_of_the_official_scripts_is_found() {
    let Some(folder) = lydite_testing::shared("datasets-modern/predictions") else {
        return;
    };
    let expected = json(&folder.join("expected.json"));
    let entry = |file: &str| {
        let mut files = expected["files"].as_array().unwrap().iter();
        files.find(|entry| entry["file"] == file).unwrap()
    };
    let mut compared = 0;
    let averages = [
        ("n", "questions"),
        ("macro.recall", "recall"),
        ("macro.precision", "precision"),
        ("macro.f1", "f1"),
        ("f1_of_averages", "f1_of_averages"),
    ];
    for file in [
        "aqqu-webquestions-test.tsv",
        "aqqu-webquestions-graphparser.tsv",
        "aqqu-free917-test.tsv",
    ] {
        let report = side_by_side(&folder.join(file), "aqqu");
        let figures = &entry(file)["figures"];
        compare(&report, figures, &averages, &mut compared);
        compare(&report, figures, &[("accuracy", "accuracy")], &mut compared);
        let report = side_by_side(&folder.join(file), "sempre");
        if entry(file)["figures_2"].is_object() {
            compare(&report, &entry(file)["figures_2"], &averages, &mut compared);
        } else {
            // The script stops at questions without gold answers.
            let stops = report
                .remarks
                .iter()
                .any(|remark| format!("{:?}", remark.kind) == "Stops");
            assert!(stops, "{:?}", report.remarks);
        }
    }

    let file = "graphquestions-jacana.res";
    let report = side_by_side(&folder.join(file), "graphquestions");
    let figures = &entry(file)["figures"];
    compare(&report, figures, &averages[..4], &mut compared);
    let mut pairs: Vec<(String, String)> = Vec::new();
    for edges in 1..=3 {
        for name in ["precision", "recall", "f1"] {
            pairs.push((
                format!("edges_{edges}.{name}"),
                format!("edges_{edges}/{name}"),
            ));
        }
    }
    for function in ["none", "count", "superlative", "comparative"] {
        pairs.push((
            format!("function_{function}.f1"),
            format!("function_{function}/f1"),
        ));
    }
    let pairs: Vec<(&str, &str)> = pairs
        .iter()
        .map(|(one, other)| (&**one, &**other))
        .collect();
    compare(&report, figures, &pairs, &mut compared);

    let file = "wikisp-wikiwebquestions-dev.json";
    let gold = questions(&folder.join("../wikiwebquestions-dev.json"));
    let answers = questions(&folder.join(file))
        .into_iter()
        .map(Response::from);
    let rules = rule_set("wikiwebquestions").unwrap();
    let report = Scorer::new(rules).seed(None).score(gold, answers);
    let figures = &entry(file)["figures"];
    let pairs = [
        ("n", "questions"),
        ("exact_match", "accuracy"),
        ("macro.f1", "f1"),
    ];
    compare(&report, figures, &pairs, &mut compared);
    let equal = report.value("equal_query_text").unwrap() * 454.0;
    assert!((equal - 320.0).abs() < 1e-6, "{equal}");

    let file = "pog-grailqa-1000.jsonl";
    let gold = questions(&folder.join("../grailqa-dev-tog-first300.json"));
    let answers = questions(&folder.join(file))
        .into_iter()
        .take(300)
        .map(Response::from);
    let report = Scorer::new(rule_set("tog").unwrap())
        .seed(None)
        .score(gold, answers);
    let figures = &entry(file)["figures"];
    compare(
        &report,
        figures,
        &[("n", "questions"), ("macro.f1", "exact_match")],
        &mut compared,
    );

    let file = "mkqa-testdata-en.jsonl";
    let gold = questions(&folder.join("../mkqa-testdata.jsonl"));
    let answers = questions(&folder.join(file))
        .into_iter()
        .map(Response::from);
    let report = Scorer::new(rule_set("mkqa").unwrap())
        .seed(None)
        .score(gold, answers);
    let figures = &entry(file)["figures"];
    for (id, raw) in figures["per_question"].as_object().unwrap() {
        let id = QuestionId::from(id.as_str());
        let outcome = report
            .outcomes
            .iter()
            .find(|outcome| outcome.question == id)
            .unwrap();
        assert!(
            (outcome.scores["exact_match"] - raw[0].as_f64().unwrap()).abs() < 1e-9,
            "{id}"
        );
        assert!(
            (outcome.f1 - raw[1].as_f64().unwrap()).abs() < 1e-9,
            "{id}: {}",
            outcome.f1
        );
        compared += 2;
    }
    let best = best_threshold(&report.outcomes).unwrap();
    for (ours, key) in [
        (best.exact_match, "best_em"),
        (best.f1, "best_f1"),
        (best.answerable_exact_match, "best_answerable_em"),
        (best.answerable_f1, "best_answerable_f1"),
        (best.unanswerable_exact_match, "best_unanswerable_em"),
        (best.threshold, "best_f1_threshold"),
    ] {
        let stated = figures[key].as_f64().unwrap();
        assert!(
            ((ours * 100.0).round() / 100.0 - stated).abs() < 1e-9,
            "{key}: {ours} {stated}"
        );
        compared += 1;
    }

    let file = "synthetic-grailqa-dev-first300.jsonl";
    let gold = questions(&folder.join("../grailqa-dev-tog-first300.json"));
    let answers = questions(&folder.join(file))
        .into_iter()
        .map(Response::from);
    let knowledge = FileKnowledge {
        ontology: Some(ontology(&folder)),
        ..FileKnowledge::default()
    };
    let scorer = Scorer::new(rule_set("grailqa").unwrap()).seed(None);
    let report = scorer.knowledge(&knowledge).score(gold, answers);
    let pairs = [
        ("exact_match", "em"),
        ("macro.f1", "f1"),
        ("iid.exact_match", "em_iid"),
        ("iid.f1", "f1_iid"),
        ("compositional.exact_match", "em_comp"),
        ("compositional.f1", "f1_comp"),
        ("zero_shot.exact_match", "em_zero"),
        ("zero_shot.f1", "f1_zero"),
        ("n", "num_total"),
    ];
    compare(&report, &entry(file)["figures"], &pairs, &mut compared);

    let file = "synthetic-webqsp-train-tiny.json";
    let gold = questions(&folder.join("../webqsp-train-tiny.json"));
    let answers = questions(&folder.join(file))
        .into_iter()
        .map(Response::from);
    let report = Scorer::new(rule_set("webqsp").unwrap())
        .seed(None)
        .score(gold, answers);
    let printed = entry(file)["figures"]["printed"].as_array().unwrap();
    let paths = [
        "n",
        "macro.precision",
        "macro.recall",
        "macro.f1",
        "f1_of_averages",
        "accuracy",
    ];
    for (path, line) in paths.iter().zip(&printed[2..]) {
        let stated: f64 = line
            .as_str()
            .unwrap()
            .rsplit(' ')
            .next()
            .unwrap()
            .parse()
            .unwrap();
        let ours = report.value(path).unwrap();
        assert!(
            (ours - stated).abs() < 0.000_500_1,
            "{path}: ours {ours}, stated {stated}"
        );
        compared += 1;
    }
    assert!(compared >= 80, "{compared}");
}

/// SPINACH's measure, question by question as the authors computed it.
#[test]
fn the_rows_of_spinach_are_paired_as_its_authors_pair_them() {
    let Some(folder) = lydite_testing::shared("datasets-modern/predictions") else {
        return;
    };
    let report = side_by_side(&folder.join("spinach-qald-10-test.json"), "spinach");
    let stored = json(&folder.join("spinach-qald-10-test.json"));
    let (mut compared, mut wrong) = (0, Vec::new());
    for (outcome, entry) in report.outcomes.iter().zip(stored.as_array().unwrap()) {
        compared += 1;
        let stated = entry["f1"].as_f64().unwrap_or_default();
        if (outcome.f1 - stated).abs() > 1e-9 {
            wrong.push(format!(
                "{}: ours {}, stated {stated}",
                outcome.question, outcome.f1
            ));
        }
    }
    assert!(
        wrong.is_empty(),
        "{} of {compared}:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
    assert_eq!(compared, 387);
    let (f1, em) = (
        report.value("macro.f1").unwrap(),
        report.value("exact_match").unwrap(),
    );
    assert!((f1 - 0.695_441_301_783_581_7).abs() < 1e-9, "{f1}");
    assert!((em - 0.630_490_956_072_351_5).abs() < 1e-9, "{em}");
}

/// The measures of t2s-metrics over answers, by its names.
#[test]
fn the_answer_measures_of_t2s_metrics_come_out() {
    let Some(path) =
        lydite_testing::shared("t2s-metrics").map(|folder| folder.join("reference.json"))
    else {
        return;
    };
    let reference = json(&path);
    // An answer as a file of SPARQL results has it; null is a query that failed.
    let read = |results: &Value| -> Option<AnswerSet> {
        if results.is_null() {
            return None;
        }
        let mut results = results.clone();
        if let Some(rows) = results["results"]["bindings"].as_array_mut() {
            rows.retain(|row| !row.is_null());
        }
        let file =
            serde_json::json!({"questions": [{"id": "1", "question": [], "answers": [results]}]});
        let file = file.to_string();
        let mut reader = Reader::from_bytes_as("a.json", file.as_bytes(), "qald-json").unwrap();
        reader.next().unwrap().answers
    };
    let (mut compared, mut wrong) = (0, Vec::new());
    for entry in reference["answer_sets"].as_array().unwrap() {
        let mut gold = Question::new("1");
        gold.answers = read(&entry["golden"]);
        let mut response = Response::from(Question::new("1"));
        response.answers = read(&entry["generated"]);
        for (name, stated) in entry["metrics"].as_object().unwrap() {
            let measure = match name.as_str() {
                "mrr" => "cell_mrr",
                "ndcg" => "cell_ndcg",
                "precision_qald" => "cell_precision_qald",
                "recall_qald" => "cell_recall_qald",
                "f1_qald" => "cell_f1_qald",
                name => name,
            };
            let measure = Measure::parse(measure).unwrap();
            let scorer = Scorer::new(rule_set("lydite").unwrap()).seed(None);
            let report = scorer
                .measures(vec![measure])
                .score([gold.clone()], [response.clone()]);
            let Some(ours) = report.value(measure.name) else {
                // That is what our own `hits_at_1` is called, too, which wants an order.
                assert_eq!(name, "p@1");
                continue;
            };
            compared += 1;
            // There, repeated answers gain more than there is to gain.
            let stated = stated.as_f64().unwrap().min(1.0);
            if (ours - stated).abs() > 1e-9 {
                wrong.push(format!(
                    "{} {name}: ours {ours}, stated {stated}",
                    entry["id"]
                ));
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "{} of {compared}:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
    assert_eq!(compared, 62 * 14);
}

/// What SPINACH's measures and those over cells get wrong, and those over rows do not.
#[test]
fn measures_over_rows_have_no_faults_of_their_models() {
    let table = |column: &str, values: &[&str]| {
        AnswerSet::column(column, values.iter().map(|value| Term::literal(*value)))
    };
    let of = |gold: &AnswerSet, system: Option<&AnswerSet>, name: &str| {
        let mut question = Question::new("1");
        question.answers = Some(gold.clone());
        let mut response = Response::from(Question::new("1"));
        response.answers = system.cloned();
        let measure = Measure::parse(name).unwrap();
        let scorer = Scorer::new(rule_set("lydite").unwrap()).seed(None);
        let report = scorer.measures(vec![measure]).score([question], [response]);
        report.value(measure.name).unwrap()
    };
    let (empty, labels) = (table("x", &[]), table("xLabel", &["Ulm"]));
    let abc = table("x", &["a", "b", "c"]);
    for (gold, system, name, value) in [
        (&empty, Some(&empty), "row_f1", 1.0),
        (&empty, Some(&empty), "row_hits@1", 1.0),
        (&empty, Some(&empty), "row_mrr", 1.0),
        (&empty, None, "row_f1", 0.0),
        (&empty, None, "row_exact_match", 0.0),
        (&labels, Some(&labels), "row_f1", 1.0),
        (&labels, Some(&labels), "row_exact_match", 1.0),
        (&abc, Some(&abc), "row_precision@5", 1.0),
        (&abc, Some(&table("x", &["z", "b", "b"])), "row_mrr", 0.5),
        (&abc, Some(&table("x", &["z", "b", "b"])), "row_hits@1", 0.0),
        (
            &abc,
            Some(&table("x", &["b", "b", "b"])),
            "row_precision@3",
            1.0 / 3.0,
        ),
        (&abc, Some(&table("x", &["a", "b"])), "row_exact_match", 0.0),
    ] {
        let ours = of(gold, system, name);
        assert!(
            (ours - value).abs() < 1e-12,
            "{name} {gold:?} {system:?}: {ours}"
        );
    }
}

/// Queries alone can be compared, where no answers are at hand.
#[test]
fn measures_of_queries_need_no_answers() {
    let mut gold = Question::new("1");
    gold.queries
        .push(Query::sparql("SELECT ?x { ?x a dbo:Lake }"));
    let mut response = Response::from(Question::new("1"));
    response
        .queries
        .push(Query::sparql("SELECT ?y { ?y a dbo:Lake }"));
    let bare = Question::new("2");
    let names = ["sp_f1", "query_exact_match", "query_equivalence", "sp-bleu"];
    let measures = names.map(|name| Measure::parse(name).unwrap()).to_vec();
    let scorer = Scorer::new(rule_set("lydite").unwrap()).measures(measures);
    let report = scorer.score([gold, bare], [response]);
    let figures = ["sp_f1", "query_exact_match", "query_equivalence", "sp_bleu"];
    let values = figures.map(|path| report.value(path).unwrap());
    assert_eq!(values, [1.0, 0.0, 1.0, 1.0]);
    assert!(!report.is_vacuous(), "{:?}", report.remarks);
    let n = report
        .figures
        .iter()
        .find(|figure| figure.path == "sp_f1")
        .unwrap()
        .n;
    assert_eq!(n, 1, "a question without a gold query does not count");
}
