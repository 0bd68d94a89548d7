//! The sub-experiments against what GERBIL's own classes gave, and what we do better.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use crate::shared;
use crate::shared::Comparison;
use lydite_judge::experiments::{
    Object, Reading, Relation, pair_answer_types, pair_marks, pair_relations,
};
use lydite_judge::gerbil::{KNOWN, Resource};
use lydite_judge::{Chosen, Knowledge, NoKnowledge, RemarkKind, Report, Scorer, measure, rule_set};
use lydite_model::{
    Annotation, AnnotationKind, AnswerSet, AnswerType, Counts, DatasetInfo, Experiment, Outcome,
    Query, Question, Response, Status, Term, Text,
};
use serde_json::Value;

type File = (Vec<Question>, DatasetInfo);

fn score(rules: &str, gold: &File, answers: &File) -> Report {
    let responses = answers.0.iter().cloned().map(Response::from);
    Scorer::new(rule_set(rules).unwrap())
        .seed(None)
        .experiments(Chosen::These(Experiment::ALL.to_vec()))
        .score(gold.0.iter().cloned(), responses)
}

/// What the reference calls the experiments.
const NAMES: [(&str, Experiment); 4] = [
    ("AType", Experiment::AnswerType),
    ("C2KB", Experiment::Entities),
    ("P2KB", Experiment::Properties),
    ("RE2KB", Experiment::Relations),
];

/// Where a figure of the reference is in our document.
fn path(name: &str) -> String {
    let name = name.to_lowercase().replace(" score", "");
    let name = name.replace("inkb ", "in_kb.").replace("ee ", "emerging.");
    match name.as_str() {
        "macro f1 qald" => "macro_f1_qald".to_owned(),
        "confidence threshold" => "confidence_threshold".to_owned(),
        other => other.replace(' ', "."),
    }
}

#[test]
fn system_answers_score_as_in_gerbil() {
    let (Some(gerbil), Some(answers), Some(datasets)) = (
        lydite_testing::shared("gerbil"),
        lydite_testing::shared("answers"),
        lydite_testing::shared("datasets"),
    ) else {
        return;
    };
    let reference = shared::json(&gerbil.join("reference_scores.json"));
    let mut comparison = Comparison::default();
    for system in reference["nliwod_answer_files"]["systems"]
        .as_array()
        .unwrap()
    {
        let Some(stated) = system["sub_experiments_head"].as_object() else {
            continue;
        };
        let dataset = system["dataset"].as_str().unwrap();
        let name = system["system"].as_str().unwrap().to_lowercase();
        let gold = shared::file(&datasets.join(format!("{dataset}.json")));
        let answers = shared::file(&answers.join(format!("{dataset}-{name}.json")));
        let report = score("gerbil", &gold, &answers);
        comparison.holds(
            || format!("{dataset} {name}: AIT2KB"),
            stated["AIT2KB"].as_object().unwrap().is_empty()
                && report.experiment(Experiment::ItemTypes).is_none(),
        );
        for (key, experiment) in NAMES {
            let ours = report.experiment(experiment).unwrap();
            for (figure, value) in stated[key].as_object().unwrap() {
                comparison.number(
                    || format!("{dataset} {name} {key} {figure}"),
                    ours.value(&path(figure)),
                    value.as_f64().unwrap(),
                    1e-9,
                );
            }
        }
    }
    comparison.finish("sub-experiments of systems", 7 * 53);
}

#[test]
fn gold_against_itself_scores_as_in_gerbil() {
    let (Some(gerbil), Some(datasets)) = (
        lydite_testing::shared("gerbil"),
        lydite_testing::shared("datasets"),
    ) else {
        return;
    };
    let reference = shared::json(&gerbil.join("reference_scores.json"));
    let mut comparison = Comparison::default();
    for baseline in reference["dataset_baselines"].as_array().unwrap() {
        let name = baseline["dataset"].as_str().unwrap();
        let gold = shared::file(&datasets.join(name.replace('_', "-")));
        let report = score("gerbil", &gold, &gold);
        let stated = &baseline["gold_used_as_system_answer"];
        for (key, experiment, path) in [
            ("c2kb_macro_p", Experiment::Entities, "macro.precision"),
            ("c2kb_macro_f1", Experiment::Entities, "macro.f1"),
            ("p2kb_macro_p", Experiment::Properties, "macro.precision"),
            ("p2kb_macro_f1", Experiment::Properties, "macro.f1"),
            ("re2kb_macro_f1", Experiment::Relations, "macro.f1"),
        ] {
            comparison.number(
                || format!("{name} {key}"),
                report.experiment(experiment).unwrap().value(path),
                stated[key].as_f64().unwrap(),
                1e-9,
            );
        }
    }
    // Thirteen gold queries of QALD-9 say nothing to GERBIL, and nothing equals nothing.
    let gold = shared::file(&datasets.join("qald-9-train-multilingual.json"));
    let silent = score("gerbil", &gold, &(Vec::new(), DatasetInfo::default()));
    for experiment in [
        Experiment::Entities,
        Experiment::Properties,
        Experiment::Relations,
    ] {
        let ours = silent.experiment(experiment).unwrap().value("macro.f1");
        comparison.number(|| format!("silence {experiment}"), ours, 13.0 / 408.0, 1e-9);
    }
    comparison.finish("sub-experiments of gold files", 28);
}

fn texts(values: &Value) -> Vec<String> {
    let values = values.as_array().unwrap().iter();
    values
        .map(|value| value.as_str().unwrap().to_owned())
        .collect()
}

fn relations(values: &Value) -> Vec<Relation> {
    let relation = |value: &Value| Relation {
        subject: value["s"].as_str().map(str::to_owned),
        predicate: value["p"].as_str().map(str::to_owned),
        object: match (&value["o"], value["o"]["literal"].as_str()) {
            (_, Some(text)) => Object::Text(text.to_owned()),
            (Value::String(iri), _) => Object::Iri(iri.clone()),
            _ => Object::Nothing,
        },
    };
    values.as_array().unwrap().iter().map(relation).collect()
}

/// Marks that each have one URI.
fn marks(uris: &[String]) -> Vec<Resource<'static>> {
    let mark = |uri: &String| Resource::new([uri.clone()]);
    uris.iter().map(mark).collect()
}

/// Compares the figures that these counts come to.
fn figures(comparison: &mut Comparison, id: &str, counts: &[Counts], stated: &Value) {
    let outcome = |counts: &Counts| {
        let mut outcome = Outcome::new("1", Status::Answered);
        outcome.counts = *counts;
        let single = [outcome.clone()];
        let of = |name: &str| measure(name).unwrap().of(&single);
        (outcome.precision, outcome.recall, outcome.f1) =
            (of("micro_precision"), of("micro_recall"), of("micro_f1"));
        outcome
    };
    let outcomes: Vec<Outcome> = counts.iter().map(outcome).collect();
    for (key, name) in [
        ("micro_p", "micro_precision"),
        ("micro_r", "micro_recall"),
        ("micro_f1", "micro_f1"),
        ("macro_p", "macro_precision"),
        ("macro_r", "macro_recall"),
        ("macro_f1", "macro_f1"),
    ] {
        comparison.number(
            || format!("{id} {key}"),
            Some(measure(name).unwrap().of(&outcomes)),
            stated[key].as_f64().unwrap(),
            1e-9,
        );
    }
}

#[test]
fn golden_cases_hold() {
    let Some(folder) = lydite_testing::shared("gerbil") else {
        return;
    };
    let golden = shared::json(&folder.join("golden_cases.json"));
    let mut comparison = Comparison::default();
    let mut cases = 0;
    for case in golden["cases"].as_array().unwrap() {
        let id = case["id"].as_str().unwrap();
        let (input, expected) = (&case["input"], &case["expected"]);
        let executed = case["head"].get("executed").unwrap_or(expected);
        let spaces = case["options"].get("well_known_kb").map(texts);
        let spaces: Vec<&str> = match &spaces {
            Some(spaces) => spaces.iter().map(String::as_str).collect(),
            None => KNOWN.to_vec(),
        };
        let read = || Reading::gerbil(&Query::sparql(input["gold_sparql"].as_str().unwrap()));
        cases += 1;
        match case["kind"].as_str().unwrap() {
            "sparql_extract" => {
                let reading = match (input["sparql"].as_str(), input["pseudo"].as_str()) {
                    (Some(text), _) => Reading::gerbil(&Query::sparql(text)),
                    (_, Some(text)) => {
                        Reading::gerbil(&Query::new(lydite_model::QueryForm::Pseudo, text))
                    }
                    _ => panic!("{id}: no query"),
                };
                for (what, ours, stated) in [
                    ("resources", &reading.resources, "resources"),
                    ("properties", &reading.properties, "properties"),
                    ("item types", &reading.item_types, "answer_item_types"),
                ] {
                    comparison.holds(
                        || format!("{id} {what}: {ours:?}"),
                        *ours == texts(&expected[stated]),
                    );
                }
                comparison.holds(
                    || format!("{id} triples: {:?}", reading.triples),
                    reading.triples == relations(&expected["triples"]),
                );
            }
            "meaning_match" => {
                let (gold, system) = (texts(&input["gold"]), texts(&input["system"]));
                let ours = pair_marks(&marks(&gold), &marks(&system), &spaces, &NoKnowledge).all;
                let stated: Counts = serde_json::from_value(executed.clone()).unwrap();
                comparison.holds(|| format!("{id}: {ours:?}"), ours == stated);
            }
            "c2kb_experiment" => {
                let side = |sets: &Value| -> Vec<Resource<'_>> {
                    let sets = sets.as_array().unwrap().iter();
                    sets.map(|uris| Resource::new(texts(uris))).collect()
                };
                let documents = input["documents"].as_array().unwrap().iter();
                let counts: Vec<Counts> = documents
                    .map(|document| {
                        let (gold, system) = (side(&document["gold"]), side(&document["system"]));
                        pair_marks(&gold, &system, &spaces, &NoKnowledge).all
                    })
                    .collect();
                figures(&mut comparison, id, &counts, executed);
            }
            "p2kb_experiment" => {
                // GERBIL's test knows one name space and was written when marks were used once; the
                // name spaces of the platform give the figures that it states.
                let system = marks(&texts(&input["system_properties"]));
                let gold = marks(&read().properties);
                let counts = pair_marks(&gold, &system, &KNOWN, &NoKnowledge).all;
                figures(&mut comparison, id, &[counts], executed);
            }
            "re2kb_experiment" => {
                let system = relations(&input["system_triples"]);
                let counts = pair_relations(&read().triples, &system, &NoKnowledge).counts;
                figures(&mut comparison, id, &[counts], executed);
            }
            "atype_experiment" => {
                let gold = vec![input["gold_answer_type"].as_str().unwrap().to_owned()];
                let counts = pair_answer_types(&gold, &texts(&input["system_answer_types"])).counts;
                figures(&mut comparison, id, &[counts], executed);
            }
            _ => cases -= 1,
        }
    }
    println!("{cases} cases");
    assert!(cases >= 26, "only {cases} cases");
    comparison.finish("golden cases", 7 * 4 + 7 + 12 * 6);
}

fn question(queries: &[&str]) -> Question {
    let mut question = Question::new("1");
    question.queries = queries.iter().map(|text| Query::sparql(*text)).collect();
    question
}

/// Precision, recall and F1 of one question under the `lydite` rules.
fn one(experiment: Experiment, gold: &Question, system: &Question) -> [f64; 3] {
    one_with(experiment, gold, system, &NoKnowledge)
}

fn one_with(
    experiment: Experiment,
    gold: &Question,
    system: &Question,
    knowledge: &dyn Knowledge,
) -> [f64; 3] {
    let report = Scorer::new(rule_set("lydite").unwrap())
        .knowledge(knowledge)
        .experiments(Chosen::These(vec![experiment]))
        .score([gold.clone()], [Response::from(system.clone())]);
    let outcome = &report.experiment(experiment).unwrap().outcomes[0];
    assert_eq!(outcome.experiment, experiment);
    [outcome.precision, outcome.recall, outcome.f1]
}

#[test]
fn each_identifier_counts_once_and_by_its_role() {
    let gold = "SELECT ?x { ?x a dbo:Film ; dbo:starring dbr:Al_Pacino ; dbo:director ?d . \
                ?d dbo:knows dbr:Al_Pacino }";
    for (experiment, system, [p, r]) in [
        (Experiment::Entities, gold, [1.0, 1.0]),
        // Neither the class nor the properties are entities.
        (
            Experiment::Entities,
            "ASK { ?x a dbo:Film ; dbo:starring ?y }",
            [0.0, 0.0],
        ),
        (
            Experiment::Entities,
            "ASK { ?x dbo:p <https://dbpedia.org/resource/Al_Pacino>, dbr:Someone }",
            [0.5, 1.0],
        ),
        (
            Experiment::Properties,
            "ASK { ?x a dbo:Film ; dbo:starring ?y }",
            [1.0, 1.0 / 3.0],
        ),
        // Outside of GERBIL's name spaces, properties are different all the same.
        (
            Experiment::Properties,
            "ASK { ?x dbp:a ?y ; foaf:name ?z }",
            [0.0, 0.0],
        ),
        (
            Experiment::Relations,
            "ASK { ?f a dbo:Film ; dbo:director ?y }",
            [1.0, 0.5],
        ),
        (
            Experiment::Relations,
            "ASK { ?f a dbo:Film . ?g a dbo:Film }",
            [0.5, 0.25],
        ),
        (
            Experiment::ItemTypes,
            "SELECT ?f { ?f a dbo:Film }",
            [1.0, 1.0],
        ),
        (
            Experiment::ItemTypes,
            "SELECT ?f { ?f a dbo:Actor }",
            [0.0, 0.0],
        ),
        // A query that nobody can read names nothing.
        (
            Experiment::Entities,
            "SELECT nonsense dbr:Al_Pacino",
            [0.0, 0.0],
        ),
    ] {
        let ours = one(experiment, &question(&[gold]), &question(&[system]));
        assert_eq!(ours[..2], [p, r], "{experiment} {system}");
    }
}

#[test]
fn answer_types_are_taken_for_what_they_mean() {
    let typed = |word: &str| {
        let mut question = Question::new("1");
        question.answer_type = Some(AnswerType::parse(word));
        question
    };
    for (gold, system, f1) in [
        ("resource", "ListOfResource", 1.0),
        ("number", "NUM", 1.0),
        ("number", "date", 0.0),
    ] {
        let ours = one(Experiment::AnswerType, &typed(gold), &typed(system));
        assert_eq!(ours[2], f1, "{gold} {system}");
    }
}

#[test]
fn marks_and_item_types_of_a_file_count_before_its_query() {
    let mark = |iri: &str, kind| Annotation {
        span: None,
        iri: iri.to_owned(),
        kind,
    };
    let mut gold = question(&["ASK { dbr:A dbo:p dbr:B }"]);
    let mut text = Text::new("en", "Is A of B?");
    text.annotations = vec![
        mark(
            "http://dbpedia.org/resource/A",
            Some(AnnotationKind::Entity),
        ),
        mark("http://dbpedia.org/ontology/q", None),
    ];
    gold.texts = vec![text];
    gold.item_types = vec!["http://dbpedia.org/ontology/City".to_owned()];
    let system = question(&["SELECT ?x { ?x a dbo:City ; dbo:q dbr:A }"]);
    for experiment in [
        Experiment::Entities,
        Experiment::Properties,
        Experiment::ItemTypes,
    ] {
        assert_eq!(one(experiment, &gold, &system), [1.0; 3], "{experiment}");
    }
}

#[test]
fn prefixed_names_of_a_file_are_expanded() {
    // As the eQALD-JSON listing of the GERBIL paper writes them.
    let file = |entity: &str, property: &str, class: &str| {
        let mut question = Question::new("1");
        let mut text = Text::new("en", "Who is the mayor of Berlin?");
        let mark = |iri: &str| Annotation {
            span: None,
            iri: iri.to_owned(),
            kind: None,
        };
        text.annotations = vec![mark(entity), mark(property)];
        question.texts = vec![text];
        question.item_types = vec![class.to_owned()];
        question
    };
    let prefixed = file("dbr:Berlin", "dbo:mayor", "dbo:Person");
    let full = file(
        "http://dbpedia.org/resource/Berlin",
        "http://dbpedia.org/ontology/mayor",
        "http://dbpedia.org/ontology/Person",
    );
    for experiment in [
        Experiment::Entities,
        Experiment::Properties,
        Experiment::ItemTypes,
    ] {
        for (gold, system) in [(&full, &prefixed), (&prefixed, &full)] {
            assert_eq!(one(experiment, gold, system), [1.0; 3], "{experiment}");
        }
    }
}

/// Berlin and Paris are cities, Angela a person, and everything is a thing.
struct Types;

impl Knowledge for Types {
    fn types(&self, iri: &str) -> Vec<String> {
        let class = match iri {
            "http://dbpedia.org/resource/Berlin" | "http://dbpedia.org/resource/Paris" => "a:City",
            "http://dbpedia.org/resource/Angela" => "a:Person",
            _ => return Vec::new(),
        };
        let thing = "http://www.w3.org/2002/07/owl#Thing";
        vec![class.to_owned(), thing.to_owned()]
    }

    fn knows_types(&self) -> bool {
        true
    }
}

#[test]
fn classes_of_the_answers_are_those_that_a_graph_knows() {
    let answered = |query: &str, iris: &[&str]| {
        let mut question = question(&[query]);
        let terms = iris.iter().map(|iri| Term::iri(*iri));
        question.answers = Some(AnswerSet::column("x", terms));
        question
    };
    let query = "SELECT ?x { ?x dbo:mayor ?y }";
    let gold = answered(query, &["http://dbpedia.org/resource/Berlin"]);
    for (system, f1) in [
        (answered(query, &["dbr:Paris"]), 1.0),
        (
            answered(query, &["http://dbpedia.org/resource/Angela"]),
            0.0,
        ),
        // Without types of its answers, what a system asked for counts.
        (answered("SELECT ?x { ?x a <a:City> }", &[]), 1.0),
    ] {
        let known = one_with(Experiment::ItemTypes, &gold, &system, &Types);
        assert_eq!(known[2], f1, "{system:?}");
    }
}

#[test]
fn marks_were_used_once_until_2023() {
    let twice = question(&[
        "ASK { <http://dbpedia.org/resource/A> <http://dbpedia.org/ontology/p> ?x . <http://dbpedia.org/resource/A> <http://dbpedia.org/ontology/p> ?y }",
    ]);
    let precision = |rules: &str| {
        let report = Scorer::new(rule_set(rules).unwrap())
            .experiments(Chosen::These(vec![Experiment::Properties]))
            .score([twice.clone()], [Response::from(twice.clone())]);
        report
            .experiment(Experiment::Properties)
            .unwrap()
            .value("macro.precision")
    };
    for rules in ["gerbil-2017", "gerbil-2018", "gerbil-2019"] {
        assert_eq!(precision(rules), Some(1.0), "{rules}");
    }
    for rules in ["gerbil-2023", "gerbil"] {
        assert_eq!(precision(rules), Some(2.0 / 3.0), "{rules}");
    }
}

/// Cities and villages are settlements, settlements are places.
struct Places;

impl Knowledge for Places {
    fn super_classes(&self, class: &str) -> Vec<String> {
        match class {
            "a:City" | "a:Village" => vec!["a:Settlement".to_owned(), "a:Place".to_owned()],
            "a:Settlement" => vec!["a:Place".to_owned()],
            _ => Vec::new(),
        }
    }
}

#[test]
fn a_class_near_by_is_worth_something_where_classes_are_known() {
    let of = |class: &str| question(&[&format!("SELECT ?x {{ ?x a <{class}> }}")]);
    for (gold, system, [p, r]) in [
        ("a:City", "a:City", [1.0, 1.0]),
        ("a:City", "a:Village", [2.0 / 3.0, 2.0 / 3.0]),
        ("a:City", "a:Settlement", [1.0, 2.0 / 3.0]),
        ("a:Place", "a:City", [1.0 / 3.0, 1.0]),
        ("a:City", "a:Person", [0.0, 0.0]),
    ] {
        let ours = one_with(Experiment::ItemTypes, &of(gold), &of(system), &Places);
        assert_eq!(ours[..2], [p, r], "{gold} {system}");
        let plain = one(Experiment::ItemTypes, &of(gold), &of(system));
        assert_eq!(plain[2], f64::from(u8::from(gold == system)));
    }
}

#[test]
fn gold_that_cannot_be_read_is_left_out_and_counted() {
    let mut gold = vec![
        question(&["SELECT ?x { ?x dbo:p dbr:A }"]),
        question(&["this is no query at all {"]),
        question(&["SELECT ?x { ?x a dbo:Film }"]),
        question(&[]),
    ];
    for (number, question) in gold.iter_mut().enumerate() {
        question.id = number.to_string().into();
    }
    let gold = (gold, DatasetInfo::default());
    let silent: Vec<_> = (0..4).map(|id| Question::new(id.to_string())).collect();
    let silent = (silent, DatasetInfo::default());
    for (answers, f1, correct) in [(&gold, 1.0, 1.0), (&silent, 0.0, 0.0)] {
        let report = score("lydite", &gold, answers);
        let entities = report.experiment(Experiment::Entities).unwrap();
        for (path, value) in [
            ("n", 1.0),
            ("macro.f1", f1),
            ("excluded.unreadable_gold", 1.0),
            ("excluded.no_gold", 1.0),
            ("empty_gold.n", 1.0),
            ("empty_gold.correct", correct),
        ] {
            assert_eq!(entities.value(path), Some(value), "{path}");
        }
        let remark = report
            .remarks
            .iter()
            .find(|r| r.kind == RemarkKind::UnreadableQueries);
        assert_eq!(remark.unwrap().examples, ["1"]);
        // GERBIL takes what it cannot read for perfect.
        let report = score("gerbil", &gold, answers);
        let entities = report.experiment(Experiment::Entities).unwrap();
        assert_eq!(entities.outcomes[1].f1, 1.0);
    }
}

#[test]
fn an_experiment_shows_where_both_files_have_something() {
    let gold = question(&["SELECT ?x { ?x dbo:p dbr:A }"]);
    let shown = |rules: &str, system: &Question, chosen: Chosen| -> Vec<Experiment> {
        let report = Scorer::new(rule_set(rules).unwrap())
            .experiments(chosen)
            .score([gold.clone()], [Response::from(system.clone())]);
        let document = serde_json::to_value(&report).unwrap();
        let names = document["experiments"].as_object().unwrap().keys();
        let mut shown: Vec<_> = names.map(|name| Experiment::parse(name).unwrap()).collect();
        shown.sort();
        shown
    };
    use Experiment::{Entities, ItemTypes, Properties, Qa, Relations};
    let query = question(&["SELECT ?x { ?x dbo:p dbr:B }"]);
    let nothing = question(&[]);
    let these = |these: &[Experiment]| Chosen::These(these.to_vec());
    for (rules, system, chosen, expected) in [
        (
            "lydite",
            &query,
            Chosen::Available,
            vec![Qa, Entities, Properties, Relations],
        ),
        ("lydite", &nothing, Chosen::Available, vec![Qa]),
        ("lydite", &nothing, these(&[ItemTypes]), vec![ItemTypes]),
        (
            "gerbil",
            &nothing,
            these(&[Qa, Entities, ItemTypes]),
            vec![Qa, Entities],
        ),
        ("qald", &query, Chosen::Available, vec![Qa]),
    ] {
        assert_eq!(
            shown(rules, system, chosen.clone()),
            expected,
            "{rules} {chosen:?}"
        );
    }
    let report = Scorer::new(rule_set("qald").unwrap())
        .experiments(these(&[Qa, Entities]))
        .score([gold.clone()], [] as [Response; 0]);
    let remark = report
        .remarks
        .iter()
        .find(|r| r.kind == RemarkKind::NotJudged);
    assert_eq!(remark.unwrap().examples, ["C2KB"]);
}

#[test]
fn gold_against_itself_is_perfect_under_our_rules() {
    let Some(datasets) = lydite_testing::shared("datasets") else {
        return;
    };
    let mut comparison = Comparison::default();
    for name in [
        "qald-6-train-multilingual.json",
        "qald-7-train-multilingual-extended.json",
        "qald-8-train-multilingual.json",
        "qald-9-train-multilingual.json",
        "qald-9-plus-test-dbpedia.json",
        "qald-10-test-wikidata.json",
        "qald-4-train-multilingual.xml",
        "qald-6-train-hybrid.json",
    ] {
        let gold = shared::file(&datasets.join(name));
        let report = score("lydite", &gold, &gold);
        for one in &report.experiments {
            let what = || format!("{name} {}", one.experiment);
            if one.value("n") == Some(0.0) {
                continue;
            }
            for path in ["macro.f1", "micro.f1"] {
                comparison.number(what, one.value(path), 1.0, 0.0);
            }
            let unreadable = one.value("excluded.unreadable_gold");
            comparison.number(what, unreadable, 0.0, 0.0);
        }
    }
    comparison.finish("gold against itself", 8 * 9);
}
