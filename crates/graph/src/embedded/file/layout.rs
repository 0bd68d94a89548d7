//! Where things are in an index file.

use twox_hash::XxHash3_64;

/// How a file begins.
pub(super) const MAGIC: [u8; 8] = *b"LYDITEKG";

/// The version of the layout. Files of another version are refused: they are quickly made anew.
pub(super) const VERSION: u32 = 2;

/// Tells files of machines with another byte order.
pub(super) const BYTE_ORDER: u32 = 0x0102_0304;

/// The length of the header.
pub(super) const HEADER: usize = 4096;

/// The unit of checking. Small enough that looking one thing up stays quick when its blocks have
/// not been seen before, large enough that checksums take no room.
pub(super) const BLOCK: usize = 64 << 10;

/// Sections begin at multiples of this.
pub(super) const ALIGNMENT: usize = 64;

/// The part of a file that holds one thing. Numbers are never reused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub(in crate::embedded) enum Section {
    /// What is known about the graph, in JSON.
    Facts = 0,
    /// Namespaces, languages, datatypes: where each ends, and their texts.
    NamespaceEnds,
    Namespaces,
    LanguageEnds,
    Languages,
    DatatypeEnds,
    Datatypes,
    /// Where each group of terms begins in the text of the terms.
    TermGroups,
    /// Where each term begins in its group.
    TermStarts,
    /// The terms, one after the other.
    Terms,
    /// The hash table from terms to their numbers.
    TermTable,
    /// Where the triples of each subject begin, and their (predicate, object).
    SubjectStarts,
    SubjectPairs,
    /// Where the triples of each object begin, and their (subject, predicate).
    ObjectStarts,
    ObjectPairs,
    /// The predicates, where the triples of each begin, and their (object, subject).
    Predicates,
    PredicateStarts,
    PredicatePairs,
    /// The triples of the named graphs, graph by graph: (subject, predicate, object).
    GraphTriples,
    /// The properties that name and that describe things.
    Naming,
    Describing,
    /// From normal names to places, where the things of each begin, (resource, literal).
    Names,
    NameStarts,
    Named,
    /// From words to places, where the resources of each begin, the resources.
    Words,
    WordStarts,
    Mentions,
    /// Classes, properties and languages in figures, in JSON.
    Profile,
    /// The named graphs, and where the triples of each begin. Like all that follows, these are empty
    /// if there are none.
    GraphNames,
    GraphStarts,
    /// Where the graphs of each triple in the order of subjects begin, and the graphs.
    HolderStarts,
    Holders,
    /// A bit for every triple, in each of the orders: whether it stands outside of named graphs.
    UnnamedBySubject,
    UnnamedByObject,
    UnnamedByPredicate,
}

/// How many sections the header has room for.
pub(super) const SECTIONS: usize = 128;

/// Where a section is.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Extent {
    pub(super) start: u64,
    pub(super) length: u64,
}

/// The first bytes of a file.
#[derive(Clone, Debug)]
pub(super) struct Header {
    pub(super) file_length: u64,
    pub(super) checksums: Extent,
    pub(super) checksum_of_checksums: u64,
    pub(super) sections: [Extent; SECTIONS],
}

impl Header {
    pub(super) fn to_bytes(&self) -> [u8; HEADER] {
        let mut bytes = [0; HEADER];
        let mut at = 0;
        let mut put = |part: &[u8]| {
            bytes[at..at + part.len()].copy_from_slice(part);
            at += part.len();
        };
        put(&MAGIC);
        put(&VERSION.to_le_bytes());
        put(&BYTE_ORDER.to_ne_bytes());
        put(&self.file_length.to_le_bytes());
        put(&self.checksums.start.to_le_bytes());
        put(&self.checksums.length.to_le_bytes());
        put(&self.checksum_of_checksums.to_le_bytes());
        for extent in &self.sections {
            put(&extent.start.to_le_bytes());
            put(&extent.length.to_le_bytes());
        }
        let checksum = checksum(&bytes[..HEADER - 8]);
        bytes[HEADER - 8..].copy_from_slice(&checksum.to_le_bytes());
        bytes
    }

    /// Reads a header, or says what is wrong with it.
    pub(super) fn from_bytes(bytes: &[u8]) -> Result<Self, String> {
        let Some(bytes) = bytes.get(..HEADER) else {
            return Err("it is too short".to_owned());
        };
        if bytes[..8] != MAGIC {
            return Err("it is not a Lydite index".to_owned());
        }
        let version = u32::from_le_bytes([bytes[8], bytes[9], bytes[10], bytes[11]]);
        if version != VERSION {
            return Err(format!(
                "it is of version {version}, this program reads version {VERSION}"
            ));
        }
        let order = u32::from_ne_bytes([bytes[12], bytes[13], bytes[14], bytes[15]]);
        if order != BYTE_ORDER {
            return Err("it was made on a machine with another byte order".to_owned());
        }
        let word = |at: usize| {
            let mut word = [0; 8];
            word.copy_from_slice(&bytes[at..at + 8]);
            u64::from_le_bytes(word)
        };
        if word(HEADER - 8) != checksum(&bytes[..HEADER - 8]) {
            return Err("its header is damaged".to_owned());
        }
        let extent = |at: usize| Extent {
            start: word(at),
            length: word(at + 8),
        };
        let mut sections = [Extent::default(); SECTIONS];
        for (number, section) in sections.iter_mut().enumerate() {
            *section = extent(48 + number * 16);
        }
        Ok(Self {
            file_length: word(16),
            checksums: extent(24),
            checksum_of_checksums: word(40),
            sections,
        })
    }
}

/// The checksum of a block.
pub(super) fn checksum(bytes: &[u8]) -> u64 {
    XxHash3_64::oneshot(bytes)
}
