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
        match (subject, predicate, object) {
            (None, None, None) => Matches::All {
                store: self,
                subjects: 0..self.term_count(),
                current: (0, [].iter()),
            },
            (None, None, Some(o)) => Matches::OfObject(o, self.of_object(o).iter()),
            (None, Some(p), object) => {
                let range = self.predicate_range(p, object);
                let pairs = self.index.section(Section::PredicatePairs).range(range);
                Matches::OfPredicate(p, pairs.iter())
            }
            (Some(s), None, Some(o)) => {
                let pairs = self.of_object(o);
                let from = pairs.partition_point(|pair| pair[0] < s);
                let to = from + pairs[from..].partition_point(|pair| pair[0] == s);
                Matches::OfObject(o, pairs[from..to].iter())
            }
            (Some(s), predicate, object) => {
                let pairs = narrow(self.of_subject(s), predicate, object);
                Matches::OfSubject(s, pairs.iter())
            }
        }
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
        self.stretch(Section::SubjectStarts, Section::SubjectPairs, subject)
    }

    /// The (subject, predicate) of an object, sorted.
    pub(in crate::embedded) fn of_object(&self, object: u32) -> &[[u32; 2]] {
        self.stretch(Section::ObjectStarts, Section::ObjectPairs, object)
    }

    /// The objects of a subject and predicate.
    pub(in crate::embedded) fn objects(
        &self,
        subject: u32,
        predicate: u32,
    ) -> impl Iterator<Item = u32> {
        narrow(self.of_subject(subject), Some(predicate), None)
            .iter()
            .map(|pair| pair[1])
    }

    fn stretch(&self, starts: Section, pairs: Section, first: u32) -> &[[u32; 2]] {
        let starts = self.index.section::<u32>(starts);
        let first = first as usize;
        if first + 1 >= starts.len() {
            return &[];
        }
        let bounds = starts.range(first..first + 2);
        let range = bounds[0] as usize..bounds[1] as usize;
        self.index.section(pairs).range(range)
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

    /// The triples of named graphs that fit a pattern.
    pub(in crate::embedded) fn quads(&self, graph: Option<u32>) -> &[[u32; 4]] {
        let quads = self.index.section::<[u32; 4]>(Section::Quads);
        let all = 0..quads.len();
        let Some(graph) = graph else {
            return quads.range(all);
        };
        let from = quads.partition_point(all.clone(), |quad| quad[0] < graph);
        let to = quads.partition_point(from..all.end, |quad| quad[0] <= graph);
        quads.range(from..to)
    }

    /// The names of the named graphs.
    pub(in crate::embedded) fn graph_names(&self) -> Vec<u32> {
        let mut names: Vec<u32> = self.quads(None).iter().map(|quad| quad[0]).collect();
        names.dedup();
        names
    }

    pub(in crate::embedded) fn has_named_graphs(&self) -> bool {
        self.index.section_length(Section::Quads) > 0
    }
}

/// The pairs of a sorted stretch that begin with `first` (and end with `second`).
fn narrow(pairs: &[[u32; 2]], first: Option<u32>, second: Option<u32>) -> &[[u32; 2]] {
    let Some(first) = first else {
        return pairs;
    };
    let Some(second) = second else {
        let from = pairs.partition_point(|pair| pair[0] < first);
        let count = pairs[from..].partition_point(|pair| pair[0] == first);
        return &pairs[from..from + count];
    };
    match pairs.binary_search(&[first, second]) {
        Ok(at) => &pairs[at..=at],
        Err(_) => &[],
    }
}
