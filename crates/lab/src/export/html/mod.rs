//! An experiment as a page: one file that needs nothing else, for people.
//!
//! Every part is a pure function from data to markup, so that a server can show the same parts.
//! The page works without scripts; a small one of its own filters and sorts the questions. A content
//! security policy in the page forbids every request.
//!
//! | part | see |
//! | --- | --- |
//! | who leads, with intervals and shared ranks | [`board()`], [`headline`] |
//! | why questions were lost | [`failures()`] |
//! | every question, with answers and queries | [`questions`] |
//! | what it was run on, and how to cite it | [`record()`] |

mod board;
mod failures;
mod question;
mod record;
mod words;

use std::io::{self, Write};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use lydite_digest::Sha256;
use maud::{DOCTYPE, Markup, PreEscaped, html};

pub use self::board::{board, headline};
pub use self::failures::failures;
pub use self::question::{Detail, questions};
pub use self::record::record;
pub use self::words::{answer, counted, duration, grouped, name, score, short_score, shown};
use super::Publication;
use super::explained::Explained;
use super::publication::dataset_title;

const STYLE: &str = include_str!("style.css");
const SCRIPT: &str = include_str!("script.js");

/// More questions than this are shown with less about each, so that a browser can hold them.
pub(super) const MANY: usize = 2_000;

/// Writes the page.
pub(super) fn write(
    publication: &Publication,
    explained: &[Explained],
    out: &mut dyn Write,
) -> io::Result<()> {
    out.write_all(page(publication, explained).into_string().as_bytes())
}

/// The whole page.
pub fn page(publication: &Publication, explained: &[Explained]) -> Markup {
    let title = shown(&publication.title(), 200);
    let boards = publication.boards();
    let count: usize = explained.iter().map(|group| group.questions.len()).sum();
    let detail = if count > MANY {
        Detail::Short
    } else {
        Detail::Full
    };
    let has_failures = explained.iter().any(|group| {
        let mut systems = group.failures.iter();
        systems.any(|system| system.lost > 0)
    });
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                meta http-equiv="Content-Security-Policy" content=(policy());
                title { (title) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                header {
                    p.kicker { "Lydite experiment " (publication.experiment.id) }
                    h1 { bdi { (title) } }
                    @for board in boards.iter().take(1) { p.lead { (headline(board)) } }
                    (facts(publication))
                    nav aria-label="Parts of this page" {
                        a href="#scores" { "Scores" }
                        @if has_failures { a href="#failures" { "Failures" } }
                        a href="#questions" { "Questions" }
                        a href="#record" { "Record" }
                        a href="#cite" { "Cite" }
                    }
                }
                main {
                    section #scores {
                        @for (number, board) in boards.iter().enumerate() {
                            (self::board(publication, board, number))
                        }
                    }
                    @if has_failures {
                        section #failures {
                            h2 { "Why questions were lost" }
                            @for (number, group) in explained.iter().enumerate() {
                                (failures(publication, group, number))
                            }
                        }
                    }
                    section #questions {
                        h2 { "Questions" }
                        @if detail == Detail::Short {
                            p.note {
                                "There are " (grouped(count as u64)) " questions: queries and longer \
                                 lists of answers are left out here, and stand in the archive of the experiment."
                            }
                        }
                        @for (number, group) in explained.iter().enumerate() {
                            (questions(publication, group, number, detail))
                        }
                    }
                    (record(publication))
                }
                footer {
                    p {
                        "Made by Lydite " (publication.judging.evaluated.record.version)
                        ". This page is complete: it asks nothing of any server."
                    }
                }
                script { (PreEscaped(SCRIPT)) }
            }
        }
    }
}

/// What was run, in a line.
fn facts(publication: &Publication) -> Markup {
    let experiment = &publication.experiment;
    let datasets: Vec<String> = publication.datasets.iter().map(dataset_title).collect();
    let rules = publication.rules().into_iter();
    let rules: Vec<String> = rules
        .map(|rules| format!("{} {}", rules.name, rules.version))
        .collect();
    let date = experiment.created.get(..10).unwrap_or(&experiment.created);
    html! {
        dl.facts {
            div {
                dt { (counted(datasets.len(), "dataset")) }
                dd { bdi { (shown(&datasets.join(", "), 200)) } }
            }
            div { dt { "systems" } dd { (experiment.plan.systems.len()) } }
            div { dt { "rules" } dd { (shown(&rules.join(", "), 200)) } }
            div { dt { "run" } dd { time datetime=(experiment.created) title=(experiment.created) { (date) } } }
        }
    }
}

/// No request leaves the page, and no script runs but its own.
fn policy() -> String {
    let mut digest = Sha256::default();
    digest.update(SCRIPT.as_bytes());
    let script = STANDARD.encode(digest.bytes());
    format!(
        "default-src 'none'; img-src data:; style-src 'unsafe-inline'; \
         script-src 'sha256-{script}'; base-uri 'none'; form-action 'none'"
    )
}
