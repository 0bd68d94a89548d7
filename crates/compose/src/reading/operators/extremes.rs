//! Superlatives: *the three heaviest*, *second most expensive*, *top five*.

use super::Found;
use crate::knowledge::gradable::{Degree, Gradable, gradable};
use crate::knowledge::numbers::ordinal;
use crate::reading::operator::{Extreme, Operator};

impl Found<'_> {
    /// *Places four to six in the ranking by*, *ranks 2 and 3*.
    pub(super) fn ranks(&mut self, place: usize) {
        let words = self.words;
        let named = [
            "place",
            "places",
            "rank",
            "ranks",
            "position",
            "positions",
            "ranked",
        ];
        if !named.contains(&words.at(place)) {
            return;
        }
        let rank = |at: usize| {
            let number = words.words.get(at).and_then(|word| word.number);
            let number = number.filter(|number| *number >= 1.0 && number.fract() == 0.0);
            number
                .map(|number| number as usize)
                .or(ordinal(words.at(at)))
        };
        let Some(first) = rank(place + 1) else {
            return;
        };
        let ranged = ["to", "through", "-", "and", "till"].contains(&words.at(place + 2));
        let last = rank(place + 3).filter(|last| ranged && *last >= first);
        let mut end = place + if last.is_some() { 4 } else { 2 };
        let list = ["ranking", "list", "order", "rank"];
        if words.at(end) == "in" && list.iter().any(|list| words.are(end + 1, &["the", list])) {
            end += 3;
        }
        if ["by", "of", "for"].contains(&words.at(end)) {
            end += 1;
        }
        let mut start = place;
        while start > 0
            && [
                "hold", "holds", "take", "takes", "occupy", "occupies", "on", "in", "come",
                "comes", "are", "is",
            ]
            .contains(&words.at(start - 1))
        {
            start -= 1;
        }
        let extreme = Extreme {
            descending: true,
            limit: Some(last.unwrap_or(first) - first + 1),
            offset: first - 1,
        };
        self.add(
            start,
            end,
            0.9 * (end - start) as f32,
            Operator::Extreme(None, extreme),
        );
    }

    /// *Furthest to the north*: the quantity that grows that way.
    fn direction(&self, place: usize) -> Option<(&'static Gradable, usize)> {
        let words = self.words;
        if !["furthest", "farthest", "most"].contains(&words.at(place)) {
            return None;
        }
        let mut at = place + 1;
        while ["to", "the", "towards", "up", "down", "in", "far"].contains(&words.at(at)) {
            at += 1;
        }
        let adjective = match words.at(at) {
            "north" => "northern",
            "south" => "southern",
            "east" => "eastern",
            "west" => "western",
            _ => return None,
        };
        Some((gradable(adjective)?.1, at + 1))
    }

    /// Superlatives, with numbers and ordinals before them.
    pub(super) fn extremes(&mut self, place: usize) {
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
                // Third to fifth most expensive.
                let first = ordinal(words.at(place.wrapping_sub(3))).filter(|first| {
                    (1..rank).contains(first)
                        && ["to", "through", "-", "and"].contains(&words.at(place - 2))
                });
                if let Some(first) = first {
                    offset = first - 1;
                    limit = Some(rank - first + 1);
                    start = place - 3;
                }
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
        if let Some((adjective, end)) = self.direction(place) {
            let operator = Operator::Extreme(Some(adjective), extreme(adjective.rising));
            self.add(start, end, 0.9 * (end - place) as f32 + extra, operator);
        }
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
}
