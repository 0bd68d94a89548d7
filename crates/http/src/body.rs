//! The body of a reply, within its bounds.

use std::fmt;
use std::io::{self, Read};
use std::sync::Arc;

use flate2::read::MultiGzDecoder;

use crate::fault::{broken_off, ended};
use crate::gate::Pass;
use crate::watch::{Watch, under};
use crate::{Address, Error};

/// The body of a reply. Reading it ends with the last byte, or with an [`io::Error`] that holds why
/// there are no more ([`Error::of`]): the deadline, the limit, a broken connection, a cancellation.
pub struct Body {
    reader: Box<dyn Read + Send>,
    pub(crate) watch: Arc<Watch>,
    address: Address,
    limit: u64,
    received: u64,
    /// The host counts the request as long as its body travels.
    _pass: Option<Pass>,
}

/// How a body is compressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Coding {
    Plain,
    Gzip,
}

impl Coding {
    pub(crate) fn named(name: Option<&str>) -> Option<Self> {
        match name.map(|name| name.trim().to_ascii_lowercase()).as_deref() {
            None | Some("" | "identity") => Some(Self::Plain),
            Some("gzip" | "x-gzip") => Some(Self::Gzip),
            Some(_) => None,
        }
    }
}

impl Body {
    pub(crate) fn new(
        body: ureq::Body,
        coding: Coding,
        watch: Arc<Watch>,
        address: Address,
        limit: u64,
        pass: Pass,
    ) -> Self {
        let reader = body.into_reader();
        Self {
            reader: match coding {
                Coding::Plain => Box::new(reader),
                Coding::Gzip => Box::new(MultiGzDecoder::new(reader)),
            },
            watch,
            address,
            limit,
            received: 0,
            _pass: Some(pass),
        }
    }

    /// How many bytes were read so far, decompressed.
    pub fn received(&self) -> u64 {
        self.received
    }

    /// Reads the rest.
    pub(crate) fn rest(&mut self) -> Result<Vec<u8>, Error> {
        let mut bytes = Vec::new();
        let mut buffer = vec![0; 16 << 10];
        loop {
            match self.next(&mut buffer)? {
                0 => return Ok(bytes),
                count => bytes.extend_from_slice(&buffer[..count]),
            }
        }
    }

    /// Reads some bytes; 0 at the end.
    pub(crate) fn next(&mut self, buffer: &mut [u8]) -> Result<usize, Error> {
        let address = &self.address;
        let watch = Arc::clone(&self.watch);
        // Bytes that have arrived already are waited for by nobody, so nobody looks at the watch.
        watch.look().map_err(|why| ended(&why, address, &watch))?;
        let read = under(&watch, || {
            loop {
                match self.reader.read(buffer) {
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                    other => return other,
                }
            }
        });
        let count =
            read.map_err(|error| broken_off(error, self.received, &self.address, &watch))?;
        self.received += count as u64;
        if self.received > self.limit {
            return Err(Error::TooLarge {
                address: self.address.shown(),
                limit: self.limit,
            });
        }
        Ok(count)
    }
}

impl Read for Body {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if buffer.is_empty() {
            return Ok(0);
        }
        Ok(self.next(buffer)?)
    }
}

impl fmt::Debug for Body {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Body")
            .field("received", &self.received)
            .finish_non_exhaustive()
    }
}
