//! Files arrive whole, also in several attempts.

use std::fs::File;
use std::io::{self, Seek, Write};
use std::net::TcpStream;

use lydite_http::{Error, Sink, Transfer};

use crate::client;
use crate::server::{Asked, Server, reply};

/// A file that grows.
struct Growing(File, u64);

impl Sink for Growing {
    fn length(&self) -> u64 {
        self.1
    }

    fn append(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.0.write_all(bytes)?;
        self.1 += bytes.len() as u64;
        Ok(())
    }

    fn clear(&mut self) -> io::Result<()> {
        self.0.set_len(0)?;
        self.0.rewind()?;
        self.1 = 0;
        Ok(())
    }
}

const TEXT: &str = "0123456789";

/// A server that knows ranges and breaks off after a few bytes.
fn breaking(asked: &Asked, stream: &mut TcpStream) -> io::Result<()> {
    let range = asked.head.to_lowercase();
    let start = range.split("bytes=").nth(1).and_then(|rest| {
        let (first, _) = rest.split_once('-')?;
        first.parse::<usize>().ok()
    });
    let from = start.unwrap_or(0);
    let status = match start {
        Some(_) => format!(
            "206 Partial\r\nContent-Range: bytes {from}-9/{}",
            TEXT.len()
        ),
        None => "200 OK".to_owned(),
    };
    let rest = &TEXT[from..];
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Length: {}\r\n\r\n",
        rest.len()
    );
    stream.write_all(head.as_bytes())?;
    stream.write_all(&rest.as_bytes()[..rest.len().min(4)])
}

#[test]
fn a_transfer_goes_on_where_it_broke_off() {
    let server = Server::start(|_, asked, stream| breaking(asked, stream));
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("file");
    let file = File::options()
        .create_new(true)
        .write(true)
        .open(&path)
        .unwrap();
    let mut sink = Growing(file, 0);
    let request = client().get(&server.url());
    let mut told = Vec::new();
    let mut starts = Vec::new();
    for _ in 0..3 {
        let mut tell = |transfer: Transfer| told.push(transfer.received);
        match request.download(Some(10), &mut sink, &mut tell) {
            Ok(start) => starts.push(start),
            Err(Error::Broken { .. }) => {}
            Err(error) => panic!("{error}"),
        }
    }
    assert_eq!(starts, [8]);
    assert_eq!(std::fs::read_to_string(&path).unwrap(), TEXT);
    assert_eq!(told, [0, 4, 4, 8, 8, 10]);
    let asked = server.asked();
    assert!(asked[0].has("accept-encoding: identity"));
    assert!(asked[1].has("range: bytes=4-"));
    // What is whole is not asked for again.
    request.download(Some(10), &mut sink, &mut |_| {}).unwrap();
    assert_eq!(server.asked().len(), 3);
}

#[test]
fn a_server_without_ranges_begins_anew() {
    let server = Server::constant(reply("200 OK", "", TEXT));
    let mut sink = b"012".to_vec();
    let request = client().get(&server.url());
    assert_eq!(
        request.download(Some(10), &mut sink, &mut |_| {}).unwrap(),
        0
    );
    assert_eq!(sink, TEXT.as_bytes());
}

#[test]
fn a_server_with_another_file_is_asked_for_all_of_it() {
    let server = Server::start(|number, _, stream| {
        let wrong = "Content-Range: bytes 0-9/10\r\n";
        match number {
            1 => stream.write_all(reply("206 Partial", wrong, TEXT).as_bytes()),
            _ => stream.write_all(reply("200 OK", "", TEXT).as_bytes()),
        }
    });
    let mut sink = b"abc".to_vec();
    let request = client().get(&server.url());
    request.download(None, &mut sink, &mut |_| {}).unwrap();
    assert_eq!(sink, TEXT.as_bytes());
}

#[test]
fn another_size_and_another_status_are_told() {
    let server = Server::constant(reply("200 OK", "", TEXT));
    let request = client().get(&server.url());
    let mut sink = Vec::new();
    let error = request.download(Some(11), &mut sink, &mut |_| {});
    assert!(matches!(
        error,
        Err(Error::WrongSize {
            expected: 11,
            found: 10,
            ..
        })
    ));
    let missing = Server::constant(reply("404 Not Found", "", "no"));
    let request = client().get(&missing.url());
    let error = request.download(Some(11), &mut sink, &mut |_| {});
    assert!(matches!(error, Err(Error::Status { status: 404, .. })));
}
