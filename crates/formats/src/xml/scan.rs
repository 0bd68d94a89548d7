//! Finds where a tag, a declaration or a record ends, however little of it is in memory at a time.

/// Whether a byte can begin the name of an element.
pub(super) fn is_name_start(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || matches!(byte, b'_' | b':') || byte >= 0x80
}

/// The length of the name at the beginning of the bytes.
pub(super) fn name_length(bytes: &[u8]) -> usize {
    bytes
        .iter()
        .position(|byte| byte.is_ascii_whitespace() || matches!(byte, b'/' | b'>' | b'<'))
        .unwrap_or(bytes.len())
}

/// The byte after a tag, from a byte inside of it on. The next `<` ends a tag, too: XML does not
/// allow it inside of one, so that the `>` must be missing, or a quote.
pub(super) fn find_tag_end(bytes: &[u8], at: &mut usize, quote: &mut Option<u8>) -> Option<usize> {
    while let Some(&byte) = bytes.get(*at) {
        match (byte, *quote) {
            (b'<', _) => return Some(*at),
            (b'>', None) => return Some(*at + 1),
            (b'"' | b'\'', None) => *quote = Some(byte),
            (_, Some(open)) if byte == open => *quote = None,
            _ => {}
        }
        *at += 1;
    }
    None
}

/// A declaration (`<!DOCTYPE …>`) that is passed over, with everything declared inside of it.
#[derive(Default)]
pub(super) struct Declaration {
    inside: Inside,
    /// Whether the internal subset, in square brackets, is open.
    subset: bool,
    /// How many declarations of the subset are open.
    open: usize,
    /// The last four bytes.
    recent: u32,
}

#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Inside {
    #[default]
    Markup,
    Quotes(u8),
    Comment,
    Instruction,
}

impl Declaration {
    /// The byte after the declaration, if it is among these.
    pub(super) fn end(&mut self, bytes: &[u8]) -> Option<usize> {
        for (at, &byte) in bytes.iter().enumerate() {
            self.recent = self.recent << 8 | u32::from(byte);
            let ends = |text: &[u8; 4], length: u32| {
                let mask = u32::MAX >> (32 - 8 * length);
                self.recent & mask == u32::from_be_bytes(*text) & mask
            };
            match (self.inside, byte) {
                (Inside::Quotes(quote), byte) if quote == byte => self.inside = Inside::Markup,
                (Inside::Comment, b'>') if ends(b"\0-->", 3) => self.inside = Inside::Markup,
                (Inside::Instruction, b'>') if ends(b"\0\0?>", 2) => self.inside = Inside::Markup,
                (Inside::Markup, b'"' | b'\'') => self.inside = Inside::Quotes(byte),
                (Inside::Markup, b'-') if ends(b"<!--", 4) => {
                    self.inside = Inside::Comment;
                    self.open = self.open.saturating_sub(1);
                    // `<!-->` is not a whole comment.
                    self.recent = 0;
                }
                (Inside::Markup, b'?') if ends(b"\0\0<?", 2) => {
                    self.inside = Inside::Instruction;
                    self.open = self.open.saturating_sub(1);
                    self.recent = 0;
                }
                (Inside::Markup, b'<') => self.open += 1,
                (Inside::Markup, b'[') => self.subset = true,
                (Inside::Markup, b']') => (self.subset, self.open) = (false, 0),
                (Inside::Markup, b'>') if self.open > 0 => self.open -= 1,
                (Inside::Markup, b'>') if !self.subset => return Some(at + 1),
                _ => {}
            }
        }
        None
    }
}

/// What ends a record.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Found {
    /// Its end tag, which ends before this byte.
    End(usize),
    /// The start tag of another record at this byte.
    Start(usize),
    /// Its end tag, but inside of a comment or CDATA section that must have been left open: another
    /// record follows, and with it another section begins before this one ends.
    Overrun(usize),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    /// In the record's own start tag.
    Tag(Option<u8>),
    Content,
    Comment,
    Cdata,
    Instruction,
    EndTag,
}

/// A record that is being looked for the end of.
#[derive(Debug)]
pub(super) struct Scan {
    /// The next byte to look at.
    pub at: usize,
    mode: Mode,
    name: Vec<u8>,
    /// Where the record should have ended, if the section that it is in was left open.
    pub overrun: Option<usize>,
}

impl Scan {
    /// A record with this name, which begins at byte 0 with its start tag.
    pub(super) fn new(name: &[u8]) -> Self {
        Self {
            at: name.len() + 1,
            mode: Mode::Tag(None),
            name: name.to_vec(),
            overrun: None,
        }
    }

    /// Looks on until the record ends; `None` if these bytes are used up. They are all that there
    /// is if this is the `last` call.
    pub(super) fn advance(&mut self, bytes: &[u8], last: bool) -> Option<Found> {
        loop {
            match self.mode {
                Mode::Tag(mut quote) => {
                    let end = find_tag_end(bytes, &mut self.at, &mut quote);
                    self.mode = Mode::Tag(quote);
                    let end = end?;
                    if bytes[..end].ends_with(b"/>") {
                        return Some(Found::End(end));
                    }
                    self.at = end;
                    self.mode = Mode::Content;
                }
                Mode::Content => {
                    let next = memchr::memchr(b'<', &bytes[self.at..]);
                    self.at += next.unwrap_or(bytes.len() - self.at);
                    let rest = &bytes[self.at..];
                    if rest.is_empty() || rest.len() < self.name.len() + 9 && !last {
                        return None;
                    }
                    match rest.get(1) {
                        Some(b'!') if rest.starts_with(b"<!--") => {
                            self.at += 4;
                            self.mode = Mode::Comment;
                        }
                        Some(b'!') if rest.starts_with(b"<![CDATA[") => {
                            self.at += 9;
                            self.mode = Mode::Cdata;
                        }
                        Some(b'?') => {
                            self.at += 2;
                            self.mode = Mode::Instruction;
                        }
                        Some(b'/') if self.names(&rest[2..]) => self.mode = Mode::EndTag,
                        Some(_) if self.names(&rest[1..]) => return Some(Found::Start(self.at)),
                        _ => self.at += 1,
                    }
                }
                Mode::Comment => {
                    if let Some(found) = self.section(bytes, last, b"<!--", b"-->")? {
                        return Some(found);
                    }
                }
                Mode::Cdata => {
                    if let Some(found) = self.section(bytes, last, b"<![CDATA[", b"]]>")? {
                        return Some(found);
                    }
                }
                Mode::Instruction => match memchr::memmem::find(&bytes[self.at..], b"?>") {
                    Some(found) => {
                        self.at += found + 2;
                        self.mode = Mode::Content;
                    }
                    None => {
                        self.at = self.at.max(bytes.len().saturating_sub(1));
                        return None;
                    }
                },
                Mode::EndTag => {
                    let Some(found) = memchr::memchr(b'>', &bytes[self.at..]) else {
                        self.at = bytes.len();
                        return None;
                    };
                    return Some(Found::End(self.at + found + 1));
                }
            }
        }
    }

    /// Passes over the rest of a section; `None` if these bytes are used up.
    fn section(
        &mut self,
        bytes: &[u8],
        last: bool,
        start: &[u8],
        end: &[u8; 3],
    ) -> Option<Option<Found>> {
        loop {
            let next = memchr::memchr2(end[0], b'<', &bytes[self.at..]);
            self.at += next.unwrap_or(bytes.len() - self.at);
            let rest = &bytes[self.at..];
            if rest.is_empty() || rest.len() < start.len() && !last {
                return None;
            }
            if rest.starts_with(end) {
                self.at += 3;
                self.mode = Mode::Content;
                self.overrun = None;
                return Some(None);
            }
            match self.overrun {
                Some(to) if rest.starts_with(start) => return Some(Some(Found::Overrun(to))),
                None if rest.starts_with(b"</") => {
                    self.overrun = self.end_and_start(rest, last)?.map(|end| self.at + end);
                }
                _ => {}
            }
            self.at += 1;
        }
    }

    /// Where the record's end tag ends that begins the bytes, if another record or the end of its
    /// parent follows; `None` if these bytes do not tell.
    fn end_and_start(&self, rest: &[u8], last: bool) -> Option<Option<usize>> {
        let short = |rest: &[u8]| rest.len() < self.name.len() + 9 && !last;
        if short(rest) {
            return None;
        }
        if !self.names(&rest[2..]) {
            return Some(None);
        }
        let after = rest[2 + self.name.len()..].trim_ascii_start();
        let Some(after) = after.strip_prefix(b">") else {
            return Some(None);
        };
        let end = rest.len() - after.len();
        let after = after.trim_ascii_start();
        if short(after) {
            return None;
        }
        let goes_on = match after.strip_prefix(b"</") {
            Some(name) => !self.names(name),
            None => after
                .strip_prefix(b"<")
                .is_some_and(|name| self.names(name)),
        };
        Some(goes_on.then_some(end))
    }

    /// Whether the bytes begin with the record's name, and nothing else belongs to it.
    fn names(&self, bytes: &[u8]) -> bool {
        // Comparing the first byte first makes a difference: this is asked about every tag.
        bytes.first() == self.name.first()
            && bytes
                .strip_prefix(&*self.name)
                .is_some_and(|rest| name_length(&rest[..rest.len().min(1)]) == 0)
    }
}
