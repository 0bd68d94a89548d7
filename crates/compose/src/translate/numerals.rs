//! Numbers as other languages write them.

use lydite_language::Lang;

/// A numeral in English notation: `1.200,50` is `1200.50`, `۱۲` is `12`.
pub(super) fn english(token: &str, lang: Lang) -> Option<String> {
    let plain: String = token
        .chars()
        .map(|c| match c {
            '۰'..='۹' => char::from(b'0' + (c as u32 - '۰' as u32) as u8),
            '٠'..='٩' => char::from(b'0' + (c as u32 - '٠' as u32) as u8),
            '٫' => '.',
            '٬' => ',',
            other => other,
        })
        .collect();
    let digits = |c: char| c.is_ascii_digit();
    if !plain.starts_with(digits) || !plain.chars().all(|c| digits(c) || c == '.' || c == ',') {
        return None;
    }
    if lang == Lang::Fa {
        return Some(plain.replace(',', ""));
    }
    let grouped = |mark: char| {
        let mut parts = plain.split(mark);
        parts.next().is_some_and(|first| first.len() <= 3)
            && parts.all(|part| part.split([',', '.']).next().is_some_and(|p| p.len() == 3))
    };
    let text = match (plain.contains('.'), plain.contains(',')) {
        (true, true) => {
            if plain.rfind(',') > plain.rfind('.') {
                plain.replace('.', "").replace(',', ".")
            } else {
                plain.replace(',', "")
            }
        }
        (true, false) if grouped('.') => plain.replace('.', ""),
        (false, true) => plain.replace(',', "."),
        _ => plain,
    };
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_and_commas_change_places() {
        for (written, expected) in [
            ("2.000", "2000"),
            ("0,9", "0.9"),
            ("1.200,50", "1200.50"),
            ("1,200.50", "1200.50"),
            ("0.95", "0.95"),
            ("1997", "1997"),
        ] {
            assert_eq!(english(written, Lang::De).as_deref(), Some(expected));
        }
        assert_eq!(english("۱۲٫۵", Lang::Fa).as_deref(), Some("12.5"));
        assert_eq!(english("T291-41", Lang::De), None);
    }
}
