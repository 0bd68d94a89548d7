//! Finds the words of a question that ask for an operation.

use super::operator::{Aggregate, Comparison, Extreme, Operator, Sought};
use super::{Meaning, Reading};
use crate::knowledge::gradable::{Degree, Gradable, gradable};
use crate::knowledge::numbers::{self, ordinal};
use crate::knowledge::units::{self, Unit};
use crate::question::Words;

mod dates;

/// All readings of words as operations.
pub(super) fn readings(words: &Words) -> Vec<Reading> {
    let mut found = Found {
        words,
        readings: Vec::new(),
    };
    for place in 0..words.len() {
        found.asked(place);
        found.extremes(place);
        found.comparisons(place);
        found.small_words(place);
        found.aggregates(place);
        found.orders(place);
        dates::find(&mut found, place);
    }
    found.readings
}

struct Found<'w> {
    words: &'w Words,
    readings: Vec<Reading>,
}

impl Found<'_> {
    fn add(&mut self, start: usize, end: usize, score: f32, operator: Operator) {
        self.readings.push(Reading {
            start,
            end,
            meaning: Meaning::Operator(operator),
            score,
            closeness: 1.0,
        });
    }

    /// Question words.
    fn asked(&mut self, place: usize) {
        let words = self.words;
        let next = words.at(place + 1);
        match words.at(place) {
            "by" if words.are(place, &["by", "how", "much"]) => {
                self.add(place, place + 3, 1.9, Operator::Difference);
            }
            "by" if words.are(place, &["by", "how", "many"]) => {
                if let Some((_, end)) = unit_at(words, place + 3) {
                    self.add(place, end, 2.6, Operator::Difference);
                }
            }
            "difference" => self.add(place, place + 1, 0.95, Operator::Difference),
            "how"
                if next == "much"
                    && (["more", "less"].contains(&words.at(place + 2))
                        || matches!(
                            gradable(words.at(place + 2)),
                            Some((Degree::Comparative, _))
                        )) =>
            {
                self.add(place, place + 2, 1.4, Operator::Difference);
            }
            "how" if next == "many" || next == "much" => {
                if let Some((unit, end)) = unit_at(words, place + 2) {
                    self.add(place, end, 1.6, Operator::InUnits(unit));
                }
                let operator = if next == "many" {
                    Operator::Count
                } else {
                    Operator::HowMuch
                };
                self.add(place, place + 2, 0.9, operator);
            }
            "how" => {
                if let Some((Degree::Positive, adjective)) = gradable(next) {
                    self.add(place, place + 2, 1.9, Operator::Degree(adjective));
                }
            }
            "number" | "count" | "numbers" if next == "of" => {
                let start = if place > 0 && ["total", "overall"].contains(&words.at(place - 1)) {
                    place - 1
                } else {
                    place
                };
                self.add(
                    start,
                    place + 2,
                    0.9 + (place - start) as f32 * 0.95,
                    Operator::Count,
                );
            }
            "count" if place == 0 => self.add(place, place + 1, 0.6, Operator::Count),
            "who" | "whom" => self.add(place, place + 1, 0.1, Operator::Sought(Sought::Person)),
            "when" => self.add(place, place + 1, 0.1, Operator::Sought(Sought::Time)),
            "where" => self.add(place, place + 1, 0.1, Operator::Sought(Sought::Place)),
            "what" | "which" if ["day", "date", "time"].contains(&next) => {
                self.add(place, place + 2, 0.9, Operator::Sought(Sought::Time));
            }
            "is" | "are" | "was" | "were" | "do" | "does" | "did" | "has" | "have" | "can"
                if place == 0 =>
            {
                self.add(place, place + 1, 0.1, Operator::YesNo);
            }
            "volume" => {
                let unit = (words.len() - place > 1)
                    .then(|| (place + 1..words.len()).find_map(|at| unit_at(words, at)))
                    .flatten()
                    .map(|(unit, _)| unit)
                    .filter(|unit| unit.quantity == "volume");
                self.add(place, place + 1, 0.7, Operator::Volume(unit));
            }
            _ => {}
        }
        if words.at(place) == "in"
            && let Some((unit, end)) = unit_at(words, place + 1)
            && (end == words.len() || words.words[end].is_punctuation())
        {
            let _ = unit;
            self.readings.push(Reading {
                start: place,
                end,
                meaning: Meaning::Skipped,
                score: 0.3,
                closeness: 1.0,
            });
        }
    }

    /// Superlatives, with numbers and ordinals before them.
    fn extremes(&mut self, place: usize) {
        let words = self.words;
        let word = words.at(place);
        let mut start = place;
        let mut limit = None;
        let mut offset = 0;
        if place > 0 {
            let before = words.at(place - 1);
            if let Some(rank) = ordinal(before).filter(|rank| *rank > 0) {
                offset = rank - 1;
                limit = Some(1);
                start = place - 1;
            } else if let Some(number) = words.words[place - 1]
                .number
                .filter(|n| (1.0..1000.0).contains(n))
                && (before != "one" || word != "most")
            {
                limit = Some(number as usize);
                start = place - 1;
            }
        }
        let extra = (place - start) as f32 * 0.9;
        let extreme = |rising: bool| Extreme {
            descending: rising,
            limit: limit.or(Some(1)),
            offset,
        };
        let number_follows = ["number", "count", "amount"].contains(&words.at(place + 1));
        match gradable(word) {
            Some((Degree::Superlative, adjective)) => {
                if number_follows && words.at(place + 2) == "of" {
                    self.add(
                        start,
                        place + 3,
                        2.6 + extra,
                        Operator::Most(extreme(adjective.rising)),
                    );
                }
                self.add(
                    start,
                    place + 1,
                    1.05 + extra,
                    Operator::Extreme(Some(adjective), extreme(adjective.rising)),
                );
            }
            Some((Degree::Comparative, adjective)) if words.at(place + 1) != "than" => {
                self.add(
                    start,
                    place + 1,
                    0.6,
                    Operator::Extreme(Some(adjective), extreme(adjective.rising)),
                );
            }
            _ => match word {
                "most" | "least" | "fewest" => {
                    let more = word == "most";
                    if let Some((Degree::Positive, adjective)) = gradable(words.at(place + 1)) {
                        let operator =
                            Operator::Extreme(Some(adjective), extreme(adjective.rising == more));
                        self.add(start, place + 2, 2.1 + extra, operator);
                    }
                    if !(word == "least" && words.at(place.wrapping_sub(1)) == "at") {
                        self.add(start, place + 1, 0.8 + extra, Operator::Most(extreme(more)));
                    }
                }
                "first" | "last"
                    if words
                        .words
                        .get(place + 1)
                        .is_some_and(|next| next.tag.is_noun())
                        && !["name", "names"].contains(&words.at(place + 1)) =>
                {
                    let adjective = if word == "first" { "early" } else { "late" };
                    if let Some((_, adjective)) = gradable(adjective) {
                        self.add(
                            start,
                            place + 1,
                            0.95 + extra,
                            Operator::Extreme(Some(adjective), extreme(adjective.rising)),
                        );
                    }
                }
                "maximum" | "max" | "maximal" | "peak" => {
                    self.add(
                        start,
                        place + 1,
                        0.8,
                        Operator::Extreme(None, extreme(true)),
                    );
                }
                "minimum" | "min" | "minimal" => {
                    self.add(
                        start,
                        place + 1,
                        0.8,
                        Operator::Extreme(None, extreme(false)),
                    );
                }
                "top" => {
                    if let Some(number) = words.words.get(place + 1).and_then(|word| word.number) {
                        let extreme = Extreme {
                            descending: true,
                            limit: Some(number as usize),
                            offset: 0,
                        };
                        self.add(place, place + 2, 1.6, Operator::Extreme(None, extreme));
                        let by = match (gradable(words.at(place + 2)), words.at(place + 2)) {
                            (Some((Degree::Superlative, adjective)), _) => {
                                Some((adjective, adjective.rising, place + 3))
                            }
                            (_, more @ ("most" | "least")) => match gradable(words.at(place + 3)) {
                                Some((Degree::Positive, adjective)) => Some((
                                    adjective,
                                    adjective.rising == (more == "most"),
                                    place + 4,
                                )),
                                _ => None,
                            },
                            _ => None,
                        };
                        if let Some((adjective, descending, end)) = by {
                            let extreme = Extreme {
                                descending,
                                ..extreme
                            };
                            let operator = Operator::Extreme(Some(adjective), extreme);
                            self.add(place, end, 1.1 * (end - place) as f32, operator);
                        }
                    }
                }
                _ => {}
            },
        }
        // Three come next: handled as a limit where an order is known.
        if ["most", "least", "fewest"].contains(&word)
            && words.at(place + 1) == "number"
            && words.at(place + 2) == "of"
        {
            self.add(
                start,
                place + 3,
                2.6 + extra,
                Operator::Most(extreme(word == "most")),
            );
        }
    }

    /// Comparisons with numbers, averages and other things.
    fn comparisons(&mut self, place: usize) {
        let words = self.words;
        for (end, adjective, comparison) in comparators(words, place) {
            let mut at = end;
            while ["the", "a", "an", "our", "their", "about"].contains(&words.at(at)) {
                at += 1;
            }
            if let Some((value, unit, after)) = quantity(words, end) {
                let width = (after - place) as f32;
                self.add(
                    place,
                    after,
                    0.8 * width,
                    Operator::Compare {
                        adjective,
                        bounds: vec![(comparison, value)],
                        unit,
                        bare: false,
                    },
                );
            }
            let own = ["they", "it"].contains(&words.at(end))
                && ["are", "is"].contains(&words.at(end + 1));
            if own
                && let Some(adjective) = adjective
                && let Some((Degree::Positive, other)) = gradable(words.at(end + 2))
            {
                let operator = Operator::CompareOwn(adjective, comparison, other);
                self.add(place, end + 3, 0.9 * (end + 3 - place) as f32, operator);
            }
            if words.at(at) == "average" || words.at(at) == "mean" {
                let operator = Operator::CompareAverage(adjective, comparison);
                self.add(place, at + 1, 0.9 * (at + 1 - place) as f32, operator);
            }
            let than = words.at(end - 1) == "than";
            let bare =
                ["below", "above", "under", "exceeding", "exceeds"].contains(&words.at(end - 1));
            if (than || bare) && quantity(words, end).is_none() {
                let score = match (adjective, than) {
                    (Some(_), _) => 1.9,
                    (None, true) => 1.2,
                    (None, false) => 0.6,
                };
                self.add(
                    place,
                    end,
                    score,
                    Operator::CompareTo(adjective, comparison),
                );
            }
        }
        if words.at(place) == "than" {
            let mut at = place + 1;
            while ["the", "our", "an", "a", "their"].contains(&words.at(at)) {
                at += 1;
            }
            let comparative =
                (place.saturating_sub(4)..place)
                    .rev()
                    .find_map(|back| match words.at(back) {
                        "more" | "bigger" | "larger" | "higher" | "greater" => {
                            Some((back, Comparison::More))
                        }
                        "fewer" | "less" | "smaller" | "lower" => Some((back, Comparison::Less)),
                        _ => None,
                    });
            if let Some((back, comparison)) = comparative
                && words.at(at) == "average"
                && back + 1 < place
            {
                self.add(
                    place,
                    at + 1,
                    1.4,
                    Operator::CompareAverage(None, comparison),
                );
                self.readings.push(Reading {
                    start: back,
                    end: back + 1,
                    meaning: Meaning::Skipped,
                    score: 0.6,
                    closeness: 1.0,
                });
            }
        }
        let ranged = match words.at(place) {
            "between" => Some("and"),
            "from" => Some("to"),
            _ => None,
        };
        if let Some(joint) = ranged
            && let Some((low, first_unit, middle)) = quantity(words, place + 1)
            && words.at(middle) == joint
            && let Some((high, unit, after)) = quantity(words, middle + 1)
        {
            self.add(
                place,
                after,
                0.8 * (after - place) as f32,
                Operator::Compare {
                    adjective: None,
                    bounds: vec![(Comparison::AtLeast, low), (Comparison::AtMost, high)],
                    unit: unit.or(first_unit),
                    bare: false,
                },
            );
        }
        if words.words[place].number.is_some()
            && ["the", "all"].contains(&words.at(place.wrapping_sub(1)))
            && words
                .words
                .get(place + 1)
                .is_some_and(|next| next.tag.is_noun())
        {
            // The 50 states: how many there are is known.
            self.readings.push(Reading {
                start: place,
                end: place + 1,
                meaning: Meaning::Skipped,
                score: -0.4,
                closeness: 1.0,
            });
        }
        if let Some((value, unit, after)) = quantity(words, place) {
            let tail = (words.at(after), words.at(after + 1));
            let suffix = match tail {
                ("or" | "and", "more" | "above" | "higher") => Some(Comparison::AtLeast),
                ("or" | "and", "less" | "fewer" | "below" | "lower") => Some(Comparison::AtMost),
                _ => None,
            };
            if let Some(comparison) = suffix {
                self.add(
                    place,
                    after + 2,
                    0.8 * (after + 2 - place) as f32,
                    Operator::Compare {
                        adjective: None,
                        bounds: vec![(comparison, value)],
                        unit,
                        bare: false,
                    },
                );
            }
            self.add(
                place,
                after,
                if unit.is_some() { 1.5 } else { 0.55 },
                Operator::Compare {
                    adjective: None,
                    bounds: vec![(Comparison::Equal, value)],
                    unit,
                    bare: true,
                },
            );
        }
    }

    /// Negation, coordination, distribution.
    fn small_words(&mut self, place: usize) {
        let words = self.words;
        let next = words.at(place + 1);
        let one = match words.at(place) {
            "not" | "no" | "without" | "never" | "neither" | "lack" | "lacks" | "lacking"
            | "missing" | "nobody" | "none" | "nothing" | "except" => {
                let end = match (words.at(place), next) {
                    ("no", "longer") => return,
                    ("not" | "without", "a" | "any" | "have")
                        if words.at(place + 2) == "single" =>
                    {
                        place + 3
                    }
                    ("no", "one") => place + 2,
                    ("not" | "no", "more" | "less" | "fewer" | "later" | "earlier") => return,
                    _ => place + 1,
                };
                self.add(place, end, 0.5, Operator::Not);
                return;
            }
            "only" | "exclusively" | "solely" => Operator::Only,
            "both" => Operator::Both,
            "and" | "&" | "plus" => Operator::And,
            "or" => Operator::Or,
            "," | ";" => Operator::Comma,
            ":" | "(" => Operator::Colon,
            "their" | "its" | "his" | "her" => Operator::Possessive,
            "each" | "every" | "per" => Operator::Each,
            _ => {
                if ["for", "in", "of", "by", "from", "at"].contains(&words.at(place))
                    && ["each", "every"].contains(&next)
                {
                    self.add(place, place + 2, 0.55, Operator::Each);
                }
                for phrase in [
                    &["grouped", "by"][..],
                    &["group", "by"],
                    &["broken", "down", "by"],
                    &["split", "by"],
                    &["depending", "on"],
                ] {
                    if words.are(place, phrase) {
                        self.add(place, place + phrase.len(), 1.1, Operator::Each);
                    }
                }
                if words.at(place) == "by" && self.sums_up(place) {
                    self.add(place, place + 1, 0.45, Operator::Each);
                }
                for phrase in [
                    &["zero", "included"][..],
                    &["including", "zero"],
                    &["include", "those", "without"],
                    &["should", "stay"],
                    &["even", "if"],
                ] {
                    if words.are(place, phrase) {
                        self.add(place, place + phrase.len(), 1.5, Operator::KeepMissing);
                    }
                }
                return;
            }
        };
        let score = match one {
            Operator::Each => 0.5,
            Operator::Only | Operator::Both => 0.4,
            _ => 0.02,
        };
        self.add(place, place + 1, score, one);
    }

    /// Whether numbers are asked for before a place, which a noun after it can divide: *prices by country*.
    fn sums_up(&self, place: usize) -> bool {
        let words = self.words;
        let before = (0..place).any(|at| {
            ["number", "average", "total", "count", "sum", "mean"].contains(&words.at(at))
                || words.are(at, &["how", "many"])
        });
        let done = words
            .words
            .get(place.wrapping_sub(1))
            .is_none_or(|word| word.tag.is_verb());
        let noun = words
            .words
            .get(place + 1)
            .is_some_and(|word| word.tag.is_noun() && !word.capital);
        before && noun && !done
    }

    fn aggregates(&mut self, place: usize) {
        let words = self.words;
        let next = words.at(place + 1);
        match words.at(place) {
            "average" | "mean" | "avg" | "avarage" => {
                let start = if place > 0 && words.at(place - 1) == "on" {
                    place - 1
                } else {
                    place
                };
                self.add(
                    start,
                    place + 1,
                    0.9,
                    Operator::Aggregate(Aggregate::Average),
                );
            }
            "total" | "sum" | "combined" | "cumulative" | "altogether" => {
                let start = if place > 0 && words.at(place - 1) == "in" {
                    place - 1
                } else {
                    place
                };
                self.add(start, place + 1, 0.7, Operator::Aggregate(Aggregate::Sum));
            }
            "together" | "overall" if next != "with" => {
                self.add(place, place + 1, 0.1, Operator::Aggregate(Aggregate::Sum));
            }
            "add" if next == "up" => {
                self.add(place, place + 2, 1.4, Operator::Aggregate(Aggregate::Sum));
            }
            "share" | "percentage" | "proportion" | "fraction" | "percent" => {
                let end = if next == "of" { place + 2 } else { place + 1 };
                self.add(place, end, 0.95, Operator::Share);
                if words.are(end, &[",", "in", "percent", ",", "of"]) {
                    self.add(place, end + 5, 1.9, Operator::Share);
                }
            }
            _ => {}
        }
    }

    fn orders(&mut self, place: usize) {
        let words = self.words;
        let next = words.at(place + 1);
        match words.at(place) {
            "sorted" | "ordered" | "ranked" | "sort" | "order" | "arranged" | "ranking"
            | "listed" => {
                if next == "by" {
                    self.add(place, place + 2, 1.2, Operator::SortedBy(None));
                } else if next == "from" && gradable(words.at(place + 2)).is_some() {
                    let descending = gradable(words.at(place + 2))
                        .is_some_and(|(_, adjective)| adjective.rising);
                    if words.at(place + 3) == "to" {
                        self.add(place, place + 5, 2.5, Operator::SortedBy(Some(descending)));
                    }
                } else if ["alphabetically", "descending", "ascending"].contains(&next) {
                    self.add(place, place + 1, 0.3, Operator::SortedBy(None));
                }
            }
            "descending" | "decreasing" => {
                self.add(place, place + 1, 0.9, Operator::SortedBy(Some(true)));
            }
            "ascending" | "increasing" => {
                self.add(place, place + 1, 0.9, Operator::SortedBy(Some(false)));
            }
            "alphabetically" => self.add(place, place + 1, 0.9, Operator::Alphabetical),
            "alphabetical" if next == "order" => {
                self.add(place, place + 2, 1.8, Operator::Alphabetical);
            }
            "first" => self.add(place, place + 1, 0.5, Operator::First),
            "top"
                if place > 1
                    && words.at(place - 1) == "the"
                    && ["at", "on"].contains(&words.at(place - 2)) =>
            {
                self.add(place - 2, place + 1, 0.9, Operator::First);
            }
            "start" | "starting" | "beginning" if next == "with" => {
                self.add(place, place + 2, 0.9, Operator::First);
            }
            _ => {}
        }
    }
}

/// The comparators that begin at a place: where they end, their adjective and direction.
fn comparators(words: &Words, place: usize) -> Vec<(usize, Option<&'static Gradable>, Comparison)> {
    const FIXED: &[(&[&str], Comparison)] = &[
        (&["more", "than"], Comparison::More),
        (&["greater", "than"], Comparison::More),
        (&["bigger", "than"], Comparison::More),
        (&["higher", "than"], Comparison::More),
        (&["larger", "than"], Comparison::More),
        (&["better", "than"], Comparison::More),
        (&["over"], Comparison::More),
        (&["above"], Comparison::More),
        (&["exceeding"], Comparison::More),
        (&["exceeds"], Comparison::More),
        (&["exceed"], Comparison::More),
        (&["less", "than"], Comparison::Less),
        (&["fewer", "than"], Comparison::Less),
        (&["lower", "than"], Comparison::Less),
        (&["smaller", "than"], Comparison::Less),
        (&["worse", "than"], Comparison::Less),
        (&["under"], Comparison::Less),
        (&["below"], Comparison::Less),
        (&["at", "least"], Comparison::AtLeast),
        (&["a", "minimum", "of"], Comparison::AtLeast),
        (&["no", "less", "than"], Comparison::AtLeast),
        (&["no", "fewer", "than"], Comparison::AtLeast),
        (&["not", "less", "than"], Comparison::AtLeast),
        (&["at", "most"], Comparison::AtMost),
        (&["up", "to"], Comparison::AtMost),
        (&["a", "maximum", "of"], Comparison::AtMost),
        (&["no", "more", "than"], Comparison::AtMost),
        (&["not", "more", "than"], Comparison::AtMost),
        (&["exactly"], Comparison::Equal),
        (&["only"], Comparison::Equal),
        (&["only", "a"], Comparison::Equal),
        (&["just"], Comparison::Equal),
        (&["just", "a"], Comparison::Equal),
        (&["exactly", "a"], Comparison::Equal),
        (&["precisely"], Comparison::Equal),
        (&["equal", "to"], Comparison::Equal),
    ];
    let mut found = Vec::new();
    for (phrase, comparison) in FIXED {
        if words.are(place, phrase) {
            found.push((place + phrase.len(), None, *comparison));
        }
    }
    let direct = |adjective: &'static Gradable, more: bool| {
        let comparison = if more == adjective.rising {
            Comparison::More
        } else {
            Comparison::Less
        };
        (adjective, comparison)
    };
    if let Some((Degree::Comparative, adjective)) = gradable(words.at(place))
        && words.at(place + 1) == "than"
    {
        let (adjective, comparison) = direct(adjective, true);
        found.push((place + 2, Some(adjective), comparison));
    }
    if let "more" | "less" = words.at(place)
        && let Some((Degree::Positive, adjective)) = gradable(words.at(place + 1))
        && words.at(place + 2) == "than"
    {
        let (adjective, comparison) = direct(adjective, words.at(place) == "more");
        found.push((place + 3, Some(adjective), comparison));
    }
    found
}

/// A number with its unit, and where it ends.
fn quantity(words: &Words, place: usize) -> Option<(f64, Option<Unit>, usize)> {
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
fn unit_at(words: &Words, place: usize) -> Option<(Unit, usize)> {
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
