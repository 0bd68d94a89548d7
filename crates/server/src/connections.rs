//! Connections: taken up, bounded in number and patience, closed in good order.

use std::future::Future;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::{Request, StatusCode};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use tokio::time::{Instant, sleep, timeout};
use tokio_stream::StreamExt;
use tower::ServiceExt;

use crate::error::Fault;

/// So many connections are open at a time; others wait.
const MOST: usize = 8_192;
/// How long sending a request may take.
const WHOLE: Duration = Duration::from_secs(600);
/// How long answers may take that are under way when the page is closed.
const LAST: Duration = Duration::from_secs(10);

/// Answers requests until `stop` is ready; then those that are under way. Whoever takes longer than
/// `patience` to say what is wanted is not waited for.
pub(crate) async fn serve(
    listener: TcpListener,
    router: Router,
    patience: Duration,
    stop: impl Future<Output = ()> + Send,
) {
    let graceful = GracefulShutdown::new();
    let free = Arc::new(Semaphore::new(MOST));
    tokio::pin!(stop);
    loop {
        let permit = tokio::select! {
            permit = Arc::clone(&free).acquire_owned() => permit,
            () = &mut stop => break,
        };
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = &mut stop => break,
        };
        let Ok((stream, peer)) = accepted else {
            // Too many files are open, or the peer is gone already.
            sleep(Duration::from_millis(50)).await;
            continue;
        };
        let _ = stream.set_nodelay(true);
        let router = router.clone();
        let service = service_fn(move |request: Request<Incoming>| {
            let mut request = request.map(Body::new);
            request
                .extensions_mut()
                .insert(ConnectInfo::<SocketAddr>(peer));
            router.clone().oneshot(request)
        });
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(patience)
            .serve_connection(TokioIo::new(stream), service);
        let watched = graceful.watch(connection);
        tokio::spawn(async move {
            // Whoever breaks off has said so to nobody but us.
            let _ = watched.await;
            drop(permit);
        });
    }
    drop(listener);
    let _ = timeout(LAST, graceful.shutdown()).await;
}

/// The whole body of a request, unless it is too large or comes too slowly.
pub(crate) async fn received(body: Body, most: usize, pause: Duration) -> Result<Vec<u8>, Fault> {
    let too_large = || Fault::new(StatusCode::PAYLOAD_TOO_LARGE, "this is too large");
    let too_slow = |_| Fault::new(StatusCode::REQUEST_TIMEOUT, "this comes too slowly");
    let until = Instant::now() + WHOLE;
    let mut received = Vec::new();
    let mut parts = body.into_data_stream();
    loop {
        let patience = pause.min(until.saturating_duration_since(Instant::now()));
        let Some(part) = timeout(patience, parts.next()).await.map_err(too_slow)? else {
            return Ok(received);
        };
        let part = part.map_err(|error| Fault::new(StatusCode::BAD_REQUEST, error.to_string()))?;
        if received.len() + part.len() > most {
            return Err(too_large());
        }
        received.extend_from_slice(&part);
    }
}
