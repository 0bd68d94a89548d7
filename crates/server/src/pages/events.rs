//! How far a running experiment is, told as it happens.

use std::convert::Infallible;
use std::sync::atomic::Ordering;
use std::time::Duration;

use axum::Extension;
use axum::extract::{Path, State};
use axum::response::sse::{Event, KeepAlive, Sse};
use tokio::sync::mpsc;
use tokio::time::{interval, timeout};
use tokio_stream::Stream;
use tokio_stream::wrappers::ReceiverStream;

use crate::access::Visitor;
use crate::app::App;
use crate::error::Fault;

/// How often news are told at most.
const PACE: Duration = Duration::from_millis(250);
/// A reader that takes nothing for so long is gone.
const GONE: Duration = Duration::from_secs(30);

pub(super) async fn stream(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    Path(id): Path<String>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Fault> {
    let experiment = app.work(move |app| app.experiment(&visitor, &id)).await?;
    let (send, events) = mpsc::channel(4);
    tokio::spawn(async move {
        app.metrics.streams.fetch_add(1, Ordering::Relaxed);
        let mut closing = app.closing.subscribe();
        let mut ticks = interval(PACE);
        let mut told = None;
        loop {
            tokio::select! {
                _ = ticks.tick() => {}
                _ = closing.changed() => break,
                () = send.closed() => break,
            }
            let Some(job) = app.jobs.get(&experiment.id) else {
                let done = Event::default().event("done").data("{}");
                let _ = send.send(Ok(done)).await;
                break;
            };
            let version = job.version();
            if told == Some(version) {
                continue;
            }
            told = Some(version);
            let data = serde_json::to_string(&job.progress()).unwrap_or_default();
            let event = Event::default().event("progress").data(data);
            if !matches!(timeout(GONE, send.send(Ok(event))).await, Ok(Ok(()))) {
                break;
            }
        }
        app.metrics.streams.fetch_sub(1, Ordering::Relaxed);
    });
    Ok(Sse::new(ReceiverStream::new(events)).keep_alive(KeepAlive::default()))
}
