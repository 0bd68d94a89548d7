//! Components that are chosen: what they did, what is learned from it, and how questions are answered then.

use std::fs;
use std::path::{Path, PathBuf};

use lydite_lab::asking::Pipeline;
use lydite_lab::components::{MatrixRun, OutcomeMatrix, Sources};
use lydite_lab::composition::Strategy;
use lydite_lab::{Config, Lab};
use lydite_model::Language;

const COMPONENTS: [&str; 7] = [
    "ned-longest",
    "ned-hits",
    "rl-labels",
    "rl-graph",
    "cl-labels",
    "qb-probe",
    "qb-nliwod",
];

fn lab(home: &Path) -> Lab {
    Lab::new(Config {
        home: Some(home.to_owned()),
        ..Config::default()
    })
}

fn run(out: PathBuf) -> MatrixRun {
    MatrixRun {
        datasets: vec![PathBuf::from("demo")],
        components: COMPONENTS.map(str::to_owned).to_vec(),
        language: Language::new("en"),
        sources: Sources {
            kg: "demo".to_owned(),
            ..Sources::default()
        },
        limit: None,
        out,
    }
}

/// What a file says, without how long it took.
fn without_times(path: &Path) -> String {
    let text = fs::read_to_string(path).unwrap();
    let lines = text.lines().map(|line| {
        let mut line: serde_json::Value = serde_json::from_str(line).unwrap();
        for cell in line["cells"]
            .as_object_mut()
            .into_iter()
            .flat_map(|cells| cells.values_mut())
        {
            cell["millis"] = 0.into();
        }
        line.to_string()
    });
    lines.collect::<Vec<_>>().join("\n")
}

#[test]
fn a_run_that_was_cut_off_goes_on_where_it_ended() {
    let home = tempfile::tempdir().unwrap();
    let lab = lab(home.path());
    let (whole, part) = (home.path().join("whole"), home.path().join("part"));
    let made = lab.outcome_matrix(&run(whole.clone())).unwrap();
    assert_eq!((made.found, made.components.len()), (0, COMPONENTS.len()));
    assert!(made.questions > 20);
    // Cut within a line, as a process that is killed leaves it.
    let bytes = fs::read(&whole).unwrap();
    fs::write(&part, &bytes[..bytes.len() / 2]).unwrap();
    let again = lab.outcome_matrix(&run(part.clone())).unwrap();
    assert!(
        again.found > 0 && again.found < again.questions,
        "{again:?}"
    );
    assert_eq!(without_times(&part), without_times(&whole));
    // Nothing is left to do, and nothing is done.
    let before = fs::read(&part).unwrap();
    assert_eq!(
        lab.outcome_matrix(&run(part.clone())).unwrap().found,
        made.questions
    );
    assert_eq!(fs::read(&part).unwrap(), before);
    // Only a header, and not even that.
    for kept in [
        before.iter().position(|byte| *byte == b'\n').unwrap() + 1,
        10,
        0,
    ] {
        fs::write(&part, &bytes[..kept]).unwrap();
        assert_eq!(lab.outcome_matrix(&run(part.clone())).unwrap().found, 0);
        assert_eq!(without_times(&part), without_times(&whole));
    }
    // Other components are another file.
    let mut other = run(part);
    other.components.pop();
    let refused = lab.outcome_matrix(&other).unwrap_err().to_string();
    assert!(
        refused.contains("other questions or components"),
        "{refused}"
    );
}

#[test]
fn damaged_outcomes_are_refused_with_the_line() {
    let home = tempfile::tempdir().unwrap();
    let lab = lab(home.path());
    let path = home.path().join("demo.outcomes");
    lab.outcome_matrix(&run(path.clone())).unwrap();
    let text = fs::read_to_string(&path).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let damaged = [
        (String::new(), "is no file of outcomes"),
        ("{}\n".to_owned(), "is no file of outcomes"),
        (
            text.replacen("\"lydite_matrix\":1", "\"lydite_matrix\":7", 1),
            "version 7",
        ),
        (lines[..4].join("\n"), "it has 3 of"),
        (
            text.replacen("\"f1\":1.0", "\"f1\":null,\"f1\":1.0", 1),
            "line ",
        ),
        (
            text.replacen("\"f1\":1.0", "\"f1\":1.5", 1),
            "not between 0 and 1",
        ),
        (text.replacen("\"f1\":1.0", "\"f1\":NaN", 1), "line "),
    ];
    for (text, said) in damaged {
        fs::write(&path, text).unwrap();
        let error = OutcomeMatrix::read(&path).unwrap_err().to_string();
        assert!(error.contains(said), "{error}");
        let error = lab
            .train_choice(std::slice::from_ref(&path), &home.path().join("model"))
            .unwrap_err();
        assert!(error.to_string().contains(said), "{error}");
    }
    // A component that was not run is a missing cell: it counts as a failure, and is no reason to stop.
    let mut line: serde_json::Value = serde_json::from_str(lines[1]).unwrap();
    line["cells"].as_object_mut().unwrap().remove("ned-hits");
    fs::write(&path, text.replacen(lines[1], &line.to_string(), 1)).unwrap();
    assert!(
        lab.train_choice(&[path], &home.path().join("model"))
            .is_ok()
    );
}

#[test]
fn every_strategy_answers_says_what_it_chose_and_is_the_same_again() {
    let home = tempfile::tempdir().unwrap();
    let lab = lab(home.path());
    let (outcomes, model) = (
        home.path().join("demo.outcomes"),
        home.path().join("choice.model"),
    );
    lab.outcome_matrix(&run(outcomes.clone())).unwrap();
    let trained = lab
        .train_choice(std::slice::from_ref(&outcomes), &model)
        .unwrap();
    assert_eq!(trained.components.len(), COMPONENTS.len());
    let (read, provenance) = lab.choice_model(&model).unwrap();
    assert_eq!(provenance.count, trained.questions);
    assert_eq!(read.tasks.len(), 4);
    let mut answered = 0;
    let budget = Strategy::CostAware { millis: Some(5) };
    for strategy in Strategy::ALL.into_iter().chain([budget]) {
        let pipeline: Pipeline = format!("{strategy}@{}", model.display()).parse().unwrap();
        let asking = lab.asking("demo", &pipeline).unwrap();
        let ask = |question: &str| asking.ask(question, None, &pipeline, 0).unwrap();
        let mut asked = ask("What is the capital of Romania?");
        let chosen = asked.answered.chosen.clone().unwrap();
        assert_eq!(chosen.strategy, strategy.to_string());
        let counts: Vec<usize> = chosen
            .tasks
            .iter()
            .map(|task| task.components.len())
            .collect();
        let relations = if matches!(strategy, Strategy::Improved | Strategy::SetAware) {
            2
        } else {
            1
        };
        assert_eq!(counts, [1, relations, 1, 1], "{strategy}");
        if !chosen.fell_back {
            assert_eq!(chosen.pipelines.len(), relations, "{strategy}");
        }
        answered += usize::from(asked.answered.abstained.is_none());
        assert_eq!(
            ask("What is the capital of Romania?").answered.chosen,
            Some(chosen)
        );
        asking.explain_choice(&mut asked, None, &pipeline);
        let reasons = asked
            .answered
            .chosen
            .unwrap()
            .tasks
            .iter()
            .any(|task| !task.reasons.is_empty());
        assert_eq!(
            reasons,
            !matches!(strategy, Strategy::Static | Strategy::Afterwards),
            "{strategy}"
        );
        // Other languages, no words and nonsense are answered or not, but never an error.
        for question in [
            "",
            "Was ist die Hauptstadt von Rumänien?",
            "?? 🦀",
            "پایتخت رومانی کجاست؟",
        ] {
            let asked = ask(question);
            assert!(asked.answered.confidence.is_finite());
        }
    }
    assert!(answered >= 5, "{answered}");
    // Table 6: the same questions, and the first against the others.
    let pipelines = ["improved", "set-aware", "afterwards"];
    let pipelines = pipelines.map(|name| format!("{name}@{}", model.display()).parse().unwrap());
    let english = Language::new("en");
    let compared = lab
        .compare_pipelines(Path::new("demo"), &english, "demo", &pipelines, None)
        .unwrap();
    assert!(compared.questions > 20);
    assert_eq!(compared.pipelines[0].paper, Some((41, 0.20, 0.21, 0.20)));
    for one in &compared.pipelines {
        assert!(one.answered > 0 && one.errors == 0, "{one:?}");
        assert!(one.macro_f <= 1.0 && one.p.is_none_or(|p| (0.0..=1.0).contains(&p)));
    }
    let tables = lab.own_composition(&outcomes, 1).unwrap();
    assert!(
        tables
            .figures
            .iter()
            .any(|figure| figure.quantity == "top-1, ours")
    );
}

#[test]
fn models_that_cannot_be_used_are_refused_with_what_to_do() {
    let home = tempfile::tempdir().unwrap();
    let lab = lab(home.path());
    let model = home.path().join("choice.model");
    let pipeline: Pipeline = format!("set-aware@{}", model.display()).parse().unwrap();
    let refused = |lab: &Lab| lab.asking("demo", &pipeline).err().unwrap().to_string();
    assert!(refused(&lab).contains("choice.model"));
    fs::write(
        &model,
        "{\"lydite_model\":\"choice of components\",\"version\":9,\"digest\":\"\",\"provenance\":{\"examples\":[],\"count\":1,\"command\":\"lydite pipeline train --matrix x --out y\",\"program\":\"9\",\"licence\":null}}\n",
    )
    .unwrap();
    let said = refused(&lab);
    assert!(
        said.contains("version 9") && said.contains("--matrix x"),
        "{said}"
    );
    let without = "improved".parse::<Pipeline>().unwrap_err().to_string();
    assert!(without.contains("improved@MODEL"), "{without}");
    assert!("cost-aware:0ms@m".parse::<Pipeline>().is_err());
}
