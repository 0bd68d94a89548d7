//! Fields of forms and query strings, as real clients send them.

use percent_encoding::percent_decode_str;

/// Decodes `a=1&b=2`, as browsers encode it.
pub(crate) fn decoded(text: &str) -> Vec<(String, String)> {
    let pairs = text.split('&').filter(|pair| !pair.is_empty());
    pairs
        .map(|pair| {
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            (plain(name), plain(value))
        })
        .collect()
}

fn plain(text: &str) -> String {
    let spaced = text.replace('+', " ");
    percent_decode_str(&spaced).decode_utf8_lossy().into_owned()
}

/// The first field of a name that is not empty.
pub(crate) fn field<'f>(fields: &'f [(String, String)], name: &str) -> Option<&'f str> {
    let mut named = fields.iter().filter(|(known, _)| known == name);
    named
        .find(|(_, value)| !value.trim().is_empty())
        .map(|(_, value)| value.as_str())
}

/// The fields of a body, or, if GERBIL sent it, of the text that it put together without encoding:
/// everything between `query=` and the last `&lang=` is then the question.
pub(crate) fn of_gerbil(body: &[u8]) -> Vec<(String, String)> {
    let text = String::from_utf8_lossy(body);
    let is_raw = body.iter().any(|byte| *byte == b' ' || !byte.is_ascii());
    if let Some(rest) = text.strip_prefix("query=").filter(|_| is_raw) {
        let (question, language) = match rest.rfind("&lang=") {
            Some(at) => (&rest[..at], &rest[at + "&lang=".len()..]),
            None => (rest, ""),
        };
        return vec![
            ("query".to_owned(), question.to_owned()),
            ("lang".to_owned(), language.trim().to_owned()),
        ];
    }
    decoded(&text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_gerbil_does_not_encode_is_taken_as_it_stands() {
        let body = "query=Was Zürich & Bern 100% founded by A+B?&lang=en";
        let fields = of_gerbil(body.as_bytes());
        assert_eq!(
            field(&fields, "query"),
            Some("Was Zürich & Bern 100% founded by A+B?")
        );
        assert_eq!(field(&fields, "lang"), Some("en"));
    }

    #[test]
    fn what_is_encoded_is_decoded() {
        let fields = of_gerbil(b"lang=de&query=Wo+liegt+Z%C3%BCrich%3F");
        assert_eq!(field(&fields, "query"), Some("Wo liegt Zürich?"));
        assert_eq!(field(&fields, "lang"), Some("de"));
        assert_eq!(field(&of_gerbil(b"query=Who%26"), "query"), Some("Who&"));
        assert!(of_gerbil(b"").is_empty());
        assert_eq!(field(&of_gerbil(b"query=%ff%"), "query"), Some("\u{fffd}%"));
    }
}
