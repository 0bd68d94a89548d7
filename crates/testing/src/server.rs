//! Real HTTP servers on this machine: a well-behaved one that records requests, and rude ones.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::thread;

use axum::Router;
use axum::extract::Request;
use axum::http::{HeaderMap, HeaderName, header};
use axum::middleware::{Next, from_fn};
use axum::response::Response;
use tokio::runtime::Runtime;
use tower_http::services::ServeDir;

/// One request and how it was answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seen {
    /// The path asked for.
    pub path: String,
    /// The range asked for.
    pub range: Option<String>,
    /// What is accepted.
    pub accept: String,
    /// The status of the answer.
    pub status: u16,
    /// The bytes announced in the answer.
    pub length: Option<u64>,
}

/// A server that runs until it is dropped.
pub struct Server {
    /// Its address.
    pub url: String,
    seen: Arc<Mutex<Vec<Seen>>>,
    runtime: Option<Runtime>,
}

impl Server {
    /// Serves a folder, ranges included.
    pub fn of_dir(dir: &Path) -> Self {
        Self::of(Router::new().fallback_service(ServeDir::new(dir)))
    }

    /// Serves what a router says.
    pub fn of(router: Router) -> Self {
        let seen = Arc::new(Mutex::new(Vec::new()));
        let log = Arc::clone(&seen);
        let router = router.layer(from_fn(move |request: Request, next: Next| {
            record(Arc::clone(&log), request, next)
        }));

        let runtime = Runtime::new().unwrap();
        let listener = runtime
            .block_on(tokio::net::TcpListener::bind("127.0.0.1:0"))
            .unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        runtime.spawn(async move { axum::serve(listener, router).await });
        Self {
            url,
            seen,
            runtime: Some(runtime),
        }
    }

    /// The requests since the last call.
    pub fn seen(&self) -> Vec<Seen> {
        std::mem::take(&mut *self.seen.lock().unwrap())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

async fn record(log: Arc<Mutex<Vec<Seen>>>, request: Request, next: Next) -> Response {
    let path = request.uri().path().to_owned();
    let range = text(request.headers(), &header::RANGE);
    let accept = text(request.headers(), &header::ACCEPT).unwrap_or_default();
    let response = next.run(request).await;
    let length = text(response.headers(), &header::CONTENT_LENGTH);
    let seen = Seen {
        path,
        range,
        accept,
        status: response.status().as_u16(),
        length: length.and_then(|length| length.parse().ok()),
    };
    log.lock().unwrap().push(seen);
    response
}

fn text(headers: &HeaderMap, name: &HeaderName) -> Option<String> {
    headers.get(name)?.to_str().ok().map(str::to_owned)
}

/// Answers the first connection with these bytes and then hangs up, or falls silent until the
/// client gives up. Returns the address.
pub fn blurt(bytes: Vec<u8>, hang_up: bool) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        read_request(&mut stream);
        stream.write_all(&bytes).unwrap();
        if hang_up {
            stream.shutdown(Shutdown::Both).unwrap();
        } else {
            // Ends when the client closes the connection.
            let _ = stream.read(&mut [0]);
        }
    });
    url
}

fn read_request(stream: &mut TcpStream) {
    let mut request = Vec::new();
    let mut byte = [0];
    while !request.ends_with(b"\r\n\r\n") && stream.read(&mut byte).unwrap() == 1 {
        request.extend(byte);
    }
}

/// An address at which nobody listens.
pub fn nobody() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    format!("http://{}", listener.local_addr().unwrap())
}
