//! The triples of some graphs: outside of named graphs, in one, in several, in any.

use super::Store;
use super::triples::{By, Ids, Located, Matches};
use crate::embedded::DefaultGraph;
use crate::embedded::file::Section;
use crate::embedded::stop::tick;

/// Which triples are looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::embedded) enum Scope {
    /// All, wherever they stand.
    Everything,
    /// Those outside of named graphs.
    Unnamed,
    /// Those of one named graph.
    Graph(u32),
    /// Those that stand in one of some named graphs, each once.
    Graphs(Box<[u32]>),
    /// Those, and the ones outside of named graphs.
    GraphsAndUnnamed(Box<[u32]>),
}

/// The triples that fit a pattern in some graphs; where it is one of any, with their graphs.
pub(in crate::embedded) enum Found<'s> {
    /// All matches.
    All(Matches<'s>),
    /// Those with a bit.
    Marked(Marked<'s>),
    /// Some triples of a graph that still have to fit the pattern.
    Within {
        triples: std::slice::Iter<'s, Ids>,
        wanted: [Option<u32>; 3],
    },
    /// The matches that some graphs hold.
    Held {
        store: &'s Store,
        matches: Matches<'s>,
        by: Box<[u32]>,
        or_unnamed: bool,
    },
    /// Nothing.
    Nothing,
}

impl Iterator for Found<'_> {
    type Item = Ids;

    #[inline]
    fn next(&mut self) -> Option<Ids> {
        match self {
            Self::All(matches) => matches.next(),
            Self::Marked(marked) => marked.next(),
            Self::Within { triples, wanted } => triples
                .find(|triple| {
                    tick(1);
                    fits(wanted, triple)
                })
                .copied(),
            Self::Held {
                store,
                matches,
                by,
                or_unnamed,
            } => matches.find(|triple| {
                tick(1);
                let holders = store.holders(*triple);
                holders.iter().any(|graph| by.binary_search(graph).is_ok())
                    || (*or_unnamed && store.is_unnamed(*triple))
            }),
            Self::Nothing => None,
        }
    }
}

fn fits(wanted: &[Option<u32>; 3], triple: &Ids) -> bool {
    let mut places = wanted.iter().zip(triple);
    places.all(|(wanted, found)| wanted.is_none_or(|wanted| wanted == *found))
}

/// The triples of a stretch of an order that stand outside of named graphs.
pub(in crate::embedded) struct Marked<'s> {
    store: &'s Store,
    bits: Section,
    /// The stretch; without one it is all triples by subject, of which this is the next one.
    stretch: Option<Located<'s>>,
    subject: u32,
    /// The next place to look at, and the end.
    at: usize,
    end: usize,
}

impl Marked<'_> {
    /// The next place with a bit.
    fn place(&mut self) -> Option<usize> {
        let words = self.store.index.section::<u64>(self.bits);
        while self.at < self.end {
            let (word, bit) = (self.at / 64, self.at % 64);
            let left = words.at(word) >> bit;
            if left != 0 {
                let place = self.at + left.trailing_zeros() as usize;
                self.at = place + 1;
                return (place < self.end).then_some(place);
            }
            self.at = (word + 1) * 64;
            tick(1);
        }
        None
    }

    fn next(&mut self) -> Option<Ids> {
        let place = self.place()?;
        if let Some(Located { by, start, pairs }) = self.stretch {
            return Some(by.triple(pairs[place - start]));
        }
        let starts = self.store.index.section::<u32>(Section::SubjectStarts);
        while starts.at(self.subject as usize + 1) as usize <= place {
            self.subject += 1;
        }
        let pairs = self.store.index.section(Section::SubjectPairs);
        Some(By::Subject(self.subject).triple(pairs.at(place)))
    }
}

impl Store {
    /// What a query sees that names no graph.
    pub(in crate::embedded) fn default_scope(&self) -> Scope {
        match self.facts.default_graph {
            DefaultGraph::Unnamed => self.unnamed_scope(),
            DefaultGraph::Union => Scope::Everything,
        }
    }

    /// What stands outside of named graphs.
    pub(in crate::embedded) fn unnamed_scope(&self) -> Scope {
        if self.has_named_graphs() {
            Scope::Unnamed
        } else {
            Scope::Everything
        }
    }

    /// What stands in some named graphs (sorted) or, if it is wanted, outside of them.
    pub(in crate::embedded) fn scope_of(&self, graphs: &[u32], with_unnamed: bool) -> Scope {
        match (graphs, with_unnamed) {
            ([], true) => self.unnamed_scope(),
            (graphs, true) => Scope::GraphsAndUnnamed(graphs.into()),
            ([graph], false) => Scope::Graph(*graph),
            (graphs, false) => Scope::Graphs(graphs.into()),
        }
    }

    /// Whether a triple stands outside of named graphs.
    fn is_unnamed(&self, [s, p, o]: Ids) -> bool {
        self.marked(Some(s), Some(p), Some(o)).next().is_some()
    }

    /// The triples that fit a pattern in some graphs.
    pub(in crate::embedded) fn found(
        &self,
        scope: &Scope,
        subject: Option<u32>,
        predicate: Option<u32>,
        object: Option<u32>,
    ) -> Found<'_> {
        let all = || self.matches(subject, predicate, object);
        match scope {
            Scope::Everything => Found::All(all()),
            Scope::Unnamed => Found::Marked(self.marked(subject, predicate, object)),
            Scope::Graph(graph) => self.in_graph(*graph, [subject, predicate, object]),
            Scope::Graphs(graphs) => Found::Held {
                store: self,
                matches: all(),
                by: graphs.clone(),
                or_unnamed: false,
            },
            Scope::GraphsAndUnnamed(graphs) => Found::Held {
                store: self,
                matches: all(),
                by: graphs.clone(),
                or_unnamed: true,
            },
        }
    }

    fn marked(&self, s: Option<u32>, p: Option<u32>, o: Option<u32>) -> Marked<'_> {
        let stretch = self.located(s, p, o);
        let bits = match stretch {
            None => Section::UnnamedBySubject,
            Some(Located { by, .. }) => match by {
                By::Subject(_) => Section::UnnamedBySubject,
                By::Object(_) => Section::UnnamedByObject,
                By::Predicate(_) => Section::UnnamedByPredicate,
            },
        };
        let (at, count) = stretch.map_or((0, self.facts.triples as usize), |stretch| {
            (stretch.start, stretch.pairs.len())
        });
        Marked {
            store: self,
            bits,
            stretch,
            subject: 0,
            at,
            end: at + count,
        }
    }

    /// The triples of a graph that fit a pattern.
    fn in_graph(&self, graph: u32, wanted: [Option<u32>; 3]) -> Found<'_> {
        /// Looking a triple's graphs up takes as long as looking at this many triples.
        const LOOKUP: usize = 8;
        let [subject, predicate, object] = wanted;
        let triples = self.graph_triples(graph, subject);
        let matches = self.count(subject, predicate, object);
        if matches == 0 {
            return Found::Nothing;
        }
        if triples.len() / LOOKUP <= matches {
            return Found::Within {
                triples: triples.iter(),
                wanted,
            };
        }
        Found::Held {
            store: self,
            matches: self.matches(subject, predicate, object),
            by: Box::new([graph]),
            or_unnamed: false,
        }
    }

    /// The triples of a graph (about a subject), sorted.
    fn graph_triples(&self, graph: u32, subject: Option<u32>) -> &[Ids] {
        let names = self.index.section::<u32>(Section::GraphNames);
        let Ok(at) = names.all().binary_search(&graph) else {
            return &[];
        };
        let starts = self.index.section::<u32>(Section::GraphStarts);
        let mut range = starts.at(at) as usize..starts.at(at + 1) as usize;
        let triples = self.index.section::<Ids>(Section::GraphTriples);
        if let Some(subject) = subject {
            range.start = triples.partition_point(range.clone(), |triple| triple[0] < subject);
            range.end = triples.partition_point(range.clone(), |triple| triple[0] <= subject);
        }
        triples.range(range)
    }

    /// The named graphs that a triple stands in, sorted.
    pub(in crate::embedded) fn holders(&self, [subject, predicate, object]: Ids) -> &[u32] {
        let (start, pairs) = self.of_subject_at(subject);
        let Ok(at) = pairs.binary_search(&[predicate, object]) else {
            return &[];
        };
        let starts = self.index.section::<u32>(Section::HolderStarts);
        if starts.len() == 0 {
            return &[];
        }
        let bounds = starts.range(start + at..start + at + 2);
        let holders = self.index.section(Section::Holders);
        holders.range(bounds[0] as usize..bounds[1] as usize)
    }

    /// The names of the named graphs, sorted.
    pub(in crate::embedded) fn graph_names(&self) -> &[u32] {
        self.index.section(Section::GraphNames).all()
    }

    /// How many triples a named graph has.
    pub(in crate::embedded) fn graph_length(&self, graph: u32) -> usize {
        self.graph_triples(graph, None).len()
    }

    /// Whether there is a named graph of this name.
    pub(in crate::embedded) fn has_graph(&self, graph: u32) -> bool {
        self.graph_names().binary_search(&graph).is_ok()
    }

    pub(in crate::embedded) fn has_named_graphs(&self) -> bool {
        self.facts.graphs > 0
    }
}
