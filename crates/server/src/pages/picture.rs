//! Charts as pictures with an address of their own.

use axum::http::header;
use axum::response::{IntoResponse, Response};
use lydite_picture::{Chart, Theme};

/// A chart as a response. The picture has styles of its own, and nothing else.
pub(super) fn picture(chart: &Chart) -> Response {
    drawn(chart.render(&Theme::default()))
}

pub(super) fn drawn(svg: String) -> Response {
    let headers = [
        (header::CONTENT_TYPE, "image/svg+xml"),
        (
            header::CONTENT_SECURITY_POLICY,
            "default-src 'none'; style-src 'unsafe-inline'",
        ),
    ];
    (headers, svg).into_response()
}
