//! What no file of triples holds is refused before a parser sees it.
//!
//! Parsers of whole notations keep a token in memory until it ends, compare every attribute of an
//! element with every other, and expand entities into as much text as the document asks for. So the
//! text is looked at on its way to them, for runs of zeros, tokens without an end and entities that
//! grow.

use std::collections::HashMap;
use std::io::{self, Read};

use super::source::Stream;

/// What no file of triples holds.
mod bounds {
    /// Zeros in a row: a hole in a file, or a bomb.
    pub(super) const ZEROS: usize = 1 << 10;
    /// The bytes of a tag, and of the text between two tags.
    pub(super) const TAG: usize = 1 << 20;
    pub(super) const TEXT: usize = 16 << 20;
    /// The attributes of an element.
    pub(super) const ATTRIBUTES: usize = 4096;
    /// Elements within elements.
    pub(super) const DEPTH: usize = 4096;
    /// The bytes of a DOCTYPE, and of an entity with all entities in it expanded.
    pub(super) const DOCTYPE: usize = 1 << 20;
    pub(super) const ENTITY: usize = 1 << 16;
    /// The bytes that come from entities: this many, and so many times those of the document.
    pub(super) const EXPANDED: usize = 16 << 20;
    pub(super) const EXPANSION: usize = 16;
}

/// What is said of a document that ends too early. What stands before the end can be used.
pub(super) const CUT_OFF: &str = "the document is cut off within an element";

/// A stream of text without what no file of triples holds; reading the rest of it fails.
pub(super) struct Guard {
    inner: Stream,
    zeros: usize,
    /// Of RDF/XML there is more to look at.
    xml: Option<Xml>,
}

impl Guard {
    /// Looks at a text of any notation.
    pub(super) fn text(inner: Stream) -> Stream {
        Box::new(Self {
            inner,
            zeros: 0,
            xml: None,
        })
    }

    /// Looks at RDF/XML.
    pub(super) fn xml(inner: Stream) -> Stream {
        Box::new(Self {
            inner,
            zeros: 0,
            xml: Some(Xml::default()),
        })
    }
}

impl Read for Guard {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.inner.read(buffer)?;
        let bytes = &buffer[..count];
        if let Some(first) = memchr::memchr(0, bytes) {
            self.count_zeros(&bytes[first..], first == 0)?;
        } else if count > 0 {
            self.zeros = 0;
        }
        if let Some(xml) = &mut self.xml {
            xml.pass(bytes, count == 0)?;
        }
        Ok(count)
    }
}

impl Guard {
    fn count_zeros(&mut self, bytes: &[u8], goes_on: bool) -> io::Result<()> {
        if !goes_on {
            self.zeros = 0;
        }
        for byte in bytes {
            self.zeros = if *byte == 0 { self.zeros + 1 } else { 0 };
            if self.zeros > bounds::ZEROS {
                return Err(refused("it is full of zero bytes, which no RDF file is"));
            }
        }
        Ok(())
    }
}

fn refused(reason: impl Into<String>) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, reason.into())
}

/// Where in a document a byte stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Place {
    #[default]
    Text,
    /// After `<`, until it is clear what this is.
    Opening,
    Tag,
    ClosingTag,
    /// In the value of an attribute, up to this quote.
    Value(u8),
    Comment,
    Data,
    Instruction,
    /// In a DOCTYPE, with so many `<` open.
    Doctype(usize),
}

/// What was seen of a document in XML.
#[derive(Debug, Default)]
struct Xml {
    place: Place,
    /// The bytes of the tag or text so far, those of its entities included.
    length: usize,
    attributes: usize,
    depth: usize,
    /// The last bytes, where those matter.
    last: [u8; 2],
    /// `<!…` as far as it tells what it is, or a DOCTYPE.
    opening: Vec<u8>,
    /// The name of an entity that is being read.
    reference: Option<Vec<u8>>,
    /// The lengths of the entities of the DOCTYPE.
    entities: HashMap<Vec<u8>, usize>,
    passed: usize,
    expanded: usize,
    line: usize,
    /// The bytes of a letter that the last stretch did not end.
    unfinished: Vec<u8>,
}

impl Xml {
    fn pass(&mut self, bytes: &[u8], ended: bool) -> io::Result<()> {
        self.check_utf8(bytes, ended)?;
        for byte in bytes {
            self.passed += 1;
            self.line += usize::from(*byte == b'\n');
            self.step(*byte)?;
            self.last = [self.last[1], *byte];
        }
        if ended && (self.depth > 0 || self.place != Place::Text) {
            return Err(io::Error::new(io::ErrorKind::UnexpectedEof, CUT_OFF));
        }
        Ok(())
    }

    /// What is no UTF-8 would be read as something else.
    fn check_utf8(&mut self, bytes: &[u8], ended: bool) -> io::Result<()> {
        let joined;
        let mut bytes = bytes;
        if !self.unfinished.is_empty() {
            self.unfinished.extend_from_slice(bytes);
            joined = std::mem::take(&mut self.unfinished);
            bytes = &joined;
        }
        let Err(error) = std::str::from_utf8(bytes) else {
            return Ok(());
        };
        if error.error_len().is_none() && !ended {
            self.unfinished = bytes[error.valid_up_to()..].to_vec();
            return Ok(());
        }
        let before = &bytes[..error.valid_up_to()];
        let lines = before.iter().filter(|byte| **byte == b'\n').count();
        let line = self.line + lines + 1;
        Err(refused(format!(
            "line {line} is not UTF-8, and no other encoding is declared; add one to the XML \
             declaration, such as encoding=\"iso-8859-1\""
        )))
    }

    fn step(&mut self, byte: u8) -> io::Result<()> {
        self.length += 1;
        self.refer(byte)?;
        match (self.place, byte) {
            (Place::Text, b'<') => {
                self.opening.clear();
                self.begin(Place::Opening);
            }
            (Place::Text, _) => self.bound(bounds::TEXT, "a text")?,
            (Place::Opening, _) => self.open(byte),
            (Place::Tag, b'"' | b'\'') => {
                self.attributes += 1;
                if self.attributes > bounds::ATTRIBUTES {
                    let count = bounds::ATTRIBUTES;
                    return Err(
                        self.refused(&format!("an element has more than {count} attributes"))
                    );
                }
                self.place = Place::Value(byte);
            }
            (Place::Tag, b'>') => {
                if self.last[1] != b'/' {
                    self.depth += 1;
                    if self.depth > bounds::DEPTH {
                        let count = bounds::DEPTH;
                        let reason = format!("elements are nested more than {count} deep");
                        return Err(self.refused(&reason));
                    }
                }
                self.begin(Place::Text);
            }
            (Place::ClosingTag, b'>') => {
                self.depth = self.depth.saturating_sub(1);
                self.begin(Place::Text);
            }
            (Place::Value(quote), _) if byte == quote => self.place = Place::Tag,
            (Place::Tag | Place::ClosingTag | Place::Value(_), _) => {
                self.bound(bounds::TAG, "a tag")?;
            }
            (Place::Comment, b'>') if self.last == *b"--" => self.begin(Place::Text),
            (Place::Data, b'>') if self.last == *b"]]" => self.begin(Place::Text),
            (Place::Instruction, b'>') if self.last[1] == b'?' => self.begin(Place::Text),
            (Place::Comment | Place::Data | Place::Instruction, _) => {
                self.bound(bounds::TEXT, "a comment or section")?;
            }
            (Place::Doctype(open), _) => self.doctype(open, byte)?,
        }
        Ok(())
    }

    fn begin(&mut self, place: Place) {
        self.place = place;
        self.length = 0;
        self.attributes = 0;
        self.reference = None;
    }

    fn bound(&self, bound: usize, what: &str) -> io::Result<()> {
        if self.length > bound {
            let megabytes = bound >> 20;
            return Err(self.refused(&format!("{what} is longer than {megabytes} MiB")));
        }
        Ok(())
    }

    fn refused(&self, reason: &str) -> io::Error {
        refused(format!("line {}: {reason}", self.line + 1))
    }

    /// What begins with `<`.
    fn open(&mut self, byte: u8) {
        self.opening.push(byte);
        let place = match self.opening.as_slice() {
            b"/" => Place::ClosingTag,
            b"?" => Place::Instruction,
            b"!--" => Place::Comment,
            b"![CDATA[" => Place::Data,
            b"!DOCTYPE" => Place::Doctype(1),
            begun if b"!--".starts_with(begun) => return,
            begun if b"![CDATA[".starts_with(begun) => return,
            begun if b"!DOCTYPE".starts_with(begun) => return,
            b">" => Place::Text,
            _ => Place::Tag,
        };
        self.begin(place);
        self.opening.clear();
    }

    fn doctype(&mut self, open: usize, byte: u8) -> io::Result<()> {
        self.bound(bounds::DOCTYPE, "the DOCTYPE")?;
        let open = match byte {
            b'<' => open + 1,
            b'>' => open - 1,
            _ => open,
        };
        self.place = Place::Doctype(open);
        self.opening.push(byte);
        if open == 0 {
            let text = std::mem::take(&mut self.opening);
            self.declare(&text)?;
            self.begin(Place::Text);
        }
        Ok(())
    }

    /// Notes how long the entities of a DOCTYPE become.
    fn declare(&mut self, doctype: &[u8]) -> io::Result<()> {
        for declaration in doctype.split(|byte| *byte == b'<').skip(1) {
            let Some(rest) = declaration.strip_prefix(b"!ENTITY") else {
                continue;
            };
            let rest = rest.trim_ascii_start();
            let rest = rest.strip_prefix(b"%").unwrap_or(rest).trim_ascii_start();
            let end = rest.iter().position(u8::is_ascii_whitespace);
            let (name, value) = rest.split_at(end.unwrap_or(rest.len()));
            let length = self.expanded_length(value);
            if length > bounds::ENTITY {
                let name = String::from_utf8_lossy(name);
                let name: String = name.chars().take(40).collect();
                let bound = bounds::ENTITY >> 10;
                return Err(
                    self.refused(&format!("the entity &{name}; is longer than {bound} KiB"))
                );
            }
            self.entities.insert(name.to_vec(), length);
        }
        Ok(())
    }

    fn expanded_length(&self, value: &[u8]) -> usize {
        let mut length = value.len();
        let mut rest = value;
        while let Some(start) = memchr::memchr(b'&', rest) {
            rest = &rest[start + 1..];
            let Some(end) = memchr::memchr(b';', rest) else {
                break;
            };
            let entity = self.entities.get(&rest[..end]).copied();
            length = length.saturating_add(entity.unwrap_or(0));
        }
        length
    }

    /// Counts what an entity becomes.
    fn refer(&mut self, byte: u8) -> io::Result<()> {
        if self.entities.is_empty() || !matches!(self.place, Place::Text | Place::Value(_)) {
            return Ok(());
        }
        match (byte, &mut self.reference) {
            (b'&', reference) => *reference = Some(Vec::new()),
            (b';', Some(name)) => {
                let length = self.entities.get(name.as_slice()).copied().unwrap_or(0);
                self.reference = None;
                self.length += length;
                self.expanded += length;
                let allowed = bounds::EXPANDED.max(self.passed.saturating_mul(bounds::EXPANSION));
                if self.expanded > allowed {
                    return Err(self.refused("its entities make it many times as long as it is"));
                }
            }
            (_, Some(name)) if name.len() < 256 => name.push(byte),
            (_, reference) => *reference = None,
        }
        Ok(())
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may panic")]
mod tests {
    use super::*;

    /// Reads a text in small pieces, as a slow disk gives it.
    fn read(text: &[u8]) -> io::Result<Vec<u8>> {
        struct Slow(io::Cursor<Vec<u8>>);
        impl Read for Slow {
            fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
                let count = buffer.len().min(7);
                self.0.read(&mut buffer[..count])
            }
        }
        let mut guard = Guard::xml(Box::new(Slow(io::Cursor::new(text.to_vec()))));
        let mut all = Vec::new();
        guard.read_to_end(&mut all)?;
        Ok(all)
    }

    #[test]
    fn what_is_well_formed_passes_as_it_is() {
        let text = "<?xml version='1.0'?><!DOCTYPE r [ <!ENTITY o \"http://o/\"> ]>\n\
                    <!-- a > b --><r a='>' b=\"é\"><![CDATA[ < ]] > ]]>&o;&amp;日本</r>";
        assert_eq!(read(text.as_bytes()).unwrap(), text.as_bytes());
        let many = "<a></a><b/>".repeat(3 * bounds::DEPTH);
        assert!(read(many.as_bytes()).is_ok());
        for cut in ["<a>", "<a", "<a><b></a>", "<!-- a"] {
            assert_eq!(read(cut.as_bytes()).unwrap_err().to_string(), CUT_OFF);
        }
    }

    #[test]
    fn what_no_document_holds_is_refused() {
        let entities = |count: usize, uses: usize| {
            let mut text = "<!DOCTYPE r [<!ENTITY e0 \"0123456789\">".to_owned();
            for n in 1..count {
                let value = format!("&e{};", n - 1).repeat(10);
                text += &format!("<!ENTITY e{n} \"{value}\">");
            }
            let last = format!("<r>&e{};</r>", count - 1).repeat(uses);
            format!("{text}]>{last}")
        };
        assert!(read(entities(3, 1).as_bytes()).is_ok());
        for (text, reason) in [
            (entities(9, 1), "entity"),
            (entities(4, 3000), "many times"),
            (format!("<a{}", " b='c'".repeat(5000)), "attributes"),
            ("<a>".repeat(5000), "nested"),
            (format!("<a {}", "b".repeat(2 << 20)), "a tag"),
            (format!("<a>{}", "b".repeat(17 << 20)), "a text"),
            (format!("<!--{}", "b".repeat(17 << 20)), "a comment"),
            (format!("<!DOCTYPE {}", "b".repeat(2 << 20)), "DOCTYPE"),
            ("\0".repeat(5000), "zero"),
        ] {
            let error = read(text.as_bytes()).unwrap_err().to_string();
            assert!(error.contains(reason), "{error}");
            assert!(error.len() < 200, "{error}");
        }
        let error = read(b"<a>\n\n caf\xe9</a>").unwrap_err().to_string();
        assert!(error.starts_with("line 3 is not UTF-8"), "{error}");
        assert!(read(b"<a>\xc3").is_err());
    }
}
