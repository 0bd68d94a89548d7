//! The bytes of an index, mapped from a file or held in memory.

use std::fs::File;
use std::io;
use std::ops::Deref;

use memmap2::Mmap;

/// The bytes of an index, aligned for the widest number in it.
#[derive(Debug)]
pub(super) enum Bytes {
    Mapped(Mmap),
    Held { words: Vec<u64>, length: usize },
}

impl Bytes {
    #[allow(
        unsafe_code,
        reason = "a mapping is sound as long as nobody changes the file: index files are written \
                  under another name, renamed once and never changed"
    )]
    pub(super) fn map(file: &File) -> io::Result<Self> {
        // SAFETY: see the reason above.
        let map = unsafe { Mmap::map(file)? };
        Ok(Self::Mapped(map))
    }

    pub(super) fn hold(bytes: &[u8]) -> Self {
        let mut words = vec![0_u64; bytes.len().div_ceil(8)];
        bytemuck::cast_slice_mut::<u64, u8>(&mut words)[..bytes.len()].copy_from_slice(bytes);
        Self::Held {
            words,
            length: bytes.len(),
        }
    }
}

impl Deref for Bytes {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match self {
            Self::Mapped(map) => map,
            Self::Held { words, length } => &bytemuck::cast_slice(words)[..*length],
        }
    }
}
