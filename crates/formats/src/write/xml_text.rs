//! Text as XML can hold it: escaped, in CDATA sections, and without characters that XML forbids.

/// Whether XML 1.0 allows a character, be it as a reference.
fn is_allowed(c: char) -> bool {
    matches!(c, '\t' | '\n' | '\r' | ' '..='\u{fffd}' | '\u{10000}'..)
}

/// Appends text in a CDATA section; `false` if a character had to be replaced.
pub(super) fn push_cdata(out: &mut String, text: &str) -> bool {
    let mut faithful = true;
    let mut brackets = 0;
    out.push_str("<![CDATA[");
    for c in text.chars() {
        match c {
            // The end of the section must not occur inside of it.
            '>' if brackets >= 2 => out.push_str("]]><![CDATA[>"),
            // XML readers take a bare one for a line end.
            '\r' => out.push_str("]]>&#13;<![CDATA["),
            c if is_allowed(c) => out.push(c),
            _ => {
                faithful = false;
                out.push(char::REPLACEMENT_CHARACTER);
            }
        }
        brackets = if c == ']' { brackets + 1 } else { 0 };
    }
    out.push_str("]]>");
    faithful
}

/// Appends text with references for what would be markup; `false` if a character had to be replaced.
pub(super) fn push_escaped(out: &mut String, text: &str) -> bool {
    let mut faithful = true;
    for c in text.chars() {
        match c {
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            '"' => out.push_str("&quot;"),
            // In an attribute these would become blanks.
            '\t' => out.push_str("&#9;"),
            '\n' => out.push_str("&#10;"),
            '\r' => out.push_str("&#13;"),
            c if is_allowed(c) => out.push(c),
            _ => {
                faithful = false;
                out.push(char::REPLACEMENT_CHARACTER);
            }
        }
    }
    faithful
}

/// Whether a text can be the name of an attribute; only plain names are taken.
pub(super) fn is_name(text: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.');
    text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') && text.chars().all(plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sections_and_attributes_stay_whole() {
        let cases = [
            ("a<b&c", "<![CDATA[a<b&c]]>", "a&lt;b&amp;c"),
            ("]]>", "<![CDATA[]]]]><![CDATA[>]]>", "]]&gt;"),
            ("]]]>]>", "<![CDATA[]]]]]><![CDATA[>]>]]>", "]]]&gt;]&gt;"),
            ("\r\n", "<![CDATA[]]>&#13;<![CDATA[\n]]>", "&#13;&#10;"),
            ("\"é", "<![CDATA[\"é]]>", "&quot;é"),
        ];
        for (text, cdata, escaped) in cases {
            let (mut section, mut attribute) = (String::new(), String::new());
            assert!(push_cdata(&mut section, text) && push_escaped(&mut attribute, text));
            assert_eq!(section, cdata);
            assert_eq!(attribute, escaped);
        }
    }

    #[test]
    fn forbidden_characters_are_replaced() {
        for text in ["\0", "\u{8}", "\u{fffe}", "\u{ffff}"] {
            let mut out = String::new();
            assert!(!push_cdata(&mut out, text), "{text:?}");
            assert!(!push_escaped(&mut out, text), "{text:?}");
            assert!(!out.contains(text));
        }
    }
}
