//! What a question is after.

use super::{Drawing, Piece};
use crate::knowledge::gradable::gradable;
use crate::lexicon::phrase::Side;
use crate::lexicon::relation::{RelationId, ValueKind};
use crate::lexicon::{Element, Lexicon};
use crate::reading::RelationReading;
use crate::reading::operator::Sought;
use crate::sketch::What;

impl Drawing<'_> {
    /// What the question is after.
    pub(super) fn choose_asked(&mut self) {
        self.group = self.group.filter(|group| !self.fragments[*group].negated);
        if !self.asked.is_empty() {
            return;
        }
        if self.words.at(0) == "whose"
            && let Some(owner) = self.possessor()
        {
            self.asked.push(owner);
            return;
        }
        let order: Vec<usize> = (0..self.pieces.len())
            .filter_map(|at| self.fragment_at(at))
            .collect();
        let seeks = |drawing: &Self, fragment: usize, sought: Sought| match &drawing.fragments
            [fragment]
            .what
        {
            What::Relation(relations) => relations
                .iter()
                .any(|reading| drawing.answers(reading.relation, sought)),
            _ => false,
        };
        if let Some(sought @ (Sought::Time | Sought::Place)) = self.sought {
            let fitting = order.iter().copied().find(|fragment| {
                seeks(self, *fragment, sought) && self.fragments[*fragment].bounds.is_none()
            });
            if let Some(fragment) = fitting {
                let lexicon = self.lexicon;
                if let What::Relation(relations) = &mut self.fragments[fragment].what {
                    relations.retain(|reading| answers(lexicon, reading.relation, sought));
                }
                self.fragments[fragment].verb = false;
                self.asked.push(fragment);
                return;
            }
            if let Some(fragment) = self.generic(sought) {
                self.asked.push(fragment);
                return;
            }
        }
        let plain = |fragment: &usize| {
            let fragment = &self.fragments[*fragment];
            fragment.bounds.is_none() && !fragment.implied && !fragment.negated
        };
        let is_node = |fragment: usize| {
            matches!(
                self.fragments[fragment].what,
                What::Nodes(_) | What::Values(_) | What::Text(..)
            )
        };
        let candidates: Vec<usize> = order
            .iter()
            .copied()
            .filter(plain)
            .filter(|fragment| Some(*fragment) != self.group || order.len() == 1)
            .collect();
        let Some(mut first) = candidates.first().copied() else {
            if let Some(owner) = order.first().and_then(|lacked| self.owner_of(*lacked)) {
                self.asked.push(owner);
            } else {
                self.asked.extend(order.first());
            }
            return;
        };
        // What do the parts cost: not the parts are asked, but what they cost.
        let what = self.words.at(0) == "what" && ["do", "does", "did"].contains(&self.words.at(1));
        let done = candidates.iter().copied().find(|fragment| {
            *fragment != first && matches!(self.fragments[*fragment].what, What::Relation(_))
        });
        if let Some(done) = done.filter(|_| what && self.is_thing(first)) {
            first = done;
        }
        // Gretel Roth's phone; the phone is asked, not Gretel Roth.
        let possessed =
            |fragment: usize| ["'s", "'"].contains(&self.words.at(self.fragments[fragment].end));
        let which = |fragment: usize| {
            let start = self.fragments[fragment].start;
            start > 0 && ["which", "what"].contains(&self.words.at(start - 1))
        };
        let graded = |fragment: usize| {
            let extremes = self.fragments.iter();
            let mut own = extremes.filter(|other| other.extreme.is_some() && other.implied);
            let before = self
                .words
                .at(self.fragments[fragment].start.wrapping_sub(1));
            gradable(before).is_some() && own.any(|other| other.owner == Some(fragment))
        };
        while is_node(first) && !self.tells_more(first) && !graded(first)
            || self.names_its_kind(first)
            || (possessed(first) && !which(first))
        {
            let next = candidates.iter().copied().find(|other| {
                self.fragments[*other].start >= self.fragments[first].end && !is_node(*other)
            });
            match next {
                Some(next) => first = next,
                None => break,
            }
        }
        // Which supplier country: a country.
        let head = candidates.iter().copied().find(|other| {
            let (one, two) = (&self.fragments[first], &self.fragments[*other]);
            let noun = |what: &What| matches!(what, What::Class(_) | What::Relation(_));
            one.end == two.start && !one.verb && !two.verb && noun(&one.what) && noun(&two.what)
        });
        let done = |head: &usize| {
            let after = self.words.words.get(self.fragments[*head].end);
            after.is_some_and(|word| word.tag.is_verb())
        };
        if let Some(head) = head.filter(|_| which(first)).filter(done) {
            first = head;
        }
        self.ask_owner(first);
        self.asked.push(first);
    }

    /// Those who could have what a fragment says they lack: *who has no manager*.
    fn owner_of(&mut self, lacked: usize) -> Option<usize> {
        if !self.fragments[lacked].negated {
            return None;
        }
        let What::Relation(readings) = &self.fragments[lacked].what else {
            // Of all that there is: no answer to such a question.
            self.sketch_score -= 1.5;
            return None;
        };
        let relation = readings.first()?.relation;
        self.imply_owner(lacked, relation)
    }

    /// Those whose property is named: *whose CV mentions French*.
    fn possessor(&mut self) -> Option<usize> {
        let possessed = (0..self.pieces.len()).find_map(|at| self.fragment_at(at))?;
        let relation = match &self.fragments[possessed].what {
            What::Relation(readings) => readings.first()?.relation,
            What::Text(_, relations) => *relations.first()?,
            _ => return None,
        };
        self.imply_owner(possessed, relation)
    }

    /// The class of those that can have a property, as its owner.
    pub(super) fn imply_owner(&mut self, owned: usize, relation: RelationId) -> Option<usize> {
        let schema = &self.lexicon.schema;
        let owners = &self.lexicon.relations[relation as usize].subjects;
        let class = (0..schema.classes.len())
            .filter(|class| owners.is_within(&schema.classes[*class].keys))
            .min_by_key(|class| schema.size(&schema.classes[*class].keys))?;
        let place = self.fragments[owned].start;
        let owner = self.imply(What::Class(class as u32), place);
        self.fragments[owned].owner = Some(owner);
        self.fragments[owned].verb = false;
        Some(owner)
    }

    /// Whether more is to be told about the things that a name stands for: *the cheapest breakers with
    /// their prices*.
    fn tells_more(&self, fragment: usize) -> bool {
        let name = &self.fragments[fragment];
        let last = &self.words.words[name.end - 1];
        let told = |at: usize| {
            ["with", "and", ","].contains(&self.words.at(at)) && self.words.at(at + 1) == "their"
        };
        last.root != last.lower && !last.capital && (name.end..self.words.len()).any(told)
    }

    /// Whether a class only says what a name beside it is: *the Production department*.
    fn names_its_kind(&self, fragment: usize) -> bool {
        let this = &self.fragments[fragment];
        let What::Class(class) = this.what else {
            return false;
        };
        let schema = &self.lexicon.schema;
        let members = &schema.classes[class as usize].keys;
        self.fragments.iter().any(|other| {
            let What::Nodes(nodes) = &other.what else {
                return false;
            };
            let beside = this.end == other.start || other.end == this.start;
            let first = nodes.first().and_then(|node| schema.key_of[*node as usize]);
            beside && first.is_some_and(|key| members.contains(key))
        })
    }

    pub(super) fn answers(&self, relation: RelationId, sought: Sought) -> bool {
        answers(self.lexicon, relation, sought)
    }

    /// *Who has a home address*: those that have one, not the address.
    fn ask_owner(&mut self, fragment: usize) {
        let start = self.fragments[fragment].start;
        let article = ["a", "an", "any", "the"].contains(&self.words.at(start.wrapping_sub(1)));
        let has = start.wrapping_sub(1 + usize::from(article));
        let asked = self.sought == Some(Sought::Person)
            && ["has", "have"].contains(&self.words.at(has))
            && self.words.at(has.wrapping_sub(1)) == "who";
        if !asked {
            return;
        }
        let lexicon = self.lexicon;
        if let What::Relation(readings) = &mut self.fragments[fragment].what {
            for reading in readings {
                if lexicon.relations[reading.relation as usize].kind == ValueKind::Link {
                    reading.side = Side::Subject;
                }
            }
        }
    }

    /// A property of the sought kind, where none is named.
    pub(super) fn generic(&mut self, sought: Sought) -> Option<usize> {
        let relations: Vec<RelationReading> = match sought {
            Sought::Time => self
                .lexicon
                .relations
                .iter()
                .enumerate()
                .filter(|(_, relation)| matches!(relation.kind, ValueKind::Date | ValueKind::Year))
                .map(|(at, _)| RelationReading {
                    relation: at as RelationId,
                    side: Side::Object,
                    score: 0.6,
                })
                .collect(),
            Sought::Place => {
                let mut found = Vec::new();
                for (rank, word) in [
                    "location", "place", "city", "locality", "address", "country", "state",
                ]
                .iter()
                .enumerate()
                {
                    let expansion = vec![((*word).to_owned(), 1.0)];
                    for matched in self.lexicon.vocabulary.matches(&[(&expansion, "")]) {
                        if let Element::Relation(relation) = matched.element
                            && !found
                                .iter()
                                .any(|known: &RelationReading| known.relation == relation)
                        {
                            found.push(RelationReading {
                                relation,
                                side: Side::Object,
                                score: 0.7 * matched.score - 0.02 * rank as f32,
                            });
                        }
                    }
                }
                found.truncate(8);
                found
            }
            Sought::Person => return None,
        };
        if relations.is_empty() {
            return None;
        }
        self.sketch_score -= 0.2;
        let fragment = self.imply(What::Relation(relations), 0);
        self.pieces.insert(0, Piece::Fragment(fragment));
        Some(fragment)
    }
}

/// Words by which places are called.
pub(super) const PLACES: &[&str] = &[
    "place",
    "city",
    "country",
    "location",
    "address",
    "state",
    "town",
    "region",
    "settlement",
    "locality",
    "continent",
    "territory",
    "street",
    "headquarters",
];

pub(super) fn answers(lexicon: &Lexicon, relation: RelationId, sought: Sought) -> bool {
    let relation = &lexicon.relations[relation as usize];
    match sought {
        Sought::Time => matches!(relation.kind, ValueKind::Date | ValueKind::Year),
        Sought::Place => {
            let own = relation.phrases.iter().flat_map(|phrase| &phrase.words);
            let called = own
                .map(|word| &word.root)
                .any(|word| PLACES.contains(&word.as_str()));
            let leads = relation.objects.iter().any(|key| {
                lexicon.schema.keys[key as usize]
                    .classes
                    .iter()
                    .any(|class| {
                        lexicon.class_words[*class as usize]
                            .iter()
                            .any(|word| PLACES.contains(&word.as_str()))
                    })
            });
            matches!(relation.kind, ValueKind::Link | ValueKind::Text) && (called || leads)
        }
        Sought::Person => relation.kind == ValueKind::Link,
    }
}
