//! Numbers as people read them.

/// What kind of number is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Unit {
    /// A score or another quantity.
    #[default]
    Plain,
    /// A share, shown in percent: 0.5 is 50 %.
    Percent,
    /// A whole number of things.
    Count,
}

impl Unit {
    /// A value of a figure.
    pub(crate) fn figure(self, value: f64) -> String {
        match self {
            Self::Percent => format!("{} %", decimal(100.0 * value, 1)),
            Self::Count if value.fract() == 0.0 => decimal(value, 0),
            Self::Plain | Self::Count => {
                let decimals = match value.abs() {
                    size if size >= 1_000.0 => 0,
                    size if size >= 10.0 => 1,
                    size if size >= 0.001 || size == 0.0 => 3,
                    _ => return scientific(value),
                };
                decimal(value, decimals)
            }
        }
    }

    /// A difference, with its sign.
    pub(crate) fn signed(self, value: f64) -> String {
        let text = self.figure(value);
        let is_zero = !text.contains(|c: char| c.is_ascii_digit() && c != '0');
        if value > 0.0 && !is_zero {
            format!("+{text}")
        } else {
            text
        }
    }

    /// A value on a scale with this step.
    pub(crate) fn tick(self, value: f64, step: f64) -> String {
        let (value, step, end) = match self {
            Self::Percent => (100.0 * value, 100.0 * step, " %"),
            Self::Plain | Self::Count => (value, step, ""),
        };
        if value.abs() >= 1e7 || (value != 0.0 && step < 1e-4) {
            return format!("{}{end}", scientific(value));
        }
        let decimals = if step > 0.0 {
            (-step.log10() - 1e-9).ceil().clamp(0.0, 6.0) as usize
        } else {
            3
        };
        format!("{}{end}", decimal(value, decimals))
    }
}

/// With commas between thousands and a minus that is as wide as a plus.
fn decimal(value: f64, decimals: usize) -> String {
    if value.abs() >= 1e9 {
        return scientific(value);
    }
    let text = format!("{:.decimals$}", value.abs());
    let (whole, fraction) = text.split_once('.').unwrap_or((&text, ""));
    let mut grouped = String::new();
    for (at, digit) in whole.chars().enumerate() {
        if at > 0 && (whole.len() - at).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    if !fraction.is_empty() {
        grouped.push('.');
        grouped.push_str(fraction);
    }
    let is_zero = !text.contains(|c: char| c.is_ascii_digit() && c != '0');
    if value < 0.0 && !is_zero {
        grouped.insert(0, '−');
    }
    grouped
}

/// `2.5×10⁷`.
fn scientific(value: f64) -> String {
    let text = format!("{value:.1e}");
    let Some((mantissa, exponent)) = text.split_once('e') else {
        return text;
    };
    let mantissa = mantissa.trim_end_matches(".0").replace('-', "−");
    let raised: String = exponent
        .chars()
        .map(|digit| match digit {
            '-' => '⁻',
            '1' => '¹',
            '2' => '²',
            '3' => '³',
            '4' => '⁴',
            '5' => '⁵',
            '6' => '⁶',
            '7' => '⁷',
            '8' => '⁸',
            '9' => '⁹',
            _ => '⁰',
        })
        .collect();
    format!("{mantissa}×10{raised}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_have_the_digits_that_their_kind_needs() {
        for (unit, value, text) in [
            (Unit::Plain, 0.43, "0.430"),
            (Unit::Plain, -0.5, "−0.500"),
            (Unit::Plain, -0.0001, "−1×10⁻⁴"),
            (Unit::Plain, 12_345.6, "12,346"),
            (Unit::Percent, 0.3561, "35.6 %"),
            (Unit::Percent, -0.0001, "0.0 %"),
            (Unit::Count, 1_234_567.0, "1,234,567"),
            (Unit::Plain, 2.5e12, "2.5×10¹²"),
        ] {
            assert_eq!(unit.figure(value), text);
        }
        assert_eq!(Unit::Plain.signed(0.05), "+0.050");
        assert_eq!(Unit::Plain.signed(0.0), "0.000");
    }

    #[test]
    fn labels_of_a_scale_have_the_digits_of_its_step() {
        for (unit, value, step, text) in [
            (Unit::Plain, 0.2, 0.2, "0.2"),
            (Unit::Plain, 0.25, 0.05, "0.25"),
            (Unit::Plain, -40.0, 20.0, "−40"),
            (Unit::Percent, 0.4, 0.2, "40 %"),
            (Unit::Percent, 0.005, 0.005, "0.5 %"),
            (Unit::Count, 5_000.0, 1_000.0, "5,000"),
            (Unit::Plain, 2e9, 1e9, "2×10⁹"),
        ] {
            assert_eq!(unit.tick(value, step), text);
        }
    }
}
