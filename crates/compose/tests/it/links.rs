//! Relation linkers and query builders over a small library.

use std::sync::Arc;

use lydite_compose::annotation::{AnnotatedQuestion, Annotation, Candidate, Kind};
use lydite_compose::component::{Component, ComponentError, Registry, Task};
use lydite_compose::components::queries::same_small_query;
use lydite_compose::resources::{Models, PhraseList};
use lydite_compose::{Example, Gold, Resources};
use lydite_graph::Embedded;
use lydite_language::Lang;

const LIBRARY: &str = r#"
@prefix : <http://lib/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:author rdfs:label "author"@en ; rdfs:domain :Book ; rdfs:range :Person .
:birthPlace rdfs:label "birth place"@en ; rdfs:domain :Person ; rdfs:range :City .
:publisher rdfs:label "publisher"@en ; rdfs:domain :Book .
:spouse rdfs:label "spouse"@en ; rdfs:domain :Person ; rdfs:range :Person .
:Book rdfs:label "book"@en . :Person rdfs:label "person"@en . :City rdfs:label "city"@en .
:Emma a :Book ; rdfs:label "Emma" ; :author :Austen ; :publisher :Murray .
:Persuasion a :Book ; rdfs:label "Persuasion" ; :author :Austen ; :publisher :Murray .
:Dracula a :Book ; rdfs:label "Dracula" ; :author :Stoker ; :publisher :Constable .
:Austen a :Person ; rdfs:label "Jane Austen" ; :birthPlace :Steventon .
:Stoker a :Person ; rdfs:label "Bram Stoker" ; :birthPlace :Dublin ; :spouse :Florence .
:Florence a :Person ; rdfs:label "Florence Balcombe" ; :birthPlace :Falmouth .
:Murray rdfs:label "John Murray" . :Constable rdfs:label "Constable" .
:Steventon a :City ; rdfs:label "Steventon" . :Dublin a :City ; rdfs:label "Dublin" .
:Falmouth a :City ; rdfs:label "Falmouth" .
"#;

const PHRASES: &str = "write\thttp://lib/author\nborn in\thttp://lib/birthPlace\nmarried to\thttp://lib/spouse\nbring out\thttp://lib/publisher\n";

fn resources(models: Models) -> Resources {
    let graph = Embedded::from_bytes("library.ttl", LIBRARY.as_bytes().to_vec()).unwrap();
    Resources::builder()
        .phrases(PhraseList::parse("mine", PHRASES).unwrap())
        .models(models)
        .read(Arc::new(graph))
        .unwrap()
}

fn question(text: &str, given: &[(Kind, &str)]) -> AnnotatedQuestion {
    let mut question = AnnotatedQuestion::new(text);
    for (kind, name) in given {
        question.add(Annotation {
            kind: *kind,
            span: None,
            candidates: vec![Candidate::new(format!("http://lib/{name}"), 1.0)],
            component: "test".to_owned(),
        });
    }
    question
}

fn examples() -> Vec<Example> {
    let forth = |book: &str| format!("SELECT ?u {{ <http://lib/{book}> <http://lib/author> ?u }}");
    let back =
        |person: &str| format!("SELECT ?u {{ ?u <http://lib/author> <http://lib/{person}> }}");
    let chain = |book: &str| {
        format!(
            "SELECT ?u {{ <http://lib/{book}> <http://lib/author> ?x . ?x <http://lib/birthPlace> ?u }}"
        )
    };
    let mut examples = Vec::new();
    let mut add = |text: String, query: String| {
        examples.push(Example {
            text,
            lang: Lang::En,
            gold: Gold::of_query(&query).unwrap(),
        });
    };
    for book in ["Emma", "Persuasion", "Dracula"] {
        for how in [
            "Who wrote",
            "Who is the author of",
            "Tell me who wrote the novel",
        ] {
            add(format!("{how} {book}?"), forth(book));
        }
        for how in ["Where was the author of", "In which city was the writer of"] {
            add(format!("{how} {book} born?"), chain(book));
        }
    }
    for person in ["Austen", "Stoker"] {
        for how in ["Which books did", "What novels did", "List all books that"] {
            add(format!("{how} {person} write?"), back(person));
        }
    }
    examples
}

fn trained(task: Task) -> Resources {
    let untrained = resources(Models::default());
    let mut models = Models::default();
    for component in Registry::shipped().of(task) {
        if let Some(trainer) = component.trainer() {
            models.add(trainer.train(&examples(), &untrained).unwrap());
        }
    }
    resources(models)
}

fn relations(
    component: &Component,
    text: &str,
    entity: &str,
    resources: &Resources,
) -> Vec<String> {
    let mut question = question(text, &[(Kind::Entity, entity)]);
    component.annotate(&mut question, resources).unwrap();
    let values = question.values(Kind::Relation).into_iter();
    values.map(|iri| iri.replace("http://lib/", "")).collect()
}

#[test]
fn relation_linkers_find_what_they_are_made_for() {
    let resources = resources(Models::default());
    let registry = Registry::shipped();
    for (name, text, entity, expected) in [
        (
            "rl-labels",
            "Who is the publisher of Emma?",
            "Emma",
            "publisher",
        ),
        (
            "rl-labels",
            "What is the birth place of Stoker?",
            "Stoker",
            "birthPlace",
        ),
        (
            "rl-lexicon",
            "Who is Stoker married to?",
            "Stoker",
            "spouse",
        ),
        (
            "rl-lexicon",
            "Who is the wife of Stoker?",
            "Stoker",
            "spouse",
        ),
        ("rl-graph", "Who is the wife of Stoker?", "Stoker", "spouse"),
        ("rl-graph", "Who is the author of Emma?", "Emma", "author"),
        ("rl-falcon", "Who is the author of Emma?", "Emma", "author"),
        (
            "rl-rematch",
            "What is the birth place of Stoker?",
            "Stoker",
            "birthPlace",
        ),
        (
            "rl-relation-matcher",
            "What is the birth place of Stoker?",
            "Stoker",
            "birthPlace",
        ),
        (
            "rl-rnliwod",
            "Where was Stoker born in?",
            "Stoker",
            "birthPlace",
        ),
        ("rl-spot-property", "Who did write Emma?", "Emma", "author"),
    ] {
        let found = relations(registry.get(name).unwrap(), text, entity, &resources);
        assert!(
            found.iter().any(|one| one == expected),
            "{name}, {text}: {found:?}"
        );
    }
}

#[test]
fn learned_linkers_learn() {
    let resources = trained(Task::LinkRelations);
    let registry = Registry::shipped();
    for name in ["rl-text", "rl-learned", "rl-learned-graph"] {
        let found = relations(
            registry.get(name).unwrap(),
            "Where was the writer of Emma born?",
            "Emma",
            &resources,
        );
        assert!(
            found.contains(&"birthPlace".to_owned()),
            "{name}: {found:?}"
        );
    }
}

#[test]
fn builders_write_the_queries_that_they_are_made_for() {
    let resources = trained(Task::BuildQueries);
    let registry = Registry::shipped();
    let (entity, relation, class) = (Kind::Entity, Kind::Relation, Kind::Class);
    for (name, text, given, expected) in [
        (
            "qb-nliwod",
            "Who wrote Emma?",
            &[(entity, "Emma"), (relation, "author")][..],
            "SELECT * WHERE { <http://lib/Emma> <http://lib/author> ?proj . }",
        ),
        (
            "qb-frankenstein",
            "Which books did Austen write?",
            &[(entity, "Austen"), (relation, "author"), (class, "Book")],
            "SELECT ?u { ?u <http://lib/author> <http://lib/Austen> . ?u a <http://lib/Book> }",
        ),
        (
            "qb-sina",
            "Which did Austen write?",
            &[(entity, "Austen"), (relation, "author")],
            "SELECT ?u { ?u <http://lib/author> <http://lib/Austen> }",
        ),
        (
            "qb-probe",
            "How many books did Austen write?",
            &[(entity, "Austen"), (relation, "author")],
            "SELECT (COUNT(?u) AS ?c) { ?u <http://lib/author> <http://lib/Austen> }",
        ),
        (
            "qb-probe",
            "Did Stoker write Dracula?",
            &[
                (entity, "Stoker"),
                (entity, "Dracula"),
                (relation, "author"),
            ],
            "ASK { <http://lib/Dracula> <http://lib/author> <http://lib/Stoker> }",
        ),
        (
            "qb-learned",
            "Where was the writer of Emma born?",
            &[
                (entity, "Emma"),
                (relation, "birthPlace"),
                (relation, "author"),
            ],
            "SELECT ?u { <http://lib/Emma> <http://lib/author> ?x . ?x <http://lib/birthPlace> ?u }",
        ),
        (
            "qb-learned-probe",
            "Which books did Stoker write?",
            &[(entity, "Stoker"), (relation, "author")],
            "SELECT ?u { ?u <http://lib/author> <http://lib/Stoker> }",
        ),
    ] {
        let mut question = question(text, given);
        registry
            .get(name)
            .unwrap()
            .annotate(&mut question, &resources)
            .unwrap();
        let written = question
            .of(Kind::Query)
            .next()
            .and_then(Annotation::best)
            .unwrap();
        let same = same_small_query(&written.value, expected);
        assert!(
            same || written.value == expected,
            "{name}, {text}: {}",
            written.value
        );
    }
}

#[test]
fn what_is_not_trained_says_how_to_train_it() {
    let resources = resources(Models::default());
    for name in ["rl-learned", "qb-learned"] {
        let mut question = question(
            "Who wrote Emma?",
            &[(Kind::Entity, "Emma"), (Kind::Relation, "author")],
        );
        let error = Registry::shipped()
            .get(name)
            .unwrap()
            .annotate(&mut question, &resources);
        assert!(matches!(error, Err(ComponentError::NotTrained { .. })));
    }
    for component in Registry::shipped().list() {
        if let Some(trainer) = component.trainer() {
            assert!(trainer.train(&[], &resources).is_err());
        }
    }
}

#[test]
fn strange_questions_are_survived() {
    let resources = trained(Task::LinkRelations);
    let registry = Registry::shipped();
    let long = "who wrote ".repeat(500);
    for text in [
        "",
        "?",
        "\u{0}\u{7f}",
        "<> . } SELECT",
        long.as_str(),
        "Кто написал?",
    ] {
        for task in [Task::LinkRelations, Task::BuildQueries] {
            for component in registry.of(task) {
                let mut question = question(
                    text,
                    &[(Kind::Entity, "Emma"), (Kind::Relation, "> ; DROP")],
                );
                match component.annotate(&mut question, &resources) {
                    Ok(())
                    | Err(
                        ComponentError::NotTrained { .. } | ComponentError::NoLanguageModel { .. },
                    ) => {}
                    Err(error) => panic!("{text:?}: {error}"),
                }
            }
        }
    }
}
