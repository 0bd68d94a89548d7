//! A question box: how the question was read, the query, the answers, and what else it may mean.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use axum::Extension;
use axum::extract::{Query, State};
use lydite_lab::asking::{Asked, Asking, Kind, Pipeline};
use lydite_lab::demo;
use lydite_lab::export::html::{answer, shown};
use lydite_model::{AnswerSet, Term};
use maud::{Markup, html};
use serde::Deserialize;

use super::question::query_text;
use crate::access::Visitor;
use crate::app::App;
use crate::error::Fault;
use crate::graphs::graph_for;
use crate::layout::{Frame, encoded};
use crate::naming;

/// So many answers are named.
const NAMED: usize = 100;
/// Longer texts are no questions.
const LONGEST: usize = 1_000;
/// So many graphs are kept ready.
const READY: usize = 4;

#[derive(Deserialize)]
pub(super) struct Wanted {
    #[serde(default)]
    q: String,
    #[serde(default)]
    kg: String,
}

/// Graphs that were made ready for questions.
#[derive(Default)]
pub(crate) struct Ready(Mutex<HashMap<String, Arc<Asking>>>);

impl Ready {
    fn get(&self, app: &App, graph: &str) -> Result<Arc<Asking>, Fault> {
        if let Some(ready) = self
            .0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .get(graph)
        {
            return Ok(Arc::clone(ready));
        }
        let asking = Arc::new(app.lab.asking(graph, &Pipeline::default())?);
        let mut ready = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if ready.len() >= READY {
            ready.clear();
        }
        ready.insert(graph.to_owned(), Arc::clone(&asking));
        Ok(asking)
    }
}

/// Asks a graph a question.
pub(crate) fn ask(
    app: &App,
    visitor: &Visitor,
    graph: &str,
    question: &str,
) -> Result<Asked, Fault> {
    if question.chars().count() > LONGEST {
        return Err(Fault::wrong("this is too long for a question"));
    }
    let graph = graph_for(app, visitor, graph)?;
    let asking = app.ready.get(app, &graph)?;
    Ok(asking.ask(question, None, &Pipeline::default(), NAMED)?)
}

pub(super) async fn page(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    Query(wanted): Query<Wanted>,
) -> Result<Markup, Fault> {
    app.work(move |app| {
        let graph = if wanted.kg.is_empty() { demo::GRAPH.to_owned() } else { wanted.kg.clone() };
        let asked = match wanted.q.trim() {
            "" => None,
            question => Some(ask(app, &visitor, &graph, question)?),
        };
        let graphs = naming::graphs(&app.lab);
        let content = html! {
            h1 { "Ask" }
            form.ask method="get" action="/ask" role="search" {
                label.sr for="q" { "Question" }
                input #q type="search" name="q" value=(wanted.q) placeholder="Which countries border Germany?" maxlength=(LONGEST) required;
                label.sr for="kg" { "Graph" }
                select #kg name="kg" { @for name in &graphs { option value=(name) selected[*name == graph] { (name) } } }
                button { "Ask" }
            }
            @match &asked {
                Some(asked) => (answered(asked, &graph)),
                None => {
                    p { "Our own pipelines answer questions over any graph that is loaded, and show how they understood them. For example:" }
                    ul { @for question in ["Which countries border Germany?", "What is the capital of Romania?", "Who directed the most films in the graph?"] {
                        li { a href={ "/ask?q=" (encoded(question)) } { (question) } }
                    } }
                }
            }
        };
        Ok(Frame::new("Ask", "/ask", &visitor).page(&content))
    })
    .await
}

fn answered(asked: &Asked, graph: &str) -> Markup {
    let found = &asked.answered;
    html! {
        (annotated(asked))
        @if let Some(english) = &found.trace.english { p.muted { "Read as: " (shown(english, 400)) } }
        section {
            h2 { "Answer" }
            @if let Some(reason) = &found.abstained {
                p.lead { "No answer: " (shown(&reason.to_string(), 300)) "." }
                @if let Some(query) = &found.query { p { "The nearest query leaves something out:" } (query_text("Nearest query", query)) }
            } @else {
                (answers(found.answers.as_ref(), asked))
                p.muted { "how sure: " (format!("{:.2}", found.confidence)) }
            }
        }
        @if found.abstained.is_none() && let Some(query) = &found.query {
            section { h2 { "Query" } (open_query(query)) }
        }
        section {
            h2 { "How it was read" }
            div.wide { table {
                thead { tr { th scope="col" { "Words" } th scope="col" { "Taken for" } th scope="col" { "Candidates" } th scope="col" { "Found by" } } }
                tbody { @for annotation in found.trace.annotations.iter().filter(|one| one.chosen) { tr {
                    th.name scope="row" { bdi { (shown(&annotation.text, 80)) } }
                    td data-label="Taken for" { (kind(annotation.kind)) }
                    td data-label="Candidates" { ol.plain { @for meant in &annotation.candidates { li {
                        bdi { (shown(&meant.label, 60)) } " " code.muted { (answer(&meant.what)) } " " span.muted { (format!("{:.2}", meant.score)) }
                    } } } }
                    td data-label="Found by" { (shown(&annotation.component, 60)) }
                } } }
            } }
            (timings(asked))
        }
        @if !found.alternatives.is_empty() {
            section { h2 { "It may also mean" }
                ol { @for other in found.alternatives.iter().take(5) { li {
                    p.muted { "score " (format!("{:.2}", other.adjusted)) ", " (crate::layout::counted(other.answers.as_ref().map_or(0, AnswerSet::len) as u64, "answer")) }
                    (query_text("Query", &other.query))
                } } }
            }
        }
        p { "Link to this result: " code { "/ask?kg=" (encoded(graph)) "&q=" (encoded(&asked.question)) } }
    }
}

fn open_query(text: &str) -> Markup {
    use lydite_sparql::{Dialect, parse};
    let readable = parse(text, &Dialect::field())
        .map_or_else(|_| text.to_owned(), |parsed| parsed.to_readable());
    html! { pre { code { (shown(readable.trim(), 6_000)) } } }
}

fn kind(kind: Kind) -> &'static str {
    match kind {
        Kind::Entity => "entity",
        Kind::Class => "class",
        Kind::Relation => "relation",
        Kind::Value => "value",
        Kind::Text => "text",
        Kind::Operation => "operation",
    }
}

/// The question with what its words were taken for.
fn annotated(asked: &Asked) -> Markup {
    let text = &asked.question;
    let mut chosen: Vec<_> = asked
        .answered
        .trace
        .annotations
        .iter()
        .filter(|one| one.chosen && one.start < one.end)
        .collect();
    chosen.sort_by_key(|one| one.start);
    let mut pieces = Vec::new();
    let mut at = 0;
    for one in chosen {
        // The places are those of the English question, if there is one.
        if one.start < at || text.get(one.start..one.end) != Some(one.text.as_str()) {
            continue;
        }
        pieces.push((&text[at..one.start], None));
        pieces.push((&text[one.start..one.end], Some(one)));
        at = one.end;
    }
    pieces.push((&text[at..], None));
    html! {
        p.annotated dir="auto" { @for (piece, one) in pieces {
            @match one {
                Some(one) => mark class=(kind(one.kind)) title=[one.candidates.first().map(|meant| answer(&meant.what))] { (shown(piece, 400)) small { (kind(one.kind)) } },
                None => { (shown(piece, 1_000)) }
            }
        } }
    }
}

fn answers(found: Option<&AnswerSet>, asked: &Asked) -> Markup {
    let Some(found) = found.filter(|found| !found.is_empty()) else {
        return html! { p.lead { "There is none." } };
    };
    if let Some(value) = found.as_boolean() {
        return html! { p.lead { (if value { "Yes." } else { "No." }) } };
    }
    let Some(table) = found.as_table() else {
        return html! {};
    };
    let cell = |term: &Term| {
        let label = asked.labels.get(term.value());
        html! { @match label {
            Some(label) => { bdi { (shown(label, 160)) } " " code.muted { (answer(term.value())) } }
            None => bdi { (answer(term.value())) }
        } }
    };
    html! {
        ul.answers { @for row in table.rows().take(NAMED) {
            li { @for (at, term) in row.iter().flatten().enumerate() { @if at > 0 { " · " } (cell(term)) } }
        } }
        @if found.len() > NAMED { p.muted { "and " (found.len() - NAMED) " more" } }
    }
}

/// How long the steps took, as one thin bar.
fn timings(asked: &Asked) -> Markup {
    let timings = &asked.answered.timings;
    let parts = [
        ("a", "linking", timings.linking),
        ("b", "building", timings.building),
        ("c", "running", timings.running),
    ];
    let total = timings.total().as_secs_f64().max(1e-9);
    let mut from = 0.0;
    let bars: Vec<(&str, f64, f64)> = parts
        .iter()
        .map(|(class, _, time)| {
            let wide = 600.0 * time.as_secs_f64() / total;
            from += wide;
            (*class, from - wide, wide)
        })
        .collect();
    let said: Vec<String> = parts
        .iter()
        .map(|(_, what, time)| format!("{what} {:.1} ms", time.as_secs_f64() * 1000.0))
        .collect();
    html! {
        svg.stack viewBox="0 0 600 12" preserveAspectRatio="none" role="img" aria-label=(said.join(", ")) {
            @for (class, x, wide) in bars { rect class=(class) x=(format!("{x:.1}")) y="0" width=(format!("{wide:.1}")) height="12" {} }
        }
        p.muted { (said.join(" · ")) }
    }
}
