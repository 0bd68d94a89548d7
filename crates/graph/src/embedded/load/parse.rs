//! The other notations: Turtle, TriG, RDF/XML, JSON-LD and what their parsers give.

use std::io::Read;

use oxrdf::{GraphName, NamedOrBlankNode, Quad};
use oxrdfio::{RdfFormat, RdfParseError, RdfParser};

use super::BadLine;
use super::batch::Batch;
use super::lines::REMARKS;
use crate::embedded::term::Key;

/// A batch is passed on when it has this many triples.
const TRIPLES: usize = 32 << 10;

/// Or this many bytes of terms.
const BYTES: usize = 8 << 20;

/// Reads a whole file and passes its triples on, batch by batch.
///
/// After a slip these parsers go on where they can; `give` says whether more is wanted.
pub(super) fn read(
    reader: impl Read,
    format: RdfFormat,
    base: &str,
    file: usize,
    mut give: impl FnMut(Batch) -> bool,
) -> std::io::Result<()> {
    let mut parser = RdfParser::from_format(format);
    if let Ok(based) = parser.clone().with_base_iri(base) {
        parser = based;
    }
    let mut batch = Batch::new(String::new());
    for result in parser.for_reader(reader) {
        match result {
            Ok(quad) => push_quad(&mut batch, "", &quad, file),
            Err(RdfParseError::Io(error)) => return Err(error),
            Err(RdfParseError::Syntax(error)) => {
                batch.bad_count += 1;
                if batch.bad.len() < REMARKS {
                    let start = error.location().map(|location| location.start);
                    batch.bad.push(BadLine {
                        line: start.map_or(0, |start| start.line + 1),
                        column: start.map(|start| start.column + 1),
                        reason: error.to_string(),
                    });
                }
            }
        }
        if batch.triples.len() >= TRIPLES || batch.extra_bytes() >= BYTES {
            let full = std::mem::replace(&mut batch, Batch::new(String::new()));
            if !give(full) {
                return Ok(());
            }
        }
    }
    give(batch);
    Ok(())
}

/// Adds what a parser gave.
pub(super) fn push_quad(batch: &mut Batch, text: &str, quad: &Quad, file: usize) {
    let mut label = String::new();
    let mut node = |batch: &mut Batch, node: &NamedOrBlankNode| match node {
        NamedOrBlankNode::NamedNode(node) => batch.number(text, Key::Iri(node.as_str())),
        NamedOrBlankNode::BlankNode(node) => {
            blank_label(node.as_str(), file, &mut label);
            batch.number(text, Key::Blank(&label))
        }
    };
    let subject = node(batch, &quad.subject);
    let predicate = batch.number(text, Key::Iri(quad.predicate.as_str()));
    let object = match &quad.object {
        oxrdf::Term::NamedNode(name) => batch.number(text, Key::Iri(name.as_str())),
        oxrdf::Term::BlankNode(name) => node(batch, &name.clone().into()),
        oxrdf::Term::Literal(literal) => batch.number(text, Key::from_literal(literal.as_ref())),
    };
    batch.triples.push([subject, predicate, object]);
    let graph = match &quad.graph_name {
        GraphName::DefaultGraph => return,
        GraphName::NamedNode(name) => batch.number(text, Key::Iri(name.as_str())),
        GraphName::BlankNode(name) => node(batch, &name.clone().into()),
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
