//! TEXT2SPARQL's result sets: the values that the query of each question returned.
//!
//! A set has the values of all columns as keys, so that rows, datatypes and languages are lost; a
//! yes/no answer is `{"true": 1}` or `{"true": 0}`. Which questions need their answers in order is
//! told by `order_required`, anywhere in the file and mostly at its end; so questions are held back
//! until the list has come, the file ends, or they take too much memory.

use std::collections::{HashSet, VecDeque};

use lydite_model::{Action, AnswerSet, Question, Table};

use super::qname::Qname;
use crate::codes;
use crate::context::{Context, Settled};
use crate::format::{Format, Probe, Variant, json_driver, with_value};
use crate::input::Window;
use crate::json::fields::{id_or_position, is_entry, wrong_type};
use crate::json::{JsonVariant, Kind, Value};
use crate::reader::Driver;
use crate::{spelling, terms};

/// TEXT2SPARQL's result sets.
pub(crate) struct Text2SparqlResults;

const ORDER_REQUIRED: &str = "order_required";

impl Variant for Text2SparqlResults {
    fn format(&self) -> Format {
        Format {
            name: "text2sparql-results",
            title: "TEXT2SPARQL result sets",
        }
    }

    fn recognises(&self, probe: &Probe<'_>) -> bool {
        if let Some(key) = probe.only_key() {
            let name = Qname::parse(key);
            return name.prefix.is_some() && name.language.is_some();
        }
        probe.json().is_some_and(|shape| {
            !shape.is_list
                && (!shape.members.is_empty() || shape.is_nothing())
                && shape.lists.iter().all(|list| {
                    list == ORDER_REQUIRED || spelling::meant(list, &[ORDER_REQUIRED]).is_some()
                })
                && shape
                    .members
                    .iter()
                    .all(|(name, set)| name.contains(':') && with_value(set, is_set) == Some(true))
        })
    }

    fn driver(&self, window: Window) -> Box<dyn Driver> {
        json_driver(window, Sets::default())
    }
}

/// Whether a value is a result set, and not the scores of one.
fn is_set(value: Value<'_>) -> bool {
    let is_weight = |value: Value<'_>| value.kind() == Kind::Number;
    value.is_object() && value.members().all(|(_, weight)| is_weight(weight)) && !are_scores(value)
}

/// Whether a value holds the scores of a question in an evaluation by TEXT2SPARQL.
pub(crate) fn are_scores(value: Value<'_>) -> bool {
    value.get("set_F").is_some() && value.get("set_P").is_some()
}

/// How many bytes of the file may be held back as questions.
const MOST_HELD: usize = 32 << 20;

/// The result sets that are read.
#[derive(Default)]
struct Sets {
    position: usize,
    /// Whether the list of ordered questions has come.
    told: bool,
    ordered: HashSet<String>,
    /// Questions that wait for the list, with their names, places and sizes in the file.
    held: VecDeque<(String, Question, Settled, usize)>,
    /// How many bytes of the file they are.
    held_bytes: usize,
    /// Whether questions were handed over before the list came.
    gave_up: bool,
}

impl Sets {
    /// Hands over some of the questions that were held back.
    fn release(&mut self, cx: &mut Context<'_>) {
        /// Few enough for all that there is to say about them to be said.
        const BATCH: usize = 50;
        let some = self.held.len().min(BATCH);
        for (name, mut question, spot, bytes) in self.held.drain(..some) {
            self.held_bytes -= bytes;
            question.order_matters = self.ordered.contains(&name);
            if let Some(answers) = &mut question.answers {
                answers.ordered = question.order_matters;
            }
            cx.emit(&spot, question);
        }
    }
}

impl JsonVariant for Sets {
    fn lists(&self) -> &'static [&'static str] {
        &[ORDER_REQUIRED]
    }

    fn list(&mut self, _key: &str) {
        self.told = true;
    }

    fn element(&mut self, _key: Option<&str>, value: Value<'_>, cx: &mut Context<'_>) {
        let Some(name) = value.as_str() else {
            return wrong_type(cx, value, "the name of a question");
        };
        if std::mem::take(&mut self.gave_up) {
            cx.report(
                &value,
                &codes::ORDER_GIVEN_LATE,
                Action::Skipped,
                "questions before this list are treated as unordered",
            )
            .hint = Some(format!(
                "move `{ORDER_REQUIRED}` to the beginning of the file"
            ));
        }
        self.ordered.insert(name.into_owned());
    }

    fn member(&mut self, key: &str, value: Value<'_>, cx: &mut Context<'_>) {
        self.position += 1;
        if !is_entry(cx, value) {
            return;
        }
        let name = Qname::parse(key);
        let mut question =
            Question::new(id_or_position(cx, value, name.question_id(), self.position));
        question.language = name.question_language();
        if cx.output.info.prefix.is_none() {
            cx.output.info.prefix = name.prefix.map(str::to_owned);
        }
        question.answers = Some(answers(value, cx));
        let bytes = value.source().len();
        self.held_bytes += bytes;
        let spot = cx.settle(&value);
        self.held.push_back((key.to_owned(), question, spot, bytes));
        let too_many = self.held_bytes > MOST_HELD;
        self.gave_up |= too_many && !self.told;
        if self.told || too_many {
            self.release(cx);
        }
    }

    fn is_done(&self) -> bool {
        self.held.is_empty()
    }

    fn finish(&mut self, cx: &mut Context<'_>) {
        self.release(cx);
    }
}

fn answers(set: Value<'_>, cx: &mut Context<'_>) -> AnswerSet {
    let mut table = Table::new(["value".to_owned()]);
    let mut members = set.members().peekable();
    while let Some((value, weight)) = members.next() {
        let weight_text = weight.as_text();
        let is_only = table.is_empty() && members.peek().is_none();
        match weight_text.as_deref() {
            Some("1") if value == "true" && is_only => return AnswerSet::boolean(true),
            Some("0") if value == "true" && is_only => return AnswerSet::boolean(false),
            Some("1") => {}
            Some(text) if text.parse::<f64>().is_err() => {
                wrong_type(cx, weight, "the weight of a value as a number");
            }
            Some(_) if value == "true" && is_only => {
                wrong_type(cx, weight, "1 for yes or 0 for no");
            }
            None => wrong_type(cx, weight, "the weight of a value as a number"),
            Some(_) => {
                cx.report(
                    &weight,
                    &codes::ODD_WEIGHT,
                    Action::Kept,
                    format!("`{value}` has the weight {}", weight.source()),
                );
            }
        }
        let term = terms::guess(value.into_owned());
        terms::check(cx, &weight, &term);
        table.push([Some(term)]);
    }
    AnswerSet::from(table)
}

#[cfg(test)]
mod tests {
    use crate::Reader;
    use crate::testing::{read, read_every_beginning};

    const SAMPLE: &str = r#"{
        "p:0-en": {},
        "db25:1-en": {"2892": 1},
        "db25:1-es": {"http://x/A": 1, "http://x/B": 1},
        "order_required": ["db25:1-es", "db25:4-en", 7],
        "db25:2-en": {"true": 1},
        "db25:3-en": {"true": 0},
        "db25:4-en": {},
        "db25:5-en": {"true": 1, "x": 0},
        "db25:": {"a": 1},
        "db25:6-en": {}
    }"#;

    #[test]
    fn sets_become_a_column_or_yes_and_no() {
        let read = read(SAMPLE);
        assert_eq!(read.format, "text2sparql-results");
        let ids: Vec<_> = read.questions.iter().map(|q| q.id.as_str()).collect();
        assert_eq!(ids, ["0", "1", "1", "2", "3", "4", "5", "8", "6"]);
        let answers: Vec<_> = (0..9).map(|question| read.answers(question)).collect();
        assert_eq!(
            answers,
            [
                "",
                "\"2892\"",
                "<http://x/A> <http://x/B>",
                "Some(true)",
                "Some(false)",
                "",
                "\"true\" \"x\"",
                "\"a\"",
                ""
            ]
        );
        let ordered: Vec<_> = read
            .questions
            .iter()
            .map(|question| question.answers.as_ref().is_some_and(|set| set.ordered))
            .collect();
        assert_eq!(ordered[..6], [false, false, true, false, false, true]);
        let matters = |question: &lydite_model::Question| question.order_matters;
        assert_eq!(read.questions.iter().filter(|q| matters(q)).count(), 2);
        assert_eq!(read.info.prefix.as_deref(), Some("p"));
        assert_eq!(read.codes(), "Q014 A030 Q010");
        read_every_beginning(SAMPLE);
    }

    #[test]
    fn a_broken_set_does_not_take_others_with_it() {
        for broken in [r#"{"a": [1}"#, r#"{"a": 1]}"#, r#"{"a" 1}"#] {
            let good = "\"p:1-en\": {\"x\": 1}, ".repeat(40);
            let read = read(&format!(
                "{{{good}\"p:2-en\": {broken}, \"p:3-en\": {{\"y\": 1}}}}"
            ));
            let last = read.questions.last().unwrap();
            assert_eq!(last.id.as_str(), "3", "{broken}");
            assert!(read.damage.counts.contains_key("F010"), "{broken}");
        }
    }

    #[test]
    fn a_first_set_may_be_large() {
        let set = vec!["\"http://example.org/resource/\": 1"; 50_000].join(", ");
        let read = read(&format!("{{\"p:1-en\": {{{set}}}, \"p:2-en\": {{}}}}"));
        assert_eq!(
            (read.format, read.questions.len()),
            ("text2sparql-results", 2)
        );
    }

    #[test]
    fn scores_are_not_taken_for_results() {
        let scores = r#"{"db25:1-en": {"set_P": 0.0, "set_recall": 0.0, "set_F": 0.0}, "average": {"set_F": 0.5}}"#;
        let error = Reader::from_bytes("eval.json", scores.as_bytes())
            .err()
            .unwrap();
        assert!(error.to_string().contains("scores"), "{error}");
    }
}
