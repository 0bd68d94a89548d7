//! A pattern that grows: variables, links between them, and which fragment is where.

use super::component::Component;
use super::paths::Path;
use crate::lexicon::facts::TermId;
use crate::lexicon::key_set::KeySet;
use crate::lexicon::relation::RelationId;
use crate::lexicon::schema::Class;
use crate::reading::Search;
use crate::sketch::{Fragment, What};

/// A variable of a pattern, with what it must fulfil.
#[derive(Clone, Debug)]
pub(crate) struct Var {
    pub(crate) keys: KeySet,
    pub(crate) literal: bool,
    /// It is one of these nodes.
    pub(crate) nodes: Option<Vec<TermId>>,
    /// It is one of these literals.
    pub(crate) values: Option<Vec<TermId>>,
    pub(crate) class: Option<Class>,
    /// It contains this text.
    pub(crate) text: Option<Search>,
    /// Whether words name it, rather than only the link that it is an end of.
    pub(crate) is_named: bool,
    /// The fragments that it comes from.
    pub(crate) fragments: Vec<usize>,
    /// The fragments that give its class and its nodes.
    pub(crate) class_by: Option<usize>,
    pub(crate) nodes_by: Option<usize>,
    /// The fragments whose words name it.
    pub(crate) namers: Vec<usize>,
}

impl Var {
    pub(crate) fn new(keys: KeySet, fragment: usize) -> Self {
        Self {
            keys,
            literal: false,
            nodes: None,
            values: None,
            class: None,
            text: None,
            is_named: false,
            fragments: vec![fragment],
            class_by: None,
            nodes_by: None,
            namers: Vec::new(),
        }
    }

    pub(super) fn named(&self) -> bool {
        self.is_named
    }

    pub(super) fn named_value(&self) -> bool {
        self.is_named && self.class.is_none() && self.nodes.is_none()
    }
}

/// A link between two variables.
#[derive(Clone, Debug)]
pub(crate) struct Edge {
    pub(crate) from: usize,
    /// The predicates, followed forth.
    pub(crate) path: Vec<TermId>,
    pub(crate) to: usize,
    /// The fragment that names the link.
    pub(crate) fragment: Option<usize>,
    pub(crate) relation: Option<RelationId>,
    /// The fragment for whose sake it is there.
    pub(crate) cause: usize,
}

/// Where a fragment is in a pattern.
#[derive(Clone, Debug)]
pub(crate) struct Ends {
    pub(crate) owner: usize,
    /// Its values; the owner itself for a thing.
    pub(crate) values: Vec<usize>,
    /// What the words name.
    pub(crate) named: usize,
}

/// A pattern without circles.
#[derive(Clone, Debug)]
pub(crate) struct Tree {
    pub(crate) vars: Vec<Var>,
    pub(crate) edges: Vec<Edge>,
    pub(crate) ends: Vec<Option<Ends>>,
    pub(crate) score: f32,
}

impl Tree {
    pub(super) fn new(fragments: usize) -> Self {
        Self {
            vars: Vec::new(),
            edges: Vec::new(),
            ends: vec![None; fragments],
            score: 0.0,
        }
    }

    /// A pattern of one component.
    pub(super) fn begin(&self, fragment: usize, component: &Component) -> Self {
        let mut tree = self.clone();
        tree.score += component.score;
        let mut places = Vec::new();
        for var in &component.vars {
            places.push(tree.vars.len());
            tree.vars.push(var.clone());
        }
        tree.place(fragment, component, &places);
        tree
    }

    /// This pattern with a component attached: one of its variables is that of the pattern, or a path leads there.
    pub(super) fn join(
        &self,
        fragment: usize,
        component: &Component,
        to: usize,
        from: usize,
        path: Option<&Path>,
    ) -> Self {
        let mut tree = self.clone();
        let mut places = Vec::new();
        for (at, var) in component.vars.iter().enumerate() {
            if at == from && path.is_none() {
                tree.merge(to, var);
                places.push(to);
            } else {
                places.push(tree.vars.len());
                tree.vars.push(var.clone());
            }
        }
        if let Some(path) = path {
            tree.follow(fragment, to, places[from], path);
        }
        tree.place(fragment, component, &places);
        tree
    }

    fn merge(&mut self, to: usize, var: &Var) {
        let there = &mut self.vars[to];
        // The narrower of two classes has fewer kinds of nodes.
        there.class = match (there.class, var.class) {
            (Some(_), Some(class)) if var.keys.is_within(&there.keys) => Some(class),
            (known, other) => known.or(other),
        };
        there.class_by = there.class_by.or(var.class_by);
        there.nodes_by = there.nodes_by.or(var.nodes_by);
        there.keys = there.keys.and(&var.keys);
        if there.nodes.is_none() {
            there.nodes.clone_from(&var.nodes);
        }
        there.is_named |= var.is_named;
        there.namers.extend(&var.namers);
        for fragment in &var.fragments {
            if !there.fragments.contains(fragment) {
                there.fragments.push(*fragment);
            }
        }
    }

    fn follow(&mut self, fragment: usize, from: usize, to: usize, path: &Path) {
        let mut here = from;
        for (at, step) in path.steps.iter().enumerate() {
            let last = at + 1 == path.steps.len();
            let next = if last {
                to
            } else {
                self.vars
                    .push(Var::new(KeySet::clone(&step.keys), fragment));
                let nearer = self.vars[from].fragments.clone();
                let between = self.vars.len() - 1;
                for other in nearer {
                    if !self.vars[between].fragments.contains(&other) {
                        self.vars[between].fragments.push(other);
                    }
                }
                between
            };
            let (from, to) = if step.is_forth() {
                (here, next)
            } else {
                (next, here)
            };
            self.edges.push(Edge {
                from,
                path: vec![step.predicate],
                to,
                fragment: None,
                relation: None,
                cause: fragment,
            });
            here = next;
        }
        // What is linked narrows down what it is.
        if let Some(step) = path.steps.last() {
            let narrowed = self.vars[to].keys.and(&step.keys);
            if !narrowed.is_empty() {
                self.vars[to].keys = narrowed;
            }
        }
    }

    fn place(&mut self, fragment: usize, component: &Component, places: &[usize]) {
        for (link, value) in component.links.iter().zip(&places[1..]) {
            self.edges.push(Edge {
                from: places[0],
                path: link.clone(),
                to: *value,
                fragment: Some(fragment),
                relation: component.relation,
                cause: fragment,
            });
        }
        let values = if places.len() > 1 {
            places[1..].to_vec()
        } else {
            vec![places[0]]
        };
        self.ends[fragment] = Some(Ends {
            owner: places[0],
            values,
            named: places[component.named],
        });
    }

    /// The variable that is asked for when a fragment is.
    pub(crate) fn asked_var(&self, ends: &Ends, fragment: &Fragment) -> usize {
        if let What::Nodes(_) = fragment.what {
            // Which encoders: what is linked to that category.
            let busy = |var: usize| {
                let edges = self.edges.iter();
                edges
                    .filter(|edge| edge.from == var || edge.to == var)
                    .count()
            };
            let neighbours = self.edges.iter().filter_map(|edge| {
                let other = match ends.named {
                    named if edge.from == named => edge.to,
                    named if edge.to == named => edge.from,
                    _ => return None,
                };
                let open = !self.vars[other].literal && self.vars[other].nodes.is_none();
                open.then_some(other)
            });
            return neighbours
                .max_by_key(|other| busy(*other))
                .unwrap_or(ends.named);
        }
        if !fragment.verb || !matches!(fragment.what, What::Relation(_)) {
            return ends.named;
        }
        // Who manages X: the end that is not X.
        let value = ends.values[0];
        let taken = |var: usize| {
            let var = &self.vars[var];
            var.nodes.is_some() || var.values.is_some()
        };
        let busy = |var: usize| {
            self.edges
                .iter()
                .filter(|edge| edge.from == var || edge.to == var)
                .count()
        };
        match (taken(ends.owner), taken(value)) {
            (true, false) => value,
            (false, true) => ends.owner,
            _ if self.vars[value].literal => value,
            _ if busy(ends.owner) > busy(value) => value,
            _ if busy(ends.owner) < busy(value) => ends.owner,
            _ => value,
        }
    }

    /// What makes two patterns the same.
    pub(super) fn shape(&self) -> String {
        use std::fmt::Write;
        let mut shape = String::new();
        for edge in &self.edges {
            let _ = write!(shape, "{}>{:?}>{};", edge.from, edge.path, edge.to);
        }
        for var in &self.vars {
            let _ = write!(
                shape,
                "{:?}{:?}{:?};",
                var.class,
                var.nodes,
                var.values.as_ref().and_then(|values| values.first())
            );
        }
        for ends in self.ends.iter().flatten() {
            let _ = write!(shape, "{},{:?};", ends.owner, ends.values);
        }
        shape
    }
}
