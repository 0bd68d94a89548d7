//! Comparisons: *more than 5 g*, *above the average*, *dearer than*.

use super::Found;
use super::quantity::quantity;
use crate::knowledge::gradable::{Degree, Gradable, gradable};
use crate::question::Words;
use crate::reading::operator::{Comparison, Extreme, Operator};
use crate::reading::{Meaning, Reading};

impl Found<'_> {
    /// Comparisons with numbers, averages and other things.
    pub(super) fn comparisons(&mut self, place: usize) {
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
        self.more_of(place);
        self.hemisphere(place);
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
}

impl Found<'_> {
    /// *The southern hemisphere*: that side of latitude or longitude 0.
    fn hemisphere(&mut self, place: usize) {
        if self.words.at(place + 1) != "hemisphere" {
            return;
        }
        if let Some((_, adjective)) = gradable(self.words.at(place)) {
            let comparison = if adjective.rising {
                Comparison::More
            } else {
                Comparison::Less
            };
            let operator = Operator::Compare {
                adjective: Some(adjective),
                bounds: vec![(comparison, 0.0)],
                unit: None,
                bare: false,
            };
            self.add(place, place + 2, 1.8, operator);
        }
    }

    /// *More members than*, *more members, X or Y*.
    fn more_of(&mut self, place: usize) {
        let words = self.words;
        let more = match words.at(place) {
            "more" => true,
            "fewer" | "less" => false,
            _ => return,
        };
        let noun = words
            .words
            .get(place + 1)
            .is_some_and(|word| word.tag.is_noun());
        let than = (place + 2..(place + 12).min(words.len())).find(|at| words.at(*at) == "than");
        if let Some(than) = than.filter(|_| noun) {
            let comparison = if more {
                Comparison::More
            } else {
                Comparison::Less
            };
            self.add(place, place + 1, 0.7, Operator::MoreOf(comparison));
            self.add(than, than + 1, 0.3, Operator::Than);
        } else if noun && (place + 2..words.len()).any(|at| words.at(at) == "or") {
            let extreme = Extreme {
                descending: more,
                limit: Some(1),
                offset: 0,
            };
            self.add(place, place + 1, 0.7, Operator::Most(extreme));
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
