//! What the scripts of QALD-1 to QALD-4 read from an entry.
//!
//! They look at node numbers: the type of an answer is the name of its second node, and it has two
//! types if the fourth has another name. So that the second node is the first element, they insert
//! line breaks around tags before parsing, and so do we.

use std::borrow::Cow;
use std::fmt;

use lydite_model::{Answer, Term};

use crate::NoKnowledge;
use crate::entry::{Element, Entry, Node, Stop};
use crate::normal::{self, Value};

/// The elements that hold a value.
const TYPES: [&str; 5] = ["string", "boolean", "number", "date", "uri"];

/// An answer: the texts of its elements, or what stands for a broken one.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Item<'a> {
    /// A single text, as nearly all have.
    Text(Cow<'a, str>),
    /// No text, or several.
    Texts(Vec<Cow<'a, str>>),
    Broken,
}

impl<'a> Item<'a> {
    fn new(mut texts: impl Iterator<Item = Cow<'a, str>>) -> Self {
        match (texts.next(), texts.next()) {
            (Some(only), None) => Self::Text(only),
            (first, second) => Self::Texts(first.into_iter().chain(second).chain(texts).collect()),
        }
    }
}

impl fmt::Display for Item<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) => f.write_str(text),
            Self::Texts(texts) => f.write_str(&texts.join(" | ")),
            Self::Broken => f.write_str("ERROR IN FILE"),
        }
    }
}

/// The answers of a submission.
pub(super) struct Submitted<'a> {
    pub items: Vec<Item<'a>>,
    /// The type that gold answers must have; the last answer decides.
    pub tag: Option<String>,
    pub stop: Option<Stop>,
}

impl<'a> Submitted<'a> {
    pub(super) fn read(entry: &Entry<'a>, edition: u8) -> Self {
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

    fn answers(&mut self, answers: &Element, edition: u8) -> Vec<Item<'a>> {
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
            items.push(Item::new(answer.elements().filter(wanted).map(text)));
        }
        items
    }

    /// A submission in another format, as it would be in XML.
    fn model(&mut self, entry: &Entry<'a>) {
        if entry.answers.is_none() {
            self.stop
                .get_or_insert_with(|| Stop::new("a question has no answers"));
        }
        self.items = items(entry, None);
        let tag = match entry.answers.map(|answers| &answers.answer) {
            None => None,
            Some(Answer::Boolean(_)) => Some("boolean"),
            Some(Answer::Table(table)) => {
                let last = table.rows().last();
                last.and_then(|row| row.iter().flatten().next()).map(kind)
            }
        };
        self.tag = tag.map(str::to_owned);
    }
}

/// The gold answers of the type that the submission has.
pub(super) fn gold<'a>(entry: &Entry<'a>, tag: Option<&str>) -> Vec<Item<'a>> {
    let tag = tag.filter(|tag| TYPES.contains(tag)).unwrap_or("");
    let Some(question) = entry.xml() else {
        return items(entry, Some(tag));
    };
    let Some(answers) = question.named("answers").next() else {
        return Vec::new();
    };
    let items = answers
        .named("answer")
        .map(|answer| Item::new(answer.named(tag).map(text)));
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
                    return Err(Stop::new("an apostrophe in the text of a question"));
                }
                None => return Err(Stop::new("a question with an empty text")),
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
        None if any => Err(Stop::new("a question whose last text is empty")),
        None => Err(Stop::new("a question has no <string>")),
    }
}

/// The text of an element as the scripts see it.
fn text<'a>(element: &Element) -> Cow<'a, str> {
    match element.first_data() {
        Some(data) => Cow::Owned(data.trim().to_owned()),
        None => Cow::Borrowed(" "),
    }
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

/// The answers of the model; if there is a tag, only what would be in elements with it.
fn items<'a>(entry: &Entry<'a>, tag: Option<&str>) -> Vec<Item<'a>> {
    match entry.answers.map(|answers| &answers.answer) {
        None => Vec::new(),
        Some(Answer::Boolean(value)) => {
            let wanted = tag.is_none_or(|tag| tag == "boolean");
            let text = wanted.then(|| Cow::Owned(value.to_string()));
            vec![Item::new(text.into_iter())]
        }
        Some(Answer::Table(table)) => {
            let wanted = |term: &&Term| tag.is_none_or(|tag| tag == kind(term));
            let rows = table.rows().map(|row| {
                let terms = row.iter().flatten().filter(wanted);
                Item::new(terms.map(|term| Cow::Borrowed(term.value().trim())))
            });
            rows.collect()
        }
    }
}

/// The name of the element that a term would be in.
fn kind(term: &Term) -> &'static str {
    if matches!(term, Term::Iri { value } if value.contains(':')) {
        return "uri";
    }
    match normal::value(term, &NoKnowledge) {
        Value::Iri(_) | Value::Blank => "uri",
        Value::Boolean(_) => "boolean",
        Value::Number(_) => "number",
        Value::Date(_) => "date",
        Value::Text(_) | Value::Unbound => "string",
    }
}
