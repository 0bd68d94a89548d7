//! Any source of triples as the evaluator sees it.

use std::cell::RefCell;
use std::convert::Infallible;

use oxrdf::{Term, Triple};
use spareval::{ExpressionTerm, InternalQuad, QueryableDataset};

use super::dataset::{Id, LocalTerms, text_length};
use super::lexical::{Literals, is_true, unpack};
use crate::embedded::stop::Holding;

/// Gives the triples with these subjects, predicates and objects.
pub(crate) type Fetch<'f> =
    dyn Fn(Option<Term>, Option<Term>, Option<Term>) -> Vec<Triple> + Sync + 'f;

/// Triples from anywhere, for one query; all terms are local to it.
#[derive(Clone, Copy)]
pub(super) struct Fetched<'f> {
    pub(super) fetch: &'f Fetch<'f>,
    pub(super) local: &'f RefCell<LocalTerms>,
    pub(super) literals: Literals,
}

impl Fetched<'_> {
    fn number(&self, term: Term) -> Id {
        self.local.borrow_mut().id(term)
    }

    fn term(&self, id: &Id) -> Term {
        self.local.borrow().term(id)
    }
}

impl<'f> QueryableDataset<'f> for Fetched<'f> {
    type InternalTerm = Id;
    type Error = Infallible;

    fn internal_quads_for_pattern(
        &self,
        subject: Option<&Id>,
        predicate: Option<&Id>,
        object: Option<&Id>,
        graph_name: Option<Option<&Id>>,
    ) -> impl Iterator<Item = Result<InternalQuad<Id>, Infallible>> + use<'f> {
        let term = |id: Option<&Id>| id.map(|id| self.term(id));
        let triples = match graph_name {
            Some(None) => (self.fetch)(term(subject), term(predicate), term(object)),
            _ => Vec::new(),
        };
        let view = *self;
        let bytes = |triple: &Triple| size_of::<Triple>() + text_length(&triple.object);
        let holding = Holding::of(triples.iter().map(bytes).sum());
        triples.into_iter().map(move |triple| {
            let _until_all_are_taken = &holding;
            Ok(InternalQuad {
                subject: view.number(triple.subject.into()),
                predicate: view.number(triple.predicate.into()),
                object: view.number(triple.object),
                graph_name: None,
            })
        })
    }

    fn internal_named_graphs(&self) -> impl Iterator<Item = Result<Id, Infallible>> + use<'f> {
        std::iter::empty()
    }

    fn contains_internal_graph_name(&self, _: &Id) -> Result<bool, Infallible> {
        Ok(false)
    }

    fn internalize_term(&self, term: Term) -> Result<Id, Infallible> {
        let term = unpack(term);
        super::dataset::check_growth(&term);
        Ok(self.number(term))
    }

    fn externalize_term(&self, id: Id) -> Result<Term, Infallible> {
        Ok(self.term(&id))
    }

    fn externalize_expression_term(&self, id: Id) -> Result<ExpressionTerm, Infallible> {
        let literals = self.literals.now();
        self.externalize_term(id).map(|term| literals.show(term))
    }

    fn internal_term_effective_boolean_value(&self, id: Id) -> Result<Option<bool>, Infallible> {
        self.externalize_term(id).map(is_true)
    }
}
