//! What every request passes: name of the host, origin, pace, who it is; and what every response
//! carries.

use std::collections::HashMap;
use std::fs::OpenOptions;
use std::io::Write;
use std::net::{IpAddr, SocketAddr};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::extract::{ConnectInfo, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use serde_json::json;

use crate::access::Visitor;
use crate::app::App;
use crate::bridges;
use crate::connections::received;
use crate::error::Fault;

/// What a page may do: nothing but show itself and talk to where it came from.
const POLICY: &str = "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; \
    connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/// Counts the requests of clients, each of which may save up for a while.
#[derive(Default)]
pub(crate) struct Limiter {
    clients: Mutex<HashMap<IpAddr, (f64, Instant)>>,
}

impl Limiter {
    /// So many seconds' worth of requests may come at once.
    const BURST: f64 = 10.0;
    /// More clients than this are forgotten.
    const MOST: usize = 100_000;

    fn admits(&self, client: IpAddr, per_second: u32) -> bool {
        if per_second == 0 {
            return true;
        }
        let rate = f64::from(per_second);
        let now = Instant::now();
        let mut clients = self.clients.lock().unwrap_or_else(PoisonError::into_inner);
        if clients.len() > Self::MOST {
            clients.clear();
        }
        let (left, last) = clients.entry(client).or_insert((rate * Self::BURST, now));
        *left = (*left + now.duration_since(*last).as_secs_f64() * rate).min(rate * Self::BURST);
        *last = now;
        if *left < 1.0 {
            return false;
        }
        *left -= 1.0;
        true
    }
}

/// Lets a request pass, and says what became of it.
pub(crate) async fn guard(State(app): State<App>, mut request: Request, next: Next) -> Response {
    let begun = Instant::now();
    let method = request.method().clone();
    let path = request.uri().path().to_owned();
    let client = client(&app, &request);
    let is_api = path.starts_with("/api/");
    let mut name = String::new();
    let admitted = match admit(&app, &mut request, client) {
        Ok(visitor) => {
            name.clone_from(&visitor.name);
            whole(&app, &visitor, request).await
        }
        Err(fault) => Err(fault),
    };
    let mut response = match admitted {
        Ok(request) => next.run(request).await,
        Err(fault) if is_api => fault.problem(),
        Err(fault) => fault.into_response(),
    };
    dress(response.headers_mut());
    let took = begun.elapsed();
    let status = response.status().as_u16();
    app.metrics.count(status, took);
    let line = || {
        json!({
            "time": jiff::Timestamp::now().to_string(), "client": client, "who": name,
            "method": method.as_str(), "path": path, "status": status,
            "millis": took.as_secs_f64() * 1000.0,
        })
    };
    if app.settings.log {
        eprintln!("{}", line());
    }
    // What other programs say in their protocols changes no experiment, and they repeat themselves.
    if !is_safe(&method) && !path.starts_with(bridges::PREFIX) {
        app.listed.forget();
        audit(&app, &line().to_string());
    }
    response
}

/// A request with all of its body, which is neither too large nor too slow.
async fn whole(app: &App, visitor: &Visitor, request: Request) -> Result<Request, Fault> {
    /// Whoever is nobody sends forms and queries, not files.
    const SMALL: usize = 1 << 20;
    if is_safe(request.method()) {
        return Ok(request);
    }
    let most = app.settings.upload_bytes;
    let most = if visitor.role.is_some() {
        most
    } else {
        most.min(SMALL)
    };
    let (parts, body) = request.into_parts();
    let body = received(
        body,
        most,
        Duration::from_secs(app.settings.patience_seconds.max(1)),
    )
    .await?;
    Ok(Request::from_parts(parts, body.into()))
}

fn is_safe(method: &Method) -> bool {
    matches!(*method, Method::GET | Method::HEAD | Method::OPTIONS)
}

/// Writes are kept for good.
fn audit(app: &App, line: &str) {
    let Ok(home) = app.lab.home() else {
        return;
    };
    let file = OpenOptions::new()
        .create(true)
        .append(true)
        .open(home.join("audit.jsonl"));
    // A write that was done is not undone because nobody could note it.
    let _ = file.and_then(|mut file| writeln!(file, "{line}"));
}

fn client(app: &App, request: &Request) -> IpAddr {
    let peer = request.extensions().get::<ConnectInfo<SocketAddr>>();
    let peer = peer.map_or(IpAddr::from([127, 0, 0, 1]), |info| info.0.ip());
    if !app.settings.behind_proxy {
        return peer;
    }
    let forwarded = request.headers().get("x-forwarded-for");
    let forwarded = forwarded.and_then(|value| value.to_str().ok());
    // The proxy adds the address that it saw at the end.
    let last = forwarded.and_then(|list| list.rsplit(',').next());
    last.and_then(|ip| ip.trim().parse().ok()).unwrap_or(peer)
}

/// Checks a request, notes who makes it, and gives them.
fn admit(app: &App, request: &mut Request, client: IpAddr) -> Result<Visitor, Fault> {
    if !app.limiter.admits(client, app.settings.requests_per_second) {
        return Err(Fault::new(
            StatusCode::TOO_MANY_REQUESTS,
            "too many requests; wait a moment",
        ));
    }
    let host = host(request);
    // A page elsewhere whose name suddenly means this machine still has its own name.
    if !app.hosts.contains(&host.0) {
        let message = format!("this page is not known as `{}`", host.0);
        let fault = Fault::new(StatusCode::MISDIRECTED_REQUEST, message);
        return Err(fault.hint("Whoever runs it can add the name to `hosts` in its configuration."));
    }
    let headers = request.headers();
    let origin = headers.get(header::ORIGIN);
    let is_invited = request.uri().path().starts_with(bridges::PREFIX)
        && origin.is_some_and(|origin| bridges::is_invited(app, origin));
    if !is_safe(request.method()) && !is_own(headers, &host) && !is_invited {
        return Err(Fault::new(
            StatusCode::FORBIDDEN,
            "this form was sent by another page",
        ));
    }
    let visitor = app
        .access
        .visitor(headers)
        .map_err(|()| Fault::new(StatusCode::UNAUTHORIZED, "this token is not known here"))?;
    request.extensions_mut().insert(visitor.clone());
    Ok(visitor)
}

/// The host that is asked for, without and with its port.
fn host(request: &Request) -> (String, String) {
    let header = request.headers().get(header::HOST);
    let header = header.and_then(|value| value.to_str().ok());
    let whole = header
        .map(str::to_owned)
        .or_else(|| request.uri().authority().map(ToString::to_string))
        .unwrap_or_default()
        .to_lowercase();
    let host = match whole.strip_prefix('[') {
        Some(rest) => rest.split(']').next(),
        None => whole.split(':').next(),
    };
    (host.unwrap_or_default().to_owned(), whole)
}

/// Whether a write comes from a page of our own, or from no page at all. Browsers say where a form
/// comes from, and pages cannot make them lie.
fn is_own(headers: &HeaderMap, host: &(String, String)) -> bool {
    let text = |name: HeaderName| headers.get(name).and_then(|value| value.to_str().ok());
    if let Some(site) = text(HeaderName::from_static("sec-fetch-site")) {
        return matches!(site, "same-origin" | "none");
    }
    match text(header::ORIGIN) {
        Some(origin) => origin.split("://").nth(1) == Some(&host.1),
        None => true,
    }
}

/// What every response carries.
fn dress(headers: &mut HeaderMap) {
    let mut set = |name: HeaderName, value: &'static str| {
        headers
            .entry(name)
            .or_insert(HeaderValue::from_static(value));
    };
    set(header::CONTENT_SECURITY_POLICY, POLICY);
    set(header::X_CONTENT_TYPE_OPTIONS, "nosniff");
    set(header::REFERRER_POLICY, "same-origin");
    set(header::X_FRAME_OPTIONS, "DENY");
    set(header::CACHE_CONTROL, "no-cache");
    set(
        HeaderName::from_static("cross-origin-opener-policy"),
        "same-origin",
    );
    set(
        HeaderName::from_static("permissions-policy"),
        "camera=(), geolocation=(), microphone=()",
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_of_other_pages_are_told_from_ours() {
        let host = ("localhost".to_owned(), "localhost:8017".to_owned());
        let own = |pairs: &[(&'static str, &'static str)]| {
            let mut headers = HeaderMap::new();
            for (name, value) in pairs {
                headers.insert(*name, HeaderValue::from_static(value));
            }
            is_own(&headers, &host)
        };
        assert!(own(&[]));
        assert!(own(&[("origin", "http://localhost:8017")]));
        assert!(own(&[("sec-fetch-site", "same-origin")]));
        assert!(!own(&[("origin", "http://evil.example")]));
        assert!(!own(&[("origin", "http://localhost:9999")]));
        assert!(!own(&[("origin", "null")]));
        assert!(!own(&[("sec-fetch-site", "cross-site")]));
        assert!(!own(&[("sec-fetch-site", "same-site")]));
    }

    #[test]
    fn whoever_asks_too_much_waits() {
        let limiter = Limiter::default();
        let client = IpAddr::from([192, 0, 2, 1]);
        let admitted = (0..100).filter(|_| limiter.admits(client, 2)).count();
        assert!((20..=22).contains(&admitted), "{admitted}");
        assert!(limiter.admits(IpAddr::from([192, 0, 2, 2]), 2));
        assert!((0..1000).all(|_| limiter.admits(client, 0)));
    }
}
