//! Numbers by value, compared with a tolerance.

use std::hash::{Hash, Hasher};

/// A number by its value.
///
/// Two of them are *equal* if they are the same number; whether a system's number is right is for
/// [`Tolerance`] to say, which is no equivalence and so takes no part in hashing.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Decimal {
    value: f64,
    /// The two halves of the exact value, if it is a whole number; a number of 128 bits would make
    /// every term larger.
    high: i64,
    low: u64,
    is_whole: bool,
    /// Whether it is written without a fraction and without an exponent.
    plain: bool,
}

/// How far a system's number may be from the gold one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Tolerance {
    /// The largest difference, relative to the gold number.
    pub relative: f64,
    /// Whether a whole gold number has to be met exactly, but for what floating point loses.
    pub exact_whole: bool,
}

/// What sums and conversions in double precision lose, with some room: 4,500 units in the last
/// place.
const NOISE: f64 = 1e-12;

/// Decimal fractions of a tolerance have no exact form; what lies on the edge is inside.
const EDGE: f64 = 1.0 + 1e-9;

impl Decimal {
    /// Reads a decimal number with optional sign, fraction, exponent and groups of thousands.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        if !text.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '-' | '+' | '.')) {
            return None;
        }
        if let Some(ungrouped) = ungrouped(text) {
            return Self::ungrouped(&ungrouped);
        }
        Self::ungrouped(text)
    }

    fn ungrouped(text: &str) -> Option<Self> {
        let (negative, unsigned) = match text.as_bytes().first()? {
            b'-' => (true, &text[1..]),
            b'+' => (false, &text[1..]),
            _ => (false, text),
        };
        let (mantissa, exponent) = match unsigned.find(['e', 'E']) {
            Some(at) => (
                &unsigned[..at],
                Some(unsigned[at + 1..].parse::<i32>().ok()?),
            ),
            None => (unsigned, None),
        };
        let (whole, fraction) = match mantissa.split_once('.') {
            Some((whole, fraction)) => (whole, Some(fraction)),
            None => (mantissa, None),
        };
        let digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
        let decimals = fraction.unwrap_or("");
        if whole.len() + decimals.len() == 0 || !digits(whole) || !digits(decimals) {
            return None;
        }
        let value: f64 = text.parse().ok().filter(|value: &f64| value.is_finite())?;
        let exact = exact(whole, decimals, exponent.unwrap_or(0));
        let signed = exact.map_or(0, |exact| if negative { -exact } else { exact });
        Some(Self {
            // Minus zero is zero.
            value: if value == 0.0 { 0.0 } else { value },
            high: (signed >> 64) as i64,
            low: signed as u64,
            is_whole: exact.is_some(),
            plain: fraction.is_none() && exponent.is_none(),
        })
    }

    /// The exact value, if it is a whole number of at most 38 digits.
    fn whole(&self) -> Option<i128> {
        let exact = (i128::from(self.high) << 64) | i128::from(self.low);
        self.is_whole.then_some(exact)
    }

    /// The number as nearly as floating point has it.
    pub(crate) fn value(&self) -> f64 {
        self.value
    }

    /// The number to five significant digits, the same for nearly all numbers that are close.
    pub(crate) fn rounded(&self) -> u64 {
        if self.value == 0.0 {
            return 0;
        }
        let scale = 10f64.powi(4 - self.value.abs().log10().floor() as i32);
        let rounded = (self.value * scale).round() / scale;
        rounded.to_bits()
    }
}

impl Tolerance {
    /// Whether a system's number is the gold one.
    pub(crate) fn accepts(&self, gold: &Decimal, system: &Decimal) -> bool {
        if gold == system {
            return true;
        }
        if self.exact_whole && gold.is_whole && system.is_whole && system.plain {
            return false;
        }
        (gold.value - system.value).abs() <= self.width(gold)
    }

    /// The interval in which a system's number may lie.
    pub(crate) fn interval(&self, gold: &Decimal) -> (f64, f64) {
        let width = self.width(gold);
        (gold.value - width, gold.value + width)
    }

    fn width(&self, gold: &Decimal) -> f64 {
        let relative = if self.exact_whole && gold.is_whole {
            self.relative.min(NOISE)
        } else {
            self.relative
        };
        gold.value.abs() * relative * EDGE
    }

    /// Whether two numbers are so far apart that no third one could be both.
    pub(crate) fn separates(&self, low: f64, high: f64) -> bool {
        high - low > low.abs().max(high.abs()) * self.relative.max(NOISE) * (1.0 + 1e-6)
    }
}

impl PartialEq for Decimal {
    fn eq(&self, other: &Self) -> bool {
        match (self.whole(), other.whole()) {
            (Some(one), Some(two)) => one == two,
            (None, None) => self.value == other.value,
            _ => false,
        }
    }
}

impl Eq for Decimal {}

impl Hash for Decimal {
    fn hash<H: Hasher>(&self, state: &mut H) {
        match self.whole() {
            Some(whole) => whole.hash(state),
            None => self.value.to_bits().hash(state),
        }
    }
}

/// The whole number that these digits are, if they are one.
fn exact(whole: &str, fraction: &str, exponent: i32) -> Option<i128> {
    let fraction = fraction.trim_end_matches('0');
    if exponent == 0 && fraction.is_empty() && whole.len() <= 18 {
        return match whole {
            "" => Some(0),
            digits => digits.parse::<i64>().ok().map(i128::from),
        };
    }
    let digits = format!("{whole}{fraction}");
    let bare = digits.trim_start_matches('0').trim_end_matches('0');
    if bare.is_empty() {
        return Some(0);
    }
    let zeros = digits.len() - digits.trim_end_matches('0').len();
    let power = i64::from(exponent) - fraction.len() as i64 + zeros as i64;
    let power = u32::try_from(power).ok().filter(|power| *power <= 38)?;
    bare.parse::<i128>()
        .ok()?
        .checked_mul(10i128.checked_pow(power)?)
}

/// The number without the commas, blanks or apostrophes between groups of three digits.
///
/// A comma is read as English has it: `1,000` is a thousand. Full stops group only where they
/// cannot be decimal points, in `1.000.000`.
fn ungrouped(text: &str) -> Option<String> {
    let grouped = |c: char| matches!(c, ',' | ' ' | '\u{a0}' | '\u{202f}' | '\u{2009}' | '\'');
    let separator = match text.chars().find(|c| grouped(*c)) {
        Some(found) => found,
        None if text.bytes().filter(|byte| *byte == b'.').count() > 1 => '.',
        None => return None,
    };
    let (sign, unsigned) = match text.strip_prefix(['-', '+']) {
        Some(rest) => (&text[..1], rest),
        None => ("", text),
    };
    let (whole, fraction) = match unsigned.split_once('.') {
        Some((whole, fraction)) if separator != '.' => (whole, Some(fraction)),
        _ => (unsigned, None),
    };
    let mut groups = whole.split(separator);
    let first = groups.next()?;
    let digits = |group: &str| group.bytes().all(|byte| byte.is_ascii_digit());
    let regular = (1..=3).contains(&first.len())
        && digits(first)
        && groups.all(|group| group.len() == 3 && digits(group));
    if !regular {
        return None;
    }
    let mut number = format!("{sign}{}", whole.replace(separator, ""));
    if let Some(fraction) = fraction {
        number.push('.');
        number.push_str(fraction);
    }
    Some(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(text: &str) -> Decimal {
        Decimal::parse(text).unwrap_or_else(|| panic!("{text}"))
    }

    #[test]
    fn equal_values_are_equal() {
        for group in [
            &["0", "-0", "0.000", "0e7", "-0.0"][..],
            &["42", "42.0", "+42", "4.2e1", "420E-1", "42."],
            &["0.1", ".1", "1e-1"],
            &["-44.8", "-44.80"],
            &["12345678901234567890", "12345678901234567890.0"],
            &["1234567.5", "1,234,567.50"],
            &[
                "1000000",
                "1,000,000",
                "1 000 000",
                "1\u{a0}000\u{a0}000",
                "1.000.000",
                "1'000'000",
            ],
        ] {
            for text in group {
                assert_eq!(number(text), number(group[0]), "{text}");
            }
        }
        for text in [
            "",
            "-",
            ".",
            "1.2.3",
            "1e",
            "e1",
            "NaN",
            "inf",
            "0x1",
            "1e99999999999",
            "1e400",
            "12,34",
            "1,000,00",
            ",000",
            "1 2",
            "+49 30 1234",
            "1.000,5",
        ] {
            assert!(Decimal::parse(text).is_none(), "{text}");
        }
    }

    #[test]
    fn whole_gold_numbers_are_exact_but_for_noise() {
        let tolerance = Tolerance {
            relative: 1e-6,
            exact_whole: true,
        };
        for (gold, system, same) in [
            ("5", "5.0", true),
            ("5", "5.000001", false),
            ("3", "2.9999999999999996", true),
            ("3000000000", "3000004000.5", false),
            ("1000000", "1000001", false),
            ("12345.65", "12345.649999999998", true),
            ("12345.65", "12345.66", true),
            ("12345.65", "12345.7", false),
            ("0.3", "0.30000000000000004", true),
            ("2.9999999", "3", true),
            ("12345678901234567890", "1.2345678901234567E19", true),
            ("12345678901234567890", "12345678901234567891", false),
            ("0", "0.0000001", false),
            ("-1.5", "1.5", false),
            ("-1.5", "-1.5000001", true),
        ] {
            let accepts = tolerance.accepts(&number(gold), &number(system));
            assert_eq!(accepts, same, "{gold} {system}");
        }
    }
}
