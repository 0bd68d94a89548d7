//! IRIs by what they stand for, however the field writes them.

use std::borrow::Cow;

use lydite_sparql::FIELD_PREFIXES;

use super::iri;

const DBPEDIA: &str = "http://dbpedia.org/resource/";
const WIKIDATA: &str = "http://www.wikidata.org/entity/";

/// One IRI for all ways of writing a resource: [`iri`], with prefixes of the field expanded, the
/// host in small letters, no final slash, and pages about a resource as the resource.
///
/// ```
/// use lydite_judge::meant_iri;
/// for written in ["dbr:Berlin", "http://DBpedia.org/page/Berlin", "https://en.wikipedia.org/wiki/Berlin"] {
///     assert_eq!(meant_iri(written), "http://dbpedia.org/resource/Berlin");
/// }
/// assert_eq!(meant_iri("https://www.wikidata.org/wiki/Q42"), "http://www.wikidata.org/entity/Q42");
/// ```
pub fn meant_iri(written: &str) -> Cow<'_, str> {
    // Nearly all IRIs of the field are as they should be, which bytes tell quickly.
    let bytes = written.as_bytes();
    let plain = (written.starts_with(DBPEDIA) || written.starts_with(WIKIDATA))
        && bytes.is_ascii()
        && bytes.last() != Some(&b'/')
        && memchr::memchr3(b' ', b'%', b'\n', bytes).is_none();
    if plain {
        return Cow::Borrowed(written);
    }
    let normal = match expanded(written.trim()) {
        Some(expanded) => Cow::Owned(iri(&expanded).into_owned()),
        None => iri(written),
    };
    let normal = with_small_host(normal);
    let normal = match normal.strip_suffix('/') {
        Some(bare) if bare.contains("://") => Cow::Owned(bare.trim_end_matches('/').to_owned()),
        _ => normal,
    };
    match resource_of_page(&normal) {
        Some(resource) => Cow::Owned(resource),
        None => normal,
    }
}

/// The IRI that a prefixed name stands for, if the prefix is one that the field knows.
pub(crate) fn expanded(written: &str) -> Option<String> {
    let bare = written
        .strip_prefix('<')
        .and_then(|rest| rest.strip_suffix('>'))
        .unwrap_or(written);
    let (prefix, local) = bare.split_once(':')?;
    if local.is_empty() || local.starts_with("//") || local.contains(char::is_whitespace) {
        return None;
    }
    let known = FIELD_PREFIXES.iter().find(|(name, _)| *name == prefix);
    // Backslashes before punctuation belong to the notation, not to the name.
    known.map(|(_, space)| format!("{space}{}", local.replace('\\', "")))
}

/// Whether this is a Wikidata item without its name space.
pub(crate) fn is_item(word: &str) -> bool {
    word.strip_prefix('Q').is_some_and(|number| {
        number.starts_with(|c: char| ('1'..='9').contains(&c))
            && number.len() <= 12
            && number.bytes().all(|byte| byte.is_ascii_digit())
    })
}

/// The IRI of a Wikidata item.
pub(crate) fn item(word: &str) -> String {
    format!("{WIKIDATA}{word}")
}

/// Scheme and host do not depend on case (RFC 3986, 6.2.2.1).
fn with_small_host(iri: Cow<'_, str>) -> Cow<'_, str> {
    let Some(start) = iri.find("://") else {
        return iri;
    };
    let host = start + 3;
    let end = iri[host..].find('/').map_or(iri.len(), |at| host + at);
    if !iri[..end].contains(|c: char| c.is_ascii_uppercase()) {
        return iri;
    }
    let small = format!("{}{}", iri[..end].to_ascii_lowercase(), &iri[end..]);
    match small.strip_prefix("https://") {
        Some(rest) => Cow::Owned(format!("http://{rest}")),
        None => Cow::Owned(small),
    }
}

/// The resource that a page of Wikidata, DBpedia or Wikipedia is about.
///
/// GERBIL takes a page of Wikipedia for the resource of DBpedia in the same way, in eighteen
/// languages; here in all of them.
fn resource_of_page(iri: &str) -> Option<String> {
    let rest = iri.strip_prefix("http://")?;
    let (host, path) = rest.split_once('/')?;
    let host = host.strip_prefix("www.").unwrap_or(host);
    if host == "wikidata.org" || host == "m.wikidata.org" {
        return wikidata(path).filter(|resource| resource != iri);
    }
    if host == "dbpedia.org" || host.ends_with(".dbpedia.org") {
        let name = match path.split_once('/')? {
            ("resource" | "page", name) => name,
            ("data", name) => {
                let endings = [".json", ".ttl", ".rdf", ".ntriples", ".n3", ".jsonld"];
                let bare = endings.iter().find_map(|ending| name.strip_suffix(ending));
                bare.unwrap_or(name)
            }
            _ => return None,
        };
        let language = host.strip_suffix(".dbpedia.org").unwrap_or("");
        return Some(chapter(language, name)).filter(|resource| resource != iri);
    }
    let language = host.strip_suffix(".wikipedia.org")?;
    let language = language.strip_suffix(".m").unwrap_or(language);
    let name = path.strip_prefix("wiki/")?;
    (!name.contains('#')).then(|| chapter(language, name))
}

/// A resource of the DBpedia chapter of a language; English is the main one.
fn chapter(language: &str, name: &str) -> String {
    let name = name.replace("%20", "_").replace(' ', "_");
    match language {
        "" | "en" => format!("{DBPEDIA}{name}"),
        language => format!("http://{language}.dbpedia.org/resource/{name}"),
    }
}

fn wikidata(path: &str) -> Option<String> {
    let (kind, name) = path.split_once('/')?;
    let name = match kind {
        "entity" => name,
        "wiki" => {
            let special = ["Special:EntityData/", "Special:EntityPage/"];
            let special = special.iter().find_map(|page| name.strip_prefix(page));
            let bare = special.unwrap_or(name);
            let bare = bare.split_once('.').map_or(bare, |(bare, _)| bare);
            bare.strip_prefix("Property:").unwrap_or(bare)
        }
        _ => return None,
    };
    let number = name.strip_prefix(['Q', 'P', 'L'])?;
    let is_entity = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    is_entity.then(|| format!("{WIKIDATA}{name}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_iri_for_all_ways_of_writing() {
        for (meant, written) in [
            (
                "http://dbpedia.org/resource/New_York",
                &[
                    "dbr:New_York",
                    "<dbr:New_York>",
                    "https://dbpedia.org/resource/New_York/",
                    "http://dbpedia.org/resource/New%20York",
                    "http://dbpedia.org/resource/New York",
                    "http://www.dbpedia.org/page/New_York",
                    "http://dbpedia.org/data/New_York.json",
                    "http://en.dbpedia.org/resource/New_York",
                    "https://en.wikipedia.org/wiki/New_York",
                    "https://en.m.wikipedia.org/wiki/New_York",
                    "HTTP://DBpedia.ORG/resource/New_York",
                    " http://dbpedia.org/resource/New_York ",
                ][..],
            ),
            (
                "http://www.wikidata.org/entity/Q42",
                &[
                    "wd:Q42",
                    "https://www.wikidata.org/wiki/Q42",
                    "http://wikidata.org/entity/Q42",
                    "http://www.wikidata.org/wiki/Special:EntityData/Q42.json",
                    "https://m.wikidata.org/wiki/Q42",
                ],
            ),
            (
                "http://www.wikidata.org/entity/P31",
                &["https://www.wikidata.org/wiki/Property:P31"],
            ),
            (
                "http://de.dbpedia.org/resource/Köln",
                &[
                    "https://de.wikipedia.org/wiki/K%C3%B6ln",
                    "http://de.dbpedia.org/page/Köln",
                ],
            ),
            ("http://x.org", &["http://x.org/", "https://X.org"]),
        ] {
            for form in written {
                assert_eq!(meant_iri(form), meant, "{form}");
            }
            assert_eq!(meant_iri(meant), meant);
        }
    }

    #[test]
    fn other_resources_stay_other() {
        for (one, other) in [
            ("http://x/A", "http://x/a"),
            (
                "http://dbpedia.org/resource/Berlin",
                "http://dbpedia.org/ontology/Berlin",
            ),
            (
                "http://dbpedia.org/resource/Berlin",
                "https://de.wikipedia.org/wiki/Berlin",
            ),
            (
                "http://www.wikidata.org/entity/Q42",
                "http://www.wikidata.org/prop/direct/P42",
            ),
            (
                "https://en.wikipedia.org/wiki/Berlin",
                "https://en.wikipedia.org/wiki/Berlin#History",
            ),
            (
                "http://dbpedia.org/resource/St._Louis",
                "http://dbpedia.org/resource/St",
            ),
        ] {
            assert_ne!(meant_iri(one), meant_iri(other), "{one} {other}");
        }
        assert_eq!(expanded("nobody:knows"), None);
        assert_eq!(expanded("mailto:a@b.c"), None);
        assert!(is_item("Q42") && !is_item("Q042") && !is_item("Q4a") && !is_item("Q"));
    }
}
