//! Numbers, ordinals and months in words.

const SMALL: &[&str] = &[
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
    "twenty",
];

const ORDINALS: &[&str] = &[
    "zeroth",
    "first",
    "second",
    "third",
    "fourth",
    "fifth",
    "sixth",
    "seventh",
    "eighth",
    "ninth",
    "tenth",
    "eleventh",
    "twelfth",
    "thirteenth",
    "fourteenth",
    "fifteenth",
    "sixteenth",
    "seventeenth",
    "eighteenth",
    "nineteenth",
    "twentieth",
];

const MONTHS: &[&str] = &[
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];

/// The number that a word in lower case is.
pub(crate) fn number(word: &str) -> Option<f64> {
    if word.starts_with(|c: char| c.is_ascii_digit()) {
        return numeral(word);
    }
    if let Some(small) = SMALL.iter().position(|name| *name == word) {
        return Some(small as f64);
    }
    match word {
        "thirty" => Some(30.0),
        "forty" => Some(40.0),
        "fifty" => Some(50.0),
        "sixty" => Some(60.0),
        "hundred" => Some(100.0),
        "thousand" => Some(1000.0),
        "million" => Some(1e6),
        "billion" => Some(1e9),
        "dozen" => Some(12.0),
        _ => None,
    }
}

/// `1200`, `1,200`, `0.9`, `2.000` as in English.
fn numeral(word: &str) -> Option<f64> {
    let grouped = word.split(',').skip(1).all(|group| {
        group
            .split('.')
            .next()
            .is_some_and(|digits| digits.len() == 3)
    });
    let plain = if grouped {
        word.replace(',', "")
    } else {
        word.replace(',', ".")
    };
    plain.parse().ok().filter(|value: &f64| value.is_finite())
}

/// By how much a following number word multiplies.
pub(crate) fn multiplier(word: &str) -> Option<f64> {
    match word {
        "hundred" => Some(100.0),
        "thousand" | "k" => Some(1000.0),
        "million" | "mio" => Some(1e6),
        "billion" => Some(1e9),
        _ => None,
    }
}

/// The place that an ordinal in lower case stands for.
pub(crate) fn ordinal(word: &str) -> Option<usize> {
    if let Some(place) = ORDINALS.iter().position(|name| *name == word) {
        return Some(place);
    }
    let digits = word.trim_end_matches(char::is_alphabetic);
    let suffix = &word[digits.len()..];
    let known = ["st", "nd", "rd", "th"].contains(&suffix);
    known
        .then(|| digits.parse().ok())
        .flatten()
        .filter(|place| *place > 0)
}

/// The number of a month, 1 to 12.
pub(crate) fn month(word: &str) -> Option<u8> {
    let exact = MONTHS.iter().position(|name| *name == word);
    let short = || {
        (word.len() == 3)
            .then(|| MONTHS.iter().position(|name| name.starts_with(word)))
            .flatten()
    };
    exact.or_else(short).map(|at| at as u8 + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_numbers() {
        for (word, expected) in [
            ("1,200", 1200.0),
            ("0.9", 0.9),
            ("748,40", 748.4),
            ("eight", 8.0),
        ] {
            assert_eq!(number(word), Some(expected), "{word}");
        }
        assert_eq!(number("eighty-two"), None);
        assert_eq!(
            (ordinal("third"), ordinal("22nd"), ordinal("th")),
            (Some(3), Some(22), None)
        );
        assert_eq!(
            (month("may"), month("oct"), month("ma")),
            (Some(5), Some(10), None)
        );
    }
}
