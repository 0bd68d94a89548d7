//! NLQ (OKBQA shared task 1): an object for each language of a question, one after the other.

use lydite_model::{AnswerSet, Language, QueryForm, Question, QuestionId, Text};

use super::qald_json::push_query;
use crate::context::{Context, Settled};
use crate::format::{Format, Probe, Variant, json_driver};
use crate::input::Window;
use crate::json::fields::{
    assume_english, extra_field, id, id_or_position, is_entry, only_wording, string, unknown_field,
};
use crate::json::{JsonVariant, Value};
use crate::reader::Driver;
use crate::terms;

/// NLQ.
pub(crate) struct Nlq;

impl Variant for Nlq {
    fn format(&self) -> Format {
        Format {
            name: "nlq",
            title: "NLQ (OKBQA), an entry for each language of a question",
        }
    }

    fn recognises(&self, probe: &Probe<'_>) -> bool {
        probe.json().is_some_and(|shape| {
            shape.is_list
                && shape.any_element(|entry| {
                    ["id", "lang", "question", "sparql"]
                        .iter()
                        .all(|key| entry.get(key).is_some())
                })
        })
    }

    fn driver(&self, window: Window) -> Box<dyn Driver> {
        json_driver(window, Groups::default())
    }
}

/// The question whose entries are being read: consecutive entries with one id are one question.
#[derive(Default)]
struct Groups {
    held: Option<(Question, Settled)>,
    position: usize,
}

impl Groups {
    /// The question for an entry: the held one if it goes on with it, else a new one.
    fn question(
        &mut self,
        entry: Value<'_>,
        identifier: Option<QuestionId>,
        language: &Language,
        cx: &mut Context<'_>,
    ) -> &mut Question {
        let continues = self.held.as_ref().is_some_and(|(question, _)| {
            identifier.as_ref() == Some(&question.id)
                && question.texts.iter().all(|text| text.language != *language)
        });
        if !continues {
            self.flush(cx);
            self.position += 1;
        }
        let position = self.position;
        let (question, _) = self.held.get_or_insert_with(|| {
            let id = id_or_position(cx, entry, identifier, position);
            (Question::new(id), cx.settle(&entry))
        });
        question
    }

    fn flush(&mut self, cx: &mut Context<'_>) {
        if let Some((question, spot)) = self.held.take() {
            cx.emit(&spot, question);
        }
    }
}

impl JsonVariant for Groups {
    fn element(&mut self, _key: Option<&str>, value: Value<'_>, cx: &mut Context<'_>) {
        if !is_entry(cx, value) {
            return;
        }
        let identifier = value.get("id").and_then(|member| id(cx, member));
        let language = value
            .get("lang")
            .and_then(|member| string(cx, member))
            .map(|tag| tag.trim().to_owned())
            .filter(|tag| !tag.is_empty())
            .map_or_else(|| assume_english(cx, &value), Language::new);
        let question = self.question(value, identifier, &language, cx);
        let text = only_wording(cx, value, value.get("question"), language.clone());
        // A language without a wording is there all the same.
        let text = text.unwrap_or_else(|| Text::announced(language.clone()));
        question.texts.push(text);
        for (key, member) in value.members() {
            match &*key {
                "id" | "lang" | "question" => {}
                "sparql" => {
                    let before = question.queries.len();
                    if let Some(text) = string(cx, member) {
                        push_query(cx, &member, QueryForm::Sparql, &text, question);
                    }
                    for query in &mut question.queries[before..] {
                        query.language = Some(language.clone());
                    }
                }
                "answer" => {
                    let Some(text) = string(cx, member) else {
                        continue;
                    };
                    let term = terms::guess(text.trim().to_owned());
                    terms::check(cx, &member, &term);
                    let answers = AnswerSet::column("answer", [term]);
                    if language.matches(&Language::new("en")) {
                        question.answers = Some(answers);
                    } else {
                        question.localised_answers.insert(language.clone(), answers);
                    }
                }
                "type" => {
                    let class = member.to_json();
                    question.extras.entry(key.into_owned()).or_insert(class);
                }
                _ => extra_field(cx, member, &key, question),
            }
        }
    }

    fn member(&mut self, key: &str, value: Value<'_>, cx: &mut Context<'_>) {
        unknown_field(cx, value, key);
    }

    fn finish(&mut self, cx: &mut Context<'_>) {
        self.flush(cx);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{read, read_every_beginning};

    const SAMPLE: &str = r#"[
{"id": "2", "lang": "en", "question": "When?", "answer": "2009", "type": "1-2", "sparql": "SELECT 1"},
{"id": "2", "lang": "ko", "question": "언제?", "answer": "2009년", "type": "1-2", "sparql": "SELECT 2"},
{"id": "", "lang": "ko", "question": "누구?", "answer": "세종", "type": "1-1", "sparql": ""},
{"lang": "en", "question": "", "sparql": 1, "answer": null},
[],
{"id": "2", "lang": "en", "question": "Who?", "x": 1}]"#;

    #[test]
    fn entries_of_one_id_are_one_question() {
        let read = read(SAMPLE);
        assert_eq!(read.format, "nlq");
        let ids: Vec<_> = read.questions.iter().map(|q| q.id.as_str()).collect();
        assert_eq!(ids, ["2", "", "3", "2"]);
        let first = &read.questions[0];
        assert_eq!(
            first.texts,
            [Text::new("en", "When?"), Text::new("ko", "언제?")]
        );
        assert_eq!(first.queries[1].language, Some(Language::new("ko")));
        assert_eq!(read.answers(0), "\"2009\"");
        assert_eq!(first.localised_answers[&Language::new("ko")].len(), 1);
        assert_eq!(first.extras["type"], "1-2");
        assert_eq!(read.answers(1), "none");
        assert_eq!(read.codes(), "Q040 Q011 Q010 Q020 Q014 Q001 Q015 Q012");
        read_every_beginning(SAMPLE);
    }

    #[test]
    fn remarks_on_a_group_are_about_its_first_entry() {
        let read = read(SAMPLE);
        let places: Vec<_> = ["Q011", "Q012"]
            .iter()
            .map(|code| {
                let mut remarks = read.remarks.iter();
                let remark = remarks.find(|remark| remark.code.id == *code).unwrap();
                assert!(remark.snippet.is_some());
                (remark.place.line, &*remark.place.path)
            })
            .collect();
        assert_eq!(places, [(4, "[2]"), (7, "[5]")]);
    }

    #[test]
    fn a_language_that_comes_again_is_another_question() {
        let read = read(
            r#"[{"id": 1, "lang": "en", "question": "A", "sparql": "S"},
                {"id": 1, "lang": "en", "question": "B", "sparql": "S"}]"#,
        );
        assert_eq!((read.questions.len(), &*read.codes()), (2, "Q012"));
    }
}
