//! Bytes into UTF-8: byte order marks, UTF-16, and what an XML declaration says.

use std::io::{self, Read};

use encoding_rs::{CoderResult, Decoder, Encoding, UTF_8, UTF_16BE, UTF_16LE};

use super::source::Stream;

/// How many bytes are decoded at once.
const CHUNK: usize = 1 << 15;

/// A stream in UTF-8 without a byte order mark, given how it begins.
///
/// # Errors
/// An XML declaration names an encoding that is not known.
pub(super) fn decode(head: &[u8], mut stream: Stream) -> io::Result<Stream> {
    if let Some((encoding, length)) = Encoding::for_bom(head) {
        let mut mark = [0; 3];
        stream.read_exact(&mut mark[..length])?;
        return Ok(if encoding == UTF_8 {
            stream
        } else {
            decoded(encoding, stream)
        });
    }
    if let Some(label) = declared(head) {
        let Some(encoding) = Encoding::for_label(label.as_bytes()) else {
            return Err(io::Error::new(
                io::ErrorKind::Unsupported,
                format!("unknown encoding {label}; convert it to UTF-8"),
            ));
        };
        if encoding != UTF_8 {
            // What follows is no longer what the declaration says.
            let end = memchr::memmem::find(head, b"?>").map_or(0, |at| at + 2);
            io::copy(&mut stream.by_ref().take(end as u64), &mut io::sink())?;
            return Ok(decoded(encoding, stream));
        }
    }
    // `<?xml` in UTF-16 without a mark.
    match head {
        [b'<', 0, ..] => Ok(decoded(UTF_16LE, stream)),
        [0, b'<', ..] => Ok(decoded(UTF_16BE, stream)),
        _ => Ok(stream),
    }
}

/// The encoding that an XML declaration names.
fn declared(head: &[u8]) -> Option<String> {
    let start = head.trim_ascii_start().strip_prefix(b"<?xml")?;
    let end = memchr::memmem::find(start, b"?>")?;
    let declaration = std::str::from_utf8(&start[..end]).ok()?;
    let (_, rest) = declaration.split_once("encoding")?;
    let rest = rest.trim_start().strip_prefix('=')?.trim_start();
    let quote = rest.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    let (label, _) = rest[1..].split_once(quote)?;
    Some(label.to_owned())
}

fn decoded(encoding: &'static Encoding, inner: Stream) -> Stream {
    Box::new(Decoded {
        inner,
        decoder: encoding.new_decoder_without_bom_handling(),
        raw: Vec::new(),
        text: String::new(),
        given: 0,
        ended: false,
    })
}

/// A stream in another encoding, read as UTF-8.
struct Decoded {
    inner: Stream,
    decoder: Decoder,
    raw: Vec<u8>,
    text: String,
    /// How much of the text was given out.
    given: usize,
    ended: bool,
}

impl Decoded {
    fn fill(&mut self) -> io::Result<()> {
        self.raw.clear();
        let mut more = self.inner.by_ref().take(CHUNK as u64);
        self.ended = more.read_to_end(&mut self.raw)? == 0;
        self.text.clear();
        self.given = 0;
        let room = self.decoder.max_utf8_buffer_length(self.raw.len());
        self.text.reserve(room.unwrap_or(CHUNK * 4));
        let (result, _, damaged) =
            self.decoder
                .decode_to_string(&self.raw, &mut self.text, self.ended);
        if damaged || result == CoderResult::OutputFull {
            return Err(io::Error::new(
                io::ErrorKind::InvalidData,
                format!("it is not valid {}", self.decoder.encoding().name()),
            ));
        }
        Ok(())
    }
}

impl Read for Decoded {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.given == self.text.len() {
            if self.ended {
                return Ok(0);
            }
            self.fill()?;
        }
        let left = &self.text.as_bytes()[self.given..];
        let count = left.len().min(buffer.len());
        buffer[..count].copy_from_slice(&left[..count]);
        self.given += count;
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(bytes: &[u8]) -> io::Result<String> {
        let mut text = String::new();
        let stream = Box::new(io::Cursor::new(bytes.to_vec()));
        decode(bytes, stream)?.read_to_string(&mut text)?;
        Ok(text)
    }

    #[test]
    fn texts_are_read_in_the_encoding_that_they_declare() {
        assert_eq!(read(b"\xef\xbb\xbfabc").unwrap(), "abc");
        assert_eq!(read(b"\xff\xfea\0\xe9\0").unwrap(), "aé");
        assert_eq!(read(b"\xfe\xff\0a\0\xe9").unwrap(), "aé");
        let latin = b"<?xml version='1.0' encoding = \"iso-8859-1\"?><a>caf\xe9</a>";
        assert_eq!(read(latin).unwrap(), "<a>café</a>");
        let utf16: Vec<u8> = "<?xml?>é"
            .encode_utf16()
            .flat_map(u16::to_le_bytes)
            .collect();
        assert_eq!(read(&utf16).unwrap(), "<?xml?>é");
        assert_eq!(read("plain é".as_bytes()).unwrap(), "plain é");
        let unknown = read(b"<?xml version='1.0' encoding='klingon'?><a/>").unwrap_err();
        assert!(unknown.to_string().contains("klingon"));
        assert!(read(b"\xff\xfea\0\x00\xd8").is_err());
    }
}
