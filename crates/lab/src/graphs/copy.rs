//! Copies of graphs on endpoints: who answers questions has to know all names and links of a graph.
//!
//! A copy is made once, page by page, and kept as an index in the home directory together with where
//! it is from, when it was made and how many triples there were. It is made anew when the endpoint
//! has another number of triples, or when it is old.

use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use jiff::Timestamp;
use lydite_graph::oxrdf::Term;
use lydite_graph::{
    Embedded, GraphError, KnowledgeGraph, Limits, Loader, Note, Remote, Rows, Value,
};
use lydite_sparql::{Dialect, parse};
use serde::{Deserialize, Serialize};

use super::Library;
use crate::observer::{Progress, Task};
use crate::{Error, Lab, Notice};

/// How many triples a copy may have, unless the configuration says otherwise.
pub const MOST_TRIPLES: u64 = 5_000_000;

/// How many triples are asked for at once.
const PAGE: u64 = 10_000;

/// How many rare predicates are asked for at once, so that queries stay short.
const TOGETHER: usize = 100;

/// How long a copy is used, in hours, unless the configuration says how long answers are kept.
const HOURS: u64 = 7 * 24;

/// What is known about a copy besides its triples.
#[derive(Debug, Serialize, Deserialize)]
struct Origin {
    /// Copies that were made in another way are made anew.
    version: u32,
    address: String,
    /// How many triples the endpoint said that it has.
    triples: u64,
    /// When it was made, in seconds since 1970.
    made: i64,
}

const VERSION: u32 = 1;

impl Lab {
    /// The same graph at hand: itself if it is loaded, a copy if it is on an endpoint.
    ///
    /// It takes one request to see whether a copy is there already. To make one of `n` triples with
    /// `p` predicates takes at most `3 + 2n / 10,000 + p / 100` of them, as long as the endpoint gives
    /// pages of that length and keeps its order between them.
    ///
    /// # Errors
    /// The endpoint cannot be reached, is too large, or is one of several graphs.
    pub fn at_hand(
        &self,
        graph: &Arc<dyn KnowledgeGraph>,
    ) -> Result<Arc<dyn KnowledgeGraph>, Error> {
        if !graph.is_remote() {
            return Ok(Arc::clone(graph));
        }
        let Some(remote) = graph.remote() else {
            return Err(Error::SeveralEndpoints);
        };
        Ok(Arc::new(self.copy(remote)?))
    }

    fn copy(&self, remote: &Remote) -> Result<Embedded, Error> {
        let copying = Copying {
            lab: self,
            remote,
            limits: Limits::default()
                .with_time(Duration::from_secs(120))
                .with_rows(usize::MAX)
                .with_cancel(self.config.cancel.clone()),
        };
        let triples = copying.count()?;
        let library = self.library()?;
        let key = lydite_digest::sha256_of(remote.identity().as_bytes());
        let index = library.index(&key);
        let hours = self.config.cache_hours.unwrap_or(HOURS);
        let known = fs::read(origin_of(&index)).ok();
        let known: Option<Origin> = known.and_then(|text| serde_json::from_slice(&text).ok());
        let is_good = known.is_some_and(|known| {
            let age = Timestamp::now().as_second() - known.made;
            let young = u64::try_from(age).is_ok_and(|age| age < hours.saturating_mul(3600));
            known.version == VERSION && known.triples == triples && young
        });
        if is_good && let Ok(graph) = Embedded::open(&index) {
            library.touch(&index);
            return Ok(graph);
        }
        let most = self.config.copied_triples.unwrap_or(MOST_TRIPLES);
        if triples > most {
            return Err(Error::EndpointTooLarge {
                address: remote.address().to_owned(),
                triples,
                most,
            });
        }
        self.notice(&Notice::Copying {
            address: remote.address().to_owned(),
            triples,
        });
        copying.write(&library, &index, triples)?;
        Ok(Embedded::open(&index)?)
    }
}

/// The file beside an index that says what it is a copy of.
fn origin_of(index: &Path) -> PathBuf {
    index.with_extension("endpoint")
}

/// An endpoint that is being copied.
struct Copying<'l> {
    lab: &'l Lab,
    remote: &'l Remote,
    limits: Limits,
}

impl Copying<'_> {
    /// Makes the copy: it is there as a whole or not at all.
    fn write(&self, library: &Library, index: &Path, triples: u64) -> Result<(), Error> {
        library.prepare().map_err(Error::file(index))?;
        let incoming = library.incoming();
        let pages = incoming.with_extension("nt");
        let made = self.fetch(&pages, triples).and_then(|()| {
            let loader = Loader::new().file(&pages);
            loader.cancel(self.limits.cancel.clone()).load(&incoming)?;
            Ok(())
        });
        // Whoever is interrupted leaves files that are swept later.
        let _ = fs::remove_file(&pages);
        if let Err(error) = made {
            let _ = fs::remove_file(&incoming);
            return Err(error);
        }
        let origin = Origin {
            version: VERSION,
            address: self.remote.address().to_owned(),
            triples,
            made: Timestamp::now().as_second(),
        };
        fs::rename(&incoming, index).map_err(Error::file(index))?;
        let note = origin_of(index);
        let partial = incoming.with_extension("note");
        let text = serde_json::to_vec_pretty(&origin).unwrap_or_default();
        let written = fs::write(&partial, text).and_then(|()| fs::rename(&partial, &note));
        written.map_err(Error::file(&note))
    }

    fn fetch(&self, pages: &Path, triples: u64) -> Result<(), Error> {
        let file = File::create(pages).map_err(Error::file(pages))?;
        let mut written = Written {
            file: BufWriter::new(file),
            progress: self.lab.begin(&Task::Loading),
            count: 0,
            of: triples,
        };
        let fetched = self.fetch_into(&mut written);
        fetched.and_then(|()| written.file.flush().map_err(Error::file(pages)))
    }

    fn fetch_into(&self, written: &mut Written) -> Result<(), Error> {
        if written.of <= PAGE {
            let rows = self.rows("SELECT ?s ?p ?o WHERE { ?s ?p ?o }")?;
            return written.take(&rows, |row| match row {
                [Some(s), Some(p), Some(o)] => Some([s, p, o]),
                _ => None,
            });
        }
        let mut together: Vec<Term> = Vec::new();
        let mut sum = 0;
        for (predicate, count) in self.predicates()? {
            if count > PAGE {
                self.fetch_frequent(&predicate, count, written)?;
                continue;
            }
            if sum + count > PAGE || together.len() >= TOGETHER {
                self.fetch_rare(&together, written)?;
                together.clear();
                sum = 0;
            }
            together.push(predicate);
            sum += count;
        }
        self.fetch_rare(&together, written)
    }

    /// The triples of rare predicates, at once.
    fn fetch_rare(&self, predicates: &[Term], written: &mut Written) -> Result<(), Error> {
        if predicates.is_empty() {
            return Ok(());
        }
        let names: Vec<String> = predicates.iter().map(Term::to_string).collect();
        let rows = self.rows(&format!(
            "SELECT ?s ?p ?o WHERE {{ VALUES ?p {{ {} }} ?s ?p ?o }}",
            names.join(" ")
        ))?;
        written.take(&rows, |row| match row {
            [Some(s), Some(p), Some(o)] => Some([s, p, o]),
            _ => None,
        })
    }

    /// The triples of a frequent predicate, page by page. Engines keep the order of their index
    /// without being told, and to sort every page would cost the square; so that is only done if the
    /// pages did not fit together.
    fn fetch_frequent(
        &self,
        predicate: &Term,
        count: u64,
        written: &mut Written,
    ) -> Result<(), Error> {
        let mut seen = std::collections::HashSet::new();
        let mut start = 0;
        while start < count {
            let rows = self.rows(&format!(
                "SELECT ?s ?o WHERE {{ ?s {predicate} ?o }} LIMIT {PAGE} OFFSET {start}"
            ))?;
            for row in &rows.rows {
                seen.insert(fingerprint(row));
            }
            written.take(&rows, |row| pair(row, predicate))?;
            start += PAGE;
        }
        if seen.len() as u64 != count {
            let rows = self.rows(&format!(
                "SELECT DISTINCT ?s ?o WHERE {{ ?s {predicate} ?o }} ORDER BY ?s ?o"
            ))?;
            written.take(&rows, |row| pair(row, predicate))?;
        }
        Ok(())
    }

    fn count(&self) -> Result<u64, Error> {
        let rows = self.rows("SELECT (COUNT(*) AS ?n) WHERE { ?s ?p ?o }")?;
        let cell = rows.rows.first().and_then(|row| row.first());
        number(cell.and_then(Option::as_ref)).ok_or_else(|| self.nonsense())
    }

    /// The predicates with the numbers of their triples.
    fn predicates(&self) -> Result<Vec<(Term, u64)>, Error> {
        let rows = self
            .rows("SELECT ?p (COUNT(*) AS ?n) WHERE { ?s ?p ?o } GROUP BY ?p ORDER BY DESC(?n)")?;
        let counted = rows.rows.into_iter().map(|row| match &row[..] {
            [Some(predicate @ Term::NamedNode(_)), count] => {
                Some((predicate.clone(), number(count.as_ref())?))
            }
            _ => None,
        });
        let counted: Option<Vec<_>> = counted.collect();
        counted.ok_or_else(|| self.nonsense())
    }

    fn rows(&self, text: &str) -> Result<Rows, Error> {
        self.lab.go_on()?;
        let failed = |source: GraphError| Error::Endpoint { source };
        let query = parse(text, &Dialect::strict())
            .map_err(|error| failed(GraphError::Query(error.to_string())))?;
        let results = self.remote.query(&query, &self.limits).map_err(failed)?;
        let cut = |note: &Note| matches!(note, Note::Truncated { .. } | Note::Partial);
        match results.value {
            Value::Rows(rows) if !results.notes.iter().any(cut) => Ok(rows),
            _ => Err(self.nonsense()),
        }
    }

    fn nonsense(&self) -> Error {
        Error::Endpoint {
            source: GraphError::Query(format!(
                "{} does not give all of its triples, so that no copy can be made of them",
                self.remote.address()
            )),
        }
    }
}

/// The file that a copy is written to.
struct Written {
    file: BufWriter<File>,
    progress: Box<dyn Progress>,
    count: u64,
    of: u64,
}

impl Written {
    fn take<'r>(
        &mut self,
        rows: &'r Rows,
        triple: impl Fn(&'r [Option<Term>]) -> Option<[&'r Term; 3]>,
    ) -> Result<(), Error> {
        for row in &rows.rows {
            if let Some([subject, predicate, object]) = triple(row) {
                writeln!(self.file, "{subject} {predicate} {object} .").map_err(Error::Write)?;
            }
        }
        self.count += rows.rows.len() as u64;
        self.progress.at(self.count.min(self.of), self.of.max(1));
        Ok(())
    }
}

fn pair<'r>(row: &'r [Option<Term>], predicate: &'r Term) -> Option<[&'r Term; 3]> {
    match row {
        [Some(s), Some(o)] => Some([s, predicate, o]),
        _ => None,
    }
}

fn fingerprint(row: &[Option<Term>]) -> u64 {
    use std::hash::{DefaultHasher, Hash, Hasher};
    let mut hasher = DefaultHasher::new();
    row.hash(&mut hasher);
    hasher.finish()
}

fn number(cell: Option<&Term>) -> Option<u64> {
    match cell? {
        Term::Literal(literal) => literal.value().parse().ok(),
        _ => None,
    }
}
