//! Which properties are shown beside what a question is after.

use super::{Drawing, Piece};
use crate::lexicon::Element;
use crate::lexicon::phrase::Side;
use crate::reading::Operator;
use crate::reading::RelationReading;
use crate::sketch::{Bounds, Form, What};

impl Drawing<'_> {
    /// Further columns: what is listed beside the first, or told about it with *their*.
    pub(super) fn choose_columns(&mut self) {
        if self.form == Form::YesNo {
            return;
        }
        let Some(main) = self.asked.first().copied() else {
            return;
        };
        let colon = self
            .pieces
            .iter()
            .position(|piece| matches!(piece, Piece::Operator(Operator::Colon, _)));
        let mut listed = Vec::new();
        let mut chain = false;
        let mut joint = false;
        let mut possessive = false;
        for at in 0..self.pieces.len() {
            match &self.pieces[at] {
                Piece::Operator(
                    operator @ (Operator::And | Operator::Comma | Operator::Colon),
                    place,
                ) => {
                    joint = true;
                    // Which parts does it need, and in which quantity.
                    let after = usize::from(self.words.at(place + 1) == "in");
                    possessive |= matches!(operator, Operator::And)
                        && ["which", "what"].contains(&self.words.at(place + 1 + after));
                }
                Piece::Operator(Operator::Possessive, _) => possessive = true,
                Piece::Operator(Operator::Count | Operator::Aggregate(_) | Operator::Each, _) => {}
                Piece::Operator(..) => {
                    joint = false;
                }
                Piece::Fragment(fragment) => {
                    let fragment = *fragment;
                    if fragment == main {
                        chain = true;
                    } else if (self.may_be_column(fragment)
                        || (self.may_be_told(fragment)
                            && (possessive || (!listed.is_empty() && chain && joint))))
                        && ((chain && joint)
                            || possessive
                            || (chain && self.asked.contains(&fragment)))
                    {
                        listed.push(fragment);
                        chain = true;
                    } else if !self.fragments[fragment].implied {
                        let ends_list = !self.is_same_class(main, fragment);
                        if !self.owns(fragment, main) {
                            chain = chain && !ends_list && joint;
                        }
                        if colon.is_some_and(|colon| at < colon) || self.sees_colon(at, colon) {
                            chain = true;
                        }
                    }
                    joint = false;
                    possessive = false;
                }
            }
        }
        for fragment in listed {
            if !self.asked.contains(&fragment) && Some(fragment) != self.group {
                self.asked.push(fragment);
            }
        }
        if let Some(colon) = colon
            && self.asked.len() > 2
        {
            let place = match &self.pieces[colon] {
                Piece::Operator(_, place) => *place,
                Piece::Fragment(_) => 0,
            };
            let mentioned = self.fragments.iter().enumerate().any(|(at, fragment)| {
                at != main && fragment.start > place && self.is_same_class(main, at)
            });
            if self.fragments[main].start < place
                && !mentioned
                && matches!(self.fragments[main].what, What::Class(_) | What::Nodes(_))
            {
                self.asked.retain(|fragment| *fragment != main);
            }
        }
    }

    pub(super) fn sees_colon(&self, at: usize, colon: Option<usize>) -> bool {
        colon.is_some_and(|colon| at > colon && at - colon <= 1)
    }

    pub(super) fn is_same_class(&self, one: usize, other: usize) -> bool {
        matches!((&self.fragments[one].what, &self.fragments[other].what), (What::Class(a), What::Class(b)) if a == b)
    }

    /// Whether a name is that of which the main property is asked: *the price of X and the weight*.
    fn owns(&self, name: usize, main: usize) -> bool {
        let (name, main) = (&self.fragments[name], &self.fragments[main]);
        matches!(name.what, What::Nodes(_))
            && matches!(main.what, What::Relation(_))
            && name.preposition == "of"
            && self.words.at(main.end) == "of"
    }

    /// Whether a class can be told about something: *departments and their managers*.
    fn may_be_told(&self, fragment: usize) -> bool {
        let fragment = &self.fragments[fragment];
        matches!(fragment.what, What::Class(_))
            && fragment.bounds.is_none()
            && !fragment.negated
            && fragment.extreme.is_none()
    }

    pub(super) fn may_be_column(&self, fragment: usize) -> bool {
        let standard = self.fragments.iter().any(|other| {
            matches!(other.bounds, Some(Bounds::Other(_, standard)) if standard == fragment)
        });
        if standard {
            return false;
        }
        let fragment = &self.fragments[fragment];
        let column = match &fragment.what {
            What::Relation(_) | What::Derived(_) => true,
            _ => fragment.counted,
        };
        column
            && fragment.bounds.is_none()
            && !fragment.negated
            && fragment.extreme.is_none()
            && !fragment.implied
    }

    /// *Dimensions* are several properties, and so are *coordinates* and *contact details*.
    pub(super) fn unbundle(&mut self) {
        const BUNDLES: &[(&[&str], &[&str])] = &[
            (
                &["dimension", "measurement"],
                &["width", "height", "depth", "length"],
            ),
            (
                &["coordinate", "position"],
                &["latitude", "longitude", "lat", "long"],
            ),
            (
                &[
                    "contact detail",
                    "contact data",
                    "contact information",
                    "contact info",
                ],
                &["phone", "email"],
            ),
        ];
        for asked in self.asked.clone() {
            let fragment = &self.fragments[asked];
            let span = self.words.words.get(fragment.start..fragment.end);
            let roots: Vec<&str> = span
                .unwrap_or_default()
                .iter()
                .map(|word| word.root.as_str())
                .collect();
            let text = roots.join(" ");
            let Some((_, parts)) = BUNDLES
                .iter()
                .find(|(names, _)| names.contains(&text.as_str()))
            else {
                continue;
            };
            let What::Relation(_) = fragment.what else {
                continue;
            };
            let mut found: Vec<RelationReading> = Vec::new();
            for part in *parts {
                let expansion = vec![((*part).to_owned(), 1.0)];
                let matches = self.lexicon.vocabulary.matches(&[(&expansion, "")]);
                let exact = matches
                    .into_iter()
                    .find_map(|matched| match matched.element {
                        Element::Relation(relation) if matched.score > 0.9 => Some(relation),
                        _ => None,
                    });
                if let Some(relation) = exact
                    && found.iter().all(|known| known.relation != relation)
                {
                    found.push(RelationReading {
                        relation,
                        side: Side::Object,
                        score: 1.0,
                    });
                }
            }
            if found.len() < 2 {
                continue;
            }
            let mut copies = found.into_iter();
            self.fragments[asked].what = What::Relation(copies.next().into_iter().collect());
            let place = self.asked.iter().position(|at| *at == asked).unwrap_or(0);
            for (offset, reading) in copies.enumerate() {
                let mut copy = self.fragments[asked].clone();
                copy.what = What::Relation(vec![reading]);
                self.fragments.push(copy);
                self.asked
                    .insert(place + 1 + offset, self.fragments.len() - 1);
            }
        }
    }
}
