//! An experiment in the formats in which it is published.

use axum::Extension;
use axum::body::Body;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use lydite_lab::export::{Export, Format};
use serde::Deserialize;

use crate::access::Visitor;
use crate::app::App;
use crate::error::Fault;

#[derive(Deserialize)]
pub(super) struct Wanted {
    judging: Option<u64>,
}

pub(super) async fn download(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    Path((id, format)): Path<(String, String)>,
    Query(wanted): Query<Wanted>,
) -> Result<Response, Fault> {
    let Some(format) = Format::ALL
        .into_iter()
        .find(|known| known.as_str() == format)
    else {
        return Err(Fault::not_found(format!(
            "there is no format called {format}"
        )));
    };
    written(&app, visitor, id, format, wanted.judging, true).await
}

/// The format that a client wants of those in which experiments are published, if not a page.
pub(super) fn negotiated(headers: &HeaderMap) -> Option<Format> {
    let accept = headers.get(header::ACCEPT)?.to_str().ok()?;
    let mut best: Option<(f32, Option<Format>)> = None;
    for part in accept.split(',') {
        let mut words = part.split(';').map(str::trim);
        let media = words.next().unwrap_or_default();
        let weight = words
            .find_map(|word| word.strip_prefix("q=")?.parse().ok())
            .unwrap_or(1.0);
        let format = match media {
            "text/html" | "application/xhtml+xml" | "*/*" | "text/*" => None,
            "application/json" => Some(Format::JsonLd),
            other => match Format::ALL
                .into_iter()
                .find(|known| known.media_type() == other)
            {
                Some(known) => Some(known),
                None => continue,
            },
        };
        if best.is_none_or(|(known, _)| weight > known) {
            best = Some((weight, format));
        }
    }
    best.and_then(|(_, format)| format)
}

pub(super) async fn written(
    app: &App,
    visitor: Visitor,
    id: String,
    format: Format,
    judging: Option<u64>,
    is_file: bool,
) -> Result<Response, Fault> {
    let (id, bytes) = app
        .work(move |app| {
            let experiment = app.experiment(&visitor, &id)?;
            if experiment.judgings == 0 {
                return Err(Fault::new(
                    StatusCode::CONFLICT,
                    "this experiment is not finished yet",
                ));
            }
            let export = Export {
                id: experiment.id.clone(),
                judging,
                format,
                base: None,
            };
            let mut bytes = Vec::new();
            app.lab.export(&export, &mut bytes)?;
            Ok((experiment.id, bytes))
        })
        .await?;
    let mut response = Response::new(Body::from(bytes));
    let headers = response.headers_mut();
    let media = match format {
        Format::JsonLd | Format::Zip => format.media_type().to_owned(),
        other => format!("{}; charset=utf-8", other.media_type()),
    };
    let mut set = |name, value: String| {
        if let Ok(value) = value.parse() {
            headers.insert(name, value);
        }
    };
    set(header::CONTENT_TYPE, media);
    if is_file {
        let name = format!(
            "attachment; filename=\"lydite-{id}.{}\"",
            format.extension()
        );
        set(header::CONTENT_DISPOSITION, name);
    }
    set(header::VARY, "Accept".to_owned());
    Ok(response.into_response())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clients_get_what_they_want() {
        let wanted = |accept: &str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::ACCEPT, accept.parse().unwrap());
            negotiated(&headers)
        };
        assert_eq!(
            wanted("text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"),
            None
        );
        assert_eq!(wanted("text/turtle"), Some(Format::Turtle));
        assert_eq!(
            wanted("application/ld+json, text/html;q=0.5"),
            Some(Format::JsonLd)
        );
        assert_eq!(
            wanted("text/csv;q=0.1, text/turtle;q=0.9"),
            Some(Format::Turtle)
        );
        assert_eq!(wanted("*/*"), None);
    }
}
