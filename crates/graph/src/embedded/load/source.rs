//! Files as they come: unpacked and decoded, with a digest of what was read, their notation detected
//! from name and content.

use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use lydite_digest::Sha256;
use lydite_model::Cancel;
use oxrdfio::RdfFormat;

use super::guard::Guard;
use super::stretches::Passed;
use super::text;

/// How many bytes are enough to tell the notation.
const HEAD: usize = 4096;

/// A file that can be read.
pub(super) struct Source {
    pub(super) format: RdfFormat,
    /// The file again, unpacked.
    pub(super) reader: Stream,
    pub(super) tally: Tally,
    /// How much of the unpacked text was passed over.
    pub(super) passed: Passed,
}

impl Source {
    /// Whether every line stands for itself.
    pub(super) fn is_lines(&self) -> bool {
        matches!(self.format, RdfFormat::NTriples | RdfFormat::NQuads)
    }
}

/// What is known of the bytes of a file while it is read.
#[derive(Clone, Default)]
pub(super) struct Tally {
    bytes: Arc<AtomicU64>,
    digest: Arc<std::sync::Mutex<Sha256>>,
}

impl Tally {
    /// How many bytes were read, packed as they are.
    pub(super) fn bytes(&self) -> u64 {
        self.bytes.load(Ordering::Relaxed)
    }

    /// The SHA-256 of the bytes that were read.
    pub(super) fn digest(&self) -> String {
        let digest = self.digest.lock().map(|digest| digest.clone());
        digest.unwrap_or_default().finish()
    }
}

/// Counts and digests what passes, until somebody ends it.
struct Tallied<R> {
    inner: R,
    tally: Tally,
    cancel: Cancel,
}

impl<R: Read> Read for Tallied<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.cancel.is_cancelled() {
            return Err(io::Error::other("cancelled"));
        }
        let count = self.inner.read(buffer)?;
        self.tally.bytes.fetch_add(count as u64, Ordering::Relaxed);
        if let Ok(mut digest) = self.tally.digest.lock() {
            digest.update(&buffer[..count]);
        }
        Ok(count)
    }
}

/// The SHA-256 of a file.
pub(super) fn digest(path: &Path, cancel: &Cancel) -> io::Result<String> {
    let tally = Tally::default();
    let mut tallied = Tallied {
        inner: File::open(path)?,
        tally: tally.clone(),
        cancel: cancel.clone(),
    };
    let mut buffer = vec![0; 1 << 18];
    while tallied.read(&mut buffer)? > 0 {}
    Ok(tally.digest())
}

/// What stands for standard input.
pub(super) const STANDARD_INPUT: &str = "-";

/// Whether a path can be read only once: standard input or a pipe.
pub(super) fn is_pipe(path: &Path) -> bool {
    if path.as_os_str() == STANDARD_INPUT {
        return true;
    }
    let kind = std::fs::metadata(path).map(|facts| facts.file_type());
    kind.is_ok_and(|kind| !kind.is_file() && !kind.is_dir())
}

/// The SHA-256 of a file, and its notation.
pub(super) fn identify(path: &Path, cancel: &Cancel) -> io::Result<(String, RdfFormat)> {
    let format = open(path, cancel)?.format;
    Ok((digest(path, cancel)?, format))
}

/// Opens a file, or standard input.
pub(super) fn open(path: &Path, cancel: &Cancel) -> io::Result<Source> {
    if path.as_os_str() == STANDARD_INPUT {
        return from_reader("", io::stdin(), cancel);
    }
    let file = File::open(path)?;
    if file.metadata()?.is_dir() {
        return Err(io::Error::new(
            io::ErrorKind::IsADirectory,
            "it is a folder; name the files in it",
        ));
    }
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    from_reader(&name, file, cancel)
}

/// Takes anything that can be read; the name helps to tell the notation.
pub(super) fn from_reader<R: Read + Send + 'static>(
    name: &str,
    raw: R,
    cancel: &Cancel,
) -> io::Result<Source> {
    let tally = Tally::default();
    let tallied = Tallied {
        inner: raw,
        tally: tally.clone(),
        cancel: cancel.clone(),
    };
    let (head, whole) = peek(Box::new(BufReader::with_capacity(1 << 18, tallied)), 8)?;
    let (head, unpacked) = peek(unpack(&head, whole)?, HEAD)?;
    let (head, text) = peek(text::decode(&head, unpacked)?, HEAD)?;
    let format = tell_format(name, &head);
    let reader = match format {
        // Every line is bounded for itself.
        RdfFormat::NTriples | RdfFormat::NQuads => text,
        RdfFormat::RdfXml => Guard::xml(text),
        _ => Guard::text(text),
    };
    Ok(Source {
        format,
        reader,
        tally,
        passed: Passed::default(),
    })
}

pub(super) type Stream = Box<dyn Read + Send>;

/// The first bytes of a stream, and the stream from its beginning.
fn peek(mut stream: Stream, count: usize) -> io::Result<(Vec<u8>, Stream)> {
    let mut head = Vec::new();
    stream.by_ref().take(count as u64).read_to_end(&mut head)?;
    let whole = io::Cursor::new(head.clone()).chain(stream);
    Ok((head, Box::new(whole)))
}

/// gzip, bzip2 and Zstandard, told from their first bytes.
fn unpack(head: &[u8], stream: Stream) -> io::Result<Stream> {
    Ok(match head {
        [b'$', b'H', b'D', b'T', ..] => {
            return Err(io::Error::new(
                io::ErrorKind::Unsupported,
                "HDT files are not read; make N-Triples of it: hdt2rdf FILE.hdt FILE.nt",
            ));
        }
        [0x1f, 0x8b, ..] => Box::new(flate2::read::MultiGzDecoder::new(BufReader::new(stream))),
        [b'B', b'Z', b'h', b'1'..=b'9', ..] => {
            Box::new(bzip2::read::MultiBzDecoder::new(BufReader::new(stream)))
        }
        [0x28, 0xb5, 0x2f, 0xfd, ..] => Box::new(
            ruzstd::decoding::StreamingDecoder::new(BufReader::new(stream))
                .map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))?,
        ),
        _ => stream,
    })
}

/// The notation, by the extension of the file or by how it begins.
fn tell_format(name: &str, head: &[u8]) -> RdfFormat {
    let lower = name.to_ascii_lowercase();
    let stem = [".gz", ".bz2", ".zst"]
        .iter()
        .find_map(|packed| lower.strip_suffix(packed))
        .unwrap_or(&lower);
    let extension = stem.rsplit_once('.').map_or("", |(_, extension)| extension);
    let known = match extension {
        "owl" | "rdfs" => Some(RdfFormat::RdfXml),
        "json" => RdfFormat::from_extension("jsonld"),
        // Texts and unnamed streams may be anything.
        "txt" | "xml" => None,
        _ => RdfFormat::from_extension(extension),
    };
    known.unwrap_or_else(|| tell_from_content(head))
}

fn tell_from_content(head: &[u8]) -> RdfFormat {
    let text = String::from_utf8_lossy(head);
    let first = text
        .lines()
        .map(str::trim)
        .find(|line| !line.is_empty() && !line.starts_with('#'))
        .unwrap_or("");
    if first.starts_with("<?xml") || first.starts_with("<rdf:") || first.starts_with("<!") {
        return RdfFormat::RdfXml;
    }
    if first.starts_with('{') && !text.contains("<http") || first.starts_with("[{") {
        return RdfFormat::from_extension("jsonld").unwrap_or(RdfFormat::NQuads);
    }
    // N-Triples is the only one of these whose lines are whole statements from the first on.
    let is_statement = oxttl::NQuadsParser::new()
        .for_slice(first)
        .next()
        .is_some_and(|quad| quad.is_ok());
    if is_statement {
        RdfFormat::NQuads
    } else {
        RdfFormat::TriG
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_notation_is_told_from_name_or_content() {
        for (name, head, expected) in [
            ("a.nt.gz", "", RdfFormat::NTriples),
            ("a.TTL", "", RdfFormat::Turtle),
            ("a.owl", "", RdfFormat::RdfXml),
            ("a.nq.zst", "", RdfFormat::NQuads),
            ("data", "<?xml version='1.0'?>", RdfFormat::RdfXml),
            ("data", "# x\n<a:b> <a:c> <a:d> .", RdfFormat::NQuads),
            (
                "data.txt",
                "@prefix : <http://a/> . :a :b :c .",
                RdfFormat::TriG,
            ),
        ] {
            assert_eq!(
                tell_format(name, head.as_bytes()),
                expected,
                "{name} {head}"
            );
        }
    }
}
