//! Routers behind an address, until somebody ends the work.

use std::io;
use std::time::Duration;

use axum::Router;
use lydite_model::Cancel;
use tokio::net::TcpListener;

/// Serves a router at an address such as `127.0.0.1:8080`, until `cancel` is raised; `ready` hears
/// where it listens.
///
/// # Errors
/// Nobody may listen there.
pub fn serve(
    address: &str,
    router: impl FnOnce(&str) -> io::Result<Router>,
    cancel: &Cancel,
    ready: impl FnOnce(&str),
) -> io::Result<()> {
    let runtime = tokio::runtime::Runtime::new()?;
    let outcome = runtime.block_on(async {
        let listener = TcpListener::bind(address).await?;
        let url = format!("http://{}", listener.local_addr()?);
        let router = router(&url)?;
        ready(&url);
        serve_on(listener, router, cancel.clone()).await
    });
    // Work that blocks must not keep a server that was told to end.
    runtime.shutdown_timeout(Duration::from_secs(1));
    outcome
}

/// The same for whoever listens already.
///
/// # Errors
/// The listener is gone.
pub async fn serve_on(listener: TcpListener, router: Router, cancel: Cancel) -> io::Result<()> {
    let ended = async move {
        while !cancel.is_cancelled() {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    tokio::select! {
        served = axum::serve(listener, router) => served,
        () = ended => Ok(()),
    }
}
