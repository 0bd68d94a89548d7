//! Answer files, pipelines, and names that make no sense.

use std::fmt::Write as _;
use std::sync::Arc;

use lydite_graph::KnowledgeGraph;
use lydite_lab::Error;
use lydite_lab::system::{Asked, Descriptor, Exchange, Kind, Pipelines, QaSystem, Spec};
use lydite_model::{AnswerSet, Language, Response};

use super::{answers, ask, ask_text, kind, lab, question};

#[test]
fn an_answer_file_answers_by_question_and_language() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mine.json");
    let text = r#"[
        {"qname": "d:1-en", "dataset": "d", "question": "?", "query": "ASK { ?s ?p 1 }", "endpoint": "e", "uri": "u"},
        {"qname": "d:1-de", "dataset": "d", "question": "?", "query": "ASK { ?s ?p 2 }", "endpoint": "e", "uri": "u"},
        {"qname": "d:2-en", "dataset": "d", "question": "?", "query": "ASK { ?s ?p 3 }", "endpoint": "e", "uri": "u"},
        {"qname": "d:2-en", "dataset": "d", "question": "?", "query": "ASK { ?s ?p 4 }", "endpoint": "e", "uri": "u"}]"#;
    std::fs::write(&path, text).unwrap();
    let spec = lab().system_spec(path.to_str().unwrap()).unwrap();
    assert_eq!(
        (spec.name.as_str(), spec.kind()),
        ("mine", Some(Kind::File))
    );
    let system = lab().system(&spec, None).unwrap();
    assert!(system.descriptor().digest.is_some());
    let (german, one) = (Language::new("de"), question("1", "?"));
    let asked = Asked {
        question: &one,
        text: "?",
        language: &german,
        dataset: None,
    };
    assert_eq!(super::query(&system.ask(&asked)), "ASK { ?s ?p 2 }");
    assert_eq!(super::query(&ask(system.as_ref(), &one)), "ASK { ?s ?p 1 }");
    // Of several the last counts, as when files are scored.
    assert_eq!(
        super::query(&ask(system.as_ref(), &question("2", "?"))),
        "ASK { ?s ?p 4 }"
    );
    let silent = ask(system.as_ref(), &question("3", "?"));
    assert_eq!((kind(&silent), silent.response.answers), (None, None));
}

#[test]
fn ten_thousand_answers_are_found() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("many.json");
    let mut text = String::from(r#"{"questions": ["#);
    for id in 0..10_000 {
        let comma = if id > 0 { "," } else { "" };
        write!(
            text,
            r#"{comma}{{"id":"{id}","question":[{{"language":"en","string":"q{id}"}}],"answers":[{{"head":{{"vars":["x"]}},"results":{{"bindings":[{{"x":{{"type":"uri","value":"http://x/{id}"}}}}]}}}}]}}"#
        )
        .unwrap();
    }
    text.push_str("]}");
    std::fs::write(&path, text).unwrap();
    let spec = Spec::parse(path.to_str().unwrap()).unwrap();
    let system = lab().system(&spec, None).unwrap();
    for id in (0..10_000).rev() {
        let found = ask(system.as_ref(), &question(&id.to_string(), "?"));
        assert_eq!(answers(&found), format!("http://x/{id}"));
    }
}

struct Shelf;

struct Constant(Descriptor);

impl QaSystem for Constant {
    fn descriptor(&self) -> &Descriptor {
        &self.0
    }

    fn ask(&self, asked: &Asked<'_>) -> Exchange {
        Exchange::from(Response {
            answers: Some(AnswerSet::boolean(true)),
            ..asked.unanswered()
        })
    }
}

impl Pipelines for Shelf {
    fn names(&self) -> Vec<String> {
        vec!["always-yes".to_owned()]
    }

    fn open(&self, name: &str, _: Option<Arc<dyn KnowledgeGraph>>) -> Option<Box<dyn QaSystem>> {
        let descriptor = Descriptor::new(name, Kind::Pipeline, format!("pipeline:{name}"));
        (name == "always-yes").then(|| Box::new(Constant(descriptor)) as Box<dyn QaSystem>)
    }
}

#[test]
fn pipelines_are_found_by_whoever_has_some() {
    let spec = Spec::parse("pipeline:always-yess").unwrap();
    let Err(error) = lab().system(&spec, None) else {
        panic!("there is no such pipeline");
    };
    assert_eq!(
        error.to_string(),
        "there is no built-in pipeline named `always-yess`"
    );
    let with = lab().with_pipelines(Shelf);
    let Err(Error::UnknownPipeline { nearest, .. }) = with.system(&spec, None) else {
        panic!("there is no such pipeline");
    };
    assert_eq!(nearest.as_deref(), Some("always-yes"));
    let spec = Spec::parse("pipeline:always-yes").unwrap();
    let system = with.system(&spec, None).unwrap();
    assert_eq!(answers(&ask_text(system.as_ref(), "Is it?")), "Some(true)");
}

#[test]
fn what_makes_no_sense_is_said_with_its_place() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.toml");
    std::fs::write(&path, "protocol = \"chat\"\nadress = \"http://h\"").unwrap();
    let given = path.to_str().unwrap();
    let error = lab().system_spec(given).unwrap_err();
    assert_eq!(
        error.to_string(),
        format!("{given}:2:1: unknown key `adress`")
    );
    let error = lab().system_spec("gerbl:http://me:secret@h/").unwrap_err();
    assert_eq!(
        error.to_string(),
        "gerbl:http://h/: there is no protocol named `gerbl`"
    );
    let missing = lab().system_spec("no-such-file.json").unwrap();
    assert!(lab().system(&missing, None).is_err());
    assert!(lab().system_spec("no-such-file.toml").is_err());
}
