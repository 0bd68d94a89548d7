//! Expected output with wildcards: `[..]` is any text within a line, a line `...` any lines.

/// Any text within a line.
const TEXT: &str = "[..]";
/// Any lines.
const LINES: &str = "...";

/// Whether output is as expected.
pub(super) fn matches(expected: &[String], actual: &[String]) -> bool {
    let Some((first, others)) = expected.split_first() else {
        return actual.is_empty();
    };
    if first == LINES {
        return (0..=actual.len()).any(|skipped| matches(others, &actual[skipped..]));
    }
    actual
        .split_first()
        .is_some_and(|(line, rest)| line_matches(first, line) && matches(others, rest))
}

fn line_matches(expected: &str, actual: &str) -> bool {
    let mut parts = expected.split(TEXT);
    let head = parts.next().unwrap_or_default();
    let Some(mut rest) = actual.strip_prefix(head) else {
        return false;
    };
    let mut tail = None;
    for part in parts {
        // What stands between two wildcards may be anywhere, what follows the last one is the end.
        if let Some(between) = tail.replace(part) {
            let Some(at) = rest.find(between) else {
                return false;
            };
            rest = &rest[at + between.len()..];
        }
    }
    tail.map_or(rest.is_empty(), |tail| rest.ends_with(tail))
}

/// Output as it is to be expected from now on: as it came, with the wildcards that still hold.
pub(super) fn renewed(expected: &[String], actual: &[String]) -> Vec<String> {
    if matches(expected, actual) {
        return expected.to_vec();
    }
    let parts: Vec<&[String]> = expected.split(|line| line == LINES).collect();
    let (first, last) = match parts.as_slice() {
        // Before the first `...` and behind the last one stay as many lines as there were.
        [first, .., last] if first.len() + last.len() <= actual.len() => (*first, *last),
        _ => return keeping(expected, actual),
    };
    let (head, rest) = actual.split_at(first.len());
    let (middle, tail) = rest.split_at(rest.len() - last.len());
    let mut renewed = keeping(first, head);
    renewed.push(LINES.to_owned());
    let mut middle = middle;
    for part in &parts[1..parts.len() - 1] {
        let found = middle.windows(part.len()).position(|lines| {
            let pairs = part.iter().zip(lines);
            pairs.clone().any(|(old, new)| line_matches(old, new))
        });
        if let Some(at) = found {
            renewed.extend(keeping(part, &middle[at..at + part.len()]));
            renewed.push(LINES.to_owned());
            middle = &middle[at + part.len()..];
        }
    }
    renewed.extend(keeping(last, tail));
    renewed
}

/// The lines as they came, but those with a wildcard that still holds.
fn keeping(expected: &[String], actual: &[String]) -> Vec<String> {
    let with_wildcards: Vec<&String> = expected
        .iter()
        .filter(|line| line.contains(TEXT) && *line != TEXT)
        .collect();
    let kept = actual.iter().map(|line| {
        let old = with_wildcards.iter().find(|old| line_matches(old, line));
        old.map_or_else(|| line.clone(), |old| (*old).clone())
    });
    kept.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str) -> Vec<String> {
        text.lines().map(str::to_owned).collect()
    }

    #[test]
    fn output_is_compared_exactly_but_for_wildcards() {
        let cases = [
            ("a\nb", "a\nb", true),
            ("a", "a\nb", false),
            ("a\nb", "a", false),
            ("took [..] s", "took 1.5 s", true),
            ("took [..] s", "took 1.5 m", false),
            ("[..] in [..] of [..]", "1 in 2 of 3", true),
            ("[..] in [..] of 4", "1 in 2 of 3", false),
            ("a [..] a", "a a", false),
            ("a\n...\nd", "a\nb\nc\nd", true),
            ("a\n...\nd", "a\nd", true),
            ("a\n...", "a\nb\nc", true),
            ("...\nc\n...\nf", "a\nb\nc\nd\nf", true),
            ("a\n...\nd", "a\nb", false),
            ("", "", true),
            ("", "a", false),
        ];
        for (expected, actual, holds) in cases {
            assert_eq!(
                matches(&lines(expected), &lines(actual)),
                holds,
                "{expected:?} and {actual:?}"
            );
        }
    }

    #[test]
    fn renewed_output_keeps_its_wildcards() {
        let cases = [
            ("a\nb", "a\nc", "a\nc"),
            ("took [..] s\nb", "took 2 s\nc", "took [..] s\nc"),
            ("a\n...\nd", "x\nb\nc\ny", "x\n...\ny"),
            ("...\nc 1\n...", "a\nc 1\nd", "...\nc 1\n..."),
            (
                "a\n...\nc 1\n...\ne",
                "a2\nb\nc 1\nd\ne",
                "a2\n...\nc 1\n...\ne",
            ),
        ];
        for (expected, actual, renewed_output) in cases {
            assert_eq!(
                renewed(&lines(expected), &lines(actual)),
                lines(renewed_output),
                "{expected:?} and {actual:?}"
            );
        }
    }
}
