//! What a ranker of small queries sees of a question: places of words, and the features of a query.

use rustc_hash::FxHashMap;

use super::{FEATURES, Habits, direction, is_chain, share};
use crate::components::queries::shape::{End, Form, Given, Shape};
use crate::components::relations::property_index::{Fit, PropertyIndex};
use crate::components::wording::Wording;
use crate::learn::TextRidge;
use crate::resources::Resources;

/// The words for the shape model: beside entities, the places of properties and classes are marked too.
pub(super) fn shape_text(wording: &Wording<'_>, places: &Places) -> String {
    let mut text = wording.masked();
    let marked: Vec<String> = (0..wording.words.len())
        .map(|at| {
            let word = &wording.words[at];
            if !wording.is_free(at) {
                return if word.is_punctuation() {
                    String::new()
                } else {
                    "ent_".to_owned()
                };
            }
            let property = places
                .properties
                .iter()
                .position(|fit| fit.is_some_and(|fit| (fit.first..fit.end).contains(&at)));
            match (property, places.classes.contains(&Some(at))) {
                (Some(_), _) => "rel_".to_owned(),
                (None, true) => "class_".to_owned(),
                _ => word.lower.clone(),
            }
        })
        .collect();
    let mut before = "";
    text.push_str(" | ");
    for word in &marked {
        if word != before || !word.ends_with('_') {
            text.push_str(word);
            text.push(' ');
        }
        before = word;
    }
    text
}

/// Where the given properties and classes stand in the question.
pub(super) struct Places {
    properties: Vec<Option<Fit>>,
    classes: Vec<Option<usize>>,
}

impl Places {
    pub(super) fn of(wording: &Wording<'_>, given: &Given, resources: &Resources) -> Self {
        let index = resources.derived(PropertyIndex::new);
        let fits = index.fits(wording);
        let properties = given
            .properties
            .iter()
            .map(|iri| {
                let number = resources.properties().number(iri)? as u32;
                let at = fits
                    .binary_search_by_key(&number, |fit| fit.property)
                    .ok()?;
                (fits[at].related >= 0.3).then_some(fits[at])
            })
            .collect();
        let classes = given
            .classes
            .iter()
            .map(|iri| {
                let label = crate::fold::identifier_words(&crate::fold::local_name(iri));
                let last = crate::fold::fold(label.last()?);
                let stem = lydite_language::stem(&last, lydite_language::Lang::En);
                (0..wording.words.len())
                    .find(|at| wording.is_free(*at) && wording.words[*at].stem == stem)
            })
            .collect();
        Self {
            properties,
            classes,
        }
    }
}

/// What the ranker sees of a question.
pub(super) struct View<'a> {
    pub(super) wording: &'a Wording<'a>,
    pub(super) given: &'a Given,
    pub(super) places: &'a Places,
    pub(super) scores: FxHashMap<String, (usize, f64)>,
    pub(super) habits: &'a Habits,
    pub(super) own: Habits,
}

impl View<'_> {
    fn entity_place(&self, at: usize) -> Option<usize> {
        let iri = &self.given.entities[at];
        let named = self
            .wording
            .entities
            .iter()
            .find(|named| named.iri == *iri)?;
        named.words.as_ref().map(|words| words.start)
    }

    pub(super) fn row(&self, shape: &Shape) -> [f64; FEATURES] {
        let signature = shape.signature();
        let (rank, score) = self
            .scores
            .get(&signature)
            .copied()
            .unwrap_or((99, f64::NAN));
        let own_shape = self.own.shapes.get(&signature).copied().unwrap_or_default();
        let seen = self
            .habits
            .shapes
            .get(&signature)
            .copied()
            .unwrap_or_default();
        let seen = f64::from(seen.saturating_sub(own_shape));
        let mut row = [f64::NAN; FEATURES];
        row[0] = score;
        row[1] = rank as f64;
        row[2] = seen.ln_1p();
        row[3] = shape.facts.len() as f64;
        row[4] = match shape.form {
            Form::Select => 0.0,
            Form::Count => 1.0,
            Form::Ask => 2.0,
        };
        row[5] = self.given.entities.len() as f64;
        row[6] = self.given.properties.len() as f64;
        row[7] = match &shape.class {
            None => 0.0,
            Some((End::Asked, _)) => 1.0,
            Some(_) => 2.0,
        };
        row[8] = f64::from(u8::from(is_chain(shape)));
        row[9] = f64::from(u8::from(
            matches!(&shape.facts[..], [one, other] if one.property == other.property),
        ));
        let mut habit_sum = 0.0;
        for (at, fact) in shape.facts.iter().enumerate().take(2) {
            let property = &self.given.properties[fact.property];
            let (subject, near) = direction(fact);
            let (table, own) = if near {
                (&self.habits.near, &self.own.near)
            } else {
                (&self.habits.far, &self.own.far)
            };
            let other_table = if near {
                &self.habits.far
            } else {
                &self.habits.near
            };
            let own_counts = own.get(property).copied().unwrap_or_default();
            // What is not known of one step, the other step may tell.
            let other = share(other_table.get(property).copied(), [0, 0], 0.5);
            let prior = if near { 0.3 * 0.5 + 0.7 * other } else { other };
            let own_other = if near { &self.own.far } else { &self.own.near };
            let prior = match own_other.get(property) {
                Some(counts) => share(other_table.get(property).copied(), *counts, 0.5),
                None => prior,
            };
            let as_subject = share(table.get(property).copied(), own_counts, prior);
            let habit = if subject {
                as_subject
            } else {
                1.0 - as_subject
            };
            habit_sum += habit.max(1e-3).ln();
            let count = table.get(property).copied().unwrap_or_default();
            let count = (count[0] + count[1]).saturating_sub(own_counts[0] + own_counts[1]);
            let base = 10 + at * 9;
            row[base] = habit;
            row[base + 1] = f64::from(count).ln_1p();
            row[base + 2] = f64::from(u8::from(subject));
            let own_hops = self.own.hops.get(property).copied().unwrap_or_default();
            let first = share(self.habits.hops.get(property).copied(), own_hops, 0.5);
            row[base + 3] = if near { first } else { 1.0 - first };
            let place = self.places.properties[fact.property];
            let entity = match (&fact.subject, &fact.object) {
                (End::Entity(at), _) | (_, End::Entity(at)) => self.entity_place(*at),
                _ => shape
                    .facts
                    .iter()
                    .find_map(|fact| match (&fact.subject, &fact.object) {
                        (End::Entity(at), _) | (_, End::Entity(at)) => self.entity_place(*at),
                        _ => None,
                    }),
            };
            if let Some(fit) = place {
                let follows = self
                    .wording
                    .words
                    .get(fit.end)
                    .map_or("", |word| word.lower.as_str());
                row[base + 4] = match follows {
                    "of" => 1.0,
                    "by" => 2.0,
                    "in" | "at" | "on" => 3.0,
                    "to" | "for" | "from" | "with" => 4.0,
                    "is" | "are" | "was" | "were" => 5.0,
                    _ => 0.0,
                };
                row[base + 5] = fit.first as f64;
                row[base + 6] = tag_class(self.wording, fit.end.saturating_sub(1));
                row[base + 7] = fit.exact;
                if let Some(entity) = entity {
                    row[base + 8] = entity as f64 - fit.first as f64;
                }
            }
        }
        row[28] = habit_sum;
        let distance = |at: usize| row[10 + at * 9 + 8].abs();
        row[29] = distance(0) - distance(1);
        row[30] = row[15] - row[24];
        let ends: Vec<usize> = shape
            .facts
            .iter()
            .flat_map(|fact| [&fact.subject, &fact.object])
            .filter_map(|end| match end {
                End::Entity(at) => self.entity_place(*at),
                _ => None,
            })
            .collect();
        if let [one, other, ..] = ends[..] {
            row[31] = one as f64 - other as f64;
        }
        row[32] = self.wording.words.len() as f64;
        row[33] = first_word(self.wording);
        if let Some(Some(class)) = self.places.classes.first() {
            row[34] = *class as f64;
            row[35] = *class as f64 - row[15];
            row[36] = *class as f64 - row[24];
        }
        row[37] = ends.first().map_or(f64::NAN, |place| *place as f64);
        row[38] = row[13] + row[22];
        row[39] = row[10] * if row[19].is_nan() { 1.0 } else { row[19] };
        row
    }
}

fn tag_class(wording: &Wording<'_>, at: usize) -> f64 {
    let tag = wording.words.get(at).map(|word| format!("{:?}", word.tag));
    match tag.as_deref() {
        Some("NN") => 1.0,
        Some("NNS") => 2.0,
        Some("VBN") => 3.0,
        Some("VBD") => 4.0,
        Some(tag) if tag.starts_with("VB") => 5.0,
        Some(tag) if tag.starts_with("JJ") => 6.0,
        _ => 0.0,
    }
}

fn first_word(wording: &Wording<'_>) -> f64 {
    const FIRST: &[&str] = &[
        "who", "whom", "whose", "what", "which", "where", "when", "how", "name", "list", "give",
        "count", "is", "was", "does", "did", "in", "to",
    ];
    let first = wording.words.first().map_or("", |word| word.lower.as_str());
    FIRST
        .iter()
        .position(|known| *known == first)
        .map_or(0.0, |at| at as f64 + 1.0)
}

pub(super) fn scores(model: &TextRidge, text: &str) -> FxHashMap<String, (usize, f64)> {
    let mut scored: Vec<(f32, &String)> =
        model.scores(text).into_iter().zip(model.labels()).collect();
    scored.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(b.1)));
    let ranked = scored.into_iter().enumerate();
    ranked
        .map(|(rank, (score, label))| (label.clone(), (rank, f64::from(score))))
        .collect()
}
