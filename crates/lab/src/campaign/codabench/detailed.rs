//! The details of a score as one page that needs nothing else.

use lydite_model::{Evidence, Outcome};
use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::Scored;
use crate::Evaluated;

/// Readable in light and dark, on a phone and on paper.
const STYLE: &str = "\
:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}\
body{max-width:60rem;margin:2rem auto;padding:0 1rem}\
table{border-collapse:collapse;width:100%}\
th,td{text-align:left;padding:.3rem .6rem;border-bottom:1px solid #8884;vertical-align:top}\
td.n,th.n{text-align:right;font-variant-numeric:tabular-nums}\
pre{white-space:pre-wrap;background:#8881;padding:1rem}";

/// The page. Unless the gold may be shown, it has nothing that gives it away.
pub(super) fn page(scored: &Scored, details: Option<&Evaluated>, show_gold: bool) -> String {
    let outcomes = details
        .and_then(|details| details.reports.first())
        .map_or(&[][..], |report| &report.outcomes);
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width";
                title { "Results" }
                style { (PreEscaped(STYLE)) }
            }
            body {
                h1 { "Results" }
                table {
                    @for (key, number) in &scored.scores {
                        tr { th { (key) } td.n { (format!("{number:.4}")) } }
                    }
                }
                @if !scored.messages.is_empty() {
                    h2 { "About the submission" }
                    pre { (scored.messages.join("\n")) }
                }
                @if !outcomes.is_empty() { (questions(outcomes, show_gold)) }
            }
        }
    }
    .into_string()
}

fn questions(outcomes: &[Outcome], show_gold: bool) -> Markup {
    html! {
        h2 { "Questions" }
        table {
            thead {
                tr {
                    th { "question" } th { "status" }
                    th.n { "precision" } th.n { "recall" } th.n { "F1" }
                    @if show_gold { th { "missed" } th { "surplus" } }
                }
            }
            tbody {
                @for outcome in outcomes {
                    tr {
                        td { (outcome.question.as_str()) }
                        td { (format!("{:?}", outcome.status).to_lowercase()) }
                        td.n { (format!("{:.3}", outcome.precision)) }
                        td.n { (format!("{:.3}", outcome.recall)) }
                        td.n { (format!("{:.3}", outcome.f1)) }
                        @if show_gold { (answers(outcome.evidence.as_deref())) }
                    }
                }
            }
        }
    }
}

fn answers(evidence: Option<&Evidence>) -> Markup {
    let list = |values: Option<&Vec<String>>| values.map_or(String::new(), |v| v.join(", "));
    html! {
        td { (list(evidence.map(|evidence| &evidence.missed))) }
        td { (list(evidence.map(|evidence| &evidence.surplus))) }
    }
}
