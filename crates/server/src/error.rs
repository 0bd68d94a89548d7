//! What can go wrong, with the status, the words and the next step for it.

use std::net::SocketAddr;
use std::path::PathBuf;

use axum::Json;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use lydite_lab::Error;
use lydite_lab::store::StoreError;
use serde_json::json;

/// Why the page cannot be served.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The configuration cannot be used.
    #[error("{}: {reason}", path.display())]
    Settings {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// Others could reach the page, and nothing says what they may do.
    #[error("{listen} can be reached by others, and there are no tokens that say who may do what")]
    OpenToAll {
        /// The address.
        listen: SocketAddr,
    },
    /// A token is not kept as it should be.
    #[error("the token of {name} must be given as its SHA-256, 64 hexadecimal digits")]
    BadToken {
        /// Whose it is.
        name: String,
    },
    /// Where requests may go is not said as it should be.
    #[error("network: {0}")]
    Network(String),
    /// The address cannot be used.
    #[error("cannot listen on {listen}: {reason}")]
    Listen {
        /// The address.
        listen: SocketAddr,
        /// Why not.
        reason: String,
    },
    /// What the page rests on cannot be opened.
    #[error(transparent)]
    Lab(#[from] Error),
    /// A file cannot be read or written.
    #[error("{0}")]
    File(#[from] std::io::Error),
}

/// Why a request is not answered as its sender hoped.
#[derive(Debug)]
pub(crate) struct Fault {
    pub(crate) status: StatusCode,
    pub(crate) message: String,
    pub(crate) hint: Option<String>,
}

impl Fault {
    pub(crate) fn new(status: StatusCode, message: impl Into<String>) -> Self {
        Self {
            status,
            message: message.into(),
            hint: None,
        }
    }

    pub(crate) fn wrong(message: impl Into<String>) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, message)
    }

    pub(crate) fn not_found(what: impl Into<String>) -> Self {
        Self::new(StatusCode::NOT_FOUND, what)
    }

    pub(crate) fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// The same for a program, as RFC 9457 has it.
    pub(crate) fn problem(&self) -> Response {
        let body = json!({
            "type": "about:blank",
            "title": self.status.canonical_reason().unwrap_or("Error"),
            "status": self.status.as_u16(),
            "detail": self.message,
            "hint": self.hint,
        });
        let media = [(header::CONTENT_TYPE, "application/problem+json")];
        (self.status, media, Json(body).into_response().into_body()).into_response()
    }
}

impl From<Error> for Fault {
    fn from(error: Error) -> Self {
        let status = match &error {
            Error::Store(
                StoreError::NoExperiment { .. }
                | StoreError::NoDataset { .. }
                | StoreError::NotJudged { .. },
            ) => StatusCode::NOT_FOUND,
            Error::Store(_) => StatusCode::INTERNAL_SERVER_ERROR,
            Error::ExperimentInUse { .. }
            | Error::FinishedExperiment { .. }
            | Error::UnfinishedExperiment { .. }
            | Error::NothingToRetry { .. } => StatusCode::CONFLICT,
            Error::Cancelled => StatusCode::SERVICE_UNAVAILABLE,
            _ => StatusCode::UNPROCESSABLE_ENTITY,
        };
        Self::new(status, error.to_string())
    }
}

impl From<StoreError> for Fault {
    fn from(error: StoreError) -> Self {
        Error::from(error).into()
    }
}

impl From<std::io::Error> for Fault {
    fn from(error: std::io::Error) -> Self {
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, error.to_string())
    }
}

impl IntoResponse for Fault {
    fn into_response(self) -> Response {
        let page = crate::layout::bare(
            self.status.canonical_reason().unwrap_or("Error"),
            &maud::html! {
                h1 { (self.status.canonical_reason().unwrap_or("Error")) }
                p.lead { (lydite_lab::export::html::shown(&self.message, 1_000)) }
                @if let Some(hint) = &self.hint { p { (hint) } }
                p { a href="/" { "To the start" } }
            },
        );
        (self.status, page).into_response()
    }
}
