//! Writes the graph pattern around a variable, with filters, negation and selections inside it.

mod classes;
mod conditions;
mod measures;
mod selections;

use std::fmt::Write;

use lydite_graph::oxrdf::Term;

use super::rooted::Rooted;
use crate::connect::Tree;
use crate::fold::fold;
use crate::lexicon::Lexicon;
use crate::lexicon::facts::TermId;
use crate::lexicon::relation::ValueKind;
use crate::question::Words;
use crate::reading::Within;
use crate::sketch::{Form, Sketch};

/// Writes patterns.
pub(super) struct Writer<'w> {
    lexicon: &'w Lexicon,
    sketch: &'w Sketch,
    tree: &'w Tree,
    rooted: &'w Rooted,
    names: Vec<String>,
    /// For each edge the fragment that negates it.
    negated: Vec<bool>,
}

/// How a part of the pattern is written.
#[derive(Clone, Copy)]
struct Mode {
    /// What is put behind the names of variables.
    suffix: &'static str,
    /// The fragment whose condition is turned round.
    turned: Option<usize>,
    /// Whether conditions on values are left out.
    bare: bool,
}

const PLAIN: Mode = Mode {
    suffix: "",
    turned: None,
    bare: false,
};

impl<'w> Writer<'w> {
    pub(super) fn new(
        words: &'w Words,
        lexicon: &'w Lexicon,
        sketch: &'w Sketch,
        tree: &'w Tree,
        rooted: &'w Rooted,
    ) -> Self {
        let mut names: Vec<String> = Vec::new();
        for (at, var) in tree.vars.iter().enumerate() {
            let fragment = var
                .fragments
                .first()
                .map(|fragment| &sketch.fragments[*fragment]);
            let word = fragment
                .filter(|fragment| var.is_named && !fragment.implied)
                .and_then(|fragment| words.words.get(fragment.start..fragment.end))
                .and_then(|span| span.iter().rev().find(|word| !word.is_empty_word()))
                .map(|word| fold(&word.root))
                .filter(|word| {
                    !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_lowercase())
                });
            let mut name = word.unwrap_or_else(|| format!("x{at}"));
            if names.contains(&name) || name.len() < 2 {
                name = format!("{name}{at}");
            }
            names.push(name);
        }
        let negated = negated_edges(sketch, tree, rooted);
        Self {
            lexicon,
            sketch,
            tree,
            rooted,
            names,
            negated,
        }
    }

    /// Whether a variable is written as one, and not as a constant.
    pub(super) fn is_variable(&self, var: usize) -> bool {
        let is_constant = match (&self.tree.vars[var].nodes, &self.tree.vars[var].values) {
            (Some(nodes), _) => nodes.len() == 1,
            (None, Some(values)) => values.len() == 1,
            (None, None) => false,
        };
        !is_constant || (var == self.rooted.root && self.sketch.form != Form::YesNo)
    }

    pub(super) fn variable(&self, var: usize) -> String {
        format!("?{}", self.names[var])
    }

    fn reference(&self, var: usize, mode: Mode) -> String {
        if self.is_true(var) {
            return "true".to_owned();
        }
        if !self.is_variable(var) {
            let info = &self.tree.vars[var];
            let turned = mode
                .turned
                .is_some_and(|turned| info.fragments.contains(&turned));
            let constant = info
                .nodes
                .as_ref()
                .or(info.values.as_ref())
                .and_then(|list| list.first());
            if let Some(constant) = constant.filter(|_| !turned) {
                return self.term(*constant);
            }
        }
        if mode.suffix.is_empty() || self.keeps_name(var, mode) {
            format!("?{}", self.names[var])
        } else {
            format!("?{}{}", self.names[var], mode.suffix)
        }
    }

    /// In a turned copy the root stays the same.
    fn keeps_name(&self, var: usize, mode: Mode) -> bool {
        mode.turned.is_some() && var == self.rooted.root
    }

    /// Whether a variable is whether something holds, and nobody asks whether: then it does.
    fn is_true(&self, var: usize) -> bool {
        self.tree.edges.iter().any(|edge| {
            let boolean = edge.relation.is_some_and(|relation| {
                self.lexicon.relations[relation as usize].kind == ValueKind::Boolean
            });
            let asked = |fragment: usize| {
                self.sketch.form != Form::YesNo && self.sketch.asked.contains(&fragment)
            };
            edge.to == var && boolean && edge.fragment.is_some_and(|fragment| !asked(fragment))
        })
    }

    fn term(&self, id: TermId) -> String {
        match self.lexicon.facts.term(id) {
            Term::BlankNode(_) => "[]".to_owned(),
            term => term.to_string(),
        }
    }

    fn iri(&self, id: TermId) -> String {
        self.term(id)
    }

    /// The pattern around the root.
    pub(super) fn whole(&self, root: usize) -> Option<String> {
        let mut text = String::new();
        self.around(root, PLAIN, &mut text)?;
        for apart in self.rooted.roots.iter().filter(|apart| **apart != root) {
            self.around(*apart, PLAIN, &mut text)?;
        }
        self.quantities(&mut text);
        self.exclusive(&mut text)?;
        self.comparisons(&mut text)?;
        self.others(root, &mut text);
        Some(text)
    }

    /// *Other suppliers*: not the one that is named.
    fn others(&self, root: usize, text: &mut String) {
        if !self.sketch.others || self.sketch.form == Form::YesNo {
            return;
        }
        let asked = &self.tree.vars[root];
        let members = match asked.class {
            Some(class) => &self.lexicon.schema.classes[class as usize].keys,
            None => &asked.keys,
        };
        for (var, info) in self.tree.vars.iter().enumerate() {
            let Some(nodes) = &info.nodes else {
                continue;
            };
            let same = var != root
                && nodes.iter().all(|node| {
                    self.lexicon.schema.key_of[*node as usize]
                        .is_some_and(|key| members.contains(key))
                });
            if same {
                let terms: Vec<String> = nodes.iter().map(|node| self.term(*node)).collect();
                let name = self.variable(root);
                let _ = writeln!(text, "FILTER({name} NOT IN ({}))", terms.join(", "));
            }
        }
    }

    /// The quantities by which values are multiplied.
    fn quantities(&self, text: &mut String) {
        for at in 0..self.sketch.fragments.len() {
            if let Some((line, relation)) = self.multiplied(at) {
                let predicate = self.iri(self.lexicon.relations[relation as usize].path[0]);
                let _ = writeln!(text, "{} {predicate} ?quantity{at} .", self.variable(line));
            }
        }
    }

    /// What is said about a variable and what hangs below it.
    fn around(&self, var: usize, mode: Mode, text: &mut String) -> Option<()> {
        self.own(var, mode, text);
        let either = self.either(var);
        let mut sides = Vec::new();
        for (child, edge) in &self.rooted.children[var] {
            if either.is_some_and(|either| either.contains(edge)) {
                let mut side = String::new();
                self.branch(*child, *edge, mode, &mut side)?;
                sides.push(format!("{{\n{side}}}"));
            } else {
                self.branch(*child, *edge, mode, text)?;
            }
        }
        if !sides.is_empty() {
            let _ = writeln!(text, "{}", sides.join(" UNION "));
        }
        Some(())
    }

    /// The two links from the root of which one suffices: those nearest to the word between them.
    fn either(&self, var: usize) -> Option<[usize; 2]> {
        let place = self.sketch.either.filter(|_| var == self.rooted.root)?;
        let start = |edge: &usize| {
            let edge = &self.tree.edges[*edge];
            self.sketch.fragments[edge.fragment.unwrap_or(edge.cause)].start
        };
        let edges = || self.rooted.children[var].iter().map(|(_, edge)| *edge);
        let one = edges()
            .filter(|edge| start(edge) < place)
            .max_by_key(start)?;
        let other = edges()
            .filter(|edge| start(edge) > place)
            .min_by_key(start)?;
        (!self.negated[one] && !self.negated[other]).then_some([one, other])
    }

    fn branch(&self, child: usize, edge: usize, mode: Mode, text: &mut String) -> Option<()> {
        let mut inner = String::new();
        self.triple(edge, mode, &mut inner);
        let selection = if mode.suffix.is_empty() {
            self.selection(child)
        } else {
            None
        };
        match selection {
            Some(selection) => {
                let _ = writeln!(inner, "{{ {selection} }}");
            }
            None => self.around(child, mode, &mut inner)?,
        }
        let optional = self.tree.edges[edge]
            .fragment
            .or(Some(self.tree.edges[edge].cause))
            .is_some_and(|fragment| {
                self.sketch.fragments[fragment].optional
                    && self.sketch.asked.contains(&fragment)
                    && self.sketch.asked.first() != Some(&fragment)
            });
        if self.negated[edge] {
            let _ = write!(text, "FILTER NOT EXISTS {{\n{inner}}}\n");
        } else if optional {
            let _ = write!(text, "OPTIONAL {{\n{inner}}}\n");
        } else {
            text.push_str(&inner);
        }
        Some(())
    }

    fn triple(&self, edge: usize, mode: Mode, text: &mut String) {
        let edge = &self.tree.edges[edge];
        let path: Vec<String> = edge
            .path
            .iter()
            .map(|predicate| self.iri(*predicate))
            .collect();
        let _ = writeln!(
            text,
            "{} {} {} .",
            self.reference(edge.from, mode),
            path.join("/"),
            self.reference(edge.to, mode)
        );
    }

    /// Class, names, values and filters of one variable.
    fn own(&self, var: usize, mode: Mode, text: &mut String) {
        let info = &self.tree.vars[var];
        let name = self.reference(var, mode);
        if let Some(class) = info.class
            && (self.said_to_be(var) || (self.is_variable(var) && info.nodes.is_none()))
            && (self.said_to_be(var) || !self.is_implied(var, class))
        {
            let _ = writeln!(
                text,
                "{}",
                self.class_pattern(&name, class, &format!("{}{}", self.names[var], mode.suffix))
            );
        }
        for (fragment, class) in &self.sketch.excluded {
            if info.class_by == Some(*fragment) {
                let unique = format!("{}{}_not", self.names[var], mode.suffix);
                let pattern = self.class_pattern(&name, *class, &unique);
                let _ = writeln!(text, "FILTER NOT EXISTS {{ {pattern} }}");
            }
        }
        let turned = mode
            .turned
            .is_some_and(|turned| info.fragments.contains(&turned));
        if let Some(list) = info.nodes.as_ref().or(info.values.as_ref()) {
            let terms: Vec<String> = list.iter().map(|id| self.term(*id)).collect();
            if turned {
                let _ = writeln!(text, "FILTER({name} NOT IN ({}))", terms.join(", "));
            } else if self.is_variable(var) {
                let _ = writeln!(text, "VALUES {name} {{ {} }}", terms.join(" "));
            }
        }
        if let Some(search) = &info.text {
            let quoted =
                lydite_graph::oxrdf::Literal::new_simple_literal(search.text.to_lowercase());
            let function = match search.within {
                Within::Anywhere => "CONTAINS",
                Within::Start => "STRSTARTS",
                Within::End => "STRENDS",
            };
            let _ = writeln!(text, "FILTER({function}(LCASE(STR({name})), {quoted}))");
        }
        if mode.bare {
            return;
        }
        self.discounts(var, &name, text);
        for fragment in &info.fragments {
            let is_value = self.tree.ends[*fragment]
                .as_ref()
                .is_some_and(|ends| ends.values.first() == Some(&var));
            if is_value && info.literal {
                self.bounds(*fragment, mode, text);
            }
        }
    }
}

/// For each negated fragment the link nearest to the root that stands for it.
fn negated_edges(sketch: &Sketch, tree: &Tree, rooted: &Rooted) -> Vec<bool> {
    let mut negated = vec![false; tree.edges.len()];
    for (at, fragment) in sketch.fragments.iter().enumerate() {
        if !fragment.negated {
            continue;
        }
        let own = (0..tree.vars.len())
            .filter_map(|var| rooted.parent[var].map(|(parent, edge)| (rooted.depth[parent], edge)))
            .filter(|(_, edge)| tree.edges[*edge].cause == at)
            .min();
        let fallback = tree.ends[at]
            .as_ref()
            .and_then(|ends| rooted.parent[ends.named])
            .map(|(parent, edge)| (rooted.depth[parent], edge));
        if let Some((_, edge)) = own.or(fallback) {
            negated[edge] = true;
        }
    }
    negated
}
