//! What pages are dressed in: one style sheet, one script, one picture, all in the program.

use axum::Router;
use axum::http::header;
use axum::response::IntoResponse;
use axum::routing::get;
use lydite_digest::sha256_of;

use crate::app::App;

const STYLE: &str = include_str!("assets/style.css");
const SCRIPT: &str = include_str!("assets/script.js");
const ICON: &str = include_str!("assets/icon.svg");

/// The address of the style sheet: it changes with its content, so browsers may keep it.
pub(crate) fn style() -> String {
    format!("/assets/style.css?{}", &sha256_of(STYLE.as_bytes())[..12])
}

/// The address of the script.
pub(crate) fn script() -> String {
    format!("/assets/script.js?{}", &sha256_of(SCRIPT.as_bytes())[..12])
}

pub(crate) fn routes() -> Router<App> {
    Router::new()
        .route(
            "/assets/style.css",
            get(|| kept("text/css; charset=utf-8", STYLE)),
        )
        .route(
            "/assets/script.js",
            get(|| kept("text/javascript; charset=utf-8", SCRIPT)),
        )
        .route("/assets/icon.svg", get(|| kept("image/svg+xml", ICON)))
        .route("/favicon.ico", get(|| kept("image/svg+xml", ICON)))
}

async fn kept(media: &'static str, content: &'static str) -> impl IntoResponse {
    let headers = [
        (header::CONTENT_TYPE, media),
        (header::CACHE_CONTROL, "public, max-age=31536000, immutable"),
    ];
    (headers, content)
}
