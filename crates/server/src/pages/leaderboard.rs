//! The best run of every system, dataset by dataset and language by language, beside what papers report.

use std::collections::{BTreeMap, HashSet};

use axum::Extension;
use axum::extract::State;
use lydite_lab::export::html::{name, score, shown};
use lydite_lab::literature::{Reported, reported};
use lydite_lab::store::{Scored, Summary};
use maud::{Markup, html};

use crate::access::{Role, Visitor};
use crate::app::App;
use crate::error::Fault;
use crate::layout::{Frame, counted, when};

/// The best run of every system, the best first.
pub(crate) struct Board {
    pub(crate) dataset: String,
    /// The language; none if every question was put in its own.
    pub(crate) language: Option<String>,
    pub(crate) rules: String,
    pub(crate) runs: Vec<(Scored, Summary)>,
}

/// A board for each dataset, language and rule set, of the experiments that a visitor may see.
pub(crate) fn boards(app: &App, visitor: &Visitor) -> Result<Vec<Board>, Fault> {
    let sees_all = visitor.may(Role::Reader);
    let listed = app.listed.all(&app.store)?;
    let visible: BTreeMap<&str, &Summary> = listed
        .iter()
        .filter(|one| sees_all || one.published.is_some())
        .map(|one| (one.id.as_str(), one))
        .collect();
    let mut boards: BTreeMap<(String, Option<String>, String), Vec<_>> = BTreeMap::new();
    let mut known = HashSet::new();
    for one in app.listed.scores(&app.store)?.iter() {
        let Some(summary) = visible.get(one.experiment.as_str()) else {
            continue;
        };
        let language = one.language.as_ref().map(ToString::to_string);
        let board = (one.dataset.clone(), language, one.rules.clone());
        // They come with the best first.
        if known.insert((board.clone(), one.system.clone())) {
            let run = (one.clone(), (*summary).clone());
            boards.entry(board).or_default().push(run);
        }
    }
    let boards = boards.into_iter();
    Ok(boards
        .map(|((dataset, language, rules), runs)| Board {
            dataset,
            language,
            rules,
            runs,
        })
        .collect())
}

pub(super) async fn page(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
) -> Result<Markup, Fault> {
    let asking = visitor.clone();
    let boards = app.work(move |app| boards(app, &asking)).await?;
    let content = html! {
        h1 { "Leaderboard" }
        p.lead { "The best score of each system, per dataset, language and rule set; every figure leads to its run." }
        @if boards.is_empty() { p { "Nothing has been judged yet. The " a href="/" { "start" } " offers the demo." } }
        @for board in &boards { (section(board)) }
    };
    Ok(Frame::new("Leaderboard", "/leaderboard", &visitor).page(&content))
}

fn section(board: &Board) -> Markup {
    let known = reported(&board.dataset);
    let spoken = |one: &&Reported| {
        board
            .language
            .as_ref()
            .is_none_or(|own| *own == one.language)
    };
    let known: Vec<&Reported> = known.iter().filter(spoken).collect();
    html! {
        section {
            h2 {
                bdi { (shown(&board.dataset, 100)) }
                span.rules {
                    @if let Some(language) = &board.language { " · " (shown(language, 20)) }
                    " · rules " (shown(&board.rules, 40))
                }
            }
            div.wide { table {
                thead { tr { th scope="col" { "System" } th.n scope="col" { "Score" } th.n scope="col" { "Questions" } th scope="col" { "Run" } th scope="col" { "When" } } }
                tbody {
                    @for (scored, run) in &board.runs { tr {
                        th.name scope="row" { bdi { (name(&scored.system)) } }
                        td.n.score data-label="Score" { a href={ "/experiments/" (run.id) } { (score(Some(scored.score))) } }
                        td.n data-label="Questions" { (scored.questions) }
                        td data-label="Run" { (run.id) }
                        td data-label="When" { (when(&run.created)) }
                    } }
                }
            } }
            @if !known.is_empty() {
                details.remarks {
                    summary { "Published values: " (counted(known.len() as u64, "system")) }
                    p.note { "As papers report them, by rules of their own; nothing of it was run here." }
                    div.wide { table {
                        thead { tr { th scope="col" { "System" } th.n scope="col" { "F1" } th.n scope="col" { "Precision" } th.n scope="col" { "Recall" } th scope="col" { "Reported by" } } }
                        tbody { @for one in known { tr {
                            th.name scope="row" { (one.system) }
                            td.n data-label="F1" { (score(one.scores[2])) }
                            td.n data-label="Precision" { (score(one.scores[0])) }
                            td.n data-label="Recall" { (score(one.scores[1])) }
                            td data-label="Reported by" { (one.source) }
                        } } }
                    } }
                }
            }
        }
    }
}
