//! What all requests share.

use std::ops::Deref;
use std::sync::Arc;

use axum::http::StatusCode;
use lydite_lab::Lab;
use lydite_lab::overrule::Corrected;
use lydite_lab::store::{Experiment, ExperimentId, Store};
use tokio::sync::watch;

use crate::access::{Access, Role, Visitor};
use crate::bridges::Bridges;
use crate::error::Fault;
use crate::graphs::Graphs;
use crate::guard::Limiter;
use crate::jobs::Jobs;
use crate::listed::Listed;
use crate::metrics::Metrics;
use crate::pages;
use crate::recent::Recent;
use crate::settings::Settings;
use crate::shelf::Shelf;

/// What all requests share.
#[derive(Clone)]
pub(crate) struct App(Arc<Inner>);

pub(crate) struct Inner {
    pub(crate) lab: Lab,
    pub(crate) store: Arc<Store>,
    pub(crate) settings: Settings,
    pub(crate) hosts: Vec<String>,
    pub(crate) access: Access,
    pub(crate) jobs: Arc<Jobs>,
    pub(crate) keys: crate::api::Keys,
    pub(crate) shelf: Shelf,
    pub(crate) listed: Listed,
    pub(crate) ready: pages::Ready,
    pub(crate) graphs: Graphs,
    pub(crate) bridges: Bridges,
    /// Charts, as SVG.
    pub(crate) pictures: Recent<String>,
    pub(crate) corrected: Recent<Vec<Corrected>>,
    pub(crate) datasets: Recent<pages::Seen>,
    pub(crate) samples: Recent<pages::Built>,
    pub(crate) templates: Recent<pages::Verdicts>,
    pub(crate) limiter: Limiter,
    pub(crate) metrics: Metrics,
    /// Becomes true when the page is closed.
    pub(crate) closing: watch::Sender<bool>,
}

impl Deref for App {
    type Target = Inner;

    fn deref(&self) -> &Inner {
        &self.0
    }
}

impl App {
    pub(crate) fn new(inner: Inner) -> Self {
        Self(Arc::new(inner))
    }

    /// Does what may block, on a thread for that.
    pub(crate) async fn work<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Self) -> Result<T, Fault> + Send + 'static,
    ) -> Result<T, Fault> {
        let app = self.clone();
        match tokio::task::spawn_blocking(move || work(&app)).await {
            Ok(done) => done,
            Err(_) => Err(Fault::new(
                StatusCode::INTERNAL_SERVER_ERROR,
                "something went wrong here; the log of the server says what",
            )),
        }
    }

    /// An experiment, if this visitor may see it. Whoever may not is told what somebody is told who
    /// guesses: that there is none.
    pub(crate) fn experiment(&self, visitor: &Visitor, id: &str) -> Result<Experiment, Fault> {
        let none = || Fault::not_found(format!("there is no experiment {id} that you may see"));
        let well_formed = id.len() <= 24 && id.bytes().all(|byte| byte.is_ascii_digit());
        if !well_formed {
            return Err(none());
        }
        let found = self.store.experiment(&ExperimentId::from(id));
        let found = found.map_err(|error| match Fault::from(error) {
            fault if fault.status == StatusCode::NOT_FOUND => none(),
            other => other,
        })?;
        let shown = |(own, key): &(String, String)| own == id && self.access.opens(id, key);
        if found.published.is_some()
            || visitor.may(Role::Reader)
            || visitor.shares.iter().any(shown)
        {
            Ok(found)
        } else {
            Err(none())
        }
    }

    /// Goes on if a visitor may do what a role may do.
    pub(crate) fn allow(&self, visitor: &Visitor, role: Role) -> Result<(), Fault> {
        if visitor.may(role) {
            return Ok(());
        }
        let status = match visitor.role {
            None => StatusCode::UNAUTHORIZED,
            Some(_) => StatusCode::FORBIDDEN,
        };
        let fault = Fault::new(status, format!("this needs a token of the role {role}"));
        Err(fault.hint("Sign in with such a token, or send it as `Authorization: Bearer …`."))
    }
}
