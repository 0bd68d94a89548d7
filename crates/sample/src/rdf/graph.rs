//! Features as an RDF graph that SPARQL can be asked of.

use std::convert::Infallible;

use oxrdf::vocab::xsd;
use oxrdf::{Literal, NamedNode, Term};
use rustc_hash::FxHashMap;
use spareval::{InternalQuad, QueryableDataset};

use super::Described;
use crate::features::{Feature, Features, Value, Vocabulary};

/// The number of a term in a graph, or a term that only a query knows.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum GraphTerm {
    Known(u32),
    Foreign(Term),
}

/// An RDF graph in memory: numbered terms, and triples sorted by subject and by predicate.
#[derive(Default)]
pub(crate) struct FeatureGraph {
    terms: Vec<Term>,
    numbers: FxHashMap<Term, u32>,
    /// Subject, predicate, object.
    spo: Vec<[u32; 3]>,
    /// Predicate, object, subject.
    pos: Vec<[u32; 3]>,
    /// Object, subject, predicate.
    osp: Vec<[u32; 3]>,
}

impl FeatureGraph {
    /// Adds a question; `wanted` says which properties are needed.
    pub(crate) fn add(&mut self, question: &Described, wanted: &dyn Fn(&str) -> bool) {
        let Ok(subject) = NamedNode::new(question.iri.as_str()) else {
            return;
        };
        self.add_features(&subject, &question.features, wanted);
        for (predicate, object) in &question.others {
            if wanted(predicate.as_str()) {
                self.insert(&subject, predicate.as_str(), object.clone());
            }
        }
    }

    fn add_features(
        &mut self,
        subject: &NamedNode,
        features: &Features,
        wanted: &dyn Fn(&str) -> bool,
    ) {
        for (feature, value) in features.iter() {
            let property = feature.iri();
            if wanted(&property) {
                for object in terms(feature, value) {
                    self.insert(subject, &property, object);
                }
            }
        }
    }

    fn insert(&mut self, subject: &NamedNode, predicate: &str, object: Term) {
        let subject = self.number(Term::NamedNode(subject.clone()));
        let predicate = self.number(Term::NamedNode(NamedNode::new_unchecked(predicate)));
        let object = self.number(object);
        self.spo.push([subject, predicate, object]);
    }

    fn number(&mut self, term: Term) -> u32 {
        if let Some(number) = self.numbers.get(&term) {
            return *number;
        }
        let number = self.terms.len() as u32;
        self.terms.push(term.clone());
        self.numbers.insert(term, number);
        number
    }

    /// Sorts the triples; before it, the graph answers nothing.
    pub(crate) fn finish(mut self) -> Self {
        self.spo.sort_unstable();
        self.spo.dedup();
        self.pos = self.spo.iter().map(|[s, p, o]| [*p, *o, *s]).collect();
        self.pos.sort_unstable();
        self.osp = self.spo.iter().map(|[s, p, o]| [*o, *s, *p]).collect();
        self.osp.sort_unstable();
        self
    }

    /// The triples that fit, in whichever order.
    fn find(&self, s: Option<u32>, p: Option<u32>, o: Option<u32>) -> Found<'_> {
        let (index, order, wanted) = match (s, p, o) {
            (Some(_), None, Some(_)) => (&self.osp, Order::Osp, [o, s, p]),
            (Some(_), ..) => (&self.spo, Order::Spo, [s, p, o]),
            (None, Some(_), _) => (&self.pos, Order::Pos, [p, o, s]),
            (None, None, Some(_)) => (&self.osp, Order::Osp, [o, s, p]),
            (None, None, None) => (&self.spo, Order::Spo, [s, p, o]),
        };
        let bound = wanted.iter().take_while(|part| part.is_some()).count();
        let key: Vec<u32> = wanted.iter().copied().flatten().take(bound).collect();
        let start = index.partition_point(|row| row[..bound] < key[..]);
        let length = index[start..].partition_point(|row| row[..bound] == key[..]);
        Found {
            rows: index[start..start + length].iter(),
            order,
        }
    }
}

#[derive(Clone, Copy)]
enum Order {
    Spo,
    Pos,
    Osp,
}

struct Found<'a> {
    rows: std::slice::Iter<'a, [u32; 3]>,
    order: Order,
}

impl Iterator for Found<'_> {
    type Item = [u32; 3];

    fn next(&mut self) -> Option<[u32; 3]> {
        let [a, b, c] = *self.rows.next()?;
        Some(match self.order {
            Order::Spo => [a, b, c],
            Order::Pos => [c, a, b],
            Order::Osp => [b, c, a],
        })
    }
}

impl<'a> QueryableDataset<'a> for &'a FeatureGraph {
    type InternalTerm = GraphTerm;
    type Error = Infallible;

    fn internal_quads_for_pattern(
        &self,
        subject: Option<&GraphTerm>,
        predicate: Option<&GraphTerm>,
        object: Option<&GraphTerm>,
        graph_name: Option<Option<&GraphTerm>>,
    ) -> impl Iterator<Item = Result<InternalQuad<GraphTerm>, Infallible>> + use<'a> {
        let graph: &'a FeatureGraph = self;
        let number = |term: Option<&GraphTerm>| match term {
            None => Some(None),
            Some(GraphTerm::Known(number)) => Some(Some(*number)),
            Some(GraphTerm::Foreign(_)) => None,
        };
        // There is only a default graph.
        let found = match (
            graph_name,
            number(subject),
            number(predicate),
            number(object),
        ) {
            (Some(None), Some(s), Some(p), Some(o)) => Some(graph.find(s, p, o)),
            _ => None,
        };
        found.into_iter().flatten().map(|[s, p, o]| {
            Ok(InternalQuad {
                subject: GraphTerm::Known(s),
                predicate: GraphTerm::Known(p),
                object: GraphTerm::Known(o),
                graph_name: None,
            })
        })
    }

    fn internal_named_graphs(
        &self,
    ) -> impl Iterator<Item = Result<GraphTerm, Infallible>> + use<'a> {
        std::iter::empty()
    }

    fn contains_internal_graph_name(&self, _: &GraphTerm) -> Result<bool, Infallible> {
        Ok(false)
    }

    fn internalize_term(&self, term: Term) -> Result<GraphTerm, Infallible> {
        Ok(match self.numbers.get(&term) {
            Some(number) => GraphTerm::Known(*number),
            None => GraphTerm::Foreign(term),
        })
    }

    fn externalize_term(&self, term: GraphTerm) -> Result<Term, Infallible> {
        Ok(match term {
            GraphTerm::Known(number) => self.terms[number as usize].clone(),
            GraphTerm::Foreign(term) => term,
        })
    }
}

/// The objects that say the value of a feature, with QaldGen's datatypes.
pub(crate) fn terms(feature: &Feature, value: &Value) -> Vec<Term> {
    let typed = |text: String, datatype| Term::from(Literal::new_typed_literal(text, datatype));
    match value {
        Value::Integer(value) => vec![typed(value.to_string(), xsd::INT)],
        Value::Double(value) => vec![typed(format!("{value:?}"), xsd::DOUBLE)],
        Value::Boolean(value) => vec![typed(value.to_string(), xsd::BOOLEAN)],
        Value::Text(text) => vec![Literal::new_simple_literal(text).into()],
        // LSQ's names are resources, those of a file are its own words.
        Value::Names(names) if feature.vocabulary() != Vocabulary::Lsq => {
            let literals = names.iter().map(Literal::new_simple_literal);
            literals.map(Term::from).collect()
        }
        Value::Names(names) => {
            let namespace = feature.vocabulary().namespace();
            let iri = |name| NamedNode::new_unchecked(format!("{namespace}{name}")).into();
            names.iter().map(iri).collect()
        }
    }
}
