//! Charts of an experiment, as pictures with an address of their own.

use axum::Extension;
use axum::extract::{Path, Query, State};
use axum::response::Response;
use lydite_judge::Chosen;
use lydite_lab::charts::{failures_chart, of_board};
use lydite_lab::export::Board;
use lydite_lab::sampling::Measuring;
use lydite_lab::{Evaluation, Slicing};
use lydite_model::Experiment as Kind;
use lydite_picture::{Chart, Theme};
use lydite_sample::Feature;
use serde::Deserialize;

use super::picture::drawn;
use crate::access::Visitor;
use crate::app::App;
use crate::error::Fault;
use crate::shelf::Book;

/// The charts of a board, with what they show.
pub(super) fn of(board: &Board<'_>) -> Vec<(&'static str, &'static str)> {
    let several = board.reports.len() > 1;
    let is_timed = board
        .reports
        .iter()
        .any(|one| one.report.value("mean_millis").is_some());
    let all = [
        (
            true,
            "scores",
            "Bars: F1 of every system with its 95 % interval, and the differences from the best",
        ),
        (
            true,
            "plane",
            "Scatter: precision and recall of every system",
        ),
        (
            true,
            "slices",
            "Heat map: the scores of the systems by feature of the question",
        ),
        (
            of_board::kinds(board).is_some(),
            "kinds",
            "Heat map: F1 of the systems by experiment type",
        ),
        (
            true,
            "failures",
            "Stacked bars: why each system lost questions",
        ),
        (
            several && board.compared.is_some(),
            "significance",
            "Heat map: how likely the difference between two systems is chance",
        ),
        (
            is_timed,
            "time",
            "Histogram: how long each system took for a question",
        ),
    ];
    all.into_iter()
        .filter(|(is_there, ..)| *is_there)
        .map(|(_, chart, alt)| (chart, alt))
        .collect()
}

/// The features by which questions are told apart in the heat map.
const FEATURES: [&str; 3] = ["answer_type", "tps", "words"];

#[derive(Deserialize)]
pub(super) struct Wanted {
    judging: Option<u64>,
    #[serde(default)]
    board: usize,
}

pub(super) async fn chart(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    Path((id, chart)): Path<(String, String)>,
    Query(wanted): Query<Wanted>,
) -> Result<Response, Fault> {
    let svg = app
        .work(move |app| {
            let experiment = app.experiment(&visitor, &id)?;
            if experiment.judgings == 0 {
                return Err(Fault::not_found("nothing has been judged yet"));
            }
            let book = app.shelf.book(&app.store, &experiment, wanted.judging)?;
            let chart = chart.strip_suffix(".svg").unwrap_or(&chart);
            let key = format!(
                "{} {} {} {chart}",
                experiment.id,
                book.number(),
                wanted.board
            );
            app.pictures.get(&key, || {
                let drawn = draw(app, &book, wanted.board, chart)?;
                Ok(drawn.render(&Theme::default()))
            })
        })
        .await?;
    Ok(drawn(svg.to_string()))
}

fn draw(app: &App, book: &Book, number: usize, chart: &str) -> Result<Chart, Fault> {
    let boards = book.publication.boards();
    let none = || Fault::not_found("there is no such chart");
    let board = boards.get(number).ok_or_else(none)?;
    match chart {
        "scores" => Ok(of_board::scores(&book.publication, board)),
        "plane" => Ok(of_board::plane(board)),
        "time" => Ok(of_board::time(board)),
        "kinds" => of_board::kinds(board).ok_or_else(none),
        "significance" => of_board::significance(board).ok_or_else(none),
        "slices" => slices(app, book, board),
        "failures" => {
            let groups = book.explained(&app.lab)?;
            let group = groups.iter().find(|group| {
                group.dataset == board.task.dataset && group.language == board.task.language
            });
            Ok(failures_chart(
                group.map_or(&[], |group| &group.failures[..]),
            ))
        }
        _ => Err(none()),
    }
}

fn slices(app: &App, book: &Book, board: &Board<'_>) -> Result<Chart, Fault> {
    let rules = board
        .reports
        .first()
        .map(|one| one.report.rules.name.as_str());
    let task = board.task;
    let evaluation = app.lab.stored_evaluation(
        &book.publication.experiment.id,
        rules,
        Some(&task.dataset_name),
        task.language.as_ref(),
    )?;
    let evaluation = Evaluation {
        experiments: Chosen::These(vec![Kind::Qa]),
        ..evaluation
    };
    let slicing = Slicing {
        by: FEATURES
            .iter()
            .filter_map(|name| Feature::find(name).ok())
            .collect(),
        measuring: Measuring::default(),
        experiment: Kind::Qa,
        at_least: 1,
    };
    let slices = app.lab.slice(&evaluation, &slicing)?;
    Ok(slices.chart(task.dataset_name.as_ref()))
}
