//! What is created under a key is created once, however often it is asked for.

use std::collections::HashMap;
use std::future::Future;
use std::sync::{Arc, Mutex, PoisonError};

use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use lydite_digest::sha256_of;
use serde::Serialize;
use serde_json::Value;
use tokio::sync::Mutex as Waiting;

use super::Refused;
use crate::access::Visitor;
use crate::error::Fault;

/// More keys than this are forgotten.
const MOST: usize = 10_000;

/// What was created, under which key.
#[derive(Default)]
pub(crate) struct Keys(Mutex<HashMap<String, Arc<Waiting<Option<Made>>>>>);

/// Something that was created: what was asked for, and what was answered.
#[derive(Clone)]
struct Made {
    asked: String,
    created: Created,
}

/// What is said about something that was created.
#[derive(Clone)]
pub(super) struct Created {
    pub(super) place: String,
    pub(super) document: Value,
}

impl Created {
    pub(super) fn new(place: String, document: &impl Serialize) -> Result<Self, Fault> {
        let document = serde_json::to_value(document).map_err(std::io::Error::from)?;
        Ok(Self { place, document })
    }

    fn respond(self, status: StatusCode) -> Response {
        let mut response = (status, axum::Json(self.document)).into_response();
        if let Ok(place) = HeaderValue::from_str(&self.place) {
            response.headers_mut().insert(header::LOCATION, place);
        }
        response
    }
}

impl Keys {
    /// Creates something, unless that was done under the same key.
    pub(super) async fn once(
        &self,
        headers: &HeaderMap,
        visitor: &Visitor,
        asked: &[u8],
        create: impl Future<Output = Result<Created, Fault>>,
    ) -> Result<Response, Refused> {
        let name = HeaderName::from_static("idempotency-key");
        let Some(key) = headers.get(name) else {
            return Ok(create.await?.respond(StatusCode::CREATED));
        };
        let key = key
            .to_str()
            .ok()
            .filter(|key| !key.is_empty() && key.len() <= 200);
        let key = key.ok_or_else(|| {
            Fault::new(
                StatusCode::BAD_REQUEST,
                "the Idempotency-Key is not 1 to 200 plain letters",
            )
        })?;
        let entry = {
            let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            if all.len() >= MOST {
                all.clear();
            }
            Arc::clone(all.entry(format!("{}:{key}", visitor.name)).or_default())
        };
        // Whoever comes second waits for the first.
        let mut made = entry.lock().await;
        let asked = sha256_of(asked);
        if let Some(made) = &*made {
            if made.asked != asked {
                return Err(
                    Fault::wrong("this Idempotency-Key was used for something else").into(),
                );
            }
            return Ok(made.created.clone().respond(StatusCode::OK));
        }
        let created = create.await?;
        *made = Some(Made {
            asked,
            created: created.clone(),
        });
        Ok(created.respond(StatusCode::CREATED))
    }
}
