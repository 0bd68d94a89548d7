//! Benchmarks as they were when they were used, kept once per content.

use std::collections::{BTreeMap, HashSet};
use std::fs::{self, File};
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use flate2::Compression;
use flate2::bufread::GzEncoder;
use flate2::write::GzDecoder;
use lydite_digest::Sha256;
use lydite_model::{DatasetInfo, Question};
use serde::{Deserialize, Serialize};

use super::database::{Row, Value};
use super::{Statements, Store, StoreError, from_json, to_json};
use crate::record::now;
use crate::{Error, Lab, demo};

/// The length of a part of the compressed content.
const PART: usize = 1 << 20;

/// A benchmark in the store.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct KeptDataset {
    /// The SHA-256 of its content.
    pub digest: String,
    /// As it was named when it was first used.
    pub name: String,
    /// The length of its content in bytes.
    pub bytes: u64,
    /// How many questions it has.
    pub questions: u64,
    /// What the file says about itself.
    pub info: DatasetInfo,
    /// Its languages, with the number of questions that have a text in them.
    pub languages: BTreeMap<String, u64>,
}

/// What is kept as JSON.
#[derive(Serialize, Deserialize)]
struct Described {
    info: DatasetInfo,
    languages: BTreeMap<String, u64>,
}

impl Store {
    /// A benchmark by its digest.
    ///
    /// # Errors
    /// There is none, or the store cannot be read.
    pub fn dataset(&self, digest: &str) -> Result<KeptDataset, StoreError> {
        let found = self.read(|db| find(db, digest))?;
        found.ok_or_else(|| StoreError::NoDataset {
            digest: digest.to_owned(),
        })
    }

    /// Keeps a benchmark that is given by path, by catalogue name or as part of the demo.
    pub(crate) fn keep(&self, lab: &Lab, given: &Path) -> Result<KeptDataset, Error> {
        let name = given.display().to_string();
        if given.as_os_str() == "-" {
            // It can be read but once.
            let mut bytes = Vec::new();
            let read = io::stdin().lock().read_to_end(&mut bytes);
            read.map_err(Error::file(given))?;
            return self.keep_content(lab, &name, &Content::Bytes(bytes));
        }
        if !given.exists()
            && let Some(file) = given.to_str().and_then(demo::find)
        {
            return self.keep_content(lab, &name, &Content::Bytes(file.bytes.to_vec()));
        }
        self.keep_content(lab, &name, &Content::File(lab.resolve(given)?))
    }

    fn keep_content(&self, lab: &Lab, name: &str, content: &Content) -> Result<KeptDataset, Error> {
        let (digest, bytes) = content.digest()?;
        if let Some(kept) = self.read(|db| find(db, &digest))? {
            return Ok(kept);
        }
        let mut reader = match content {
            Content::File(path) => lab.open_path(path)?,
            Content::Bytes(bytes) => lydite_formats::Reader::from_bytes(name, bytes)?,
        }
        .trusting();
        let mut languages: BTreeMap<String, u64> = BTreeMap::new();
        let mut questions = 0;
        for question in &mut reader {
            questions += 1;
            for language in languages_of(&question) {
                *languages.entry(language).or_default() += 1;
            }
        }
        lab.go_on()?;
        if questions == 0 {
            return Err(Error::NoQuestionsIn {
                name: name.to_owned(),
            });
        }
        let described = Described {
            info: reader.info().clone(),
            languages,
        };
        let text = to_json(&described)?;
        self.transaction(|db| {
            db.execute(
                "INSERT INTO datasets (digest, name, bytes, questions, info, added)
                 VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (digest) DO NOTHING",
                &[
                    (&digest).into(),
                    name.into(),
                    bytes.into(),
                    Value::from(questions),
                    (&text).into(),
                    now().into(),
                ],
            )?;
            insert_parts(db, &digest, content)
        })?;
        Ok(KeptDataset {
            digest,
            name: name.to_owned(),
            bytes,
            questions,
            info: described.info,
            languages: described.languages,
        })
    }

    /// A file with the content of a benchmark, to the last byte: in the folder, which is filled as
    /// needed.
    ///
    /// # Errors
    /// The store has none, or the file cannot be written.
    pub fn gold(&self, digest: &str, folder: &Path) -> Result<PathBuf, StoreError> {
        let path = folder.join(digest);
        if path.is_file() {
            return Ok(path);
        }
        // Only names that the store has are used as such.
        self.dataset(digest)?;
        fs::create_dir_all(folder).map_err(StoreError::file(folder))?;
        let partial = folder.join(format!("{digest}.{}", std::process::id()));
        let written = self.write_content(digest, &partial);
        if written.is_err() {
            let _ = fs::remove_file(&partial);
        }
        written?;
        fs::rename(&partial, &path).map_err(StoreError::file(&path))?;
        Ok(path)
    }

    fn write_content(&self, digest: &str, path: &Path) -> Result<(), StoreError> {
        let file = File::create(path).map_err(StoreError::file(path))?;
        let mut unpacked = GzDecoder::new(Checked {
            file: BufWriter::new(file),
            digest: Sha256::default(),
        });
        for part in 0_u64.. {
            let get = "SELECT content FROM dataset_parts WHERE digest = $1 AND part = $2";
            let values = [digest.into(), part.into()];
            let content = self.read(|db| db.first(get, &values, Row::next::<Vec<u8>>))?;
            let Some(content) = content else { break };
            unpacked
                .write_all(&content)
                .map_err(StoreError::file(path))?;
        }
        let mut checked = unpacked.finish().map_err(StoreError::file(path))?;
        checked.file.flush().map_err(StoreError::file(path))?;
        if checked.digest.finish() != digest {
            let reason = "its content is not what its digest says";
            return Err(StoreError::unreadable(format!("dataset {digest}"), reason));
        }
        Ok(())
    }
}

/// Where the content of a benchmark is.
enum Content {
    File(PathBuf),
    Bytes(Vec<u8>),
}

impl Content {
    /// Its digest and its length.
    fn digest(&self) -> Result<(String, u64), Error> {
        let mut digest = Sha256::default();
        let bytes = match self {
            Self::File(path) => {
                let mut file = File::open(path).map_err(Error::file(path))?;
                digest.read(&mut file).map_err(Error::file(path))?
            }
            Self::Bytes(bytes) => {
                digest.update(bytes);
                bytes.len() as u64
            }
        };
        Ok((digest.finish(), bytes))
    }

    fn open(&self) -> Result<Box<dyn Read + '_>, StoreError> {
        Ok(match self {
            Self::File(path) => Box::new(File::open(path).map_err(StoreError::file(path))?),
            Self::Bytes(bytes) => Box::new(&bytes[..]),
        })
    }
}

/// Stores the content, compressed. It must still be what its digest says.
fn insert_parts(
    db: &mut Statements<'_>,
    digest: &str,
    content: &Content,
) -> Result<(), StoreError> {
    let read_error = |error: io::Error| StoreError::unreadable("the benchmark", error);
    let digested = Digested {
        inner: content.open()?,
        digest: Sha256::default(),
    };
    let mut packed = GzEncoder::new(io::BufReader::new(digested), Compression::fast());
    for number in 0_u64.. {
        let mut part = Vec::with_capacity(PART);
        let read = packed.by_ref().take(PART as u64).read_to_end(&mut part);
        if read.map_err(read_error)? == 0 {
            break;
        }
        db.execute(
            "INSERT INTO dataset_parts (digest, part, content) VALUES ($1, $2, $3)
             ON CONFLICT (digest, part) DO NOTHING",
            &[digest.into(), number.into(), part.into()],
        )?;
    }
    let read = packed.into_inner().into_inner();
    if read.digest.finish() != digest {
        return Err(StoreError::unreadable(
            "the benchmark",
            "it was changed while it was read",
        ));
    }
    Ok(())
}

fn find(db: &mut Statements<'_>, digest: &str) -> Result<Option<KeptDataset>, StoreError> {
    let get = "SELECT name, bytes, questions, info FROM datasets WHERE digest = $1";
    db.first(get, &[digest.into()], |row| {
        let (name, bytes, questions) = (row.next()?, row.next()?, row.next()?);
        let described: Described = from_json("a dataset", &row.next::<String>()?)?;
        Ok(KeptDataset {
            digest: digest.to_owned(),
            name,
            bytes,
            questions,
            info: described.info,
            languages: described.languages,
        })
    })
}

/// Drops the datasets that nothing refers to any more.
pub(super) fn drop_unused(db: &mut Statements<'_>) -> Result<(), StoreError> {
    let named = "SELECT dataset FROM tasks UNION
                 SELECT digest FROM submissions WHERE digest IS NOT NULL";
    let mut used: HashSet<String> = db.all(named, &[], Row::next)?.into_iter().collect();
    let benchmarks = db.all("SELECT benchmarks FROM campaigns", &[], |row| {
        from_json::<BTreeMap<String, String>>("a campaign", &row.next::<String>()?)
    })?;
    used.extend(benchmarks.into_iter().flat_map(BTreeMap::into_values));
    // Later editions by which experiments were judged again.
    used.extend(super::judgings::golds(db)?);
    let all: Vec<String> = db.all("SELECT digest FROM datasets", &[], Row::next)?;
    for digest in all.iter().filter(|digest| !used.contains(*digest)) {
        for table in ["dataset_parts", "datasets"] {
            let delete = format!("DELETE FROM {table} WHERE digest = $1");
            db.execute(&delete, &[digest.into()])?;
        }
    }
    Ok(())
}

/// The languages in which a question has a text.
fn languages_of(question: &Question) -> Vec<String> {
    if let Some(language) = &question.language {
        return vec![language.to_string()];
    }
    let texts = question.texts.iter();
    let given = texts.filter(|text| text.string.as_deref().is_some_and(|s| !s.trim().is_empty()));
    let mut languages: Vec<String> = given.map(|text| text.language.to_string()).collect();
    languages.sort_unstable();
    languages.dedup();
    languages
}

/// What is read, digested.
struct Digested<R> {
    inner: R,
    digest: Sha256,
}

impl<R: Read> Read for Digested<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.inner.read(buffer)?;
        self.digest.update(&buffer[..count]);
        Ok(count)
    }
}

/// What is written, digested.
struct Checked {
    file: BufWriter<File>,
    digest: Sha256,
}

impl Write for Checked {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let count = self.file.write(bytes)?;
        self.digest.update(&bytes[..count]);
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}
