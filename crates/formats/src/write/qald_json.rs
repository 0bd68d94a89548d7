//! QALD-JSON as GERBIL's strict reader takes it.
//!
//! That reader refuses unknown keys everywhere but directly in a question entry, takes an entry
//! without `question` for another format, and wants `answers` to be a list. So extra fields go into
//! the question entry, `question` and `query` are always there, and nothing else is added. That
//! answers were refreshed is said in the text `metadata` of the dataset.
//!
//! | in the model | in the file |
//! | --- | --- |
//! | no answers | no `answers` |
//! | the empty set | an answer object without bindings |
//! | out of scope, marked | `"query": {"sparql": "OUT OF SCOPE"}` |
//! | out of scope, implied | `"query": {}, "answers": []` |

use std::borrow::Cow;
use std::io::{self, Write};

use lydite_model::{DatasetInfo, Extras, QueryForm, Question, Scope, Table, Text, to_millis};

use super::json::{Json, Layout};
use super::losses::{self, Losses};
use super::results::{Rows, answer_object};
use super::{Report, Target, Writer};
use crate::{Format, refreshed, spelling};

pub(super) const TARGET: Target = Target {
    format: Format {
        name: FORMAT,
        title: "QALD-JSON (QALD-6 to QALD-10), as GERBIL accepts it",
    },
    extension: "json",
    start,
};

const FORMAT: &str = "qald-json";

/// The text that stands for the query of a question which the knowledge base cannot answer.
pub(super) const OUT_OF_SCOPE: &str = "OUT OF SCOPE";

/// The fields of a question entry; extra fields cannot have these names.
const FIELDS: &[&str] = &[
    "id",
    "answertype",
    "aggregation",
    "onlydbo",
    "hybrid",
    "question",
    "query",
    "answers",
    "confidence",
    "error",
    "time",
    // An entry with one of these is eQALD-JSON or QALD-5's JSON.
    "metadata",
    "body",
];

struct QaldJson {
    json: Json,
    /// What the dataset object says, if it is written.
    dataset: Option<DatasetInfo>,
}

fn start(sink: Box<dyn Write>, info: &DatasetInfo) -> io::Result<Box<dyn Writer>> {
    let mut json = Json::new(sink);
    json.object(Layout::Lines);
    let dataset = info.id.is_some().then(|| dataset(&mut json, info));
    json.key("questions");
    json.list(Layout::Lines);
    Ok(Box::new(QaldJson { json, dataset }))
}

/// Writes the dataset object; gives what of it was written.
fn dataset(json: &mut Json, info: &DatasetInfo) -> DatasetInfo {
    json.key("dataset");
    json.object(Layout::Inline);
    if let Some(id) = &info.id {
        json.string_member("id", id);
    }
    let mut written = DatasetInfo {
        id: info.id.clone(),
        ..DatasetInfo::default()
    };
    let text = metadata(info, &mut written);
    written.refreshed.clone_from(&info.refreshed);
    let text = match &info.refreshed {
        Some(refreshed) => Some(Cow::Owned(refreshed::join(text, refreshed))),
        None => text.map(Cow::Borrowed),
    };
    if let Some(text) = text {
        json.string_member("metadata", &text);
    }
    json.close();
    written
}

/// What the field `metadata` of a dataset object says, which must be a text.
pub(super) fn metadata<'i>(info: &'i DatasetInfo, written: &mut DatasetInfo) -> Option<&'i str> {
    let value = info.extras.get("metadata")?;
    let text = value.as_str()?;
    written.extras = Extras::from([("metadata".to_owned(), value.clone())]);
    Some(text)
}

impl Writer for QaldJson {
    fn question(&mut self, question: &Question, report: Report<'_>) -> io::Result<()> {
        let mut losses = Losses::new(FORMAT, question, report);
        let json = &mut self.json;
        json.element();
        json.object(Layout::Lines);
        id(json, question);
        if let Some(answer_type) = &question.answer_type {
            json.string_member("answertype", answer_type.as_str());
        }
        flags(json, question);
        json.key("question");
        json.list(Layout::Lines);
        for text in &question.texts {
            json.element();
            wording(json, text, Layout::Inline, &mut losses);
            json.close();
        }
        json.close();
        losses.annotations();
        losses.languages();
        let forms = [QueryForm::Sparql, QueryForm::Pseudo].map(|form| (form, form.as_str()));
        let queries = query(json, question, &forms, &mut losses);
        let implied = implied_scope(question, queries, &mut losses);
        if let Some(answers) = &question.answers {
            json.key("answers");
            json.list(Layout::Lines);
            if !implied {
                json.element();
                answer_object(json, answers, Rows::InResults, &mut losses);
            }
            json.close();
        }
        run(json, question, &mut losses);
        extras(json, question, FIELDS, &mut losses);
        json.close();
        json.pass_on()
    }

    fn finish(&mut self, info: &DatasetInfo, report: Report<'_>) -> io::Result<()> {
        self.json.close();
        if self.dataset.is_none() && info.id.is_some() {
            self.dataset = Some(dataset(&mut self.json, info));
        }
        let written = self.dataset.take().unwrap_or_default();
        losses::info(FORMAT, &written, info, report);
        self.json.finish()
    }
}

pub(super) fn id(json: &mut Json, question: &Question) {
    json.key("id");
    let id = question.id.as_str();
    // Only what reads as a JSON number may stand without quotes.
    if question.id.is_number() && id.parse::<i64>().is_ok() {
        json.raw(id);
    } else {
        json.string(id);
    }
}

pub(super) fn flags(json: &mut Json, question: &Question) {
    for (key, flag) in [
        ("aggregation", question.aggregation),
        ("onlydbo", question.only_dbo),
        ("hybrid", question.hybrid),
    ] {
        if let Some(flag) = flag {
            json.key(key);
            json.boolean(flag);
        }
    }
}

/// A wording, left open for what eQALD-JSON adds.
pub(super) fn wording(json: &mut Json, text: &Text, layout: Layout, losses: &mut Losses<'_>) {
    json.object(layout);
    json.string_member("language", text.language.as_str());
    if let Some(string) = &text.string {
        json.string_member("string", string);
    }
    if !text.keywords.is_empty() {
        let joined = losses.join_keywords(&text.keywords);
        json.string_member("keywords", &joined);
    }
}

/// The query object with a key for each notation; how many queries are in it.
pub(super) fn query(
    json: &mut Json,
    question: &Question,
    forms: &[(QueryForm, &str)],
    losses: &mut Losses<'_>,
) -> usize {
    let names: Vec<_> = forms.iter().map(|(form, _)| *form).collect();
    let mut queries = losses.choose_queries(&names);
    let marked = question.scope == Scope::Marked;
    if marked {
        let before = queries.len();
        queries.retain(|query| query.form != QueryForm::Sparql);
        losses.when(
            queries.len() < before,
            "the SPARQL query of a question that is marked out of scope",
        );
    }
    json.key("query");
    json.object(Layout::Lines);
    for (form, key) in forms {
        if marked && *form == QueryForm::Sparql {
            json.string_member(key, OUT_OF_SCOPE);
        }
    }
    let count = queries.len() + usize::from(marked);
    for query in queries {
        if let Some((_, key)) = forms.iter().find(|(form, _)| *form == query.form) {
            json.string_member(key, &query.text);
        }
    }
    json.close();
    count
}

/// Whether an empty list of answers beside no query is to say that the question is out of scope.
pub(super) fn implied_scope(question: &Question, queries: usize, losses: &mut Losses<'_>) -> bool {
    if question.scope != Scope::Implied {
        return false;
    }
    let empty = question.answers.as_ref().filter(|set| set.is_empty());
    let Some(answers) = empty.filter(|_| queries == 0) else {
        losses.say("out of scope without a marker beside a query or answers");
        return false;
    };
    let has_columns = |table: &Table| !table.columns.is_empty();
    losses.when(
        answers.as_table().is_some_and(has_columns),
        "the columns of an empty answer set",
    );
    losses.when(answers.ordered, "the order of answers");
    losses.when(
        answers.confidence.is_some(),
        "the confidence that a question is out of scope",
    );
    true
}

/// What happened when a system was asked: why it failed, and how many milliseconds it took.
pub(super) fn run(json: &mut Json, question: &Question, losses: &mut Losses<'_>) {
    if let Some(error) = &question.error {
        json.string_member("error", error);
    }
    if let Some(time) = question.latency {
        json.key("time");
        json.value(&to_millis(time).into());
    }
    let said = question.answers.as_ref().is_some_and(|set| set.ordered);
    losses.when(question.order_matters && !said, "the order of answers");
}

/// The extra fields, which readers tolerate directly in a question entry.
pub(super) fn extras(
    json: &mut Json,
    question: &Question,
    fields: &[&str],
    losses: &mut Losses<'_>,
) {
    for (key, value) in &question.extras {
        if fields.contains(&key.as_str()) || spelling::meant(key, fields).is_some() {
            losses.say(&format!(
                "the extra field `{key}`, whose name has another meaning"
            ));
        } else {
            json.key(key);
            json.value(value);
        }
    }
}

#[cfg(test)]
mod tests {
    use lydite_model::{AnswerSet, Query, QuestionId, Term};

    use super::*;
    use crate::write::tests::written;

    #[test]
    fn a_question_is_a_readable_block() {
        let mut question = Question::new(QuestionId::number(7));
        question.aggregation = Some(false);
        question.texts = vec![Text {
            keywords: vec!["mayor".to_owned(), "Berlin".to_owned()],
            ..Text::new("en", "Who is the mayor of Berlin?")
        }];
        question.queries = vec![Query::sparql("SELECT ?uri {\n … }")];
        question.answers = Some(AnswerSet::column("uri", [Term::iri("http://x/é")]));
        let info = DatasetInfo {
            id: Some("d".to_owned()),
            ..DatasetInfo::default()
        };
        let (text, losses) = written(FORMAT, &info, &[question]);
        assert_eq!(losses, [""; 0]);
        assert_eq!(
            text,
            r#"{
  "dataset": {"id": "d"},
  "questions": [
    {
      "id": 7,
      "aggregation": false,
      "question": [
        {"language": "en", "string": "Who is the mayor of Berlin?", "keywords": "mayor, Berlin"}
      ],
      "query": {
        "sparql": "SELECT ?uri {\n … }"
      },
      "answers": [
        {
          "head": {"vars": ["uri"]},
          "results": {
            "bindings": [
              {"uri": {"type": "uri", "value": "http://x/é"}}
            ]
          }
        }
      ]
    }
  ]
}
"#
        );
    }

    #[test]
    fn nothing_is_told_from_nothing() {
        let question = |scope, answers| Question {
            scope,
            answers,
            ..Question::new("1")
        };
        let cases = [
            (question(Scope::Inside, None), r#""query": {}}"#),
            (
                question(Scope::Inside, Some(AnswerSet::empty())),
                r#""query": {},"answers": [{"head": {"vars": []},"results": {"bindings": []}}]}"#,
            ),
            (
                question(Scope::Implied, Some(AnswerSet::empty())),
                r#""query": {},"answers": []}"#,
            ),
            (
                question(Scope::Marked, Some(AnswerSet::boolean(true))),
                r#""query": {"sparql": "OUT OF SCOPE"},"answers": [{"head": {}, "boolean": true}]}"#,
            ),
        ];
        for (question, expected) in cases {
            let (text, losses) = written(FORMAT, &DatasetInfo::default(), &[question]);
            let text = text.lines().map(str::trim).collect::<String>();
            assert_eq!(
                text,
                format!(r#"{{"questions": [{{"id": "1","question": [],{expected}]}}"#)
            );
            assert_eq!(losses, [""; 0]);
        }
    }
}
