//! gzip, bzip2 and Zstandard, told from their first bytes.

use std::io::{self, BufReader, Read};

type Stream = Box<dyn Read + Send>;

/// How to unpack a stream that begins like this, if it is packed.
pub(super) fn of(head: &[u8]) -> Option<fn(Stream) -> io::Result<Stream>> {
    match head {
        [0x1f, 0x8b, ..] => Some(|bytes| {
            let bytes = BufReader::new(bytes);
            Ok(Box::new(flate2::read::MultiGzDecoder::new(bytes)))
        }),
        [b'B', b'Z', b'h', b'1'..=b'9', ..] => Some(|bytes| {
            let bytes = BufReader::new(bytes);
            Ok(Box::new(bzip2::read::MultiBzDecoder::new(bytes)))
        }),
        [0x28, 0xb5, 0x2f, 0xfd, ..] => Some(|bytes| {
            let unpacked = ruzstd::decoding::StreamingDecoder::new(BufReader::new(bytes));
            let invalid = |error| io::Error::new(io::ErrorKind::InvalidData, error);
            Ok(Box::new(unpacked.map_err(invalid)?))
        }),
        _ => None,
    }
}
