//! The frame of every page.

use lydite_lab::export::html::shown;
use maud::{DOCTYPE, Markup, html};

use crate::access::Visitor;
use crate::assets;

/// The parts of the page, for the bar at its top.
const PARTS: [(&str, &str); 7] = [
    ("/experiments", "Experiments"),
    ("/ask", "Ask"),
    ("/score", "Score a file"),
    ("/leaderboard", "Leaderboard"),
    ("/campaigns", "Campaigns"),
    ("/datasets", "Datasets"),
    ("/graphs", "Graphs"),
];

/// The parts that are needed less often, for the foot of every page.
const MORE: [(&str, &str); 7] = [
    ("/sample", "Micro-benchmark"),
    ("/components", "Components"),
    ("/templates", "Templates"),
    ("/compare", "Compare"),
    ("/rules", "Rules"),
    ("/sparql", "SPARQL"),
    ("/api/v1/docs", "API"),
];

/// A page, with what its head needs besides.
pub(crate) struct Frame<'p> {
    pub(crate) title: &'p str,
    /// The part of the page that it belongs to.
    pub(crate) part: &'p str,
    pub(crate) visitor: Option<&'p Visitor>,
    /// Without scripts the page is loaded again after so many seconds.
    pub(crate) refresh: Option<u32>,
}

impl<'p> Frame<'p> {
    pub(crate) fn new(title: &'p str, part: &'p str, visitor: &'p Visitor) -> Self {
        Self {
            title,
            part,
            visitor: Some(visitor),
            refresh: None,
        }
    }

    /// The whole page.
    pub(crate) fn page(&self, content: &Markup) -> Markup {
        let title = shown(self.title, 200);
        html! {
            (DOCTYPE)
            html lang="en" {
                head {
                    meta charset="utf-8";
                    meta name="viewport" content="width=device-width, initial-scale=1";
                    meta name="color-scheme" content="light dark";
                    title { (title) @if title != "Lydite" { " · Lydite" } }
                    link rel="icon" href="/assets/icon.svg" type="image/svg+xml";
                    link rel="stylesheet" href=(assets::style());
                    script src=(assets::script()) defer {}
                    @if let Some(seconds) = self.refresh {
                        noscript { meta http-equiv="refresh" content=(seconds); }
                    }
                }
                body {
                    a.skip href="#content" { "To the content" }
                    header.top {
                        div.bar {
                            a.brand href="/" { img src="/assets/icon.svg" alt="" width="24" height="24"; "Lydite" }
                            nav aria-label="Main" {
                                @for (address, name) in PARTS {
                                    a href=(address) aria-current=[(address == self.part).then_some("page")] { (name) }
                                }
                            }
                            @if let Some(visitor) = self.visitor && visitor.can_sign_in {
                                @if visitor.role.is_some() {
                                    form method="post" action="/sign-out" { button.plain { "Sign out " (shown(&visitor.name, 30)) } }
                                } @else { a href="/sign-in" { "Sign in" } }
                            }
                        }
                    }
                    main #content tabindex="-1" { (content) }
                    footer {
                        nav.more aria-label="More" {
                            @for (address, name) in MORE {
                                a href=(address) aria-current=[(address == self.part).then_some("page")] { (name) }
                            }
                        }
                        p { "Lydite " (env!("CARGO_PKG_VERSION")) " · a laboratory for question answering over knowledge graphs · no request leaves this page’s origin" }
                    }
                }
            }
        }
    }
}

/// A page of somebody of whom nothing is known.
pub(crate) fn bare(title: &str, content: &Markup) -> Markup {
    Frame {
        title,
        part: "",
        visitor: None,
        refresh: None,
    }
    .page(content)
}

/// A whole number, with the noun in its number.
pub(crate) fn counted(count: u64, noun: &str) -> String {
    let number = lydite_lab::export::html::grouped(count);
    if count == 1 {
        return format!("{number} {noun}");
    }
    match noun.strip_suffix('y') {
        Some(stem) if !stem.ends_with(['a', 'e', 'o']) => format!("{number} {stem}ies"),
        _ if noun.ends_with('s') => format!("{number} {noun}es"),
        _ => format!("{number} {noun}s"),
    }
}

/// A text as part of an address.
pub(crate) fn encoded(text: &str) -> String {
    percent_encoding::utf8_percent_encode(text, percent_encoding::NON_ALPHANUMERIC).to_string()
}

/// A date as people say it, with the exact one on hover.
pub(crate) fn when(date: &str) -> Markup {
    let passed = date.parse::<jiff::Timestamp>().ok().map(|then| {
        let seconds = jiff::Timestamp::now().as_second() - then.as_second();
        match seconds {
            ..60 => "just now".to_owned(),
            60..3600 => format!("{} ago", counted(seconds.unsigned_abs() / 60, "minute")),
            3600..86_400 => format!("{} ago", counted(seconds.unsigned_abs() / 3600, "hour")),
            86_400..2_592_000 => format!("{} ago", counted(seconds.unsigned_abs() / 86_400, "day")),
            _ => date.get(..10).unwrap_or(date).to_owned(),
        }
    });
    html! { time datetime=(date) title=(date) { (passed.as_deref().unwrap_or(date)) } }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nouns_have_their_number() {
        for (count, noun, said) in [
            (1, "entry", "1 entry"),
            (2, "entry", "2 entries"),
            (3, "day", "3 days"),
            (1_200, "class", "1,200 classes"),
            (0, "question", "0 questions"),
        ] {
            assert_eq!(counted(count, noun), said);
        }
    }
}
