//! How a question was read: spans, what they may mean, which meaning was chosen.

use std::ops::Range;

use serde::Serialize;

use crate::annotation::{self, AnnotatedQuestion};
use crate::lexicon::Lexicon;
use crate::question::Words;
use crate::reading::{Covering, Meaning, Reading};

/// How a question was read.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Trace {
    /// What spans of the question may mean, in its order; the chosen meanings first.
    pub annotations: Vec<Annotation>,
    /// The language that the question was read in, if it is not English.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub language: Option<&'static str>,
    /// The question in English, if it was asked in another language.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub english: Option<String>,
    /// How many ways to read the whole question were followed up.
    pub coverings: usize,
}

/// What a span of a question may mean.
#[derive(Clone, Debug, Serialize)]
pub struct Annotation {
    /// The first byte of the span.
    pub start: usize,
    /// The byte after its last one.
    pub end: usize,
    /// Its text.
    pub text: String,
    /// Whether it is entity, class, relation, value, text or operation.
    pub kind: Kind,
    /// What it may mean, the best first.
    pub candidates: Vec<Meant>,
    /// Whether the answer rests on it.
    pub chosen: bool,
    /// The component that found it.
    pub component: String,
}

/// The kinds of meanings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Nodes of the graph.
    Entity,
    /// A class.
    Class,
    /// A property or a short path.
    Relation,
    /// A literal.
    Value,
    /// Words in a longer text.
    Text,
    /// An operation.
    Operation,
}

/// A meaning of a span.
#[derive(Clone, Debug, Serialize)]
pub struct Meant {
    /// The IRI, the literal or the operation.
    pub what: String,
    /// What people call it.
    pub label: String,
    /// How sure it is by itself.
    pub score: f32,
}

/// How many meanings of a span are told.
const SHOWN: usize = 5;

pub(crate) fn trace(
    question: &str,
    words: &Words,
    lexicon: &Lexicon,
    readings: &[Reading],
    coverings: &[Covering],
    chosen: Option<usize>,
) -> Trace {
    let chosen_readings: &[usize] = chosen.map_or(&[], |at| &coverings[at].readings);
    let mut annotations: Vec<Annotation> = Vec::new();
    for (at, reading) in readings.iter().enumerate() {
        let chosen = chosen_readings.contains(&at);
        let used = coverings
            .iter()
            .any(|covering| covering.readings.contains(&at));
        if !used {
            continue;
        }
        let Some((kind, component, candidates)) = describe(lexicon, reading) else {
            continue;
        };
        let Range { start, end } = words.origin(reading.start, reading.end);
        annotations.push(Annotation {
            start,
            end,
            text: question.get(start..end).unwrap_or_default().to_owned(),
            kind,
            candidates,
            chosen,
            component: component.to_owned(),
        });
    }
    annotations.sort_by_key(|annotation| (!annotation.chosen, annotation.start, annotation.end));
    Trace {
        annotations,
        language: None,
        english: None,
        coverings: coverings.len(),
    }
}

/// How components read a question.
pub(crate) fn of_annotations(
    question: &AnnotatedQuestion,
    label: impl Fn(&str) -> String,
) -> Trace {
    let mut annotations: Vec<Annotation> = Vec::new();
    for said in question.annotations() {
        let kind = match said.kind {
            annotation::Kind::Entity => Kind::Entity,
            annotation::Kind::Relation => Kind::Relation,
            annotation::Kind::Class => Kind::Class,
            annotation::Kind::Spot | annotation::Kind::AnswerType | annotation::Kind::Query => {
                continue;
            }
        };
        let span = said.span.unwrap_or(annotation::Span {
            start: 0,
            end: question.text().len(),
        });
        let candidates = said.candidates.iter().take(SHOWN).map(|candidate| Meant {
            what: format!("<{}>", candidate.value),
            label: label(&candidate.value),
            score: candidate.score as f32,
        });
        annotations.push(Annotation {
            start: span.start,
            end: span.end,
            text: question.slice(span).to_owned(),
            kind,
            candidates: candidates.collect(),
            chosen: true,
            component: said.component.clone(),
        });
    }
    annotations.sort_by_key(|annotation| (annotation.start, annotation.end));
    Trace {
        language: None,
        english: None,
        annotations,
        coverings: 1,
    }
}

fn describe(lexicon: &Lexicon, reading: &Reading) -> Option<(Kind, &'static str, Vec<Meant>)> {
    let meant = |id: u32, score: f32| Meant {
        what: lexicon.facts.term(id).to_string(),
        label: lexicon.label(id),
        score,
    };
    Some(match &reading.meaning {
        Meaning::Class(class) => {
            let term = lexicon.schema.classes[*class as usize].term;
            (
                Kind::Class,
                "class phrases",
                vec![meant(term, reading.closeness)],
            )
        }
        Meaning::Nodes(nodes) => {
            let nodes = nodes.iter().take(SHOWN);
            (
                Kind::Entity,
                "names",
                nodes.map(|node| meant(*node, reading.closeness)).collect(),
            )
        }
        Meaning::Relation(relations) => {
            let relations = relations.iter().take(SHOWN).map(|relation| {
                let path = &lexicon.relations[relation.relation as usize].path;
                let terms: Vec<String> = path
                    .iter()
                    .map(|predicate| lexicon.facts.term(*predicate).to_string())
                    .collect();
                Meant {
                    what: terms.join("/"),
                    label: lexicon.label(path[0]),
                    score: relation.score,
                }
            });
            (Kind::Relation, "relation phrases", relations.collect())
        }
        Meaning::Values(values) => {
            let values = values
                .iter()
                .take(SHOWN)
                .filter_map(|(_, values)| values.first());
            (
                Kind::Value,
                "values",
                values
                    .map(|value| meant(*value, reading.closeness))
                    .collect(),
            )
        }
        Meaning::Text(search, _) => {
            let meant = Meant {
                what: search.text.clone(),
                label: search.text.clone(),
                score: reading.closeness,
            };
            (Kind::Text, "text search", vec![meant])
        }
        Meaning::Operator(operator) => operation(&format!("{operator:?}"), reading.closeness)?,
        Meaning::Derived(derived) => operation(&format!("{derived:?}"), reading.closeness)?,
        Meaning::Skipped => return None,
    })
}

/// An operation by its name, if it is worth a word.
fn operation(described: &str, score: f32) -> Option<(Kind, &'static str, Vec<Meant>)> {
    let name = described.split(['(', ' ', '{']).next();
    let name = name.unwrap_or_default().to_lowercase();
    let meant = Meant {
        what: name.clone(),
        label: name.clone(),
        score,
    };
    let joins = ["comma", "and", "or", "colon"].contains(&name.as_str());
    (!joins).then(|| (Kind::Operation, "operators", vec![meant]))
}
