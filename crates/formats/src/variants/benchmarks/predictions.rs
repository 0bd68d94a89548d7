//! What systems answered, by question: a list of records, a record on each line, or an object from
//! identifiers to records or answers. WebQSP, GrailQA, ComplexWebQuestions, MKQA, Mintaka,
//! WikiWebQuestions, the scholarly challenges, RoG, Think-on-Graph.

use std::collections::VecDeque;

use lydite_model::{QueryForm, Term};

use super::draft::Draft;
use super::graph::Graph;
use super::rows::rows;
use super::set::is_lines;
use crate::context::{Bytes, Context};
use crate::format::{Format, Probe, Variant, json_driver, with_value};
use crate::input::Window;
use crate::json::fields::{error, extra_field, is_entry, time};
use crate::json::results::single_answers;
use crate::json::{JsonVariant, Parser, Tree, Value, report_error, report_slips};
use crate::layouts::Layout;
use crate::reader::Driver;
use crate::variants::lines::{Lines, ReadLine};

/// Answers by question.
pub(crate) struct Predictions;

/// What records call the identifier.
const ID: &[&str] = &[
    "id",
    "qid",
    "ID",
    "QuestionId",
    "Question-ID",
    "example_id",
    "dev_set_id",
    "question_id",
];

/// What records call the answers.
const ANSWERS: &[&str] = &[
    "answer",
    "Answers",
    "answers",
    "Answer",
    "prediction",
    "results",
    "result",
];

/// What an answer is called that is an object.
const VALUE: &[&str] = &["AnswerArgument", "answer_argument", "kb_id", "answer_id"];

/// What only questions of a benchmark have.
const FOREIGN: &[&str] = &[
    "texts",
    "query_type",
    "choices",
    "answer_type",
    "queries",
    "status",
];

impl Variant for Predictions {
    fn format(&self) -> Format {
        Format {
            name: "predictions",
            title: "answers by question: WebQSP, GrailQA, Mintaka, MKQA and others",
        }
    }

    fn layout(&self) -> Option<Layout> {
        Some(Layout {
            description: "Records with an identifier (`id`, `qid`, `ID`, `QuestionId`, `example_id`, `dev_set_id`) and answers \
                (`answer`, `Answers`, `prediction`, `results`), or an object from identifiers to such records or to answers: \
                a text, a number, a boolean, a list, or null for none. `logical_form` and `predicted_sparql` are kept as queries.",
            example: r#"[{"QuestionId": "WebQTest-0", "Answers": ["m.096g3"]}, {"QuestionId": "WebQTest-1", "Answers": []}]
"#,
        })
    }

    fn recognises(&self, probe: &Probe<'_>) -> bool {
        let Some(shape) = probe.json() else {
            return false;
        };
        if shape.is_list {
            return shape.any_element(is_record);
        }
        if shape.lists.iter().any(|key| key == "answers") && shape.any_element(is_record) {
            return true;
        }
        is_lines(&probe.head, is_record) || is_by_id(&shape.members, &shape.lists)
    }

    fn driver(&self, window: Window) -> Box<dyn Driver> {
        let head = String::from_utf8_lossy(window.bytes());
        let is_lines = head.trim_start().starts_with('{') && is_lines(&head, is_record);
        drop(head);
        if is_lines {
            return Box::new(Lines::new(window, RecordLines::default()));
        }
        json_driver(window, Records::default())
    }
}

/// Whether an object is a record with the answers to a question.
fn is_record(value: Value<'_>) -> bool {
    let has = |keys: &[&str]| keys.iter().any(|key| value.get(key).is_some());
    (has(ID) || has(&["question"]) && value.get("results").is_some_and(Value::is_string))
        && (has(ANSWERS) || has(&["logical_form"]))
        && !has(FOREIGN)
        && value
            .get("answers")
            .is_none_or(|answers| !answers.items().any(|one| one.is_object() && !is_named(one)))
}

/// Whether this is an answer with its value as a member.
fn is_named(answer: Value<'_>) -> bool {
    VALUE.iter().any(|key| answer.get(key).is_some())
}

/// Whether the members of an object are answers by identifier.
fn is_by_id(members: &[(String, String)], lists: &[String]) -> bool {
    let is_answers = |source: &str| match source.bytes().next() {
        Some(b'{') => with_value(source, |value| {
            value.get("logical_form").is_some() || value.get("answer").is_some()
        })
        .unwrap_or(false),
        Some(_) => true,
        None => false,
    };
    // Identifiers have a digit or are those of Mintaka; the names of fields seldom do.
    let is_hexadecimal =
        |key: &str| key.len() == 8 && key.bytes().all(|byte| byte.is_ascii_hexdigit());
    let is_id = |key: &str| {
        !key.contains(' ') && (key.bytes().any(|byte| byte.is_ascii_digit()) || is_hexadecimal(key))
    };
    !members.is_empty()
        && members
            .iter()
            .all(|(key, source)| is_id(key) && is_answers(source))
        && lists.iter().all(|key| is_id(key))
}

/// Reads a record, under a key or with an identifier of its own.
fn record(value: Value<'_>, key: Option<&str>, position: usize, cx: &mut Context<'_>) {
    let mut draft = Draft::new(cx, &value, Graph::Any);
    if let Some(key) = key {
        draft.named(key);
    }
    for (name, member) in value.members() {
        match &*name {
            name if ID.contains(&name) && key.is_none() => {
                draft.id(member);
            }
            "question" => {
                draft.text("en", member);
            }
            name if ANSWERS.contains(&name) => answers(member, &mut draft),
            "logical_form" => {
                draft.query(QueryForm::SExpression, member);
            }
            "predicted_sparql" if value.get("executable_sparql").is_some() => {
                draft.keep(&name, member);
            }
            "predicted_sparql" | "executable_sparql" | "sparql" => {
                draft.sparql(member);
            }
            "error" => draft.question.error = error(member),
            "time" => draft.question.latency = time(draft.cx, member),
            "entities" | "binary_answer" | "no_answer_prob" | "ground_truth" | "score" => {
                draft.keep(&name, member);
            }
            "reasoning_chains" | "subgraph" | "prompt" => {}
            _ => extra_field(draft.cx, member, &name, &mut draft.question),
        }
    }
    // MKQA: yes and no stand beside what is said in words.
    if let Some(word) = value.get("binary_answer").and_then(Value::as_str) {
        draft.answers(vec![Term::literal(word)]);
    }
    draft.record(value.source());
    // Replies of Think-on-Graph are matched by the text of the question.
    let has_ids = value.get("question").is_none();
    draft.finish(position, has_ids);
}

/// The answers of a record: a result object, rows, a scalar, or a list.
fn answers(value: Value<'_>, draft: &mut Draft<'_, '_>) {
    if draft.question.answers.is_some() {
        return;
    }
    let is_rows = value.items().next().is_some_and(|first| {
        first.is_object() && first.members().all(|(_, term)| term.get("value").is_some())
    });
    if value.is_object() {
        let is_empty = value.members().next().is_none();
        draft.question.answers = if is_empty {
            Some(lydite_model::AnswerSet::empty())
        } else {
            single_answers(draft.cx, value)
        };
    } else if value.items().any(is_named) {
        draft.members(value, VALUE);
    } else if is_rows {
        draft.question.answers = rows(draft.cx, value);
    } else {
        draft.values(value);
    }
}

/// An answer that stands under its identifier, without a record.
fn by_id(key: &str, value: Value<'_>, cx: &mut Context<'_>) {
    if value.is_object() {
        record(value, Some(key), 1, cx);
        return;
    }
    let mut draft = Draft::new(cx, &value, Graph::Any);
    draft.named(key);
    answers(value, &mut draft);
    let name = serde_json::Value::from(key);
    draft.record(&format!(
        "{{\"id\": {name}, \"answer\": {}}}",
        value.source()
    ));
    draft.finish(1, true);
}

/// The records of a document.
#[derive(Default)]
struct Records {
    position: usize,
    /// Lists of answers under an identifier that are read but not handed over, as JSON.
    lists: VecDeque<(String, String)>,
}

impl Records {
    /// Hands over the first of the lists.
    fn hand_over(&mut self, cx: &mut Context<'_>) {
        let Some((key, list)) = self.lists.pop_front() else {
            return;
        };
        let spot = Bytes(0, 0);
        let mut draft = Draft::new(cx, &spot, Graph::Any);
        draft.named(&key);
        with_value(&format!("[{list}]"), |value| draft.values(value));
        let name = serde_json::Value::from(key);
        draft.record(&format!("{{\"id\": {name}, \"answer\": [{list}]}}"));
        draft.finish(1, true);
    }
}

impl JsonVariant for Records {
    fn lists(&self) -> &'static [&'static str] {
        &["answers"]
    }

    fn takes_any_list(&self) -> bool {
        true
    }

    fn list(&mut self, key: &str) {
        if key != "answers" {
            self.lists.push_back((key.to_owned(), String::new()));
        }
    }

    fn element(&mut self, key: Option<&str>, value: Value<'_>, cx: &mut Context<'_>) {
        self.position += 1;
        if let (Some(key), Some((last, list))) = (key, self.lists.back_mut())
            && key == last
        {
            if !list.is_empty() {
                list.push_str(", ");
            }
            list.push_str(value.source());
            while self.lists.len() > 1 {
                self.hand_over(cx);
            }
            return;
        }
        if is_entry(cx, value) {
            record(value, None, self.position, cx);
        }
    }

    fn member(&mut self, key: &str, value: Value<'_>, cx: &mut Context<'_>) {
        while !self.lists.is_empty() {
            self.hand_over(cx);
        }
        by_id(key, value, cx);
    }

    fn finish(&mut self, cx: &mut Context<'_>) {
        self.hand_over(cx);
    }

    fn is_done(&self) -> bool {
        self.lists.is_empty()
    }
}

/// The records of a file that has one on each line.
#[derive(Default)]
struct RecordLines {
    parser: Parser,
}

impl ReadLine for RecordLines {
    fn line(&mut self, index: usize, cx: &mut Context<'_>) {
        let slice = cx.slice;
        if let Err(error) = self.parser.parse(&slice.text) {
            report_error(&error, None, cx);
            return;
        }
        report_slips(&self.parser.slips, cx);
        let tree = Tree {
            text: &slice.text,
            tokens: &self.parser.tokens,
            owned: &[],
        };
        let root = tree.root();
        if is_entry(cx, root) {
            record(root, None, index + 1, cx);
        }
    }
}
