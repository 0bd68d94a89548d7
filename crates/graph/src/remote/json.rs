//! SPARQL results in JSON, as engines write them.
//!
//! Read here and not by `sparesults`, because one blank node called `nodeID://b10005` or one
//! identifier with a blank in it must not take all other rows with it.

use std::borrow::Cow;
use std::fmt;

use oxrdf::{BlankNode, Literal, NamedNode, Term};
use serde::Deserialize;
use serde::de::{MapAccess, Visitor};

use super::table::Table;

/// Reads a document.
pub(super) fn read(body: &[u8]) -> Result<Table, String> {
    let document: Document<'_> =
        serde_json::from_slice(body).map_err(|error| format!("broken JSON: {error}"))?;
    if let Some(boolean) = document.boolean {
        return Ok(Table::Boolean(boolean));
    }
    let results = document
        .results
        .ok_or("JSON without `results` and `boolean`")?;
    let mut variables: Vec<String> = document.head.vars;
    let mut rows = Vec::with_capacity(results.bindings.len());
    for Row(cells) in results.bindings {
        let mut row = vec![None; variables.len()];
        for (name, cell) in cells {
            let term = cell.term()?;
            let column = variables.iter().position(|variable| *variable == name);
            let column = column.unwrap_or_else(|| {
                variables.push(name.into_owned());
                variables.len() - 1
            });
            if row.len() <= column {
                row.resize(column + 1, None);
            }
            row[column] = Some(term);
        }
        rows.push(row);
    }
    for row in &mut rows {
        row.resize(variables.len(), None);
    }
    Ok(Table::Rows(crate::Rows { variables, rows }))
}

#[derive(Deserialize)]
struct Document<'a> {
    #[serde(default)]
    head: Head,
    boolean: Option<bool>,
    #[serde(borrow)]
    results: Option<Results<'a>>,
}

#[derive(Default, Deserialize)]
struct Head {
    #[serde(default)]
    vars: Vec<String>,
}

#[derive(Deserialize)]
struct Results<'a> {
    #[serde(borrow)]
    bindings: Vec<Row<'a>>,
}

struct Row<'a>(Vec<(Cow<'a, str>, Cell<'a>)>);

impl<'de: 'a, 'a> Deserialize<'de> for Row<'a> {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Cells;
        impl<'de> Visitor<'de> for Cells {
            type Value = Row<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object with a member for each bound variable")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Row<'de>, A::Error> {
                let mut cells = Vec::new();
                while let Some((Name(name), cell)) = map.next_entry()? {
                    cells.push((name, cell));
                }
                Ok(Row(cells))
            }
        }
        deserializer.deserialize_map(Cells)
    }
}

#[derive(Deserialize)]
struct Name<'a>(#[serde(borrow)] Cow<'a, str>);

#[derive(Deserialize)]
struct Cell<'a> {
    #[serde(rename = "type", borrow)]
    kind: Cow<'a, str>,
    #[serde(borrow)]
    value: Cow<'a, str>,
    #[serde(borrow)]
    datatype: Option<Cow<'a, str>>,
    #[serde(rename = "xml:lang", alias = "lang", borrow)]
    language: Option<Cow<'a, str>>,
}

impl Cell<'_> {
    fn term(self) -> Result<Term, String> {
        let value = self.value.into_owned();
        Ok(match (&*self.kind, self.language, self.datatype) {
            ("uri" | "iri", ..) => iri(value).into(),
            ("bnode", ..) => blank_node(&value).into(),
            ("literal" | "typed-literal", Some(language), _) if !language.is_empty() => {
                // Tags are compared without case; RDF 1.1 normalises them to small letters.
                let language = language.to_ascii_lowercase();
                Literal::new_language_tagged_literal_unchecked(value, language).into()
            }
            ("literal" | "typed-literal", _, Some(datatype)) => {
                Literal::new_typed_literal(value, iri(datatype.into_owned())).into()
            }
            ("literal" | "typed-literal", _, None) => Literal::new_simple_literal(value).into(),
            (other, ..) => return Err(format!("a term of the unknown type `{other}`")),
        })
    }
}

/// An identifier as the graph has it, also where it breaks the rules for identifiers.
fn iri(value: String) -> NamedNode {
    NamedNode::new_unchecked(value)
}

/// Virtuoso's scheme for blank nodes.
pub(super) const NODE_ID: &str = "nodeID://";

/// A blank node under a name that RDF allows; different names stay different.
fn blank_node(name: &str) -> BlankNode {
    let name = name.strip_prefix("_:").unwrap_or(name);
    let name = name.strip_prefix(NODE_ID).unwrap_or(name);
    BlankNode::new(name).unwrap_or_else(|_| {
        let spelled: String = name.bytes().map(|byte| format!("{byte:02x}")).collect();
        BlankNode::new_unchecked(format!("x{spelled}"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(json: &str) -> crate::Rows {
        match read(json.as_bytes()).unwrap() {
            Table::Rows(rows) => rows,
            Table::Boolean(boolean) => panic!("{boolean}"),
        }
    }

    #[test]
    fn the_habits_of_virtuoso_are_known() {
        let rows = rows(
            r#"{ "head": { "link": [], "vars": ["x", "callret-1"] },
                 "results": { "distinct": false, "ordered": true, "bindings": [
                   { "x": {"type": "bnode", "value": "nodeID://b10005"},
                     "callret-1": {"type": "typed-literal", "value": "3",
                                   "datatype": "http://www.w3.org/2001/XMLSchema#integer"} },
                   { "x": {"type": "uri", "value": "http://e/a b"} },
                   { "x": {"type": "literal", "xml:lang": "en-GB", "value": "h\u00e9" } } ] } }"#,
        );
        assert_eq!(rows.variables, ["x", "callret-1"]);
        let printed: Vec<Vec<String>> = rows
            .rows
            .iter()
            .map(|row| row.iter().flatten().map(Term::to_string).collect())
            .collect();
        assert_eq!(
            printed,
            [
                vec![
                    "_:b10005".to_owned(),
                    "\"3\"^^<http://www.w3.org/2001/XMLSchema#integer>".to_owned()
                ],
                vec!["<http://e/a b>".to_owned()],
                vec!["\"hé\"@en-gb".to_owned()],
            ]
        );
    }

    #[test]
    fn what_is_no_result_is_refused() {
        for json in [
            "",
            "null",
            "[]",
            "{}",
            r#"{"head": {"vars": ["x"]}, "results": {"bindings": [{"x": {"type": "uri", "value": "http://e/1"}}"#,
            r#"{"head": {}, "results": {}}"#,
            r#"{"head": {}, "results": {"bindings": [{"x": {"type": "triple", "value": "?"}}]}}"#,
            r#"{"head": {}, "boolean": true} Virtuoso 22003 Error"#,
        ] {
            assert!(read(json.as_bytes()).is_err(), "{json}");
        }
    }

    #[test]
    fn columns_that_the_head_forgot_are_kept() {
        let rows = rows(
            r#"{"results": {"bindings": [{}, {"x": {"type": "literal", "value": "a"}}]}, "head": {}}"#,
        );
        assert_eq!(rows.variables, ["x"]);
        assert_eq!(rows.rows[0], [None]);
    }

    #[test]
    fn blank_nodes_keep_apart() {
        let names = ["a/b", "a:b", "a b", "b10005", "_:b1"];
        let nodes: std::collections::HashSet<_> = names.into_iter().map(blank_node).collect();
        assert_eq!(nodes.len(), names.len());
    }
}
