//! A template generation module that behaves and misbehaves as it is told, over real connections.

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use serde_json::Value;

/// What happens when a question is asked.
#[derive(Clone)]
pub(crate) enum Behaviour {
    /// An answer with this status and body.
    Answers(u16, String),
    /// The same, but with a pause before.
    Slowly(Duration, String),
    /// The connection is closed without a word.
    HangsUp,
    /// The body ends before it is complete.
    BreaksOff(String),
    /// The client is sent elsewhere.
    Redirects(String),
}

/// A module at an address, until the test ends.
pub(crate) struct Module {
    pub(crate) url: String,
    requests: Arc<Mutex<Vec<Value>>>,
    busiest: Arc<Mutex<(usize, usize)>>,
}

impl Module {
    pub(crate) fn new(behaviours: HashMap<String, Behaviour>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!(
            "http://{}/templategeneration",
            listener.local_addr().unwrap()
        );
        let requests = Arc::new(Mutex::new(Vec::new()));
        let busiest = Arc::new(Mutex::new((0, 0)));
        let behaviours = Arc::new(behaviours);
        let (log, busy) = (Arc::clone(&requests), Arc::clone(&busiest));
        thread::spawn(move || {
            for stream in listener.incoming() {
                let Ok(stream) = stream else { break };
                let (log, busy) = (Arc::clone(&log), Arc::clone(&busy));
                let behaviours = Arc::clone(&behaviours);
                thread::spawn(move || serve(stream, &behaviours, &log, &busy));
            }
        });
        Self {
            url,
            requests,
            busiest,
        }
    }

    /// The requests so far, each with its headers under `headers`.
    pub(crate) fn requests(&self) -> Vec<Value> {
        self.requests.lock().unwrap().clone()
    }

    /// How many requests were under way at the busiest time.
    pub(crate) fn busiest(&self) -> usize {
        self.busiest.lock().unwrap().1
    }
}

/// Answers the requests on one connection.
fn serve(
    stream: TcpStream,
    behaviours: &HashMap<String, Behaviour>,
    log: &Mutex<Vec<Value>>,
    busy: &Mutex<(usize, usize)>,
) {
    let mut writer = stream.try_clone().unwrap();
    let mut reader = BufReader::new(stream);
    while let Some(mut request) = read_request(&mut reader) {
        {
            let mut busy = busy.lock().unwrap();
            busy.0 += 1;
            busy.1 = busy.1.max(busy.0);
        }
        let question = request["string"].as_str().unwrap_or_default().to_owned();
        let behaviour = behaviours.get(&question).cloned();
        request["question_known"] = behaviour.is_some().into();
        log.lock().unwrap().push(request);
        let behaviour = behaviour.unwrap_or(Behaviour::Answers(404, String::new()));
        let goes_on = behave(&mut writer, behaviour);
        busy.lock().unwrap().0 -= 1;
        if !goes_on {
            let _ = writer.shutdown(std::net::Shutdown::Both);
            break;
        }
    }
}

/// Whether the connection stays open.
fn behave(writer: &mut TcpStream, behaviour: Behaviour) -> bool {
    let head = |status: u16, length: usize| {
        format!(
            "HTTP/1.1 {status} Whatever\r\ncontent-type: application/json\r\n\
             content-length: {length}\r\n\r\n"
        )
    };
    match behaviour {
        Behaviour::Answers(status, body) => {
            let body = if status == 204 { String::new() } else { body };
            let answer = format!("{}{body}", head(status, body.len()));
            writer.write_all(answer.as_bytes()).is_ok()
        }
        Behaviour::Slowly(pause, body) => {
            thread::sleep(pause);
            let answer = format!("{}{body}", head(200, body.len()));
            writer.write_all(answer.as_bytes()).is_ok()
        }
        Behaviour::HangsUp => false,
        Behaviour::BreaksOff(body) => {
            let answer = format!("{}{body}", head(200, body.len() + 100));
            let _ = writer.write_all(answer.as_bytes());
            false
        }
        Behaviour::Redirects(location) => {
            let answer = format!(
                "HTTP/1.1 307 Elsewhere\r\nlocation: {location}\r\ncontent-length: 0\r\n\r\n"
            );
            writer.write_all(answer.as_bytes()).is_ok()
        }
    }
}

/// The JSON of a request, with its first line and headers; `None` when there is no more.
fn read_request(reader: &mut BufReader<TcpStream>) -> Option<Value> {
    let mut headers = Vec::new();
    let mut length = 0;
    loop {
        let mut line = String::new();
        if reader.read_line(&mut line).ok()? == 0 {
            return None;
        }
        let line = line.trim().to_lowercase();
        if line.is_empty() {
            break;
        }
        if let Some(value) = line.strip_prefix("content-length:") {
            length = value.trim().parse().unwrap();
        }
        headers.push(line);
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).ok()?;
    let mut request: Value = serde_json::from_slice(&body).unwrap();
    request["headers"] = headers.into();
    Some(request)
}
