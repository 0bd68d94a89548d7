//! Charts of an experiment, as pictures with an address of their own.

use axum::Extension;
use axum::extract::{Path, Query, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use lydite_lab::charts::{failures_chart, of_board};
use lydite_picture::Theme;
use serde::Deserialize;

use crate::access::Visitor;
use crate::app::App;
use crate::error::Fault;

/// The charts that there are, with what they show.
pub(super) const ALL: [(&str, &str); 4] = [
    (
        "scores",
        "Bars: F1 of every system with its 95 % interval, and the differences from the best",
    ),
    ("plane", "Scatter: precision and recall of every system"),
    ("failures", "Stacked bars: why each system lost questions"),
    (
        "time",
        "Histogram: how long each system took for a question",
    ),
];

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
            let book = app.shelf.book(&app.store, &experiment, wanted.judging)?;
            let boards = book.publication.boards();
            let none = || Fault::not_found("there is no such chart");
            let board = boards.get(wanted.board).ok_or_else(none)?;
            let drawn = match chart.strip_suffix(".svg").unwrap_or(&chart) {
                "scores" => of_board::scores(&book.publication, board),
                "plane" => of_board::plane(board),
                "time" => of_board::time(board),
                "failures" => {
                    let groups = book.explained(&app.lab)?;
                    let group = groups.iter().find(|group| {
                        group.dataset == board.task.dataset && group.language == board.task.language
                    });
                    failures_chart(group.map_or(&[], |group| &group.failures[..]))
                }
                _ => return Err(none()),
            };
            Ok(drawn.render(&Theme::default()))
        })
        .await?;
    let headers = [
        (header::CONTENT_TYPE, "image/svg+xml"),
        // The picture has styles of its own, and nothing else.
        (
            header::CONTENT_SECURITY_POLICY,
            "default-src 'none'; style-src 'unsafe-inline'",
        ),
    ];
    Ok((headers, svg).into_response())
}
