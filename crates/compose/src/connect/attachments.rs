//! Ways to attach what a fragment stands for to a growing pattern.

use super::component::Component;
use super::paths::Path;
use super::tree::{Edge, Tree, Var};
use super::{Attachment, Connector};
use crate::lexicon::Lexicon;
use crate::sketch::Sketch;

impl<'c> Connector<'c, '_> {
    pub(super) fn ways(
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
                let mentioned = self.mentioned(tree, component, to, from, fragment);
                let paths = self
                    .paths
                    .between(&tree.vars[to].keys, &component.vars[from].keys);
                self.paths.look_at(1 + paths.len());
                for path in paths.iter() {
                    let holds = self.holds(&tree.vars[to], &component.vars[from], path);
                    if !holds && path.steps.len() > 1 {
                        continue;
                    }
                    // What nothing is linked to in this way: the answer may be that there is none.
                    let empty = if holds { 0.0 } else { 0.6 };
                    let mut score = base - empty + path.score + self.shared_words(&mentioned, path);
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
    pub(super) fn distance(&self, tree: &Tree, fragment: usize, to: usize) -> f32 {
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

    /// What a detour costs where a thing could have the property itself.
    pub(super) fn detour(&self, tree: &Tree, component: &Component, to: usize, from: usize) -> f32 {
        let owned = component.vars.len() > 1
            && from == 0
            && tree.vars[to].keys.meets(&component.vars[0].keys);
        if component.vars.len() == 1 {
            // The same seen from the other side: a thing joins a property whose owner it could be.
            let owns = |edge: &Edge| edge.from == to && edge.fragment.is_some();
            let open = !tree.vars[to].is_named && tree.vars[to].nodes.is_none();
            if !open || !tree.vars[to].keys.meets(&component.vars[0].keys) {
                return 0.0;
            }
            let Some(edge) = tree.edges.iter().find(|edge| owns(edge)) else {
                // Or whose value: rivers that run through Maine run through none beside it.
                let is_value = |edge: &Edge| edge.to == to && edge.fragment.is_some();
                let named = component.vars[0].nodes.is_some();
                let value = named && tree.edges.iter().any(is_value);
                return if value { 1.8 } else { 0.0 };
            };
            return match (
                component.vars[0].nodes.is_some(),
                tree.vars[edge.to].literal,
            ) {
                (true, _) => 1.8,
                (false, true) => 1.0,
                (false, false) => 0.4,
            };
        }
        if from == 1 && tree.vars[to].nodes.is_some() {
            let fits = tree.vars[to].keys.meets(&component.vars[1].keys);
            return if fits { 1.8 } else { 0.0 };
        }
        match (owned, tree.vars[to].nodes.is_some(), component.vars.get(1)) {
            (true, true, _) => 1.8,
            (true, false, Some(value)) if value.literal => 1.0,
            (true, false, _) => 0.4,
            (false, ..) => 0.0,
        }
    }

    /// Whether the ends of a path really have its first and last link.
    pub(super) fn holds(&self, there: &Var, here: &Var, path: &Path) -> bool {
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

    /// The words by which the things at the ends of a path are called.
    fn mentioned(
        &self,
        tree: &Tree,
        component: &Component,
        to: usize,
        from: usize,
        fragment: usize,
    ) -> Vec<&'c str> {
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
        mentioned
    }

    /// What a path gains when its links are called like the things at its ends.
    fn shared_words(&self, mentioned: &[&str], path: &Path) -> f32 {
        let mut gain: f32 = 0.0;
        for step in &path.steps {
            for phrase in self.paths.phrases(step.predicate).iter() {
                let said = phrase
                    .iter()
                    .filter(|word| mentioned.contains(&word.as_str()))
                    .count();
                let share = said as f32 / phrase.len().max(1) as f32;
                gain = gain.max(0.42 * share);
            }
        }
        gain
    }
}

/// What it costs to say the same of the same thing twice: once is meant.
pub(super) fn repetition(tree: &Tree, fragment: usize, sketch: &Sketch, lexicon: &Lexicon) -> f32 {
    let single_valued = |predicate: u32| {
        lexicon
            .relations
            .iter()
            .any(|relation| relation.path[0] == predicate && relation.fan_out() < 1.5)
    };
    let exempt = |at: usize| {
        let fragment = &sketch.fragments[at];
        fragment.both
            || fragment.negated
            || fragment.implied
            || fragment.aggregate.is_some()
            || fragment.bounds.is_some()
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
    // The same link once more, for which no word stands, from something that no word names.
    let sideways = tree.edges.iter().enumerate().any(|(at, edge)| {
        let again = |other: &&Edge| {
            let bare = |var: usize| !tree.vars[var].is_named;
            let joined = other.to == edge.to && (bare(other.from) || bare(edge.from))
                || other.to == edge.from && (bare(other.from) || bare(edge.to))
                || other.from == edge.to && (bare(other.to) || bare(edge.from));
            let unnamed = edge.fragment.is_none() || other.fragment.is_none();
            other.path == edge.path && unnamed && (other.from == edge.from || joined)
        };
        let others = tree.edges[..at].iter().filter(again);
        edge.cause == fragment && others.into_iter().any(|other| !exempt(other.cause))
    });
    match (repeated, sideways) {
        (true, _) => 1.0,
        (false, true) => 0.4,
        (false, false) => 0.0,
    }
}
