//! What was read of the last experiments that somebody looked at, so that a page costs no more than
//! showing it.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use lydite_lab::Lab;
use lydite_lab::export::{Explained, Publication};
use lydite_lab::store::{Experiment, Store};

use crate::error::Fault;

/// So many experiments are kept.
const KEPT: usize = 64;
/// So many questions of experiments that were explained are kept.
const QUESTIONS: usize = 60_000;

/// The experiments that somebody looked at, the last one at the end.
#[derive(Default)]
pub(crate) struct Shelf {
    books: Mutex<Vec<Arc<Book>>>,
}

/// A judging of an experiment, read.
pub(crate) struct Book {
    key: (String, u64, Option<String>),
    pub(crate) publication: Publication,
    explained: OnceLock<Vec<Explained>>,
    explaining: Mutex<()>,
}

impl Shelf {
    /// A judging of an experiment; the latest, if no number is given.
    pub(crate) fn book(
        &self,
        store: &Arc<Store>,
        experiment: &Experiment,
        judging: Option<u64>,
    ) -> Result<Arc<Book>, Fault> {
        let number = judging.unwrap_or(experiment.judgings);
        let key = (
            experiment.id.to_string(),
            number,
            experiment.published.clone(),
        );
        {
            let mut books = self.books.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some(at) = books.iter().position(|book| book.key == key) {
                let book = books.remove(at);
                books.push(Arc::clone(&book));
                return Ok(book);
            }
        }
        let publication = Publication::of(store, &experiment.id, Some(number), None)?;
        let book = Arc::new(Book {
            key,
            publication,
            explained: OnceLock::new(),
            explaining: Mutex::new(()),
        });
        let mut books = self.books.lock().unwrap_or_else(PoisonError::into_inner);
        books.retain(|other| other.key != book.key);
        books.push(Arc::clone(&book));
        let mut questions = 0;
        let mut kept = 0;
        // From the last one back, as many as there is room for; the last one in any case.
        books.reverse();
        books.retain(|book| {
            questions += book.explained.get().map_or(0, |groups| {
                groups
                    .iter()
                    .map(|group| group.questions.len())
                    .sum::<usize>()
            });
            kept += 1;
            kept == 1 || (kept <= KEPT && questions <= QUESTIONS)
        });
        books.reverse();
        Ok(book)
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
}
