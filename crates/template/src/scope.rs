//! Which variables a query binds, and which of its terms hang together.
//!
//! Terms are compared as terms, not as texts. A variable of a sub-select that is not projected is
//! another one than that of the same name outside. Triples hang together by a subject or object that
//! they share, by a variable in any place, and by the variables of one condition, BIND, alias,
//! aggregate or VALUES; never by a constant predicate.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::in_scope::{each_variable, in_scope};
use crate::problem::{Problem, Span};
use crate::syntax::{Block, Expr, Group, Item, Part, Projection, SyntaxTree, Term, Triple, Verb};

/// A term of the query as a number.
type Id = usize;

/// A term in its scope: constants and blank nodes are the same everywhere.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Node<'t, 'q> {
    Variable(usize, &'q str),
    Constant(&'t Term<'q>),
}

/// A region in which a name means one variable.
struct Scope<'q> {
    parent: usize,
    /// The names that mean the same outside.
    shared: FxHashSet<&'q str>,
}

/// Something that the query asks for.
struct Target<'q> {
    name: &'q str,
    sources: Vec<Id>,
    place: Option<Span>,
}

/// The names that a projection has given so far, and what they are computed from.
type Given<'q> = FxHashMap<&'q str, Vec<Id>>;

/// Whether what stands in a part of the query gives values to its variables.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Gives {
    Values,
    /// MINUS and EXISTS only test.
    Nothing,
}

/// The terms of a query and how they hang together.
pub(crate) struct Connections<'t, 'q> {
    numbers: FxHashMap<Node<'t, 'q>, Id>,
    names: Vec<Option<&'q str>>,
    parents: Vec<Id>,
    bound: Vec<bool>,
    /// Variables and what they are computed from.
    definitions: Vec<(Id, Vec<Id>)>,
    scopes: Vec<Scope<'q>>,
    triples: Vec<(&'t Triple<'q>, Id)>,
    targets: Vec<Target<'q>>,
}

impl<'t, 'q> Connections<'t, 'q> {
    pub(crate) fn of(tree: &'t SyntaxTree<'q>) -> Self {
        let mut connections = Self {
            numbers: FxHashMap::default(),
            names: Vec::new(),
            parents: Vec::new(),
            bound: Vec::new(),
            definitions: Vec::new(),
            scopes: vec![Scope {
                parent: 0,
                shared: FxHashSet::default(),
            }],
            triples: Vec::new(),
            targets: Vec::new(),
        };
        connections.targets = connections.block(&tree.block, 0, Gives::Values, None);
        connections.settle();
        connections
    }

    /// The targets that the pattern does not bind.
    pub(crate) fn disconnected_targets(&self) -> Vec<Problem> {
        let mut problems = Vec::new();
        for target in &self.targets {
            let missing: Vec<String> = target
                .sources
                .iter()
                .filter(|source| !self.bound[**source])
                .map(|source| self.names[*source].unwrap_or_default().to_owned())
                .collect();
            if !missing.is_empty() {
                problems.push(Problem::DisconnectedTarget {
                    target: target.name.to_owned(),
                    missing,
                    place: target.place,
                });
            }
        }
        problems
    }

    /// The components without a target, in the order of their first triple.
    pub(crate) fn disconnected_triples(&mut self) -> Vec<Problem> {
        let sources: Vec<Id> = self
            .targets
            .iter()
            .flat_map(|t| t.sources.clone())
            .collect();
        let anchors: FxHashSet<Id> = sources
            .into_iter()
            .map(|source| self.root(source))
            .collect();
        let components = self.components();
        let apart = components
            .into_iter()
            .filter(|(root, _)| !anchors.contains(root));
        apart
            .map(|(_, triples)| Problem::DisconnectedTriple {
                places: triples.iter().map(|t| t.place.clone().into()).collect(),
                triples: triples.iter().map(ToString::to_string).collect(),
            })
            .collect()
    }

    /// The connected parts of the triples, each with its root.
    pub(crate) fn components(&mut self) -> Vec<(Id, Vec<&'t Triple<'q>>)> {
        let mut components: Vec<(Id, Vec<&'t Triple<'q>>)> = Vec::new();
        let mut known: FxHashMap<Id, usize> = FxHashMap::default();
        for (triple, subject) in std::mem::take(&mut self.triples) {
            let root = self.root(subject);
            let at = *known.entry(root).or_insert(components.len());
            match components.get_mut(at) {
                Some((_, triples)) => triples.push(triple),
                None => components.push((root, vec![triple])),
            }
        }
        components
    }

    /// The variables of triples that the query does not ask for.
    pub(crate) fn open_variables(&self) -> Vec<&'q str> {
        let sources = self.targets.iter().flat_map(|target| &target.sources);
        let mut known: FxHashSet<&'q str> =
            sources.filter_map(|source| self.names[*source]).collect();
        let mut open = Vec::new();
        for (triple, _) in &self.triples {
            each_variable(triple, &mut |name| {
                if known.insert(name) {
                    open.push(name);
                }
            });
        }
        open
    }

    fn id(&mut self, node: Node<'t, 'q>) -> Id {
        let next = self.parents.len();
        let name = match node {
            Node::Variable(_, name) => Some(name),
            Node::Constant(_) => None,
        };
        let id = *self.numbers.entry(node).or_insert(next);
        if id == next {
            self.parents.push(next);
            self.names.push(name);
            self.bound.push(false);
        }
        id
    }

    fn variable(&mut self, name: &'q str, mut scope: usize) -> Id {
        while scope != 0 && self.scopes[scope].shared.contains(&name) {
            scope = self.scopes[scope].parent;
        }
        self.id(Node::Variable(scope, name))
    }

    fn term(&mut self, term: &'t Term<'q>, scope: usize) -> Id {
        match term {
            Term::Variable(name) => self.variable(name, scope),
            constant => self.id(Node::Constant(constant)),
        }
    }

    fn root(&mut self, mut id: Id) -> Id {
        while self.parents[id] != id {
            self.parents[id] = self.parents[self.parents[id]];
            id = self.parents[id];
        }
        id
    }

    fn join(&mut self, ids: &[Id]) {
        for pair in ids.windows(2) {
            let (left, right) = (self.root(pair[0]), self.root(pair[1]));
            self.parents[left.max(right)] = left.min(right);
        }
    }

    /// Binds the variables that are computed from bound ones, one after the other.
    fn settle(&mut self) {
        let mut waiting: FxHashMap<Id, Vec<usize>> = FxHashMap::default();
        let mut open: Vec<usize> = vec![0; self.definitions.len()];
        let mut ready: Vec<usize> = Vec::new();
        for (number, (_, sources)) in self.definitions.iter().enumerate() {
            for source in sources.iter().filter(|source| !self.bound[**source]) {
                open[number] += 1;
                waiting.entry(*source).or_default().push(number);
            }
            if open[number] == 0 {
                ready.push(number);
            }
        }
        while let Some(number) = ready.pop() {
            let id = self.definitions[number].0;
            if std::mem::replace(&mut self.bound[id], true) {
                continue;
            }
            for number in waiting.remove(&id).unwrap_or_default() {
                open[number] -= 1;
                if open[number] == 0 {
                    ready.push(number);
                }
            }
        }
    }

    /// Walks through a query or sub-select; returns what it asks for, in its own scope.
    fn block(
        &mut self,
        block: &'t Block<'q>,
        scope: usize,
        gives: Gives,
        graph: Option<Id>,
    ) -> Vec<Target<'q>> {
        if let Some(pattern) = &block.pattern {
            self.group(pattern, scope, gives, graph);
        }
        if let Some(values) = &block.values {
            self.values(&values.variables, scope, gives);
        }
        for grouping in &block.group_by {
            let sources = self.sources(&grouping.expression, block, scope, &Given::default());
            self.exists(&grouping.expression, scope, graph);
            if let Some(alias) = grouping.alias {
                self.define(alias, sources, scope, gives);
            }
        }
        let mut given = FxHashMap::default();
        let targets = match &block.projection {
            Projection::Items(items) => self.items(items, block, scope, graph, &mut given),
            Projection::All => in_scope(block)
                .into_iter()
                .map(|name| Target {
                    name,
                    sources: vec![self.variable(name, scope)],
                    place: None,
                })
                .collect(),
        };
        for condition in &block.having {
            for conjunct in condition.conjuncts() {
                let sources = self.sources(conjunct, block, scope, &given);
                self.join(&sources);
            }
            self.exists(condition, scope, graph);
        }
        targets
    }

    fn items(
        &mut self,
        items: &'t [Item<'q>],
        block: &'t Block<'q>,
        scope: usize,
        graph: Option<Id>,
        given: &mut Given<'q>,
    ) -> Vec<Target<'q>> {
        let mut targets: Vec<Target<'q>> = Vec::new();
        for item in items {
            let Some(name) = item.variable else { continue };
            let sources = match &item.expression {
                None => vec![self.variable(name, scope)],
                Some(expression) => {
                    self.exists(expression, scope, graph);
                    let sources = self.sources(expression, block, scope, given);
                    self.join(&sources);
                    given.insert(name, sources.clone());
                    sources
                }
            };
            targets.push(Target {
                name,
                sources,
                place: Some(item.place.clone().into()),
            });
        }
        targets
    }

    /// What an expression is computed from. A name that was given before means what it names.
    fn sources(
        &mut self,
        expression: &'t Expr<'q>,
        block: &'t Block<'q>,
        scope: usize,
        given: &Given<'q>,
    ) -> Vec<Id> {
        let mut names = Vec::new();
        expression.each_variable(&mut |name| names.push(name));
        if expression.counts_all() {
            names.extend(in_scope(block));
        }
        let mut sources = Vec::new();
        let mut seen = FxHashSet::default();
        for name in names {
            let ids = match given.get(name) {
                Some(ids) => ids.clone(),
                None => vec![self.variable(name, scope)],
            };
            sources.extend(ids.into_iter().filter(|id| seen.insert(*id)));
        }
        sources
    }

    fn define(&mut self, name: &'q str, sources: Vec<Id>, scope: usize, gives: Gives) {
        let id = self.variable(name, scope);
        let mut joined = vec![id];
        joined.extend(&sources);
        self.join(&joined);
        if gives == Gives::Values {
            self.definitions.push((id, sources));
        }
    }

    fn group(&mut self, group: &'t Group<'q>, scope: usize, gives: Gives, graph: Option<Id>) {
        let parts = match group {
            Group::Select(block) => return self.sub_select(block, scope, gives, graph),
            Group::Parts(parts) => parts,
        };
        for part in parts {
            match part {
                Part::Triples(triples) => {
                    for triple in triples {
                        self.triple(triple, scope, gives, graph);
                    }
                }
                Part::Union(groups) => {
                    for group in groups {
                        self.group(group, scope, gives, graph);
                    }
                }
                Part::Optional(group) => self.group(group, scope, gives, graph),
                Part::Minus(group) => self.group(group, scope, Gives::Nothing, graph),
                Part::Graph(name, group) | Part::Service(name, group) => {
                    let named = match name {
                        Term::Variable(name) => {
                            let id = self.variable(name, scope);
                            self.bound[id] |= gives == Gives::Values;
                            Some(id)
                        }
                        _ => None,
                    };
                    self.group(group, scope, gives, named);
                }
                Part::Filter(condition) => {
                    for conjunct in condition.conjuncts() {
                        let mut ids = Vec::new();
                        conjunct.each_variable(&mut |name| ids.push(name));
                        let ids: Vec<Id> = ids
                            .into_iter()
                            .map(|name| self.variable(name, scope))
                            .collect();
                        self.join(&ids);
                    }
                    self.exists(condition, scope, graph);
                }
                Part::Bind(expression, name) => {
                    let mut names = Vec::new();
                    expression.each_variable(&mut |name| names.push(name));
                    let sources: Vec<Id> = names
                        .into_iter()
                        .map(|name| self.variable(name, scope))
                        .collect();
                    self.exists(expression, scope, graph);
                    self.define(name, sources, scope, gives);
                }
                Part::Values(values) => self.values(&values.variables, scope, gives),
            }
        }
    }

    fn triple(&mut self, triple: &'t Triple<'q>, scope: usize, gives: Gives, graph: Option<Id>) {
        let subject = self.term(&triple.subject, scope);
        // The end of a list is no thing that two lists could share.
        let object = match &triple.object {
            Term::Nil => subject,
            object => self.term(object, scope),
        };
        let mut ids = vec![subject, object];
        if let Verb::Term(verb @ Term::Variable(_)) = &triple.verb {
            ids.push(self.term(verb, scope));
        }
        if gives == Gives::Values {
            for id in &ids {
                self.bound[*id] = true;
            }
        }
        ids.extend(graph);
        self.join(&ids);
        self.triples.push((triple, subject));
    }

    fn values(&mut self, names: &[&'q str], scope: usize, gives: Gives) {
        let ids: Vec<Id> = names
            .iter()
            .map(|name| self.variable(name, scope))
            .collect();
        for id in &ids {
            self.bound[*id] |= gives == Gives::Values;
        }
        self.join(&ids);
    }

    /// The patterns of EXISTS in an expression: they test, and their triples count.
    fn exists(&mut self, expression: &'t Expr<'q>, scope: usize, graph: Option<Id>) {
        let mut groups = Vec::new();
        expression.each_exists(&mut |group| groups.push(group));
        for group in groups {
            self.group(group, scope, Gives::Nothing, graph);
        }
    }

    fn sub_select(&mut self, block: &'t Block<'q>, scope: usize, gives: Gives, graph: Option<Id>) {
        let shared = match &block.projection {
            Projection::All => in_scope(block).into_iter().collect(),
            Projection::Items(items) => {
                let plain = items.iter().filter(|item| item.expression.is_none());
                plain.filter_map(|item| item.variable).collect()
            }
        };
        let inside = self.scopes.len();
        self.scopes.push(Scope {
            parent: scope,
            shared,
        });
        let targets = self.block(block, inside, gives, graph);
        if let Projection::Items(items) = &block.projection {
            // Every item with a variable has become a target.
            let named = items.iter().filter(|item| item.variable.is_some());
            for (item, target) in named.zip(targets) {
                if item.expression.is_some() {
                    self.define(target.name, target.sources, scope, gives);
                }
            }
        }
    }
}
