//! What an XML document looks like, from its beginning.

use std::io;

use super::split::{Event, Splitter};
use super::syntax::Parser;
use super::tree::{Element, Tree};
use crate::input::Window;

/// How many records are looked at.
const RECORDS: usize = 3;

/// The outline of an XML document, as far as the probe reaches.
#[derive(Default)]
pub(crate) struct XmlShape {
    /// The name of the root element, without a namespace prefix.
    pub root: String,
    /// The source of the first `<question>` elements; a single one may be cut off.
    pub questions: Vec<String>,
    /// Whether nothing more could be found in a longer piece of the document.
    pub is_complete: bool,
}

impl XmlShape {
    /// Whether any of the first questions satisfies the test.
    pub(crate) fn any_question(&self, test: impl Fn(Element<'_>) -> bool) -> bool {
        self.questions.iter().any(|text| {
            let mut parser = Parser::default();
            // What is cut off or broken is looked at as far as it goes.
            let _ = parser.parse(text);
            let tree = Tree {
                text,
                tokens: &parser.tokens,
            };
            tree.root().is_some_and(&test)
        })
    }
}

/// Looks at the beginning of a document.
pub(crate) fn outline(bytes: &[u8], limit: usize) -> XmlShape {
    let window = Window::new(Box::new(io::Cursor::new(bytes.to_vec())));
    let mut splitter = Splitter::new(window, &["question"], limit);
    let mut shape = XmlShape::default();
    while let Ok(event) = splitter.next() {
        let source = |from: usize, to: usize| {
            String::from_utf8_lossy(&splitter.window.bytes()[from..to]).into_owned()
        };
        match event {
            Event::Open { from, to } if shape.root.is_empty() => {
                let text = source(from, to);
                let mut parser = Parser::default();
                parser.parse_tag(&text);
                let tree = Tree {
                    text: &text,
                    tokens: &parser.tokens,
                };
                shape.root = tree.root().map_or("", Element::name).to_owned();
                // SPARQL results have no questions.
                shape.is_complete = shape.root == "sparql";
            }
            Event::Record { from, to, .. } => shape.questions.push(source(from, to)),
            Event::Broken { kind, from, to, .. } if kind.is_some() => {
                if shape.questions.is_empty() {
                    shape.questions.push(source(from, to));
                }
                break;
            }
            Event::End | Event::Truncated => break,
            _ => {}
        }
        shape.is_complete |= shape.questions.len() == RECORDS;
        if shape.is_complete {
            break;
        }
    }
    shape
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_root_and_the_first_questions_are_found() {
        let cases: [(&str, &str, &[&str], bool); 5] = [
            ("<d/>", "d", &[], false),
            ("<?xml?><!-- --><x:sparql>", "sparql", &[], true),
            (
                "<d><question>1</question><question>2",
                "d",
                &["<question>1</question>"],
                false,
            ),
            ("<d><question>1", "d", &["<question>1"], false),
            ("<!DOCTYPE x", "", &[], false),
        ];
        for (text, root, questions, is_complete) in cases {
            let shape = outline(text.as_bytes(), 1000);
            assert_eq!(shape.root, root, "{text}");
            assert_eq!(shape.questions, questions, "{text}");
            assert_eq!(shape.is_complete, is_complete, "{text}");
        }
    }
}
