//! What terms are sorted by: texts whose order is total and agrees with SPARQL's where that says
//! something.
//!
//! Blank nodes come first, then IRIs, then literals (SPARQL 1.1, 15.1). Among literals of types that
//! cannot be compared SPARQL leaves the order open. Here unknown types come first, then texts, truth
//! values, numbers and dates: as in Virtuoso, from which the gold answers of the field come, the
//! greatest number is never a text. Years count as numbers.
//!
//! Extracts of DBpedia have lost some datatypes: `"7500.0"` stands beside `"4050.0"^^xsd:double`.
//! Under such a property texts that look like numbers count as numbers.

use std::borrow::Cow;
use std::fmt::{self, Display, Formatter};
use std::str::FromStr;

use oxrdf::vocab::xsd;
use oxrdf::{Literal, Term};
use oxsdatatypes::{Decimal, Double};

use super::calendar::instant;

/// The text by which a term is sorted.
pub(crate) fn sort_key(term: &Term) -> String {
    Place::of(term).to_string()
}

/// The same where some literals have lost their datatypes.
pub(crate) fn sort_key_among_numbers(term: &Term) -> String {
    match term {
        Term::Literal(literal) if literal.datatype() == xsd::STRING => {
            let number = Place::of_number(literal.value());
            number.unwrap_or_else(|| Place::of(term)).to_string()
        }
        _ => sort_key(term),
    }
}

/// Where a term stands in the order of all terms. Written out, places are in the same order.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Place<'t> {
    Blank(Cow<'t, str>),
    Iri(Cow<'t, str>),
    /// A literal of an unknown type: its text and its datatype.
    Unknown(Cow<'t, str>, Cow<'t, str>),
    /// A text and its language, if it has one.
    Text(Cow<'t, str>, Option<Cow<'t, str>>),
    Truth(bool),
    /// A number, roughly by its double and exactly by its decimal.
    Number(u64, u128),
    Moment(u128),
}

impl<'t> Place<'t> {
    pub(super) fn of(term: &'t Term) -> Self {
        match term {
            Term::BlankNode(node) => Self::Blank(node.as_str().into()),
            Term::NamedNode(node) => Self::Iri(node.as_str().into()),
            Term::Literal(literal) => Self::of_literal(literal),
        }
    }

    fn of_literal(literal: &'t Literal) -> Self {
        let value = literal.value();
        if let Some(language) = literal.language() {
            return Self::Text(value.into(), Some(language.into()));
        }
        let datatype = literal.datatype();
        if datatype == xsd::STRING {
            return Self::Text(value.into(), None);
        }
        let unknown = || Self::Unknown(value.into(), datatype.as_str().into());
        if datatype == xsd::BOOLEAN {
            return match value {
                "true" | "1" => Self::Truth(true),
                "false" | "0" => Self::Truth(false),
                _ => unknown(),
            };
        }
        let temporal = [
            xsd::DATE_TIME,
            xsd::DATE,
            xsd::G_YEAR_MONTH,
            xsd::DATE_TIME_STAMP,
        ];
        if temporal.contains(&datatype)
            && let Some(instant) = instant(value)
        {
            return Self::Moment(unsigned(instant));
        }
        // Also quantities of unknown units, as DBpedia has them, go by their number.
        Self::of_number(value).unwrap_or_else(unknown)
    }

    /// Numbers of all types in one order.
    fn of_number(value: &str) -> Option<Self> {
        // Most numbers are whole ones.
        if let Ok(whole) = value.parse::<i64>() {
            return Some(Self::number(whole as f64, Decimal::from(whole)));
        }
        let double = Double::from_str(value).ok()?;
        let decimal = Decimal::from_str(value).or_else(|_| Decimal::try_from(double));
        Some(match decimal {
            Ok(decimal) => Self::number(double.into(), decimal),
            Err(_) => Self::Number(ascending_bits(double.into()), 0),
        })
    }

    fn number(double: f64, decimal: Decimal) -> Self {
        let exact = unsigned(i128::from_be_bytes(decimal.to_be_bytes()));
        Self::Number(ascending_bits(double), exact)
    }

    /// The same place, for longer than its term is there.
    pub(super) fn kept(self) -> Place<'static> {
        let kept = |text: Cow<'_, str>| Cow::Owned(text.into_owned());
        match self {
            Self::Blank(label) => Place::Blank(kept(label)),
            Self::Iri(iri) => Place::Iri(kept(iri)),
            Self::Unknown(value, datatype) => Place::Unknown(kept(value), kept(datatype)),
            Self::Text(value, language) => Place::Text(kept(value), language.map(kept)),
            Self::Truth(value) => Place::Truth(value),
            Self::Number(rough, exact) => Place::Number(rough, exact),
            Self::Moment(instant) => Place::Moment(instant),
        }
    }
}

impl Display for Place<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Blank(label) => write!(f, "0{label}"),
            Self::Iri(iri) => write!(f, "1{iri}"),
            Self::Unknown(value, datatype) => write!(f, "2{value}\0{datatype}"),
            Self::Text(value, None) => write!(f, "3{value}"),
            Self::Text(value, Some(language)) => write!(f, "3{value}\0{language}"),
            Self::Truth(value) => write!(f, "4{}", u8::from(*value)),
            Self::Number(rough, exact) => write!(f, "5{rough:016x}{exact:032x}"),
            Self::Moment(instant) => write!(f, "6{instant:032x}"),
        }
    }
}

/// Bits that sort as the doubles do: with the sign flipped, or all of them if it is negative.
fn ascending_bits(double: f64) -> u64 {
    let bits = (double + 0.0).to_bits();
    if bits >> 63 == 0 {
        bits | 1 << 63
    } else {
        !bits
    }
}

/// The same order from zero on.
fn unsigned(number: i128) -> u128 {
    number.wrapping_sub(i128::MIN) as u128
}

#[cfg(test)]
mod tests {
    use super::*;
    use oxrdf::{BlankNode, NamedNode, NamedNodeRef};

    fn typed(value: &str, datatype: NamedNodeRef<'_>) -> Term {
        Literal::new_typed_literal(value, datatype).into()
    }

    #[test]
    fn terms_of_all_kinds_have_one_order() {
        let metre = NamedNodeRef::new_unchecked("http://dbpedia.org/datatype/metre");
        let line: Vec<Term> = vec![
            BlankNode::new_unchecked("b").into(),
            NamedNode::new_unchecked("http://a").into(),
            NamedNode::new_unchecked("http://b").into(),
            typed("x", metre),
            Literal::new_simple_literal("10").into(),
            Literal::new_simple_literal("9").into(),
            Literal::new_language_tagged_literal_unchecked("a", "en").into(),
            Literal::new_simple_literal("b").into(),
            typed("false", xsd::BOOLEAN),
            typed("true", xsd::BOOLEAN),
            typed("-INF", xsd::DOUBLE),
            typed("-10", xsd::INTEGER),
            typed("-9.5", xsd::DECIMAL),
            typed("0", xsd::INTEGER),
            typed("9", xsd::INTEGER),
            typed("9.5E0", xsd::DOUBLE),
            typed("10", metre),
            typed("1900", xsd::G_YEAR),
            typed("9007199254740992", xsd::INTEGER),
            typed("9007199254740993", xsd::INTEGER),
            typed("1871-01-01", xsd::DATE),
            typed("1900-01-01T12:00:00Z", xsd::DATE_TIME),
        ];
        let keys: Vec<String> = line.iter().map(sort_key).collect();
        for pair in keys.windows(2) {
            assert!(pair[0] < pair[1], "{pair:?}");
        }
        for pair in line.windows(2) {
            assert!(Place::of(&pair[0]) < Place::of(&pair[1]), "{pair:?}");
        }
    }

    #[test]
    fn equal_numbers_have_equal_keys() {
        let key = |value, datatype| sort_key(&typed(value, datatype));
        assert_eq!(key("1", xsd::INTEGER), key("1.0", xsd::DECIMAL));
        assert_eq!(key("1", xsd::INTEGER), key("1.0E0", xsd::DOUBLE));
        assert_eq!(key("-0.0", xsd::DOUBLE), key("0", xsd::INTEGER));
        let lost = sort_key_among_numbers(&Literal::new_simple_literal("1.0").into());
        assert_eq!(lost, key("1", xsd::INTEGER));
    }
}
