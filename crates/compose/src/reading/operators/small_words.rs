//! Small words: negation, coordination, distribution.

use super::Found;
use crate::reading::operator::Operator;

impl Found<'_> {
    /// Negation, coordination, distribution.
    pub(super) fn small_words(&mut self, place: usize) {
        let words = self.words;
        let next = words.at(place + 1);
        let one = match words.at(place) {
            "not" | "no" | "without" | "never" | "neither" | "lack" | "lacks" | "lacking"
            | "missing" | "nobody" | "none" | "nothing" | "except" | "nor" => {
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
}
