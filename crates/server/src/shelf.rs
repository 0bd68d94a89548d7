//! What was read of the last experiments that somebody looked at, so that a page costs no more than
//! showing it.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use lydite_lab::Lab;
use lydite_lab::export::{Explained, Publication};
use lydite_lab::store::{Experiment, Store};

use crate::error::Fault;

/// So many outcomes are kept, of whatever experiments; each takes some hundred bytes.
const OUTCOMES: usize = 1_000_000;
/// So many questions of experiments that were explained are kept; each takes some kilobytes.
const QUESTIONS: usize = 60_000;

/// The experiments that somebody looked at.
#[derive(Default)]
pub(crate) struct Shelf {
    books: Mutex<Books>,
}

/// A judging of an experiment, as it is published.
type Key = (String, u64, Option<String>);

#[derive(Default)]
struct Books {
    /// With the time of the last look at each.
    kept: HashMap<Key, (Arc<Book>, u64)>,
    looks: u64,
}

/// A judging of an experiment, read.
pub(crate) struct Book {
    key: Key,
    pub(crate) publication: Publication,
    explained: OnceLock<Vec<Explained>>,
    explaining: Mutex<()>,
}

impl Shelf {
    fn lock(&self) -> MutexGuard<'_, Books> {
        self.books.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A judging of an experiment; the latest, if no number is given.
    pub(crate) fn book(
        &self,
        store: &Arc<Store>,
        experiment: &Experiment,
        judging: Option<u64>,
    ) -> Result<Arc<Book>, Fault> {
        let number = judging.unwrap_or(experiment.judgings);
        let published = experiment.published.clone();
        let key = (experiment.id.to_string(), number, published);
        if let Some(book) = self.lock().look(&key) {
            return Ok(book);
        }
        let publication = Publication::of(store, &experiment.id, Some(number), None)?;
        let book = Arc::new(Book {
            key,
            publication,
            explained: OnceLock::new(),
            explaining: Mutex::new(()),
        });
        self.lock().add(&book);
        Ok(book)
    }
}

impl Books {
    fn look(&mut self, key: &Key) -> Option<Arc<Book>> {
        self.looks += 1;
        let (book, last) = self.kept.get_mut(key)?;
        *last = self.looks;
        Some(Arc::clone(book))
    }

    /// Adds a book; those go for which there is no room, the ones that nobody looked at for longest.
    fn add(&mut self, book: &Arc<Book>) {
        self.looks += 1;
        self.kept
            .insert(book.key.clone(), (Arc::clone(book), self.looks));
        let (mut outcomes, mut questions) = (0, 0);
        for (book, _) in self.kept.values() {
            outcomes += book.outcomes();
            questions += book.questions();
        }
        while self.kept.len() > 1 && (outcomes > OUTCOMES || questions > QUESTIONS) {
            let oldest = self.kept.iter().min_by_key(|(_, (_, last))| *last);
            let Some(oldest) = oldest.map(|(key, _)| key.clone()) else {
                return;
            };
            if let Some((book, _)) = self.kept.remove(&oldest) {
                outcomes -= book.outcomes();
                questions = questions.saturating_sub(book.questions());
            }
        }
    }
}

impl Book {
    /// Every question, explained; found out when it is first asked for.
    pub(crate) fn explained(&self, lab: &Lab) -> Result<&[Explained], Fault> {
        let _one_at_a_time = self
            .explaining
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        if self.explained.get().is_none() {
            let found = lab.explained(&self.publication)?;
            let _ = self.explained.set(found);
        }
        Ok(self.explained.get().map_or(&[], Vec::as_slice))
    }

    pub(crate) fn number(&self) -> u64 {
        self.key.1
    }

    fn outcomes(&self) -> usize {
        let reports = self.publication.reports();
        reports.map(|one| one.report.outcomes.len()).sum()
    }

    fn questions(&self) -> usize {
        let groups = self.explained.get().into_iter().flatten();
        groups.map(|group| group.questions.len()).sum()
    }
}
