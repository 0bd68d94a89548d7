//! Reads an XML file record by record and hands each record to the variant that understands it.

use std::io;

use lydite_model::Action;

use super::split::{Event, Splitter, Trouble};
use super::syntax::{Parser, SlipKind};
use super::tree::{Element, Tree};
use crate::codes;
use crate::context::{Bytes, Context, Output};
use crate::input::Window;
use crate::json::fields::misspelt;
use crate::json::report_replacements;
use crate::reader::{Driver, RECORD_LIMIT};
use crate::spelling;

/// One XML format: what its records mean.
pub(crate) trait XmlVariant: Send {
    /// The names of the elements that are records, the most frequent one first.
    fn records(&self) -> &'static [&'static str];

    /// The start tag of the root element.
    fn root(&mut self, root: Element<'_>, cx: &mut Context<'_>);

    /// A record.
    fn record(&mut self, record: Element<'_>, cx: &mut Context<'_>);

    /// How deep elements may be that are no records and yet are shown to [`other`](Self::other).
    fn depth(&self) -> usize {
        2
    }

    /// The start tag of another element, outside of any record.
    fn other(&mut self, element: Element<'_>, cx: &mut Context<'_>) {
        unknown_element(cx, element);
    }

    /// The end of the file, for variants that hold something back.
    fn finish(&mut self, _cx: &mut Context<'_>) {}
}

/// A driver for an XML variant.
pub(crate) fn xml_driver(window: Window, variant: impl XmlVariant + 'static) -> Box<dyn Driver> {
    Box::new(XmlDriver {
        splitter: Splitter::new(window, variant.records(), RECORD_LIMIT).showing(variant.depth()),
        parser: Parser::default(),
        counts: vec![0; variant.records().len()],
        variant: Box::new(variant),
        has_root: false,
    })
}

/// An element that the format does not have.
pub(crate) fn unknown_element(cx: &mut Context<'_>, element: Element<'_>) {
    cx.report(
        &element,
        &codes::UNKNOWN_ELEMENT,
        Action::Skipped,
        format!(
            "the format has no <{}> here; it was ignored",
            element.name()
        ),
    );
}

/// The name of a child as the format has it; a misspelt one is reported, unless the right one is
/// there as well.
pub(crate) fn spelled<'t>(
    cx: &mut Context<'_>,
    parent: Element<'t>,
    child: Element<'t>,
    known: &'static [&'static str],
) -> &'t str {
    let name = child.name();
    if known.contains(&name) {
        return name;
    }
    match spelling::meant(name, known) {
        Some(meant) if parent.children().all(|other| other.name() != meant) => {
            misspelt(cx, &child, name, meant);
            meant
        }
        _ => name,
    }
}

/// Drives a variant over a file.
struct XmlDriver {
    splitter: Splitter,
    parser: Parser,
    variant: Box<dyn XmlVariant>,
    /// How many records of each name there were.
    counts: Vec<usize>,
    has_root: bool,
}

impl XmlDriver {
    /// Reads the record in `from..to`.
    fn record(&mut self, kind: usize, from: usize, to: usize, output: &mut Output) {
        let slice = self.splitter.window.slice(from, to);
        let parsed = self.parser.parse(&slice.text);
        let (name, count) = (self.variant.records()[kind], self.counts[kind]);
        let mut cx = Context {
            slice: &slice,
            base: &|| format!("{name}[{count}]"),
            output,
        };
        report_replacements(&mut cx);
        report_slips(&self.parser, &mut cx);
        if let Err(error) = parsed {
            let code = if error.is_depth {
                &codes::TOO_DEEP
            } else {
                &codes::SYNTAX
            };
            let place = Bytes(error.at, error.at + 1);
            cx.report(&place, code, Action::Skipped, error.message);
            return;
        }
        let tree = Tree {
            text: &slice.text,
            tokens: &self.parser.tokens,
        };
        if let Some(record) = tree.root() {
            self.variant.record(record, &mut cx);
        }
    }

    /// Reads a start tag outside of records.
    fn open(&mut self, from: usize, to: usize, output: &mut Output) {
        let slice = self.splitter.window.slice(from, to);
        self.parser.parse_tag(&slice.text);
        let tree = Tree {
            text: &slice.text,
            tokens: &self.parser.tokens,
        };
        let Some(element) = tree.root() else {
            return;
        };
        let mut cx = Context {
            slice: &slice,
            base: &|| element.name().to_owned(),
            output,
        };
        report_replacements(&mut cx);
        report_slips(&self.parser, &mut cx);
        if std::mem::replace(&mut self.has_root, true) {
            self.variant.other(element, &mut cx);
        } else {
            self.variant.root(element, &mut cx);
        }
    }

    /// Says why a record could not be delimited.
    fn broken(&self, kind: Option<usize>, to: usize, trouble: Trouble, output: &mut Output) {
        let slice = self.splitter.window.slice(0, to);
        let name = kind.map_or("element", |kind| self.variant.records()[kind]);
        let base =
            || kind.map_or_else(String::new, |kind| format!("{name}[{}]", self.counts[kind]));
        let (place, code, message, hint) = match trouble {
            Trouble::Unclosed => (
                Bytes(0, name.len() + 1),
                &codes::SYNTAX,
                format!("this <{name}> is not closed before the next one begins"),
                Some(format!("add </{name}> at its end")),
            ),
            Trouble::Section => (
                Bytes(0, name.len() + 1),
                &codes::SYNTAX,
                format!("a comment or CDATA section of this <{name}> is not closed"),
                Some("add --> or ]]> at its end".to_owned()),
            ),
            Trouble::Tag => (
                Bytes(0, slice.text.len()),
                &codes::SYNTAX,
                "a tag that is not closed".to_owned(),
                Some("add > at its end, and look at its quotes".to_owned()),
            ),
            Trouble::Truncated => (
                Bytes(slice.text.len(), slice.text.len()),
                &codes::TRUNCATED,
                format!("the file ends before this <{name}> is closed"),
                None,
            ),
            Trouble::TooLarge => (
                Bytes(0, name.len() + 1),
                &codes::TOO_LARGE,
                format!("this {name} is larger than {} MiB", RECORD_LIMIT >> 20),
                None,
            ),
        };
        let mut cx = Context {
            slice: &slice,
            base: &base,
            output,
        };
        cx.report(&place, code, Action::Skipped, message).hint = hint;
    }

    /// A remark about bytes outside of records.
    fn outside(
        &self,
        to: usize,
        output: &mut Output,
        code: &'static lydite_model::Code,
        action: Action,
        message: &str,
    ) {
        // A little more is shown than the remark is about.
        let shown = self.splitter.window.bytes().len().min(to + 100);
        let slice = self.splitter.window.slice(0, shown);
        Context {
            slice: &slice,
            base: &String::new,
            output,
        }
        .report(&Bytes(0, to), code, action, message);
    }
}

impl Driver for XmlDriver {
    fn advance(&mut self, output: &mut Output) -> io::Result<bool> {
        match self.splitter.next()? {
            Event::Open { from, to } => self.open(from, to, output),
            Event::Record { kind, from, to } => {
                self.counts[kind] += 1;
                self.record(kind, from, to, output);
            }
            Event::Broken {
                kind, to, trouble, ..
            } => {
                if let Some(kind) = kind {
                    self.counts[kind] += 1;
                }
                self.broken(kind, to, trouble, output);
            }
            Event::Doctype { to, .. } => self.outside(
                to,
                output,
                &codes::DOCTYPE,
                Action::Skipped,
                "the document type declaration and its entities were skipped",
            ),
            Event::Stray { to, .. } => self.outside(
                to,
                output,
                &codes::STRAY,
                Action::Skipped,
                "this does not belong here",
            ),
            Event::Truncated => self.outside(
                0,
                output,
                &codes::TRUNCATED,
                Action::Kept,
                "the file ends before its last element is closed",
            ),
            Event::End => {
                let end = self.splitter.window.slice(0, 0);
                self.variant.finish(&mut Context {
                    slice: &end,
                    base: &String::new,
                    output,
                });
                return Ok(false);
            }
        }
        Ok(true)
    }
}

fn report_slips(parser: &Parser, cx: &mut Context<'_>) {
    for slip in &parser.slips {
        let source = cx.slice.text.get(slip.at..slip.end).unwrap_or_default();
        let (code, action, message) = match slip.kind {
            SlipKind::Entity => (
                &codes::UNKNOWN_ENTITY,
                Action::Kept,
                format!("{source} is not an entity of XML; it was kept as text"),
            ),
            SlipKind::Ampersand => (
                &codes::NOT_QUITE_XML,
                Action::Repaired,
                "a bare & must be written &amp;".to_owned(),
            ),
            SlipKind::Unquoted if source.contains(['"', '\'']) => (
                &codes::STRAY,
                Action::Kept,
                format!("an extra quote or equals sign in `{source}`"),
            ),
            SlipKind::Unquoted => (
                &codes::NOT_QUITE_XML,
                Action::Repaired,
                format!("the attribute `{source}` has no value in quotes"),
            ),
            SlipKind::DuplicateAttribute => (
                &codes::NOT_QUITE_XML,
                Action::Repaired,
                format!("duplicate attribute `{source}`; the first one counts"),
            ),
            SlipKind::SectionEnd => (
                &codes::STRAY,
                Action::Kept,
                "this closes no CDATA section".to_owned(),
            ),
            SlipKind::Character => (
                &codes::NOT_QUITE_XML,
                Action::Kept,
                "XML does not allow this control character".to_owned(),
            ),
        };
        cx.report(&Bytes(slip.at, slip.end), code, action, message);
    }
}
