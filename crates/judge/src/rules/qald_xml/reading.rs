//! What the scripts of QALD-1 to QALD-4 read from an entry.
//!
//! They look at node numbers: the type of an answer is the name of its second node, and it has two
//! types if the fourth has another name. So that the second node is the first element, they insert
//! line breaks around tags before parsing, and so do we.

use std::fmt;

use lydite_model::{Answer, Term};

use crate::NoKnowledge;
use crate::entry::{Element, Entry, Node, Stop};
use crate::normal::{self, Value};

/// The elements that hold a value.
const TYPES: [&str; 5] = ["string", "boolean", "number", "date", "uri"];

/// An answer: the texts of its elements, or what stands for a broken one.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Item {
    Texts(Vec<String>),
    Broken,
}

impl fmt::Display for Item {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Texts(texts) => f.write_str(&texts.join(" | ")),
            Self::Broken => f.write_str("ERROR IN FILE"),
        }
    }
}

/// The answers of a submission.
pub(super) struct Submitted {
    pub items: Vec<Item>,
    /// The type that gold answers must have; the last answer decides.
    pub tag: Option<String>,
    pub stop: Option<Stop>,
}

impl Submitted {
    pub(super) fn read(entry: &Entry<'_>, edition: u8) -> Self {
        let mut submitted = Self {
            items: Vec::new(),
            tag: None,
            stop: question_text(entry, edition).err(),
        };
        match entry.xml_source().and_then(rewritten) {
            Some(question) => submitted.elements(&question, edition),
            None => submitted.model(entry),
        }
        submitted
    }

    fn elements(&mut self, question: &Element, edition: u8) {
        let mut first = None;
        for answers in question.named("answers") {
            let items = self.answers(answers, edition);
            first.get_or_insert(items);
        }
        if first.is_none() {
            self.stop
                .get_or_insert_with(|| Stop::new("a question has no <answers>"));
        }
        self.items = first.unwrap_or_default();
    }

    fn answers(&mut self, answers: &Element, edition: u8) -> Vec<Item> {
        let mut items = Vec::new();
        for answer in answers.named("answer") {
            let Some(one) = answer.nodes.get(1).map(Node::name) else {
                // Nothing in it, or bare text: the script gives up on the rest of the answers.
                self.tag = Some("string".to_owned());
                items.push(Item::Broken);
                break;
            };
            let two = answer.nodes.get(3).map(Node::name);
            let mixed = two.is_some_and(|two| two != one);
            let tag = if mixed { "uri" } else { one };
            self.tag = Some(tag.to_owned());
            let wanted = |element: &&Element| match (mixed, edition) {
                (false, _) => TYPES.contains(&element.name.as_str()),
                (true, 1 | 2) => element.name == tag,
                (true, _) => false,
            };
            items.push(Item::Texts(
                answer.elements().filter(wanted).map(text).collect(),
            ));
        }
        items
    }

    /// A submission in another format, as it would be in XML.
    fn model(&mut self, entry: &Entry<'_>) {
        let rows = rows(entry);
        if entry.answers.is_none() {
            self.stop
                .get_or_insert_with(|| Stop::new("a question has no answers"));
        }
        for row in rows {
            self.tag = row.first().map(|(tag, _)| (*tag).to_owned());
            self.items
                .push(Item::Texts(row.into_iter().map(|(_, text)| text).collect()));
        }
    }
}

/// The gold answers of the type that the submission has.
pub(super) fn gold(entry: &Entry<'_>, tag: Option<&str>) -> Vec<Item> {
    let tag = tag.filter(|tag| TYPES.contains(tag)).unwrap_or("");
    let Some(question) = entry.xml() else {
        let of_type = |row: Vec<(&str, String)>| {
            let texts = row.into_iter().filter(|(kind, _)| *kind == tag);
            Item::Texts(texts.map(|(_, text)| text).collect())
        };
        return rows(entry).into_iter().map(of_type).collect();
    };
    let Some(answers) = question.named("answers").next() else {
        return Vec::new();
    };
    let items = answers
        .named("answer")
        .map(|answer| Item::Texts(answer.named(tag).map(text).collect()));
    items.collect()
}

/// The text by which a submitted question is known; the error on which the script stops.
pub(super) fn question_text(entry: &Entry<'_>, edition: u8) -> Result<Option<String>, Stop> {
    let Some(question) = entry.xml() else {
        let text = entry
            .texts
            .iter()
            .rev()
            .find_map(|text| text.string.clone());
        return Ok(text);
    };
    let mut text = None;
    let mut any = false;
    for string in question
        .elements()
        .filter(|element| matches!(element.name.as_str(), "string" | "text"))
    {
        any = true;
        let wording = string.first_data().map(|data| data.trim().to_owned());
        if edition <= 2 {
            // The wording is evaluated as a Python literal between apostrophes.
            match &wording {
                Some(wording) if wording.contains(['\'', '\n']) => {
                    return Err(Stop::new("an apostrophe in the wording of a question"));
                }
                None => return Err(Stop::new("a question with an empty wording")),
                Some(_) => {}
            }
            text = wording;
            continue;
        }
        match string.attribute("lang") {
            None => return Err(Stop::new("a <string> has no lang")),
            Some("en" | "de" | "es" | "it" | "fr" | "nl") => text = wording,
            Some(_) => {}
        }
    }
    match text {
        Some(text) => Ok(Some(text)),
        None if any => Err(Stop::new("a question whose last wording is empty")),
        None => Err(Stop::new("a question has no <string>")),
    }
}

/// The text of an element as the scripts see it.
fn text(element: &Element) -> String {
    element
        .first_data()
        .map_or_else(|| " ".to_owned(), |data| data.trim().to_owned())
}

/// The element after the scripts' line breaks.
fn rewritten(source: &str) -> Option<Element> {
    let mut source = source.replace("<question", "\n<question");
    for tag in [
        "</string>",
        "</query>",
        "<answers>",
        "<answer>",
        "</answer>",
        "</answers>",
        "</uri>",
        "</boolean>",
        "</number>",
        "</date>",
    ] {
        source = source.replace(tag, &format!("{tag}\n"));
    }
    crate::entry::parse_xml(source.trim_start())
}

/// The answers of the model with the elements that they would be in.
fn rows(entry: &Entry<'_>) -> Vec<Vec<(&'static str, String)>> {
    match entry.answers.map(|answers| &answers.answer) {
        None => Vec::new(),
        Some(Answer::Boolean(value)) => vec![vec![("boolean", value.to_string())]],
        Some(Answer::Table(table)) => {
            let rows = table.rows().map(|row| {
                let cells = row.iter().flatten();
                let cells = cells.map(|term| (kind(term), term.value().trim().to_owned()));
                cells.collect()
            });
            rows.collect()
        }
    }
}

fn kind(term: &Term) -> &'static str {
    match normal::value(term, &NoKnowledge) {
        Value::Iri(_) | Value::Blank => "uri",
        Value::Boolean(_) => "boolean",
        Value::Number(_) => "number",
        Value::Date(_) => "date",
        Value::Text(_) | Value::Unbound => "string",
    }
}
