//! What a host replied.

use std::io::Read as _;
use std::time::{Duration, SystemTime};

use ureq::http::HeaderMap;

use crate::wish::wait;
use crate::{Address, Body, Error};

/// How much of the body of an unwanted reply is shown.
const SHOWN: u64 = 2000;

/// A reply whose body is still to be read.
#[derive(Debug)]
pub struct Response {
    /// The status.
    pub status: u16,
    pub(crate) headers: HeaderMap,
    pub(crate) address: Address,
    pub(crate) length: Option<u64>,
    /// The body, to be read.
    pub body: Body,
}

impl Response {
    /// A header, if it is there and readable.
    pub fn header(&self, name: &str) -> Option<&str> {
        header(&self.headers, name)
    }

    /// How long the host wishes to be left alone, as `Retry-After` or `retry-after-ms` have it.
    pub fn retry_after(&self) -> Option<Duration> {
        retry_after(&self.headers)
    }

    /// The type of the content, without parameters, in lower case.
    pub fn media_type(&self) -> String {
        media_type(&self.headers)
    }

    /// How many bytes the body has as it travels, where that is known.
    pub fn length(&self) -> Option<u64> {
        self.length
    }

    /// Where it came from, after all redirects.
    pub fn address(&self) -> &Address {
        &self.address
    }

    /// The reply, if its status is one of success.
    ///
    /// # Errors
    /// [`Error::Status`] with the beginning of the body.
    pub fn success(mut self) -> Result<Self, Error> {
        if (200..300).contains(&self.status) {
            return Ok(self);
        }
        let mut bytes = Vec::new();
        // What cannot be read is not shown.
        let _ = self.body.by_ref().take(SHOWN).read_to_end(&mut bytes);
        Err(Error::Status {
            address: self.address.shown(),
            status: self.status,
            body: String::from_utf8_lossy(&bytes).into_owned(),
        })
    }

    /// Reads the rest of the reply.
    ///
    /// # Errors
    /// Why it is not whole.
    pub fn whole(mut self) -> Result<Reply, Error> {
        let body = self.body.rest()?;
        Ok(Reply {
            status: self.status,
            body,
            headers: self.headers,
            address: self.address,
        })
    }
}

/// A whole reply.
#[derive(Clone, Debug)]
pub struct Reply {
    /// The status.
    pub status: u16,
    /// The body, decompressed.
    pub body: Vec<u8>,
    pub(crate) headers: HeaderMap,
    pub(crate) address: Address,
}

impl Reply {
    /// A header, if it is there and readable.
    pub fn header(&self, name: &str) -> Option<&str> {
        header(&self.headers, name)
    }

    /// How long the host wishes to be left alone, as `Retry-After` or `retry-after-ms` have it.
    pub fn retry_after(&self) -> Option<Duration> {
        retry_after(&self.headers)
    }

    /// The type of the content, without parameters, in lower case.
    pub fn media_type(&self) -> String {
        media_type(&self.headers)
    }

    /// Where it came from, after all redirects.
    pub fn address(&self) -> &Address {
        &self.address
    }

    /// The body as text; what is no UTF-8 is replaced.
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    /// The reply, if its status is one of success.
    ///
    /// # Errors
    /// [`Error::Status`] with the beginning of the body.
    pub fn success(self) -> Result<Self, Error> {
        if (200..300).contains(&self.status) {
            return Ok(self);
        }
        let shown = self.body.len().min(SHOWN as usize);
        Err(Error::Status {
            address: self.address.shown(),
            status: self.status,
            body: String::from_utf8_lossy(&self.body[..shown]).into_owned(),
        })
    }
}

pub(crate) fn header<'h>(headers: &'h HeaderMap, name: &str) -> Option<&'h str> {
    headers.get(name)?.to_str().ok()
}

fn retry_after(headers: &HeaderMap) -> Option<Duration> {
    wait(
        header(headers, "retry-after-ms"),
        header(headers, "retry-after"),
        SystemTime::now(),
    )
}

fn media_type(headers: &HeaderMap) -> String {
    let given = header(headers, "content-type").unwrap_or_default();
    let media_type = given.split(';').next().unwrap_or_default();
    media_type.trim().to_ascii_lowercase()
}
