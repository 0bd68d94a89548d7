//! A small XML tree: the scripts for QALD-1 to QALD-5 look at nodes, comments included.

use std::borrow::Cow;

use quick_xml::Reader;
use quick_xml::escape::unescape;
use quick_xml::events::{BytesStart, Event};

/// A node inside of an element.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Node {
    Element(Element),
    Text(String),
    Cdata(String),
    Comment(String),
}

/// An element with its attributes and nodes.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Element {
    pub name: String,
    attributes: Vec<(String, String)>,
    pub nodes: Vec<Node>,
}

impl Element {
    fn new(start: &BytesStart<'_>) -> Self {
        let attributes = start
            .attributes()
            .flatten()
            .map(|attribute| (attribute.key.as_ref().to_owned(), decoded(&attribute.value)));
        Self {
            name: start.name().as_ref().to_owned(),
            attributes: attributes.collect(),
            nodes: Vec::new(),
        }
    }

    /// The value of an attribute.
    pub(crate) fn attribute(&self, name: &str) -> Option<&str> {
        let found = self.attributes.iter().find(|(key, _)| key == name);
        found.map(|(_, value)| value.as_str())
    }

    /// The elements directly inside.
    pub(crate) fn elements(&self) -> impl Iterator<Item = &Self> {
        self.nodes.iter().filter_map(|node| match node {
            Node::Element(element) => Some(element),
            _ => None,
        })
    }

    /// The elements of this name directly inside.
    pub(crate) fn named<'e>(&'e self, name: &'e str) -> impl Iterator<Item = &'e Self> {
        self.elements().filter(move |element| element.name == name)
    }

    /// All text inside, at any depth, without comments.
    pub(crate) fn text(&self) -> String {
        let pieces = self.nodes.iter().map(|node| match node {
            Node::Element(element) => element.text(),
            Node::Text(text) | Node::Cdata(text) => text.clone(),
            Node::Comment(_) => String::new(),
        });
        pieces.collect()
    }

    /// The first node, if it is one of characters (a comment is one, too, in the DOM).
    pub(crate) fn first_data(&self) -> Option<&str> {
        match self.nodes.first()? {
            Node::Element(_) => None,
            Node::Text(text) | Node::Cdata(text) | Node::Comment(text) => Some(text),
        }
    }
}

impl Node {
    /// The name that the DOM gives the node.
    pub(crate) fn name(&self) -> &str {
        match self {
            Self::Element(element) => &element.name,
            Self::Text(_) => "#text",
            Self::Cdata(_) => "#cdata-section",
            Self::Comment(_) => "#comment",
        }
    }
}

/// Reads one element; `None` if it is not well formed.
pub(crate) fn parse(source: &str) -> Option<Element> {
    let mut reader = Reader::from_str(source);
    let mut open: Vec<Element> = Vec::new();
    loop {
        let done = match reader.read_event().ok()? {
            Event::Start(start) => {
                open.push(Element::new(&start));
                None
            }
            Event::Empty(start) => close(&mut open, Element::new(&start)),
            Event::End(_) => {
                let element = open.pop()?;
                close(&mut open, element)
            }
            Event::Text(text) => {
                text_node(&mut open, &text);
                None
            }
            Event::GeneralRef(reference) => {
                let source = format!("&{};", &*reference);
                text_node(&mut open, &decoded(&source));
                None
            }
            Event::CData(text) => {
                // A section without characters is no node.
                if !text.is_empty() {
                    let text = text.to_string();
                    open.last_mut()?.nodes.push(Node::Cdata(text));
                }
                None
            }
            Event::Comment(text) => {
                let text = text.to_string();
                open.last_mut()?.nodes.push(Node::Comment(text));
                None
            }
            Event::Eof => return None,
            Event::Decl(_) | Event::PI(_) | Event::DocType(_) => None,
        };
        if done.is_some() {
            return done;
        }
    }
}

/// Text with its references resolved, as far as they are known.
fn decoded(text: &str) -> String {
    unescape(text).map_or_else(|_| text.to_owned(), Cow::into_owned)
}

/// Ends an element; gives it back if it is the outermost one.
fn close(open: &mut [Element], element: Element) -> Option<Element> {
    match open.last_mut() {
        Some(parent) => {
            parent.nodes.push(Node::Element(element));
            None
        }
        None => Some(element),
    }
}

/// Adds text; neighbouring pieces are one node, as in the DOM.
fn text_node(open: &mut [Element], text: &str) {
    let Some(parent) = open.last_mut() else {
        return;
    };
    match parent.nodes.last_mut() {
        Some(Node::Text(before)) => before.push_str(text),
        _ => parent.nodes.push(Node::Text(text.to_owned())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_are_as_in_the_dom() {
        let element =
            parse("<a x='1 &lt; 2'>p &amp; q<b/><!-- c --><![CDATA[ <d> ]]></a>").unwrap();
        assert_eq!(element.attribute("x"), Some("1 < 2"));
        let names: Vec<_> = element.nodes.iter().map(Node::name).collect();
        assert_eq!(names, ["#text", "b", "#comment", "#cdata-section"]);
        assert_eq!(element.text(), "p & q <d> ");
        assert_eq!(element.first_data(), Some("p & q"));
        assert_eq!(parse("<a><b></a>"), None);
        assert_eq!(parse("text"), None);
    }
}
