//! gzip, bzip2 and Zstandard, told from their first bytes.

use std::io::{self, BufReader, Read};

/// Unpacks a stream if its head says that it is packed, and says whether it was.
pub(super) fn unpack(
    head: &[u8],
    bytes: Box<dyn Read + Send>,
) -> io::Result<(bool, Box<dyn Read + Send>)> {
    Ok(match head {
        [0x1f, 0x8b, ..] => (
            true,
            Box::new(flate2::read::MultiGzDecoder::new(BufReader::new(bytes))),
        ),
        [b'B', b'Z', b'h', b'1'..=b'9', ..] => (
            true,
            Box::new(bzip2::read::MultiBzDecoder::new(BufReader::new(bytes))),
        ),
        [0x28, 0xb5, 0x2f, 0xfd, ..] => (
            true,
            Box::new(
                ruzstd::decoding::StreamingDecoder::new(BufReader::new(bytes))
                    .map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))?,
            ),
        ),
        _ => (false, bytes),
    })
}
