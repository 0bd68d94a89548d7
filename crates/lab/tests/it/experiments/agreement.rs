//! An experiment comes to what judging the same files comes to, whatever the store and the pace.

use std::path::PathBuf;

use lydite_lab::run::{Languages, Pace, Rejudge, Run};
use lydite_lab::{Config, Evaluation, Lab, System, find_rules};

use super::{Known, Place, arc, matrix};

const SYSTEMS: [&str; 3] = ["demo-careful", "demo-eager", "demo-encoded"];
const RULES: [&str; 5] = ["lydite", "gerbil", "qald", "gerbil-2019", "text2sparql"];

#[test]
fn a_run_over_files_comes_to_the_scores_of_the_files() {
    for place in Place::all() {
        let lab = place.lab();
        let systems = SYSTEMS.map(|name| arc(Known::new(&lab, name, name.as_ref())));
        let run = Run {
            rules: RULES.map(str::to_owned).to_vec(),
            languages: Languages::These(vec!["en".into()]),
            ..Run::new(vec!["demo".into()], systems.to_vec())
        };
        let ran = lab.run(&run, &Pace::default()).unwrap();

        let rules = RULES.iter().map(|name| find_rules(name).unwrap());
        let systems = SYSTEMS.map(|name| System {
            name: name.to_owned(),
            answers: name.into(),
        });
        let mut expected = lab
            .evaluate(&Evaluation {
                rules: rules.collect(),
                language: Some("en".into()),
                ..Evaluation::new("demo", systems.to_vec())
            })
            .unwrap();
        for report in &mut expected.reports {
            report.dataset.get_or_insert_with(|| "demo".to_owned());
            // That answers say which dataset they are to is known of stored ones.
            report.remarks.retain(|remark| remark.detail.is_none());
        }
        let mut found = ran.judging.evaluated.reports;
        for report in &mut found {
            report.remarks.retain(|remark| remark.detail.is_none());
        }
        assert_eq!(found.len(), 15);
        for (found, expected) in found.iter().zip(&expected.reports) {
            assert_eq!(found, expected, "{:?}", place.location);
        }
        let comparisons = ran.judging.evaluated.comparisons;
        assert_eq!(comparisons.len(), expected.comparisons.len());
        assert_eq!(
            comparisons[0].comparison,
            expected.comparisons[0].comparison
        );
    }
}

#[test]
fn the_number_of_jobs_changes_nothing() {
    let place = Place::file();
    let lab = place.lab();
    let (gold, answers) = place.benchmark(300);
    let outcomes = [1, 2, 16].map(|jobs| {
        let systems = vec![
            arc(Known::new(&lab, "same", &answers)),
            arc(Known::new(&lab, "same", &gold)),
        ];
        let pace = Pace {
            jobs,
            ..Pace::default()
        };
        let ran = lab
            .run(&Run::new(vec![gold.clone()], systems), &pace)
            .unwrap();
        assert_eq!(ran.experiment.plan.systems[1].name, "same (2)");
        matrix(&ran)
    });
    assert_eq!(outcomes[0], outcomes[1]);
    assert_eq!(outcomes[0], outcomes[2]);
    assert_eq!(outcomes[0][0].1.len() % 300, 0);
}

#[test]
fn an_experiment_is_judged_again_without_the_system() {
    for place in Place::all() {
        let lab = place.lab();
        let (gold, answers) = place.benchmark(30);
        let system = arc(Known::new(&lab, "mine", &answers));
        let ran = super::run_one(&lab, &gold, system, &Pace::default()).unwrap();
        let id = &ran.experiment.id;
        let f1 = |judging: &lydite_lab::store::Judging| {
            judging.evaluated.reports[0].value("macro.f1").unwrap()
        };
        assert!((f1(&ran.judging) - 2.0 / 3.0).abs() < 1e-9);
        // The files are gone; the experiment outlives them.
        let later = place.folder.path().join("later.json");
        std::fs::copy(&answers, &later).unwrap();
        std::fs::remove_file(&gold).unwrap();
        std::fs::remove_file(&answers).unwrap();
        std::fs::remove_dir_all(place.folder.path().join("home/gold")).unwrap();

        let rejudge = Rejudge {
            rules: vec!["gerbil".to_owned(), "lydite".to_owned()],
            ..Rejudge::default()
        };
        let again = lab.rejudge(id, &rejudge).unwrap();
        assert_eq!(again.number, 2);
        assert_eq!(again.evaluated.reports.len(), 2);
        assert_eq!(again.evaluated.reports[0].rules.name, "gerbil");

        let rejudge = Rejudge {
            gold: vec![(None, later)],
            ..Rejudge::default()
        };
        let against_later = lab.rejudge(id, &rejudge).unwrap();
        assert_eq!(f1(&against_later), 1.0);
        let store = place.store();
        assert_eq!(
            store.judging(id, Some(1)).unwrap().evaluated.reports,
            ran.judging.evaluated.reports
        );
        assert_eq!(store.experiment(id).unwrap().judgings, 3);
        let record = store.judging(id, None).unwrap().evaluated.record;
        assert_eq!(record.experiment.unwrap().id, id.to_string());
    }
}

#[test]
fn what_is_read_as_it_is_judged_is_judged_like_what_is_held() {
    let place = Place::file();
    let (gold, answers) = place.benchmark(300);
    let judged = |held: u64| {
        let lab = Lab::new(Config {
            held: Some(held),
            ..place.config()
        });
        let demo = SYSTEMS.map(|name| arc(Known::new(&lab, name, name.as_ref())));
        let made = [&answers, &gold].map(|file| arc(Known::new(&lab, "made", file)));
        let runs = [
            (PathBuf::from("demo"), demo.to_vec()),
            (gold.clone(), made.to_vec()),
        ];
        runs.map(|(dataset, systems)| {
            let run = Run {
                rules: RULES.map(str::to_owned).to_vec(),
                ..Run::new(vec![dataset], systems)
            };
            let evaluated = lab.run(&run, &Pace::default()).unwrap().judging.evaluated;
            (evaluated.reports, evaluated.comparisons)
        })
    };
    let (held, read) = (judged(u64::MAX), judged(0));
    for ((reports, comparisons), (own, compared)) in held.iter().zip(&read) {
        assert!(reports.len() >= 10 && !comparisons.is_empty());
        assert!(reports.iter().all(|report| !report.outcomes.is_empty()));
        for (report, own) in reports.iter().zip(own) {
            assert_eq!(report, own);
        }
        assert_eq!(comparisons, compared);
    }
}

/// A file of questions about the demo graph; what a query and answers are is said by the number.
fn asked(
    path: &std::path::Path,
    query: impl Fn(usize) -> String,
    has_answers: impl Fn(usize) -> bool,
) {
    let question = |number: usize| {
        let mut question = serde_json::json!({
            "id": number.to_string(),
            "question": [{"language": "en", "string": format!("What is number {number}?")}],
            "query": {"sparql": query(number)},
        });
        if has_answers(number) {
            let uri = "http://dbpedia.org/resource/Berlin";
            let row = serde_json::json!({"x": {"type": "uri", "value": uri}});
            let results = serde_json::json!({"bindings": [row]});
            question["answers"] =
                serde_json::json!([{"head": {"vars": ["x"]}, "results": results}]);
        }
        question
    };
    let questions: Vec<_> = (0..1200).map(question).collect();
    let document = serde_json::json!({"dataset": {"id": "asked"}, "questions": questions});
    std::fs::write(path, document.to_string()).unwrap();
}

#[test]
fn queries_are_run_alike_whether_files_are_held_or_read() {
    let place = Place::file();
    let lab = place.lab();
    let path = |name: &str| place.folder.path().join(name);
    let of = |number: usize, before: &str, ontology: &str| {
        let countries = ["Germany", "France", "Romania", "Spain"];
        let country = countries[number % countries.len()];
        format!("{before} ?x {{ <http://dbpedia.org/resource/{country}> {ontology}capital ?x }}")
    };
    // Some of the gold answers have to be found, some tie.
    asked(
        &path("gold.json"),
        |number| match number % 3 {
            0 => "SELECT ?x { ?x a <http://dbpedia.org/ontology/City> } LIMIT 1".to_owned(),
            _ => of(
                number,
                "PREFIX dbo: <http://dbpedia.org/ontology/> SELECT",
                "dbo:",
            ),
        },
        |number| number % 4 == 0,
    );
    // Some queries can be run as they stand, some after a repair, and some not at all.
    let system = |number: usize| match number % 5 {
        0 => "SELECT ?x { ?x a <http://dbpedia.org/ontology/City> } LIMIT 1".to_owned(),
        1 => of(number, "SELECT", "dbo:"),
        2 => of(number, "SELEKT ?x WHERE", "dbo:"),
        3 => of(number, "SELECT", "<http://dbpedia.org/ontology/").replace("capital", "capital>"),
        _ => format!("{}}}", of(number, "SELECT", "dbo:")),
    };
    asked(&path("one.json"), system, |_| false);
    asked(
        &path("other.json"),
        |number| system(number + 1),
        |number| number % 7 == 0,
    );
    let judged = |large: u64, strict: bool| {
        let systems = ["one", "other"].map(|name| System {
            name: name.to_owned(),
            answers: path(&format!("{name}.json")).into(),
        });
        let evaluated = lab
            .evaluate(&Evaluation {
                rules: RULES.iter().map(|name| find_rules(name).unwrap()).collect(),
                graph: Some(lydite_lab::GraphUse {
                    name: "demo".to_owned(),
                    time: std::time::Duration::from_secs(30),
                }),
                large,
                strict,
                ..Evaluation::new(path("gold.json"), systems.to_vec())
            })
            .unwrap();
        let figures = evaluated.reports.into_iter().map(|mut report| {
            assert_eq!(report.outcomes.is_empty(), large == 0);
            report.outcomes.clear();
            for other in &mut report.experiments {
                other.outcomes.clear();
            }
            report
        });
        (
            figures.collect::<Vec<_>>(),
            evaluated.comparisons,
            evaluated.unrepaired,
        )
    };
    for strict in [false, true] {
        let (held, read) = (judged(u64::MAX, strict), judged(0, strict));
        assert_eq!(held.2, read.2);
        assert_eq!(held.2.is_empty(), strict, "{:?}", held.2);
        for (held, read) in held.0.iter().zip(&read.0) {
            assert_eq!(held, read);
        }
        assert_eq!(held.1, read.1);
        let f1 = held.0[0].value("macro.f1").unwrap();
        assert!(f1 > 0.1 && f1 < 0.9, "{f1}");
    }
}
