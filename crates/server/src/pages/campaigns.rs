//! Campaigns: phases, tasks, what is handed in, rankings.

use axum::Extension;
use axum::extract::{Multipart, Path, RawForm, State};
use axum::http::header;
use axum::response::{IntoResponse, Redirect, Response};
use jiff::Timestamp;
use lydite_lab::campaign::{
    Definition, HandedIn, Hosted, JudgedIn, Phase, PhaseKind, Ranking, Receipt, Submission,
};
use lydite_lab::export::html::{name as named, score, shown};
use lydite_model::Language;
use maud::{Markup, html};

use super::new::Fields;
use super::upload::{Form, diagnostics, read};
use crate::access::{Role, Visitor};
use crate::app::App;
use crate::error::Fault;
use crate::layout::{Frame, counted, encoded, when};
use crate::naming;

/// A campaign to begin with.
const EXAMPLE: &str = r#"name = "demo-campaign"
title = "The demo campaign"
description = "Answer 151 questions about countries, cities, people and works."

[[phase]]
kind = "training"

[[task]]
name = "answers"
training = "demo"
languages = ["en"]
graph = "demo"
"#;

pub(super) async fn list(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
) -> Result<Markup, Fault> {
    app.work(move |app| {
        let all = app.store.campaigns()?;
        let content = html! {
            h1 { "Campaigns" }
            p.lead { "Systems compete on the same tasks: participants hand in answers, hidden gold judges them, and rankings say which can be told apart." }
            @if all.is_empty() { p { "There is none yet." } } @else {
                ul { @for campaign in &all { li {
                    a href={ "/campaigns/" (encoded(&campaign.definition.name)) } { bdi { (shown(&campaign.definition.title, 120)) } }
                    " " span.muted { (counted(campaign.definition.tasks.len() as u64, "task")) ", created " (when(&campaign.created)) }
                } } }
            }
            @if visitor.may(Role::Admin) {
                h2 { "A new campaign" }
                p { "Its phases with dates, its tasks with their benchmarks by name, its rules. The example can be created as it stands." }
                form method="post" action="/campaigns" {
                    label.field { span { "Description, in TOML" } textarea name="definition" rows="16" spellcheck="false" required { (EXAMPLE) } }
                    button { "Create" }
                }
            }
        };
        Ok(Frame::new("Campaigns", "/campaigns", &visitor).page(&content))
    })
    .await
}

pub(super) async fn create(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    RawForm(bytes): RawForm,
) -> Result<Redirect, Fault> {
    app.allow(&visitor, Role::Admin)?;
    let fields = Fields::read(&bytes)?;
    let name = app
        .work(move |app| created(app, fields.one("definition").unwrap_or_default()))
        .await?;
    Ok(Redirect::to(&format!("/campaigns/{}", encoded(&name))))
}

/// Creates a campaign whose benchmarks and graphs are named, not found by a path.
pub(crate) fn created(app: &App, text: &str) -> Result<String, Fault> {
    let definition = Definition::parse(text).map_err(lydite_lab::Error::from)?;
    for task in &definition.tasks {
        for file in task.training.iter().chain(&task.test) {
            naming::dataset(&app.lab, &file.to_string_lossy())?;
        }
        if let Some(graph) = &task.graph {
            naming::graph(&app.lab, graph)?;
        }
        if task.rules.ends_with(".toml") {
            return Err(Fault::wrong(
                "rules are named, not described by a file of the server",
            ));
        }
    }
    app.lab
        .create_campaign(&app.store, &definition, Timestamp::now())?;
    Ok(definition.name)
}

pub(super) async fn page(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    Path(name): Path<String>,
) -> Result<Markup, Fault> {
    app.work(move |app| {
        let now = Timestamp::now();
        let hosted = app.lab.host(&app.store, &name)?;
        let rankings = rankings(&hosted, now)?;
        let submissions = hosted.submissions()?;
        let content = content(&hosted, &rankings, &submissions, &visitor, now);
        let title = &hosted.campaign.definition.title;
        Ok(Frame::new(title, "/campaigns", &visitor).page(&content))
    })
    .await
}

/// The rankings that may be shown now.
pub(crate) fn rankings(hosted: &Hosted<'_>, now: Timestamp) -> Result<Vec<Ranking>, Fault> {
    let mut all = hosted.rank(PhaseKind::Training, false, now)?;
    if hosted.is_over(now) {
        all.extend(hosted.rank(PhaseKind::Test, false, now)?);
    }
    Ok(all)
}

fn content(
    hosted: &Hosted<'_>,
    rankings: &[Ranking],
    submissions: &[Submission],
    visitor: &Visitor,
    now: Timestamp,
) -> Markup {
    let definition = &hosted.campaign.definition;
    let address = format!("/campaigns/{}", encoded(&definition.name));
    html! {
        p.kicker { a href="/campaigns" { "Campaigns" } " / " (definition.name) }
        h1 { bdi { (shown(&definition.title, 200)) } }
        @if !definition.description.is_empty() { p.lead { bdi { (shown(&definition.description, 2_000)) } } }
        @if let Some(contact) = &definition.contact { p { "Contact: " bdi { (shown(contact, 200)) } } }
        (phases(hosted, now))
        h2 { "Tasks" }
        div.wide { table {
            thead { tr { th scope="col" { "Task" } th scope="col" { "Languages" } th scope="col" { "Rules" } th scope="col" { "Graph" } th scope="col" { "Questions" } } }
            tbody { @for task in &definition.tasks { tr {
                th.name scope="row" { bdi { (shown(task.title.as_deref().unwrap_or(&task.name), 120)) } }
                td data-label="Languages" { @if task.languages.is_empty() { "together" } @else { (task.languages.join(", ")) } }
                td data-label="Rules" { a href={ "/rules#" (task.rules) } { (task.rules) } }
                td data-label="Graph" { (shown(task.graph.as_deref().unwrap_or("–"), 80)) }
                td data-label="Questions" { @for (at, kind) in [PhaseKind::Training, PhaseKind::Test].into_iter().filter(|kind| task.benchmark(*kind).is_some()).enumerate() {
                    @if at > 0 { " · " } a href={ (address) "/questions/" (task.name) "/" (kind) } { (kind) }
                } }
            } } }
        } }
        @for ranking in rankings { (place(ranking)) }
        @if rankings.is_empty() { h2 { "Rankings" } p { "Nothing can be ranked yet. The test phase is ranked when it is over." } }
        @if visitor.may(Role::Runner) { (submission_form(definition, &address)) }
        @if !submissions.is_empty() {
            h2 { "Handed in" }
            div.wide { table {
                thead { tr { th.n scope="col" { "No." } th scope="col" { "System" } th scope="col" { "Task" } th scope="col" { "Phase" } th scope="col" { "When" } } }
                tbody { @for one in submissions.iter().rev().take(50) { tr {
                    td.n data-label="No." { (one.number) }
                    th.name scope="row" { bdi { (named(&one.system)) } }
                    td data-label="Task" { (one.task) }
                    td data-label="Phase" { (one.phase) }
                    td data-label="When" { (when(&one.received)) }
                } } }
            } }
        }
        @if visitor.may(Role::Admin) && !hosted.is_over(now) && definition.tasks.iter().any(|task| task.test.is_some()) {
            details { summary { "Close the test phase" }
                p { "Nothing more is taken then, and the results are shown to everybody." }
                form method="post" action={ (address) "/close" } { button.danger { "Close it now" } }
            }
        }
    }
}

fn phases(hosted: &Hosted<'_>, now: Timestamp) -> Markup {
    let definition = &hosted.campaign.definition;
    let dates = |phase: &Phase| match (&phase.begin, &phase.end) {
        (Some(begin), Some(end)) => format!("{begin} to {end}"),
        (Some(begin), None) => format!("from {begin}"),
        (None, Some(end)) => format!("until {end}"),
        (None, None) => "without dates".to_owned(),
    };
    html! {
        dl.facts {
            @for phase in &definition.phases {
                div { dt { (phase.kind) " phase" } dd {
                    (dates(phase)) " "
                    span.state { @match definition.accepts(phase.kind, now) {
                        Ok(()) if phase.kind == PhaseKind::Test && hosted.is_over(now) => "closed",
                        Ok(()) => "open",
                        Err(_) => "not open",
                    } }
                } }
            }
        }
    }
}

fn place(ranking: &Ranking) -> Markup {
    html! {
        section {
            h2 { (ranking.task) @if let Some(language) = &ranking.language { " · " (language) } span.rules { " · " (ranking.phase) " · rules " (ranking.rules) } }
            div.wide { table {
                thead { tr { th.n scope="col" { "Rank" } th scope="col" { "System" } th.n scope="col" { "F1" } th.n scope="col" { "95 % interval" } th.n scope="col" { "Precision" } th.n scope="col" { "Recall" } th.n scope="col" { "Submissions" } } }
                tbody { @for place in &ranking.places { tr {
                    td.n data-label="Rank" { (place.rank) }
                    th.name scope="row" { bdi { (named(&place.system)) } @if let Some(configuration) = &place.configuration { small { bdi { (shown(configuration, 80)) } } } }
                    td.n.score data-label="F1" { (score(place.scores[2])) }
                    td.n data-label="95 % interval" { @if let Some((low, high)) = place.interval { (format!("{low:.3}–{high:.3}")) } @else { "–" } }
                    td.n data-label="Precision" { (score(place.scores[0])) }
                    td.n data-label="Recall" { (score(place.scores[1])) }
                    td.n data-label="Submissions" { (place.submissions) }
                } } }
            } }
            p.note { "Systems that share a rank cannot be told apart." }
        }
    }
}

fn submission_form(definition: &Definition, address: &str) -> Markup {
    html! {
        h2 #submit { "Hand in" }
        form method="post" action={ (address) "/submissions" } enctype="multipart/form-data" {
            div.two {
                fieldset {
                    legend { "System" }
                    label.field { span { "Name" } input type="text" name="system" maxlength="80" required; }
                    label.field { span { "Configuration, if there are several" } input type="text" name="configuration" maxlength="200"; }
                }
                fieldset {
                    legend { "Answers" }
                    label.field { span { "Task" } select name="task" { @for task in &definition.tasks { option value=(task.name) { (task.name) } } } }
                    label.field { span { "Phase" } select name="phase" { option value="" { "the one that is open" } option value="training" { "training" } option value="test" { "test" } } }
                    label.field { span { "Language, if the file does not say it" } input type="text" name="language" maxlength="20"; }
                    label.field { span { "File" } input type="file" name="file" required; }
                }
            }
            button { "Hand in" }
        }
    }
}

pub(super) async fn submit(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    Path(name): Path<String>,
    form: Multipart,
) -> Result<Markup, Fault> {
    app.allow(&visitor, Role::Runner)?;
    let form = read(form).await?;
    app.work(move |app| {
        let receipt = handed_in(app, &name, &form)?;
        let content = html! {
            p.kicker { a href="/campaigns" { "Campaigns" } " / " a href={ "/campaigns/" (encoded(&name)) } { (shown(&name, 80)) } }
            h1 { "Submission " (receipt.submission.number) " was taken" }
            @for (language, answered) in &receipt.answered {
                p.lead { (answered) " of " (counted(receipt.questions, "question")) " answered" @if let Some(language) = language { " in " (shown(language, 20)) } "." }
            }
            @match &receipt.scores {
                Some(scores) => (judged(scores)),
                None => p { "What it is worth is shown when the test phase is over." },
            }
            p { a.button href={ "/campaigns/" (encoded(&name)) } { "To the rankings" } }
            (diagnostics(&receipt.findings.diagnostics))
        };
        Ok(Frame::new("Submission", "/campaigns", &visitor).page(&content))
    })
    .await
}

fn judged(scores: &[JudgedIn]) -> Markup {
    html! {
        div.wide { table {
            thead { tr { th scope="col" { "Language" } th.n scope="col" { "F1" } th.n scope="col" { "Precision" } th.n scope="col" { "Recall" } } }
            tbody { @for one in scores { @let [precision, recall, f1] = one.report.headline(); tr {
                th scope="row" { (one.language.as_deref().unwrap_or("all")) }
                td.n.score data-label="F1" { (score(one.report.value(&f1))) }
                td.n data-label="Precision" { (score(one.report.value(&precision))) }
                td.n data-label="Recall" { (score(one.report.value(&recall))) }
            } } }
        } }
    }
}

/// Takes what a form hands in.
pub(crate) fn handed_in(app: &App, name: &str, form: &Form) -> Result<Receipt, Fault> {
    let hosted = app.lab.host(&app.store, name)?;
    let brought = form
        .files
        .first()
        .ok_or_else(|| Fault::wrong("no file was sent"))?;
    let system = form
        .field("system")
        .ok_or_else(|| Fault::wrong("the system needs a name"))?;
    let phase = match form.field("phase") {
        None => None,
        Some("training") => Some(PhaseKind::Training),
        Some("test") => Some(PhaseKind::Test),
        Some(other) => {
            return Err(Fault::wrong(format!(
                "there is no phase called `{}`",
                shown(other, 40)
            )));
        }
    };
    let folder = tempfile::tempdir()?;
    let file = brought.write(app, folder.path())?;
    let receipt = hosted.submit(
        &HandedIn {
            task: form.field("task").map(str::to_owned),
            phase,
            system: shown(system, 80),
            configuration: form.field("configuration").map(|text| shown(text, 200)),
            language: form.field("language").map(Language::new),
            file,
        },
        Timestamp::now(),
    );
    let mut receipt = receipt.map_err(|error| brought.fault(&error))?;
    receipt.findings.file.clone_from(&brought.name);
    for found in &mut receipt.findings.diagnostics {
        found.place.file.clone_from(&brought.name);
    }
    Ok(receipt)
}

pub(super) async fn close(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    Path(name): Path<String>,
) -> Result<Redirect, Fault> {
    app.allow(&visitor, Role::Admin)?;
    let name = app
        .work(move |app| {
            app.lab.host(&app.store, &name)?.close(Timestamp::now())?;
            Ok(name)
        })
        .await?;
    Ok(Redirect::to(&format!("/campaigns/{}", encoded(&name))))
}

/// The questions of a task, without answers where those are hidden.
pub(super) async fn questions(
    State(app): State<App>,
    Path((name, task, phase)): Path<(String, String, String)>,
) -> Result<Response, Fault> {
    app.work(move |app| {
        let hosted = app.lab.host(&app.store, &name)?;
        let now = Timestamp::now();
        let phase = match phase.as_str() {
            "training" => PhaseKind::Training,
            "test" => PhaseKind::Test,
            _ => return Err(Fault::not_found("there is no such phase")),
        };
        let definition = &hosted.campaign.definition;
        if definition
            .task(&task)
            .is_none_or(|task| task.benchmark(phase).is_none())
        {
            return Err(Fault::not_found("there is no such task in this phase"));
        }
        if !hosted.is_over(now)
            && hosted
                .campaign
                .definition
                .phase(phase)
                .is_some_and(|phase| phase.begin.is_some_and(|begin| now < begin.first_moment()))
        {
            return Err(Fault::not_found("this phase has not begun"));
        }
        let folder = tempfile::tempdir()?;
        let file = folder.path().join("questions.json");
        let with_gold = phase == PhaseKind::Training;
        hosted.release(Some(&task), phase, with_gold, &file, now)?;
        let headers = [
            (header::CONTENT_TYPE, "application/json".to_owned()),
            (
                header::CONTENT_DISPOSITION,
                format!("attachment; filename=\"{name}-{task}-{phase}.json\""),
            ),
        ];
        Ok((headers, std::fs::read(&file)?).into_response())
    })
    .await
}

#[cfg(test)]
mod tests {
    use super::*;
    use lydite_lab::demo;

    #[test]
    fn the_example_can_be_created() {
        let campaign = Definition::parse(EXAMPLE).unwrap();
        let training = campaign.tasks[0].training.as_ref().unwrap();
        assert_eq!(training.to_str(), Some(demo::GRAPH));
    }
}
