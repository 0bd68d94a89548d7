//! Expected results of the suite, and how ours differ from them.

use std::collections::HashMap;

use lydite_graph::oxrdf::{Graph, Literal, Term, Triple, TripleRef};
use lydite_graph::{Results, Value};
use sparesults::{QueryResultsFormat, QueryResultsParser, SliceQueryResultsParserOutput};

use super::suite::{Suite, Test, described_results};

type Row = Vec<(String, Term)>;

pub(crate) enum Expected {
    Boolean(bool),
    Rows(Vec<Row>),
    /// Rows of texts: CSV tells nothing more.
    Texts(Vec<Vec<String>>),
    Graph(Vec<Triple>),
}

impl Expected {
    pub(crate) fn read(suite: &Suite, test: &Test) -> Result<Self, String> {
        let iri = test.result.as_deref().ok_or("no result is given")?;
        let bytes = suite.bytes(iri);
        let format = match iri.rsplit('.').next() {
            Some("srx") => QueryResultsFormat::Xml,
            Some("srj") => QueryResultsFormat::Json,
            Some("tsv") => QueryResultsFormat::Tsv,
            Some("csv") => {
                let text = String::from_utf8_lossy(bytes);
                let mut reader = csv::ReaderBuilder::new()
                    .has_headers(true)
                    .from_reader(text.as_bytes());
                let rows = reader.records().map(|row| {
                    let row = row.unwrap();
                    row.iter().map(str::to_owned).collect()
                });
                return Ok(Self::Texts(rows.collect()));
            }
            _ => {
                let graph = suite.graph(iri);
                return Ok(match described_results(&graph) {
                    Some(rows) => Self::Rows(rows),
                    None => Self::Graph(triples(&graph)),
                });
            }
        };
        let parsed = QueryResultsParser::from_format(format)
            .for_slice(bytes)
            .map_err(|error| error.to_string())?;
        Ok(match parsed {
            SliceQueryResultsParserOutput::Boolean(value) => Self::Boolean(value),
            SliceQueryResultsParserOutput::Solutions(solutions) => Self::Rows(
                solutions
                    .map(|solution| {
                        let solution = solution.unwrap();
                        let cells = solution.iter();
                        cells
                            .map(|(name, term)| (name.as_str().to_owned(), term.clone()))
                            .collect()
                    })
                    .collect(),
            ),
        })
    }
}

fn triples(graph: &Graph) -> Vec<Triple> {
    graph.iter().map(TripleRef::into_owned).collect()
}

/// How results differ from those expected, if they do.
pub(crate) fn differ(results: &Results, expected: &Expected) -> Option<String> {
    match (&results.value, expected) {
        (Value::Boolean(found), Expected::Boolean(expected)) => {
            (found != expected).then(|| format!("{found} for {expected}"))
        }
        (Value::Rows(found), Expected::Rows(expected)) => {
            let rows: Vec<Row> = found
                .rows
                .iter()
                .map(|row| {
                    let cells = found.variables.iter().zip(row);
                    cells
                        .filter_map(|(name, cell)| Some((name.clone(), cell.clone()?)))
                        .collect()
                })
                .collect();
            unlike(rows, expected.clone())
        }
        (Value::Rows(found), Expected::Texts(expected)) => {
            let mut found: Vec<Vec<String>> = found
                .rows
                .iter()
                .map(|row| {
                    row.iter()
                        .map(|cell| match cell {
                            Some(Term::Literal(literal)) => literal.value().to_owned(),
                            Some(Term::NamedNode(node)) => node.as_str().to_owned(),
                            Some(Term::BlankNode(_)) => "_:".to_owned(),
                            None => String::new(),
                        })
                        .collect()
                })
                .collect();
            let mut expected: Vec<Vec<String>> = expected
                .iter()
                .map(|row| {
                    let blank = |cell: &String| cell.starts_with("_:");
                    row.iter()
                        .map(|cell| {
                            if blank(cell) {
                                "_:".to_owned()
                            } else {
                                cell.clone()
                            }
                        })
                        .collect()
                })
                .collect();
            found.sort();
            expected.sort();
            (found != expected).then(|| format!("{found:?} for {expected:?}"))
        }
        (Value::Triples(found), Expected::Graph(expected)) => {
            let row = |triple: &Triple| -> Row {
                vec![
                    ("s".to_owned(), triple.subject.clone().into()),
                    ("p".to_owned(), triple.predicate.clone().into()),
                    ("o".to_owned(), triple.object.clone()),
                ]
            };
            let graph: Graph = found.iter().cloned().collect();
            let found = triples(&graph).iter().map(row).collect();
            unlike(found, expected.iter().map(row).collect())
        }
        (found, _) => Some(format!("another kind of result: {found:.100?}")),
    }
}

/// Whether two bags of rows differ, whatever their blank nodes are called.
fn unlike(found: Vec<Row>, mut expected: Vec<Row>) -> Option<String> {
    let message = format!("{} for {}", shown(&found), shown(&expected));
    if found.len() != expected.len() {
        return Some(message);
    }
    let normal = |rows: &mut Vec<Row>| {
        for row in &mut *rows {
            for (_, term) in &mut *row {
                normalise(term);
            }
            row.sort_by(|a, b| a.0.cmp(&b.0));
        }
    };
    let mut found = found;
    normal(&mut found);
    normal(&mut expected);
    // Rows with few blank nodes first: they leave little to choose.
    found.sort_by_key(|row| {
        let blank = row.iter().filter(|(_, term)| term.is_blank_node());
        (blank.count(), shown(std::slice::from_ref(row)))
    });
    let mut mapping = Mapping::default();
    (!pair(&found, &mut expected, &mut mapping)).then_some(message)
}

#[derive(Clone, Default)]
struct Mapping {
    there: HashMap<String, String>,
    back: HashMap<String, String>,
}

fn pair(found: &[Row], expected: &mut Vec<Row>, mapping: &mut Mapping) -> bool {
    let Some((row, rest)) = found.split_first() else {
        return true;
    };
    for at in 0..expected.len() {
        let mut tried = mapping.clone();
        if !fits(row, &expected[at], &mut tried) {
            continue;
        }
        let taken = expected.swap_remove(at);
        if pair(rest, expected, &mut tried) {
            *mapping = tried;
            return true;
        }
        expected.push(taken);
        let last = expected.len() - 1;
        expected.swap(at, last);
    }
    false
}

fn fits(found: &Row, expected: &Row, mapping: &mut Mapping) -> bool {
    found.len() == expected.len()
        && found.iter().zip(expected).all(|(found, expected)| {
            found.0 == expected.0
                && match (&found.1, &expected.1) {
                    (Term::BlankNode(a), Term::BlankNode(b)) => {
                        let (a, b) = (a.as_str().to_owned(), b.as_str().to_owned());
                        let there = mapping.there.entry(a.clone()).or_insert(b.clone()) == &b;
                        there && mapping.back.entry(b).or_insert(a.clone()) == &a
                    }
                    (a, b) => a == b,
                }
        })
}

/// Numbers in one form: of what is computed the suite leaves the form open.
fn normalise(term: &mut Term) {
    let Term::Literal(literal) = term else {
        return;
    };
    let datatype = literal.datatype().as_str();
    let Some(kind) = datatype.strip_prefix("http://www.w3.org/2001/XMLSchema#") else {
        return;
    };
    if ["decimal", "double", "float"].contains(&kind)
        && let Ok(number) = literal.value().parse::<f64>()
    {
        let datatype = literal.datatype().into_owned();
        *term = Literal::new_typed_literal(number.to_string(), datatype).into();
    }
}

fn shown(rows: &[Row]) -> String {
    let rows = rows.iter().take(8).map(|row| {
        let cells = row.iter().map(|(name, term)| format!("{name}={term}"));
        format!("({})", cells.collect::<Vec<_>>().join(" "))
    });
    format!("[{}]", rows.collect::<Vec<_>>().join(" "))
}
