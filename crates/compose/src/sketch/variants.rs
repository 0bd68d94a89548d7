//! Other sketches that the same words may stand for.

use super::draw::called;
use super::{Form, Fragment, Sketch, What};
use crate::knowledge::gradable::{Degree, gradable};
use crate::lexicon::Lexicon;
use crate::lexicon::relation::ValueKind;
use crate::question::Words;
use crate::reading::Extreme;

/// A sketch and its variants.
pub(super) fn variants(words: &Words, lexicon: &Lexicon, sketch: Sketch) -> Vec<Sketch> {
    let mut found = Vec::new();
    let unscoped = without_scope(lexicon, &sketch);
    let typed = by_verb(words, lexicon, &sketch);
    let measured = by_quantity(lexicon, &sketch);
    for sketch in unscoped
        .into_iter()
        .chain(typed)
        .chain(measured)
        .chain([sketch])
    {
        found.extend(with_extreme(words, lexicon, &sketch));
        found.push(sketch);
    }
    found
}

/// *In the USA*, where nothing is linked to it and it is the only thing of its kind: all that there is.
fn without_scope(lexicon: &Lexicon, sketch: &Sketch) -> Option<Sketch> {
    if sketch.form == Form::YesNo {
        return None;
    }
    let schema = &lexicon.schema;
    let scope = sketch
        .fragments
        .iter()
        .position(|fragment| match &fragment.what {
            What::Nodes(nodes) => nodes.iter().all(|node| {
                schema.key_of[*node as usize].is_some_and(|key| {
                    schema.keys[key as usize].size == 1 && schema.links[key as usize].is_empty()
                })
            }),
            // In the country, of which there is one.
            What::Class(class) => {
                let class = &schema.classes[*class as usize];
                ["in", "of"].contains(&fragment.preposition.as_str())
                    && schema.size(&class.keys) == 1
                    && class
                        .keys
                        .iter()
                        .all(|key| schema.links[key as usize].is_empty())
            }
            _ => false,
        })?;
    let others = sketch.fragments.iter().enumerate().any(|(at, fragment)| {
        at != scope && matches!(fragment.what, What::Class(_) | What::Relation(_))
    });
    if !others || sketch.asked.contains(&scope) {
        return None;
    }
    let mut without = sketch.clone();
    without.remove(scope);
    without.score -= 0.3;
    Some(without)
}

/// *Which city does she live in*: the city is where she lives, not another property.
fn by_verb(words: &Words, lexicon: &Lexicon, sketch: &Sketch) -> Option<Sketch> {
    let main = *sketch.asked.first()?;
    let asked = &sketch.fragments[main];
    let before = words.at(asked.start.checked_sub(1)?);
    let is_kind = matches!(asked.what, What::Relation(_)) && !asked.verb && !asked.implied;
    if !is_kind || !["which", "what"].contains(&before) || sketch.asked.len() > 1 {
        return None;
    }
    let verb = sketch.fragments.iter().position(|fragment| {
        let What::Relation(readings) = &fragment.what else {
            return false;
        };
        fragment.verb
            && fragment.bounds.is_none()
            && readings.iter().any(|reading| {
                matches!(
                    lexicon.relations[reading.relation as usize].kind,
                    ValueKind::Text | ValueKind::Link
                )
            })
    })?;
    let mut other = sketch.clone();
    other.fragments[verb].verb = false;
    other.asked = vec![verb];
    other.remove(main);
    other.score -= 0.5;
    Some(other)
}

/// *The highest point*, where the graph has a property of that name: of all, if of nothing in particular.
fn with_extreme(words: &Words, lexicon: &Lexicon, sketch: &Sketch) -> Option<Sketch> {
    let (at, degree) = sketch
        .fragments
        .iter()
        .enumerate()
        .find_map(|(at, fragment)| {
            if fragment.extreme.is_some() || fragment.implied || fragment.counted {
                return None;
            }
            let span = words.words.get(fragment.start..fragment.end)?;
            let plural = span.last().is_some_and(|word| word.root != word.lower);
            if plural || !matches!(fragment.what, What::Relation(_) | What::Class(_)) {
                return None;
            }
            span.iter().find_map(|word| match gradable(&word.lower) {
                Some((Degree::Superlative, adjective)) => Some((at, adjective)),
                _ => None,
            })
        })?;
    let relations = called(lexicon, &degree.quantities);
    if relations.is_empty() {
        return None;
    }
    let mut with = sketch.clone();
    let place = with.fragments[at].start;
    let mut fragment = Fragment::new(What::Relation(relations), place, place + 1);
    fragment.implied = true;
    fragment.owner = Some(at);
    fragment.extreme = Some(Extreme {
        descending: degree.rising,
        limit: Some(1),
        offset: 0,
    });
    with.fragments.push(fragment);
    with.score += 0.1;
    Some(with)
}

/// *How many X are there in Y*, where X is one thing and lines say how many of it: what they say.
fn by_quantity(lexicon: &Lexicon, sketch: &Sketch) -> Option<Sketch> {
    let main = *sketch.asked.first()?;
    let asked = &sketch.fragments[main];
    let What::Nodes(nodes) = &asked.what else {
        return None;
    };
    let named = |fragment: &Fragment| matches!(fragment.what, What::Nodes(_));
    let several = sketch
        .fragments
        .iter()
        .filter(|fragment| named(fragment))
        .count()
        > 1;
    if !asked.counted || asked.bounds.is_some() || nodes.len() > 1 || !several {
        return None;
    }
    let schema = &lexicon.schema;
    let key = schema.key_of[*nodes.first()? as usize]?;
    let on_lines = |keys: &crate::lexicon::key_set::KeySet| {
        schema.is_auxiliary(keys)
            && schema.links[key as usize]
                .iter()
                .any(|link| keys.contains(link.to))
    };
    let relations: Vec<_> = called(lexicon, &["quantity", "qty", "count", "amount"])
        .into_iter()
        .filter(|reading| on_lines(&lexicon.relations[reading.relation as usize].subjects))
        .collect();
    if relations.is_empty() {
        return None;
    }
    let mut other = sketch.clone();
    let place = asked.start;
    other.fragments[main].counted = false;
    let mut fragment = Fragment::new(What::Relation(relations), place, place + 1);
    fragment.implied = true;
    other.fragments.push(fragment);
    other.asked[0] = other.fragments.len() - 1;
    other.score += 0.2;
    Some(other)
}
