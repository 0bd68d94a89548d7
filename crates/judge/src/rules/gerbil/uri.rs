//! The two ways in which GERBIL tells a URI from a text: `java.net.URI` and commons-validator.

use crate::normal::hex_byte;

/// Whether a value is typed as a resource since September 2024: something on both sides of a
/// colon, and `java.net.URI` accepts it.
pub(super) fn is_resource(value: &str) -> bool {
    if is_plain_address(value) {
        return true;
    }
    let colon = value.char_indices().any(|(at, c)| {
        let solid = |c: char| !is_java_regex_space(c);
        c == ':'
            && value[..at].chars().next_back().is_some_and(solid)
            && value[at + 1..].chars().next().is_some_and(solid)
    });
    colon && java_uri(value)
}

/// Whether it is an address of nothing but letters, digits and harmless marks, as most are.
fn is_plain_address(value: &str) -> bool {
    value.strip_prefix("http://").is_some_and(|rest| {
        rest.starts_with(|c: char| c.is_ascii_alphanumeric())
            && rest.bytes().all(|byte| {
                byte.is_ascii_alphanumeric()
                    || matches!(byte, b'/' | b'_' | b'-' | b'.' | b'(' | b')' | b',' | b'\'')
            })
    })
}

/// What `\s` means in a Java pattern.
fn is_java_regex_space(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\n' | '\u{b}' | '\u{c}' | '\r')
}

/// Whether `new java.net.URI(value)` succeeds (RFC 2396 with Java's deviations).
pub(super) fn java_uri(value: &str) -> bool {
    if is_plain_address(value) {
        return true;
    }
    let (head, fragment) = match value.split_once('#') {
        Some((head, fragment)) => (head, Some(fragment)),
        None => (value, None),
    };
    let scheme_end = head
        .find(['/', '?', ':'])
        .filter(|&at| head.as_bytes()[at] == b':');
    let fine = match scheme_end {
        Some(at) => {
            let (scheme, rest) = (&head[..at], &head[at + 1..]);
            is_scheme(scheme)
                && if rest.starts_with('/') {
                    hierarchical(rest)
                } else {
                    !rest.is_empty() && all(rest, is_uric)
                }
        }
        None => hierarchical(head),
    };
    fine && fragment.is_none_or(|fragment| all(fragment, is_uric))
}

fn is_scheme(scheme: &str) -> bool {
    scheme.starts_with(|c: char| c.is_ascii_alphabetic())
        && scheme
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.'))
}

fn hierarchical(text: &str) -> bool {
    let (before, query) = match text.split_once('?') {
        Some((before, query)) => (before, Some(query)),
        None => (text, None),
    };
    let path = match before.strip_prefix("//") {
        Some(rest) => {
            let end = rest.find('/').unwrap_or(rest.len());
            let (authority, path) = rest.split_at(end);
            // Java allows an empty authority if anything follows it.
            let nothing = authority.is_empty() && path.is_empty() && query.is_none();
            if nothing || !is_authority(authority) {
                return false;
            }
            path
        }
        None => before,
    };
    all(path, |c| {
        is_unreserved(c) || matches!(c, ':' | '@' | '&' | '=' | '+' | '$' | ',' | ';' | '/')
    }) && query.is_none_or(|query| all(query, is_uric))
}

fn is_authority(authority: &str) -> bool {
    if let Some(rest) = authority
        .split('@')
        .next_back()
        .and_then(|host| host.strip_prefix('['))
    {
        return rest.split_once(']').is_some_and(|(address, port)| {
            let address = address.split('%').next().unwrap_or(address);
            address.parse::<std::net::Ipv6Addr>().is_ok()
                && (port.is_empty()
                    || port
                        .strip_prefix(':')
                        .is_some_and(|port| port.bytes().all(|byte| byte.is_ascii_digit())))
        });
    }
    all(authority, |c| {
        is_unreserved(c) || matches!(c, '$' | ',' | ';' | ':' | '@' | '&' | '=' | '+')
    })
}

fn is_unreserved(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.' | '!' | '~' | '*' | '\'' | '(' | ')')
}

fn is_uric(c: char) -> bool {
    is_unreserved(c)
        || matches!(
            c,
            ';' | '/' | '?' | ':' | '@' | '&' | '=' | '+' | '$' | ',' | '[' | ']'
        )
}

/// Whether all characters are legal: those of the class, `%XX`, and what Java calls *other*.
fn all(text: &str, class: impl Fn(char) -> bool) -> bool {
    let bytes = text.as_bytes();
    text.char_indices().all(|(at, c)| match c {
        '%' => hex_byte(bytes, at).is_some(),
        c if c.is_ascii() => class(c),
        c => c > '\u{80}' && !c.is_control() && !is_space_char(c),
    })
}

/// `Character.isSpaceChar`: the separators of Unicode.
fn is_space_char(c: char) -> bool {
    matches!(
        c,
        ' ' | '\u{a0}' | '\u{1680}' | '\u{2000}'
            ..='\u{200a}' | '\u{2028}' | '\u{2029}' | '\u{202f}' | '\u{205f}' | '\u{3000}'
    )
}

/// Whether commons-validator 1.5 accepts a value as a URL with its default options.
///
/// Its list of top-level domains is replaced by their form: two letters or more.
pub(super) fn is_valid_url(value: &str) -> bool {
    // Most values are of DBpedia; its host needs no second look.
    if let Some(path) = value.strip_prefix("http://dbpedia.org")
        && path.starts_with('/')
        && is_plain_address(value)
        && !path.contains("//")
        && !path.contains("..")
    {
        return true;
    }
    let Some((scheme, rest)) = value.split_once("://") else {
        return false;
    };
    if !matches!(
        scheme.to_ascii_lowercase().as_str(),
        "http" | "https" | "ftp"
    ) {
        return false;
    }
    let rest = rest.split('#').next().unwrap_or(rest);
    let rest = rest.split('?').next().unwrap_or(rest);
    let end = rest.find('/').unwrap_or(rest.len());
    let (authority, path) = rest.split_at(end);
    is_valid_authority(authority) && is_valid_path(path)
}

fn is_valid_authority(authority: &str) -> bool {
    let host = match authority.rsplit_once('@') {
        Some((_, host)) => host,
        None => authority,
    };
    let host = match host.split_once(':') {
        Some((host, port)) => {
            if !port.bytes().all(|byte| byte.is_ascii_digit()) || port.len() > 5 {
                return false;
            }
            host
        }
        None => host,
    };
    if host.parse::<std::net::Ipv4Addr>().is_ok() {
        return true;
    }
    let host = host.strip_suffix('.').unwrap_or(host);
    let mut labels = host.split('.').rev();
    let top = labels.next().unwrap_or("");
    let is_label = |label: &str| {
        let alphanumeric = |c: char| c.is_ascii_alphanumeric() || !c.is_ascii();
        !label.is_empty()
            && label.len() <= 63
            && label.starts_with(alphanumeric)
            && label.ends_with(alphanumeric)
            && label.chars().all(|c| alphanumeric(c) || c == '-')
    };
    let is_top = top.len() >= 2
        && top.starts_with(|c: char| !c.is_ascii_digit())
        && !matches!(
            top,
            "localhost" | "localdomain" | "local" | "invalid" | "example" | "test"
        );
    let mut below = 0;
    for label in labels {
        below += 1;
        if !is_label(label) {
            return false;
        }
    }
    below > 0 && is_top && is_label(top)
}

fn is_valid_path(path: &str) -> bool {
    let legal = |c: char| {
        c.is_ascii_alphanumeric()
            || matches!(
                c,
                '-' | ':'
                    | '@'
                    | '&'
                    | '?'
                    | '='
                    | '+'
                    | ','
                    | '.'
                    | '!'
                    | '/'
                    | '~'
                    | '*'
                    | '\''
                    | '%'
                    | '$'
                    | '_'
                    | ';'
                    | '('
                    | ')'
            )
    };
    if !path.chars().all(legal) || path.contains("//") {
        return false;
    }
    // No way above the root.
    let mut depth = 0_i32;
    path.split('/').skip(1).all(|segment| {
        match segment {
            ".." => depth -= 1,
            "" | "." => {}
            _ => depth += 1,
        }
        depth >= 0
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn resources_are_what_java_takes_for_them() {
        for value in [
            "http://dbpedia.org/resource/Berlin",
            "http://dbpedia.org/resource/Eckernförde",
            "http://dbpedia.org/resource/A,_b_(c)'s!*;d=1",
            "http://x/a?q=[1]#f",
            "AC:DC",
            "urn:a:b",
            "mailto:a@b.de",
            "http://x_y/a",
            "file:///a:b",
        ] {
            assert!(is_resource(value), "{value}");
        }
        for value in [
            "",
            "5",
            "true",
            "12:30",
            "1961-08-04T00:00:00Z",
            "a: b",
            "a :b",
            ":a",
            "a:",
            "http://x/a b",
            "http://x/\"a\"",
            "http://x/<a>",
            "http://x/a|b",
            "http://x/a^b",
            "http://x/a\\b",
            "http://x/100%",
            "http://x/a[1]",
            "http://x/`",
            "http://x/a\u{a0}b",
            "http://x/{a}",
            "http://",
            "1a:b",
        ] {
            assert!(!is_resource(value), "{value}");
        }
        for value in ["5", "true", "1961-08-04", "", "a/b", "5.0", "Berlin"] {
            assert!(java_uri(value), "{value}");
        }
    }

    #[test]
    fn urls_are_what_commons_validator_takes_for_them() {
        for value in [
            "http://kb.com/1",
            "https://dbpedia.org/resource/A_(b)",
            "ftp://a.de",
            "http://1.2.3.4:80/x?ü#ü",
        ] {
            assert!(is_valid_url(value), "{value}");
        }
        for value in [
            "http://a/1",
            "http://localhost/x",
            "http://dbpedia.org/resource/Eckernförde",
            "mailto:a@b.de",
            "dbpedia.org",
            "http://a.de//b",
            "http://a.de/../b",
            "http://a_b.de/",
            "http://a.de:x/",
            "http://a.1/",
            "http:///x",
        ] {
            assert!(!is_valid_url(value), "{value}");
        }
    }
}
