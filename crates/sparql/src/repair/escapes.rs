//! Queries that were pasted from a spreadsheet, quotes and all.

/// The query inside `"…"`, and for each stretch of it where it stood in `text`.
///
/// QALD-7 hybrid has whole queries in quotes with `\""`, `""\` and `""` for each quote inside.
pub(crate) fn unwrap_quoted(text: &str) -> Option<(String, Vec<(usize, usize)>)> {
    let start = text.len() - text.trim_start().len();
    let inner = text.trim().strip_prefix('"')?.strip_suffix('"')?;
    if inner.starts_with('"') || !inner.contains("\"\"") {
        return None;
    }
    let mut rest = inner;
    let mut unwrapped = String::with_capacity(inner.len());
    let mut origins = Vec::new();
    while !rest.is_empty() {
        origins.push((unwrapped.len(), start + 1 + inner.len() - rest.len()));
        let mark = ["\\\"\"", "\"\"\\", "\"\""]
            .iter()
            .find(|mark| rest.starts_with(**mark));
        if let Some(mark) = mark {
            unwrapped.push('"');
            rest = &rest[mark.len()..];
            continue;
        }
        // Stop before the next mark; a lone backslash or quote is text.
        let skip = rest.chars().next().map_or(1, char::len_utf8);
        let next = rest[skip..]
            .find(['\\', '"'])
            .map_or(rest.len(), |n| n + skip);
        unwrapped.push_str(&rest[..next]);
        rest = &rest[next..];
    }
    Some((unwrapped, origins))
}

#[cfg(test)]
mod tests {
    use super::unwrap_quoted;

    #[test]
    fn each_way_of_escaping_a_quote_is_undone() {
        let text = r#" "ask { ?x text:\""a\"" . ?x text:\""b""\ . ?x text:\""c"" }""#;
        let (unwrapped, origins) = unwrap_quoted(text).unwrap();
        assert_eq!(
            unwrapped,
            r#"ask { ?x text:"a" . ?x text:"b" . ?x text:"c" }"#
        );
        assert_eq!(origins[0], (0, 2));
        assert_eq!(unwrap_quoted(r#""a" ?p "b""#), None);
    }
}
