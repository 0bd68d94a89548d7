//! Characters that are written as their code points.

use std::borrow::Cow;

/// The text with the letters, digits and marks of names that are written as `\\uXXXX` or
/// `\\UXXXXXXXX` (SPARQL 1.1, 19.2). The parser itself knows them within texts and IRIs, where they
/// may also be other characters.
pub(crate) fn decode(text: &str) -> Cow<'_, str> {
    let mut decoded = String::new();
    let mut done = 0;
    for (at, _) in text.match_indices('\\') {
        if at < done {
            continue;
        }
        let digits = match text.as_bytes().get(at + 1) {
            Some(b'u') => 4,
            Some(b'U') => 8,
            _ => continue,
        };
        let end = at + 2 + digits;
        let code = text.get(at + 2..end);
        let character = code
            .and_then(|code| u32::from_str_radix(code, 16).ok())
            .and_then(char::from_u32);
        if let Some(character) = character
            && (character.is_alphanumeric() || "_-:?$".contains(character))
        {
            decoded.push_str(&text[done..at]);
            decoded.push(character);
            done = end;
        }
    }
    if done == 0 {
        return Cow::Borrowed(text);
    }
    decoded.push_str(&text[done..]);
    Cow::Owned(decoded)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_may_be_written_by_code_points() {
        for (given, expected) in [
            (r"{ <\u0078> :\u0070 ?xx\u0078 }", "{ <x> :p ?xxx }"),
            (r"?\U0001D49C", "?\u{1D49C}"),
            (
                r#"'\u0022' '\u12' '\\' '\uD800' '\u'"#,
                r#"'\u0022' '\u12' '\\' '\uD800' '\u'"#,
            ),
            (r"\u00e9\u", "\u{e9}\\u"),
        ] {
            assert_eq!(decode(given), expected, "{given}");
        }
    }
}
