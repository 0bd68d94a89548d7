//! Question words, and what they ask for.

use super::Found;
use super::quantity::unit_at;
use crate::knowledge::gradable::{Degree, gradable};
use crate::reading::operator::{Operator, Sought};
use crate::reading::{Meaning, Reading};

impl Found<'_> {
    /// Question words.
    pub(super) fn asked(&mut self, place: usize) {
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
            "true" | "correct" | "right" if place > 0 && next == "?" => {
                self.add(place, place + 1, 0.5, Operator::YesNo);
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
            | "if" | "whether"
                if place == 0 =>
            {
                self.add(place, place + 1, 0.1, Operator::YesNo);
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
}
