//! The index file: sections of one memory-mapped file, every block of it under a checksum.
//!
//! ```text
//! header   4 KiB: magic, version, length of the file, table of sections, checksum of itself
//! sections aligned to 64 bytes, in any order
//! checksums of all blocks of 64 KiB between header and here; their own checksum is in the header
//! ```
//!
//! A file is written under another name, synchronised and renamed, so that one with the right name
//! is always whole. What may happen to it later (a truncated copy, a flipped bit) is found before
//! it can matter: the header and the table of checksums are checked on opening, and every block
//! before its bytes are first used.

mod bytes;
mod index;
mod layout;
mod writer;

pub(super) use index::Index;
pub(super) use layout::Section;
pub(super) use writer::IndexWriter;
