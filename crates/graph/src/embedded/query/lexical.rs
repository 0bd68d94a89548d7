//! Literals as they are stored, through an evaluator that keeps values only.
//!
//! To the evaluator `"01"^^xsd:integer` is the number one: `STR` gives `"1"`, and `DATATYPE` of an
//! `xsd:int` is `xsd:integer`. So it is given all literals as ones of unknown types, which it leaves
//! alone, and where a value is needed the expression asks for it with [`VALUE`](super::functions):
//! what a function returns is read anew, this time as a value. The other way round a function or an
//! aggregate that returns a literal as it is stored *packs* it into one of a private type, which is
//! unpacked where the dataset takes it in. A query that looks at [values](Literals::Values) only is
//! given them at once.

use oxrdf::vocab::xsd;
use oxrdf::{Literal, NamedNode, NamedNodeRef, Term};
use spareval::ExpressionTerm;

use crate::embedded::store::INTEGERS;

const PACKED: NamedNodeRef<'static> = NamedNodeRef::new_unchecked("urn:lydite:packed-literal");

/// What the expressions of a query see of literals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Literals {
    /// Values, where the datatype is known: no expression looks at lexical forms.
    Values,
    /// Lexical forms and datatypes; values are asked for.
    Forms,
}

impl Literals {
    /// A term for the evaluator.
    #[inline]
    pub(super) fn show(self, term: Term) -> ExpressionTerm {
        match self {
            Self::Values => term.into(),
            Self::Forms => as_stored(term),
        }
    }
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
