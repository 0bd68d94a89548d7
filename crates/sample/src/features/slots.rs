//! Where the features of entities, relations and classes are, slot by slot.

use super::mentions::{Kinds, Mentions};
use super::names::Case;
use super::wording::count_words;
use super::{At, Features, Value};

/// Puts the features of all three kinds; names and words of so many of each.
pub(super) fn put_mentions(features: &mut Features, kinds: &Kinds, slots: usize) {
    for (kind, places) in [
        (&kinds.entities, &ENTITIES),
        (&kinds.relations, &RELATIONS),
        (&kinds.classes, &CLASSES),
    ] {
        put_kind(features, kind, places, slots);
    }
}

/// Where the features of a kind of mention are.
struct Places {
    total: At,
    average: At,
    names: [At; 3],
    words: [At; 3],
    iris: [At; 2],
    explicit: [At; 2],
}

const ENTITIES: Places = Places {
    total: At::totalEntities,
    average: At::avgEntitiesWords,
    names: [At::entity1, At::entity2, At::entity3],
    words: [
        At::totalWordsEntity1,
        At::totalWordsEntity2,
        At::totalWordsEntity3,
    ],
    iris: [At::entity1URI, At::entity2URI],
    explicit: [At::isExplicitEntity1, At::isExplicitEntity2],
};

const RELATIONS: Places = Places {
    total: At::totalRelations,
    average: At::avgRelationsWords,
    names: [At::relation1, At::relation2, At::relation3],
    words: [
        At::totalWordsRelation1,
        At::totalWordsRelation2,
        At::totalWordsRelation3,
    ],
    iris: [At::relation1URI, At::relation2URI],
    explicit: [At::isExplicitRelation1, At::isExplicitRelation2],
};

const CLASSES: Places = Places {
    total: At::totalClasses,
    average: At::avgClassesWords,
    names: [At::class1, At::class2, At::class3],
    words: [
        At::totalWordsClass1,
        At::totalWordsClass2,
        At::totalWordsClass3,
    ],
    iris: [At::class1URI, At::class2URI],
    explicit: [At::isExplicitClass1, At::isExplicitClass2],
};

fn put_kind(features: &mut Features, kind: &Mentions, places: &Places, slots: usize) {
    features.put(places.total, Value::Integer(kind.total as i64));
    let mut sum = 0;
    for (number, (name, count_at)) in places
        .names
        .iter()
        .zip(places.words)
        .take(slots)
        .enumerate()
    {
        let text = kind.names.get(number).cloned().unwrap_or_default();
        let count = count_words(&text);
        sum += count;
        features.put(*name, Value::Text(text));
        features.put(count_at, Value::Integer(count));
    }
    let further: i64 = kind
        .names
        .iter()
        .skip(slots)
        .map(|name| count_words(name))
        .sum();
    let average = match kind.total {
        0 => 0.0,
        total => (sum + further) as f64 / total as f64,
    };
    features.put(places.average, Value::Double(average));
    for (number, (iri, explicit)) in places.iris.iter().zip(places.explicit).enumerate() {
        let text = kind.iris.get(number).cloned().unwrap_or_default();
        features.put(*iri, Value::Text(text));
        let holds = kind.explicit.get(number).copied().unwrap_or(false);
        features.put(explicit, Value::Boolean(holds));
    }
}

/// How the question writes the labels of its entities.
pub(super) fn put_case(features: &mut Features, entities: &Mentions) {
    let lower = entities.cases.contains(&Case::Lower);
    features.put(At::hasLowerCaseLabel, Value::Boolean(lower));
    if let Some((first, others)) = entities.cases.split_first() {
        let alike = others.iter().all(|case| case == first);
        let case = if alike { *first } else { Case::Mixed };
        features.put(At::labelCase, Value::Text(case.as_str().to_owned()));
    }
}
