//! The other notations: Turtle, TriG, RDF/XML, JSON-LD and what their parsers give.

use std::io::{self, Read};
use std::sync::mpsc;
use std::thread;

use oxrdf::{BlankNode, GraphName, NamedOrBlankNode, Quad};
use oxrdfio::{RdfFormat, RdfParseError, RdfParser, ReaderQuadParser};
use rustc_hash::FxHashMap;

use super::BadLine;
use super::batch::Batch;
use super::guard::CUT_OFF;
use super::index_maps::IndexMaps;
use super::lines::REMARKS;
use super::relative::Relative;
use super::source::Source;
use crate::embedded::term::Key;

/// After this many slips, a text with fewer triples than slips is read no further.
const SLIPS: u64 = 1000;

/// Reads a whole file: one thread parses, the caller takes the results.
pub(super) fn read(
    source: Source,
    base: &str,
    file: usize,
    stretch: usize,
    take: &mut dyn FnMut(Batch) -> io::Result<()>,
) -> io::Result<()> {
    let Source {
        format,
        reader,
        tally,
        ..
    } = source;
    let (batches, parsed) = mpsc::sync_channel::<Batch>(2);
    thread::scope(|scope| {
        let parser = scope.spawn(move || {
            parse(reader, format, base, file, stretch, |mut batch| {
                batch.notes.bytes = tally.bytes();
                batches.send(batch).is_ok()
            })
        });
        let result = parsed.iter().try_for_each(take);
        drop(parsed);
        let parsed = parser
            .join()
            .unwrap_or_else(|_| Err(io::Error::other("the parser gave up")));
        result.and(parsed)
    })
}

/// Passes the triples of a text on, batch by batch; `give` says whether more is wanted.
///
/// After a slip in Turtle or TriG the next statement is read. In XML and JSON whatever follows a
/// slip may mean something else, so nothing after it is read.
fn parse(
    reader: impl Read,
    format: RdfFormat,
    base: &str,
    file: usize,
    stretch: usize,
    mut give: impl FnMut(Batch) -> bool,
) -> io::Result<()> {
    let is_json_ld = matches!(format, RdfFormat::JsonLd { .. });
    let mut reader = IndexMaps::watched(reader, is_json_ld);
    let mut relative = Relative::to(base);
    let mut parser = RdfParser::from_format(format);
    if let Ok(based) = parser.clone().with_base_iri(relative.marked_base()) {
        parser = based;
    }
    // A triple takes some 64 bytes, unless it has a long text.
    let (triples, bytes) = (stretch / 64, stretch * 4);
    let goes_on = matches!(format, RdfFormat::Turtle | RdfFormat::TriG);
    let (mut good, mut bad) = (0_u64, 0_u64);
    let mut batch = Batch::new(String::new());
    let mut blanks = Blanks::numbered(file);
    let mut parser = parser.for_reader(&mut reader);
    while let Some(result) = parser.next() {
        match result {
            Ok(mut quad) => {
                relative.quad(&mut quad);
                push_quad(&mut batch, "", &quad, &mut blanks);
                good += 1;
                // Those of an XML document are known only within its elements.
                if good == 1 {
                    batch.notes.prefixes = prefixes(&parser, &relative);
                }
            }
            Err(RdfParseError::Io(error)) if error.to_string() == CUT_OFF => {
                batch.notes.bad_count += 1;
                batch.notes.bad.push(BadLine::new(0, None, CUT_OFF));
                break;
            }
            Err(RdfParseError::Io(error)) => return Err(explained(error)),
            Err(RdfParseError::Syntax(error)) => {
                bad += 1;
                batch.notes.bad_count += 1;
                if batch.notes.bad.len() < REMARKS {
                    let start = error.location().map(|location| location.start);
                    let mut reason = explanation(&relative.text(&error.to_string()));
                    if !goes_on {
                        reason.push_str("; what follows was not read");
                    }
                    let line = start.map_or(0, |start| start.line + 1);
                    let column = start.map(|start| start.column + 1);
                    batch.notes.bad.push(BadLine::new(line, column, &reason));
                }
                if !goes_on || (bad >= SLIPS && bad > good) {
                    break;
                }
            }
        }
        if batch.len() >= triples || batch.extra_bytes() >= bytes {
            batch.notes.relative = std::mem::take(&mut relative.count);
            let full = std::mem::replace(&mut batch, Batch::new(String::new()));
            if !give(full) {
                return Ok(());
            }
        }
    }
    batch.notes.relative = relative.count;
    batch.notes.prefixes.extend(prefixes(&parser, &relative));
    drop(parser);
    // The digest is that of the whole file.
    match io::copy(&mut reader, &mut io::sink()) {
        Err(error) if error.to_string() == CUT_OFF => {}
        copied => {
            copied?;
        }
    }
    give(batch);
    Ok(())
}

/// The prefixes that a text has declared so far.
fn prefixes<R: Read>(parser: &ReaderQuadParser<R>, relative: &Relative) -> Vec<(String, String)> {
    /// More than these are not declared by people.
    const PREFIXES: usize = 1000;
    let mut prefixes: Vec<(String, String)> = parser
        .prefixes()
        .filter(|(name, _)| *name != "xml")
        .map(|(name, iri)| (name.to_owned(), relative.text(iri)))
        .collect();
    // The parser has them in the order of a hash table, but the same files give the same index.
    prefixes.sort();
    prefixes.truncate(PREFIXES);
    prefixes
}

/// What an error of the parser's buffer means.
fn explained(error: io::Error) -> io::Error {
    if error.kind() == io::ErrorKind::OutOfMemory {
        return io::Error::new(io::ErrorKind::InvalidData, "a term is longer than 16 MiB");
    }
    error
}

/// What a parser says, in words for those who have the file.
fn explanation(reason: &str) -> String {
    if reason.contains("LoadDocumentCallback") || reason.contains("load_document_callback") {
        return "its context is at another address, and contexts are not fetched; put the context \
                itself into the file"
            .to_owned();
    }
    // The place is shown before it.
    match reason.split_once(": ") {
        Some((place, reason)) if place.starts_with("Parser error ") => reason.to_owned(),
        _ => reason.to_owned(),
    }
}

/// The names of the blank nodes of a file.
pub(super) struct Blanks {
    file: usize,
    /// In notations without labels for all, what the parser made up gets numbers instead, the same
    /// in every load.
    numbers: Option<FxHashMap<u128, usize>>,
    label: String,
}

impl Blanks {
    /// Each has a label.
    pub(super) fn labelled(file: usize) -> Self {
        Self {
            file,
            numbers: None,
            label: String::new(),
        }
    }

    fn numbered(file: usize) -> Self {
        Self {
            numbers: Some(FxHashMap::default()),
            ..Self::labelled(file)
        }
    }

    fn name(&mut self, node: &BlankNode) -> &str {
        match (&mut self.numbers, node.as_ref().unique_id()) {
            (None, _) | (_, None) => blank_label(node.as_str(), self.file, &mut self.label),
            (Some(numbers), Some(id)) => {
                let next = numbers.len();
                let number = numbers.entry(id).or_insert(next);
                // No label in a file begins with a dot.
                self.label = format!("f{}..{number}", self.file);
            }
        }
        &self.label
    }
}

/// Adds what a parser gave.
pub(super) fn push_quad(batch: &mut Batch, text: &str, quad: &Quad, blanks: &mut Blanks) {
    let mut blank =
        |batch: &mut Batch, node: &BlankNode| batch.number(text, Key::Blank(blanks.name(node)));
    let subject = match &quad.subject {
        NamedOrBlankNode::NamedNode(node) => batch.number(text, Key::Iri(node.as_str())),
        NamedOrBlankNode::BlankNode(node) => blank(batch, node),
    };
    let predicate = batch.number(text, Key::Iri(quad.predicate.as_str()));
    let object = match &quad.object {
        oxrdf::Term::NamedNode(name) => batch.number(text, Key::Iri(name.as_str())),
        oxrdf::Term::BlankNode(name) => blank(batch, name),
        oxrdf::Term::Literal(literal) => batch.number(text, Key::from_literal(literal.as_ref())),
    };
    let graph = match &quad.graph_name {
        GraphName::DefaultGraph => {
            batch.triples.push([subject, predicate, object]);
            return;
        }
        GraphName::NamedNode(name) => batch.number(text, Key::Iri(name.as_str())),
        GraphName::BlankNode(name) => blank(batch, name),
    };
    batch.quads.push([graph, subject, predicate, object]);
}

/// The name of a blank node within the graph: labels belong to their files.
///
/// Those of the first file stay as they are, unless they look like one of another file.
pub(super) fn blank_label(label: &str, file: usize, into: &mut String) {
    into.clear();
    let looks_foreign = || {
        let rest = label.strip_prefix('f');
        let digits = rest.map(|rest| rest.trim_start_matches(|c: char| c.is_ascii_digit()));
        digits.is_some_and(|after| after.starts_with('.'))
    };
    if file > 0 || looks_foreign() {
        into.push('f');
        into.push_str(&file.to_string());
        into.push('.');
    }
    into.push_str(label);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blank_nodes_of_different_files_are_different() {
        let mut names = Vec::new();
        for (label, file) in [("b1", 0), ("b1", 1), ("f1.b1", 0), ("f1.b1", 1), ("f", 0)] {
            let mut name = String::new();
            blank_label(label, file, &mut name);
            names.push(name);
        }
        assert_eq!(names, ["b1", "f1.b1", "f0.f1.b1", "f1.f1.b1", "f"]);
    }
}
