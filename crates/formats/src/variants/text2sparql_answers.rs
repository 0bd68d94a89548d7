//! TEXT2SPARQL's answers: what the official client collected from an endpoint, a query for each
//! question and language.

use lydite_model::{Action, Language, QueryForm, Question};

use super::entries::Entries;
use super::qald_json::push_query;
use super::qname::Qname;
use crate::codes;
use crate::context::Context;
use crate::format::{Format, Probe, Variant, json_driver};
use crate::input::Window;
use crate::json::Value;
use crate::json::fields::{
    assume_english, extra_field, id_or_position, only_wording, spelled, string,
};
use crate::reader::Driver;

/// TEXT2SPARQL's answers.
pub(crate) struct Text2SparqlAnswers;

impl Variant for Text2SparqlAnswers {
    fn format(&self) -> Format {
        Format {
            name: "text2sparql-answers",
            title: "TEXT2SPARQL answers (queries by question and language)",
        }
    }

    fn recognises(&self, probe: &Probe<'_>) -> bool {
        probe.json().is_some_and(|shape| {
            shape.is_list
                && (shape.is_nothing()
                    || shape.any_element(|entry| {
                        entry.get("qname").is_some()
                            && (entry.get("query").is_some() || entry.get("question").is_some())
                    }))
        })
    }

    fn driver(&self, window: Window) -> Box<dyn Driver> {
        json_driver(window, Entries::read_by(question))
    }
}

/// The fields of an answer.
const KEYS: &[&str] = &["qname", "question", "query", "dataset", "endpoint", "uri"];

fn question(value: Value<'_>, position: usize, cx: &mut Context<'_>) -> Option<Question> {
    let mut question = Question::default();
    let (mut name, mut text, mut asked) = (None, None, None);
    for (key, member) in value.members() {
        let key = spelled(cx, value, key, member, KEYS);
        match &*key {
            "qname" => name = string(cx, member),
            "question" => text = Some(member),
            "query" => asked = Some(member),
            "dataset" => {
                let id = string(cx, member);
                let info = &mut cx.output.info;
                match (&info.id, id) {
                    (None, id) => info.id = id,
                    (Some(first), Some(id)) if *first != id => {
                        question.extras.insert(key.into_owned(), id.into());
                    }
                    _ => {}
                }
            }
            "endpoint" | "uri" => {
                question.extras.insert(key.into_owned(), member.to_json());
            }
            _ => extra_field(cx, member, &key, &mut question),
        }
    }
    let name = Qname::parse(name.as_deref().unwrap_or_default());
    question.id = id_or_position(cx, value, name.question_id(), position);
    question.language = name.question_language();
    if cx.output.info.prefix.is_none() {
        cx.output.info.prefix = name.prefix.map(str::to_owned);
    }
    let language = question.language.clone();
    let language = language.unwrap_or_else(|| Language::new("en"));
    if let Some(text) = only_wording(cx, value, text, language) {
        if question.language.is_none() {
            assume_english(cx, &value);
        }
        question.texts.push(text);
    }
    match asked.and_then(|asked| Some((asked, string(cx, asked)?))) {
        Some((spot, text)) => push_query(cx, &spot, QueryForm::Sparql, &text, &mut question),
        None => {
            cx.report(
                &value,
                &codes::EMPTY_QUERY,
                Action::Kept,
                "the system gave no query",
            );
        }
    }
    Some(question)
}

#[cfg(test)]
mod tests {
    use crate::testing::{read, read_every_beginning};

    #[test]
    fn each_entry_is_a_question_in_one_language() {
        let text = r#"[
            {"dataset": "https://d/", "question": "How many?", "query": "SELECT 1", "endpoint": "http://e", "qname": "db25:1-en", "uri": "https://d/1-en"},
            {"dataset": "https://d/", "question": "¿Cuántos?", "query": "", "endpoint": "http://e", "qname": "db25:1-es", "uri": "https://d/1-es"},
            {"dataset": "https://other/", "question": null, "qname": "db25:2", "x": 1},
            {"question": "Who?", "query": null},
            {"question": [], "query": {}},
            "z"]"#;
        let read = read(text);
        assert_eq!(read.format, "text2sparql-answers");
        assert_eq!(read.info.id.as_deref(), Some("https://d/"));
        assert_eq!(read.info.prefix.as_deref(), Some("db25"));
        let keys: Vec<_> = read
            .questions
            .iter()
            .map(|question| {
                let language = question.language.as_ref().map_or("-", |tag| tag.as_str());
                format!(
                    "{} {language} {}",
                    question.id,
                    question.any_text().unwrap_or("-")
                )
            })
            .collect();
        assert_eq!(
            keys,
            [
                "1 en How many?",
                "1 es ¿Cuántos?",
                "2 - -",
                "4 - Who?",
                "5 - -"
            ]
        );
        let first = &read.questions[0];
        assert_eq!(first.queries[0].text, "SELECT 1");
        assert_eq!(first.extras["endpoint"], "http://e");
        assert_eq!(first.extras["uri"], "https://d/1-en");
        assert_eq!(read.questions[2].extras["dataset"], "https://other/");
        assert_eq!(
            read.codes(),
            "Q040 Q015 Q020 Q040 Q010 Q022 Q040 Q010 Q014 Q014 Q040 Q001"
        );
        read_every_beginning(text);
    }
}
