//! What is learned from questions with their queries, and that nothing else changes.

use lydite_compose::learn::Provenance;
use lydite_compose::{Example, Gold, Model, train};
use lydite_language::Lang;
use lydite_model::AnswerSet;

use crate::places::{map, sorted};

fn example(text: &str, pattern: &str) -> Example {
    let query = format!(
        "SELECT DISTINCT ?x WHERE {{ {} }}",
        pattern.replace('@', "http://map/")
    );
    Example {
        text: text.to_owned(),
        lang: Lang::En,
        gold: Gold::of_query(&query).unwrap(),
    }
}

fn lessons() -> Vec<Example> {
    let major = "?x a <@City> ; <@cityPopulation> ?p . FILTER(?p > 5000)";
    vec![
        example("what are the major cities", major),
        example(
            "which major cities are in arda",
            &format!("{major} ?x <@isCityOf> <@arda>"),
        ),
        example(
            "name the major rivers",
            "?x a <@River> ; <@length> ?l . FILTER(?l > 500)",
        ),
        example(
            "what cities are in belm",
            "?x a <@City> ; <@isCityOf> <@belm>",
        ),
        example("name the rivers", "?x a <@River>"),
    ]
}

/// How good answers are: whether the gold queries of the lessons have as many.
fn judge(at: usize, answers: &AnswerSet) -> f64 {
    let wanted = [2, 1, 1, 1, 2];
    f64::from(u8::from(answers.len() == wanted[at]))
}

#[test]
fn conventions_are_learned_for_each_kind_of_thing() {
    let question = "which major cities are in belm";
    assert_eq!(sorted(&map(), "major cities in osk"), [":old"]);
    let (model, trained) = train(map(), &lessons(), judge);
    let bounds: Vec<(&str, &str, f64)> = model
        .conventions
        .iter()
        .map(|convention| {
            (
                convention.word.as_str(),
                convention.property.as_str(),
                convention.value,
            )
        })
        .collect();
    assert!(
        bounds.contains(&("major", "http://map/cityPopulation", 5000.0)),
        "{bounds:?}"
    );
    assert!(
        bounds.contains(&("major", "http://map/length", 500.0)),
        "{bounds:?}"
    );
    assert_eq!(sorted(&trained, question), [":nim"]);
    assert_eq!(
        sorted(&trained, "which major rivers are there"),
        [":arda_river"]
    );
    assert_eq!(sorted(&trained, "how many major cities are in arda"), ["1"]);
}

#[test]
fn training_is_deterministic_and_survives_a_file() {
    let (model, _) = train(map(), &lessons(), judge);
    let (again, _) = train(map(), &lessons(), judge);
    assert_eq!(model, again);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("map.model");
    let provenance = Provenance {
        count: 5,
        ..Provenance::default()
    };
    model.write(&path, provenance.clone()).unwrap();
    let (read, from) = Model::read(&path).unwrap();
    assert_eq!((read, from), (model, provenance));
    std::fs::write(&path, "no model").unwrap();
    assert!(Model::read(&path).is_err());
}

#[test]
fn models_of_other_graphs_and_empty_ones_change_nothing() {
    let (model, _) = train(map(), &lessons(), judge);
    let shop = crate::questions::shop().with_model(&model);
    let question = "Which product is the heaviest?";
    let pipeline = lydite_compose::Pipeline::default();
    assert_eq!(
        shop.ask(question, &pipeline).answers,
        crate::questions::shop().ask(question, &pipeline).answers
    );
    let (empty, _) = train(map(), &[], |_, _| 0.0);
    assert_eq!(empty, Model::default());
}
