//! Components that let a language model choose: the real one, held to any reply by grammars.

use std::path::Path;
use std::sync::Arc;

use lydite_compose::annotation::{AnnotatedQuestion, Annotation, Candidate, Kind};
use lydite_compose::component::ComponentError;
use lydite_compose::{Composer, Resources};
use lydite_lab::asking::Pipeline;
use lydite_lab::{Config, Lab};
use serde_json::json;

use super::demo_graph;
use super::model::Llm;

const BORDER: &str = "http://dbpedia.org/ontology/border";
const GERMANY: &str = "http://dbpedia.org/resource/Germany";
const QUESTION: &str = "Which countries border Germany?";

/// A lab whose components ask what stands in this file.
fn lab_with(file: &Path) -> Lab {
    Lab::new(Config {
        chat: Some(file.to_string_lossy().into_owned()),
        ..Config::default()
    })
}

/// What the model under a description says of a question as one component.
fn said(
    toml: &str,
    component: &str,
    question: AnnotatedQuestion,
) -> Result<Vec<Annotation>, ComponentError> {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("model.toml");
    std::fs::write(&file, toml).unwrap();
    let lab = lab_with(&file);
    let component = lab.components().get(component).unwrap();
    let mut question = question;
    let there = question.annotations().len();
    let resources = Resources::of(demo_graph()).unwrap();
    component.annotate(&mut question, &resources)?;
    Ok(question.annotations()[there.min(question.annotations().len())..].to_vec())
}

fn best(annotations: &[Annotation]) -> Vec<&str> {
    let values = annotations.iter().filter_map(Annotation::best);
    values.map(|best| best.value.as_str()).collect()
}

fn held_to(llm: &Llm, text: &str, more: &str) -> String {
    let grammar = format!("root ::= {}", json!(text));
    llm.toml(&format!(
        "{more}\nextra = {{ grammar = {} }}",
        json!(grammar)
    ))
}

/// A question of which some IRIs are known.
fn linked(links: &[(Kind, &str)]) -> AnnotatedQuestion {
    let mut question = AnnotatedQuestion::new(QUESTION);
    for (kind, iri) in links {
        question.add(Annotation {
            kind: *kind,
            span: None,
            candidates: vec![Candidate::new(*iri, 1.0)],
            component: "test".to_owned(),
        });
    }
    question
}

#[test]
fn a_model_chooses_among_candidates_and_bad_replies_choose_nothing() {
    let Some(llm) = Llm::start(&[]) else { return };
    let asked = |component: &str, text: &str, more: &str, question| {
        said(&held_to(&llm, text, more), component, question).unwrap()
    };
    let plain = || AnnotatedQuestion::new(QUESTION);
    let all = asked("ned-chat", "1", "", plain());
    assert_eq!(best(&all), [GERMANY]);
    assert_eq!(all[0].component, "ned-chat");
    let border = asked(
        "rl-chat",
        "The number is 1.",
        "",
        linked(&[(Kind::Entity, GERMANY)]),
    );
    // Which of the candidates has the number is not promised.
    assert_eq!(best(&border).len(), 1);
    let country = asked("cl-chat", "[1]", "", plain());
    assert_eq!(best(&country), ["http://dbpedia.org/ontology/Country"]);
    for (text, more) in [
        ("0", ""),
        ("", ""),
        ("4711", ""),
        ("I would rather not say.", ""),
        ("<think>let me see, 1 or 2", "max-tokens = 4"),
        ("1, 2, 3, 4, 5, 6, 7 and so on", "max-tokens = 6"),
    ] {
        let none = asked("ned-chat", text, more, plain());
        assert!(none.is_empty(), "{text:?}: {none:?}");
    }
}

#[test]
fn a_model_writes_a_query_with_what_was_linked_and_nothing_else() {
    let Some(llm) = Llm::start(&[]) else { return };
    let links = [(Kind::Entity, GERMANY), (Kind::Relation, BORDER)];
    let built = |text: &str, more: &str| {
        said(&held_to(&llm, text, more), "qb-chat", linked(&links)).unwrap()
    };
    let query = format!("SELECT ?x {{ ?x <{BORDER}> <{GERMANY}> }}");
    assert_eq!(best(&built(&query, "")), [query.as_str()]);
    let fenced = format!("Here:\n```sparql\n{query}\n```");
    assert_eq!(best(&built(&fenced, "")), [query.as_str()]);
    let other = format!("SELECT ?x {{ ?x <{BORDER}> <http://dbpedia.org/resource/France> }}");
    for (text, more) in [
        (other.as_str(), ""),
        ("SELECT ?x { ?x", ""),
        ("I do not know SPARQL.", ""),
        (query.as_str(), "max-tokens = 5"),
    ] {
        let none = built(text, more);
        assert!(none.is_empty(), "{text:?}: {none:?}");
    }
}

#[test]
fn a_model_ranks_queries_and_bad_replies_leave_their_order() {
    let Some(llm) = Llm::start(&[]) else { return };
    let queries = [
        format!("ASK {{ <{GERMANY}> <{BORDER}> ?x }}"),
        format!("SELECT ?x {{ ?x <{BORDER}> <{GERMANY}> }}"),
    ];
    let ranked = |text: &str| -> Vec<String> {
        let mut question = AnnotatedQuestion::new(QUESTION);
        question.add(Annotation {
            kind: Kind::Query,
            span: None,
            candidates: queries
                .iter()
                .map(|query| Candidate::new(query, 1.0))
                .collect(),
            component: "test".to_owned(),
        });
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("model.toml");
        std::fs::write(&file, held_to(&llm, text, "")).unwrap();
        let lab = lab_with(&file);
        let resources = Resources::of(demo_graph()).unwrap();
        let ranker = lab.components().get("qr-chat").unwrap();
        ranker.annotate(&mut question, &resources).unwrap();
        let candidates = question.of(Kind::Query).flat_map(|one| &one.candidates);
        candidates
            .map(|candidate| candidate.value.clone())
            .collect()
    };
    let [first, second] = &queries;
    assert_eq!(ranked("2"), [second.clone(), first.clone()]);
    for text in ["1", "0", "neither of them", ""] {
        assert_eq!(ranked(text), queries, "{text:?}");
    }
}

#[test]
fn pipelines_with_a_model_answer_always_the_same() {
    let Some(llm) = Llm::start(&[]) else { return };
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("model.toml");
    std::fs::write(&file, llm.toml("max-tokens = 12")).unwrap();
    let lab = lab_with(&file);
    let resources = Arc::new(Resources::of(demo_graph()).unwrap());
    let composer = Composer::new(resources, lab.components().clone());
    let name = "ned-longest+rl-graph+qb-probe+qr-chat";
    let pipeline = Pipeline::parse(name, lab.components()).unwrap();
    let ask = || composer.ask(QUESTION, &pipeline).unwrap();
    let (one, two) = (ask(), ask());
    assert!(one.query.is_some());
    assert_eq!(one.query, two.query);
    assert_eq!(one.answers, two.answers);
}

#[test]
fn who_cannot_be_asked_is_named() {
    let refused = said(
        "protocol = \"chat\"\naddress = \"http://127.0.0.1:9\"\nmodel = \"m\"\nretries = 0",
        "ned-chat",
        AnnotatedQuestion::new(QUESTION),
    );
    assert!(
        matches!(refused, Err(ComponentError::Unreachable { .. })),
        "{refused:?}"
    );
    let no_chat = said(
        "protocol = \"gerbil\"\naddress = \"http://127.0.0.1:9\"",
        "ned-chat",
        AnnotatedQuestion::new(QUESTION),
    );
    let error = no_chat.unwrap_err().to_string();
    assert!(error.contains("not a language model"), "{error}");
    let lab = Lab::new(Config::default());
    let resources = Resources::of(demo_graph()).unwrap();
    let mut question = AnnotatedQuestion::new(QUESTION);
    let component = lab.components().get("ned-chat").unwrap();
    let error = component.annotate(&mut question, &resources).unwrap_err();
    assert!(matches!(error, ComponentError::NoLanguageModel { .. }));
    assert!(error.to_string().contains("LYDITE_CHAT"), "{error}");
}
