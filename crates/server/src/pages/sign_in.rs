//! A session for whoever has a token.

use axum::extract::{Form, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};
use maud::{Markup, html};
use serde::Deserialize;

use crate::access::SESSION;
use crate::app::App;
use crate::error::Fault;
use crate::layout::bare;

#[derive(Deserialize)]
pub(super) struct Shown {
    token: String,
}

pub(super) async fn page() -> Markup {
    bare("Sign in", &form(None))
}

fn form(wrong: Option<&str>) -> Markup {
    html! {
        h1 { "Sign in" }
        p { "Whoever runs this page gives out tokens; one is made by " code { "lydite serve --new-token ROLE" } "." }
        @if let Some(wrong) = wrong { p.failure role="alert" { (wrong) } }
        form.ask method="post" action="/sign-in" {
            label.sr for="token" { "Token" }
            input #token type="password" name="token" placeholder="lydite_…" autocomplete="current-password" required;
            button { "Sign in" }
        }
    }
}

pub(super) async fn sign_in(
    State(app): State<App>,
    Form(given): Form<Shown>,
) -> Result<Response, Fault> {
    let Some(session) = app.access.sign_in(&given.token)? else {
        let page = bare("Sign in", &form(Some("This token is not known here.")));
        return Ok((StatusCode::UNAUTHORIZED, page).into_response());
    };
    let secure = app
        .settings
        .base
        .as_ref()
        .is_some_and(|base| base.starts_with("https://"));
    let secure = if secure { "; Secure" } else { "" };
    let cookie = format!("{SESSION}={session}; Path=/; HttpOnly; SameSite=Lax{secure}");
    Ok(([(header::SET_COOKIE, cookie)], Redirect::to("/")).into_response())
}

pub(super) async fn sign_out(State(app): State<App>, headers: HeaderMap) -> Response {
    app.access.sign_out(&headers);
    let cookie = format!("{SESSION}=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0");
    ([(header::SET_COOKIE, cookie)], Redirect::to("/")).into_response()
}
