//! Finds the words of a question that ask for an operation.

mod asked;
mod comparisons;
mod dates;
mod derived;
mod extremes;
mod quantity;
mod small_words;

use super::operator::{Aggregate, Operator};
use super::{Meaning, Reading};
use crate::knowledge::gradable::gradable;
use crate::question::Words;

/// All readings of words as operations.
pub(super) fn readings(words: &Words) -> Vec<Reading> {
    let mut found = Found {
        words,
        readings: Vec::new(),
    };
    for place in 0..words.len() {
        found.asked(place);
        found.extremes(place);
        found.ranks(place);
        found.comparisons(place);
        found.small_words(place);
        found.aggregates(place);
        found.orders(place);
        found.derived(place);
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
