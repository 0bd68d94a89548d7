//! Which entities, relations and classes a question is about: by the rules of today.

use lydite_model::{AnnotationKind, Question, Text};
use lydite_sparql::{Role, Structure};

use super::names::{Words, is_entity_name, is_term_name, label};

/// Predicates that say what class something belongs to. They are no relations of the graph.
const TYPES: [&str; 3] = [
    "http://www.w3.org/1999/02/22-rdf-syntax-ns#type",
    // QaldGen's dataset has this slip in a third of its queries.
    "https://www.w3.org/1999/02/22-rdf-syntax-ns#type",
    "http://www.wikidata.org/prop/direct/P31",
];

/// Vocabularies for labels, links, categories: what every graph uses and none is about.
const GENERAL: [&str; 7] = [
    "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
    "http://www.w3.org/2000/01/rdf-schema#",
    "http://www.w3.org/2002/07/owl#",
    "http://www.w3.org/2001/XMLSchema#",
    "http://www.w3.org/2004/02/skos/core#",
    "http://xmlns.com/foaf/0.1/",
    "http://purl.org/dc/",
];

/// Wikipedia's categories as classes, thousands of them with a member or two.
const CATEGORY_CLASSES: &str = "http://dbpedia.org/class/yago/";

/// What an IRI is by its namespace, wherever it stands in a query.
fn by_namespace(iri: &str) -> Option<Role> {
    const ONTOLOGY: &str = "http://dbpedia.org/ontology/";
    let properties = [
        "http://dbpedia.org/property/",
        "http://www.wikidata.org/prop/",
    ];
    if properties
        .iter()
        .any(|namespace| iri.starts_with(namespace))
    {
        return Some(Role::Property);
    }
    let local = iri.strip_prefix(ONTOLOGY)?;
    Some(if local.starts_with(char::is_uppercase) {
        Role::Class
    } else {
        Role::Property
    })
}

/// One kind of resource that a question is about.
#[derive(Clone, Debug, Default)]
pub(super) struct Mentions {
    /// How many there are.
    pub total: usize,
    /// Their names in the question, or else their own; at most those of the resources.
    pub names: Vec<String>,
    /// Their IRIs, in the order of the query.
    pub iris: Vec<String>,
    /// Whether the question calls them by their names.
    pub explicit: Vec<bool>,
}

/// The three kinds.
#[derive(Clone, Debug, Default)]
pub(super) struct Kinds {
    pub entities: Mentions,
    pub relations: Mentions,
    pub classes: Mentions,
}

/// What a query is about: entities once each; relations and classes as often as they occur. `rdf:type`
/// and the properties of [general vocabularies](GENERAL) are no relations, YAGO's classes no classes.
pub(super) fn mentions(question: &Question, text: &str, structure: &Structure<'_>) -> Kinds {
    let (mut entities, mut relations, mut classes) = (Vec::new(), Vec::new(), Vec::new());
    for mention in structure.mentions() {
        let iri = mention.iri;
        let general = GENERAL.iter().any(|namespace| iri.starts_with(namespace));
        if TYPES.contains(&iri) || general || iri.starts_with(CATEGORY_CLASSES) {
            continue;
        }
        match by_namespace(iri).unwrap_or(mention.role) {
            Role::Entity if !entities.contains(&iri) => entities.push(iri),
            Role::Property => relations.push(iri),
            Role::Class => classes.push(iri),
            Role::Entity | Role::Graph => {}
        }
    }
    let words = Words::of(text);
    let wording = question
        .texts
        .iter()
        .find(|wording| wording.string.as_deref() == Some(text));
    let given = |kind: AnnotationKind| SurfaceForms::of(question).kind(kind);
    let look = |iris: Vec<&str>, kind: AnnotationKind| -> Mentions {
        let given = given(kind);
        let mut found = Mentions {
            total: iris.len(),
            ..Mentions::default()
        };
        for (number, iri) in iris.into_iter().enumerate() {
            let label = label(iri);
            let named = words.find(&label);
            let marked = wording.and_then(|wording| annotated(wording, iri));
            let stated = given.get(number).filter(|name| !name.trim().is_empty());
            let name = match stated.cloned().or(marked) {
                Some(name) => {
                    let is_name = match kind {
                        AnnotationKind::Entity => is_entity_name(&name, iri),
                        _ => is_term_name(&name, iri),
                    };
                    found.explicit.push(is_name || named.is_some());
                    name
                }
                None => {
                    found.explicit.push(named.is_some());
                    named.map_or(label, str::to_owned)
                }
            };
            found.names.push(name);
            found.iris.push(iri.to_owned());
        }
        found
    };
    Kinds {
        entities: look(entities, AnnotationKind::Entity),
        relations: look(relations, AnnotationKind::Property),
        classes: look(classes, AnnotationKind::Class),
    }
}

/// The words that the dataset marks as this resource.
fn annotated(wording: &Text, iri: &str) -> Option<String> {
    let text = wording.string.as_deref()?;
    let marked = wording.annotations.iter().find(|a| a.iri == iri)?;
    let span = marked.span?;
    let length = span.end.checked_sub(span.begin)?;
    let words: String = text
        .chars()
        .skip(span.begin as usize)
        .take(length as usize)
        .collect();
    (!words.is_empty()).then_some(words)
}

/// The words for resources that a dataset gives beside the question, by kind and in order: what
/// QaldGen calls `entity1`, `relation2` …
#[derive(Clone, Debug, Default)]
pub(crate) struct SurfaceForms {
    pub entities: Vec<String>,
    pub relations: Vec<String>,
    pub classes: Vec<String>,
}

impl SurfaceForms {
    /// The key under which a [`Question`] carries them among its extras.
    const KEY: &'static str = "surface_forms";

    pub(super) fn of(question: &Question) -> Self {
        let list = |kind: &str| -> Vec<String> {
            let forms = question
                .extras
                .get(Self::KEY)
                .and_then(|forms| forms.get(kind));
            let list = forms.and_then(|list| list.as_array());
            let names = list.into_iter().flatten().map(|name| name.as_str());
            names
                .map(|name| name.unwrap_or_default().to_owned())
                .collect()
        };
        Self {
            entities: list("entities"),
            relations: list("relations"),
            classes: list("classes"),
        }
    }

    pub(crate) fn put(&self, question: &mut Question) {
        let forms = serde_json::json!({
            "entities": self.entities, "relations": self.relations, "classes": self.classes,
        });
        question.extras.insert(Self::KEY.to_owned(), forms);
    }

    pub(super) fn kind(self, kind: AnnotationKind) -> Vec<String> {
        match kind {
            AnnotationKind::Entity => self.entities,
            AnnotationKind::Property => self.relations,
            AnnotationKind::Class => self.classes,
        }
    }
}
