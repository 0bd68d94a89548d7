//! One transfer over HTTP, continued where an earlier one broke off.

use std::io::{self, Read};

use ureq::http::{Response, StatusCode, header};
use ureq::{Agent, Body};

use super::mirror::Address;
use super::part::Part;
use super::{Entry, FetchError, Progress, Timeouts};

const REDIRECTS: u32 = 5;

/// The agent for all requests; the proxy variables of the environment are honoured.
pub(super) fn agent(timeouts: Timeouts) -> Agent {
    Agent::config_builder()
        .user_agent(concat!("lydite/", env!("CARGO_PKG_VERSION")))
        .http_status_as_error(false)
        .max_redirects(REDIRECTS)
        .timeout_resolve(Some(timeouts.connect))
        .timeout_connect(Some(timeouts.connect))
        .timeout_recv_response(Some(timeouts.stall))
        .timeout_per_read(Some(timeouts.stall))
        .build()
        .new_agent()
}

/// Completes the part from the address; returns at which byte the transfer began.
///
/// What has arrived stays in the part when the transfer breaks off.
pub(super) fn download(
    agent: &Agent,
    address: &Address,
    entry: &Entry,
    part: &mut Part,
    progress: &mut dyn FnMut(Progress),
) -> Result<u64, FetchError> {
    loop {
        let start = part.length();
        if start == entry.size {
            return Ok(start);
        }
        let response = request(agent, address, start)?;
        match response.status() {
            StatusCode::PARTIAL_CONTENT if start > 0 && continues(&response, start, entry.size) => {
            }
            // The server has another idea of the file than the part: ask for all of it.
            StatusCode::PARTIAL_CONTENT | StatusCode::RANGE_NOT_SATISFIABLE if start > 0 => {
                part.clear()?;
                continue;
            }
            // The server ignores ranges and sends everything again.
            StatusCode::OK => part.clear()?,
            status => {
                let (url, status) = (address.url.clone(), status.as_u16());
                return Err(FetchError::Status { url, status });
            }
        }
        let start = part.length();
        receive(response, address, entry, part, progress)?;
        return Ok(start);
    }
}

fn request(agent: &Agent, address: &Address, start: u64) -> Result<Response<Body>, FetchError> {
    let mut request = agent
        .get(&address.url)
        .header(header::ACCEPT, address.accept)
        // The digest and the ranges are of the file, not of a compressed form of it.
        .header(header::ACCEPT_ENCODING, "identity");
    if start > 0 {
        request = request.header(header::RANGE, format!("bytes={start}-"));
    }
    request.call().map_err(|error| FetchError::Unreachable {
        url: address.url.clone(),
        reason: reason(&error),
    })
}

/// Whether a partial response begins at the byte asked for, in a file of the right size.
fn continues(response: &Response<Body>, start: u64, size: u64) -> bool {
    let range = response.headers().get(header::CONTENT_RANGE);
    range
        .and_then(|range| range.to_str().ok())
        .and_then(content_range)
        .is_some_and(|(first, total)| first == start && total.is_none_or(|total| total == size))
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

fn receive(
    mut response: Response<Body>,
    address: &Address,
    entry: &Entry,
    part: &mut Part,
    progress: &mut dyn FnMut(Progress),
) -> Result<(), FetchError> {
    let wrong_size = |found| FetchError::WrongSize {
        name: entry.name.clone(),
        from: address.url.clone(),
        expected: entry.size,
        found,
    };
    if let Some(rest) = response.body().content_length() {
        let offered = part.length().saturating_add(rest);
        if offered != entry.size {
            return Err(wrong_size(offered));
        }
    }
    let interrupted = |received, reason| FetchError::Interrupted {
        name: entry.name.clone(),
        url: address.url.clone(),
        received,
        total: entry.size,
        reason,
    };

    let mut body = response.body_mut().as_reader();
    let mut buffer = vec![0; 64 * 1024];
    progress(Progress {
        received: part.length(),
        total: entry.size,
    });
    loop {
        let count = match body.read(&mut buffer) {
            Ok(0) => break,
            Ok(count) => count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => {
                return Err(interrupted(
                    part.length(),
                    reason(&ureq::Error::from(error)),
                ));
            }
        };
        let offered = part.length() + count as u64;
        if offered > entry.size {
            return Err(wrong_size(offered));
        }
        part.append(&buffer[..count])?;
        progress(Progress {
            received: part.length(),
            total: entry.size,
        });
    }
    if part.length() < entry.size {
        return Err(interrupted(
            part.length(),
            "the server closed the connection".to_owned(),
        ));
    }
    Ok(())
}

fn reason(error: &ureq::Error) -> String {
    match error {
        ureq::Error::Timeout(ureq::Timeout::Connect | ureq::Timeout::Resolve) => {
            "no connection within the time-out".to_owned()
        }
        ureq::Error::Timeout(_) => "the server stopped sending".to_owned(),
        ureq::Error::TooManyRedirects => format!("more than {REDIRECTS} redirects"),
        ureq::Error::Io(error) => error.to_string(),
        other => other.to_string(),
    }
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
