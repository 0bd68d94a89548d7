//! TEXT2SPARQL's questions, in YAML or as the same document in JSON: a text for each language.

use lydite_model::{Language, Question, Text};

use super::entries::Entries;
use super::qald_json::{query, wordings};
use super::qname::is_language;
use crate::context::Context;
use crate::format::{Format, Probe, Shape, Variant, json_driver};
use crate::input::Window;
use crate::json::fields::{
    answer_type, check_paraphrases, check_wording, extra_field, id, id_or_position, spelled,
    wrong_type,
};
use crate::json::results::answers;
use crate::json::{Kind, Value};
use crate::reader::Driver;
use crate::yaml::{self, YamlDriver};

/// TEXT2SPARQL's questions in YAML.
pub(crate) struct Text2SparqlYaml;

/// TEXT2SPARQL's questions in JSON.
pub(crate) struct Text2SparqlJson;

/// Says that the order of the answers counts.
const ORDER_MATTERS: &str = "RESULT_ORDER_MATTERS";

impl Variant for Text2SparqlYaml {
    fn format(&self) -> Format {
        Format {
            name: "text2sparql-yaml",
            title: "TEXT2SPARQL questions (YAML)",
        }
    }

    fn recognises(&self, probe: &Probe<'_>) -> bool {
        match &probe.shape {
            Shape::Text => probe
                .head
                .lines()
                .any(|line| yaml::has_key(line, "questions")),
            // A document in flow style looks like JSON, but has keys without quotes.
            Shape::Json(shape) if shape.is_bare() => {
                let inside = probe.head.trim_start().strip_prefix('{');
                inside.is_some_and(|inside| {
                    inside.trim_start().starts_with(char::is_alphabetic)
                        && inside.contains("questions:")
                })
            }
            _ => false,
        }
    }

    fn driver(&self, window: Window) -> Box<dyn Driver> {
        Box::new(YamlDriver::new(
            window,
            Box::new(Entries::read_by(question)),
        ))
    }
}

impl Variant for Text2SparqlJson {
    fn format(&self) -> Format {
        Format {
            name: "text2sparql-json",
            title: "TEXT2SPARQL questions (JSON)",
        }
    }

    fn recognises(&self, probe: &Probe<'_>) -> bool {
        probe.json().is_some_and(|shape| {
            shape.has("questions")
                && shape.any_element(|entry| {
                    entry.get("question").is_some_and(|texts| {
                        let mut languages = texts.members().peekable();
                        languages.peek().is_some()
                            && languages
                                .all(|(key, text)| is_language(&key) && text.as_text().is_some())
                    })
                })
        })
    }

    fn driver(&self, window: Window) -> Box<dyn Driver> {
        json_driver(window, Entries::read_by(question))
    }
}

/// The fields of a question.
const KEYS: &[&str] = &["id", "question", "query", "features", "answers"];

fn question(value: Value<'_>, position: usize, cx: &mut Context<'_>) -> Option<Question> {
    let mut question = Question::default();
    let (mut identifier, mut ordered) = (None, false);
    for (key, member) in value.members() {
        let key = spelled(cx, value, key, member, KEYS);
        match &*key {
            "id" => identifier = id(cx, member),
            "question" => match member.kind() {
                Kind::Object => texts(member, &mut question, cx),
                _ => wordings(member, &mut question, cx),
            },
            "query" => query(member, &mut question, cx),
            "features" => {
                let names = |value: Value<'_>| value.as_str().as_deref() == Some(ORDER_MATTERS);
                ordered = names(member) || member.items().any(names);
                question.extras.insert(key.into_owned(), member.to_json());
            }
            "answertype" => question.answer_type = answer_type(cx, member),
            "answers" => question.answers = answers(cx, member),
            _ => extra_field(cx, member, &key, &mut question),
        }
    }
    question.order_matters = ordered;
    if let Some(answers) = &mut question.answers {
        answers.ordered = ordered;
    }
    question.id = id_or_position(cx, value, identifier, position);
    check_paraphrases(cx, &value, &question);
    Some(question)
}

/// `{en: …, de: …}`. A text that YAML takes for a number or a boolean is a text all the same.
fn texts(value: Value<'_>, question: &mut Question, cx: &mut Context<'_>) {
    for (tag, member) in value.members() {
        let language = Language::new(tag.trim());
        let text = match member.as_text() {
            Some(text) => Text::new(language, text.trim()),
            None => {
                if !member.is_null() {
                    wrong_type(cx, member, "the question text as a string");
                }
                Text::announced(language)
            }
        };
        check_wording(cx, &member, &text);
        question.texts.push(text);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{read, read_every_beginning};

    const SAMPLE: &str = "\
# a comment
---
dataset:
  id: https://example.org/é/
  prefix: ex
  defaultNamespace: http://example.org/
questions:

  - id: 1
    question:
      en: How many?
      es: \"¿Cuántos?\"
    query:
      sparql: |
        SELECT (COUNT(*) AS ?n)
        WHERE { ?s ?p ?o }
    features:
      - RESULT_ORDER_MATTERS

  - question: {en: yes, de: 2010, no: ~}
    answers: [{head: {vars: [x]}, results: {bindings: [{x: {type: uri, value: http://x/y}}]}}]
    features: [RESULT_ORDER_MATTERS]
  - id: é
    question: [
    query: {sparql: SELECT}
  - plain
  - id: d
    question: {en: Who?, en: Where?}
    query: {sparql: \"\"}
    tags: [a]
after: 1
";

    #[test]
    fn questions_are_read_item_by_item() {
        let read = read(SAMPLE);
        assert_eq!(read.format, "text2sparql-yaml");
        assert_eq!(read.info.id.as_deref(), Some("https://example.org/é/"));
        assert_eq!(read.info.prefix.as_deref(), Some("ex"));
        assert_eq!(read.info.extras["defaultNamespace"], "http://example.org/");
        let [first, second, last] = &read.questions[..] else {
            panic!("{:?}", read.questions)
        };
        assert!(first.id.is_number());
        assert_eq!(first.texts[1], Text::new("es", "¿Cuántos?"));
        assert_eq!(
            first.queries[0].text,
            "SELECT (COUNT(*) AS ?n)\nWHERE { ?s ?p ?o }"
        );
        assert_eq!(first.extras["features"][0], ORDER_MATTERS);
        assert_eq!(second.id.as_str(), "2");
        let texts: Vec<_> = second
            .texts
            .iter()
            .map(|text| text.string.as_deref())
            .collect();
        assert_eq!(texts, [Some("yes"), Some("2010"), None]);
        assert!(second.answers.as_ref().unwrap().ordered);
        // Also where the answers are still to be found.
        assert!(first.answers.is_none() && first.order_matters && !last.order_matters);
        assert_eq!(last.texts.len(), 2);
        assert_eq!(read.codes(), "Q021 Q010 F010 Q001 F013 Q040 Q015 Q023 Q015");
        read_every_beginning(SAMPLE);
    }

    #[test]
    fn errors_have_their_place_in_the_file() {
        let read = read(SAMPLE);
        let find = |code: &str| {
            let mut remarks = read.remarks.iter();
            let remark = remarks.find(|remark| remark.code.id == code).unwrap();
            (remark.place.line, remark.place.column, &*remark.place.path)
        };
        assert_eq!(find("Q021"), (20, 39, "questions[1].question.no"));
        assert_eq!(find("F010"), (25, 5, "questions[2]"));
        assert_eq!(find("F013"), (28, 26, "questions[4]"));
        assert_eq!(find("Q015"), (30, 11, "questions[4].tags"));
    }

    #[test]
    fn documents_that_cannot_be_split_are_read_whole() {
        let cases = [
            "questions: [{id: 1, question: {en: Who?}, query: {sparql: SELECT}}]\ndataset: {id: d}",
            "{dataset: {id: d}, questions: [{id: 1, question: {en: Who?}, query: {sparql: SELECT}}]}",
            "questions:\n  [{id: 1, question: {en: Who?}, query: {sparql: SELECT}}]\ndataset: {id: d}",
            r#"{"dataset": {"id": "d"}, "questions": [{"id": 1, "question": {"en": "Who?"}, "query": {"sparql": "SELECT"}}]}"#,
        ];
        for text in cases {
            let read = read(text);
            assert_eq!(read.codes(), "", "{text}");
            assert_eq!(read.info.id.as_deref(), Some("d"), "{text}");
            let expected = Text::new("en", "Who?");
            assert_eq!(read.questions[0].texts, [expected], "{text}");
            assert_eq!(read.questions[0].queries.len(), 1, "{text}");
            read_every_beginning(text);
        }
    }

    #[test]
    fn a_list_of_nothing_is_no_question() {
        for text in ["questions:\n", "questions: []\n", "questions: ~"] {
            let read = read(text);
            assert_eq!((read.questions.len(), &*read.codes()), (0, ""), "{text}");
        }
        let odd = read("questions:\n  a: 1\n");
        assert_eq!((odd.questions.len(), &*odd.codes()), (0, "Q014"));
    }
}
