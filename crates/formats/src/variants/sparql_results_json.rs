//! SPARQL query results in JSON (W3C) as a file: the answers of a single question.
//!
//! Such a file does not say what was asked; the question has the id `1`. Virtuoso's `link`,
//! `distinct` and `ordered` are accepted; its `ordered` is always true and says nothing.

use lydite_model::Question;

use crate::context::{Context, Settled};
use crate::format::{Format, Probe, Variant, json_driver};
use crate::input::Window;
use crate::json::fields::{misspelt, unknown_field};
use crate::json::results::Joined;
use crate::json::{JsonVariant, Value};
use crate::reader::Driver;
use crate::spelling;

/// SPARQL query results in JSON.
pub(crate) struct SparqlResultsJson;

/// The members of a document.
const KEYS: &[&str] = &["head", "results", "boolean", "link"];

impl Variant for SparqlResultsJson {
    fn format(&self) -> Format {
        Format {
            name: "sparql-results-json",
            title: "SPARQL query results (JSON), the answers of one question",
        }
    }

    fn recognises(&self, probe: &Probe<'_>) -> bool {
        let is_large = matches!(probe.only_key(), Some("head" | "results"));
        is_large
            || probe.json().is_some_and(|shape| {
                let is_known =
                    |key: &str| KEYS.contains(&key) || spelling::meant(key, KEYS).is_some();
                !shape.is_list
                    && ["results", "boolean", "head"]
                        .iter()
                        .any(|key| shape.has(key))
                    && (shape.members.iter()).all(|(key, _)| is_known(key))
                    && shape.lists.iter().all(|key| key == "link")
            })
    }

    fn driver(&self, window: Window) -> Box<dyn Driver> {
        json_driver(window, Results::default())
    }
}

#[derive(Default)]
struct Results {
    joined: Joined,
    /// Where the answers are, once they were seen.
    seen: Option<Settled>,
    has_boolean: bool,
}

impl JsonVariant for Results {
    fn lists(&self) -> &'static [&'static str] {
        &["link"]
    }

    fn element(&mut self, _key: Option<&str>, _value: Value<'_>, _cx: &mut Context<'_>) {}

    fn member(&mut self, key: &str, value: Value<'_>, cx: &mut Context<'_>) {
        let meant = spelling::meant(key, KEYS);
        if let Some(meant) = meant {
            misspelt(cx, &value, key, meant);
        }
        match meant.unwrap_or(key) {
            "head" => self.joined.head(cx, value),
            "results" => {
                self.seen = Some(cx.settle(&value));
                self.joined.results(cx, value, None, self.has_boolean);
            }
            "boolean" => {
                self.seen = Some(cx.settle(&value));
                self.has_boolean = true;
                self.joined.boolean(cx, value);
            }
            _ => unknown_field(cx, value, key),
        }
    }

    fn finish(&mut self, cx: &mut Context<'_>) {
        if let Some(spot) = &self.seen {
            let mut question = Question::new("1");
            question.answers = Some(std::mem::take(&mut self.joined).finish(cx, spot));
            cx.emit(spot, question);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::{read, read_every_beginning};

    #[test]
    fn a_result_is_the_answer_of_one_question() {
        let cases = [
            (r#"{"head": {}, "boolean": false}"#, "Some(false)", ""),
            (
                r#"{"head": {"link": [], "vars": ["x", "y"]}, "results": {"distinct": false, "ordered": true, "bindings": [
                    {"x": {"type": "uri", "value": "http://x/é"}},
                    {"y": {"type": "typed-literal", "datatype": "http://www.w3.org/2001/XMLSchema#int", "value": "4"}}]}}"#,
                "<http://x/é> \"4\"^^<http://www.w3.org/2001/XMLSchema#int>",
                "",
            ),
            (
                r#"{"head": {"vars": ["x"]}, "results": {"bindings": []}}"#,
                "",
                "",
            ),
            (r#"{"head": {"vars": []}, "results": {}}"#, "", "A003"),
            (
                r#"{"results": {"bindings": [{"x": {"value": "1"}}, 3]}, "head": 1}"#,
                "\"1\" \"3\"",
                "A015 A031",
            ),
            (r#"{"head": {}, "results": 1}"#, "", "Q014 A003"),
        ];
        for (text, answers, codes) in cases {
            let read = read(text);
            assert_eq!(read.format, "sparql-results-json");
            assert_eq!(read.questions[0].id.as_str(), "1");
            assert_eq!(
                (&*read.answers(0), &*read.codes()),
                (answers, codes),
                "{text}"
            );
            read_every_beginning(text);
        }
    }

    #[test]
    fn a_result_that_is_cut_off_has_no_answers() {
        let read = read(r#"{"head": {"vars": ["x"]}, "results": {"bindings": [{"x""#);
        assert_eq!((read.questions.len(), &*read.codes()), (0, "F011"));
    }
}
