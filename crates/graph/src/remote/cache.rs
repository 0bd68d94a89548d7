//! Answers kept on disk for some time.
//!
//! An entry is a file, named by the digest of what was asked. It is written beside its place and
//! moved there in one step, and holds the digest of its content: a crash, a full disk or a flipped
//! bit cost a request, never a wrong answer.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use lydite_digest::{Sha256, sha256_of};
use oxrdfio::{RdfFormat, RdfParser};
use sparesults::{QueryResultsFormat, QueryResultsSerializer};

use super::json;
use super::table::Table;
use crate::{Note, Results, Value};

/// Changes with the layout of entries.
const HEAD: &str = "lydite answer 1";

/// A folder of answers.
#[derive(Clone, Debug)]
pub(super) struct Cache {
    folder: PathBuf,
    keep: Duration,
}

impl Cache {
    pub(super) fn new(folder: &Path, keep: Duration) -> Self {
        Self {
            folder: folder.to_owned(),
            keep,
        }
    }

    /// The name of what is asked, from all that the answer depends on.
    pub(super) fn key(parts: &[&str]) -> String {
        let mut digest = Sha256::default();
        for part in parts {
            // The length keeps `ab`, `c` and `a`, `bc` apart.
            digest.update(&(part.len() as u64).to_le_bytes());
            digest.update(part.as_bytes());
        }
        digest.finish()
    }

    /// The answer, if there is one that is whole and not too old.
    pub(super) fn get(&self, key: &str) -> Option<Results> {
        let entry = fs::read(self.place(key)).ok()?;
        let mut results = decode(&entry, self.keep)?;
        results.notes.push(Note::Cached);
        Some(results)
    }

    /// Keeps an answer, unless something is missing from it. A cache that cannot be written is none.
    pub(super) fn put(&self, key: &str, results: &Results) {
        let whole = |note: &Note| matches!(note, Note::Paged { .. });
        if results.notes.iter().all(whole)
            && let Some(entry) = encode(results)
        {
            let _ = self.write(key, &entry);
        }
    }

    fn write(&self, key: &str, entry: &[u8]) -> std::io::Result<()> {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let place = self.place(key);
        let folder = place.parent().unwrap_or(&self.folder);
        fs::create_dir_all(folder)?;
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let beside = folder.join(format!("{key}.{}-{number}.part", std::process::id()));
        let written = fs::File::create(&beside)
            .and_then(|mut file| {
                file.write_all(entry)?;
                file.sync_data()
            })
            .and_then(|()| fs::rename(&beside, &place));
        if written.is_err() {
            let _ = fs::remove_file(&beside);
        }
        written
    }

    /// Entries are spread over folders, so that none grows too large.
    fn place(&self, key: &str) -> PathBuf {
        self.folder.join(&key[..2]).join(key)
    }
}

fn encode(results: &Results) -> Option<Vec<u8>> {
    let (form, body) = match &results.value {
        Value::Boolean(boolean) => ("boolean", boolean.to_string().into_bytes()),
        Value::Triples(triples) => {
            let lines = triples.iter().map(|triple| format!("{triple} .\n"));
            ("triples", lines.collect::<String>().into_bytes())
        }
        Value::Rows(rows) => {
            let variables: Vec<_> = rows
                .variables
                .iter()
                .map(oxrdf::Variable::new_unchecked)
                .collect();
            let serializer = QueryResultsSerializer::from_format(QueryResultsFormat::Json);
            let mut writer = serializer
                .serialize_solutions_to_writer(Vec::new(), variables.clone())
                .ok()?;
            for row in &rows.rows {
                let cells = variables.iter().zip(row);
                writer
                    .serialize(cells.filter_map(|(name, cell)| Some((name, cell.as_ref()?))))
                    .ok()?;
            }
            ("rows", writer.finish().ok()?)
        }
    };
    let pages = results.notes.iter().find_map(|note| match note {
        Note::Paged { pages } => Some(*pages),
        _ => None,
    });
    let head = format!(
        "{HEAD}\n{}\n{form}\n{}\n",
        SystemTime::now().duration_since(UNIX_EPOCH).ok()?.as_secs(),
        pages.unwrap_or(0),
    );
    let mut digest = Sha256::default();
    digest.update(head.as_bytes());
    digest.update(&body);
    let mut entry = format!("{}\n{head}", digest.finish()).into_bytes();
    entry.extend(body);
    Some(entry)
}

fn decode(entry: &[u8], keep: Duration) -> Option<Results> {
    let (digest, rest) = line(entry)?;
    if digest != sha256_of(rest) {
        return None;
    }
    let (head, rest) = line(rest)?;
    let (written, rest) = line(rest)?;
    let (form, rest) = line(rest)?;
    let (pages, body) = line(rest)?;
    let written = UNIX_EPOCH + Duration::from_secs(written.parse().ok()?);
    // An entry from the future is of a clock that was wrong.
    let age = SystemTime::now().duration_since(written).ok()?;
    if head != HEAD || age >= keep {
        return None;
    }
    let value = match form {
        "boolean" => Value::Boolean(body == b"true"),
        "rows" => match json::read(body).ok()? {
            Table::Rows(rows) => Value::Rows(rows),
            Table::Boolean(_) => return None,
        },
        "triples" => {
            let parser = RdfParser::from_format(RdfFormat::NTriples).lenient();
            let triples = parser.for_slice(body).map(|quad| quad.map(Into::into));
            Value::Triples(triples.collect::<Result<_, _>>().ok()?)
        }
        _ => return None,
    };
    let pages = pages.parse().ok().filter(|pages| *pages > 0);
    Some(Results {
        value,
        notes: pages
            .map(|pages| Note::Paged { pages })
            .into_iter()
            .collect(),
    })
}

fn line(bytes: &[u8]) -> Option<(&str, &[u8])> {
    let at = bytes.iter().position(|byte| *byte == b'\n')?;
    Some((std::str::from_utf8(&bytes[..at]).ok()?, &bytes[at + 1..]))
}

#[cfg(test)]
mod tests {
    use oxrdf::{BlankNode, Literal, NamedNode, Triple};

    use super::*;
    use crate::Rows;

    const HOUR: Duration = Duration::from_secs(3600);

    fn results(value: Value) -> Results {
        Results {
            value,
            notes: Vec::new(),
        }
    }

    fn rows() -> Results {
        let language = Literal::new_language_tagged_literal_unchecked("é\n\"", "en");
        results(Value::Rows(Rows {
            variables: vec!["x".into(), "y".into()],
            rows: vec![
                vec![Some(NamedNode::new_unchecked("http://e/a b").into()), None],
                vec![
                    Some(BlankNode::new_unchecked("b1").into()),
                    Some(language.into()),
                ],
                vec![None, Some(Literal::from(3.5).into())],
            ],
        }))
    }

    #[test]
    fn answers_come_back_as_they_were() {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::new(folder.path(), HOUR);
        let triple = Triple::new(
            NamedNode::new_unchecked("http://e/s"),
            NamedNode::new_unchecked("http://e/p"),
            Literal::from(1),
        );
        let mut paged = rows();
        paged.notes.push(Note::Paged { pages: 3 });
        let cases = [
            rows(),
            paged,
            results(Value::Boolean(true)),
            results(Value::Boolean(false)),
            results(Value::Triples(vec![triple])),
            results(Value::Rows(Rows::default())),
        ];
        for (number, mut expected) in cases.into_iter().enumerate() {
            let key = Cache::key(&[&number.to_string()]);
            cache.put(&key, &expected);
            expected.notes.push(Note::Cached);
            assert_eq!(cache.get(&key), Some(expected));
        }
        assert_eq!(cache.get(&Cache::key(&["other"])), None);
    }

    #[test]
    fn what_is_incomplete_is_not_kept() {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::new(folder.path(), HOUR);
        for note in [Note::Partial, Note::Truncated { rows: 3 }, Note::Cached] {
            let mut incomplete = rows();
            incomplete.notes.push(note);
            cache.put(&Cache::key(&["q"]), &incomplete);
        }
        assert_eq!(cache.get(&Cache::key(&["q"])), None);
    }

    #[test]
    fn what_is_old_is_forgotten() {
        let folder = tempfile::tempdir().unwrap();
        let key = Cache::key(&["q"]);
        Cache::new(folder.path(), HOUR).put(&key, &rows());
        assert!(Cache::new(folder.path(), HOUR).get(&key).is_some());
        assert!(
            Cache::new(folder.path(), Duration::ZERO)
                .get(&key)
                .is_none()
        );
    }

    #[test]
    fn no_damage_gives_a_wrong_answer() {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::new(folder.path(), HOUR);
        let key = Cache::key(&["q"]);
        cache.put(&key, &rows());
        let place = cache.place(&key);
        let whole = fs::read(&place).unwrap();
        for at in 0..whole.len() {
            let mut flipped = whole.clone();
            flipped[at] ^= 1;
            fs::write(&place, &flipped).unwrap();
            assert_eq!(cache.get(&key), None, "bit of byte {at} flipped");
            fs::write(&place, &whole[..at]).unwrap();
            assert_eq!(cache.get(&key), None, "cut at {at}");
        }
        cache.put(&key, &rows());
        assert!(cache.get(&key).is_some());
    }

    #[test]
    fn a_folder_that_cannot_be_written_is_no_cache() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        fs::write(&file, b"").unwrap();
        let cache = Cache::new(&file, HOUR);
        cache.put(&Cache::key(&["q"]), &rows());
        assert_eq!(cache.get(&Cache::key(&["q"])), None);
    }
}
