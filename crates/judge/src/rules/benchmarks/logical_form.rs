//! Logical forms of Freebase as graphs, and whether two of them have the same shape.

use std::cell::RefCell;

use crate::knowledge::{Ontology, Symbol};

/// A form in brackets.
#[derive(Debug)]
enum Form {
    Name(String),
    List(Vec<Form>),
}

/// How deep forms may be nested: deeper ones are no forms that a benchmark has.
const MOST_DEPTH: usize = 100;
/// How many nodes graphs are compared with; GrailQA's have a handful.
const MOST_NODES: usize = 64;

/// Reads a form: words split at blanks, of which those with a leading bracket open a list and every
/// closing bracket ends one.
fn parse(text: &str) -> Option<Form> {
    let mut open: Vec<Vec<Form>> = vec![Vec::new()];
    for word in text.split_whitespace() {
        let name = word.trim_start_matches('(');
        for _ in 0..word.len() - name.len() {
            open.push(Vec::new());
        }
        if open.len() > MOST_DEPTH {
            return None;
        }
        let bare = name.replace(')', "");
        open.last_mut()?.push(Form::Name(bare));
        for _ in 0..name.matches(')').count() {
            let list = open.pop()?;
            open.last_mut()?.push(Form::List(list));
        }
    }
    let mut first = open.into_iter().next()?.into_iter();
    first.next()
}

#[derive(Clone, Debug, PartialEq)]
struct Node {
    id: String,
    kind: Symbol,
    function: Option<String>,
    time: Option<(String, String)>,
}

/// Nodes in their order, the answer last, and edges between them.
#[derive(Clone, Debug, Default)]
struct Graph {
    nodes: Vec<Node>,
    edges: Vec<(usize, usize, String)>,
}

impl Graph {
    fn of(form: &Form, ontology: &Ontology) -> Option<Self> {
        let parts = match form {
            Form::Name(name) if name.is_empty() => return None,
            Form::Name(name) => return Some(Self::of_name(name, ontology)),
            Form::List(parts) => parts,
        };
        let Some(Form::Name(operator)) = parts.first() else {
            return None;
        };
        let part = |at: usize| Self::of(parts.get(at)?, ontology);
        match operator.as_str() {
            "R" => {
                let mut graph = part(1)?;
                let last = graph.nodes.len() - 1;
                graph.nodes.reverse();
                for (from, to, _) in &mut graph.edges {
                    (*from, *to) = (last - *from, last - *to);
                }
                Some(graph)
            }
            "JOIN" | "le" | "ge" | "lt" | "gt" => {
                let (relation, mut inner) = (part(1)?, part(2)?);
                let (first, last) = (&relation.nodes[0], inner.nodes.len() - 1);
                let answer = &mut inner.nodes[last];
                let classes = first.kind == Symbol::Class && answer.kind == Symbol::Class;
                if classes && ontology.is_above(&first.id, &answer.id) {
                    answer.id.clone_from(&first.id);
                }
                let mut graph = inner.followed_by(relation);
                graph.nodes[0].function = match operator.as_str() {
                    "le" => Some("<=".to_owned()),
                    "ge" => Some(">=".to_owned()),
                    "lt" => Some("<".to_owned()),
                    "gt" => Some(">".to_owned()),
                    _ => graph.nodes[0].function.take(),
                };
                Some(graph)
            }
            "AND" => Some(part(2)?.joined_with(part(1)?)),
            "COUNT" => {
                let mut graph = part(1)?;
                graph.nodes.last_mut()?.function = Some("count".to_owned());
                Some(graph)
            }
            operator if operator.contains("ARG") => {
                let (set, mut relation) = (part(1)?, part(2)?);
                let value = &mut relation.nodes[0];
                value.id = "0".to_owned();
                value.kind = Symbol::Literal;
                value.function = Some(operator.to_lowercase());
                Some(relation.joined_with(set))
            }
            "TC" => {
                let mut graph = part(1)?;
                let (Some(Form::Name(relation)), Some(Form::Name(when))) =
                    (parts.get(2), parts.get(3))
                else {
                    return None;
                };
                graph.nodes.last_mut()?.time = Some((relation.clone(), when.clone()));
                Some(graph)
            }
            _ => None,
        }
    }

    fn of_name(name: &str, ontology: &Ontology) -> Self {
        let node = |id: &str, kind| Node {
            id: id.to_owned(),
            kind,
            function: None,
            time: None,
        };
        let kind = ontology.symbol(name);
        if kind != Symbol::Relation {
            return Self {
                nodes: vec![node(name, kind)],
                edges: Vec::new(),
            };
        }
        let (domain, range) = ontology.role(name);
        let mut edges = vec![(1, 0, name.to_owned())];
        edges.extend(
            ontology
                .reverse_of(name)
                .map(|reverse| (0, 1, reverse.to_owned())),
        );
        Self {
            nodes: vec![node(&range, Symbol::Class), node(&domain, Symbol::Class)],
            edges,
        }
    }

    /// This graph with another after it: the last node and the first one of the other are one, and
    /// what this graph says about it holds.
    fn followed_by(mut self, other: Self) -> Self {
        let shift = self.nodes.len() - 1;
        let mut nodes = other.nodes.into_iter();
        merge(&mut self.nodes[shift], nodes.next());
        self.nodes.extend(nodes);
        self.connect(
            other
                .edges
                .into_iter()
                .map(|(from, to, name)| (from + shift, to + shift, name)),
        );
        self
    }

    /// This graph and a set with one answer: the class of the set holds, all else of this graph.
    fn joined_with(mut self, set: Self) -> Self {
        let Some(mut answer) = self.nodes.pop() else {
            return set;
        };
        let (own, shift) = (self.nodes.len(), self.nodes.len());
        let end = own + set.nodes.len() - 1;
        let last = set.nodes.len() - 1;
        if set.nodes[last].kind == Symbol::Class && answer.kind == Symbol::Class {
            answer.id.clone_from(&set.nodes[last].id);
        }
        for (from, to, _) in &mut self.edges {
            for place in [from, to] {
                if *place == own {
                    *place = end;
                }
            }
        }
        let mut nodes = set.nodes;
        merge(&mut answer, nodes.pop());
        self.nodes.extend(nodes);
        self.nodes.push(answer);
        self.connect(
            set.edges
                .into_iter()
                .map(|(from, to, name)| (from + shift, to + shift, name)),
        );
        self
    }

    /// Adds edges; the first edge of another graph between the same two nodes is replaced, as where
    /// graphs are composed.
    fn connect(&mut self, edges: impl Iterator<Item = (usize, usize, String)>) {
        self.edges.extend(edges);
    }
}

/// What the first node does not say is taken from the second, with which it is one.
fn merge(node: &mut Node, other: Option<Node>) {
    if let Some(other) = other {
        node.function = node.function.take().or(other.function);
        node.time = node.time.take().or(other.time);
    }
}

/// Whether the script takes two forms for the same: an unknown symbol or a form that it cannot read
/// makes them different.
pub(super) fn is_same(said: &str, gold: &str, ontology: Option<&Ontology>) -> bool {
    if said.contains("@@UNKNOWN@@") || gold.contains("@@UNKNOWN@@") {
        return false;
    }
    let nothing = Ontology::default();
    let ontology = ontology.unwrap_or(&nothing);
    let graph = |text: &str| Graph::of(&parse(text)?, ontology);
    let (Some(one), Some(other)) = (graph(said), graph(gold)) else {
        return false;
    };
    let sizes = |graph: &Graph| (graph.nodes.len(), graph.edges.len());
    if sizes(&one) != sizes(&other) || one.nodes.len() > MOST_NODES {
        return false;
    }
    Search {
        seen: RefCell::new((one.nodes.clone(), other.nodes.clone())),
        one: &one,
        other: &other,
    }
    .extend(&mut vec![None; one.nodes.len()], 0)
}

/// Looks for a pairing of nodes that keeps all edges.
struct Search<'g> {
    one: &'g Graph,
    other: &'g Graph,
    /// The nodes as far as the script still sees their functions: it takes them off at the first
    /// comparison.
    seen: RefCell<(Vec<Node>, Vec<Node>)>,
}

impl Search<'_> {
    /// Pairs the nodes of the second graph from this one on.
    fn extend(&self, pairs: &mut Vec<Option<usize>>, at: usize) -> bool {
        if at == self.other.nodes.len() {
            return true;
        }
        for candidate in 0..self.one.nodes.len() {
            if pairs[..at].contains(&Some(candidate)) {
                continue;
            }
            pairs[at] = Some(candidate);
            if self.edges_agree(pairs, at)
                && self.nodes_agree(candidate, at)
                && self.extend(pairs, at + 1)
            {
                return true;
            }
            pairs[at] = None;
        }
        false
    }

    fn nodes_agree(&self, one: usize, other: usize) -> bool {
        let mut seen = self.seen.borrow_mut();
        let (ones, others) = &mut *seen;
        let (one, other) = (&mut ones[one], &mut others[other]);
        if one.id != other.id || one.kind != other.kind {
            return false;
        }
        let functions = (one.function.take(), other.function.take());
        let times = (one.time.take(), other.time.take());
        functions.0 == functions.1 && times.0 == times.1
    }

    /// Whether the edges between the last node and those before it are the same in both graphs.
    fn edges_agree(&self, pairs: &[Option<usize>], at: usize) -> bool {
        let relations = |graph: &Graph, from: usize, to: usize| {
            let edges = graph
                .edges
                .iter()
                .filter(|edge| (edge.0, edge.1) == (from, to));
            let mut names: Vec<String> = edges.map(|edge| edge.2.clone()).collect();
            names.sort_unstable();
            names
        };
        let Some(here) = pairs[at] else {
            return false;
        };
        (0..=at).all(|before| {
            let Some(there) = pairs[before] else {
                return false;
            };
            relations(self.one, here, there) == relations(self.other, at, before)
                && relations(self.one, there, here) == relations(self.other, before, at)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_that_are_no_forms_are_different() {
        let deep = "(".repeat(5000);
        for text in ["", "(", ")", "( )", "(AND)", "(R)", &deep] {
            assert!(!is_same(text, text, None), "{text}");
        }
        assert!(is_same("(JOIN a.b.c m.1)", "(JOIN a.b.c m.1)", None));
    }
}
