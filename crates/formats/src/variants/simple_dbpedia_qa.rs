//! SimpleDBpediaQA: questions about one subject and one relation, without queries or answers.

use lydite_model::{Annotation, AnnotationKind, Language, Question};

use crate::context::Context;
use crate::format::{Format, Probe, Variant, json_driver};
use crate::input::Window;
use crate::json::fields::{
    extra_field, id, id_or_position, is_entry, only_wording, string, unknown_field, wrong_type,
};
use crate::json::{JsonVariant, Value};
use crate::reader::Driver;

/// SimpleDBpediaQA.
pub(crate) struct SimpleDbpediaQa;

impl Variant for SimpleDbpediaQa {
    fn format(&self) -> Format {
        Format {
            name: "simple-dbpedia-qa",
            title: "SimpleDBpediaQA",
        }
    }

    fn recognises(&self, probe: &Probe<'_>) -> bool {
        probe.json().is_some_and(|shape| {
            shape.has("Questions")
                && (shape.has("DatasetName")
                    || shape.any_element(|entry| entry.get("PredicateList").is_some()))
        })
    }

    fn driver(&self, window: Window) -> Box<dyn Driver> {
        json_driver(window, Entries::default())
    }
}

#[derive(Default)]
struct Entries {
    position: usize,
}

impl JsonVariant for Entries {
    fn lists(&self) -> &'static [&'static str] {
        &["Questions"]
    }

    fn element(&mut self, _key: Option<&str>, value: Value<'_>, cx: &mut Context<'_>) {
        self.position += 1;
        if !is_entry(cx, value) {
            return;
        }
        let mut question = Question::default();
        let (mut identifier, mut text) = (None, None);
        let mut annotations = Vec::new();
        for (key, member) in value.members() {
            match &*key {
                "ID" => identifier = id(cx, member),
                "Query" => text = Some(member),
                "Subject" => {
                    let subject = string(cx, member);
                    annotations.extend(subject.map(|iri| mention(iri, AnnotationKind::Entity)));
                }
                "PredicateList" => {
                    if !member.is_array() {
                        wrong_type(cx, member, "a list of predicates");
                    }
                    for entry in member.items() {
                        let predicate = entry.get("Predicate").and_then(Value::as_str);
                        annotations.extend(predicate.map(|predicate| {
                            mention(predicate.into_owned(), AnnotationKind::Property)
                        }));
                    }
                    question.extras.insert(key.into_owned(), member.to_json());
                }
                "FreebasePredicate" => {
                    question.extras.insert(key.into_owned(), member.to_json());
                }
                _ => extra_field(cx, member, &key, &mut question),
            }
        }
        question.id = id_or_position(cx, value, identifier, self.position);
        if let Some(mut text) = only_wording(cx, value, text, Language::new("en")) {
            for (at, annotation) in annotations.iter().enumerate() {
                // A predicate is listed once for each direction.
                if !annotations[..at].contains(annotation) {
                    text.annotations.push(annotation.clone());
                }
            }
            question.texts.push(text);
        }
        cx.emit(&value, question);
    }

    fn member(&mut self, key: &str, value: Value<'_>, cx: &mut Context<'_>) {
        match key {
            "DatasetName" => cx.output.info.id = string(cx, value),
            _ => unknown_field(cx, value, key),
        }
    }
}

/// A resource that the question mentions somewhere.
fn mention(iri: String, kind: AnnotationKind) -> Annotation {
    Annotation {
        span: None,
        iri,
        kind: Some(kind),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{read, read_every_beginning};

    #[test]
    fn subject_and_predicates_are_annotations() {
        let text = r#"{"DatasetName": "SimpleDBpediaQA-TEST", "Questions": [
            {"ID": "00001", "Query": "Which genre is it?", "Subject": "http://x/It", "FreebasePredicate": "f/g",
             "PredicateList": [
                {"Predicate": "http://x/genre", "Direction": "forward", "Constraint": null},
                {"Predicate": "http://x/genre", "Direction": "backward", "Constraint": "http://x/Song"}]},
            {"ID": null, "Query": null, "PredicateList": {}, "Z": 1}, null], "Other": [1, 2]}"#;
        let read = read(text);
        assert_eq!(read.format, "simple-dbpedia-qa");
        assert_eq!(read.info.id.as_deref(), Some("SimpleDBpediaQA-TEST"));
        let first = &read.questions[0];
        assert_eq!(
            first.texts[0].annotations,
            [
                mention("http://x/It".into(), AnnotationKind::Entity),
                mention("http://x/genre".into(), AnnotationKind::Property),
            ]
        );
        assert_eq!(first.extras["PredicateList"][1]["Direction"], "backward");
        assert_eq!(first.extras["FreebasePredicate"], "f/g");
        assert!(!first.is_answered());
        assert_eq!(read.codes(), "Q013 Q014 Q015 Q010 Q020 Q001 Q015");
        read_every_beginning(text);
    }
}
