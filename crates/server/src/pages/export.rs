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
use crate::media::preferred;

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
    exported(&app, visitor, id, &format, wanted.judging).await
}

/// An experiment in the format of a name, as a file.
pub(crate) async fn exported(
    app: &App,
    visitor: Visitor,
    id: String,
    format: &str,
    judging: Option<u64>,
) -> Result<Response, Fault> {
    let known = Format::ALL
        .into_iter()
        .find(|known| known.as_str() == format);
    let format = known.ok_or_else(|| Fault::not_found("there is no format of this name"))?;
    written(app, visitor, id, format, judging, true).await
}

/// The format that a client wants of those in which experiments are published, if not a page.
pub(super) fn negotiated(headers: &HeaderMap) -> Option<Format> {
    let formats = [Format::JsonLd, Format::Turtle, Format::Csv];
    let own = formats.map(Format::media_type);
    let offered = [&["text/html"], &own[..], &["application/json"]].concat();
    match preferred(headers, &offered)? {
        "application/json" => Some(Format::JsonLd),
        media => formats
            .into_iter()
            .find(|format| format.media_type() == media),
    }
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
