//! Entries as they are read, whose queries are run on a graph some hundreds at a time; and answers
//! as they are if no more is done to their queries than is accepted.

use std::collections::{HashMap, VecDeque};

use lydite_judge::{About, Entries, Listing};
use lydite_model::Response;

use super::is_query_only;
use crate::execution::{Entry, Executor, Filled, Repair};
use crate::observer::Silent;

/// Says what was done to the query of the entry that was handed out last before it was run.
pub(crate) trait Repaired {
    /// What was done to it.
    fn repair(&self) -> Repair;
}

/// Entries whose queries are run, if there is a graph to run them on.
pub(crate) struct Executed<'e, S, T> {
    entries: S,
    executor: Option<&'e Executor<'e>>,
    ready: VecDeque<(T, Repair)>,
    last: Repair,
    /// What came of running the queries so far.
    pub(crate) filled: Filled,
}

impl<'e, S, T> Executed<'e, S, T> {
    pub(crate) fn new(entries: S, executor: Option<&'e Executor<'e>>) -> Self {
        Self {
            entries,
            executor,
            ready: VecDeque::new(),
            last: Repair::None,
            filled: Filled::default(),
        }
    }

    /// The entries themselves.
    pub(crate) fn inner(&mut self) -> &mut S {
        &mut self.entries
    }
}

impl<T: Entry, S: Entries<T, Item = T> + Repaired> Executed<'_, S, T> {
    /// Reads some entries and runs their queries, several at a time.
    fn read(&mut self, executor: &Executor<'_>) {
        const TOGETHER: usize = 500;
        let (mut some, mut repairs) = (Vec::new(), Vec::new());
        while some.len() < TOGETHER
            && let Some(entry) = self.entries.next()
        {
            some.push(entry);
            repairs.push(self.entries.repair());
        }
        T::prepare(executor, &mut some);
        let mut filled = executor.fill_some(&Silent, &mut some);
        let repaired: HashMap<_, _> = std::mem::take(&mut filled.repaired).into_iter().collect();
        for (entry, repair) in some.into_iter().zip(repairs) {
            let own = repaired.get(&entry.key()).copied();
            self.ready
                .push_back((entry, repair.max(own.unwrap_or(Repair::None))));
        }
        self.filled = std::mem::take(&mut self.filled).and(filled);
    }
}

impl<T: Entry, S: Entries<T, Item = T> + Repaired> Entries<T> for Executed<'_, S, T> {
    type Item = T;
    type Error = S::Error;

    fn next(&mut self) -> Option<T> {
        let Some(executor) = self.executor else {
            let entry = self.entries.next();
            self.last = self.entries.repair();
            return entry;
        };
        if self.ready.is_empty() {
            self.read(executor);
        }
        let (entry, repair) = self.ready.pop_front()?;
        self.last = repair;
        Some(entry)
    }

    fn restart(&mut self) -> Result<(), S::Error> {
        self.entries.restart()?;
        self.ready.clear();
        self.filled = Filled::default();
        Ok(())
    }

    fn about(&self) -> About {
        self.entries.about()
    }
}

impl<S, T> Repaired for Executed<'_, S, T> {
    fn repair(&self) -> Repair {
        self.last
    }
}

/// Answers as they are if no more is done to their queries than is accepted.
pub(crate) struct Accepting<S> {
    pub(crate) answers: S,
    accepted: Repair,
    /// The answers whose queries were repaired, if every repair is accepted.
    pub(crate) repaired: Listing,
    /// How many are queries that nobody has run.
    pub(crate) not_run: u64,
}

impl<S> Accepting<S> {
    pub(crate) fn new(answers: S, accepted: Repair) -> Self {
        Self {
            answers,
            accepted,
            repaired: Listing::default(),
            not_run: 0,
        }
    }
}

impl<S: Entries<Response, Item = Response> + Repaired> Entries<Response> for Accepting<S> {
    type Item = Response;
    type Error = S::Error;

    fn next(&mut self) -> Option<Response> {
        let response = self.answers.next()?;
        self.not_run += u64::from(is_query_only(&response));
        let repair = self.answers.repair();
        if repair > self.accepted {
            return Some(not_accepted(response));
        }
        if repair > Repair::None && self.accepted == Repair::Needed {
            self.repaired.note(response.question.as_str());
        }
        Some(response)
    }

    fn restart(&mut self) -> Result<(), S::Error> {
        self.answers.restart()?;
        self.repaired = Listing::default();
        self.not_run = 0;
        Ok(())
    }

    fn about(&self) -> About {
        About {
            repaired: self.repaired.clone(),
            ..self.answers.about()
        }
    }
}

/// An answer whose query is not run because more would have to be done to it than is accepted.
pub(crate) fn not_accepted(response: Response) -> Response {
    Response {
        answers: None,
        error: Some("the query is not valid SPARQL as given".to_owned()),
        ..response
    }
}
