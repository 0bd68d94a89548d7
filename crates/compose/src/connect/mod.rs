//! Joins the fragments of a sketch into one pattern, by paths that exist in the graph.

mod component;
mod paths;
mod tree;

use rustc_hash::FxHashSet;

use crate::lexicon::Lexicon;
use crate::lexicon::relation::ValueKind;
use crate::question::Words;
use crate::reading::operator::Sought;
use crate::sketch::{Bounds, Form, Sketch, What};
use component::{Component, components};
use paths::{Path, Paths};
pub(crate) use tree::{Edge, Tree, Var};

/// How many partial patterns are kept.
const BEAM: usize = 8;

/// How many ways to attach a fragment are followed up for each of them.
const WAYS: usize = 10;

/// The patterns that a sketch can stand for, the best first.
pub(crate) fn connect(words: &Words, lexicon: &Lexicon, sketch: &Sketch, most: usize) -> Vec<Tree> {
    let mut connector = Connector {
        words,
        lexicon,
        sketch,
        paths: Paths::new(lexicon),
    };
    let mut found: Vec<Tree> = Vec::new();
    for order in orders(sketch) {
        found.extend(connector.grow(&order));
    }
    for tree in &mut found {
        tree.score += connector.agreement(tree);
    }
    found.sort_by(|a, b| b.score.total_cmp(&a.score));
    let mut seen = FxHashSet::default();
    found.retain(|tree| seen.insert(tree.shape()));
    found.truncate(most);
    found
}

/// What it costs to say the same of the same thing twice: once is meant.
fn repetition(tree: &Tree, fragment: usize, sketch: &Sketch, lexicon: &Lexicon) -> f32 {
    let single_valued = |predicate: u32| {
        lexicon
            .relations
            .iter()
            .any(|relation| relation.path[0] == predicate && relation.fan_out() < 1.5)
    };
    let exempt = |at: usize| {
        let fragment = &sketch.fragments[at];
        fragment.both || fragment.negated || fragment.implied || fragment.aggregate.is_some()
    };
    if exempt(fragment) {
        return 0.0;
    }
    let repeated = tree.edges.iter().enumerate().any(|(at, edge)| {
        tree.edges[..at].iter().any(|other| {
            let same = other.path == edge.path && other.from == edge.from;
            same && edge.cause == fragment && !exempt(other.cause) && single_valued(edge.path[0])
        })
    });
    let sideways = tree.edges.iter().enumerate().any(|(at, edge)| {
        let unnamed = edge.cause == fragment && edge.fragment.is_none();
        unnamed
            && tree.edges[..at].iter().any(|other| {
                other.path == edge.path && other.from == edge.from && !exempt(other.cause)
            })
    });
    match (repeated, sideways) {
        (true, _) => 1.0,
        (false, true) => 0.4,
        (false, false) => 0.0,
    }
}

/// The orders in which fragments are attached: from the asked one onwards, and from the far end.
fn orders(sketch: &Sketch) -> Vec<Vec<usize>> {
    let mut named: Vec<usize> = (0..sketch.fragments.len())
        .filter(|at| sketch.fragments[*at].owner.is_none())
        .collect();
    named.sort_by_key(|at| sketch.fragments[*at].start);
    let main = sketch.asked.first().copied().unwrap_or(0);
    let with_owned = |order: Vec<usize>| {
        let mut full: Vec<usize> = Vec::new();
        for at in order {
            full.push(at);
            let owned = (0..sketch.fragments.len())
                .filter(|other| sketch.fragments[*other].owner == Some(at));
            full.extend(owned);
        }
        // Owned by what is itself owned.
        for at in 0..sketch.fragments.len() {
            if !full.contains(&at) {
                full.push(at);
            }
        }
        full
    };
    let mut forward = named.clone();
    if let Some(place) = forward.iter().position(|at| *at == main) {
        forward.rotate_left(place);
        let tail = named.len() - place;
        forward[tail..].reverse();
    }
    let mut backward = named.clone();
    backward.reverse();
    let forward = with_owned(forward);
    let backward = with_owned(backward);
    let left_to_right = with_owned(named);
    let mut orders = vec![forward];
    for order in [left_to_right, backward] {
        if !orders.contains(&order) {
            orders.push(order);
        }
    }
    orders
}

struct Connector<'c> {
    words: &'c Words,
    lexicon: &'c Lexicon,
    sketch: &'c Sketch,
    paths: Paths<'c>,
}

/// A way to attach a component.
struct Attachment {
    score: f32,
    component: usize,
    /// The variable of the pattern, and that of the component.
    to: usize,
    from: usize,
    path: Option<Path>,
}

impl Connector<'_> {
    fn grow(&mut self, order: &[usize]) -> Vec<Tree> {
        let mut beam = vec![Tree::new(self.sketch.fragments.len())];
        for fragment in order {
            let components = components(self.lexicon, self.sketch, *fragment);
            let mut next: Vec<Tree> = Vec::new();
            for tree in &beam {
                next.extend(self.attach(tree, *fragment, &components));
            }
            next.sort_by(|a, b| b.score.total_cmp(&a.score));
            let mut seen = FxHashSet::default();
            next.retain(|tree| seen.insert(tree.shape()));
            next.truncate(BEAM);
            beam = next;
            if beam.is_empty() {
                break;
            }
        }
        beam
    }

    fn attach(&mut self, tree: &Tree, fragment: usize, components: &[Component]) -> Vec<Tree> {
        if tree.vars.is_empty() {
            return components
                .iter()
                .map(|component| tree.begin(fragment, component))
                .collect();
        }
        let mut ways: Vec<Attachment> = Vec::new();
        let owner = self.sketch.fragments[fragment].owner;
        let owner = owner.and_then(|owner| tree.ends[owner].as_ref());
        let applies = owner.is_some_and(|owner| {
            let keys = &tree.vars[owner.named].keys;
            components
                .iter()
                .any(|component| component.vars[0].keys.meets(keys))
        });
        for (at, component) in components.iter().enumerate() {
            self.ways(tree, fragment, at, component, applies, &mut ways);
        }
        if self.is_standard(fragment) {
            // What something is compared with need not be linked to it.
            let mut apart: Vec<Tree> = components
                .iter()
                .map(|component| tree.begin(fragment, component))
                .collect();
            apart.truncate(WAYS);
            return apart;
        }
        ways.sort_by(|a, b| b.score.total_cmp(&a.score));
        ways.truncate(WAYS);
        ways.into_iter()
            .map(|way| {
                let mut grown = tree.join(
                    fragment,
                    &components[way.component],
                    way.to,
                    way.from,
                    way.path.as_ref(),
                );
                grown.score += way.score - repetition(&grown, fragment, self.sketch, self.lexicon);
                grown
            })
            .collect()
    }

    /// Whether a fragment is only there for something to be compared with.
    fn is_standard(&self, fragment: usize) -> bool {
        let fragments = &self.sketch.fragments;
        fragments.iter().any(|other| match other.bounds {
            Some(Bounds::Other(_, standard)) => {
                fragments[standard].owner == Some(fragment)
                    && matches!(fragments[fragment].what, What::Nodes(_))
            }
            _ => false,
        })
    }

    fn ways(
        &mut self,
        tree: &Tree,
        fragment: usize,
        at: usize,
        component: &Component,
        applies: bool,
        ways: &mut Vec<Attachment>,
    ) {
        let sketch = self.sketch;
        let this = &sketch.fragments[fragment];
        let forced = this
            .owner
            .and_then(|owner| tree.ends[owner].as_ref().map(|ends| ends.named))
            // Encoders that weigh more: not the category has a weight, but what is in it.
            .filter(|owner| tree.vars[*owner].nodes.is_none() || applies);
        for to in 0..tree.vars.len() {
            if tree.vars[to].literal || forced.is_some_and(|forced| forced != to) {
                continue;
            }
            for from in component.attachable() {
                if forced.is_some() && from != 0 {
                    continue;
                }
                let base = component.score - self.distance(tree, fragment, to);
                if let Some(score) = self.unify(tree, fragment, component, to, from) {
                    ways.push(Attachment {
                        score: base + score,
                        component: at,
                        to,
                        from,
                        path: None,
                    });
                }
                let lacking = self.detour(tree, component, to, from);
                let paths = self
                    .paths
                    .between(&tree.vars[to].keys, &component.vars[from].keys);
                for path in paths.iter() {
                    if !self.holds(&tree.vars[to], &component.vars[from], path) {
                        continue;
                    }
                    let mut score = base
                        + path.score
                        + self.shared_words(tree, component, to, from, fragment, path);
                    score -= lacking;
                    if component.vars[from].named_value() && component.vars.len() > 1 && !this.verb
                    {
                        // The value of a property is reached by that property.
                        score -= 0.9;
                    }
                    if forced.is_some() {
                        score -= 0.5;
                    }
                    if component.vars.len() > 1 && from == 0 {
                        // Somebody who is not mentioned has it.
                        score -= 0.2;
                    }
                    ways.push(Attachment {
                        score,
                        component: at,
                        to,
                        from,
                        path: Some(path.clone()),
                    });
                }
            }
        }
    }

    /// What it costs to attach across other fragments.
    fn distance(&self, tree: &Tree, fragment: usize, to: usize) -> f32 {
        let fragments = &self.sketch.fragments;
        if fragments[fragment].owner.is_some() {
            return 0.0;
        }
        let here = fragments[fragment].start;
        let nearest = tree.vars[to]
            .fragments
            .iter()
            .map(|other| {
                let there = fragments[*other].start;
                let (low, high) = (here.min(there), here.max(there));
                fragments
                    .iter()
                    .filter(|between| {
                        !between.implied && between.start > low && between.start < high
                    })
                    .count()
            })
            .min()
            .unwrap_or(1);
        let cost = 0.28 * nearest as f32;
        // What the question is after stays in mind.
        let main = self.sketch.asked.first();
        let salient = main.is_some_and(|main| tree.vars[to].namers.contains(main));
        if salient { cost.min(0.2) } else { cost }
    }

    /// Whether two variables can be one, and how good that is.
    fn unify(
        &self,
        tree: &Tree,
        fragment: usize,
        component: &Component,
        to: usize,
        from: usize,
    ) -> Option<f32> {
        let there = &tree.vars[to];
        let here = &component.vars[from];
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
                return (nested && beside).then_some(0.3);
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
                Some((one, other)) if self.said_to_be(one, other) => 0.8,
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
    fn direction(
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
    fn end_direction(&self, tree: &Tree, fragment: usize, to: usize) -> f32 {
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
    fn side_by_side(&self, there: &Var, fragment: usize) -> bool {
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
    fn said_to_be(&self, one: usize, other: usize) -> bool {
        let class = [one, other]
            .into_iter()
            .find(|at| matches!(self.sketch.fragments[*at].what, What::Class(_)));
        self.sketch.form == Form::YesNo
            && class.is_some_and(|class| {
                let start = self.sketch.fragments[class].start;
                start > 0 && ["a", "an"].contains(&self.words.at(start - 1))
            })
    }

    /// Whether two fragments stand side by side: *the supplier Drake Ltd*, *city of New York*.
    fn apposed(&self, one: usize, other: usize) -> bool {
        let (a, b) = (&self.sketch.fragments[one], &self.sketch.fragments[other]);
        let (first, second) = if a.start < b.start { (a, b) } else { (b, a) };
        let of = (first.end..second.start).any(|at| self.words.at(at) == "of");
        let place = ["city", "state", "town", "country", "province", "county"]
            .contains(&self.words.at(first.end - 1));
        self.adjacent(one, other) && (!of || place)
    }

    fn adjacent(&self, one: usize, other: usize) -> bool {
        let (a, b) = (&self.sketch.fragments[one], &self.sketch.fragments[other]);
        let (first, second) = if a.start < b.start { (a, b) } else { (b, a) };
        if second.start < first.end {
            return false;
        }
        (first.end..second.start).all(|at| {
            [
                "the", "'", "\"", "``", "a", "-", "of", "called", "named", "`", "“", "with",
                "label", "name", "id", "category",
            ]
            .contains(&self.words.at(at))
        })
    }

    fn said_again(&self, tree: &Tree, fragment: usize, to: usize) -> bool {
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

    /// What a detour costs where a thing could have the property itself.
    fn detour(&self, tree: &Tree, component: &Component, to: usize, from: usize) -> f32 {
        let owned = component.vars.len() > 1
            && from == 0
            && tree.vars[to].keys.meets(&component.vars[0].keys);
        if component.vars.len() == 1 {
            // The same seen from the other side: a thing joins a property whose owner it could be.
            let owns = |edge: &Edge| edge.from == to && edge.fragment.is_some();
            let Some(edge) = tree.edges.iter().find(|edge| owns(edge)) else {
                return 0.0;
            };
            let open = !tree.vars[to].is_named && tree.vars[to].nodes.is_none();
            if !open || !tree.vars[to].keys.meets(&component.vars[0].keys) {
                return 0.0;
            }
            return match (
                component.vars[0].nodes.is_some(),
                tree.vars[edge.to].literal,
            ) {
                (true, _) => 1.8,
                (false, true) => 1.0,
                (false, false) => 0.4,
            };
        }
        match (owned, tree.vars[to].nodes.is_some(), component.vars.get(1)) {
            (true, true, _) => 1.8,
            (true, false, Some(value)) if value.literal => 1.0,
            (true, false, _) => 0.4,
            (false, ..) => 0.0,
        }
    }

    /// Whether the ends of a path really have its first and last link.
    fn holds(&self, there: &Var, here: &Var, path: &Path) -> bool {
        let facts = &self.lexicon.facts;
        let has = |node: u32, predicate: u32, forth: bool| {
            if forth {
                facts.objects(node, predicate).next().is_some()
            } else {
                facts.subjects(node, predicate).next().is_some()
            }
        };
        let first = &path.steps[0];
        let last = &path.steps[path.steps.len() - 1];
        let starts = there.nodes.as_ref().is_none_or(|nodes| {
            nodes
                .iter()
                .any(|node| has(*node, first.predicate, first.is_forth()))
        });
        let ends = here.nodes.as_ref().is_none_or(|nodes| {
            nodes
                .iter()
                .any(|node| has(*node, last.predicate, !last.is_forth()))
        });
        starts && ends
    }

    /// What a path gains when its links are called like the things at its ends.
    fn shared_words(
        &self,
        tree: &Tree,
        component: &Component,
        to: usize,
        from: usize,
        fragment: usize,
        path: &Path,
    ) -> f32 {
        let mut mentioned: Vec<&str> = Vec::new();
        let mut mention = |at: usize| {
            let fragment = &self.sketch.fragments[at];
            for word in &self.words.words[fragment.start..fragment.end.min(self.words.len())] {
                mentioned.push(&word.root);
                mentioned.push(&word.lemma);
            }
        };
        mention(fragment);
        tree.vars[to].fragments.iter().for_each(|at| mention(*at));
        for class in [tree.vars[to].class, component.vars[from].class]
            .into_iter()
            .flatten()
        {
            mentioned.extend(
                self.lexicon.class_words[class as usize]
                    .iter()
                    .map(String::as_str),
            );
        }
        let mut gain: f32 = 0.0;
        for step in &path.steps {
            let words = self.paths.words(step.predicate);
            if words.iter().any(|word| mentioned.contains(&word.as_str())) {
                gain = gain.max(0.42);
            }
        }
        gain
    }

    /// Whether what is asked is what the question word asks for.
    fn agreement(&self, tree: &Tree) -> f32 {
        let Some(asked) = self
            .sketch
            .asked
            .first()
            .and_then(|asked| tree.ends[*asked].as_ref())
        else {
            return 0.0;
        };
        let fragment = &self.sketch.fragments[self.sketch.asked[0]];
        let var = &tree.vars[tree.asked_var(asked, fragment)];
        let mut score = 0.0;
        if self.lexicon.schema.is_auxiliary(&var.keys) && !var.literal && fragment.counted {
            score -= 0.3;
        } else if self.lexicon.schema.is_auxiliary(&var.keys) && !var.literal {
            score -= 0.8;
        }
        if self.sketch.sought == Some(Sought::Person) && !fragment.is_aggregate() {
            score += if var.literal {
                -0.8
            } else if self.is_person(var) {
                0.35
            } else {
                -0.35
            };
        }
        if let What::Nodes(_) = fragment.what {
            score -= 0.4;
        }
        score
    }

    fn is_person(&self, var: &Var) -> bool {
        const PEOPLE: &[&str] = &[
            "person",
            "employee",
            "agent",
            "staff",
            "manager",
            "member",
            "human",
            "people",
            "representative",
            "executive",
            "contact",
            "author",
        ];
        let schema = &self.lexicon.schema;
        var.keys.iter().any(|key| {
            schema.keys[key as usize].classes.iter().any(|class| {
                self.lexicon.class_words[*class as usize]
                    .iter()
                    .any(|word| PEOPLE.contains(&word.as_str()))
            })
        })
    }
}
