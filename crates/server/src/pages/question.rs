//! One question: what was right, what each system said, what was matched, missed and too much, both
//! queries, and all that went over the wire.

use std::collections::BTreeMap;

use axum::Extension;
use axum::extract::{Path, Query, State};
use lydite_lab::export::html::{answer, duration, name, score, shown};
use lydite_lab::export::{Explained, ExplainedQuestion, Given, suspicions};
use lydite_lab::overrule::Overrule;
use lydite_lab::store::StoredExchange;
use lydite_model::{Answer, Question, Status, Table, Term};
use lydite_sample::Extractor;
use lydite_sparql::{Dialect, parse};
use maud::{Markup, html};

use super::experiment::title;
use super::overrules;
use super::questions::{Wanted, group, mark};
use crate::access::{Role, Visitor};
use crate::app::App;
use crate::error::Fault;
use crate::layout::{Frame, counted, encoded};

/// So many resources are looked up.
const LABELS: usize = 400;
/// So many answers are shown.
const ANSWERS: usize = 100;

pub(super) async fn page(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    Path((id, number)): Path<(String, usize)>,
    Query(wanted): Query<Wanted>,
) -> Result<Markup, Fault> {
    app.work(move |app| {
        let experiment = app.experiment(&visitor, &id)?;
        let book = app.shelf.book(&app.store, &experiment, wanted.judging)?;
        let group = group(&book, app, wanted.board)?;
        let question = number.checked_sub(1).and_then(|at| group.questions.get(at));
        let question = question.ok_or_else(|| Fault::not_found("there is no such question"))?;
        let said = app.store.exchange(&experiment.id, &question.id)?;
        let boards = book.publication.boards();
        let tasks: Vec<u64> = boards[wanted.board]
            .reports
            .iter()
            .map(|one| one.task.number)
            .collect();
        let mut overruled = app.store.overrules(&experiment.id)?;
        overruled.retain(|said| said.question == question.id && said.dataset == group.dataset);
        let entry =
            app.lab
                .benchmark_question(&book.publication, &boards[wanted.board], &question.id)?;
        let labels = labels(app, &visitor, experiment.plan.graph.as_deref(), question);
        let view = View {
            labels,
            entry,
            graph: experiment.plan.graph.clone(),
            id: &id,
            title: title(&experiment),
            group,
            question,
            number,
            wanted: &wanted,
            visitor: &visitor,
            overruled,
            said: tasks
                .iter()
                .map(|task| said.iter().find(|one| one.task == *task))
                .collect(),
        };
        let page_title = shown(&question.text, 100);
        Ok(Frame::new(&page_title, "/experiments", &visitor).page(&view.content()))
    })
    .await
}

/// What the graph of an experiment calls the resources among the answers, as far as it is loaded here.
fn labels(
    app: &App,
    visitor: &Visitor,
    graph: Option<&str>,
    question: &ExplainedQuestion,
) -> Labels {
    let graph = graph.filter(|name| !name.contains("://"));
    let graph = graph.and_then(|name| app.graphs.named(app, visitor, name).ok());
    let Some(graph) = graph else {
        return Labels::default();
    };
    let gold = question.gold.iter().filter_map(|gold| match &gold.answer {
        Answer::Table(table) => Some(table),
        Answer::Boolean(_) => None,
    });
    let mut texts: Vec<&str> = gold.flat_map(Table::terms).map(Term::value).collect();
    for evidence in question
        .given
        .iter()
        .flatten()
        .filter_map(|given| given.evidence.as_ref())
    {
        for pair in &evidence.matched {
            texts.extend([pair.system.as_str(), pair.gold.as_str()]);
        }
        texts.extend(
            evidence
                .surplus
                .iter()
                .chain(&evidence.missed)
                .map(String::as_str),
        );
    }
    let mut labels = BTreeMap::new();
    for text in texts {
        let iri = text.trim_matches(['<', '>']);
        let is_new = iri.contains("://") && !labels.contains_key(iri);
        if !is_new || labels.len() >= LABELS {
            continue;
        }
        let in_language = |language| graph.labels(iri, language).unwrap_or_default();
        let mut names = in_language(Some(question.language.as_str()));
        if names.is_empty() {
            names = in_language(Some("en"));
        }
        labels.insert(iri.to_owned(), names.into_iter().next());
    }
    Labels(labels)
}

/// What people call the resources among the answers.
#[derive(Default)]
struct Labels(BTreeMap<String, Option<String>>);

impl Labels {
    /// An answer under its name, with the IRI behind it.
    fn named(&self, text: &str) -> Markup {
        let label = self
            .0
            .get(text.trim_matches(['<', '>']))
            .and_then(Option::as_deref);
        html! {
            @match label {
                Some(label) => { bdi { (shown(label, 160)) } " " code.muted { (answer(text)) } }
                None => bdi { (answer(text)) },
            }
        }
    }
}

struct View<'v> {
    labels: Labels,
    /// The question as the benchmark has it.
    entry: Option<Question>,
    graph: Option<String>,
    id: &'v str,
    title: String,
    group: &'v Explained,
    question: &'v ExplainedQuestion,
    number: usize,
    wanted: &'v Wanted,
    visitor: &'v Visitor,
    /// What people say against its gold.
    overruled: Vec<Overrule>,
    /// What each system said, in their order.
    said: Vec<Option<&'v StoredExchange>>,
}

impl View<'_> {
    fn content(&self) -> Markup {
        let question = self.question;
        let places = self.wanted.places(self.group);
        let here = places.iter().position(|at| at + 1 == self.number);
        let address = self.wanted.address();
        let to =
            |place: usize| format!("/experiments/{}/questions/{}?{address}", self.id, place + 1);
        let before = here
            .and_then(|at| at.checked_sub(1))
            .map(|at| to(places[at]));
        let after = here.and_then(|at| places.get(at + 1)).map(|at| to(*at));
        html! {
            p.kicker {
                a href="/experiments" { "Experiments" } " / " a href={ "/experiments/" (self.id) } { bdi { (self.title) } } " / "
                a href={ "/experiments/" (self.id) "/questions?" (address) } { "Questions" } " / " (shown(&question.id, 40))
            }
            nav.pager aria-label="Questions" {
                @if let Some(before) = before { a rel="prev" href=(before) { "‹ Previous" } }
                @if let Some(here) = here { span { (here + 1) " of " (places.len()) } }
                @if let Some(after) = after { a rel="next" href=(after) { "Next ›" } }
            }
            h1 dir="auto" { @if question.text.is_empty() { "(no text)" } @else { (shown(&question.text, 400)) } }
            p.muted { "Put in " (shown(&question.language, 20)) "."
                @if !question.text.is_empty() && let Some(graph) = self.graph.as_ref().filter(|name| !name.contains("://")) {
                    " " a href={ "/ask?kg=" (encoded(graph)) "&q=" (encoded(&question.text)) } { "See how our pipeline reads it" }
                }
            }
            @if let Some(entry) = &self.entry { (about(entry)) }
            @for suspicion in suspicions(question) {
                div.warning { p { "Suspicious gold: " (suspicion.description()) "." } }
            }
            @for said in &self.overruled {
                div.warning { p { "Overruled by " bdi { (shown(&said.person, 80)) } ": " bdi { (shown(&said.reason, 400)) } " " a href={ "/experiments/" (self.id) "#overruled" } { "See both scores" } } }
            }
            div.cards {
                section.card.gold {
                    h2.small { "Gold" @if let Some(gold) = &question.gold { " " span.count { "(" (gold.len()) ")" } } }
                    (self.gold())
                    @if let Some(query) = &question.query { (query_text("Gold query", query)) }
                }
                @for ((system, given), said) in self.group.systems.iter().zip(&question.given).zip(&self.said) {
                    @if let Some(given) = given { (card(system, given, *said, &self.labels)) }
                }
            }
            @if self.visitor.may(Role::Runner) { (overrules::form(self.id, &address, self.number, question, self.visitor)) }
        }
    }

    fn gold(&self) -> Markup {
        let Some(gold) = &self.question.gold else {
            return html! { p.quiet { "The benchmark gives no answers." } };
        };
        // What any system found is marked.
        let found = |text: &str| {
            let given = self
                .question
                .given
                .iter()
                .flatten()
                .filter_map(|given| given.evidence.as_ref());
            given
                .flat_map(|evidence| &evidence.matched)
                .any(|pair| pair.gold == text || pair.gold.trim_matches(['<', '>', '"']) == text)
        };
        match &gold.answer {
            Answer::Boolean(value) => html! { p { (if *value { "yes" } else { "no" }) } },
            Answer::Table(table) if table.rows().next().is_none() => {
                html! { p.quiet { "the empty set" } }
            }
            Answer::Table(table) => html! {
                ul.answers {
                    @for row in table.rows().take(ANSWERS) {
                        @let cells: Vec<&str> = row.iter().map(|cell| cell.as_ref().map_or("–", |term| term.value())).collect();
                        li class=[found(&cells.join(" ")).then_some("right")] {
                            @for (at, cell) in cells.iter().enumerate() { @if at > 0 { " · " } (self.labels.named(cell)) }
                        }
                    }
                    @if gold.len() > ANSWERS { li.quiet { "and " (gold.len() - ANSWERS) " more" } }
                }
            },
        }
    }
}

/// What else the benchmark says about a question, and what it is like.
fn about(entry: &Question) -> Markup {
    let texts: Vec<(&str, &str)> = entry
        .texts
        .iter()
        .filter_map(|text| Some((text.language.as_str(), text.string.as_deref()?)))
        .collect();
    let features = Extractor::new("experiment").features(entry);
    html! {
        @if texts.len() > 1 {
            details { summary { "In " (counted(texts.len() as u64, "language")) }
                dl.record { @for (language, text) in texts { dt { (shown(language, 20)) } dd lang=(language) dir="auto" { (shown(text, 400)) } } }
            }
        }
        details { summary { "Features" }
            dl.record { @for (feature, value) in features.iter() {
                dt title=(feature.definition) { (feature.name) } dd { bdi { (shown(&value.to_string(), 200)) } }
            } }
        }
    }
}

fn card(system: &str, given: &Given, said: Option<&StoredExchange>, labels: &Labels) -> Markup {
    let outcome = &given.outcome;
    html! {
        section.card {
            h2.small { (mark(Some(outcome))) " " bdi { (name(system)) } " " span.count { "F1 " (score(Some(outcome.f1))) } }
            p.quiet {
                "precision " (score(Some(outcome.precision))) ", recall " (score(Some(outcome.recall)))
                @if let Some(millis) = outcome.millis { ", " (duration(millis)) }
                @if let Some(confidence) = outcome.confidence { ", says it is sure by " (format!("{confidence:.2}")) }
            }
            @if let Some(error) = &outcome.error { p.failure { bdi { (shown(error, 400)) } } }
            @if outcome.status == Status::Missing { p.quiet { "It said nothing." } }
            @if outcome.status == Status::Empty { p.quiet { "It says that there is no answer." } }
            @match &given.evidence {
                _ if matches!(outcome.status, Status::Missing | Status::Error) => {}
                Some(evidence) => {
                    ul.answers {
                        @for pair in evidence.matched.iter().take(ANSWERS) { li.right {
                            (labels.named(&pair.system)) span.sr { " matched" }
                            @if pair.system != pair.gold { small { " = " bdi { (answer(&pair.gold)) } " (" (shown(&pair.rule, 80)) ")" } }
                        } }
                        @for one in evidence.surplus.iter().take(ANSWERS) { li.surplus { (labels.named(one)) " " small { "extra" } } }
                        @for one in evidence.missed.iter().take(ANSWERS) { li.missed { (labels.named(one)) " " small { "missed" } } }
                    }
                    @for note in &evidence.notes { p.quiet { bdi { (shown(note, 300)) } } }
                }
                None => p.quiet { (outcome.counts.tp) " matched, " (outcome.counts.fp) " extra, " (outcome.counts.fn_) " missed" },
            }
            @if let Some(failure) = &given.failure {
                p { "Lost to: " b { (failure.class.as_str()) } " " span.quiet { (failure.class.description()) } }
                @if let Some(edit) = failure.edit.as_ref().filter(|edit| edit.verified.is_some()) {
                    h3.small { "The smallest repair, verified" }
                    ul.differences { @for step in edit.steps.iter().take(12) { li { bdi { (shown(&step.text, 300)) } } } }
                } @else if !failure.detail.is_empty() && failure.detail != failure.class.description() {
                    p.quiet { bdi { (shown(&failure.detail, 300)) } }
                }
            }
            @if !given.differences.is_empty() {
                h3.small { "Its query differs" }
                ul.differences { @for difference in given.differences.iter().take(12) { li { code { bdi { (shown(difference, 300)) } } } } }
            }
            @if let Some(query) = &given.query { (query_text("Its query", query)) }
            @if let Some(said) = said.filter(|said| !said.exchange.turns.is_empty()) {
                details { summary { "What was said: " (counted(said.exchange.turns.len() as u64, "request")) }
                    @for turn in &said.exchange.turns {
                        p.quiet { (duration(turn.millis)) @if let Some(status) = turn.status { ", status " (status) } }
                        pre { code { (shown(&turn.request, 6_000)) } }
                        @if let Some(reply) = &turn.reply { pre { code { (shown(reply, 12_000)) } } }
                        @if let Some(error) = &turn.error { p.failure { (shown(error, 400)) } }
                    }
                }
            }
        }
    }
}

/// A query in readable layout.
pub(super) fn query_text(what: &str, text: &str) -> Markup {
    let readable = parse(text, &Dialect::field())
        .map_or_else(|_| text.to_owned(), |parsed| parsed.to_readable());
    html! { details.query { summary { (what) } pre { code { (shown(readable.trim(), 6_000)) } } } }
}
