//! Texts without the accidents of typesetting.

use std::borrow::Cow;

use lydite_model::letters;

use super::nfc;

/// A text in NFC, with single blanks, straight quotation marks and plain hyphens.
pub(crate) fn plain_text(text: &str) -> Cow<'_, str> {
    let text = text.trim();
    // Nearly all texts are as they should be, which bytes tell quickly.
    let bytes = text.as_bytes();
    let clean = bytes.is_ascii()
        && !bytes.iter().any(u8::is_ascii_control)
        && memchr::memmem::find(bytes, b"  ").is_none();
    if clean {
        return Cow::Borrowed(text);
    }
    let normal = nfc(Cow::Borrowed(text));
    if !normal.chars().any(is_accident) && !normal.contains("  ") {
        return normal;
    }
    let mut out = String::with_capacity(normal.len());
    for c in normal.chars() {
        match c {
            '\u{2018}' | '\u{2019}' | '\u{201b}' | '\u{2032}' | '\u{2bc}' => out.push('\''),
            '\u{201c}' | '\u{201d}' | '\u{201e}' | '\u{201f}' | '\u{2033}' => out.push('"'),
            '\u{2010}'..='\u{2013}' | '\u{2212}' => out.push('-'),
            // Soft hyphens, joiners and byte order marks are not seen.
            '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}' => {}
            c if c.is_whitespace() || c.is_control() => {
                if !out.ends_with(' ') {
                    out.push(' ');
                }
            }
            c => out.push(c),
        }
    }
    Cow::Owned(out.trim().to_owned())
}

fn is_accident(c: char) -> bool {
    matches!(c,
        '\u{2018}'..='\u{201f}' | '\u{2032}' | '\u{2033}' | '\u{2bc}' | '\u{2010}'..='\u{2013}'
        | '\u{2212}' | '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}')
        || c != ' ' && c.is_whitespace()
        || c.is_control()
}

/// What a text says if it says yes or no, in the languages of the benchmarks.
pub(crate) fn yes_or_no(word: &str) -> Option<bool> {
    const YES: [&str; 11] = [
        "yes", "true", "ja", "sí", "si", "oui", "sì", "sim", "da", "да", "بله",
    ];
    const NO: [&str; 10] = [
        "no", "false", "nein", "non", "nee", "não", "nao", "nu", "нет", "نه",
    ];
    let word = plain_text(word);
    let word = word.trim_end_matches(['.', '!']).to_lowercase();
    if YES.contains(&word.as_str()) {
        Some(true)
    } else if NO.contains(&word.as_str()) {
        Some(false)
    } else {
        None
    }
}

/// The name that an IRI itself shows, and what is in brackets behind it; `None` for numbers.
///
/// `http://dbpedia.org/resource/Berlin_(film)` is called *Berlin*.
pub(crate) fn shown_name(iri: &str) -> Option<String> {
    let local = iri.trim_end_matches('/').rsplit(['/', '#']).next()?;
    let spaced = local.replace('_', " ");
    let bare = match spaced.find(" (") {
        Some(at) if spaced.ends_with(')') => &spaced[..at],
        _ => &spaced,
    };
    let name = letters(bare);
    name.chars().any(char::is_alphabetic).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn typesetting_does_not_count() {
        for (written, plain) in [
            ("Schindler\u{2019}s  List", "Schindler's List"),
            ("New\u{a0}York", "New York"),
            ("a\tb\nc", "a b c"),
            ("1939\u{2013}1945", "1939-1945"),
            ("\u{201e}so\u{201c}", "\"so\""),
            ("Yaounde\u{301}", "Yaoundé"),
            ("  x ", "x"),
            ("Berlin", "Berlin"),
            ("co\u{ad}op\u{feff}", "coop"),
        ] {
            assert_eq!(plain_text(written), plain);
        }
        assert_ne!(plain_text("a b"), plain_text("ab"));
    }

    #[test]
    fn yes_and_no_in_many_languages() {
        for (word, truth) in [
            ("Yes", Some(true)),
            ("no.", Some(false)),
            ("TRUE", Some(true)),
            ("Nein", Some(false)),
            ("oui", Some(true)),
            ("perhaps", None),
            ("", None),
            ("1", None),
        ] {
            assert_eq!(yes_or_no(word), truth, "{word}");
        }
    }

    #[test]
    fn names_are_read_from_iris() {
        let name = |iri| shown_name(iri).unwrap_or_default();
        assert_eq!(
            name("http://dbpedia.org/resource/Berlin_(film)"),
            letters("Berlin")
        );
        assert_eq!(name("http://x/onto#New_York"), letters("New York"));
        assert_eq!(shown_name("http://x/12345"), None);
    }
}
