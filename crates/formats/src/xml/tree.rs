//! A record in memory: a flat list of tokens with their places, reused from record to record.

use std::borrow::Cow;
use std::fmt::Write;

use super::text;
use crate::context::Spot;

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// An element; its attributes, then its content follow.
    Element,
    Attribute,
    Text,
    Cdata,
    /// A reference to a character or an entity.
    Reference,
    Comment,
}

/// An element, an attribute, or a piece of content.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Token {
    pub kind: Kind,
    /// The first byte.
    pub start: u32,
    /// The first byte of the name; of an element, without its namespace prefix.
    pub name: u32,
    /// The byte after the name.
    pub name_end: u32,
    /// The first byte of an attribute's value; of an element, the byte after its start tag.
    pub inner: u32,
    /// The byte after the last.
    pub end: u32,
    /// The token after this one and all it contains.
    pub next: u32,
}

impl Token {
    pub(super) fn name(self, text: &str) -> &str {
        &text[self.name as usize..self.name_end as usize]
    }
}

/// The tokens of one record over its source text.
#[derive(Clone, Copy)]
pub(crate) struct Tree<'s> {
    pub text: &'s str,
    pub tokens: &'s [Token],
}

impl<'s> Tree<'s> {
    /// The record itself, if there is one.
    pub(crate) fn root(&'s self) -> Option<Element<'s>> {
        (!self.tokens.is_empty()).then_some(Element {
            tree: self,
            index: 0,
        })
    }
}

/// An element within a tree; also an attribute or a comment, as a place.
#[derive(Clone, Copy)]
pub(crate) struct Element<'t> {
    tree: &'t Tree<'t>,
    index: u32,
}

impl<'t> Element<'t> {
    fn token(self) -> &'t Token {
        &self.tree.tokens[self.index as usize]
    }

    /// The name, without a namespace prefix.
    pub(crate) fn name(self) -> &'t str {
        self.token().name(self.tree.text)
    }

    /// The source text of the element.
    pub(crate) fn source(self) -> &'t str {
        let token = self.token();
        &self.tree.text[token.start as usize..token.end as usize]
    }

    /// All tokens directly inside: attributes first, then the content.
    fn inside(self) -> impl Iterator<Item = Element<'t>> {
        let end = self.token().next;
        let mut index = self.index + 1;
        std::iter::from_fn(move || {
            if index >= end {
                return None;
            }
            let found = Element {
                tree: self.tree,
                index,
            };
            index = found.token().next;
            Some(found)
        })
    }

    fn of_kind(self, kind: Kind) -> impl Iterator<Item = Element<'t>> {
        self.inside()
            .filter(move |found| found.token().kind == kind)
    }

    /// The elements directly inside.
    pub(crate) fn children(self) -> impl Iterator<Item = Element<'t>> {
        self.of_kind(Kind::Element)
    }

    /// The attributes.
    pub(crate) fn attributes(self) -> impl Iterator<Item = Attribute<'t>> {
        self.inside()
            .take_while(|found| found.token().kind == Kind::Attribute)
            .map(Attribute)
    }

    /// The attribute with this name; the first one if there are several.
    pub(crate) fn attribute(self, name: &str) -> Option<Attribute<'t>> {
        self.attributes().find(|attribute| attribute.name() == name)
    }

    /// The first comment directly inside.
    pub(crate) fn comment(self) -> Option<Element<'t>> {
        self.of_kind(Kind::Comment).next()
    }

    /// The text directly inside, decoded.
    pub(crate) fn text(self) -> Cow<'t, str> {
        join(self.inside().filter_map(Element::piece))
    }

    /// The text directly inside without the white space around it.
    pub(crate) fn trimmed(self) -> Cow<'t, str> {
        let mut solid = self.inside().filter(|found| !found.is_blank());
        let Some(first) = solid.next() else {
            return Cow::Borrowed("");
        };
        // The line break after a CDATA section must not cost a copy.
        let Some(last) = solid.last() else {
            return text::trim(first.piece().unwrap_or_default());
        };
        let between = first.index..=last.index;
        text::trim(join(
            self.inside()
                .filter(|found| between.contains(&found.index))
                .filter_map(Element::piece),
        ))
    }

    /// A piece of text, if it is one.
    fn piece(self) -> Option<Cow<'t, str>> {
        let token = self.token();
        let source = &self.tree.text[token.start as usize..token.end as usize];
        match token.kind {
            Kind::Text => Some(text::lines(source)),
            Kind::Cdata => Some(text::lines(&source[9..source.len() - 3])),
            Kind::Reference => Some(match text::character(&source[1..source.len() - 1]) {
                Some(character) => Cow::Owned(character.to_string()),
                None => Cow::Borrowed(source),
            }),
            Kind::Element | Kind::Attribute | Kind::Comment => None,
        }
    }

    /// Whether it is no text but white space.
    fn is_blank(self) -> bool {
        let token = self.token();
        let source = &self.tree.text[token.start as usize..token.end as usize];
        match token.kind {
            Kind::Text => source.trim_start().is_empty(),
            Kind::Cdata => source[9..source.len() - 3].trim_start().is_empty(),
            Kind::Reference => false,
            Kind::Element | Kind::Attribute | Kind::Comment => true,
        }
    }
}

fn join<'t>(mut pieces: impl Iterator<Item = Cow<'t, str>>) -> Cow<'t, str> {
    let Some(first) = pieces.next() else {
        return Cow::Borrowed("");
    };
    let Some(second) = pieces.next() else {
        return first;
    };
    let mut joined = first.into_owned();
    joined.push_str(&second);
    joined.extend(pieces);
    Cow::Owned(joined)
}

/// An attribute of an element.
#[derive(Clone, Copy)]
pub(crate) struct Attribute<'t>(Element<'t>);

impl<'t> Attribute<'t> {
    /// The name as written, with its namespace prefix.
    pub(crate) fn name(self) -> &'t str {
        self.0.name()
    }

    /// The value, decoded.
    pub(crate) fn value(self) -> Cow<'t, str> {
        let token = self.0.token();
        text::attribute(&self.0.tree.text[token.inner as usize..token.end as usize])
    }
}

impl Spot for Attribute<'_> {
    fn span(&self) -> (usize, usize) {
        self.0.span()
    }

    fn path(&self) -> String {
        format!("{}/@{}", self.0.path(), self.name())
    }
}

impl Spot for Element<'_> {
    fn span(&self) -> (usize, usize) {
        let token = self.token();
        // Of an element, the start tag is enough to find it.
        let end = match token.kind {
            Kind::Element => token.inner,
            _ => token.end,
        };
        (token.start as usize, end as usize)
    }

    /// Found by descending from the record: paths are needed only where something is wrong.
    fn path(&self) -> String {
        let mut path = String::new();
        let Some(mut here) = self.tree.root() else {
            return path;
        };
        while here.index != self.index {
            let Some(child) = here
                .children()
                .find(|child| child.token().next > self.index)
                .filter(|child| child.index <= self.index)
            else {
                break;
            };
            let _ = write!(path, "/{}", child.name());
            let namesake = |other: &Element<'_>| other.name() == child.name();
            let before = here
                .children()
                .take_while(|other| other.index < child.index)
                .filter(namesake)
                .count();
            let after = here.children().find(|other| other.index > child.index);
            if before > 0 || after.as_ref().is_some_and(namesake) {
                let _ = write!(path, "[{}]", before + 1);
            }
            here = child;
        }
        path
    }
}

#[cfg(test)]
mod tests {
    use super::super::syntax::{Parser, SlipKind};
    use super::*;

    fn with_root<T>(text: &str, look: impl FnOnce(Element<'_>) -> T) -> T {
        let mut parser = Parser::default();
        parser.parse(text).unwrap();
        let tree = Tree {
            text,
            tokens: &parser.tokens,
        };
        look(tree.root().unwrap())
    }

    #[test]
    fn text_is_decoded() {
        let cases = [
            ("<a/>", "", ""),
            ("<a> b </a>", " b ", "b"),
            ("<a>\r\nb\rc</a>", "\nb\nc", "b\nc"),
            ("<a>\n<![CDATA[ <b> ]]>\n</a>", "\n <b> \n", "<b>"),
            ("<a>x<!-- y --><b>z</b>w</a>", "xw", "xw"),
            ("<a>&lt;&#233;&amp;&nbsp;</a>", "<é&&nbsp;", "<é&&nbsp;"),
            ("<a>AT&T & co</a>", "AT&T & co", "AT&T & co"),
            ("<a>]]></a>", "]]>", "]]>"),
            ("<a>b&#13;\n</a>", "b\r\n", "b"),
            ("<a><![CDATA[]]></a>", "", ""),
        ];
        for (source, text, trimmed) in cases {
            with_root(source, |root| {
                assert_eq!(root.text(), text, "{source}");
                assert_eq!(root.trimmed(), trimmed, "{source}");
            });
        }
    }

    #[test]
    fn plain_text_is_not_copied() {
        for source in ["<a>b</a>", "<a>\n<![CDATA[\nb]]>\n</a>"] {
            with_root(source, |root| {
                assert!(matches!(root.trimmed(), Cow::Borrowed("b")), "{source}");
            });
        }
    }

    #[test]
    fn attributes_are_found() {
        let source = "<n:a id=\"1 > 0\" b='&quot;' c = \"\" d=5 e x:f='6'/>";
        with_root(source, |root| {
            assert_eq!(root.name(), "a");
            let found: Vec<_> = root
                .attributes()
                .map(|attribute| format!("{}={}", attribute.name(), attribute.value()))
                .collect();
            assert_eq!(found, ["id=1 > 0", "b=\"", "c=", "d=5", "e=", "x:f=6"]);
            assert_eq!(root.attribute("x:f").unwrap().path(), "/@x:f");
        });
    }

    #[test]
    fn paths_count_namesakes() {
        let source = "<q><a/><b><c/><c><d/></c><c/></b></q>";
        with_root(source, |root| {
            let second = root.children().nth(1).unwrap().children().nth(1).unwrap();
            assert_eq!(root.path(), "");
            assert_eq!(second.path(), "/b/c[2]");
            assert_eq!(second.children().next().unwrap().path(), "/b/c[2]/d");
            assert_eq!(second.span(), (14, 17));
        });
    }

    #[test]
    fn errors_have_a_place() {
        let deep = format!("<a>{}", "<b>".repeat(1000));
        let cases = [
            ("<a><b></a>", 6, "</a> where </b> must come first"),
            ("<a>", 3, "the element is never closed"),
            ("<a><b c='></b></a>", 3, "a tag or a quote"),
            ("<a><![CDATA[</a>", 3, "a CDATA section"),
            ("<a><!-- </a>", 3, "a comment"),
            ("<a></a><b/>", 7, "a second element"),
            ("<a/></a>", 4, "</a> closes nothing"),
            ("<a><!x></a>", 3, ""),
            ("", 0, "the element is never closed"),
            (&deep, 3 * 128, "more than 128 elements"),
        ];
        for (source, at, message) in cases {
            let error = Parser::default().parse(source).unwrap_err();
            assert_eq!(error.at, at, "{source:.20}");
            assert!(error.message.starts_with(message), "{error:?}");
        }
    }

    #[test]
    fn slips_are_noted() {
        let cases: [(&str, &[(SlipKind, usize)]); 6] = [
            ("<a>&amp;&#65;</a>", &[]),
            ("<a>&nbsp;</a>", &[(SlipKind::Entity, 3)]),
            ("<a>x & y</a>", &[(SlipKind::Ampersand, 5)]),
            (
                "<a b=1 c='&x;'/>",
                &[(SlipKind::Unquoted, 3), (SlipKind::Entity, 10)],
            ),
            ("<a b='1' b='2'/>", &[(SlipKind::DuplicateAttribute, 9)]),
            ("<a>\0</a>", &[(SlipKind::Character, 3)]),
        ];
        for (source, expected) in cases {
            let mut parser = Parser::default();
            parser.parse(source).unwrap();
            let found: Vec<_> = parser
                .slips
                .iter()
                .map(|slip| (slip.kind, slip.at))
                .collect();
            assert_eq!(found, expected, "{source}");
        }
    }
}
