//! Public services as components: asked once, then known.

use std::sync::Arc;

use lydite_compose::annotation::Kind;
use lydite_compose::{Composer, Pipeline, Resources};
use lydite_graph::Embedded;
use lydite_lab::system::Secrets;
use lydite_lab::{Config, Lab};

use lydite_testing::bytes::{Server, body_of, json};

const QUESTION: &str = "How deep is Vättern?";

fn lab(home: &std::path::Path, services: &[&str]) -> Lab {
    let config = Config {
        home: Some(home.to_owned()),
        services: services.iter().map(|one| one.parse().unwrap()).collect(),
        secrets: Secrets::new(|name| (name == "TEXTRAZOR_KEY").then(|| "s3cret".to_owned())),
        ..Config::default()
    };
    Lab::new(config).with_services().unwrap()
}

fn annotate(lab: &Lab, pipeline: &str, kind: Kind) -> Result<Vec<String>, String> {
    let lakes =
        br#"@prefix : <http://lakes/> . :Vattern a :Lake ; :depth 128 ; :deepestPoint :There ."#;
    let graph = Embedded::from_bytes("lakes.ttl", lakes.to_vec()).unwrap();
    let resources = Resources::of(Arc::new(graph)).unwrap();
    let composer = Composer::new(Arc::new(resources), lab.components().clone());
    let pipeline =
        Pipeline::parse(pipeline, lab.components()).map_err(|error| error.to_string())?;
    let (question, _) = composer
        .annotate(QUESTION, &pipeline)
        .map_err(|error| error.to_string())?;
    Ok(question
        .of(kind)
        .map(|annotation| {
            let words = annotation.span.map_or("", |span| question.slice(span));
            let best = annotation.best().map_or("", |best| best.value.as_str());
            format!("{words} {best}").trim().to_owned()
        })
        .collect())
}

#[test]
fn a_service_is_asked_once_and_its_results_outlive_it() {
    let home = tempfile::tempdir().unwrap();
    let server = Server::constant(json(
        r#"{"Resources":[{"@URI":"http://lakes/Vattern","@surfaceForm":"Vättern","@offset":"12","@similarityScore":"0.9"}]}"#,
    ));
    let used = format!("spotlight={}/annotate", server.url);
    let here = lab(home.path(), &[&used]);
    for _ in 0..2 {
        let found = annotate(&here, "ned-rest-spotlight", Kind::Entity);
        assert_eq!(found.unwrap(), ["Vättern http://lakes/Vattern"]);
    }
    // The same reply serves for both of its tasks.
    let found = annotate(&here, "ner-rest-spotlight", Kind::Spot);
    assert_eq!(found.unwrap(), ["Vättern"]);
    let asked = server.asked();
    assert_eq!(asked.len(), 1, "{asked:?}");
    assert!(
        asked[0].starts_with("GET /annotate?text=How%20deep%20is%20V%C3%A4ttern%3F HTTP/1.1"),
        "{asked:?}"
    );

    let kept = lab(home.path(), &["spotlight=kept"]);
    let found = annotate(&kept, "ned-rest-spotlight", Kind::Entity);
    assert_eq!(found.unwrap(), ["Vättern http://lakes/Vattern"]);
    let states = kept.services().unwrap();
    let state = states
        .iter()
        .find(|state| state.name == "spotlight")
        .unwrap();
    assert_eq!((state.is_used, state.kept), (true, 1));
    assert!(
        states
            .iter()
            .all(|other| other.name == "spotlight" || !other.is_used)
    );
    let elsewhere = lab(tempfile::tempdir().unwrap().path(), &["spotlight=kept"]);
    let error = annotate(&elsewhere, "ned-rest-spotlight", Kind::Entity).unwrap_err();
    assert!(
        error.contains("no reply to this question was kept"),
        "{error}"
    );
}

#[test]
fn two_modules_of_okbqa_are_one_service() {
    let home = tempfile::tempdir().unwrap();
    let templates = Server::constant(json(
        r#"[{"query":"SELECT ?v1 WHERE { ?v2 ?v3 ?v1 }","slots":[{"s":"v3","p":"is","o":"rdf:Property"},{"s":"v3","p":"verbalization","o":"deep"}],"score":"1.0"}]"#,
    ));
    let filled = Server::constant(json(
        r#"{"ned":[{"score":1,"entities":[],"classes":[{"var":"v9","value":"http://lakes/Lake","score":0.3}],"literals":[],
            "properties":[{"var":"v3","value":"http://lakes/depth","score":0.8}]}]}"#,
    ));
    let used = format!("okbqa={}/tgm {}/dm", templates.url, filled.url);
    let here = lab(home.path(), &[&used]);
    let found = annotate(&here, "rl-rest-okbqa", Kind::Relation);
    assert_eq!(found.unwrap(), ["deep http://lakes/depth"]);
    let found = annotate(&here, "cl-rest-okbqa", Kind::Class);
    assert_eq!(found.unwrap(), ["http://lakes/Lake"]);
    assert!(
        templates.asked()[0].starts_with("POST /tgm"),
        "{:?}",
        templates.asked()
    );
    let asked = filled.asked();
    assert_eq!(asked.len(), 1, "{asked:?}");
    assert!(asked[0].starts_with("GET /dm?data=%7B"), "{asked:?}");
    // Nothing to go on with is nothing found, not an error.
    let nothing = Server::constant(json("[]"));
    let used = format!("okbqa={}/ {}/dm", nothing.url, filled.url);
    let other = tempfile::tempdir().unwrap();
    let found = annotate(
        &lab(other.path(), &[&used]),
        "rl-rest-okbqa",
        Kind::Relation,
    );
    assert!(found.unwrap().is_empty());
}

#[test]
fn phrases_of_textrazor_are_looked_up_as_rnliwod_does() {
    let home = tempfile::tempdir().unwrap();
    let server = Server::constant(json(
        r#"{"response":{"sentences":[{"words":[{"position":0,"startingPos":0,"endingPos":3,"token":"how"},
            {"position":1,"startingPos":4,"endingPos":8,"token":"deep"}]}],
            "relations":[{"wordPositions":[0]}],"properties":[{"wordPositions":[1]}]}}"#,
    ));
    let here = lab(home.path(), &[&format!("rnliwod={}/", server.url)]);
    // The scan over the alphabet takes the first phrase that begins like it: `deepest point`.
    let found = annotate(&here, "rl-rest-rnliwod", Kind::Relation).unwrap();
    assert_eq!(found, ["deep http://lakes/deepestPoint"]);
    let asked = server.asked();
    assert!(
        asked[0].contains("extractors=relations%2Cwords"),
        "{asked:?}"
    );
    assert!(
        asked[0].to_lowercase().contains("x-textrazor-key: s3cret"),
        "{asked:?}"
    );
}

#[test]
fn services_are_off_unless_they_are_named() {
    let home = tempfile::tempdir().unwrap();
    let error = annotate(&lab(home.path(), &[]), "ned-rest-spotlight", Kind::Entity).unwrap_err();
    assert!(error.contains("ned-rest-spotlight"), "{error}");
    for wrong in [
        "spotlihgt",
        "spotlight=nowhere",
        "okbqa=http://only/one",
        "",
    ] {
        assert!(
            wrong.parse::<lydite_lab::services::ServiceUse>().is_err(),
            "{wrong}"
        );
    }
}

#[test]
fn what_goes_wrong_with_a_service_is_said() {
    let home = tempfile::tempdir().unwrap();
    let broken = Server::constant("HTTP/1.1 500 Oops\r\nContent-Length: 0\r\n\r\n".to_owned());
    let nonsense = Server::constant(json("oops"));
    let keyless = Server::constant(json("[]"));
    for (used, component, expected) in [
        (
            format!("dandelion={}/", keyless.url),
            "ned-rest-dandelion",
            "DANDELION_TOKEN",
        ),
        (format!("falcon={}/", broken.url), "rl-rest-falcon", "500"),
        (
            format!("falcon={}/", nonsense.url),
            "ned-rest-falcon",
            "no JSON",
        ),
        (
            "falcon=http://127.0.0.1:9/".to_owned(),
            "ned-rest-falcon",
            "failed",
        ),
    ] {
        let lab = lab(home.path(), &[&used]);
        let error = annotate(&lab, component, Kind::Entity).unwrap_err();
        assert!(error.contains(expected), "{used}: {error}");
    }
    assert!(keyless.asked().is_empty());
}

#[test]
fn each_protocol_is_spoken() {
    let home = tempfile::tempdir().unwrap();
    let server = Server::constant(json("[]"));
    let at = &server.url;
    let all = [
        format!("textrazor={at}/razor"),
        format!("falcon={at}/falcon?mode=long"),
        format!("agdistis={at}/agdistis"),
        format!("ontotext={at}/extract"),
    ];
    let all: Vec<&str> = all.iter().map(String::as_str).collect();
    let lab = lab(home.path(), &all);
    for component in [
        "ner-rest-textrazor",
        "rl-rest-falcon",
        "ner-capitals+ned-rest-agdistis",
        "ner-rest-ontotext",
    ] {
        annotate(&lab, component, Kind::Entity).unwrap();
    }
    let asked = server.asked();
    assert!(asked[0].starts_with("POST /razor"), "{}", asked[0]);
    assert!(asked[0].to_lowercase().contains("x-textrazor-key: s3cret"));
    assert!(body_of(&asked[0]).ends_with("&extractors=entities"));
    assert!(asked[1].starts_with("POST /falcon?mode=long"));
    assert_eq!(body_of(&asked[1]), r#"{"text":"How deep is Vättern?"}"#);
    let marked = "type=agdistis&text=How%20deep%20is%20%3Centity%3EV%C3%A4ttern%3C%2Fentity%3E%3F";
    assert_eq!(body_of(&asked[2]).replace('+', "%20"), marked);
    assert_eq!(body_of(&asked[3]), QUESTION);
    assert!(asked[3].contains("application/vnd.ontotext.ces+json"));
}
