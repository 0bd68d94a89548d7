//! The questions of an experiment: one row a question, one column a system, with filters in the
//! address.

use axum::Extension;
use axum::extract::{Path, Query, State};
use lydite_lab::attribution::FailureClass;
use lydite_lab::export::html::{name, score, shown};
use lydite_lab::export::{Explained, ExplainedQuestion, suspicions};
use lydite_model::{Outcome, Status};
use maud::{Markup, html};
use serde::Deserialize;

use super::experiment::title;
use crate::access::Visitor;
use crate::app::App;
use crate::error::Fault;
use crate::layout::{Frame, counted, encoded};
use crate::shelf::Book;

/// So many questions on a page.
const PAGE: usize = 100;

/// Which questions are wanted, in which order.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Wanted {
    pub(super) judging: Option<u64>,
    #[serde(default)]
    pub(super) board: usize,
    /// Only this system counts for the filters.
    #[serde(default)]
    pub(super) system: String,
    #[serde(default)]
    pub(super) against: String,
    #[serde(default)]
    pub(super) show: String,
    #[serde(default)]
    pub(super) class: String,
    #[serde(default)]
    pub(super) find: String,
    #[serde(default)]
    pub(super) sort: String,
    #[serde(default)]
    page: usize,
}

impl Wanted {
    /// The same as part of an address.
    pub(super) fn address(&self) -> String {
        let judging = self
            .judging
            .map(|number| format!("&judging={number}"))
            .unwrap_or_default();
        let mut address = format!("board={}{judging}", self.board);
        for (key, value) in [
            ("system", &self.system),
            ("against", &self.against),
            ("show", &self.show),
            ("class", &self.class),
            ("find", &self.find),
            ("sort", &self.sort),
        ] {
            if !value.is_empty() {
                address.push_str(&format!("&{key}={}", encoded(value)));
            }
        }
        address
    }

    /// The systems that are shown, by their places.
    fn columns(&self, group: &Explained) -> Vec<usize> {
        let place = |name: &str| group.systems.iter().position(|own| own == name);
        match (place(&self.system), place(&self.against)) {
            (Some(one), Some(other)) if one != other => vec![one, other],
            _ => (0..group.systems.len()).collect(),
        }
    }

    /// The places of the questions that are wanted, in the order that is wanted.
    pub(super) fn places(&self, group: &Explained) -> Vec<usize> {
        let columns = match group.systems.iter().position(|own| *own == self.system) {
            Some(one) if self.against.is_empty() => vec![one],
            _ => self.columns(group),
        };
        let find = self.find.trim().to_lowercase();
        let class = FailureClass::ALL
            .into_iter()
            .find(|class| class.as_str() == self.class);
        let outcomes = |question: &ExplainedQuestion| -> Vec<Outcome> {
            let given = columns
                .iter()
                .filter_map(|at| question.given.get(*at)?.as_ref());
            given.map(|given| given.outcome.clone()).collect()
        };
        let fits = |question: &ExplainedQuestion| {
            let all = outcomes(question);
            let by_show = match self.show.as_str() {
                "lost" => all.iter().any(|one| !one.is_exact()),
                "failed" => all.iter().all(|one| one.f1 == 0.0),
                "won" => all.iter().all(Outcome::is_exact),
                "differ" => all
                    .iter()
                    .any(|one| one.f1.to_bits() != all[0].f1.to_bits()),
                "error" => all
                    .iter()
                    .any(|one| matches!(one.status, Status::Error | Status::Missing)),
                "suspicious" => !suspicions(question).is_empty(),
                _ => true,
            };
            let by_class = class.is_none_or(|class| {
                let given = columns
                    .iter()
                    .filter_map(|at| question.given.get(*at)?.as_ref());
                given
                    .filter_map(|given| given.failure.as_ref())
                    .any(|failure| failure.class == class)
            });
            by_show
                && by_class
                && (find.is_empty()
                    || question.id == find
                    || question.text.to_lowercase().contains(&find))
        };
        let mut places: Vec<usize> = (0..group.questions.len())
            .filter(|at| fits(&group.questions[*at]))
            .collect();
        let mean = |at: &usize| {
            let all = outcomes(&group.questions[*at]);
            all.iter().map(|one| one.f1).sum::<f64>() / all.len().max(1) as f64
        };
        let slowest = |at: &usize| {
            outcomes(&group.questions[*at])
                .iter()
                .filter_map(|one| one.millis)
                .fold(0.0, f64::max)
        };
        match self.sort.as_str() {
            "low" => places.sort_by(|a, b| mean(a).total_cmp(&mean(b))),
            "high" => places.sort_by(|a, b| mean(b).total_cmp(&mean(a))),
            "slow" => places.sort_by(|a, b| slowest(b).total_cmp(&slowest(a))),
            _ => {}
        }
        places
    }
}

/// The questions that belong to a board.
pub(crate) fn group<'b>(book: &'b Book, app: &App, board: usize) -> Result<&'b Explained, Fault> {
    let boards = book.publication.boards();
    let none = || Fault::not_found("there is no such part of this experiment");
    let task = boards.get(board).ok_or_else(none)?.task;
    let mut groups = book.explained(&app.lab)?.iter();
    groups
        .find(|group| group.dataset == task.dataset && group.language == task.language)
        .ok_or_else(none)
}

pub(super) async fn page(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    Path(id): Path<String>,
    Query(wanted): Query<Wanted>,
) -> Result<Markup, Fault> {
    app.work(move |app| {
        let experiment = app.experiment(&visitor, &id)?;
        if experiment.judgings == 0 {
            return Err(Fault::not_found("nothing has been judged yet")
                .hint("The page of the experiment shows its progress."));
        }
        let book = app.shelf.book(&app.store, &experiment, wanted.judging)?;
        let group = group(&book, app, wanted.board)?;
        let content = content(&id, &title(&experiment), group, &wanted);
        Ok(Frame::new(
            &format!("Questions · {}", title(&experiment)),
            "/experiments",
            &visitor,
        )
        .page(&content))
    })
    .await
}

fn content(id: &str, title: &str, group: &Explained, wanted: &Wanted) -> Markup {
    let places = wanted.places(group);
    let columns = wanted.columns(group);
    let pages = places.len().div_ceil(PAGE).max(1);
    let at = wanted.page.clamp(1, pages);
    let address = wanted.address();
    let option = |value: &str, current: &str, text: &str| html! { option value=(value) selected[value == current] { (text) } };
    let classes = FailureClass::ALL.into_iter().filter(|class| {
        group
            .failures
            .iter()
            .any(|system| system.classes.iter().any(|one| one.class == *class))
    });
    html! {
        p.kicker { a href="/experiments" { "Experiments" } " / " a href={ "/experiments/" (id) } { bdi { (title) } } " / Questions" }
        h1 { "Questions" }
        p.lead { (counted(places.len() as u64, "question")) " of " (lydite_lab::export::html::grouped(group.questions.len() as u64)) "." }
        form.filters data-auto method="get" role="search" {
            input type="hidden" name="board" value=(wanted.board);
            @if let Some(judging) = wanted.judging { input type="hidden" name="judging" value=(judging); }
            label { "Show " select name="show" {
                (option("all", &wanted.show, "all")) (option("lost", &wanted.show, "not fully right")) (option("failed", &wanted.show, "failed by all"))
                (option("differ", &wanted.show, "systems differ")) (option("error", &wanted.show, "errors")) (option("won", &wanted.show, "right for all"))
                (option("suspicious", &wanted.show, "suspicious gold"))
            } }
            label { "Failure " select name="class" { (option("", &wanted.class, "any")) @for class in classes { (option(class.as_str(), &wanted.class, class.as_str())) } } }
            label { "System " select name="system" { (option("", &wanted.system, "all")) @for system in &group.systems { (option(system, &wanted.system, &name(system))) } } }
            label { "beside " select name="against" { (option("", &wanted.against, "–")) @for system in &group.systems { (option(system, &wanted.against, &name(system))) } } }
            label { "Order " select name="sort" { (option("", &wanted.sort, "of the dataset")) (option("low", &wanted.sort, "lowest first")) (option("high", &wanted.sort, "highest first")) (option("slow", &wanted.sort, "slowest first")) } }
            label { "Find " input type="search" name="find" value=(wanted.find) placeholder="words or number"; }
            button.plain { "Show" }
        }
        p.legend { span.mark.full { "●" } " right " span.mark.part { "◐" } " partly " span.mark.none { "○" } " wrong or empty " span.mark.error { "✕" } " failed or silent" }
        @if places.is_empty() {
            p { "No question fits. " a href={ "?board=" (wanted.board) } { "Show all" } }
        } @else {
            div.wide { table {
                thead { tr {
                    th scope="col" { "No." } th scope="col" { "Question" }
                    @for column in &columns { th.marks-cell scope="col" { bdi { (shown(&group.systems[*column], 18)) } } }
                } }
                tbody { @for place in places.iter().skip((at - 1) * PAGE).take(PAGE) {
                    @let question = &group.questions[*place];
                    tr.row {
                        td data-label="No." { (shown(&question.id, 24)) }
                        th.name scope="row" { a.open href={ "/experiments/" (id) "/questions/" (place + 1) "?" (address) } dir="auto" {
                            @if question.text.is_empty() { "(no text)" } @else { (shown(&question.text, 200)) }
                        } }
                        @for column in &columns {
                            td.marks-cell data-label=(name(&group.systems[*column])) {
                                (mark(question.given.get(*column).and_then(Option::as_ref).map(|given| &given.outcome)))
                            }
                        }
                    }
                } }
            } }
        }
        @if pages > 1 {
            nav.pager aria-label="Pages" {
                @if at > 1 { a rel="prev" href={ "?" (address) "&page=" (at - 1) } { "‹ Previous" } }
                span { "page " (at) " of " (pages) }
                @if at < pages { a rel="next" href={ "?" (address) "&page=" (at + 1) } { "Next ›" } }
            }
        }
    }
}

/// A mark with a shape of its own: colours are never alone.
pub(super) fn mark(outcome: Option<&Outcome>) -> Markup {
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
    let said = format!("{word}, F1 {}", score(Some(outcome.f1)));
    html! { span class={ "mark " (class) } title=(said) { span aria-hidden="true" { (sign) } span.sr { (said) } } }
}
