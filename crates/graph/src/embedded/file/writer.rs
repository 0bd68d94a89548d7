//! Writes an index file, section by section.

use std::fs::{self, File};
use std::io::{self, BufWriter, Cursor, Seek, SeekFrom, Write};
use std::path::Path;

use super::layout::{ALIGNMENT, BLOCK, Extent, HEADER, Header, SECTIONS, Section, checksum};

/// Writes an index file, section by section.
pub(in crate::embedded) struct IndexWriter<W: Write + Seek> {
    out: W,
    /// How many bytes have been written.
    at: u64,
    block: Vec<u8>,
    checksums: Vec<u64>,
    sections: [Extent; SECTIONS],
}

impl IndexWriter<Cursor<Vec<u8>>> {
    /// Writes an index in memory.
    pub(in crate::embedded) fn in_memory() -> io::Result<Self> {
        Self::new(Cursor::new(Vec::new()))
    }

    /// The bytes of the index.
    pub(in crate::embedded) fn into_bytes(self) -> io::Result<Vec<u8>> {
        Ok(self.finish()?.into_inner())
    }
}

impl IndexWriter<BufWriter<File>> {
    /// Begins a file that will get its name when it is whole.
    pub(in crate::embedded) fn create(partial: &Path) -> io::Result<Self> {
        Self::new(BufWriter::with_capacity(1 << 20, File::create(partial)?))
    }

    /// Ends the file and gives it its name. From then on it is there, whatever happens.
    pub(in crate::embedded) fn publish(self, partial: &Path, path: &Path) -> io::Result<()> {
        let out = self.finish()?;
        let file = out.into_inner().map_err(io::IntoInnerError::into_error)?;
        file.sync_all()?;
        drop(file);
        fs::rename(partial, path)?;
        // The new name is on the disk when the folder is.
        if let Some(folder) = path.parent()
            && let Ok(folder) = File::open(folder)
        {
            let _ = folder.sync_all();
        }
        Ok(())
    }
}

impl<W: Write + Seek> IndexWriter<W> {
    fn new(mut out: W) -> io::Result<Self> {
        out.write_all(&[0; HEADER])?;
        Ok(Self {
            out,
            at: HEADER as u64,
            block: Vec::with_capacity(BLOCK),
            checksums: Vec::new(),
            sections: [Extent::default(); SECTIONS],
        })
    }

    /// Begins a section; what is written next belongs to it.
    pub(in crate::embedded) fn begin(&mut self, section: Section) -> io::Result<()> {
        let padding = self.at.next_multiple_of(ALIGNMENT as u64) - self.at;
        self.push(&[0; ALIGNMENT][..padding as usize])?;
        self.sections[section as usize] = Extent {
            start: self.at,
            length: 0,
        };
        Ok(())
    }

    /// Adds to the section that was begun last.
    pub(in crate::embedded) fn add(&mut self, section: Section, bytes: &[u8]) -> io::Result<()> {
        self.sections[section as usize].length += bytes.len() as u64;
        self.push(bytes)
    }

    /// Writes a section whole.
    pub(in crate::embedded) fn section<T: bytemuck::NoUninit>(
        &mut self,
        section: Section,
        items: &[T],
    ) -> io::Result<()> {
        self.begin(section)?;
        self.add(section, bytemuck::cast_slice(items))
    }

    fn push(&mut self, mut bytes: &[u8]) -> io::Result<()> {
        self.out.write_all(bytes)?;
        self.at += bytes.len() as u64;
        while !bytes.is_empty() {
            let (now, later) = bytes.split_at(bytes.len().min(BLOCK - self.block.len()));
            self.block.extend_from_slice(now);
            if self.block.len() == BLOCK {
                self.checksums.push(checksum(&self.block));
                self.block.clear();
            }
            bytes = later;
        }
        Ok(())
    }

    fn finish(mut self) -> io::Result<W> {
        let padding = self.at.next_multiple_of(ALIGNMENT as u64) - self.at;
        self.push(&[0; ALIGNMENT][..padding as usize])?;
        if !self.block.is_empty() {
            self.checksums.push(checksum(&self.block));
        }
        let table: Vec<u8> = self
            .checksums
            .iter()
            .flat_map(|sum| sum.to_le_bytes())
            .collect();
        self.out.write_all(&table)?;
        let header = Header {
            file_length: self.at + table.len() as u64,
            checksums: Extent {
                start: self.at,
                length: table.len() as u64,
            },
            checksum_of_checksums: checksum(&table),
            sections: self.sections,
        };
        self.out.seek(SeekFrom::Start(0))?;
        self.out.write_all(&header.to_bytes())?;
        self.out.flush()?;
        Ok(self.out)
    }
}
