//! GERBIL's same-as closure: rules that need no data, and what the knowledge adds.
//!
//! * DBpedia and Wikipedia pages of one name are the same, in English and 17 more languages;
//! * `en.dbpedia.org` is `dbpedia.org`;
//! * the last segment of a path is the same with and without percent-encoding.

use std::borrow::Cow;

use crate::Knowledge;
use crate::normal::hex_byte;

/// The language editions with a bridge, besides English.
const EDITIONS: [&str; 17] = [
    "bg", "ca", "cs", "de", "es", "eu", "fr", "hu", "id", "it", "ja", "ko", "nl", "pl", "pt", "ru",
    "tr",
];

/// A link that the same rules always remove.
const FILTERED: &str = "data.nytimes.com";

/// All URIs of a resource, itself first.
pub(crate) fn closure(uri: &str, knowledge: &dyn Knowledge) -> Vec<String> {
    let mut uris = vec![uri.to_owned()];
    let mut next = 0;
    while next < uris.len() {
        let uri = uris[next].clone();
        next += 1;
        let found = [encoding(&uri), english(&uri), bridge(&uri)];
        let known = knowledge.equivalents(&uri);
        let known = known.into_iter().filter(|uri| domain(uri) != FILTERED);
        for same in found.into_iter().flatten().chain(known) {
            if !uris.contains(&same) {
                uris.push(same);
            }
        }
    }
    uris
}

/// A key that all URIs of a closure share, if the knowledge adds nothing.
pub(super) fn key(uri: &str) -> Cow<'_, str> {
    let plain = !uri.bytes().any(|byte| matches!(byte, b'%' | b'+'));
    if plain && (uri.starts_with("http://dbpedia.org/") || !uri.contains("pedia.org")) {
        return Cow::Borrowed(uri);
    }
    let mut key = Cow::Borrowed(uri);
    if let Some(bridged) = dbpedia_form(uri) {
        key = Cow::Owned(bridged);
    }
    for _ in 0..8 {
        match decoded(&key) {
            Some(plain) => key = Cow::Owned(plain),
            None => break,
        }
    }
    let start = last_segment(&key).unwrap_or(0);
    if key[start..].contains('+') {
        key = Cow::Owned(format!(
            "{}{}",
            &key[..start],
            key[start..].replace('+', " ")
        ));
    }
    key
}

/// The URI as DBpedia's, if it is one of DBpedia's or Wikipedia's.
fn dbpedia_form(uri: &str) -> Option<String> {
    let host = domain(uri);
    let at = uri.find(host)?;
    let rest = &uri[at + host.len()..];
    let edition = |suffix: &str| {
        let edition = host.strip_suffix(suffix)?.strip_suffix('.')?;
        EDITIONS.contains(&edition).then_some(edition)
    };
    if let Some(edition) = edition("wikipedia.org")
        && let Some(name) = rest.strip_prefix("/wiki/")
    {
        return Some(format!("http://{edition}.dbpedia.org/resource/{name}"));
    }
    if let Some(edition) = edition("dbpedia.org")
        && let Some(name) = rest.strip_prefix("/resource/")
    {
        return (!uri.starts_with("http://"))
            .then(|| format!("http://{edition}.dbpedia.org/resource/{name}"));
    }
    match host {
        "en.wikipedia.org" => {
            let name = rest.strip_prefix("/wiki/")?;
            Some(format!("http://dbpedia.org/resource/{name}"))
        }
        "en.dbpedia.org" => Some(match rest.strip_prefix("/resource/") {
            Some(name) => format!("http://dbpedia.org/resource/{name}"),
            None => uri.replace("en.dbpedia.org", "dbpedia.org"),
        }),
        "dbpedia.org" if !uri.starts_with("http://") => {
            let name = rest.strip_prefix("/resource/")?;
            Some(format!("http://dbpedia.org/resource/{name}"))
        }
        _ => None,
    }
}

/// The other page of the same name: Wikipedia's for DBpedia's, DBpedia's for Wikipedia's.
pub(super) fn bridge(uri: &str) -> Option<String> {
    let host = domain(uri);
    let (to, from_path, to_path) = match host.strip_suffix("dbpedia.org") {
        Some("") => ("en.wikipedia.org".to_owned(), "/resource/", "/wiki/"),
        Some(edition) => {
            known_edition(edition)?;
            (format!("{edition}wikipedia.org"), "/resource/", "/wiki/")
        }
        None => match host.strip_suffix("wikipedia.org")? {
            "en." => ("dbpedia.org".to_owned(), "/wiki/", "/resource/"),
            edition => {
                known_edition(edition)?;
                (format!("{edition}dbpedia.org"), "/wiki/", "/resource/")
            }
        },
    };
    let at = uri.find(host)? + host.len();
    let name = uri[at..].strip_prefix(from_path)?;
    Some(format!("http://{to}{to_path}{name}"))
}

fn known_edition(edition: &str) -> Option<()> {
    let edition = edition.strip_suffix('.')?;
    EDITIONS.contains(&edition).then_some(())
}

/// `dbpedia.org` for `en.dbpedia.org`.
pub(super) fn english(uri: &str) -> Option<String> {
    (domain(uri) == "en.dbpedia.org").then(|| uri.replace("en.dbpedia.org", "dbpedia.org"))
}

/// The last segment decoded if anything in it is encoded, otherwise encoded.
pub(super) fn encoding(uri: &str) -> Option<String> {
    let start = last_segment(uri)?;
    let other = if has_encoded(&uri[start..]) {
        decoded(uri)?
    } else {
        let mut encoded = uri[..start].to_owned();
        form_encode(&uri[start..], &mut encoded);
        encoded
    };
    (other != uri).then_some(other)
}

/// The URI with its last segment decoded; `None` if nothing is encoded or Java cannot decode it.
fn decoded(uri: &str) -> Option<String> {
    let start = last_segment(uri)?;
    let segment = &uri[start..];
    if !has_encoded(segment) {
        return None;
    }
    let bytes = segment.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        match bytes[at] {
            b'%' => {
                out.push(hex_byte(bytes, at)?);
                at += 3;
                continue;
            }
            b'+' => out.push(b' '),
            byte => out.push(byte),
        }
        at += 1;
    }
    Some(format!(
        "{}{}",
        &uri[..start],
        String::from_utf8_lossy(&out)
    ))
}

/// Whether `%` is followed by two hexadecimal digits (possibly with other digits' help: GERBIL's
/// state machine counts digits after a `%` until something else comes).
fn has_encoded(segment: &str) -> bool {
    let bytes = segment.as_bytes();
    (0..bytes.len()).any(|at| hex_byte(bytes, at).is_some())
}

/// Where the last segment begins: after the last slash or number sign.
fn last_segment(uri: &str) -> Option<usize> {
    uri.rfind(['/', '#']).map(|at| at + 1)
}

/// `java.net.URLEncoder`.
fn form_encode(text: &str, out: &mut String) {
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'.' | b'-' | b'*' | b'_' => {
                out.push(byte as char);
            }
            b' ' => out.push('+'),
            _ => {
                const HEX: &[u8; 16] = b"0123456789ABCDEF";
                out.push('%');
                out.push(HEX[usize::from(byte >> 4)] as char);
                out.push(HEX[usize::from(byte & 15)] as char);
            }
        }
    }
}

/// The host of a URI: without the scheme, up to a slash, a colon or the end.
pub(super) fn domain(uri: &str) -> &str {
    let rest = match uri.find("://") {
        Some(at) => &uri[at + 3..],
        None => uri,
    };
    let end = rest.find(['/', ':']).unwrap_or(rest.len());
    &rest[..end]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::NoKnowledge;

    #[test]
    fn the_rules_that_need_no_data() {
        assert_eq!(
            encoding("http://dbpedia.org/resource/Gainesville,_Florida").as_deref(),
            Some("http://dbpedia.org/resource/Gainesville%2C_Florida")
        );
        assert_eq!(encoding("http://dbpedia.org/resource/Berlin"), None);
        assert_eq!(bridge("http://notExisting.wikipedia.org/wiki/China"), None);
        assert_eq!(domain("http://139.18.2.164:1235/gerbil"), "139.18.2.164");
        assert_eq!(domain("aksw.org/notInWiki/Peter_Pan"), "aksw.org");
    }

    #[test]
    fn a_closure_shares_its_key() {
        for uri in [
            "http://dbpedia.org/resource/Aida_(musical)",
            "https://dbpedia.org/resource/Aida_%28musical%29",
            "http://en.dbpedia.org/resource/A+b",
            "http://de.wikipedia.org/wiki/K%C3%B6ln",
            "http://www.wikidata.org/entity/Q1",
            "http://x.org/a b",
            "http://x.org/%2541",
            "http://x.org/100%",
            "http://x.org/%C3%A9#%E9",
            "literal",
        ] {
            for same in closure(uri, &NoKnowledge) {
                assert_eq!(key(&same), key(uri), "{same}");
            }
        }
    }
}
