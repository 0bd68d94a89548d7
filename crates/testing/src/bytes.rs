//! A server of which every byte is said by the test.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

/// What a server does with a request.
pub enum Act {
    /// Sends these bytes and hangs up.
    Send(Vec<u8>),
    /// Says nothing for so long, then sends these bytes.
    Late(Duration, Vec<u8>),
    /// Sends bytes for as long as somebody takes them.
    Endless,
}

/// A server that runs until the test ends; a thread for each connection.
pub struct Server {
    /// Its address.
    pub url: String,
    asked: Arc<Mutex<Vec<String>>>,
    most: Arc<AtomicUsize>,
}

impl Server {
    /// Does something with every request, which have numbers from 1.
    pub fn start(act: impl Fn(usize, &str) -> Act + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let asked = Arc::new(Mutex::new(Vec::new()));
        let (now, most) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
        let (act, log, highest) = (Arc::new(act), Arc::clone(&asked), Arc::clone(&most));
        thread::spawn(move || {
            for stream in listener.incoming() {
                let Ok(mut stream) = stream else { return };
                let (act, log) = (Arc::clone(&act), Arc::clone(&log));
                let (now, highest) = (Arc::clone(&now), Arc::clone(&highest));
                thread::spawn(move || {
                    let request = read_request(&mut stream);
                    let number = {
                        let mut log = log.lock().unwrap();
                        log.push(request.clone());
                        log.len()
                    };
                    let inside = now.fetch_add(1, Ordering::SeqCst) + 1;
                    highest.fetch_max(inside, Ordering::SeqCst);
                    let act = act(number, &request);
                    // Whoever asked may be gone.
                    match act {
                        Act::Send(bytes) => drop(stream.write_all(&bytes)),
                        Act::Late(pause, bytes) => {
                            thread::sleep(pause);
                            drop(stream.write_all(&bytes));
                        }
                        Act::Endless => {
                            let head = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n";
                            let mut going = stream.write_all(head).is_ok();
                            while going {
                                going = stream.write_all(&[b' '; 65536]).is_ok();
                            }
                        }
                    }
                    now.fetch_sub(1, Ordering::SeqCst);
                });
            }
        });
        Self { url, asked, most }
    }

    /// Answers every request so.
    pub fn constant(reply: String) -> Self {
        Self::start(move |_, _| Act::Send(reply.clone().into_bytes()))
    }

    /// The requests so far, headers and bodies.
    pub fn asked(&self) -> Vec<String> {
        self.asked.lock().unwrap().clone()
    }

    /// The most requests that were under way at a time.
    pub fn most_at_once(&self) -> usize {
        self.most.load(Ordering::SeqCst)
    }
}

/// A reply with a body.
pub fn reply(status: &str, headers: &str, body: &str) -> String {
    let length = body.len();
    format!(
        "HTTP/1.1 {status}\r\nContent-Length: {length}\r\nConnection: close\r\n{headers}\r\n{body}"
    )
}

/// A reply of success with JSON.
pub fn json(body: &str) -> String {
    reply("200 OK", "Content-Type: application/json\r\n", body)
}

/// The body of a request.
pub fn body_of(request: &str) -> &str {
    request.split_once("\r\n\r\n").map_or("", |(_, body)| body)
}

fn read_request(stream: &mut TcpStream) -> String {
    let mut bytes = Vec::new();
    let mut buffer = [0; 8192];
    loop {
        let text = String::from_utf8_lossy(&bytes).into_owned();
        if let Some((head, _)) = text.split_once("\r\n\r\n") {
            let lower = head.to_ascii_lowercase();
            let length = lower
                .lines()
                .find_map(|line| line.strip_prefix("content-length:"))
                .and_then(|length| length.trim().parse().ok())
                .unwrap_or(0);
            if bytes.len() >= head.len() + 4 + length {
                return text;
            }
        }
        match stream.read(&mut buffer) {
            Ok(0) | Err(_) => return text,
            Ok(count) => bytes.extend_from_slice(&buffer[..count]),
        }
    }
}
