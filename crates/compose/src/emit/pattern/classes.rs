//! What is said about the classes of variables.

use super::Writer;
use crate::sketch::Form;

impl Writer<'_> {
    /// Whether it is asked whether a named thing belongs to a class.
    pub(super) fn said_to_be(&self, var: usize) -> bool {
        let info = &self.tree.vars[var];
        let starts = info.class_by.zip(info.nodes_by).map(|(class, nodes)| {
            let fragments = &self.sketch.fragments;
            (fragments[class].start, fragments[nodes].start)
        });
        self.sketch.form == Form::YesNo
            && info.class.is_some()
            && starts.is_some_and(|(class, nodes)| class > nodes)
    }

    /// Whether a link of a variable already says that it is of a class: only such have it.
    pub(super) fn is_implied(&self, var: usize, class: u32) -> bool {
        let schema = &self.lexicon.schema;
        let members = &schema.classes[class as usize].keys;
        self.tree.edges.iter().enumerate().any(|(at, edge)| {
            if self.negated[at] || (edge.from != var && edge.to != var) {
                return false;
            }
            let optional = |at: usize| self.sketch.fragments[at].optional;
            if edge.fragment.is_some_and(optional) || optional(edge.cause) {
                return false;
            }
            let relation = self
                .lexicon
                .relations
                .iter()
                .find(|relation| relation.path == edge.path);
            let Some(relation) = relation else {
                return false;
            };
            let ends = if edge.from == var {
                &relation.subjects
            } else {
                &relation.objects
            };
            let is_typed = |key: &u32| !schema.keys[*key as usize].classes.is_empty();
            let mut typed = ends.iter().filter(is_typed).peekable();
            typed.peek().is_some() && typed.all(|key| members.contains(key))
        })
    }

    /// What a class is called where its members are said to have one.
    pub(super) fn class_pattern(&self, name: &str, class: u32, unique: &str) -> String {
        let schema = &self.lexicon.schema;
        let Some(kind) = schema.type_predicate else {
            return String::new();
        };
        let kind = self.iri(kind);
        let stated: Vec<String> = schema.classes[class as usize]
            .stated
            .iter()
            .map(|class| self.iri(schema.classes[*class as usize].term))
            .collect();
        match &stated[..] {
            [one] => format!("{name} {kind} {one} ."),
            several => format!(
                "VALUES ?{unique}_class {{ {} }} {name} {kind} ?{unique}_class .",
                several.join(" ")
            ),
        }
    }

    /// The pattern of all members of a class, as `?all`.
    pub(in crate::emit) fn members(&self, class: u32) -> String {
        self.class_pattern("?all", class, "all")
    }

    /// The pattern of all members of the class of a variable, as `?all`.
    pub(in crate::emit) fn own_class(&self, var: usize) -> Option<String> {
        let info = &self.tree.vars[var];
        if let Some(class) = info.class {
            return Some(self.class_pattern("?all", class, "all"));
        }
        let edge = self
            .tree
            .edges
            .iter()
            .find(|edge| edge.from == var || edge.to == var)?;
        let path: Vec<String> = edge
            .path
            .iter()
            .map(|predicate| self.iri(*predicate))
            .collect();
        Some(if edge.from == var {
            format!("?all {} ?other .", path.join("/"))
        } else {
            format!("?other {} ?all .", path.join("/"))
        })
    }
}
