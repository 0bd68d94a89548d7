//! What speaks against a pattern as a whole, whatever the order in which it grew.

use super::Connector;
use super::tree::{Edge, Tree};
use crate::knowledge::gradable::gradable;
use crate::sketch::What;

/// What it costs to look for the most or least of a single thing.
const LONELY: f32 = 1.2;

/// What it counts that a name before a verb is who does it.
const DOER: f32 = 0.35;

/// What it counts that a property belongs to what follows *of*.
const OWNER: f32 = 0.3;

/// What it costs to say of another thing what is said of the one that follows the verb.
const NEGLECT: f32 = 0.8;

/// What it costs to pass over a name that follows the verb.
const NAME: f32 = 1.2;

/// What it costs that an end of a link is nothing in particular.
const DANGLING: f32 = 0.35;

impl Connector<'_, '_> {
    /// What speaks against a pattern, or for it.
    pub(super) fn sense(&self, tree: &Tree) -> f32 {
        self.doers(tree) + self.owners(tree)
            - self.lonely_extremes(tree)
            - self.neglected_objects(tree)
            - self.dangling_ends(tree)
    }

    /// *The largest city of Texas*: of one thing there is no largest.
    fn lonely_extremes(&self, tree: &Tree) -> f32 {
        let lonely = |at: &usize| {
            let fragment = &self.sketch.fragments[*at];
            let ends = tree.ends[*at].as_ref();
            let owner = ends.and_then(|ends| tree.vars[ends.owner].nodes.as_ref());
            fragment.extreme.is_some()
                && !fragment.is_aggregate()
                && owner.is_some_and(|nodes| nodes.len() == 1)
        };
        let count = (0..self.sketch.fragments.len()).filter(lonely).count();
        LONELY * count as f32
    }

    /// *The states through which the Mississippi runs*: who runs is the subject of what is called *runs
    /// through*, so a river and not the state of that name.
    fn doers(&self, tree: &Tree) -> f32 {
        let mut score = 0.0;
        for edge in &tree.edges {
            let (Some(at), Some(relation)) = (edge.fragment, edge.relation) else {
                continue;
            };
            let verb = &self.sketch.fragments[at];
            if !verb.verb || self.words.at(verb.end) == "by" || !self.lexicon.is_verbal(relation) {
                continue;
            }
            for (end, doer) in [(edge.from, true), (edge.to, false)] {
                let named = tree.vars[end].nodes_by.is_some_and(|name| {
                    let name = &self.sketch.fragments[name];
                    matches!(name.what, What::Nodes(_)) && name.end == verb.start
                });
                if named {
                    score += if doer { DOER } else { -DOER };
                }
            }
        }
        score
    }

    /// *Who heads the department that cares for X*: who heads the department, and not who heads X.
    fn neglected_objects(&self, tree: &Tree) -> f32 {
        let fragments = &self.sketch.fragments;
        let neglected = |at: &usize| {
            let verb = &fragments[*at];
            if !verb.verb || self.words.at(verb.end) != "the" {
                return false;
            }
            let object = fragments.iter().position(|other| {
                other.start == verb.end + 1 && matches!(other.what, What::Class(_))
            });
            let link = tree.edges.iter().find(|edge| edge.fragment == Some(*at));
            let (Some(object), Some(link)) = (object, link) else {
                return false;
            };
            let later = |var: usize| {
                let name = tree.vars[var].nodes_by;
                name.is_some_and(|name| fragments[name].start > fragments[object].end)
            };
            let apart = tree.ends[object].as_ref().is_some_and(|ends| {
                ![link.from, link.to].contains(&ends.named) && !tree.vars[link.to].literal
            });
            later(link.from) || later(link.to) || apart
        };
        let count = (0..fragments.len()).filter(neglected).count();
        let names = (0..fragments.len())
            .filter(|at| fragments[*at].verb && self.neglects_name(tree, *at))
            .count();
        NEGLECT * count as f32 + NAME * names as f32
    }

    /// What is done by somebody, or to something, that no word names and nothing else is said of.
    fn dangling_ends(&self, tree: &Tree) -> f32 {
        let touching = |var: usize| {
            let edges = tree.edges.iter();
            edges
                .filter(|edge| edge.from == var || edge.to == var)
                .count()
        };
        let asked: Vec<usize> = self
            .sketch
            .asked
            .iter()
            .filter_map(|at| {
                Some(tree.asked_var(tree.ends[*at].as_ref()?, &self.sketch.fragments[*at]))
            })
            .collect();
        let dangles = |var: usize| {
            let info = &tree.vars[var];
            let bare = !info.is_named
                && !info.literal
                && info.nodes.is_none()
                && info.values.is_none()
                && info.class.is_none();
            bare && touching(var) == 1 && !asked.contains(&var)
        };
        let dangling = |edge: &&Edge| {
            edge.fragment.is_some_and(|at| {
                let verb = &self.sketch.fragments[at];
                verb.verb && !verb.negated && !verb.is_aggregate()
            }) && (dangles(edge.from) || dangles(edge.to))
        };
        DANGLING * tree.edges.iter().filter(dangling).count() as f32
    }

    /// What is named right after a verb, if it could be an end of that link and is none.
    fn neglects_name(&self, tree: &Tree, at: usize) -> bool {
        let fragments = &self.sketch.fragments;
        let end = fragments[at].end;
        let start = end + usize::from(self.words.at(end) == "the");
        let name = fragments.iter().position(|other| {
            other.start == start && !other.implied && matches!(other.what, What::Nodes(_))
        });
        let link = tree.edges.iter().find(|edge| edge.fragment == Some(at));
        let (Some(name), Some(link)) = (name, link) else {
            return false;
        };
        let Some(relation) = link.relation else {
            return false;
        };
        let info = &self.lexicon.relations[relation as usize];
        let What::Nodes(nodes) = &fragments[name].what else {
            return false;
        };
        let fits = nodes.iter().any(|node| {
            let key = self.lexicon.schema.key_of[*node as usize];
            key.is_some_and(|key| info.objects.contains(key) || info.subjects.contains(key))
        });
        let is_end = [link.from, link.to]
            .iter()
            .any(|var| tree.vars[*var].nodes_by == Some(name));
        fits && !is_end
    }

    /// *The population of the capital of the largest state*: the capital's, as it comes first after *of*.
    fn owners(&self, tree: &Tree) -> f32 {
        let mut score = 0.0;
        for (at, fragment) in self.sketch.fragments.iter().enumerate() {
            let is_property = matches!(fragment.what, What::Relation(_)) && !fragment.implied;
            let (Some(ends), true) = (&tree.ends[at], is_property && !fragment.verb) else {
                continue;
            };
            let mut of = fragment.end;
            while ["are", "is", "there", "live", "lives", "living"].contains(&self.words.at(of)) {
                of += 1;
            }
            let of = match self.words.at(of) {
                "of" if of == fragment.end => of,
                "in" if fragment.amount => of,
                _ => continue,
            };
            if !tree.vars[ends.values[0]].literal {
                continue;
            }
            let later = self
                .sketch
                .fragments
                .iter()
                .enumerate()
                .filter(|(_, other)| !other.implied && other.start > of);
            let Some((next, thing)) = later.min_by_key(|(_, other)| other.start) else {
                continue;
            };
            let between = of + 1..thing.start;
            let plain = |at: usize| {
                ["the", "a", "an", "all", "each", "every"].contains(&self.words.at(at))
                    || gradable(self.words.at(at)).is_some()
            };
            let Some(next) = tree.ends[next]
                .as_ref()
                .filter(|_| between.clone().all(plain))
            else {
                continue;
            };
            score += if next.named == ends.owner {
                OWNER
            } else if tree.vars[next.named]
                .keys
                .meets(&tree.vars[ends.owner].keys)
                || tree.vars[next.named].literal
            {
                0.0
            } else {
                -OWNER
            };
        }
        score
    }
}
