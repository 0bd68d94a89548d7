//! Reads names and vocabulary from the triples of a graph, one by one.

use std::ops::ControlFlow;

use lydite_graph::oxrdf::{Term, Triple};
use lydite_graph::{GraphError, KnowledgeGraph, Limits, Sink};
use lydite_model::naming_rank;
use lydite_sparql::{Dialect, parse};
use rustc_hash::{FxHashMap, FxHashSet};

use super::lists::{TermKind, TermList};
use super::vocabulary::{Label, Vocabulary, VocabularyTerm};
use crate::fold::local_name;
use crate::names::{Form, NameDictionary, NameDictionaryBuilder};

const RDF: &str = "http://www.w3.org/1999/02/22-rdf-syntax-ns#";
const RDFS: &str = "http://www.w3.org/2000/01/rdf-schema#";
const OWL: &str = "http://www.w3.org/2002/07/owl#";

/// Namespaces whose terms describe vocabularies, not what a graph is about.
const OF_VOCABULARIES: [&str; 4] = [RDF, RDFS, OWL, "http://www.w3.org/2001/XMLSchema#"];

/// The last parts of properties from another page about the same thing to the one that is meant.
const REDIRECTS: [&str; 1] = ["wikiPageRedirects"];

pub(super) struct Collected {
    pub(super) names: NameDictionary,
    pub(super) properties: Vocabulary,
    pub(super) classes: Vocabulary,
}

/// Reads a graph, and what lists add to it.
pub(super) fn read(
    graph: &dyn KnowledgeGraph,
    limits: &Limits,
    lists: &[TermList],
) -> Result<Collected, GraphError> {
    let mut reader = Reader::default();
    // A constant: it is valid.
    if let Ok(all) = parse("SELECT ?s ?p ?o WHERE { ?s ?p ?o }", &Dialect::strict()) {
        graph.stream(&all, limits, &mut reader)?;
    }
    Ok(reader.finish(lists))
}

#[derive(Default)]
struct Reader {
    numbers: FxHashMap<String, u32>,
    iris: Vec<String>,
    degrees: Vec<u32>,
    labels: FxHashMap<u32, Vec<(u8, Label)>>,
    properties: FxHashMap<u32, VocabularyTerm>,
    classes: FxHashMap<u32, VocabularyTerm>,
    redirects: Vec<(u32, u32)>,
}

impl Sink for Reader {
    fn table(&mut self, _: &[String]) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn row(&mut self, row: &[Option<Term>]) -> ControlFlow<()> {
        if let [
            Some(subject),
            Some(Term::NamedNode(predicate)),
            Some(object),
        ] = row
        {
            self.note(subject, predicate.as_str(), object);
        }
        ControlFlow::Continue(())
    }

    fn boolean(&mut self, _: bool) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn triples(&mut self) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn triple(&mut self, _: &Triple) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

impl Reader {
    fn number(&mut self, iri: &str) -> u32 {
        if let Some(number) = self.numbers.get(iri) {
            return *number;
        }
        let number = self.iris.len() as u32;
        self.numbers.insert(iri.to_owned(), number);
        self.iris.push(iri.to_owned());
        self.degrees.push(0);
        number
    }

    fn property(&mut self, iri: &str) -> &mut VocabularyTerm {
        let number = self.number(iri);
        self.properties.entry(number).or_default()
    }

    fn class(&mut self, iri: &str) -> &mut VocabularyTerm {
        let number = self.number(iri);
        self.classes.entry(number).or_default()
    }

    fn note(&mut self, subject: &Term, predicate: &str, object: &Term) {
        self.property(predicate).uses += 1;
        let subject = match subject {
            Term::NamedNode(node) => Some(node.as_str()),
            _ => None,
        };
        if let Term::Literal(literal) = object {
            let Some(subject) = subject else {
                return;
            };
            let number = self.number(subject);
            self.degrees[number as usize] += 1;
            if let Some(rank) = naming_rank(predicate) {
                let label = Label {
                    text: literal.value().to_owned(),
                    lang: literal.language().map(str::to_owned),
                };
                self.labels.entry(number).or_default().push((rank, label));
            }
            return;
        }
        let object = match object {
            Term::NamedNode(node) => node.as_str(),
            _ => return,
        };
        match (predicate.strip_prefix(RDF), predicate.strip_prefix(RDFS)) {
            (Some("type"), _) => {
                if let Some(subject) = subject {
                    self.typed(subject, object);
                }
                if !is_of_vocabularies(object) {
                    self.class(object).uses += 1;
                }
                return;
            }
            (_, Some("subClassOf")) => {
                if let Some(subject) = subject {
                    let parent = object.to_owned();
                    self.class(subject).parents.push(parent);
                    self.class(object);
                }
                return;
            }
            (_, Some(place @ ("domain" | "range" | "subPropertyOf"))) => {
                if let Some(subject) = subject {
                    let term = self.property(subject);
                    let list = match place {
                        "domain" => &mut term.domains,
                        "range" => &mut term.ranges,
                        _ => &mut term.parents,
                    };
                    list.push(object.to_owned());
                }
                return;
            }
            _ => {}
        }
        let target = self.number(object);
        self.degrees[target as usize] += 1;
        if let Some(subject) = subject {
            let number = self.number(subject);
            self.degrees[number as usize] += 1;
            let last = predicate.rsplit(['/', '#']).next().unwrap_or_default();
            if REDIRECTS.contains(&last) {
                self.redirects.push((number, target));
            }
        }
    }

    /// Notes that a resource is a class or a property, if that is what its type says.
    fn typed(&mut self, subject: &str, class: &str) {
        let name = class
            .strip_prefix(OWL)
            .or_else(|| class.strip_prefix(RDFS))
            .or_else(|| class.strip_prefix(RDF));
        match name {
            Some("Class") => {
                self.class(subject);
            }
            Some("Property" | "ObjectProperty" | "DatatypeProperty" | "AnnotationProperty") => {
                self.property(subject);
            }
            _ => {
                let number = self.number(subject);
                self.degrees[number as usize] += 1;
            }
        }
    }

    fn finish(mut self, lists: &[TermList]) -> Collected {
        let mut names = NameDictionaryBuilder::default();
        let mut listed_names: Vec<(u32, String)> = Vec::new();
        for listed in lists.iter().flat_map(|list| &list.terms) {
            let number = self.number(&listed.iri);
            if !listed.name.is_empty() {
                listed_names.push((number, listed.name.clone()));
            }
            match listed.kind {
                TermKind::Entity => {
                    let degree = &mut self.degrees[number as usize];
                    *degree = (*degree).max(u32::try_from(listed.uses).unwrap_or(u32::MAX));
                }
                TermKind::Property => {
                    let term = self.properties.entry(number).or_default();
                    term.uses = term.uses.max(listed.uses);
                }
                TermKind::Class => {
                    let term = self.classes.entry(number).or_default();
                    term.uses = term.uses.max(listed.uses);
                }
            }
        }
        for (number, name) in listed_names {
            let label = Label {
                text: name,
                lang: None,
            };
            let labels = self.labels.entry(number).or_default();
            if !labels.iter().any(|(_, known)| known.text == label.text) {
                labels.push((0, label));
            }
        }
        let redirected: FxHashSet<u32> = self.redirects.iter().map(|(from, _)| *from).collect();
        for (number, iri) in self.iris.iter().enumerate() {
            let id = number as u32;
            let is_term = self.properties.contains_key(&id) || self.classes.contains_key(&id);
            if is_term || redirected.contains(&id) || is_of_vocabularies(iri) {
                continue;
            }
            let degree = self.degrees[number];
            match self.labels.get(&id) {
                Some(labels) => add_labels(&mut names, iri, degree, labels),
                None => {
                    if let Some(name) = name_in(iri) {
                        names.add_as(iri, &name, degree, Form::Iri);
                    }
                }
            }
        }
        for (from, to) in &self.redirects {
            let iri = &self.iris[*to as usize];
            if let Some(name) = name_in(&self.iris[*from as usize]) {
                names.add_as(iri, &name, self.degrees[*to as usize], Form::Alternative);
            }
        }
        Collected {
            names: names.build(),
            properties: vocabulary(self.properties, &self.iris, &self.labels),
            classes: vocabulary(self.classes, &self.iris, &self.labels),
        }
    }
}

fn add_labels(names: &mut NameDictionaryBuilder, iri: &str, degree: u32, labels: &[(u8, Label)]) {
    let best = labels.iter().map(|(rank, _)| *rank).min().unwrap_or(0);
    for (rank, label) in labels {
        let lang = label.lang.as_deref();
        let own = lang.is_none_or(|lang| lang.starts_with("en")) && *rank == best;
        let form = if own { Form::Label } else { Form::Alternative };
        names.add_as(iri, &label.text, degree, form);
    }
}

fn vocabulary(
    terms: FxHashMap<u32, VocabularyTerm>,
    iris: &[String],
    labels: &FxHashMap<u32, Vec<(u8, Label)>>,
) -> Vocabulary {
    let terms = terms.into_iter().filter(|(number, _)| {
        let iri = &iris[*number as usize];
        !is_of_vocabularies(iri)
    });
    let terms = terms.map(|(number, mut term)| {
        term.iri.clone_from(&iris[number as usize]);
        let mut called: Vec<(u8, Label)> = labels.get(&number).cloned().unwrap_or_default();
        called.sort_by(|a, b| (a.0, &a.1.text, &a.1.lang).cmp(&(b.0, &b.1.text, &b.1.lang)));
        term.labels = called.into_iter().map(|(_, label)| label).collect();
        for list in [&mut term.domains, &mut term.ranges, &mut term.parents] {
            list.sort_unstable();
            list.dedup();
        }
        term
    });
    Vocabulary::new(terms.collect())
}

fn is_of_vocabularies(iri: &str) -> bool {
    OF_VOCABULARIES.iter().any(|space| iri.starts_with(space))
}

/// What an IRI says about what it names; nothing if it is the address of a file.
fn name_in(iri: &str) -> Option<String> {
    const FILES: [&str; 9] = [
        ".jpg", ".jpeg", ".png", ".gif", ".svg", ".html", ".htm", ".pdf", ".php",
    ];
    let local = local_name(iri);
    let lower = local.to_lowercase();
    if FILES.iter().any(|end| lower.ends_with(end)) || iri.contains('?') {
        return None;
    }
    let name = local.replace('_', " ");
    let name = name.trim();
    name.contains(char::is_alphanumeric)
        .then(|| name.to_owned())
}
