//! Text of an XML document: references, line ends, white space.

use std::borrow::Cow;

/// The character that a reference (without `&` and `;`) stands for: one of XML's five entities, or
/// a number.
pub(super) fn character(name: &str) -> Option<char> {
    match name {
        "lt" => Some('<'),
        "gt" => Some('>'),
        "amp" => Some('&'),
        "quot" => Some('"'),
        "apos" => Some('\''),
        _ => {
            let number = name.strip_prefix('#')?;
            let (digits, radix) = match number.strip_prefix('x') {
                Some(digits) => (digits, 16),
                None => (number, 10),
            };
            // `from_str_radix` would take a sign.
            if !digits.starts_with(|c: char| c.is_ascii_hexdigit()) {
                return None;
            }
            let number = u32::from_str_radix(digits, radix).ok()?;
            char::from_u32(number).filter(|c| *c != '\0')
        }
    }
}

/// The places in `from..to` that look like references, but are none; a lone `&` is one byte.
pub(super) fn references(
    text: &str,
    from: usize,
    to: usize,
) -> impl Iterator<Item = (usize, usize)> {
    memchr::memchr_iter(b'&', &text.as_bytes()[from..to]).filter_map(move |at| {
        let at = from + at;
        match reference(&text[at..to]) {
            Some((_, None, length)) => Some((at, at + length)),
            Some(_) => None,
            None => Some((at, at + 1)),
        }
    })
}

/// The longest name of a reference that is looked for: longer ones do not end.
const LONGEST: usize = 64;

/// The name of a reference that begins the text, the character it stands for, and its length.
fn reference(text: &str) -> Option<(&str, Option<char>, usize)> {
    let name = &text.as_bytes()[1..text.len().min(LONGEST)];
    let end = 1 + memchr::memchr(b';', name)?;
    let name = &text[1..end];
    let plain = |c: char| c.is_alphanumeric() || matches!(c, '#' | '_' | '-' | '.' | ':');
    let is_reference = !name.is_empty() && name.chars().all(plain);
    is_reference.then(|| (name, character(name), end + 1))
}

/// The value of an attribute: line breaks and tabs become blanks, as XML asks for; references are
/// resolved, unknown ones kept.
pub(super) fn attribute(value: &str) -> Cow<'_, str> {
    if !value.contains(['&', '\n', '\r', '\t']) {
        return Cow::Borrowed(value);
    }
    let value = lines(value).replace(['\n', '\t'], " ");
    let mut decoded = String::with_capacity(value.len());
    let mut rest = &*value;
    while !rest.is_empty() {
        let plain = memchr::memchr(b'&', rest.as_bytes()).unwrap_or(rest.len());
        decoded.push_str(&rest[..plain]);
        rest = &rest[plain..];
        if rest.is_empty() {
            break;
        }
        let length = match reference(rest) {
            Some((_, Some(character), length)) => {
                decoded.push(character);
                length
            }
            Some((_, None, length)) => {
                decoded.push_str(&rest[..length]);
                length
            }
            None => {
                decoded.push('&');
                1
            }
        };
        rest = &rest[length..];
    }
    Cow::Owned(decoded)
}

/// Text with line ends as XML asks for: `\r\n` and a lone `\r` become `\n`.
pub(super) fn lines(text: &str) -> Cow<'_, str> {
    if memchr::memchr(b'\r', text.as_bytes()).is_none() {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.replace("\r\n", "\n").replace('\r', "\n"))
}

/// Text without the white space around it.
pub(super) fn trim(text: Cow<'_, str>) -> Cow<'_, str> {
    match text {
        Cow::Borrowed(text) => Cow::Borrowed(text.trim()),
        Cow::Owned(text) if text.trim().len() == text.len() => Cow::Owned(text),
        Cow::Owned(text) => Cow::Owned(text.trim().to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_stand_for_characters() {
        let cases = [
            ("lt", Some('<')),
            ("#233", Some('é')),
            ("#xE9", Some('é')),
            ("#0", None),
            ("#xD800", None),
            ("#+5", None),
            ("#x", None),
            ("eacute", None),
            ("", None),
        ];
        for (name, expected) in cases {
            assert_eq!(character(name), expected, "{name}");
        }
    }

    #[test]
    fn attributes_are_decoded_and_unknown_references_kept() {
        let cases: [(&str, &str, usize); 7] = [
            ("plain", "plain", 0),
            ("a\r\n\tb&#10;", "a  b\n", 0),
            ("a&amp;b&#33;", "a&b!", 0),
            ("&eacute;!", "&eacute;!", 1),
            ("AT&T &", "AT&T &", 2),
            ("&&lt;", "&<", 1),
            ("x & y;", "x & y;", 1),
        ];
        for (value, expected, odd) in cases {
            assert_eq!(attribute(value), expected);
            assert_eq!(references(value, 0, value.len()).count(), odd, "{value}");
        }
    }
}
