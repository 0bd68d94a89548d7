//! A page under load: `load [EXPERIMENTS] [CLIENTS] [SECONDS] [STREAMS]`.
//!
//! Fills a store with experiments of some 150 questions, then asks for the pages and the documents of
//! experiments at random from many clients at once, each as fast as it is answered; at last opens many
//! event streams of a running experiment. Clients and server share this machine.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::PathBuf;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use lydite_lab::run::{Pace, Run};
use lydite_lab::{Config, Lab};
use lydite_server::{Server, Settings};

type Fallible<T> = Result<T, Box<dyn std::error::Error + Send + Sync>>;

fn main() -> Fallible<()> {
    let number = |at: usize, usual: u64| {
        std::env::args()
            .nth(at)
            .and_then(|text| text.parse().ok())
            .unwrap_or(usual)
    };
    let (experiments, clients) = (number(1, 1_000), number(2, 64));
    let (seconds, streams) = (number(3, 60), number(4, 500));
    let home = tempfile::tempdir()?;
    let lab = Lab::new(Config {
        home: Some(home.path().to_owned()),
        ..Config::default()
    });
    let begun = Instant::now();
    let ids = fill(&lab, experiments)?;
    println!(
        "{} experiments stored in {:.1} s",
        ids.len(),
        begun.elapsed().as_secs_f64()
    );
    let slow = TcpListener::bind("127.0.0.1:0")?;
    let slow_address = slow.local_addr()?;
    thread::spawn(move || never_answer(&slow));
    let server = Server::open(
        &lab,
        Settings {
            listen: "127.0.0.1:0".parse()?,
            requests_per_second: 0,
            network: Some(format!("public {slow_address}")),
            ..Settings::default()
        },
    )?;
    let address = server.address();
    let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
    let serving = thread::spawn(move || {
        server.run(async {
            let _ = stopped.await;
        })
    });
    let ids = Arc::new(ids);
    let memory = [resident()];
    asked(
        address,
        &ids,
        clients,
        Duration::from_secs(seconds.min(10)),
        "warming up",
    )?;
    let warm = resident();
    asked(
        address,
        &ids,
        clients,
        Duration::from_secs(seconds),
        "measured",
    )?;
    println!(
        "memory: {} MB at first, {warm} MB warm, {} MB after",
        memory[0],
        resident()
    );
    streamed(address, slow_address, streams)?;
    println!("memory with the streams: {} MB", resident());
    let _ = stop.send(());
    serving.join().map_err(|_| "the server panicked")??;
    Ok(())
}

/// Runs the demo so often.
fn fill(lab: &Lab, count: u64) -> Fallible<Vec<String>> {
    let given = ["careful=file:demo-careful", "eager=file:demo-eager"];
    let mut ids = Vec::new();
    for _ in 0..count {
        let mut systems = Vec::new();
        for line in given {
            systems.push(Arc::from(lab.system(&lab.system_spec(line)?, None)?));
        }
        let run = Run::new(vec![PathBuf::from("demo")], systems);
        ids.push(lab.run(&run, &Pace::default())?.experiment.id.to_string());
    }
    Ok(ids)
}

/// Many clients ask for a while.
fn asked(
    address: SocketAddr,
    ids: &Arc<Vec<String>>,
    clients: u64,
    time: Duration,
    what: &str,
) -> Fallible<()> {
    let until = Instant::now() + time;
    let asking: Vec<_> = (0..clients)
        .map(|client| {
            let ids = Arc::clone(ids);
            thread::spawn(move || one_client(address, &ids, client, until))
        })
        .collect();
    let mut all: Vec<(usize, f64)> = Vec::new();
    let mut errors = 0;
    for client in asking {
        let (millis, wrong) = client.join().map_err(|_| "a client panicked")??;
        all.extend(millis);
        errors += wrong;
    }
    let mut every: Vec<f64> = all.iter().map(|(_, millis)| *millis).collect();
    println!(
        "{what}: {} requests, {:.0} a second, {errors} errors",
        all.len(),
        all.len() as f64 / time.as_secs_f64()
    );
    print_quantiles("all", &mut every);
    for (at, name) in KINDS.iter().enumerate() {
        let mut own: Vec<f64> = all
            .iter()
            .filter(|(kind, _)| *kind == at)
            .map(|(_, millis)| *millis)
            .collect();
        print_quantiles(name, &mut own);
    }
    Ok(())
}

fn print_quantiles(name: &str, millis: &mut [f64]) {
    millis.sort_by(f64::total_cmp);
    let at = |share: f64| {
        millis
            .get((millis.len() as f64 * share) as usize)
            .copied()
            .unwrap_or(0.0)
    };
    let most = millis.last().copied().unwrap_or(0.0);
    println!(
        "  {name:22} p50 {:6.1} ms  p99 {:6.1} ms  most {most:6.1} ms  ({})",
        at(0.5),
        at(0.99),
        millis.len()
    );
}

const KINDS: [&str; 4] = ["experiment page", "experiment document", "outcomes", "list"];

/// One client with one connection, each request after the answer to the last.
fn one_client(
    address: SocketAddr,
    ids: &[String],
    client: u64,
    until: Instant,
) -> Fallible<(Vec<(usize, f64)>, u64)> {
    let mut connection = Connection::open(address)?;
    let mut state = client.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let (mut taken, mut errors) = (Vec::new(), 0);
    while Instant::now() < until {
        // xorshift: which experiment, which kind.
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        let id = &ids[(state >> 20) as usize % ids.len()];
        let kind = (state % 10) as usize;
        let (kind, path) = match kind {
            0..=4 => (0, format!("/experiments/{id}")),
            5..=7 => (1, format!("/api/v1/experiments/{id}")),
            8 => (2, format!("/api/v1/experiments/{id}/questions?size=50")),
            _ => (3, format!("/api/v1/experiments?page={}", state % 20 + 1)),
        };
        let begun = Instant::now();
        if connection.get(&path)? != 200 {
            errors += 1;
        }
        taken.push((kind, begun.elapsed().as_secs_f64() * 1000.0));
    }
    Ok((taken, errors))
}

/// A connection that is kept.
struct Connection {
    stream: BufReader<TcpStream>,
}

impl Connection {
    fn open(address: SocketAddr) -> Fallible<Self> {
        let stream = TcpStream::connect(address)?;
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(Duration::from_secs(60)))?;
        Ok(Self {
            stream: BufReader::new(stream),
        })
    }

    /// Asks for something and reads all of it; gives the status.
    fn get(&mut self, path: &str) -> Fallible<u16> {
        write!(
            self.stream.get_mut(),
            "GET {path} HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n"
        )?;
        let (status, length) = self.head()?;
        let mut body = vec![0; length.ok_or("an answer without a length")?];
        self.stream.read_exact(&mut body)?;
        Ok(status)
    }

    fn head(&mut self) -> Fallible<(u16, Option<usize>)> {
        let (mut status, mut length) = (0, None);
        loop {
            let mut line = String::new();
            if self.stream.read_line(&mut line)? == 0 {
                return Err("the connection was closed".into());
            }
            if let Some(rest) = line.strip_prefix("HTTP/1.1 ") {
                status = rest.get(..3).unwrap_or_default().parse()?;
            }
            if let Some(rest) = line.to_lowercase().strip_prefix("content-length:") {
                length = Some(rest.trim().parse()?);
            }
            if line == "\r\n" {
                return Ok((status, length));
            }
        }
    }
}

/// Opens event streams of an experiment that does not end.
fn streamed(address: SocketAddr, slow: SocketAddr, count: u64) -> Fallible<()> {
    let mut connection = Connection::open(address)?;
    let body = format!(r#"{{"systems": ["slow=gerbil:http://{slow}/"], "datasets": ["demo"]}}"#);
    write!(
        connection.stream.get_mut(),
        "POST /api/v1/experiments HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    )?;
    let (status, length) = connection.head()?;
    let mut answer = vec![0; length.unwrap_or(0)];
    connection.stream.read_exact(&mut answer)?;
    let answer = String::from_utf8_lossy(&answer).into_owned();
    let id: String = answer.chars().filter(char::is_ascii_digit).collect();
    if status != 201 {
        return Err(format!("the experiment was not begun: {status} {answer}").into());
    }
    let begun = Instant::now();
    let mut open = Vec::new();
    for _ in 0..count {
        let mut stream = Connection::open(address)?;
        write!(
            stream.stream.get_mut(),
            "GET /experiments/{id}/events HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n"
        )?;
        open.push(stream);
    }
    for stream in &mut open {
        let mut line = String::new();
        while !line.contains("event: progress") {
            line.clear();
            if stream.stream.read_line(&mut line)? == 0 {
                return Err("a stream was closed".into());
            }
        }
    }
    println!(
        "{count} event streams told how far it is within {:.2} s",
        begun.elapsed().as_secs_f64()
    );
    let begun = Instant::now();
    let status = connection.get("/api/v1/experiments?page=1")?;
    println!(
        "beside them a page of the list took {:.1} ms, status {status}",
        begun.elapsed().as_secs_f64() * 1000.0
    );
    Ok(())
}

/// Takes connections and says nothing.
fn never_answer(listener: &TcpListener) {
    let mut kept = Vec::new();
    for stream in listener.incoming() {
        kept.push(stream);
    }
}

/// The memory of this process, in MB.
fn resident() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kilobytes = line.and_then(|line| line.trim().trim_end_matches(" kB").parse().ok());
    kilobytes.unwrap_or(0u64) / 1024
}
