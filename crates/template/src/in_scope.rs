//! Which variables are in scope at the end of a pattern.

use rustc_hash::FxHashSet;

use crate::syntax::{Block, Group, Part, Projection, Term, Triple, Verb};

/// The variables in scope at the end of a pattern (SPARQL 1.1 §18.2.1): not those that stand only in
/// FILTER, EXISTS or MINUS, and of sub-selects only the projected ones.
pub(crate) fn in_scope<'q>(block: &Block<'q>) -> Vec<&'q str> {
    let (mut names, mut known) = (Vec::new(), FxHashSet::default());
    let mut add = |name: &'q str| {
        if known.insert(name) {
            names.push(name);
        }
    };
    if let Some(pattern) = &block.pattern {
        each_in_scope(pattern, &mut add);
    }
    if let Some(values) = &block.values {
        values.variables.iter().for_each(|name| add(name));
    }
    names
}

fn each_in_scope<'q>(group: &Group<'q>, add: &mut impl FnMut(&'q str)) {
    let parts = match group {
        Group::Select(block) => {
            match &block.projection {
                Projection::All => in_scope(block).into_iter().for_each(add),
                Projection::Items(items) => {
                    items.iter().filter_map(|item| item.variable).for_each(add);
                }
            }
            return;
        }
        Group::Parts(parts) => parts,
    };
    for part in parts {
        match part {
            Part::Triples(triples) => {
                triples.iter().for_each(|triple| each_variable(triple, add));
            }
            Part::Union(groups) => groups.iter().for_each(|group| each_in_scope(group, add)),
            Part::Optional(group) => each_in_scope(group, add),
            Part::Graph(name, group) | Part::Service(name, group) => {
                if let Term::Variable(name) = name {
                    add(name);
                }
                each_in_scope(group, add);
            }
            Part::Bind(_, name) => add(name),
            Part::Values(values) => values.variables.iter().for_each(|name| add(name)),
            Part::Filter(_) | Part::Minus(_) => {}
        }
    }
}

/// Calls `f` on the variables of a triple.
pub(crate) fn each_variable<'q>(triple: &Triple<'q>, f: &mut impl FnMut(&'q str)) {
    let verb = match &triple.verb {
        Verb::Term(verb) => Some(verb),
        Verb::Path(_) => None,
    };
    for term in [Some(&triple.subject), verb, Some(&triple.object)] {
        if let Some(Term::Variable(name)) = term {
            f(name);
        }
    }
}
