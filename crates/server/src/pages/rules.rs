//! The rule sets: what each counts as right, and why.

use axum::Extension;
use lydite_judge::rules;
use maud::{Markup, html};

use crate::access::Visitor;
use crate::layout::Frame;

pub(super) async fn page(Extension(visitor): Extension<Visitor>) -> Markup {
    let content = html! {
        h1 { "Rules" }
        p.lead { "How answers are judged. An experiment can be judged by any of them, at any time, without asking the systems again." }
        @for rules in rules() {
            section id=(rules.name) {
                h2 { (rules.name) span.rules { " " (rules.version) " · " (rules.title) } }
                p { (rules.rationale) }
                dl.record {
                    dt { "Equal values" } dd { (rules.conventions.values) }
                    dt { "Empty answer" } dd { (rules.conventions.empty) }
                    dt { "No answer" } dd { (rules.conventions.missing) }
                    dt { "Empty gold set" } dd { (rules.conventions.empty_gold) }
                    dt { "Average" } dd { (rules.conventions.average) }
                }
            }
        }
    };
    Frame::new("Rules", "/rules", &visitor).page(&content)
}
