//! The body of a reply as a table, a truth value or triples, whatever notation it is in.

use oxrdf::{BlankNode, Literal, NamedNode, Term, Triple};
use oxrdfio::{RdfFormat, RdfParser};
use sparesults::{QueryResultsFormat, QueryResultsParser, SliceQueryResultsParserOutput};

use super::json;
use crate::Rows;

/// What engines answer to `SELECT` and `ASK`.
#[derive(Debug, PartialEq)]
pub(super) enum Table {
    Rows(Rows),
    Boolean(bool),
}

/// The notations of tables, best first: JSON says all, CSV forgets what is an identifier.
pub(super) const ACCEPT_TABLE: &str = "application/sparql-results+json, \
     application/sparql-results+xml;q=0.8, text/tab-separated-values;q=0.3, text/csv;q=0.1";

/// The notations of triples.
pub(super) const ACCEPT_TRIPLES: &str =
    "application/n-triples, text/turtle;q=0.9, application/rdf+xml;q=0.6";

/// Reads a table; `None` if the media type is not one of a table.
pub(super) fn read_table(media_type: &str, body: &[u8]) -> Option<Result<Table, String>> {
    Some(match media_type {
        "application/sparql-results+json" | "application/json" | "text/json" => json::read(body),
        "application/sparql-results+xml" | "application/xml" | "text/xml" => {
            // The parser takes the end of the text for the end of the results.
            if body.trim_ascii_end().ends_with(b"sparql>") {
                standard(QueryResultsFormat::Xml, body)
            } else {
                Err("broken XML: the end is missing".to_owned())
            }
        }
        // Half a value is a value too: only the end of the line tells that it is whole.
        "text/tab-separated-values" | "text/csv" if !body.ends_with(b"\n") => {
            Err("the last line has no end".to_owned())
        }
        "text/tab-separated-values" => standard(QueryResultsFormat::Tsv, body),
        "text/csv" => csv(body),
        "text/boolean" => match body.trim_ascii() {
            b"true" => Ok(Table::Boolean(true)),
            b"false" => Ok(Table::Boolean(false)),
            _ => Err("neither `true` nor `false`".to_owned()),
        },
        _ => return None,
    })
}

fn standard(format: QueryResultsFormat, body: &[u8]) -> Result<Table, String> {
    let broken = |error: &dyn std::fmt::Display| format!("broken {}: {error}", format.name());
    let parser = QueryResultsParser::from_format(format);
    match parser.for_slice(body).map_err(|error| broken(&error))? {
        SliceQueryResultsParserOutput::Boolean(boolean) => Ok(Table::Boolean(boolean)),
        SliceQueryResultsParserOutput::Solutions(solutions) => {
            let variables: Vec<String> = solutions
                .variables()
                .iter()
                .map(|variable| variable.as_str().to_owned())
                .collect();
            let mut rows = Vec::new();
            for solution in solutions {
                let solution = solution.map_err(|error| broken(&error))?;
                rows.push(solution.values().to_vec());
            }
            Ok(Table::Rows(Rows { variables, rows }))
        }
    }
}

/// CSV does not tell identifiers from texts: what looks like an absolute identifier is taken for
/// one, all else for a plain text, nothing for unbound.
fn csv(body: &[u8]) -> Result<Table, String> {
    let broken = |error: csv::Error| format!("broken CSV: {error}");
    let mut reader = csv::Reader::from_reader(body);
    let variables: Vec<String> = reader
        .headers()
        .map_err(broken)?
        .iter()
        .map(str::to_owned)
        .collect();
    if variables.is_empty() {
        return Err("CSV without a header".to_owned());
    }
    let mut rows = Vec::new();
    for record in reader.records() {
        let record = record.map_err(broken)?;
        rows.push(record.iter().map(csv_term).collect());
    }
    Ok(Table::Rows(Rows { variables, rows }))
}

fn csv_term(text: &str) -> Option<Term> {
    if text.is_empty() {
        return None;
    }
    if let Some(node) = text.strip_prefix("_:").map(BlankNode::new) {
        return node.ok().map(Term::from);
    }
    let schemes = ["http://", "https://", "urn:", "mailto:", "ftp://"];
    if schemes.iter().any(|scheme| text.starts_with(scheme))
        && let Ok(iri) = NamedNode::new(text)
    {
        return Some(iri.into());
    }
    Some(Literal::new_simple_literal(text).into())
}

/// Reads triples; `None` if the media type is not one of a graph.
pub(super) fn read_triples(
    media_type: &str,
    base: &str,
    body: &[u8],
) -> Option<Result<Vec<Triple>, String>> {
    // Old servers call Turtle and N-Triples so.
    let format = match media_type {
        "text/rdf+n3" | "application/x-turtle" => RdfFormat::Turtle,
        "text/ntriples" | "text/plain" => RdfFormat::NTriples,
        "application/xml" | "text/xml" => RdfFormat::RdfXml,
        other => RdfFormat::from_media_type(other)?,
    };
    let mut parser = RdfParser::from_format(format).lenient();
    if let Ok(based) = parser.clone().with_base_iri(base) {
        parser = based;
    }
    let triples: Result<Vec<Triple>, _> = parser
        .for_slice(body)
        .map(|quad| quad.map(Triple::from))
        .collect();
    Some(triples.map_err(|error| format!("broken {}: {error}", format.name())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_notations_give_the_same_table() {
        let json = r#"{"head": {"vars": ["x", "n"]}, "results": {"bindings": [
            {"x": {"type": "uri", "value": "http://e/1"}, "n": {"type": "literal", "value": "a,b"}},
            {"x": {"type": "bnode", "value": "b0"}}]}}"#;
        let xml = r#"<?xml version="1.0"?><sparql xmlns="http://www.w3.org/2005/sparql-results#">
            <head><variable name="x"/><variable name="n"/></head><results>
            <result><binding name="x"><uri>http://e/1</uri></binding>
                    <binding name="n"><literal>a,b</literal></binding></result>
            <result><binding name="x"><bnode>b0</bnode></binding></result></results></sparql>"#;
        let tsv = "?x\t?n\n<http://e/1>\t\"a,b\"\n_:b0\t\n";
        let csv = "x,n\r\nhttp://e/1,\"a,b\"\r\n_:b0,\r\n";
        let expected = read_table("application/json", json.as_bytes()).unwrap();
        assert!(expected.is_ok());
        for (media_type, body) in [
            ("application/sparql-results+xml", xml),
            ("text/tab-separated-values", tsv),
            ("text/csv", csv),
        ] {
            let table = read_table(media_type, body.as_bytes()).unwrap();
            assert_eq!(table, expected, "{media_type}");
        }
    }

    #[test]
    fn truncated_bodies_are_noticed() {
        let xml = r#"<?xml version="1.0"?><sparql xmlns="http://www.w3.org/2005/sparql-results#">
            <head><variable name="x"/></head><results><result><binding name="x">"#;
        for (media_type, body) in [
            ("application/sparql-results+xml", xml),
            ("application/json", "{\"head\": {\"vars\": [\"x\"]}, \"resu"),
            ("text/tab-separated-values", "?x\t?y\n<http://e/1>"),
            ("text/csv", "x,y\nhttp://e/1"),
            ("text/csv", "x\nhttp://e/1"),
            ("text/boolean", "tru"),
        ] {
            let table = read_table(media_type, body.as_bytes()).unwrap();
            assert!(table.is_err(), "{media_type}");
        }
        assert!(read_table("text/html", b"<html>").is_none());
    }

    #[test]
    fn triples_are_read_from_every_notation() {
        let nt = "<http://e/s> <http://e/p> \"o\" .\n";
        let ttl = "@prefix e: <http://e/> . e:s e:p \"o\" .";
        let xml = r#"<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:e="http://e/">
            <rdf:Description rdf:about="http://e/s"><e:p>o</e:p></rdf:Description></rdf:RDF>"#;
        for (media_type, body) in [
            ("application/n-triples", nt),
            ("text/plain", nt),
            ("text/turtle", ttl),
            ("text/rdf+n3", ttl),
            ("application/rdf+xml", xml),
        ] {
            let triples = read_triples(media_type, "http://e/", body.as_bytes());
            let triples = triples.unwrap().unwrap();
            assert_eq!(triples[0].to_string(), nt.trim_end_matches(" .\n"));
        }
        for body in ["<http://e/s> <http://e/p> ", "Virtuoso 37000 Error"] {
            let triples = read_triples("text/turtle", "http://e/", body.as_bytes());
            assert!(triples.unwrap().is_err());
        }
        assert!(read_triples("text/html", "http://e/", b"").is_none());
    }
}
