//! Dates and what they bound.

use super::Found;
use crate::knowledge::numbers::{month, ordinal};
use crate::question::Words;
use crate::reading::operator::{Comparison, Operator};

/// A date as far as it is said.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Said {
    year: u32,
    month: Option<u8>,
    day: Option<u32>,
}

impl Said {
    /// The first day.
    fn first(self) -> String {
        format!(
            "{:04}-{:02}-{:02}",
            self.year,
            self.month.unwrap_or(1),
            self.day.unwrap_or(1)
        )
    }

    /// The last day; a month is taken to have 31.
    fn last(self) -> String {
        format!(
            "{:04}-{:02}-{:02}",
            self.year,
            self.month.unwrap_or(12),
            self.day.unwrap_or(31)
        )
    }
}

/// Adds what is said about dates at a place.
pub(super) fn find(found: &mut Found<'_>, place: usize) {
    let words = found.words;
    let (prepositions, comparison) = match words.at(place) {
        "after" | "since" => (
            1,
            if words.at(place) == "after" {
                Comparison::More
            } else {
                Comparison::AtLeast
            },
        ),
        "before" | "until" => (1, Comparison::Less),
        "in" | "on" | "during" | "of" => (1, Comparison::Equal),
        "later" if words.at(place + 1) == "than" => (2, Comparison::More),
        "earlier" if words.at(place + 1) == "than" => (2, Comparison::Less),
        "between" => {
            if let Some((from, middle)) = date(words, place + 1)
                && words.at(middle) == "and"
                && let Some((to, end)) = date(words, middle + 1)
            {
                let bounds = vec![
                    (Comparison::AtLeast, from.first()),
                    (Comparison::AtMost, to.last()),
                ];
                found.add(
                    place,
                    end,
                    0.85 * (end - place) as f32,
                    Operator::Date(bounds),
                );
            }
            return;
        }
        _ => (0, Comparison::Equal),
    };
    let mut start = place + prepositions;
    if words.at(start) == "the" {
        start += 1;
    }
    let period = date(words, start).map(|(said, end)| (said.first(), said.last(), end));
    let Some((first, last, end)) = period.or_else(|| years(words, start)) else {
        return;
    };
    let bounds = match comparison {
        Comparison::More => vec![(Comparison::More, last)],
        Comparison::AtLeast => vec![(Comparison::AtLeast, first)],
        Comparison::Less | Comparison::AtMost => vec![(Comparison::Less, first)],
        Comparison::Equal => vec![(Comparison::AtLeast, first), (Comparison::AtMost, last)],
    };
    let score = if prepositions == 0 { 0.5 } else { 0.85 };
    found.add(
        place,
        end,
        score * (end - place) as f32,
        Operator::Date(bounds),
    );
}

/// Many years: *the eighteenth century*, *the 1990s*; their first and last day.
fn years(words: &Words, place: usize) -> Option<(String, String, usize)> {
    let word = words.at(place);
    let (first, count, end) = if words.at(place + 1) == "century" {
        let century = ordinal(word).filter(|century| (1..=30).contains(century))?;
        ((century as u32 - 1) * 100, 100, place + 2)
    } else {
        let decade = word.strip_suffix('s').filter(|digits| digits.len() == 4)?;
        (
            decade.parse().ok().filter(|year| year % 10 == 0)?,
            10,
            place + 1,
        )
    };
    let last = first + count - 1;
    Some((format!("{first:04}-01-01"), format!("{last:04}-12-31"), end))
}

fn year(words: &Words, place: usize) -> Option<u32> {
    let word = words.at(place);
    let value: u32 = (word.len() == 4).then(|| word.parse().ok()).flatten()?;
    (1000..2200).contains(&value).then_some(value)
}

fn day(words: &Words, place: usize) -> Option<u32> {
    let word = words.at(place);
    let digits = word.trim_end_matches(char::is_alphabetic);
    (digits.len() <= 2)
        .then(|| digits.parse().ok())
        .flatten()
        .filter(|day| (1..32).contains(day))
}

/// The date that is written at a place, and where it ends.
fn date(words: &Words, place: usize) -> Option<(Said, usize)> {
    let skip = |at: usize, word: &str| at + usize::from(words.at(at) == word);
    // 1997-10-13
    if let Some(said) = year(words, place)
        && words.at(place + 1) == "-"
        && words.at(place + 3) == "-"
        && let (Some(month), Some(day)) = (day(words, place + 2), day(words, place + 4))
    {
        let said = Said {
            year: said,
            month: Some(month as u8),
            day: Some(day),
        };
        return Some((said, place + 5));
    }
    // 13 October 1997, 13th of October, 1997
    if let Some(number) = day(words, place) {
        let at = skip(place + 1, "of");
        let named = month(words.at(at))?;
        let said = year(words, skip(at + 1, ","))?;
        let said = Said {
            year: said,
            month: Some(named),
            day: Some(number),
        };
        return Some((said, skip(at + 1, ",") + 1));
    }
    // October 13, 1997; October 1997
    if let Some(named) = month(words.at(place)) {
        let mut at = place + 1;
        let number = day(words, at);
        if number.is_some() {
            at += 1;
        }
        at = skip(skip(at, ","), "of");
        let said = Said {
            year: year(words, at)?,
            month: Some(named),
            day: number,
        };
        return Some((said, at + 1));
    }
    year(words, place).map(|year| {
        let said = Said {
            year,
            month: None,
            day: None,
        };
        (said, place + 1)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_read_as_people_write_them() {
        for (text, first, last) in [
            ("13 October 1997", "1997-10-13", "1997-10-13"),
            ("October 13, 1997", "1997-10-13", "1997-10-13"),
            ("May 1998", "1998-05-01", "1998-05-31"),
            ("1998", "1998-01-01", "1998-12-31"),
            ("1997-10-13", "1997-10-13", "1997-10-13"),
        ] {
            let words = Words::of(text);
            let (said, end) = date(&words, 0).unwrap();
            assert_eq!(
                (said.first().as_str(), said.last().as_str(), end),
                (first, last, words.len()),
                "{text}"
            );
        }
    }
}
