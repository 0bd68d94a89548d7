//! Quantities that no property holds, but that several properties of one thing make up.

use crate::knowledge::units::Unit;

/// A quantity that is made of several properties of one thing.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Derived {
    /// Width, height and depth.
    Volume(Option<Unit>),
    /// How many of something, at the price of each, less the discount that was given.
    Revenue,
    /// The same before discounts.
    Gross,
    /// What discounts took off.
    Rebate,
    /// How many are in stock, at the price of each.
    Stock,
}

impl Derived {
    /// Whether it is a sum of money, made of many lines.
    pub(crate) fn is_sum(self) -> bool {
        !matches!(self, Self::Volume(_))
    }

    /// Whether it may be given in a unit.
    pub(crate) fn fits(self, unit: Unit) -> bool {
        match self {
            Self::Volume(_) => unit.quantity == "volume",
            _ => unit.is_currency(),
        }
    }
}
