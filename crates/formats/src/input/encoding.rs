//! Character encodings, told from the bytes and turned into UTF-8.

use std::io::{self, Read};

use encoding_rs::{Decoder, EUC_KR, Encoding, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};

/// What the bytes of a file are encoded in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Detected {
    encoding: &'static Encoding,
    /// Whether a byte order mark leads the text.
    pub byte_order_mark: bool,
}

impl Detected {
    /// Whether the text is UTF-8, the encoding that every format of the field asks for.
    pub(crate) fn is_utf8(self) -> bool {
        self.encoding == UTF_8
    }

    /// Whether nothing but the frequency of bytes speaks for it.
    pub(crate) fn is_guessed(self) -> bool {
        self.encoding == EUC_KR || self.encoding == WINDOWS_1252
    }

    /// The name that users know.
    pub(crate) fn name(self) -> &'static str {
        if self.encoding == EUC_KR {
            // The label EUC-KR of the Encoding Standard stands for its superset.
            "CP949"
        } else {
            self.encoding.name()
        }
    }

    /// The bytes as UTF-8, without the byte order mark.
    ///
    /// UTF-8 itself passes untouched: invalid sequences are found, and placed, where they occur.
    pub(super) fn decode(self, bytes: Box<dyn Read + Send>) -> Box<dyn Read + Send> {
        if self.is_utf8() && !self.byte_order_mark {
            return bytes;
        }
        Box::new(Transcoder {
            bytes,
            decoder: self.encoding.new_decoder_with_bom_removal(),
            input: Vec::new(),
            output: Vec::new(),
            given: 0,
            ended: false,
        })
    }
}

/// Tells the encoding from the first bytes.
pub(super) fn detect(head: &[u8]) -> Detected {
    if let Some((encoding, _)) = Encoding::for_bom(head) {
        return Detected {
            encoding,
            byte_order_mark: true,
        };
    }
    let encoding = match head {
        // Every format of the field begins with an ASCII character.
        [0, second, ..] if *second != 0 => UTF_16BE,
        [first, 0, ..] if *first != 0 => UTF_16LE,
        _ => match std::str::from_utf8(head) {
            Ok(_) => UTF_8,
            // The head may end inside a character.
            Err(error) if error.error_len().is_none() => UTF_8,
            Err(_) => legacy(head),
        },
    };
    Detected {
        encoding,
        byte_order_mark: false,
    }
}

/// Tells the encoding of text that is not valid UTF-8.
///
/// It is UTF-8 with damaged places if most characters above ASCII are in order; CP949 when that
/// reads without an error as Hangul; Windows-1252 otherwise.
fn legacy(head: &[u8]) -> &'static Encoding {
    let (mut valid, mut damaged) = (0, 0);
    for chunk in head.utf8_chunks() {
        valid += chunk.valid().chars().filter(|c| !c.is_ascii()).count();
        damaged += usize::from(!chunk.invalid().is_empty());
    }
    if valid > damaged {
        return UTF_8;
    }
    let korean = EUC_KR.decode_without_bom_handling(head).0;
    let count = |test: fn(char) -> bool| korean.chars().filter(|c| test(*c)).count();
    let hangul = count(|c| ('\u{ac00}'..='\u{d7a3}').contains(&c));
    // The head may be cut inside a character: one error is forgiven.
    if hangul > 1 && count(|c| c == '\u{fffd}') <= 1 {
        return EUC_KR;
    }
    WINDOWS_1252
}

/// A reader that decodes as it goes.
struct Transcoder {
    bytes: Box<dyn Read + Send>,
    decoder: Decoder,
    input: Vec<u8>,
    output: Vec<u8>,
    given: usize,
    ended: bool,
}

impl Read for Transcoder {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        while self.given == self.output.len() && !self.ended {
            self.input.resize(super::HEAD, 0);
            let read = self.bytes.read(&mut self.input)?;
            self.ended = read == 0;
            let most = self
                .decoder
                .max_utf8_buffer_length(read)
                .unwrap_or(3 * read + 16);
            self.output.resize(most, 0);
            let (_, _, written, _) =
                self.decoder
                    .decode_to_utf8(&self.input[..read], &mut self.output, self.ended);
            self.output.truncate(written);
            self.given = 0;
        }
        let ready = &self.output[self.given..];
        let count = ready.len().min(into.len());
        into[..count].copy_from_slice(&ready[..count]);
        self.given += count;
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn utf16(text: &str, unit: fn(u16) -> [u8; 2]) -> Vec<u8> {
        text.encode_utf16().flat_map(unit).collect()
    }

    #[test]
    fn encodings_are_told_from_their_bytes() {
        let korean = EUC_KR
            .encode("{\"question\": \"명량 해전\"}")
            .0
            .into_owned();
        let cases: [(&str, Vec<u8>, &str); 7] = [
            ("plain", b"{\"id\": 1}".to_vec(), "UTF-8"),
            ("bom", b"\xef\xbb\xbf<dataset/>".to_vec(), "UTF-8"),
            ("utf-16le", utf16("{\"é\"}", u16::to_le_bytes), "UTF-16LE"),
            ("utf-16be", utf16("{\"é\"}", u16::to_be_bytes), "UTF-16BE"),
            (
                "utf-16 bom",
                utf16("\u{feff}{}", u16::to_le_bytes),
                "UTF-16LE",
            ),
            ("korean", korean, "CP949"),
            ("latin", b"{\"caf\xe9\"}".to_vec(), "windows-1252"),
        ];
        for (case, bytes, name) in cases {
            assert_eq!(detect(&bytes).name(), name, "{case}");
        }
    }

    #[test]
    fn decoding_gives_the_text_back() {
        for text in ["", "{\"id\": \"é漢\"}", &"명량 ".repeat(100_000)] {
            let bytes = utf16(text, u16::to_le_bytes);
            let detected = Detected {
                encoding: UTF_16LE,
                byte_order_mark: false,
            };
            let mut decoded = String::new();
            detected
                .decode(Box::new(io::Cursor::new(bytes)))
                .read_to_string(&mut decoded)
                .unwrap();
            assert!(decoded == text);
        }
    }
}
