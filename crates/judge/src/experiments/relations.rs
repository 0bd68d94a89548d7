//! RE2KB: the triple patterns of the query behind a question.
//!
//! Variables are nothing in particular, so that a renamed variable makes no difference. GERBIL reads
//! only the part of a query before the first path or variable predicate; we read all of it.

use lydite_model::{Experiment, Gold};

use super::one_to_one::{self, Item, Pairs, meant, offered};
use super::reading::{Object, Relation, State};
use super::{Finding, Task, figures};
use crate::Knowledge;
use crate::rules::gerbil::same;

pub(super) const GERBIL: Task = Task {
    experiment: Experiment::Relations,
    judge: |sides| {
        let pairs = pair(
            &sides.gold.triples,
            &sides.system.triples,
            sides.case.knowledge,
        );
        let gold = if sides.gold.triples.is_empty() {
            Gold::Empty
        } else {
            Gold::Answerable
        };
        Finding {
            evidence: Some(pairs.evidence),
            ..Finding::of_counts(pairs.counts, gold, State::of(&sides.system.triples))
        }
    },
    figures: &figures::PLAIN,
    part_figures: &[],
    averages_all: true,
};

pub(super) const LYDITE: Task = Task {
    experiment: Experiment::Relations,
    judge: |sides| {
        let knowledge = sides.case.knowledge;
        let items = |triples: &[Relation]| -> Vec<Item<Relation>> {
            let item = |triple: &Relation| (normal(triple, knowledge), triple.to_string());
            triples.iter().map(item).collect()
        };
        let pairs = one_to_one::pair(items(&sides.gold.triples), items(&sides.system.triples));
        let inside = sides.case.gold.scope.is_inside();
        let gold = offered(inside, sides.gold.state, sides.gold.triples.is_empty());
        pairs.judged(gold, sides.system.state)
    },
    figures: &figures::LYDITE,
    part_figures: &figures::EMPTY_GOLD,
    averages_all: false,
};

fn normal(triple: &Relation, knowledge: &dyn Knowledge) -> Relation {
    Relation {
        subject: triple.subject.as_deref().map(|iri| meant(iri, knowledge)),
        predicate: triple.predicate.as_deref().map(|iri| meant(iri, knowledge)),
        object: match &triple.object {
            Object::Iri(iri) => Object::Iri(meant(iri, knowledge)),
            Object::Text(text) => Object::Text(text.trim().to_owned()),
            Object::Nothing => Object::Nothing,
        },
    }
}

/// Pairs triples as GERBIL does: one to one, gold URIs by all their names.
///
/// ```
/// use lydite_judge::NoKnowledge;
/// use lydite_judge::experiments::{Reading, pair_relations};
/// use lydite_model::Query;
/// let triples = |query: &str| Reading::gerbil(&Query::sparql(query)).triples;
/// let gold = triples("ASK { ?x <a:p> <a:o> . ?x <a:q> ?y }");
/// let system = triples("ASK { ?film <a:p> <a:o> }");
/// assert_eq!(pair_relations(&gold, &system, &NoKnowledge).counts.tp, 1);
/// ```
pub fn pair(gold: &[Relation], system: &[Relation], knowledge: &dyn Knowledge) -> Pairs {
    let mut pairs = Pairs::default();
    let mut used = vec![false; system.len()];
    for triple in gold {
        let found = system
            .iter()
            .enumerate()
            .position(|(at, other)| !used[at] && matches(triple, other, knowledge));
        match found {
            Some(at) => {
                used[at] = true;
                pairs.counts.tp += 1;
                pairs.evidence.matched.push(lydite_model::Match {
                    gold: triple.to_string(),
                    system: system[at].to_string(),
                    rule: "the same triple".to_owned(),
                });
            }
            None => {
                pairs.counts.fn_ += 1;
                pairs.evidence.missed.push(triple.to_string());
            }
        }
    }
    for (triple, _) in system.iter().zip(used).filter(|(_, used)| !used) {
        pairs.counts.fp += 1;
        pairs.evidence.surplus.push(triple.to_string());
    }
    pairs
}

fn matches(gold: &Relation, system: &Relation, knowledge: &dyn Knowledge) -> bool {
    let same = |gold: &Option<String>, system: &Option<String>| match (gold, system) {
        (Some(gold), Some(system)) => {
            gold == system || same::closure(gold, knowledge).contains(system)
        }
        (None, None) => true,
        _ => false,
    };
    let objects = match (&gold.object, &system.object) {
        (Object::Iri(gold), Object::Iri(system)) => {
            gold == system || same::closure(gold, knowledge).contains(system)
        }
        (gold, system) => gold == system,
    };
    objects && same(&gold.subject, &system.subject) && same(&gold.predicate, &system.predicate)
}
