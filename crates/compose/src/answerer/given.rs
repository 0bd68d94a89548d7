//! Queries for a question of which it is known what its words mean: the readings of the joint system, held to
//! the entities, relations and classes that were linked.

use lydite_sparql::{Dialect, Structure, parse};
use rustc_hash::FxHashSet;

use super::{Answerer, COVERINGS};
use crate::annotation::{AnnotatedQuestion, Annotation, Kind, Span};
use crate::lexicon::Lexicon;
use crate::lexicon::facts::TermId;
use crate::lexicon::phrase::Side;
use crate::lexicon::relation::RelationId;
use crate::lexicon::schema::Class;
use crate::question::Words;
use crate::reading::{
    Meaning, Reading, RelationReading, correct, coverings, drop_opening, readings,
};

/// What it costs a query to leave out what was given,
const LEFT_OUT: f32 = 1.0;

/// and to speak of what was not.
const FOREIGN: f32 = 0.5;

/// How well words fit that stand for something only because it was given.
const ASSUMED: f32 = 0.3;

/// What any query may speak of.
const COMMON: [&str; 3] = [
    "http://www.w3.org/1999/02/22-rdf-syntax-ns#type",
    "http://www.w3.org/2000/01/rdf-schema#label",
    "http://www.w3.org/2000/01/rdf-schema#subClassOf",
];

/// What was linked; of a kind of which nothing was, all readings stay.
struct Given {
    nodes: Vec<(TermId, Option<Span>)>,
    relations: Vec<RelationId>,
    /// The predicates that were given.
    predicates: FxHashSet<TermId>,
    classes: Vec<Class>,
    /// All of it, as IRIs.
    iris: Vec<String>,
}

impl Given {
    fn of(question: &AnnotatedQuestion, lexicon: &Lexicon) -> Self {
        let best = |kind| {
            let annotations = question.of(kind);
            annotations.filter_map(|one: &Annotation| Some((one.best()?.value.as_str(), one.span)))
        };
        let facts = &lexicon.facts;
        let nodes = best(Kind::Entity);
        let nodes = nodes.filter_map(|(iri, span)| Some((facts.find(iri)?, span)));
        let predicates: FxHashSet<TermId> = best(Kind::Relation)
            .filter_map(|(iri, _)| facts.find(iri))
            .collect();
        let relations = 0..lexicon.relations.len() as RelationId;
        let classes: FxHashSet<TermId> = best(Kind::Class)
            .filter_map(|(iri, _)| facts.find(iri))
            .collect();
        let of_classes = lexicon.schema.classes.iter().enumerate();
        let kinds = [Kind::Entity, Kind::Relation, Kind::Class];
        let iris = kinds.into_iter().flat_map(|kind| question.values(kind));
        Self {
            nodes: nodes.collect(),
            relations: relations
                .filter(|at| {
                    let path = &lexicon.relations[*at as usize].path;
                    path.iter().any(|step| predicates.contains(step))
                })
                .collect(),
            predicates,
            classes: of_classes
                .filter(|(_, class)| classes.contains(&class.term))
                .map(|(at, _)| at as Class)
                .collect(),
            iris: iris.map(str::to_owned).collect(),
        }
    }

    /// What is left of a reading.
    fn restrict(&self, mut reading: Reading) -> Option<Reading> {
        let keeps =
            |relation: RelationId| self.relations.is_empty() || self.relations.contains(&relation);
        let some = match &mut reading.meaning {
            Meaning::Nodes(nodes) => {
                if !self.nodes.is_empty() {
                    nodes.retain(|node| self.nodes.iter().any(|(given, _)| given == node));
                }
                !nodes.is_empty()
            }
            Meaning::Class(class) => self.classes.is_empty() || self.classes.contains(class),
            Meaning::Relation(relations) => {
                relations.retain(|one| keeps(one.relation));
                !relations.is_empty()
            }
            Meaning::Values(values) => {
                values.retain(|(relation, _)| keeps(*relation));
                !values.is_empty()
            }
            Meaning::Text(_, relations) => {
                relations.retain(|relation| keeps(*relation));
                !relations.is_empty()
            }
            Meaning::Operator(_) | Meaning::Derived(_) | Meaning::Skipped => true,
        };
        some.then_some(reading)
    }

    /// Entities by the words that were said to name them.
    fn named(&self, words: &Words, found: &mut Vec<Reading>) {
        for (node, span) in &self.nodes {
            let Some(span) = span else { continue };
            let inside = |at: &usize| {
                let word = &words.words[*at];
                word.start < span.end && word.end > span.start
            };
            let places: Vec<usize> = (0..words.len()).filter(inside).collect();
            let (Some(first), Some(last)) = (places.first(), places.last()) else {
                continue;
            };
            let (start, end) = (*first, last + 1);
            let length = (end - start) as f32;
            let known = found.iter().any(|one| {
                let nodes = matches!(&one.meaning, Meaning::Nodes(nodes) if nodes.contains(node));
                nodes && (one.start, one.end) == (start, end)
            });
            if !known {
                found.push(Reading {
                    start,
                    end,
                    meaning: Meaning::Nodes(vec![*node]),
                    score: length + 0.15 * (length - 1.0) + 0.12,
                    closeness: 1.0,
                });
            }
        }
    }

    /// Relations and classes that no words call may be meant by words that call nothing else.
    fn assumed(&self, words: &Words, lexicon: &Lexicon, found: &mut Vec<Reading>) {
        let called =
            |wanted: &dyn Fn(&Meaning) -> bool| found.iter().any(|one| wanted(&one.meaning));
        let relations: Vec<RelationReading> = self
            .predicates
            .iter()
            .filter(|predicate| {
                !called(&|meaning| match meaning {
                    Meaning::Relation(relations) => relations.iter().any(|one| {
                        lexicon.relations[one.relation as usize]
                            .path
                            .contains(predicate)
                    }),
                    Meaning::Values(values) => values.iter().any(|(relation, _)| {
                        lexicon.relations[*relation as usize]
                            .path
                            .contains(predicate)
                    }),
                    _ => false,
                })
            })
            .flat_map(|predicate| {
                let own = self
                    .relations
                    .iter()
                    .filter(move |at| lexicon.relations[**at as usize].path[0] == *predicate);
                own.flat_map(|relation| {
                    [Side::Object, Side::Subject].map(|side| RelationReading {
                        relation: *relation,
                        side,
                        score: if side == Side::Object { 0.6 } else { 0.55 },
                    })
                })
            })
            .collect();
        let classes: Vec<Class> = self
            .classes
            .iter()
            .copied()
            .filter(|class| {
                !called(&|meaning| matches!(meaning, Meaning::Class(known) if known == class))
            })
            .collect();
        let taken = |at: usize| {
            found.iter().any(|one| {
                let says = matches!(
                    one.meaning,
                    Meaning::Nodes(_) | Meaning::Class(_) | Meaning::Relation(_)
                );
                says && one.start <= at && at < one.end && one.closeness > 0.8
            })
        };
        let free: Vec<usize> = (0..words.len())
            .filter(|at| !words.words[*at].is_punctuation() && !taken(*at))
            .collect();
        // Where no word tells more, paths are found all the same.
        let telling = |at: &usize| {
            let word = &words.words[*at];
            !word.is_empty_word() && !word.is_light()
        };
        for at in free.into_iter().filter(telling) {
            let mut assume = |meaning| {
                found.push(Reading {
                    start: at,
                    end: at + 1,
                    meaning,
                    score: ASSUMED,
                    closeness: 0.5,
                });
            };
            if !relations.is_empty() {
                assume(Meaning::Relation(relations.clone()));
            }
            if words.words[at].tag.is_noun() {
                classes
                    .iter()
                    .for_each(|class| assume(Meaning::Class(*class)));
            }
        }
    }

    /// What it costs a query that it does not speak of just what was given.
    fn cost(&self, query: &str) -> f32 {
        let Ok(parsed) = parse(query, &Dialect::strict()) else {
            return f32::MAX;
        };
        let structure = Structure::of(&parsed);
        let spoken = [
            (structure.entities(), self.nodes.is_empty()),
            (structure.properties(), self.predicates.is_empty()),
            (structure.classes(), self.classes.is_empty()),
        ];
        let is_given = |iri: &str| self.iris.iter().any(|one| one == iri);
        let all: FxHashSet<&str> = spoken.iter().flat_map(|(iris, _)| iris).copied().collect();
        let left_out = self.iris.iter().filter(|iri| !all.contains(iri.as_str()));
        // Of a kind of which nothing was linked, nothing is foreign.
        let held = spoken.iter().filter(|(_, is_open)| !is_open);
        let foreign = held
            .flat_map(|(iris, _)| iris)
            .filter(|iri| !COMMON.contains(iri) && !is_given(iri));
        LEFT_OUT * left_out.count() as f32 + FOREIGN * foreign.count() as f32
    }
}

impl Answerer {
    /// The queries for a question whose entities, relations and classes were linked, the best first, with their
    /// scores.
    pub(crate) fn queries_of(&self, question: &AnnotatedQuestion) -> Vec<(String, f32)> {
        let mut words = Words::of(question.text());
        drop_opening(&mut words);
        correct(&mut words, &self.lexicon);
        let given = Given::of(question, &self.lexicon);
        let readings = readings(&words, &self.lexicon);
        let mut readings: Vec<Reading> = readings
            .into_iter()
            .filter_map(|reading| given.restrict(reading))
            .collect();
        given.named(&words, &mut readings);
        given.assumed(&words, &self.lexicon, &mut readings);
        let coverings = coverings(&words, &readings, COVERINGS);
        let (mut written, _) = self.write(&words, &readings, &coverings);
        for query in &mut written {
            query.score -= given.cost(&query.text);
        }
        written.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.text.cmp(&b.text)));
        let mut tried: Vec<(String, f32)> = self
            .run(&written)
            .into_iter()
            .map(|candidate| (candidate.query, candidate.adjusted))
            .collect();
        tried.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        tried
    }
}
