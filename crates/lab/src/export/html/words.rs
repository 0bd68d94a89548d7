//! Texts of others on a page: bounded, on one line, without what would disturb it.

use lydite_model::PREFIXES;

/// A text of at most so many characters, without control characters.
///
/// ```
/// use lydite_lab::export::html::shown;
/// assert_eq!(shown("a\u{0}b\u{1b}[31m", 10), "a b [31m");
/// assert_eq!(shown("abcdef", 4), "abc…");
/// ```
pub fn shown(text: &str, most: usize) -> String {
    let disturbs = |c: char| {
        c.is_control() && !matches!(c, '\n' | '\t')
            // Marks that turn the direction of what follows.
            || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    let mut shown = String::with_capacity(text.len().min(most * 4));
    for (count, letter) in text.chars().enumerate() {
        if count + 1 >= most && text.chars().nth(most).is_some() {
            shown.push('…');
            break;
        }
        shown.push(if disturbs(letter) { ' ' } else { letter });
    }
    shown
}

/// The name of a system.
pub fn name(text: &str) -> String {
    shown(text, 80)
}

/// An answer as people write it: IRIs with the field's prefixes, plain literals without quotes.
pub fn answer(text: &str) -> String {
    shown(&shortened(text), 240)
}

fn shortened(text: &str) -> String {
    let inner = text
        .strip_prefix('<')
        .and_then(|rest| rest.strip_suffix('>'));
    let iri = inner.unwrap_or(text);
    if iri.contains(char::is_whitespace) || !iri.contains(':') {
        return text.to_owned();
    }
    let Some(end) = iri.rfind(['/', '#']) else {
        return iri.to_owned();
    };
    let (namespace, local) = iri.split_at(end + 1);
    let known = PREFIXES.iter().find(|(_, known)| *known == namespace);
    match known {
        Some((prefix, _)) if !local.is_empty() => format!("{prefix}:{local}"),
        _ => iri.to_owned(),
    }
}

/// A score with three digits.
pub fn score(value: Option<f64>) -> String {
    value.map_or("–".to_owned(), |value| format!("{value:.3}"))
}

/// A score in a line of text: `.61`.
pub fn short_score(value: f64) -> String {
    let text = format!("{value:.2}");
    text.strip_prefix('0').map_or(text.clone(), str::to_owned)
}

/// A duration.
pub fn duration(millis: f64) -> String {
    if millis < 1000.0 {
        format!("{millis:.0} ms")
    } else {
        format!("{:.1} s", millis / 1000.0)
    }
}

/// A noun in the number that fits.
pub fn counted(count: usize, noun: &str) -> String {
    if count == 1 {
        noun.to_owned()
    } else {
        format!("{noun}s")
    }
}

/// A number with its thousands apart.
pub fn grouped(count: u64) -> String {
    let digits = count.to_string();
    let mut grouped = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}
