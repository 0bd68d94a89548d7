//! Joins the fragments of a sketch into one pattern, by paths that exist in the graph.

mod attachments;
mod component;
pub(crate) mod derived;
mod paths;
mod sense;
mod tree;
mod unification;

use rustc_hash::FxHashSet;

use crate::lexicon::Lexicon;
use crate::question::Words;
use crate::reading::operator::Sought;
use crate::sketch::{Bounds, Sketch, What};
use attachments::repetition;
use component::{Component, components};
use paths::Path;
pub(crate) use paths::Paths;
pub(crate) use tree::{Tree, Var};

/// How many partial patterns are kept.
const BEAM: usize = 8;

/// How many ways to attach a fragment are followed up for each of them.
const WAYS: usize = 10;

/// The patterns that a sketch can stand for, the best first.
pub(crate) fn connect(
    words: &Words,
    lexicon: &Lexicon,
    paths: &mut Paths<'_>,
    sketch: &Sketch,
    most: usize,
) -> Vec<Tree> {
    let mut connector = Connector {
        words,
        lexicon,
        sketch,
        paths,
    };
    let mut found: Vec<Tree> = Vec::new();
    for order in orders(sketch) {
        if found.is_empty() || !connector.paths.is_weary() {
            found.extend(connector.grow(&order));
        }
    }
    for tree in &mut found {
        tree.score += connector.agreement(tree) + connector.sense(tree);
    }
    found.sort_by(|a, b| b.score.total_cmp(&a.score));
    let mut seen = FxHashSet::default();
    found.retain(|tree| seen.insert(tree.shape()));
    found.truncate(most);
    found
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

/// How classes of people are called.
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

/// How classes of others are called that do something, so that *who* may ask for them.
const ACTORS: &[&str] = &[
    "supplier",
    "vendor",
    "company",
    "organization",
    "organisation",
    "client",
    "customer",
    "carrier",
    "shipper",
    "partner",
    "department",
    "team",
    "group",
    "band",
    "club",
    "party",
    "institution",
    "university",
    "country",
];

struct Connector<'c, 'p> {
    words: &'c Words,
    lexicon: &'c Lexicon,
    sketch: &'c Sketch,
    paths: &'c mut Paths<'p>,
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

impl Connector<'_, '_> {
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
            next.truncate(if self.paths.is_weary() { 1 } else { BEAM });
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
                grown.score -= self.unequal(&grown, fragment);
                grown
            })
            .collect()
    }

    /// What it costs to link both of two things in different ways: *experts in both X and Y*.
    fn unequal(&self, tree: &Tree, fragment: usize) -> f32 {
        if !self.sketch.fragments[fragment].both {
            return 0.0;
        }
        let links = |fragment: usize| -> Vec<u32> {
            let Some(ends) = &tree.ends[fragment] else {
                return Vec::new();
            };
            let touching = tree
                .edges
                .iter()
                .filter(|edge| edge.from == ends.named || edge.to == ends.named);
            touching.map(|edge| edge.path[0]).collect()
        };
        let own = links(fragment);
        // What both are linked to is a third thing.
        let linked = |one: usize, other: usize| {
            let (Some(one), Some(other)) = (&tree.ends[one], &tree.ends[other]) else {
                return false;
            };
            tree.edges.iter().any(|edge| {
                let ends = [edge.from, edge.to];
                ends.contains(&one.named) && ends.contains(&other.named)
            })
        };
        let differs = (0..self.sketch.fragments.len()).any(|other| {
            other != fragment
                && self.sketch.fragments[other].both
                && tree.ends[other].is_some()
                && (linked(fragment, other) || !links(other).iter().any(|link| own.contains(link)))
        });
        if differs { 1.0 } else { 0.0 }
    }

    /// Whether a fragment is only there for something to be compared with.
    fn is_standard(&self, fragment: usize) -> bool {
        let fragments = &self.sketch.fragments;
        if let Some((_, other)) = self.sketch.difference
            && fragments[other].owner == Some(fragment)
            && matches!(fragments[fragment].what, What::Nodes(_))
        {
            return true;
        }
        fragments.iter().any(|other| match other.bounds {
            Some(Bounds::Other(_, standard)) => {
                fragments[standard].owner == Some(fragment)
                    && matches!(fragments[fragment].what, What::Nodes(_))
            }
            _ => false,
        })
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
        if var.class.is_some() {
            // Asked for by its own name.
        } else if self.lexicon.schema.is_auxiliary(&var.keys) && !var.literal && fragment.counted {
            score -= 0.3;
        } else if self.lexicon.schema.is_auxiliary(&var.keys) && !var.literal {
            score -= 0.8;
        }
        if self.sketch.sought == Some(Sought::Person) && !fragment.is_aggregate() {
            score += if var.literal {
                -0.8
            } else if self.is_called(var, PEOPLE) {
                0.35
            } else if self.is_called(var, ACTORS) || self.is_untyped(var) {
                -0.35
            } else {
                -1.2
            };
        }
        if let What::Nodes(_) = fragment.what {
            score -= 0.4;
        }
        score
    }

    /// Whether a variable is of a class that is called by one of these words.
    fn is_called(&self, var: &Var, called: &[&str]) -> bool {
        let schema = &self.lexicon.schema;
        var.keys.iter().any(|key| {
            schema.keys[key as usize].classes.iter().any(|class| {
                self.lexicon.class_words[*class as usize]
                    .iter()
                    .any(|word| called.contains(&word.as_str()))
            })
        })
    }

    /// Whether nothing is said about the class of a variable.
    fn is_untyped(&self, var: &Var) -> bool {
        let keys = &self.lexicon.schema.keys;
        var.keys
            .iter()
            .all(|key| keys[key as usize].classes.is_empty())
    }
}
