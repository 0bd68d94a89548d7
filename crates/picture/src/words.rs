//! Text before it is set: cleaned, measured, shortened and broken into lines.

use unicode_width::UnicodeWidthChar;

/// The widths of the characters from blank to tilde in hundredths of the font size, in DejaVu Sans:
/// the widest of the usual sans-serif fonts, so that text fits in any of them.
const WIDTHS: [u8; 95] = [
    32, 40, 46, 84, 64, 95, 78, 28, 39, 39, 50, 84, 32, 36, 32, 34, 64, 64, 64, 64, 64, 64, 64, 64,
    64, 64, 34, 34, 84, 84, 84, 53, 100, 69, 69, 70, 77, 63, 58, 78, 75, 30, 30, 66, 56, 86, 75,
    79, 60, 79, 70, 64, 61, 73, 69, 99, 69, 61, 69, 39, 34, 39, 84, 50, 50, 61, 64, 55, 64, 62, 35,
    64, 64, 28, 28, 58, 28, 98, 64, 61, 64, 64, 41, 52, 39, 64, 59, 82, 59, 59, 52, 64, 34, 64, 84,
];

/// How wide a text is at a font size, in an ordinary sans-serif font: rather too much than too
/// little.
///
/// ```
/// use lydite_picture::text_width;
/// assert!(text_width("mmm", 12.0) > text_width("iii", 12.0));
/// assert_eq!(text_width("", 12.0), 0.0);
/// ```
pub fn text_width(text: &str, size: f64) -> f64 {
    size * text.chars().map(character_width).sum::<f64>()
}

fn character_width(character: char) -> f64 {
    if let Some(width) = (character as usize)
        .checked_sub(32)
        .and_then(|at| WIDTHS.get(at))
    {
        return f64::from(*width) / 100.0;
    }
    match (character, character.width()) {
        (_, None | Some(0)) => 0.0,
        // Pictographs are wider than ideographs.
        ('\u{1f000}'.., _) => 1.4,
        (_, Some(2)) => 1.05,
        ('–', _) => 0.5,
        ('\u{a0}'..='\u{24f}', _) => 0.72,
        ('\u{370}'..='\u{7ff}', _) => 0.85,
        _ => 1.0,
    }
}

/// The text on one line, without what cannot be shown or would turn the text around: control
/// characters, directional overrides, characters that XML does not know.
pub(crate) fn clean(text: &str) -> String {
    let mut cleaned = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '\t' | '\n' | '\r' | '\u{85}' | '\u{2028}' | '\u{2029}' => cleaned.push(' '),
            '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => {}
            '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{fffe}' | '\u{ffff}' => {}
            other if other.is_control() => {}
            other => cleaned.push(other),
        }
    }
    cleaned.trim().to_owned()
}

/// The text with the characters replaced that mean something in XML.
pub(crate) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            other => escaped.push(other),
        }
    }
    escaped
}

/// A text that fits into a room, shortened in its middle: what tells names apart is at their
/// beginning or their end.
pub(crate) fn fit(text: &str, size: f64, room: f64) -> String {
    let text = clean(text);
    if text_width(&text, size) <= room {
        return text;
    }
    let room = room - text_width("…", size);
    if room < 0.0 {
        return String::new();
    }
    let begin = prefix(&text, size, room * 0.55);
    let rest = &text[begin.len()..];
    let end = suffix(rest, size, room - text_width(begin, size));
    format!("{}…{}", begin.trim_end(), end.trim_start())
}

/// The longest beginning that fits. A mark stays with the letter that it stands on.
fn prefix(text: &str, size: f64, room: f64) -> &str {
    let mut width = 0.0;
    for (at, character) in text.char_indices() {
        width += size * character_width(character);
        if width > room {
            return &text[..at];
        }
    }
    text
}

/// The longest end that fits and does not begin with a mark.
fn suffix(text: &str, size: f64, room: f64) -> &str {
    let (mut width, mut from) = (0.0, text.len());
    for (at, character) in text.char_indices().rev() {
        let own = character_width(character);
        width += size * own;
        if width > room {
            break;
        }
        if own > 0.0 {
            from = at;
        }
    }
    &text[from..]
}

/// The text in lines, at most so many; what is left over is cut off with an ellipsis.
pub(crate) fn wrap(text: &str, size: f64, room: f64, most: usize) -> Vec<String> {
    let text = clean(text);
    let mut lines: Vec<String> = Vec::new();
    let mut rest = text.as_str();
    while !rest.is_empty() && lines.len() < most {
        let whole = prefix(rest, size, room);
        if whole.len() == rest.len() {
            lines.push(rest.to_owned());
            return lines;
        }
        if lines.len() + 1 == most {
            let begin = prefix(rest, size, room - text_width("…", size));
            lines.push(format!("{}…", begin.trim_end()));
            return lines;
        }
        // Scripts without blanks are broken anywhere.
        let end = if rest[whole.len()..].starts_with(' ') {
            whole.len()
        } else {
            whole
                .rfind(' ')
                .filter(|end| *end > 0)
                .unwrap_or(whole.len())
        };
        if end == 0 {
            return lines;
        }
        lines.push(rest[..end].trim_end().to_owned());
        rest = rest[end..].trim_start();
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_shortened_in_their_middle() {
        let name = "gerbil-experiment-2024-system-b";
        let short = fit(name, 12.0, 100.0);
        assert!(text_width(&short, 12.0) <= 100.0);
        assert!(short.starts_with("ger") && short.ends_with('b') && short.contains('…'));
        assert_eq!(fit("short", 12.0, 100.0), "short");
        assert_eq!(fit("short", 12.0, 1.0), "");
    }

    #[test]
    fn marks_stay_with_their_letters() {
        let name = "e\u{301}".repeat(40);
        let end = fit(&name, 12.0, 100.0);
        let after = end.split('…').nth(1).unwrap_or_default();
        assert!(after.starts_with('e'), "{end}");
    }

    #[test]
    fn lines_fit_and_lose_nothing_but_blanks() {
        let text = "The two directions in which questions differ most hold half of the variance.";
        let lines = wrap(text, 12.0, 200.0, 9);
        assert!(lines.iter().all(|line| text_width(line, 12.0) <= 200.0));
        assert_eq!(lines.join(" "), text);
        assert_eq!(wrap(text, 12.0, 200.0, 2).len(), 2);
        assert!(wrap(text, 12.0, 200.0, 2)[1].ends_with('…'));
        let chinese = "知识图谱问答".repeat(9);
        assert_eq!(wrap(&chinese, 12.0, 200.0, 9).concat(), chinese);
        assert!(wrap("", 12.0, 200.0, 2).is_empty());
    }

    #[test]
    fn what_cannot_be_shown_is_left_out() {
        assert_eq!(clean("a\u{0}b\u{202e}c\nd\u{ffff}"), "abc d");
        assert_eq!(escape("<a & \"b\">"), "&lt;a &amp; &quot;b&quot;&gt;");
    }
}
