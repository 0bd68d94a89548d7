//! N-Triples and N-Quads, a line at a time.
//!
//! Nearly all lines of real files are plain: IRIs and literals without escapes, single spaces. Those
//! are cut here without copying. Whatever else a line holds is left to the full parser, which also
//! says what is wrong with a bad one.

use memchr::{memchr, memchr2};
use oxrdf::NamedNodeRef;
use oxttl::NQuadsParser;

use super::BadLine;
use super::batch::Batch;
use super::parse::{Blanks, blank_label, push_quad};
use crate::embedded::term::Key;

/// Remarks beyond these are only counted.
pub(super) const REMARKS: usize = 20;

const XSD_STRING: &str = "http://www.w3.org/2001/XMLSchema#string";
const RDF: &str = "http://www.w3.org/1999/02/22-rdf-syntax-ns#";

/// Reads the lines of a batch. `file` is the number of the file, which blank nodes belong to.
pub(super) fn read(batch: &mut Batch, file: usize) {
    let text = batch.take_text();
    let mut rest = text.as_str();
    let mut label = String::new();
    while !rest.is_empty() {
        let end = memchr2(b'\n', b'\r', rest.as_bytes()).map_or(rest.len(), |at| at + 1);
        let (line, later) = rest.split_at(end);
        rest = later;
        if line.ends_with('\r') && rest.starts_with('\n') {
            rest = &rest[1..];
        }
        batch.notes.lines += 1;
        if read_plain(batch, &text, line, file, &mut label).is_none() {
            read_fully(batch, &text, line, file);
        }
    }
    batch.put_text(text);
}

/// Reads a plain line; `None` if it is not one.
fn read_plain(
    batch: &mut Batch,
    text: &str,
    line: &str,
    file: usize,
    label: &mut String,
) -> Option<()> {
    let (subject, rest) = cut_node(line)?;
    let (predicate, rest) = cut_node(skip(rest))?;
    let rest = skip(rest);
    let (object, rest) = if rest.starts_with('"') {
        cut_literal(rest)?
    } else {
        cut_node(rest)?
    };
    let mut rest = skip(rest);
    let mut graph = None;
    if !rest.starts_with('.') {
        let (name, later) = cut_node(rest)?;
        graph = Some(name);
        rest = skip(later);
    }
    if !rest.strip_prefix('.')?.trim_ascii().is_empty() || !matches!(predicate, Key::Iri(_)) {
        return None;
    }
    let mut number = |term: Key<'_>| match term {
        Key::Blank(name) => {
            blank_label(name, file, label);
            Some(batch.number(text, Key::Blank(label)))
        }
        Key::Iri(iri) => batch.number_within(text, term, || NamedNodeRef::new(iri).is_ok()),
        Key::Typed { datatype, .. } => {
            batch.number_within(text, term, || NamedNodeRef::new(datatype).is_ok())
        }
        Key::Text(_) | Key::Tagged { .. } => batch.number_within(text, term, || true),
    };
    let subject = number(subject)?;
    let predicate = number(predicate)?;
    let object = number(object)?;
    let graph = match graph {
        Some(graph) => Some(number(graph)?),
        None => None,
    };
    match graph {
        None => batch.triples.push([subject, predicate, object]),
        Some(graph) => batch.quads.push([graph, subject, predicate, object]),
    }
    Some(())
}

fn skip(text: &str) -> &str {
    text.trim_start_matches([' ', '\t'])
}

/// Cuts an IRI or a blank node.
fn cut_node(text: &str) -> Option<(Key<'_>, &str)> {
    if let Some(text) = text.strip_prefix('<') {
        let end = memchr(b'>', text.as_bytes())?;
        let iri = &text[..end];
        if memchr(b'\\', iri.as_bytes()).is_some() {
            return None;
        }
        return Some((Key::Iri(iri), &text[end + 1..]));
    }
    let text = text.strip_prefix("_:")?;
    let plain = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_' || *byte == b'-';
    let end = text.bytes().position(|byte| !plain(&byte))?;
    // Points and letters beyond ASCII may belong to a label: that is for the full parser to say.
    if end == 0 || text.starts_with('-') || !matches!(text.as_bytes()[end], b' ' | b'\t') {
        return None;
    }
    Some((Key::Blank(&text[..end]), &text[end..]))
}

/// Cuts a literal that begins with a double quote.
fn cut_literal(text: &str) -> Option<(Key<'_>, &str)> {
    let text = text.strip_prefix('"')?;
    let end = memchr2(b'"', b'\\', text.as_bytes())?;
    if text.as_bytes()[end] == b'\\' {
        return None;
    }
    let (value, rest) = (&text[..end], &text[end + 1..]);
    if let Some(rest) = rest.strip_prefix('@') {
        let end = rest.bytes().position(|byte| !is_tag(byte))?;
        let language = &rest[..end];
        // The parser checks tags and writes them in small letters; these need neither.
        let simple = language.len() == 2 || language.len() == 3;
        if !simple || matches!(rest.as_bytes()[end], b'-' | b'A'..=b'Z' | b'0'..=b'9') {
            return None;
        }
        return Some((Key::Tagged { value, language }, &rest[end..]));
    }
    if let Some(rest) = rest.strip_prefix("^^") {
        let (Key::Iri(datatype), rest) = cut_node(rest)? else {
            return None;
        };
        let key = match datatype {
            XSD_STRING => Key::Text(value),
            _ if datatype.starts_with(RDF) => return None,
            _ => Key::Typed { value, datatype },
        };
        return Some((key, rest));
    }
    Some((Key::Text(value), rest))
}

fn is_tag(byte: u8) -> bool {
    byte.is_ascii_lowercase()
}

/// Leaves a line to the full parser.
fn read_fully(batch: &mut Batch, text: &str, line: &str, file: usize) {
    for result in NQuadsParser::new().for_slice(line) {
        match result {
            Ok(quad) => push_quad(batch, text, &quad, &mut Blanks::labelled(file)),
            Err(error) => {
                batch.notes.bad_count += 1;
                if batch.notes.bad.len() < REMARKS {
                    let column = error.location().start.column + 1;
                    let line = batch.notes.lines;
                    let bad = BadLine::new(line, Some(column), error.message());
                    batch.notes.bad.push(bad);
                }
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use oxttl::NTriplesParser;

    /// What the full parser makes of a text, a line at a time.
    fn expected(text: &str) -> Vec<String> {
        let lines = text.lines();
        lines
            .flat_map(|line| NTriplesParser::new().for_slice(line))
            .filter_map(|triple| Some(triple.ok()?.to_string()))
            .collect()
    }

    fn found(text: &str) -> (Vec<String>, u64) {
        let mut batch = Batch::new(text.to_owned());
        read(&mut batch, 0);
        let terms: Vec<String> = batch
            .terms()
            .map(|(key, _)| {
                let (value, second) = key.parts();
                crate::embedded::term::to_term(key.kind(), value.to_owned(), second).to_string()
            })
            .collect();
        let triples = batch
            .triples
            .iter()
            .map(|triple| {
                triple
                    .map(|number| terms[number as usize].clone())
                    .join(" ")
            })
            .collect();
        (triples, batch.notes.bad_count)
    }

    #[test]
    fn plain_and_unusual_lines_are_read_as_the_full_parser_does() {
        let text = concat!(
            "<http://a/x> <http://a/p> <http://a/y> .\n",
            "<http://a/x>\t<http://a/p>   \"plain\" .\r\n",
            "<http://a/x> <http://a/p> \"1\"^^<http://www.w3.org/2001/XMLSchema#integer> .\n",
            "<http://a/x> <http://a/p> \"s\"^^<http://www.w3.org/2001/XMLSchema#string>.\n",
            "<http://a/x> <http://a/p> \"es\\\"caped\\u00e9\"@en .\n",
            "<http://a/x> <http://a/p> \"Wort\"@de-AT . # a remark\n",
            "<http://a/x> <http://a/p> \"Wort\"@de .\n",
            "# only a remark\n",
            "\n",
            "_:b1 <http://a/p> _:b.2 .\n",
            "_:b1 <http://a/p> _:b1 .\n",
            "<http://a/x> <http://a/p> \"no end\n",
            "<http://a/x> <http://a/p> <no iri> .\n",
            "<http://a/x> <http://a/p> <relative> .\n",
            "<http://a/x> <http://a/p> \"é 日本\" .",
        );
        let (triples, bad) = found(text);
        assert_eq!(triples, expected(text));
        assert_eq!(triples.len(), 10);
        assert_eq!(bad, 3);
    }

    #[test]
    fn bad_lines_are_told_with_their_place() {
        let mut batch = Batch::new("<http://a> <http://b> <http://c> .\nnonsense\n".to_owned());
        read(&mut batch, 0);
        assert_eq!(batch.notes.bad[0].line, 2);
        assert_eq!(batch.triples.len(), 1);
    }
}
