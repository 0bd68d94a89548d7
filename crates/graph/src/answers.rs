//! Results as the answers of a question.

use lydite_model::{AnswerSet, Literal, Table, Term};
use oxrdf::vocab::xsd;

use crate::{Rows, Value};

/// What a query gives, as the answer to a question. Triples are a table of three columns.
///
/// ```
/// use lydite_graph::Value;
/// use lydite_model::AnswerSet;
///
/// assert_eq!(AnswerSet::from(&Value::Boolean(true)), AnswerSet::boolean(true));
/// ```
impl From<&Value> for AnswerSet {
    fn from(value: &Value) -> Self {
        match value {
            Value::Boolean(value) => Self::boolean(*value),
            Value::Rows(Rows { variables, rows }) => {
                let mut table = Table::new(variables.iter().cloned());
                for row in rows {
                    table.push(row.iter().map(|cell| cell.as_ref().map(term)));
                }
                table.into()
            }
            Value::Triples(triples) => {
                let mut table = Table::new(["s", "p", "o"].map(str::to_owned));
                for triple in triples {
                    let subject = oxrdf::Term::from(triple.subject.clone());
                    let predicate = oxrdf::Term::from(triple.predicate.clone());
                    let cells = [&subject, &predicate, &triple.object];
                    table.push(cells.map(|cell| Some(term(cell))));
                }
                table.into()
            }
        }
    }
}

fn term(term: &oxrdf::Term) -> Term {
    match term {
        oxrdf::Term::NamedNode(node) => Term::iri(node.as_str()),
        oxrdf::Term::BlankNode(node) => Term::Blank {
            value: node.as_str().to_owned(),
        },
        oxrdf::Term::Literal(literal) => {
            let language = literal.language().map(str::to_owned);
            let plain = language.is_some() || literal.datatype() == xsd::STRING;
            Term::Literal(Literal {
                value: literal.value().to_owned(),
                datatype: (!plain).then(|| literal.datatype().as_str().to_owned()),
                language,
            })
        }
    }
}
