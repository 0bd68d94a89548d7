//! An open index: gives out the bytes of its sections, each block checked before its first use.

use std::fs::File;
use std::ops::Range;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

use bytemuck::AnyBitPattern;

use super::bytes::Bytes;
use super::layout::{BLOCK, Extent, HEADER, Header, Section, checksum};
use crate::GraphError;
use crate::embedded::stop::{self, Stop};

/// Files up to this size are checked whole on opening: that takes a fraction of a millisecond.
const CHECKED_ON_OPENING: usize = 1 << 20;

/// An open index.
#[derive(Debug)]
pub(in crate::embedded) struct Index {
    bytes: Bytes,
    header: Header,
    /// A bit for every block that has been found to be as written.
    checked: Vec<AtomicU64>,
    /// How many are left; when there are none, nobody needs to look at the bits any more.
    unchecked: AtomicUsize,
    all_checked: AtomicBool,
}

impl Index {
    /// Maps an index file. A small one is checked whole at once.
    pub(in crate::embedded) fn open(path: &Path) -> Result<Self, GraphError> {
        Self::open_checking(path, CHECKED_ON_OPENING)
    }

    /// Maps an index file; one of more bytes than `at_once` is checked bit by bit.
    pub(in crate::embedded) fn open_checking(
        path: &Path,
        at_once: usize,
    ) -> Result<Self, GraphError> {
        let place = path.display().to_string();
        let file = File::open(path).and_then(|file| Ok((file.metadata()?.len(), file)));
        let io = |source| GraphError::Io {
            place: place.clone(),
            source,
        };
        let (length, file) = file.map_err(io)?;
        let damaged = |reason| GraphError::Damaged {
            place: place.clone(),
            reason,
        };
        if length < HEADER as u64 {
            return Err(damaged("it is too short".to_owned()));
        }
        let bytes = Bytes::map(&file).map_err(io)?;
        let index = Self::check(bytes).map_err(damaged)?;
        if index.bytes.len() <= at_once {
            index.check_all().map_err(damaged)?;
        }
        Ok(index)
    }

    /// Takes an index that has just been made in memory.
    pub(in crate::embedded) fn hold(bytes: &[u8]) -> Result<Self, GraphError> {
        let damaged = |reason| GraphError::Damaged {
            place: "(in memory)".to_owned(),
            reason,
        };
        let index = Self::check(Bytes::hold(bytes)).map_err(damaged)?;
        index.all_checked.store(true, Ordering::Relaxed);
        Ok(index)
    }

    /// Checks the header and the table of checksums.
    fn check(bytes: Bytes) -> Result<Self, String> {
        let header = Header::from_bytes(&bytes)?;
        let length = bytes.len() as u64;
        if header.file_length != length {
            return Err(format!(
                "it has {length} bytes instead of {}: it was cut or added to",
                header.file_length
            ));
        }
        let inside = |extent: &Extent| {
            let end = extent.start.checked_add(extent.length);
            end.is_some_and(|end| end <= length)
        };
        if !header.sections.iter().all(inside) || !inside(&header.checksums) {
            return Err("its table of contents makes no sense".to_owned());
        }
        let blocks = (header.checksums.start as usize)
            .saturating_sub(HEADER)
            .div_ceil(BLOCK);
        let table = &bytes[extent_range(header.checksums)];
        if table.len() != blocks * 8 || checksum(table) != header.checksum_of_checksums {
            return Err("its table of checksums is damaged".to_owned());
        }
        let mut checked = Vec::new();
        checked.resize_with(blocks.div_ceil(64), || AtomicU64::new(0));
        Ok(Self {
            bytes,
            header,
            checked,
            unchecked: AtomicUsize::new(blocks),
            all_checked: AtomicBool::new(false),
        })
    }

    /// Checks every block.
    pub(in crate::embedded) fn check_all(&self) -> Result<(), String> {
        use rayon::prelude::*;
        let blocks = (self.header.checksums.length / 8) as usize;
        match (0..blocks)
            .into_par_iter()
            .find_any(|block| !self.is_whole(*block))
        {
            Some(block) => Err(damaged_block(block)),
            None => {
                self.all_checked.store(true, Ordering::Relaxed);
                Ok(())
            }
        }
    }

    /// The length of the whole file.
    pub(in crate::embedded) fn length(&self) -> usize {
        self.bytes.len()
    }

    /// The length of a section.
    pub(in crate::embedded) fn section_length(&self, section: Section) -> usize {
        self.header.sections[section as usize].length as usize
    }

    /// A whole section.
    pub(in crate::embedded) fn section<T: AnyBitPattern>(&self, section: Section) -> Slice<'_, T> {
        let range = extent_range(self.header.sections[section as usize]);
        let items = bytemuck::try_cast_slice(&self.bytes[range.clone()]);
        Slice {
            index: self,
            start: range.start,
            // The writer aligns sections; a header that says otherwise has another checksum.
            items: items.unwrap_or(&[]),
        }
    }

    fn is_whole(&self, block: usize) -> bool {
        let start = HEADER + block * BLOCK;
        let end = (start + BLOCK).min(self.header.checksums.start as usize);
        let at = self.header.checksums.start as usize + block * 8;
        let mut expected = [0; 8];
        expected.copy_from_slice(&self.bytes[at..at + 8]);
        checksum(&self.bytes[start..end]) == u64::from_le_bytes(expected)
    }

    /// Checks the blocks with these bytes unless that has been done; unwinds if one is damaged.
    #[inline]
    fn check_range(&self, range: Range<usize>) {
        if range.is_empty() {
            return;
        }
        let first = (range.start - HEADER) / BLOCK;
        let last = (range.end - 1 - HEADER) / BLOCK;
        let is_checked = first == last
            && self.checked[first / 64].load(Ordering::Relaxed) & (1 << (first % 64)) != 0;
        if !is_checked {
            self.check_blocks(first, last);
        }
    }

    #[cold]
    fn check_blocks(&self, first: usize, last: usize) {
        for block in first..=last {
            let (word, bit) = (block / 64, 1_u64 << (block % 64));
            if self.checked[word].load(Ordering::Relaxed) & bit != 0 {
                continue;
            }
            if !self.is_whole(block) {
                stop::unwind(Stop::Damaged(damaged_block(block)));
            }
            let before = self.checked[word].fetch_or(bit, Ordering::Relaxed);
            // Two threads may have checked it at once.
            if before & bit == 0 && self.unchecked.fetch_sub(1, Ordering::Relaxed) == 1 {
                self.all_checked.store(true, Ordering::Relaxed);
            }
        }
    }
}

fn damaged_block(block: usize) -> String {
    format!("the bytes from {} on are damaged", HEADER + block * BLOCK)
}

fn extent_range(extent: Extent) -> Range<usize> {
    extent.start as usize..(extent.start + extent.length) as usize
}

/// The numbers of a section. Those that are given out have been checked.
#[derive(Debug)]
pub(in crate::embedded) struct Slice<'i, T> {
    index: &'i Index,
    start: usize,
    items: &'i [T],
}

impl<T> Clone for Slice<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Slice<'_, T> {}

impl<'i, T: AnyBitPattern> Slice<'i, T> {
    pub(in crate::embedded) fn len(&self) -> usize {
        self.items.len()
    }

    /// One item; unwinds if there is none or if it is damaged.
    #[inline]
    pub(in crate::embedded) fn at(&self, at: usize) -> T {
        self.range(at..at + 1)[0]
    }

    /// A stretch of items; unwinds if there is none or if it is damaged.
    #[inline]
    pub(in crate::embedded) fn range(&self, range: Range<usize>) -> &'i [T] {
        let Some(items) = self.items.get(range.clone()) else {
            stop::unwind(Stop::Damaged(format!(
                "it refers to place {} of {}",
                range.end,
                self.items.len()
            )));
        };
        if !self.index.all_checked.load(Ordering::Relaxed) {
            let size = size_of::<T>();
            let start = self.start + range.start * size;
            self.index.check_range(start..start + size_of_val(items));
        }
        items
    }

    /// All items.
    pub(in crate::embedded) fn all(&self) -> &'i [T] {
        self.range(0..self.items.len())
    }

    /// How many items of a sorted stretch come before the first for which `is_before` fails.
    pub(in crate::embedded) fn partition_point(
        &self,
        range: Range<usize>,
        is_before: impl Fn(&T) -> bool,
    ) -> usize {
        // A short stretch lies in a block or two, a long one is looked at here and there.
        if range.len() <= 1024 {
            let start = range.start;
            return start + self.range(range).partition_point(is_before);
        }
        let (mut low, mut high) = (range.start, range.end);
        while low < high {
            let middle = low + (high - low) / 2;
            if is_before(&self.at(middle)) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        low
    }
}
