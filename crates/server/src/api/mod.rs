//! What the pages can do, for programs: JSON under `/api/v1`, described in OpenAPI 3.1.

mod campaigns;
mod comparing;
mod datasets;
mod docs;
mod experiments;
mod graphs;
mod input;
mod once;
mod operation;
mod overrules;

use axum::Router;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use lydite_digest::sha256_of;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::app::App;
use crate::error::Fault;

pub(crate) use once::Keys;
use operation::{Operation, Operations};

/// Why a request of a program is not answered as it hoped.
struct Refused(Fault);

impl<F: Into<Fault>> From<F> for Refused {
    fn from(fault: F) -> Self {
        Self(fault.into())
    }
}

impl IntoResponse for Refused {
    fn into_response(self) -> Response {
        self.0.problem()
    }
}

/// Why something was not done (RFC 9457).
#[derive(JsonSchema)]
#[expect(dead_code, reason = "it describes what `Fault::problem` writes")]
struct Problem {
    /// Always `about:blank`: the status says what kind of problem it is.
    r#type: String,
    /// The status in words.
    title: String,
    /// The status.
    status: u16,
    /// What is wrong.
    detail: String,
    /// What to do about it.
    hint: Option<String>,
}

/// What comes back of a request.
type Answer = Result<Response, Refused>;

/// The routes of the API.
pub(crate) fn routes() -> Router<App> {
    let index = Operation::new("get", "/", "What there is").gives::<Index>();
    let operations = Operations::new().group("The API", vec![(index, get(what_there_is))]);
    let operations = experiments::add(operations);
    let operations = overrules::add(operations);
    let operations = comparing::add(operations);
    let operations = datasets::add(operations);
    let operations = graphs::add(operations);
    let operations = campaigns::add(operations);
    let (router, document) = operations.finish();
    let page = docs::page(&document);
    router
        .route(
            "/openapi.json",
            get(move |headers: HeaderMap| {
                let document = document.clone();
                async move { tagged(&headers, &document) }
            }),
        )
        .route(
            "/docs",
            get(move || {
                let page = page.clone();
                async move { page }
            }),
        )
        .method_not_allowed_fallback(|| async {
            Fault::new(StatusCode::METHOD_NOT_ALLOWED, "this cannot be done here").problem()
        })
}

/// What there is.
#[derive(Serialize, JsonSchema)]
struct Index {
    /// The version of the program.
    lydite: String,
    /// The description of the API.
    openapi: String,
    /// The same for people.
    docs: String,
}

async fn what_there_is(headers: HeaderMap) -> Answer {
    tagged(
        &headers,
        &Index {
            lydite: env!("CARGO_PKG_VERSION").to_owned(),
            openapi: "/api/v1/openapi.json".to_owned(),
            docs: "/api/v1/docs".to_owned(),
        },
    )
}

/// A document, or nothing if the client has it already.
fn tagged(headers: &HeaderMap, value: &impl Serialize) -> Answer {
    let text = serde_json::to_string(value).map_err(std::io::Error::from)?;
    let tag = format!("\"{}\"", &sha256_of(text.as_bytes())[..32]);
    let known = headers
        .get(header::IF_NONE_MATCH)
        .and_then(|value| value.to_str().ok());
    let is_known = known.is_some_and(|list| {
        list.split(',')
            .any(|own| own.trim().trim_start_matches("W/") == tag)
    });
    let mut response = if is_known {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        ([(header::CONTENT_TYPE, "application/json")], text).into_response()
    };
    if let Ok(value) = HeaderValue::from_str(&tag) {
        response.headers_mut().insert(header::ETAG, value);
    }
    Ok(response)
}

/// Which part of a list is wanted.
#[derive(Deserialize, JsonSchema)]
struct Paged {
    /// The page, from 1 on.
    #[serde(default = "first")]
    #[schemars(range(min = 1, max = 1_000_000))]
    page: usize,
    /// How many are on a page.
    #[serde(default = "usual")]
    #[schemars(range(min = 1, max = 1_000))]
    size: usize,
}

fn first() -> usize {
    1
}

fn usual() -> usize {
    50
}

/// A part of a list.
#[derive(Serialize, JsonSchema)]
struct Part {
    /// The page.
    page: usize,
    /// How many are on a page.
    size: usize,
    /// How many there are in all.
    total: usize,
    /// What is on this page.
    items: Vec<Value>,
}

impl Paged {
    fn check(&self) -> Result<(), Fault> {
        if self.page == 0 || self.page > 1_000_000 || self.size == 0 || self.size > 1_000 {
            let message = "pages are counted from 1 to 1,000,000, and have 1 to 1,000 items";
            return Err(Fault::new(StatusCode::BAD_REQUEST, message));
        }
        Ok(())
    }

    /// The part of a list that is wanted; only that part is written out.
    fn of<T>(&self, all: &[T], write: impl Fn(&T) -> Value) -> Result<Part, Fault> {
        self.check()?;
        let here = all.iter().skip((self.page - 1) * self.size).take(self.size);
        Ok(Part {
            page: self.page,
            size: self.size,
            total: all.len(),
            items: here.map(write).collect(),
        })
    }
}

/// Something of the domain as a document.
fn json_of(value: &impl Serialize) -> Value {
    serde_json::to_value(value).unwrap_or(Value::Null)
}

/// A file in a form.
fn file_schema(fields: &Value, required: &[&str]) -> Value {
    json!({ "type": "object", "properties": fields, "required": required })
}
