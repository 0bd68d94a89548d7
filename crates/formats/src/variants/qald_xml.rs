//! QALD-XML, the format of QALD-1 to QALD-5 and QALD-7, in its three variants.
//!
//! They differ in how languages and answers are written, and files mix them; so there is one reader,
//! which takes each wording and each answer as it comes. The variants only give the file its name.

use lydite_model::{
    Action, AnswerSet, Language, Query, QueryForm, Question, QuestionId, Refreshed, Scope, Source,
    Syntax, Text,
};

use crate::codes;
use crate::context::{Context, Spot};
use crate::format::{Format, Probe, Variant};
use crate::input::Window;
use crate::json::fields::{
    assume_english, check_paraphrases, check_wording, checked_answer_type, keywords, odd_flag,
};
use crate::reader::Driver;
use crate::terms::boolean_word;
use crate::xml::answers::Answers;
use crate::xml::{Attribute, Element, XmlShape, XmlVariant, spelled, unknown_element, xml_driver};

/// QALD-XML without language tags (QALD-1 and QALD-2).
pub(crate) struct QaldXmlA;
/// QALD-XML with a typed element in each answer (QALD-3 and QALD-4), also if nothing can be told.
pub(crate) struct QaldXmlB;
/// QALD-XML with answers as plain text (QALD-5 and QALD-7).
pub(crate) struct QaldXmlC;

/// The outline of a file that may be QALD-XML of some variant.
pub(crate) fn candidate<'p>(probe: &'p Probe<'_>) -> Option<&'p XmlShape> {
    probe
        .xml()
        .filter(|shape| shape.root == "dataset" || !shape.questions.is_empty())
}

impl Variant for QaldXmlA {
    fn format(&self) -> Format {
        Format {
            name: "qald-xml-a",
            title: "QALD-XML without language tags (QALD-1, QALD-2)",
        }
    }

    fn recognises(&self, probe: &Probe<'_>) -> bool {
        let untagged = |string: Element<'_>| {
            string.name() == "string"
                && string.attribute("lang").is_none()
                && string.attribute("xml:lang").is_none()
        };
        candidate(probe)
            .is_some_and(|shape| shape.any_question(|question| question.children().any(untagged)))
    }

    fn driver(&self, window: Window) -> Box<dyn Driver> {
        questions(window)
    }
}

impl Variant for QaldXmlB {
    fn format(&self) -> Format {
        Format {
            name: "qald-xml-b",
            title: "QALD-XML with typed answers (QALD-3, QALD-4)",
        }
    }

    fn recognises(&self, probe: &Probe<'_>) -> bool {
        candidate(probe).is_some()
    }

    fn driver(&self, window: Window) -> Box<dyn Driver> {
        questions(window)
    }
}

impl Variant for QaldXmlC {
    fn format(&self) -> Format {
        Format {
            name: "qald-xml-c",
            title: "QALD-XML with answers as plain text (QALD-5, QALD-7, system answers)",
        }
    }

    fn recognises(&self, probe: &Probe<'_>) -> bool {
        let plain = |answer: Element<'_>| answer.children().next().is_none();
        candidate(probe).is_some_and(|shape| {
            shape.any_question(|question| {
                let answers = || {
                    let list = question
                        .children()
                        .filter(|child| child.name() == "answers");
                    list.flat_map(Element::children)
                };
                // Before there are answers, only QALD-5 and later editions say this.
                let hybrid = question.attribute("hybrid").is_some();
                answers().any(plain) || hybrid && answers().next().is_none()
            })
        })
    }

    fn driver(&self, window: Window) -> Box<dyn Driver> {
        questions(window)
    }
}

/// A reader of `<question>` elements, whatever the variant.
pub(crate) fn questions(window: Window) -> Box<dyn Driver> {
    xml_driver(window, Questions::default())
}

#[derive(Default)]
struct Questions {
    position: usize,
}

impl XmlVariant for Questions {
    fn records(&self) -> &'static [&'static str] {
        &["question"]
    }

    fn root(&mut self, root: Element<'_>, cx: &mut Context<'_>) {
        for attribute in root.attributes() {
            let value = attribute.value().into_owned();
            match attribute.name() {
                "id" => cx.output.info.id = Some(value),
                "refreshed-from" => refreshed(cx).graph = value,
                "refreshed-on" => refreshed(cx).date = value,
                "refreshed-checked" => refreshed(cx).checked = value == "true",
                name if is_namespace(name) => {}
                name => {
                    cx.output.info.extras.insert(name.to_owned(), value.into());
                }
            }
        }
        if cx.output.info.id.is_none() {
            cx.report(
                &root,
                &codes::NO_DATASET,
                Action::Kept,
                format!("the <{}> has no id", root.name()),
            );
        }
    }

    fn other(&mut self, element: Element<'_>, cx: &mut Context<'_>) {
        cx.report(
            &element,
            &codes::NOT_A_QUESTION,
            Action::Skipped,
            format!("expected <question>, found <{}>", element.name()),
        );
    }

    fn record(&mut self, record: Element<'_>, cx: &mut Context<'_>) {
        self.position += 1;
        let question = question(record, self.position, cx);
        cx.emit(&record, question);
    }
}

/// That the answers were computed anew, as attributes of the root element say it.
fn refreshed<'o>(cx: &'o mut Context<'_>) -> &'o mut Refreshed {
    cx.output.info.refreshed.get_or_insert_default()
}

fn is_namespace(attribute: &str) -> bool {
    attribute.starts_with("xmlns") || attribute.starts_with("xml:") || attribute.starts_with("xsi:")
}

/// The elements of a question.
const CHILDREN: &[&str] = &["string", "keywords", "query", "pseudoquery", "answers"];

/// Whether an element that the format does not have holds what answers hold.
fn has_answers(element: Element<'_>) -> bool {
    let mut children = element.children();
    children.any(|child| {
        matches!(
            child.name(),
            "answer" | "uri" | "number" | "date" | "boolean"
        )
    })
}

fn question(element: Element<'_>, position: usize, cx: &mut Context<'_>) -> Question {
    let mut question = Question::default();
    let mut identifier = None;
    for attribute in element.attributes() {
        match attribute.name() {
            "id" => identifier = Some(QuestionId::from(attribute.value().trim())),
            "answertype" => {
                question.answer_type = checked_answer_type(cx, &attribute, &attribute.value());
            }
            "aggregation" => question.aggregation = flag(cx, attribute),
            "onlydbo" => question.only_dbo = flag(cx, attribute),
            "hybrid" => question.hybrid = flag(cx, attribute),
            name if is_namespace(name) => {}
            name => {
                // The challenge of QALD-2, Spanish DBpedia, qbench.
                if !matches!(name, "yago" | "onlyesdbp" | "cubeuri" | "statistical") {
                    cx.report(
                        &attribute,
                        &codes::UNKNOWN_FIELD,
                        Action::Kept,
                        format!("the format has no `{name}`; it is kept with the question"),
                    );
                }
                let value = attribute.value().into_owned();
                question.extras.insert(name.to_owned(), value.into());
            }
        }
    }
    question.id = identifier.unwrap_or_else(|| {
        cx.report(
            &element,
            &codes::NO_ID,
            Action::Repaired,
            format!("the question has no id; its position {position} stands in for it"),
        );
        QuestionId::position(position)
    });
    let mut answers = Answers::default();
    let mut wordings = Wordings::default();
    let mut elsewhere = None;
    for child in element.children() {
        match spelled(cx, element, child, CHILDREN) {
            "string" => wordings.string(cx, child, &mut question.texts),
            "keywords" => wordings.keywords(cx, child, &mut question.texts),
            "query" => query(cx, child, QueryForm::Sparql, &mut question, &mut answers),
            "pseudoquery" => query(cx, child, QueryForm::Pseudo, &mut question, &mut answers),
            "answers" => answers.read(cx, child),
            _ => {
                unknown_element(cx, child);
                elsewhere = elsewhere.or(has_answers(child).then_some(child));
            }
        }
    }
    question.answers = answers.finish();
    if let (None, Some(child)) = (&question.answers, elsewhere) {
        cx.report(
            &child,
            &codes::ANSWERS_ELSEWHERE,
            Action::Skipped,
            format!(
                "no <answers> found, but <{}> may contain some",
                child.name()
            ),
        );
    }
    // To the scripts of QALD-1 to QALD-5 every node counts, comments included.
    question.source = Source::new(Syntax::Xml, element.source());
    if question.texts.is_empty() {
        cx.report(
            &element,
            &codes::NO_WORDING,
            Action::Kept,
            "the question has no text",
        );
    }
    check_paraphrases(cx, &element, &question);
    imply_scope(cx, &element, &mut question);
    question
}

/// A flag; anything but true and false counts as absent.
fn flag(cx: &mut Context<'_>, attribute: Attribute<'_>) -> Option<bool> {
    let value = attribute.value();
    let flag = boolean_word(&value);
    if flag.is_none() {
        odd_flag(cx, &attribute, &value);
    }
    flag
}

/// How many wordings one question may have.
const MAX_WORDINGS: usize = 4096;

/// The wordings of one question.
#[derive(Default)]
struct Wordings {
    /// Whether a wording without a language was remarked on.
    assumed: bool,
}

impl Wordings {
    fn string(&mut self, cx: &mut Context<'_>, element: Element<'_>, texts: &mut Vec<Text>) {
        if !has_room(cx, element, texts) {
            return;
        }
        let language = self.language(cx, element);
        let text = Text {
            string: Some(element.trimmed().into_owned()),
            ..Text::announced(language)
        };
        check_wording(cx, &element, &text);
        texts.push(text);
    }

    /// Keywords belong to the first wording of their language that has none yet.
    fn keywords(&mut self, cx: &mut Context<'_>, element: Element<'_>, texts: &mut Vec<Text>) {
        if !has_room(cx, element, texts) {
            return;
        }
        let language = self.language(cx, element);
        let keywords = keywords(&element.trimmed());
        if keywords.is_empty() {
            return;
        }
        let wording = texts
            .iter_mut()
            .find(|text| text.language == language && text.keywords.is_empty());
        match wording {
            Some(text) => text.keywords = keywords,
            None => texts.push(Text {
                keywords,
                ..Text::announced(language)
            }),
        }
    }

    fn language(&mut self, cx: &mut Context<'_>, element: Element<'_>) -> Language {
        let tag = element
            .attribute("lang")
            .or_else(|| element.attribute("xml:lang"))
            .map(Attribute::value);
        match tag.as_deref().map(str::trim) {
            Some(tag) if !tag.is_empty() => Language::new(tag),
            _ if self.assumed => Language::new("en"),
            _ => {
                self.assumed = true;
                assume_english(cx, &element)
            }
        }
    }
}

fn has_room(cx: &mut Context<'_>, element: Element<'_>, texts: &[Text]) -> bool {
    if texts.len() >= MAX_WORDINGS {
        cx.report(
            &element,
            &codes::TOO_LARGE,
            Action::Skipped,
            "a question with more texts than there are languages; this text was skipped",
        );
    }
    texts.len() < MAX_WORDINGS
}

/// A query; in qbench, the answers are inside of it.
fn query(
    cx: &mut Context<'_>,
    element: Element<'_>,
    form: QueryForm,
    question: &mut Question,
    answers: &mut Answers,
) {
    for child in element.children() {
        match child.name() {
            "answers" => answers.read(cx, child),
            _ => unknown_element(cx, child),
        }
    }
    let text = element.trimmed();
    if text.is_empty() {
        cx.report(
            &element,
            &codes::EMPTY_QUERY,
            Action::Skipped,
            "the query is empty",
        );
        return;
    }
    let text = match without_csv_quotes(&text) {
        Some(repaired) => {
            cx.report(
                &element,
                &codes::CSV_REMNANT,
                Action::Repaired,
                "the query is in double quotes, with the quotes inside it doubled",
            );
            repaired
        }
        None => text.into_owned(),
    };
    if form == QueryForm::Sparql && text.contains("text:\"") {
        cx.report(
            &element,
            &codes::PSEUDO_AS_SPARQL,
            Action::Kept,
            "the SPARQL query has text: terms",
        )
        .hint = Some("write it as <pseudoquery>".to_owned());
    }
    question.queries.push(Query::new(form, text));
}

/// A query without the quotes of a CSV export: outer ones, and `\""` or `""` for each inner one.
fn without_csv_quotes(text: &str) -> Option<String> {
    let inner = text.strip_prefix('"')?.strip_suffix('"')?;
    Some(
        inner
            .replace("\\\"\"", "\"")
            .replace("\"\"", "\"")
            .trim()
            .to_owned(),
    )
}

/// No query at all and an empty answer set: three questions of QALD-3's Spanish task, which the
/// file without answers marks as out of scope.
fn imply_scope(cx: &mut Context<'_>, spot: &dyn Spot, question: &mut Question) {
    let unanswered = question.answers.as_ref().is_some_and(AnswerSet::is_empty);
    if unanswered && question.queries.is_empty() {
        question.scope = Scope::Implied;
        cx.report(
            spot,
            &codes::IMPLIED_OUT_OF_SCOPE,
            Action::Kept,
            "no query and no answers",
        );
    }
}

#[cfg(test)]
mod tests;
