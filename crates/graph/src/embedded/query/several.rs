//! Several indexes as the evaluator sees them.

use std::cell::RefCell;
use std::convert::Infallible;

use oxrdf::{BlankNode, Term};
use spareval::{ExpressionTerm, InternalQuad, QueryableDataset};

use super::dataset::{Id, LocalTerms, check_growth, text_length};
use super::lexical::{Literals, is_true, unpack};
use crate::embedded::stop::tick;
use crate::embedded::store::Several;
use crate::embedded::term::Key;

/// The default graphs of several indexes for one query.
#[derive(Clone, Copy, Debug)]
pub(super) struct SeveralView<'s> {
    pub(super) indexes: Several<'s>,
    pub(super) local: &'s RefCell<LocalTerms>,
    pub(super) literals: Literals,
}

/// A blank node of one of several graphs as all of them together see it.
pub(crate) fn outer(number: usize, node: &BlankNode) -> BlankNode {
    BlankNode::new_unchecked(format!("u{number}.{}", node.as_str()))
}

/// The graph that a blank node is of, and what it is called there.
pub(crate) fn inner(node: &BlankNode) -> Option<(usize, &str)> {
    let (number, label) = node.as_str().strip_prefix('u')?.split_once('.')?;
    let is_number = number == "0" || (!number.starts_with(['0', '+']) && !label.is_empty());
    is_number.then(|| Some((number.parse().ok()?, label)))?
}

impl<'s> QueryableDataset<'s> for SeveralView<'s> {
    type InternalTerm = Id;
    type Error = Infallible;

    fn internal_quads_for_pattern(
        &self,
        subject: Option<&Id>,
        predicate: Option<&Id>,
        object: Option<&Id>,
        graph_name: Option<Option<&Id>>,
    ) -> impl Iterator<Item = Result<InternalQuad<Id>, Infallible>> + use<'s> {
        let wanted = [subject, predicate, object];
        let is_known = wanted.iter().flatten().all(|id| !id.is_local());
        let found = (is_known && graph_name == Some(None))
            .then(|| self.indexes.found(wanted.map(|id| id.map(Id::number))));
        found
            .into_iter()
            .flatten()
            .map(|triple| Ok(Id::quad(triple, None)))
    }

    fn internal_named_graphs(&self) -> impl Iterator<Item = Result<Id, Infallible>> + use<'s> {
        std::iter::empty()
    }

    fn contains_internal_graph_name(&self, _: &Id) -> Result<bool, Infallible> {
        Ok(false)
    }

    fn internalize_term(&self, term: Term) -> Result<Id, Infallible> {
        let term = unpack(term);
        check_growth(&term);
        let number = match &term {
            Term::BlankNode(node) => {
                inner(node).and_then(|(index, label)| self.indexes.blank(index, label))
            }
            term => self.indexes.number(Key::from(term.as_ref())),
        };
        Ok(match number {
            Some(number) => Id::new(number),
            None => self.local.borrow_mut().id(term),
        })
    }

    fn externalize_term(&self, id: Id) -> Result<Term, Infallible> {
        if id.is_local() {
            return Ok(self.local.borrow().term(&id));
        }
        let (index, number) = self.indexes.place(id.number());
        let term = match self.indexes.stores[index].stored(number).to_term() {
            Term::BlankNode(node) => outer(index, &node).into(),
            term => term,
        };
        tick(1 + (text_length(&term) / 64) as u32);
        Ok(term)
    }

    fn externalize_expression_term(&self, id: Id) -> Result<ExpressionTerm, Infallible> {
        let literals = self.literals.now();
        if id.is_local() {
            return Ok(literals.show(self.local.borrow().term(&id)));
        }
        let (index, number) = self.indexes.place(id.number());
        Ok(
            match literals.read(self.indexes.stores[index].stored(number)) {
                ExpressionTerm::BlankNode(node) => ExpressionTerm::BlankNode(outer(index, &node)),
                term => term,
            },
        )
    }

    fn internal_term_effective_boolean_value(&self, id: Id) -> Result<Option<bool>, Infallible> {
        self.externalize_term(id).map(is_true)
    }
}
