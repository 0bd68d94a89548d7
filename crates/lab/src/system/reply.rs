//! What a system said, in whatever layout: the readers of answer files serve, and those layouts that
//! are never kept in files are read here.

use lydite_formats::{Item, Reader};
use lydite_model::{AnswerSet, Diagnostic, Query, Question, Response, Severity, Term};
use serde_json::Value;

use super::web::{beginning, cut, failure};
use super::{Asked, Failure, FailureKind};

/// A reply that was understood.
#[derive(Clone, Debug)]
pub struct Understood {
    /// What it says.
    pub response: Response,
    /// The layout it is in.
    pub layout: &'static str,
    /// What is irregular in it.
    pub diagnostics: Vec<Diagnostic>,
}

impl Understood {
    /// Reads a reply about a question.
    ///
    /// # Errors
    /// Why nothing can be made of it.
    pub fn read(body: &[u8], asked: &Asked<'_>) -> Result<Self, Failure> {
        let text = String::from_utf8_lossy(body);
        let text = text.trim_start_matches('\u{feff}').trim();
        if text.is_empty() {
            return Err(failure(FailureKind::Empty, "the reply is empty"));
        }
        let value = serde_json::from_str::<Value>(text);
        let mut understood = match &value {
            Ok(value) => match known(value) {
                Some(found) => found?,
                None => in_file(text)?,
            },
            Err(_) => in_file(text)?,
        };
        let response = &mut understood.response;
        response.question = asked.question.id.clone();
        response.language = Some(asked.language.clone());
        if response.answers.is_none() && response.queries.is_empty() && response.error.is_none() {
            // Nothing was said, or what was said got lost.
            let mut lost = understood.diagnostics.iter();
            return Err(match lost.find(|one| one.code.damage) {
                Some(wrong) => {
                    let reason = format!("the reply is damaged: {}", wrong.message);
                    failure(FailureKind::Unreadable, reason + &beginning(text))
                }
                None => {
                    let reason = "there is neither an answer nor a query";
                    failure(FailureKind::Empty, format!("{reason}{}", beginning(text)))
                }
            });
        }
        match &response.error {
            Some(reason) => Err(failure(FailureKind::Refused, reason.clone())),
            None => Ok(understood),
        }
    }

    fn of(layout: &'static str, response: Response) -> Self {
        Self {
            response,
            layout,
            diagnostics: Vec::new(),
        }
    }
}

/// The layouts of answer files.
fn in_file(text: &str) -> Result<Understood, Failure> {
    let unreadable = |reason: String| failure(FailureKind::Unreadable, reason);
    let reader = Reader::from_bytes("reply", text.as_bytes());
    let mut reader = reader.map_err(|error| {
        let reason = error.to_string();
        let reason = reason.strip_prefix("reply: ").unwrap_or(&reason);
        unreadable(format!("{reason}{}", beginning(text)))
    })?;
    let layout = reader.format().name;
    let (mut question, mut diagnostics) = (None::<Question>, Vec::new());
    for item in reader.items() {
        match item {
            Item::Question(found, _) => {
                // A service answers one question: GERBIL takes the first, too.
                question.get_or_insert(found);
            }
            Item::Diagnostic(diagnostic) => diagnostics.push(diagnostic),
        }
    }
    // What is read of a damaged reply is a part of the answer, and a part is not the answer.
    let mut damaged = diagnostics.iter();
    let damaged = damaged.find(|one| one.code.damage && one.code.severity == Severity::Error);
    if let Some(wrong) = damaged {
        let reason = format!("the reply is damaged: {}", wrong.message);
        return Err(unreadable(format!("{reason}{}", beginning(text))));
    }
    let Some(question) = question else {
        let reason = format!("there is no question in the reply{}", beginning(text));
        return Err(failure(FailureKind::Empty, reason));
    };
    Ok(Understood {
        response: Response::from(question),
        layout,
        diagnostics,
    })
}

/// The layouts that are never kept in files (services.md, §10 and §11, and our own).
fn known(value: &Value) -> Option<Result<Understood, Failure>> {
    let object = value.as_object()?;
    let response = Response::default();
    if let Some(list) = object.get("queryResponseStrings").and_then(Value::as_array) {
        // Frankenstein: two strings about the process, then the answers; `0` is none.
        let answers = list.iter().skip(2).filter_map(Value::as_str);
        let answers: Vec<Term> = answers.filter(|text| *text != "0").map(term).collect();
        return Some(Ok(Understood::of(
            "Frankenstein",
            Response {
                answers: Some(set(answers)),
                ..response
            },
        )));
    }
    if object.contains_key("member") && object.contains_key("@context") {
        return Some(Ok(Understood::of("Platypus", platypus(value))));
    }
    if object.get("result").is_some_and(Value::is_array) && object.contains_key("log") {
        return Some(Ok(Understood::of("OKBQA", okbqa(value))));
    }
    let only_error = object
        .keys()
        .all(|key| ["error", "id", "message", "detail", "status"].contains(&key.as_str()));
    if let (true, Some(said)) = (only_error, said(value)) {
        return Some(Err(failure(FailureKind::Refused, said)));
    }
    plain(value)
}

/// The layout that programs answer in, which is also that of the generic adapter of Qanary:
/// `answers` or `answer` (a list of texts, IRIs or terms, or SPARQL results), `boolean`, `query` or
/// `sparql`, `confidence`, `error`.
fn plain(value: &Value) -> Option<Result<Understood, Failure>> {
    const KEYS: [&str; 11] = [
        "id",
        "question",
        "language",
        "query",
        "sparql",
        "answer",
        "answers",
        "boolean",
        "confidence",
        "error",
        "dataset",
    ];
    let object = value.as_object()?;
    let says = ["query", "sparql", "answer", "answers", "boolean", "error"];
    let is_plain = object.keys().all(|key| KEYS.contains(&key.as_str()))
        && says.iter().any(|key| object.contains_key(*key));
    if !is_plain || object.get("question").is_some_and(|one| !one.is_string()) {
        return None;
    }
    let wrong = |key: &str, expected: &str| {
        let reason = format!("`{key}` is not {expected}{}", beginning(&value.to_string()));
        Some(Err(failure(FailureKind::Unreadable, reason)))
    };
    let mut response = Response::default();
    for key in ["query", "sparql"] {
        match object.get(key) {
            None | Some(Value::Null) => {}
            Some(Value::String(text)) if text.trim().is_empty() => {}
            Some(Value::String(text)) => response.queries.push(Query::sparql(text.as_str())),
            Some(_) => return wrong(key, "a text"),
        }
    }
    match object.get("boolean") {
        None | Some(Value::Null) => {}
        Some(Value::Bool(yes)) => response.answers = Some(AnswerSet::boolean(*yes)),
        Some(_) => return wrong("boolean", "true or false"),
    }
    for key in ["answer", "answers"] {
        match object.get(key) {
            None | Some(Value::Null) => {}
            Some(Value::Bool(yes)) => response.answers = Some(AnswerSet::boolean(*yes)),
            Some(Value::Array(list)) => {
                let terms: Option<Vec<Term>> = list.iter().map(of_json).collect();
                match terms {
                    Some(terms) => response.answers = Some(set(terms)),
                    None => return wrong(key, "a list of texts, numbers or terms"),
                }
            }
            Some(Value::String(text)) => response.answers = Some(set(vec![term(text)])),
            Some(results @ Value::Object(_)) => match in_file(&results.to_string()) {
                Ok(inner) => response.answers = inner.response.answers,
                Err(failure) => return Some(Err(failure)),
            },
            Some(Value::Number(number)) => {
                response.answers = Some(set(vec![Term::literal(number.to_string())]));
            }
        }
    }
    let confidence = object.get("confidence").and_then(Value::as_f64);
    response.confidence = confidence.filter(|sure| sure.is_finite());
    if let (Some(answers), Some(sure)) = (&mut response.answers, response.confidence) {
        answers.confidence = Some(sure);
    }
    response.error = said(value);
    Some(Ok(Understood::of("plain", response)))
}

/// What an `error` says, whatever it is: a text, an object with a message, true.
pub(super) fn said(value: &Value) -> Option<String> {
    let error = value.get("error")?;
    let text = match error {
        Value::Null | Value::Bool(false) => return None,
        Value::String(text) => text.clone(),
        Value::Object(object) => match object.get("message").and_then(Value::as_str) {
            Some(message) => message.to_owned(),
            None => error.to_string(),
        },
        other => match value.get("message").and_then(Value::as_str) {
            Some(message) => message.to_owned(),
            None => other.to_string(),
        },
    };
    Some(cut(text.trim(), 500))
}

/// Platypus answers in JSON-LD: `member.result["rdf:value"]`, or the resource itself.
fn platypus(value: &Value) -> Response {
    let members = match value.get("member") {
        Some(Value::Array(members)) => members.as_slice(),
        Some(member) => std::slice::from_ref(member),
        None => &[],
    };
    let mut terms = Vec::new();
    for result in members.iter().filter_map(|member| member.get("result")) {
        let literal = result.get("rdf:value").or_else(|| result.get("@value"));
        let literal = literal.map(|value| value.get("@value").unwrap_or(value));
        match (literal, result.get("@id").and_then(Value::as_str)) {
            (Some(literal), _) => terms.extend(of_json(literal)),
            (None, Some(iri)) => terms.push(Term::iri(iri)),
            (None, None) => {}
        }
    }
    Response {
        answers: Some(set(terms)),
        ..Response::default()
    }
}

/// The controller of OKBQA answers with what every module did, and with the answers.
pub(super) fn okbqa(value: &Value) -> Response {
    let mut response = Response::default();
    let list = value.get("result").and_then(Value::as_array);
    let list = list.map(Vec::as_slice).unwrap_or_default();
    let push = |query: &str, response: &mut Response| {
        let query = Query::sparql(query);
        if !response.queries.contains(&query) {
            response.queries.push(query);
        }
    };
    let log = value.get("log").and_then(Value::as_array);
    for entry in log.map(Vec::as_slice).unwrap_or_default() {
        if entry.get("1. module").and_then(Value::as_str) == Some("QGM") {
            for query in lydite_template::generated_queries(&entry["4. output"]) {
                push(&query, &mut response);
            }
        }
    }
    for one in list {
        if let Some(query) = one.get("query").and_then(Value::as_str) {
            push(query, &mut response);
        }
    }
    response.answers = Some(set(okbqa_answers(list)));
    response
}

/// The answers of the module that answers: texts, or lists of them, beside the queries.
pub(super) fn okbqa_answers(list: &[Value]) -> Vec<Term> {
    let mut terms = Vec::new();
    for one in list {
        match one.get("answer").unwrap_or(one) {
            Value::Array(inner) => terms.extend(inner.iter().filter_map(of_json)),
            other => terms.extend(of_json(other)),
        }
    }
    terms
}

/// A set of single values; one that is nothing but yes or no is the answer to a yes/no question.
pub(super) fn set(terms: Vec<Term>) -> AnswerSet {
    match terms.as_slice() {
        [Term::Literal(only)] if only.datatype.is_none() && only.language.is_none() => {
            match only.value.to_ascii_lowercase().as_str() {
                "true" => AnswerSet::boolean(true),
                "false" => AnswerSet::boolean(false),
                _ => AnswerSet::column("answer", terms),
            }
        }
        _ => AnswerSet::column("answer", terms),
    }
}

/// A value as JSON has it: a text, a number, or a term as in SPARQL results.
fn of_json(value: &Value) -> Option<Term> {
    match value {
        Value::String(text) => Some(term(text)),
        Value::Number(number) => Some(Term::literal(number.to_string())),
        Value::Bool(yes) => Some(Term::literal(yes.to_string())),
        Value::Object(object) => {
            let text = object.get("value").and_then(Value::as_str)?;
            // Virtuoso calls literals with a datatype so.
            let mut object = object.clone();
            if object.get("type").and_then(Value::as_str) == Some("typed-literal") {
                object.insert("type".to_owned(), "literal".into());
            }
            let read = serde_json::from_value(Value::Object(object));
            Some(read.unwrap_or_else(|_| term(text)))
        }
        Value::Null | Value::Array(_) => None,
    }
}

/// A text that may be an IRI.
fn term(text: &str) -> Term {
    let text = text.trim();
    let bare = text
        .strip_prefix('<')
        .and_then(|text| text.strip_suffix('>'));
    let bare = bare.unwrap_or(text);
    let is_iri = ["http://", "https://", "urn:"]
        .iter()
        .any(|start| bare.starts_with(start));
    if is_iri && !bare.contains(char::is_whitespace) {
        Term::iri(bare)
    } else {
        Term::literal(text)
    }
}

#[cfg(test)]
mod tests {
    use lydite_model::{Language, Text};

    use super::*;

    fn read(body: &str) -> Result<Understood, Failure> {
        let question = Question {
            texts: vec![Text::new("en", "Who?")],
            ..Question::new("77")
        };
        let english = Language::new("en");
        Understood::read(body.as_bytes(), &Asked::of(&question, &english).unwrap())
    }

    /// The answers and queries of a reply in one line.
    fn summary(understood: &Understood) -> String {
        let response = &understood.response;
        assert_eq!(response.question.as_str(), "77");
        let answers = match &response.answers {
            None => "none".to_owned(),
            Some(set) => match (set.as_boolean(), set.as_table()) {
                (Some(yes), _) => yes.to_string(),
                (_, Some(table)) => {
                    let terms: Vec<String> = table.terms().map(Term::to_string).collect();
                    terms.join(" ")
                }
                _ => String::new(),
            },
        };
        let queries: Vec<&str> = response.queries.iter().map(|one| &*one.text).collect();
        format!("{answers} | {}", queries.join(" ; "))
    }

    #[test]
    fn every_layout_of_the_field_is_understood() {
        for (body, layout, expected) in [
            // GERBIL's own (services.md §1.2)
            (
                r#"{"questions":[{"id":"1","answertype":"resource","question":[{"language":"en","string":"Who?","keywords":""}],
                    "query":{"sparql":"ASK {}"},"answers":[{"head":{"vars":["uri"]},
                    "results":{"bindings":[{"uri":{"type":"uri","value":"http://x/A"}}]}}]}]}"#,
                "qald-json",
                "<http://x/A> | ASK {}",
            ),
            (
                r#"{"questions":[{"id":"1","question":[{"language":"en","string":"?"}],"answers":[{"head":{},"boolean":true}]}]}"#,
                "qald-json",
                "true | ",
            ),
            (
                r#"{"questions":[{"id":"1","question":[{"language":"en","string":"?"}],"answers":[]}]}"#,
                "qald-json",
                " | ",
            ),
            // QAnswer (§4)
            (
                r#"{"questions":[{"question":{"answers":"{\"head\":{\"vars\":[\"o1\"]},\"results\":{\"bindings\":[{\"o1\":{\"type\":\"uri\",\"value\":\"http://www.wikidata.org/entity/Q64\"}}]}}","language":[{"SPARQL":"SELECT 1","confidence":0.98}]}}]}"#,
                "extended-qald-json",
                "<http://www.wikidata.org/entity/Q64> | SELECT 1",
            ),
            // eQALD-JSON of the GERBIL paper
            (
                r#"{"questions":[{"id":"1","metadata":{"answertype":"uri","hybrid":"false"},"question":[{"language":"en","string":"?"}],
                    "query":{"SPARQL":"SELECT 2"},"answers":{"bindings":[{"x":{"type":"uri","value":"http://x/B"}}]}}]}"#,
                "eqald-json",
                "<http://x/B> | SELECT 2",
            ),
            // TeBaQA, gAnswer and RuBQ, DeepPavlov, TEXT2SPARQL (§2, §11)
            (
                r#"{"answers":["http://x/A","b"],"sparql":"SELECT 1"}"#,
                "plain",
                "<http://x/A> \"b\" | SELECT 1",
            ),
            (
                r#"{"queries":["SELECT 1","SELECT 2"]}"#,
                "service-response",
                "none | SELECT 1 ; SELECT 2",
            ),
            (
                r#"[{"sparql_query":"SELECT 1","confidence":0.9}]"#,
                "service-response",
                "none | SELECT 1",
            ),
            (
                r#"{"dataset":"http://d/","question":"Who?","query":"SELECT 1"}"#,
                "plain",
                "none | SELECT 1",
            ),
            // Frankenstein, Platypus, OKBQA, the generic interface (§10, §11)
            (
                r#"{"queryResponseStrings":["a","b","http://x/A"]}"#,
                "Frankenstein",
                "<http://x/A> | ",
            ),
            (
                r#"{"queryResponseStrings":["a","b","0"]}"#,
                "Frankenstein",
                " | ",
            ),
            (
                r#"{"@context":{},"@type":"hydra:Collection","member":[{"result":{"@type":"xsd:integer","rdf:value":"42"}},{"result":{"@id":"http://x/A"}}]}"#,
                "Platypus",
                "\"42\" <http://x/A> | ",
            ),
            (
                r#"{"log":[{"1. module":"QGM","4. output":[{"query":"SELECT 1","score":1}]}],"result":[{"query":"SELECT 1","answer":"http://x/A"}]}"#,
                "OKBQA",
                "<http://x/A> | SELECT 1",
            ),
            (r#"{"answer":["Berlin"]}"#, "plain", "\"Berlin\" | "),
            (r#"{"answer":["true"]}"#, "plain", "true | "),
            // SPARQL results as they are
            (
                r#"{"head":{"vars":["x"]},"results":{"bindings":[]}}"#,
                "sparql-results-json",
                " | ",
            ),
            (
                r#"{"id":"7","answers":[{"type":"typed-literal","value":"4","datatype":"http://x/int"}, 5]}"#,
                "plain",
                "\"4\"^^<http://x/int> \"5\" | ",
            ),
            (
                r#"{"answers":{"head":{},"boolean":false},"query":""}"#,
                "plain",
                "false | ",
            ),
        ] {
            let understood = read(body).unwrap_or_else(|failure| panic!("{body}: {failure:?}"));
            assert_eq!(understood.layout, layout, "{body}");
            assert_eq!(summary(&understood), expected, "{body}");
        }
    }

    #[test]
    fn what_is_no_answer_is_a_failure_with_a_reason() {
        use FailureKind::*;
        for (body, kind, reason) in [
            ("", Empty, "the reply is empty"),
            (" \n", Empty, "the reply is empty"),
            ("{}", Empty, "no question"),
            ("<html><body>Sorry</body></html>", Unreadable, "<html>"),
            ("Berlin", Unreadable, "Berlin"),
            (r#"{"questions":[]}"#, Empty, "no question"),
            (
                r#"{"questions":[{"id":"1","answers":[{"head":"#,
                Unreadable,
                "damaged",
            ),
            (
                r#"{"questions":[{"id":"1","answers":5}]}"#,
                Unreadable,
                "damaged",
            ),
            (r#"{"error":"I do not know"}"#, Refused, "I do not know"),
            (r#"{"error":{"message":"no","code":3}}"#, Refused, "no"),
            (
                r#"{"id":"1","query":null,"error":"gave up"}"#,
                Refused,
                "gave up",
            ),
            (
                r#"{"id":"1","query":""}"#,
                Empty,
                "neither an answer nor a query",
            ),
            (
                r#"{"answers":[[1]]}"#,
                Unreadable,
                "`answers` is not a list",
            ),
            (r#"{"query":{"a":1}}"#, Unreadable, "`query` is not a text"),
        ] {
            let failure = read(body).unwrap_err();
            assert_eq!(failure.kind, kind, "{body}: {}", failure.reason);
            assert!(
                failure.reason.contains(reason),
                "{body}: {}",
                failure.reason
            );
        }
    }
}
