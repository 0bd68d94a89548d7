//! An endpoint that answers byte by byte what a test wants, also what no server should.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

/// What was asked.
#[derive(Clone, Debug)]
pub(crate) struct Asked {
    /// The request line and the headers.
    pub head: String,
    pub body: String,
}

/// A server on a free port of this machine; every connection serves one request.
pub(crate) struct Endpoint {
    address: String,
    asked: Arc<Mutex<Vec<Asked>>>,
    stopped: Arc<AtomicBool>,
}

impl Endpoint {
    /// Starts a server; `answer` gets the number of the request, what was asked and the connection.
    pub(crate) fn start(
        answer: impl Fn(usize, &Asked, &mut TcpStream) -> std::io::Result<()> + Send + Sync + 'static,
    ) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let asked: Arc<Mutex<Vec<Asked>>> = Arc::default();
        let stopped: Arc<AtomicBool> = Arc::default();
        let endpoint = Self {
            address: format!("127.0.0.1:{port}"),
            asked: Arc::clone(&asked),
            stopped: Arc::clone(&stopped),
        };
        let answer = Arc::new(answer);
        thread::spawn(move || {
            for stream in listener.incoming() {
                if stopped.load(Ordering::Relaxed) {
                    return;
                }
                let Ok(mut stream) = stream else { continue };
                let (answer, asked) = (Arc::clone(&answer), Arc::clone(&asked));
                thread::spawn(move || {
                    if let Some(request) = read(&stream) {
                        let number = {
                            let mut asked = asked.lock().unwrap();
                            asked.push(request.clone());
                            asked.len()
                        };
                        // A client that has seen enough hangs up.
                        let _ = answer(number, &request, &mut stream);
                    }
                });
            }
        });
        endpoint
    }

    /// Always answers the same.
    pub(crate) fn constant(reply: impl Into<Vec<u8>>) -> Self {
        let reply = reply.into();
        Self::start(move |_, _, stream| stream.write_all(&reply))
    }

    pub(crate) fn url(&self) -> String {
        format!("http://{}/sparql", self.address)
    }

    pub(crate) fn host(&self) -> &str {
        &self.address
    }

    /// All that was asked so far.
    pub(crate) fn asked(&self) -> Vec<Asked> {
        self.asked.lock().unwrap().clone()
    }
}

impl Drop for Endpoint {
    fn drop(&mut self) {
        self.stopped.store(true, Ordering::Relaxed);
        let _ = TcpStream::connect(&self.address);
    }
}

fn read(stream: &TcpStream) -> Option<Asked> {
    stream
        .set_read_timeout(Some(Duration::from_secs(10)))
        .ok()?;
    let mut reader = BufReader::new(stream);
    let (mut head, mut length) = (String::new(), 0);
    loop {
        let mut line = String::new();
        reader
            .read_line(&mut line)
            .ok()
            .filter(|count| *count > 0)?;
        if line.trim().is_empty() {
            break;
        }
        if let Some((name, value)) = line.split_once(':')
            && name.eq_ignore_ascii_case("content-length")
        {
            length = value.trim().parse().ok()?;
        }
        head.push_str(&line);
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).ok()?;
    Some(Asked {
        head,
        body: String::from_utf8_lossy(&body).into_owned(),
    })
}

/// A reply with a body of known length.
pub(crate) fn reply(status: &str, headers: &str, body: &str) -> String {
    format!(
        "HTTP/1.1 {status}\r\n{headers}Content-Length: {}\r\nConnection: close\r\n\r\n{body}",
        body.len()
    )
}

/// A good reply with results in JSON.
pub(crate) fn json(body: &str) -> String {
    reply(
        "200 OK",
        "Content-Type: application/sparql-results+json\r\n",
        body,
    )
}

/// One row: `?x` is `http://e/1`.
pub(crate) const ONE_ROW: &str =
    r#"{"head":{"vars":["x"]},"results":{"bindings":[{"x":{"type":"uri","value":"http://e/1"}}]}}"#;
