//! Annotations of a graph as our components know them, and back.

use std::collections::HashMap;

use lydite_compose::annotation::{AnnotatedQuestion, Annotation, Candidate, Kind, Span, turtle};
use lydite_compose::component::{Component, ComponentError};
use lydite_compose::{Lang, Resources};
use oxrdf::{NamedOrBlankNode, Term, Triple};
use oxrdfio::{RdfFormat, RdfParser};

pub(super) const QA: &str = "http://www.wdaqua.eu/qa#";
pub(super) const OA: &str = "http://www.w3.org/ns/openannotation/core/";
const RDF: &str = "http://www.w3.org/1999/02/22-rdf-syntax-ns#";

/// The triples of a graph by their subjects.
struct Index<'t> {
    by_subject: HashMap<String, Vec<(&'t str, &'t Term)>>,
}

impl<'t> Index<'t> {
    fn new(triples: &'t [Triple]) -> Self {
        let mut by_subject: HashMap<String, Vec<(&str, &Term)>> = HashMap::new();
        for triple in triples {
            by_subject
                .entry(triple.subject.to_string())
                .or_default()
                .push((triple.predicate.as_str(), &triple.object));
        }
        Self { by_subject }
    }

    /// The values of any of these properties.
    fn values(&self, subject: &str, properties: &[&str]) -> Vec<&'t Term> {
        let said = self.by_subject.get(subject).into_iter().flatten();
        said.filter(|(property, _)| properties.contains(property))
            .map(|(_, value)| *value)
            .collect()
    }

    fn value(&self, subject: &str, property: &str) -> Option<&'t Term> {
        self.values(subject, &[property]).first().copied()
    }
}

fn text(term: &Term) -> String {
    match term {
        Term::NamedNode(node) => node.as_str().to_owned(),
        Term::Literal(literal) => literal.value().to_owned(),
        other => other.to_string(),
    }
}

fn number(term: &Term) -> Option<f64> {
    match term {
        Term::Literal(literal) => literal.value().trim().parse().ok(),
        _ => None,
    }
}

fn kind(class: &str) -> Option<Kind> {
    Some(match class {
        "AnnotationOfSpotInstance" => Kind::Spot,
        "AnnotationOfInstance" | "AnnotationOfEntity" => Kind::Entity,
        "AnnotationOfRelation" | "AnnotationOfSpotProperty" | "AnnotationOfSpotRelation" => {
            Kind::Relation
        }
        "AnnotationOfClass" | "AnnotationOfSpotClass" => Kind::Class,
        "AnnotationOfAnswerType" => Kind::AnswerType,
        "AnnotationOfAnswerSPARQL" => Kind::Query,
        _ => return None,
    })
}

/// The question of a graph with all that was said about it, whoever said it.
///
/// What the published wrappers are known to write wrongly is understood: a property under the class
/// for classes, positions on the target itself, scores under other names or inside the selector, ends
/// that lie behind the question.
pub(super) fn read(
    triples: &[Triple],
    question: &str,
    lang: Lang,
    known: &Resources,
) -> AnnotatedQuestion {
    let index = Index::new(triples);
    let mut annotated = AnnotatedQuestion::in_language(question, lang);
    let mut queries: Vec<(Option<f64>, f64, usize, String, String)> = Vec::new();
    let mut subjects: Vec<String> = Vec::new();
    for triple in triples {
        let subject = triple.subject.to_string();
        if triple.predicate.as_str() != format!("{RDF}type") || subjects.contains(&subject) {
            continue;
        }
        let Term::NamedNode(class) = &triple.object else {
            continue;
        };
        let Some(mut kind) = class.as_str().strip_prefix(QA).and_then(kind) else {
            continue;
        };
        subjects.push(subject.clone());
        let target = index.value(&subject, &format!("{OA}hasTarget"));
        let target = target.map(ToString::to_string).unwrap_or_default();
        let selector = index.value(&target, &format!("{OA}hasSelector"));
        let selector = selector.map_or_else(|| target.clone(), ToString::to_string);
        let place = |name: &str| {
            let value = index.value(&selector, &format!("{OA}{name}"))?;
            number(value).filter(|at| *at >= 0.0).map(|at| at as usize)
        };
        let span = match (place("start"), place("end")) {
            (Some(start), Some(end)) => span(question, start, end),
            _ => None,
        };
        let scores = [
            format!("{QA}score"),
            format!("{QA}hasScore"),
            format!("{OA}score"),
        ];
        let scores: Vec<&str> = scores.iter().map(String::as_str).collect();
        let mut said = index.values(&subject, &scores);
        said.extend(index.values(&selector, &scores));
        let score = said
            .into_iter()
            .find_map(number)
            .filter(|score| score.is_finite());
        let component = index
            .value(&subject, &format!("{OA}annotatedBy"))
            .map(text)
            .unwrap_or_default();
        let component = component.trim_start_matches("urn:qanary:").to_owned();
        let body = index.value(&subject, &format!("{OA}hasBody")).map(|body| {
            let inner = index.value(&body.to_string(), &format!("{RDF}value"));
            text(inner.unwrap_or(body))
        });
        if kind == Kind::Query {
            let place = index
                .value(&subject, &format!("{QA}index"))
                .and_then(number);
            if let Some(body) = body {
                queries.push((place, score.unwrap_or(1.0), queries.len(), body, component));
            }
            continue;
        }
        if let (Kind::Class, Some(iri)) = (kind, &body)
            && known.properties().get(iri).is_some()
            && known.classes().get(iri).is_none()
        {
            kind = Kind::Relation;
        }
        if kind != Kind::Spot && body.is_none() || kind == Kind::Spot && span.is_none() {
            continue;
        }
        let candidates = match (kind, body) {
            (Kind::Spot, _) | (_, None) => Vec::new(),
            (_, Some(body)) => vec![Candidate::new(body, score.unwrap_or(1.0))],
        };
        annotated.add(Annotation {
            kind,
            span,
            candidates,
            component,
        });
    }
    // Those with a place come in its order, the others by their scores.
    queries.sort_by(|a, b| match (a.0, b.0) {
        (Some(one), Some(other)) => one.total_cmp(&other),
        (Some(_), None) => std::cmp::Ordering::Less,
        (None, Some(_)) => std::cmp::Ordering::Greater,
        (None, None) => b.1.total_cmp(&a.1).then(a.2.cmp(&b.2)),
    });
    for (_, score, _, query, component) in queries {
        annotated.add(Annotation {
            kind: Kind::Query,
            span: None,
            candidates: vec![Candidate::new(query, score)],
            component,
        });
    }
    annotated
}

/// Positions in characters as positions in bytes, within the question and without blanks around.
fn span(question: &str, start: usize, end: usize) -> Option<Span> {
    let byte = |at: usize| {
        question
            .char_indices()
            .nth(at)
            .map_or(question.len(), |(byte, _)| byte)
    };
    let (start, end) = (byte(start), byte(end));
    let words = question.get(start..end)?;
    let trimmed = words.trim();
    if trimmed.is_empty() {
        return None;
    }
    let start = start + (words.len() - words.trim_start().len());
    Some(Span {
        start,
        end: start + trimmed.len(),
    })
}

/// Has one of our components work on a question; gives what it adds.
pub(super) fn added(
    component: &Component,
    question: &mut AnnotatedQuestion,
    resources: &Resources,
) -> Result<Vec<Annotation>, ComponentError> {
    let known = question.annotations().to_vec();
    component.annotate(question, resources)?;
    // A ranker takes back what builders said; a graph keeps both, the ranked ones first.
    let before = match component.task().kind() {
        Kind::Query => 0,
        _ => known.len(),
    };
    let said = question.annotations().iter().skip(before);
    let added = said.filter(|annotation| before > 0 || !known.contains(annotation));
    Ok(added.cloned().collect())
}

/// What one of our components added, as triples about a question.
pub(super) fn written(
    added: &[Annotation],
    question: &AnnotatedQuestion,
    iri: &str,
    at: &str,
    mark: &str,
) -> Vec<Triple> {
    let mut only = AnnotatedQuestion::in_language(question.text(), question.lang());
    for annotation in added {
        only.add(annotation.clone());
    }
    let marked = format!("<urn:qanary:annotation:{mark}:");
    let text = turtle(&only, iri, Some(at)).replace("<urn:qanary:annotation:", &marked);
    let header = format!("urn:qanary:annotation:{mark}:0");
    let parsed = RdfParser::from_format(RdfFormat::Turtle).for_slice(text.as_bytes());
    parsed
        .filter_map(Result::ok)
        .map(Triple::from)
        .filter(|triple| match &triple.subject {
            // The question itself stands in the graph already.
            NamedOrBlankNode::NamedNode(node) => node.as_str() != iri && node.as_str() != header,
            NamedOrBlankNode::BlankNode(_) => true,
        })
        .collect()
}

/// What components answered, as SPARQL's JSON results: the last one that is JSON.
pub(super) fn answer(triples: &[Triple]) -> Option<serde_json::Value> {
    let index = Index::new(triples);
    let classes = ["AnnotationOfAnswerJson", "AnnotationOfAnswerJSON"];
    let annotations = triples.iter().filter(|triple| {
        triple.predicate.as_str() == format!("{RDF}type")
            && matches!(&triple.object, Term::NamedNode(class)
                if class.as_str().strip_prefix(QA).is_some_and(|class| classes.contains(&class)))
    });
    let mut answers = annotations.filter_map(|triple| {
        let body = index.value(&triple.subject.to_string(), &format!("{OA}hasBody"))?;
        let inner = index.value(&body.to_string(), &format!("{RDF}value"));
        let text = text(inner.unwrap_or(body));
        let parsed = serde_json::from_str(&text);
        parsed
            .or_else(|_| serde_json::from_str(&text.replace("\\\"", "\"")))
            .ok()
    });
    answers.next_back()
}

/// The language that somebody said the question is in.
pub(super) fn language(triples: &[Triple]) -> Option<String> {
    let index = Index::new(triples);
    let class = format!("{QA}AnnotationOfQuestionLanguage");
    let said = triples
        .iter()
        .find(|triple| matches!(&triple.object, Term::NamedNode(node) if node.as_str() == class))?;
    index
        .value(&said.subject.to_string(), &format!("{OA}hasBody"))
        .map(text)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may panic")]
mod tests {
    use std::sync::Arc;

    use lydite_graph::Embedded;

    use super::*;

    fn of(turtle: &str, question: &str) -> AnnotatedQuestion {
        let lakes =
            br#"@prefix : <http://lakes/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
            :Vattern a :Lake ; rdfs:label "Vattern" ; :depth 128 ."#;
        let graph = Embedded::from_bytes("lakes.ttl", lakes.to_vec()).unwrap();
        let resources = Resources::of(Arc::new(graph)).unwrap();
        let text = format!(
            "@prefix qa: <{QA}> . @prefix oa: <{OA}> . @prefix rdf: <{RDF}> .
             @prefix xsd: <http://www.w3.org/2001/XMLSchema#> . {turtle}"
        );
        let parsed = RdfParser::from_format(RdfFormat::Turtle).for_slice(text.as_bytes());
        let triples: Vec<Triple> = parsed.map(|quad| Triple::from(quad.unwrap())).collect();
        read(&triples, question, Lang::En, &resources)
    }

    #[test]
    fn what_published_wrappers_write_wrongly_is_understood() {
        // A property as a class, positions on the target, a score in the selector, an end too far.
        let read = of(
            "<urn:1> a qa:AnnotationOfClass ; oa:hasTarget [ oa:start 0 ; oa:end 8 ] ; oa:hasBody <http://lakes/depth> .
             <urn:2> a qa:AnnotationOfInstance ; oa:AnnotatedAt 1 ; oa:annotatedBy <urn:qanary:X> ; oa:hasTarget
               [ oa:hasSelector [ oa:start 12 ; oa:end 21 ; qa:score 0.5 ] ] ; oa:hasBody <http://lakes/Vattern> .
             <urn:3> a qa:AnnotationOfClass ; oa:hasTarget [ a oa:SpecificClass ] ; oa:hasBody <http://lakes/Lake> .",
            "How deep is Vättern?",
        );
        assert_eq!(read.values(Kind::Relation), ["http://lakes/depth"]);
        assert_eq!(read.values(Kind::Class), ["http://lakes/Lake"]);
        let entity = read.of(Kind::Entity).next().unwrap();
        assert_eq!(read.slice(entity.span.unwrap()), "Vättern?");
        assert_eq!(
            (entity.component.as_str(), entity.best().unwrap().score),
            ("X", 0.5)
        );
    }

    #[test]
    fn queries_are_read_in_both_forms_and_in_their_order() {
        let read = of(
            "<urn:1> a qa:AnnotationOfAnswerSPARQL ; oa:hasBody \"second\" ; qa:hasScore 9 .
             <urn:2> a qa:AnnotationOfAnswerSPARQL ; oa:hasBody [ a qa:SparqlQuery ; rdf:value \"first\" ] ; qa:score 10 .
             <urn:3> a qa:AnnotationOfAnswerSPARQL ; qa:score 99 .",
            "x",
        );
        assert_eq!(read.values(Kind::Query), ["first", "second"]);
    }
}
