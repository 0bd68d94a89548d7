//! An index as the evaluator sees it.

use std::cell::RefCell;
use std::convert::Infallible;

use oxrdf::{NamedNode, Term};
use rustc_hash::FxHashMap;
use spareval::{ExpressionTerm, InternalQuad, QueryableDataset};

use super::lexical::{Literals, is_true, unpack};
use crate::embedded::stop::{self, Stop, hold, term_dropped, terms_made, tick};
use crate::embedded::store::{Found, Ids, Matches, Scope, Store};
use crate::embedded::term::Key;

/// Literals above this size can only be made by a query that grows them on purpose.
pub(super) const MAX_LITERAL: usize = 1 << 20;

/// The number of a term. Those with the top bit are local to the query.
#[derive(Debug, PartialEq, Eq, Hash)]
pub(super) struct Id(u32);

const LOCAL: u32 = 1 << 31;

impl Id {
    #[inline]
    pub(super) fn new(number: u32) -> Self {
        terms_made(1);
        Self(number)
    }

    /// A triple of a graph.
    #[inline]
    pub(super) fn quad([s, p, o]: Ids, graph: Option<u32>) -> InternalQuad<Self> {
        terms_made(3);
        InternalQuad {
            subject: Self(s),
            predicate: Self(p),
            object: Self(o),
            graph_name: graph.map(Self::new),
        }
    }

    #[inline]
    pub(super) fn number(&self) -> u32 {
        self.0
    }

    /// Whether the term is of the query, and in no graph.
    #[inline]
    pub(super) fn is_local(&self) -> bool {
        self.0 & LOCAL != 0
    }
}

/// Every combination of rows copies terms: a place to look at the clock that nothing passes by.
impl Clone for Id {
    #[inline]
    fn clone(&self) -> Self {
        Self::new(self.0)
    }
}

/// What rows hold is what was made and not dropped.
impl Drop for Id {
    #[inline]
    fn drop(&mut self) {
        term_dropped();
    }
}

/// Terms of a query that are not in the graph.
#[derive(Debug, Default)]
pub(super) struct LocalTerms {
    terms: Vec<Term>,
    numbers: FxHashMap<Term, u32>,
}

impl LocalTerms {
    /// The number of a term that is in no graph.
    pub(super) fn id(&mut self, term: Term) -> Id {
        Id::new(self.number(term))
    }

    /// The term with such a number.
    pub(super) fn term(&self, id: &Id) -> Term {
        let term = self.terms[(id.0 ^ LOCAL) as usize].clone();
        tick(1 + (text_length(&term) / 64) as u32);
        term
    }

    fn number(&mut self, term: Term) -> u32 {
        if let Some(number) = self.numbers.get(&term) {
            return *number;
        }
        let number = self.terms.len() as u32 | LOCAL;
        hold(2 * (text_length(&term) + size_of::<Term>()) + 16);
        self.terms.push(term.clone());
        self.numbers.insert(term, number);
        number
    }
}

/// How many bytes the text of a term takes.
pub(super) fn text_length(term: &Term) -> usize {
    match term {
        Term::NamedNode(node) => node.as_str().len(),
        Term::BlankNode(node) => node.as_str().len(),
        Term::Literal(literal) => literal.value().len(),
    }
}

/// Ends a query that makes a text of more than a mebibyte.
pub(super) fn check_growth(term: &Term) {
    let length = text_length(term);
    tick(1 + (length / 64) as u32);
    if length > MAX_LITERAL {
        stop::unwind(Stop::Growth);
    }
}

/// An index for one query.
#[derive(Clone, Debug)]
pub(super) struct View<'s> {
    pub(super) store: &'s Store,
    pub(super) local: &'s RefCell<LocalTerms>,
    /// What is seen outside of `GRAPH`.
    pub(super) default: Scope,
    /// The name of what stands outside of named graphs, if it has one.
    pub(super) named: Option<Named>,
    pub(super) literals: Literals,
}

/// What stands outside of named graphs, under a name.
#[derive(Clone, Debug)]
pub(super) struct Named {
    graph: u32,
    /// What is seen under the name: a named graph may have the same one.
    scope: Scope,
}

impl Named {
    pub(super) fn new(store: &Store, local: &RefCell<LocalTerms>) -> Option<Self> {
        let name = store.facts.graph_name.as_deref()?;
        let number = store.iri(name);
        let graphs: Vec<u32> = number
            .filter(|graph| store.has_graph(*graph))
            .into_iter()
            .collect();
        let graph = number.unwrap_or_else(|| {
            let name = NamedNode::new_unchecked(name);
            local.borrow_mut().number(name.into())
        });
        Some(Self {
            graph,
            scope: store.scope_of(&graphs, true),
        })
    }
}

/// The matches of a pattern, in the default graph, in a named one or in any.
enum Quads<'s> {
    /// All without a graph: the plain case has no more to ask.
    Plain(Matches<'s>),
    Default(Found<'s>),
    Named(u32, Found<'s>),
    Any {
        store: &'s Store,
        matches: Matches<'s>,
        triple: Ids,
        graphs: std::slice::Iter<'s, u32>,
        /// Those outside of named graphs, if they have a name.
        unnamed: Option<(u32, Found<'s>)>,
    },
}

impl Iterator for Quads<'_> {
    type Item = Result<InternalQuad<Id>, Infallible>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let (triple, graph) = match self {
            Self::Plain(matches) => (matches.next()?, None),
            Self::Default(found) => (found.next()?, None),
            Self::Named(graph, found) => (found.next()?, Some(*graph)),
            Self::Any {
                store,
                matches,
                triple,
                graphs,
                unnamed,
            } => loop {
                if let Some(graph) = graphs.next() {
                    break (*triple, Some(*graph));
                }
                tick(1);
                if let Some(next) = matches.next() {
                    *triple = next;
                    *graphs = store.holders(next).iter();
                    continue;
                }
                let (graph, found) = unnamed.as_mut()?;
                let next = found.find(|triple| !store.holders(*triple).contains(graph))?;
                break (next, Some(*graph));
            },
        };
        Some(Ok(Id::quad(triple, graph)))
    }
}

impl View<'_> {
    /// Whether a graph is the name of what stands outside of named graphs.
    fn is_unnamed(&self, graph: &Id) -> bool {
        let named = self.named.as_ref();
        named.is_some_and(|named| named.graph == graph.0)
    }
}

impl<'s> QueryableDataset<'s> for View<'s> {
    type InternalTerm = Id;
    type Error = Infallible;

    fn internal_quads_for_pattern(
        &self,
        subject: Option<&Id>,
        predicate: Option<&Id>,
        object: Option<&Id>,
        graph_name: Option<Option<&Id>>,
    ) -> impl Iterator<Item = Result<InternalQuad<Id>, Infallible>> + use<'s> {
        let number = |id: Option<&Id>| id.map(|id| id.0);
        let (s, p, o) = (number(subject), number(predicate), number(object));
        match graph_name {
            Some(None) => match &self.default {
                Scope::Everything => Quads::Plain(self.store.matches(s, p, o)),
                scope => Quads::Default(self.store.found(scope, s, p, o)),
            },
            Some(Some(graph)) if self.is_unnamed(graph) => {
                let scope = self
                    .named
                    .as_ref()
                    .map_or(&self.default, |named| &named.scope);
                Quads::Named(graph.0, self.store.found(scope, s, p, o))
            }
            Some(Some(graph)) => {
                Quads::Named(graph.0, self.store.found(&Scope::Graph(graph.0), s, p, o))
            }
            None => Quads::Any {
                store: self.store,
                matches: self.store.matches(s, p, o),
                triple: [0; 3],
                graphs: [].iter(),
                unnamed: self.named.as_ref().map(|named| {
                    let scope = self.store.unnamed_scope();
                    (named.graph, self.store.found(&scope, s, p, o))
                }),
            },
        }
    }

    fn internal_named_graphs(&self) -> impl Iterator<Item = Result<Id, Infallible>> + use<'s> {
        let names = self.store.graph_names();
        let unnamed = self.named.as_ref().map(|named| named.graph);
        let unnamed = unnamed.filter(|graph| !self.store.has_graph(*graph));
        let names = names.iter().copied().chain(unnamed);
        names.map(|name| Ok(Id::new(name)))
    }

    fn contains_internal_graph_name(&self, name: &Id) -> Result<bool, Infallible> {
        Ok(self.store.has_graph(name.0) || self.is_unnamed(name))
    }

    fn internalize_term(&self, term: Term) -> Result<Id, Infallible> {
        let term = unpack(term);
        check_growth(&term);
        let number = match self.store.number(Key::from(term.as_ref())) {
            Some(number) => number,
            None => self.local.borrow_mut().number(term),
        };
        Ok(Id::new(number))
    }

    fn externalize_term(&self, id: Id) -> Result<Term, Infallible> {
        if id.is_local() {
            return Ok(self.local.borrow().term(&id));
        }
        let term = self.store.stored(id.0).to_term();
        tick(1 + (text_length(&term) / 64) as u32);
        Ok(term)
    }

    fn externalize_expression_term(&self, id: Id) -> Result<ExpressionTerm, Infallible> {
        let literals = self.literals.now();
        if id.is_local() {
            return Ok(literals.show(self.local.borrow().term(&id)));
        }
        Ok(literals.read(self.store.stored(id.0)))
    }

    fn internal_term_effective_boolean_value(&self, id: Id) -> Result<Option<bool>, Infallible> {
        self.externalize_term(id).map(is_true)
    }
}
