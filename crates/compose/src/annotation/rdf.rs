//! Annotations in the Qanary vocabulary.

use std::fmt::Write;

use lydite_graph::oxrdf::{Literal, NamedNode};

use super::{AnnotatedQuestion, Annotation, Candidate, Kind, Span};

/// Writes all annotations of a question as Turtle, as Qanary components read and write them.
///
/// `question` is the IRI of the question; `at` the moment that annotations carry, as `xsd:dateTime`, if
/// they shall carry one. Only what components say is written, not what they considered. Positions count
/// characters, as Qanary's Python components do.
///
/// ```
/// use lydite_compose::annotation::{AnnotatedQuestion, Annotation, Candidate, Kind, Span, turtle};
///
/// let mut question = AnnotatedQuestion::new("Where is Köln?");
/// question.add(Annotation {
///     kind: Kind::Entity,
///     span: Some(Span { start: 9, end: 14 }),
///     candidates: vec![Candidate::new("http://dbpedia.org/resource/Cologne", 0.5)],
///     component: "mine".to_owned(),
/// });
/// let written = turtle(&question, "urn:q", None);
/// assert!(written.contains("a qa:AnnotationOfInstance"));
/// assert!(written.contains("oa:start 9 ; oa:end 13"));
/// ```
pub fn turtle(question: &AnnotatedQuestion, iri: &str, at: Option<&str>) -> String {
    let subject = node(iri);
    let mut text = String::from(
        "@prefix qa: <http://www.wdaqua.eu/qa#> .\n\
         @prefix oa: <http://www.w3.org/ns/openannotation/core/> .\n\
         @prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> .\n\
         @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .\n\n",
    );
    let _ = writeln!(
        text,
        "{subject} a qa:Question ; rdf:value {} .\n\
         <urn:qanary:annotation:0> a qa:AnnotationOfTextRepresentation ; oa:hasTarget {subject} ; oa:hasBody {subject} .",
        literal(question.text())
    );
    let mut index = 0usize;
    let mut number = 0usize;
    for annotation in question.annotations() {
        // Queries are alternatives to each other, so all of them are written.
        let said = match annotation.kind {
            Kind::Query => annotation.candidates.len(),
            _ => 1,
        };
        let bodies: Vec<Option<&Candidate>> = if annotation.candidates.is_empty() {
            vec![None]
        } else {
            annotation.candidates.iter().take(said).map(Some).collect()
        };
        for candidate in bodies {
            number += 1;
            let _ = write!(
                text,
                "\n<urn:qanary:annotation:{number}> a qa:{} ;\n    oa:hasTarget {} ;",
                class(annotation.kind),
                target(question, annotation, &subject)
            );
            if let Some(candidate) = candidate {
                let _ = write!(text, "\n    oa:hasBody {} ;", body(annotation, candidate));
                let _ = write!(text, "\n    qa:score \"{}\"^^xsd:double ;", candidate.score);
                if annotation.kind == Kind::Query {
                    let _ = write!(text, "\n    qa:index \"{index}\"^^xsd:int ;");
                    index += 1;
                }
            }
            if let Some(at) = at {
                let _ = write!(text, "\n    oa:annotatedAt {}^^xsd:dateTime ;", literal(at));
            }
            let component = node(&format!("urn:qanary:{}", annotation.component));
            let _ = writeln!(text, "\n    oa:annotatedBy {component} .");
        }
    }
    text
}

fn class(kind: Kind) -> &'static str {
    match kind {
        Kind::Spot => "AnnotationOfSpotInstance",
        Kind::Entity => "AnnotationOfInstance",
        Kind::Relation => "AnnotationOfRelation",
        Kind::Class => "AnnotationOfClass",
        Kind::AnswerType => "AnnotationOfAnswerType",
        Kind::Query => "AnnotationOfAnswerSPARQL",
    }
}

fn target(question: &AnnotatedQuestion, annotation: &Annotation, subject: &str) -> String {
    match annotation.span {
        Some(span) => {
            let (start, end) = characters(question.text(), span);
            format!(
                "[ a oa:SpecificResource ; oa:hasSource {subject} ; oa:hasSelector [ a oa:TextPositionSelector ; \
                 oa:start {start} ; oa:end {end} ] ]"
            )
        }
        // Qanary's readers want a specific resource here even without a selector.
        None if matches!(annotation.kind, Kind::Relation | Kind::Class) => {
            format!("[ a oa:SpecificResource ; oa:hasSource {subject} ]")
        }
        None => subject.to_owned(),
    }
}

fn body(annotation: &Annotation, candidate: &Candidate) -> String {
    match annotation.kind {
        Kind::Query | Kind::Spot => literal(&candidate.value),
        Kind::AnswerType => format!(
            "[ a qa:AnswerType ; rdf:value {} ]",
            literal(&candidate.value)
        ),
        Kind::Entity | Kind::Relation | Kind::Class => node(&candidate.value),
    }
}

/// A stretch in characters.
fn characters(text: &str, span: Span) -> (usize, usize) {
    let count = |end: usize| text.get(..end).map_or(0, |part| part.chars().count());
    (count(span.start), count(span.end))
}

fn literal(text: &str) -> String {
    Literal::new_simple_literal(text).to_string()
}

/// An IRI as Turtle writes it; what is none is written as a URN that says so, so that the file stays whole.
fn node(iri: &str) -> String {
    NamedNode::new(iri).map_or_else(
        |_| {
            let name: String = iri
                .chars()
                .map(|c| if c.is_ascii_alphanumeric() { c } else { '-' })
                .collect();
            format!("<urn:lydite:not-an-iri:{name}>")
        },
        |node| node.to_string(),
    )
}
