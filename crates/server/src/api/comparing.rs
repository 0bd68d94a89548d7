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
                    "The best run of every system that led, dataset by dataset",
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
    /// The best run of each system that led, for each dataset and rule set.
    leaders: Vec<Leader>,
}

/// The best run of a system on a dataset.
#[derive(Serialize, JsonSchema)]
struct Leader {
    /// The dataset.
    dataset: String,
    /// The rule set.
    rules: String,
    /// The system.
    system: String,
    /// Its score.
    score: f64,
    /// The experiment.
    experiment: String,
}

async fn leaderboard(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    headers: HeaderMap,
) -> Answer {
    let all = pages::visible(&app, &visitor).await?;
    let mut leaders = Vec::new();
    for ((dataset, rules), runs) in pages::leaders(&all) {
        for run in runs {
            if let Some(best) = &run.best {
                leaders.push(Leader {
                    dataset: dataset.clone(),
                    rules: rules.clone(),
                    system: best.system.clone(),
                    score: best.score,
                    experiment: run.id.to_string(),
                });
            }
        }
    }
    tagged(&headers, &Leaders { leaders })
}
