//! Literals as they are stored, through an evaluator that keeps values only.
//!
//! To the evaluator `"01"^^xsd:integer` is the number one: `STR` gives `"1"`, and `DATATYPE` of an
//! `xsd:int` is `xsd:integer`. So a query that looks at lexical forms is given all literals as ones
//! of unknown types, which the evaluator leaves alone, and where it needs a value the expression
//! [says so](read_next) just before it reads the variable. A query that looks at
//! [values](Literals::Values) only is given them at once. The other way round a function or an
//! aggregate that returns a literal as it is stored *packs* it into one of a private type, which is
//! unpacked where the dataset takes it in.

use std::cell::Cell;

use oxrdf::vocab::xsd;
use oxrdf::{BlankNode, Literal, NamedNode, NamedNodeRef, Term};
use spareval::ExpressionTerm;

use crate::embedded::stop::tick;
use crate::embedded::store::{INTEGERS, Stored};
use crate::embedded::term::Kind;

const PACKED: NamedNodeRef<'static> = NamedNodeRef::new_unchecked("urn:lydite:packed-literal");

/// What an expression sees of literals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Literals {
    /// Values, where the datatype is known.
    Values,
    /// Lexical forms and datatypes.
    Forms,
    /// Dates and times with their forms; of all else only that it is none.
    Moments,
    /// Datatypes without the texts.
    Datatypes,
}

thread_local! {
    /// How the next term is read, if otherwise than the query says.
    static NEXT: Cell<Option<Literals>> = const { Cell::new(None) };
}

/// Says how the next term that this thread reads is to be seen; without a word, as usual.
///
/// The evaluator hands a variable to the dataset without saying what for. So an expression calls a
/// function first that leaves word here.
pub(super) fn read_next(literals: Option<Literals>) {
    NEXT.set(literals);
}

impl Literals {
    /// How the term that is read now is to be seen.
    #[inline]
    pub(super) fn now(self) -> Self {
        NEXT.take().unwrap_or(self)
    }

    /// A term for the evaluator.
    pub(super) fn show(self, term: Term) -> ExpressionTerm {
        match self {
            Self::Values => term.into(),
            Self::Forms | Self::Datatypes => as_stored(term),
            Self::Moments => match &term {
                Term::Literal(literal) if is_moment_type(literal.datatype().as_str()) => {
                    as_stored(term)
                }
                _ => no_moment(),
            },
        }
    }

    /// A term of an index for the evaluator, without a copy of what it does not keep.
    pub(super) fn read(self, stored: Stored<'_>) -> ExpressionTerm {
        let length = stored.namespace.len() + stored.rest.len();
        tick(1 + (length / 64) as u32);
        if self == Self::Moments && !(stored.kind == Kind::Typed && is_moment_type(stored.second)) {
            return no_moment();
        }
        // An empty text needs no memory.
        let text = match self {
            Self::Datatypes if !stored.is_literal() => {
                return ExpressionTerm::NamedNode(NamedNode::new_unchecked(String::new()));
            }
            Self::Datatypes => "",
            _ => stored.rest,
        };
        match stored.kind {
            Kind::Iri => ExpressionTerm::NamedNode(NamedNode::new_unchecked(stored.value())),
            Kind::Blank => ExpressionTerm::BlankNode(BlankNode::new_unchecked(stored.rest)),
            Kind::Text => ExpressionTerm::StringLiteral(text.to_owned()),
            Kind::Tagged => ExpressionTerm::LangStringLiteral {
                value: text.to_owned(),
                language: stored.second.to_owned(),
            },
            Kind::Typed => {
                let value = match self {
                    Self::Values => value(stored.rest, stored.second),
                    Self::Forms | Self::Moments | Self::Datatypes => None,
                };
                value.unwrap_or_else(|| ExpressionTerm::OtherTypedLiteral {
                    value: text.to_owned(),
                    datatype: NamedNode::new_unchecked(stored.second),
                })
            }
        }
    }
}

/// The value of a literal as the evaluator reads it, if its datatype is known and it is one of it.
fn value(text: &str, datatype: &str) -> Option<ExpressionTerm> {
    let name = datatype.strip_prefix(XSD)?;
    Some(match name {
        "integer" | "int" | "long" | "short" | "byte" | "nonNegativeInteger"
        | "positiveInteger" | "nonPositiveInteger" | "negativeInteger" | "unsignedLong"
        | "unsignedInt" | "unsignedShort" | "unsignedByte" => {
            ExpressionTerm::IntegerLiteral(text.parse().ok()?)
        }
        "double" => ExpressionTerm::DoubleLiteral(text.parse().ok()?),
        "float" => ExpressionTerm::FloatLiteral(text.parse().ok()?),
        "decimal" => ExpressionTerm::DecimalLiteral(text.parse().ok()?),
        "boolean" => ExpressionTerm::BooleanLiteral(text.parse().ok()?),
        "date" => ExpressionTerm::DateLiteral(text.parse().ok()?),
        "dateTime" | "dateTimeStamp" => ExpressionTerm::DateTimeLiteral(text.parse().ok()?),
        "gYear" => ExpressionTerm::GYearLiteral(text.parse().ok()?),
        // The others are rare.
        _ => {
            let datatype = NamedNodeRef::new_unchecked(datatype);
            Term::from(Literal::new_typed_literal(text, datatype)).into()
        }
    })
}

const XSD: &str = "http://www.w3.org/2001/XMLSchema#";

/// The datatypes whose values may lack a time zone, so that it cannot always be said which of two
/// comes first.
const MOMENTS: [NamedNodeRef<'static>; 9] = [
    xsd::DATE_TIME,
    xsd::DATE_TIME_STAMP,
    xsd::DATE,
    xsd::TIME,
    xsd::G_YEAR,
    xsd::G_YEAR_MONTH,
    xsd::G_MONTH,
    xsd::G_MONTH_DAY,
    xsd::G_DAY,
];

/// Whether a datatype is one of dates or times.
pub(super) fn is_moment_type(datatype: &str) -> bool {
    datatype.starts_with(XSD) && MOMENTS.iter().any(|moment| moment.as_str() == datatype)
}

/// What stands for all that is no moment.
fn no_moment() -> ExpressionTerm {
    ExpressionTerm::StringLiteral(String::new())
}

/// A term for the evaluator, its literals with their lexical forms and datatypes.
fn as_stored(term: Term) -> ExpressionTerm {
    match term {
        Term::NamedNode(node) => ExpressionTerm::NamedNode(node),
        Term::BlankNode(node) => ExpressionTerm::BlankNode(node),
        Term::Literal(literal) => match literal.destruct() {
            (value, _, Some(language)) => ExpressionTerm::LangStringLiteral { value, language },
            (value, Some(datatype), None) if datatype != xsd::STRING => {
                ExpressionTerm::OtherTypedLiteral { value, datatype }
            }
            (value, _, None) => ExpressionTerm::StringLiteral(value),
        },
    }
}

/// Whether a term counts as true (SPARQL 1.1, 17.2.2), if that can be said.
pub(super) fn is_true(term: Term) -> Option<bool> {
    match ExpressionTerm::from(term) {
        ExpressionTerm::BooleanLiteral(value) => Some(value.into()),
        ExpressionTerm::StringLiteral(value) => Some(!value.is_empty()),
        ExpressionTerm::IntegerLiteral(value) => Some(i64::from(value) != 0),
        ExpressionTerm::DecimalLiteral(value) => Some(value != 0.into()),
        ExpressionTerm::FloatLiteral(value) => {
            let value = f32::from(value);
            Some(value != 0.0 && !value.is_nan())
        }
        ExpressionTerm::DoubleLiteral(value) => {
            let value = f64::from(value);
            Some(value != 0.0 && !value.is_nan())
        }
        // Of a number or truth value that is none the effective boolean value is false.
        ExpressionTerm::OtherTypedLiteral { datatype, .. } => {
            let is_value = datatype == xsd::BOOLEAN || is_numeric(datatype.as_ref());
            is_value.then_some(false)
        }
        _ => None,
    }
}

fn is_numeric(datatype: NamedNodeRef<'_>) -> bool {
    INTEGERS.contains(&datatype) || [xsd::DECIMAL, xsd::FLOAT, xsd::DOUBLE].contains(&datatype)
}

/// A literal such that the evaluator does not change it.
pub(super) fn pack(term: Term) -> Term {
    match term {
        Term::Literal(literal)
            if literal.language().is_none() && literal.datatype() != xsd::STRING =>
        {
            let packed = format!("{}\0{}", literal.datatype().as_str(), literal.value());
            Literal::new_typed_literal(packed, PACKED).into()
        }
        term => term,
    }
}

/// The literal that was packed, or the term itself.
pub(super) fn unpack(term: Term) -> Term {
    if let Term::Literal(literal) = &term
        && literal.datatype() == PACKED
        && let Some((datatype, value)) = literal.value().split_once('\0')
    {
        return Literal::new_typed_literal(value, NamedNode::new_unchecked(datatype)).into();
    }
    term
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_packed_comes_out_as_it_was() {
        for term in [
            Literal::new_typed_literal("01", xsd::INTEGER).into(),
            Literal::new_typed_literal("a\0b", NamedNode::new_unchecked("http://t")).into(),
            Literal::new_simple_literal("text").into(),
            Literal::new_language_tagged_literal_unchecked("text", "en").into(),
            NamedNode::new_unchecked("http://a").into(),
        ] {
            let term: Term = term;
            assert_eq!(unpack(pack(term.clone())), term);
        }
    }

    #[test]
    fn values_are_read_as_the_evaluator_reads_them() {
        let texts = [
            "1",
            "01",
            "-7",
            "1.50",
            "4050.0",
            "1e3",
            "INF",
            "NaN",
            "true",
            "0",
            "many",
            "",
            "2006-08-23",
            "2006-08-23Z",
            "2006-08-23T10:00:00",
            "2006-08-23T10:00:00+02:00",
            "10:00:00",
            "2006",
            "2006-08",
            "--08",
            "--08-23",
            "---23",
            "P1Y",
            "PT5M",
            "P1DT2H",
            "99999999999999999999",
        ];
        let datatypes = INTEGERS.into_iter().chain(MOMENTS).chain([
            xsd::DOUBLE,
            xsd::FLOAT,
            xsd::DECIMAL,
            xsd::BOOLEAN,
            xsd::DURATION,
            xsd::DAY_TIME_DURATION,
            xsd::YEAR_MONTH_DURATION,
            xsd::ANY_URI,
            NamedNodeRef::new_unchecked("http://dbpedia.org/datatype/metre"),
        ]);
        for datatype in datatypes {
            for text in texts {
                let term = Term::from(Literal::new_typed_literal(text, datatype));
                let stored = Stored {
                    kind: Kind::Typed,
                    namespace: "",
                    rest: text,
                    second: datatype.as_str(),
                };
                for literals in [Literals::Values, Literals::Forms, Literals::Moments] {
                    let read = literals.read(stored);
                    let shown = literals.show(term.clone());
                    // What is not a number does not even equal itself.
                    let is_same = read == shown || text == "NaN";
                    assert!(is_same, "{term} {literals:?}");
                }
            }
        }
    }

    #[test]
    fn word_is_left_for_one_term_only() {
        read_next(Some(Literals::Values));
        assert_eq!(Literals::Forms.now(), Literals::Values);
        assert_eq!(Literals::Forms.now(), Literals::Forms);
    }

    #[test]
    fn numbers_that_are_none_are_false() {
        let literal = |value: &str, datatype: NamedNodeRef<'_>| {
            is_true(Literal::new_typed_literal(value, datatype).into())
        };
        assert_eq!(literal("01", xsd::INT), Some(true));
        assert_eq!(literal("0.0", xsd::DECIMAL), Some(false));
        assert_eq!(literal("NaN", xsd::DOUBLE), Some(false));
        assert_eq!(literal("many", xsd::INTEGER), Some(false));
        assert_eq!(literal("2020", xsd::G_YEAR), None);
    }
}
