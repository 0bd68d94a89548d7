//! Numbers by value.

/// A number by its value: whole numbers exactly, others to six significant digits.
///
/// Six digits are what single precision keeps and what endpoints agree on; two numbers that agree
/// in them are the same, and that relation is an equivalence, which a difference of less than ε is
/// not: matching does not depend on the order.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Number {
    negative: bool,
    /// Significant digits without zeros at either end; empty for zero.
    digits: String,
    /// The power of ten of the first digit.
    exponent: i64,
}

/// Digits that count in a number with a fractional part.
const SIGNIFICANT: usize = 6;

impl Number {
    /// Reads a decimal number with optional sign, fraction and exponent.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let (negative, unsigned) = match text.as_bytes().first()? {
            b'-' => (true, &text[1..]),
            b'+' => (false, &text[1..]),
            _ => (false, text),
        };
        let (mantissa, exponent) = match unsigned.find(['e', 'E']) {
            Some(at) => (&unsigned[..at], unsigned[at + 1..].parse::<i32>().ok()?),
            None => (unsigned, 0),
        };
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let all_digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
        if whole.len() + fraction.len() == 0 || !all_digits(whole) || !all_digits(fraction) {
            return None;
        }
        let written = [whole, fraction].concat();
        let leading = written.len() - written.trim_start_matches('0').len();
        let digits = written.trim_matches('0').to_owned();
        let first = whole.len() as i64 - 1 - leading as i64 + i64::from(exponent);
        let mut number = Self {
            negative: negative && !digits.is_empty(),
            exponent: if digits.is_empty() { 0 } else { first },
            digits,
        };
        if !number.is_whole() {
            number.round();
        }
        Some(number)
    }

    fn is_whole(&self) -> bool {
        self.digits.is_empty() || self.exponent + 1 >= self.digits.len() as i64
    }

    fn round(&mut self) {
        if self.digits.len() <= SIGNIFICANT {
            return;
        }
        let up = self.digits.as_bytes()[SIGNIFICANT] >= b'5';
        let mut digits = self.digits.as_bytes()[..SIGNIFICANT].to_vec();
        if up {
            let mut at = SIGNIFICANT;
            loop {
                if at == 0 {
                    digits.insert(0, b'1');
                    self.exponent += 1;
                    break;
                }
                at -= 1;
                if digits[at] == b'9' {
                    digits[at] = b'0';
                } else {
                    digits[at] += 1;
                    break;
                }
            }
        }
        let text: String = digits.into_iter().map(char::from).collect();
        self.digits = text.trim_end_matches('0').to_owned();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_values_have_equal_forms() {
        let form = |text: &str| Number::parse(text).unwrap_or_else(|| panic!("{text}"));
        for group in [
            &["0", "-0", "0.000", "0e7"][..],
            &["42", "42.0", "+42", "4.2e1", "420E-1"],
            &["0.1", ".1", "1e-1", "0.1000000001"],
            &["2.9999999", "3", "3.0"],
            &["999999.7", "1000000"],
            &["-44.8", "-44.80"],
            &["12345678901234567890", "12345678901234567890.0"],
        ] {
            for text in group {
                assert_eq!(form(text), form(group[0]), "{text}");
            }
        }
        assert_ne!(form("12345678"), form("12345679"));
        assert_ne!(form("1.23456"), form("1.23457"));
        for text in [
            "",
            "-",
            ".",
            "1.2.3",
            "1e",
            "e1",
            "NaN",
            "1 000",
            "0x1",
            "1e99999999999",
        ] {
            assert_eq!(Number::parse(text), None, "{text}");
        }
    }
}
