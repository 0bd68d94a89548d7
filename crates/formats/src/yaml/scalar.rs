//! What a plain scalar means: the core schema of YAML 1.2.

/// The types that the core schema gives to scalars.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Meaning {
    Null,
    Bool(bool),
    Number,
    String,
}

/// The meaning of a scalar that is not quoted.
///
/// `yes`, `no`, `on` and `off` are texts here, unlike in YAML 1.1: `no` is a language.
pub(super) fn meaning(text: &str) -> Meaning {
    match text {
        "" | "~" | "null" | "Null" | "NULL" => Meaning::Null,
        "true" | "True" | "TRUE" => Meaning::Bool(true),
        "false" | "False" | "FALSE" => Meaning::Bool(false),
        _ if is_number(text) => Meaning::Number,
        _ => Meaning::String,
    }
}

fn is_number(text: &str) -> bool {
    if let Some(digits) = text.strip_prefix("0x") {
        return !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    }
    if let Some(digits) = text.strip_prefix("0o") {
        return !digits.is_empty() && digits.bytes().all(|byte| matches!(byte, b'0'..=b'7'));
    }
    if matches!(text, ".nan" | ".NaN" | ".NAN") {
        return true;
    }
    let unsigned = text.strip_prefix(['-', '+']).unwrap_or(text);
    if matches!(unsigned, ".inf" | ".Inf" | ".INF") {
        return true;
    }
    let (mantissa, exponent) = match unsigned.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent)),
        None => (unsigned, None),
    };
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let is_mantissa =
        digits(whole) && digits(fraction) && !(whole.is_empty() && fraction.is_empty());
    is_mantissa
        && exponent.is_none_or(|exponent| {
            let exponent = exponent.strip_prefix(['-', '+']).unwrap_or(exponent);
            !exponent.is_empty() && digits(exponent)
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_scalars_mean_what_the_core_schema_says() {
        let cases: [(Meaning, &[&str]); 5] = [
            (Meaning::Null, &["", "~", "null", "NULL"]),
            (Meaning::Bool(true), &["true", "True", "TRUE"]),
            (Meaning::Bool(false), &["false"]),
            (
                Meaning::Number,
                &[
                    "0", "-1", "+12", "0o14", "0x3A", "0.", ".5", "+12e03", "-2E+05", ".inf",
                    "-.Inf", ".NAN",
                ],
            ),
            (
                Meaning::String,
                &[
                    "yes",
                    "no",
                    "tRue",
                    "nil",
                    "1_000",
                    "1:30",
                    "2010-01-01",
                    ".",
                    "-",
                    "+.",
                    "0x",
                    "0o8",
                    "1e",
                    "1e+",
                    "e5",
                    "1.2.3",
                    "+0x1",
                    "Infinity",
                    "NaN",
                ],
            ),
        ];
        for (expected, texts) in cases {
            for text in texts {
                assert_eq!(meaning(text), expected, "{text:?}");
            }
        }
    }
}
