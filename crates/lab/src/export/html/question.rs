//! Every question: a line with a mark for each system, and behind it what was asked, answered, right,
//! wrong and missed.

use lydite_model::{Answer, AnswerSet, Evidence, Gold, Outcome, Status};
use maud::{Markup, html};

use super::words::{answer, duration, grouped, name, score, shown};
use crate::attribution::Attribution;
use crate::export::Publication;
use crate::export::explained::{Explained, ExplainedQuestion, Given};
use crate::export::publication::dataset_title;

/// How much is shown of each question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    /// Everything.
    Full,
    /// No queries, and fewer answers.
    Short,
}

impl Detail {
    /// So many answers are shown.
    fn answers(self) -> usize {
        match self {
            Self::Full => 50,
            Self::Short => 5,
        }
    }
}

/// The questions of a dataset, with what every system did.
pub fn questions(
    publication: &Publication,
    group: &Explained,
    number: usize,
    detail: Detail,
) -> Markup {
    let mut datasets = publication.datasets.iter();
    let dataset = datasets.find(|dataset| dataset.digest == group.dataset);
    let title = dataset.map_or(String::new(), dataset_title);
    let columns = group.systems.len().min(12);
    html! {
        div.group {
            h3 {
                bdi { (shown(&title, 120)) }
                @if let Some(language) = &group.language { " · " (shown(language.as_str(), 20)) }
                span.rules { " · " (grouped(group.questions.len() as u64)) }
            }
            p.legend aria-hidden="true" {
                span.mark.full { "●" } " right " span.mark.part { "◐" } " partly "
                span.mark.none { "○" } " wrong or empty " span.mark.error { "✕" } " failed or silent"
            }
            form.filters hidden {
                label { "Show " select name="show" {
                    option value="all" { "all questions" }
                    option value="differ" { "where systems differ" }
                    option value="lost" { "lost by all" }
                    option value="won" { "right for all" }
                    option value="error" { "with failures" }
                } }
                label { "Order " select name="order" {
                    option value="given" { "of the dataset" }
                    option value="low" { "lowest scores first" }
                    option value="high" { "highest scores first" }
                } }
                label { "Find " input type="search" name="find" placeholder="words of a question" autocomplete="off"; }
                output {}
            }
            div.questions style={ "--systems:" (columns) } {
                div.heads aria-hidden="true" {
                    span { "Question" }
                    span.marks {
                        @for system in group.systems.iter().take(columns) { span.mark title=(name(system)) { bdi { (shown(system, 14)) } } }
                    }
                }
                @for (at, question) in group.questions.iter().enumerate() {
                    (self::question(group, question, number, at, detail))
                }
            }
        }
    }
}

fn question(
    group: &Explained,
    question: &ExplainedQuestion,
    number: usize,
    at: usize,
    detail: Detail,
) -> Markup {
    let outcomes = || question.given.iter().flatten().map(|given| &given.outcome);
    let scores: f64 = outcomes().map(|outcome| outcome.f1).sum();
    let mean = scores / outcomes().count().max(1) as f64;
    html! {
        details.question id={ "q-" (number) "-" (at + 1) } data-mean=(format!("{mean:.4}")) data-state=(state(question)) {
            summary {
                span.id { (shown(&question.id, 24)) }
                span.text dir="auto" lang=(shown(&question.language, 20)) { (shown(&question.text, 400)) }
                span.marks {
                    @for (system, given) in group.systems.iter().zip(&question.given).take(12) {
                        (mark(system, given.as_ref().map(|given| &given.outcome)))
                    }
                }
            }
            div.detail { (self::detail(group, question, detail)) }
        }
    }
}

/// What the filter needs to know.
fn state(question: &ExplainedQuestion) -> String {
    let outcomes: Vec<&Outcome> = question
        .given
        .iter()
        .flatten()
        .map(|given| &given.outcome)
        .collect();
    let mut words = Vec::new();
    if outcomes.iter().all(|one| one.is_exact()) {
        words.push("won");
    }
    if outcomes.iter().all(|one| one.f1 == 0.0) {
        words.push("lost");
    }
    if outcomes.iter().any(|one| one.f1 != outcomes[0].f1) {
        words.push("differ");
    }
    if outcomes
        .iter()
        .any(|one| matches!(one.status, Status::Error | Status::Missing))
    {
        words.push("error");
    }
    words.join(" ")
}

/// A mark with a shape of its own: colours are never alone.
fn mark(system: &str, outcome: Option<&Outcome>) -> Markup {
    let Some(outcome) = outcome else {
        return html! { span.mark { "–" } };
    };
    let (class, sign, word) = match outcome.status {
        Status::Error => ("error", "✕", "failed"),
        Status::Missing => ("error", "✕", "said nothing"),
        _ if outcome.is_exact() => ("full", "●", "right"),
        _ if outcome.f1 > 0.0 => ("part", "◐", "partly right"),
        _ => ("none", "○", "wrong or empty"),
    };
    let said = format!("{}: {word}, F1 {}", name(system), score(Some(outcome.f1)));
    html! {
        span class={ "mark " (class) } title=(said) {
            span aria-hidden="true" { (sign) }
            b.who aria-hidden="true" { bdi { (shown(system, 14)) } }
            span.said { (said) }
        }
    }
}

fn detail(group: &Explained, question: &ExplainedQuestion, detail: Detail) -> Markup {
    html! {
        div.cards {
            section.card.gold {
                h4 { "Benchmark" @if let Some(gold) = &question.gold { " " span.count { "(" (gold.len()) ")" } } }
                @match &question.gold {
                    Some(answers) => (answer_list(answers, detail)),
                    None => { p.quiet { "gives no answers" } }
                }
                @if detail == Detail::Full && let Some(query) = &question.query { (self::query("Gold query", query)) }
            }
            @for (system, given) in group.systems.iter().zip(&question.given) {
                @if let Some(given) = given { (card(system, given, detail)) }
            }
        }
    }
}

fn answer_list(answers: &AnswerSet, detail: Detail) -> Markup {
    let lines: Vec<String> = match &answers.answer {
        Answer::Boolean(value) => vec![if *value { "yes" } else { "no" }.to_owned()],
        Answer::Table(table) => {
            let rows = table.rows().take(detail.answers());
            rows.map(|row| {
                let cells = row.iter().map(|cell| {
                    cell.as_ref()
                        .map_or("–".to_owned(), |term| answer(term.value()))
                });
                cells.collect::<Vec<_>>().join(" · ")
            })
            .collect()
        }
    };
    html! {
        @if lines.is_empty() { p.quiet { "the empty set" } }
        @else { ul.answers { @for line in &lines { li { bdi { (line) } } } (more(answers.len(), lines.len())) } }
    }
}

fn more(all: usize, shown: usize) -> Markup {
    html! { @if all > shown { li.quiet { "and " (grouped((all - shown) as u64)) " more" } } }
}

fn card(system: &str, given: &Given, detail: Detail) -> Markup {
    let outcome = &given.outcome;
    html! {
        section.card {
            h4 { bdi { (name(system)) } " " span.count { "F1 " (score(Some(outcome.f1))) } }
            p.quiet {
                (said(outcome)) ", P " (score(Some(outcome.precision))) ", R " (score(Some(outcome.recall)))
                @if let Some(millis) = outcome.millis { ", " (duration(millis)) }
            }
            @if let Some(error) = &outcome.error { p.failure { bdi { (shown(error, 300)) } } }
            @match &given.evidence {
                // Whoever said nothing has missed everything.
                _ if matches!(outcome.status, Status::Missing | Status::Error) => {}
                Some(evidence) => (self::evidence(evidence, detail)),
                None => { p.quiet {
                    (outcome.counts.tp) " right, " (outcome.counts.fp) " too much, " (outcome.counts.fn_) " missed"
                } }
            }
            @if let Some(failure) = &given.failure { (lost(failure)) }
            @if !given.differences.is_empty() {
                h5 { "Its query differs" }
                ul.differences { @for difference in given.differences.iter().take(12) { li { code { bdi { (shown(difference, 300)) } } } } }
            }
            @if detail == Detail::Full && let Some(query) = &given.query { (self::query("Its query", query)) }
        }
    }
}

/// Why a question was lost, and what would make its query right.
fn lost(failure: &Attribution) -> Markup {
    let verified = failure.edit.as_ref().filter(|edit| edit.verified.is_some());
    html! {
        p.class title=(failure.class.description()) { "lost to: " b { (failure.class.as_str()) } }
        @if let Some(edit) = verified {
            h5 { "The smallest change that makes it right" }
            ul.differences { @for step in edit.steps.iter().take(12) { li { bdi { (shown(&step.text, 300)) } } } }
        } @else if !failure.detail.is_empty() && failure.detail != failure.class.description() {
            p.quiet { bdi { (shown(&failure.detail, 300)) } }
        }
    }
}

fn said(outcome: &Outcome) -> &'static str {
    match (outcome.status, outcome.gold) {
        (_, Gold::Missing) => "not judged, for lack of gold answers",
        (Status::Answered, _) => "answered",
        (Status::Empty, _) => "says that there is no answer",
        (Status::Missing, _) => "says nothing",
        (Status::Error, _) => "failed",
    }
}

fn evidence(evidence: &Evidence, detail: Detail) -> Markup {
    let most = detail.answers();
    html! {
        @if !evidence.matched.is_empty() {
            ul.answers {
                @for pair in evidence.matched.iter().take(most) {
                    li.right {
                        bdi { (answer(&pair.system)) }
                        @if pair.system != pair.gold { small { " = " bdi { (answer(&pair.gold)) } " (" (shown(&pair.rule, 80)) ")" } }
                    }
                }
                (more(evidence.matched.len(), most.min(evidence.matched.len())))
            }
        }
        @for (class, word, answers) in [("surplus", "too much", &evidence.surplus), ("missed", "missed", &evidence.missed)] {
            @if !answers.is_empty() {
                ul.answers {
                    @for one in answers.iter().take(most) { li class=(class) { bdi { (answer(one)) } " " small { (word) } } }
                    (more(answers.len(), most.min(answers.len())))
                }
            }
        }
        @for note in &evidence.notes { p.quiet { bdi { (shown(note, 300)) } } }
    }
}

fn query(what: &str, text: &str) -> Markup {
    html! { details.query { summary { (what) } pre { code { bdi { (shown(text.trim(), 4_000)) } } } } }
}
