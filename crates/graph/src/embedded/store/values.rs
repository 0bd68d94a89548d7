//! Literals with the same value under another name.

use oxrdf::vocab::{rdf, xsd};
use oxrdf::{Literal, NamedNodeRef};

use super::Store;
use crate::embedded::term::{Key, Kind};

/// XML Schema's integers. Their values are the same; only their ranges differ.
pub(in crate::embedded) const INTEGERS: [NamedNodeRef<'static>; 13] = [
    xsd::INTEGER,
    xsd::LONG,
    xsd::INT,
    xsd::SHORT,
    xsd::BYTE,
    xsd::NON_NEGATIVE_INTEGER,
    xsd::POSITIVE_INTEGER,
    xsd::NON_POSITIVE_INTEGER,
    xsd::NEGATIVE_INTEGER,
    xsd::UNSIGNED_LONG,
    xsd::UNSIGNED_INT,
    xsd::UNSIGNED_SHORT,
    xsd::UNSIGNED_BYTE,
];

impl Store {
    /// Whether a property has numbers both with datatypes and as mere texts.
    ///
    /// A sample of its values decides.
    pub(in crate::embedded) fn has_untyped_numbers(&self, predicate: &str) -> bool {
        const SAMPLE: usize = 1024;
        let Some(predicate) = self.iri(predicate) else {
            return false;
        };
        let count = self.count(None, Some(predicate), None);
        let values = self.matches(None, Some(predicate), None);
        let (mut typed, mut untyped) = (false, false);
        for [_, _, object] in values.step_by(count.div_ceil(SAMPLE).max(1)) {
            let value = self.stored(object);
            match value.kind {
                Kind::Typed => typed = true,
                Kind::Text => untyped |= value.rest.parse::<f64>().is_ok(),
                _ => {}
            }
        }
        typed && untyped
    }

    /// The literals of the graph that a constant of a query stands for.
    ///
    /// An integer is every integer type of the same number, written in the same way. A text said to be in a language that is
    /// not named, which queries of the field have and RDF has not, is that text in any language.
    pub(in crate::embedded) fn equal_literals(&self, literal: &Literal) -> Vec<Literal> {
        let datatype = literal.datatype();
        if datatype == rdf::LANG_STRING && literal.language().is_none_or(str::is_empty) {
            return self
                .languages()
                .filter_map(|language| {
                    let value = literal.value();
                    self.number(Key::Tagged { value, language })?;
                    Some(Literal::new_language_tagged_literal_unchecked(
                        value, language,
                    ))
                })
                .collect();
        }
        if !INTEGERS.contains(&datatype) {
            return Vec::new();
        }
        let value = literal.value();
        let has = |datatype: &NamedNodeRef<'_>| {
            let datatype = datatype.as_str();
            self.number(Key::Typed { value, datatype }).is_some()
        };
        INTEGERS
            .into_iter()
            .filter(has)
            .map(|datatype| Literal::new_typed_literal(value, datatype))
            .collect()
    }
}
