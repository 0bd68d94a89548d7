//! The properties that make up a derived quantity, and the kinds of things that have all of them.

use super::component::Component;
use super::tree::Var;
use crate::knowledge::units::Unit;
use crate::lexicon::relation::{RelationId, ValueKind};
use crate::lexicon::{Element, Lexicon};
use crate::reading::Derived;

/// The properties of one thing that make up a quantity, of which the last may be missing.
pub(crate) fn parts(lexicon: &Lexicon, derived: Derived) -> Option<Vec<RelationId>> {
    match derived {
        Derived::Volume(_) => Some(vec![
            called(lexicon, "width")?,
            called(lexicon, "height")?,
            called(lexicon, "depth").or_else(|| called(lexicon, "length"))?,
        ]),
        Derived::Revenue | Derived::Gross => sold(lexicon),
        Derived::Rebate => {
            let mut parts = sold(lexicon)?;
            parts.push(discount(lexicon, parts[1])?);
            Some(parts)
        }
        Derived::Stock => {
            let stock = numbers(lexicon).find(|relation| {
                is_called(lexicon, *relation, &["stock", "inventory"])
                    && prices(lexicon, *relation).next().is_some()
            })?;
            Some(vec![stock, prices(lexicon, stock).next()?])
        }
    }
}

/// The discount on what has a price, as a share or in percent.
pub(crate) fn discount(lexicon: &Lexicon, price: RelationId) -> Option<RelationId> {
    let subjects = &lexicon.relations[price as usize].subjects;
    numbers(lexicon).find(|relation| {
        is_called(lexicon, *relation, &["discount", "rebate"])
            && lexicon.relations[*relation as usize]
                .subjects
                .meets(subjects)
    })
}

/// How many were sold, and at what price: of the lines of orders or bills.
fn sold(lexicon: &Lexicon) -> Option<Vec<RelationId>> {
    let quantities = numbers(lexicon).filter(|relation| {
        let info = &lexicon.relations[*relation as usize];
        is_called(lexicon, *relation, &["quantity", "qty", "piece"])
            && lexicon.schema.is_auxiliary(&info.subjects)
    });
    quantities
        .filter_map(|quantity| Some(vec![quantity, prices(lexicon, quantity).next()?]))
        .next()
}

/// The prices of what has another property.
fn prices(lexicon: &Lexicon, beside: RelationId) -> impl Iterator<Item = RelationId> {
    let subjects = &lexicon.relations[beside as usize].subjects;
    numbers(lexicon).filter(move |relation| {
        let info = &lexicon.relations[*relation as usize];
        *relation != beside
            && info.subjects.meets(subjects)
            && is_called(lexicon, *relation, &["price"])
            && info.unit.is_none_or(Unit::is_currency)
    })
}

fn numbers(lexicon: &Lexicon) -> impl Iterator<Item = RelationId> {
    let relations = lexicon.relations.iter().enumerate();
    relations
        .filter(|(_, relation)| relation.kind == ValueKind::Number)
        .map(|(at, _)| at as RelationId)
}

fn is_called(lexicon: &Lexicon, relation: RelationId, names: &[&str]) -> bool {
    let mut words = lexicon.relation_words(relation);
    words.any(|word| names.contains(&word))
}

/// The number that a word calls.
fn called(lexicon: &Lexicon, word: &str) -> Option<RelationId> {
    let expansion = vec![(word.to_owned(), 1.0)];
    let matches = lexicon.vocabulary.matches(&[(&expansion, "")]);
    matches
        .into_iter()
        .find_map(|matched| match matched.element {
            Element::Relation(relation)
                if lexicon.relations[relation as usize].kind == ValueKind::Number =>
            {
                Some(relation)
            }
            _ => None,
        })
}

/// The owner with the values that make up a quantity.
pub(super) fn component(lexicon: &Lexicon, at: usize, derived: Derived) -> Option<Component> {
    let parts = parts(lexicon, derived)?;
    let first = *parts.first()?;
    let mut keys = lexicon.relations[first as usize].subjects.clone();
    let mut vars = Vec::new();
    let mut links = Vec::new();
    for part in &parts {
        let info = &lexicon.relations[*part as usize];
        keys = keys.and(&info.subjects);
        let mut value = Var::new(lexicon.schema.no_keys(), at);
        value.literal = true;
        value.is_named = true;
        vars.push(value);
        links.push(info.path.clone());
    }
    vars.insert(0, Var::new(keys.clone(), at));
    (!keys.is_empty()).then_some(Component {
        vars,
        links,
        relation: Some(first),
        named: 1,
        score: 0.0,
    })
}
