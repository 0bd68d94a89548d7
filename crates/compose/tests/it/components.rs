//! Components on a small graph.

use std::sync::Arc;

use lydite_compose::annotation::{AnnotatedQuestion, Kind, turtle};
use lydite_compose::component::{
    Component, ComponentError, Described, Description, EntityLinker, Link, Registry, Task,
};
use lydite_compose::components::PUBLISHED;
use lydite_compose::names::normal;
use lydite_compose::resources::{Models, PhraseList, TermList};
use lydite_compose::{Composer, Example, Gold, Pipeline, Resources};
use lydite_graph::Embedded;
use lydite_language::Lang;
use proptest::prelude::*;

const GRAPH: &str = r#"
@prefix : <http://ex/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:Berlin a :City ; rdfs:label "Berlin" ; :country :Germany ; :mayor :Wegner ; :population 3700000 .
:BerlinNH a :Town ; rdfs:label "Berlin, New Hampshire" ; :country :USA .
:Germany a :Country ; rdfs:label "Germany" ; :capital :Berlin .
:USA a :Country ; rdfs:label "United States" .
:Wegner a :Person ; rdfs:label "Kai Wegner" ; :birthPlace :Berlin .
:Mozart a :Person ; rdfs:label "Wolfgang Amadeus Mozart" ; :birthPlace :Salzburg .
:Salzburg a :City ; rdfs:label "Salzburg" ; :country :Austria .
:Austria a :Country ; rdfs:label "Austria" .
:Film a :Movie ; rdfs:label "Amadeus (film)" ; :about :Mozart .
:City rdfs:label "city" . :Movie rdfs:label "film" .
"#;

fn graph() -> Arc<Embedded> {
    Arc::new(Embedded::from_bytes("small.ttl", GRAPH.as_bytes().to_vec()).unwrap())
}

fn resources() -> Resources {
    let phrases = PhraseList::parse("mine", "metropolis\thttp://ex/City\n").unwrap();
    Resources::builder().phrases(phrases).read(graph()).unwrap()
}

fn said(component: &str, question: &str, kind: Kind) -> Vec<String> {
    let registry = Registry::shipped();
    let mut question = AnnotatedQuestion::new(question);
    let component = registry.get(component).unwrap();
    component.annotate(&mut question, &resources()).unwrap();
    let values = question.values(kind).into_iter();
    values.map(str::to_owned).collect()
}

#[test]
fn entities_are_linked_by_every_strategy() {
    let untrained = [
        "ned-longest",
        "ned-longest-cased",
        "ned-coherence",
        "ned-context",
        "ned-hits",
        "ned-fuzzy",
    ];
    for linker in untrained {
        assert_eq!(
            said(linker, "Who is the mayor of Berlin?", Kind::Entity),
            ["http://ex/Berlin"],
            "{linker}"
        );
    }
}

#[test]
fn names_are_found_despite_typing_errors_and_missing_parts() {
    for (question, iri) in [
        ("Where was Mozrat born?", None),
        ("Which country is Salzbrug in?", Some("http://ex/Salzburg")),
        ("Who is Wolfgang Amadeus Mozzart?", Some("http://ex/Mozart")),
        ("Who made Amadeus?", Some("http://ex/Film")),
    ] {
        let found = said("ned-fuzzy", question, Kind::Entity);
        assert_eq!(found.first().map(String::as_str), iri, "{question}");
    }
}

#[test]
fn case_matters_only_where_it_should() {
    let question = "who is the mayor of united states";
    assert_eq!(
        said("ned-longest", question, Kind::Entity),
        ["http://ex/USA"]
    );
    assert!(said("ned-longest-cased", question, Kind::Entity).is_empty());
}

#[test]
fn classes_are_linked_by_label_and_phrase() {
    let question = "Which cities are in Germany?";
    for linker in ["cl-labels", "cl-lexicon"] {
        assert_eq!(said(linker, question, Kind::Class), ["http://ex/City"]);
    }
    let question = "Which metropolis is in Germany?";
    assert!(said("cl-labels", question, Kind::Class).is_empty());
    for linker in ["cl-lexicon", "cl-nliwod"] {
        assert_eq!(said(linker, question, Kind::Class), ["http://ex/City"]);
    }
}

#[test]
fn answer_types_are_predicted() {
    for (question, kind) in [
        ("How many cities are there?", "number"),
        ("Is Berlin a city?", "boolean"),
        ("Which city is it?", "resource"),
    ] {
        assert_eq!(said("at-words", question, Kind::AnswerType), [kind]);
    }
}

fn examples() -> Vec<Example> {
    let one = |text: &str, query: &str| Example {
        text: text.to_owned(),
        lang: Lang::En,
        gold: Gold::of_query(query).unwrap(),
    };
    let mut examples = Vec::new();
    for name in [
        "Berlin", "Salzburg", "Germany", "Austria", "Wegner", "Mozart",
    ] {
        for word in ["country", "mayor", "capital", "city", "population"] {
            let label = match name {
                "Wegner" => "Kai Wegner",
                "Mozart" => "Wolfgang Amadeus Mozart",
                other => other,
            };
            examples.push(one(
                &format!("What is the {word} of {label}?"),
                &format!("SELECT ?x {{ <http://ex/{name}> <http://ex/{word}> ?x }}"),
            ));
            examples.push(one(
                &format!("Which city has {label} as its {word}?"),
                &format!(
                    "SELECT ?x {{ ?x <http://ex/{word}> <http://ex/{name}> . ?x a <http://ex/City> }}"
                ),
            ));
        }
    }
    examples
}

#[test]
fn learned_linkers_ask_for_training_and_then_learn() {
    let registry = Registry::shipped();
    let untrained = resources();
    for (name, kind, expected) in [
        ("ned-spans", Kind::Entity, "http://ex/Salzburg"),
        ("cl-ranked", Kind::Class, "http://ex/City"),
    ] {
        let component = registry.get(name).unwrap();
        let mut question = AnnotatedQuestion::new("Which city has Salzburg as its capital?");
        let refused = component.annotate(&mut question, &untrained);
        assert!(
            matches!(refused, Err(ComponentError::NotTrained { .. })),
            "{name}"
        );
        let trainer = component.trainer().unwrap();
        assert!(
            trainer.train(&examples()[..3], &untrained).is_err(),
            "{name}"
        );
        let mut models = Models::default();
        models.add(trainer.train(&examples(), &untrained).unwrap());
        let trained = Resources::builder().models(models).read(graph()).unwrap();
        component.annotate(&mut question, &trained).unwrap();
        assert_eq!(question.values(kind), [expected], "{name}");
    }
}

#[test]
fn spots_are_used_by_who_needs_them() {
    let resources = Arc::new(resources());
    let composer = Composer::new(resources, Registry::shipped());
    let pipeline: Pipeline = "ned-hits+ner-capitals+at-words".parse().unwrap();
    assert_eq!(
        pipeline.components,
        ["ner-capitals", "ned-hits", "at-words"]
    );
    let (question, steps) = composer
        .annotate("Was Mozart born in Salzburg?", &pipeline)
        .unwrap();
    assert_eq!(question.of(Kind::Spot).count(), 2);
    assert_eq!(question.values(Kind::Entity), ["http://ex/Salzburg"]);
    assert_eq!(steps.len(), 3);
    let answered = composer
        .ask("Was Mozart born in Salzburg?", &pipeline)
        .unwrap();
    assert!(answered.abstained.is_some(), "nobody builds queries");
    let again: Pipeline = serde_json::from_value(serde_json::to_value(&pipeline).unwrap()).unwrap();
    assert_eq!(again, pipeline);
}

#[test]
fn annotations_are_turtle_that_qanary_reads() {
    let composer = Composer::new(Arc::new(resources()), Registry::shipped());
    let pipeline = "ned-longest+cl-labels+at-words".parse().unwrap();
    let (question, _) = composer
        .annotate("Which city is the capital of Germany? \"\\", &pipeline)
        .unwrap();
    let written = turtle(&question, "urn:question:1", Some("2020-01-01T00:00:00Z"));
    let graph = Embedded::from_bytes("annotations.ttl", written.into_bytes()).unwrap();
    let query = "PREFIX qa: <http://www.wdaqua.eu/qa#> PREFIX oa: <http://www.w3.org/ns/openannotation/core/>
        ASK { ?a a qa:AnnotationOfInstance ; oa:hasBody <http://ex/Germany> ; oa:annotatedBy <urn:qanary:ned-longest> ;
              oa:hasTarget [ a oa:SpecificResource ; oa:hasSource ?q ; oa:hasSelector [ oa:start 29 ; oa:end 36 ] ] .
              ?q a qa:Question . ?c a qa:AnnotationOfClass ; oa:hasBody <http://ex/City> }";
    let graph = Resources::of(Arc::new(graph)).unwrap();
    assert!(graph.holds(query));
}

struct Everything;

impl Described for Everything {
    fn description(&self) -> Description {
        Description::new("ned-mine", Task::LinkEntities, "Links nothing")
    }
}

impl EntityLinker for Everything {
    fn link_entities(
        &self,
        _: &AnnotatedQuestion,
        _: &Resources,
    ) -> Result<Vec<Link>, ComponentError> {
        Ok(Vec::new())
    }
}

#[test]
fn the_registry_is_open_and_its_entries_are_described() {
    let mut registry = Registry::shipped();
    assert!(registry.get("ned-mine").is_err());
    registry.add(Component::EntityLinker(Arc::new(Everything)));
    assert!(Pipeline::parse("ned-mine", &registry).is_ok());
    let unknown = registry.get("ned-longst").unwrap_err();
    assert_eq!(unknown.nearest.as_deref(), Some("ned-longest"));
    for component in registry.list() {
        let description = component.description();
        assert_eq!(description.task, component.task(), "{}", description.name);
        assert!(!description.about.is_empty());
        for published in &description.counterpart_of {
            let known = PUBLISHED.iter().find(|known| known.name == published);
            assert_eq!(
                known.map(|known| known.task),
                Some(description.task),
                "{published}"
            );
        }
    }
}

#[test]
fn listed_terms_are_candidates_though_the_graph_lacks_them() {
    let list =
        TermList::parse("entity\thttp://ex/Prague_(city)\nclass\thttp://ex/Bridge\n").unwrap();
    let resources = Resources::builder().terms(list).read(graph()).unwrap();
    assert_eq!(resources.names().exact(&normal("Prague")).len(), 1);
    assert!(resources.classes().get("http://ex/Bridge").is_some());
    assert!(TermList::parse("entity").is_err());
    assert!(TermList::parse("thing\thttp://ex/a").is_err());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Whatever is asked, components that need no training answer, with spans of the question.
    #[test]
    fn any_question_is_annotated(text in "\\PC{0,80}") {
        let resources = resources();
        let registry = Registry::shipped();
        let mut question = AnnotatedQuestion::new(&text);
        for component in registry.list() {
            let done = component.annotate(&mut question, &resources);
            let fine = matches!(
                done,
                Ok(()) | Err(ComponentError::NotTrained { .. } | ComponentError::NoLanguageModel { .. })
            );
            prop_assert!(fine, "{:?}", component);
        }
        for span in question.annotations().iter().filter_map(|a| a.span) {
            prop_assert!(text.get(span.start..span.end).is_some_and(|words| !words.is_empty()));
        }
        let written = turtle(&question, "urn:q", None);
        prop_assert!(Embedded::from_bytes("a.ttl", written.into_bytes()).is_ok());
    }
}
