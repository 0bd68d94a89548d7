//! Units of measurement and what they measure.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use crate::fold::{fold, identifier_words, singular};

/// A unit.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Unit {
    /// What it measures; every currency is a quantity of its own.
    pub(crate) quantity: &'static str,
    /// How many of the first unit of this quantity it is.
    pub(crate) factor: f64,
}

impl Unit {
    pub(crate) fn is_currency(self) -> bool {
        matches!(self.quantity, "eur" | "usd" | "gbp")
    }

    /// Whether values in one can be given in the other.
    pub(crate) fn converts_to(self, other: Self) -> bool {
        self.quantity == other.quantity
    }
}

static TABLE: LazyLock<FxHashMap<String, Unit>> = LazyLock::new(|| {
    let mut units = FxHashMap::default();
    for line in super::lines(include_str!("../../data/units.txt")) {
        let mut fields = line.split_whitespace();
        if let (Some(quantity), Some(Ok(factor))) = (fields.next(), fields.next().map(str::parse)) {
            for name in fields {
                units.insert(name.replace('_', " "), Unit { quantity, factor });
            }
        }
    }
    units
});

/// The unit of this name or symbol, in the singular or plural.
pub(crate) fn unit(name: &str) -> Option<Unit> {
    let name = fold(name);
    TABLE
        .get(&name)
        .or_else(|| TABLE.get(&singular(&name)))
        .copied()
}

/// Whether a word is a unit that would not be a word of its own in the name of a property.
pub(crate) fn is_symbol(word: &str) -> bool {
    word.len() <= 3
        && !["in", "min", "day", "s", "h", "t", "l", "m"].contains(&word)
        && TABLE.contains_key(word)
}

/// The unit with which the name of a property ends: `weight_g`, `depth (mm)`.
pub(crate) fn of_identifier(name: &str) -> Option<Unit> {
    let words = identifier_words(name);
    let last = words
        .last()
        .map(|word| fold(word))
        .filter(|_| words.len() > 1)?;
    is_symbol(&last)
        .then(|| TABLE.get(&last).copied())
        .flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn properties_carry_units() {
        assert_eq!(
            of_identifier("weight_g").map(|unit| unit.quantity),
            Some("mass")
        );
        assert_eq!(
            of_identifier("unitPrice_usd").map(|unit| unit.quantity),
            Some("usd")
        );
        assert_eq!(of_identifier("weight"), None);
        assert_eq!(unit("kilograms").map(|unit| unit.factor), Some(1000.0));
    }
}
