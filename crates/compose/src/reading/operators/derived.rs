//! Words for quantities that several properties make up: *volume*, *revenue*, *the value of the stock*.

use super::Found;
use super::quantity::unit_at;
use crate::knowledge::units;
use crate::reading::Meaning;
use crate::reading::derived::Derived;

/// What is left of prices.
const NET: &[&str] = &["after", "net", "less", "minus", "including", "with"];

/// What prices were before.
const GROSS: &[&str] = &["before", "without", "ignoring", "excluding"];

const STOCK: &[&str] = &["stock", "inventory", "warehouse"];

impl Found<'_> {
    /// Quantities that are made of others.
    pub(super) fn derived(&mut self, place: usize) {
        let words = self.words;
        let (here, next) = (words.at(place), words.at(place + 1));
        if here == "volume" {
            let unit = (place + 1..words.len())
                .find_map(|at| unit_at(words, at))
                .map(|(unit, _)| unit)
                .filter(|unit| unit.quantity == "volume");
            self.derive(place, place + 1, 0.7, Derived::Volume(unit));
        }
        let valued = |word: &str| ["value", "worth"].contains(&word);
        match here {
            "revenue" | "revenues" | "turnover" | "proceeds" => self.revenue(place, place + 1),
            "spent" | "spend" | "spends" => self.revenue(place, place + 1),
            "sales" if ["value", "figures", "revenue", "volume"].contains(&next) => {
                self.revenue(place, place + 2);
            }
            "sales"
                if !words
                    .words
                    .get(place + 1)
                    .is_some_and(|word| word.tag.is_noun()) =>
            {
                self.revenue(place, place + 1);
            }
            "order" | "orders" if valued(next) => self.revenue(place, place + 2),
            "value" | "worth" => self.revenue(place, place + 1),
            _ => {}
        }
        if STOCK.contains(&here) && valued(next) {
            self.derive(place, place + 2, 1.9, Derived::Stock);
        }
        if valued(here) {
            let end = (place + 1..(place + 7).min(words.len()))
                .take_while(|at| STOCK.contains(&words.at(*at)) || words.words[*at].is_empty_word())
                .filter(|at| STOCK.contains(&words.at(*at)))
                .last();
            if let Some(end) = end {
                let width = (end + 1 - place) as f32;
                self.derive(place, end + 1, 0.7 * width + 0.5, Derived::Stock);
            }
        }
        self.rebate(place);
    }

    /// Revenue, with what is said about discounts.
    fn revenue(&mut self, start: usize, end: usize) {
        let width = (end - start) as f32;
        self.derive(start, end, 0.75 * width, Derived::Revenue);
        let words = self.words;
        let said = |at: usize| {
            let after =
                at + 1 + usize::from(["of", "the", "any", "all"].contains(&words.at(at + 1)));
            ["discount", "discounts", "rebates"]
                .contains(&words.at(after))
                .then_some(after + 1)
        };
        for (phrases, derived) in [(NET, Derived::Revenue), (GROSS, Derived::Gross)] {
            let after = said(end).filter(|_| phrases.contains(&words.at(end)));
            if let Some(after) = after {
                self.derive(start, after, 0.9 * (after - start) as f32, derived);
            }
        }
        if words.at(start.wrapping_sub(1)) == "gross" {
            self.derive(start - 1, end, 0.9 * (width + 1.0), Derived::Gross);
        }
    }

    /// *How many dollars of discount*, *the total discount*.
    fn rebate(&mut self, place: usize) {
        let words = self.words;
        let is_rebate = |at: usize| ["discount", "discounts", "rebate"].contains(&words.at(at));
        let money = |at: usize| units::unit(words.at(at)).is_some_and(units::Unit::is_currency);
        let of = |at: usize| ["of", "in"].contains(&words.at(at));
        let end = match (words.at(place), words.at(place + 1)) {
            ("how", "much") if is_rebate(place + 2) => place + 3,
            ("how", "many") if money(place + 2) && of(place + 3) && is_rebate(place + 4) => {
                place + 5
            }
            ("total", _) if is_rebate(place + 1) => place + 2,
            ("total" | "sum" | "amount", "of") if is_rebate(place + 2) => place + 3,
            _ => return,
        };
        self.derive(place, end, 0.95 * (end - place) as f32, Derived::Rebate);
    }

    fn derive(&mut self, start: usize, end: usize, score: f32, derived: Derived) {
        self.readings.push(crate::reading::Reading {
            start,
            end,
            meaning: Meaning::Derived(derived),
            score,
            closeness: 1.0,
        });
    }
}
