//! What systems answered, by question: a list of records, a record on each line, or an object from
//! identifiers to records or answers. WebQSP, GrailQA, ComplexWebQuestions, MKQA, Mintaka,
//! WikiWebQuestions, the scholarly challenges, RoG, Think-on-Graph.

use std::borrow::Cow;
use std::collections::VecDeque;

use lydite_model::{Action, QueryForm, Term};

use super::draft::Draft;
use super::graph::Graph;
use super::rows::rows;
use crate::codes;
use crate::context::{Bytes, Context};
use crate::format::{Format, JsonShape, Probe, Variant, json_driver, with_value};
use crate::input::Window;
use crate::json::fields::{error, extra_field, is_entry, misspelt, time};
use crate::json::results::single_answers;
use crate::json::{JsonVariant, Value};
use crate::layouts::Layout;
use crate::reader::Driver;
use crate::spelling;
use crate::variants::lines::{JsonRecords, Lines, is_lines};

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

/// What else records have.
const OTHER: &[&str] = &[
    "question",
    "predicted_sparql",
    "sparql",
    "error",
    "time",
    "entities",
    "binary_answer",
    "no_answer_prob",
    "ground_truth",
    "score",
    "reasoning_chains",
    "subgraph",
    "prompt",
    "input",
];

/// What an answer is called that is an object.
const VALUE: &[&str] = &["AnswerArgument", "answer_argument", "kb_id", "answer_id"];

/// The lists that records stand in.
const LISTED: &[&str] = &["answers", "questions", "Questions", "data"];

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
        let is_listed = shape.lists.iter().any(|key| LISTED.contains(&&**key));
        if is_listed && shape.any_element(is_record) {
            return true;
        }
        is_lines(&probe.head, is_record) || is_by_id(shape)
    }

    fn driver(&self, window: Window) -> Box<dyn Driver> {
        let head = String::from_utf8_lossy(window.bytes());
        let is_lines = is_lines(&head, is_record);
        drop(head);
        if is_lines {
            let records = JsonRecords::read_by(|value, at, cx| {
                if is_entry(cx, value) {
                    record(value, None, at, cx);
                }
            });
            return Box::new(Lines::new(window, records));
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

/// Whether an entry of `questions` is such a record rather than a question of QALD.
pub(crate) fn is_no_question(value: Value<'_>) -> bool {
    let other_ids = &ID[1..];
    let is_bare = |answer: Value<'_>| !answer.is_object() && !answer.items().any(Value::is_object);
    is_record(value)
        && (other_ids.iter().any(|key| value.get(key).is_some())
            || value.get("question").is_none() && value.get("answer").is_some_and(is_bare))
}

/// Whether this is an answer with its value as a member.
fn is_named(answer: Value<'_>) -> bool {
    VALUE.iter().any(|key| answer.get(key).is_some())
}

/// Whether the members of an object are answers by identifier.
fn is_by_id(shape: &JsonShape) -> bool {
    let (members, lists) = (&shape.members, &shape.lists);
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
    // One list may be anything, several of texts are answers.
    let are_answers = !members.is_empty() || lists.len() > 1 && shape.elements.is_empty();
    are_answers
        && members
            .iter()
            .all(|(key, source)| is_id(key) && is_answers(source))
        && lists.iter().all(|key| is_id(key))
}

/// Whether a record says what the system answered, or that it did not.
fn is_answered(record: Value<'_>) -> bool {
    let mut keys = ANSWERS.iter().chain(&["binary_answer", "error"]);
    keys.any(|key| record.get(key).is_some())
}

/// What misspelt names may be meant for, but for those that are too short to tell.
const LONG: &[&str] = &[
    "QuestionId",
    "example_id",
    "dev_set_id",
    "answers",
    "prediction",
    "results",
    "logical_form",
    "executable_sparql",
];

/// The name of a member as the layouts have it.
fn spelled<'t>(
    cx: &mut Context<'_>,
    record: Value<'t>,
    name: Cow<'t, str>,
    member: Value<'t>,
) -> Cow<'t, str> {
    let lacks = |keys: &[&str]| !keys.iter().any(|key| record.get(key).is_some());
    if ID.contains(&&*name) || ANSWERS.contains(&&*name) || OTHER.contains(&&*name) {
        return name;
    }
    let meant = spelling::meant(&name, LONG).filter(|meant| {
        let same: &[&str] = match *meant {
            meant if ID.contains(&meant) => ID,
            meant if ANSWERS.contains(&meant) => ANSWERS,
            meant => return record.get(meant).is_none(),
        };
        lacks(same)
    });
    match meant {
        Some(meant) => {
            misspelt(cx, &member, &name, meant);
            Cow::Borrowed(meant)
        }
        None => name,
    }
}

/// Reads a record, under a key or with an identifier of its own.
fn record(value: Value<'_>, key: Option<&str>, position: usize, cx: &mut Context<'_>) {
    let mut draft = Draft::new(cx, &value, Graph::Any);
    if let Some(key) = key {
        draft.named(key);
    }
    let mut unknown = None;
    for (name, member) in value.members() {
        let name = spelled(draft.cx, value, name, member);
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
            "entities" | "binary_answer" | "no_answer_prob" | "ground_truth" | "score"
            | "input" => {
                draft.keep(&name, member);
            }
            "reasoning_chains" | "subgraph" | "prompt" => {}
            _ => {
                unknown = unknown.or((member.is_array() || member.is_string()).then_some(member));
                extra_field(draft.cx, member, &name, &mut draft.question);
            }
        }
    }
    if let Some(unknown) = unknown
        && !is_answered(value)
        && draft.question.answers.is_none()
    {
        let message = "the record has no answers; perhaps this field has them";
        (draft.cx).report(&unknown, &codes::ANSWERS_ELSEWHERE, Action::Kept, message);
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
        LISTED
    }

    fn takes_any_list(&self) -> bool {
        true
    }

    fn list(&mut self, key: &str) {
        if !LISTED.contains(&key) {
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
