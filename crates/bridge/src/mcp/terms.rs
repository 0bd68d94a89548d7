//! Terms and results as documents.

use lydite_graph::oxrdf::Term;
use lydite_graph::{Note, Results, Value};
use serde_json::{Map, Value as Json, json};

/// A term as SPARQL's JSON results have it.
pub(crate) fn term(term: &Term) -> Json {
    match term {
        Term::NamedNode(node) => json!({"type": "uri", "value": node.as_str()}),
        Term::BlankNode(node) => json!({"type": "bnode", "value": node.as_str()}),
        Term::Literal(literal) => {
            let mut document = Map::new();
            document.insert("type".to_owned(), "literal".into());
            document.insert("value".to_owned(), literal.value().into());
            if let Some(language) = literal.language() {
                document.insert("xml:lang".to_owned(), language.into());
            } else if literal.datatype().as_str() != "http://www.w3.org/2001/XMLSchema#string" {
                document.insert("datatype".to_owned(), literal.datatype().as_str().into());
            }
            Json::Object(document)
        }
        #[allow(unreachable_patterns)]
        other => json!({"type": "triple", "value": other.to_string()}),
    }
}

/// Results as SPARQL's JSON results have them; triples as lines.
pub(crate) fn value(value: &Value) -> Json {
    match value {
        Value::Boolean(value) => json!({"head": {}, "boolean": value}),
        Value::Rows(rows) => {
            let bindings: Vec<Json> = rows
                .rows
                .iter()
                .map(|row| {
                    let cells = rows.variables.iter().zip(row);
                    let bound =
                        cells.filter_map(|(name, cell)| Some((name.clone(), term(cell.as_ref()?))));
                    Json::Object(bound.collect())
                })
                .collect();
            json!({"head": {"vars": rows.variables}, "results": {"bindings": bindings}})
        }
        Value::Triples(triples) => {
            let lines: Vec<String> = triples.iter().map(|triple| format!("{triple} .")).collect();
            json!({ "triples": lines })
        }
    }
}

/// Results with what should be known about them.
pub(crate) fn results(results: &Results) -> Json {
    let notes: Vec<String> = results
        .notes
        .iter()
        .map(|note| match note {
            Note::Truncated { rows } => format!("there are more than these {rows} rows"),
            Note::Partial => "the engine ran out of time and gave what it had".to_owned(),
            Note::Paged { pages } => format!("fetched in {pages} pages"),
            Note::Cached => "stored from an earlier request".to_owned(),
            Note::UnknownGraph { iri } => format!("there is no graph <{iri}>"),
        })
        .collect();
    let mut document = value(&results.value);
    if !notes.is_empty() {
        document["notes"] = json!(notes);
    }
    document
}
