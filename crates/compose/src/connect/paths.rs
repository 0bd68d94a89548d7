//! Short paths between kinds of nodes, over the schema rather than the data.

use std::cell::RefCell;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::lexicon::Lexicon;
use crate::lexicon::facts::TermId;
use crate::lexicon::key_set::KeySet;
use crate::lexicon::schema::Way;

/// A step of a path, and the kinds of nodes that it leads to.
#[derive(Clone, Debug)]
pub(super) struct Step {
    pub(super) predicate: TermId,
    pub(super) way: Way,
    pub(super) keys: Rc<KeySet>,
    /// How usual it is for the nodes before it.
    support: f32,
}

impl Step {
    pub(super) fn is_forth(&self) -> bool {
        self.way == Way::Forth
    }
}

/// A path of one to three steps.
#[derive(Clone, Debug)]
pub(super) struct Path {
    pub(super) steps: Vec<Step>,
    pub(super) score: f32,
}

/// More paths than these between two kinds say nothing.
const MOST: usize = 24;

/// Words of the phrases by which a predicate is called.
type Phrases = Rc<Vec<Vec<String>>>;

/// Paths that were looked for, kept for the time of a question: its sketches ask for the same ones.
pub(crate) struct Paths<'l> {
    lexicon: &'l Lexicon,
    found: FxHashMap<(KeySet, KeySet), Rc<Vec<Path>>>,
    steps: FxHashMap<KeySet, Rc<Vec<Step>>>,
    phrases: RefCell<FxHashMap<TermId, Phrases>>,
    /// How many paths were looked at.
    looked_at: usize,
}

/// So many paths are looked at for a question before the search becomes narrow: steps rather than time, so that
/// the same question has the same answer on any machine.
const EFFORT: usize = 100_000;

impl<'l> Paths<'l> {
    pub(crate) fn new(lexicon: &'l Lexicon) -> Self {
        Self {
            lexicon,
            found: FxHashMap::default(),
            steps: FxHashMap::default(),
            phrases: RefCell::default(),
            looked_at: 0,
        }
    }

    /// Whether so much was looked at that only the best should be followed up.
    pub(crate) fn is_weary(&self) -> bool {
        self.looked_at > EFFORT
    }

    /// Says that so many paths were looked at.
    pub(super) fn look_at(&mut self, paths: usize) {
        self.looked_at += paths;
    }

    /// The phrases by which a predicate is called.
    pub(super) fn phrases(&self, predicate: TermId) -> Phrases {
        let mut known = self.phrases.borrow_mut();
        let phrases = known.entry(predicate).or_insert_with(|| {
            let relations = self.lexicon.relations.iter();
            let own = relations.filter(|relation| relation.path[0] == predicate);
            let phrases = own.flat_map(|relation| &relation.phrases);
            let sure = phrases.filter(|phrase| phrase.base > 0.8);
            let words = sure.map(|phrase| phrase.words.iter().map(|word| word.root.clone()));
            Rc::new(words.map(Iterator::collect).collect())
        });
        Rc::clone(phrases)
    }

    /// The paths from one kind of nodes to another, the best first.
    pub(super) fn between(&mut self, from: &KeySet, to: &KeySet) -> Rc<Vec<Path>> {
        let key = (from.clone(), to.clone());
        if let Some(found) = self.found.get(&key) {
            return Rc::clone(found);
        }
        let mut paths: Vec<Path> = Vec::new();
        let first_steps = self.steps_from(from);
        for first in first_steps.iter() {
            if first.keys.meets(to) {
                paths.push(self.path(vec![first.clone()]));
            }
            let through_connector = self.lexicon.schema.is_auxiliary(&first.keys);
            let seconds = self.steps_from(&first.keys);
            self.looked_at += seconds.len();
            for second in seconds.iter() {
                if second.predicate == first.predicate {
                    continue;
                }
                if second.keys.meets(to) {
                    paths.push(self.path(vec![first.clone(), second.clone()]));
                }
                let connector = through_connector || self.lexicon.schema.is_auxiliary(&second.keys);
                if !connector || paths.len() > 400 || self.is_weary() {
                    continue;
                }
                let thirds = self.steps_from(&second.keys);
                self.looked_at += thirds.len();
                for third in thirds.iter() {
                    if third.predicate != second.predicate
                        && third.predicate != first.predicate
                        && third.keys.meets(to)
                    {
                        paths.push(self.path(vec![first.clone(), second.clone(), third.clone()]));
                    }
                }
            }
        }
        paths.sort_by(|a, b| b.score.total_cmp(&a.score));
        paths.truncate(MOST);
        let paths = Rc::new(paths);
        self.found.insert(key, Rc::clone(&paths));
        paths
    }

    fn path(&self, steps: Vec<Step>) -> Path {
        let mut score = -0.5 - 0.42 * (steps.len() - 1) as f32;
        for step in &steps[..steps.len() - 1] {
            if self.lexicon.schema.is_auxiliary(&step.keys) {
                score += 0.32;
            }
        }
        for step in &steps {
            score += 0.22 * step.support.max(0.001).log10();
        }
        Path { steps, score }
    }

    fn steps_from(&mut self, from: &KeySet) -> Rc<Vec<Step>> {
        if let Some(steps) = self.steps.get(from) {
            return Rc::clone(steps);
        }
        let schema = &self.lexicon.schema;
        let mut by_link: FxHashMap<(TermId, Way), (KeySet, u32)> = FxHashMap::default();
        for key in from.iter() {
            for link in &schema.links[key as usize] {
                let entry = by_link
                    .entry((link.predicate, link.way))
                    .or_insert_with(|| (schema.no_keys(), 0));
                entry.0.insert(link.to);
                entry.1 += link.triples;
            }
        }
        let size = schema.size(from).max(1) as f32;
        let mut steps: Vec<Step> = by_link
            .into_iter()
            .map(|((predicate, way), (keys, triples))| Step {
                predicate,
                way,
                keys: Rc::new(keys),
                support: (triples as f32 / size).min(1.0),
            })
            .collect();
        steps.sort_by(|a, b| {
            b.support
                .total_cmp(&a.support)
                .then((a.predicate, a.way).cmp(&(b.predicate, b.way)))
        });
        steps.truncate(60);
        let steps = Rc::new(steps);
        self.steps.insert(from.clone(), Rc::clone(&steps));
        steps
    }
}
