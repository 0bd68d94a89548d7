//! A person's word against a verdict: said on the page of a question, shown beside the scores, handed
//! on as a patch for the benchmark.

use std::sync::Arc;

use axum::Extension;
use axum::extract::{Path, Query, RawForm, State};
use axum::http::header;
use axum::response::{IntoResponse, Redirect, Response};
use jiff::Timestamp;
use lydite_lab::export::html::{answer, name, score, shown};
use lydite_lab::export::{Board, Explained, ExplainedQuestion};
use lydite_lab::overrule::{Corrected, Correction, Overrule, row_text};
use lydite_lab::store::Experiment;
use lydite_model::{Answer, AnswerSet, Table, Term};
use maud::{Markup, html};
use serde::Deserialize;

use super::new::Fields;
use super::questions::group;
use crate::access::{Role, Visitor};
use crate::app::App;
use crate::error::Fault;
use crate::layout::{counted, encoded, when};
use crate::shelf::Book;

/// So many answers are offered to be corrected.
const OFFERED: usize = 60;
/// Longer reasons are stories.
const LONGEST: usize = 2_000;

type Row = Vec<Option<Term>>;

/// What systems answered and the gold does not have.
fn extra(question: &ExplainedQuestion) -> Vec<Row> {
    let gold: Vec<String> = rows(question.gold.as_ref()).map(row_text).collect();
    let mut found: Vec<Row> = Vec::new();
    for given in question.given.iter().flatten() {
        let matched = given.evidence.iter().flat_map(|one| &one.matched);
        let matched: Vec<&str> = matched.map(|pair| pair.system.as_str()).collect();
        for row in rows(given.answers.as_ref()) {
            let text = row_text(row);
            if !gold.contains(&text)
                && !matched.contains(&&*text)
                && !found.iter().any(|own| own == row)
            {
                found.push(row.to_vec());
            }
        }
    }
    found
}

fn rows(answers: Option<&AnswerSet>) -> impl Iterator<Item = &[Option<Term>]> {
    answers
        .and_then(AnswerSet::as_table)
        .into_iter()
        .flat_map(Table::rows)
}

/// What is wrong with the gold, as a form says it.
pub(crate) struct Said<'s> {
    pub(crate) add: Vec<&'s str>,
    pub(crate) remove: Vec<&'s str>,
    pub(crate) boolean: Option<bool>,
    pub(crate) leave_out: bool,
    pub(crate) reason: &'s str,
    pub(crate) person: &'s str,
}

/// Keeps what somebody says against the gold of a question; gives its number.
pub(crate) fn overrule(
    app: &App,
    experiment: &Experiment,
    group: &Explained,
    question: &ExplainedQuestion,
    said: &Said<'_>,
) -> Result<Overrule, Fault> {
    let (reason, person) = (said.reason.trim(), said.person.trim());
    if reason.is_empty() || person.is_empty() {
        return Err(Fault::wrong(
            "whoever overrules a verdict gives a reason and a name",
        ));
    }
    if reason.chars().count() > LONGEST || person.chars().count() > 200 {
        return Err(Fault::wrong("the reason or the name is too long"));
    }
    let pick = |texts: &[&str], from: &[Row]| -> Result<Vec<Row>, Fault> {
        let find = |text: &&str| {
            let row = from.iter().find(|row| row_text(row) == **text);
            row.cloned().ok_or_else(|| {
                Fault::wrong(format!("there is no answer {} here", shown(text, 200)))
            })
        };
        texts.iter().map(find).collect()
    };
    let gold: Vec<Row> = rows(question.gold.as_ref()).map(<[_]>::to_vec).collect();
    let correction = Correction {
        add: pick(&said.add, &extra(question))?,
        remove: pick(&said.remove, &gold)?,
        boolean: said.boolean,
        leave_out: said.leave_out,
    };
    if correction.is_empty() {
        return Err(Fault::wrong("nothing is said to be wrong")
            .hint("Mark an answer as right or wrong, or leave the question out."));
    }
    let mut said = Overrule {
        number: 0,
        dataset: group.dataset.clone(),
        question: question.id.clone(),
        correction,
        reason: reason.to_owned(),
        person: person.to_owned(),
        made: Timestamp::now().to_string(),
    };
    said.number = app.store.add_overrule(&experiment.id, &said)?;
    Ok(said)
}

/// The form, on the page of a question.
pub(super) fn form(
    id: &str,
    address: &str,
    number: usize,
    question: &ExplainedQuestion,
    visitor: &Visitor,
) -> Markup {
    let gold: Vec<Row> = rows(question.gold.as_ref()).map(<[_]>::to_vec).collect();
    let extra = extra(question);
    let says = question.gold.as_ref().map(|gold| &gold.answer);
    let choice = |field: &str, row: &Row| {
        html! {
            label.check { input type="checkbox" name=(field) value=(row_text(row)); bdi { (answer(&row_text(row))) } }
        }
    };
    html! {
        details #overrule {
            summary { "Overrule the verdict" }
            form method="post" action={ "/experiments/" (id) "/questions/" (number) "/overrule?" (address) } {
                div.two {
                    @if !extra.is_empty() {
                        fieldset { legend { "These answers are right, too" } @for row in extra.iter().take(OFFERED) { (choice("add", row)) } }
                    }
                    @if !gold.is_empty() {
                        fieldset { legend { "These gold answers are wrong" } @for row in gold.iter().take(OFFERED) { (choice("remove", row)) } }
                    }
                    @if let Some(Answer::Boolean(value)) = says {
                        fieldset { legend { "The gold is wrong" }
                            label.check { input type="checkbox" name="boolean" value=(!value); "the right answer is " (if *value { "no" } else { "yes" }) } }
                    }
                    fieldset { legend { "The question" } label.check { input type="checkbox" name="leave_out" value="true"; "cannot be judged, and should not count" } }
                }
                label.field { span { "Reason" } textarea name="reason" rows="2" maxlength=(LONGEST) required {} }
                label.field { span { "Your name" } input type="text" name="person" maxlength="200" value=(if visitor.name == "local" { "" } else { &visitor.name }) required; }
                button { "Overrule" }
            }
        }
    }
}

pub(super) async fn make(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    Path((id, number)): Path<(String, usize)>,
    Query(wanted): Query<super::questions::Wanted>,
    RawForm(bytes): RawForm,
) -> Result<Redirect, Fault> {
    app.allow(&visitor, Role::Runner)?;
    let fields = Fields::read(&bytes)?;
    let place = app
        .work(move |app| {
            let experiment = app.experiment(&visitor, &id)?;
            let book = app.shelf.book(&app.store, &experiment, wanted.judging)?;
            let group = group(&book, app, wanted.board)?;
            let question = number.checked_sub(1).and_then(|at| group.questions.get(at));
            let question = question.ok_or_else(|| Fault::not_found("there is no such question"))?;
            let said = Said {
                add: fields.all("add").collect(),
                remove: fields.all("remove").collect(),
                boolean: fields.one("boolean").map(|value| value == "true"),
                leave_out: fields.one("leave_out").is_some(),
                reason: fields.one("reason").unwrap_or_default(),
                person: fields.one("person").unwrap_or_default(),
            };
            overrule(app, &experiment, group, question, &said)?;
            Ok(format!("/experiments/{id}#overruled"))
        })
        .await?;
    Ok(Redirect::to(&place))
}

pub(super) async fn withdraw(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    Path((id, number)): Path<(String, u64)>,
) -> Result<Redirect, Fault> {
    app.allow(&visitor, Role::Runner)?;
    let id = app
        .work(move |app| {
            let experiment = app.experiment(&visitor, &id)?;
            if !app.store.withdraw_overrule(&experiment.id, number)? {
                return Err(Fault::not_found("nobody said that"));
            }
            Ok(experiment.id)
        })
        .await?;
    Ok(Redirect::to(&format!("/experiments/{id}#overruled")))
}

/// The scores with everything that people said.
pub(crate) fn corrected(
    app: &App,
    book: &Book,
    board: &Board<'_>,
    overrules: &[Overrule],
) -> Result<Arc<Vec<Corrected>>, Fault> {
    let publication = &book.publication;
    let numbers: Vec<String> = overrules.iter().map(|one| one.number.to_string()).collect();
    let key = format!(
        "{} {} {} {:?} {} {}",
        publication.experiment.id,
        book.number(),
        board.task.dataset,
        board.task.language,
        board.reports[0].report.rules.name,
        numbers.join(","),
    );
    app.corrected.get(&key, || {
        Ok(app.lab.corrected(publication, board, overrules)?)
    })
}

/// What was overruled, on the page of an experiment.
pub(super) fn section(app: &App, book: &Book, overrules: &[Overrule], visitor: &Visitor) -> Markup {
    if overrules.is_empty() {
        return html! {};
    }
    let id = &book.publication.experiment.id;
    let boards = book.publication.boards();
    let texts = |rows: &[Row]| {
        rows.iter()
            .map(|row| answer(&row_text(row)))
            .collect::<Vec<_>>()
            .join(", ")
    };
    html! {
        section #overruled {
            h2 { "Overruled verdicts" }
            p { "People say that the gold of " (counted(overrules.len() as u64, "question")) " is wrong. The scores above are as they were judged; here they are with every correction." }
            @for (number, board) in boards.iter().enumerate().filter(|(_, board)| overrules.iter().any(|said| said.dataset == board.task.dataset)) {
                @match corrected(app, book, board, overrules) {
                    Ok(scores) => {
                        div.wide { table {
                            thead { tr { th scope="col" { "System" } th.n scope="col" { "As judged" } th.n scope="col" { "With corrections" } th.n scope="col" { "Difference" } } }
                            tbody { @for one in scores.iter() { tr {
                                th.name scope="row" { bdi { (name(&one.system)) } }
                                td.n data-label="As judged" { (score(one.judged)) }
                                td.n.score data-label="With corrections" { (score(one.corrected)) }
                                td.n data-label="Difference" { @match one.judged.zip(one.corrected) { Some((before, after)) => { (format!("{:+.3}", after - before)) } None => { "–" } } }
                            } } }
                        } }
                        p { a href={ "/experiments/" (id) "/overrules/patch.json?board=" (number) "&judging=" (book.number()) } { "Patch for the benchmark" } " · "
                            a href={ "/experiments/" (id) "/overrules/benchmark.json?board=" (number) "&judging=" (book.number()) } { "the benchmark with the corrections" } }
                    }
                    Err(fault) => p.failure { (shown(&fault.message, 400)) },
                }
            }
            div.wide { table {
                thead { tr { th scope="col" { "Question" } th scope="col" { "Correction" } th scope="col" { "Reason" } th scope="col" { "By" } th scope="col" { "" span.sr { "Take back" } } } }
                tbody { @for said in overrules { tr {
                    th.name scope="row" { a href={ "/experiments/" (id) "/questions?find=" (encoded(&said.question)) } { (shown(&said.question, 60)) } }
                    td data-label="Correction" { bdi {
                        @if said.correction.leave_out { "left out" }
                        @if let Some(value) = said.correction.boolean { "the answer is " (if value { "yes" } else { "no" }) }
                        @if !said.correction.add.is_empty() { "right, too: " (shown(&texts(&said.correction.add), 300)) " " }
                        @if !said.correction.remove.is_empty() { "wrong: " (shown(&texts(&said.correction.remove), 300)) }
                    } }
                    td data-label="Reason" { bdi { (shown(&said.reason, 400)) } }
                    td data-label="By" { bdi { (shown(&said.person, 80)) } " " (when(&said.made)) }
                    td data-label="" { @if visitor.may(Role::Runner) { form method="post" action={ "/experiments/" (id) "/overrules/" (said.number) "/withdraw" } { button.plain { "Take back" } } } }
                } } }
            } }
        }
    }
}

#[derive(Deserialize)]
pub(super) struct Which {
    judging: Option<u64>,
    #[serde(default)]
    board: usize,
}

/// The corrections as files.
pub(super) async fn file(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    Path((id, file)): Path<(String, String)>,
    Query(which): Query<Which>,
) -> Result<Response, Fault> {
    app.work(move |app| {
        let experiment = app.experiment(&visitor, &id)?;
        let book = app.shelf.book(&app.store, &experiment, which.judging)?;
        let boards = book.publication.boards();
        let board = boards
            .get(which.board)
            .ok_or_else(|| Fault::not_found("there is no such part of this experiment"))?;
        let overrules = app.store.overrules(&experiment.id)?;
        let bytes = match file.as_str() {
            "patch.json" => {
                let patch = app.lab.patch(&book.publication, board, &overrules)?;
                serde_json::to_vec_pretty(&patch).map_err(std::io::Error::from)?
            }
            "benchmark.json" => {
                app.lab
                    .corrected_benchmark(&book.publication, board, &overrules)?
            }
            _ => return Err(Fault::not_found("there is no such file")),
        };
        let headers = [
            (header::CONTENT_TYPE, "application/json".to_owned()),
            (
                header::CONTENT_DISPOSITION,
                format!("attachment; filename=\"lydite-{id}-{file}\""),
            ),
        ];
        Ok((headers, bytes).into_response())
    })
    .await
}
