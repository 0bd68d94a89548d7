//! Numbers with their units.

use crate::knowledge::numbers;
use crate::knowledge::units::{self, Unit};
use crate::question::Words;

/// A number with its unit, and where it ends.
pub(super) fn quantity(words: &Words, place: usize) -> Option<(f64, Option<Unit>, usize)> {
    let mut at = place;
    if words.at(at) == "a" && numbers::multiplier(words.at(at + 1)).is_some() {
        at += 1;
    }
    let mut before = None;
    if let Some(unit) = units::unit(words.at(at)).filter(|unit| unit.is_currency()) {
        before = Some(unit);
        at += 1;
    }
    let mut negative = false;
    if words.at(at) == "-" {
        negative = true;
        at += 1;
    }
    let counting = [
        "than",
        "only",
        "just",
        "exactly",
        "least",
        "most",
        "precisely",
        "a",
    ]
    .contains(&words.at(at.wrapping_sub(1)));
    if ["one", "zero"].contains(&words.at(at)) && !counting && unit_at(words, at + 1).is_none() {
        return None;
    }
    let mut value = match words.words.get(at)?.number {
        Some(value) => value,
        None if counting && words.at(at) == "single" => 1.0,
        None => return None,
    };
    if value.to_string().len() > 15 {
        return None;
    }
    at += 1;
    // A code: T291-4144066.
    if words.at(at) == "-"
        && words
            .words
            .get(at + 1)
            .is_some_and(|word| word.number.is_some())
    {
        return None;
    }
    while let Some(factor) = numbers::multiplier(words.at(at)) {
        value *= factor;
        at += 1;
    }
    if negative {
        value = -value;
    }
    let (unit, end) = unit_at(words, at).map_or((before, at), |(unit, end)| (Some(unit), end));
    Some((value, unit, end))
}

/// The unit that is written at a place, and where it ends.
pub(super) fn unit_at(words: &Words, place: usize) -> Option<(Unit, usize)> {
    let two = format!("{} {}", words.at(place), words.at(place + 1));
    if let Some(unit) = units::unit(&two) {
        return Some((unit, place + 2));
    }
    let word = words.at(place);
    if ["in", "s", "h", "t", "l", "min", "m"].contains(&word)
        && words
            .words
            .get(place.wrapping_sub(1))
            .is_none_or(|word| word.number.is_none())
    {
        return None;
    }
    if word == "in" {
        return None;
    }
    units::unit(word).map(|unit| (unit, place + 1))
}
