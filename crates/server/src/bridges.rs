//! The protocols of other programs under `/bridge/GRAPH`, for each graph that is loaded.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::body::Body;
use axum::extract::{Path, Request, State};
use axum::http::uri::PathAndQuery;
use axum::http::{HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use axum::routing::any;
use axum::{Extension, Router};
use lydite_bridge::Site;
use lydite_lab::asking::Pipeline;
use tower::ServiceExt;

use crate::access::{Role, Visitor};
use crate::app::App;
use crate::error::Fault;
use crate::layout::encoded;
use crate::naming;

/// What the addresses begin with.
pub(crate) const PREFIX: &str = "/bridge/";
/// So many graphs are offered at a time; the one that was opened first gives way.
const OPEN: usize = 8;
/// How long a foreign component may take over a question.
const PATIENCE: Duration = Duration::from_secs(60);

/// The graphs that are offered, each with its digest: another file of that name is another graph.
#[derive(Default)]
pub(crate) struct Bridges {
    open: Mutex<Vec<(String, String, Router)>>,
}

/// The addresses below `/bridge`.
pub(crate) fn routes() -> Router<App> {
    Router::new().route("/bridge/{graph}/{*rest}", any(enter))
}

/// Hands a request to the protocols over its graph.
async fn enter(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    Path((graph, _)): Path<(String, String)>,
    request: Request,
) -> Result<Response, Fault> {
    let (parts, body) = request.into_parts();
    // As it was sent: a name in it may have a slash that is encoded.
    let sent = parts.uri.path_and_query().map_or("/", PathAndQuery::as_str);
    let rest = sent
        .strip_prefix(PREFIX)
        .and_then(|rest| rest.split_once('/'));
    let rest = format!("/{}", rest.map_or("", |(_, rest)| rest));
    if let Some(role) = needed(&parts.method, &rest) {
        app.allow(&visitor, role)?;
    }
    let origin = parts.headers.get(header::ORIGIN).cloned();
    let may_read = origin
        .as_ref()
        .is_some_and(|origin| is_invited(&app, origin));
    let target: PathAndQuery = rest
        .parse()
        .map_err(|_| Fault::not_found("there is no such address"))?;
    let mut inner = Request::new(body);
    *inner.method_mut() = parts.method;
    *inner.uri_mut() = Uri::from(target);
    *inner.headers_mut() = parts.headers;
    // Under which name it was asked for has been checked by now.
    inner
        .headers_mut()
        .insert(header::HOST, HeaderValue::from_static("localhost"));
    let router = opened(&app, graph).await?;
    let Ok(answered) = router.oneshot(inner).await;
    let mut response = answered.map(Body::new).into_response();
    // What is read here is not for every page of the Web.
    let headers = response.headers_mut();
    headers.remove(header::ACCESS_CONTROL_ALLOW_ORIGIN);
    if let Some(origin) = origin.filter(|_| may_read) {
        headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, origin);
        headers.append(header::VARY, HeaderValue::from_static("origin"));
    }
    Ok(response)
}

/// Whether pages of this origin may ask in the name of whoever looks at them.
pub(crate) fn is_invited(app: &App, origin: &HeaderValue) -> bool {
    let invited = &app.settings.origins;
    origin
        .to_str()
        .is_ok_and(|origin| invited.iter().any(|one| one == origin))
}

/// Who may do it, if not everybody: to ask a question is what `/ask` is for as well, and the graph of
/// a question has a name that nobody can guess.
fn needed(method: &Method, rest: &str) -> Option<Role> {
    let path = rest.split('?').next().unwrap_or_default();
    let path = path.trim_matches('/');
    let first = path.split('/').next().unwrap_or_default();
    match first {
        // Whoever says where requests go.
        "instances" | "api" if *method != Method::GET => Some(Role::Runner),
        "qanary" if path.ends_with("/annotatequestion") => Some(Role::Runner),
        "okbqa" if path == "okbqa/cm" => Some(Role::Runner),
        // What others asked, and where their components are.
        "instances" | "api" | "applications" => Some(Role::Reader),
        "question" if path == "question" && *method == Method::GET => Some(Role::Reader),
        "questionanswering" if path == "questionanswering" && *method == Method::GET => {
            Some(Role::Reader)
        }
        _ => None,
    }
}

/// The protocols over a graph; opened when it is first asked.
async fn opened(app: &App, name: String) -> Result<Router, Fault> {
    let (name, digest, known) = app
        .work(move |app| {
            let name =
                naming::graph(&app.lab, &name).map_err(|fault| Fault::not_found(fault.message))?;
            if name.contains("://") {
                return Err(Fault::not_found(
                    "only graphs that are loaded here are offered",
                ));
            }
            let library = app.lab.library().ok();
            let digest = library
                .and_then(|library| library.key(&name))
                .unwrap_or_default();
            let open = app
                .bridges
                .open
                .lock()
                .unwrap_or_else(PoisonError::into_inner);
            let known = open
                .iter()
                .find(|(own, of, _)| (own, of) == (&name, &digest));
            let known = known.map(|(_, _, router)| router.clone());
            drop(open);
            Ok((name, digest, known))
        })
        .await?;
    if let Some(router) = known {
        return Ok(router);
    }
    let failed = |error: lydite_bridge::SiteError| {
        Fault::new(StatusCode::INTERNAL_SERVER_ERROR, error.to_string())
    };
    let of = name.clone();
    let site = app
        .work(move |app| Site::open(&app.lab, &of, Pipeline::default()).map_err(failed))
        .await?;
    let base = address(app, &name);
    let router = lydite_bridge::router(&Arc::new(site), &base, PATIENCE).map_err(failed)?;
    let mut open = app
        .bridges
        .open
        .lock()
        .unwrap_or_else(PoisonError::into_inner);
    // Somebody else may have opened it meanwhile; what was registered there must not be lost.
    if let Some((_, _, first)) = open
        .iter()
        .find(|(own, of, _)| (own, of) == (&name, &digest))
    {
        return Ok(first.clone());
    }
    open.retain(|(own, _, _)| *own != name);
    if open.len() >= OPEN {
        drop(open.remove(0));
    }
    open.push((name, digest, router.clone()));
    Ok(router)
}

/// Where a graph is offered, for programs elsewhere.
pub(crate) fn address(app: &App, graph: &str) -> String {
    let base = match &app.settings.base {
        Some(base) => base.trim_end_matches('/').to_owned(),
        None => format!("http://{}", app.settings.listen),
    };
    format!("{base}{PREFIX}{}", encoded(graph))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_sends_requests_elsewhere_needs_a_role() {
        let runner = Some(Role::Runner);
        for (method, path, role) in [
            (Method::GET, "/text2sparql?dataset=x&question=y", None),
            (Method::POST, "/gerbil-qa", None),
            (Method::POST, "/sparql", None),
            (Method::POST, "/instances", runner),
            (Method::POST, "//instances", runner),
            (Method::POST, "/api/applications", runner),
            (Method::DELETE, "/instances/1", runner),
            (Method::GET, "/instances", Some(Role::Reader)),
            (Method::POST, "/okbqa/cm", runner),
            (Method::POST, "/okbqa/tgm", None),
            (Method::POST, "/qanary/ned-longest/annotatequestion", runner),
            (Method::GET, "/qanary/ned-longest/health", None),
            (Method::GET, "/question/", Some(Role::Reader)),
            (Method::GET, "/question/x/raw", None),
            (Method::GET, "/questionanswering", Some(Role::Reader)),
            (Method::POST, "/questionanswering", None),
        ] {
            assert_eq!(needed(&method, path), role, "{method} {path}");
        }
    }
}
