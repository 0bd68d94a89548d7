//! Which entities, relations and classes a question is about: by the rules of today.

use lydite_model::{AnnotationKind, Question, Text};
use lydite_sparql::{Role, Structure};

use super::extract::Labels;
use super::names::{Case, Words, is_entity_name, is_term_name, label};

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
    /// How the question writes the names of those that it names.
    pub cases: Vec<Case>,
}

/// The three kinds.
#[derive(Clone, Debug, Default)]
pub(super) struct Kinds {
    pub entities: Mentions,
    pub relations: Mentions,
    pub classes: Mentions,
}

/// The IRIs that a query is about.
struct Named<'q> {
    entities: Vec<&'q str>,
    relations: Vec<&'q str>,
    classes: Vec<&'q str>,
}

impl<'q> Named<'q> {
    /// Entities once each; relations and classes as often as they occur. `rdf:type` and the properties
    /// of [general vocabularies](GENERAL) are no relations, YAGO's classes no classes.
    fn of(structure: &Structure<'q>) -> Self {
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
        Self {
            entities,
            relations,
            classes,
        }
    }
}

/// The IRIs whose labels [`mentions`] asks for.
pub(super) fn labelled(structure: &Structure<'_>) -> Vec<String> {
    let named = Named::of(structure);
    let iris = [named.entities, named.relations, named.classes].concat();
    let mut asked: Vec<String> = Vec::with_capacity(iris.len());
    for iri in iris.into_iter().map(subject_of_labels) {
        if !asked.contains(&iri) {
            asked.push(iri);
        }
    }
    asked
}

/// Where the labels of a resource are: Wikidata has those of `wdt:P6`, `p:P6` … at `wd:P6`.
fn subject_of_labels(iri: &str) -> String {
    let property = iri.strip_prefix("http://www.wikidata.org/prop/");
    match property.and_then(|path| path.rsplit('/').next()) {
        Some(local) => format!("http://www.wikidata.org/entity/{local}"),
        None => iri.to_owned(),
    }
}

/// What a query is about, and what the question calls it.
pub(super) fn mentions(
    question: &Question,
    worded: Option<&Text>,
    structure: &Structure<'_>,
    labels: Option<&Labels<'_>>,
) -> Kinds {
    let named = Named::of(structure);
    let text = worded.and_then(|worded| worded.string.as_deref());
    let namer = Namer {
        words: Words::of(text.unwrap_or_default()),
        worded,
        given: SurfaceForms::of(question),
        labels,
    };
    Kinds {
        entities: namer.mentions(&named.entities, AnnotationKind::Entity),
        relations: namer.mentions(&named.relations, AnnotationKind::Property),
        classes: namer.mentions(&named.classes, AnnotationKind::Class),
    }
}

/// Finds out what a question calls its resources.
struct Namer<'a> {
    words: Words<'a>,
    worded: Option<&'a Text>,
    given: SurfaceForms,
    labels: Option<&'a Labels<'a>>,
}

impl Namer<'_> {
    fn mentions(&self, iris: &[&str], kind: AnnotationKind) -> Mentions {
        let given = self.given.kind(kind);
        let mut found = Mentions {
            total: iris.len(),
            ..Mentions::default()
        };
        for (number, iri) in iris.iter().enumerate() {
            let label = self.label(iri);
            let said = self.words.find(&label);
            let marked = self.worded.and_then(|worded| annotated(worded, iri));
            let stated = given.get(number).filter(|name| !name.trim().is_empty());
            let (name, said) = match stated.cloned().or(marked) {
                Some(name) => {
                    let is_name = match kind {
                        AnnotationKind::Entity => is_entity_name(&name, iri),
                        _ => is_term_name(&name, iri),
                    };
                    found.explicit.push(is_name || said.is_some());
                    let said = self.words.find(&name);
                    (name, said)
                }
                None => {
                    found.explicit.push(said.is_some());
                    (said.map_or(label, str::to_owned), said)
                }
            };
            found.cases.extend(said.and_then(Case::of));
            found.names.push(name);
            found.iris.push((*iri).to_owned());
        }
        found
    }

    /// What a resource is called: as is known from outside, or else by its IRI.
    fn label(&self, iri: &str) -> String {
        self.labels
            .and_then(|labels| labels(&subject_of_labels(iri)))
            .unwrap_or_else(|| label(iri))
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
    pub(super) const KEY: &'static str = "surface_forms";

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

    fn kind(&self, kind: AnnotationKind) -> &[String] {
        match kind {
            AnnotationKind::Entity => &self.entities,
            AnnotationKind::Property => &self.relations,
            AnnotationKind::Class => &self.classes,
        }
    }
}
