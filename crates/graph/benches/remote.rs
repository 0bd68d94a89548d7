//! Requests to an endpoint on this machine and the reading of its results:
//! `cargo bench -p lydite-graph --bench remote`.

use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::LazyLock;
use std::thread;

use divan::Bencher;
use divan::counter::{BytesCount, ItemsCount};
use lydite_graph::{Limits, Method, Remote, Value};

fn main() {
    divan::main();
}

const ROWS: usize = 50_000;
const NOTATIONS: [&str; 4] = ["json", "xml", "tsv", "csv"];

/// Where the server listens; it runs as long as the process.
static SERVER: LazyLock<Option<String>> = LazyLock::new(|| {
    let listener = TcpListener::bind("127.0.0.1:0").ok()?;
    let address = listener.local_addr().ok()?;
    thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            thread::spawn(move || serve(&stream));
        }
    });
    Some(address.to_string())
});

/// The bodies of the results, in each notation.
static BODIES: LazyLock<Vec<Vec<u8>>> = LazyLock::new(|| NOTATIONS.map(body).into());

fn address() -> &'static str {
    SERVER.as_deref().unwrap_or_else(|| std::process::exit(1))
}

fn body_of(notation: &str) -> &'static [u8] {
    let place = NOTATIONS.iter().position(|name| *name == notation);
    place.map_or(b"", |place| &BODIES[place])
}

/// Answers the requests of a connection, one after another. The path says what is wanted.
fn serve(mut stream: &TcpStream) -> Option<()> {
    let mut reader = BufReader::new(stream);
    loop {
        let mut path = String::new();
        loop {
            let mut line = String::new();
            reader.read_line(&mut line).ok().filter(|read| *read > 0)?;
            if path.is_empty() {
                let begin = line.split(['?', ' ']).nth(1)?;
                begin.trim_start_matches('/').clone_into(&mut path);
            }
            if line == "\r\n" {
                break;
            }
        }
        let (media_type, body): (_, &[u8]) = match path.as_str() {
            "json" => ("application/sparql-results+json", body_of("json")),
            "xml" => ("application/sparql-results+xml", body_of("xml")),
            "tsv" => ("text/tab-separated-values", body_of("tsv")),
            "csv" => ("text/csv", body_of("csv")),
            _ => (
                "application/sparql-results+json",
                br#"{"head":{},"boolean":true}"#,
            ),
        };
        let head = format!(
            "HTTP/1.1 200 OK\r\nContent-Type: {media_type}\r\nContent-Length: {}\r\n\r\n",
            body.len()
        );
        let mut reply = head.into_bytes();
        reply.extend_from_slice(body);
        stream.write_all(&reply).ok()?;
    }
}

/// Rows of a resource, a label and a number, as endpoints write them.
fn body(notation: &str) -> Vec<u8> {
    const NUMBER: &str = "http://www.w3.org/2001/XMLSchema#integer";
    let mut text = String::new();
    let (begin, end) = match notation {
        "json" => (
            r#"{"head":{"vars":["x","l","n"]},"results":{"bindings":["#,
            "]}}",
        ),
        "xml" => (
            r#"<?xml version="1.0"?><sparql xmlns="http://www.w3.org/2005/sparql-results#"><head><variable name="x"/><variable name="l"/><variable name="n"/></head><results>"#,
            "</results></sparql>",
        ),
        "tsv" => ("?x\t?l\t?n\n", ""),
        _ => ("x,l,n\r\n", ""),
    };
    text.push_str(begin);
    for row in 0..ROWS {
        let iri = format!("http://dbpedia.org/resource/Thing_number_{row}");
        let label = format!("Thing number {row}, “so called”");
        // Writing into a text cannot fail.
        let _ = match notation {
            "json" => write!(
                text,
                r#"{}{{"x":{{"type":"uri","value":"{iri}"}},"l":{{"type":"literal","xml:lang":"en","value":"{label}"}},"n":{{"type":"literal","datatype":"{NUMBER}","value":"{row}"}}}}"#,
                if row == 0 { "" } else { "," }
            ),
            "xml" => write!(
                text,
                r#"<result><binding name="x"><uri>{iri}</uri></binding><binding name="l"><literal xml:lang="en">{label}</literal></binding><binding name="n"><literal datatype="{NUMBER}">{row}</literal></binding></result>"#
            ),
            "tsv" => writeln!(text, "<{iri}>\t\"{label}\"@en\t{row}"),
            _ => write!(text, "{iri},\"{label}\",{row}\r\n"),
        };
    }
    text.push_str(end);
    text.into_bytes()
}

fn remote(path: &str) -> Remote {
    let remote = Remote::new(&format!("http://{}/{path}", address()));
    let remote = remote.unwrap_or_else(|_| std::process::exit(1));
    remote.with_method(Method::Get)
}

/// A question and its short answer, from one thread and from several.
#[divan::bench(threads = [1, 2, 8], sample_count = 2000)]
fn request(bencher: Bencher<'_, '_>) {
    let remote = remote("short");
    bencher
        .counter(ItemsCount::new(1_usize))
        .bench(|| remote.query_as_written("ASK { ?s ?p ?o }", &Limits::default()));
}

/// Results fetched and read.
#[divan::bench(args = NOTATIONS, sample_count = 20)]
fn results(bencher: Bencher<'_, '_>, notation: &str) {
    let remote = remote(notation);
    let fetch = || remote.query_as_written("SELECT ?x ?l ?n { ?x ?p ?l }", &Limits::default());
    let rows = fetch().map(|results| match results.value {
        Value::Rows(rows) => rows.rows.len(),
        _ => 0,
    });
    assert!(
        rows.is_ok_and(|rows| rows == ROWS),
        "{notation} is not read"
    );
    bencher
        .counter(BytesCount::of_slice(body_of(notation)))
        .bench(fetch);
}

/// The same bytes fetched and thrown away, to see what the reading costs.
#[divan::bench(args = NOTATIONS, sample_count = 20)]
fn bytes_alone(bencher: Bencher<'_, '_>, notation: &str) {
    let fetch = || {
        let mut stream = TcpStream::connect(address()).ok()?;
        write!(stream, "GET /{notation} HTTP/1.1\r\n\r\n").ok()?;
        let mut read = vec![0; 1 << 16];
        let mut left = body_of(notation).len();
        while left > 0 {
            left = left.saturating_sub(stream.read(&mut read).ok().filter(|n| *n > 0)?);
        }
        Some(())
    };
    bencher
        .counter(BytesCount::of_slice(body_of(notation)))
        .bench(fetch);
}
