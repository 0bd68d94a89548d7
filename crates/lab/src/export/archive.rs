//! Everything about an experiment in one file: an RO-Crate in a zip archive, with the digest of
//! every file, under a seal.
//!
//! The seal is the comment at the end of the archive: the SHA-256 of every byte before it. So a
//! change of any byte shows, be it in the content or in the packing.

mod metadata;

use std::io::{self, Read, Write};

use lydite_digest::Sha256;
use serde::{Deserialize, Serialize};
use zip::ZipWriter;
use zip::write::{SimpleFileOptions, StreamWriter};

use super::publication::dataset_title;
use super::{ExportError, Format, Publication, csv, html, latex, rdf};
use crate::store::{KeptDataset, Moved, StoreError};
use crate::{Error, Evaluated, Lab};

/// The version of the layout.
pub(super) const LAYOUT: u32 = 1;

pub(super) const EXPERIMENT: &str = "experiment.json";
pub(super) const RESULTS: &str = "results.json";
pub(super) const METADATA: &str = "ro-crate-metadata.json";
pub(super) const MANIFEST: &str = "manifest-sha256.txt";
const PREVIEW: &str = "ro-crate-preview.html";

/// What the comment of an archive begins with.
pub(super) const SEAL: &[u8] = b"Lydite experiment, SHA-256 of all before: ";

/// The length of a digest in hexadecimal.
pub(super) const DIGEST: usize = 64;

/// Files that are made from the others, and how.
pub(super) const DERIVED: [(&str, Writes); 5] = [
    ("experiment.ttl", |publication, out| {
        rdf::write(publication, rdf::Syntax::Turtle, out)
    }),
    ("experiment.jsonld", |publication, out| {
        rdf::write(publication, rdf::Syntax::JsonLd, out)
    }),
    ("figures.csv", csv::figures),
    ("questions.csv", csv::questions),
    ("tables.tex", latex::write),
];

type Writes = fn(&Publication, &mut dyn Write) -> io::Result<()>;

/// Why an archive cannot be made or read.
#[derive(Debug, thiserror::Error)]
pub enum ArchiveError {
    /// It is no zip archive, or a damaged one.
    #[error("the archive cannot be read: {0}")]
    Zip(#[from] zip::result::ZipError),
    /// It is a zip archive of something else.
    #[error("this is not an archive of an experiment: it has no {file}")]
    Other {
        /// What it lacks.
        file: String,
    },
    /// A file in it cannot be read.
    #[error("{file} in the archive cannot be read: {reason}")]
    Unreadable {
        /// The file.
        file: String,
        /// Why.
        reason: String,
    },
    /// It was made by a later version.
    #[error(
        "the archive was made by a later version of Lydite: its layout is {found}, and this version knows {LAYOUT}"
    )]
    Newer {
        /// The version of its layout.
        found: u32,
    },
    /// It would unpack to more than a disk holds.
    #[error("the archive would unpack to {bytes} bytes, which is too large")]
    TooLarge {
        /// How much.
        bytes: u64,
    },
}

/// What was run: `experiment.json`.
#[derive(Serialize, Deserialize)]
pub(super) struct Described {
    pub(super) layout: u32,
    #[serde(flatten)]
    pub(super) experiment: Moved,
    /// Where the datasets are, by their digests.
    pub(super) datasets: Vec<DatasetFile>,
}

/// A dataset in an archive.
#[derive(Serialize, Deserialize)]
pub(super) struct DatasetFile {
    pub(super) digest: String,
    pub(super) file: String,
}

/// What it came to: `results.json`.
#[derive(Serialize, Deserialize)]
pub(super) struct Results<E> {
    pub(super) judging: u64,
    pub(super) date: String,
    /// The task that each report is about.
    pub(super) tasks: Vec<u64>,
    #[serde(flatten)]
    pub(super) evaluated: E,
}

/// Where what was said in a task is.
pub(super) fn exchanges_file(task: u64) -> String {
    format!("exchanges/task-{task}.jsonl")
}

impl Lab {
    pub(super) fn archive(
        &self,
        publication: &Publication,
        out: &mut dyn Write,
    ) -> Result<(), Error> {
        let mut archive = Archive::new(out)?;
        self.content(publication, &mut archive)?;
        let metadata = metadata::of(publication, &archive.files);
        let metadata = serde_json::to_vec_pretty(&metadata).map_err(io::Error::other);
        let metadata = metadata.map_err(ExportError::from)?;
        archive.file(
            METADATA,
            "RO-Crate metadata",
            "application/ld+json",
            |out| out.write_all(&metadata),
        )?;
        archive.finish()?;
        Ok(())
    }

    fn content(&self, publication: &Publication, archive: &mut Archive<'_>) -> Result<(), Error> {
        let explained = self.explained(publication)?;
        archive.file(PREVIEW, "The experiment as a page", "text/html", |out| {
            html::write(publication, &explained, out)
        })?;
        drop(explained);
        let files: Vec<DatasetFile> = publication.datasets.iter().map(dataset_file).collect();
        let experiment = &publication.experiment;
        let described = Described {
            layout: LAYOUT,
            experiment: Moved {
                id: experiment.id.clone(),
                iri: publication.iri(),
                name: experiment.name.clone(),
                created: experiment.created.clone(),
                finished: experiment.finished.clone(),
                published: experiment.published.clone(),
                plan: experiment.plan.clone(),
                tasks: experiment.tasks.clone(),
            },
            datasets: files,
        };
        let json = Format::media_of_json();
        archive.file(EXPERIMENT, "What was run", json, |out| {
            serde_json::to_writer_pretty(out, &described).map_err(io::Error::other)
        })?;
        let judging = &publication.judging;
        let results: Results<&Evaluated> = Results {
            judging: judging.number,
            date: judging.date.clone(),
            tasks: judging.tasks.clone(),
            evaluated: &judging.evaluated,
        };
        archive.file(RESULTS, "The scores, with every question", json, |out| {
            serde_json::to_writer(out, &results).map_err(io::Error::other)
        })?;
        for (name, write) in DERIVED {
            let format = Format::of_file(name.as_ref());
            let media = format.map_or("text/plain", Format::media_type);
            archive.file(name, derived_title(name), media, |out| {
                write(publication, out)
            })?;
        }
        archive.file(
            "shapes.ttl",
            "What holds of the RDF, in SHACL",
            "text/turtle",
            |out| out.write_all(rdf::SHAPES.as_bytes()),
        )?;
        for (dataset, file) in publication.datasets.iter().zip(&described.datasets) {
            let title = format!("The benchmark {}", dataset_title(dataset));
            let folder = tempfile::tempdir().map_err(ExportError::from)?;
            let path = publication.store.gold(&dataset.digest, folder.path())?;
            let mut content = std::fs::File::open(&path).map_err(Error::file(&path))?;
            archive.file(&file.file, &title, "application/octet-stream", |out| {
                io::copy(&mut content, out).map(drop)
            })?;
        }
        for task in &experiment.tasks {
            let title = format!(
                "What {} was asked and answered: {}",
                experiment.system(task).name,
                task.dataset_name
            );
            let name = exchanges_file(task.number);
            archive.file(&name, &title, "application/jsonl", |out| {
                let store = &publication.store;
                let written = store.moved_exchanges(&experiment.id, task.number, |one| {
                    serde_json::to_writer(&mut *out, &one).map_err(io::Error::other)?;
                    out.write_all(b"\n").map_err(Moving::Write)
                });
                written.map_err(Moving::into_io)
            })?;
        }
        Ok(())
    }
}

impl Format {
    fn media_of_json() -> &'static str {
        "application/json"
    }
}

fn derived_title(name: &str) -> &'static str {
    match name {
        "experiment.ttl" => "The experiment in RDF: Turtle",
        "experiment.jsonld" => "The experiment in RDF: JSON-LD",
        "figures.csv" => "Every figure as a table",
        "questions.csv" => "The outcome of every question as a table",
        _ => "Tables for a paper",
    }
}

/// What goes wrong on the way from the store into an archive.
enum Moving {
    Write(io::Error),
    Read(StoreError),
}

impl Moving {
    fn into_io(self) -> io::Error {
        match self {
            Self::Write(error) => error,
            Self::Read(error) => io::Error::other(error),
        }
    }
}

impl From<StoreError> for Moving {
    fn from(error: StoreError) -> Self {
        Self::Read(error)
    }
}

impl From<io::Error> for Moving {
    fn from(error: io::Error) -> Self {
        Self::Write(error)
    }
}

/// Where a dataset is: its digest tells it from others, its name says what it is.
fn dataset_file(dataset: &KeptDataset) -> DatasetFile {
    /// A longer name is cut.
    const LONGEST: usize = 64;
    let name = dataset.name.rsplit(['/', '\\']).next().unwrap_or_default();
    let safe = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_');
    let name: String = name.chars().filter(|c| safe(*c)).collect();
    let name = &name[name.len().saturating_sub(LONGEST)..];
    let digest = dataset.digest.get(..16).unwrap_or_default();
    DatasetFile {
        digest: dataset.digest.clone(),
        file: format!("datasets/{digest}-{name}"),
    }
}

/// A file that was written into an archive.
pub(super) struct Written {
    pub(super) name: String,
    pub(super) title: String,
    pub(super) media: String,
    pub(super) bytes: u64,
    pub(super) sha256: String,
}

/// An archive that is being written.
struct Archive<'w> {
    zip: ZipWriter<StreamWriter<Sealing<'w>>>,
    files: Vec<Written>,
}

impl<'w> Archive<'w> {
    fn new(out: &'w mut dyn Write) -> Result<Self, ExportError> {
        let mut zip = ZipWriter::new_stream(Sealing::new(out));
        let comment = [SEAL, &[b'0'; DIGEST]].concat();
        zip.set_raw_comment(comment.into())
            .map_err(ArchiveError::from)?;
        Ok(Self {
            zip,
            files: Vec::new(),
        })
    }

    fn file(
        &mut self,
        name: &str,
        title: &str,
        media: &str,
        write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<(), ExportError> {
        let options = SimpleFileOptions::default().large_file(true);
        self.zip
            .start_file(name, options)
            .map_err(ArchiveError::from)?;
        let mut digesting = Digesting {
            out: io::BufWriter::with_capacity(1 << 16, &mut self.zip),
            digest: Sha256::default(),
            bytes: 0,
        };
        write(&mut digesting)?;
        digesting.out.flush()?;
        let (bytes, sha256) = (digesting.bytes, digesting.digest.finish());
        self.files.push(Written {
            name: name.to_owned(),
            title: title.to_owned(),
            media: media.to_owned(),
            bytes,
            sha256,
        });
        Ok(())
    }

    fn finish(mut self) -> Result<(), ExportError> {
        let lines = self
            .files
            .iter()
            .map(|file| format!("{}  {}\n", file.sha256, file.name));
        let manifest: String = lines.collect();
        self.file(
            MANIFEST,
            "The digest of every other file",
            "text/plain",
            |out| out.write_all(manifest.as_bytes()),
        )?;
        let stream = self.zip.finish().map_err(ArchiveError::from)?;
        stream.into_inner().seal()?;
        Ok(())
    }
}

/// Digests what passes.
struct Digesting<W> {
    out: W,
    digest: Sha256,
    bytes: u64,
}

impl<W: Write> Write for Digesting<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let count = self.out.write(bytes)?;
        self.digest.update(&bytes[..count]);
        self.bytes += count as u64;
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Holds back the last bytes, and puts the digest of all others into their place.
struct Sealing<'w> {
    out: &'w mut dyn Write,
    digest: Sha256,
    held: Vec<u8>,
}

impl<'w> Sealing<'w> {
    fn new(out: &'w mut dyn Write) -> Self {
        Self {
            out,
            digest: Sha256::default(),
            held: Vec::new(),
        }
    }

    fn seal(self) -> io::Result<()> {
        self.out.write_all(self.digest.finish().as_bytes())?;
        self.out.flush()
    }
}

impl Write for Sealing<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.held.extend_from_slice(bytes);
        let passing = self.held.len().saturating_sub(DIGEST);
        if passing > 0 {
            self.digest.update(&self.held[..passing]);
            self.out.write_all(&self.held[..passing])?;
            self.held.drain(..passing);
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Whether the seal of an archive of this length holds; reads all of it.
pub(super) fn seal_holds(mut archive: impl Read, length: u64) -> io::Result<bool> {
    let Some(sealed) = length.checked_sub(DIGEST as u64) else {
        return Ok(false);
    };
    let digest = lydite_digest::sha256(archive.by_ref().take(sealed))?;
    let mut seal = Vec::new();
    archive.take(DIGEST as u64 + 1).read_to_end(&mut seal)?;
    Ok(seal == digest.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seal_breaks_with_any_byte() {
        let mut sealed = Vec::new();
        let mut sealing = Sealing::new(&mut sealed);
        for part in [&b"some"[..], b" bytes", b"", &[b'0'; 30], &[b'0'; 34]] {
            sealing.write_all(part).unwrap();
        }
        sealing.seal().unwrap();
        assert_eq!(sealed.len(), 10 + DIGEST);
        assert!(sealed.starts_with(b"some bytes"));
        let holds = |bytes: &[u8]| seal_holds(bytes, bytes.len() as u64).unwrap();
        assert!(holds(&sealed));
        for at in 0..sealed.len() {
            let mut changed = sealed.clone();
            changed[at] ^= 1;
            assert!(!holds(&changed), "{at}");
        }
        assert!(!holds(b"") && !holds(&sealed[1..]) && !holds(&sealed[..40]));
    }
}
