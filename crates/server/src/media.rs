//! Which of several media types a client wants.

use axum::http::HeaderMap;
use axum::http::header::ACCEPT;

/// Of what is offered that which the client wants most; of several the first. What is offered first
/// is also for clients that do not say what they want; nothing if they want none of it.
pub(crate) fn preferred<'o>(headers: &HeaderMap, offered: &[&'o str]) -> Option<&'o str> {
    let accept = headers.get(ACCEPT).and_then(|value| value.to_str().ok());
    let Some(accept) = accept.filter(|accept| !accept.trim().is_empty()) else {
        return offered.first().copied();
    };
    let wanted: Vec<(&str, f32)> = accept.split(',').map(part).collect();
    let mut best: Option<(f32, &'o str)> = None;
    for media in offered {
        // The most particular of what fits says how much it is wanted.
        let weight = wanted
            .iter()
            .filter_map(|(range, weight)| Some((fits(range, media)?, *weight)))
            .max_by_key(|(particular, _)| *particular);
        let weight = weight.map_or(0.0, |(_, weight)| weight);
        if weight > 0.0 && best.is_none_or(|(known, _)| weight > known) {
            best = Some((weight, media));
        }
    }
    best.map(|(_, media)| media)
}

fn part(part: &str) -> (&str, f32) {
    let mut words = part.split(';').map(str::trim);
    let range = words.next().unwrap_or_default();
    let weight = words.find_map(|word| word.strip_prefix("q=")?.parse().ok());
    (range, weight.unwrap_or(1.0))
}

/// How particularly a range means a media type, if it does.
fn fits(range: &str, media: &str) -> Option<u8> {
    if range.eq_ignore_ascii_case(media) {
        return Some(2);
    }
    if range == "*/*" {
        return Some(0);
    }
    let family = range.strip_suffix("/*")?;
    (media.split('/').next() == Some(family)).then_some(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clients_get_what_they_want() {
        let offered = ["text/html", "text/turtle", "application/ld+json"];
        let wanted = |accept: &str| {
            let mut headers = HeaderMap::new();
            headers.insert(ACCEPT, accept.parse().unwrap());
            preferred(&headers, &offered)
        };
        let browser = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";
        assert_eq!(wanted(browser), Some("text/html"));
        assert_eq!(wanted("text/turtle"), Some("text/turtle"));
        assert_eq!(wanted("*/*"), Some("text/html"));
        assert_eq!(wanted("text/*;q=0.5, text/html;q=0"), Some("text/turtle"));
        assert_eq!(
            wanted("application/ld+json, text/html;q=0.5"),
            Some("application/ld+json")
        );
        assert_eq!(wanted("image/png"), None);
        assert_eq!(preferred(&HeaderMap::new(), &offered), Some("text/html"));
    }
}
