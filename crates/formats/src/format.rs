//! The formats, and how one is recognised from the content of a file.

use std::borrow::Cow;
use std::io;

use crate::input::Window;
use crate::json::{Event, JsonDriver, JsonVariant, Parser, Splitter, Tree, Value};
use crate::layouts::Layout;
use crate::reader::Driver;
use crate::spelling;
use crate::variants::{self, LISTS};
use crate::xml::{XmlShape, outline};

/// The name of a file format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Format {
    /// The name to use on the command line, such as `qald-json`.
    pub name: &'static str,
    /// What it is, in a line.
    pub title: &'static str,
}

/// All formats that can be read, in the order in which they are tried.
pub fn formats() -> impl Iterator<Item = Format> {
    variants::ALL.iter().map(|variant| variant.format())
}

/// A format that can be read.
pub(crate) trait Variant: Sync {
    /// Its name.
    fn format(&self) -> Format;

    /// What its files look like, unless that stands with the other layouts.
    fn layout(&self) -> Option<Layout> {
        None
    }

    /// Whether the beginning of a file looks like it.
    fn recognises(&self, probe: &Probe<'_>) -> bool;

    /// A reader for the text in the window.
    fn driver(&self, window: Window) -> Box<dyn Driver>;
}

/// The beginning of a file, looked at without consuming it.
pub(crate) struct Probe<'w> {
    /// The beginning of the text.
    pub(crate) head: Cow<'w, str>,
    pub(crate) shape: Shape,
}

/// What the beginning of a file looks like.
pub(crate) enum Shape {
    Empty,
    /// A JSON document.
    Json(JsonShape),
    /// An XML document.
    Xml(XmlShape),
    /// Anything else.
    Text,
}

/// The outline of a JSON document, as far as the probe reaches.
#[derive(Clone, Default)]
pub(crate) struct JsonShape {
    pub is_list: bool,
    /// The keys of the root object, each with the source of its value unless that is a list.
    pub members: Vec<(String, String)>,
    /// The keys of lists in the root object.
    pub lists: Vec<String>,
    /// The source of the first elements of the first list that has objects.
    pub elements: Vec<String>,
    /// Whether lists have elements other than objects.
    pub has_values: bool,
    /// Whether the document ends within the probe.
    pub is_complete: bool,
}

/// How far the probe looks at the most.
const PROBE: usize = 1 << 20;
/// How far it looks first in XML, where most questions are short.
const XML_PROBE: usize = 1 << 15;
/// How far it looks first in JSON.
const JSON_PROBE: usize = 1 << 16;
/// How much of the text it shows to formats that are neither JSON nor XML.
const HEAD: usize = 64 << 10;
/// How many records it looks at.
const RECORDS: usize = 3;
/// How many members of the root object it looks at, if there are no records.
const MEMBERS: usize = 32;

impl<'w> Probe<'w> {
    /// Looks at the beginning of the text in the window.
    pub(crate) fn new(window: &'w mut Window) -> io::Result<Self> {
        while window.bytes().trim_ascii_start().is_empty() && window.fill()? {}
        let shape = match window.bytes().trim_ascii_start().first() {
            None => Shape::Empty,
            Some(b'<') => {
                let first = window.bytes().len().min(XML_PROBE);
                let mut shape = outline(&window.bytes()[..first], PROBE);
                if !shape.is_complete {
                    shape = outline(window.bytes(), PROBE);
                }
                while !shape.is_complete && window.bytes().len() < PROBE && window.fill()? {
                    shape = outline(window.bytes(), PROBE);
                }
                Shape::Xml(shape)
            }
            Some(b'{' | b'[') => {
                let first = window.bytes().len().min(JSON_PROBE);
                let mut shape = json_shape(&window.bytes()[..first]);
                if first < window.bytes().len() && shape.elements.len() < RECORDS {
                    shape = json_shape(window.bytes());
                }
                while !shape.is_enough() && window.bytes().len() < PROBE && window.fill()? {
                    shape = json_shape(window.bytes());
                }
                Shape::Json(shape)
            }
            Some(_) => Shape::Text,
        };
        let end = match &shape {
            Shape::Json(shape) => first_line(window, shape)?,
            _ => HEAD,
        };
        let head = &window.bytes()[..window.bytes().len().min(end)];
        let head = match std::str::from_utf8(head) {
            Ok(text) => Cow::Borrowed(text),
            Err(_) => String::from_utf8_lossy(head),
        };
        Ok(Self { head, shape })
    }

    pub(crate) fn is_empty(&self) -> bool {
        matches!(self.shape, Shape::Empty)
    }

    /// What the file looks like, for the user whose file is not recognised.
    pub(crate) fn describe(&self) -> String {
        match &self.shape {
            Shape::Empty => "an empty file".to_owned(),
            Shape::Xml(shape) => format!("XML with the root element <{}>", shape.root),
            Shape::Json(shape) => {
                if let Some(known) = variants::known_otherwise(shape) {
                    return known.to_owned();
                }
                let keys = |keys: &mut dyn Iterator<Item = String>| {
                    let mut keys: Vec<_> = keys.take(9).map(|key| format!("`{key}`")).collect();
                    if keys.len() > 8 {
                        keys[8] = "…".to_owned();
                    }
                    keys.join(", ")
                };
                let record = shape
                    .elements
                    .first()
                    .and_then(|element| {
                        with_value(element, |value| {
                            keys(&mut value.members().map(|(key, _)| key.into_owned()))
                        })
                    })
                    .filter(|keys| !keys.is_empty());
                let root = if shape.is_list {
                    "a JSON list".to_owned()
                } else {
                    let names = shape.members.iter().map(|(key, _)| key).chain(&shape.lists);
                    format!("a JSON object with {}", keys(&mut names.cloned()))
                };
                match record {
                    Some(keys) => format!("{root} of records with {keys}"),
                    None => root,
                }
            }
            Shape::Text => {
                let line: String = self.head.trim().lines().next().unwrap_or("").into();
                let line: String = line.chars().take(60).collect();
                if line.chars().any(|c| c.is_control() && c != '\t') {
                    return "binary data".to_owned();
                }
                format!("text that begins with `{}`", line.escape_debug())
            }
        }
    }

    /// The outline, if it is a JSON document.
    pub(crate) fn json(&self) -> Option<&JsonShape> {
        match &self.shape {
            Shape::Json(shape) => Some(shape),
            _ => None,
        }
    }

    /// The same file with its misspelt `questions` put right, if they are.
    fn respelled(&self) -> Option<Probe<'_>> {
        const QUESTIONS: &str = "questions";
        let mut shape = self.json()?.clone();
        let mut keys = shape.members.iter_mut().map(|(key, _)| key);
        let found = (shape.lists.iter_mut()).chain(&mut keys);
        let mut found = found.filter(|key| spelling::meant(key, &[QUESTIONS]).is_some());
        QUESTIONS.clone_into(found.next()?);
        Some(Probe {
            head: Cow::Borrowed(&self.head),
            shape: Shape::Json(shape),
        })
    }

    /// The first key of a JSON object whose first value is larger than the probe.
    pub(crate) fn only_key(&self) -> Option<&str> {
        if !self.json()?.is_bare() {
            return None;
        }
        let inside = self.head.trim_start().strip_prefix('{')?;
        let (key, rest) = inside.trim_start().strip_prefix('"')?.split_once('"')?;
        rest.trim_start().starts_with(':').then_some(key)
    }

    /// The outline, if it is an XML document.
    pub(crate) fn xml(&self) -> Option<&XmlShape> {
        match &self.shape {
            Shape::Xml(shape) => Some(shape),
            _ => None,
        }
    }
}

impl JsonShape {
    /// Whether the format can be told from it.
    fn is_enough(&self) -> bool {
        !self.elements.is_empty() || self.members.len() >= MEMBERS
    }

    /// Whether it is an empty document, `[]` or `{}`: a submission without a single answer.
    pub(crate) fn is_nothing(&self) -> bool {
        let is_empty = self.members.is_empty() && self.lists.is_empty();
        self.is_complete && is_empty && self.elements.is_empty() && !self.has_values
    }

    /// Whether nothing was found, because the text is not JSON after all.
    pub(crate) fn is_bare(&self) -> bool {
        !self.is_list && self.members.is_empty() && self.lists.is_empty()
    }

    /// Whether any of the first records satisfies the test.
    pub(crate) fn any_element(&self, test: impl Fn(Value<'_>) -> bool) -> bool {
        self.elements
            .iter()
            .any(|element| with_value(element, &test).unwrap_or(false))
    }

    /// Whether the root object has a member or list with this key.
    pub(crate) fn has(&self, key: &str) -> bool {
        self.members.iter().any(|(name, _)| name == key)
            || self.lists.iter().any(|name| name == key)
    }
}

/// How much of a JSON text is shown, so that a record on a long first line is shown whole.
fn first_line(window: &mut Window, shape: &JsonShape) -> io::Result<usize> {
    let is_broken = |bytes: &[u8]| memchr::memchr(b'\n', bytes.trim_ascii_start()).is_some();
    let is_document = shape.is_list || LISTS.iter().any(|key| shape.has(key));
    let head = window.bytes().len().min(HEAD);
    if is_document || is_broken(&window.bytes()[..head]) {
        return Ok(HEAD);
    }
    while !is_broken(window.bytes()) && window.bytes().len() < PROBE && window.fill()? {}
    let bytes = window.bytes();
    let blank = bytes.len() - bytes.trim_ascii_start().len();
    Ok(memchr::memchr(b'\n', &bytes[blank..])
        .map_or(bytes.len().min(PROBE), |at| (blank + at + 1).max(HEAD)))
}

/// The first format that claims the file.
pub(crate) fn recognise(probe: &Probe<'_>) -> Option<&'static dyn Variant> {
    let find = |probe: &Probe<'_>| {
        let mut formats = variants::ALL.iter().copied();
        formats.find(|format| format.recognises(probe))
    };
    find(probe).or_else(|| find(&probe.respelled()?))
}

/// Reads a JSON text and looks at it.
pub(crate) fn with_value<T>(text: &str, look: impl FnOnce(Value<'_>) -> T) -> Option<T> {
    let mut parser = Parser::default();
    parser.parse(text).ok()?;
    let tree = Tree {
        text,
        tokens: &parser.tokens,
        owned: &[],
    };
    Some(look(tree.root()))
}

fn json_shape(bytes: &[u8]) -> JsonShape {
    let mut splitter = Splitter::new(Window::over(bytes.to_vec()), PROBE);
    let mut shape = JsonShape::default();
    while let Ok(event) = splitter.next() {
        let source = |from: usize, to: usize| {
            String::from_utf8_lossy(&splitter.window.bytes()[from..to]).into_owned()
        };
        match event {
            Event::Root { is_list } => shape.is_list = is_list,
            Event::Member { key, from, to } => {
                shape.members.push((key, source(from, to)));
                if shape.members.len() == MEMBERS {
                    break;
                }
            }
            Event::List { key } => shape.lists.push(key),
            Event::Element { from, to } if splitter.window.bytes()[from] == b'{' => {
                shape.elements.push(source(from, to));
                if shape.elements.len() == RECORDS {
                    break;
                }
            }
            Event::Element { .. } => shape.has_values = true,
            Event::End => {
                shape.is_complete = true;
                break;
            }
            Event::Stray { .. } | Event::Broken { .. } | Event::Truncated => break,
        }
    }
    shape
}

/// A driver for a JSON variant.
pub(crate) fn json_driver(window: Window, variant: impl JsonVariant + 'static) -> Box<dyn Driver> {
    Box::new(JsonDriver::new(window, Box::new(variant)))
}
