//! When two variables are one thing: names and their classes, links and their ends.

use super::Connector;
use super::component::Component;
use super::tree::{Tree, Var};
use crate::lexicon::relation::ValueKind;
use crate::sketch::{Form, What};

impl Connector<'_, '_> {
    /// Whether two variables can be one, and how good that is.
    pub(super) fn unify(
        &self,
        tree: &Tree,
        fragment: usize,
        component: &Component,
        to: usize,
        from: usize,
    ) -> Option<f32> {
        let there = &tree.vars[to];
        let here = &component.vars[from];
        if let Some((one, other)) = there
            .class_by
            .zip(here.nodes_by)
            .or(there.nodes_by.zip(here.class_by))
            && !there.keys.meets(&here.keys)
            && self.said_to_be(one, other)
        {
            // Is Karen a manager: she may be none.
            return Some(1.3);
        }
        if !there.keys.meets(&here.keys) || (there.nodes.is_some() && here.nodes.is_some()) {
            return None;
        }
        if let (Some(a), Some(b)) = (there.class, here.class) {
            if a != b {
                // Hardware products: the narrower class is meant.
                let classes = &self.lexicon.schema.classes;
                let nested = classes[a as usize].above.contains(&b)
                    || classes[b as usize].above.contains(&a);
                let beside = there
                    .class_by
                    .is_some_and(|other| self.adjacent(other, fragment));
                // Hardware …, how many items: the wider class is said again of the narrower one.
                let again = classes[a as usize].above.contains(&b)
                    && !self.sketch.asked.is_empty()
                    && there.class_by.is_some_and(|other| {
                        self.sketch.fragments[other].start < self.sketch.fragments[fragment].start
                    });
                return match (nested && beside, again) {
                    (true, _) => Some(0.3),
                    (false, true) => Some(-0.3),
                    (false, false) => None,
                };
            }
            // Mentioned again: *services: the service, what it costs*.
            return Some(if self.said_again(tree, fragment, to) {
                0.3
            } else {
                -0.9
            });
        }
        let mut score = 0.0;
        let adjacent = there
            .namers
            .iter()
            .any(|other| self.adjacent(*other, fragment));
        let (named_there, named_here) = (there.named(), here.named());
        if named_there && named_here {
            let class_and_name = there
                .class_by
                .zip(here.nodes_by)
                .or(there.nodes_by.zip(here.class_by));
            let classified = there.class.is_some() || here.class.is_some();
            score += match class_and_name {
                Some((one, other)) if self.apposed(one, other) => 0.5,
                Some((one, other)) if self.said_to_be(one, other) => 1.3,
                Some((one, other)) if self.adjacent(one, other) => 0.1,
                Some(_) => -0.8,
                None if adjacent && (classified || self.side_by_side(there, fragment)) => 0.1,
                None => -0.5,
            };
        }
        if component.vars.len() > 1 && from == 0 {
            let relation = component
                .relation
                .map(|relation| &self.lexicon.relations[relation as usize]);
            if let Some(relation) = relation {
                let keys = there.keys.and(&here.keys);
                score -= 0.36 * (1.0 - relation.coverage(&self.lexicon.schema, &keys).min(1.0));
                if let Some(nodes) = &there.nodes {
                    let predicate = relation.path[0];
                    let has = nodes.iter().any(|node| {
                        self.lexicon
                            .facts
                            .objects(*node, predicate)
                            .next()
                            .is_some()
                    });
                    if !has {
                        score -= 0.25;
                    }
                }
            }
            score += self.direction(tree, fragment, component, to, true);
        } else if component.vars.len() > 1 {
            if let (Some(nodes), Some(relation)) = (&there.nodes, component.relation) {
                let relation = &self.lexicon.relations[relation as usize];
                let predicate = relation.path[0];
                let has = nodes.iter().any(|node| {
                    self.lexicon
                        .facts
                        .subjects(*node, predicate)
                        .next()
                        .is_some()
                });
                if !has {
                    score -= 0.6;
                }
            }
            score += self.direction(tree, fragment, component, to, false);
        } else if let (Some(nodes), Some(edge)) = (
            &here.nodes,
            tree.edges
                .iter()
                .find(|edge| edge.to == to || edge.from == to),
        ) {
            // A name at the end of a link that was named before: the link must exist.
            let facts = &self.lexicon.facts;
            let exists = nodes.iter().any(|node| {
                if edge.from == to {
                    facts.objects(*node, edge.path[0]).next().is_some()
                } else {
                    edge.path.len() > 1 || facts.subjects(*node, edge.path[0]).next().is_some()
                }
            });
            if !exists {
                score -= 0.6;
            }
            score += self.end_direction(tree, fragment, to);
        }
        Some(score)
    }

    /// In *X reports to Y* the first is the owner of the link: a small preference, for where types do not tell.
    pub(super) fn direction(
        &self,
        tree: &Tree,
        fragment: usize,
        component: &Component,
        to: usize,
        is_owner: bool,
    ) -> f32 {
        let this = &self.sketch.fragments[fragment];
        let Some(relation) = component.relation else {
            return 0.0;
        };
        let relation = &self.lexicon.relations[relation as usize];
        if relation.kind != ValueKind::Link || !relation.subjects.meets(&relation.objects) {
            return 0.0;
        }
        let there = tree.vars[to]
            .fragments
            .iter()
            .map(|other| self.sketch.fragments[*other].start)
            .min()
            .unwrap_or(0);
        let before = there < this.start;
        let passive = self.words.at(this.end) == "by";
        if this.verb {
            let owner_first = !passive;
            return if (before == owner_first) == is_owner {
                0.2
            } else {
                -0.2
            };
        }
        // The manager of X: X is not the manager.
        let names_end = component.named == usize::from(!is_owner);
        if names_end { -0.15 } else { 0.15 }
    }

    /// The same for a name that comes after its link.
    pub(super) fn end_direction(&self, tree: &Tree, fragment: usize, to: usize) -> f32 {
        let Some(edge) = tree
            .edges
            .iter()
            .find(|edge| (edge.from == to || edge.to == to) && edge.fragment.is_some())
        else {
            return 0.0;
        };
        let Some(relation) = edge
            .relation
            .map(|relation| &self.lexicon.relations[relation as usize])
        else {
            return 0.0;
        };
        if !relation.subjects.meets(&relation.objects) || relation.kind != ValueKind::Link {
            return 0.0;
        }
        let Some(link) = edge.fragment.map(|link| &self.sketch.fragments[link]) else {
            return 0.0;
        };
        let this = &self.sketch.fragments[fragment];
        let after = this.start > link.start;
        let is_owner = edge.from == to;
        if link.verb {
            return if after == is_owner { -0.2 } else { 0.2 };
        }
        let names_end = edge
            .fragment
            .is_some_and(|link| tree.vars[to].namers.contains(&link));
        if names_end { -0.15 } else { 0.15 }
    }

    /// Whether nothing stands between a variable's name and a fragment, not even *of*.
    pub(super) fn side_by_side(&self, there: &Var, fragment: usize) -> bool {
        there.namers.iter().any(|other| {
            let (a, b) = (
                &self.sketch.fragments[*other],
                &self.sketch.fragments[fragment],
            );
            let (first, second) = if a.start < b.start { (a, b) } else { (b, a) };
            self.adjacent(*other, fragment)
                && (first.end..second.start).all(|at| self.words.at(at) != "of")
        })
    }

    /// Whether it is asked whether a thing belongs to a class: *is Gretel Roth a manager*.
    pub(super) fn said_to_be(&self, one: usize, other: usize) -> bool {
        let class = [one, other]
            .into_iter()
            .find(|at| matches!(self.sketch.fragments[*at].what, What::Class(_)));
        self.sketch.form == Form::YesNo
            && class.is_some_and(|class| {
                let start = self.sketch.fragments[class].start;
                // Is there a port called X asks for the thing itself.
                let named_before = [one, other]
                    .iter()
                    .all(|at| self.sketch.fragments[*at].start <= start);
                named_before && start > 0 && ["a", "an"].contains(&self.words.at(start - 1))
            })
    }

    /// Whether two fragments stand side by side: *the supplier Drake Ltd*, *city of New York*.
    pub(super) fn apposed(&self, one: usize, other: usize) -> bool {
        let (a, b) = (&self.sketch.fragments[one], &self.sketch.fragments[other]);
        let (first, second) = if a.start < b.start { (a, b) } else { (b, a) };
        let of = (first.end..second.start).any(|at| self.words.at(at) == "of");
        let place = ["city", "state", "town", "country", "province", "county"]
            .contains(&self.words.at(first.end - 1));
        self.adjacent(one, other) && (!of || place)
    }

    pub(super) fn adjacent(&self, one: usize, other: usize) -> bool {
        let (a, b) = (&self.sketch.fragments[one], &self.sketch.fragments[other]);
        let (first, second) = if a.start < b.start { (a, b) } else { (b, a) };
        if second.start < first.end {
            return false;
        }
        (first.end..second.start).all(|at| {
            [
                "the", "'", "\"", "``", "a", "-", "of", "called", "named", "`", "“", "with",
                "label", "name", "id", "category", "whose", "is", "last", "first", "surname",
                "family", "number", "code", "are", "email", "mail", "e", "phone",
            ]
            .contains(&self.words.at(at))
        })
    }

    pub(super) fn said_again(&self, tree: &Tree, fragment: usize, to: usize) -> bool {
        let here = &self.sketch.fragments[fragment];
        let before = here.start.checked_sub(1).map_or("", |at| self.words.at(at));
        let before = if before == "the" {
            here.start.checked_sub(2).map_or("", |at| self.words.at(at))
        } else {
            before
        };
        [":", "(", ",", "all", "these", "those", "that"].contains(&before)
            && tree.vars[to].fragments.len() < 4
    }
}
