//! What a gold query says that components should find.

use lydite_language::Lang;
use lydite_sparql::{Dialect, Structure, parse};
use serde::{Deserialize, Serialize};

use crate::annotation::{AnnotatedQuestion, Annotation, Candidate, Kind, Span};
use crate::fold::local_name;
use crate::names::normal;
use crate::resources::Resources;

const TYPE: &str = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type";

/// The entities, relations and classes of a query.
///
/// ```
/// use lydite_compose::Gold;
///
/// let gold = Gold::of_query("SELECT ?x { ?x a <http://ex/River> . ?x <http://ex/in> <http://ex/Peru> }").unwrap();
/// assert_eq!(gold.entities, ["http://ex/Peru"]);
/// assert_eq!(gold.relations, ["http://ex/in"]);
/// assert_eq!(gold.classes, ["http://ex/River"]);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Gold {
    /// The resources.
    pub entities: Vec<String>,
    /// The properties, without `rdf:type`.
    pub relations: Vec<String>,
    /// The classes.
    pub classes: Vec<String>,
    /// The query, as it was given.
    pub query: String,
}

impl Gold {
    /// Reads a query; nothing if it is none.
    pub fn of_query(query: &str) -> Option<Self> {
        let parsed = parse(query, &Dialect::field()).ok()?;
        let structure = Structure::of(&parsed);
        let owned = |iris: Vec<&str>| iris.into_iter().map(str::to_owned).collect();
        let mut relations = structure.properties();
        relations.retain(|iri| *iri != TYPE);
        Some(Self {
            entities: owned(structure.entities()),
            relations: owned(relations),
            classes: owned(structure.classes()),
            query: query.to_owned(),
        })
    }
}

/// A question with its gold query, to learn from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Example {
    /// The question.
    pub text: String,
    /// Its language.
    pub lang: Lang,
    /// What its query says.
    pub gold: Gold,
}

/// Longer names are rare.
const LONGEST: usize = 10;

impl Gold {
    /// What it has of a kind.
    pub fn of(&self, kind: Kind) -> &[String] {
        match kind {
            Kind::Entity => &self.entities,
            Kind::Relation => &self.relations,
            Kind::Class => &self.classes,
            Kind::Spot | Kind::AnswerType | Kind::Query => &[],
        }
    }

    /// Adds to a question what its query has of a kind, as if a component called `gold` had said it;
    /// entities with the words that name them, as far as these are found.
    pub fn annotate(&self, question: &mut AnnotatedQuestion, resources: &Resources, kind: Kind) {
        for iri in self.of(kind) {
            let span = match kind {
                Kind::Entity => words_of_entity(question, resources, iri),
                _ => None,
            };
            question.add(Annotation {
                kind,
                span,
                candidates: vec![Candidate::new(iri, 1.0)],
                component: "gold".to_owned(),
            });
        }
    }
}

/// The question of an example, with its gold entities.
pub(crate) fn with_gold_entities(example: &Example, resources: &Resources) -> AnnotatedQuestion {
    let mut question = AnnotatedQuestion::in_language(&example.text, example.lang);
    example
        .gold
        .annotate(&mut question, resources, Kind::Entity);
    question
}

/// The longest run of words that is a name of a resource, or else that consists of words of its IRI.
fn words_of_entity(question: &AnnotatedQuestion, resources: &Resources, iri: &str) -> Option<Span> {
    let words = &question.words.words;
    let entity = resources.names().find(iri);
    let local = normal(&local_name(iri).replace('_', " "));
    let own: Vec<&str> = local.split(' ').collect();
    let mut best: Option<((bool, usize), Span)> = None;
    for start in 0..words.len() {
        for end in start + 1..=(start + LONGEST).min(words.len()) {
            let run = &words[start..end];
            if run[0].is_punctuation() || run[run.len() - 1].is_punctuation() {
                continue;
            }
            let span = Span {
                start: run[0].start,
                end: run[run.len() - 1].end,
            };
            let form = normal(question.slice(span));
            let is_name = entity.is_some_and(|entity| {
                let postings = resources.names().exact(&form).iter();
                postings.into_iter().any(|posting| posting.entity == entity)
            });
            let is_part = run[0].capital && form.split(' ').all(|word| own.contains(&word));
            let rank = (is_name, run.len());
            if (is_name || is_part) && best.as_ref().is_none_or(|(known, _)| rank > *known) {
                best = Some((rank, span));
            }
        }
    }
    best.map(|(_, span)| span)
}
