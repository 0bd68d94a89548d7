//! Experiments side by side, and who leads.

use axum::Extension;
use axum::extract::{Query, State};
use axum::http::HeaderMap;
use axum::routing::get;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::input::Input;
use super::operation::{Operation, Operations};
use super::{Answer, tagged};
use crate::access::Visitor;
use crate::app::App;
use crate::pages;

pub(super) fn add(operations: Operations) -> Operations {
    let op = Operation::new;
    operations.group(
        "Comparisons",
        vec![
            (
                op("get", "/compare", "Experiments side by side")
                    .query::<Compared>()
                    .gives::<Value>(),
                get(compare),
            ),
            (
                op(
                    "get",
                    "/leaderboard",
                    "The best run of every system, dataset by dataset and language by language",
                )
                .gives::<Leaders>(),
                get(leaderboard),
            ),
        ],
    )
}

/// Which experiments are compared.
#[derive(Deserialize, JsonSchema)]
struct Compared {
    /// Their identifiers, with commas between them; at most eight.
    #[schemars(regex(pattern = r"^[0-9]{1,24}(,[0-9]{1,24}){0,7}$"))]
    ids: String,
}

async fn compare(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    Input(Query(wanted)): Input<Query<Compared>>,
    headers: HeaderMap,
) -> Answer {
    let compared = app
        .work(move |app| pages::compared(app, &visitor, &wanted.ids))
        .await?;
    tagged(&headers, &compared)
}

/// The best runs.
#[derive(Serialize, JsonSchema)]
struct Leaders {
    /// The best run of each system, for each dataset, language and rule set.
    leaders: Vec<Leader>,
}

/// The best run of a system on a dataset.
#[derive(Serialize, JsonSchema)]
struct Leader {
    /// The dataset.
    dataset: String,
    /// The language; null if every question was put in its own.
    language: Option<String>,
    /// The rule set.
    rules: String,
    /// The system.
    system: String,
    /// Its score.
    score: f64,
    /// How many questions were put.
    questions: u64,
    /// The experiment.
    experiment: String,
}

async fn leaderboard(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    headers: HeaderMap,
) -> Answer {
    let boards = app.work(move |app| pages::boards(app, &visitor)).await?;
    let mut leaders = Vec::new();
    for board in boards {
        for (scored, _) in board.runs {
            leaders.push(Leader {
                dataset: board.dataset.clone(),
                language: board.language.clone(),
                rules: board.rules.clone(),
                system: scored.system,
                score: scored.score,
                questions: scored.questions,
                experiment: scored.experiment.to_string(),
            });
        }
    }
    tagged(&headers, &Leaders { leaders })
}
