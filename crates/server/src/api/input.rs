//! What clients send, read so that whatever is wrong with it is said as everything else is.

use axum::extract::multipart::MultipartRejection;
use axum::extract::rejection::{BytesRejection, JsonRejection, PathRejection, QueryRejection};
use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::StatusCode;
use axum::http::request::Parts;

use super::Refused;
use crate::error::Fault;

/// Something that is read from a request.
pub(super) struct Input<E>(pub(super) E);

/// A reason why something cannot be read.
pub(super) trait Rejection {
    fn fault(&self) -> Fault;
}

macro_rules! rejection {
    ($($kind:ty),*) => {$(
        impl Rejection for $kind {
            fn fault(&self) -> Fault {
                Fault::new(self.status(), self.body_text())
            }
        }
    )*};
}

rejection!(
    QueryRejection,
    BytesRejection,
    JsonRejection,
    MultipartRejection
);

impl Rejection for PathRejection {
    fn fault(&self) -> Fault {
        // A number that is none names nothing.
        Fault::new(StatusCode::NOT_FOUND, self.body_text())
    }
}

impl<S, E> FromRequestParts<S> for Input<E>
where
    S: Send + Sync,
    E: FromRequestParts<S>,
    E::Rejection: Rejection,
{
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Refused> {
        let read = E::from_request_parts(parts, state).await;
        read.map(Self)
            .map_err(|rejection| Refused(rejection.fault()))
    }
}

/// The body of a request.
pub(super) struct Body<E>(pub(super) E);

impl<S, E> FromRequest<S> for Body<E>
where
    S: Send + Sync,
    E: FromRequest<S>,
    E::Rejection: Rejection,
{
    type Rejection = Refused;

    async fn from_request(request: Request, state: &S) -> Result<Self, Refused> {
        let read = E::from_request(request, state).await;
        read.map(Self)
            .map_err(|rejection| Refused(rejection.fault()))
    }
}
