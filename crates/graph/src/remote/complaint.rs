//! What an engine says when it fails, shortened to what a person wants to read.

/// How many characters of an engine's words are shown.
const LENGTH: usize = 300;

/// What an engine says in the body of an error, shortened.
///
/// Virtuoso repeats the query behind its message, and when a query fails half-way its message
/// stands behind the rows that were already written.
pub(super) fn complaint(body: &[u8]) -> String {
    // A message behind megabytes of rows is looked for at the end.
    const ENDS: usize = 64 << 10;
    let end = &body[body.len().saturating_sub(ENDS)..];
    let begin = &body[..body.len().min(ENDS)];
    let words = virtuoso(&String::from_utf8_lossy(begin))
        .or_else(|| virtuoso(&String::from_utf8_lossy(end)))
        .unwrap_or_else(|| plain(&String::from_utf8_lossy(begin)));
    if words.is_empty() {
        return "it gave no reason".to_owned();
    }
    match words.char_indices().nth(LENGTH) {
        Some((at, _)) => format!("{}…", words[..at].trim_end()),
        None => words,
    }
}

/// The message of Virtuoso: from its name to the query that it repeats.
fn virtuoso(text: &str) -> Option<String> {
    let at = text
        .match_indices("Virtuoso ")
        .map(|(at, _)| at)
        .find(|at| is_state(&text[at + "Virtuoso ".len()..]))?;
    let message = &text[at..];
    let message = message.split("SPARQL query:").next().unwrap_or(message);
    Some(words(message))
}

/// An SQL state of five letters and digits, and the word `Error`.
fn is_state(text: &str) -> bool {
    let Some((state, rest)) = text.split_once(' ') else {
        return false;
    };
    state.len() == 5
        && state.bytes().all(|byte| byte.is_ascii_alphanumeric())
        && rest.starts_with("Error")
}

/// Any other text, without the tags if it is a page.
fn plain(text: &str) -> String {
    if !text.trim_start().starts_with('<') {
        return words(text);
    }
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, tag)) = rest.split_once('<') {
        out.push_str(before);
        let hidden = ["style", "script", "title"].into_iter().find(|name| {
            tag.get(..name.len())
                .is_some_and(|t| t.eq_ignore_ascii_case(name))
        });
        rest = match hidden {
            Some("title") | None => tag.split_once('>').map_or("", |(_, rest)| rest),
            Some(name) => tag
                .split_once(&format!("</{name}"))
                .and_then(|(_, rest)| rest.split_once('>'))
                .map_or("", |(_, rest)| rest),
        };
        out.push(' ');
    }
    out.push_str(rest);
    words(&out)
}

fn words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_shortened_to_what_matters() {
        let cases = [
            (
                "Virtuoso 37000 Error SP030: SPARQL compiler, line 2: syntax error\n\nSPARQL query:\nselect *",
                "Virtuoso 37000 Error SP030: SPARQL compiler, line 2: syntax error",
            ),
            (
                "{\"head\": 1, \"results\": [ {\"x\": 1},\nVirtuoso S1T00 Error SR171: Transaction timed out\n",
                "Virtuoso S1T00 Error SR171: Transaction timed out",
            ),
            ("Virtuoso is a fine word", "Virtuoso is a fine word"),
            (
                "<html><head><style>p {}</style><title>Oops</title></head><body><h1>Error 500:</h1> no <b>luck</b></body></html>",
                "Oops Error 500: no luck",
            ),
            ("  \n ", "it gave no reason"),
            ("<unclosed", "it gave no reason"),
        ];
        for (body, expected) in cases {
            assert_eq!(complaint(body.as_bytes()), expected);
        }
        let long = complaint("ä".repeat(1000).as_bytes());
        assert_eq!(long.chars().count(), LENGTH + 1);
    }
}
