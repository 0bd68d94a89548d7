//! The triples that fit a pattern.

use std::ops::Range;

use super::Store;
use crate::embedded::file::Section;

/// A triple of numbers.
pub(in crate::embedded) type Ids = [u32; 3];

/// The triples that fit a pattern, as they lie in one of the orders.
#[derive(Clone, Debug)]
pub(in crate::embedded) enum Matches<'s> {
    /// Pairs of (predicate, object) of a subject.
    OfSubject(u32, std::slice::Iter<'s, [u32; 2]>),
    /// Pairs of (subject, predicate) of an object.
    OfObject(u32, std::slice::Iter<'s, [u32; 2]>),
    /// Pairs of (object, subject) of a predicate.
    OfPredicate(u32, std::slice::Iter<'s, [u32; 2]>),
    /// Everything: the subjects still to come, and what is left of the last one.
    All {
        store: &'s Store,
        subjects: Range<u32>,
        current: (u32, std::slice::Iter<'s, [u32; 2]>),
    },
}

/// The column that an order goes by, and its value.
#[derive(Clone, Copy, Debug)]
pub(super) enum By {
    Subject(u32),
    Object(u32),
    Predicate(u32),
}

impl By {
    /// The triple of a pair under this value.
    #[inline]
    pub(super) fn triple(self, pair: [u32; 2]) -> Ids {
        match (self, pair) {
            (Self::Subject(s), [p, o])
            | (Self::Object(o), [s, p])
            | (Self::Predicate(p), [o, s]) => [s, p, o],
        }
    }
}

/// Where some triples lie: in which order, from which place on, and their other two columns.
#[derive(Clone, Copy, Debug)]
pub(super) struct Located<'s> {
    pub(super) by: By,
    pub(super) start: usize,
    pub(super) pairs: &'s [[u32; 2]],
}

impl Iterator for Matches<'_> {
    type Item = Ids;

    #[inline]
    fn next(&mut self) -> Option<Ids> {
        match self {
            Self::OfSubject(s, pairs) => pairs.next().map(|[p, o]| [*s, *p, *o]),
            Self::OfObject(o, pairs) => pairs.next().map(|[s, p]| [*s, *p, *o]),
            Self::OfPredicate(p, pairs) => pairs.next().map(|[o, s]| [*s, *p, *o]),
            Self::All {
                store,
                subjects,
                current,
            } => loop {
                if let Some([p, o]) = current.1.next() {
                    return Some([current.0, *p, *o]);
                }
                let subject = subjects.next()?;
                *current = (subject, store.of_subject(subject).iter());
            },
        }
    }
}

impl Store {
    /// The triples that fit a pattern.
    pub(in crate::embedded) fn matches(
        &self,
        subject: Option<u32>,
        predicate: Option<u32>,
        object: Option<u32>,
    ) -> Matches<'_> {
        let Some(found) = self.located(subject, predicate, object) else {
            return Matches::All {
                store: self,
                subjects: 0..self.term_count(),
                current: (0, [].iter()),
            };
        };
        let Located { by, pairs, .. } = found;
        match by {
            By::Subject(s) => Matches::OfSubject(s, pairs.iter()),
            By::Object(o) => Matches::OfObject(o, pairs.iter()),
            By::Predicate(p) => Matches::OfPredicate(p, pairs.iter()),
        }
    }

    /// Where the triples lie that fit a pattern; `None` if that is everything.
    #[inline]
    pub(super) fn located(
        &self,
        subject: Option<u32>,
        predicate: Option<u32>,
        object: Option<u32>,
    ) -> Option<Located<'_>> {
        Some(match (subject, predicate, object) {
            (None, None, None) => return None,
            (None, None, Some(o)) => {
                let (start, pairs) = self.of_object_at(o);
                Located {
                    by: By::Object(o),
                    start,
                    pairs,
                }
            }
            (None, Some(p), object) => {
                let range = self.predicate_range(p, object);
                let start = range.start;
                let pairs = self.index.section(Section::PredicatePairs).range(range);
                Located {
                    by: By::Predicate(p),
                    start,
                    pairs,
                }
            }
            (Some(s), None, Some(o)) => {
                let (start, pairs) = self.of_object_at(o);
                let (from, pairs) = narrow(pairs, Some(s), None);
                Located {
                    by: By::Object(o),
                    start: start + from,
                    pairs,
                }
            }
            (Some(s), predicate, object) => {
                let (start, pairs) = self.of_subject_at(s);
                let (from, pairs) = narrow(pairs, predicate, object);
                Located {
                    by: By::Subject(s),
                    start: start + from,
                    pairs,
                }
            }
        })
    }

    /// How many triples fit a pattern.
    pub(in crate::embedded) fn count(
        &self,
        subject: Option<u32>,
        predicate: Option<u32>,
        object: Option<u32>,
    ) -> usize {
        match (subject, predicate, object) {
            (None, None, None) => self.facts.triples as usize,
            (None, Some(p), object) => self.predicate_range(p, object).len(),
            (None, None, Some(o)) => self.of_object(o).len(),
            _ => match self.matches(subject, predicate, object) {
                Matches::OfSubject(_, pairs)
                | Matches::OfObject(_, pairs)
                | Matches::OfPredicate(_, pairs) => pairs.len(),
                all @ Matches::All { .. } => all.count(),
            },
        }
    }

    /// The (predicate, object) of a subject, sorted.
    pub(in crate::embedded) fn of_subject(&self, subject: u32) -> &[[u32; 2]] {
        self.of_subject_at(subject).1
    }

    /// The same, and where they begin.
    pub(super) fn of_subject_at(&self, subject: u32) -> (usize, &[[u32; 2]]) {
        self.stretch(Section::SubjectStarts, Section::SubjectPairs, subject)
    }

    /// The (subject, predicate) of an object, sorted.
    pub(in crate::embedded) fn of_object(&self, object: u32) -> &[[u32; 2]] {
        self.of_object_at(object).1
    }

    /// The same, and where they begin.
    fn of_object_at(&self, object: u32) -> (usize, &[[u32; 2]]) {
        self.stretch(Section::ObjectStarts, Section::ObjectPairs, object)
    }

    /// The objects of a subject and predicate.
    pub(in crate::embedded) fn objects(
        &self,
        subject: u32,
        predicate: u32,
    ) -> impl Iterator<Item = u32> {
        let (_, pairs) = narrow(self.of_subject(subject), Some(predicate), None);
        pairs.iter().map(|pair| pair[1])
    }

    fn stretch(&self, starts: Section, pairs: Section, first: u32) -> (usize, &[[u32; 2]]) {
        let starts = self.index.section::<u32>(starts);
        let first = first as usize;
        if first + 1 >= starts.len() {
            return (0, &[]);
        }
        let bounds = starts.range(first..first + 2);
        let range = bounds[0] as usize..bounds[1] as usize;
        (range.start, self.index.section(pairs).range(range))
    }

    /// Where the triples of a predicate (and object) lie.
    fn predicate_range(&self, predicate: u32, object: Option<u32>) -> Range<usize> {
        let predicates = self.index.section::<u32>(Section::Predicates);
        let Ok(at) = predicates.all().binary_search(&predicate) else {
            return 0..0;
        };
        let starts = self.index.section::<u32>(Section::PredicateStarts);
        let range = starts.at(at) as usize..starts.at(at + 1) as usize;
        let Some(object) = object else {
            return range;
        };
        let pairs = self.index.section::<[u32; 2]>(Section::PredicatePairs);
        let from = pairs.partition_point(range.clone(), |pair| pair[0] < object);
        let to = pairs.partition_point(from..range.end, |pair| pair[0] <= object);
        from..to
    }
}

/// The pairs of a sorted stretch that begin with `first` (and end with `second`), and how many come
/// before them.
fn narrow(pairs: &[[u32; 2]], first: Option<u32>, second: Option<u32>) -> (usize, &[[u32; 2]]) {
    let Some(first) = first else {
        return (0, pairs);
    };
    let Some(second) = second else {
        let from = pairs.partition_point(|pair| pair[0] < first);
        let count = pairs[from..].partition_point(|pair| pair[0] == first);
        return (from, &pairs[from..from + count]);
    };
    match pairs.binary_search(&[first, second]) {
        Ok(at) => (at, &pairs[at..=at]),
        Err(_) => (0, &[]),
    }
}
