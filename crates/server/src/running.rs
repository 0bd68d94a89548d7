//! The page is opened, answers requests, and is closed in good order.

use std::future::Future;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware;
use lydite_http::Policy;
use lydite_lab::Lab;
use tokio::net::TcpListener;
use tokio::sync::watch;

use crate::access::Access;
use crate::app::{App, Inner};
use crate::recent::Recent;
use crate::{ServeError, Settings, api, assets, bridges, connections, gerbil, guard, pages};

/// A page that listens.
pub struct Server {
    app: App,
    listener: std::net::TcpListener,
}

impl Server {
    /// Opens the store and the address.
    ///
    /// # Errors
    /// One of them cannot be opened, or the settings leave open who may do what.
    pub fn open(lab: &Lab, mut settings: Settings) -> Result<Self, ServeError> {
        settings.check()?;
        let mut lab = lab.clone();
        lab.config.network.policy = match &settings.network {
            Some(line) => line
                .parse()
                .map_err(|error: lydite_http::Error| ServeError::Network(error.to_string()))?,
            // Whoever may use the page must not use it to look around in the network that it is in.
            None => Policy::public(),
        };
        if let Some(base) = &settings.base {
            lab.config.base = Some(format!("{}/experiments/", base.trim_end_matches('/')));
        }
        let failed = |error: std::io::Error| ServeError::Listen {
            listen: settings.listen,
            reason: error.to_string(),
        };
        let listener = std::net::TcpListener::bind(settings.listen).map_err(failed)?;
        listener.set_nonblocking(true).map_err(failed)?;
        settings.listen = listener.local_addr().map_err(failed)?;
        let home = lab.home().map_err(lydite_lab::Error::from)?.to_owned();
        let store = Arc::new(lab.store()?);
        Ok(Self {
            app: App::new(Inner {
                access: Access::open(settings.tokens.clone(), &home)?,
                hosts: settings.host_names(),
                store,
                lab,
                settings,
                jobs: Arc::default(),
                keys: api::Keys::default(),
                shelf: crate::shelf::Shelf::default(),
                listed: crate::listed::Listed::default(),
                ready: pages::Ready::default(),
                graphs: crate::graphs::Graphs::default(),
                bridges: bridges::Bridges::default(),
                pictures: Recent::new(1_000),
                corrected: Recent::new(100),
                datasets: Recent::new(200),
                samples: Recent::new(16),
                templates: Recent::new(16),
                limiter: guard::Limiter::default(),
                metrics: crate::metrics::Metrics::default(),
                closing: watch::Sender::new(false),
            }),
            listener,
        })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.app.settings.listen
    }

    /// Answers requests until `stop` is ready or the process is asked to end. Experiments that are
    /// running are parked: what was said is stored, and they can be resumed.
    ///
    /// # Errors
    /// No thread can be started.
    pub fn run(self, stop: impl Future<Output = ()> + Send + 'static) -> Result<(), ServeError> {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .enable_all()
            .build()?;
        let app = self.app.clone();
        let served: Result<(), ServeError> = runtime.block_on(async {
            let listener = TcpListener::from_std(self.listener)?;
            let closing = app.closing.clone();
            let stopped = async move {
                tokio::select! { () = stop => {}, () = signalled() => {} }
                closing.send_replace(true);
            };
            let patience = Duration::from_secs(app.settings.patience_seconds.max(1));
            connections::serve(listener, router(&app), patience, stopped).await;
            Ok(())
        });
        app.jobs.close();
        runtime.shutdown_timeout(Duration::from_secs(5));
        served
    }
}

/// Ready when the process is asked to end.
async fn signalled() {
    let interrupt = async {
        // Without it the process just ends, and loses nothing either.
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    };
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminate) = signal(SignalKind::terminate()) {
            tokio::select! { () = interrupt => {}, _ = terminate.recv() => {} }
            return;
        }
    }
    interrupt.await;
}

fn router(app: &App) -> Router {
    let limit = app.settings.upload_bytes;
    Router::new()
        .merge(pages::routes())
        .merge(assets::routes())
        .merge(bridges::routes())
        .nest("/api/v1", api::routes())
        .nest("/gerbil", gerbil::routes(limit))
        .fallback(pages::nowhere)
        .layer(DefaultBodyLimit::max(limit))
        .layer(middleware::from_fn_with_state(app.clone(), guard::guard))
        .with_state(app.clone())
}
