//! gzip, bzip2 and Zstandard, told from their first bytes.

use std::io::{self, BufReader, Read};

/// Unpacks a stream if its head says that it is packed.
pub(super) fn unpack(
    head: &[u8],
    bytes: Box<dyn Read + Send>,
) -> io::Result<(Option<&'static str>, Box<dyn Read + Send>)> {
    Ok(match head {
        [0x1f, 0x8b, ..] => (
            Some("gzip"),
            Box::new(flate2::read::MultiGzDecoder::new(BufReader::new(bytes))),
        ),
        [b'B', b'Z', b'h', b'1'..=b'9', ..] => (
            Some("bzip2"),
            Box::new(bzip2::read::MultiBzDecoder::new(BufReader::new(bytes))),
        ),
        [0x28, 0xb5, 0x2f, 0xfd, ..] => (
            Some("zstd"),
            Box::new(
                ruzstd::decoding::StreamingDecoder::new(BufReader::new(bytes))
                    .map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))?,
            ),
        ),
        _ => (None, bytes),
    })
}
