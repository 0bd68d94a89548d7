//! Files, fetched from where an earlier transfer broke off.

use std::io;

use crate::{Error, Request, Response};

/// Where a file arrives.
pub trait Sink {
    /// How many bytes have arrived, in this transfer or before.
    fn length(&self) -> u64;

    /// Takes the bytes that follow.
    ///
    /// # Errors
    /// If they cannot be written.
    fn append(&mut self, bytes: &[u8]) -> io::Result<()>;

    /// Forgets what has arrived: the server has another file, or begins anew.
    ///
    /// # Errors
    /// If that cannot be done.
    fn clear(&mut self) -> io::Result<()>;
}

impl Sink for Vec<u8> {
    fn length(&self) -> u64 {
        self.len() as u64
    }

    fn append(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.extend_from_slice(bytes);
        Ok(())
    }

    fn clear(&mut self) -> io::Result<()> {
        self.clear();
        Ok(())
    }
}

/// How far a transfer is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Transfer {
    /// How many bytes have arrived, those of earlier transfers included.
    pub received: u64,
    /// How many there are, where that is known.
    pub total: Option<u64>,
}

pub(crate) fn download(
    request: &Request,
    size: Option<u64>,
    into: &mut dyn Sink,
    progress: &mut dyn FnMut(Transfer),
) -> Result<u64, Error> {
    loop {
        let start = into.length();
        if size == Some(start) {
            return Ok(start);
        }
        // The digest and the ranges are of the file, not of a compressed form of it.
        let mut ranged = request.clone().header("accept-encoding", "identity");
        if start > 0 {
            ranged = ranged.header("range", &format!("bytes={start}-"));
        }
        let response = ranged.send()?;
        let start = match response.status {
            206 if start > 0 && continues(&response, start, size) => start,
            // The server has another idea of the file than what has arrived: ask for all of it.
            206 | 416 if start > 0 => {
                into.clear().map_err(Error::Write)?;
                continue;
            }
            // The server ignores ranges and sends everything again.
            200 => {
                into.clear().map_err(Error::Write)?;
                0
            }
            _ => return Err(other_status(response)),
        };
        receive(response, start, size, into, progress)?;
        return Ok(start);
    }
}

fn other_status(response: Response) -> Error {
    let (address, status) = (response.address().shown(), response.status);
    match response.success() {
        Err(error) => error,
        Ok(_) => Error::Status {
            address,
            status,
            body: String::new(),
        },
    }
}

fn receive(
    mut response: Response,
    start: u64,
    size: Option<u64>,
    into: &mut dyn Sink,
    progress: &mut dyn FnMut(Transfer),
) -> Result<(), Error> {
    let address = response.address().shown();
    let wrong_size = |expected, found| Error::WrongSize {
        address: address.clone(),
        expected,
        found,
    };
    let offered = response.length().map(|rest| start.saturating_add(rest));
    if let (Some(offered), Some(size)) = (offered, size)
        && offered != size
    {
        return Err(wrong_size(size, offered));
    }
    let total = size.or(offered);
    let tell = |into: &dyn Sink| Transfer {
        received: into.length(),
        total,
    };
    progress(tell(into));
    let mut buffer = vec![0; 64 << 10];
    loop {
        let count = response.body.next(&mut buffer)?;
        if count == 0 {
            break;
        }
        let found = into.length() + count as u64;
        if let Some(size) = size.filter(|size| found > *size) {
            return Err(wrong_size(size, found));
        }
        into.append(&buffer[..count]).map_err(Error::Write)?;
        progress(tell(into));
    }
    let received = into.length();
    match total {
        Some(total) if received < total => Err(Error::Broken {
            address,
            received,
            reason: "the server closed the connection".to_owned(),
        }),
        _ => Ok(()),
    }
}

/// Whether a partial response begins at the byte asked for, in a file of the right size.
fn continues(response: &Response, start: u64, size: Option<u64>) -> bool {
    let range = response.header("content-range").and_then(content_range);
    range.is_some_and(|(first, total)| {
        first == start && total.is_none_or(|total| size.is_none_or(|size| size == total))
    })
}

/// The first byte and the total size in `bytes 5-9/10`; the total may be unknown (`*`).
fn content_range(text: &str) -> Option<(u64, Option<u64>)> {
    let (range, total) = text.strip_prefix("bytes ")?.split_once('/')?;
    let (first, _) = range.split_once('-')?;
    let total = match total {
        "*" => None,
        total => Some(total.parse().ok()?),
    };
    Some((first.parse().ok()?, total))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn content_ranges_are_read() {
        let cases = [
            ("bytes 5-9/10", Some((5, Some(10)))),
            ("bytes 0-0/1", Some((0, Some(1)))),
            ("bytes 5-9/*", Some((5, None))),
            ("bytes */10", None),
            ("bytes 5-9", None),
            ("bytes 5-9/ten", None),
            ("pages 5-9/10", None),
            ("", None),
        ];
        for (text, expected) in cases {
            assert_eq!(content_range(text), expected, "{text}");
        }
    }
}
