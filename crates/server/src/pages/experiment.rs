//! An experiment: how far it is, who leads and how sure that is, and the ways into it.

use std::sync::Arc;

use axum::Extension;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Redirect, Response};
use lydite_judge::{Figure, rules};
use lydite_lab::export::html::{duration, grouped, headline, name, score, shown};
use lydite_lab::export::{Board, Format, Line, dataset_title, html as parts};
use lydite_lab::overrule::Overrule;
use lydite_lab::store::{Experiment, State as Progress};
use maud::{Markup, html};
use serde::Deserialize;

use super::{export, overrules};
use crate::access::{Role, SHARE, Visitor};
use crate::app::App;
use crate::error::Fault;
use crate::jobs::Job;
use crate::layout::{Frame, counted, encoded, when};
use crate::shelf::Book;

#[derive(Deserialize)]
pub(super) struct Wanted {
    judging: Option<u64>,
    rules: Option<String>,
    key: Option<String>,
}

/// What is known about the judgings of an experiment: number, date, rules.
type Judgings = Vec<(u64, String, String)>;

pub(super) async fn page(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    Path(id): Path<String>,
    Query(wanted): Query<Wanted>,
    headers: HeaderMap,
) -> Result<Response, Fault> {
    if let Some(key) = wanted.key.filter(|key| app.access.opens(&id, key)) {
        let cookie = format!("{SHARE}{id}={key}; Path=/experiments/{id}; HttpOnly; SameSite=Lax");
        return Ok((
            [(header::SET_COOKIE, cookie)],
            Redirect::to(&format!("/experiments/{id}")),
        )
            .into_response());
    }
    if let Some(format) = export::negotiated(&headers) {
        return export::written(&app, visitor, id, format, wanted.judging, false).await;
    }
    let page = app
        .work(move |app| {
            let experiment = app.experiment(&visitor, &id)?;
            let job = app.jobs.get(&experiment.id);
            let judgings = app.store.judgings(&experiment.id)?;
            let by_rules = wanted.rules.as_ref().and_then(|rules| {
                judgings
                    .iter()
                    .rev()
                    .find(|(_, _, own)| own == rules)
                    .map(|(number, ..)| *number)
            });
            let unjudged = wanted.rules.filter(|_| by_rules.is_none());
            let book = match experiment.judgings {
                0 => None,
                _ => Some(
                    app.shelf
                        .book(&app.store, &experiment, wanted.judging.or(by_rules))?,
                ),
            };
            let first = match &book {
                Some(book) if book.number() != 1 => {
                    Some(app.shelf.book(&app.store, &experiment, Some(1))?)
                }
                _ => None,
            };
            let view = View {
                app,
                overrules: app.store.overrules(&experiment.id)?,
                experiment: &experiment,
                visitor: &visitor,
                judgings: &judgings,
                unjudged: unjudged.as_deref(),
                book: book.as_ref(),
                first: first.as_ref(),
                job: job.as_ref(),
                share: visitor
                    .may(Role::Reader)
                    .then(|| app.access.share_key(experiment.id.as_str())),
            };
            let title = title(&experiment);
            let mut frame = Frame::new(&title, "/experiments", &visitor);
            frame.refresh = job.is_some().then_some(2);
            Ok(frame.page(&view.content()))
        })
        .await?;
    Ok(([(header::VARY, "Accept")], page).into_response())
}

/// What people call an experiment.
pub(super) fn title(experiment: &Experiment) -> String {
    match &experiment.name {
        Some(name) if !name.trim().is_empty() => shown(name, 120),
        _ => format!("Experiment {}", experiment.id),
    }
}

struct View<'v> {
    app: &'v App,
    /// What people say against verdicts.
    overrules: Vec<Overrule>,
    experiment: &'v Experiment,
    visitor: &'v Visitor,
    judgings: &'v Judgings,
    unjudged: Option<&'v str>,
    book: Option<&'v Arc<Book>>,
    /// The first judging, if another one is shown.
    first: Option<&'v Arc<Book>>,
    job: Option<&'v Arc<Job>>,
    share: Option<String>,
}

impl View<'_> {
    fn content(&self) -> Markup {
        let experiment = self.experiment;
        let boards = self
            .book
            .map(|book| book.publication.boards())
            .unwrap_or_default();
        html! {
            p.kicker {
                a href="/experiments" { "Experiments" } " / " (experiment.id) " · begun " (when(&experiment.created)) " "
                span class={ "state " (experiment.state) } {
                    @if experiment.published.is_some() { "published" } @else if self.job.is_some() { "running" } @else { (experiment.state) }
                }
            }
            h1 { bdi { (title(experiment)) } }
            @for board in boards.iter().take(1) { p.lead { (headline(board)) } }
            (self.facts())
            @if let Some(job) = self.job { (running(experiment, job)) }
            @else if experiment.state != Progress::Finished { (self.parked()) }
            (self.actions())
            @if let Some(book) = self.book {
                (self.switch(book))
                @for (number, board) in boards.iter().enumerate() {
                    (self.board(book, board, number, number > 0))
                }
                (overrules::section(self.app, book, &self.overrules, self.visitor))
                (self.charts(book, &boards))
                (downloads(experiment, book.number()))
                (parts::record(&book.publication))
            }
        }
    }

    fn facts(&self) -> Markup {
        let plan = &self.experiment.plan;
        let datasets: Vec<&str> = plan
            .datasets
            .iter()
            .map(|dataset| dataset.name.as_str())
            .collect();
        html! {
            dl.facts {
                div { dt { "Datasets" } dd { bdi { (shown(&datasets.join(", "), 160)) } } }
                div { dt { "Systems" } dd { (plan.systems.len()) } }
                div { dt { "Questions put" } dd { (grouped(self.experiment.done())) " of " (grouped(self.experiment.questions())) } }
                @if let Some(graph) = &plan.graph { div { dt { "Graph" } dd { bdi { (shown(graph, 80)) } } } }
            }
        }
    }

    fn parked(&self) -> Markup {
        let id = &self.experiment.id;
        html! {
            div.warning {
                p { "This experiment is not finished and nobody here is running it."
                    @if let Some(detail) = &self.experiment.detail { " It ended with: " bdi { (shown(detail, 300)) } "." } }
                @if self.visitor.may(Role::Runner) {
                    form method="post" action={ "/experiments/" (id) "/resume" } { button { "Resume" } }
                }
            }
        }
    }

    fn actions(&self) -> Markup {
        let id = &self.experiment.id;
        let finished = self.experiment.state == Progress::Finished;
        let failed: u64 = self.experiment.tasks.iter().map(|task| task.failed).sum();
        html! {
            div.actions {
                @if self.visitor.may(Role::Runner) && self.job.is_none() {
                    form method="post" action={ "/experiments/" (id) "/again" } { button.plain { "Run again" } }
                    @if finished && failed > 0 {
                        form method="post" action={ "/experiments/" (id) "/resume" } {
                            input type="hidden" name="retry" value="true";
                            button.plain { "Ask again where systems failed" }
                        }
                    }
                }
                @if self.visitor.may(Role::Admin) && finished {
                    form method="post" action={ "/experiments/" (id) "/publish" } {
                        @if self.experiment.published.is_some() {
                            input type="hidden" name="withdraw" value="true";
                            button.plain { "Withdraw" }
                        } @else { button.plain { "Publish" } }
                    }
                }
                @if let Some(key) = &self.share {
                    details { summary { "Share" }
                        p.note { "Whoever has this link sees this experiment, and nothing else: "
                            code { "/experiments/" (id) "?key=" (key) } }
                    }
                }
                @if self.visitor.may(Role::Admin) && self.experiment.published.is_none() && self.job.is_none() {
                    details { summary { "Delete" }
                        form method="post" action={ "/experiments/" (id) "/delete" } { button.danger { "Delete for good" } }
                    }
                }
            }
        }
    }

    /// Other rules, in place.
    fn switch(&self, book: &Book) -> Markup {
        let id = &self.experiment.id;
        let own = book.publication.reports().next();
        let own = own.map_or("", |judged| judged.report.rules.name.as_str());
        let current = self.unjudged.unwrap_or(own);
        html! {
            form.filters data-auto method="get" action={ "/experiments/" (id) } {
                label { "Rules " select name="rules" {
                    @for rules in rules() {
                        option value=(rules.name) selected[rules.name == current] {
                            (rules.name) " – " (rules.title)
                            @if !self.judgings.iter().any(|(_, _, name)| name == rules.name) { " (not judged yet)" }
                        }
                    }
                } }
                button.plain data-needless { "Show" }
                span.muted { "judging " (book.number()) " of " (self.experiment.judgings) }
            }
            @if let Some(rules) = self.unjudged {
                div.warning {
                    p { "The answers were not judged by the rules " b { (shown(rules, 60)) } " yet. That asks no system: everything that was said is stored. Below are the scores of another judging." }
                    @if self.visitor.may(Role::Runner) {
                        form method="post" action={ "/experiments/" (id) "/judge" } {
                            input type="hidden" name="rules" value=(rules);
                            button { "Judge by " (shown(rules, 60)) }
                        }
                    }
                }
            }
        }
    }

    fn board(&self, book: &Book, board: &Board<'_>, number: usize, said: bool) -> Markup {
        let Some(first) = board.reports.first() else {
            return html! {};
        };
        let mut datasets = book.publication.datasets.iter();
        let dataset = datasets.find(|dataset| dataset.digest == board.task.dataset);
        let dataset = dataset.map_or_else(|| board.task.dataset_name.clone(), dataset_title);
        let lines = board.lines();
        let ranked = lines.iter().any(|line| line.rank.is_some());
        let timed = board
            .reports
            .iter()
            .any(|one| one.report.value("mean_millis").is_some());
        let before = self.first.map(|book| book.publication.boards());
        let before = before.as_ref().and_then(|boards| {
            boards.iter().find(|other| {
                other.task.dataset == board.task.dataset
                    && other.task.language == board.task.language
            })
        });
        let n = first.headline().map_or(0, |figure| figure.n);
        html! {
            section {
                h2 { bdi { (shown(&dataset, 100)) } @if let Some(language) = &board.task.language { " · " (language) }
                    span.rules { " · rules " (shown(&first.report.rules.name, 40)) " " (shown(&first.report.rules.version, 20)) } }
                @if said { p.lead { (headline(board)) } }
                div.wide { table.scores {
                    thead { tr {
                        @if ranked { th.n scope="col" { "Rank" } }
                        th scope="col" { "System" } th.n scope="col" { "F1" }
                        th.plot scope="col" { span.axis { span { "0" } span { "95 % interval" } span { "1" } } }
                        th.n scope="col" { "Precision" } th.n scope="col" { "Recall" } th.n scope="col" { "Answered" } th.n scope="col" { "Errors" }
                        @if timed { th.n scope="col" { "Mean time" } }
                    } }
                    tbody { @for line in &lines { (self.line(book, line, number, ranked, timed, before)) } }
                } }
                p.note {
                    "n = " (grouped(n)) " of " (counted(first.report.questions, "question"))
                    @if first.report.questions > n { "; the others have no gold answers and are counted apart" }
                    ". " @if ranked { "Systems that share a rank cannot be told apart (all pairs, Holm’s correction, 5 %)." }
                    @if before.is_some() { " Arrows: how the rank changed from the first judging." }
                }
                p { a.button href={ "/experiments/" (self.experiment.id) "/questions?board=" (number) "&judging=" (book.number()) } { "Look into the questions" } }
                (others(board))
            }
        }
    }

    fn line(
        &self,
        book: &Book,
        line: &Line<'_>,
        number: usize,
        ranked: bool,
        timed: bool,
        before: Option<&Board<'_>>,
    ) -> Markup {
        let report = line.judged.report;
        let [precision, recall, _] = report.headline();
        let figure = line.judged.headline();
        let count = |path: &str| {
            report
                .value(path)
                .map_or("–".to_owned(), |count| grouped(count as u64))
        };
        let system = encoded(line.judged.name());
        let to = |filter: &str| {
            format!(
                "/experiments/{}/questions?board={number}&judging={}&system={system}&show={filter}",
                self.experiment.id,
                book.number()
            )
        };
        let earlier = before.and_then(|board| {
            let lines = board.lines();
            lines
                .iter()
                .find(|other| other.judged.name() == line.judged.name())
                .and_then(|other| other.rank)
        });
        let moved = earlier
            .zip(line.rank)
            .map(|(then, now)| then as i64 - now as i64)
            .filter(|by| *by != 0);
        html! {
            tr {
                @if ranked { td.n data-label="Rank" { span {
                    @match line.rank { Some(rank) => { (rank) } None => { "–" } }
                    @if let Some(by) = moved { " " span.rankmove title={ "from " (earlier.unwrap_or(0)) } { @if by > 0 { "▲" (by) } @else { "▼" (-by) } } }
                } } }
                th.name scope="row" { a href=(to("all")) { bdi { (name(line.judged.name())) } }
                    @if let Some(description) = &line.judged.system.description { small { bdi { (shown(description, 120)) } } } }
                td.n.score data-label="F1" { a href=(to("lost")) { (score(figure.and_then(|figure| figure.value))) } }
                td.plot data-label="" { (whisker(figure)) }
                td.n data-label="Precision" { (score(report.value(&precision))) }
                td.n data-label="Recall" { (score(report.value(&recall))) }
                td.n data-label="Answered" { (count("answered")) " / " (grouped(report.questions)) }
                td.n data-label="Errors" { a href=(to("error")) { (count("errors")) } }
                @if timed { td.n data-label="Mean time" { (report.value("mean_millis").map_or("–".to_owned(), duration)) } }
            }
        }
    }

    fn charts(&self, book: &Book, boards: &[Board<'_>]) -> Markup {
        let id = &self.experiment.id;
        let address = |number: usize, chart: &str| {
            format!(
                "/experiments/{id}/charts/{chart}.svg?board={number}&judging={}",
                book.number()
            )
        };
        html! {
            @for (number, board) in boards.iter().enumerate() {
                section id=[(number == 0).then_some("charts")] {
                    h2 { "In pictures" @if boards.len() > 1 { span.rules { " · " bdi { (shown(&board.task.dataset_name, 80)) } @if let Some(language) = &board.task.language { " · " (language) } } } }
                    div.charts {
                        @for (chart, alt) in super::charts::of(board) {
                            figure { a href=(address(number, chart)) { img src=(address(number, chart)) alt=(alt) loading="lazy" width="720" height="360"; } }
                        }
                    }
                }
            }
        }
    }
}

/// A value with its interval, on a scale from 0 to 1.
fn whisker(figure: Option<&Figure>) -> Markup {
    let Some((figure, value)) = figure.and_then(|figure| Some((figure, figure.value?))) else {
        return html! {};
    };
    let place = |value: f64| format!("{:.1}", 4.0 + 152.0 * value.clamp(0.0, 1.0));
    let ends = figure
        .interval
        .map(|interval| (interval.low, interval.high));
    let label = match ends {
        Some((low, high)) => format!("{value:.3}, between {low:.3} and {high:.3}"),
        None => format!("{value:.3}"),
    };
    html! {
        svg.whisker viewBox="0 0 160 20" role="img" aria-label=(label) {
            title { (label) }
            line.scale x1="4" x2="156" y1="10" y2="10" {}
            @if let Some((low, high)) = ends {
                line.range x1=(place(low)) x2=(place(high)) y1="10" y2="10" {}
                line.end x1=(place(low)) x2=(place(low)) y1="5" y2="15" {}
                line.end x1=(place(high)) x2=(place(high)) y1="5" y2="15" {}
            }
            circle.dot cx=(place(value)) cy="10" r="4" {}
        }
    }
}

/// What systems found on their way to the answers.
fn others(board: &Board<'_>) -> Markup {
    use lydite_model::Experiment as Kind;
    let has = |kind: &Kind| {
        board
            .reports
            .iter()
            .any(|one| one.report.experiment(*kind).is_some())
    };
    let kinds: Vec<Kind> = Kind::ALL.into_iter().filter(has).collect();
    html! {
        @if !kinds.is_empty() {
            h3 { "On the way to the answer" }
            div.wide { table {
                thead { tr { th scope="col" { "Macro F1" } @for kind in &kinds { th.n scope="col" { (kind) } } } }
                tbody { @for one in &board.reports { tr {
                    th.name scope="row" { bdi { (name(one.name())) } }
                    @for kind in &kinds {
                        td.n data-label=(kind) { (score(one.report.experiment(*kind).and_then(|report| report.value("macro.f1")))) }
                    }
                } } }
            } }
        }
    }
}

fn running(experiment: &Experiment, job: &Job) -> Markup {
    let progress = job.progress();
    html! {
        section aria-label="Progress" data-events={ "/experiments/" (experiment.id) "/events" } {
            div.wide { table {
                thead { tr {
                    th scope="col" { "System" } th scope="col" { "Progress" } th.n scope="col" { "Done" } th.n scope="col" { "Pace" }
                    th.n scope="col" { "Left" } th.n scope="col" { "F1 so far" } th.n scope="col" { "Errors" }
                } }
                tbody { @for (at, one) in progress.systems.iter().enumerate() { tr data-row=(at) {
                    th.name scope="row" { bdi { (name(&one.system)) } }
                    td.plot data-label="" { progress max=(one.total) value=(one.done) aria-label={ "Progress of " (name(&one.system)) } {} }
                    td.n data-label="Done" { span data-done { (one.done) " of " (one.total) } }
                    td.n data-label="Pace" { span data-rate { (format!("{:.1}", one.rate)) " per second" } }
                    td.n data-label="Left" { span data-left { @if let Some(left) = one.left.filter(|_| one.done < one.total) { (format!("{left:.0} s")) } } }
                    td.n data-label="F1 so far" { span data-f1 { (score(one.f1)) } }
                    td.n data-label="Errors" { span data-errors { (one.errors) } }
                } } }
            } }
            ul data-notices { @for notice in &progress.notices { li { bdi { (shown(notice, 300)) } } } }
            p.note aria-live="polite" { "Running. What was answered is stored already; cancelling loses nothing, and it can be resumed." }
            form method="post" action={ "/experiments/" (experiment.id) "/cancel" } { button.plain { "Cancel" } }
        }
    }
}

fn downloads(experiment: &Experiment, judging: u64) -> Markup {
    let what = |format: Format| match format {
        Format::JsonLd => "JSON-LD",
        Format::Turtle => "Turtle",
        Format::Csv => "CSV, a line for every figure",
        Format::Latex => "LaTeX tables",
        Format::Html => "one page that works offline",
        Format::Zip => "everything, as an archive that can be verified",
    };
    html! {
        section #downloads {
            h2 { "Take it along" }
            ul { @for format in Format::ALL {
                li { a href={ "/experiments/" (experiment.id) "/export/" (format) "?judging=" (judging) } { (what(format)) } }
            } }
        }
    }
}
